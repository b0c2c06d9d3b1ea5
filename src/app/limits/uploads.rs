//! Limits on uploaded files: per request, and in progress per tenant and per person
//! (docs/domain/limits.md#uploads).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Code, Error, Result};

/// Longest time that an upload may take in all.
pub const DEADLINE: Duration = Duration::from_mins(5);
/// Uploads in progress per tenant; one more is refused.
const AT_ONCE: usize = 32;
/// Uploads in progress per person, so that slow ones of one person leave room for those of others.
const PER_PERSON: usize = 4;
/// Bytes of stored uploads per tenant, unless the tenant's setting `uploads_megabytes` says otherwise.
pub const STORED: u64 = 5 * 1024 * 1024 * 1024;
/// Files of one person that wait to be imported, and the bytes of all their files that are kept for a week.
pub const IMPORTS_WAITING: i64 = 20;
pub const IMPORTS_STORED: i64 = 40 * 1024 * 1024;
/// Bytes of a text field beside the file, and number of such fields.
pub const LONGEST_FIELD: usize = 2_000;
pub const MOST_FIELDS: usize = 10;

/// The uploads in progress of a tenant.
#[derive(Debug)]
pub struct Uploads {
    all: Arc<Semaphore>,
    by_person: Arc<Mutex<HashMap<i64, usize>>>,
}

impl Default for Uploads {
    fn default() -> Self {
        Self {
            all: Arc::new(Semaphore::new(AT_ONCE)),
            by_person: Arc::default(),
        }
    }
}

/// Held for the duration of one upload.
#[derive(Debug)]
pub struct Receiving {
    _permit: OwnedSemaphorePermit,
    person: i64,
    by_person: Arc<Mutex<HashMap<i64, usize>>>,
}

impl Uploads {
    pub fn begin(&self, person: Option<i64>) -> Result<Receiving> {
        let busy = || Error::from(Code::RateLimited).with("retry_after", 10);
        let person = person.unwrap_or_default();
        let mut counts = lock(&self.by_person);
        if counts.get(&person).copied().unwrap_or_default() >= PER_PERSON {
            return Err(busy());
        }
        let permit = Arc::clone(&self.all)
            .try_acquire_owned()
            .map_err(|_| busy())?;
        *counts.entry(person).or_default() += 1;
        Ok(Receiving {
            _permit: permit,
            person,
            by_person: Arc::clone(&self.by_person),
        })
    }
}

impl Drop for Receiving {
    fn drop(&mut self) {
        let mut counts = lock(&self.by_person);
        if let Some(count) = counts.get_mut(&self.person) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.person);
            }
        }
    }
}

fn lock(counts: &Mutex<HashMap<i64, usize>>) -> MutexGuard<'_, HashMap<i64, usize>> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}
