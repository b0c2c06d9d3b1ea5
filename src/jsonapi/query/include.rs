//! Rows of a document, serialized while `SQLite` steps, and their included rows.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;

use super::rows::bind;
use super::select::{Select, Written};
use crate::error::Result;
use crate::jsonapi::document::json::write_number;
use crate::jsonapi::query::Plan;
use crate::jsonapi::schema::resource::RelationKind;
use crate::jsonapi::schema::table::Table;
use crate::jsonapi::{AuthContext, Visibility};

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
            .any(|relation| matches!(relation.kind, RelationKind::HasMany(_)));
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

    fn run(
        &self,
        run: &mut Run,
        (from, rest): (&str, &str),
        values: &[(String, SqlValue)],
        buffer: &mut Vec<u8>,
    ) -> Result<()> {
        let sql = run.select.sql(from, rest);
        tracing::trace!(target: "voluntr::sql", size = self.plan.size, sql);
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

    /// Reads the related rows, one query per relation, each under the Read visibility of its type. Returns the
    /// children of each parent for to-many relations.
    fn include(
        &self,
        parents: &Run,
        out: &mut Vec<u8>,
    ) -> Result<HashMap<&'static str, HashMap<i64, Vec<i64>>>> {
        let mut many = HashMap::new();
        if self.plan.include.is_empty() {
            return Ok(many);
        }
        out.extend_from_slice(b",\"included\":[");
        let mut included = Included {
            seen: BTreeSet::new(),
            body: out,
        };
        for relation in &self.plan.include {
            let target = (relation.target)();
            let Some(visibility) = self.auth.visibility(target.type_name) else {
                continue;
            };
            let mut pairs: Vec<(i64, i64)> = Vec::new();
            match relation.kind {
                RelationKind::BelongsTo(_) => {
                    let known = &parents.select.belongs_to;
                    if let Some(index) = known.iter().position(|one| one.name == relation.name) {
                        let children = parents.ones.iter().skip(index).step_by(known.len());
                        let both = parents.rows.iter().zip(children);
                        pairs.extend(both.filter_map(|(row, child)| Some((row.id, (*child)?))));
                    }
                }
                RelationKind::HasMany(sql) => {
                    let ids: Vec<i64> = parents.rows.iter().map(|parent| parent.id).collect();
                    let values = [(
                        ":ids".to_owned(),
                        SqlValue::Text(serde_json::to_string(&ids)?),
                    )];
                    let mut statement = self.connection.prepare_cached(sql)?;
                    bind(&mut statement, self.auth, &values)?;
                    let mut rows = statement.raw_query();
                    while let Some(row) = rows.next()? {
                        pairs.push((row.get(0)?, row.get(1)?));
                    }
                }
            }
            let asked = parents.select.table.type_name;
            self.include_rows((asked, target), &visibility, &pairs, &mut included)?;
            if matches!(relation.kind, RelationKind::HasMany(_)) {
                let mut children: HashMap<i64, Vec<i64>> = HashMap::new();
                for (parent, child) in pairs {
                    if included.seen.contains(&(target.type_name, child)) {
                        children.entry(parent).or_default().push(child);
                    }
                }
                many.insert(relation.name, children);
            }
        }
        out.push(b']');
        Ok(many)
    }

    fn include_rows(
        &self,
        (asked, target): (&str, &'static Table),
        visibility: &Visibility,
        pairs: &[(i64, i64)],
        included: &mut Included,
    ) -> Result<()> {
        let new: BTreeSet<i64> = pairs
            .iter()
            .map(|(_, child)| *child)
            .filter(|id| !included.seen.contains(&(target.type_name, *id)))
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        // `cross join` fixes the join order: the few wanted rows are looked up by id, in order. With `in`, SQLite
        // scanned all visible rows instead, half a thousand organisations for one.
        let from = format!(
            "from (select value as wanted_id from json_each(:ids)) cross join {} t on t.id = wanted_id",
            target.type_name
        );
        let rest = format!("where {}", visibility.rows);
        // Some visibility depends on the requested rows, which are bound as `:asked_…`.
        let parents: BTreeSet<i64> = pairs.iter().map(|(parent, _)| *parent).collect();
        let list = |ids: &BTreeSet<i64>| serde_json::to_string(ids).map(SqlValue::Text);
        let values = [
            (":ids".to_owned(), list(&new)?),
            (format!(":asked_{asked}"), list(&parents)?),
        ];
        let mut run = Run::new(self.select(target, visibility), false);
        self.run(&mut run, (&from, &rest), &values, included.body)?;
        let found = run.rows.iter().map(|row| (target.type_name, row.id));
        included.seen.extend(found);
        Ok(())
    }
}

/// Assembles a row that waited for its children: head, relationships, meta.
fn finish(
    table: &Table,
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
    for relation in table.relations {
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
