//! A tenant that arrives from the node that serves it: the routes of the node that it moves to, and the folder that they
//! fill. What arrives is served by nobody before the directory says so (`reconcile`).

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Path as InPath, Query, State};
use axum::http::StatusCode;
use axum::routing::{post, put};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use xxhash_rust::xxh3::xxh3_128;

use super::folders;
use crate::app::App;
use crate::app::auth::token;
use crate::config::{UPLOADS, make_private};
use crate::db::image::BLOCK;
use crate::db::{HEAD_ROOM, free_bytes, offline_file};
use crate::error::{Error, Result};
use crate::nodes::directory;
use crate::object_storage::s3::Patience;
use crate::provisioning::validate_name;

/// What one request brings at most.
pub const LARGEST: usize = 8 * 1024 * 1024;
/// Before each block: its number and its length.
pub const BLOCK_HEADER: usize = 12;

/// What is asked before a tenant arrives.
#[derive(Debug, Serialize, Deserialize)]
pub struct Begin {
    pub tenant: String,
    /// That it has once it is served here.
    pub generation: u64,
    /// The node that serves it.
    pub from: String,
    /// Size of its files, for the disk.
    pub bytes: u64,
    pub schema: i64,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Begun {
    /// Names what arrives in further requests.
    pub id: String,
    /// That of the lease of this node.
    pub epoch: u64,
}

/// Part of an upload.
#[derive(Debug, Serialize, Deserialize)]
pub struct Part {
    pub name: String,
    pub offset: u64,
    pub is_last: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Finish {
    /// That of the database, by `Root`.
    pub root: String,
    /// The sizes of all uploads.
    pub uploads: BTreeMap<String, u64>,
}

/// Hash of a block.
pub type BlockHash = u128;

pub fn hash_of(block: &[u8]) -> BlockHash {
    xxh3_128(block)
}

/// One hash of all blocks of a file.
pub fn root_of(length: u64, hashes: &[BlockHash]) -> String {
    let mut root = Sha256::new();
    root.update(length.to_le_bytes());
    for hash in hashes {
        root.update(hash.to_le_bytes());
    }
    let root: [u8; 32] = root.finalize().into();
    root.map(|byte| format!("{byte:02x}")).concat()
}

/// The folder of a tenant that arrives.
pub struct Arrival {
    tenant: String,
    generation: u64,
    folder: PathBuf,
    file: File,
    /// Of the blocks as they stand in the file; none of those that were written since they were read.
    hashes: Vec<Option<BlockHash>>,
    is_complete: bool,
}

fn broken(why: impl std::fmt::Display) -> Error {
    Error::internal(format!("what arrives is not what was sent: {why}"))
}

impl Arrival {
    /// Makes the folder anew.
    pub fn begin(folder: PathBuf, (tenant, generation): (&str, u64), id: &str) -> Result<Self> {
        folders::discard(&folder)?;
        if let Some(parent) = folder.parent() {
            make_private(parent)?;
        }
        make_private(&folder)?;
        folders::comes_by_move(&folder, id)?;
        let file = OpenOptions::new()
            .create_new(true)
            .read(true)
            .write(true)
            .mode(0o600)
            .open(folder.join("tenant.db"))?;
        Ok(Self {
            tenant: tenant.to_owned(),
            generation,
            folder,
            file,
            hashes: Vec::new(),
            is_complete: false,
        })
    }

    fn is_open(&self) -> Result<()> {
        if self.is_complete {
            return Err(Error::internal("all of it has arrived already"));
        }
        Ok(())
    }

