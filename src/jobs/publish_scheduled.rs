//! Job that carries out the effects of scheduled publishing. Visibility itself follows the clock and waits for no job.

use rusqlite::Connection;

use crate::db::Db;
use crate::error::Result;
use crate::jsonapi::schema::lifecycle::Scheduled;
use crate::resources;

/// Maximum number of effects per table and run.
const BATCH: u32 = 500;

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    any_due(resources::scheduled(), connection, now)
}

pub(super) fn any_due(of: &[Scheduled], connection: &Connection, now: &str) -> Result<bool> {
    for scheduled in of {
        if !scheduled.due(connection, now, 1)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the number of effects carried out.
pub async fn publish_scheduled(db: &Db) -> Result<usize> {
    carry_out(resources::scheduled(), db).await
}

/// Each effect has its own transaction; one that fails does not stop the others and is repeated.
pub(super) async fn carry_out(of: &'static [Scheduled], db: &Db) -> Result<usize> {
    let mut count = 0;
    for scheduled in of {
        let due = db.write(|tx| scheduled.due(tx, tx.now(), BATCH)).await?;
        for effect in due {
            let id = effect.id;
            match db.write(move |tx| scheduled.carry_out(tx, &effect)).await {
                Ok(is_done) => count += usize::from(is_done),
                Err(error) => {
                    tracing::error!(table = scheduled.table, id, %error, "a scheduled effect failed");
                }
            }
        }
    }
    Ok(count)
}
