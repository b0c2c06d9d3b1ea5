//! Files of an older program: the copy that is made before one is brought up to date, and the rehearsal of that.
//!
//! The copy is `before-upgrade-V510.db` beside the file, with the number of the schema that it has. One is kept, that of
//! the last upgrade, for thirty days as backups are (`forget_old`): it still holds what was erased since.

#![expect(
    clippy::disallowed_methods,
    reason = "db/ is the only opener of database files and of those beside them"
)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use super::{offline_file, open};
use crate::base::clock::instant;
use crate::db::offline_file::Lock;
use crate::error::{Error, Result, Storage};

const PREFIX: &str = "before-upgrade-V";
/// How long a copy is kept after the upgrade.
pub const KEPT: Duration = Duration::from_hours(30 * 24);
/// How long an opener waits for another process that upgrades the same file.
const LONGEST_WAIT: Duration = Duration::from_mins(10);

/// Waits until no other process upgrades this file.
pub fn wait_for_turn(path: &Path) -> Result<Lock> {
    let began = instant();
    loop {
        if let Some(lock) = offline_file::lock(&path.with_file_name("upgrade.lock"))? {
            return Ok(lock);
        }
        if began.elapsed() > LONGEST_WAIT {
            return Err(Error::Storage(
                Storage::InUse,
                "another process has been bringing this file up to date for ten minutes".into(),
            ));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Copies a file before it is brought up to date, whole or not at all. Takes the place of the copy of an earlier upgrade.
///
/// # Errors
/// `Storage::Full` where there is no room for the copy: the file is not upgraded without one.
pub fn keep(path: &Path, schema: i64) -> Result<PathBuf> {
    let copy = path.with_file_name(format!("{PREFIX}{schema}.db"));
    let unfinished = path.with_file_name("before-upgrade.unfinished");
    // What a process left that was killed.
    let _ = std::fs::remove_file(&unfinished);
    offline_file::copy(path, &unfinished, &mut |_, _| {})?;
    for earlier in copies(path) {
        std::fs::remove_file(&earlier)?;
    }
    std::fs::rename(&unfinished, &copy)?;
    tracing::info!(
        file = %copy.display(),
        schema,
        "a copy was made before the file is brought up to date"
    );
    Ok(copy)
}

/// The copies beside a file.
pub fn copies(path: &Path) -> Vec<PathBuf> {
    let folder = path
        .parent()
        .and_then(|folder| std::fs::read_dir(folder).ok());
    folder
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX))
        .map(|entry| entry.path())
        .collect()
}

/// Deletes the copies beside a file that are older than thirty days, by their time of change.
pub fn forget_old(path: &Path) -> Result<()> {
    for copy in copies(path) {
        let age = std::fs::metadata(&copy)?.modified()?.elapsed();
        if age.is_ok_and(|age| age > KEPT) {
            std::fs::remove_file(&copy)?;
        }
    }
    Ok(())
}

/// Brings a copy of a file up to date in a folder of its own, and checks what came of it. The file is only read.
pub fn rehearse(path: &Path, folder: &Path) -> Result<()> {
    let copy = folder.join("rehearsal.db");
    let _ = std::fs::remove_file(&copy);
    offline_file::copy(path, &copy, &mut |_, _| {})?;
    let rehearsed = rehearse_on(&copy);
    std::fs::remove_file(&copy)?;
    rehearsed
}

fn rehearse_on(copy: &Path) -> Result<()> {
    let mut connection = Connection::open(copy)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    open::register_functions(&connection)?;
    open::migrate(&mut connection)?;
    drop(connection);
    let found = offline_file::inspect(copy)?;
    if found.is_whole() {
        return Ok(());
    }
    Err(Error::internal(format!(
        "what came of it is not whole: {}",
        found.damage()
    )))
}
