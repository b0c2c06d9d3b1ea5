//! Operations on a database file that is not open in this process: query, copy, integrity check; and the files beside
//! it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::open;
use crate::error::{Error, Result, Storage};

/// Runs a query without opening the tenant: no threads, no migration, closed again immediately.
pub fn peek<T>(path: &Path, job: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
    job(&open::readable(path)?)
}

/// The newest schema version that this program knows.
pub fn known_schema() -> i64 {
    open::known_schema()
}

/// Schema version of a database. Leaves no file beside it: `SQLite` is asked only where its WAL is there already.
#[expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files"
)]
pub fn schema(path: &Path) -> Result<i64> {
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    if std::fs::metadata(&wal).is_ok_and(|wal| wal.len() > 0) {
        return peek(path, |connection| {
            Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
        });
    }
    let mut header = [0_u8; 64];
    File::open(path)?.read_exact(&mut header)?;
    // The last four bytes: https://sqlite.org/fileformat2.html#database_header
    let [.., a, b, c, d] = header;
    Ok(i64::from(u32::from_be_bytes([a, b, c, d])))
}

/// Pages per step of a copy.
const PIECE: i32 = 1_000;
/// Steps between two syncs, 16 MB: larger syncs would delay the writer's own.
const SYNC_EVERY: u32 = 4;

/// Copies a database as of one moment, while others read and write it. Holds one read transaction from the first page
/// to the last, so that writes do not restart the copy. Until it ends the WAL keeps everything written meanwhile; it
/// shrinks afterwards through `journal_size_limit`. The copy is complete and synced to disk, or does not exist.
/// `told` receives the pages copied and the total.
pub fn copy(from: &Path, to: &Path, told: &mut dyn FnMut(u64, u64)) -> Result<()> {
    let copied = copy_pages(from, to, told).map_err(|error| judge(from, error));
    if copied.is_err() {
        let _ = std::fs::remove_file(to);
    }
    copied
}

#[expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files"
)]
fn copy_pages(from: &Path, to: &Path, told: &mut dyn FnMut(u64, u64)) -> Result<()> {
    let source = open::readable(from)?;
    source.execute_batch("begin")?;
    let pages = page_count(&source)?;
    let mut target = Connection::open_with_flags(
        to,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    )?;
    // Synced here, in steps.
    target.execute_batch("pragma synchronous = off")?;
    let written = File::open(to)?;
    let backup = Backup::new(&source, &mut target)?;
    let mut pieces = 0_u32;
    loop {
        let step = backup.step(PIECE)?;
        let progress = backup.progress();
        let total = u64::try_from(progress.pagecount).unwrap_or_default();
        told(
            total - u64::try_from(progress.remaining).unwrap_or_default(),
            total,
        );
        match step {
            StepResult::Done => break,
            StepResult::More => {}
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
        pieces += 1;
        if pieces.is_multiple_of(SYNC_EVERY) {
            written.sync_data()?;
        }
    }
    drop(backup);
    source.execute_batch("commit")?;
    // A single file without a WAL.
    target.execute_batch("pragma journal_mode = delete")?;
    if page_count(&target)? != pages {
        return Err(Error::internal(format!(
            "the copy of {} has not as many pages as the file; repeat this",
            from.display()
        )));
    }
    drop(target);
    Ok(written.sync_all()?)
}

/// Makes a copy a file as the server keeps it, so that its first reader does not change it.
#[expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files"
)]
pub fn use_wal(path: &Path) -> Result<()> {
    let file = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    Ok(file.execute_batch("pragma journal_mode = wal")?)
}

/// SQL that holds the mail of a tenant from the moment `?1` on.
pub const HOLD_MAIL: &str = "insert into mail_holds (id, since, why) values (1, ?1, 'restore')
     on conflict (id) do update set since = excluded.since, released_before = null";

/// Marks a restored file, so that none of its mail leaves until somebody says so (`mail::outbox::hold`). Its schema may be
/// that of an older program, which knows no holds.
#[expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files"
)]
pub fn hold_mail(path: &Path, now: &str) -> Result<()> {
    let file = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    file.execute_batch(include_str!("../../migrations/V499__mail_holds.sql"))?;
    file.execute(HOLD_MAIL, [now])?;
    Ok(())
}

fn page_count(connection: &Connection) -> Result<i64> {
    Ok(connection.pragma_query_value(None, "page_count", |row| row.get(0))?)
}

/// Row count of each table.
pub fn count_rows(path: &Path) -> Result<BTreeMap<String, i64>> {
    peek(path, |connection| {
        let tables: Vec<String> = connection
            .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        let mut counts = BTreeMap::new();
        for table in tables {
            let quoted = table.replace('"', "\"\"");
            let sql = format!("select count(*) from \"{quoted}\"");
            counts.insert(table, connection.query_row(&sql, [], |row| row.get(0))?);
        }
        Ok(counts)
    })
}

