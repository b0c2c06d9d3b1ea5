//! Work that takes much memory, one at a time for each tenant: the next one waits, and whoever comes after that is told
//! so.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::{Code, Result};

/// How long the next one waits.
const PATIENCE: Duration = Duration::from_secs(20);
/// The one that works, and the one that waits.
const SEATS: usize = 2;

#[derive(Debug)]
pub struct Turns {
    seats: Arc<Semaphore>,
    turn: Arc<Semaphore>,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            seats: Arc::new(Semaphore::new(SEATS)),
            turn: Arc::new(Semaphore::new(1)),
        }
    }
}

/// Held as long as the work goes on, also where nobody waits for it any more: what works in another thread holds it too.
#[derive(Debug, Clone)]
pub struct SingleFlight {
    _both: Arc<[OwnedSemaphorePermit; 2]>,
}

impl Turns {
    pub async fn take(&self) -> Result<SingleFlight> {
        let seat = Arc::clone(&self.seats).try_acquire_owned();
        let seat = seat.map_err(|_| Code::ImportBusy)?;
        let turn = timeout(PATIENCE, Arc::clone(&self.turn).acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or(Code::ImportBusy)?;
        Ok(SingleFlight {
            _both: Arc::new([seat, turn]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn one_works_the_next_waits_and_others_are_told_so() {
        let turns = Arc::new(Turns::default());
        let first = turns.take().await.unwrap();
        let elsewhere = first.clone();
        let waiting = Arc::clone(&turns);
        let next = tokio::spawn(async move { waiting.take().await });
        while turns.seats.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(turns.take().await.unwrap_err().is(Code::ImportBusy));
        drop(first);
        tokio::task::yield_now().await;
        assert!(!next.is_finished(), "it still goes on in another thread");
        drop(elsewhere);
        next.await.unwrap().unwrap();
        turns.take().await.unwrap();
    }
}
