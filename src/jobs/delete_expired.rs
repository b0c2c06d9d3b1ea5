//! Job that deletes expired rows (docs/domain/retention.md#clocks), driven by one list of tables and retention
//! periods.

use rusqlite::{Connection, named_params};

use crate::app::limits::per_key;
use crate::base::clock::{days, later};
use crate::db::Db;
use crate::error::Result;
use crate::mail::outbox;
use crate::resources::user::access::offer;

/// Retention of sent and failed emails, in days.
const LETTERS: i64 = 90;

/// Retention rules: table, condition on its rows, retention in days.
const RULES: &[(&str, &str, i64)] = &[
    ("idempotency_keys", "created_at < :before", 1),
    (
        "sessions",
        "expires_at < :before or revoked_at < :before",
        0,
    ),
    // Authenticator apps whose setup was never confirmed; devices whose cookie no browser holds any more.
    (
        "second_factors",
        "confirmed_at is null and created_at < :before",
        1,
    ),
    ("passkey_challenges", "expires_at < :before", 0),
    ("signup_attempts", "expires_at < :before", 0),
    ("known_devices", "used_at < :before", 365),
    // A used or expired link is reported as such for a while before it becomes unknown.
    ("tokens", "expires_at < :before", 30),
    ("feed_tokens", "revoked_at < :before", 30),
    ("view_counts", "day < :before", 730),
    ("internal_notes", "created_at < :before", 730),
    ("exports", "expires_at < :before", 0),
    // The uploaded file is not retained beside the accounts created from it.
    ("imports", "created_at < :before", 7),
];

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    for (table, rows, after) in RULES {
        let sql = format!("select 1 from {table} where {rows} limit 1");
        let before = later(now, -days(*after));
        if connection
            .prepare_cached(&sql)?
            .exists(named_params! {":before": before})?
        {
            return Ok(true);
        }
    }
    let before = later(now, -days(LETTERS));
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
    for (table, rows, after) in RULES {
        count += db
            .write(move |tx| {
                let before = later(tx.now(), -days(*after));
                let sql = format!("delete from {table} where {rows}");
                Ok(tx
                    .prepare_cached(&sql)?
                    .execute(named_params! {":before": before})?)
            })
            .await?;
    }
    count += db
        .write(|tx| Ok(per_key::forget(tx)? + outbox::delete_expired(tx, tx.now(), LETTERS)?))
        .await?;
    count += db.write(offer::expire).await?;
    Ok(count)
}
