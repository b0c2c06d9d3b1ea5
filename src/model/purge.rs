//! Purges deleted objects after thirty days (docs/domain/retention.md#deleted-objects): the row, its full-text
//! entries, its image, and everything written about it.
//!
//! Exceptions. *Applications* have their own retention: an applicant's history is kept for as long as
//! docs/domain/retention.md#clocks says, and counted afterwards. A vacancy or an organisation that an application
//! refers to is therefore blanked instead: dates and counts remain, texts are removed, and the row is no longer
//! readable. Everything else is deleted; since its id may be reused, *the audit log* keeps who did what and when, but
//! no longer the object's id. *People* are not deleted here: members lose their role and keep their account.

use rusqlite::named_params;

use crate::db::Tx;
use crate::error::Result;
use crate::model::effects::{Event, Happening};

/// Replacement for the name, shown to former applicants in the language of the centre.
macro_rules! named {
    ($nl:literal, $en:literal) => {
        concat!(
            "(select iif(c.locale = 'en', '",
            $en,
            "', '",
            $nl,
            "') from volunteer_centers c where c.id = volunteer_center_id)"
        )
    };
}
pub(crate) use named;

/// Columns overwritten in a blanked row, with their values.
pub(crate) type Blank = &'static [(&'static str, &'static str)];

/// Blanks or deletes the row itself, and deletes what was written about it.
pub(crate) fn forget(
    tx: &Tx,
    (table, id): (&'static str, i64),
    blank: Option<Blank>,
) -> Result<()> {
    for about in [
        "outbox",
        "tokens",
        "row_versions",
        "scheduled_effects",
        "told_in_digests",
        "view_counts",
    ] {
        tx.execute(
            &format!("delete from {about} where subject_type = ?1 and subject_id = ?2"),
            (table, id),
        )?;
    }
    Happening::new(tx, Event::RowPurged { table }, id).announce()?;
    let Some(blank) = blank else {
        tx.execute(
            "delete from transitions where subject_type = ?1 and subject_id = ?2",
            (table, id),
        )?;
        tx.execute(
            "update audit_events set subject_id = null, data = null where subject_type = ?1 and subject_id = ?2",
            (table, id),
        )?;
        tx.execute(&format!("delete from {table} where id = ?1"), [id])?;
        return Ok(());
    };
    tx.execute(
        "update audit_events set data = json_remove(data, '$.changes') where subject_type = ?1 and subject_id = ?2 and data is not null",
        (table, id),
    )?;
    // The dates of transitions are kept for statistics; messages are not.
    tx.execute(
        "update transitions set reason_text = null where subject_type = ?1 and subject_id = ?2",
        (table, id),
    )?;
    let set: Vec<String> = blank
        .iter()
        .map(|(column, value)| format!("{column} = {value}"))
        .collect();
    tx.prepare_cached(&format!(
        "update {table} set {} where id = :id",
        set.join(", ")
    ))?
    .execute(named_params! {":id": id, ":now": tx.now()})?;
    Ok(())
}

/// Whether a row of another table refers to this one, by the foreign keys of the schema.
pub(crate) fn is_referred_to(tx: &Tx, table: &str, id: i64) -> Result<bool> {
    let columns: Vec<(String, String)> = tx
        .prepare_cached(
            "select m.name, f.\"from\" from sqlite_schema m join pragma_foreign_key_list(m.name) f
              where m.type = 'table' and f.\"table\" = ?1",
        )?
        .query_map([table], |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    for (table, column) in columns {
        let sql = format!("select 1 from {table} where {column} = ?1");
        if exists(tx, &sql, id)? {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(crate) fn exists(tx: &Tx, sql: &str, id: i64) -> Result<bool> {
    Ok(tx.prepare_cached(sql)?.exists([id])?)
}

pub(crate) fn ids(tx: &Tx, sql: &str, id: i64) -> Result<Vec<i64>> {
    let ids = tx
        .prepare_cached(sql)?
        .query_map([id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

/// Deletes what a guest submitted and the confirmation email; the link is revoked.
pub(crate) fn forget_guest(tx: &Tx, token_id: i64) -> Result<()> {
    tx.execute(
        "delete from outbox where subject_type = 'tokens' and subject_id = ?1",
        [token_id],
    )?;
    tx.execute(
        "update tokens set data = null, email = null, expires_at = min(expires_at, ?2) where id = ?1",
        (token_id, tx.now()),
    )?;
    Ok(())
}
