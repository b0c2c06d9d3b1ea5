//! Database access to one `SQLite` file: one writer with group commit, three pools of read-only connections, and a
//! version per table for cache invalidation. The only opener of database files; knows no table by name.

mod checkpoint;
mod disk_space;
mod fair_queue;
pub mod fence;
pub mod guarded_read;
pub mod image;
mod job;
mod new_file;
pub mod offline_file;
pub mod older_file;
mod open;
pub mod read_log;
mod read_pool;
pub mod registry;
pub mod slow_queries;
mod table_versions;
pub mod text_enum;
mod writer;

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rusqlite::{Connection, Params, Row};
use tracing::Span;

use crate::base::clock::{Clock, instant};
use crate::config::UPLOADS;
use crate::error::{Error, Result, Storage};

pub use crate::db::disk_space::{HEAD_ROOM, free_bytes};
pub use crate::db::fence::Fence;
pub use crate::db::job::{
    Admission, Erased, Lane, Outcome, Pending, ReadWork, erased, read_work as erased_read,
};
#[cfg(test)]
pub use crate::db::open::register_functions;
pub use crate::db::table_versions::TableVersion;

use crate::db::disk_space::Room;
use crate::db::fair_queue::FairQueue;
use crate::db::job::{Asker, Faults, Read, Write, WriteWork, read_work, write_work};
use crate::db::read_log::ReadLog;
use crate::db::read_pool::{ReadPool, Turn};
use crate::db::table_versions::TableVersions;
use writer::Writer;

/// A connection inside the writer's transaction, with one timestamp for all work of the transaction.
pub struct Tx<'c> {
    connection: &'c Connection,
    now: &'c str,
    notes: Cell<u32>,
    impersonator_id: Cell<Option<i64>>,
    api_key_id: Cell<Option<i64>>,
    requester: Cell<Option<Requester>>,
    announcements: RefCell<Vec<Erased>>,
}

/// On whose request a job of the writer runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requester {
    Visitor,
    Account(i64),
}

impl<'c> Tx<'c> {
    pub(crate) fn new(connection: &'c Connection, now: &'c str) -> Self {
        Self {
            connection,
            now,
            notes: Cell::new(0),
            impersonator_id: Cell::new(None),
            api_key_id: Cell::new(None),
            requester: Cell::new(None),
            announcements: RefCell::default(),
        }
    }

    /// RFC 3339, UTC.
    pub fn now(&self) -> &str {
        self.now
    }

    /// As `Connection::execute`, but the statement is compiled once: with the tables that refer to a row, compiling a
    /// `delete` takes longer than running it.
    pub fn execute<P: Params>(&self, sql: &str, params: P) -> rusqlite::Result<usize> {
        self.connection.prepare_cached(sql)?.execute(params)
    }

    /// As `Connection::query_row`, but the statement is compiled once.
    pub fn query_row<T, P, F>(&self, sql: &str, params: P, read: F) -> rusqlite::Result<T>
    where
        P: Params,
        F: FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    {
        self.connection.prepare_cached(sql)?.query_row(params, read)
    }

    /// Number of audit events recorded by this job.
    pub fn notes(&self) -> u32 {
        self.notes.get()
    }

    /// Counts an audit event recorded by this job.
    pub fn noted(&self) {
        self.notes.set(self.notes.get().saturating_add(1));
    }

    /// The impersonating admin on whose behalf this job runs, if any.
    pub fn impersonator_id(&self) -> Option<i64> {
        self.impersonator_id.get()
    }

    pub fn is_by(&self, impersonator_id: Option<i64>) {
        self.impersonator_id.set(impersonator_id);
    }

    /// The API key with which this job was asked for, if any.
    pub fn api_key_id(&self) -> Option<i64> {
        self.api_key_id.get()
    }

    pub fn is_by_key(&self, api_key_id: Option<i64>) {
        self.api_key_id.set(api_key_id);
    }

    /// Who asked for this job; none where the program does it by itself.
    pub fn requester(&self) -> Option<Requester> {
        self.requester.get()
    }

    pub fn is_requested_by(&self, requester: Requester) {
        self.requester.set(Some(requester));
    }

