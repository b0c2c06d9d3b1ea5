//! Objects of a bucket of S3 or of a folder, among them those that several machines write on a condition.

#![expect(
    clippy::disallowed_methods,
    reason = "what is stored in a folder are files of its own"
)]

pub mod s3;

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

use crate::base::digest::digest_of;
use crate::config::make_private;
use crate::error::{Error, Result};

/// An object of a list.
#[derive(Debug, Clone)]
pub struct Object {
    pub name: String,
    pub bytes: u64,
    /// In seconds since 1970; 0 where the place does not tell.
    pub modified: i64,
}

/// An object as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Another one for each other content.
    pub etag: String,
    pub bytes: Vec<u8>,
}

/// When an object is written or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition<'e> {
    /// There is none by that name.
    Absent,
    /// It still has this `ETag`.
    Unchanged(&'e str),
    /// It has another `ETag`.
    Changed(&'e str),
}

/// Objects by name, with `/` between folder and name. One that is put is there whole or not at all.
pub trait Objects {
    /// `None` where there is no such object.
    fn get(&self, name: &str) -> Result<Option<Stored>>;
    /// `None` where it has this `ETag` still.
    fn get_changed(&self, name: &str, etag: &str) -> Result<Option<Option<Stored>>>;
    fn put(&self, name: &str, bytes: &[u8]) -> Result<()>;
    /// The new `ETag`; `None` where the condition did not hold. After an error it is not known whether it was written.
    fn put_if(&self, name: &str, bytes: &[u8], condition: Condition) -> Result<Option<String>>;
    fn has(&self, name: &str) -> Result<bool>;
    /// Every object whose name begins so.
    fn list(&self, prefix: &str) -> Result<Vec<Object>>;
    fn remove(&self, name: &str) -> Result<()>;
    /// For messages.
    fn shown(&self) -> String;
}

/// A folder that several processes of one machine reach, for trying several nodes out without a bucket.
pub struct Folder(pub PathBuf);

impl Folder {
    fn cannot(&self, name: &str, error: &std::io::Error) -> Error {
        Error::internal(format!("{}: {error}", self.0.join(name).display()))
    }

    fn stored(bytes: Vec<u8>) -> Stored {
        Stored {
            etag: digest_of(&[&bytes])
                .map(|byte| format!("{byte:02x}"))
                .concat(),
            bytes,
        }
    }

    /// One writer at a time, over all processes.
    fn alone(&self) -> Result<File> {
        make_private(&self.0)?;
        let lock = File::create(self.0.join(".lock"))?;
        lock.lock()?;
        Ok(lock)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let target = self.0.join(name);
        let folder = target.parent().unwrap_or(&self.0);
        make_private(folder)?;
        let unfinished = folder.join(format!(".unfinished-{}", std::process::id()));
        let written = File::create(&unfinished).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&unfinished, &target)?;
            File::open(folder)?.sync_all()
        });
        written.map_err(|error| self.cannot(name, &error))
    }
}

impl Objects for Folder {
    fn get(&self, name: &str) -> Result<Option<Stored>> {
        match fs::read(self.0.join(name)) {
            Ok(bytes) => Ok(Some(Self::stored(bytes))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.cannot(name, &error)),
        }
    }

    fn get_changed(&self, name: &str, etag: &str) -> Result<Option<Option<Stored>>> {
        let found = self.get(name)?;
        Ok(match &found {
            Some(stored) if stored.etag == etag => None,
            _ => Some(found),
        })
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let _alone = self.alone()?;
        self.write(name, bytes)
    }

    fn put_if(&self, name: &str, bytes: &[u8], condition: Condition) -> Result<Option<String>> {
        let _alone = self.alone()?;
        let found = self.get(name)?;
        let holds = match (condition, &found) {
            (Condition::Absent, found) => found.is_none(),
            (Condition::Unchanged(etag), Some(stored)) => stored.etag == etag,
            (Condition::Changed(etag), Some(stored)) => stored.etag != etag,
            (Condition::Unchanged(_) | Condition::Changed(_), None) => false,
        };
        if !holds {
            return Ok(None);
        }
        self.write(name, bytes)?;
        Ok(Some(Self::stored(bytes.to_vec()).etag))
    }

    fn has(&self, name: &str) -> Result<bool> {
        Ok(self.0.join(name).try_exists()?)
    }

    fn list(&self, prefix: &str) -> Result<Vec<Object>> {
        let start = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
        let (mut found, mut folders) = (Vec::new(), vec![self.0.join(start)]);
        while let Some(folder) = folders.pop() {
            let entries = match fs::read_dir(&folder) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                entries => entries?,
            };
            for entry in entries {
                let path = entry?.path();
                let Ok(metadata) = fs::symlink_metadata(&path) else {
                    continue;
                };
                if metadata.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(&self.0).map_err(Error::internal)?;
                let name = name.to_string_lossy().into_owned();
                let is_hidden = path
                    .file_name()
                    .is_some_and(|name| name.to_string_lossy().starts_with('.'));
                if !is_hidden && name.starts_with(prefix) {
                    found.push(Object {
                        name,
                        bytes: metadata.len(),
                        modified: metadata.mtime(),
                    });
                }
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    fn remove(&self, name: &str) -> Result<()> {
        match fs::remove_file(self.0.join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(self.cannot(name, &error))
            }
            _ => Ok(()),
        }
    }

    fn shown(&self) -> String {
        self.0.display().to_string()
    }
}
