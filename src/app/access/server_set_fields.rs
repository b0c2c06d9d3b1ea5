//! Server-set fields. A client may send them back unchanged, as in a document that it read; a different value is an
//! error (docs/decisions/0023).

use std::collections::BTreeSet;

use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::app::access::visible_rows::AnyRows;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::schema::table::{Column, Kind};
use crate::jsonapi::write::store::{self, is_same};
use crate::jsonapi::{Query, Table};

/// Validates the server-set fields of a new row: default values only.
pub(in crate::app) fn validate_new(table: &Table, attributes: &Map<String, Value>) -> Result<()> {
    let is_default = |name: &str, value: &Value| {
        let default = table.schema.pointer(&format!("/properties/{name}/default"));
        value.is_null() || default.is_some_and(|default| is_same(value, default))
    };
    refuse(sent(table, attributes).filter(|(column, value)| !is_default(&column.name, value)))
}

/// Validates the server-set fields of an update against the row's current values, as visible to the actor.
pub(in crate::app) fn check(
    connection: &Connection,
    rows: &AnyRows,
    (table, id): (&'static Table, i64),
    attributes: &Map<String, Value>,
) -> Result<()> {
    if sent(table, attributes).next().is_none() {
        return Ok(());
    }
    let body = rows.shown_of(connection, id, &Query::default())?.body;
    let document: Value = serde_json::from_slice(&body)?;
    let is_as_shown = |name: &str, value: &Value| {
        let shown = document.pointer(&format!("/data/attributes/{name}"));
        is_same(value, shown.unwrap_or(&Value::Null))
    };
    // A document that was read includes the row's creation time.
    let was_read = attributes
        .get("created_at")
        .is_some_and(|value| !value.is_null() && is_as_shown("created_at", value));
    refuse(sent(table, attributes).filter(|(column, value)| {
        !(is_as_shown(&column.name, value) || was_read && moves_by_itself(column))
    }))
}

/// Validates the to-many relationships of an update: the rows that a read of the row includes, in any order.
pub(in crate::app) fn check_to_many(
    connection: &Connection,
    rows: &AnyRows,
    id: i64,
    sent: Vec<(String, Value)>,
) -> Result<()> {
    let mut faults = Vec::new();
    for (name, sent) in sent {
        let query = Query::default().with("include", &name);
        let body = rows.shown_of(connection, id, &query)?.body;
        let document: Value = serde_json::from_slice(&body)?;
        let shown = document.pointer(&format!("/data/relationships/{name}/data"));
        let named = |rows: Option<&Value>| -> BTreeSet<String> {
            let rows = rows.and_then(Value::as_array).into_iter().flatten();
            rows.map(|row| format!("{} {}", row["type"], row["id"]))
                .collect()
        };
        if !sent.is_array() || named(Some(&sent)) != named(shown) {
            faults.push(store::read_only(&name));
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

/// True for fields that change without an edit: counts, measurements, timestamps, computed columns.
fn moves_by_itself(column: &Column) -> bool {
    !column.is_stored
        || matches!(column.kind, Kind::Integer | Kind::Real)
        || column.name.ends_with("_at")
}

fn sent<'a>(
    table: &'a Table,
    attributes: &'a Map<String, Value>,
) -> impl Iterator<Item = (&'a Column, &'a Value)> {
    attributes.iter().filter_map(|(name, value)| {
        let column = table.column(name).filter(|column| column.is_read_only)?;
        Some((column, value))
    })
}

fn refuse<'a>(changed: impl Iterator<Item = (&'a Column, &'a Value)>) -> Result<()> {
    let faults: Vec<FieldFault> = changed
        .map(|(column, _)| FieldFault::attribute(&column.name, "read_only"))
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}
