//! Disk space state of one database file. Logged once when space runs out and once when it is back.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Code, Error, Result};

/// Minimum free space to resume writing, in bytes.
const SOME: usize = 1024 * 1024;

pub struct Room {
    path: PathBuf,
    is_out: AtomicBool,
}

impl Room {
    pub fn beside(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            is_out: AtomicBool::new(false),
        }
    }

    pub fn is_out(&self) -> bool {
        self.is_out.load(Ordering::Relaxed)
    }

    /// Inspects a write error. True if the disk is full.
    pub fn look_at(&self, error: &Error) -> bool {
        let is_out = error.is(Code::InsufficientStorage);
        if is_out && !self.is_out.swap(true, Ordering::Relaxed) {
            tracing::error!(file = %self.path.display(), "the disk has no room for what is written; reads go on");
        }
        is_out
    }

    /// Records a successful write.
    pub fn is_back(&self) {
        if self.is_out() && self.is_out.swap(false, Ordering::Relaxed) {
            tracing::info!(file = %self.path.display(), "there is room on the disk again");
        }
    }

    /// Writes a file of `SOME` bytes beside the database, and removes it.
    #[expect(
        clippy::disallowed_methods,
        reason = "db/ is the only opener of files beside the databases"
    )]
    pub fn try_file(&self) -> Result<()> {
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
