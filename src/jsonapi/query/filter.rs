//! Translation of filters to SQL over `t`. An undeclared filter is 400.

use rusqlite::types::Value as SqlValue;

use crate::base::working_days::amsterdam;
use crate::error::{Code, Error, Result};
use crate::jsonapi::schema::relation::Relation;
use crate::jsonapi::schema::resource::{Allowed, Conditions, Filter, FilterKind, Predicate};
use crate::jsonapi::schema::table::{Column, Kind, Table};

/// Value type of a filter with custom SQL.
#[derive(Clone, Copy)]
pub enum Takes {
    /// `true` or `false`, bound as text.
    Truth,
    /// A row id.
    Row,
    /// One of the choices of this attribute.
    ChoiceOf(&'static str),
}

impl Conditions {
    /// The 400 for an invalid value, with the allowed ones.
    pub fn impossible(name: &str, value: &str, allowed: &[&str]) -> Error {
        Error::from(Code::InvalidFilter)
            .with("name", format!("filter[{name}]={value}"))
            .with("allowed", allowed.to_vec())
    }
}

/// Value type of a filter, for its description.
#[derive(Clone, Copy)]
pub enum Asks {
    Truth,
    Text,
    Texts,
    /// A value of this attribute, or one of its choices.
    One(&'static str),
    /// Several of these.
    Many(&'static str),
}

/// The predicates of a filter by column: the declared ones, and `_null` where the attribute may be missing.
fn predicates(table: &Table, filter: Filter) -> impl Iterator<Item = Predicate> + use<> {
    let declared = match filter.kind {
        FilterKind::Column(predicates) => predicates,
        _ => &[],
    };
    let is_nullable = table
        .column(filter.field)
        .is_some_and(|column| column.is_nullable);
    let is_declared = || {
        let mut declared = declared.iter();
        declared.any(|predicate| matches!(predicate, Predicate::Null))
    };
    let null = (is_nullable && !is_declared()).then_some(Predicate::Null);
    declared.iter().copied().chain(null)
}

/// All filter names of a table, as written between the brackets.
pub fn filter_names(table: &Table) -> Vec<String> {
    let asked = asked_filters(table).into_iter();
    asked.map(|(name, _)| name).collect()
}

/// All filters of a table with their value types.
pub fn asked_filters(table: &Table) -> Vec<(String, Asks)> {
    let own = table.filters.iter().flat_map(|filter| {
        let field = filter.field;
        match filter.kind {
            FilterKind::Column(_) => predicates(table, *filter)
                .map(|predicate| {
                    let asks = match predicate {
                        Predicate::In => Asks::Many(field),
                        Predicate::Null => Asks::Truth,
                        Predicate::Cont => Asks::Text,
                        Predicate::Eq | Predicate::NotEq | Predicate::Gteq | Predicate::Lteq => {
                            Asks::One(field)
                        }
                    };
                    (format!("{field}{}", predicate.suffix()), asks)
                })
                .collect(),
            FilterKind::List => vec![(format!("{field}_in"), Asks::Texts)],
            FilterKind::Sql(Takes::Truth, _) | FilterKind::Allowed(..) => {
                vec![(field.to_owned(), Asks::Truth)]
            }
            FilterKind::Sql(Takes::ChoiceOf(of), _) => vec![(field.to_owned(), Asks::One(of))],
            FilterKind::Sql(Takes::Row, _) | FilterKind::Custom(_) => {
                vec![(field.to_owned(), Asks::Text)]
            }
        }
    });
    std::iter::once(("id_in".to_owned(), Asks::Texts))
        .chain(own)
        .collect()
}

pub(in crate::jsonapi) fn unknown(table: &Table, name: &str) -> Error {
    Error::from(Code::InvalidFilter)
        .with("name", name)
        .with("allowed", filter_names(table))
}

pub(in crate::jsonapi) fn apply(
    table: &Table,
    conditions: &mut Conditions,
    name: &str,
    value: &str,
) -> Result<()> {
    if name == "id_in" {
        each(Kind::Id, None, (name, value))?;
        conditions.add(
            "t.id in (select value from json_each(:value))",
            json_list(value),
        );
        return Ok(());
    }
    for filter in table.filters {
        match filter.kind {
            FilterKind::Column(_) => {
                let found = predicates(table, *filter)
                    .find(|predicate| name.strip_prefix(filter.field) == Some(predicate.suffix()));
                if let Some(predicate) = found {
                    return by_column(table, conditions, *filter, predicate, (name, value));
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
            FilterKind::Sql(Takes::Truth, sql) if !sql.contains(":value") => {
                if name == filter.field {
                    conditions.sql.push(if truth((name, value))? {
                        sql.to_owned()
                    } else {
                        format!("({sql}) is not true")
                    });
                    return Ok(());
                }
            }
            FilterKind::Sql(takes, sql) => {
                if name == filter.field {
                    conditions.add(sql, taken(table, takes, (name, value))?);
                    return Ok(());
                }
            }
            FilterKind::Allowed(verb, sql, beside) => {
                if name == filter.field {
                    let is_wanted = truth((name, value))?;
                    let is_beside = |other: &str| {
                        let asked = conditions.asked(other);
                        asked.is_some_and(|value| truth((other, value)).unwrap_or_default())
                    };
                    let sql = match beside {
                        Some((other, sql)) if is_beside(other) => sql,
                        _ => sql,
                    };
                    conditions.allowed.push(Allowed {
                        verb,
                        sql,
                        is_wanted,
                    });
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

/// The fields that a filter reads.
pub(in crate::jsonapi) fn fields_of(
    table: &Table,
    name: &str,
) -> impl Iterator<Item = &'static str> + use<> {
    let asked = table.filters.iter().find_map(|filter| {
        let suffix = name.strip_prefix(filter.field)?;
        let (is_asked, own) = match filter.kind {
            FilterKind::Column(_) => {
                let mut known = predicates(table, *filter);
                (known.any(|known| known.suffix() == suffix), true)
            }
            FilterKind::List => (suffix == "_in", true),
            FilterKind::Sql(..) | FilterKind::Allowed(..) | FilterKind::Custom(_) => {
                (suffix.is_empty(), false)
            }
        };
        is_asked.then_some((own.then_some(filter.field), filter.reads))
    });
    let (own, reads) = asked.unwrap_or((None, &[]));
    own.into_iter().chain(reads.iter().copied())
}

/// Converts `a,b,c` to the JSON list that `json_each` reads.
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
    (name, value): (&str, &str),
) -> Result<()> {
    let column = table.column(filter.field).ok_or_else(|| {
        Error::internal(format!(
            "{} has no column {}",
            table.type_name, filter.field
        ))
    })?;
    let choices = table.choices(filter.field);
    let (sql, choices) = (&column.sql, choices.as_deref());
    let mut compare = |operator: &str, value: SqlValue| {
        conditions.add(&format!("{sql} {operator} :value"), value);
    };
    match predicate {
        Predicate::Eq => compare("is", typed(column.kind, choices, (name, value))?),
        Predicate::NotEq => compare("is not", typed(column.kind, choices, (name, value))?),
        Predicate::Gteq => compare(">=", bound(column, predicate, (name, value))?),
        Predicate::Lteq => compare("<=", bound(column, predicate, (name, value))?),
        Predicate::In => {
            each(column.kind, choices, (name, value))?;
            conditions.add(
                &format!("{sql} in (select value from json_each(:value))"),
                json_list(value),
            );
        }
        Predicate::Cont => {
            conditions.add(&format!("{sql} like :value escape '\\'"), contains(value));
        }
        Predicate::Null => {
            let is_null = truth((name, value))?;
            conditions.sql.push(format!(
                "{sql} is {}null",
                if is_null { "" } else { "not " }
            ));
        }
    }
    Ok(())
}

/// Requires `fields[…]` to name only attributes and relations of types that the response may contain.
pub(in crate::jsonapi) fn validate_fields(
    table: &'static Table,
    of: &str,
    fields: &[String],
) -> Result<()> {
    // A type that could be included may be named even if it is not: clients use constant fieldsets.
    let targets = |table: &'static Table| table.relations.iter().flat_map(Relation::tables);
    let tables: Vec<&Table> = std::iter::once(table)
        .chain(targets(table))
        .chain(targets(table).flat_map(targets))
        .collect();
    let Some(asked) = tables.iter().find(|table| table.type_name == of) else {
        let mut allowed: Vec<String> = Vec::new();
        for table in tables {
            let name = format!("fields[{}]", table.type_name);
            if !allowed.contains(&name) {
                allowed.push(name);
            }
        }
        return Err(Error::from(Code::InvalidFilter)
            .with("name", format!("fields[{of}]"))
            .with("allowed", allowed));
    };
    let is_known = |field: &String| {
        field.is_empty()
            || asked.columns.iter().any(|column| column.name == *field)
            || asked.relation(field).is_some()
    };
    match fields.iter().find(|field| !is_known(field)) {
        None => Ok(()),
        Some(field) => {
            let allowed: Vec<&str> = asked
                .columns
                .iter()
                .map(|column| column.name.as_str())
                .collect();
            Err(Error::from(Code::InvalidFilter)
                .with("name", format!("fields[{of}]={field}"))
                .with("allowed", allowed))
        }
    }
}

/// Maximum number of characters of a text that is looked for; the rest is ignored. `SQLite` fails on patterns of more
/// than 50,000 bytes, and compares a pattern with every row.
const LONGEST_PART: usize = 200;

/// The beginning of a text that is looked for.
pub(super) fn bounded(text: &str) -> &str {
    let end = text.char_indices().nth(LONGEST_PART);
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// A `like` pattern for `text` anywhere, with its wildcards escaped.
pub fn contains(text: &str) -> String {
    let escaped = bounded(text)
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    format!("%{escaped}%")
}

/// Parses the value of a filter with custom SQL.
fn taken(table: &Table, takes: Takes, asked: (&str, &str)) -> Result<SqlValue> {
    match takes {
        Takes::Truth => Ok(SqlValue::Text(truth(asked)?.to_string())),
        Takes::Row => typed(Kind::Id, None, asked),
        Takes::ChoiceOf(field) => typed(Kind::Text, table.choices(field).as_deref(), asked),
    }
}

/// Requires each value of a list to be valid.
fn each(kind: Kind, choices: Option<&[String]>, (name, values): (&str, &str)) -> Result<()> {
    values
        .split(',')
        .map(str::trim)
        .filter(|value| !value.is_empty())
        .try_for_each(|value| typed(kind, choices, (name, value)).map(drop))
}

fn truth((name, value): (&str, &str)) -> Result<bool> {
    match value {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(Conditions::impossible(name, value, &["true", "false"])),
    }
}

/// Parses a value that is compared by order. Timestamps are stored as UTC text, so another offset is converted;
/// otherwise the comparison would ignore it. A plain date is that day in the Netherlands, from its beginning or until
/// its end.
fn bound(column: &Column, predicate: Predicate, (name, value): (&str, &str)) -> Result<SqlValue> {
    if column.kind != Kind::Text || !column.name.ends_with("_at") {
        return typed(column.kind, None, (name, value));
    }
    let found = moment(value).or_else(|| {
        let day: jiff::civil::Date = value.parse().ok().filter(|_| !value.contains(['T', ' ']))?;
        let local = match predicate {
            Predicate::Lteq => day.at(23, 59, 59, 0),
            _ => day.at(0, 0, 0, 0),
        };
        Some(local.to_zoned_datetime(amsterdam()).ok()?.timestamp())
    });
    let allowed = ["2026-11-21", "2026-11-21T09:30:00Z"];
    found
        .map(|moment| SqlValue::Text(moment.to_string()))
        .ok_or_else(|| Conditions::impossible(name, value, &allowed))
}

/// A moment with its offset. A plus sign that was not encoded arrives as a space.
fn moment(value: &str) -> Option<jiff::Timestamp> {
    let parsed = value.parse().ok();
    parsed.or_else(|| value.replace(' ', "+").parse().ok())
}

fn typed(kind: Kind, choices: Option<&[String]>, (name, value): (&str, &str)) -> Result<SqlValue> {
    let wrong = |what: &str| Conditions::impossible(name, value, &[what]);
    if let Some(choices) = choices
        && !choices.iter().any(|choice| choice == value)
    {
        let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
        return Err(Conditions::impossible(name, value, &choices));
    }
    Ok(match kind {
        Kind::Integer | Kind::Id => {
            SqlValue::Integer(value.parse().map_err(|_| wrong("1, 2, 3 …"))?)
        }
        Kind::Real => SqlValue::Real(value.parse().map_err(|_| wrong("0.5, 1, 1.5 …"))?),
        Kind::Bool => SqlValue::Integer(i64::from(truth((name, value))?)),
        Kind::Text | Kind::Json => SqlValue::Text(value.to_owned()),
    })
}
