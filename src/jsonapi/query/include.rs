//! Rows of a document, serialized while `SQLite` steps, and their included rows.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;

use super::rows::bind;
use super::select::{Select, Written};
use super::visible::expand;
use crate::error::Result;
use crate::jsonapi::document::API;
use crate::jsonapi::document::json::write_number;
use crate::jsonapi::query::Plan;
use crate::jsonapi::schema::relation::{Relation, RelationKind};
use crate::jsonapi::schema::table::Table;
use crate::jsonapi::{AuthContext, Visibility};

/// Number of included rows that the to-many relation of a page is meant to yield, shared by its parents.
const MOST_INCLUDED: usize = 1000;
/// Number of included rows that a parent may have however long the page is.
const FEWEST_PER_PARENT: usize = 10;

/// Serializes the rows of one document, each type under its own visibility.
pub(in crate::jsonapi) struct Writing<'a> {
    pub(in crate::jsonapi) connection: &'a Connection,
    pub(in crate::jsonapi) auth: &'a dyn AuthContext,
    pub(in crate::jsonapi) plan: &'a Plan,
}

/// The rows of one select in order.
struct Run {
    select: Arc<Select>,
    awaits_children: bool,
    rows: Vec<Written>,
    /// The related ids of each row, one per to-one relation of the select.
    ones: Vec<Option<i64>>,
}

impl Run {
    fn new(select: Arc<Select>, awaits_children: bool) -> Self {
        Self {
            select,
            awaits_children,
            rows: Vec::new(),
            ones: Vec::new(),
        }
    }
}

/// Document of one row in two parts: up to its `meta`, and from there.
pub(in crate::jsonapi) struct RowDocument {
    head: Vec<u8>,
    meta: Vec<u8>,
}

impl RowDocument {
    /// Writes the document with these common columns in its `meta`.
    pub(in crate::jsonapi) fn write_with_common(&self, common: &[u8], out: &mut Vec<u8>) {
        const META: &[u8] = b",\"meta\":{";
        out.extend_from_slice(&self.head);
        out.extend_from_slice(META);
        out.extend_from_slice(b"\"common\":");
        out.extend_from_slice(common);
        match self.meta.strip_prefix(META) {
            Some(rest) => {
                out.push(b',');
                out.extend_from_slice(rest);
            }
            None => out.extend_from_slice(b"}}"),
        }
    }
}

/// Rows whose own relations are read next.
struct Batch {
    run: Run,
    /// The rows, if they wait for their children.
    buffer: Vec<u8>,
    nested: Vec<&'static Relation>,
}

/// The included children of one parent, and the number of all that the actor may see.
#[derive(Default)]
struct Children {
    ids: Vec<i64>,
    total: usize,
}

/// By name of the to-many relation: the children of each parent.
type ToMany = HashMap<&'static str, HashMap<i64, Children>>;

/// Included rows, each once.
struct Included<'a> {
    seen: BTreeSet<(&'static str, i64)>,
    body: &'a mut Vec<u8>,
}

