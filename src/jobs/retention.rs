//! Retention of personal data (docs/domain/retention.md#clocks): warns about, suspends, closes and anonymises
//! inactive accounts, and purges deleted objects. Driven by the clocks that the resources declare, each a query for the
//! rows that are due and an action for one row. Each row has its own transaction, which repeats the query, so that concurrent
//! processes never act twice.

use std::path::Path;

use rusqlite::{Connection, named_params};

use crate::base::clock::{days, later, months};
use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::model::declaration::{Clock, Period};
use crate::resources;

/// Maximum number of rows per clock and run; the remainder is processed in the next hour.
const BATCH: i64 = 500;
/// Maximum number of expired rows per transaction.
const EXPIRED_BATCH: i64 = 10_000;

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    for clock in resources::clocks() {
        if !due(clock, connection, now, 1, None)?.is_empty() {
            return Ok(true);
        }
    }
    for deleted in resources::soft_deleted() {
        if !deleted.due(connection, now, (1, None))?.is_empty() {
            return Ok(true);
        }
    }
    for (rows, before) in expired(now) {
        let sql = format!("select 1 from {} where {} limit 1", rows.table, rows.rows);
        if connection
            .prepare_cached(&sql)?
            .exists(named_params! {":before": before})?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Rows whose retention is counted in months, each with the moment before which they are deleted.
fn expired(
    now: &str,
) -> impl Iterator<Item = (&'static crate::model::declaration::Expired, String)> + use<> {
    let now = now.to_owned();
    resources::expired().filter_map(move |rows| match rows.after {
        Period::Months(count) => Some((rows, months(&now, -count))),
        Period::Days(_) => None,
    })
}

/// Runs every clock and returns the number of rows processed. A row that fails does not stop the others.
pub async fn retention(db: &Db) -> Result<usize> {
    let mut count = 0;
    for clock in resources::clocks() {
        let due = db
            .write(move |tx| due(clock, tx, tx.now(), BATCH, None))
            .await?;
        for id in due {
            let uploads = db.upload_folder();
            match db.write(move |tx| strike(clock, tx, id, &uploads)).await {
                Ok(is_done) => count += usize::from(is_done),
                Err(error) => {
                    tracing::error!(clock = clock.kind, id, %error, "a row was passed over");
                }
            }
        }
    }
    let purged = purge(resources::soft_deleted(), db).await?;
    if purged > 0 {
        db.write(|tx| Ok(crate::resources::vacancy::search::forget_search_words(tx)?))
            .await?;
    }
    db.write(|tx| Ok(crate::resources::page::search::forget_words(tx)?))
        .await?;
    count += purged;
    count += db
        .write(|tx| {
            let mut count = 0;
            for (rows, before) in expired(tx.now()) {
                let sql = format!(
                    "delete from {0} where id in (select id from {0} where {1} order by id limit :most)",
                    rows.table, rows.rows
                );
                count += tx
                    .prepare_cached(&sql)?
                    .execute(named_params! {":before": before, ":most": EXPIRED_BATCH})?;
            }
            Ok(count)
        })
        .await?;
    Ok(count)
}

/// Returns the ids of the rows that are due; with `id`, only that row if it is due.
fn due(
    clock: &Clock,
    connection: &Connection,
    now: &str,
    limit: i64,
    id: Option<i64>,
) -> Result<Vec<i64>> {
    let one = if id.is_some() { "t.id = :id and " } else { "" };
    let sql = format!(
        "select t.id from {} as t where {one}{} order by t.id limit :limit",
        clock.table, clock.rows
    );
    let mut statement = connection.prepare_cached(&sql)?;
    for (name, moment) in [
        (":now", now.to_owned()),
        (":d7", later(now, -days(7))),
        (":d14", later(now, -days(14))),
        (":d30", later(now, -days(30))),
        (":d90", later(now, -days(90))),
        (":m6", months(now, -6)),
        (":m11", months(now, -11)),
        (":m23", months(now, -23)),
        (":m24", months(now, -24)),
        (":m24_but_7d", later(&months(now, -24), days(7))),
        (":m36", months(now, -36)),
    ] {
        if let Some(index) = statement.parameter_index(name)? {
            statement.raw_bind_parameter(index, moment)?;
        }
    }
    for (name, value) in [(":id", id), (":limit", Some(limit))] {
        if let Some(index) = statement.parameter_index(name)? {
            statement.raw_bind_parameter(index, value)?;
        }
    }
    let mut rows = statement.raw_query();
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        ids.push(row.get(0)?);
    }
    Ok(ids)
}

/// Acts on one row unless it is no longer due. Returns whether it acted.
fn strike(clock: &Clock, tx: &Tx, id: i64, uploads: &Path) -> Result<bool> {
    if due(clock, tx, tx.now(), 1, Some(id))?.is_empty() {
        return Ok(false);
    }
    (clock.act)(tx, id, uploads)?;
    if clock.takes_away {
        log_erasure(tx, clock.kind)?;
    }
    Ok(true)
}

fn log_erasure(tx: &Tx, kind: &str) -> Result<()> {
    tx.prepare_cached("insert into erasures (kind, at) values (?1, ?2)")?
        .execute((kind, tx.now()))?;
    Ok(())
}

/// Purges the rows whose window for restoring is over, each in its own transaction.
pub(super) async fn purge(of: &'static [SoftDelete], db: &Db) -> Result<usize> {
    let mut count = 0;
    for deleted in of {
        let due = db
            .write(|tx| deleted.due(tx, tx.now(), (BATCH, None)))
            .await?;
        for id in due {
            let uploads = db.upload_folder();
            let purged = db.write(move |tx| {
                if deleted.due(tx, tx.now(), (1, Some(id)))?.is_empty() {
                    return Ok(false);
                }
                (deleted.purge)(tx, id, &uploads)?;
                log_erasure(tx, deleted.kind)?;
                Ok(true)
            });
            match purged.await {
                Ok(is_done) => count += usize::from(is_done),
                Err(error) => {
                    tracing::error!(table = deleted.table, id, %error, "a row was passed over");
                }
            }
        }
    }
    Ok(count)
}
