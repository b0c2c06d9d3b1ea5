//! References: the row that another one is made to refer to has to be visible to the actor, of the same centre, and,
//! where the relation says so, theirs to manage; a row may not be its own ancestor. One that the actor does not see is
//! answered as one that does not exist, before any rule of the type looks at it.

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension, named_params};
use serde_json::{Map, Value};

use super::store::is_within;
use crate::error::{Code, FieldFault, Result};
use crate::jsonapi::AuthContext;
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::schema::relation::{Relation, RelationKind};
use crate::jsonapi::schema::table::{Column, Kind, Table};

/// The references to one type that a client may set: relations and plain attributes.
fn to_one(table: &Table) -> impl Iterator<Item = (&'static Relation, &Column)> {
    let all = table.relations.iter().chain(table.references);
    all.filter_map(|relation| {
        let RelationKind::BelongsTo(column) = relation.kind else {
            return None;
        };
        let column = table.column(column)?;
        (!column.is_read_only).then_some((relation, column))
    })
}

/// Requires the rows that a request names to be within the actor's sight, before the rules of the type read them: what
/// these say of a row would tell that it exists. Those of a relation with further rows (`or_where`) wait for `validate`.
pub(super) fn require_sent(
    connection: &Connection,
    auth: &dyn AuthContext,
    table: &Table,
    sent: &Map<String, Value>,
) -> Result<()> {
    for (relation, column) in to_one(table) {
        let Some(value) = sent.get(&column.name) else {
            continue;
        };
        if relation.also.is_empty() {
            for (pointer, id) in named(column, value) {
                require_target(connection, auth, relation, (&pointer, id), None)?;
            }
        }
    }
    Ok(())
}

/// The ids that a value names, each with its place: one, or several of a list.
fn named(column: &Column, value: &Value) -> Vec<(String, i64)> {
    let number = |value: &Value| match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    match value {
        Value::Array(list) => {
            let list = list.iter().enumerate();
            let named = list.filter_map(|(index, value)| {
                Some((format!("{}/{index}", column.name), number(value)?))
            });
            named.collect()
        }
        value => number(value)
            .map(|id| (column.name.clone(), id))
            .into_iter()
            .collect(),
    }
}

/// The row that refers: its table and id.
type Referring<'a> = (&'a Table, i64);

fn require_target(
    connection: &Connection,
    auth: &dyn AuthContext,
    relation: &Relation,
    (pointer, id): (&str, i64),
    of: Option<Referring>,
) -> Result<()> {
    let not_found = || FieldFault::attribute(pointer, "not_found").into();
    let Some(target) = relation.tables().next() else {
        return Ok(());
    };
    let visibility = auth.visibility(target.type_name);
    let is_visible = match &visibility {
        Some(visibility) => is_within(connection, auth, target, id, &visibility.rows)?,
        None => false,
    };
    if !is_visible && !is_named_besides(connection, auth, (relation, target), id, of)? {
        return Err(not_found());
    }
    if let Some(of) = of
        && !relation.any_center
        && !is_of_same_center(connection, of, (target, id))?
    {
        return Err(not_found());
    }
    if !relation.takes.is_empty() {
        let rows =
            visibility.map(|visibility| visibility.alternatives_of(relation.takes).join(" or "));
        let rows = rows.filter(|rows| !rows.is_empty());
        let may = match rows {
            Some(rows) => is_within(connection, auth, target, id, &rows)?,
            None => false,
        };
        if !may {
            return Err(Code::Forbidden.into());
        }
    }
    Ok(())
}

