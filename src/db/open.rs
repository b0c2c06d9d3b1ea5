//! Connection setup: pragmas, limits, custom SQL functions, migrations.

use std::path::Path;
use std::time::Duration;

use refinery::Migration;
use refinery_core::traits::sync::{Migrate, Query, Transaction};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::base::{digest, email, first_texts, name_matching, starter_pictures, working_days};
use crate::db::{new_file, older_file, slow_queries};
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
    upgrade(&mut connection, path)?;
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
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.execute_batch("pragma trusted_schema = off;")?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    // Query planner stability guarantee: cached statements keep their plan. Otherwise SQLite plans again whenever a
    // limit or pattern is bound, which took a fifth of the time of a list.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(128);
    register_functions(&connection)?;
    slow_queries::watch(&mut connection, path)?;
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
    digest::register(connection)?;
    Ok(())
}

/// All that this program knows, in the order of their versions.
pub fn migrations() -> Vec<Migration> {
    let mut migrations = embedded::migrations::runner().get_migrations().clone();
    migrations.sort();
    migrations
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

/// Brings a file of an older program up to date, after a copy of it was made beside it (`older_file`). All or nothing:
/// a migration that fails leaves the file as it was.
fn upgrade(connection: &mut Connection, path: &Path) -> Result<()> {
    let known = known_schema();
    // Fast path of every opening but the first: one integer.
    let current = schema_of(connection)?;
    if current == known {
        return Ok(());
    }
    refuse_newer(current)?;
    if current > 0 {
        // Another process may be at it, and be done by the time that this one has its turn.
        let _turn = older_file::wait_for_turn(path)?;
        if schema_of(connection)? == known {
            return Ok(());
        }
        // An earlier program wrote the number after the migrations, and may have been killed in between.
        if newest_migration(connection)? < known {
            older_file::keep(path, current)?;
        }
        return migrate(connection);
    }
    // A file that an earlier program began goes the way of all others.
    if new_file::fill(connection)? {
        return Ok(());
    }
    migrate(connection)
}

fn schema_of(connection: &Connection) -> Result<i64> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

fn newest_migration(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(
        "select coalesce(max(version), 0) from refinery_schema_history",
        [],
        |row| row.get(0),
    )
}

fn refuse_newer(current: i64) -> Result<()> {
    let known = known_schema();
    if current <= known {
        return Ok(());
    }
    Err(Error::internal(format!(
        "the database has schema {current}, newer than the {known} that this program knows; install a newer voluntr"
    )))
}

/// Applies the migrations that a file lacks, in one transaction with the number of its schema: whoever is killed meanwhile
/// finds the file as it was.
pub fn migrate(connection: &mut Connection) -> Result<()> {
    refuse_newer(schema_of(connection)?)?;
    embedded::migrations::runner()
        .set_grouped(true)
        .run(&mut Numbered(connection))
        .map_err(|error| not_migrated(&error))?;
    Ok(())
}

/// A connection whose migrations are committed together with the number of the schema (`user_version`): that of the newest
/// one that the file has.
struct Numbered<'c>(&'c mut Connection);

impl Transaction for Numbered<'_> {
    type Error = rusqlite::Error;

    fn execute<'a, T: Iterator<Item = &'a str>>(&mut self, queries: T) -> rusqlite::Result<usize> {
        let transaction = self.0.transaction()?;
        let mut count = 0;
        for query in queries {
            transaction.execute_batch(query)?;
            count += 1;
        }
        let newest = newest_migration(&transaction)?;
        transaction.pragma_update(None, "user_version", newest)?;
        transaction.commit()?;
        Ok(count)
    }
}

impl Query<Vec<Migration>> for Numbered<'_> {
    fn query(&mut self, query: &str) -> rusqlite::Result<Vec<Migration>> {
        self.0.query(query)
    }
}

impl Migrate for Numbered<'_> {}

/// Reports a disk that is full or fails, and a file that another program holds, as such; any other error belongs to the
/// migration.
fn not_migrated(error: &refinery::Error) -> Error {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let of_database = error.downcast_ref::<rusqlite::Error>();
        let found = of_database.map(Error::of_database);
        if let Some(found @ Error::Storage(state, _)) = found
            && state != Storage::Slow
        {
            return found;
        }
        // Without the statement, which is as long as the migrations.
        if let Some(
            rusqlite::Error::SqlInputError { msg, .. }
            | rusqlite::Error::SqliteFailure(_, Some(msg)),
        ) = of_database
        {
            return Error::internal(format!("migration: {msg}"));
        }
        cause = error.source();
    }
    Error::internal(format!("migration: {error}"))
}

#[cfg(test)]
mod tests {
    use refinery::Target;
    use sha2::Digest as _;

    use super::*;

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "a file of an earlier schema, which open() would migrate"
    )]
    fn the_number_of_the_schema_is_committed_with_the_migrations() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tenant.db");
        let mut connection = Connection::open(&path).unwrap();
        register_functions(&connection).unwrap();
        let number = |connection: &Connection| schema_of(connection).unwrap();
        embedded::migrations::runner()
            .set_target(Target::Version(497))
            .set_grouped(true)
            .run(&mut Numbered(&mut connection))
            .unwrap();
        assert_eq!(number(&connection), 497);

        // The migrations fail, or the disk takes no commit: neither is there.
        connection.commit_hook(Some(|| true)).unwrap();
        assert!(migrate(&mut connection).is_err());
        connection.commit_hook(None::<fn() -> bool>).unwrap();
        assert_eq!(number(&connection), 497);
        assert_eq!(newest_migration(&connection).unwrap(), 497);

        // As an earlier program left it that was killed between the two: no copy takes the place of the true one.
        let kept = folder.path().join("before-upgrade-V497.db");
        std::fs::write(&kept, "true").unwrap();
        migrate(&mut connection).unwrap();
        connection.pragma_update(None, "user_version", 497).unwrap();
        upgrade(&mut connection, &path).unwrap();
        assert_eq!(number(&connection), known_schema());
        assert_eq!(std::fs::read(&kept).unwrap(), b"true");
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "a file of an earlier schema, which open() would migrate"
    )]
    fn the_links_of_invitations_from_before_they_were_hashed_go_on_working() {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = Connection::open(folder.path().join("tenant.db")).unwrap();
        connection
            .pragma_update(None, "foreign_keys", true)
            .unwrap();
        register_functions(&connection).unwrap();
        let until = |version| embedded::migrations::runner().set_target(Target::Version(version));
        until(336).run(&mut connection).unwrap();
        connection
            .execute_batch(
                "insert into volunteer_centers (name, created_at, updated_at) values ('Hier', '', '');
                 insert into forms (volunteer_center_id, title, token, created_at, updated_at) values (1, 'Training', 'adres', '', '');
                 insert into form_invitations (form_id, email, token, answered_at, created_at)
                 values ((select max(id) from forms), 'aad@example.nl', 'geheim', '2026-01-02', '2026-01-01');",
            )
            .unwrap();
        migrate(&mut connection).unwrap();
        let (email, answered, hash): (String, String, [u8; 32]) = connection
            .query_row(
                "select i.email, i.answered_at, l.token_hash from form_invitation_links l join form_invitations i on i.id = l.invitation_id",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )
            .unwrap();
        assert_eq!(
            (email.as_str(), answered.as_str()),
            ("aad@example.nl", "2026-01-02")
        );
        assert_eq!(hash, <[u8; 32]>::from(sha2::Sha256::digest(b"geheim")));
    }
}
