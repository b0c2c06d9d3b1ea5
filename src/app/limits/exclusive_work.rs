//! Memory-intensive work, one at a time per tenant: one more request waits, further ones are refused.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::{Code, Result};

/// Longest time that a request waits.
const PATIENCE: Duration = Duration::from_secs(20);
/// The running request and the waiting one.
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

/// Held until the work ends, including work on another thread that nobody waits for any more.
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
