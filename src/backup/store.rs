//! Store of backups. Files are cut in chunks, each named by the hash of what it holds, compressed and kept once: a backup is a
//! small manifest that says which chunks its files consist of. A manifest is written after the last of its chunks, so that
//! an interrupted run leaves chunks that nothing refers to, and never half a backup.

use std::collections::BTreeMap;
use std::io::{Read, Write as _};
use std::path::PathBuf;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::Manifest;
use super::files::hex;
use super::make::broken;
use super::place::{Folder, Place, at};
use super::sealed::{Identities, from_hex, secret_name};
use crate::config::Config;
use crate::db::offline_file::{self, Lock};
use crate::error::{Error, Result};
use crate::object_storage::Object;

/// Of a database: whole pages, so that a page that changes leaves the other chunks as they are.
const BLOCK: usize = 256 * 1024;
/// Of any other file: nearly all are smaller, and one chunk.
const PIECE: usize = 4 * 1024 * 1024;
/// The folder of the chunks in a store, and that of the manifests.
pub const CHUNKS: &str = "chunks/";
pub const MANIFESTS: &str = "manifests/";
const LOCK: &str = ".lock";

/// A backup in a store.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Snapshot {
    /// Of the manifest's file, without its ending.
    #[serde(skip)]
    pub name: String,
    #[serde(flatten)]
    pub manifest: Manifest,
    /// The chunks of each file, in order.
    pub chunks: BTreeMap<String, Vec<String>>,
    /// Of all files.
    pub bytes: u64,
    /// What the store grew by, compressed.
    pub new_bytes: u64,
    /// When it was last restored on trial, and every file and row was there.
    pub verified_at: Option<String>,
    /// In an encrypted copy: the secret that the names of its chunks are made with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<String>,
    /// What was wrong when it was last looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl Snapshot {
    /// Whether it holds every tenant, and nothing was found wrong with it.
    pub fn is_good(&self) -> bool {
        self.manifest.missing.is_empty() && self.fault.is_none()
    }

    pub fn chunks_of(&self, file: &str) -> &[String] {
        self.chunks.get(file).map_or(&[], Vec::as_slice)
    }
}

/// A chunk that was put into a store.
pub struct Put {
    pub id: String,
    /// Bytes that the store grew by; 0 where it had the chunk.
    pub new_bytes: u64,
}

pub struct Store {
    place: Box<dyn Place>,
    /// For an encrypted copy.
    identities: Option<Identities>,
}

impl Store {
    /// The store of a data folder.
    pub fn of(config: &Config) -> Self {
        Self::in_folder(folder_of(config))
    }

    fn in_folder(folder: PathBuf) -> Self {
        Self {
            place: Box::new(Folder(folder)),
            identities: None,
        }
    }

    /// The store of another data folder, or a copy elsewhere, which may be encrypted.
    pub fn elsewhere(
        config: &Config,
        address: &str,
        identities: Option<Identities>,
    ) -> Result<Self> {
        Ok(Self {
            place: at(address, config)?,
            identities,
        })
    }

    /// Whether it is that of this data folder.
    pub fn is_own(&self, config: &Config) -> bool {
        self.shown() == folder_of(config).display().to_string()
    }

    pub fn shown(&self) -> String {
        self.place.shown()
    }

    pub fn place(&self) -> &dyn Place {
        self.place.as_ref()
    }

    /// Keeps a chunk, unless the store has it. One that it has and that is damaged is written anew, which mends the earlier
    /// backups too.
    pub fn put(&self, bytes: &[u8]) -> Result<Put> {
        let id = id_of(bytes);
        if self.has(&id)? && self.chunk(&id).is_ok() {
            return Ok(Put { id, new_bytes: 0 });
        }
        let packed = compress(bytes)?;
        self.place.put(&name_of(&id), &packed)?;
        Ok(Put {
            id,
            new_bytes: packed.len() as u64,
        })
    }

    fn has(&self, id: &str) -> Result<bool> {
        self.place.has(&name_of(id))
    }

    /// What a chunk of a backup holds; an error if that is not what its name says.
    pub fn get(&self, snapshot: &Snapshot, id: &str) -> Result<Vec<u8>> {
        let Some(secret) = snapshot.names.as_deref().and_then(from_hex) else {
            return self.chunk(id);
        };
        let sealed = self.place.get(&name_of(&secret_name(&secret, id)?))?;
        let sealed = sealed.ok_or_else(|| is_not_there(id))?;
        let packed = self
            .identities()?
            .open(&sealed)
            .map_err(|error| Error::internal(format!("chunk {id}: {error}")))?;
        unpack(&packed, id)
    }

    fn chunk(&self, id: &str) -> Result<Vec<u8>> {
        let packed = self.place.get(&name_of(id))?;
        unpack(&packed.ok_or_else(|| is_not_there(id))?, id)
    }

    /// A chunk as it is kept, if it is whole.
    pub fn packed(&self, id: &str) -> Result<Vec<u8>> {
        let packed = self.place.get(&name_of(id))?;
        let packed = packed.ok_or_else(|| is_not_there(id))?;
        unpack(&packed, id)?;
        Ok(packed)
    }

