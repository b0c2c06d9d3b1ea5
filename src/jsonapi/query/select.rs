//! Select statement for the columns of one type, and serialization of its rows.

use std::fmt::Write as _;
use std::sync::Arc;

use rusqlite::Row;
use rusqlite::types::ValueRef;

use crate::error::{Error, Result};
use crate::jsonapi::Visibility;
use crate::jsonapi::document::json::{write_number, write_text};
use crate::jsonapi::schema::relation::{Relation, RelationKind};
use crate::jsonapi::schema::resource::Joined;
use crate::jsonapi::schema::table::{Column, Kind, Table};

/// Select of one type: columns in order, followed by conditions and verbs.
pub struct Select {
    pub(in crate::jsonapi) table: &'static Table,
    columns: Vec<Shown>,
    /// Number of conditions after the columns that decide whether some of these are visible.
    gates: usize,
    can: Vec<&'static str>,
    transitions: Vec<&'static str>,
    pub(in crate::jsonapi) belongs_to: Vec<ToOne>,
    /// The statement up to `from`.
    sql: String,
    /// Joins of the rows in which some columns are stored, each once; follows `from`.
    joins: String,
}

/// A column, and the index of its gate condition, if any.
type Shown = (&'static Column, Option<usize>);

/// A to-one relation.
pub(in crate::jsonapi) struct ToOne {
    pub(in crate::jsonapi) name: &'static str,
    /// The relationship's JSON up to its id, one per type of the related rows, if requested.
    keys: Option<Vec<String>>,
    /// The related types. With several, the statement yields `id * types + index of the type`.
    pub(in crate::jsonapi) targets: &'static [fn() -> &'static Table],
}

/// A row in a document. One that waits for its children has its parts in a separate buffer.
pub(in crate::jsonapi) struct Written {
    pub(in crate::jsonapi) id: i64,
    pub(in crate::jsonapi) version: i64,
    pub(in crate::jsonapi) head: std::ops::Range<usize>,
    pub(in crate::jsonapi) meta: std::ops::Range<usize>,
    pub(in crate::jsonapi) has_relationships: bool,
}

impl Select {
    /// The select of all visible fields, or of the requested ones. A select of all fields is cached
    /// in the visibility.
    pub(in crate::jsonapi) fn of(
        table: &'static Table,
        visibility: &Visibility,
        fields: Option<&Vec<String>>,
    ) -> Arc<Self> {
        if fields.is_some() {
            return Arc::new(Self::new(table, visibility, fields));
        }
        let select = visibility
            .whole
            .get_or_init(|| Arc::new(Self::new(table, visibility, None)));
        Arc::clone(select)
    }

