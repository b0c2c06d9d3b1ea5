//! Rows of a table, with what is masked in them left out: a masked value is not read.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::time::Duration;

use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Connection, Row, params_from_iter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::disclosure::Open;
use super::facts::{Facts, Kind};
use super::question::{MOST_ROWS, Question, after_offset, after_row};
use super::shape::{Shape, facts_of, references_to};
use crate::db::guarded_read::{AllowedColumns, read_columns};
use crate::error::{Code, Result};

/// Time limit of one read.
const WITHIN: Duration = Duration::from_secs(3);
/// Rows that are counted of a table.
pub const MOST_COUNTED: i64 = 100_000;
/// Rows up to which a table is looked through without an index.
pub const SMALL: i64 = 20_000;
/// Characters of a text in a list; a row by itself has all of it.
const SHORT: usize = 200;
/// The same in a file.
const SHORT_IN_FILE: usize = 2_000;
/// Longest text of a row by itself, in characters.
const LONG: usize = 20_000;

/// A row, with the values that the reader sees.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct DataViewerRow {
    /// None in a table without one key.
    pub id: Option<String>,
    /// By column. Masked and closed columns have no value.
    pub values: Map<String, Value>,
    /// Columns whose value is withheld in this row until a reason is given.
    pub masked: Vec<String>,
    /// Columns whose text goes on.
    pub cut: Vec<String>,
    /// The rows that it refers to, by column.
    pub links: BTreeMap<String, DataViewerLink>,
    /// A reason was given, and holds.
    pub is_disclosed: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct DataViewerLink {
    pub table: String,
    pub id: String,
    /// What the row is called; none where that is nobody's business, or it has no name.
    pub label: Option<String>,
}

/// Rows that refer to a row.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct DataViewerReference {
    pub table: String,
    pub column: String,
    /// Filter of the list of these rows.
    pub filter: BTreeMap<String, String>,
    /// None where counting would take too long.
    pub count: Option<i64>,
    /// There are more than `count`.
    pub has_more: bool,
}

/// Rows of one answer, and whose personal data they hold.
pub struct Page {
    pub rows: Vec<DataViewerRow>,
    pub after: Option<String>,
    /// Disclosed rows by key, with the accounts that they are about.
    pub seen: Vec<(i64, BTreeSet<i64>)>,
}

/// The columns that are read without a reason: those in which only some rows are personal too, as their condition is
/// part of the statement.
fn masked_columns(facts: &'static Facts) -> AllowedColumns {
    let columns = facts.shown.iter().chain(facts.in_rows()).copied();
    AllowedColumns::default().with(facts.table, columns)
}

fn open_columns(facts: &'static Facts) -> AllowedColumns {
    masked_columns(facts).with(facts.table, facts.personal.iter().copied())
}

pub fn count_rows(
    connection: &Connection,
    facts: &'static Facts,
    (condition, values): (&str, &[Sql]),
    (most, is_open): (i64, bool),
) -> Result<i64> {
    let allowed = if is_open {
        open_columns(facts)
    } else {
        masked_columns(facts)
    };
    let sql = format!(
        "select count(*) from (select 1 from \"{}\" t{condition} limit {})",
        facts.table,
        most + 1
    );
    read_columns(connection, allowed, WITHIN, |guarded| {
        Ok(guarded
            .prepare(&sql)?
            .query_row(params_from_iter(values), |row| row.get(0))?)
    })
}

/// The columns of a statement: the key, then the others, each masked where its row is.
fn selected(shape: &Shape, is_open: bool) -> (Vec<&'static str>, String) {
    let personal_where = shape.facts.personal_where;
    let (mut names, mut sql) = (Vec::new(), Vec::new());
    sql.push(match shape.key {
        Some(key) => format!("t.\"{key}\""),
        None => "null".to_owned(),
    });
    // Whether the row is one of those in which more is personal.
    sql.push(match personal_where {
        Some((rows, _)) => format!("({rows}) is true"),
        None => "0".to_owned(),
    });
    for column in &shape.columns {
        let name = column.name;
        let text = match (column.kind, personal_where) {
            (Kind::Shown, _) => format!("t.\"{name}\""),
            (Kind::Personal | Kind::PersonalInRows, _) if is_open => format!("t.\"{name}\""),
            (Kind::PersonalInRows, Some((rows, _))) => {
                format!("case when ({rows}) is not true then t.\"{name}\" end")
            }
            (Kind::Personal | Kind::PersonalInRows | Kind::Closed, _) => continue,
        };
        names.push(name);
        sql.push(text);
    }
    (names, sql.join(", "))
}

/// A value as JSON, and whether it was cut.
fn json_of(value: ValueRef<'_>, longest: usize) -> (Value, bool) {
    match value {
        // Bytes mean nothing to a reader.
        ValueRef::Null | ValueRef::Blob(_) => (Value::Null, false),
        ValueRef::Integer(number) => (number.into(), false),
        ValueRef::Real(number) => (number.into(), false),
        ValueRef::Text(text) => {
            let text = String::from_utf8_lossy(text);
            match text.char_indices().nth(longest) {
                None => (Value::String(text.into_owned()), false),
                Some((end, _)) => (Value::String(text[..end].to_owned()), true),
            }
        }
    }
}