    fn identities(&self) -> Result<&Identities> {
        self.identities.as_ref().ok_or_else(|| {
            Error::internal(format!(
                "the backups in {} are encrypted; name the file of the key that they were encrypted for with --identity FILE",
                self.shown()
            ))
        })
    }

    pub fn write(&self, snapshot: &Snapshot) -> Result<()> {
        let text = serde_json::to_vec(snapshot)?;
        self.place.put(&file_of(&snapshot.name), &text)
    }

    /// The names of the backups, the oldest first.
    pub fn names(&self) -> Result<Vec<String>> {
        let objects = self.place.list(MANIFESTS)?;
        Ok(names_of(&objects))
    }

    pub fn read(&self, name: &str) -> Result<Snapshot> {
        let text = match self.place.get(&file_of(name))? {
            Some(text) => text,
            None => self.opened(name)?,
        };
        let snapshot: Snapshot =
            serde_json::from_slice(&text).map_err(|_| broken(name, "its manifest is damaged"))?;
        Ok(Snapshot {
            name: name.to_owned(),
            ..snapshot
        })
    }

    /// The manifest of an encrypted backup.
    fn opened(&self, name: &str) -> Result<Vec<u8>> {
        let sealed = self.place.get(&format!("{}.age", file_of(name)))?;
        let sealed = sealed.ok_or_else(|| {
            Error::internal(format!(
                "there is no backup '{name}' in {}; see 'voluntr backup list'",
                self.shown()
            ))
        })?;
        self.identities()?
            .open(&sealed)
            .map_err(|error| Error::internal(format!("{name} cannot be read: {error}")))
    }

    /// A backup by its time, as `list` shows it or as it is in the manifest's name.
    pub fn find(&self, time: &str) -> Result<Snapshot> {
        self.read(&time.trim_end_matches(".json").replace(':', "-"))
    }

    /// The newest backup, or the newest not after a moment.
    pub fn latest(&self, at: Option<Timestamp>) -> Result<Snapshot> {
        let names = self.names()?;
        let found = names
            .iter()
            .rev()
            .find(|name| at.is_none_or(|at| time_in(name).is_some_and(|made| made <= at)));
        match (found, at) {
            (Some(name), _) => self.read(name),
            (None, Some(at)) => Err(Error::internal(format!(
                "there is no backup in {} that was made before {at}; see 'voluntr backup list'",
                self.shown()
            ))),
            (None, None) => Err(Error::internal(format!(
                "there are no backups in {}; make one with 'voluntr backup create', or say where they are with --from",
                self.shown()
            ))),
        }
    }

    /// A name for a backup of this moment.
    pub fn name_for(&self, now: &str) -> Result<String> {
        let name = now.replace(':', "-");
        let taken = self.names()?;
        let mut free = name.clone();
        let mut number = 2;
        while taken.contains(&free) {
            free = format!("{name}-{number}");
            number += 1;
        }
        Ok(free)
    }
}

pub fn folder_of(config: &Config) -> PathBuf {
    config.data.join("backups")
}

/// Held by what adds to the store of a data folder, or takes from it.
pub fn lock(config: &Config) -> Result<Option<Lock>> {
    let folder = folder_of(config);
    crate::config::make_private(&folder)?;
    offline_file::lock(&folder.join(LOCK))
}

pub fn in_use() -> Error {
    Error::internal("another program is making or pruning backups; repeat this when it has ended")
}

/// The moment in the name of a backup.
pub fn time_in(name: &str) -> Option<Timestamp> {
    let (day, time) = name.get(..20)?.split_once('T')?;
    format!("{day}T{}", time.replace('-', ":")).parse().ok()
}

pub fn file_of(name: &str) -> String {
    format!("{MANIFESTS}{name}.json")
}

pub fn name_of(id: &str) -> String {
    let start = id.get(..2).unwrap_or_default();
    format!("{CHUNKS}{start}/{id}")
}

pub fn id_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The names of the backups whose manifests these are, the oldest first.
pub fn names_of(objects: &[Object]) -> Vec<String> {
    let mut names: Vec<String> = objects
        .iter()
        .filter_map(|object| {
            let name = object.name.strip_prefix(MANIFESTS)?;
            name.strip_suffix(".json.age")
                .or_else(|| name.strip_suffix(".json"))
        })
        .filter(|name| time_in(name).is_some())
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    names
}

fn is_not_there(id: &str) -> Error {
    Error::internal(format!("chunk {id} is not there"))
}

fn unpack(packed: &[u8], id: &str) -> Result<Vec<u8>> {
    decompress(packed)
        .filter(|bytes| id_of(bytes) == id)
        .ok_or_else(|| Error::internal(format!("chunk {id} is damaged")))
}

fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(3));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn decompress(packed: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed)
        .take(PIECE as u64 + 1)
        .read_to_end(&mut bytes)
        .ok()?;
    Some(bytes)
}

/// How large the chunks of a file are.
pub fn cut_of(file: &str) -> usize {
    if super::is_database(file) {
        BLOCK
    } else {
        PIECE
    }
}
