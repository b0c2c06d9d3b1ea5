//! Endpoints without a permission check, each with its reason.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use rusqlite::Connection;

use crate::app::App;
use crate::app::access::idempotency::{Sender, idempotent};
use crate::app::access::reauthorize::Change;
use crate::app::access::request_context::{ForeignChoice, RequestContext};
use crate::app::access::{Access, action};
use crate::app::auth::session;
use crate::app::auth::session::SessionValidity;
use crate::app::auth::session_restrictions;
use crate::app::tenancy::request_target::Site;
use crate::db::{Outcome, Tx, erased};
use crate::error::{Error, Result};
use crate::jsonapi::extractors::Key;
use crate::jsonapi::{Answer, Resource};

/// The reason why an endpoint needs no permission.
pub trait Reason: Send + Sync + 'static {
    const WHY: &'static str;
    /// True if invalid credentials count as none, so that a user whose session has ended can sign in again.
    const FORGIVES: bool = false;
    /// True if a session of another centre of the tenant is accepted: it cannot be ended from here otherwise.
    const ANYWHERE: bool = false;
    /// True if the endpoint starts a new session and ignores any presented one, complete or not.
    const STARTS_ANEW: bool = false;
}

fn no_site() -> Error {
    Error::internal("the request has no site")
}

/// Capability of an endpoint without a permission check: sign-in, confirmation, a link in an email. Each has a
/// reason; a test counts them.
pub struct Unguarded<W> {
    app: Arc<App>,
    ctx: Arc<RequestContext>,
    why: PhantomData<fn() -> W>,
}

impl<W: Reason> FromRequestParts<Arc<App>> for Unguarded<W> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let site = parts.extensions.get::<Site>().ok_or_else(no_site)?;
        let second = app.clock.now().as_second();
        app.rate_limits.admit(parts, site.caller(), None, second)?;
        let counts = if W::ANYWHERE {
            SessionValidity::Anywhere
        } else {
            SessionValidity::AtHome
        };
        // None of these endpoints is about an organisation.
        let validity = (counts, ForeignChoice::Ignored);
        let ctx = match RequestContext::counting(app, parts, validity).await {
            Err(error)
                if W::FORGIVES && error.status() == StatusCode::UNAUTHORIZED
                    || W::STARTS_ANEW && session_restrictions::is_refusal(&error) =>
            {
                let site = parts.extensions.get::<Site>().cloned().ok_or(error)?;
                Arc::new(RequestContext::new(site, None, None, app.moment()))
            }
            ctx => ctx?,
        };
        Ok(Self {
            app: Arc::clone(app),
            ctx,
            why: PhantomData,
        })
    }
}

impl<W: Reason> Unguarded<W> {
    /// True if a session that ends during the request does not fail it: a new one starts, or it was to end anyway.
    const OUTLIVES: bool = W::STARTS_ANEW || W::ANYWHERE;

    /// Read access for the user whose credentials were just issued.
    pub async fn as_user<R: Resource>(&self, user_id: i64) -> Result<Access<R, action::Read>> {
        let (site, now) = (self.ctx.site.clone(), self.ctx.now.clone());
        let who = self
            .read(move |connection| session::as_user(connection, user_id, &site, &now))
            .await?;
        let site = self.ctx.site.clone();
        let ctx = RequestContext::new(site, Some(who), None, self.app.moment());
        Access::of(&self.app, Arc::new(ctx))
    }

    pub fn ctx(&self) -> &RequestContext {
        &self.ctx
    }

    pub fn app(&self) -> &App {
        &self.app
    }

    pub fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        if Self::OUTLIVES {
            return self.ctx.site.tenant.db.read(job);
        }
        self.ctx.read(job)
    }

    pub fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Tx, &RequestContext) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        let job: Change = Box::new(move |tx, ctx| job(tx, ctx).map(erased));
        let change: Change = Box::new(move |tx, ctx| ctx.unless_refused(tx, || job(tx, ctx)));
        self.ctx.write_erased(Self::OUTLIVES, change).typed()
    }

    pub fn post(
        &self,
        key: Option<Key>,
        job: impl FnOnce(&Tx, &RequestContext) -> Result<Answer> + Send + 'static,
    ) -> Outcome<Answer> {
        let post: Post = Box::new(move |tx, ctx| job(tx, ctx));
        once(&self.ctx, Self::OUTLIVES, key, post)
    }
}

type Post = Box<dyn FnOnce(&Tx, &RequestContext) -> Result<Answer> + Send>;

fn once(ctx: &Arc<RequestContext>, forgives: bool, key: Option<Key>, job: Post) -> Outcome<Answer> {
    let who = Sender::of(ctx);
    let change: Change = Box::new(move |tx, ctx| {
        // A stored response is returned even if the row has changed: the first request changed it.
        let answer = idempotent(tx, key.as_ref(), who, |tx| {
            ctx.unless_refused(tx, || job(tx, ctx))
        });
        answer.map(erased)
    });
    ctx.write_erased(forgives, change).typed()
}
