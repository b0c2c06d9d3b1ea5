//! Makes a backup in the store of a data folder: only what the store does not have is written.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::files::{copy_database, files_in, hex, name_in, open};
use super::last::LastBackup;
use super::scratch::Scratch;
use super::store::{Snapshot, Store, cut_of, file_of, folder_of, in_use, lock};
use super::verify::Drill;
use super::{Manifest, Missing, Step, Told};
use crate::config::Config;
use crate::db::offline_file;
use crate::db::registry::names_in;
use crate::error::{Error, Result, Storage};

/// Makes a backup of all tenants in the store. Each database is put together from the store once more and read, before the
/// backup counts. A tenant whose file is damaged or cannot be read is left out and named; the others are copied all the
/// same.
pub fn create(config: &Config, now: &str, told: Told) -> Result<Snapshot> {
    let _alone = lock(config)?.ok_or_else(in_use)?;
    let store = Store::of(config);
    let scratch = Scratch::beside(&folder_of(config).join("scratch"))?;
    let mut making = Making {
        store: &store,
        scratch: &scratch.0,
        snapshot: Snapshot {
            name: store.name_for(now)?,
            manifest: Manifest {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                created_at: now.to_owned(),
                tenants: Vec::new(),
                files: BTreeMap::new(),
                rows: BTreeMap::new(),
                missing: Vec::new(),
            },
            chunks: BTreeMap::new(),
            bytes: 0,
            new_bytes: 0,
            verified_at: Some(now.to_owned()),
            names: None,
            fault: None,
        },
        told,
    };
    making.everything(config)?;
    let snapshot = making.snapshot;
    store.write(&snapshot)?;
    let file = folder_of(config).join(file_of(&snapshot.name));
    LastBackup::made(config, &snapshot.manifest, &file, true);
    Ok(snapshot)
}

struct Making<'m, 't> {
    store: &'m Store,
    scratch: &'m Path,
    snapshot: Snapshot,
    told: Told<'t>,
}

impl Making<'_, '_> {
    fn everything(&mut self, config: &Config) -> Result<()> {
        // Registry first, then the tenants it names: a tenant that is created meanwhile belongs to the next backup.
        let registry = self.scratch.join("registry.db");
        copy_database(&config.registry_path(), &registry, "registry.db", self.told)?;
        self.keep_database(&registry, "registry.db")?;
        for name in names_in(&registry)? {
            match self.keep_tenant(&config.tenant_folder(&name), &name) {
                Ok(()) => self.snapshot.manifest.tenants.push(name),
                // Without room there is no backup of the others either.
                Err(error) if matches!(error.storage(), Some(Storage::Full | Storage::Untaken)) => {
                    return Err(error);
                }
                Err(error) => {
                    self.forget(&format!("tenants/{name}/"));
                    self.snapshot.manifest.missing.push(Missing {
                        tenant: name,
                        why: error.to_string(),
                    });
                }
            }
        }
        Ok(())
    }

    fn keep_tenant(&mut self, from: &Path, name: &str) -> Result<()> {
        let file = format!("tenants/{name}/tenant.db");
        let copy = self.scratch.join("tenant.db");
        let kept = copy_database(&from.join("tenant.db"), &copy, &file, self.told)
            .and_then(|()| self.keep_database(&copy, &file));
        // Room for the next one.
        let _ = fs::remove_file(&copy);
        kept?;
        // Uploads after the database: a file that a copied row refers to exists by then.
        let uploads = from.join("uploads");
        if !uploads.is_dir() {
            return Ok(());
        }
        for path in files_in(&uploads)? {
            let file = format!("tenants/{name}/uploads/{}", name_in(&uploads, &path)?);
            match fs::File::open(&path) {
                // Deleted since the folder was read.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                opened => self.keep(opened?, &file)?,
            }
        }
        Ok(())
    }

    /// Keeps a copied database, puts it together from the store and compares its rows.
    fn keep_database(&mut self, copy: &Path, file: &str) -> Result<()> {
        let rows = offline_file::count_rows(copy)?;
        self.keep(open(copy)?, file)?;
        self.snapshot.manifest.rows.insert(file.to_owned(), rows);
        let trial = self.scratch.join("trial.db");
        let drill = Drill {
            store: self.store,
            snapshot: &self.snapshot,
        };
        let outcome = drill.database(file, &trial, self.told);
        let _ = fs::remove_file(&trial);
        outcome
    }

    fn keep(&mut self, mut from: fs::File, file: &str) -> Result<()> {
        let mut hasher = Sha256::new();
        let mut ids = Vec::new();
        let (mut bytes, mut new_bytes) = (0, 0);
        let mut piece = Vec::new();
        let total = from.metadata()?.len();
        loop {
            piece.clear();
            let count = from
                .by_ref()
                .take(cut_of(file) as u64)
                .read_to_end(&mut piece)?;
            if count == 0 {
                break;
            }
            hasher.update(&piece);
            let put = self.store.put(&piece)?;
            ids.push(put.id);
            new_bytes += put.new_bytes;
            bytes += count as u64;
            (self.told)(&Step {
                verb: "Storing",
                name: file,
                done: bytes,
                total,
            });
        }
        let snapshot = &mut self.snapshot;
        snapshot.bytes += bytes;
        snapshot.new_bytes += new_bytes;
        snapshot
            .manifest
            .files
            .insert(file.to_owned(), hex(&hasher.finalize()));
        snapshot.chunks.insert(file.to_owned(), ids);
        Ok(())
    }

    /// Takes what a tenant has out of the manifest.
    fn forget(&mut self, folder: &str) {
        let snapshot = &mut self.snapshot;
        snapshot
            .manifest
            .files
            .retain(|name, _| !name.starts_with(folder));
        snapshot
            .manifest
            .rows
            .retain(|name, _| !name.starts_with(folder));
        snapshot.chunks.retain(|name, _| !name.starts_with(folder));
    }
}

/// An error that names the backup and says what to do.
pub fn broken(name: &str, why: impl std::fmt::Display) -> Error {
    Error::internal(format!(
        "{name} is no whole backup: {why}; take another one"
    ))
}
