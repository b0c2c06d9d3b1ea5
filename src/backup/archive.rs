//! A backup in one gzipped tar file: the registry, every tenant's database and uploads, and a manifest of SHA-256 hashes. It
//! is built in a hidden folder next to its target and renamed after it has been read back, so that an interrupted run
//! leaves no file that looks like a backup.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Component, Path};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::counted::Counted;
use super::files::{bring_in, check, copy_database, files_in, hash, name_in, open, size_of};
use super::last::LastBackup;
use super::scratch::Scratch;
use super::{MANIFEST, Manifest, Missing, Step, Told, Verified};
use crate::config::{Config, make_private};
use crate::db::offline_file;
use crate::db::registry::names_in;
use crate::error::{Error, Result, Storage};

/// Writes a backup of all tenants to `to`. The file appears under that name only after it has been read back. A tenant
/// whose file is damaged or cannot be read is left out and named; the others are copied all the same.
pub fn create(config: &Config, now: &str, to: &Path, told: Told) -> Result<Manifest> {
    let folder = match to.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    make_private(folder)?;
    let scratch = Scratch::beside(to)?;
    let copies = scratch.0.join("files");
    make_private(&copies)?;
    let manifest = collect(config, now, &copies, told)?;
    let packed = scratch.0.join("packed");
    pack(&copies, &packed, told)?;
    read_back(&packed, &manifest, told)?;
    fs::rename(&packed, to)?;
    open(folder)?.sync_all()?;
    LastBackup::made(config, &manifest, to, false);
    Ok(manifest)
}

fn collect(config: &Config, now: &str, scratch: &Path, told: Told) -> Result<Manifest> {
    let mut rows = BTreeMap::new();
    // Registry first, then the tenants it names: a tenant that is created meanwhile belongs to the next backup.
    let registry = scratch.join("registry.db");
    copy_database(&config.registry_path(), &registry, "registry.db", told)?;
    rows.insert(
        "registry.db".to_owned(),
        offline_file::count_rows(&registry)?,
    );
    let (mut tenants, mut missing) = (Vec::new(), Vec::new());
    for name in names_in(&registry)? {
        let into = scratch.join("tenants").join(&name);
        match copy_tenant(&config.tenant_folder(&name), &into, &name, told) {
            Ok(counts) => {
                rows.insert(format!("tenants/{name}/tenant.db"), counts);
                tenants.push(name);
            }
            // Without room there is no backup of the others either.
            Err(error) if matches!(error.storage(), Some(Storage::Full | Storage::Untaken)) => {
                return Err(error);
            }
            Err(error) => {
                fs::remove_dir_all(&into)?;
                missing.push(Missing {
                    tenant: name,
                    why: error.to_string(),
                });
            }
        }
    }
    let mut files = BTreeMap::new();
    for path in files_in(scratch)? {
        files.insert(name_in(scratch, &path)?, hash(&mut open(&path)?)?);
    }
    let manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: now.to_owned(),
        tenants,
        files,
        rows,
        missing,
    };
    fs::write(
        scratch.join(MANIFEST),
        serde_json::to_vec_pretty(&manifest)?,
    )?;
    Ok(manifest)
}

/// Copies what a tenant has; gives the row count of each table.
pub(super) fn copy_tenant(
    from: &Path,
    into: &Path,
    name: &str,
    told: Told,
) -> Result<BTreeMap<String, i64>> {
    make_private(into)?;
    let file = format!("tenants/{name}/tenant.db");
    let copy = into.join("tenant.db");
    copy_database(&from.join("tenant.db"), &copy, &file, told)?;
    let counts = offline_file::count_rows(&copy)?;
    // Uploads after the database: a file that a copied row refers to exists by then.
    let uploads = from.join("uploads");
    if uploads.is_dir() {
        copy_folder(&uploads, &into.join("uploads"))?;
    }
    Ok(counts)
}

/// A new archive that only its owner may read; an error if the file is there already.
pub fn create_private(to: &Path) -> Result<tar::Builder<GzEncoder<fs::File>>> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)
        .map_err(|error| Error::internal(format!("cannot write {}: {error}", to.display())))?;
    let compressed = GzEncoder::new(file, Compression::default());
    Ok(tar::Builder::new(compressed))
}

