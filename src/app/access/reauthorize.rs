//! Reauthorization at the time of use. Between the headers of a request and its last byte a session may end, a role
//! may be revoked, or a second factor may become required. A change is therefore authorized inside the writer's own
//! transaction, and a read is authorized again if it runs some time after the headers (time of check to time of use).
//!
//! There is no other path from a request to the writer: `Access` and `Unguarded` both write through
//! `RequestContext::write`.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::request::Parts;
use rusqlite::{Connection, named_params};

use crate::app::access::request_context::RequestContext;
use crate::app::auth::api_key::{self, PresentedKey};
use crate::app::auth::session;
use crate::app::auth::session::{Presented, Principal, SessionValidity};
use crate::app::auth::session_restrictions;
use crate::app::auth::session_restrictions::Call;
use crate::app::live::{Authorized, Standing};
use crate::base::clock::instant;
use crate::db::{
    Admission, Erased, Lane, Outcome, Pending, ReadWork, Requester, Tx, erased, erased_read,
};
use crate::error::{Code, Error, FieldFault, Result};
use crate::policy::Role;

/// How long roles, once loaded, are trusted for reads.
const BELIEVED: Duration = Duration::from_secs(1);

/// How the actor is authenticated again.
#[derive(Clone)]
pub(in crate::app) enum Authentication {
    /// Anonymous: there is no permission to lose.
    None,
    Session(Arc<SessionClaim>),
    /// A program with an API key.
    Key(Arc<PresentedKey>),
    /// Background job with its requester's current permissions.
    Worker,
    /// Serializes a response only; changes nothing.
    Answer,
}

/// The session that a request presents, and the endpoint it calls.
pub(in crate::app) struct SessionClaim {
    presented: Arc<Presented>,
    counts: SessionValidity,
    call: Call,
    /// The hash against which the request's password was verified.
    proved: OnceLock<String>,
}

impl SessionClaim {
    pub(in crate::app) fn of(parts: &Parts, counts: SessionValidity) -> Option<Self> {
        Some(Self {
            presented: Arc::new(session::presented(parts)?),
            counts,
            call: Call::of(parts),
            proved: OnceLock::new(),
        })
    }

    pub(in crate::app) fn presented(&self) -> &Arc<Presented> {
        &self.presented
    }

    /// Repeats the checks of `docs/domain/rights.md`#enforcement with the current state.
    fn principal(
        &self,
        connection: &Connection,
        ctx: &RequestContext,
        now: &str,
    ) -> Result<Principal> {
        let (principal, _) =
            session::find(connection, &self.presented, &ctx.site, (now, self.counts))?;
        session_restrictions::admit(&principal, &self.call, ctx.site.tenant.resources)?;
        let is_proof_stale = |hash: &String| -> Result<bool> {
            Ok(!connection
                .prepare_cached("select 1 from users where id = ?1 and password_hash = ?2")?
                .exists((principal.user_id, hash))?)
        };
        match self.proved.get().map(is_proof_stale).transpose()? {
            Some(true) => Err(FieldFault::attribute("current_password", "current_password").into()),
            _ => Ok(principal),
        }
    }
}

/// A change in the writer's transaction, with the actor as authorized in it.
pub(in crate::app) type Change =
    Box<dyn FnOnce(&Tx, &Arc<RequestContext>) -> Result<Erased> + Send>;

impl Admission for RequestContext {
    fn admit(self: Arc<Self>, connection: &Connection) -> Result<()> {
        if self.awaits_body.load(Ordering::Relaxed) || self.since.elapsed() > BELIEVED {
            self.require_unchanged(connection)?;
        }
        Ok(())
    }
}

impl Authorized for RequestContext {
    fn judge(self: Arc<Self>, connection: &Connection) -> Result<Standing> {
        self.standing(connection)
    }

    fn has_session(&self, connection: &Connection) -> Result<bool> {
        match &self.authentication {
            // An impersonation ends with the admin's own session too.
            Authentication::Session(claim) if self.impersonator_id().is_none() => {
                session::is_there(connection, claim.presented())
            }
            _ => Ok(false),
        }
    }
}

