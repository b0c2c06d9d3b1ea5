//! Writing of nested lists. A sent list changes the stored one item by item: an item with an `id` updates its row, one
//! without creates a row, `_destroy` deletes it, and rows that are not named stay. Errors point to the sent item.

use std::collections::HashSet;

use rusqlite::types::Value as SqlValue;
use serde_json::{Map, Value};

use super::input::tidied;
use super::store::to_sql;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::schema::nested::{Nested, NestedTable};
use crate::jsonapi::schema::table::Table;

const NO_ITEMS: &[Value] = &[];

fn items(list: Option<&Value>) -> &[Value] {
    list.and_then(Value::as_array)
        .map_or(NO_ITEMS, Vec::as_slice)
}

/// Replaces each sent list in `attributes` by the complete list that results from it.
pub(in crate::jsonapi) fn complete(
    table: &Table,
    old: &Map<String, Value>,
    attributes: &mut Map<String, Value>,
) -> Result<()> {
    let mut faults = Vec::new();
    for nested in table.nested {
        if let Some(sent) = attributes.get_mut(nested.field) {
            let stored = items(old.get(nested.field));
            *sent = merged(nested, stored, sent, nested.field, &mut faults);
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(faults))
    }
}

fn merged(
    nested: &Nested,
    stored: &[Value],
    sent: &Value,
    path: &str,
    faults: &mut Vec<FieldFault>,
) -> Value {
    let Some(sent) = sent.as_array() else {
        faults.push(mistyped(path, "a sequence"));
        return Value::Null;
    };
    let table = (nested.item)();
    let mut kept: Vec<Value> = stored.to_vec();
    let mut placed: Vec<(usize, Value)> = Vec::new();
    let mut named = HashSet::new();
    for (index, item) in sent.iter().enumerate() {
        let path = format!("{path}/{index}");
        let Some(item) = item.as_object() else {
            faults.push(mistyped(&path, "a map"));
            continue;
        };
        let id = match item.get("id") {
            None | Some(Value::Null) => None,
            Some(Value::Number(id)) => Some(id.to_string()),
            Some(Value::String(id)) => Some(id.clone()),
            Some(_) => {
                faults.push(FieldFault::attribute(&format!("{path}/id"), "not_found"));
                continue;
            }
        };
        let is_destroyed = match item.get("_destroy") {
            None | Some(Value::Null | Value::Bool(false)) => false,
            Some(Value::Bool(true)) => true,
            Some(_) => {
                faults.push(mistyped(&format!("{path}/_destroy"), "a boolean"));
                continue;
            }
        };
        let known = match &id {
            None => None,
            Some(id) => {
                let pointer = format!("{path}/id");
                if !named.insert(id.clone()) {
                    faults.push(FieldFault::attribute(&pointer, "contradicts"));
                    continue;
                }
                // The same answer for an id of another parent's list: its existence is not disclosed.
                let Some(at) = stored.iter().position(|row| row["id"] == **id) else {
                    faults.push(FieldFault::attribute(&pointer, "not_found"));
                    continue;
                };
                stored.get(at)
            }
        };
        let here = kept.iter().position(|row| Some(row) == known);
        if is_destroyed {
            if let Some(here) = here {
                kept.remove(here);
            }
            continue;
        }
        let whole = merged_item(table, known, item, &path, faults);
        let position = item.get("position").and_then(Value::as_u64);
        match (position, here) {
            (Some(position), here) => {
                if let Some(here) = here {
                    kept.remove(here);
                }
                let position = usize::try_from(position).unwrap_or(usize::MAX);
                placed.push((position.saturating_sub(1), whole));
            }
            (None, Some(here)) => {
                if let Some(row) = kept.get_mut(here) {
                    *row = whole;
                }
            }
            (None, None) => kept.push(whole),
        }
    }
    placed.sort_by_key(|(position, _)| *position);
    for (position, item) in placed {
        kept.insert(position.min(kept.len()), item);
    }
    if kept.len() > nested.most {
        faults.push(FieldFault::attribute(path, "items").with("max", nested.most));
    }
    for (index, item) in kept.iter_mut().enumerate() {
        item["position"] = (index + 1).into();
    }
    kept.into()
}

