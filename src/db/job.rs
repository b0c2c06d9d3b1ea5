//! Jobs on their way to a connection. What a caller's closure returns travels as `Any`: queueing, deadlines,
//! transactions and answers are compiled once, and only boxing a closure and taking its value is generic.

use std::any::Any;
use std::future::Future;
use std::marker::PhantomData;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::oneshot;
use tracing::Span;

use super::Tx;
use crate::db::disk_space::Room;
use crate::db::read_pool::read_snapshot;
use crate::error::{Code, Error, Result};

/// The value of a job, whatever its type.
pub type Erased = Box<dyn Any + Send>;
pub type ReadWork = Box<dyn FnOnce(&Connection) -> Result<Erased> + Send>;
pub type WriteWork = Box<dyn FnOnce(&Tx) -> Result<Erased> + Send>;

/// A value as `Any`.
pub fn erased<T: Send + 'static>(value: T) -> Erased {
    Box::new(value)
}

/// The value of a job that was erased as `T`.
pub fn typed<T: 'static>(value: Erased) -> Result<T> {
    match value.downcast() {
        Ok(value) => Ok(*value),
        Err(_) => Err(Error::internal("a job returned a value of another type")),
    }
}

pub fn read_work<T: Send + 'static>(
    job: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
) -> ReadWork {
    Box::new(move |connection| job(connection).map(erased))
}

pub fn write_work<T: Send + 'static>(
    job: impl FnOnce(&Tx) -> Result<T> + Send + 'static,
) -> WriteWork {
    Box::new(move |tx| job(tx).map(erased))
}

/// A check on the connection of a read, before it runs.
pub trait Admission: Send + Sync {
    fn admit(self: Arc<Self>, connection: &Connection) -> Result<()>;
}

/// The connections that a read runs on.
#[derive(Debug, Clone, Copy)]
pub enum Lane {
    /// For short queries.
    Quick,
    /// For the searches of a client, by its address: clients are served round-robin.
    Search(IpAddr),
    /// For reports and exports, which never delay short queries.
    Slow,
}

/// What errors say about the file: that its disk is full, or that it is damaged.
pub(super) struct Faults {
    pub room: Arc<Room>,
    file: PathBuf,
    is_damaged: AtomicBool,
}

impl Faults {
    pub fn of(file: &Path, room: Arc<Room>) -> Self {
        Self {
            room,
            file: file.to_owned(),
            is_damaged: AtomicBool::new(false),
        }
    }

    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    /// The error as its caller gets it. Corruption is logged once per file.
    fn judge(&self, error: Error) -> Error {
        // A file that was found damaged is not read completely for each further error.
        if self.is_damaged() && matches!(error, Error::Damaged(_)) {
            return error;
        }
        let error = self.room.judge(error);
        self.notice(&error);
        error
    }

    fn notice(&self, error: &Error) {
        if let Error::Damaged(text) = error
            && !self.is_damaged.swap(true, Ordering::Relaxed)
        {
            tracing::error!(file = %self.file.display(), error = %text, "this file is damaged");
        }
    }
}

/// Where the outcome of a job goes.
pub(super) enum Asker {
    Task(oneshot::Sender<Result<Erased>>),
    Thread(crossbeam_channel::Sender<Result<Erased>>),
    /// Panics when it is told, in the thread of the connection itself.
    #[cfg(test)]
    Panicking,
}

impl Asker {
    /// True if nobody waits any longer.
    fn is_gone(&self) -> bool {
        match self {
            Self::Task(sender) => sender.is_closed(),
            Self::Thread(_) => false,
            #[cfg(test)]
            Self::Panicking => false,
        }
    }

    /// A caller that no longer waits does not undo its change.
    fn tell(self, outcome: Result<Erased>) {
        match self {
            Self::Task(sender) => drop(sender.send(outcome)),
            Self::Thread(sender) => drop(sender.send(outcome)),
            #[cfg(test)]
            Self::Panicking => panic!("a test"),
        }
    }
}

