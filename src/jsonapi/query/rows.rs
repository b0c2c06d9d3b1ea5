//! Documents of a page and of one row.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, Statement};

use super::include::Writing;
use crate::error::Result;
use crate::jsonapi::query::{Plan, Query};
use crate::jsonapi::schema::table::Table;
use crate::jsonapi::{AuthContext, Visibility};

/// Cache of list totals, so that a list is not counted on every request.
pub trait CountSource {
    fn total(&self, question: Question, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64>;
}

/// How many rows have each choice of each attribute, and how many there are.
pub type ChoiceCounts = (BTreeMap<&'static str, BTreeMap<String, i64>>, i64);

/// A row's document, and the version that `If-Match` is compared with.
pub struct One {
    pub version: i64,
    pub body: Vec<u8>,
}

/// A page's document and its number of rows.
pub struct Page {
    pub body: Vec<u8>,
    pub count: usize,
}

/// Initial capacity for a typical list of vacancies; larger documents grow.
const LIKELY_ROWS: usize = 20;
const LIKELY_BYTES: usize = 3_000;

/// Binds the named parameters of a statement: from the conditions, otherwise from the actor, otherwise NULL.
pub fn bind(
    statement: &mut Statement,
    auth: &dyn AuthContext,
    values: &[(String, SqlValue)],
) -> Result<()> {
    for index in 1..=statement.parameter_count() {
        let Some(name) = statement.parameter_name(index) else {
            continue;
        };
        let value = match values.iter().rev().find(|(bound, _)| bound == name) {
            Some((_, value)) => Cow::Borrowed(value),
            None => Cow::Owned(auth.value(name.get(1..).unwrap_or_default())),
        };
        statement.raw_bind_parameter(index, &*value)?;
    }
    Ok(())
}

/// One page of these rows (SQL over `t`) as a document under the visibility.
pub fn list(
    connection: &Connection,
    table: &'static Table,
    (visibility, rows): (&Visibility, &str),
    auth: &dyn AuthContext,
    (path, query, plan): (&str, &Query, &Plan),
    totals: &dyn CountSource,
) -> Result<Page> {
    use std::io::Write as _;
    let mut values = plan.conditions.values.clone();
    let count_sql = plan.count((visibility, rows), table);
    let total = totals.total(Question::of(&count_sql, &values, auth), &mut || {
        tracing::trace!(target: "voluntr::sql", size = plan.size, sql = count_sql);
        let mut statement = connection.prepare_cached(&count_sql)?;
        bind(&mut statement, auth, &values)?;
        let mut rows = statement.raw_query();
        let total: i64 = rows
            .next()?
            .map(|row| row.get(0))
            .transpose()?
            .unwrap_or_default();
        Ok(u64::try_from(total).unwrap_or_default())
    })?;

    let offset = i64::from(plan.number - 1) * i64::from(plan.size);
    values.push((":limit".to_owned(), SqlValue::Integer(i64::from(plan.size))));
    values.push((":offset".to_owned(), SqlValue::Integer(offset)));
    let cut = Cut::of(plan, (visibility, rows), table);
    let writing = Writing {
        connection,
        auth,
        plan,
    };
    let likely = usize::try_from(plan.size)
        .unwrap_or_default()
        .min(LIKELY_ROWS);
    let mut out = Vec::with_capacity(likely * LIKELY_BYTES);
    out.extend_from_slice(b"{\"data\":[");
    let begun = out.len();
    let page = |other: Option<&str>, out: &mut Vec<u8>| {
        let (from, rest) = cut.sql(other, table);
        writing.write((table, visibility), (&from, &rest), &values, b"]", out)
    };
    let mut written = page(None, &mut out)?;
    let reached = u64::try_from(offset).unwrap_or_default() + written.len() as u64;
    if let Some(rest) = plan
        .driving_index
        .and_then(|driving_index| driving_index.rest)
        && written.len() < usize::try_from(plan.size).unwrap_or_default()
        && reached < total
    {
        out.truncate(begun);
        written = page(Some(rest), &mut out)?;
    }
    let pages = total.div_ceil(u64::from(plan.size)).max(1);
    let _ = write!(
        out,
        ",\"meta\":{{\"total\":{total},\"page\":{},\"size\":{},\"pages\":{pages}",
        plan.number, plan.size
    );
    if auth.is_signed_in() {
        out.extend_from_slice(if visibility.may_create {
            b",\"can\":[\"create\"]"
        } else {
            b",\"can\":[]"
        });
    }
    out.push(b'}');
    plan.write_links(path, query, pages, &mut out)?;
    out.push(b'}');
    // A short list may be cached for long.
    if out.capacity() > 2 * out.len() {
        out.shrink_to_fit();
    }
    let count = written.len();
    Ok(Page { body: out, count })
}

/// The part of a list's statement that selects a page.
enum Cut<'a> {
    /// The page's ids first, and then its own rows only: whatever has to be sorted is no more than ids.
    Ids { ids: String, order: &'a str },
    /// In the order of a driving index, or of visitors' usual list.
    Direct(Direct<'a>),
}

struct Direct<'a> {
    from: String,
    condition: String,
    /// The order that selects the page, and the order of its rows.
    by: &'a str,
    order: &'a str,
    columns: &'a str,
    type_name: &'a str,
    row: &'a str,
    is_apart: bool,
}

impl<'a> Cut<'a> {
    fn of(plan: &'a Plan, visible: (&Visibility, &str), table: &Table) -> Self {
        let driving_index = plan.driving_index;
        // Visitors get their first pages in the order of an index, with few computed columns.
        let is_usual = plan.is_usual() && visible.0.can.is_empty();
        if driving_index.is_none() && !is_usual {
            return Self::Ids {
                ids: plan.page_ids(visible, table),
                order: &plan.order,
            };
        }
        let in_order = driving_index.and_then(|driving_index| driving_index.order);
        Self::Direct(Direct {
            from: driving_index.map_or_else(
                || format!("{} t", table.type_name),
                |driving_index| driving_index.from.into(),
            ),
            condition: plan.condition(
                visible,
                driving_index.and_then(|driving_index| driving_index.condition),
            ),
            by: in_order.unwrap_or(&plan.order),
            order: &plan.order,
            columns: driving_index.map_or("", |driving_index| driving_index.columns),
            type_name: table.type_name,
            row: table.row,
            // A deep page is selected on the index first; if all matches have to be sorted, only their ids are.
            is_apart: plan.number > 1 || (plan.conditions.slow && in_order.is_none()),
        })
    }

    /// The statement from `from` on, in the two parts between which the joined rows stand. `other` replaces the driving
    /// index.
    fn sql(&self, other: Option<&str>, table: &Table) -> (String, String) {
        let direct = match self {
            Self::Ids { ids, order } => {
                let Table { type_name, row, .. } = table;
                return (
                    format!(
                        "from ({ids}) found cross join {type_name} t on t.{row} = found.page_id"
                    ),
                    format!("order by {order}"),
                );
            }
            Self::Direct(direct) => direct,
        };
        let Direct {
            condition,
            by,
            order,
            columns,
            type_name,
            row,
            ..
        } = direct;
        let from = other.unwrap_or(&direct.from);
        if direct.is_apart {
            (
                format!(
                    "from (select t.{row} as page_id{columns} from {from} where {condition} order by {by} limit :limit offset :offset) found
                     join {type_name} t on t.{row} = found.page_id"
                ),
                format!("order by {order}"),
            )
        } else {
            (
                format!("from {from}"),
                format!("where {condition} order by {by} limit :limit"),
            )
        }
    }
}

/// One row as a document under the visibility; `None` if it is not one of these rows.
pub fn one(
    connection: &Connection,
    table: &'static Table,
    (visibility, rows): (&Visibility, &str),
    auth: &dyn AuthContext,
    id: i64,
    query: &Query,
) -> Result<Option<One>> {
    let plan = query.plan_one(table)?;
    let writing = Writing {
        connection,
        auth,
        plan: &plan,
    };
    let from = format!("from {} t", table.type_name);
    let rest = format!("where t.id = :id and ({rows})");
    let mut values = plan.conditions.values.clone();
    values.push((":id".to_owned(), SqlValue::Integer(id)));
    let mut out = Vec::with_capacity(4096);
    out.extend_from_slice(b"{\"data\":");
    let written = writing.write((table, visibility), (&from, &rest), &values, b"", &mut out)?;
    let Some(row) = written.first() else {
        return Ok(None);
    };
    out.push(b'}');
    Ok(Some(One {
        version: row.version,
        body: out,
    }))
}

/// Key of a cached total: the condition, its bound values except the time, and the actor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    sql: String,
    values: Vec<(String, Bound)>,
    asker: [Bound; 3],
}

/// A bound value in a comparable form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Bound {
    Null,
    Integer(i64),
    Real(u64),
    Text(String),
    Blob(Vec<u8>),
}