    /// Tells the listener of this file (`Db::listen`) something once the transaction has committed, and nothing if it
    /// does not.
    pub fn announce<T: Send + 'static>(&self, announcement: T) {
        self.announcements.borrow_mut().push(erased(announcement));
    }

    pub(super) fn take_announcements(&self) -> Vec<Erased> {
        self.announcements.take()
    }

    /// Forgets what was announced after the first `kept` announcements.
    fn forget_announcements(&self, kept: usize) {
        self.announcements.borrow_mut().truncate(kept);
    }

    /// Runs a part of the job in its own savepoint: what it wrote is rolled back if it fails.
    pub fn attempt<T>(&self, part: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.connection.execute_batch("savepoint part")?;
        let (notes, announced) = (self.notes(), self.announcements.borrow().len());
        let outcome = part(self);
        if outcome.is_err() {
            self.connection.execute_batch("rollback to part")?;
            self.notes.set(notes);
            self.forget_announcements(announced);
        }
        self.connection.execute_batch("release part")?;
        outcome
    }

    /// Like `attempt`, but what was written is rolled back in any case.
    pub fn rehearse<T>(&self, part: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.connection.execute_batch("savepoint rehearsal")?;
        let (notes, announced) = (self.notes(), self.announcements.borrow().len());
        let outcome = part(self);
        self.connection
            .execute_batch("rollback to rehearsal; release rehearsal")?;
        self.notes.set(notes);
        self.forget_announcements(announced);
        outcome
    }
}

impl std::ops::Deref for Tx<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

/// Interval at which the file is checked for commits by other processes.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// Time limit of a read.
const READ_WITHIN: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });
/// Time limit of a search, and of its wait in the queue.
const SEARCH_WITHIN: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 3 });

pub struct Db {
    path: PathBuf,
    writer: Writer,
    quick: ReadPool,
    searches: ReadPool,
    queue: Arc<FairQueue<IpAddr, Read>>,
    slow: ReadPool,
    table_versions: Arc<TableVersions>,
    read_log: ReadLog,
    room: Arc<Room>,
    faults: Arc<Faults>,
    opened: Instant,
    looked: AtomicU64,
    is_read_only: bool,
    /// For `image`; closed after everything else.
    file: OnceLock<File>,
}

impl Db {
    /// Opens the file, creating it if it does not exist, and migrates its schema first.
    pub fn open(path: &Path, clock: Clock) -> Result<Self> {
        let room = Arc::new(Room::beside(path));
        let connection = open::writable(path).map_err(|error| room.judge(error))?;
        room.is_opened()?;
        let is_read_only = connection.is_readonly(rusqlite::MAIN_DB)?;
        let table_versions = Arc::new(TableVersions::of(&connection)?);
        let read_log = ReadLog::default();
        Ok(Self {
            path: path.to_owned(),
            quick: ReadPool::new(path, 2, READ_WITHIN, &read_log),
            searches: ReadPool::new(path, 2, SEARCH_WITHIN, &read_log),
            queue: Arc::new(FairQueue::new()),
            slow: ReadPool::new(path, 1, READ_WITHIN, &read_log),
            writer: Writer::new(
                connection,
                path,
                (Arc::clone(&table_versions), Arc::clone(&room)),
                clock,
            )?,
            table_versions,
            read_log,
            faults: Arc::new(Faults::of(path, Arc::clone(&room))),
            room,
            opened: instant(),
            looked: AtomicU64::new(0),
            is_read_only,
            file: OnceLock::new(),
        })
    }

    /// Number of writes that wait for the writer.
    pub fn waiting_writes(&self) -> usize {
        self.writer.waiting()
    }

    /// Size of the WAL, in bytes.
    pub fn wal_bytes(&self) -> u64 {
        let log = std::fs::metadata(self.path.with_extension("db-wal"));
        log.map_or(0, |log| log.len())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The record of what reads touch, for tests.
    pub fn read_log(&self) -> &ReadLog {
        &self.read_log
    }

    /// True after database corruption has been detected.
    pub fn is_damaged(&self) -> bool {
        self.faults.is_damaged()
    }

    /// True if the file could not be opened for writing.
    pub fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// How long it is open.
    pub fn age(&self) -> Duration {
        self.opened.elapsed()
    }

    /// Why writes fail, while they do.
    pub fn trouble(&self) -> Option<Storage> {
        if self.is_read_only {
            return Some(Storage::ReadOnly);
        }
        if let Err(error) = self.room.is_in_place() {
            self.room.look_at(&error);
        } else if self.is_gone() {
            self.room.is_back();
        }
        self.room.trouble()
    }

    /// True since it was found that the file that is open is not at its place.
    pub fn is_gone(&self) -> bool {
        self.room.trouble() == Some(Storage::Gone)
    }

    /// The file was moved away on purpose, and another process has what is written from now on.
    pub fn is_left(&self) {
        self.room.is_left();
    }

    /// True while the disk is full; background writes are postponed.
    pub fn is_out_of_room(&self) -> bool {
        self.room.is_out()
    }

    /// Checks whether writes are possible again: on the disk first, then in the database file itself.
    pub async fn look_again(&self) {
        let room = Arc::clone(&self.room);
        let has_room = tokio::task::spawn_blocking(move || room.try_file());
        if !matches!(has_room.await, Ok(Ok(()))) {
            return;
        }
        // Sets the version to its current value, which still writes a page to the WAL.
        let written = self.write(|tx| {
            let schema: i64 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
            Ok(tx.pragma_update(None, "user_version", schema)?)
        });
        if written.await.is_ok() {
            self.room.is_back();
        }
    }

    /// The directory of uploads beside the file.
    pub fn upload_folder(&self) -> PathBuf {
        self.path.with_file_name(UPLOADS)
    }

    /// Runs `job` in the writer's transaction, and in the caller's span of the log. `Err` or a panic rolls back this job
    /// only. Done after the commit.
    pub fn write<T, F>(&self, job: F) -> Outcome<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        self.write_erased(write_work(job)).typed()
    }

