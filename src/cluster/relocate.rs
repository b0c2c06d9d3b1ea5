//! Moves a tenant to another node while it is served here (docs/scale.md): its files are copied while requests go on, then
//! requests wait for a moment in which the last changes follow and the directory is changed. From that on the other node
//! serves it. A move that ends before, in whatever way, changes nothing here.

use std::collections::{BTreeMap, HashSet};
use std::convert::Infallible;
use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{Method, Request, header};
use axum::response::Response;
use axum::routing::post;
use axum::{Json, Router};
use http_body_util::{BodyExt as _, Limited};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use url::form_urlencoded;

use super::folders;
use super::transfer::{
    BLOCK_HEADER, Begin, Begun, BlockHash, Finish, LARGEST, Part, hash_of, root_of, uploads_in,
};
use crate::app::App;
use crate::app::live::Close;
use crate::app::tenancy::tenant::Tenant;
use crate::base::clock::uptime;
use crate::config::UPLOADS;
use crate::db::image::{BLOCK, Image};
use crate::db::{Db, offline_file};
use crate::error::{Error, Result};
use crate::nodes::Nodes;
use crate::nodes::directory::{self, Directory, NodeRecord, Replica, TenantRecord};
use crate::nodes::gates::Held;
use crate::object_storage::Objects;
use crate::object_storage::s3::Patience;

/// Rounds that follow what is written meanwhile, and how few blocks make another one needless.
const ROUNDS: u32 = 3;
const FEW: u64 = 64;
/// How long requests in progress may take before the move lets others in again, and how often it tries.
const DRAIN: Duration = Duration::from_secs(5);
const ATTEMPTS: u32 = 3;
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);
/// For an answer of the other node while requests go on, and while they wait.
const PATIENT: Duration = Duration::from_mins(1);
const FROZEN: Duration = Duration::from_secs(8);
/// Between two looks at a directory of which it is not known whether it was changed.
const LOOK_EVERY: Duration = Duration::from_millis(200);
const LARGEST_ANSWER: usize = 64 * 1024;

#[derive(Debug, Serialize, Deserialize)]
pub struct Asked {
    pub tenant: String,
    pub to: String,
}

/// A line of the answer, as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// The other node takes it.
    Begun {
        bytes: u64,
    },
    /// Bytes of the database that were sent, of so many.
    Copying {
        done: u64,
        total: u64,
    },
    /// Blocks and uploads that had changed since the round before.
    Followed {
        blocks: u64,
        uploads: usize,
    },
    /// Requests in progress took too long; they are let in again.
    Busy,
    /// Requests wait.
    Held,
    /// All of it is at the other node, and checked.
    Arrived {
        blocks: u64,
    },
    /// The directory says so: there is no way back.
    Moved,
    Done(Moved),
    Failed {
        error: String,
    },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Moved {
    pub generation: u64,
    pub bytes: u64,
    /// How long requests waited.
    pub freeze_milliseconds: u64,
    /// The other node said that it serves it.
    pub is_served: bool,
}

/// The tenants that are moving.
#[derive(Default)]
struct Moving(Mutex<HashSet<String>>);

impl Moving {
    fn begin(self: &Arc<Self>, tenant: &str) -> Result<OneMove> {
        let mut moving = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !moving.insert(tenant.to_owned()) {
            return Err(Error::internal(format!("'{tenant}' is moving already")));
        }
        Ok(OneMove {
            moving: Arc::clone(self),
            tenant: tenant.to_owned(),
        })
    }
}

struct OneMove {
    moving: Arc<Moving>,
    tenant: String,
}

impl Drop for OneMove {
    fn drop(&mut self) {
        let mut moving = self.moving.0.lock().unwrap_or_else(PoisonError::into_inner);
        moving.remove(&self.tenant);
    }
}

/// `POST /internal/moves`: moves a tenant that this node serves, and tells how far it is in lines of JSON. Whoever asked
/// and goes away before the directory is changed cancels it.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/internal/moves", post(start))
        .layer(Extension(Arc::new(Moving::default())))
}

