//! From one asked filter to SQL over `t`. What was not declared is 400.

use rusqlite::types::Value as SqlValue;

use super::resource::{Conditions, Filter, FilterKind, Predicate};
use super::table::{Kind, Table};
use crate::error::{Code, Error, Result};

/// Every filter name of a table, as it is written between the brackets.
pub fn filter_names(table: &Table) -> Vec<String> {
    let own = table.filters.iter().flat_map(|filter| match filter.kind {
        FilterKind::Column(predicates) => predicates
            .iter()
            .map(|predicate| format!("{}{}", filter.field, predicate.suffix()))
            .collect(),
        FilterKind::List => vec![format!("{}_in", filter.field)],
        FilterKind::Sql(_) | FilterKind::Custom(_) => vec![filter.field.to_owned()],
    });
    std::iter::once("id_in".to_owned()).chain(own).collect()
}

pub(super) fn unknown(table: &Table, name: &str) -> Error {
    Error::from(Code::InvalidFilter)
        .with("name", name)
        .with("allowed", filter_names(table))
}

pub(super) fn apply(
    table: &Table,
    conditions: &mut Conditions,
    name: &str,
    value: &str,
) -> Result<()> {
    if name == "id_in" {
        conditions.add(
            "t.id in (select value from json_each(:value))",
            json_list(value),
        );
        return Ok(());
    }
    for filter in table.filters {
        match filter.kind {
            FilterKind::Column(predicates) => {
                let found = predicates
                    .iter()
                    .find(|predicate| name.strip_prefix(filter.field) == Some(predicate.suffix()));
                if let Some(predicate) = found {
                    return by_column(table, conditions, *filter, *predicate, value);
                }
            }
            FilterKind::List => {
                if name.strip_prefix(filter.field) == Some("_in") {
                    let sql = format!(
                        "exists (select 1 from json_each(t.{}) where value in (select value from json_each(:value)))",
                        filter.field
                    );
                    conditions.add(&sql, json_list(value));
                    return Ok(());
                }
            }
            FilterKind::Sql(sql) => {
                if name == filter.field {
                    conditions.add(sql, value.to_owned());
                    return Ok(());
                }
            }
            FilterKind::Custom(read) => {
                if name == filter.field {
                    return read(conditions, value);
                }
            }
        }
    }
    Err(unknown(table, &format!("filter[{name}]")))
}

/// The field that a filter looks at. Those with SQL of their own look after themselves.
pub(super) fn field_of(table: &Table, name: &str) -> Option<&'static str> {
    table.filters.iter().find_map(|filter| {
        let suffix = name.strip_prefix(filter.field)?;
        let is_asked = match filter.kind {
            FilterKind::Column(predicates) => predicates
                .iter()
                .any(|predicate| predicate.suffix() == suffix),
            FilterKind::List => suffix == "_in",
            FilterKind::Sql(_) | FilterKind::Custom(_) => false,
        };
        is_asked.then_some(filter.field)
    })
}

/// `a,b,c` as the JSON list that `json_each` reads.
pub fn json_list(value: &str) -> String {
    let values: Vec<&str> = value
        .split(',')
        .map(str::trim)
        .filter(|value| !value.is_empty())
        .collect();
    serde_json::to_string(&values).unwrap_or_else(|_| "[]".to_owned())
}

fn by_column(
    table: &Table,
    conditions: &mut Conditions,
    filter: Filter,
    predicate: Predicate,
    value: &str,
) -> Result<()> {
    let column = table.column(filter.field).ok_or_else(|| {
        Error::internal(format!(
            "{} has no column {}",
            table.type_name, filter.field
        ))
    })?;
    let sql = &column.sql;
    match predicate {
        Predicate::Eq => conditions.add(
            &format!("{sql} is :value"),
            typed(column.kind, filter.field, value)?,
        ),
        Predicate::NotEq => conditions.add(
            &format!("{sql} is not :value"),
            typed(column.kind, filter.field, value)?,
        ),
        Predicate::Gteq => conditions.add(
            &format!("{sql} >= :value"),
            typed(column.kind, filter.field, value)?,
        ),
        Predicate::Lteq => conditions.add(
            &format!("{sql} <= :value"),
            typed(column.kind, filter.field, value)?,
        ),
        Predicate::In => conditions.add(
            &format!("{sql} in (select value from json_each(:value))"),
            json_list(value),
        ),
        Predicate::Cont => {
            conditions.add(&format!("{sql} like :value escape '\\'"), contains(value));
        }
        Predicate::Null => {
            let is_null = typed(Kind::Bool, filter.field, value)? == SqlValue::Integer(1);
            conditions.sql.push(format!(
                "{sql} is {}null",
                if is_null { "" } else { "not " }
            ));
        }
    }
    Ok(())
}

/// A pattern that matches `text` anywhere, with the wildcards in it taken as they are.
pub fn contains(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    format!("%{escaped}%")
}

fn typed(kind: Kind, name: &str, value: &str) -> Result<SqlValue> {
    let wrong = |what: &str| Conditions::unreadable(name, what);
    Ok(match kind {
        Kind::Integer | Kind::Id => {
            SqlValue::Integer(value.parse().map_err(|_| wrong("not a number"))?)
        }
        Kind::Real => SqlValue::Real(value.parse().map_err(|_| wrong("not a number"))?),
        Kind::Bool => match value {
            "true" | "1" => SqlValue::Integer(1),
            "false" | "0" => SqlValue::Integer(0),
            _ => return Err(wrong("true or false")),
        },
        Kind::Text | Kind::Json => SqlValue::Text(value.to_owned()),
    })
}
