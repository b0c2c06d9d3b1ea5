//! What is asked of a table: filters, order and place, as names that are declared and values that are bound.

use rusqlite::types::Value as Sql;
use serde_json::{Value, json};

use super::facts::Kind;
use super::shape::{Column, Shape};
use crate::error::{Code, Error, Result};
use crate::jsonapi::Query;

const DEFAULT_SIZE: usize = 20;
pub const MOST_ROWS: usize = 50;
/// Filters of one question.
const MOST_FILTERS: usize = 10;
/// Longest value of a filter, in characters.
const LONGEST: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compares {
    Equal,
    NotEqual,
    AtLeast,
    AtMost,
    IsNull,
}

/// Endings of the name of a filter.
const ENDINGS: [(&str, Compares); 5] = [
    ("_not_eq", Compares::NotEqual),
    ("_gteq", Compares::AtLeast),
    ("_lteq", Compares::AtMost),
    ("_null", Compares::IsNull),
    ("_eq", Compares::Equal),
];

/// A filter as asked, before the table is known.
#[derive(Debug, Clone)]
struct AskedFilter {
    name: String,
    value: String,
}

/// What is asked, as sent.
#[derive(Debug, Clone)]
pub struct Asked {
    filters: Vec<AskedFilter>,
    sort: Option<String>,
    after: Option<String>,
    pub size: usize,
}

/// Where the page before ended.
#[derive(Debug, Clone, PartialEq)]
pub enum After {
    Start,
    /// Rows to pass over, in a table without one key.
    Offset(i64),
    /// The key of its last row, and its value of the order if that is another column.
    Row(Option<Sql>, i64),
}

/// A question about one table. `sql` is a condition over `t`, with `values` bound by position.
pub struct Question {
    pub conditions: Vec<String>,
    pub values: Vec<Sql>,
    pub order: &'static str,
    pub is_descending: bool,
    pub after: After,
}

fn refused(name: &str, value: &str, allowed: &[&str]) -> Error {
    Error::from(Code::InvalidFilter)
        .with("name", format!("{name}={value}"))
        .with("allowed", allowed.to_vec())
}

impl Asked {
    pub fn of(query: &Query) -> Result<Self> {
        let mut filters = Vec::new();
        for (name, value) in query.pairs() {
            if let Some(name) = name
                .strip_prefix("filter[")
                .and_then(|rest| rest.strip_suffix(']'))
            {
                filters.push(AskedFilter {
                    name: name.to_owned(),
                    value: value.to_owned(),
                });
            } else if !["sort", "page[after]", "page[size]", "format"].contains(&name) {
                return Err(refused(
                    name,
                    value,
                    &["filter[…]", "sort", "page[after]", "page[size]", "format"],
                ));
            }
        }
        let is_long = |filter: &AskedFilter| filter.value.chars().count() > LONGEST;
        if filters.len() > MOST_FILTERS || filters.iter().any(is_long) {
            return Err(refused("filter", "…", &["10 × 500"]));
        }
        let size = match query.get("page[size]") {
            None => DEFAULT_SIZE,
            Some(size) => size
                .parse()
                .ok()
                .filter(|size| (1..=MOST_ROWS).contains(size))
                .ok_or_else(|| refused("page[size]", size, &["1–50"]))?,
        };
        let given = |name: &str| {
            let value = query.get(name).filter(|value| !value.is_empty());
            value.map(str::to_owned)
        };
        Ok(Self {
            filters,
            sort: given("sort"),
            after: given("page[after]"),
            size,
        })
    }
}

/// May the rows be put in this order: along an index, or in a table of which `is_small` holds.
pub fn is_sortable(column: &Column, shape: &Shape, is_small: bool) -> bool {
    column.kind == Kind::Shown
        && shape.key.is_some()
        && (shape.key == Some(column.name)
            || (column.is_not_null && (column.is_indexed || is_small)))
}

pub fn is_filterable(column: &Column) -> bool {
    column.data_type != "blob" && matches!(column.kind, Kind::Shown | Kind::PersonalInRows)
}

/// Personal columns can be filtered by where all of them are open.
fn is_filterable_when_open(column: &Column) -> bool {
    column.data_type != "blob" && column.kind != Kind::Closed
}

impl Question {
    pub fn of(asked: &Asked, shape: &Shape, (is_small, is_open): (bool, bool)) -> Result<Self> {
        let mut question = Self {
            conditions: Vec::new(),
            values: Vec::new(),
            order: shape.key.unwrap_or_default(),
            is_descending: true,
            after: After::Start,
        };
        for filter in &asked.filters {
            question.narrow(shape, filter, is_open)?;
        }
        if let Some(sort) = &asked.sort {
            let (name, is_descending) = match sort.strip_prefix('-') {
                Some(name) => (name, true),
                None => (sort.as_str(), false),
            };
            let column = shape
                .column(name)
                .filter(|column| is_sortable(column, shape, is_small));
            let column = match column {
                Some(column) => column.name,
                None if name == "rowid" && shape.key == Some("rowid") => "rowid",
                None => {
                    let allowed = shape.columns.iter();
                    let allowed: Vec<&str> = allowed
                        .filter(|column| is_sortable(column, shape, is_small))
                        .map(|column| column.name)
                        .collect();
                    return Err(refused("sort", sort, &allowed));
                }
            };
            (question.order, question.is_descending) = (column, is_descending);
        }
        if let Some(after) = &asked.after {
            let refusal = || refused("page[after]", after, &["the `after` of an answer"]);
            let sent: Value = serde_json::from_str(after).map_err(|_| refusal())?;
            question.after = question.place(&sent, shape).ok_or_else(refusal)?;
        }
        Ok(question)
    }

