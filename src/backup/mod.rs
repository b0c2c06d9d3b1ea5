//! Backups: one gzipped tar file with the registry, every tenant's database and uploads, and a manifest of SHA-256
//! hashes. Databases are copied consistently while the server runs. A backup is built in a hidden folder next to its
//! target and renamed after it has been read back, so that an interrupted run leaves no file that looks like a backup.

#![expect(
    clippy::disallowed_methods,
    reason = "a backup is made of files of its own; databases are copied by db/"
)]

mod counted;
pub mod one_tenant;
pub mod scratch;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::config::{Config, make_private};
use crate::db::offline_file;
use crate::db::registry::{Registry, names_in};
use crate::error::{Error, Result, Storage};

use counted::Counted;
use scratch::Scratch;

const MANIFEST: &str = "manifest.json";
/// Beside the registry: when the last backup was made, wherever it went.
const LAST: &str = "last-backup.json";

/// Contents of a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    pub version: String,
    pub created_at: String,
    pub tenants: Vec<String>,
    /// SHA-256 by path in the backup.
    pub files: BTreeMap<String, String>,
    /// Row count of each table of each database.
    #[serde(default)]
    pub rows: BTreeMap<String, BTreeMap<String, i64>>,
    /// Tenants of the registry that are not in this backup, because their file could not be copied whole.
    #[serde(default)]
    pub missing: Vec<Missing>,
}

/// A tenant that is not in a backup, and why.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Missing {
    pub tenant: String,
    pub why: String,
}

/// Progress of a backup: phase, subject, and amounts done and in total, in bytes (for a database: pages).
#[derive(Debug, Clone, Copy)]
pub struct Step<'s> {
    pub verb: &'static str,
    pub name: &'s str,
    pub done: u64,
    pub total: u64,
}

type Told<'t> = &'t mut dyn FnMut(&Step);

/// Backup that was read in full and passed every check.
#[derive(Debug, Clone)]
pub struct Verified {
    pub manifest: Manifest,
}

/// When the last backup was made, and whether all tenants were in it; for `doctor`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LastBackup {
    pub at: String,
    pub file: PathBuf,
    pub missing: Vec<String>,
}

impl LastBackup {
    /// `None` where none was made yet.
    pub fn read(config: &Config) -> Option<Self> {
        serde_json::from_slice(&fs::read(config.data.join(LAST)).ok()?).ok()
    }

    fn write(&self, config: &Config) -> Result<()> {
        Ok(fs::write(
            config.data.join(LAST),
            serde_json::to_vec(self)?,
        )?)
    }
}

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
    let last = LastBackup {
        at: now.to_owned(),
        file: std::path::absolute(to).unwrap_or_else(|_| to.to_owned()),
        missing: names_of(&manifest.missing),
    };
    // The backup is there, whether this can be noted or not.
    if let Err(error) = last.write(config) {
        tracing::warn!(%error, "the time of this backup was not noted for 'doctor'");
    }
    Ok(manifest)
}

