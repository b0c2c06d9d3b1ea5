//! One database file: one writer with group commit, some readers in three lanes, and a stamp per table that every
//! cache hangs on. The only opener of database files; knows no table by name.

mod checkpoint;
mod disk_space;
mod fair_queue;
pub mod offline_file;
mod open;
mod read_pool;
pub mod registry;
mod table_versions;
mod writer;

use std::cell::Cell;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::base::clock::{Clock, instant};
use crate::error::{Code, Error, Result, is_damage, is_out_of_room};

pub use crate::db::table_versions::TableVersion;

use crate::db::disk_space::Room;
use crate::db::fair_queue::Turns;
use crate::db::read_pool::{Job, ReadPool, read_snapshot};
use crate::db::table_versions::TableVersions;
use writer::{Done, Writer};

/// A connection inside the writer's transaction, and the one moment that all of the transaction's work shares.
pub struct Tx<'c> {
    connection: &'c Connection,
    now: &'c str,
    notes: Cell<u32>,
    impersonator_id: Cell<Option<i64>>,
}

impl<'c> Tx<'c> {
    fn new(connection: &'c Connection, now: &'c str) -> Self {
        Self {
            connection,
            now,
            notes: Cell::new(0),
            impersonator_id: Cell::new(None),
        }
    }

    /// RFC 3339, UTC.
    pub fn now(&self) -> &str {
        self.now
    }

    /// How often this job has said what it did.
    pub fn notes(&self) -> u32 {
        self.notes.get()
    }

    /// The job has said what it did.
    pub fn noted(&self) {
        self.notes.set(self.notes.get().saturating_add(1));
    }

    /// Who acts in another's name in this job, if anybody does.
    pub fn impersonator_id(&self) -> Option<i64> {
        self.impersonator_id.get()
    }

    pub fn is_by(&self, impersonator_id: Option<i64>) {
        self.impersonator_id.set(impersonator_id);
    }
}

impl std::ops::Deref for Tx<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

/// How long a look at the file for changes of other programs is believed.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// No read may run longer.
const READ_WITHIN: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });
/// No search may run longer, nor wait longer for its turn.
const SEARCH_WITHIN: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 3 });

pub struct Db {
    path: PathBuf,
    writer: Writer,
    quick: ReadPool,
    searches: ReadPool,
    turns: Arc<Turns<IpAddr, Job>>,
    slow: ReadPool,
    table_versions: Arc<TableVersions>,
    room: Arc<Room>,
    opened: Instant,
    looked: AtomicU64,
    is_damaged: AtomicBool,
}