struct Found {
    key: Option<i64>,
    row: DataViewerRow,
    /// The value that the order goes by, uncut.
    order: Option<Value>,
}

fn found_row(
    row: &Row<'_>,
    (shape, names): (&Shape, &[&'static str]),
    (order, longest): (&str, usize),
) -> Result<Found> {
    let key: Option<i64> = row.get(0)?;
    let is_personal: bool = row.get(1)?;
    let (mut values, mut cut) = (Map::new(), Vec::new());
    let mut order_value = None;
    for (index, name) in names.iter().enumerate() {
        let stored = row.get_ref(index + 2)?;
        let (value, is_cut) = json_of(stored, longest);
        if *name == order && Some(*name) != shape.key {
            order_value = Some(json_of(stored, usize::MAX).0);
        }
        if is_cut {
            cut.push((*name).to_owned());
        }
        values.insert((*name).to_owned(), value);
    }
    let in_rows: &[&str] = if is_personal {
        shape.facts.in_rows()
    } else {
        &[]
    };
    let masked = shape.facts.personal.iter().chain(in_rows);
    for name in in_rows {
        values.remove(*name);
    }
    Ok(Found {
        key,
        order: order_value,
        row: DataViewerRow {
            id: key.map(|key| key.to_string()),
            values,
            masked: masked.map(|name| (*name).to_owned()).collect(),
            cut,
            links: BTreeMap::new(),
            is_disclosed: false,
        },
    })
}

/// A page of a table, or, of more rows than a page has, what goes into a file.
pub fn page(
    connection: &Connection,
    shape: &Shape,
    (question, size): (&Question, usize),
    open: &Open,
) -> Result<Page> {
    let (names, columns) = selected(shape, false);
    let (rest, values) = question.page(shape, size);
    let table = shape.facts.table;
    let is_file = size > MOST_ROWS;
    let longest = if is_file { SHORT_IN_FILE } else { SHORT };
    let sql = format!("select {columns} from \"{table}\" t{rest}");
    let allowed = if open.is_of_all(table) {
        open_columns(shape.facts)
    } else {
        masked_columns(shape.facts)
    };
    let mut found = read_columns(connection, allowed, WITHIN, |guarded| {
        let mut statement = guarded.prepare(&sql)?;
        let mut rows = statement.query(params_from_iter(&values))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(found_row(row, (shape, &names), (question.order, longest))?);
        }
        Ok(found)
    })?;
    let has_more = found.len() > size;
    found.truncate(size);
    let after = match (has_more, found.last()) {
        (true, Some(last)) => Some(match last.key {
            Some(key) => after_row(last.order.as_ref(), key),
            None => after_offset(question.offset() + i64::try_from(size).unwrap_or(0)),
        }),
        _ => None,
    };
    let seen = disclose(connection, shape, (&mut found, longest), open)?;
    let mut rows: Vec<DataViewerRow> = found.into_iter().map(|found| found.row).collect();
    if !is_file {
        link(connection, shape, &mut rows)?;
    }
    Ok(Page { rows, after, seen })
}

/// One row.
pub fn row(connection: &Connection, shape: &Shape, id: i64, open: &Open) -> Result<Page> {
    let key = shape.key.ok_or(Code::NotFound)?;
    let (names, columns) = selected(shape, false);
    let sql = format!(
        "select {columns} from \"{}\" t where t.\"{key}\" = ?1",
        shape.facts.table
    );
    let allowed = masked_columns(shape.facts);
    let mut found = read_columns(connection, allowed, WITHIN, |guarded| {
        let mut statement = guarded.prepare(&sql)?;
        let mut rows = statement.query([id])?;
        let row = rows.next()?.ok_or(Code::NotFound)?;
        Ok(vec![found_row(row, (shape, &names), ("", LONG))?])
    })?;
    let seen = disclose(connection, shape, (&mut found, LONG), open)?;
    let mut rows: Vec<DataViewerRow> = found.into_iter().map(|found| found.row).collect();
    link(connection, shape, &mut rows)?;
    Ok(Page {
        rows,
        after: None,
        seen,
    })
}

/// Fills in what is masked in the rows that are open now.
fn disclose(
    connection: &Connection,
    shape: &Shape,
    (found, longest): (&mut [Found], usize),
    open: &Open,
) -> Result<Vec<(i64, BTreeSet<i64>)>> {
    let facts = shape.facts;
    let (Some(key), true) = (shape.key, facts.has_personal()) else {
        return Ok(Vec::new());
    };
    let keys: Vec<i64> = found
        .iter()
        .filter_map(|found| found.key)
        .filter(|key| open.holds(facts.table, *key))
        .collect();
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let (names, columns) = selected(shape, true);
    let about: Vec<String> = facts
        .about
        .iter()
        .map(|column| format!(", t.\"{column}\""))
        .collect();
    let places = vec!["?"; keys.len()].join(", ");
    let sql = format!(
        "select {columns}{} from \"{}\" t where t.\"{key}\" in ({places})",
        about.concat(),
        facts.table
    );
    read_columns(connection, open_columns(facts), WITHIN, |guarded| {
        let mut statement = guarded.prepare(&sql)?;
        let mut rows = statement.query(params_from_iter(&keys))?;
        let mut seen = Vec::new();
        while let Some(row) = rows.next()? {
            let key: i64 = row.get(0)?;
            let Some(found) = found.iter_mut().find(|found| found.key == Some(key)) else {
                continue;
            };
            for (index, name) in names.iter().enumerate() {
                if !found.row.masked.iter().any(|masked| masked == name) {
                    continue;
                }
                let (value, is_cut) = json_of(row.get_ref(index + 2)?, longest);
                if is_cut {
                    found.row.cut.push((*name).to_owned());
                }
                found.row.values.insert((*name).to_owned(), value);
            }
            found.row.masked.clear();
            found.row.is_disclosed = true;
            let mut people = BTreeSet::new();
            for index in 0..facts.about.len() {
                people.extend(row.get::<_, Option<i64>>(names.len() + 2 + index)?);
            }
            seen.push((key, people));
        }
        Ok(seen)
    })
}

/// Names the rows that these refer to.
fn link(connection: &Connection, shape: &Shape, rows: &mut [DataViewerRow]) -> Result<()> {
    let of_any = [("subject_type", "subject_id"), ("about_type", "about_id")];
    let mut wanted: BTreeMap<&'static str, HashSet<i64>> = BTreeMap::new();
    for row in rows.iter_mut() {
        let mut links = BTreeMap::new();
        for column in &shape.columns {
            let id = row.values.get(column.name).and_then(Value::as_i64);
            let of_row = of_any.iter().find(|(_, id)| *id == column.name);
            let named = of_row.and_then(|(kind, _)| row.values.get(*kind)?.as_str());
            let facts = column.references.or_else(|| named.and_then(facts_of));
            if let (Some(id), Some(facts)) = (id, facts) {
                wanted.entry(facts.table).or_default().insert(id);
                links.insert(
                    column.name.to_owned(),
                    DataViewerLink {
                        table: facts.table.to_owned(),
                        id: id.to_string(),
                        label: None,
                    },
                );
            }
        }
        row.links = links;
    }
    for (table, ids) in wanted {
        let labels = labels(connection, table, &ids)?;
        let links = rows.iter_mut().flat_map(|row| row.links.values_mut());
        for link in links.filter(|link| link.table == table) {
            link.label = labels.get(&link.id).cloned();
        }
    }
    Ok(())
}

fn labels(
    connection: &Connection,
    table: &str,
    ids: &HashSet<i64>,
) -> Result<BTreeMap<String, String>> {
    let Some((facts, label)) = facts_of(table).and_then(|facts| Some((facts, facts.label?))) else {
        return Ok(BTreeMap::new());
    };
    let value = match facts.personal_where {
        Some((rows, columns)) if columns.contains(&label) => {
            format!("case when ({rows}) is not true then t.\"{label}\" end")
        }
        _ => format!("t.\"{label}\""),
    };
    let places = vec!["?"; ids.len()].join(", ");
    let sql = format!("select t.id, {value} from \"{table}\" t where t.id in ({places})");
    read_columns(connection, masked_columns(facts), WITHIN, |guarded| {
        let mut statement = guarded.prepare(&sql)?;
        let mut rows = statement.query(params_from_iter(ids))?;
        let mut labels = BTreeMap::new();
        while let Some(row) = rows.next()? {
            if let (id, Some(label)) = (row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?) {
                labels.insert(id.to_string(), label);
            }
        }
        Ok(labels)
    })
}

/// The rows of other tables that name this one.
pub fn references(
    connection: &Connection,
    facts: &'static Facts,
    id: i64,
) -> Result<Vec<DataViewerReference>> {
    const MOST: i64 = 1_000;
    let mut found = Vec::new();
    for reference in references_to(connection, facts.table)? {
        let (column, of) = (reference.column, reference.facts);
        let mut filter = BTreeMap::from([(column.to_owned(), id.to_string())]);
        let mut condition = format!(" where t.\"{column}\" = ?1");
        let mut values = vec![Sql::Integer(id)];
        if let Some(kind) = reference.type_column {
            filter.insert(kind.to_owned(), facts.table.to_owned());
            let _ = write!(condition, " and t.\"{kind}\" = ?2");
            values.push(Sql::Text(facts.table.to_owned()));
        }
        let is_quick =
            reference.is_indexed || count_rows(connection, of, ("", &[]), (SMALL, false))? <= SMALL;
        let count = if is_quick {
            Some(count_rows(
                connection,
                of,
                (&condition, &values),
                (MOST, false),
            )?)
        } else {
            None
        };
        if count != Some(0) {
            found.push(DataViewerReference {
                table: of.table.to_owned(),
                column: column.to_owned(),
                filter,
                has_more: count.is_some_and(|count| count > MOST),
                count: count.map(|count| count.min(MOST)),
            });
        }
    }
    Ok(found)
}
