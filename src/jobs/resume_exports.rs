//! Job that resumes exports interrupted by a restart of the server.

use std::sync::Arc;

use rusqlite::Connection;

use super::{Check, Jobs, WHY};
use crate::app::App;
use crate::app::access::Access;
use crate::app::tenancy::tenant::Tenant;
use crate::error::Result;
use crate::resources::export::{is_left, take_over};

impl Jobs {
    pub(super) fn exports_left(&self) -> Check {
        let run = self.app.run().to_owned();
        Box::new(move |connection, now| is_left(connection, now, &run))
    }

    /// Runs outside the per-tenant jobs: each export runs with its requester's current permissions.
    pub(super) async fn resume_exports(&self, closed: Vec<String>) {
        for tenant in self.open_and(closed) {
            match resume_exports(&self.app, &tenant).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(tenant = tenant.name, count, "files are made again"),
                Err(error) => {
                    tracing::error!(tenant = tenant.name, %error, "files were not made again");
                }
            }
        }
    }
}

/// Resumes the exports of another process and returns their number.
pub async fn resume_exports(app: &Arc<App>, tenant: &Arc<Tenant>) -> Result<usize> {
    let (run, now) = (app.run().to_owned(), app.clock().text());
    let db = tenant.unguarded(WHY);
    let asked = run.clone();
    let is_left = move |connection: &Connection| is_left(connection, &now, &asked);
    if !db.read(is_left).await? {
        return Ok(0);
    }
    let left = db.write(move |tx| take_over(tx, &run)).await?;
    let count = left.len();
    for file in left {
        match Access::as_person(app, tenant, file.by).await {
            Ok(access) => file.begin(access),
            // The requester no longer has export permission.
            Err(error) => {
                tracing::warn!(tenant = tenant.name, export = file.id.number(), %error, "a file is not made again");
                let run = app.run().to_owned();
                db.write(move |tx| file.give_up(tx, &run)).await?;
            }
        }
    }
    Ok(count)
}