    pub fn write_erased(&self, work: WriteWork) -> Pending {
        Pending::new(|asker| self.queue_write(work, asker))
    }

    /// `write` for synchronous callers: the command line and start-up.
    pub fn write_blocking<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        job::wait(|asker| self.queue_write(write_work(job), asker))
    }

    fn queue_write(&self, work: WriteWork, asker: Asker) -> Result<()> {
        self.writer.send(Write {
            work,
            asker,
            faults: Arc::clone(&self.faults),
            span: Span::current(),
        })
    }

    /// Runs a short query on a read-only connection. All reads of `job` see one snapshot.
    pub fn read<T, F>(&self, job: F) -> Outcome<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.read_erased(Lane::Quick, None, read_work(job)).typed()
    }

    /// Runs a search for the client `asker` in the search pool, which serves clients round-robin. `TimedOut` if it
    /// waits or runs too long; skipped if its caller no longer waits.
    pub fn search<T, F>(&self, asker: IpAddr, job: F) -> Outcome<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.read_erased(Lane::Search(asker), None, read_work(job))
            .typed()
    }

    /// Runs a report or export in a pool of its own, so that it never delays short queries. Sees one snapshot; the
    /// WAL grows until the job ends.
    pub fn read_slow<T, F>(&self, job: F) -> Outcome<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.read_erased(Lane::Slow, None, read_work(job)).typed()
    }

    /// Runs a read after its admission, on the same snapshot.
    pub fn read_erased(
        &self,
        lane: Lane,
        admission: Option<Arc<dyn Admission>>,
        work: ReadWork,
    ) -> Pending {
        Pending::new(|asker| self.queue_read(lane, admission, work, asker))
    }

    /// `read` for synchronous callers.
    pub fn read_blocking<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        job::wait(|asker| self.queue_read(Lane::Quick, None, read_work(job), asker))
    }

    fn queue_read(
        &self,
        lane: Lane,
        admission: Option<Arc<dyn Admission>>,
        work: ReadWork,
        asker: Asker,
    ) -> Result<()> {
        let read = |patience| Read {
            work,
            admission,
            asker,
            faults: Arc::clone(&self.faults),
            span: Span::current(),
            patience,
        };
        match lane {
            Lane::Quick => self.quick.send(Turn::Read(read(None))),
            Lane::Slow => self.slow.send(Turn::Read(read(None))),
            Lane::Search(client) => {
                self.queue
                    .add(client, read(Some((instant(), SEARCH_WITHIN))))?;
                // One turn is queued per job; each turn takes the job that is next at that time.
                self.searches.send(Turn::Next(Arc::clone(&self.queue)))
            }
        }
    }

    /// Rewrites the file (`vacuum`), so that no deleted data is left in it or in the WAL.
    pub async fn rewrite(&self) -> Result<()> {
        let rewrite = self.writer.rewrite();
        tokio::task::spawn_blocking(rewrite)
            .await
            .map_err(Error::internal)?
    }

    /// The current version of `tables` as one number: equal versions mean equal contents. Call it *before* the query
    /// whose result is to be cached. Commits by other processes are detected within `LOOK_EVERY`.
    pub fn table_version(&self, tables: &[&str]) -> TableVersion {
        self.look();
        self.table_versions.of_tables(tables)
    }

    /// What writes to this file have to pass. Set once, before the first one.
    pub fn fence(&self, fence: Arc<dyn Fence>) {
        self.writer.fence(fence);
    }

    /// Keeps every other writer out while `work` runs, those of other processes too. Blocks; waits for the group that is
    /// being written.
    pub fn alone<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.writer.alone(work)
    }

    /// Has this called after each commit that something was announced in, with what was. Set once.
    pub fn listen(&self, listener: impl Fn(Vec<Erased>) + Send + Sync + 'static) {
        self.writer.listen(Box::new(listener));
    }

    /// How often other processes were seen to commit, or the file to be written anew.
    pub fn foreign_commits(&self) -> u64 {
        self.look();
        self.table_versions.foreign_commits()
    }

    fn look(&self) {
        let now = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        let looked = self.looked.load(Ordering::Relaxed);
        let every = u64::try_from(LOOK_EVERY.as_millis()).unwrap_or(5);
        if now.saturating_sub(looked) >= every
            && self
                .looked
                .compare_exchange(looked, now, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
        {
            self.writer.look_for_others();
        }
    }
}

#[cfg(test)]
mod tests;
