//! Threads and tasks that have to go on: one that panics is started again, and it is counted that it was. Callers that
//! waited for the one that panicked get an error, because their channel ends with its work.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;

use crate::base::clock::instant;

/// Within this time so many panics count as a fault that does not pass by itself.
const WITHIN: Duration = Duration::from_mins(1);
const TOO_MANY: usize = 3;
/// Between a panic and the next start, so that one that panics at once does not spin.
const PAUSE: Duration = Duration::from_millis(if cfg!(test) { 1 } else { 50 });

/// A task that ends with what holds this.
pub struct AbortOnDrop(pub tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

static RESTARTS: Mutex<Restarts> = Mutex::new(Restarts {
    total: 0,
    latest: [None; TOO_MANY],
});

struct Restarts {
    total: u64,
    latest: [Option<Instant>; TOO_MANY],
}

/// How often a thread was started again since the start, and whether that goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadState {
    pub restarted: u64,
    pub is_failing: bool,
}

pub fn state() -> ThreadState {
    let restarts = RESTARTS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_recent = |at: &Option<Instant>| at.is_some_and(|at| at.elapsed() < WITHIN);
    ThreadState {
        restarted: restarts.total,
        is_failing: restarts.latest.iter().all(is_recent),
    }
}

/// Starts a thread that works until `work` returns, and again whenever it panics.
pub fn spawn(name: &'static str, work: impl Fn() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            while catch_unwind(AssertUnwindSafe(&work)).is_err() {
                restarted(name);
                thread::sleep(PAUSE);
            }
        })
        .map(|_| ())
}

/// Runs the future that `make` gives, and another one whenever it panics.
pub async fn keep_on<F: Future<Output = ()>>(name: &'static str, make: impl Fn() -> F) {
    while caught(name, make()).await.is_none() {
        tokio::time::sleep(PAUSE).await;
    }
}

/// Runs a future to its end; `None` if it panicked.
pub async fn caught<T>(name: &'static str, work: impl Future<Output = T>) -> Option<T> {
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    if outcome.is_err() {
        restarted(name);
    }
    outcome.ok()
}

fn restarted(name: &str) {
    {
        let mut restarts = RESTARTS.lock().unwrap_or_else(PoisonError::into_inner);
        restarts.total += 1;
        restarts.latest.rotate_left(1);
        if let Some(last) = restarts.latest.last_mut() {
            *last = Some(instant());
        }
    }
    tracing::error!(thread = name, "a thread panicked, and was started again");
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn what_panics_is_started_again_and_counted() {
        let before = state().restarted;
        let (sender, done) = std::sync::mpsc::channel();
        let starts = AtomicU32::new(0);
        spawn("test", move || {
            let start = starts.fetch_add(1, Ordering::Relaxed);
            assert!(start == 2, "a test panics twice");
            let _ = sender.send(start);
        })
        .unwrap();
        assert_eq!(done.recv_timeout(Duration::from_secs(5)), Ok(2));
        assert!(state().restarted >= before + 2);
    }

    #[tokio::test]
    async fn a_task_that_panics_is_started_again_and_counted() {
        let before = state().restarted;
        let starts = AtomicU32::new(0);
        let work = || async {
            assert!(
                starts.fetch_add(1, Ordering::Relaxed) == 2,
                "a test panics twice"
            );
        };
        keep_on("test", work).await;
        assert_eq!(starts.load(Ordering::Relaxed), 3);
        assert!(state().restarted >= before + 2);
    }
}