    /// Writes blocks of the database, each behind its header. The file gets this length.
    pub fn write_blocks(&mut self, length: u64, mut blocks: &[u8]) -> Result<()> {
        self.is_open()?;
        while let Some((header, rest)) = blocks.split_first_chunk::<BLOCK_HEADER>() {
            let [n0, n1, n2, n3, n4, n5, n6, n7, l0, l1, l2, l3] = *header;
            let number = u64::from_le_bytes([n0, n1, n2, n3, n4, n5, n6, n7]);
            let bytes = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
            let (block, rest) = rest
                .split_at_checked(bytes)
                .ok_or_else(|| broken("a block is cut off"))?;
            let from = number.saturating_mul(BLOCK as u64);
            if bytes > BLOCK || from.saturating_add(bytes as u64) > length {
                return Err(broken("a block is outside the file"));
            }
            self.file.write_all_at(block, from)?;
            let hash = usize::try_from(number)
                .ok()
                .and_then(|at| self.hashes.get_mut(at));
            if let Some(hash) = hash {
                *hash = None;
            }
            blocks = rest;
        }
        if !blocks.is_empty() {
            return Err(broken("a block is cut off"));
        }
        if self.file.metadata()?.len() == length {
            return Ok(());
        }
        self.file.set_len(length)?;
        // The last block has another length by now, before or after.
        let whole = usize::try_from(length / BLOCK as u64).map_err(Error::internal)?;
        self.hashes.truncate(whole);
        if let Some(last) = self.hashes.last_mut() {
            *last = None;
        }
        Ok(())
    }

    /// What was written is on the disk and read again: less is left for the end.
    pub fn sync(&mut self) -> Result<()> {
        self.file.sync_data()?;
        self.root()?;
        Ok(())
    }

    fn upload(&self, name: &str) -> Result<PathBuf> {
        let path = Path::new(name);
        let is_below = !name.is_empty()
            && path
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
        if !is_below {
            return Err(broken(format!("'{name}' names no upload")));
        }
        Ok(self.folder.join(UPLOADS).join(path))
    }

    pub fn write_upload(&mut self, part: &Part, bytes: &[u8]) -> Result<()> {
        self.is_open()?;
        let path = self.upload(&part.name)?;
        if let Some(parent) = path.parent() {
            make_private(&self.folder.join(UPLOADS))?;
            fs::create_dir_all(parent)?;
        }
        // Nothing here makes a symlink, so none is followed.
        let file = OpenOptions::new()
            .create(true)
            .truncate(part.offset == 0)
            .write(true)
            .mode(0o600)
            .open(path)?;
        file.write_all_at(bytes, part.offset)?;
        if part.is_last {
            file.sync_all()?;
        }
        Ok(())
    }

    pub fn remove_upload(&mut self, name: &str) -> Result<()> {
        self.is_open()?;
        offline_file::remove_upload(&self.upload(name)?)
    }

    /// Checks all of it as it stands on the disk. From then on it may be served, once the directory says so.
    pub fn finish(&mut self, finish: &Finish) -> Result<()> {
        self.is_open()?;
        if uploads_in(&self.folder.join(UPLOADS))? != finish.uploads {
            return Err(broken("the uploads differ"));
        }
        self.file.sync_all()?;
        if self.root()? != finish.root {
            return Err(broken("the database differs"));
        }
        sync_folders(&self.folder)?;
        folders::complete(&self.folder, self.generation)?;
        self.is_complete = true;
        Ok(())
    }

    /// Reads the blocks that were written since they were read.
    fn root(&mut self) -> Result<String> {
        let length = self.file.metadata()?.len();
        let blocks = usize::try_from(length.div_ceil(BLOCK as u64)).map_err(Error::internal)?;
        self.hashes.resize(blocks, None);
        let mut block = Vec::new();
        let mut all = Vec::with_capacity(blocks);
        for (from, known) in (0..length).step_by(BLOCK).zip(&mut self.hashes) {
            let hash = if let Some(hash) = *known {
                hash
            } else {
                let bytes = (length - from).min(BLOCK as u64);
                block.resize(usize::try_from(bytes).unwrap_or(BLOCK), 0);
                self.file.read_exact_at(&mut block, from)?;
                hash_of(&block)
            };
            *known = Some(hash);
            all.push(hash);
        }
        Ok(root_of(length, &all))
    }

