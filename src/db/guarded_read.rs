//! Reads that `SQLite` itself confines to a list of columns: its authorizer refuses to prepare any statement that touches
//! another column, calls another function, or is no `select`.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};

use super::open;
use crate::base::clock::instant;
use crate::error::{Error, Result};

/// Virtual machine instructions between two checks of the deadline.
const STEPS: i32 = 5_000;
/// SQL functions of a guarded read.
const FUNCTIONS: [&str; 1] = ["count"];
/// What the authorizer reports for a read of no column, and for the key of a row without a column of its own.
const NO_COLUMN: [&str; 2] = ["", "ROWID"];

/// The columns that may be read, by table.
#[derive(Debug, Clone, Default)]
pub struct AllowedColumns(HashMap<&'static str, HashSet<&'static str>>);

impl AllowedColumns {
    #[must_use]
    pub fn with(
        mut self,
        table: &'static str,
        columns: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        self.0.entry(table).or_default().extend(columns);
        self
    }

    fn judge(&self, action: &AuthAction<'_>) -> Authorization {
        let is_allowed = match action {
            AuthAction::Select => true,
            AuthAction::Read {
                table_name,
                column_name,
            } => self.0.get(table_name).is_some_and(|columns| {
                columns.contains(column_name) || NO_COLUMN.contains(column_name)
            }),
            AuthAction::Function { function_name } => FUNCTIONS.contains(function_name),
            _ => false,
        };
        if is_allowed {
            Authorization::Allow
        } else {
            Authorization::Deny
        }
    }
}

/// Runs `job` on a connection of its own to the file of `beside`, which reads these columns alone and is closed
/// afterwards: no statement and no authorizer is left in a pool. `Storage::Slow` after `within`.
pub fn read_columns<T>(
    beside: &Connection,
    allowed: AllowedColumns,
    within: Duration,
    job: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    let path = beside
        .path()
        .ok_or_else(|| Error::internal("a database without a file"))?;
    let mut connection = open::readable(Path::new(path))?;
    connection.authorizer(Some(move |context: AuthContext<'_>| {
        allowed.judge(&context.action)
    }))?;
    let begun = instant();
    connection.progress_handler(STEPS, Some(move || begun.elapsed() > within))?;
    job(&connection)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Storage;

    fn file() -> (tempfile::TempDir, Connection) {
        let folder = tempfile::tempdir().unwrap();
        let connection = open::writable(&folder.path().join("tenant.db")).unwrap();
        connection
            .execute_batch("insert into settings (name, value) values ('open', 'secret');")
            .unwrap();
        (folder, connection)
    }

    fn read<T: rusqlite::types::FromSql>(beside: &Connection, sql: &str) -> Result<T> {
        let allowed = AllowedColumns::default().with("settings", ["name"]);
        read_columns(beside, allowed, Duration::from_secs(1), |connection| {
            Ok(connection.prepare(sql)?.query_row([], |row| row.get(0))?)
        })
    }

    #[test]
    fn only_listed_columns_are_read_and_nothing_is_left_behind() {
        let (_folder, beside) = file();
        let name: String = read(&beside, "select name from settings where name = 'open'").unwrap();
        assert_eq!(name, "open");
        assert!(read::<i64>(&beside, "select count(*) from settings").unwrap() > 0);
        for refused in [
            "select value from settings where name = 'open'",
            "select name from settings where value = 'secret'",
            "select name from settings order by value",
            "select length(value) from settings",
            "select * from settings",
            "select upper(name) from settings",
            "select email from users",
            "select count(*) from users",
            "select sql from sqlite_schema",
            "delete from settings",
            "pragma user_version",
            "with recursive n (x) as (select 1 union all select x + 1 from n) select x from n",
        ] {
            let outcome = read::<String>(&beside, refused);
            assert!(outcome.is_err(), "{refused}");
        }
        let value: String = beside
            .query_row(
                "select value from settings where name = 'open'",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(value, "secret");
    }

    #[test]
    fn a_read_past_its_deadline_is_interrupted() {
        let (_folder, beside) = file();
        beside
            .execute_batch(
                "with recursive n (x) as (select 1 union all select x + 1 from n where x < 3000)
                 insert into settings (name, value) select 'n' || x, '' from n;",
            )
            .unwrap();
        let allowed = AllowedColumns::default().with("settings", ["name"]);
        let outcome = read_columns(&beside, allowed, Duration::from_millis(50), |connection| {
            let sql = "select count(*) from settings a, settings b, settings c where a.name <> b.name and b.name <> c.name";
            Ok(connection
                .prepare(sql)?
                .query_row([], |row| row.get::<_, i64>(0))?)
        });
        assert_eq!(outcome.unwrap_err().storage(), Some(Storage::Slow));
    }
}
