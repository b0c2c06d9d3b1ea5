//! What only the server sets. Who sends back a whole document that was read sends it too: that is no fault. Who sends
//! something else hears that it does not change (docs/decisions/0023).

use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::app::access::Rows;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::schema::table::{Column, Kind};
use crate::jsonapi::write::store::is_same;
use crate::jsonapi::{Id, Query, Resource, Table};

/// What a new row is sent with: nothing but what it would have anyway.
pub(in crate::app) fn validate_new(table: &Table, attributes: &Map<String, Value>) -> Result<()> {
    let is_default = |name: &str, value: &Value| {
        let default = table.schema.pointer(&format!("/properties/{name}/default"));
        value.is_null() || default.is_some_and(|default| is_same(value, default))
    };
    refuse(sent(table, attributes).filter(|(column, value)| !is_default(&column.name, value)))
}

/// What a row is changed with: what the asker is shown of it, as it stands.
pub(in crate::app) fn check<R: Resource>(
    connection: &Connection,
    rows: &Rows<R>,
    id: Id<R>,
    attributes: &Map<String, Value>,
) -> Result<()> {
    let table = crate::jsonapi::table::<R>();
    if sent(table, attributes).next().is_none() {
        return Ok(());
    }
    let body = rows.shown_of(connection, id, &Query::default())?.body;
    let document: Value = serde_json::from_slice(&body)?;
    let is_as_shown = |name: &str, value: &Value| {
        let shown = document.pointer(&format!("/data/attributes/{name}"));
        is_same(value, shown.unwrap_or(&Value::Null))
    };
    // A document that was read says when its row was made.
    let was_read = attributes
        .get("created_at")
        .is_some_and(|value| !value.is_null() && is_as_shown("created_at", value));
    refuse(sent(table, attributes).filter(|(column, value)| {
        !(is_as_shown(&column.name, value) || was_read && moves_by_itself(column))
    }))
}

/// What changes without anybody changing what was read: counts, measures, moments, what is worked out while it is read.
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
