//! A database file that nobody has open here: a look into it, a copy of it, and whether it is sound. And the files that
//! lie beside it.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::open;
use crate::error::{Error, Result};

/// Asks a file something without opening the tenant: no threads, no migration, closed again at once.
pub fn peek<T>(path: &Path, job: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
    job(&open::readable(path)?)
}

/// Copies a file page by page while others read and write it. The copy is whole, or there is none.
#[expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files"
)]
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    let source = open::readable(from)?;
    let mut target = Connection::open_with_flags(
        to,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    )?;
    let copied = Backup::new(&source, &mut target)
        .and_then(|backup| backup.run_to_completion(1_000, Duration::from_millis(5), None))
        // One file, without a log beside it.
        .and_then(|()| target.execute_batch("pragma journal_mode = delete"));
    if copied.is_err() {
        let _ = std::fs::remove_file(to);
    }
    Ok(copied?)
}

/// A lock that the system takes back when its holder ends, however it ends.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "the lock is let go when the file is closed")] File);

/// None while another process, or another holder in this one, has it.
#[expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of files beside the databases"
)]
pub fn lock(path: &Path) -> Result<Option<Lock>> {
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Takes a picture or a document off the disk; one that is not there is no fault.
pub fn remove_upload(file: &Path) -> Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// What `doctor` and `backup verify` want to know of a file.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Condition {
    /// What `SQLite` finds wrong with it.
    pub faults: Vec<String>,
    /// Rows that refer to rows that are not there.
    pub loose_ends: i64,
    pub schema: i64,
    pub known_schema: i64,
}

impl Condition {
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.loose_ends == 0 && self.schema <= self.known_schema
    }
}

/// Reads the whole file.
pub fn inspect(path: &Path) -> Result<Condition> {
    if !path.exists() {
        return Err(Error::internal(format!("{} is not there", path.display())));
    }
    peek(path, |connection| {
        let faults = connection
            .prepare("pragma quick_check(5)")?
            .query_map([], |row| row.get::<_, String>(0))?
            .filter(|fault| !matches!(fault.as_deref(), Ok("ok")))
            .collect::<rusqlite::Result<_>>()?;
        let loose_ends =
            connection.query_row("select count(*) from pragma_foreign_key_check", [], |row| {
                row.get(0)
            })?;
        Ok(Condition {
            faults,
            loose_ends,
            schema: connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
            known_schema: open::known_schema(),
        })
    })
}
