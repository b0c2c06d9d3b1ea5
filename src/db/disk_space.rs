//! Whether one database file can be written to: room on the disk, the file at its place, and other causes for which writes fail. Logged once when
//! it begins and once when it is over.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::base::clock::instant;
use crate::db::offline_file;
use crate::error::{Code, Error, Result, Storage};

/// Minimum free space to resume writing, in bytes.
const SOME: usize = 1024 * 1024;
/// For so long it is remembered whether a disk that took no write is full.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// Free bytes below which the server is not ready: what the log of one tenant's file may grow to before it shrinks again
/// (`journal_size_limit`).
pub const HEAD_ROOM: u64 = 64 * 1024 * 1024;

/// Bytes that this user may still write to the disk of a folder; none where no file may be made any more.
pub fn free_bytes(folder: &Path) -> Result<u64> {
    let found = rustix::fs::statvfs(folder).map_err(std::io::Error::from)?;
    let has_files = found.f_files == 0 || found.f_favail > 0;
    Ok(if has_files {
        found.f_bavail.saturating_mul(found.f_frsize)
    } else {
        0
    })
}

pub struct Room {
    path: PathBuf,
    /// Device and number of the file that is open.
    opened: OnceLock<(u64, u64)>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Why the last write failed that could not be stored, until one can.
    trouble: Option<Storage>,
    /// When the disk was asked whether it is full, and what came of it.
    asked: Option<(Instant, bool)>,
}

impl Room {
    pub fn beside(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            opened: OnceLock::new(),
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers which file was opened.
    pub fn is_opened(&self) -> Result<()> {
        let found = self.find()?;
        self.opened.get_or_init(|| found);
        Ok(())
    }

    fn find(&self) -> Result<(u64, u64)> {
        let found = rustix::fs::stat(&self.path).map_err(std::io::Error::from)?;
        Ok((found.st_dev, found.st_ino))
    }

    /// An error if the file that is open is not the one at its place: what is written to it would be lost with it.
    pub fn is_in_place(&self) -> Result<()> {
        let Some(opened) = self.opened.get() else {
            return Ok(());
        };
        if self.find().is_ok_and(|found| found == *opened) {
            return Ok(());
        }
        let text = format!(
            "{} was moved away, removed or replaced while it was open",
            self.path.display()
        );
        Err(Error::Storage(Storage::Gone, text.into()))
    }

    pub fn is_out(&self) -> bool {
        self.trouble() == Some(Storage::Full)
    }

    /// Why writes fail, while they do.
    pub fn trouble(&self) -> Option<Storage> {
        self.lock().trouble
    }

    /// An error with its final meaning: whatever fails in a file that is not at its place fails for that, a disk that did not
    /// take a write is asked whether it is full, and a file that is called damaged is read.
    pub fn judge(&self, error: Error) -> Error {
        let is_of_file = matches!(
            error,
            Error::Internal(_) | Error::Storage(..) | Error::Damaged(_)
        );
        if is_of_file && let Err(gone) = self.is_in_place() {
            self.look_at(&gone);
            return gone;
        }
        let text = match error {
            Error::Storage(Storage::Untaken, text) => text,
            error => return offline_file::judge(&self.path, error),
        };
        let mut state = self.lock();
        let is_full = match state.asked {
            Some((at, is_full)) if at.elapsed() < ASK_EVERY => is_full,
            _ => {
                let refused = self.try_beside();
                let is_full = refused.is_err_and(|error| error.is(Code::InsufficientStorage));
                state.asked = Some((instant(), is_full));
                is_full
            }
        };
        let found = if is_full {
            Storage::Full
        } else {
            Storage::Disk
        };
        Error::Storage(found, text)
    }

    /// Inspects a write error. True if the file cannot be written to, which is logged when it begins.
    pub fn look_at(&self, error: &Error) -> bool {
        let Some(found) = error.storage().filter(|found| *found != Storage::Slow) else {
            return false;
        };
        let before = self.lock().trouble.replace(found);
        if before != Some(found) {
            let file = self.path.display();
            if found == Storage::Full {
                tracing::error!(%file, %error, "the disk has no room for what is written; reads go on");
            } else {
                tracing::error!(%file, %error, "this file cannot be written to; reads go on");
            }
        }
        true
    }

    /// Records that the file was moved away on purpose: what still comes to be written is refused, and nothing is logged.
    pub fn is_left(&self) {
        self.lock().trouble = Some(Storage::Gone);
    }

    /// Records a successful write.
    pub fn is_back(&self) {
        let mut state = self.lock();
        if let Some(before) = state.trouble.take() {
            let file = self.path.display();
            if before == Storage::Full {
                tracing::info!(%file, "there is room on the disk again");
            } else {
                tracing::info!(%file, "this file can be written to again");
            }
        }
    }

    /// Writes a file of `SOME` bytes beside the database, and removes it.
    pub fn try_file(&self) -> Result<()> {
        // One at a time: it is the same file.
        let _state = self.lock();
        self.try_beside()
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "db/ is the only opener of files beside the databases"
    )]
    fn try_beside(&self) -> Result<()> {
        let path = self.path.with_extension("room");
        let written = File::create(&path).and_then(|mut file| {
            file.write_all(&vec![0_u8; SOME])?;
            file.sync_all()
        });
        let removed = std::fs::remove_file(&path);
        written?;
        Ok(removed?)
    }
}