pub(super) fn pack(folder: &Path, to: &Path, told: Told) -> Result<()> {
    let mut archive = create_private(to)?;
    let files = files_in(folder)?;
    let total = size_of(&files)?;
    let mut done = 0;
    for path in &files {
        let name = name_in(folder, path)?;
        let size = fs::metadata(path)?.len();
        let mut header = tar::Header::new_gnu();
        header.set_metadata(&fs::metadata(path)?);
        let mut counted = Counted::new(open(path)?, |read| {
            told(&Step {
                verb: "Packing",
                name: &name,
                done: done + read,
                total,
            });
        });
        archive.append_data(&mut header, &name, &mut counted)?;
        done += size;
    }
    let file = archive.into_inner()?.finish()?;
    file.sync_all()?;
    Ok(())
}

/// Reads the packed backup in full and compares every file with its hash.
pub(super) fn read_back(packed: &Path, manifest: &Manifest, told: Told) -> Result<()> {
    let total = fs::metadata(packed)?.len();
    let counted = Counted::new(open(packed)?, |done| {
        told(&Step {
            verb: "Verifying",
            name: "",
            done,
            total,
        });
    });
    let mut archive = tar::Archive::new(GzDecoder::new(counted));
    let mut found = BTreeMap::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let name = entry.path()?.to_string_lossy().into_owned();
        if name != MANIFEST {
            found.insert(name, hash(&mut entry)?);
        }
    }
    if found == manifest.files {
        return Ok(());
    }
    Err(Error::internal(
        "what was packed is not what was copied, so there is no backup; look at the disk and repeat this",
    ))
}

/// Unpacks a backup, compares every hash and checks every database. The backup may lie on a medium that is read-only: it
/// is unpacked in the data folder if there is one, else beside the backup, else in the system's folder for such files.
pub fn verify(config: &Config, backup: &Path) -> Result<Verified> {
    // Before a folder is made for it.
    open(backup)?;
    let scratch = Scratch::anywhere(config, backup)?;
    unpack(backup, &scratch.0)
}

/// Restores a backup into the data folder. The caller has checked that it is empty. Only read from; tenants that are not
/// in it are put away in the registry, so that none of them is served as an empty site. Mail is held: what the backup holds may
/// have gone long ago.
pub fn restore(config: &Config, backup: &Path, now: &str) -> Result<Verified> {
    open(backup)?;
    config.prepare_data()?;
    // Next to its target, so that the rename is atomic.
    let scratch = Scratch::beside(&config.registry_path())?;
    let verified = unpack(backup, &scratch.0)?;
    fs::remove_file(scratch.0.join(MANIFEST))?;
    bring_in(config, &scratch.0, &verified.manifest, now)?;
    Ok(verified)
}

pub(super) fn unpack(backup: &Path, into: &Path) -> Result<Verified> {
    let broken = |why: String| {
        Error::internal(format!(
            "{} is no whole backup: {why}; take another one",
            backup.display()
        ))
    };
    let mut archive = tar::Archive::new(GzDecoder::new(open(backup)?));
    for entry in archive.entries()? {
        let mut entry = entry.map_err(|_| broken("it is damaged".to_owned()))?;
        let path = entry
            .path()
            .map_err(|_| broken("it is damaged".to_owned()))?
            .into_owned();
        let is_inside = path
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if !is_inside || !entry.header().entry_type().is_file() {
            return Err(broken(format!("it holds {}", path.display())));
        }
        let target = into.join(&path);
        if let Some(parent) = target.parent() {
            make_private(parent)?;
        }
        entry
            .unpack(&target)
            .and_then(|_| File::open(&target)?.sync_all())
            .map_err(|_| broken("it is damaged".to_owned()))?;
    }
    let manifest =
        fs::read(into.join(MANIFEST)).map_err(|_| broken("it has no manifest".to_owned()))?;
    let manifest: Manifest =
        serde_json::from_slice(&manifest).map_err(|_| broken("it is damaged".to_owned()))?;
    let mut found = BTreeMap::new();
    for path in files_in(into)? {
        let name = name_in(into, &path)?;
        if name != MANIFEST {
            found.insert(name, hash(&mut open(&path)?)?);
        }
    }
    if found != manifest.files {
        return Err(broken("its files are not those of its manifest".to_owned()));
    }
    check(into, &manifest, (&backup.display().to_string(), &broken))?;
    Ok(Verified { manifest })
}

fn copy_folder(from: &Path, into: &Path) -> Result<()> {
    for path in files_in(from)? {
        let target = into.join(path.strip_prefix(from).map_err(Error::internal)?);
        if let Some(parent) = target.parent() {
            make_private(parent)?;
        }
        match fs::copy(&path, &target) {
            // Deleted since the directory was read.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            copied => {
                copied?;
            }
        }
    }
    Ok(())
}
