//! Note beside the registry: how the last backup went, wherever it went to.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::place::{Folder, Place as _};
use super::{Manifest, names_of};
use crate::config::Config;
use crate::error::Result;

const FILE: &str = "last-backup.json";

/// The last backup, and what came of the last attempts; for `doctor`, and for the mail to who runs the program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastBackup {
    /// When the last one was made that succeeded.
    pub at: Option<String>,
    pub file: PathBuf,
    /// The tenants that are not in it.
    pub missing: Vec<String>,
    /// When it was restored on trial; none for one in a file of its own, which is read back only.
    pub verified_at: Option<String>,
    /// When one was last tried to be made.
    pub tried_at: Option<String>,
    /// Why the last attempt failed.
    pub error: Option<String>,
    pub elsewhere: Option<Elsewhere>,
    /// When the admins were last told that something is wrong.
    pub mailed_at: Option<String>,
}

/// The last copy elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elsewhere {
    pub to: String,
    pub at: String,
    /// Why it failed.
    pub error: Option<String>,
}

impl LastBackup {
    /// Without contents where none was made yet.
    pub fn read(config: &Config) -> Self {
        fs::read(config.data.join(FILE))
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default()
    }

    pub(super) fn made(config: &Config, manifest: &Manifest, file: &Path, is_verified: bool) {
        let at = manifest.created_at.clone();
        Self::change(config, |last| {
            last.file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
            last.missing = names_of(&manifest.missing);
            last.verified_at = is_verified.then(|| at.clone());
            last.tried_at = Some(at.clone());
            last.at = Some(at);
            last.error = None;
        });
    }

    pub fn failed(config: &Config, now: &str, error: &str) {
        Self::change(config, |last| {
            last.tried_at = Some(now.to_owned());
            last.error = Some(error.to_owned());
        });
    }

    pub fn copied(config: &Config, now: &str, to: &str, error: Option<String>) {
        Self::change(config, |last| {
            last.elsewhere = Some(Elsewhere {
                to: to.to_owned(),
                at: now.to_owned(),
                error,
            });
        });
    }

    pub fn mailed(config: &Config, now: &str) {
        Self::change(config, |last| last.mailed_at = Some(now.to_owned()));
    }

    /// What was made is there, whether this can be noted or not.
    fn change(config: &Config, change: impl FnOnce(&mut Self)) {
        let mut last = Self::read(config);
        change(&mut last);
        if let Err(error) = last.write(config) {
            tracing::warn!(%error, "how this backup went was not noted for 'doctor'");
        }
    }

    fn write(&self, config: &Config) -> Result<()> {
        Folder(config.data.clone()).put(FILE, &serde_json::to_vec(self)?)
    }
}
