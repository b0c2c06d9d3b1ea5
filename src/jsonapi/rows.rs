//! Rows straight into documents: columns are written as JSON while `SQLite` steps, without a struct in between.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use rusqlite::types::{Value as SqlValue, ValueRef};
use rusqlite::{Connection, Row, Statement};

use super::query::{Plan, Query};
use super::resource::{Relation, RelationKind};
use super::table::{Column, Kind, Table};
use super::{Lens, Sight};
use crate::error::{Error, Result};

/// Keeps the totals of lists, so that a list does not count for every request.
pub trait Totals {
    fn total(&self, key: &str, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64>;
}

/// Counts every time: for transactions, which see what nobody else does yet.
pub struct CountAlways;

impl Totals for CountAlways {
    fn total(&self, _: &str, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64> {
        count()
    }
}

/// One row's document and the version that If-Match is compared with.
pub struct One {
    pub version: i64,
    pub body: Vec<u8>,
}

/// Everything a select of one type needs: which columns, in which order, and what follows them.
struct Select<'a> {
    table: &'static Table,
    columns: Vec<(&'static Column, Option<usize>)>,
    gates: Vec<String>,
    can: &'a [(&'static str, String)],
    transitions: Vec<(&'static str, String)>,
    belongs_to: Vec<(&'static Relation, &'static str)>,
    fields: Option<&'a Vec<String>>,
}

/// A row on its way into a document: its head is in the shared buffer, its relationships come later.
struct Written {
    id: i64,
    version: i64,
    head: std::ops::Range<usize>,
    meta: std::ops::Range<usize>,
    ones: Vec<Option<i64>>,
}

impl<'a> Select<'a> {
    fn new(
        table: &'static Table,
        lens: &'a Lens,
        sight: &dyn Sight,
        plan_fields: &'a HashMap<String, Vec<String>>,
    ) -> Self {
        let fields = plan_fields.get(table.type_name);
        let mut gates = Vec::new();
        let mut columns = Vec::new();
        for column in &table.columns {
            let wanted = fields.is_none_or(|fields| fields.contains(&column.name));
            if column.is_write_only || !wanted {
                continue;
            }
            match lens.hidden.iter().find(|(name, _)| *name == column.name) {
                Some((_, None)) => {}
                Some((_, Some(condition))) => {
                    let gate = gates
                        .iter()
                        .position(|gate| gate == condition)
                        .unwrap_or_else(|| {
                            gates.push(condition.clone());
                            gates.len() - 1
                        });
                    columns.push((column, Some(gate)));
                }
                None => columns.push((column, None)),
            }
        }
        let transitions = if sight.is_signed_in() {
            possible_events(table, lens)
        } else {
            Vec::new()
        };
        let belongs_to = table
            .relations
            .iter()
            .filter_map(|relation| match relation.kind {
                RelationKind::BelongsTo(column) => Some((relation, column)),
                RelationKind::HasMany(_) => None,
            })
            .collect();
        Self {
            table,
            columns,
            gates,
            can: if sight.is_signed_in() { &lens.can } else { &[] },
            transitions,
            belongs_to,
            fields,
        }
    }

    fn sql(&self) -> String {
        let mut sql = String::from("select t.id, t.version");
        for (column, _) in &self.columns {
            let _ = write!(sql, ", {}", column.sql);
        }
        for condition in self
            .gates
            .iter()
            .chain(self.can.iter().map(|(_, condition)| condition))
            .chain(self.transitions.iter().map(|(_, condition)| condition))
        {
            let _ = write!(sql, ", ({condition})");
        }
        for (_, column) in &self.belongs_to {
            let _ = write!(sql, ", t.{column}");
        }
        sql
    }

