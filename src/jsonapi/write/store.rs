//! Storage of rows: load, merge, type, validate, save. A full document and a single changed field take the same path,
//! so that a partial update cannot skip a rule. Everything runs inside the writer's transaction.

use std::fmt::Write as _;

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension};
use serde_json::{Map, Value};

use super::input::{complete, settable, tidy};
use super::{nested, references, versions};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::query::select::write_value;
use crate::jsonapi::schema::id::Id;
use crate::jsonapi::schema::resource::{MostPer, Resource, Saving};
use crate::jsonapi::schema::table::{Column, Kind, Table, table};
use crate::jsonapi::{AuthContext, Visibility};

pub use super::input::{
    attributes_of, changes_of, invalid, names_row, new_attributes_of, tidied, typed, whole,
};
pub(crate) use super::input::{is_same, is_to_many, read_only, take_to_many};

type Create = fn(&Tx, &dyn AuthContext, Option<&Visibility>, Map<String, Value>) -> Result<i64>;
type Update =
    fn(&Tx, &dyn AuthContext, &Visibility, i64, Map<String, Value>) -> Result<Vec<Changed>>;

/// Writing rows of a type that is known by its table.
#[derive(Clone, Copy)]
pub struct Storage {
    pub create: Create,
    pub update: Update,
    /// With the id of who removes the row.
    pub remove: fn(&Tx, i64, Option<i64>) -> Result<()>,
}

impl Storage {
    pub(in crate::jsonapi) fn of<R: Resource>() -> Self {
        Self {
            create: |tx, auth, visibility, attributes| {
                create::<R>(tx, auth, visibility, attributes).map(Id::number)
            },
            update: |tx, auth, visibility, id, attributes| {
                update::<R>(tx, auth, visibility, Id::new(id), attributes)
            },
            remove: |tx, id, actor_id| R::remove(tx, Id::new(id), actor_id),
        }
    }
}

/// Loads a complete row for the server's own use, without visibility.
pub fn load<R: Resource>(connection: &Connection, id: Id<R>) -> Result<Option<R::Attributes>> {
    Ok(load_map(connection, table::<R>(), id.number())?
        .map(|attributes| serde_json::from_value(Value::Object(attributes)))
        .transpose()?)
}

