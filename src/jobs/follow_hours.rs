//! Job that follows hours (docs/domain/states.md#hours): who confirms is mailed, silence confirms after thirty days, and who
//! was not checked out stayed until the end.

use rusqlite::Connection;

use super::counted;
use crate::db::Db;
use crate::error::Result;
use crate::resources::hours_entry::{check_in, follow};

const JOB: &str = "follow_hours";

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!check_in::not_checked_out(connection, now)?.is_empty()
        || !follow::to_confirm(connection, now)?.is_empty()
        || !follow::to_ask(connection, now)?.is_empty())
}

/// Returns how much was dealt with. Each in a transaction of its own, which checks again that it is due.
pub async fn follow_hours(db: &Db) -> Result<usize> {
    let mut count = 0;
    let staying = db
        .write(|tx| check_in::not_checked_out(tx, tx.now()))
        .await?;
    for (registration, occurrence) in staying {
        let outcome = db
            .write(move |tx| check_in::log_until_end(tx, registration, occurrence))
            .await;
        count += counted(JOB, registration, outcome);
    }
    let waiting = db.write(|tx| follow::to_confirm(tx, tx.now())).await?;
    for id in waiting {
        count += counted(JOB, id, db.write(move |tx| follow::confirm(tx, id)).await);
    }
    let asked = db.write(|tx| follow::to_ask(tx, tx.now())).await?;
    for asked in asked {
        let (follow::Asked::Organization(id) | follow::Asked::Mentor(id)) = asked;
        count += counted(JOB, id, db.write(move |tx| follow::ask(tx, asked)).await);
    }
    Ok(count)
}