impl RequestContext {
    /// Runs a change in the writer's transaction, after authorizing the actor in it. The job receives the context as
    /// of that moment.
    pub(in crate::app) fn write<T: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Tx, &Arc<Self>) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        self.write_erased(false, Box::new(move |tx, ctx| job(tx, ctx).map(erased)))
            .typed()
    }

    /// Like `write`; if the endpoint allows it, a session that has ended meanwhile counts as anonymous.
    pub(in crate::app) fn write_erased(self: &Arc<Self>, forgives: bool, job: Change) -> Pending {
        let before = Arc::clone(self);
        self.site.tenant.db.write_erased(Box::new(move |tx| {
            let ctx = match before.authorized(tx, tx.now()) {
                Err(error) if forgives && is_forgivable(&error) => before.as_nobody(),
                ctx => ctx?,
            };
            tx.is_by_key(ctx.api_key_id());
            tx.is_requested_by(ctx.user_id().map_or(Requester::Visitor, Requester::Account));
            before.awaits_body.store(false, Ordering::Relaxed);
            job(tx, &ctx)
        }))
    }

    /// Runs a query. Roles loaded longer ago than `BELIEVED`, or before the body of the request was there, are checked
    /// again first.
    pub(in crate::app) fn read<T: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        self.read_erased(Lane::Quick, erased_read(job)).typed()
    }

    /// Like `read`, in the search pool, which schedules actors fairly.
    pub(in crate::app) fn search<T: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        let lane = Lane::Search(self.site.client_ip);
        self.read_erased(lane, erased_read(job)).typed()
    }

    /// Like `read`, in the pool for reports.
    pub(in crate::app) fn read_slow<T: Send + 'static>(
        self: &Arc<Self>,
        job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Outcome<T> {
        self.read_erased(Lane::Slow, erased_read(job)).typed()
    }

    fn read_erased(self: &Arc<Self>, lane: Lane, work: ReadWork) -> Pending {
        let admission = Arc::clone(self) as Arc<dyn Admission>;
        self.site.tenant.db.read_erased(lane, Some(admission), work)
    }

    /// Fails if the roles differ from those the read began with; it has to be repeated with the new ones.
    fn require_unchanged(self: &Arc<Self>, connection: &Connection) -> Result<()> {
        if matches!(self.authentication, Authentication::Answer) {
            return Ok(());
        }
        let now = self.authorized(connection, &self.clock.text())?;
        let roles = |ctx: &Self| {
            ctx.principal
                .as_ref()
                .map(|principal| (principal.roles.clone(), principal.organizations.clone()))
        };
        if roles(&now) == roles(self) {
            Ok(())
        } else {
            Err(Code::Forbidden.into())
        }
    }

    /// Whether a stream that was opened with these rights may go on.
    fn standing(self: &Arc<Self>, connection: &Connection) -> Result<Standing> {
        let now = self.clock.text();
        let (Authentication::Session(claim), Some(principal)) =
            (&self.authentication, &self.principal)
        else {
            return Ok(Standing::Ended);
        };
        match self.require_unchanged(connection) {
            Ok(()) => Ok(Standing::Holds {
                until: session::valid_until(connection, principal, &now)?,
            }),
            Err(error) if error.is(Code::SessionExpired) => {
                let (id, presented) = (principal.session_id, claim.presented());
                if session::was_renewed(connection, id, presented, &now)? {
                    Ok(Standing::Changed)
                } else {
                    Ok(Standing::Ended)
                }
            }
            Err(error) if error.status().is_client_error() => Ok(Standing::Changed),
            Err(error) => Err(error),
        }
    }

    /// The actor with their current roles: those that a new request would get.
    fn authorized(self: &Arc<Self>, connection: &Connection, now: &str) -> Result<Arc<Self>> {
        let principal = match &self.authentication {
            Authentication::None => return Ok(Arc::clone(self)),
            Authentication::Answer => return Err(Code::NotSignedIn.into()),
            Authentication::Session(claim) => claim.principal(connection, self, now)?,
            Authentication::Key(presented) => {
                let (key, _) = api_key::find(connection, presented, &self.site, now)?;
                let mut ctx = Self::clone(self).with_key(key.into());
                now.clone_into(&mut ctx.now);
                ctx.since = instant();
                return Ok(Arc::new(ctx));
            }
            Authentication::Worker => {
                let user_id = self.user_id().ok_or(Code::NotSignedIn)?;
                session::as_worker(connection, user_id, &self.site, now)?
            }
        };
        let mut ctx = Self::clone(self);
        if let Some(chosen) = self.organization_id {
            match require_choice(connection, &principal, chosen, now) {
                Err(error) if self.foreign_choice.forgives(&error) => ctx.organization_id = None,
                held => held?,
            }
        }
        ctx.roles.clone_from(&principal.roles);
        ctx.principal = Some(principal);
        now.clone_into(&mut ctx.now);
        ctx.since = instant();
        Ok(Arc::new(ctx))
    }

    fn as_nobody(&self) -> Arc<Self> {
        let (site, now) = (self.site.clone(), self.now.clone());
        let nobody = Self::new(site, None, None, (now, self.clock.clone()));
        Arc::new(nobody)
    }

    /// Records the hash against which the request's password was verified. What the password authorizes stays
    /// authorized while this hash is the stored one.
    pub(in crate::app) fn proved_by(&self, hash: Option<String>) {
        if let (Authentication::Session(claim), Some(hash)) = (&self.authentication, hash) {
            // Set once: a request carries one password.
            let _ = claim.proved.set(hash);
        }
    }

    /// The same actor's context for work that continues after the request.
    pub(in crate::app) fn as_work(&self) -> Arc<Self> {
        let mut work = self.clone();
        work.authentication = Authentication::Worker;
        work.awaits_body = Arc::default();
        Arc::new(work)
    }
}

/// True for errors after which an invalid session may count as none.
pub(in crate::app) fn is_forgivable(error: &Error) -> bool {
    error.status() == StatusCode::UNAUTHORIZED || session_restrictions::is_refusal(error)
}

/// Requires the chosen organisation to be one that the actor belongs to; centre staff may choose any that exists.
pub(in crate::app) fn require_choice(
    connection: &Connection,
    principal: &Principal,
    chosen: i64,
    now: &str,
) -> Result<()> {
    if principal.organizations.contains(&chosen) {
        return Ok(());
    }
    let is_staff = principal
        .roles
        .iter()
        .any(|role| matches!(role, Role::CenterSuperuser | Role::Admin));
    let is_allowed = connection
        .prepare_cached(
            "select 1 from roles where user_id = :user_id and scope_type in ('organization', 'school')
                and scope_id = :chosen and accepted_at is not null and (expires_at is null or expires_at > :now)
             union all
             select 1 from organizations where :is_staff and id = :chosen",
        )?
        .exists(named_params! {
            ":user_id": principal.user_id, ":chosen": chosen, ":is_staff": is_staff, ":now": now,
        })?;
    if is_allowed {
        Ok(())
    } else {
        Err(Code::OrganizationNotYours.into())
    }
}
