//! Database access to one `SQLite` file: one writer with group commit, three pools of read-only connections, and a
//! version per table for cache invalidation. The only opener of database files; knows no table by name.

mod checkpoint;
mod disk_space;
mod fair_queue;
pub mod offline_file;
mod open;
pub mod read_log;
mod read_pool;
pub mod registry;
mod table_versions;
pub mod text_enum;
mod writer;

use std::cell::Cell;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;
use tracing::Span;

use crate::base::clock::{Clock, instant};
use crate::config::UPLOADS;
use crate::error::{Code, Error, Result, Storage};

pub use crate::db::disk_space::{HEAD_ROOM, free_bytes};
#[cfg(test)]
pub use crate::db::open::register_functions;
pub use crate::db::table_versions::TableVersion;

use crate::db::disk_space::Room;
use crate::db::fair_queue::Turns;
use crate::db::read_log::ReadLog;
use crate::db::read_pool::{Job, ReadPool, read_snapshot};
use crate::db::table_versions::TableVersions;
use writer::{Done, Writer};

/// A connection inside the writer's transaction, with one timestamp for all work of the transaction.
pub struct Tx<'c> {
    connection: &'c Connection,
    now: &'c str,
    notes: Cell<u32>,
    impersonator_id: Cell<Option<i64>>,
    requester: Cell<Option<Requester>>,
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
            requester: Cell::new(None),
        }
    }

    /// RFC 3339, UTC.
    pub fn now(&self) -> &str {
        self.now
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

    /// Who asked for this job; none where the program does it by itself.
    pub fn requester(&self) -> Option<Requester> {
        self.requester.get()
    }

    pub fn is_requested_by(&self, requester: Requester) {
        self.requester.set(Some(requester));
    }

    /// Runs a part of the job in its own savepoint: what it wrote is rolled back if it fails.
    pub fn attempt<T>(&self, part: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.connection.execute_batch("savepoint part")?;
        let notes = self.notes();
        let outcome = part(self);
        if outcome.is_err() {
            self.connection.execute_batch("rollback to part")?;
            self.notes.set(notes);
        }
        self.connection.execute_batch("release part")?;
        outcome
    }

    /// Like `attempt`, but what was written is rolled back in any case.
    pub fn rehearse<T>(&self, part: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.connection.execute_batch("savepoint rehearsal")?;
        let notes = self.notes();
        let outcome = part(self);
        self.connection
            .execute_batch("rollback to rehearsal; release rehearsal")?;
        self.notes.set(notes);
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
    turns: Arc<Turns<IpAddr, Job>>,
    slow: ReadPool,
    table_versions: Arc<TableVersions>,
    read_log: ReadLog,
    room: Arc<Room>,
    opened: Instant,
    looked: AtomicU64,
    is_damaged: AtomicBool,
    is_read_only: bool,
}

impl Db {
    /// Opens the file, creating it if it does not exist, and migrates its schema first.
    pub fn open(path: &Path, clock: Clock) -> Result<Self> {
        let room = Arc::new(Room::beside(path));
        let connection = open::writable(path).map_err(|error| room.judge(error))?;
        let is_read_only = connection.is_readonly(rusqlite::MAIN_DB)?;
        let table_versions = Arc::new(TableVersions::of(&connection)?);
        let read_log = ReadLog::default();
        Ok(Self {
            path: path.to_owned(),
            quick: ReadPool::new(path, 2, READ_WITHIN, &read_log),
            searches: ReadPool::new(path, 2, SEARCH_WITHIN, &read_log),
            turns: Arc::new(Turns::new()),
            slow: ReadPool::new(path, 1, READ_WITHIN, &read_log),
            writer: Writer::new(
                connection,
                path,
                (Arc::clone(&table_versions), Arc::clone(&room)),
                clock,
            )?,
            table_versions,
            read_log,
            room,
            opened: instant(),
            looked: AtomicU64::new(0),
            is_damaged: AtomicBool::new(false),
            is_read_only,
        })
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
        self.is_damaged.load(Ordering::Relaxed)
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
            Some(Storage::ReadOnly)
        } else {
            self.room.trouble()
        }
    }

    /// Logs database corruption once per file.
    fn noticed<T>(&self, result: Result<T>) -> Result<T> {
        if let Err(Error::Damaged(text)) = &result
            && !self.is_damaged.swap(true, Ordering::Relaxed)
        {
            tracing::error!(file = %self.path.display(), error = %text, "this file is damaged");
        }
        result
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

    /// Runs `job` in the writer's transaction, and in the caller's span of the log. `Err` or a panic rolls back this job only. Returns after the commit.
    pub async fn write<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let (room, span) = (Arc::clone(&self.room), Span::current());
        self.writer.send(Box::new(move |tx: Result<&Tx>| {
            let result = span
                .in_scope(|| tx.and_then(job))
                .map_err(|error| room.judge(error));
            Done {
                failure: result.as_ref().err().cloned(),
                answer: Box::new(move |committed| {
                    // A caller that no longer waits does not undo its change.
                    let _ = answer.send(committed.and(result));
                }),
            }
        }))?;
        let result = answered
            .await
            .unwrap_or_else(|_| Err(Error::internal("a write job panicked")));
        self.noticed(result)
    }

    /// `write` for synchronous callers: the command line and start-up.
    pub fn write_blocking<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = crossbeam_channel::bounded(1);
        let (room, span) = (Arc::clone(&self.room), Span::current());
        self.writer.send(Box::new(move |tx: Result<&Tx>| {
            let result = span
                .in_scope(|| tx.and_then(job))
                .map_err(|error| room.judge(error));
            Done {
                failure: result.as_ref().err().cloned(),
                answer: Box::new(move |committed| {
                    let _ = answer.send(committed.and(result));
                }),
            }
        }))?;
        let result = answered
            .recv()
            .unwrap_or_else(|_| Err(Error::internal("a write job panicked")));
        self.noticed(result)
    }

    /// Runs a short query on a read-only connection. All reads of `job` see one snapshot.
    pub async fn read<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.noticed(self.read_on(&self.quick, job).await)
    }

    /// Runs a search for the client `asker` in the search pool, which serves clients round-robin. `TimedOut` if it
    /// waits or runs too long; skipped if its caller no longer waits.
    pub async fn search<T, F>(&self, asker: IpAddr, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let asked = instant();
        let room = Arc::clone(&self.room);
        let piece: Job = Box::new(move |connection: Result<&Connection>| {
            if answer.is_closed() {
                return;
            }
            let in_time = |open| {
                if asked.elapsed() < SEARCH_WITHIN {
                    Ok(open)
                } else {
                    Err(Error::from(Code::TimedOut))
                }
            };
            let read = connection
                .and_then(in_time)
                .and_then(|open| read_snapshot(open, job));
            let _ = answer.send(read.map_err(|error| room.judge(error)));
        });
        self.turns.add(asker, piece)?;
        // One turn is queued per job; each turn takes the job that is next at that time.
        let turns = Arc::clone(&self.turns);
        self.searches
            .send(Box::new(move |connection: Result<&Connection>| {
                if let Some(piece) = turns.next() {
                    piece(connection);
                }
            }))?;
        let result = answered
            .await
            .unwrap_or_else(|_| Err(Error::internal("a search job panicked")));
        self.noticed(result)
    }

    /// Runs a report or export in a pool of its own, so that it never delays short queries. Sees one snapshot; the
    /// WAL grows until the job ends.
    pub async fn read_slow<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.noticed(self.read_on(&self.slow, job).await)
    }

    async fn read_on<T, F>(&self, pool: &ReadPool, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let (room, span) = (Arc::clone(&self.room), Span::current());
        pool.send(Box::new(move |connection: Result<&Connection>| {
            let read = span.in_scope(|| connection.and_then(|open| read_snapshot(open, job)));
            let _ = answer.send(read.map_err(|error| room.judge(error)));
        }))?;
        answered
            .await
            .unwrap_or_else(|_| Err(Error::internal("a read job panicked")))
    }

    pub fn read_blocking<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = crossbeam_channel::bounded(1);
        let (room, span) = (Arc::clone(&self.room), Span::current());
        self.quick
            .send(Box::new(move |connection: Result<&Connection>| {
                let read = span.in_scope(|| connection.and_then(|open| read_snapshot(open, job)));
                let _ = answer.send(read.map_err(|error| room.judge(error)));
            }))?;
        let result = answered
            .recv()
            .unwrap_or_else(|_| Err(Error::internal("a read job panicked")));
        self.noticed(result)
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
