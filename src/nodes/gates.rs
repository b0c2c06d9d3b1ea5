//! A gate for each tenant that moves: requests inside finish, new ones wait until it is open again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};

/// Longer than a move holds requests back.
const WITHIN: Duration = Duration::from_secs(15);

#[derive(Default)]
pub struct Gates(Mutex<HashMap<String, Arc<Gate>>>);

struct Gate {
    is_held: watch::Sender<bool>,
    inside: AtomicUsize,
    left: Notify,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            is_held: watch::Sender::new(false),
            inside: AtomicUsize::new(0),
            left: Notify::new(),
        }
    }
}

/// A request that is being answered.
pub struct Inside(Arc<Gate>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.inside.fetch_sub(1, Ordering::AcqRel);
        self.0.left.notify_waiters();
    }
}

/// Opens the gate when it is dropped.
pub struct Held(Arc<Gate>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.is_held.send_replace(false);
    }
}

impl Gates {
    fn gate(&self, tenant: &str) -> Arc<Gate> {
        let mut gates = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(gates.entry(tenant.to_owned()).or_default())
    }

    /// Waits while the gate is held. `None` if that takes too long.
    pub async fn enter(&self, tenant: &str) -> Option<Inside> {
        let gate = self.gate(tenant);
        let mut is_held = gate.is_held.subscribe();
        let entering = async {
            loop {
                let _ = is_held.wait_for(|is_held| !is_held).await;
                // Counted first: whoever holds the gate after this waits for it.
                gate.inside.fetch_add(1, Ordering::AcqRel);
                let inside = Inside(Arc::clone(&gate));
                if !*gate.is_held.borrow() {
                    return inside;
                }
            }
        };
        tokio::time::timeout(WITHIN, entering).await.ok()
    }

    /// Lets nobody in until the answer is dropped. `None` if those inside did not leave in time; the gate is open then.
    pub async fn hold(&self, tenant: &str, within: Duration) -> Option<Held> {
        let gate = self.gate(tenant);
        gate.is_held.send_replace(true);
        let held = Held(Arc::clone(&gate));
        let emptied = async {
            loop {
                let left = gate.left.notified();
                tokio::pin!(left);
                left.as_mut().enable();
                if gate.inside.load(Ordering::Acquire) == 0 {
                    return;
                }
                left.await;
            }
        };
        tokio::time::timeout(within, emptied).await.ok()?;
        Some(held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn who_is_inside_finishes_and_others_wait_until_it_is_open_again() {
        let gates = Arc::new(Gates::default());
        let inside = gates.enter("almelo").await.unwrap();
        assert!(
            gates.hold("almelo", SOON).await.is_none(),
            "somebody is inside"
        );
        let again = gates.enter("almelo").await;
        assert!(again.is_some(), "the gate opened after that");
        drop((inside, again));
        let held = gates.hold("almelo", SOON).await.unwrap();
        let waiting = tokio::spawn({
            let gates = Arc::clone(&gates);
            async move { gates.enter("almelo").await.is_some() }
        });
        assert!(gates.enter("borne").await.is_some(), "others are let in");
        tokio::time::sleep(SOON).await;
        assert!(!waiting.is_finished());
        drop(held);
        assert!(waiting.await.unwrap());
    }
}
