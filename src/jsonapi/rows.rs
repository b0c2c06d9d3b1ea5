//! Rows straight into documents: columns are written as JSON while `SQLite` steps, without a struct in between.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, Statement};

use super::json::write_number;
use super::query::{Plan, Query};
use super::resource::RelationKind;
use super::select::{Select, Written};
use super::table::Table;
use super::{Lens, Sight};
use crate::error::Result;

/// Keeps the totals of lists, so that a list does not count for every request.
pub trait Totals {
    fn total(&self, key: &str, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64>;
}

/// One row's document and the version that If-Match is compared with.
pub struct One {
    pub version: i64,
    pub body: Vec<u8>,
}

/// One page's document and how many rows are on it.
pub struct Page {
    pub body: Vec<u8>,
    pub count: usize,
}

/// What a list of vacancies takes: a document is rarely larger, and then grows.
const LIKELY_ROWS: usize = 20;
const LIKELY_BYTES: usize = 3_000;

/// Binds every named parameter of a statement: from the conditions, else from the asker, else NULL.
pub fn bind(
    statement: &mut Statement,
    sight: &dyn Sight,
    values: &[(String, SqlValue)],
) -> Result<()> {
    for index in 1..=statement.parameter_count() {
        let Some(name) = statement.parameter_name(index).map(str::to_owned) else {
            continue;
        };
        match values.iter().rev().find(|(bound, _)| *bound == name) {
            Some((_, value)) => statement.raw_bind_parameter(index, value)?,
            None => statement
                .raw_bind_parameter(index, sight.value(name.get(1..).unwrap_or_default()))?,
        }
    }
    Ok(())
}

/// Looks up the lens under which an included type is read.
struct Shelf<'a> {
    connection: &'a Connection,
    sight: &'a dyn Sight,
    plan: &'a Plan,
}

/// Included rows by type, each once.
#[derive(Default)]
struct Included {
    seen: BTreeSet<(&'static str, i64)>,
    body: Vec<u8>,
}

impl Shelf<'_> {
    /// Writes the rows into `out`, and gives back what is included with them. Rows with lists of children are written
    /// apart first: which children there are is known only when all rows are.
    fn write(
        &self,
        (table, lens): (&'static Table, &Lens),
        rest: &str,
        values: &[(String, SqlValue)],
        out: &mut Vec<u8>,
    ) -> Result<(Vec<Written>, Included)> {
        let mut select = Select::new(table, lens, self.sight, &self.plan.fields);
        select.awaits_children = self
            .plan
            .include
            .iter()
            .any(|relation| matches!(relation.kind, RelationKind::HasMany(_)));
        let mut included = Included::default();
        if !select.awaits_children {
            let written = self.run(&select, rest, values, out)?;
            self.include(&select, &written, &mut included)?;
            return Ok((written, included));
        }
        let mut buffer = Vec::new();
        let written = self.run(&select, rest, values, &mut buffer)?;
        let many = self.include(&select, &written, &mut included)?;
        for (index, row) in written.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            finish(&select, row, &buffer, &many, out);
        }
        Ok((written, included))
    }

    fn run(
        &self,
        select: &Select,
        rest: &str,
        values: &[(String, SqlValue)],
        buffer: &mut Vec<u8>,
    ) -> Result<Vec<Written>> {
        let sql = select.sql(rest);
        let mut statement = self.connection.prepare_cached(&sql)?;
        bind(&mut statement, self.sight, values)?;
        let mut rows = statement.raw_query();
        let mut written = Vec::new();
        while let Some(row) = rows.next()? {
            written.push(select.write(row, buffer)?);
        }
        Ok(written)
    }

