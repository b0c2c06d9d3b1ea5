//! A file that is made now. It gets what the migrations make of an empty file in one go, from `schema.sql`: `SQLite` reads the whole
//! schema anew at each `alter table`, which took nine tenths of the time of 138 migrations.

use rusqlite::{Connection, TransactionBehavior};

use crate::base::clock::Clock;
use crate::db::open;
use crate::error::Result;

/// Written by `WRITE=1 cargo test --lib new_file` from the migrations, and never by hand.
const SCHEMA: &str = include_str!("schema.sql");

/// Fills a file that holds nothing, as if its migrations had run, all or nothing. Gives whether it did.
pub fn fill(connection: &mut Connection) -> Result<bool> {
    let is_empty = |connection: &Connection| {
        connection.query_row(
            "select not exists (select 1 from sqlite_schema)",
            [],
            |row| row.get::<_, bool>(0),
        )
    };
    if !is_empty(connection)? {
        return Ok(false);
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been at it meanwhile.
    if !is_empty(&transaction)? {
        return Ok(false);
    }
    transaction.execute_batch(SCHEMA)?;
    let now = Clock::system().text();
    for migration in open::migrations() {
        transaction.execute(
            "insert into refinery_schema_history (version, name, applied_on, checksum) values (?1, ?2, ?3, ?4)",
            (
                migration.version(),
                migration.name(),
                &now,
                migration.checksum().to_string(),
            ),
        )?;
    }
    transaction.pragma_update(None, "user_version", open::known_schema())?;
    transaction.commit()?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/db/schema.sql");

    fn texts(connection: &Connection, sql: &str) -> Vec<String> {
        connection
            .prepare(sql)
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .collect::<rusqlite::Result<_>>()
            .unwrap()
    }

    fn empty() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        open::register_functions(&connection).unwrap();
        connection
            .pragma_update(None, "foreign_keys", true)
            .unwrap();
        connection
    }

    fn migrated() -> Connection {
        let mut connection = empty();
        open::migrate(&mut connection).unwrap();
        connection
    }

    /// The rows of a table as values of `insert`. Keys that a migration draws are drawn for each file.
    fn rows(connection: &Connection, table: &str) -> Vec<String> {
        let columns = texts(
            connection,
            &format!(
                "select group_concat(case when type = 'BLOB' then
                   'iif(length(\"' || name || '\") = 32, ''randomblob(32)'', quote(\"' || name || '\"))'
                   else 'quote(\"' || name || '\")' end, ' || '', '' || ')
                 from pragma_table_info('{table}')"
            ),
        );
        let columns = columns.first().unwrap();
        texts(
            connection,
            &format!("select {columns} from \"{table}\" order by 1"),
        )
    }

    /// Statements that make what the connection holds, but for the history of its migrations.
    fn statements(connection: &Connection) -> String {
        let mut text = String::from(
            "-- What the migrations make of an empty file, written by: WRITE=1 cargo test --lib new_file\n",
        );
        let own = "from sqlite_schema s join pragma_table_list l on l.name = s.tbl_name and l.schema = 'main'
                   where l.type <> 'shadow' and s.name not like 'sqlite\\_%' escape '\\'";
        for sql in texts(
            connection,
            &format!("select s.sql {own} and s.sql is not null order by s.rowid"),
        ) {
            writeln!(text, "{sql};").unwrap();
        }
        for index in texts(
            connection,
            &format!("select s.name {own} and l.type = 'virtual' order by s.rowid"),
        ) {
            for option in rows(connection, &format!("{index}_config")) {
                if !option.starts_with("'version'") {
                    writeln!(
                        text,
                        "insert into {index} ({index}, rank) values ({option});"
                    )
                    .unwrap();
                }
            }
        }
        text.push_str("analyze sqlite_schema;\n");
        let stored = format!(
            "select 'sqlite_stat1' union all
             select s.name {own} and l.type = 'table' and s.type = 'table' and s.name <> 'refinery_schema_history'"
        );
        for table in texts(connection, &stored) {
            for row in rows(connection, &table) {
                writeln!(text, "insert into {table} values ({row});").unwrap();
            }
        }
        text.push_str("analyze sqlite_schema;\n");
        text
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "a developer asks this test to write the file"
    )]
    fn the_schema_is_what_the_migrations_make() {
        let now = statements(&migrated());
        assert_eq!(
            now,
            statements(&migrated()),
            "a migration draws a value: it would be the same in every file"
        );
        if std::env::var("WRITE").is_ok() {
            std::fs::write(PATH, &now).unwrap();
        }
        let checked_in = std::fs::read_to_string(PATH).unwrap_or_default();
        assert!(
            checked_in == now,
            "src/db/schema.sql is old: run WRITE=1 cargo test --lib new_file"
        );
    }

    #[test]
    fn a_new_file_is_as_after_all_migrations() {
        let migrated = migrated();
        let mut filled = empty();
        assert!(fill(&mut filled).unwrap());
        for question in [
            "select type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') from sqlite_schema
             where name not glob 'sqlite_stat*' order by rowid",
            "select version || ' ' || name || ' ' || checksum from refinery_schema_history order by rowid",
            "select cast(user_version as text) from pragma_user_version",
            "select \"table\" from pragma_foreign_key_check",
        ] {
            assert_eq!(texts(&filled, question), texts(&migrated, question), "{question}");
        }
        let tables = texts(
            &migrated,
            "select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow') and name <> 'sqlite_schema' and name <> 'refinery_schema_history'",
        );
        assert!(tables.len() > 100);
        for table in tables {
            assert_eq!(rows(&filled, &table), rows(&migrated, &table), "{table}");
        }
        let key = "select hex(key) from keyed_ids";
        assert_ne!(texts(&filled, key), texts(&migrated, key));

        // It is opened like any other afterwards, and not filled twice.
        open::migrate(&mut filled).unwrap();
        assert!(!fill(&mut filled).unwrap());
    }

    #[test]
    fn a_file_that_cannot_be_filled_stays_empty() {
        let mut connection = empty();
        connection.commit_hook(Some(|| true)).unwrap();
        assert!(fill(&mut connection).is_err());
        connection.commit_hook(None::<fn() -> bool>).unwrap();
        assert!(fill(&mut connection).unwrap());
    }
}
