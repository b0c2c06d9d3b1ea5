//! Limits on uploaded files: per request, in progress per tenant, and stored per tenant (docs/domain/limits.md#uploads).

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Code, Error, Result};

/// Longest time that an upload may take in all.
pub const DEADLINE: Duration = Duration::from_mins(5);
/// Uploads in progress per tenant; one more is refused.
const AT_ONCE: usize = 4;
/// Bytes of stored uploads per tenant.
pub const STORED: u64 = 5 * 1024 * 1024 * 1024;
/// Bytes of a text field beside the file, and number of such fields.
pub const LONGEST_FIELD: usize = 2_000;
pub const MOST_FIELDS: usize = 10;

/// The uploads in progress of a tenant.
#[derive(Debug)]
pub struct Uploads(Arc<Semaphore>);

impl Default for Uploads {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Uploads {
    /// Held for the duration of one upload.
    pub fn begin(&self) -> Result<OwnedSemaphorePermit> {
        Arc::clone(&self.0)
            .try_acquire_owned()
            .map_err(|_| Error::from(Code::RateLimited).with("retry_after", 10))
    }
}

/// Bytes of the files in a directory, not in those below it.
pub fn stored(directory: &Path) -> u64 {
    let Ok(files) = std::fs::read_dir(directory) else {
        return 0;
    };
    files
        .flatten()
        .filter_map(|file| file.metadata().ok())
        .filter(std::fs::Metadata::is_file)
        .map(|file| file.len())
        .sum()
}
