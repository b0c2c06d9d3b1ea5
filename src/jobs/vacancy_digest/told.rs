//! What somebody was mailed about: nothing twice within sixty days, also what went offline and came back.

use std::collections::BTreeSet;

use rusqlite::{Connection, named_params};

use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::Result;

/// Kept as long by the declaration of users.
const DAYS: i64 = 60;

/// The ids of a type that somebody was mailed about lately.
pub(super) fn lately(
    connection: &Connection,
    user_id: i64,
    subject_type: &str,
    now: &str,
) -> Result<BTreeSet<i64>> {
    Ok(connection
        .prepare_cached(
            "select subject_id from told_in_digests
              where user_id = :user_id and subject_type = :type and at > :since",
        )?
        .query_map(
            named_params! {":user_id": user_id, ":type": subject_type, ":since": later(now, -days(DAYS))},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

pub(super) fn note(tx: &Tx, user_id: i64, subject_type: &str, ids: &[i64]) -> Result<()> {
    let mut statement = tx.prepare_cached(
        "insert into told_in_digests (user_id, subject_type, subject_id, at) values (:user_id, :type, :id, :now)
             on conflict do update set at = excluded.at",
    )?;
    for id in ids {
        statement.execute(
            named_params! {":user_id": user_id, ":type": subject_type, ":id": id, ":now": tx.now()},
        )?;
    }
    Ok(())
}
