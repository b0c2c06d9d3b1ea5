//! Versions of a row: each write of a resource that declares `VERSIONS` keeps the row as it then was, with who, when
//! and what changed. The number kept is bounded. Restoring is an ordinary update, and so makes a new version.

use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde_json::{Map, Value};

use crate::db::Tx;
use crate::error::{Code, Result};
use crate::jsonapi::AuthContext;
use crate::jsonapi::schema::id::Id;
use crate::jsonapi::schema::resource::Resource;
use crate::jsonapi::schema::table::{Table, table};

/// Keeps the new state of a row; also the old one if the row is older than its versions.
pub(in crate::jsonapi) fn record(
    tx: &Tx,
    auth: &dyn AuthContext,
    (table, id): (&Table, i64),
    new: Value,
    old: Option<Value>,
) -> Result<()> {
    let Some(most) = table.versions else {
        return Ok(());
    };
    let new = writable(table, new);
    let old = old.map(|old| writable(table, old));
    let last = last_number(tx, (table, id))?;
    let changes: Vec<&String> = match &old {
        Some(old) => new
            .iter()
            .filter(|(name, value)| old.get(*name) != Some(*value))
            .map(|(name, _)| name)
            .collect(),
        None => Vec::new(),
    };
    if old.is_some() && changes.is_empty() {
        return Ok(());
    }
    let mut number = last.unwrap_or(0) + 1;
    if let (None, Some(old)) = (last, &old) {
        let first = (rusqlite::types::Value::Null, "[]", old);
        insert(tx, (table, id), number, first)?;
        number += 1;
    }
    let changes = serde_json::to_string(&changes)?;
    let version = (auth.value("user_id"), changes.as_str(), &new);
    insert(tx, (table, id), number, version)?;
    tx.prepare_cached(
        "delete from row_versions where subject_type = :type and subject_id = :id and number <= :oldest",
    )?
    .execute(named_params! {
        ":type": table.type_name,
        ":id": id,
        ":oldest": number - i64::from(most),
    })?;
    Ok(())
}

fn insert(
    tx: &Tx,
    (table, id): (&Table, i64),
    number: i64,
    (actor, changes, data): (rusqlite::types::Value, &str, &Map<String, Value>),
) -> Result<()> {
    tx.prepare_cached(
        "insert into row_versions (subject_type, subject_id, number, actor_id, changes, data, at)
         values (:type, :id, :number, :actor, :changes, :data, :now)",
    )?
    .execute(named_params! {
        ":type": table.type_name,
        ":id": id,
        ":number": number,
        ":actor": actor,
        ":changes": changes,
        ":data": serde_json::to_string(data)?,
        ":now": tx.now(),
    })?;
    Ok(())
}

fn last_number(connection: &Connection, (table, id): (&Table, i64)) -> Result<Option<i64>> {
    Ok(connection
        .prepare_cached(
            "select max(number) from row_versions where subject_type = ?1 and subject_id = ?2",
        )?
        .query_row((table.type_name, id), |row| row.get(0))?)
}

/// The attributes that a client may set: what a version holds and restores.
fn writable(table: &Table, attributes: Value) -> Map<String, Value> {
    let Value::Object(all) = attributes else {
        return Map::new();
    };
    let is_kept = |name: &str| {
        table
            .column(name)
            .is_some_and(|column| column.is_stored && !column.is_read_only && !column.is_write_only)
    };
    all.into_iter().filter(|(name, _)| is_kept(name)).collect()
}

/// The attributes of a version, for an update that restores it: those that the resource still has.
pub fn data<R: Resource>(
    connection: &Connection,
    id: Id<R>,
    number: i64,
) -> Result<Map<String, Value>> {
    let data: Option<String> = connection
        .prepare_cached(
            "select data from row_versions where subject_type = ?1 and subject_id = ?2 and number = ?3",
        )?
        .query_row((R::TYPE, id.number(), number), |row| row.get(0))
        .optional()?;
    let data: Map<String, Value> = serde_json::from_str(&data.ok_or(Code::NotFound)?)?;
    let table = table::<R>();
    Ok(data
        .into_iter()
        .filter(|(name, _)| {
            table
                .column(name)
                .is_some_and(|column| column.is_stored && !column.is_read_only)
        })
        .collect())
}

/// Removes the versions of a row that is purged.
pub fn forget(tx: &Tx, type_name: &str, id: i64) -> Result<()> {
    tx.execute(
        "delete from row_versions where subject_type = ?1 and subject_id = ?2",
        (type_name, id),
    )?;
    Ok(())
}