    fn write(&self, row: &Row, buffer: &mut Vec<u8>) -> Result<Written> {
        let id: i64 = row.get(0)?;
        let version: i64 = row.get(1)?;
        let first_gate = 2 + self.columns.len();
        let first_can = first_gate + self.gates.len();
        let first_transition = first_can + self.can.len();
        let first_one = first_transition + self.transitions.len();

        let start = buffer.len();
        buffer.extend_from_slice(b"{\"type\":\"");
        buffer.extend_from_slice(self.table.type_name.as_bytes());
        let _ =
            std::io::Write::write_fmt(buffer, format_args!("\",\"id\":\"{id}\",\"attributes\":{{"));
        let mut is_first = true;
        for (index, (column, gate)) in self.columns.iter().enumerate() {
            if let Some(gate) = gate
                && !truth(row, first_gate + gate)?
            {
                continue;
            }
            if !is_first {
                buffer.push(b',');
            }
            is_first = false;
            buffer.extend_from_slice(&column.key);
            write_value(row.get_ref(2 + index)?, column.kind, buffer)?;
        }
        buffer.push(b'}');
        let end = buffer.len();

        if !self.can.is_empty() || !self.transitions.is_empty() {
            buffer.extend_from_slice(b",\"meta\":{\"can\":");
            write_words(
                row,
                first_can,
                self.can.iter().map(|(verb, _)| *verb),
                buffer,
            )?;
            if !self.table.transitions.is_empty() {
                buffer.extend_from_slice(b",\"transitions\":");
                write_words(
                    row,
                    first_transition,
                    self.transitions.iter().map(|(event, _)| *event),
                    buffer,
                )?;
            }
            buffer.push(b'}');
        }
        let ones = (0..self.belongs_to.len())
            .map(|index| row.get(first_one + index))
            .collect::<Result<_, _>>()?;
        Ok(Written {
            id,
            version,
            head: start..end,
            meta: end..buffer.len(),
            ones,
        })
    }
}

/// Each event once, with the condition under which one of its rows allows it.
fn possible_events(table: &Table, lens: &Lens) -> Vec<(&'static str, String)> {
    let mut events: Vec<(&'static str, String)> = Vec::new();
    for transition in table.transitions {
        let Some((_, rows)) = lens.can.iter().find(|(verb, _)| *verb == transition.verb) else {
            continue;
        };
        let condition = format!("(({}) and ({rows}))", transition.when);
        match events
            .iter_mut()
            .find(|(event, _)| *event == transition.event)
        {
            Some((_, known)) => known.extend([" or ", &condition]),
            None => events.push((transition.event, condition)),
        }
    }
    events
}

fn truth(row: &Row, index: usize) -> Result<bool> {
    Ok(row.get::<_, Option<bool>>(index)?.unwrap_or_default())
}

fn write_words<'w>(
    row: &Row,
    first: usize,
    words: impl Iterator<Item = &'w str>,
    buffer: &mut Vec<u8>,
) -> Result<()> {
    buffer.push(b'[');
    let mut is_first = true;
    for (index, word) in words.enumerate() {
        if truth(row, first + index)? {
            if !is_first {
                buffer.push(b',');
            }
            is_first = false;
            buffer.push(b'"');
            buffer.extend_from_slice(word.as_bytes());
            buffer.push(b'"');
        }
    }
    buffer.push(b']');
    Ok(())
}

/// One column's value as JSON.
pub fn write_value(value: ValueRef, kind: Kind, buffer: &mut Vec<u8>) -> Result<()> {
    match (value, kind) {
        (ValueRef::Null, _) => buffer.extend_from_slice(b"null"),
        (ValueRef::Integer(number), Kind::Bool) => {
            buffer.extend_from_slice(if number == 0 { b"false" } else { b"true" });
        }
        (ValueRef::Integer(number), Kind::Id) => {
            let _ = std::io::Write::write_fmt(buffer, format_args!("\"{number}\""));
        }
        (ValueRef::Integer(number), _) => {
            let _ = std::io::Write::write_fmt(buffer, format_args!("{number}"));
        }
        (ValueRef::Real(number), _) => serde_json::to_writer(&mut *buffer, &number)?,
        (ValueRef::Text(text), Kind::Json) => buffer.extend_from_slice(text),
        (ValueRef::Text(text), _) => {
            let text =
                std::str::from_utf8(text).map_err(|_| Error::internal("text that is not UTF-8"))?;
            serde_json::to_writer(&mut *buffer, text)?;
        }
        (ValueRef::Blob(_), _) => return Err(Error::internal("a blob has no place in a document")),
    }
    Ok(())
}

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
    fn run(
        &self,
        select: &Select,
        rest: &str,
        values: &[(String, SqlValue)],
        buffer: &mut Vec<u8>,
    ) -> Result<Vec<Written>> {
        let sql = format!("{} {rest}", select.sql());
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
                        .position(|(known, _)| known.name == relation.name);
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
            let visible = self.include_rows(target, &lens, &pairs, included)?;
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
        target: &'static Table,
        lens: &Lens,
        pairs: &[(i64, i64)],
        included: &mut Included,
    ) -> Result<BTreeSet<i64>> {
        let wanted: BTreeSet<i64> = pairs.iter().map(|(_, child)| *child).collect();
        if wanted.is_empty() {
            return Ok(wanted);
        }
        let select = Select::new(target, lens, self.sight, &self.plan.fields);
        let rest = format!(
            "from {} t where t.id in (select value from json_each(:ids)) and ({}) order by t.id",
            target.type_name, lens.rows
        );
        let ids: Vec<i64> = wanted.into_iter().collect();
        let values = [(
            ":ids".to_owned(),
            SqlValue::Text(serde_json::to_string(&ids)?),
        )];
        let mut buffer = Vec::new();
        let written = self.run(&select, &rest, &values, &mut buffer)?;
        for row in &written {
            if included.seen.insert((target.type_name, row.id)) {
                if !included.body.is_empty() {
                    included.body.push(b',');
                }
                finish(&select, row, &buffer, &HashMap::new(), &mut included.body);
            }
        }
        Ok(written.iter().map(|row| row.id).collect())
    }
}