impl Writing<'_> {
    fn select(&self, table: &'static Table, visibility: &Visibility) -> Arc<Select> {
        let fields = self.plan.fields.get(table.type_name);
        Select::of(table, visibility, fields)
    }

    /// Writes the rows of `sql` into `out`, then `end`, then their included rows. Rows with to-many relations are
    /// buffered: their children are known only after all rows have been read.
    pub(in crate::jsonapi) fn write(
        &self,
        (table, visibility): (&'static Table, &Visibility),
        sql: (&str, &str),
        values: &[(String, SqlValue)],
        end: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<Vec<Written>> {
        let awaits_children = self
            .plan
            .include
            .iter()
            .any(|include| include.relation.is_many());
        let mut run = Run::new(self.select(table, visibility), awaits_children);
        if awaits_children {
            let (mut buffer, mut included) = (Vec::new(), Vec::new());
            self.run(&mut run, sql, values, &mut buffer)?;
            let many = self.include(&run, &mut included)?;
            for (index, row) in run.rows.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                finish(table, row, &buffer, &many, out);
            }
            out.extend_from_slice(end);
            out.extend_from_slice(&included);
        } else {
            self.run(&mut run, sql, values, out)?;
            out.extend_from_slice(end);
            self.include(&run, out)?;
        }
        Ok(run.rows)
    }

    /// The documents of these rows by id, each in a buffer of its own.
    pub(in crate::jsonapi) fn documents(
        &self,
        (table, visibility): (&'static Table, &Visibility),
        ids: &[i64],
    ) -> Result<HashMap<i64, RowDocument>> {
        let ids = serde_json::to_string(ids)?;
        let values = [(":ids".to_owned(), SqlValue::Text(ids))];
        let mut run = Run::new(self.select(table, visibility), true);
        let mut buffer = Vec::new();
        self.run(&mut run, (&wanted(table), ""), &values, &mut buffer)?;
        let of = |row: &Written| {
            let part = |range: &std::ops::Range<usize>| {
                buffer.get(range.clone()).unwrap_or_default().to_vec()
            };
            let mut head = part(&row.head);
            if row.has_relationships {
                head.push(b'}');
            }
            let document = RowDocument {
                head,
                meta: part(&row.meta),
            };
            (row.id, document)
        };
        Ok(run.rows.iter().map(of).collect())
    }

    fn run(
        &self,
        run: &mut Run,
        (from, rest): (&str, &str),
        values: &[(String, SqlValue)],
        buffer: &mut Vec<u8>,
    ) -> Result<()> {
        let sql = run.select.sql(from, rest);
        let sql = expand(&sql, self.auth);
        tracing::trace!(target: "voluntr::sql", size = self.plan.size, sql = &*sql);
        let mut statement = self.connection.prepare_cached(&sql)?;
        bind(&mut statement, self.auth, values)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            let written = run
                .select
                .write(row, run.awaits_children, &mut run.ones, buffer)?;
            run.rows.push(written);
        }
        Ok(())
    }

    /// Reads the related rows of both levels, one query per relation and type, each under the Read visibility of its
    /// type. Returns the children of each parent for to-many relations.
    fn include(&self, parents: &Run, out: &mut Vec<u8>) -> Result<ToMany> {
        let mut many = ToMany::new();
        if self.plan.include.is_empty() {
            return Ok(many);
        }
        out.extend_from_slice(b",\"included\":[");
        let of_parent = |row: &Written| (parents.select.table.type_name, row.id);
        let mut included = Included {
            // A requested row is not repeated.
            seen: parents.rows.iter().map(of_parent).collect(),
            body: out,
        };
        let mut batches = Vec::new();
        for include in &self.plan.include {
            let (relation, nested) = (include.relation, include.nested.as_slice());
            let found = self.related(parents, (relation, nested), &mut included, &mut batches)?;
            many.extend(found.map(|children| (relation.name, children)));
        }
        for Batch {
            run,
            buffer,
            nested,
        } in &batches
        {
            let mut many = ToMany::new();
            for relation in nested {
                let leaf = (*relation, [].as_slice());
                let found = self.related(run, leaf, &mut included, &mut Vec::new())?;
                many.extend(found.map(|children| (relation.name, children)));
            }
            if run.awaits_children {
                for row in &run.rows {
                    if included.body.last() == Some(&b'}') {
                        included.body.push(b',');
                    }
                    finish(run.select.table, row, buffer, &many, included.body);
                }
            }
        }
        out.push(b']');
        Ok(many)
    }

    /// Reads the rows of one relation of these parents. Returns their children if it is a to-many relation.
    fn related(
        &self,
        parents: &Run,
        (relation, nested): (&'static Relation, &[&'static Relation]),
        included: &mut Included,
        batches: &mut Vec<Batch>,
    ) -> Result<Option<HashMap<i64, Children>>> {
        let asked = parents.select.table.type_name;
        let RelationKind::HasMany(sql) = relation.kind else {
            let known = &parents.select.belongs_to;
            let Some(index) = known.iter().position(|one| one.name == relation.name) else {
                return Ok(None);
            };
            let values = parents.ones.iter().skip(index).step_by(known.len());
            for (of_type, target) in relation.tables().enumerate() {
                let pairs: Vec<(i64, i64)> = parents
                    .rows
                    .iter()
                    .zip(values.clone())
                    .filter_map(|(row, value)| {
                        let (of, id) = known.get(index)?.split((*value)?);
                        (of == of_type).then_some((row.id, id))
                    })
                    .collect();
                let Some(visibility) = self.auth.visibility(target.type_name) else {
                    continue;
                };
                let wanted = (asked, target, nested);
                batches.extend(self.include_rows(wanted, &visibility, &pairs, included)?);
            }
            return Ok(None);
        };
        let Some(target) = relation.tables().next() else {
            return Ok(None);
        };
        let Some(visibility) = self.auth.visibility(target.type_name) else {
            return Ok(None);
        };
        let ids: Vec<i64> = parents.rows.iter().map(|parent| parent.id).collect();
        let mut pairs = self.pairs(sql, &ids)?;
        let most = (MOST_INCLUDED / ids.len().max(1))
            .max(FEWEST_PER_PARENT)
            .min(relation.most);
        let mut totals = totals_of(&pairs);
        let is_cut = totals.values().any(|total| *total > most);
        if is_cut {
            // The total counts what the actor may see.
            let visible = self.visible(target, &visibility, asked, &pairs)?;
            pairs.retain(|(_, child)| visible.contains(child));
            totals = totals_of(&pairs);
            let mut shown: HashMap<i64, usize> = HashMap::new();
            pairs.retain(|(parent, _)| {
                let count = shown.entry(*parent).or_default();
                *count += 1;
                *count <= most
            });
        }
        let wanted = (asked, target, nested);
        batches.extend(self.include_rows(wanted, &visibility, &pairs, included)?);
        let mut children: HashMap<i64, Children> = HashMap::new();
        for (parent, child) in pairs {
            if included.seen.contains(&(target.type_name, child)) {
                children.entry(parent).or_default().ids.push(child);
            }
        }
        for (parent, children) in &mut children {
            let total = totals.get(parent).copied().filter(|_| is_cut);
            children.total = total.unwrap_or(children.ids.len());
        }
        Ok(Some(children))
    }

    /// The pairs (parent, child) of a to-many relation, in its order, each once: two rows of a table between them may
    /// tell of the same pair.
    fn pairs(&self, sql: &str, parents: &[i64]) -> Result<Vec<(i64, i64)>> {
        let values = [(
            ":ids".to_owned(),
            SqlValue::Text(serde_json::to_string(parents)?),
        )];
        let mut statement = self.connection.prepare_cached(&expand(sql, self.auth))?;
        bind(&mut statement, self.auth, &values)?;
        let mut rows = statement.raw_query();
        let (mut pairs, mut known) = (Vec::new(), HashSet::new());
        while let Some(row) = rows.next()? {
            let pair = (row.get(0)?, row.get(1)?);
            if known.insert(pair) {
                pairs.push(pair);
            }
        }
        Ok(pairs)
    }

    /// The children that the actor may see.
    fn visible(
        &self,
        target: &Table,
        visibility: &Visibility,
        asked: &str,
        pairs: &[(i64, i64)],
    ) -> Result<HashSet<i64>> {
        let children: BTreeSet<i64> = pairs.iter().map(|(_, child)| *child).collect();
        let sql = format!("select t.id {} where {}", wanted(target), visibility.rows);
        let mut statement = self.connection.prepare_cached(&sql)?;
        bind(
            &mut statement,
            self.auth,
            &wanted_values(asked, pairs, &children)?,
        )?;
        let mut rows = statement.raw_query();
        let mut visible = HashSet::new();
        while let Some(row) = rows.next()? {
            visible.insert(row.get(0)?);
        }
        Ok(visible)
    }

    fn include_rows(
        &self,
        (asked, target, nested): (&str, &'static Table, &[&'static Relation]),
        visibility: &Visibility,
        pairs: &[(i64, i64)],
        included: &mut Included,
    ) -> Result<Option<Batch>> {
        let new: BTreeSet<i64> = pairs
            .iter()
            .map(|(_, child)| *child)
            .filter(|id| !included.seen.contains(&(target.type_name, *id)))
            .collect();
        if new.is_empty() {
            return Ok(None);
        }
        let rest = format!("where {}", visibility.rows);
        let values = wanted_values(asked, pairs, &new)?;
        let own = target.relations.iter();
        let nested: Vec<&'static Relation> = own
            .filter(|own| nested.iter().any(|asked| std::ptr::eq(*asked, *own)))
            .collect();
        let awaits_children = nested.iter().any(|relation| relation.is_many());
        let mut run = Run::new(self.select(target, visibility), awaits_children);
        let mut buffer = Vec::new();
        let body = if awaits_children {
            &mut buffer
        } else {
            &mut *included.body
        };
        self.run(&mut run, (&wanted(target), &rest), &values, body)?;
        let found = run.rows.iter().map(|row| (target.type_name, row.id));
        included.seen.extend(found);
        Ok((!nested.is_empty()).then_some(Batch {
            run,
            buffer,
            nested,
        }))
    }
}

