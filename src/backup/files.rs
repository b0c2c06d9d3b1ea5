//! Files of a backup: copied, hashed, checked, and put in their place.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::{MANIFEST, Manifest, Step, Told, names_of};
use crate::config::Config;
use crate::db::offline_file;
use crate::db::registry::Registry;
use crate::error::{Error, Result};

/// Copies a database and checks the copy. An error in the copy is an error in the original. One that is newer than this
/// program is copied as it is: it is whole.
pub fn copy_database(from: &Path, to: &Path, name: &str, told: Told) -> Result<()> {
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

/// Reads every database of a backup that was put into a folder, and takes away what that left beside them.
pub fn check(
    into: &Path,
    manifest: &Manifest,
    (shown, broken): (&str, &dyn Fn(String) -> Error),
) -> Result<()> {
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
                "{shown} has not been damaged, but {name} is newer (schema {}) than this program (schema {}); use the voluntr that made it, or a newer one",
                found.schema, found.known_schema
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
    Ok(())
}

/// In the folder of restored tenants until their registry stands beside it: without one, a restore may put others there.
const HALF_RESTORED: &str = ".half-restored";

/// Puts the files of a restored backup, below `from`, into a data folder that holds none. Tenants that are not in it are put
/// away in the registry, so that none of them is served as an empty site. Mail is held: what the backup holds may have gone
/// long ago.
pub fn bring_in(config: &Config, from: &Path, manifest: &Manifest, now: &str) -> Result<()> {
    settle(from, now)?;
    if !manifest.missing.is_empty() {
        let registry = Registry::open(&from.join("registry.db"))?;
        for name in names_of(&manifest.missing) {
            registry.set_archived(&name, Some(now))?;
        }
    }
    let (tenants, place) = (from.join("tenants"), config.data.join("tenants"));
    if place.join(HALF_RESTORED).exists() && !config.registry_path().exists() {
        // Of a restore that was killed before its registry came.
        fs::remove_dir_all(&place)?;
    }
    if tenants.exists() {
        File::create(tenants.join(HALF_RESTORED))?.sync_all()?;
        fs::rename(&tenants, &place).map_err(|error| {
            Error::internal(format!(
                "{} is in the way: {error}; move it away and repeat this",
                place.display()
            ))
        })?;
    }
    // Registry last: it makes the tenants visible.
    if let Err(error) = fs::rename(from.join("registry.db"), config.registry_path()) {
        let _ = fs::rename(&place, &tenants);
        return Err(error.into());
    }
    open(&config.data)?.sync_all()?;
    let _ = fs::remove_file(place.join(HALF_RESTORED));
    Ok(())
}

/// Makes restored files those of a server, and holds the mail of each tenant.
pub fn settle(folder: &Path, now: &str) -> Result<()> {
    for file in files_in(folder)? {
        if file.extension().is_some_and(|end| end == "db") {
            offline_file::use_wal(&file)?;
        }
        if file.file_name().is_some_and(|name| name == "tenant.db") {
            offline_file::hold_mail(&file, now)?;
        }
    }
    Ok(())
}

pub fn size_of(files: &[PathBuf]) -> Result<u64> {
    files
        .iter()
        .try_fold(0, |sum, path| Ok(sum + fs::metadata(path)?.len()))
}

/// All files below a folder, sorted by path.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
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

pub fn name_in(folder: &Path, path: &Path) -> Result<String> {
    let name = path.strip_prefix(folder).map_err(Error::internal)?;
    Ok(name.to_string_lossy().into_owned())
}

pub fn hash(file: &mut impl Read) -> Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0_u8; 64 * 1024];
    loop {
        let count = file.read(&mut buffer)?;
        let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else {
            break;
        };
        hasher.update(read);
    }
    Ok(hex(&hasher.finalize()))
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub fn open(path: &Path) -> Result<File> {
    File::open(path)
        .map_err(|error| Error::internal(format!("{} cannot be read: {error}", path.display())))
}
