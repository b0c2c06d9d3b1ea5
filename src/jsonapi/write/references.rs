//! References that no foreign key guards: the row of a polymorphic relation has to exist and be visible to the actor,
//! and a row may not be its own ancestor.

use rusqlite::{Connection, OptionalExtension, named_params};

use super::store::is_within;
use crate::error::{FieldFault, Result};
use crate::jsonapi::AuthContext;
use crate::jsonapi::schema::relation::{Relation, RelationKind};
use crate::jsonapi::schema::table::Table;

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
    let is_visible = match auth.visibility(target.type_name) {
        Some(visibility) => is_within(connection, auth, target, target_id, &visibility.rows)?,
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