    fn narrow(&mut self, shape: &Shape, filter: &AskedFilter, is_open: bool) -> Result<()> {
        let AskedFilter { name, value } = filter;
        let whole = shape.column(name).map(|column| (column, Compares::Equal));
        let ended = || {
            ENDINGS.iter().find_map(|(ending, compares)| {
                let column = shape.column(name.strip_suffix(ending)?)?;
                Some((column, *compares))
            })
        };
        let full = format!("filter[{name}]");
        let found = whole.or_else(ended);
        let Some((column, compares)) = found.filter(|(column, _)| {
            is_filterable(column) || (is_open && is_filterable_when_open(column))
        }) else {
            let columns = shape.columns.iter();
            let allowed: Vec<&str> = columns
                .filter(|column| is_filterable(column))
                .map(|column| column.name)
                .collect();
            return Err(refused(&full, value, &allowed));
        };
        if let Some((rows, columns)) = shape.facts.personal_where
            && !is_open
            && columns.contains(&column.name)
        {
            self.conditions.push(format!("({rows}) is not true"));
        }
        let name = column.name;
        if compares == Compares::IsNull {
            let sql = match value.as_str() {
                "true" => "is null",
                "false" => "is not null",
                _ => return Err(refused(&full, value, &["true", "false"])),
            };
            self.conditions.push(format!("t.\"{name}\" {sql}"));
            return Ok(());
        }
        let bound = match column.data_type.as_str() {
            "integer" => Sql::Integer(
                value
                    .parse()
                    .map_err(|_| refused(&full, value, &["1, 2, 3 …"]))?,
            ),
            "real" => Sql::Real(
                value
                    .parse()
                    .map_err(|_| refused(&full, value, &["0.5, 1, 2 …"]))?,
            ),
            _ => Sql::Text(value.clone()),
        };
        let operator = match compares {
            Compares::Equal | Compares::IsNull => "=",
            Compares::NotEqual => "is not",
            Compares::AtLeast => ">=",
            Compares::AtMost => "<=",
        };
        self.values.push(bound);
        let place = self.values.len();
        self.conditions
            .push(format!("t.\"{name}\" {operator} ?{place}"));
        Ok(())
    }

    fn place(&self, sent: &Value, shape: &Shape) -> Option<After> {
        let parts = sent.as_array()?;
        match (shape.key, parts.as_slice()) {
            (None, [offset]) => offset.as_i64().filter(|by| *by >= 0).map(After::Offset),
            (Some(key), [row]) if key == self.order => Some(After::Row(None, row.as_i64()?)),
            (Some(key), [value, row]) if key != self.order => {
                let value = match value {
                    Value::Number(number) => number
                        .as_i64()
                        .map(Sql::Integer)
                        .or_else(|| number.as_f64().map(Sql::Real))?,
                    Value::String(text) => Sql::Text(text.clone()),
                    _ => return None,
                };
                Some(After::Row(Some(value), row.as_i64()?))
            }
            _ => None,
        }
    }

    /// The condition, the order and the bounds of the page, with the values of all of them.
    pub fn page(&self, shape: &Shape, size: usize) -> (String, Vec<Sql>) {
        let (mut conditions, mut values) = (self.conditions.clone(), self.values.clone());
        let (compares, direction) = if self.is_descending {
            ("<", " desc")
        } else {
            (">", "")
        };
        let mut offset = 0;
        match &self.after {
            After::Start => {}
            After::Offset(by) => offset = *by,
            After::Row(value, row) => {
                let key = shape.key.unwrap_or_default();
                let (columns, places) = match value {
                    None => (format!("t.\"{key}\""), format!("?{}", values.len() + 1)),
                    Some(value) => {
                        values.push(value.clone());
                        let place = values.len();
                        (
                            format!("(t.\"{}\", t.\"{key}\")", self.order),
                            format!("(?{place}, ?{})", place + 1),
                        )
                    }
                };
                values.push(Sql::Integer(*row));
                conditions.push(format!("{columns} {compares} {places}"));
            }
        }
        let order = match shape.key {
            None => String::new(),
            Some(key) if key == self.order => format!(" order by t.\"{key}\"{direction}"),
            Some(key) => format!(
                " order by t.\"{}\"{direction}, t.\"{key}\"{direction}",
                self.order
            ),
        };
        let condition = joined(&conditions);
        // One more, which says whether there is another page.
        let bounds = format!(" limit {} offset {offset}", size + 1);
        (format!("{condition}{order}{bounds}"), values)
    }

    pub fn condition(&self) -> String {
        joined(&self.conditions)
    }
}

fn joined(conditions: &[String]) -> String {
    if conditions.is_empty() {
        String::new()
    } else {
        format!(" where {}", conditions.join(" and "))
    }
}

/// The `after` of the page that ends with this row.
pub fn after_row(value: Option<&Value>, key: i64) -> String {
    match value {
        None => json!([key]).to_string(),
        Some(value) => json!([value, key]).to_string(),
    }
}

pub fn after_offset(offset: i64) -> String {
    json!([offset]).to_string()
}

impl Question {
    pub fn offset(&self) -> i64 {
        match self.after {
            After::Offset(by) => by,
            After::Start | After::Row(..) => 0,
        }
    }
}
