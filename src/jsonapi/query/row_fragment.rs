//! The part of a row's document that is the same for everybody with the same columns: those of its own table that hang on
//! no condition. It is written once and kept until something in the table changes, so that a list fetches only what is left.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use rusqlite::Connection;

use super::select::{Shown, write_value};
use crate::error::{Error, Result};
use crate::jsonapi::schema::table::Table;

/// Which part of which row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PartKey {
    pub type_name: &'static str,
    /// The same for the same columns.
    pub columns: u64,
    pub id: i64,
}

/// Who keeps parts.
pub trait RowFragments {
    /// The part in this version: the kept one, else what `read` gives.
    fn part(
        &self,
        key: PartKey,
        version: i64,
        read: &mut dyn FnMut() -> Result<Arc<[u8]>>,
    ) -> Result<Arc<[u8]>>;
}

/// The columns that a select leaves to a part.
pub(in crate::jsonapi) struct Apart {
    type_name: &'static str,
    columns: Vec<Shown>,
    number: u64,
    sql: String,
}

impl Apart {
    /// None where no column is left to it.
    pub(in crate::jsonapi) fn of(table: &Table, columns: Vec<Shown>) -> Option<Self> {
        if columns.is_empty() {
            return None;
        }
        let type_name = table.type_name;
        let names: Vec<&str> = columns.iter().map(|(column, _)| &*column.name).collect();
        let mut hasher = DefaultHasher::new();
        names.hash(&mut hasher);
        let names = names.join(", t.");
        Some(Self {
            type_name,
            columns,
            number: hasher.finish(),
            sql: format!("select t.{names} from {type_name} t where t.id = ?1"),
        })
    }

    pub(in crate::jsonapi) const fn key(&self, id: i64) -> PartKey {
        PartKey {
            type_name: self.type_name,
            columns: self.number,
            id,
        }
    }

    /// The members of the attributes, without the braces around them.
    pub(in crate::jsonapi) fn read(&self, connection: &Connection, id: i64) -> Result<Arc<[u8]>> {
        let mut statement = connection.prepare_cached(&self.sql)?;
        let mut rows = statement.query([id])?;
        let gone = || Error::internal("a row went while its list was read");
        let row = rows.next()?.ok_or_else(gone)?;
        let mut part = Vec::with_capacity(2048);
        for (index, (column, _)) in self.columns.iter().enumerate() {
            part.extend_from_slice(column.key(index == 0));
            write_value(row.get_ref(index)?, column.kind, &mut part)?;
        }
        Ok(part.into())
    }
}