    /// Reads what the relations lead to, one query a relation, each under the Read lens of its own type.
    /// Gives back the children of each parent for the relations that have many.
    fn include(
        &self,
        select: &Select,
        parents: &[Written],
        included: &mut Included,
    ) -> Result<HashMap<&'static str, HashMap<i64, Vec<i64>>>> {
        let mut many = HashMap::new();
        for relation in &self.plan.include {
            let target = (relation.target)();
            let Some(lens) = self.sight.lens(target.type_name) else {
                continue;
            };
            let mut pairs: Vec<(i64, i64)> = Vec::new();
            match relation.kind {
                RelationKind::BelongsTo(_) => {
                    let index = select
                        .belongs_to
                        .iter()
                        .position(|known| known.name == relation.name);
                    pairs.extend(parents.iter().filter_map(|parent| {
                        let child =
                            index.and_then(|index| parent.ones.get(index).copied().flatten())?;
                        Some((parent.id, child))
                    }));
                }
                RelationKind::HasMany(sql) => {
                    let ids: Vec<i64> = parents.iter().map(|parent| parent.id).collect();
                    let values = [(
                        ":ids".to_owned(),
                        SqlValue::Text(serde_json::to_string(&ids)?),
                    )];
                    let mut statement = self.connection.prepare_cached(sql)?;
                    bind(&mut statement, self.sight, &values)?;
                    let mut rows = statement.raw_query();
                    while let Some(row) = rows.next()? {
                        pairs.push((row.get(0)?, row.get(1)?));
                    }
                }
            }
            let visible =
                self.include_rows((select.table.type_name, target), &lens, &pairs, included)?;
            if matches!(relation.kind, RelationKind::HasMany(_)) {
                let mut children: HashMap<i64, Vec<i64>> = HashMap::new();
                for (parent, child) in pairs {
                    if visible.contains(&child) {
                        children.entry(parent).or_default().push(child);
                    }
                }
                many.insert(relation.name, children);
            }
        }
        Ok(many)
    }

    fn include_rows(
        &self,
        (asked, target): (&str, &'static Table),
        lens: &Lens,
        pairs: &[(i64, i64)],
        included: &mut Included,
    ) -> Result<BTreeSet<i64>> {
        let wanted: BTreeSet<i64> = pairs.iter().map(|(_, child)| *child).collect();
        let is_there = |id: &i64| included.seen.contains(&(target.type_name, *id));
        let (mut visible, new): (BTreeSet<i64>, BTreeSet<i64>) =
            wanted.into_iter().partition(is_there);
        if new.is_empty() {
            return Ok(visible);
        }
        let select = Select::new(target, lens, self.sight, &self.plan.fields);
        // Crossed, so that the few wanted are looked up by their ids, in their order: asked with "in", SQLite rather read
        // all that the lens opens, half a thousand organisations for one.
        let rest = format!(
            "from (select value as wanted_id from json_each(:ids)) cross join {} t on t.id = wanted_id where {}",
            target.type_name, lens.rows
        );
        // Some of what may be seen hangs on what was asked for: `:asked_…` names those rows.
        let parents: BTreeSet<i64> = pairs.iter().map(|(parent, _)| *parent).collect();
        let list = |ids: &BTreeSet<i64>| serde_json::to_string(ids).map(SqlValue::Text);
        let values = [
            (":ids".to_owned(), list(&new)?),
            (format!(":asked_{asked}"), list(&parents)?),
        ];
        for row in self.run(&select, &rest, &values, &mut included.body)? {
            included.seen.insert((target.type_name, row.id));
            visible.insert(row.id);
        }
        Ok(visible)
    }
}

/// Puts a row that awaited its children together: head, relationships, meta.
fn finish(
    select: &Select,
    row: &Written,
    buffer: &[u8],
    many: &HashMap<&'static str, HashMap<i64, Vec<i64>>>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(buffer.get(row.head.clone()).unwrap_or_default());
    let mut separator: &[u8] = if row.has_relationships {
        b",\""
    } else {
        b",\"relationships\":{\""
    };
    for relation in select.table.relations {
        let Some(children) = many.get(relation.name) else {
            continue;
        };
        out.extend_from_slice(separator);
        separator = b",\"";
        out.extend_from_slice(relation.name.as_bytes());
        out.extend_from_slice(b"\":{\"data\":[");
        let type_name = (relation.target)().type_name;
        for (index, id) in children.get(&row.id).into_iter().flatten().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            out.extend_from_slice(b"{\"type\":\"");
            out.extend_from_slice(type_name.as_bytes());
            out.extend_from_slice(b"\",\"id\":\"");
            write_number(*id, out);
            out.extend_from_slice(b"\"}");
        }
        out.extend_from_slice(b"]}");
    }
    if separator == b",\"" {
        out.push(b'}');
    }
    out.extend_from_slice(buffer.get(row.meta.clone()).unwrap_or_default());
}

