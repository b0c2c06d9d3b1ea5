//! Backups: one gzipped tar file with the registry, every tenant's database and uploads, and a manifest of hashes.
//! Made from consistent copies, so that nothing has to stop for it.

#![expect(
    clippy::disallowed_methods,
    reason = "a backup is made of files of its own; databases are copied by db/"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::config::{Config, make_private};
use crate::db::file;
use crate::error::{Error, Result};

const MANIFEST: &str = "manifest.json";

/// What a backup holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    pub version: String,
    pub created_at: String,
    pub tenants: Vec<String>,
    /// Path in the backup and SHA-256.
    pub files: BTreeMap<String, String>,
}

/// A backup that was read from beginning to end and is whole.
#[derive(Debug, Clone)]
pub struct Verified {
    pub manifest: Manifest,
}

/// Writes a backup of these tenants to `to`. The file appears under its name when it is whole.
pub fn create(config: &Config, tenants: &[String], now: &str, to: &Path) -> Result<()> {
    let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent {
        make_private(parent)?;
    }
    let part = to.with_extension("part");
    let scratch = Scratch::beside(&part)?;
    let written = collect(config, tenants, now, &scratch.0).and_then(|()| pack(&scratch.0, &part));
    if let Err(error) = written {
        let _ = fs::remove_file(&part);
        return Err(error);
    }
    fs::rename(&part, to)?;
    Ok(())
}

fn collect(config: &Config, tenants: &[String], now: &str, scratch: &Path) -> Result<()> {
    file::copy(&config.registry_path(), &scratch.join("registry.db"))?;
    for name in tenants {
        let (from, into) = (
            config.tenant_folder(name),
            scratch.join("tenants").join(name),
        );
        make_private(&into)?;
        file::copy(&from.join("tenant.db"), &into.join("tenant.db"))?;
        let uploads = from.join("uploads");
        if uploads.is_dir() {
            copy_folder(&uploads, &into.join("uploads"))?;
        }
    }
    let mut files = BTreeMap::new();
    for path in files_in(scratch)? {
        files.insert(name_in(scratch, &path)?, hash(&path)?);
    }
    let manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: now.to_owned(),
        tenants: tenants.to_vec(),
        files,
    };
    fs::write(
        scratch.join(MANIFEST),
        serde_json::to_vec_pretty(&manifest)?,
    )?;
    Ok(())
}

fn pack(folder: &Path, to: &Path) -> Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)
        .map_err(|error| Error::internal(format!("cannot write {}: {error}", to.display())))?;
    let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::default()));
    for path in files_in(folder)? {
        archive.append_path_with_name(&path, name_in(folder, &path)?)?;
    }
    let file = archive.into_inner()?.finish()?;
    file.sync_all()?;
    Ok(())
}

/// Unpacks beside the backup, compares every hash and looks at every database.
pub fn verify(backup: &Path) -> Result<Verified> {
    let scratch = Scratch::beside(backup)?;
    unpack(backup, &scratch.0)
}

/// Puts a backup into the data folder. The caller has seen that it holds nothing.
pub fn restore(config: &Config, backup: &Path) -> Result<()> {
    config.prepare_data()?;
    // Beside its target, so that moving it is one step of the file system.
    let scratch = Scratch::beside(&config.registry_path())?;
    unpack(backup, &scratch.0)?;
    fs::remove_file(scratch.0.join(MANIFEST))?;
    let tenants = scratch.0.join("tenants");
    if tenants.exists() {
        fs::rename(&tenants, config.data.join("tenants")).map_err(|error| {
            Error::internal(format!(
                "{} is in the way: {error}; move it away and repeat this",
                config.data.join("tenants").display()
            ))
        })?;
    }
    // The registry last: with it the tenants are there.
    fs::rename(scratch.0.join("registry.db"), config.registry_path())?;
    Ok(())
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
            found.insert(name, hash(&path)?);
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
        if !file::inspect(&into.join(name))?.is_sound() {
            return Err(broken(format!(
                "{name} is damaged, or newer than this program"
            )));
        }
    }
    // Looking at a database may leave a log beside it.
    for path in files_in(into)? {
        let name = name_in(into, &path)?;
        if name != MANIFEST && !manifest.files.contains_key(&name) {
            fs::remove_file(path)?;
        }
    }
    Ok(Verified { manifest })
}

/// A folder of our own that goes away whatever happens.
struct Scratch(PathBuf);

impl Scratch {
    fn beside(path: &Path) -> Result<Self> {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let folder = path.with_file_name(format!(".{name}.{}", std::process::id()));
        make_private(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy_folder(from: &Path, into: &Path) -> Result<()> {
    for path in files_in(from)? {
        let target = into.join(path.strip_prefix(from).map_err(Error::internal)?);
        if let Some(parent) = target.parent() {
            make_private(parent)?;
        }
        fs::copy(&path, &target)?;
    }
    Ok(())
}

/// All files below a folder, in order.
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

fn hash(path: &Path) -> Result<String> {
    let mut file = open(path)?;
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
