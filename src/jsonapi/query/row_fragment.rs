//! Row fragment: the part of a row's document that is equal for every actor with the same columns, which are stored
//! in the row's own table and depend on no condition. Cached until the table changes, so that a list reads only the
//! remaining columns.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use rusqlite::Connection;

use super::select::{Shown, write_value};
use crate::error::{Error, Result};
use crate::jsonapi::schema::table::Table;

/// Key of a fragment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PartKey {
    pub type_name: &'static str,
    /// Hash of the set of columns.
    pub columns: u64,
    pub id: i64,
}

/// Cache of fragments.
pub trait RowFragments {
    /// The fragment in this version: the cached one, otherwise the result of `read`.
    fn part(
        &self,
        key: PartKey,
        version: i64,
        read: &mut dyn FnMut() -> Result<Arc<[u8]>>,
    ) -> Result<Arc<[u8]>>;
}

/// The columns that a select leaves to the fragment.
pub(in crate::jsonapi) struct Apart {
    type_name: &'static str,
    columns: Vec<Shown>,
    number: u64,
    sql: String,
}

impl Apart {
    /// `None` if there are no such columns.
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

    /// The members of the attributes object, without braces.
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
