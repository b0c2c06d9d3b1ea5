//! Background job that runs with the requester's current permissions.

use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::app::access::request_context::RequestContext;
use crate::app::access::{Access, Action};
use crate::app::auth::session;
use crate::app::tenancy::request_target::Site;
use crate::app::tenancy::tenant::Tenant;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource;

/// How long a job waits for a disk that does not take what it writes.
pub const DISK_AGAIN: Duration = Duration::from_secs(5);

impl<R: Resource, A: Action> Access<R, A> {
    /// The access of a job's requester outside any request, with the roles they hold now.
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
        let ctx = RequestContext::new(site, Some(who), organization_id, app.moment());
        Self::of(app, ctx.as_work())
    }

    /// Detaches the access from its request and session, for work that continues after both. The permissions are read
    /// again at each use.
    #[must_use]
    pub fn into_work(self) -> Self {
        let work = self.ctx().as_work();
        self.with(work)
    }

    /// Records that a job was abandoned. Needs no permission: its requester may have lost theirs, which may be the
    /// reason. A disk that does not take it is asked again: what is recorded as being worked on is done by nobody else.
    pub async fn give_up(&self, job: impl Fn(&Tx) -> Result<()> + Clone + Send + 'static) {
        while let Err(error) = self.ctx().site.tenant.db.write(job.clone()).await {
            if !error.is_of_disk() {
                tracing::error!(%error, "that a job was given up was not written down");
                return;
            }
            tokio::time::sleep(DISK_AGAIN).await;
        }
    }
}
