//! Single writer of a database file with group commit. Queued jobs run in one transaction with one sync to disk, each
//! in its own savepoint; no caller is answered before the commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use rusqlite::Connection;
use rusqlite::limits::Limit;

use super::Tx;
use super::job::{Done, Erased, Write};
use crate::base::clock::{Clock, instant};
use crate::base::metrics;
use crate::base::threads;
use crate::db::checkpoint::Log;
use crate::db::disk_space::Room;
use crate::db::fence::{Fence, Fenced};
use crate::db::table_versions::TableVersions;
use crate::error::{Code, Error, Result};

/// Maximum number of jobs per commit.
const GROUP: usize = 256;

/// Gets what the jobs of a group announced, after its commit.
pub(super) type Listener = Box<dyn Fn(Vec<Erased>) + Send + Sync>;

pub struct Writer {
    queue: Sender<Write>,
    shared: Arc<Shared>,
}

struct Shared {
    connection: Mutex<State>,
    log: Log,
    table_versions: Arc<TableVersions>,
    room: Arc<Room>,
    fenced: Fenced,
    clock: Clock,
    listener: OnceLock<Listener>,
}

struct State {
    connection: Connection,
    /// `SQLite`'s `data_version`, which changes on commits by other connections only.
    data_version: i64,
}

impl Writer {
    pub fn new(
        mut connection: Connection,
        path: &Path,
        (table_versions, room): (Arc<TableVersions>, Arc<Room>),
        clock: Clock,
    ) -> Result<Self> {
        let log = Log::watch(&mut connection, path)?;
        let touched = Arc::clone(&table_versions);
        connection.update_hook(Some(move |_, _: &str, table: &str, _| touched.touch(table)))?;
        let data_version = data_version(&connection)?;
        let shared = Arc::new(Shared {
            connection: Mutex::new(State {
                connection,
                data_version,
            }),
            log,
            table_versions,
            room,
            fenced: Fenced::default(),
            clock,
            listener: OnceLock::new(),
        });
        let (queue, jobs) = unbounded();
        let worker = Arc::clone(&shared);
        threads::spawn("writer", move || worker.run(&jobs))?;
        Ok(Self { queue, shared })
    }

    pub(super) fn send(&self, job: Write) -> Result<()> {
        self.queue
            .send(job)
            .map_err(|_| Error::internal("the writer is gone"))
    }

    /// Number of jobs that wait for their turn.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn listen(&self, listener: Listener) {
        // A file has one listener: whoever opened it.
        let _ = self.shared.listener.set(listener);
    }

    pub(super) fn fence(&self, fence: Arc<dyn Fence>) {
        self.shared.fenced.set(fence);
    }

    /// Keeps every other writer out, those of other processes too, while `work` runs. What it reads of the file is all
    /// that was ever committed.
    ///
    /// # Errors
    /// Another process writes for longer than the time limit, or that of `work`.
    pub(super) fn alone<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let state = self.shared.lock();
        execute(&state.connection, "begin immediate")?;
        let outcome = work();
        let _ = execute(&state.connection, "rollback");
        outcome
    }

    /// Detects commits by other processes. Skipped while a group is being written: no other process can commit then,
    /// and the group itself checked when it began.
    pub fn look_for_others(&self) {
        if let Ok(mut state) = self.shared.connection.try_lock() {
            self.shared.look(&mut state);
        }
    }
}

impl Writer {
    /// Rewrites the whole file without its free pages and truncates the WAL. Writes wait meanwhile, reads do not.
    /// Fails if a reader keeps using old pages; the caller retries.
    pub fn rewrite(&self) -> impl FnOnce() -> Result<()> + Send + 'static {
        let shared = Arc::clone(&self.shared);
        move || {
            let state = shared.lock();
            // The copy is attached while it is created; nothing else ever is.
            state
                .connection
                .set_limit(Limit::SQLITE_LIMIT_ATTACHED, 1)?;
            let rewritten = state.connection.execute_batch("vacuum");
            let _alone = shared.log.alone();
            state
                .connection
                .set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
            rewritten.map_err(|error| shared.room.judge(Error::of_database(&error)))?;
            let is_busy: bool =
                state
                    .connection
                    .query_row("pragma wal_checkpoint(truncate)", [], |row| row.get(0))?;
            shared.table_versions.changed_by_another();
            if is_busy {
                return Err(Code::Maintenance.into());
            }
            Ok(())
        }
    }
}

