//! Rounds of work that is done again and again, and whoever waits for one that began after a moment and was whole.

use std::time::Duration;

use tokio::sync::watch;

/// Counts the rounds of one worker.
pub struct Rounds(watch::Sender<Counted>);

#[derive(Default)]
struct Counted {
    begun: u64,
    /// The last one that came to its end without an error.
    done: u64,
}

impl Default for Rounds {
    fn default() -> Self {
        Self(watch::Sender::new(Counted::default()))
    }
}

impl Rounds {
    /// A round begins.
    pub fn begin(&self) {
        self.0.send_modify(|counted| counted.begun += 1);
    }

    /// The round that began last is done.
    pub fn done(&self) {
        self.0.send_modify(|counted| counted.done = counted.begun);
    }

    /// Waits for a round that begins after this call. False if that takes too long.
    pub fn whole(&self, within: Duration) -> impl Future<Output = bool> + use<> {
        let mut counted = self.0.subscribe();
        let next = counted.borrow().begun + 1;
        async move {
            let done = counted.wait_for(|counted| counted.done >= next);
            matches!(tokio::time::timeout(within, done).await, Ok(Ok(_)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn a_round_that_had_begun_before_or_failed_does_not_count() {
        let rounds = Rounds::default();
        rounds.begin();
        let waiting = tokio::spawn(rounds.whole(LONG));
        rounds.done();
        rounds.begin();
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(
            !waiting.is_finished(),
            "one from before, and one that failed"
        );
        rounds.begin();
        rounds.done();
        assert!(waiting.await.unwrap());
        assert!(!rounds.whole(Duration::from_millis(1)).await);
    }
}
