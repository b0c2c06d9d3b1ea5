//! Connection setup: pragmas, limits, custom SQL functions, migrations.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::base::{email, first_texts, name_matching, starter_pictures, working_days};
use crate::error::{Error, Result, Storage};
use crate::search;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// The writer's connection. Migrates the schema before it returns.
pub fn writable(path: &Path) -> Result<Connection> {
    let mut connection = connect(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    // `secure_delete = fast` overwrites deleted content where that costs no further page; a rewrite removes the rest.
    // The page cache keeps index pages that a burst of writes modifies repeatedly. A WAL that grew during a long
    // read, such as a backup, shrinks to 64 MB when it restarts. A committed write survives a power failure.
    // Savepoints are kept in memory: in a file they cost a quarter of a write.
    connection.execute_batch(
        "pragma journal_mode = wal;
         pragma synchronous = full;
         pragma foreign_keys = on;
         pragma temp_store = memory;
         pragma cache_size = -8000;
         pragma journal_size_limit = 67108864;
         pragma secure_delete = fast;",
    )?;
    migrate(&mut connection)?;
    Ok(connection)
}

/// The checkpoint thread's connection.
pub fn beside(path: &Path) -> Result<Connection> {
    connect(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
}

/// A read-only connection: `SQLite` itself refuses writes.
pub fn readable(path: &Path) -> Result<Connection> {
    connect(
        path,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
}

#[expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files"
)]
fn connect(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.execute_batch("pragma trusted_schema = off;")?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    // Query planner stability guarantee: cached statements keep their plan. Otherwise SQLite plans again whenever a
    // limit or pattern is bound, which took a fifth of the time of a list.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(128);
    register_functions(&connection)?;
    Ok(connection)
}

/// SQL functions that migrations, triggers and queries call.
pub fn register_functions(connection: &Connection) -> Result<()> {
    search::sql::register(connection)?;
    name_matching::register(connection)?;
    working_days::register(connection)?;
    first_texts::register(connection)?;
    email::register(connection)?;
    starter_pictures::register(connection)?;
    Ok(())
}

/// The newest schema version that this program knows.
pub fn known_schema() -> i64 {
    embedded::migrations::runner()
        .get_migrations()
        .iter()
        .map(|migration| i64::from(migration.version()))
        .max()
        .unwrap_or_default()
}

fn migrate(connection: &mut Connection) -> Result<()> {
    let known = known_schema();
    // Fast path of every opening but the first: one integer.
    let current: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if current == known {
        return Ok(());
    }
    if current > known {
        return Err(Error::internal(format!(
            "the database has schema {current}, newer than the {known} that this program knows; install a newer voluntr"
        )));
    }
    embedded::migrations::runner()
        .run(connection)
        .map_err(|error| not_migrated(&error))?;
    connection.pragma_update(None, "user_version", known)?;
    Ok(())
}

/// Reports a disk that is full or fails, and a file that another program holds, as such; any other error belongs to the
/// migration.
fn not_migrated(error: &refinery::Error) -> Error {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let found = error.downcast_ref().map(Error::of_database);
        if let Some(found @ Error::Storage(state, _)) = found
            && state != Storage::Slow
        {
            return found;
        }
        cause = error.source();
    }
    Error::internal(format!("migration: {error}"))
}