async fn start(
    State(app): State<Arc<App>>,
    Extension(moving): Extension<Arc<Moving>>,
    Json(asked): Json<Asked>,
) -> Result<Response> {
    let one = moving.begin(&asked.tenant)?;
    let (told, lines) = unbounded_channel();
    let handle = Handle::current();
    tokio::task::spawn_blocking(move || {
        let last = match relocate(&app, &handle, &asked, &told) {
            Ok(moved) => {
                tracing::info!(
                    tenant = asked.tenant,
                    to = asked.to,
                    freeze = moved.freeze_milliseconds,
                    "a tenant moved to another node"
                );
                Step::Done(moved)
            }
            Err(error) => {
                tracing::warn!(tenant = asked.tenant, to = asked.to, %error, "a tenant was not moved");
                Step::Failed {
                    error: error.to_string(),
                }
            }
        };
        drop(one);
        let _ = told.send(last);
    });
    let lines = futures_util::stream::unfold(lines, |mut lines| async move {
        let step: Step = lines.recv().await?;
        let mut line = serde_json::to_vec(&step).unwrap_or_default();
        line.push(b'\n');
        Some((Ok::<_, Infallible>(line), lines))
    });
    Ok(Response::new(Body::from_stream(lines)))
}

/// What the directory says of a tenant of node `own` and of the node that it may move to.
pub fn may_move<'d>(
    directory: &'d Directory,
    own: &str,
    tenant: &str,
    to: &str,
) -> Result<(&'d TenantRecord, &'d NodeRecord)> {
    let refused = |why: String| Err(Error::internal(why));
    match (directory.tenants.get(tenant), directory.nodes.get(to)) {
        (None, _) => refused(format!(
            "there is no tenant '{tenant}'; see 'voluntr tenant list'"
        )),
        (Some(record), _) if record.node != own => refused(format!(
            "node {} serves '{tenant}', and not this one ({own}); give the command there",
            record.node
        )),
        (Some(_), _) if to == own => refused(format!("node {to} serves '{tenant}' already")),
        (Some(_), None) => refused(format!("there is no node {to}; see 'voluntr node list'")),
        (Some(record), Some(other)) => Ok((record, other)),
    }
}