fn names_of(missing: &[Missing]) -> Vec<String> {
    missing.iter().map(|one| one.tenant.clone()).collect()
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
fn copy_tenant(from: &Path, into: &Path, name: &str, told: Told) -> Result<BTreeMap<String, i64>> {
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

/// Copies a database and checks the copy. An error in the copy is an error in the original. One that is newer than this
/// program is copied as it is: it is whole.
fn copy_database(from: &Path, to: &Path, name: &str, told: Told) -> Result<()> {
    let verb = "Copying";
    offline_file::copy(from, to, &mut |done, total| {
        told(&Step {
            verb,
            name,
            done,
            total,
        });
    })?;
    told(&Step {
        verb: "Checking",
        name,
        done: 0,
        total: 0,
    });
    let found = offline_file::inspect(to)?;
    if !found.is_whole() {
        return Err(Error::internal(format!(
            "{} is damaged ({}); see 'voluntr doctor'",
            from.display(),
            found.damage()
        )));
    }
    Ok(())
}

fn pack(folder: &Path, to: &Path, told: Told) -> Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)
        .map_err(|error| Error::internal(format!("cannot write {}: {error}", to.display())))?;
    let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::default()));
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
fn read_back(packed: &Path, manifest: &Manifest, told: Told) -> Result<()> {
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

fn size_of(files: &[PathBuf]) -> Result<u64> {
    files
        .iter()
        .try_fold(0, |sum, path| Ok(sum + fs::metadata(path)?.len()))
}

/// Unpacks a backup, compares every hash and checks every database. The backup may lie on a medium that is read-only: it
/// is unpacked in the data folder if there is one, else beside the backup, else in the system's folder for such files.
pub fn verify(config: &Config, backup: &Path) -> Result<Verified> {
    // Before a folder is made for it.
    open(backup)?;
    let scratch = [
        config.registry_path(),
        backup.to_owned(),
        std::env::temp_dir().join("backup"),
    ]
    .iter()
    .filter(|place| {
        place
            .parent()
            .is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir())
    })
    .find_map(|place| Scratch::beside(place).ok())
    .ok_or_else(|| {
        Error::internal(format!(
            "there is no folder to unpack {} in; name one that can be written to with TMPDIR",
            backup.display()
        ))
    })?;
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
    for file in files_in(&scratch.0)? {
        if file.extension().is_some_and(|end| end == "db") {
            offline_file::use_wal(&file)?;
        }
        if file.file_name().is_some_and(|name| name == "tenant.db") {
            offline_file::hold_mail(&file, now)?;
        }
    }
    if !verified.manifest.missing.is_empty() {
        let registry = Registry::open(&scratch.0.join("registry.db"))?;
        for name in names_of(&verified.manifest.missing) {
            registry.set_archived(&name, Some(now))?;
        }
    }
    let tenants = scratch.0.join("tenants");
    if tenants.exists() {
        fs::rename(&tenants, config.data.join("tenants")).map_err(|error| {
            Error::internal(format!(
                "{} is in the way: {error}; move it away and repeat this",
                config.data.join("tenants").display()
            ))
        })?;
    }
    // Registry last: it makes the tenants visible.
    fs::rename(scratch.0.join("registry.db"), config.registry_path())?;
    Ok(verified)
}

fn unpack(backup: &Path, into: &Path) -> Result<Verified> {
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
    for name in manifest
        .files
        .keys()
        .filter(|name| name.ends_with("tenant.db"))
    {
        let found = offline_file::inspect(&into.join(name))?;
        if !found.is_whole() {
            return Err(broken(format!("{name} is damaged ({})", found.damage())));
        }
        if found.is_newer() {
            return Err(Error::internal(format!(
                "{} has not been damaged, but {name} is newer (schema {}) than this program (schema {}); use the voluntr that made it, or a newer one",
                backup.display(),
                found.schema,
                found.known_schema
            )));
        }
    }
    for (name, rows) in &manifest.rows {
        if offline_file::count_rows(&into.join(name))? != *rows {
            return Err(broken(format!("{name} has not the rows that it had")));
        }
    }
    // Checking a database may leave a WAL file next to it.
    for path in files_in(into)? {
        let name = name_in(into, &path)?;
        if name != MANIFEST && !manifest.files.contains_key(&name) {
            fs::remove_file(path)?;
        }
    }
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

/// All files below a folder, sorted by path.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_in(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn name_in(folder: &Path, path: &Path) -> Result<String> {
    let name = path.strip_prefix(folder).map_err(Error::internal)?;
    Ok(name.to_string_lossy().into_owned())
}

fn hash(file: &mut impl Read) -> Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0_u8; 64 * 1024];
    loop {
        let count = file.read(&mut buffer)?;
        let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else {
            break;
        };
        hasher.update(read);
    }
    let hash = hasher.finalize();
    let mut text = String::with_capacity(64);
    for byte in hash {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

fn open(path: &Path) -> Result<File> {
    File::open(path)
        .map_err(|error| Error::internal(format!("{} cannot be read: {error}", path.display())))
}
