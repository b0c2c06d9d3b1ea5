//! Whether the disk has room for what is written to one file. Said in the log when it ends and when it is back, not in
//! between.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Code, Error, Result};

/// Less than this is no room to go on with.
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

    /// Looks at why a write failed. True where that was for want of room.
    pub fn look_at(&self, error: &Error) -> bool {
        let is_out = error.is(Code::InsufficientStorage);
        if is_out && !self.is_out.swap(true, Ordering::Relaxed) {
            tracing::error!(file = %self.path.display(), "the disk has no room for what is written; reads go on");
        }
        is_out
    }

    /// Something was written.
    pub fn is_back(&self) {
        if self.is_out() && self.is_out.swap(false, Ordering::Relaxed) {
            tracing::info!(file = %self.path.display(), "there is room on the disk again");
        }
    }

    /// Writes a file of some size beside the database, and takes it away.
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