/// Changes the directory. After an error it is not known whether it was changed, and what was sent may still arrive: it is
/// tried until that is known. `change` gives true if the directory has to be written, and false if it says so already.
fn change_surely(
    objects: &dyn Objects,
    mut change: impl FnMut(&mut Directory) -> Result<bool>,
) -> Result<Directory> {
    let mut is_tried = false;
    loop {
        let mut is_refused = false;
        let changed = directory::change(objects, |directory| {
            let is_changed = change(directory);
            is_refused = is_changed.is_err();
            is_tried |= matches!(is_changed, Ok(true));
            is_changed
        });
        match changed {
            Ok(found) => return Ok(found.directory),
            Err(error) if is_refused || !is_tried => return Err(error),
            Err(error) => {
                tracing::warn!(%error, "it is not known yet whether the directory was changed");
            }
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// One move, and what the other node has of it.
struct Move<'m> {
    app: &'m App,
    nodes: &'m Nodes,
    handle: &'m Handle,
    told: &'m UnboundedSender<Step>,
    tenant: &'m str,
    to: &'m str,
    address: String,
    /// That of the tenant at the other node.
    generation: u64,
    begun: Begun,
    sent: Vec<BlockHash>,
    length: u64,
    uploads: BTreeMap<String, u64>,
}

fn relocate(
    app: &App,
    handle: &Handle,
    asked: &Asked,
    told: &UnboundedSender<Step>,
) -> Result<Moved> {
    let mut moving = Move::begin(app, handle, asked, told)?;
    let tenant = open(app, &asked.tenant)?;
    let moved = moving.run(&tenant);
    if moved.is_err() {
        // Otherwise the next move does, or what compares the folder there with the directory.
        let path = format!("/internal/arrivals/{}", moving.begun.id);
        let _ = moving.ask(Method::DELETE, &path, Body::empty(), FROZEN);
    }
    moved
}

/// The tenant as it is served, or opened for this where it is archived.
fn open(app: &App, name: &str) -> Result<Arc<Tenant>> {
    let entry = app.tenants().registry().find(name)?;
    match entry {
        Some(entry) if entry.archived_at.is_some() => {
            Ok(Arc::new(app.tenants().open_file(&entry)?))
        }
        _ => app.tenants().get(name),
    }
}

fn db(tenant: &Tenant) -> &Db {
    tenant.unguarded("a move copies all of a tenant, for nobody to read on the way")
}

impl<'m> Move<'m> {
    /// Checks that it can be moved, and has the other node make room for it.
    fn begin(
        app: &'m App,
        handle: &'m Handle,
        asked: &'m Asked,
        told: &'m UnboundedSender<Step>,
    ) -> Result<Self> {
        let nodes = app
            .nodes()
            .ok_or_else(|| Error::internal("this is no node"))?;
        let (tenant, to) = (asked.tenant.as_str(), asked.to.as_str());
        let place = nodes.settings.directory.clone().unwrap_or_default();
        let objects = directory::open(&place, Patience::LONG)?;
        let found = directory::read(objects.as_ref())?.directory;
        let (record, other) = may_move(&found, &nodes.name, tenant, to)?;
        let folder = app.config().tenant_folder(tenant);
        let path = folder.join("tenant.db");
        let uploads = uploads_in(&folder.join(UPLOADS))?;
        let bytes = fs::metadata(&path)?.len() + uploads.values().sum::<u64>();
        let mut begun = Self {
            app,
            nodes,
            handle,
            told,
            tenant,
            to,
            address: other.address.clone(),
            generation: record.generation + 1,
            begun: Begun {
                id: String::new(),
                epoch: 0,
            },
            sent: Vec::new(),
            length: 0,
            uploads: BTreeMap::new(),
        };
        let begin = Begin {
            tenant: tenant.to_owned(),
            generation: begun.generation,
            from: nodes.name.clone(),
            bytes,
            schema: offline_file::peek(&path, |connection| {
                Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
            })?,
        };
        let answer = begun.ask(
            Method::POST,
            "/internal/arrivals",
            Body::from(serde_json::to_vec(&begin)?),
            FROZEN,
        )?;
        begun.begun = serde_json::from_slice(&answer)?;
        begun.tell(Step::Begun { bytes })?;
        Ok(begun)
    }

    /// Tells how far it is; an error if nobody listens any more.
    fn tell(&self, step: Step) -> Result<()> {
        self.told
            .send(step)
            .map_err(|_| Error::internal("the move was cancelled"))
    }

    fn ask(&self, method: Method, path: &str, body: Body, within: Duration) -> Result<Vec<u8>> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .map_err(Error::internal)?;
        let asking = async {
            let response = self.nodes.peers.send(&self.address, request).await?;
            let (parts, body) = response.into_parts();
            let body = Limited::new(body, LARGEST_ANSWER).collect().await;
            let bytes = body.map_err(Error::internal)?.to_bytes().to_vec();
            if parts.status.is_success() {
                return Ok(bytes);
            }
            let why = String::from_utf8_lossy(&bytes);
            Err(Error::internal(format!("node {}: {}", self.to, why.trim())))
        };
        let asked = self
            .handle
            .block_on(async { tokio::time::timeout(within, asking).await });
        asked.map_err(|_| {
            Error::internal(format!(
                "node {} did not answer within {} seconds",
                self.to,
                within.as_secs()
            ))
        })?
    }

    fn path(&self, rest: &str) -> String {
        format!("/internal/arrivals/{}/{rest}", self.begun.id)
    }

    fn run(&mut self, tenant: &Arc<Tenant>) -> Result<Moved> {
        let db = db(tenant);
        self.send_blocks(db, false)?;
        self.send_uploads(false)?;
        let mut attempt = 0;
        let (held, since) = loop {
            self.follow(db)?;
            let since = uptime();
            let gates = &self.nodes.gates;
            if let Some(held) = self.handle.block_on(gates.hold(self.tenant, DRAIN)) {
                break (held, since);
            }
            attempt += 1;
            self.tell(Step::Busy)?;
            if attempt == ATTEMPTS {
                return Err(Error::internal(format!(
                    "requests of '{}' took longer than {} seconds each of {ATTEMPTS} times; try again when it is quieter",
                    self.tenant,
                    DRAIN.as_secs()
                )));
            }
            std::thread::sleep(BETWEEN_ATTEMPTS);
        };
        self.frozen(tenant, (held, since))
    }

    /// Sends what changed while the rounds before were sent, until that is little.
    fn follow(&mut self, db: &Db) -> Result<()> {
        // A short log is read fast while requests wait.
        if let Err(error) = db.empty_log() {
            tracing::debug!(tenant = self.tenant, %error, "the log was not emptied before a move");
        }
        for _ in 0..ROUNDS {
            let blocks = self.send_blocks(db, false)?;
            let uploads = self.send_uploads(false)?;
            let path = self.path("sync");
            self.ask(Method::POST, &path, Body::empty(), PATIENT)?;
            self.tell(Step::Followed { blocks, uploads })?;
            if blocks <= FEW {
                break;
            }
        }
        Ok(())
    }

    /// While requests wait: the last changes, and the change of the directory.
    fn frozen(&mut self, tenant: &Arc<Tenant>, (held, since): (Held, Duration)) -> Result<Moved> {
        self.tell(Step::Held)?;
        self.handle.block_on(tenant.write_views())?;
        for inbox in tenant.live.open() {
            inbox.close(Close::Reconnect);
        }
        let db = db(tenant);
        db.alone(|| {
            let blocks = self.send_blocks(db, true)?;
            self.send_uploads(true)?;
            let finish = Finish {
                root: root_of(self.length, &self.sent),
                uploads: self.uploads.clone(),
            };
            let body = Body::from(serde_json::to_vec(&finish)?);
            self.ask(Method::POST, &self.path("finish"), body, FROZEN)?;
            self.tell(Step::Arrived { blocks })?;
            let reconciling = self.nodes.try_reconciling();
            let directory = self.change_directory()?;
            self.nodes.learn(directory);
            let _ = self.tell(Step::Moved);
            // From here on nothing may fail: what is left undone is done when the folder is compared with the directory.
            match self.leave() {
                Ok(()) => db.is_left(),
                Err(error) => {
                    tracing::error!(tenant = self.tenant, %error, "a tenant that moved was not put aside");
                }
            }
            drop(reconciling);
            Ok(())
        })?;
        self.app.tenants().close(self.tenant);
        let looked = self.ask(Method::POST, "/internal/look", Body::empty(), FROZEN);
        if let Err(error) = &looked {
            tracing::warn!(tenant = self.tenant, %error, "a tenant moved, and its node did not say that it serves it");
        }
        drop(held);
        let frozen = uptime().saturating_sub(since);
        self.nodes.look_soon();
        Ok(Moved {
            generation: self.generation,
            bytes: self.length + self.uploads.values().sum::<u64>(),
            freeze_milliseconds: u64::try_from(frozen.as_millis()).unwrap_or(u64::MAX),
            is_served: looked.is_ok(),
        })
    }

    /// The registry first: a command that opens it after this finds that it went, and one that has it open writes nothing
    /// more to a file that is not at its place.
    fn leave(&self) -> Result<()> {
        self.app.tenants().registry().remove(self.tenant)?;
        let now = self.app.clock().text();
        folders::put_aside(self.app.config(), self.tenant, &now)?;
        Ok(())
    }

    /// The point of no return.
    fn change_directory(&self) -> Result<Directory> {
        let place = self.nodes.settings.directory.clone().unwrap_or_default();
        let objects = directory::open(&place, directory::PATIENCE)?;
        change_surely(objects.as_ref(), |directory| self.enter(directory))
    }

    /// True if the directory has to be written, false if it says so already.
    fn enter(&self, directory: &mut Directory) -> Result<bool> {
        let epoch = directory.nodes.get(self.to).map(|node| node.epoch);
        let record = directory.tenants.get_mut(self.tenant);
        let record = record.ok_or_else(|| Error::internal("it was removed meanwhile"))?;
        let is_as_moved =
            record.generation == self.generation && record.arrival.as_ref() == Some(&self.begun.id);
        if is_as_moved && record.node == self.to {
            return Ok(false);
        }
        if record.node != self.nodes.name || record.generation + 1 != self.generation {
            return Err(Error::internal(format!(
                "node {} serves '{}' meanwhile",
                record.node, self.tenant
            )));
        }
        if epoch != Some(self.begun.epoch) {
            return Err(Error::internal(format!(
                "node {} lost its lease meanwhile",
                self.to
            )));
        }
        self.to.clone_into(&mut record.node);
        // Until the other node has a whole replica of its own.
        record.taken_from.get_or_insert_with(|| Replica {
            node: self.nodes.name.clone(),
            epoch: self.nodes.epoch(),
            generation: record.generation,
        });
        record.generation = self.generation;
        record.arrival = Some(self.begun.id.clone());
        Ok(true)
    }

    /// Sends the blocks that the other node does not have; gives how many. While the tenant is not frozen they may be of
    /// different moments, and some may be passed over.
    fn send_blocks(&mut self, db: &Db, is_frozen: bool) -> Result<u64> {
        let image = db.image()?;
        let blocks = usize::try_from(image.blocks()).map_err(Error::internal)?;
        self.sent.truncate(blocks);
        let (mut block, mut batch, mut count) = (Vec::new(), Vec::new(), 0);
        for number in 0..image.blocks() {
            if let Err(error) = image.read(number, &mut block) {
                if is_frozen {
                    return Err(error);
                }
                block.clear();
            }
            let hash = hash_of(&block);
            let at = usize::try_from(number).map_err(Error::internal)?;
            match self.sent.get_mut(at) {
                Some(sent) if *sent == hash => continue,
                Some(sent) => *sent = hash,
                None => self.sent.push(hash),
            }
            count += 1;
            if batch.len() + BLOCK_HEADER + BLOCK > LARGEST {
                self.put_blocks(&image, (&mut batch, number), is_frozen)?;
            }
            let length = u32::try_from(block.len()).map_err(Error::internal)?;
            batch.extend_from_slice(&number.to_le_bytes());
            batch.extend_from_slice(&length.to_le_bytes());
            batch.extend_from_slice(&block);
        }
        if !batch.is_empty() || self.length != image.length() {
            self.put_blocks(&image, (&mut batch, image.blocks()), is_frozen)?;
        }
        self.length = image.length();
        Ok(count)
    }

    fn put_blocks(
        &self,
        image: &Image,
        (batch, number): (&mut Vec<u8>, u64),
        is_frozen: bool,
    ) -> Result<()> {
        let total = image.length();
        let path = self.path(&format!("blocks?length={total}"));
        let body = Body::from(std::mem::take(batch));
        let within = if is_frozen { FROZEN } else { PATIENT };
        self.ask(Method::PUT, &path, body, within)?;
        if is_frozen {
            return Ok(());
        }
        let done = (number * BLOCK as u64).min(total);
        self.tell(Step::Copying { done, total })
    }

    /// Sends the uploads that the other node does not have, and removes those that went; gives how many.
    fn send_uploads(&mut self, is_frozen: bool) -> Result<usize> {
        let folder = self.app.config().tenant_folder(self.tenant).join(UPLOADS);
        let found = uploads_in(&folder)?;
        let mut count = 0;
        for (name, size) in &found {
            if self.uploads.get(name) == Some(size) {
                continue;
            }
            if let Some(sent) = self.send_upload(&folder, name, is_frozen)? {
                self.uploads.insert(name.clone(), sent);
                count += 1;
            }
        }
        let went: Vec<_> = self.uploads.keys().cloned().collect();
        for name in went.iter().filter(|name| !found.contains_key(*name)) {
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair("name", name)
                .finish();
            let path = self.path(&format!("uploads?{query}"));
            let within = if is_frozen { FROZEN } else { PATIENT };
            self.ask(Method::DELETE, &path, Body::empty(), within)?;
            self.uploads.remove(name);
            count += 1;
        }
        Ok(count)
    }

    /// `None` where it was removed meanwhile.
    fn send_upload(&self, folder: &Path, name: &str, is_frozen: bool) -> Result<Option<u64>> {
        let mut file = match File::open(folder.join(name)) {
            Err(error) if error.kind() == ErrorKind::NotFound && !is_frozen => return Ok(None),
            file => file?,
        };
        let mut part = Part {
            name: name.to_owned(),
            offset: 0,
            is_last: false,
        };
        while !part.is_last {
            let mut bytes = Vec::new();
            file.by_ref().take(LARGEST as u64).read_to_end(&mut bytes)?;
            part.is_last = bytes.len() < LARGEST;
            let sent = bytes.len() as u64;
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair("name", name)
                .append_pair("offset", &part.offset.to_string())
                .append_pair("is_last", &part.is_last.to_string())
                .finish();
            let path = self.path(&format!("uploads?{query}"));
            let within = if is_frozen { FROZEN } else { PATIENT };
            self.ask(Method::PUT, &path, Body::from(bytes), within)?;
            part.offset += sent;
        }
        Ok(Some(part.offset))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::object_storage::{Condition, Folder, Object, Stored};

    /// What happens to a request.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Fate {
        Done,
        /// It was carried out, and the answer was lost.
        Unanswered,
        Lost,
    }

    /// A place where requests have their fate, one after the other.
    struct Flaky {
        objects: Folder,
        fates: RefCell<Vec<Fate>>,
    }

    impl Flaky {
        fn ask<T>(&self, request: impl FnOnce() -> Result<T>) -> Result<T> {
            let fate = self.fates.borrow_mut().pop().unwrap_or(Fate::Done);
            let answer = (fate != Fate::Lost).then(request);
            match (fate, answer) {
                (Fate::Done, Some(answer)) => answer,
                _ => Err(Error::internal("no answer")),
            }
        }
    }

    impl Objects for Flaky {
        fn get(&self, name: &str) -> Result<Option<Stored>> {
            self.ask(|| self.objects.get(name))
        }

        fn get_changed(&self, name: &str, etag: &str) -> Result<Option<Option<Stored>>> {
            self.ask(|| self.objects.get_changed(name, etag))
        }

        fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
            self.ask(|| self.objects.put(name, bytes))
        }

        fn put_if(&self, name: &str, bytes: &[u8], condition: Condition) -> Result<Option<String>> {
            self.ask(|| self.objects.put_if(name, bytes, condition))
        }

        fn has(&self, name: &str) -> Result<bool> {
            self.objects.has(name)
        }

        fn list(&self, prefix: &str) -> Result<Vec<Object>> {
            self.objects.list(prefix)
        }

        fn remove(&self, name: &str) -> Result<()> {
            self.objects.remove(name)
        }

        fn shown(&self) -> String {
            self.objects.shown()
        }
    }

    /// Enters node `b`; gives whether it stands there, and what the caller was told.
    fn enter(mut fates: Vec<Fate>) -> (bool, bool) {
        let folder = tempfile::tempdir().unwrap();
        fates.reverse();
        let place = Flaky {
            objects: Folder(folder.path().to_owned()),
            fates: RefCell::new(fates),
        };
        let record = NodeRecord {
            address: "b.test:8070".to_owned(),
            epoch: 1,
            standby: false,
        };
        let changed = change_surely(&place, |directory| {
            let before = directory.nodes.insert("b".to_owned(), record.clone());
            Ok(before.is_none())
        });
        let found = directory::read(&place.objects).unwrap().directory;
        (found.nodes.contains_key("b"), changed.is_ok())
    }

    #[test]
    fn who_changes_the_directory_knows_in_the_end_whether_it_was_changed() {
        use Fate::{Done, Lost, Unanswered};
        // Read and written in turn.
        assert_eq!(enter(vec![]), (true, true));
        assert_eq!(enter(vec![Lost]), (false, false), "nothing was sent");
        assert_eq!(enter(vec![Done, Lost]), (true, true));
        assert_eq!(enter(vec![Done, Unanswered]), (true, true));
        assert_eq!(enter(vec![Done, Unanswered, Lost, Lost]), (true, true));
        assert_eq!(
            enter(vec![Done, Lost, Lost, Done, Unanswered]),
            (true, true)
        );
    }
}
