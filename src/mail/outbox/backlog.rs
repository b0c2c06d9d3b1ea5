//! What waits in an outbox although it might have gone, for the figures of the program.

use rusqlite::{Connection, Result, named_params};

use super::may_leave;
use crate::mail::is_quiet;

/// Letters of one outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backlog {
    /// Due and not gone; nothing that is held after a restore, and at night only what is mandatory.
    pub waiting: i64,
    /// Since when the oldest of them has been due; RFC 3339, UTC.
    pub due_since: Option<String>,
    /// Given up.
    pub failed: i64,
}

pub fn backlog(connection: &Connection, now: &str) -> Result<Backlog> {
    connection
        .prepare_cached(concat!(
            "select count(*), min(next_attempt_at),
                    (select count(*) from outbox where status = 'failed')
               from outbox
              where status in ('waiting', 'sending')
                and next_attempt_at <= :now
                and (mandatory or :is_day)
                and ",
            may_leave!()
        ))?
        .query_row(
            named_params! {":now": now, ":is_day": !is_quiet(now)},
            |row| {
                Ok(Backlog {
                    waiting: row.get(0)?,
                    due_since: row.get(1)?,
                    failed: row.get(2)?,
                })
            },
        )
}
