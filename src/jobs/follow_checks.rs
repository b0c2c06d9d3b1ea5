//! Job that follows checks: both sides are told once that one runs out (docs/domain/states.md#checks).

use rusqlite::Connection;

use super::counted;
use crate::db::Db;
use crate::error::Result;
use crate::resources::check::follow;

const JOB: &str = "follow_checks";

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!follow::to_warn(connection, now)?.is_empty())
}

/// Returns how many were dealt with. Each in a transaction of its own, which checks again that it is due.
pub async fn follow_checks(db: &Db) -> Result<usize> {
    let mut count = 0;
    let warning = db.write(|tx| follow::to_warn(tx, tx.now())).await?;
    for id in warning {
        count += counted(JOB, id, db.write(move |tx| follow::warn(tx, id)).await);
    }
    Ok(count)
}