/// Puts a row's pieces together: head, relationships, meta.
fn finish(
    select: &Select,
    row: &Written,
    buffer: &[u8],
    many: &HashMap<&'static str, HashMap<i64, Vec<i64>>>,
    out: &mut Vec<u8>,
) {
    use std::io::Write as _;
    out.extend_from_slice(buffer.get(row.head.clone()).unwrap_or_default());
    let wanted = |name: &str| {
        select
            .fields
            .is_none_or(|fields| fields.iter().any(|field| field == name))
    };
    let mut separator: &[u8] = b",\"relationships\":{";
    for ((relation, _), id) in select.belongs_to.iter().zip(&row.ones) {
        if !wanted(relation.name) {
            continue;
        }
        out.extend_from_slice(separator);
        separator = b",";
        let _ = match id {
            Some(id) => write!(
                out,
                "\"{}\":{{\"data\":{{\"type\":\"{}\",\"id\":\"{id}\"}}}}",
                relation.name,
                (relation.target)().type_name
            ),
            None => write!(out, "\"{}\":{{\"data\":null}}", relation.name),
        };
    }
    for relation in select.table.relations {
        let Some(children) = many.get(relation.name) else {
            continue;
        };
        out.extend_from_slice(separator);
        separator = b",";
        let _ = write!(out, "\"{}\":{{\"data\":[", relation.name);
        let type_name = (relation.target)().type_name;
        for (index, id) in children.get(&row.id).into_iter().flatten().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let _ = write!(out, "{comma}{{\"type\":\"{type_name}\",\"id\":\"{id}\"}}");
        }
        out.extend_from_slice(b"]}");
    }
    if separator == b"," {
        out.push(b'}');
    }
    out.extend_from_slice(buffer.get(row.meta.clone()).unwrap_or_default());
    out.push(b'}');
}

/// One page of the rows that the lens opens, as a whole document.
pub fn list(
    connection: &Connection,
    table: &'static Table,
    lens: &Lens,
    sight: &dyn Sight,
    (path, query): (&str, &Query),
    totals: &dyn Totals,
) -> Result<Vec<u8>> {
    use std::io::Write as _;
    let plan = query.plan(table)?;
    let mut condition = format!("({})", lens.rows);
    for sql in &plan.conditions.sql {
        let _ = write!(condition, " and ({sql})");
    }
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
    // A deep page is cut on the index first; only its own rows are then read.
    let rest = if plan.number > 1 {
        format!(
            "from (select t.id as page_id from {type_name} t where {condition} order by {order} limit :limit offset :offset)
             join {type_name} t on t.id = page_id order by {order}"
        )
    } else {
        format!("from {type_name} t where {condition} order by {order} limit :limit")
    };
    let select = Select::new(table, lens, sight, &plan.fields);
    let shelf = Shelf {
        connection,
        sight,
        plan: &plan,
    };
    let mut buffer = Vec::with_capacity(32 * 1024);
    let written = shelf.run(&select, &rest, &values, &mut buffer)?;
    let mut included = Included::default();
    let many = shelf.include(&select, &written, &mut included)?;

    let mut out = Vec::with_capacity(buffer.len() * 5 / 4 + included.body.len() + 512);
    out.extend_from_slice(b"{\"data\":[");
    for (index, row) in written.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        finish(&select, row, &buffer, &many, &mut out);
    }
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
    write_links(&plan, (path, query), pages, &mut out)?;
    out.push(b'}');
    Ok(out)
}

fn write_included(plan: &Plan, included: &Included, out: &mut Vec<u8>) {
    if !plan.include.is_empty() {
        out.extend_from_slice(b",\"included\":[");
        out.extend_from_slice(&included.body);
        out.push(b']');
    }
}

fn write_links(
    plan: &Plan,
    (path, query): (&str, &Query),
    pages: u64,
    out: &mut Vec<u8>,
) -> Result<()> {
    let last = u32::try_from(pages).unwrap_or(u32::MAX);
    let mut links = vec![("self", plan.number), ("first", 1), ("last", last)];
    if plan.number > 1 {
        links.push(("prev", plan.number - 1));
    }
    if plan.number < last {
        links.push(("next", plan.number + 1));
    }
    out.extend_from_slice(b",\"links\":{");
    for (index, (name, number)) in links.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        serde_json::to_writer(&mut *out, name)?;
        out.push(b':');
        serde_json::to_writer(&mut *out, &query.link(path, number))?;
    }
    out.push(b'}');
    Ok(())
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
    let select = Select::new(table, lens, sight, &plan.fields);
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
    let mut buffer = Vec::with_capacity(4096);
    let written = shelf.run(&select, &rest, &values, &mut buffer)?;
    let Some(row) = written.first() else {
        return Ok(None);
    };
    let mut included = Included::default();
    let many = shelf.include(&select, &written, &mut included)?;
    let mut out = Vec::with_capacity(buffer.len() + included.body.len() + 256);
    out.extend_from_slice(b"{\"data\":");
    finish(&select, row, &buffer, &many, &mut out);
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
