//! Job that mails who asks for help, or offers it, what others offer or ask that fits
//! (docs/domain/rights.md#person-to-person-help).

use rusqlite::Connection;

use super::counted;
use crate::db::Db;
use crate::error::Result;
use crate::resources::vacancy::help_match::{due, tell};

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!due(connection, now, None)?.is_empty())
}

/// Returns how many were mailed. Each in a transaction of its own, which checks again that it is due.
pub async fn follow_help(db: &Db) -> Result<usize> {
    let mut count = 0;
    let waiting = db.write(|tx| due(tx, tx.now(), None)).await?;
    for id in waiting {
        let written = db.write(move |tx| tell(tx, id)).await;
        count += counted("follow_help", id, written);
    }
    Ok(count)
}