/// A read, in the caller's span of the log.
pub(super) struct Read {
    pub work: ReadWork,
    pub admission: Option<Arc<dyn Admission>>,
    pub asker: Asker,
    pub faults: Arc<Faults>,
    pub span: Span,
    /// How long it may wait, and since when it does. It is skipped if its caller no longer waits.
    pub patience: Option<(Instant, Duration)>,
}

impl Read {
    pub fn run(self, connection: Result<&Connection>) {
        let Self {
            work,
            admission,
            asker,
            faults,
            span,
            patience,
        } = self;
        if patience.is_some() && asker.is_gone() {
            return;
        }
        let outcome = span.in_scope(|| {
            let connection = connection?;
            if patience.is_some_and(|(since, within)| since.elapsed() >= within) {
                return Err(Code::TimedOut.into());
            }
            read_snapshot(connection, |connection| {
                if let Some(admission) = admission {
                    admission.admit(connection)?;
                }
                work(connection)
            })
        });
        asker.tell(outcome.map_err(|error| faults.judge(error)));
    }
}

/// A change, in the caller's span of the log.
pub(super) struct Write {
    pub work: WriteWork,
    pub asker: Asker,
    pub faults: Arc<Faults>,
    pub span: Span,
}

/// A change that has run and waits for the commit.
pub(super) struct Done {
    outcome: Result<Erased>,
    asker: Asker,
    faults: Arc<Faults>,
}

impl Write {
    /// Runs it in the transaction, or tells it the error for which there is none.
    pub fn run(self, tx: Result<&Tx>) -> Done {
        let Self {
            work,
            asker,
            faults,
            span,
        } = self;
        let outcome = span
            .in_scope(|| tx.and_then(work))
            .map_err(|error| faults.judge(error));
        Done {
            outcome,
            asker,
            faults,
        }
    }
}

impl Done {
    /// The error for which its savepoint is rolled back.
    pub fn failure(&self) -> Option<Error> {
        self.outcome.as_ref().err().cloned()
    }

    /// Answers the caller, after the commit.
    pub fn tell(self, committed: Result<()>) {
        if let Err(error) = &committed {
            self.faults.notice(error);
        }
        self.asker.tell(committed.and(self.outcome));
    }
}

/// The value of a job of any type, once there is one.
pub struct Pending(State);

enum State {
    Queued(oneshot::Receiver<Result<Erased>>),
    Refused(Option<Error>),
}

impl Pending {
    /// A job is queued at once, whether or not its outcome is awaited.
    pub(super) fn new(queue: impl FnOnce(Asker) -> Result<()>) -> Self {
        let (answer, answered) = oneshot::channel();
        Self(match queue(Asker::Task(answer)) {
            Ok(()) => State::Queued(answered),
            Err(error) => State::Refused(Some(error)),
        })
    }

    pub fn typed<T>(self) -> Outcome<T> {
        Outcome(self, PhantomData)
    }
}

impl Future for Pending {
    type Output = Result<Erased>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            State::Queued(answered) => Poll::Ready(
                ready!(Pin::new(answered).poll(context))
                    .unwrap_or_else(|_| Err(Error::internal("a job panicked"))),
            ),
            State::Refused(error) => Poll::Ready(Err(error
                .take()
                .unwrap_or_else(|| Error::internal("a job was awaited twice")))),
        }
    }
}

/// The outcome of a job that returns a `T`, for who awaits it.
#[must_use = "a job whose outcome nobody awaits may fail unnoticed"]
pub struct Outcome<T>(Pending, PhantomData<fn() -> T>);

impl<T: 'static> Future for Outcome<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(ready!(Pin::new(&mut self.0).poll(context)).and_then(typed))
    }
}

/// Waits for a job on a thread without a runtime.
pub(super) fn wait<T: 'static>(queue: impl FnOnce(Asker) -> Result<()>) -> Result<T> {
    let (answer, answered) = crossbeam_channel::bounded(1);
    queue(Asker::Thread(answer))?;
    answered
        .recv()
        .unwrap_or_else(|_| Err(Error::internal("a job panicked")))
        .and_then(typed)
}
