//! Pool of read-only connections, one thread each, opened lazily and closed when idle.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use rusqlite::Connection;

use super::fair_queue::FairQueue;
use super::job::Read;
use super::open;
use super::read_log::ReadLog;
use super::writer::execute;
use crate::base::clock::instant;
use crate::base::threads;
use crate::error::{Error, Result};

/// One turn of a connection.
pub(super) enum Turn {
    Read(Read),
    /// The search that is next when the turn comes.
    Next(Arc<FairQueue<IpAddr, Read>>),
}

impl Turn {
    fn run(self, connection: Result<&Connection>) {
        match self {
            Self::Read(read) => read.run(connection),
            Self::Next(queue) => {
                if let Some(read) = queue.next() {
                    read.run(connection);
                }
            }
        }
    }
}

/// A thread without work for this long ends and closes its connection.
const IDLE: Duration = Duration::from_secs(30);
/// Virtual machine instructions between two checks of the deadline.
const STEPS: i32 = 20_000;

pub struct ReadPool {
    queue: Sender<Turn>,
    jobs: Receiver<Turn>,
    path: PathBuf,
    threads: Arc<AtomicUsize>,
    busy: Arc<AtomicUsize>,
    most: usize,
    within: Duration,
    log: ReadLog,
}

impl ReadPool {
    /// A pool of at most `most` threads, with the time limit `within` per read.
    pub fn new(path: &Path, most: usize, within: Duration, log: &ReadLog) -> Self {
        let (queue, jobs) = unbounded();
        Self {
            queue,
            jobs,
            path: path.to_owned(),
            threads: Arc::default(),
            busy: Arc::default(),
            most,
            within,
            log: log.clone(),
        }
    }

    pub(super) fn send(&self, job: Turn) -> Result<()> {
        // Counted before it is queued, so that a thread about to end sees it.
        let waiting = self.busy.fetch_add(1, Ordering::AcqRel) + 1;
        self.queue
            .send(job)
            .map_err(|_| Error::internal("the readers are gone"))?;
        let threads = self.threads.load(Ordering::Acquire);
        if threads < self.most
            && threads < waiting
            && self
                .threads
                .compare_exchange(threads, threads + 1, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
        {
            self.start()?;
        }
        Ok(())
    }

    fn start(&self) -> Result<()> {
        let (jobs, path) = (self.jobs.clone(), self.path.clone());
        let (threads, busy) = (Arc::clone(&self.threads), Arc::clone(&self.busy));
        let (within, log) = (self.within, self.log.clone());
        Ok(threads::spawn("reader", move || {
            run(&jobs, (&path, within), (&threads, &busy), &log);
        })?)
    }
}

/// A job that is being run, or refused; counted as long as it is, also where it panics.
struct Busy<'b>(&'b AtomicUsize);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Ends when there is nothing to do for a while. After a panic it is called again, with a new connection.
fn run(
    jobs: &Receiver<Turn>,
    (path, within): (&Path, Duration),
    (threads, busy): (&AtomicUsize, &AtomicUsize),
    log: &ReadLog,
) {
    let begun = instant();
    let deadline = Arc::new(AtomicU64::new(u64::MAX));
    let mut connection: Option<Connection> = None;
    loop {
        let Ok(job) = jobs.recv_timeout(IDLE) else {
            threads.fetch_sub(1, Ordering::AcqRel);
            // A job queued at the same moment must not wait for the next one to start a thread.
            if busy.load(Ordering::Acquire) > 0 && !jobs.is_empty() {
                threads.fetch_add(1, Ordering::AcqRel);
                continue;
            }
            return;
        };
        let _busy = Busy(busy);
        if connection.is_none() {
            match watched(path, begun, &deadline) {
                Ok(opened) => connection = Some(opened),
                Err(error) => {
                    job.run(Err(error));
                    continue;
                }
            }
        }
        let until = u64::try_from((begun.elapsed() + within).as_millis()).unwrap_or(u64::MAX);
        deadline.store(until, Ordering::Relaxed);
        if let Some(connection) = &mut connection {
            let logged = log.begin(connection);
            if catch_unwind(AssertUnwindSafe(|| job.run(Ok(connection)))).is_err() {
                tracing::error!("a read job panicked");
                end(connection);
            }
            if let Err(error) = logged.and_then(|()| ReadLog::end(connection)) {
                tracing::error!(%error, "the tables of a read were not recorded");
            }
        }
    }
}

/// Runs a job in a read transaction, so that all its reads see one snapshot: a list, its included rows, and their
/// count. The transaction has ended when this returns, so that the caller may close the file.
pub fn read_snapshot<T>(
    connection: &Connection,
    job: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    begin(connection)?;
    let result = job(connection);
    end(connection);
    result
}

#[inline(never)]
fn begin(connection: &Connection) -> Result<()> {
    execute(connection, "begin")
}

/// Separate function, as is `begin`, to avoid a copy per type of job.
#[inline(never)]
fn end(connection: &Connection) {
    let has_ended = || connection.is_autocommit() || execute(connection, "commit").is_ok();
    // The deadline of a read that took too long may interrupt the first attempt as well.
    if !has_ended() && !has_ended() {
        tracing::error!("a read stays open");
    }
}

fn watched(path: &Path, begun: Instant, deadline: &Arc<AtomicU64>) -> Result<Connection> {
    let mut connection = open::readable(path)?;
    let deadline = Arc::clone(deadline);
    connection.progress_handler(
        STEPS,
        Some(move || begun.elapsed().as_millis() > u128::from(deadline.load(Ordering::Relaxed))),
    )?;
    Ok(connection)
}
