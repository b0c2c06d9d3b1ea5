//! Capability for one list over several types: the rows of each type that its own rules allow.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use rusqlite::Connection;

use crate::app::App;
use crate::app::access::audit_log;
use crate::app::access::request_context::{ForeignChoice, RequestContext};
use crate::error::{Code, Error, Result};
use crate::jsonapi::query::union;
use crate::jsonapi::{Document, Query, Union};

pub struct UnionList<U> {
    ctx: Arc<RequestContext>,
    of: PhantomData<fn() -> U>,
}

impl<U: Union> FromRequestParts<Arc<App>> for UnionList<U> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let ctx = RequestContext::of(app, parts, ForeignChoice::Refused).await?;
        if !union::is_visible::<U>(&*ctx) {
            let refusal = match ctx.principal {
                None => Code::NotSignedIn,
                Some(_) => Code::Forbidden,
            };
            return Err(refusal.into());
        }
        super::admit(app, parts, &ctx)?;
        Ok(Self {
            ctx,
            of: PhantomData,
        })
    }
}

impl<U: Union> UnionList<U> {
    /// One page. Not cached: it depends on the clock and on the tables of every type.
    pub async fn list(&self, path: &str, query: Query) -> Result<Document> {
        let plan = query.plan_union::<U>()?;
        let is_search = plan.is_search;
        let (ctx, path) = (Arc::clone(&self.ctx), path.to_owned());
        let job = move |connection: &Connection| {
            union::list::<U>(connection, &*ctx, (&path, &query, &plan))
        };
        let page = if is_search {
            self.ctx.search(job).await?
        } else {
            self.ctx.read(job).await?
        };
        audit_log::note_union(&self.ctx, &page.counts).await?;
        Ok(Document::new(page.body, None))
    }
}
