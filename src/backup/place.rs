//! Where a store keeps its objects: a folder of this machine or something elsewhere.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::UNIX_EPOCH;

use super::sftp::Sftp;
use crate::config::{Config, make_private};
use crate::error::{Error, Result};
use crate::object_storage::s3::{Patience, S3};
use crate::object_storage::{Object, Objects};

/// Objects by name, with `/` between folder and name. One that is put is there whole or not at all.
pub trait Place {
    /// `None` where there is no such object.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>>;
    fn put(&self, name: &str, bytes: &[u8]) -> Result<()>;
    fn has(&self, name: &str) -> Result<bool>;
    /// Every object below a folder, by name; an empty name stands for all.
    fn list(&self, folder: &str) -> Result<Vec<Object>>;
    fn remove(&self, name: &str) -> Result<()>;
    /// For messages.
    fn shown(&self) -> String;
}

/// The place of an address: a folder, `s3://…` or `sftp://…`. A folder has to be there: one that is not mounted is not made.
pub fn at(address: &str, config: &Config) -> Result<Box<dyn Place>> {
    if address.starts_with("s3://") {
        return Ok(Box::new(S3::open(address, Patience::LONG)?));
    }
    if address.starts_with("sftp://") {
        let scratch = [config.data.clone(), std::env::temp_dir()]
            .into_iter()
            .find(|folder| folder.is_dir());
        return Ok(Box::new(Sftp::open(address, scratch.unwrap_or_default())?));
    }
    let folder = PathBuf::from(address);
    if folder.is_dir() {
        return Ok(Box::new(Folder(folder)));
    }
    Err(Error::internal(format!(
        "the folder {address} is not there; make it, or see whether its disk is mounted"
    )))
}

/// Files that are being written begin so.
pub const UNFINISHED: &str = ".unfinished-";

/// A folder of this machine.
pub struct Folder(pub PathBuf);

impl Folder {
    fn cannot(&self, what: &str, name: &str, error: &std::io::Error) -> Error {
        Error::internal(format!(
            "{} cannot be {what}: {error}",
            self.0.join(name).display()
        ))
    }

    fn collect(&self, folder: &Path, found: &mut Vec<Object>) -> Result<()> {
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let path = entry?.path();
            // Gone since the folder was read.
            let Ok(metadata) = fs::symlink_metadata(&path) else {
                continue;
            };
            if metadata.is_dir() {
                let is_hidden = path
                    .file_name()
                    .is_some_and(|name| name.to_string_lossy().starts_with('.'));
                if !is_hidden {
                    self.collect(&path, found)?;
                }
                continue;
            }
            let name = path.strip_prefix(&self.0).map_err(Error::internal)?;
            let since = metadata
                .modified()
                .ok()
                .and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            found.push(Object {
                name: name.to_string_lossy().into_owned(),
                bytes: metadata.len(),
                modified: since.map_or(0, |since| since.as_secs().cast_signed()),
            });
        }
        Ok(())
    }
}

impl Place for Folder {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>> {
        match fs::read(self.0.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.cannot("read", name, &error)),
        }
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        use std::os::unix::fs::OpenOptionsExt as _;
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let target = self.0.join(name);
        let folder = target.parent().unwrap_or(&self.0);
        make_private(folder)?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let unfinished = folder.join(format!("{UNFINISHED}{}-{number}", std::process::id()));
        let written = fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&unfinished)
            .and_then(|mut file| {
                file.write_all(bytes)?;
                file.sync_all()?;
                fs::rename(&unfinished, &target)?;
                fs::File::open(folder)?.sync_all()
            });
        written.map_err(|error| {
            let _ = fs::remove_file(&unfinished);
            Error::from(error)
        })
    }

    fn has(&self, name: &str) -> Result<bool> {
        Ok(self.0.join(name).try_exists()?)
    }

    fn list(&self, folder: &str) -> Result<Vec<Object>> {
        let mut found = Vec::new();
        self.collect(&self.0.join(folder), &mut found)?;
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    fn remove(&self, name: &str) -> Result<()> {
        match fs::remove_file(self.0.join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(self.cannot("removed", name, &error))
            }
            _ => Ok(()),
        }
    }

    fn shown(&self) -> String {
        self.0.display().to_string()
    }
}

impl Place for S3 {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let found = Objects::get(self, name)?;
        Ok(found.map(|stored| stored.bytes))
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        Objects::put(self, name, bytes)
    }

    fn has(&self, name: &str) -> Result<bool> {
        Objects::has(self, name)
    }

    fn list(&self, folder: &str) -> Result<Vec<Object>> {
        Objects::list(self, folder)
    }

    fn remove(&self, name: &str) -> Result<()> {
        Objects::remove(self, name)
    }

    fn shown(&self) -> String {
        Objects::shown(self)
    }
}
