//! Health of tenants. Those that cannot be served are logged once when they fail and once when they recover; other
//! tenants are not affected. `/health/ready` tells which they are.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::base::clock::instant;
use crate::db::offline_file;
use crate::error::{Code, Error, Result, Storage};

/// Interval between checks of a damaged file, and of one that another program holds. The first is read completely before
/// it is used again and the second is waited for, which is too expensive for every request.
pub const LOOK_EVERY: Duration = Duration::from_secs(if cfg!(debug_assertions) { 1 } else { 10 });

/// Why a tenant is not served, or only to those who read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Damaged,
    /// Its schema is newer than this program.
    Newer,
    /// Its schema could not be brought up to date.
    NotMigrated,
    InUse,
    ReadOnly,
    OutOfRoom,
    /// Its file is not at its place.
    Gone,
    /// Another machine serves it, or may do so by now.
    Fenced,
    /// The disk fails, or the file may not be read.
    Unreadable,
}

impl Why {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Damaged => "damaged",
            Self::Newer => "newer_schema",
            Self::NotMigrated => "not_migrated",
            Self::InUse => "in_use",
            Self::ReadOnly => "read_only",
            Self::OutOfRoom => "out_of_room",
            Self::Gone => "gone",
            Self::Fenced => "fenced",
            Self::Unreadable => "unreadable",
        }
    }

    /// What the person who runs the program does about it.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Damaged => "restore it from a backup; 'voluntr doctor' says what is damaged",
            Self::Newer => "install the voluntr that made it, or a newer one",
            Self::NotMigrated => "look in the log why its schema was not brought up to date",
            Self::InUse => Storage::InUse.advice(),
            Self::ReadOnly => Storage::ReadOnly.advice(),
            Self::OutOfRoom => Storage::Full.advice(),
            Self::Gone => Storage::Gone.advice(),
            Self::Fenced => Storage::Fenced.advice(),
            Self::Unreadable => "look in the log for the cause, and at the disk (dmesg)",
        }
    }

    pub const fn of_storage(storage: Storage) -> Self {
        match storage {
            Storage::Full => Self::OutOfRoom,
            Storage::InUse => Self::InUse,
            Storage::ReadOnly => Self::ReadOnly,
            Storage::Gone => Self::Gone,
            Storage::Fenced => Self::Fenced,
            Storage::Slow | Storage::Disk | Storage::Untaken => Self::Unreadable,
        }
    }

    /// The cause of an error at the opening of a file.
    fn of(error: &Error, path: &Path) -> Self {
        match (error, error.storage()) {
            (Error::Damaged(_), _) => Self::Damaged,
            (_, Some(storage)) => Self::of_storage(storage),
            _ => match offline_file::schema(path) {
                Ok(schema) if schema > offline_file::known_schema() => Self::Newer,
                Ok(schema) if schema < offline_file::known_schema() => Self::NotMigrated,
                _ => Self::Unreadable,
            },
        }
    }
}

#[derive(Default)]
pub struct Down(Mutex<HashMap<String, State>>);

#[derive(Clone, Copy)]
struct State {
    why: Why,
    looked: Instant,
}

impl State {
    /// Whether the file is left alone for now. One that could not be opened for another reason is tried at every request.
    fn is_resting(self) -> bool {
        matches!(self.why, Why::Damaged | Why::InUse) && self.looked.elapsed() < LOOK_EVERY
    }
}

impl Down {
    /// Marks an open tenant's file as damaged.
    pub fn damaged(&self, name: &str) {
        self.set(name, Why::Damaged);
    }

    /// True during a check of such a file and until the next one is due; requests do not wait for it.
    pub fn is_resting(&self, name: &str) -> bool {
        let state = self.lock().get(name).copied();
        state.is_some_and(State::is_resting)
    }

    /// The tenants that could not be opened, with the cause.
    pub fn list(&self) -> Vec<(String, Why)> {
        let down = self.lock();
        let mut list: Vec<_> = down
            .iter()
            .map(|(name, state)| (name.clone(), state.why))
            .collect();
        list.sort_by(|one, other| one.0.cmp(&other.0));
        list
    }

    /// The tenants to look at although nobody visits them. A damaged file is read completely, so less often.
    pub fn due(&self) -> Vec<String> {
        let is_due = |state: &State| {
            let every = match state.why {
                Why::Damaged => 6 * LOOK_EVERY,
                _ => LOOK_EVERY,
            };
            state.looked.elapsed() >= every
        };
        let down = self.lock();
        let due = down.iter().filter(|(_, state)| is_due(state));
        due.map(|(name, _)| name.clone()).collect()
    }

    /// Opens the file if a retry is due; 503 otherwise.
    pub fn open<T>(&self, name: &str, path: &Path, open: impl FnOnce() -> Result<T>) -> Result<T> {
        let state = self.lock().get(name).copied();
        if let Some(state) = state {
            if state.is_resting() {
                return Err(Code::Maintenance.into());
            }
            if state.why == Why::Damaged {
                self.damaged(name);
                if !offline_file::inspect(path).is_ok_and(|found| found.faults.is_empty()) {
                    return Err(Code::Maintenance.into());
                }
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
                let why = Why::of(&error, path);
                if state.is_none_or(|state| state.why != why) {
                    tracing::error!(tenant = name, %error, "this tenant cannot be opened");
                }
                self.set(name, why);
                if error.is(Code::InsufficientStorage) {
                    return Err(error);
                }
                Err(Error::from(Code::Maintenance))
            }
        }
    }

    /// Forgets those that are no tenants any more.
    pub fn keep_only(&self, is_tenant: impl Fn(&str) -> bool) {
        self.lock().retain(|name, _| is_tenant(name));
    }

    fn set(&self, name: &str, why: Why) {
        let looked = instant();
        self.lock().insert(name.to_owned(), State { why, looked });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, State>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