/// Checkpoints and truncates the WAL, which the next opener would read completely. If another process uses the file,
/// that one does so.
impl Drop for Writer {
    fn drop(&mut self) {
        let state = self.shared.lock();
        let _alone = self.shared.log.alone();
        let emptied = state
            .connection
            .busy_timeout(Duration::ZERO)
            .and_then(|()| {
                state
                    .connection
                    .query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))
            });
        if let Err(error) = emptied {
            tracing::warn!(%error, "the log of a file was not emptied");
        }
    }
}

impl Shared {
    /// Ends when the last sender is gone. After a panic it is called again.
    fn run(&self, jobs: &Receiver<Write>) {
        self.tidy_up();
        let mut group = Vec::with_capacity(GROUP);
        while let Ok(first) = jobs.recv() {
            group.push(first);
            group.extend(jobs.try_iter().take(GROUP - 1));
            self.commit_together(&mut group);
        }
    }

    /// Ends the transaction in which a panic has left the connection, if any: the next one could not begin.
    fn tidy_up(&self) {
        let state = self.lock();
        if !state.connection.is_autocommit() {
            let _ = execute(&state.connection, "rollback");
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self, state: &mut State) {
        if let Ok(seen) = data_version(&state.connection)
            && seen != state.data_version
        {
            state.data_version = seen;
            self.table_versions.changed_by_another();
        }
    }

    fn commit_together(&self, group: &mut Vec<Write>) {
        let (began, size) = (instant(), group.len());
        let mut state = self.lock();
        let begun = execute(&state.connection, "begin immediate");
        self.look(&mut state);
        let connection = &state.connection;
        let before = connection.total_changes();
        let mut answers = Vec::with_capacity(group.len());
        let mut announced = Vec::new();
        // Reversed, so that `pop` takes the first job first.
        group.reverse();
        let begun = begun
            .and_then(|()| self.room.is_in_place())
            .and_then(|()| self.fenced.check());
        let result = begun.and_then(|()| {
            let now = self.clock.text();
            while let Some(job) = group.pop() {
                self.run_alone(connection, &now, job, (&mut answers, &mut announced))?;
            }
            execute(connection, "commit")?;
            // What was committed by a node that may not serve any more was never written for the one that does.
            self.fenced.check()
        });
        let result = result.map_err(|error| self.room.judge(error));
        if result.is_err() && !connection.is_autocommit() {
            // Otherwise the next group could not begin.
            let _ = execute(connection, "rollback");
        }
        let changes = connection.total_changes() - before;
        self.table_versions.committed(changes);
        metrics::commit(size, began.elapsed());
        let has_written = changes != 0;
        drop(state);
        match &result {
            Ok(()) if has_written => self.room.is_back(),
            Ok(()) => {}
            Err(error) => {
                if !self.room.look_at(error) {
                    tracing::error!(%error, "a group of writes failed");
                }
                let unrun = group.drain(..).rev();
                answers.extend(unrun.map(|job| job.run(Err(error.clone()))));
            }
        }
        let is_committed = result.is_ok();
        for answer in answers {
            answer.tell(result.clone());
        }
        if is_committed
            && !announced.is_empty()
            && let Some(listener) = self.listener.get()
        {
            listener(announced);
        }
    }

    /// Runs one job in its own savepoint. A panic affects only the job that panicked, which gets an error.
    fn run_alone(
        &self,
        connection: &Connection,
        now: &str,
        job: Write,
        (answers, announced): (&mut Vec<Done>, &mut Vec<Erased>),
    ) -> Result<()> {
        if let Err(error) = execute(connection, "savepoint job") {
            answers.push(job.run(Err(error.clone())));
            return Err(error);
        }
        let tx = Tx::new(connection, now);
        let done = catch_unwind(AssertUnwindSafe(|| job.run(Ok(&tx))));
        let failure = if let Ok(done) = done {
            let failure = done.failure();
            if failure.is_none() {
                announced.extend(tx.take_announcements());
            }
            answers.push(done);
            failure
        } else {
            tracing::error!("a write job panicked");
            Some(Error::internal("a write job panicked"))
        };
        if let Some(error) = failure {
            self.room.look_at(&error);
            if connection.is_autocommit() {
                // Some errors, such as a full disk, roll back the whole transaction, including the other jobs in it.
                return Err(error);
            }
            execute(connection, "rollback to job")?;
        }
        execute(connection, "release job")
    }
}

pub(super) fn execute(connection: &Connection, sql: &str) -> Result<()> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute([]))
        .map(|_| ())
        .map_err(|error| Error::of_database(&error))
}

fn data_version(connection: &Connection) -> Result<i64> {
    Ok(connection
        .prepare_cached("pragma data_version")?
        .query_row([], |row| row.get(0))?)
}
