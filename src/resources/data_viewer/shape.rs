//! The shape of a table as the file has it: types, key, references and indexes.

use std::collections::HashSet;

use rusqlite::Connection;

use super::facts::{Facts, Kind};
use super::tables::TABLES;
use crate::error::Result;

/// A column that the table is declared with.
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    /// `integer`, `real`, `text` or `blob`.
    pub data_type: String,
    pub is_not_null: bool,
    /// The table whose row it names.
    pub references: Option<&'static Facts>,
    /// First in an index that holds every row.
    pub is_indexed: bool,
}

pub struct Shape {
    pub facts: &'static Facts,
    pub columns: Vec<Column>,
    /// By which a row is found; none where the key is not one whole number.
    pub key: Option<&'static str>,
}

pub fn facts_of(table: &str) -> Option<&'static Facts> {
    TABLES.iter().find(|facts| facts.table == table)
}

impl Shape {
    pub fn of(connection: &Connection, facts: &'static Facts) -> Result<Self> {
        let references = foreign_keys(connection, facts.table)?;
        let indexed = indexed_columns(connection, facts.table)?;
        let mut statement = connection.prepare_cached(
            "select name, lower(type), \"notnull\", pk from pragma_table_info(?1)",
        )?;
        let found = statement.query_map([facts.table], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, bool>(2)?,
                row.get::<_, i64>(3)?,
            ))
        })?;
        let (mut columns, mut keys) = (Vec::new(), Vec::new());
        for column in found {
            let (name, data_type, is_not_null, place) = column?;
            // A column in no list stays unknown, and so unread.
            let Some((name, kind)) = facts.kind(&name) else {
                keys.extend((place > 0).then_some((None, data_type)));
                continue;
            };
            keys.extend((place > 0).then(|| (Some((name, kind)), data_type.clone())));
            columns.push(Column {
                name,
                kind,
                is_not_null: is_not_null || place > 0,
                references: references
                    .iter()
                    .find(|(column, _)| column == name)
                    .and_then(|(_, table)| facts_of(table)),
                is_indexed: indexed.contains(name),
                data_type,
            });
        }
        let key = match keys.as_slice() {
            [(Some((name, Kind::Shown)), data_type)] if data_type == "integer" => Some(*name),
            _ if has_row_number(connection, facts.table)? => Some("rowid"),
            _ => None,
        };
        if let Some(column) = columns.iter_mut().find(|column| Some(column.name) == key) {
            column.is_indexed = true;
        }
        Ok(Self {
            facts,
            columns,
            key,
        })
    }

    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

fn has_row_number(connection: &Connection, table: &str) -> Result<bool> {
    let sql = "select wr = 0 from pragma_table_list where name = ?1 and schema = 'main'";
    Ok(connection
        .prepare_cached(sql)?
        .query_row([table], |row| row.get(0))?)
}

fn foreign_keys(connection: &Connection, table: &str) -> Result<Vec<(String, String)>> {
    let sql = "select \"from\", \"table\" from pragma_foreign_key_list(?1)";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// Columns that come first in an index of every row.
fn indexed_columns(connection: &Connection, table: &str) -> Result<HashSet<String>> {
    let sql =
        "select i.name from pragma_index_list(?1) l join pragma_index_info(l.name) i on i.seqno = 0
                where l.partial = 0 and i.name is not null";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_map([table], |row| row.get(0))?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// A column of another table that names rows of this one.
pub struct Reference {
    pub facts: &'static Facts,
    pub column: &'static str,
    /// The column that names the table, where rows of several are named.
    pub type_column: Option<&'static str>,
    pub is_indexed: bool,
}

/// Everything that names rows of `table`.
pub fn references_to(connection: &Connection, table: &str) -> Result<Vec<Reference>> {
    let mut found = Vec::new();
    for facts in TABLES {
        let keys = foreign_keys(connection, facts.table)?;
        let of_any = [("subject_type", "subject_id"), ("about_type", "about_id")];
        let of_any = of_any.into_iter().filter_map(|(kind, id)| {
            let (kind, _) = facts.kind(kind).filter(|(_, kind)| *kind == Kind::Shown)?;
            let (id, _) = facts.kind(id).filter(|(_, kind)| *kind == Kind::Shown)?;
            Some((id, Some(kind)))
        });
        let named = keys.iter().filter(|(_, to)| to == table);
        let columns: Vec<(&'static str, Option<&'static str>)> = named
            .filter_map(|(column, _)| {
                let (column, kind) = facts.kind(column)?;
                (kind == Kind::Shown).then_some((column, None))
            })
            .chain(of_any)
            .collect();
        if columns.is_empty() {
            continue;
        }
        let indexed = indexed_columns(connection, facts.table)?;
        found.extend(columns.into_iter().map(|(column, type_column)| Reference {
            facts,
            column,
            type_column,
            is_indexed: indexed.contains(type_column.unwrap_or(column)),
        }));
    }
    Ok(found)
}
