//! What is in the log goes into the file beside the writer, on a thread of its own: whoever writes does not wait for it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use rusqlite::Connection;

use super::open;
use crate::error::Result;

/// In pages, 16 MB. A burst of writes touches the same pages of its indexes again and again: from one time to the next
/// each of them goes into the file once.
const EVERY: i32 = 4_000;
/// Where writers leave no moment in which the log could begin anew, they wait: 64 MB.
const AT_MOST: i32 = 4 * EVERY;

/// The log of one file.
pub struct Log {
    turn: Arc<Mutex<()>>,
}

impl Log {
    /// Of the file that the writer's `connection` has open.
    pub fn watch(connection: &mut Connection, path: &Path) -> Result<Self> {
        let turn = Arc::new(Mutex::new(()));
        let (path, theirs) = (path.to_owned(), Arc::clone(&turn));
        let mut helper: Option<Sender<()>> = None;
        let mut next = EVERY;
        connection.wal_hook(Some(
            move |log: &mut rusqlite::hooks::Wal, pages: std::ffi::c_int| {
                if pages + EVERY < next {
                    // It has begun anew.
                    next = EVERY;
                }
                if pages >= AT_MOST {
                    let _turn = lock(&theirs);
                    // What is written is safe in the log; where somebody still reads old pages, the next one tries again.
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

    /// Nothing goes into the file while this is held.
    pub fn alone(&self) -> MutexGuard<'_, ()> {
        lock(&self.turn)
    }
}

fn lock(turn: &Mutex<()>) -> MutexGuard<'_, ()> {
    turn.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread for as long as the writer lives, made when there is something to do for the first time.
fn help(path: PathBuf, turn: Arc<Mutex<()>>) -> Sender<()> {
    let (sender, called) = bounded(1);
    let started = thread::Builder::new()
        .name("log".to_owned())
        .spawn(move || work(&path, &turn, &called));
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
            // It is tried again; the writer does it when the log is at its longest.
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
