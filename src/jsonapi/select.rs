//! The columns of one type as a select, and one of its rows as JSON.

use std::collections::HashMap;
use std::fmt::Write as _;

use rusqlite::Row;
use rusqlite::types::ValueRef;

use super::resource::{Relation, RelationKind};
use super::table::{Column, Kind, Table};
use super::{Lens, Sight};
use crate::error::{Error, Result};

/// Everything a select of one type needs: which columns, in which order, and what follows them.
pub(super) struct Select<'a> {
    pub(super) table: &'static Table,
    pub(super) columns: Vec<(&'static Column, Option<usize>)>,
    pub(super) gates: Vec<String>,
    pub(super) can: &'a [(&'static str, String)],
    pub(super) transitions: Vec<(&'static str, String)>,
    /// With the SQL of the id: none where the column it stands in is hidden.
    pub(super) belongs_to: Vec<(&'static Relation, String)>,
    pub(super) fields: Option<&'a Vec<String>>,
}

/// A row on its way into a document: its head is in the shared buffer, its relationships come later.
pub(super) struct Written {
    pub(super) id: i64,
    pub(super) version: i64,
    pub(super) head: std::ops::Range<usize>,
    pub(super) meta: std::ops::Range<usize>,
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
                RelationKind::BelongsTo(column) => {
                    let hidden = lens.hidden.iter().find(|(name, _)| *name == column);
                    let sql = match hidden {
                        None => format!("t.{column}"),
                        Some((_, None)) => "null".to_owned(),
                        Some((_, Some(seen))) => format!("iif({seen}, t.{column}, null)"),
                    };
                    Some((relation, sql))
                }
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

    pub(super) fn sql(&self) -> String {
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
        for (_, one) in &self.belongs_to {
            let _ = write!(sql, ", {one}");
        }
        sql
    }

    pub(super) fn write(&self, row: &Row, buffer: &mut Vec<u8>) -> Result<Written> {
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
            buffer.push(b'"');
            serde_json::to_writer(&mut *buffer, &number)?;
            buffer.push(b'"');
        }
        (ValueRef::Integer(number), _) => serde_json::to_writer(&mut *buffer, &number)?,
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