fn load_map(connection: &Connection, table: &Table, id: i64) -> Result<Option<Map<String, Value>>> {
    let stored: Vec<&Column> = table
        .columns
        .iter()
        .filter(|column| column.is_stored || column.is_nested)
        .collect();
    let names: Vec<&str> = stored.iter().map(|column| column.sql.as_str()).collect();
    let sql = format!(
        "select {} from {} t where t.id = ?1",
        names.join(", "),
        table.type_name
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement
        .query_row([id], |row| {
            let mut buffer = vec![b'{'];
            for (index, column) in stored.iter().enumerate() {
                buffer.extend_from_slice(column.key(index == 0));
                // SQLite's text is JSON text after this; an error is reported by the parser below.
                let _ = write_value(row.get_ref(index)?, column.kind, &mut buffer);
            }
            buffer.push(b'}');
            Ok(buffer)
        })
        .optional()?;
    Ok(match found {
        Some(buffer) => Some(serde_json::from_slice(&buffer)?),
        None => None,
    })
}

/// Inserts a row and returns its id. Takes the actor's visibility for Create; without one the server itself writes.
pub fn create<R: Resource>(
    tx: &Tx,
    auth: &dyn AuthContext,
    visibility: Option<&Visibility>,
    attributes: Map<String, Value>,
) -> Result<Id<R>> {
    let table = table::<R>();
    let mut attributes = settable(table, attributes)?;
    let saving = Saving {
        tx,
        auth,
        id: None,
        sent: &[],
    };
    R::complete_parts(&mut attributes, &saving)?;
    let (faults, guarded) = tidied_for_create(tx, auth, table, visibility, &mut attributes)?;
    let typed: R::Attributes = complete(&table.schema, faults, &required(table), attributes)?;
    let id = insert::<R>(tx, auth, typed)?;
    if let Some(visibility) = visibility {
        references::validate(tx, auth, table, id.number(), |_| true)?;
        stays_within(tx, auth, table, id.number(), &visibility.rows)?;
        for condition in guarded {
            stays_within(tx, auth, table, id.number(), &condition)?;
        }
    }
    Ok(id)
}

/// Tidies the attributes of a new row. Returns their faults, and the conditions that the row has to meet for them.
fn tidied_for_create(
    tx: &Tx,
    auth: &dyn AuthContext,
    table: &'static Table,
    visibility: Option<&Visibility>,
    attributes: &mut Map<String, Value>,
) -> Result<(Vec<FieldFault>, Vec<String>)> {
    let faults = tidy(table, attributes);
    nested::complete(table, &Map::new(), attributes)?;
    if visibility.is_some() {
        references::require_sent(tx, auth, table, attributes)?;
    }
    let guarded = visibility
        .map(|visibility| guarded_values(visibility, &without_defaults(table, attributes)))
        .unwrap_or_default();
    Ok((faults, guarded))
}

fn required(table: &Table) -> Vec<&str> {
    let required = table.columns.iter().filter(|column| column.is_required);
    required.map(|column| column.name.as_str()).collect()
}

/// Inserts a row from typed attributes, on the server's behalf.
pub fn insert<R: Resource>(
    tx: &Tx,
    auth: &dyn AuthContext,
    mut typed: R::Attributes,
) -> Result<Id<R>> {
    let saving = Saving {
        tx,
        auth,
        id: None,
        sent: &[],
    };
    R::before_save(&mut typed, None, &saving)?;
    let id = insert_values(tx, auth, table::<R>(), serde_json::to_value(&typed)?)?;
    R::created(Id::new(id), &saving)?;
    Ok(Id::new(id))
}

fn insert_values(
    tx: &Tx,
    auth: &dyn AuthContext,
    table: &'static Table,
    attributes: Value,
) -> Result<i64> {
    let values = stored_values(table, &attributes)?;
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let marks: Vec<String> = (1..=values.len() + 1)
        .map(|index| format!("?{index}"))
        .collect();
    let now = values.len() + 1;
    let sql = format!(
        "insert into {} ({}{}created_at, updated_at) values ({}, ?{now})",
        table.type_name,
        names.join(", "),
        if names.is_empty() { "" } else { ", " },
        marks.join(", "),
    );
    let mut statement = tx.prepare_cached(&sql)?;
    for (index, (_, value)) in values.iter().enumerate() {
        statement.raw_bind_parameter(index + 1, value)?;
    }
    statement.raw_bind_parameter(now, tx.now())?;
    statement
        .raw_execute()
        .map_err(|error| refused(tx, table, &values, error))?;
    let id = tx.last_insert_rowid();
    if let Some(limit) = table.most_per {
        stays_within_limit(tx, table, id, limit)?;
    }
    if !table.nested.is_empty() {
        nested::save(tx, table.nested, id, &Value::Null, &attributes)?;
    }
    versions::record(tx, auth, (table, id), attributes, None)?;
    Ok(id)
}

/// Refuses a new row by which its owner has too many.
fn stays_within_limit(tx: &Tx, table: &Table, id: i64, limit: MostPer) -> Result<()> {
    let (name, owner) = (table.type_name, limit.owner);
    let count: u32 = tx
        .prepare_cached(&format!(
            "select count(*) from {name} where {owner} = (select {owner} from {name} where id = ?1)"
        ))?
        .query_row([id], |row| row.get(0))?;
    if count > limit.most {
        return Err(FieldFault::attribute(limit.attribute, "items")
            .with("max", limit.most)
            .into());
    }
    Ok(())
}

/// Change of one attribute.
pub struct Changed {
    pub field: String,
    pub from: Value,
    pub to: Value,
}

/// Updates the given attributes of a row. Returns those whose value changed.
pub fn update<R: Resource>(
    tx: &Tx,
    auth: &dyn AuthContext,
    visibility: &Visibility,
    id: Id<R>,
    attributes: Map<String, Value>,
) -> Result<Vec<Changed>> {
    let table = table::<R>();
    let mut changes = settable(table, attributes)?;
    let sent: Vec<String> = changes.keys().cloned().collect();
    let old = load_map(tx, table, id.number())?.ok_or(Code::NotFound)?;
    let saving = Saving {
        tx,
        auth,
        id: Some(id.number()),
        sent: &sent,
    };
    R::complete_parts(&mut changes, &saving)?;
    // A stored value that is sent back unchanged is not validated again.
    changes.retain(|name, value| old.get(name) != Some(value));
    let faults = tidy(table, &mut changes);
    nested::complete(table, &old, &mut changes)?;
    let changed: Map<String, Value> = changes
        .iter()
        .filter(|(name, value)| old.get(*name) != Some(*value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    for condition in guarded_values(visibility, &changed) {
        stays_within(tx, auth, table, id.number(), &condition)?;
    }
    references::require_sent(tx, auth, table, &changed)?;
    let mut merged = old.clone();
    merged.extend(changes);
    let new: R::Attributes = complete(&table.schema, faults, &required(table), merged)?;
    let before: R::Attributes = serde_json::from_value(Value::Object(old.clone()))?;
    save(tx, auth, id, new, &before, &sent)?;
    references::validate(tx, auth, table, id.number(), |column| {
        changed.contains_key(column)
    })?;
    stays_within(tx, auth, table, id.number(), &visibility.rows)?;
    let changed = changed.into_iter().map(|(field, to)| Changed {
        from: old.get(&field).cloned().unwrap_or_default(),
        field,
        to,
    });
    Ok(changed.collect())
}

/// Updates a row on the server's behalf, with the same hook and version.
pub fn change<R: Resource>(
    tx: &Tx,
    auth: &dyn AuthContext,
    id: Id<R>,
    alter: impl FnOnce(&mut R::Attributes) -> Result<()>,
) -> Result<()> {
    let old = load_map(tx, table::<R>(), id.number())?.ok_or(Code::NotFound)?;
    let mut new: R::Attributes = serde_json::from_value(Value::Object(old.clone()))?;
    alter(&mut new)?;
    let old: R::Attributes = serde_json::from_value(Value::Object(old))?;
    save(tx, auth, id, new, &old, &[])
}

fn save<R: Resource>(
    tx: &Tx,
    auth: &dyn AuthContext,
    id: Id<R>,
    mut new: R::Attributes,
    old: &R::Attributes,
    sent: &[String],
) -> Result<()> {
    let saving = Saving {
        tx,
        auth,
        id: Some(id.number()),
        sent,
    };
    R::before_save(&mut new, Some(old), &saving)?;
    let (old, new) = (serde_json::to_value(old)?, serde_json::to_value(&new)?);
    save_values(tx, auth, (table::<R>(), id.number()), old, new)?;
    R::updated(id, &saving)
}

fn save_values(
    tx: &Tx,
    auth: &dyn AuthContext,
    (table, id): (&'static Table, i64),
    old: Value,
    new: Value,
) -> Result<()> {
    let before = stored_values(table, &old)?;
    let values: Vec<_> = stored_values(table, &new)?
        .into_iter()
        .zip(before)
        .filter(|(new, old)| new != old)
        .map(|(new, _)| new)
        .collect();
    let mut sets = String::new();
    for (index, (name, _)) in values.iter().enumerate() {
        let _ = write!(sets, "{name} = ?{}, ", index + 3);
    }
    let sql = format!(
        "update {} set {sets}version = version + 1, updated_at = ?2 where id = ?1",
        table.type_name
    );
    let mut statement = tx.prepare_cached(&sql)?;
    statement.raw_bind_parameter(1, id)?;
    statement.raw_bind_parameter(2, tx.now())?;
    for (index, (_, value)) in values.iter().enumerate() {
        statement.raw_bind_parameter(index + 3, value)?;
    }
    statement
        .raw_execute()
        .map_err(|error| refused(tx, table, &values, error))?;
    if !table.nested.is_empty() {
        nested::save(tx, table.nested, id, &old, &new)?;
    }
    versions::record(tx, auth, (table, id), new, Some(old))
}

fn refused(
    connection: &Connection,
    table: &Table,
    values: &[(&str, SqlValue)],
    error: rusqlite::Error,
) -> Error {
    let is_of_reference = error
        .sqlite_error()
        .is_some_and(|told| told.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY);
    if !is_of_reference {
        return taken(table, error);
    }
    match references::missing(connection, table, values) {
        Ok(Some(column)) => FieldFault::attribute(column, "not_found").into(),
        Ok(None) => error.into(),
        Err(error) => error,
    }
}

/// Converts a unique violation: `UNIQUE constraint failed: taxonomies.kind, taxonomies.key` is an error of the last
/// of these fields.
fn taken(table: &Table, error: rusqlite::Error) -> Error {
    let field = match &error {
        rusqlite::Error::SqliteFailure(_, Some(text)) => text
            .strip_prefix("UNIQUE constraint failed: ")
            .and_then(|columns| columns.rsplit(", ").next())
            .and_then(|column| column.strip_prefix(table.type_name)?.strip_prefix('.'))
            .filter(|field| table.column(field).is_some())
            .map(str::to_owned),
        _ => None,
    };
    field.map_or_else(
        || error.into(),
        |field| FieldFault::attribute(&field, "taken").into(),
    )
}

/// A new row's values without those equal to their default, which need no permission.
fn without_defaults(table: &Table, values: &Map<String, Value>) -> Map<String, Value> {
    values
        .iter()
        .filter(|(name, value)| {
            let default = table.schema.pointer(&format!("/properties/{name}/default"));
            !value.is_null() && Some(*value) != default
        })
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The conditions of the guarded fields among these values, including values that switch a field off.
fn guarded_values(visibility: &Visibility, values: &Map<String, Value>) -> Vec<String> {
    visibility
        .guarded
        .iter()
        .filter(|(name, _)| values.contains_key(*name))
        .map(|(_, condition)| condition.clone().unwrap_or_else(|| "0".to_owned()))
        .collect()
}

/// Requires the row to be within the actor's scope; otherwise the transaction is rolled back.
fn stays_within(
    tx: &Tx,
    auth: &dyn AuthContext,
    table: &Table,
    id: i64,
    condition: &str,
) -> Result<()> {
    if is_within(tx, auth, table, id, condition)? {
        Ok(())
    } else {
        Err(Code::Forbidden.into())
    }
}

pub fn is_within(
    connection: &Connection,
    auth: &dyn AuthContext,
    table: &Table,
    id: i64,
    condition: &str,
) -> Result<bool> {
    let sql = format!(
        "select 1 from {} t where t.id = :id and ({condition})",
        table.type_name
    );
    let mut statement = connection.prepare_cached(&sql)?;
    bind(
        &mut statement,
        auth,
        &[(":id".to_owned(), SqlValue::Integer(id))],
    )?;
    let mut rows = statement.raw_query();
    Ok(rows.next()?.is_some())
}

fn stored_values(
    table: &'static Table,
    attributes: &Value,
) -> Result<Vec<(&'static str, SqlValue)>> {
    let Value::Object(attributes) = attributes else {
        return Err(Error::internal("attributes are an object"));
    };
    table
        .columns
        .iter()
        .filter(|column| {
            column.is_stored && !matches!(column.name.as_str(), "created_at" | "updated_at")
        })
        .map(|column| {
            let value = attributes.get(&column.name).unwrap_or(&Value::Null);
            Ok((column.name.as_str(), to_sql(column.kind, value)?))
        })
        .collect()
}

pub(in crate::jsonapi) fn to_sql(kind: Kind, value: &Value) -> Result<SqlValue> {
    Ok(match (value, kind) {
        (Value::Null, _) => SqlValue::Null,
        (value, Kind::Json) => SqlValue::Text(serde_json::to_string(value)?),
        (Value::Bool(value), _) => SqlValue::Integer(i64::from(*value)),
        (Value::String(text), Kind::Id) => SqlValue::Integer(
            text.parse()
                .map_err(|_| Error::internal("an id is a number"))?,
        ),
        (Value::String(text), _) => SqlValue::Text(text.clone()),
        (Value::Number(number), Kind::Real) => SqlValue::Real(number.as_f64().unwrap_or_default()),
        (Value::Number(number), _) => SqlValue::Integer(number.as_i64().unwrap_or_default()),
        (other, _) => SqlValue::Text(serde_json::to_string(other)?),
    })
}
