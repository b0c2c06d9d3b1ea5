//! Health of tenants. Those that cannot be served are logged once when they fail and once when they recover; other
//! tenants are not affected.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::base::clock::instant;
use crate::db::offline_file;
use crate::error::{Code, Error, Result};

/// Interval between checks of a damaged file. The file is read completely before it is used again, which is too
/// expensive for every request.
const LOOK_EVERY: Duration = Duration::from_secs(if cfg!(debug_assertions) { 1 } else { 10 });

#[derive(Default)]
pub struct Down(Mutex<HashMap<String, State>>);

#[derive(Clone, Copy)]
enum State {
    /// It could not be opened; opening is retried on every request.
    Shut,
    /// Found damaged while open; the time of the last check.
    Damaged(Instant),
}

impl Down {
    /// Marks an open tenant's file as damaged.
    pub fn damaged(&self, name: &str) {
        self.lock()
            .insert(name.to_owned(), State::Damaged(instant()));
    }

    /// True during a check of a damaged file and until the next one is due; requests do not wait for it.
    pub fn is_resting(&self, name: &str) -> bool {
        matches!(self.lock().get(name), Some(State::Damaged(looked)) if looked.elapsed() < LOOK_EVERY)
    }

    /// Opens the file if a retry is due; 503 otherwise.
    pub fn open<T>(&self, name: &str, path: &Path, open: impl FnOnce() -> Result<T>) -> Result<T> {
        let state = self.lock().get(name).copied();
        if let Some(State::Damaged(looked)) = state {
            if looked.elapsed() < LOOK_EVERY {
                return Err(Code::Maintenance.into());
            }
            self.damaged(name);
            if !offline_file::inspect(path).is_ok_and(|found| found.faults.is_empty()) {
                return Err(Code::Maintenance.into());
            }
        }
        match open() {
            Ok(opened) => {
                if self.lock().remove(name).is_some() {
                    tracing::info!(tenant = name, "this tenant is served again");
                }
                Ok(opened)
            }
            Err(error) => {
                if state.is_none() {
                    tracing::error!(tenant = name, %error, "this tenant cannot be opened");
                    self.lock().insert(name.to_owned(), State::Shut);
                }
                if error.is(Code::InsufficientStorage) {
                    return Err(error);
                }
                Err(Error::from(Code::Maintenance))
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, State>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