    /// Nothing of it is kept.
    pub fn cancel(&mut self) -> Result<()> {
        self.is_complete = true;
        folders::discard(&self.folder)
    }
}

fn sync_folders(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    Ok(File::open(folder)?.sync_all()?)
}

/// The uploads of a tenant with their sizes. What is being received is none yet.
pub fn uploads_in(folder: &Path) -> Result<BTreeMap<String, u64>> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(below) = folders.pop() {
        let entries = match fs::read_dir(&below) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            let kind = entry.file_type()?;
            if kind.is_dir() && !is_hidden {
                folders.push(path);
            } else if kind.is_file() && !is_hidden {
                let Some(name) = path.strip_prefix(folder).ok().and_then(Path::to_str) else {
                    continue;
                };
                match entry.metadata() {
                    Ok(metadata) => _ = found.insert(name.to_owned(), metadata.len()),
                    // Removed at this moment.
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }
    Ok(found)
}

/// What arrives at this node, by its id.
#[derive(Default)]
struct Arrivals(Mutex<HashMap<String, Arc<Mutex<Arrival>>>>);

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Arrivals {
    fn find(&self, id: &str) -> Result<Arc<Mutex<Arrival>>> {
        let found = lock(&self.0).get(id).map(Arc::clone);
        found.ok_or_else(|| {
            Error::internal("this node was started anew, or another move of the tenant began")
        })
    }

    fn begin(&self, app: &App, begin: &Begin) -> Result<Begun> {
        let epoch = may_arrive(app, begin)?;
        let folder = folders::incoming(app.config(), &begin.tenant, begin.generation);
        let id = token::random()?;
        let mut arrivals = lock(&self.0);
        arrivals.retain(|_, earlier| {
            let mut earlier = lock(earlier);
            let is_other = earlier.tenant != begin.tenant;
            if !is_other && !earlier.is_complete {
                let _ = earlier.cancel();
            }
            is_other
        });
        let arrival = Arrival::begin(folder, (&begin.tenant, begin.generation), &id)?;
        arrivals.insert(id.clone(), Arc::new(Mutex::new(arrival)));
        Ok(Begun { id, epoch })
    }
}

/// Whether a tenant may arrive here; gives the epoch of this node.
fn may_arrive(app: &App, begin: &Begin) -> Result<u64> {
    validate_name(&begin.tenant)?;
    let nodes = app
        .nodes()
        .ok_or_else(|| Error::internal("this is no node"))?;
    if !nodes.is_valid() {
        return Err(Error::internal(format!(
            "node {} holds no lease now",
            nodes.name
        )));
    }
    let place = nodes.settings.directory.clone().unwrap_or_default();
    let objects = directory::open(&place, Patience::LONG)?;
    let found = directory::read(objects.as_ref())?.directory;
    let is_theirs = found.tenants.get(&begin.tenant).is_some_and(|record| {
        record.node == begin.from
            && record.node != nodes.name
            && record.generation + 1 == begin.generation
    });
    if !is_theirs {
        return Err(Error::internal(format!(
            "the directory does not say that node {} serves generation {} of '{}'",
            begin.from,
            begin.generation.saturating_sub(1),
            begin.tenant
        )));
    }
    let known = offline_file::known_schema();
    if begin.schema > known {
        return Err(Error::internal(format!(
            "its database has schema {}, and the voluntr of node {} knows {known}; install the newer one there first",
            begin.schema, nodes.name
        )));
    }
    let (free, needed) = (
        free_bytes(&app.config().data)?,
        begin.bytes.saturating_add(HEAD_ROOM),
    );
    if free < needed {
        return Err(Error::internal(format!(
            "the disk of node {} has {} MB free, and it needs {}",
            nodes.name,
            free / 1_000_000,
            needed.div_ceil(1_000_000)
        )));
    }
    Ok(nodes.epoch())
}

type Shared = Extension<Arc<Arrivals>>;

/// What the node asks that a tenant comes from.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/internal/arrivals", post(begin))
        .route("/internal/arrivals/{id}", axum::routing::delete(cancel))
        .route("/internal/arrivals/{id}/blocks", put(write_blocks))
        .route("/internal/arrivals/{id}/sync", post(sync))
        .route(
            "/internal/arrivals/{id}/uploads",
            put(write_upload).delete(remove_upload),
        )
        .route("/internal/arrivals/{id}/finish", post(finish))
        .layer(DefaultBodyLimit::max(LARGEST + BLOCK))
        .layer(Extension(Arc::new(Arrivals::default())))
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Error::internal)?
}

async fn with(
    arrivals: Arc<Arrivals>,
    id: String,
    work: impl FnOnce(&mut Arrival) -> Result<()> + Send + 'static,
) -> Result<StatusCode> {
    let done = blocking(move || work(&mut lock(&*arrivals.find(&id)?)));
    done.await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn begin(
    State(app): State<Arc<App>>,
    Extension(arrivals): Shared,
    Json(asked): Json<Begin>,
) -> Result<Json<Begun>> {
    blocking(move || arrivals.begin(&app, &asked))
        .await
        .map(Json)
}

#[derive(Deserialize)]
struct Blocks {
    length: u64,
}

async fn write_blocks(
    Extension(arrivals): Shared,
    InPath(id): InPath<String>,
    Query(Blocks { length }): Query<Blocks>,
    blocks: Bytes,
) -> Result<StatusCode> {
    let work = move |arrival: &mut Arrival| arrival.write_blocks(length, &blocks);
    with(arrivals, id, work).await
}

async fn sync(Extension(arrivals): Shared, InPath(id): InPath<String>) -> Result<StatusCode> {
    with(arrivals, id, Arrival::sync).await
}

async fn write_upload(
    Extension(arrivals): Shared,
    InPath(id): InPath<String>,
    Query(part): Query<Part>,
    bytes: Bytes,
) -> Result<StatusCode> {
    let work = move |arrival: &mut Arrival| arrival.write_upload(&part, &bytes);
    with(arrivals, id, work).await
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

async fn remove_upload(
    Extension(arrivals): Shared,
    InPath(id): InPath<String>,
    Query(Named { name }): Query<Named>,
) -> Result<StatusCode> {
    with(arrivals, id, move |arrival| arrival.remove_upload(&name)).await
}

async fn finish(
    Extension(arrivals): Shared,
    InPath(id): InPath<String>,
    Json(finish): Json<Finish>,
) -> Result<StatusCode> {
    with(arrivals, id, move |arrival| arrival.finish(&finish)).await
}

async fn cancel(Extension(arrivals): Shared, InPath(id): InPath<String>) -> Result<StatusCode> {
    let found = lock(&arrivals.0).remove(&id);
    if let Some(arrival) = found {
        blocking(move || lock(&*arrival).cancel()).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrival() -> (tempfile::TempDir, Arrival) {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("incoming").join("almelo-2");
        let arrival = Arrival::begin(place, ("almelo", 2), "id").unwrap();
        (folder, arrival)
    }

    fn framed(number: u64, block: &[u8]) -> Vec<u8> {
        let mut bytes = number.to_le_bytes().to_vec();
        bytes.extend(u32::try_from(block.len()).unwrap().to_le_bytes());
        bytes.extend(block);
        bytes
    }

    fn part(name: &str, offset: u64) -> Part {
        Part {
            name: name.to_owned(),
            offset,
            is_last: true,
        }
    }

    #[test]
    fn it_is_complete_when_all_of_it_is_there_as_it_was_sent() {
        let (_folder, mut arrival) = arrival();
        let (first, second) = (vec![1_u8; BLOCK], vec![2_u8; 4_096]);
        let length = (BLOCK + 4_096) as u64;
        let both = [framed(0, &first), framed(1, &[9; 4_096])].concat();
        arrival.write_blocks(length, &both).unwrap();
        arrival
            .write_upload(&part("a.webp", 0), b"picture")
            .unwrap();
        arrival.write_upload(&part("b.webp", 0), b"other").unwrap();
        arrival.remove_upload("b.webp").unwrap();
        let right = |size| Finish {
            root: root_of(length, &[hash_of(&first), hash_of(&second)]),
            uploads: [("a.webp".to_owned(), size)].into(),
        };
        let error = arrival.finish(&right(8)).unwrap_err().to_string();
        assert!(error.contains("uploads differ"), "{error}");
        let error = arrival.finish(&right(7)).unwrap_err().to_string();
        assert!(error.contains("database differs"), "{error}");
        assert!(!folders::is_complete(&arrival.folder));
        arrival.write_blocks(length, &framed(1, &second)).unwrap();
        arrival.finish(&right(7)).unwrap();
        assert!(folders::is_complete(&arrival.folder));
        // What comes late changes nothing.
        assert!(arrival.write_blocks(length, &framed(1, &first)).is_err());
        assert!(arrival.write_upload(&part("a.webp", 0), b"").is_err());
        assert!(arrival.finish(&right(7)).is_err());
    }

    #[test]
    fn whatever_is_written_after_it_was_read_is_read_again() {
        let (_folder, mut arrival) = arrival();
        let mut seed = 7_u64;
        let mut blocks: Vec<Vec<u8>> = Vec::new();
        for round in 0..200_u64 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(round);
            let count = 1 + usize::try_from(seed >> 61).unwrap();
            blocks.truncate(count);
            // Only the last block of the file may be shorter.
            let length = |number| {
                if number + 1 < count || seed & 64 == 0 {
                    BLOCK
                } else {
                    4_096 * (1 + usize::try_from(seed >> 40 & 7).unwrap())
                }
            };
            let mut sent = Vec::new();
            for number in 0..count {
                let as_it_was = blocks.get(number).map(Vec::len) == Some(length(number));
                if as_it_was && (seed >> number) & 1 == 0 {
                    continue;
                }
                let byte = u8::try_from((seed >> 8 & 0x7f) + number as u64).unwrap();
                let block = vec![byte; length(number)];
                sent.extend(framed(number as u64, &block));
                blocks.resize(blocks.len().max(number + 1), Vec::new());
                blocks[number] = block;
            }
            let bytes: usize = blocks.iter().map(Vec::len).sum();
            arrival.write_blocks(bytes as u64, &sent).unwrap();
            if seed & 128 == 0 {
                arrival.sync().unwrap();
            }
            let hashes: Vec<_> = blocks.iter().map(|block| hash_of(block)).collect();
            let right = root_of(bytes as u64, &hashes);
            assert_eq!(arrival.root().unwrap(), right, "round {round}");
        }
    }

    #[test]
    fn a_file_that_becomes_shorter_is_shorter_here_too() {
        let (_folder, mut arrival) = arrival();
        let block = vec![1_u8; BLOCK];
        let two = [framed(0, &block), framed(1, &block)].concat();
        arrival.write_blocks(2 * BLOCK as u64, &two).unwrap();
        arrival.write_blocks(BLOCK as u64, &[]).unwrap();
        assert_eq!(
            arrival.root().unwrap(),
            root_of(BLOCK as u64, &[hash_of(&block)])
        );
    }

    #[test]
    fn nothing_is_written_outside_the_folder() {
        let (folder, mut arrival) = arrival();
        for name in ["", "..", "../x", "/etc/x", "a/../../x", "./x", "a/.."] {
            let refused = arrival.write_upload(&part(name, 0), b"x");
            assert!(refused.is_err(), "{name}");
            assert!(arrival.remove_upload(name).is_err(), "{name}");
        }
        for (length, bytes) in [
            (10, framed(0, &[1; 11])),
            (10, framed(1, &[1; 1])),
            (10, framed(u64::MAX, &[1; 1])),
            (1_000_000, framed(0, &vec![1; BLOCK + 1])),
            (10, vec![0; 5]),
            (10, framed(0, &[1; 5])[..14].to_vec()),
        ] {
            assert!(arrival.write_blocks(length, &bytes).is_err());
        }
        arrival.cancel().unwrap();
        let left = uploads_in(folder.path()).unwrap();
        assert!(left.is_empty(), "{left:?}");
    }
}