impl Db {
    /// Opens the file, makes it if it is not there, and brings its schema up to date before anything else sees it.
    pub fn open(path: &Path, clock: Clock) -> Result<Self> {
        let connection = open::writable(path)?;
        let table_versions = Arc::new(TableVersions::of(&connection)?);
        let room = Arc::new(Room::beside(path));
        Ok(Self {
            path: path.to_owned(),
            quick: ReadPool::new(path, 2, READ_WITHIN),
            searches: ReadPool::new(path, 2, SEARCH_WITHIN),
            turns: Arc::new(Turns::new()),
            slow: ReadPool::new(path, 1, READ_WITHIN),
            writer: Writer::new(
                connection,
                path,
                (Arc::clone(&table_versions), Arc::clone(&room)),
                clock,
            )?,
            table_versions,
            room,
            opened: instant(),
            looked: AtomicU64::new(0),
            is_damaged: AtomicBool::new(false),
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True once something in the file could not be read as what it should be.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// Says of a damaged file that it is one, the first time.
    fn noticed<T>(&self, result: Result<T>) -> Result<T> {
        if let Err(Error::Damaged(text)) = &result
            && !self.is_damaged.swap(true, Ordering::Relaxed)
        {
            tracing::error!(file = %self.path.display(), error = %text, "this file is damaged");
        }
        result
    }

    /// True while the disk has no room for what is written: what nobody waits for is put off.
    pub fn is_out_of_room(&self) -> bool {
        self.room.is_out()
    }

    /// Whether there is room again: asked of the disk, and then of the file itself.
    pub async fn look_for_room(&self) {
        let room = Arc::clone(&self.room);
        let has_room = tokio::task::spawn_blocking(move || room.try_file());
        if !matches!(has_room.await, Ok(Ok(()))) {
            return;
        }
        // The same number as before, and yet a page that goes to the log.
        let written = self.write(|tx| {
            let schema: i64 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
            Ok(tx.pragma_update(None, "user_version", schema)?)
        });
        if written.await.is_ok() {
            self.room.is_back();
        }
    }

    /// The folder of pictures and documents beside the file.
    pub fn uploads(&self) -> PathBuf {
        self.path.with_file_name("uploads")
    }

    /// Runs `job` in the writer's transaction. `Err` or a panic undoes this job alone.
    /// The answer comes after the commit, never before.
    pub async fn write<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.writer.send(Box::new(move |tx: Result<&Tx>| {
            let result = tx.and_then(job);
            Done {
                failure: result.as_ref().err().cloned(),
                answer: Box::new(move |committed| {
                    // A caller that went away does not undo what it asked for.
                    let _ = answer.send(committed.and(result));
                }),
            }
        }))?;
        let result = answered
            .await
            .unwrap_or_else(|_| Err(Error::internal("a write job panicked")));
        self.noticed(result)
    }

    /// `write` for the command line and for start-up, where nothing is asynchronous.
    pub fn write_blocking<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Tx) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = crossbeam_channel::bounded(1);
        self.writer.send(Box::new(move |tx: Result<&Tx>| {
            let result = tx.and_then(job);
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

    /// Runs a short query on a read-only connection. Everything that `job` reads is of one moment.
    pub async fn read<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.noticed(Self::read_on(&self.quick, job).await)
    }

    /// Runs a search for who asks from `asker`, in a lane of its own in which the askers take turns. One that has waited or
    /// run for too long is `TimedOut`; one that nobody waits for any longer is not run.
    pub async fn search<T, F>(&self, asker: IpAddr, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let asked = instant();
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
            let _ = answer.send(
                connection
                    .and_then(in_time)
                    .and_then(|open| read_snapshot(open, job)),
            );
        });
        self.turns.add(asker, piece)?;
        // As many turns as there are pieces, and each takes the piece whose turn it is by then.
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

    /// Runs a report or an export, in a lane of its own so that it never holds up a short query; of one
    /// moment too, and the log keeps what was written since until the job is done.
    pub async fn read_slow<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        self.noticed(Self::read_on(&self.slow, job).await)
    }

    async fn read_on<T, F>(pool: &ReadPool, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        pool.send(Box::new(move |connection: Result<&Connection>| {
            let _ = answer.send(connection.and_then(|open| read_snapshot(open, job)));
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
        self.quick
            .send(Box::new(move |connection: Result<&Connection>| {
                let _ = answer.send(connection.and_then(|open| read_snapshot(open, job)));
            }))?;
        let result = answered
            .recv()
            .unwrap_or_else(|_| Err(Error::internal("a read job panicked")));
        self.noticed(result)
    }

    /// Rewrites the file so that nothing of what was deleted is left in it or in its log.
    pub async fn rewrite(&self) -> Result<()> {
        let rewrite = self.writer.rewrite();
        tokio::task::spawn_blocking(rewrite)
            .await
            .map_err(Error::internal)?
    }

    /// What stands in `tables` now, as one number: equal stamps, equal contents. Read it *before* the query whose
    /// answer is to be kept. Changes by another program are seen within `LOOK_EVERY`.
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

/// Translates what `SQLite` says of a busy or interrupted statement; everything else is our fault.
fn translate(error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::OperationInterrupted) => Code::TimedOut.into(),
        Some(rusqlite::ErrorCode::DatabaseBusy) => Code::Maintenance.into(),
        _ if is_out_of_room(error) => Code::InsufficientStorage.into(),
        _ if is_damage(error) => Error::Damaged(format!("database: {error}").into()),
        _ => Error::internal(format!("database: {error}")),
    }
}

#[cfg(test)]
mod tests;