    fn new(table: &'static Table, visibility: &Visibility, fields: Option<&Vec<String>>) -> Self {
        let mut gates: Vec<&str> = Vec::new();
        let mut columns = Vec::new();
        for column in &table.columns {
            let wanted = fields.is_none_or(|fields| fields.contains(&column.name));
            if column.is_write_only || !wanted {
                continue;
            }
            match visibility
                .hidden
                .iter()
                .find(|(name, _)| *name == column.name)
            {
                Some((_, None)) => {}
                Some((_, Some(condition))) => {
                    let gate = gates
                        .iter()
                        .position(|gate| gate == condition)
                        .unwrap_or_else(|| {
                            gates.push(condition);
                            gates.len() - 1
                        });
                    columns.push((column, Some(gate)));
                }
                None => columns.push((column, None)),
            }
        }
        let transitions = possible_events(table, visibility);
        let mut sql = "select t.id, t.version".to_owned();
        let mut joins = Joins::default();
        for (column, _) in &columns {
            let joined = table.joined.iter().find(|each| each.field == column.name);
            match joined {
                Some(joined) => sql.extend([", ", &joins.column(joined, visibility)]),
                None => sql.extend([", ", &column.sql]),
            }
        }
        let can = visibility
            .can
            .iter()
            .map(|(_, condition)| condition.as_str());
        let events = transitions.iter().map(|(_, condition)| condition.as_str());
        for condition in gates.iter().copied().chain(can).chain(events) {
            sql.extend([", (", condition, ")"]);
        }
        let mut belongs_to = Vec::new();
        for relation in table.relations {
            let Some((column, value)) = related_id(relation) else {
                continue;
            };
            match visibility.hidden.iter().find(|(name, _)| *name == column) {
                None => sql.extend([", ", &value]),
                Some((_, None)) => sql.push_str(", null"),
                Some((_, Some(seen))) => sql.extend([", iif(", seen, ", ", &value, ", null)"]),
            }
            let key = |target: &'static Table| {
                format!(
                    "\"{}\":{{\"data\":{{\"type\":\"{}\",\"id\":\"",
                    relation.name, target.type_name
                )
            };
            belongs_to.push(ToOne {
                name: relation.name,
                keys: fields
                    .is_none_or(|fields| fields.iter().any(|field| field == relation.name))
                    .then(|| relation.tables().map(key).collect()),
                targets: relation.targets,
            });
        }
        sql.push(' ');
        Self {
            table,
            columns,
            gates: gates.len(),
            can: visibility.can.iter().map(|(verb, _)| *verb).collect(),
            transitions: transitions.iter().map(|(event, _)| *event).collect(),
            belongs_to,
            sql,
            joins: joins.sql,
        }
    }

    /// The complete statement: the columns in order, `from`, and the conditions and order in `rest`.
    pub(in crate::jsonapi) fn sql(&self, from: &str, rest: &str) -> String {
        [&self.sql, from, &self.joins, " ", rest].concat()
    }

    /// Writes one row, preceded by a comma unless it is the first, and appends its to-one ids to `ones`. A row that `awaits_children` is left open for its to-many relations.
    pub(in crate::jsonapi) fn write(
        &self,
        row: &Row,
        awaits_children: bool,
        ones: &mut Vec<Option<i64>>,
        buffer: &mut Vec<u8>,
    ) -> Result<Written> {
        let (id, version): (i64, i64) = (row.get(0)?, row.get(1)?);
        let first_gate = 2 + self.columns.len();
        let first_can = first_gate + self.gates;
        let first_transition = first_can + self.can.len();
        let first_one = first_transition + self.transitions.len();

        if buffer.last() == Some(&b'}') {
            buffer.push(b',');
        }
        let start = buffer.len();
        buffer.extend_from_slice(b"{\"type\":\"");
        buffer.extend_from_slice(self.table.type_name.as_bytes());
        buffer.extend_from_slice(b"\",\"id\":\"");
        write_number(id, buffer);
        buffer.extend_from_slice(b"\",\"attributes\":{");
        let mut is_first = true;
        for (index, (column, gate)) in self.columns.iter().enumerate() {
            if let Some(gate) = gate
                && !truth(row, first_gate + gate)?
            {
                continue;
            }
            buffer.extend_from_slice(column.key(is_first));
            is_first = false;
            write_value(row.get_ref(2 + index)?, column.kind, buffer)?;
        }
        buffer.push(b'}');
        let first_of_row = ones.len();
        for index in 0..self.belongs_to.len() {
            ones.push(row.get(first_one + index)?);
        }
        let has_relationships =
            self.write_ones(ones.get(first_of_row..).unwrap_or_default(), buffer);
        let end = buffer.len();

        if has_relationships && !awaits_children {
            buffer.push(b'}');
        }
        if !self.can.is_empty() || !self.transitions.is_empty() {
            buffer.extend_from_slice(b",\"meta\":{\"can\":");
            write_words(row, first_can, &self.can, buffer)?;
            if !self.table.transitions.is_empty() {
                buffer.extend_from_slice(b",\"transitions\":");
                write_words(row, first_transition, &self.transitions, buffer)?;
                // Who decides on a row of a list says with it which version that was.
                buffer.extend_from_slice(b",\"version\":");
                write_number(version, buffer);
            }
            buffer.push(b'}');
        }
        buffer.push(b'}');
        Ok(Written {
            id,
            version,
            head: start..end,
            meta: end..buffer.len(),
            has_relationships,
        })
    }

    /// Writes the to-one relationships, without the closing brace; returns whether there are any.
    fn write_ones(&self, ones: &[Option<i64>], buffer: &mut Vec<u8>) -> bool {
        let mut separator: &[u8] = b",\"relationships\":{";
        for (one, id) in self.belongs_to.iter().zip(ones) {
            let Some(keys) = &one.keys else {
                continue;
            };
            buffer.extend_from_slice(separator);
            separator = b",";
            let known = id.map(|id| one.split(id));
            if let Some((index, id)) = known
                && let Some(key) = keys.get(index)
            {
                buffer.extend_from_slice(key.as_bytes());
                write_number(id, buffer);
                buffer.extend_from_slice(b"\"}}");
            } else {
                buffer.push(b'"');
                buffer.extend_from_slice(one.name.as_bytes());
                buffer.extend_from_slice(b"\":{\"data\":null}");
            }
        }
        separator == b","
    }
}

