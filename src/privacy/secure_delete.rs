//! The last of it. Deleting a row leaves its bytes in free pages, in the log beside the file and in the index of words;
//! this takes them too. It rewrites the file, so it waits for the night.

use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension};

use crate::base::clock::{days, later};
use crate::db::Db;
use crate::error::Result;
use crate::mail::is_deep_night;

/// Whether something was erased since the last time, and it is night or has waited for a whole day.
pub fn is_scrub_due(connection: &Connection, now: &str) -> Result<bool> {
    let oldest: Option<String> = connection
        .prepare_cached("select min(at) from erasures where scrubbed_at is null")?
        .query_row([], |row| row.get(0))
        .optional()?
        .flatten();
    Ok(oldest.is_some_and(|at| is_deep_night(now) || later(&at, DAY).as_str() <= now))
}

const DAY: SignedDuration = days(1);

/// Rewrites the file without what was deleted, and empties its log. Gives how many erasures are complete by it.
pub async fn scrub(db: &Db) -> Result<usize> {
    let seen: Vec<i64> = db
        .write(|tx| {
            let indexes: Vec<String> = tx
                .prepare("select name from sqlite_master where type = 'table' and sql like 'create virtual table%using fts5%'")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for index in indexes {
                // One segment, without the words of rows that are gone.
                tx.execute(&format!("insert into {index} ({index}) values ('optimize')"), [])?;
            }
            let mut statement = tx.prepare("select id from erasures where scrubbed_at is null")?;
            let seen = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            Ok(seen)
        })
        .await?;
    db.rewrite().await?;
    db.write(move |tx| {
        for id in &seen {
            tx.prepare_cached(
                "update erasures set scrubbed_at = ?2 where id = ?1 and scrubbed_at is null",
            )?
            .execute((id, tx.now()))?;
        }
        Ok(seen.len())
    })
    .await
}
