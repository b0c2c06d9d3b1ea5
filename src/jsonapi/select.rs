//! The columns of one type as a select, and one of its rows as JSON.

use std::collections::HashMap;

use rusqlite::Row;
use rusqlite::types::ValueRef;

use super::json::{write_number, write_text};
use super::resource::RelationKind;
use super::table::{Column, Kind, Table};
use super::{Lens, Sight};
use crate::error::{Error, Result};

/// What a statement over a table with many columns takes.
const LIKELY_SQL: usize = 8 * 1024;

/// Everything a select of one type needs: which columns, in which order, and what follows them.
pub(super) struct Select<'a> {
    pub(super) table: &'static Table,
    pub(super) columns: Vec<(&'static Column, Option<usize>)>,
    pub(super) gates: Vec<String>,
    pub(super) can: &'a [(&'static str, String)],
    pub(super) transitions: Vec<(&'static str, String)>,
    pub(super) belongs_to: Vec<ToOne>,
    /// The row's lists of children are put into it later.
    pub(super) awaits_children: bool,
}

/// A relation to one other row.
pub(super) struct ToOne {
    pub(super) name: &'static str,
    /// SQL of the id: none where the column it stands in is hidden.
    id: String,
    /// The relationship up to its id, where it is wanted.
    key: Option<String>,
}

/// A row that stands in a document. One that awaits its children has its ends in a buffer of its own.
pub(super) struct Written {
    pub(super) id: i64,
    pub(super) version: i64,
    pub(super) head: std::ops::Range<usize>,
    pub(super) meta: std::ops::Range<usize>,
    pub(super) has_relationships: bool,
    pub(super) ones: Vec<Option<i64>>,
}

impl<'a> Select<'a> {
    pub(super) fn new(
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
                RelationKind::BelongsTo(column) => Some(ToOne {
                    name: relation.name,
                    id: match lens.hidden.iter().find(|(name, _)| *name == column) {
                        None => format!("t.{column}"),
                        Some((_, None)) => "null".to_owned(),
                        Some((_, Some(seen))) => format!("iif({seen}, t.{column}, null)"),
                    },
                    key: fields
                        .is_none_or(|fields| fields.iter().any(|field| field == relation.name))
                        .then(|| {
                            format!(
                                "\"{}\":{{\"data\":{{\"type\":\"{}\",\"id\":\"",
                                relation.name,
                                (relation.target)().type_name
                            )
                        }),
                }),
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
            awaits_children: false,
        }
    }

    /// The whole statement: the columns in their order, then `rest`.
    pub(super) fn sql(&self, rest: &str) -> String {
        let mut sql = String::with_capacity(LIKELY_SQL);
        sql.push_str("select t.id, t.version");
        for (column, _) in &self.columns {
            sql.extend([", ", &column.sql]);
        }
        for condition in self
            .gates
            .iter()
            .chain(self.can.iter().map(|(_, condition)| condition))
            .chain(self.transitions.iter().map(|(_, condition)| condition))
        {
            sql.extend([", (", condition, ")"]);
        }
        for one in &self.belongs_to {
            sql.extend([", ", &one.id]);
        }
        sql.extend([" ", rest]);
        sql
    }

    /// Writes one row, after a comma where a row stands before it.
    pub(super) fn write(&self, row: &Row, buffer: &mut Vec<u8>) -> Result<Written> {
        let id: i64 = row.get(0)?;
        let version: i64 = row.get(1)?;
        let first_gate = 2 + self.columns.len();
        let first_can = first_gate + self.gates.len();
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
        let ones = (0..self.belongs_to.len())
            .map(|index| row.get(first_one + index))
            .collect::<Result<Vec<_>, _>>()?;
        let has_relationships = self.write_ones(&ones, buffer);
        let end = buffer.len();

        if has_relationships && !self.awaits_children {
            buffer.push(b'}');
        }
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
        buffer.push(b'}');
        Ok(Written {
            id,
            version,
            head: start..end,
            meta: end..buffer.len(),
            has_relationships,
            ones,
        })
    }

    /// The relationships to one row, open at their end; whether there are any.
    fn write_ones(&self, ones: &[Option<i64>], buffer: &mut Vec<u8>) -> bool {
        let mut separator: &[u8] = b",\"relationships\":{";
        for (one, id) in self.belongs_to.iter().zip(ones) {
            let Some(key) = &one.key else {
                continue;
            };
            buffer.extend_from_slice(separator);
            separator = b",";
            if let Some(id) = id {
                buffer.extend_from_slice(key.as_bytes());
                write_number(*id, buffer);
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
