//! Secure deletion. A deleted row leaves its bytes in free pages, in the WAL and in the full-text index; this removes
//! them too. It rewrites the database file, and therefore runs at night.

use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension};

use crate::base::clock::{days, later};
use crate::db::Db;
use crate::error::Result;
use crate::mail::is_deep_night;

/// Returns whether rows were erased since the last scrub, and it is night or a whole day has passed.
pub fn is_scrub_due(connection: &Connection, now: &str) -> Result<bool> {
    let oldest: Option<String> = connection
        .prepare_cached("select min(at) from erasures where scrubbed_at is null")?
        .query_row([], |row| row.get(0))
        .optional()?
        .flatten();
    Ok(oldest.is_some_and(|at| is_deep_night(now) || later(&at, DAY).as_str() <= now))
}

const DAY: SignedDuration = days(1);

/// Rewrites the file without deleted content and truncates the WAL. Returns the number of erasures completed.
pub async fn scrub(db: &Db) -> Result<usize> {
    let seen: Vec<i64> = db
        .write(|tx| {
            let indexes: Vec<String> = tx
                .prepare("select name from sqlite_master where type = 'table' and sql like 'create virtual table%using fts5%'")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            for index in indexes {
                // Merges the full-text index into one segment, without the terms of deleted rows.
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