impl From<SqlValue> for Bound {
    fn from(value: SqlValue) -> Self {
        match value {
            SqlValue::Null => Self::Null,
            SqlValue::Integer(number) => Self::Integer(number),
            SqlValue::Real(number) => Self::Real(number.to_bits()),
            SqlValue::Text(text) => Self::Text(text),
            SqlValue::Blob(bytes) => Self::Blob(bytes),
        }
    }
}

impl Question {
    /// Only the values that the statement names tell questions apart: not which page is asked for, nor in what order.
    pub(crate) fn of(sql: &str, values: &[(String, SqlValue)], auth: &dyn AuthContext) -> Self {
        let named = values
            .iter()
            .filter(|(name, _)| sql.contains(name.as_str()));
        let values = named.cloned();
        Self {
            sql: sql.to_owned(),
            values: values.map(|(name, value)| (name, value.into())).collect(),
            asker: ["user_id", "center_id", "organization_id"].map(|name| auth.value(name).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Asker(i64);

    impl AuthContext for Asker {
        fn visibility(&self, _: &'static str) -> Option<std::sync::Arc<Visibility>> {
            None
        }

        fn value(&self, _: &str) -> SqlValue {
            SqlValue::Integer(self.0)
        }

        fn is_signed_in(&self) -> bool {
            true
        }
    }

    fn value() -> impl Strategy<Value = SqlValue> {
        prop_oneof![
            Just(SqlValue::Null),
            (0..2_i64).prop_map(SqlValue::Integer),
            (0..2_i32).prop_map(|number| SqlValue::Real(number.into())),
            "[|=:\"v0]{0,4}".prop_map(SqlValue::Text),
        ]
    }

    fn asked() -> impl Strategy<Value = (String, Vec<(String, SqlValue)>, i64)> {
        let values = proptest::collection::vec(("[|=:v0]{0,3}", value()), 0..3);
        ("[|=:v0]{0,3}", values, 0..2_i64)
    }

    proptest! {
        #[test]
        fn only_equal_questions_have_one_total(a in asked(), b in asked()) {
            let question = |(sql, values, who): &(String, Vec<_>, i64)| Question::of(sql, values, &Asker(*who));
            let named = |(sql, values, who): &(String, Vec<(String, SqlValue)>, i64)| {
                let values = values.iter().filter(|(name, _)| sql.contains(name.as_str()));
                (sql.clone(), values.cloned().collect::<Vec<_>>(), *who)
            };
            prop_assert_eq!(question(&a) == question(&b), named(&a) == named(&b));
        }
    }
}
