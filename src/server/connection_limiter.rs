//! Limits concurrent connections per address, so that one machine cannot take them all. Addresses are held in memory
//! while connected, and never stored.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::app::limits::client_ip::network_of;

/// Minimum interval between two log lines about refusals, in seconds.
const TELL_EVERY: i64 = 60;

#[derive(Default)]
pub struct ConnectionLimiter {
    connections: Mutex<HashMap<IpAddr, usize>>,
    refusals: Mutex<Refusals>,
}

#[derive(Default)]
struct Refusals {
    untold: u64,
    told_at: Option<i64>,
}

/// A connection's slot; released on drop.
pub struct ConnectionGuard {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

impl ConnectionLimiter {
    /// `None` if `address` already holds `most` connections.
    pub fn acquire(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<ConnectionGuard> {
        let address = network_of(address);
        let mut connections = self.connections();
        let held = connections.entry(address).or_default();
        if *held >= most {
            return None;
        }
        *held += 1;
        Some(ConnectionGuard {
            limiter: Arc::clone(self),
            address,
        })
    }

    /// Counts one refusal. Returns the number since the last log line when the next one is due.
    pub fn refused(&self, now: i64) -> Option<u64> {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        refusals.untold += 1;
        if refusals.told_at.is_some_and(|told| now - told < TELL_EVERY) {
            return None;
        }
        refusals.told_at = Some(now);
        Some(std::mem::take(&mut refusals.untold))
    }

    fn connections(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut connections = self.limiter.connections();
        if let Some(held) = connections.get_mut(&self.address) {
            *held -= 1;
            if *held == 0 {
                connections.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_place_that_is_given_back_is_free_again() {
        let limiter = Arc::new(ConnectionLimiter::default());
        let first = limiter.acquire(address("192.0.2.1"), 2).unwrap();
        let _second = limiter.acquire(address("192.0.2.1"), 2).unwrap();
        assert!(limiter.acquire(address("192.0.2.1"), 2).is_none());
        assert!(limiter.acquire(address("192.0.2.2"), 2).is_some());
        drop(first);
        assert!(limiter.acquire(address("192.0.2.1"), 2).is_some());
    }

    #[test]
    fn nobody_is_remembered_who_has_left() {
        let limiter = Arc::new(ConnectionLimiter::default());
        drop(limiter.acquire(address("192.0.2.1"), 1));
        assert!(limiter.connections().is_empty());
    }

    #[test]
    fn the_addresses_of_one_home_count_as_one() {
        let limiter = Arc::new(ConnectionLimiter::default());
        let _seat = limiter.acquire(address("2001:db8:0:1::1"), 1).unwrap();
        assert!(
            limiter
                .acquire(address("2001:db8:0:1:ffff::2"), 1)
                .is_none()
        );
        assert!(limiter.acquire(address("2001:db8:0:2::1"), 1).is_some());
    }

    #[test]
    fn refusals_are_told_together() {
        let limiter = ConnectionLimiter::default();
        assert_eq!(limiter.refused(1_000), Some(1));
        assert_eq!(limiter.refused(1_001), None);
        assert_eq!(limiter.refused(1_059), None);
        assert_eq!(limiter.refused(1_060), Some(3));
        assert_eq!(limiter.refused(1_061), None);
    }
}
