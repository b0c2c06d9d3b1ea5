//! Temporary folder in which a backup is built or unpacked: hidden, next to the backup.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::config::{Config, make_private};
use crate::db::offline_file;
use crate::db::offline_file::Lock;
use crate::error::{Error, Result};

/// Temporary folder, removed on drop. Leftovers of a killed process are removed by the next run.
pub struct Scratch(
    pub PathBuf,
    #[expect(dead_code, reason = "held as long as the folder is in use")] Lock,
);

const SCRATCH: &str = ".voluntr-backup-";

impl Scratch {
    pub fn beside(path: &Path) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let parent = path.with_file_name("");
        sweep(if parent.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &parent
        });
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{SCRATCH}{}-{number}", std::process::id());
        let folder = path.with_file_name(name);
        let lock = offline_file::lock(&folder.with_extension("lock"))?
            .ok_or_else(|| Error::internal(format!("{} is in use", folder.display())))?;
        make_private(&folder)?;
        Ok(Self(folder, lock))
    }

    /// For what is only looked at: in the data folder if there is one, else beside the backup, else in the system's folder
    /// for such files. The backup may lie on a medium that is read-only.
    pub fn anywhere(config: &Config, backup: &Path) -> Result<Self> {
        [
            config.registry_path(),
            backup.to_owned(),
            std::env::temp_dir().join("backup"),
        ]
        .iter()
        .filter(|place| {
            place
                .parent()
                .is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir())
        })
        .find_map(|place| Self::beside(place).ok())
        .ok_or_else(|| {
            Error::internal(format!(
                "there is no folder to unpack {} in; name one that can be written to with TMPDIR",
                backup.display()
            ))
        })
    }
}

/// Removes the folders of processes that are gone, recognised by an unheld lock.
fn sweep(parent: &Path) {
    for lock in locks_in(parent) {
        if let Ok(Some(_held)) = offline_file::lock(&lock) {
            let _ = fs::remove_dir_all(lock.with_extension(""));
            let _ = fs::remove_file(&lock);
        }
    }
}

/// The folders that a backup left which was broken off; the next one sweeps them.
pub fn leftovers(parent: &Path) -> Vec<PathBuf> {
    locks_in(parent)
        // Held for a moment only, and never made: who merely looks leaves everything as it is.
        .filter(|lock| fs::File::open(lock).is_ok_and(|file| file.try_lock().is_ok()))
        .map(|lock| lock.with_extension(""))
        .filter(|folder| folder.is_dir())
        .collect()
}

fn locks_in(parent: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(SCRATCH))
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "lock"))
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        let _ = fs::remove_file(self.0.with_extension("lock"));
    }
}
