//! WAL checkpoints, run on a thread of their own, so that the writer does not wait for them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::{Receiver, Sender, bounded};
use rusqlite::Connection;

use super::open;
use crate::base::threads;
use crate::error::Result;

/// Checkpoint interval in pages: 16 MB. A burst of writes modifies the same index pages repeatedly; each is copied to
/// the database file once per checkpoint.
const EVERY: i32 = 4_000;
/// Limit at which the writer checkpoints itself, if its load leaves no moment in which the WAL could restart: 64 MB.
const AT_MOST: i32 = 4 * EVERY;

/// The WAL of one database file.
pub struct Log {
    turn: Arc<Mutex<()>>,
}

impl Log {
    /// Watches the WAL of the file that the writer's `connection` has open.
    pub fn watch(connection: &mut Connection, path: &Path) -> Result<Self> {
        let turn = Arc::new(Mutex::new(()));
        let (path, theirs) = (path.to_owned(), Arc::clone(&turn));
        let mut helper: Option<Sender<()>> = None;
        let mut next = EVERY;
        connection.wal_hook(Some(
            move |log: &mut rusqlite::hooks::Wal, pages: std::ffi::c_int| {
                if pages + EVERY < next {
                    // The WAL has restarted.
                    next = EVERY;
                }
                if pages >= AT_MOST {
                    let _turn = lock(&theirs);
                    // Committed data is safe in the WAL; if a reader still uses old pages, the next checkpoint
                    // retries.
                    let _ = log.checkpoint();
                } else if pages >= next {
                    next = pages + EVERY;
                    let helper =
                        helper.get_or_insert_with(|| help(path.clone(), Arc::clone(&theirs)));
                    let _ = helper.try_send(());
                }
                Ok(())
            },
        ))?;
        Ok(Self { turn })
    }

    /// No checkpoint runs while this guard is held.
    pub fn alone(&self) -> MutexGuard<'_, ()> {
        lock(&self.turn)
    }
}

fn lock(turn: &Mutex<()>) -> MutexGuard<'_, ()> {
    turn.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checkpoint thread, started on first use; lives as long as the writer.
fn help(path: PathBuf, turn: Arc<Mutex<()>>) -> Sender<()> {
    let (sender, called) = bounded(1);
    let started = threads::spawn("log", move || work(&path, &turn, &called));
    if let Err(error) = started {
        tracing::warn!(%error, "the log of a file is not emptied beside the writer");
    }
    sender
}

fn work(path: &Path, turn: &Mutex<()>, called: &Receiver<()>) {
    let mut connection = None;
    while called.recv().is_ok() {
        let _turn = lock(turn);
        if let Err(error) = empty(path, &mut connection) {
            // Retried later; the writer checkpoints when the WAL reaches its limit.
            tracing::warn!(file = %path.display(), %error, "the log of a file was not emptied beside the writer");
            connection = None;
        }
    }
}

fn empty(path: &Path, connection: &mut Option<Connection>) -> Result<()> {
    let connection = match connection {
        Some(connection) => connection,
        none => none.insert(open::beside(path)?),
    };
    Ok(connection.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()))?)
}
