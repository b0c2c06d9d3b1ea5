//! The tenants that cannot be served now. Each is logged once, when it goes down and when it is back; the others notice
//! nothing of it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::base::clock::instant;
use crate::db::offline_file;
use crate::error::{Code, Error, Result};

/// A damaged file is read whole before it is used again, and that not for every visitor.
const LOOK_EVERY: Duration = Duration::from_secs(if cfg!(debug_assertions) { 1 } else { 10 });

#[derive(Default)]
pub struct Down(Mutex<HashMap<String, State>>);

#[derive(Clone, Copy)]
enum State {
    /// It could not be opened; that is tried again at every visit.
    Shut,
    /// It was found damaged while it was open, and looked at again then.
    Damaged(Instant),
}

impl Down {
    /// Its file was found damaged while it was being served.
    pub fn damaged(&self, name: &str) {
        self.lock()
            .insert(name.to_owned(), State::Damaged(instant()));
    }

    /// True while it is being looked at, or was a moment ago: nobody waits for that.
    pub fn is_resting(&self, name: &str) -> bool {
        matches!(self.lock().get(name), Some(State::Damaged(looked)) if looked.elapsed() < LOOK_EVERY)
    }

    /// Opens it if that makes sense now: 503 otherwise.
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
