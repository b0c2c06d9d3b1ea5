//! Memory-intensive work, one at a time per tenant: one more request, of somebody else, waits; further ones are refused.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::app::limits::one_per_person::{OnePerPerson, Seat};
use crate::error::{Code, Result};

/// Longest time that a request waits.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(20);
/// The running request and the waiting one.
const SEATS: usize = 2;

#[derive(Debug)]
pub struct ExclusiveWork {
    seats: Arc<Semaphore>,
    turn: Arc<Semaphore>,
    people: OnePerPerson,
}

impl Default for ExclusiveWork {
    fn default() -> Self {
        Self {
            seats: Arc::new(Semaphore::new(SEATS)),
            turn: Arc::new(Semaphore::new(1)),
            people: OnePerPerson::default(),
        }
    }
}

/// Held until the work ends, including work on another thread that nobody waits for any more.
#[derive(Debug, Clone)]
pub struct SingleFlight {
    _all: Arc<(OwnedSemaphorePermit, OwnedSemaphorePermit, Seat)>,
}

impl ExclusiveWork {
    /// The turn of a person, who has one seat, so that one person does not keep others out.
    pub async fn take(&self, person: i64) -> Result<SingleFlight> {
        let own = self.people.take(person).ok_or(Code::OwnImportBusy)?;
        let seat = Arc::clone(&self.seats).try_acquire_owned();
        let seat = seat.map_err(|_| Code::ImportBusy)?;
        let turn = timeout(QUEUE_TIMEOUT, Arc::clone(&self.turn).acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or(Code::ImportBusy)?;
        Ok(SingleFlight {
            _all: Arc::new((seat, turn, own)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn one_works_the_next_waits_and_others_are_told_so() {
        let work = Arc::new(ExclusiveWork::default());
        let first = work.take(1).await.unwrap();
        assert!(work.take(1).await.unwrap_err().is(Code::OwnImportBusy));
        let elsewhere = first.clone();
        let waiting = Arc::clone(&work);
        let next = tokio::spawn(async move { waiting.take(2).await });
        while work.seats.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(work.take(3).await.unwrap_err().is(Code::ImportBusy));
        drop(first);
        tokio::task::yield_now().await;
        assert!(!next.is_finished(), "it still goes on in another thread");
        drop(elsewhere);
        next.await.unwrap().unwrap();
        work.take(1).await.unwrap();
    }
}