/// `from` with the rows whose ids are in `:ids`. `cross join` fixes the join order: the few wanted rows are looked up
/// by id, in order. With `in`, `SQLite` scanned all visible rows instead, half a thousand organisations for one.
fn wanted(target: &Table) -> String {
    format!(
        "from (select value as wanted_id from json_each(:ids)) cross join {} t on t.id = wanted_id",
        target.type_name
    )
}

/// Some visibility depends on the requested rows, which are bound as `:asked_…`.
fn wanted_values(
    asked: &str,
    pairs: &[(i64, i64)],
    ids: &BTreeSet<i64>,
) -> Result<[(String, SqlValue); 2]> {
    let parents: BTreeSet<i64> = pairs.iter().map(|(parent, _)| *parent).collect();
    let list = |ids: &BTreeSet<i64>| serde_json::to_string(ids).map(SqlValue::Text);
    Ok([
        (":ids".to_owned(), list(ids)?),
        (format!(":asked_{asked}"), list(&parents)?),
    ])
}

fn totals_of(pairs: &[(i64, i64)]) -> HashMap<i64, usize> {
    let mut totals = HashMap::new();
    for (parent, _) in pairs {
        *totals.entry(*parent).or_default() += 1;
    }
    totals
}

/// Assembles a row that waited for its children: head, relationships, meta.
fn finish(table: &Table, row: &Written, buffer: &[u8], many: &ToMany, out: &mut Vec<u8>) {
    out.extend_from_slice(buffer.get(row.head.clone()).unwrap_or_default());
    let mut separator: &[u8] = if row.has_relationships {
        b",\""
    } else {
        b",\"relationships\":{\""
    };
    for relation in table.relations {
        let Some(children) = many.get(relation.name) else {
            continue;
        };
        out.extend_from_slice(separator);
        separator = b",\"";
        write_children(relation, row.id, children.get(&row.id), out);
    }
    if separator == b",\"" {
        out.push(b'}');
    }
    out.extend_from_slice(buffer.get(row.meta.clone()).unwrap_or_default());
}

/// A to-many relationship: the included rows, how many there are in all, and where these are listed.
fn write_children(
    relation: &Relation,
    parent: i64,
    children: Option<&Children>,
    out: &mut Vec<u8>,
) {
    let Some(target) = relation.tables().next() else {
        return;
    };
    out.extend_from_slice(relation.name.as_bytes());
    out.extend_from_slice(b"\":{\"data\":[");
    let (ids, total) = children.map_or((&[][..], 0), |known| (known.ids.as_slice(), known.total));
    for (index, id) in ids.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(b"{\"type\":\"");
        out.extend_from_slice(target.type_name.as_bytes());
        out.extend_from_slice(b"\",\"id\":\"");
        write_number(*id, out);
        out.extend_from_slice(b"\"}");
    }
    out.extend_from_slice(b"],\"meta\":{\"total\":");
    write_number(i64::try_from(total).unwrap_or(i64::MAX), out);
    out.push(b'}');
    if !relation.related.is_empty() {
        let query = relation.related.replace(":id", &parent.to_string());
        let link = format!(
            ",\"links\":{{\"related\":\"{API}/{}?{query}\"}}",
            target.type_name
        );
        out.extend_from_slice(link.as_bytes());
    }
    out.push(b'}');
}
