//! Counts of lists, from the cache of the tenant.

use super::RequestContext;
use crate::error::Result;
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::query::rows::{CountSource, Question};

/// The tenant's count cache, for one query of one actor.
pub struct CachedCounts<'a>(pub &'a RequestContext, pub &'a CachePolicy);

impl CountSource for CachedCounts<'_> {
    fn total(&self, question: Question, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64> {
        let Self(ctx, keep) = self;
        let totals = &ctx.site.tenant.totals;
        totals.get(question, keep, ctx.second(), count)
    }
}