/// The rows beside those of a select, each joined once.
#[derive(Default)]
struct Joins {
    known: Vec<String>,
    sql: String,
}

impl Joins {
    /// The column of an attribute that is stored in another row. That row is joined as far as the actor may read it there:
    /// it is null otherwise.
    fn column(&mut self, joined: &Joined, visibility: &Visibility) -> String {
        let Joined {
            table, by, column, ..
        } = joined;
        let mut sights = visibility.joined.iter();
        let sight = sights.find(|sight| sight.field == joined.field);
        let seen = match (joined.told_because, sight) {
            (Some(_), _) => Some("1"),
            (None, Some(sight)) => sight.seen.as_deref(),
            (None, None) => None,
        };
        let Some(seen) = seen else {
            return "null".to_owned();
        };
        let key = format!("{table} {by} {seen}");
        let index = self.known.iter().position(|known| *known == key);
        let index = index.unwrap_or_else(|| {
            let index = self.known.len();
            let _ = write!(
                self.sql,
                " left join {table} j{index} on j{index}.id = t.{by}"
            );
            if seen != "1" {
                let _ = write!(
                    self.sql,
                    " and exists (select 1 from {table} t where t.id = j{index}.id and ({seen}))"
                );
            }
            self.known.push(key);
            index
        });
        format!("j{index}.{column}")
    }
}

impl ToOne {
    /// The index of the type and the id of a related row.
    pub(in crate::jsonapi) fn split(&self, value: i64) -> (usize, i64) {
        let types = i64::try_from(self.targets.len()).unwrap_or(1).max(1);
        let index = usize::try_from(value.rem_euclid(types)).unwrap_or_default();
        (index, value.div_euclid(types))
    }
}

/// The column with the id of a to-one relation, and the SQL that yields its value (see `ToOne::targets`).
fn related_id(relation: &Relation) -> Option<(&'static str, String)> {
    match relation.kind {
        RelationKind::BelongsTo(column) => Some((column, format!("t.{column}"))),
        RelationKind::BelongsToAny(of, column) => {
            let types = relation.targets.len();
            let mut indexes = String::new();
            for (index, target) in relation.tables().enumerate() {
                let _ = write!(indexes, " when '{}' then {index}", target.type_name);
            }
            Some((
                column,
                format!("t.{column} * {types} + case t.{of}{indexes} end"),
            ))
        }
        RelationKind::HasMany(_) => None,
    }
}

/// Each event once, with the condition under which one of its transitions allows it.
fn possible_events(table: &Table, visibility: &Visibility) -> Vec<(&'static str, String)> {
    let mut events: Vec<(&'static str, String)> = Vec::new();
    for transition in &table.transitions {
        let Some((_, rows)) = visibility
            .can
            .iter()
            .find(|(verb, _)| *verb == transition.verb)
        else {
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

fn write_words(row: &Row, first: usize, words: &[&str], buffer: &mut Vec<u8>) -> Result<()> {
    buffer.push(b'[');
    let mut is_first = true;
    for (index, word) in words.iter().enumerate() {
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

/// Writes one column's value as JSON.
pub fn write_value(value: ValueRef, kind: Kind, buffer: &mut Vec<u8>) -> Result<()> {
    match (value, kind) {
        (ValueRef::Null, _) => buffer.extend_from_slice(b"null"),
        (ValueRef::Integer(number), Kind::Bool) => {
            buffer.extend_from_slice(if number == 0 { b"false" } else { b"true" });
        }
        (ValueRef::Integer(number), Kind::Id) => {
            buffer.push(b'"');
            write_number(number, buffer);
            buffer.push(b'"');
        }
        (ValueRef::Integer(number), _) => write_number(number, buffer),
        (ValueRef::Real(number), _) => serde_json::to_writer(&mut *buffer, &number)?,
        (ValueRef::Text(text), Kind::Json) => buffer.extend_from_slice(text),
        (ValueRef::Text(text), _) => write_text(text, buffer)?,
        (ValueRef::Blob(_), _) => return Err(Error::internal("a blob has no place in a document")),
    }
    Ok(())
}