/// A file lock that the operating system releases when its holder ends, however it ends.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "the lock is let go when the file is closed")] File);

/// `None` if another process, or another holder in this one, has it.
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

/// Deletes an upload; a missing file is not an error.
pub fn remove_upload(file: &Path) -> Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Integrity report for `doctor` and `backup verify`.
#[derive(Debug, Clone, serde::Serialize)]
pub struct Condition {
    /// Errors found by `SQLite`'s integrity check.
    pub faults: Vec<String>,
    /// Number of foreign keys that refer to missing rows.
    pub loose_ends: i64,
    pub schema: i64,
    pub known_schema: i64,
}

impl Condition {
    /// Not damaged; its schema may be newer than this program.
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty() && self.loose_ends == 0
    }

    pub fn is_newer(&self) -> bool {
        self.schema > self.known_schema
    }

    /// What is damaged, in words.
    pub fn damage(&self) -> String {
        let loose = (self.loose_ends > 0).then(|| format!("{} loose ends", self.loose_ends));
        self.faults
            .iter()
            .cloned()
            .chain(loose)
            .collect::<Vec<_>>()
            .join("; ")
    }
}

/// Reads the whole file. A disk that cannot be read is an error, and no damage to what the file holds.
pub fn inspect(path: &Path) -> Result<Condition> {
    inspect_file(path).map_err(|error| match error {
        Error::Damaged(text) if is_unreadable(path) => Error::Storage(Storage::Disk, text),
        error => error,
    })
}

/// Reads what the file says of itself, and none of its rows: what is damaged in it is not found.
pub fn glance(path: &Path) -> Result<Condition> {
    let glanced = peek(path, |connection| {
        Ok(Condition {
            faults: Vec::new(),
            loose_ends: 0,
            schema: connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
            known_schema: open::known_schema(),
        })
    });
    glanced.map_err(|error| judge(path, error))
}

fn inspect_file(path: &Path) -> Result<Condition> {
    if !path.exists() {
        return Err(Error::internal(format!("{} is not there", path.display())));
    }
    peek(path, |connection| {
        let faults: Vec<String> = connection
            .prepare("pragma quick_check(5)")?
            .query_map([], |row| row.get::<_, String>(0))?
            .filter(|fault| !matches!(fault.as_deref(), Ok("ok")))
            .collect::<rusqlite::Result<_>>()?;
        if let Some(unread) = faults.iter().find(|fault| is_unread(fault)) {
            return Err(Error::Storage(
                Storage::Disk,
                format!("database: {unread}").into(),
            ));
        }
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

/// An error with its final meaning: `SQLite` calls a file malformed also where the disk does not give a page of it, and
/// the disk may give it again by now. The file is read and checked completely to know which.
pub fn judge(path: &Path, error: Error) -> Error {
    match error {
        Error::Damaged(text) if is_unreadable(path) || is_whole(path) => {
            Error::Storage(Storage::Disk, text)
        }
        error => error,
    }
}

fn is_whole(path: &Path) -> bool {
    inspect_file(path).is_ok_and(|found| found.faults.is_empty())
}

#[expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files"
)]
fn is_unreadable(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    [path, Path::new(&log)].into_iter().any(|path| {
        File::open(path)
            .is_ok_and(|mut file| std::io::copy(&mut file, &mut std::io::sink()).is_err())
    })
}

/// Whether the integrity check did not find a fault but could not read a page: it names the code of an I/O error.
fn is_unread(fault: &str) -> bool {
    let code = fault
        .rsplit_once("error code=")
        .map(|(_, code)| code.trim());
    code.and_then(|code| code.parse::<i32>().ok())
        .is_some_and(|code| code & 0xff == rusqlite::ffi::SQLITE_IOERR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_the_disk_does_not_give_is_no_damage() {
        assert!(is_unread(
            "Tree 5 page 6: unable to get the page. error code=266"
        ));
        assert!(!is_unread(
            "Tree 5 page 6: unable to get the page. error code=11"
        ));
        assert!(!is_unread("row 3 missing from index i"));
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test opens the file")]
    fn a_second_restore_holds_what_the_first_had_let_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tenant.db");
        let file = Connection::open(&path).unwrap();
        hold_mail(&path, "2026-11-20T08:00:00Z").unwrap();
        file.execute(
            "update mail_holds set released_before = '2026-11-19T00:00:00Z'",
            [],
        )
        .unwrap();
        hold_mail(&path, "2026-11-29T08:00:00Z").unwrap();
        let hold: (String, Option<String>) = file
            .query_row("select since, released_before from mail_holds", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .unwrap();
        assert_eq!(hold, ("2026-11-29T08:00:00Z".to_owned(), None));
    }
}