/// The stored item with the sent fields, validated.
fn merged_item(
    table: &NestedTable,
    known: Option<&Value>,
    sent: &Map<String, Value>,
    path: &str,
    faults: &mut Vec<FieldFault>,
) -> Value {
    let before = known.and_then(Value::as_object);
    let mut item = before.cloned().unwrap_or_default();
    for (name, value) in sent {
        if name == "id" || name == "_destroy" {
            continue;
        }
        let inner = table.nested.iter().find(|nested| nested.field == name);
        let column = table.columns.iter().find(|column| column.name == *name);
        let path = format!("{path}/{name}");
        match (inner, column) {
            (Some(inner), _) => {
                let stored = items(before.and_then(|before| before.get(name)));
                item.insert(name.clone(), merged(inner, stored, value, &path, faults));
            }
            (None, Some(column)) if column.is_read_only => {}
            (None, Some(_)) => {
                let value = match value {
                    Value::String(text) => tidied(text),
                    other => other.clone(),
                };
                item.insert(name.clone(), value);
            }
            (None, None) => faults.push(FieldFault::attribute(&path, "unknown")),
        }
    }
    item.retain(|_, value| !value.is_null());
    // The lists inside have been validated with pointers of their own.
    let mut own = item.clone();
    for inner in table.nested {
        own.insert(inner.field.to_owned(), Value::Array(Vec::new()));
    }
    own.entry("position").or_insert(1.into());
    let required: Vec<&str> = table.required.iter().map(String::as_str).collect();
    if let Err(Error::Invalid(found)) = (table.validate)(&required, own) {
        faults.extend(found.into_iter().map(|mut fault| {
            let field = fault.pointer.trim_start_matches("/data/attributes");
            fault.pointer = format!("/data/attributes/{path}{field}");
            fault
        }));
    }
    Value::Object(item)
}

fn mistyped(path: &str, expected: &str) -> FieldFault {
    let reason = format!("invalid type, expected {expected}");
    FieldFault::attribute(path, "type").with("reason", reason)
}

/// Stores the lists of a row: `before` and `after` are its attributes.
pub(in crate::jsonapi) fn save(
    tx: &Tx,
    declared: &[Nested],
    parent: i64,
    before: &Value,
    after: &Value,
) -> Result<()> {
    for nested in declared {
        let table = (nested.item)();
        let (before, after) = (
            items(before.get(nested.field)),
            items(after.get(nested.field)),
        );
        for row in before {
            if !after.iter().any(|item| item["id"] == row["id"]) {
                let id = id_of(row)?;
                save(tx, table.nested, id, row, &Value::Null)?;
                tx.prepare_cached(&format!("delete from {} where id = ?1", table.name))?
                    .execute([id])?;
            }
        }
        for item in after {
            let known = before
                .iter()
                .find(|row| !item["id"].is_null() && row["id"] == item["id"]);
            let id = store_item(tx, table, parent, known, item)?;
            save(tx, table.nested, id, known.unwrap_or(&Value::Null), item)?;
        }
    }
    Ok(())
}

fn store_item(
    tx: &Tx,
    table: &NestedTable,
    parent: i64,
    known: Option<&Value>,
    item: &Value,
) -> Result<i64> {
    let values: Vec<(&str, SqlValue)> = table
        .columns
        .iter()
        .map(|column| {
            let value = item.get(&column.name).unwrap_or(&Value::Null);
            Ok((column.name.as_str(), to_sql(column.kind, value)?))
        })
        .collect::<Result<_>>()?;
    if let Some(known) = known {
        let id = id_of(known)?;
        let is_changed = |(name, _): &(&str, SqlValue)| known.get(*name) != item.get(*name);
        if values.iter().any(is_changed) {
            let sets: Vec<String> = values
                .iter()
                .enumerate()
                .map(|(index, (name, _))| format!("{name} = ?{}", index + 2))
                .collect();
            let sql = format!(
                "update {} set {} where id = ?1",
                table.name,
                sets.join(", ")
            );
            let mut statement = tx.prepare_cached(&sql)?;
            statement.raw_bind_parameter(1, id)?;
            for (index, (_, value)) in values.iter().enumerate() {
                statement.raw_bind_parameter(index + 2, value)?;
            }
            statement.raw_execute()?;
        }
        return Ok(id);
    }
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let marks: Vec<String> = (2..values.len() + 2)
        .map(|index| format!("?{index}"))
        .collect();
    let sql = format!(
        "insert into {} ({}, {}) values (?1, {})",
        table.name,
        table.parent,
        names.join(", "),
        marks.join(", ")
    );
    let mut statement = tx.prepare_cached(&sql)?;
    statement.raw_bind_parameter(1, parent)?;
    for (index, (_, value)) in values.iter().enumerate() {
        statement.raw_bind_parameter(index + 2, value)?;
    }
    statement.raw_execute()?;
    Ok(tx.last_insert_rowid())
}

fn id_of(item: &Value) -> Result<i64> {
    let id = item["id"].as_str().and_then(|id| id.parse().ok());
    id.ok_or_else(|| Error::internal("a stored item has an id"))
}
