//! Job that deletes expired rows (docs/domain/retention.md#clocks), driven by the retention that the
//! resources declare.

use rusqlite::{Connection, named_params};

use crate::app::limits::per_key;
use crate::base::clock::{days, later};
use crate::db::Db;
use crate::error::Result;
use crate::mail::outbox;
use crate::model::declaration::Period;
use crate::resources;
use crate::resources::user::access::offer;

/// Retention of sent and failed emails, in days.
const DAYS_OF_SENT_EMAILS: i64 = 90;

/// Rows whose retention is counted in days: table, condition, days.
fn rules() -> impl Iterator<Item = (&'static str, &'static str, i64)> {
    resources::expired().filter_map(|expired| match expired.after {
        Period::Days(days) => Some((expired.table, expired.rows, days)),
        Period::Months(_) => None,
    })
}

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    for (table, rows, after) in rules() {
        let sql = format!("select 1 from {table} where {rows} limit 1");
        let before = later(now, -days(after));
        if connection
            .prepare_cached(&sql)?
            .exists(named_params! {":before": before})?
        {
            return Ok(true);
        }
    }
    let before = later(now, -days(DAYS_OF_SENT_EMAILS));
    let has_more = connection
        .prepare_cached(
            "select 1 from attempts where at < :yesterday
              union all
             select 1 from outbox where status in ('sent', 'failed') and created_at < :before
              union all
             select 1 from role_invitations i
               join users u on u.id = i.user_id and u.status <> 'invited'
              where i.state = 'sent' and i.expires_at <= :now
              limit 1",
        )?
        .exists(named_params! {
            ":yesterday": later(now, -days(1)),
            ":before": before,
            ":now": now,
        })?;
    Ok(has_more)
}

/// Deletes the expired rows of every rule and returns their number.
pub async fn delete_expired(db: &Db) -> Result<usize> {
    let mut count = 0;
    // One transaction per rule: the write lock is held briefly, and a failure does not roll back the other rules.
    for (table, rows, after) in rules() {
        count += db
            .write(move |tx| {
                let before = later(tx.now(), -days(after));
                let sql = format!("delete from {table} where {rows}");
                Ok(tx
                    .prepare_cached(&sql)?
                    .execute(named_params! {":before": before})?)
            })
            .await?;
    }
    count += db
        .write(|tx| {
            Ok(per_key::forget(tx)? + outbox::delete_expired(tx, tx.now(), DAYS_OF_SENT_EMAILS)?)
        })
        .await?;
    count += db.write(offer::expire).await?;
    Ok(count)
}
