//! Work that somebody asked for and that goes on without them: it may what they may by then.

use std::sync::Arc;

use super::App;
use super::access::{Access, Action};
use super::asking::Asking;
use super::session;
use super::site::Site;
use super::tenant::Tenant;
use crate::error::Result;
use crate::jsonapi::Resource;

impl<R: Resource, A: Action> Access<R, A> {
    /// What somebody may who asked for work that is still to be done, and is not there: with the rights they have now.
    pub async fn as_person(
        app: &Arc<App>,
        tenant: &Arc<Tenant>,
        (user_id, center_id, organization_id): (i64, i64, Option<i64>),
    ) -> Result<Self> {
        let site = Site::of_work(tenant, center_id).await?;
        let (of, now) = (site.clone(), app.clock.text());
        let who = tenant
            .db
            .read(move |connection| session::as_worker(connection, user_id, &of, &now))
            .await?;
        let asking = Asking::new(site, Some(who), organization_id, app.clock.text());
        Self::of(app, Arc::new(asking))
    }
}
