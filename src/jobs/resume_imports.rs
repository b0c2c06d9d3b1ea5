//! Job that goes on with imports of organisations that a restart of the server interrupted.

use std::sync::Arc;

use super::{Check, Jobs, WHY};
use crate::app::App;
use crate::app::access::Access;
use crate::app::tenancy::tenant::Tenant;
use crate::error::Result;
use crate::resources::import::work;

impl Jobs {
    pub(super) fn imports_left(&self) -> Check {
        let run = self.app.run().to_owned();
        Box::new(move |connection, now| work::is_left(connection, now, &run))
    }

    /// Runs outside the per-tenant jobs: each import runs with its requester's current permissions.
    pub(super) async fn resume_imports(&self, closed: Vec<String>) {
        for tenant in self.open_and(closed) {
            match resume_imports(&self.app, &tenant).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(tenant = tenant.name, count, "imports go on"),
                Err(error) => {
                    tracing::error!(tenant = tenant.name, %error, "imports did not go on");
                }
            }
        }
    }
}

/// Goes on with the imports of other processes and returns their number.
pub async fn resume_imports(app: &Arc<App>, tenant: &Arc<Tenant>) -> Result<usize> {
    let (run, now) = (app.run().to_owned(), app.clock().text());
    let db = tenant.unguarded(WHY);
    let asked = run.clone();
    if !db
        .read(move |connection| work::is_left(connection, &now, &asked))
        .await?
    {
        return Ok(0);
    }
    let claimed = run.clone();
    let left = db.write(move |tx| work::take_over(tx, &claimed)).await?;
    let count = left.len();
    for (id, by) in left {
        match Access::as_person(app, tenant, by).await {
            Ok(access) => {
                let run = run.clone();
                tokio::spawn(async move { work::finish(&access, id, &run, None).await });
            }
            // The requester no longer has the right.
            Err(error) => {
                tracing::warn!(tenant = tenant.name, import = id.number(), %error, "an import does not go on");
                db.write(move |tx| work::fail(tx, id)).await?;
            }
        }
    }
    Ok(count)
}
