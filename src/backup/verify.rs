//! Drill of a backup in a store: every file is put together from its chunks, every database is read.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::files::hex;
use super::make::broken;
use super::scratch::Scratch;
use super::store::{Snapshot, Store, folder_of};
use super::{Step, Told, is_database};
use crate::config::{Config, make_private};
use crate::db::offline_file;
use crate::error::{Error, Result};

pub struct Drill<'d> {
    pub store: &'d Store,
    pub snapshot: &'d Snapshot,
}

impl Drill<'_> {
    /// Writes a file from its chunks, and compares it with its hash.
    pub fn write(&self, file: &str, to: &Path, told: Told) -> Result<()> {
        use std::os::unix::fs::OpenOptionsExt as _;
        if let Some(parent) = to.parent() {
            make_private(parent)?;
        }
        let mut written = fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(to)?;
        self.read(file, told, &mut |bytes| Ok(written.write_all(bytes)?))?;
        Ok(written.sync_all()?)
    }

    /// Reads a file from its chunks, and compares it with its hash.
    fn read(
        &self,
        file: &str,
        told: Told,
        each: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let mut hasher = Sha256::new();
        let ids = self.snapshot.chunks_of(file);
        for (done, id) in ids.iter().enumerate() {
            let bytes = self
                .store
                .get(self.snapshot, id)
                .map_err(|error| self.broken(format!("{error} ({file})")))?;
            hasher.update(&bytes);
            each(&bytes)?;
            told(&Step {
                verb: "Verifying",
                name: file,
                done: done as u64 + 1,
                total: ids.len() as u64,
            });
        }
        if self.snapshot.manifest.files.get(file) == Some(&hex(&hasher.finalize())) {
            Ok(())
        } else {
            Err(self.broken(format!("{file} is not what it was")))
        }
    }

    /// Puts a database together at `to`, reads it and compares its rows. One that is newer than this program is whole.
    pub fn database(&self, file: &str, to: &Path, told: Told) -> Result<()> {
        self.write(file, to, told)?;
        let found = offline_file::inspect(to)?;
        if !found.is_whole() {
            return Err(self.broken(format!("{file} is damaged ({})", found.damage())));
        }
        match self.snapshot.manifest.rows.get(file) {
            Some(rows) if offline_file::count_rows(to)? == *rows => Ok(()),
            _ => Err(self.broken(format!("{file} has not the rows that it had"))),
        }
    }

    /// That the program can serve what it restores.
    pub fn is_known(&self, file: &str, at: &Path) -> Result<()> {
        let found = offline_file::inspect(at)?;
        if found.is_newer() {
            return Err(Error::internal(format!(
                "{} has not been damaged, but {file} is newer (schema {}) than this program (schema {}); use the voluntr that made it, or a newer one",
                self.snapshot.name, found.schema, found.known_schema
            )));
        }
        Ok(())
    }

    fn broken(&self, why: impl std::fmt::Display) -> Error {
        broken(&self.snapshot.name, why)
    }
}

/// Restores a backup on trial, one database at a time, and reads every other file.
pub fn verify(config: &Config, store: &Store, snapshot: &Snapshot, told: Told) -> Result<()> {
    let scratch = Scratch::anywhere(config, &folder_of(config).join(&snapshot.name))?;
    let trial = scratch.0.join("trial.db");
    let drill = Drill { store, snapshot };
    for file in snapshot.manifest.files.keys() {
        if is_database(file) {
            drill.database(file, &trial, told)?;
            if file != "registry.db" {
                drill.is_known(file, &trial)?;
            }
            fs::remove_file(&trial)?;
        } else {
            drill.read(file, told, &mut |_| Ok(()))?;
        }
    }
    Ok(())
}

/// Verifies a backup and notes the outcome in its manifest, where that can be written.
pub fn verify_and_note(
    config: &Config,
    store: &Store,
    snapshot: &mut Snapshot,
    (now, told): (&str, Told),
) -> Result<()> {
    let outcome = verify(config, store, snapshot, told);
    match &outcome {
        Ok(()) => {
            snapshot.verified_at = Some(now.to_owned());
            snapshot.fault = None;
        }
        Err(error) => snapshot.fault = Some(error.to_string()),
    }
    // A copy elsewhere stays as it was sent, and a store that may only be read is as good.
    if store.is_own(config) {
        let _ = store.write(snapshot);
    }
    outcome
}