/// Whether the row is one of those that may be named unseen (`Relation::or_where`).
fn is_named_besides(
    connection: &Connection,
    auth: &dyn AuthContext,
    (relation, target): (&Relation, &Table),
    id: i64,
    of: Option<Referring>,
) -> Result<bool> {
    let Some((_, row_id)) = of.filter(|_| !relation.also.is_empty()) else {
        return Ok(false);
    };
    let sql = format!(
        "select 1 from {} t where t.id = :id and ({})",
        target.type_name, relation.also
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let values = [(":id", id), (":row_id", row_id)]
        .map(|(name, value)| (name.to_owned(), SqlValue::Integer(value)));
    bind(&mut statement, auth, &values)?;
    let mut rows = statement.raw_query();
    Ok(rows.next()?.is_some())
}

/// The column that says whose a row is.
const CENTER: &str = "volunteer_center_id";

/// False for two rows of different centres.
fn is_of_same_center(
    connection: &Connection,
    (table, id): Referring,
    (target, target_id): Referring,
) -> Result<bool> {
    let has_center = |table: &Table| table.column(CENTER).is_some_and(|column| column.is_stored);
    if !has_center(table) || !has_center(target) {
        return Ok(true);
    }
    let sql = format!(
        "select t.{CENTER} is null or o.{CENTER} is null or t.{CENTER} = o.{CENTER}
           from {} t, {} o where t.id = ?1 and o.id = ?2",
        table.type_name, target.type_name
    );
    Ok(connection
        .prepare_cached(&sql)?
        .query_row((id, target_id), |row| row.get(0))
        .optional()?
        .unwrap_or(true))
}

/// The rows that a column of a stored row names.
fn stored(
    connection: &Connection,
    table: &Table,
    id: i64,
    column: &Column,
) -> Result<Vec<(String, i64)>> {
    let sql = format!(
        "select t.{} from {} t where t.id = ?1",
        column.name, table.type_name
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let value = statement.query_row([id], |row| row.get(0))?;
    Ok(match (value, column.kind) {
        (SqlValue::Integer(id), _) => vec![(column.name.clone(), id)],
        (SqlValue::Text(text), Kind::Json) => named(column, &serde_json::from_str(&text)?),
        _ => Vec::new(),
    })
}

/// Validates the references of a row that was just written; `is_changed` tells which columns were.
pub(super) fn validate(
    connection: &Connection,
    auth: &dyn AuthContext,
    table: &Table,
    id: i64,
    is_changed: impl Fn(&str) -> bool,
) -> Result<()> {
    for relation in table.relations {
        match relation.kind {
            RelationKind::BelongsToAny(of, column) if is_changed(of) || is_changed(column) => {
                validate_target(connection, auth, (table, relation), id, (of, column))?;
            }
            RelationKind::BelongsTo(column)
                if is_changed(column)
                    && relation.tables().any(|target| std::ptr::eq(target, table)) =>
            {
                validate_no_cycle(connection, table, id, column)?;
            }
            _ => {}
        }
    }
    for (relation, column) in to_one(table) {
        if is_changed(&column.name) {
            for (pointer, target) in stored(connection, table, id, column)? {
                let named = (pointer.as_str(), target);
                require_target(connection, auth, relation, named, Some((table, id)))?;
            }
        }
    }
    Ok(())
}

fn validate_target(
    connection: &Connection,
    auth: &dyn AuthContext,
    (table, relation): (&Table, &Relation),
    id: i64,
    (of, column): (&str, &str),
) -> Result<()> {
    let sql = format!(
        "select {of}, {column} from {} where id = ?1",
        table.type_name
    );
    let stored: (Option<String>, Option<i64>) = connection
        .prepare_cached(&sql)?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (type_name, target_id) = match stored {
        (None, None) => return Ok(()),
        (Some(type_name), Some(id)) => (type_name, id),
        (None, Some(_)) => return Err(FieldFault::attribute(of, "required").into()),
        (Some(_), None) => return Err(FieldFault::attribute(column, "required").into()),
    };
    let Some(target) = relation
        .tables()
        .find(|target| target.type_name == type_name)
    else {
        let allowed: Vec<&str> = relation.tables().map(|target| target.type_name).collect();
        let fault = FieldFault::attribute(of, "choice");
        return Err(fault.with("allowed", allowed).into());
    };
    require_visible(connection, auth, target, (column, target_id))
}

/// The same error for a row that does not exist: its existence is not disclosed.
fn require_visible(
    connection: &Connection,
    auth: &dyn AuthContext,
    target: &Table,
    (column, id): (&str, i64),
) -> Result<()> {
    let is_visible = match auth.visibility(target.type_name) {
        Some(visibility) => is_within(connection, auth, target, id, &visibility.rows)?,
        None => false,
    };
    if is_visible {
        Ok(())
    } else {
        Err(FieldFault::attribute(column, "not_found").into())
    }
}

/// Follows the parents of a row; `union` ends the recursion at a row that was seen before.
fn validate_no_cycle(connection: &Connection, table: &Table, id: i64, column: &str) -> Result<()> {
    let name = table.type_name;
    let sql = format!(
        "with recursive ancestors(id) as (
             select {column} from {name} where id = :id and {column} is not null
             union
             select t.{column} from ancestors join {name} t on t.id = ancestors.id where t.{column} is not null)
         select 1 from ancestors where id = :id"
    );
    let is_own_ancestor = connection
        .prepare_cached(&sql)?
        .query_row(named_params! {":id": id}, |_| Ok(()))
        .optional()?;
    match is_own_ancestor {
        None => Ok(()),
        Some(()) => Err(FieldFault::attribute(column, "cycle").into()),
    }
}

/// The first of these columns whose row does not exist: `SQLite` does not tell which foreign key was violated.
pub(super) fn missing(
    connection: &Connection,
    table: &Table,
    values: &[(&str, SqlValue)],
) -> Result<Option<&'static str>> {
    for relation in table.relations {
        let RelationKind::BelongsTo(column) = relation.kind else {
            continue;
        };
        let id = values.iter().find_map(|(name, value)| match value {
            SqlValue::Integer(id) if *name == column => Some(*id),
            _ => None,
        });
        let (Some(id), Some(target)) = (id, relation.tables().next()) else {
            continue;
        };
        let sql = format!("select 1 from {} where id = ?1", target.type_name);
        if !connection.prepare_cached(&sql)?.exists([id])? {
            return Ok(Some(column));
        }
    }
    Ok(None)
}
