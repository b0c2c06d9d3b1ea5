//! Version counter per table, incremented on each change by this or another process.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rusqlite::Connection;

use crate::error::Result;

/// Equal versions of the same tables mean equal contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TableVersion(u64);

#[cfg(test)]
impl TableVersion {
    pub const fn for_tests(value: u64) -> Self {
        Self(value)
    }
}

#[derive(Default)]
struct Counter {
    value: AtomicU64,
    touched: AtomicBool,
}

pub struct TableVersions {
    tables: HashMap<String, Counter>,
    /// Tables without row numbers, of whose rows `SQLite` does not tell that they change.
    untold: Vec<String>,
    told: AtomicU64,
    all: AtomicU64,
}

impl TableVersions {
    pub fn of(connection: &Connection) -> Result<Self> {
        let mut statement =
            connection.prepare("select name from sqlite_schema where type = 'table'")?;
        let tables = statement
            .query_map([], |row| Ok((row.get::<_, String>(0)?, Counter::default())))?
            .collect::<Result<_, _>>()?;
        let untold = connection
            .prepare("select name from pragma_table_list where type = 'table' and wr = 1")?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        Ok(Self {
            tables,
            untold,
            told: AtomicU64::new(0),
            all: AtomicU64::new(0),
        })
    }

    /// Called by `SQLite` for every changed row; takes effect with `committed`.
    pub fn touch(&self, table: &str) {
        self.told.fetch_add(1, Ordering::Relaxed);
        self.mark(table);
    }

    fn mark(&self, table: &str) {
        if let Some(counter) = self.tables.get(table) {
            counter.touched.store(true, Ordering::Relaxed);
        }
    }

    /// Called after the commit of `changes` rows, before any caller is answered. If `SQLite` told of fewer, rows of a
    /// table without row numbers are among them.
    pub fn committed(&self, changes: u64) {
        if self.told.swap(0, Ordering::Relaxed) != changes {
            for table in &self.untold {
                self.mark(table);
            }
        }
        for counter in self.tables.values() {
            if counter.touched.swap(false, Ordering::Relaxed) {
                counter.value.fetch_add(1, Ordering::Release);
            }
        }
    }

    pub fn changed_by_another(&self) {
        self.all.fetch_add(1, Ordering::Release);
    }

    pub fn foreign_commits(&self) -> u64 {
        self.all.load(Ordering::Acquire)
    }

    /// Counters only grow, so their sums are equal only if each counter is.
    pub fn of_tables(&self, tables: &[&str]) -> TableVersion {
        let own: u64 = tables
            .iter()
            .filter_map(|table| self.tables.get(*table))
            .map(|counter| counter.value.load(Ordering::Acquire))
            .sum();
        TableVersion(own.wrapping_add(self.all.load(Ordering::Acquire).wrapping_mul(1 << 32)))
    }
}