/// One page of the rows that the lens opens, as a whole document.
pub fn list(
    connection: &Connection,
    table: &'static Table,
    lens: &Lens,
    sight: &dyn Sight,
    (path, query): (&str, &Query),
    totals: &dyn Totals,
) -> Result<Page> {
    use std::io::Write as _;
    let plan = query.plan(table)?;
    let condition = plan.condition(lens, None);
    let mut values = plan.conditions.values.clone();
    let count_sql = format!(
        "select count(*) from {} t where {condition}",
        table.type_name
    );
    let total = totals.total(&key(&count_sql, &values, sight), &mut || {
        let mut statement = connection.prepare_cached(&count_sql)?;
        bind(&mut statement, sight, &values)?;
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
    let (type_name, order) = (table.type_name, &plan.order);
    let (from, condition, cut_by) = match &plan.conditions.lead {
        Some(lead) => (
            lead.from.to_owned(),
            plan.condition(lens, Some(lead.condition)),
            lead.order,
        ),
        None => (format!("{type_name} t"), condition, order.as_str()),
    };
    // A deep page is cut on the index first; only its own rows are then read.
    let rest = if plan.number > 1 {
        format!(
            "from (select t.id as page_id from {from} where {condition} order by {cut_by} limit :limit offset :offset)
             join {type_name} t on t.id = page_id order by {order}"
        )
    } else {
        format!("from {from} where {condition} order by {cut_by} limit :limit")
    };
    let shelf = Shelf {
        connection,
        sight,
        plan: &plan,
    };
    let rows = usize::try_from(plan.size)
        .unwrap_or_default()
        .min(LIKELY_ROWS);
    let mut out = Vec::with_capacity(rows * LIKELY_BYTES);
    out.extend_from_slice(b"{\"data\":[");
    let (written, included) = shelf.write((table, lens), &rest, &values, &mut out)?;
    out.push(b']');
    write_included(&plan, &included, &mut out);
    let pages = total.div_ceil(u64::from(plan.size)).max(1);
    let _ = write!(
        out,
        ",\"meta\":{{\"total\":{total},\"page\":{},\"size\":{},\"pages\":{pages}",
        plan.number, plan.size
    );
    if sight.is_signed_in() {
        out.extend_from_slice(if lens.may_create {
            b",\"can\":[\"create\"]"
        } else {
            b",\"can\":[]"
        });
    }
    out.push(b'}');
    plan.write_links(path, query, pages, &mut out)?;
    out.push(b'}');
    // A short list may be kept for long.
    if out.capacity() > 2 * out.len() {
        out.shrink_to_fit();
    }
    let count = written.len();
    Ok(Page { body: out, count })
}

fn write_included(plan: &Plan, included: &Included, out: &mut Vec<u8>) {
    if !plan.include.is_empty() {
        out.extend_from_slice(b",\"included\":[");
        out.extend_from_slice(&included.body);
        out.push(b']');
    }
}

/// One row as a document; none where the lens does not open it.
pub fn one(
    connection: &Connection,
    table: &'static Table,
    lens: &Lens,
    sight: &dyn Sight,
    id: i64,
    query: &Query,
) -> Result<Option<One>> {
    let plan = query.plan_one(table)?;
    let shelf = Shelf {
        connection,
        sight,
        plan: &plan,
    };
    let rest = format!(
        "from {} t where t.id = :id and ({})",
        table.type_name, lens.rows
    );
    let mut values = plan.conditions.values.clone();
    values.push((":id".to_owned(), SqlValue::Integer(id)));
    let mut out = Vec::with_capacity(4096);
    out.extend_from_slice(b"{\"data\":");
    let (written, included) = shelf.write((table, lens), &rest, &values, &mut out)?;
    let Some(row) = written.first() else {
        return Ok(None);
    };
    write_included(&plan, &included, &mut out);
    out.push(b'}');
    Ok(Some(One {
        version: row.version,
        body: out,
    }))
}

/// What a kept total depends on: the condition, and the values in it but for the clock.
fn key(sql: &str, values: &[(String, SqlValue)], sight: &dyn Sight) -> String {
    let mut key = sql.to_owned();
    for (name, value) in values {
        let _ = write!(key, "|{name}={value:?}");
    }
    for name in ["user_id", "center_id", "organization_id"] {
        let _ = write!(key, "|{:?}", sight.value(name));
    }
    key
}
