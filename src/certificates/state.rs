//! What is known of the certificate of each host, on disk in `certificates/state.json`: `doctor` reads it, and a host
//! that failed is left alone over a restart too.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::config::Config;

/// Failures of one host within an hour; authorities refuse more (Let's Encrypt: five).
const FAILURES_PER_HOUR: usize = 5;
const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// After the first failure of a host; twice as long after each further one.
const FIRST_PAUSE: SignedDuration = SignedDuration::from_mins(10);
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(24);
/// After the first order that failed for no fault of a host, such as an authority that does not answer.
const FIRST_PAUSE_OF_ORDERS: SignedDuration = SignedDuration::from_mins(1);
const LONGEST_PAUSE_OF_ORDERS: SignedDuration = SignedDuration::from_hours(1);

/// How a host proves to be ours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// In the handshake on port 443 (RFC 8737).
    #[default]
    #[serde(rename = "tls-alpn-01")]
    TlsAlpn,
    /// Under `/.well-known/acme-challenge/` on port 80 (RFC 8555, section 8.3).
    #[serde(rename = "http-01")]
    Http,
}

impl Way {
    pub fn other(self) -> Self {
        match self {
            Self::TlsAlpn => Self::Http,
            Self::Http => Self::TlsAlpn,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::TlsAlpn => "tls-alpn-01",
            Self::Http => "http-01",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub at: Timestamp,
    pub why: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HostState {
    /// End of the certificate that is served for it.
    pub not_after: Option<Timestamp>,
    /// Since when it has had a good one without a break.
    pub good_since: Option<Timestamp>,
    /// The way that worked last.
    pub way: Way,
    /// Failures of the last hour.
    pub failures: Vec<Timestamp>,
    pub failed_in_a_row: u32,
    pub last_failure: Option<Failure>,
    pub next_try: Option<Timestamp>,
}

impl HostState {
    pub fn may_be_tried(&self, now: Timestamp) -> bool {
        self.next_try.is_none_or(|next| next <= now) && self.may_fail(now)
    }

    /// True while the authority would accept one more failure.
    pub fn may_fail(&self, now: Timestamp) -> bool {
        let recent = self.failures.iter().filter(|at| now < **at + HOUR).count();
        recent < FAILURES_PER_HOUR
    }

    /// One of its ways failed.
    pub fn failed(&mut self, now: Timestamp, why: &str) {
        self.failures.retain(|at| now < *at + HOUR);
        self.failures.push(now);
        self.last_failure = Some(Failure {
            at: now,
            why: why.to_owned(),
        });
    }

    /// All of its ways failed: it is left out until its next try. `jitter` is between 0 and 1.
    pub fn give_up(&mut self, now: Timestamp, jitter: f64) {
        self.failed_in_a_row = self.failed_in_a_row.saturating_add(1);
        let pause = pause(FIRST_PAUSE, LONGEST_PAUSE, self.failed_in_a_row, jitter);
        self.next_try = Some(now + pause);
    }

    pub fn succeeded(&mut self, now: Timestamp, not_after: Timestamp, way: Way) {
        if self.not_after.is_none_or(|end| end < now) {
            self.good_since = None;
        }
        self.good_since.get_or_insert(now);
        self.not_after = Some(not_after);
        self.way = way;
        self.failed_in_a_row = 0;
        self.next_try = None;
        self.failures.clear();
        self.last_failure = None;
    }
}

/// Orders of a tenant that failed for no fault of one of its hosts.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderState {
    pub failed_in_a_row: u32,
    pub last_failure: Option<Failure>,
    pub next_try: Option<Timestamp>,
}

impl OrderState {
    pub fn failed(&mut self, now: Timestamp, why: String, at_least: SignedDuration, jitter: f64) {
        self.failed_in_a_row = self.failed_in_a_row.saturating_add(1);
        let pause = pause(
            FIRST_PAUSE_OF_ORDERS,
            LONGEST_PAUSE_OF_ORDERS,
            self.failed_in_a_row,
            jitter,
        );
        self.last_failure = Some(Failure { at: now, why });
        self.next_try = Some(now + pause.max(at_least));
    }
}

/// Twice as long each time, and up to a quarter more or less, so that many do not come back at once.
fn pause(
    first: SignedDuration,
    longest: SignedDuration,
    failed_in_a_row: u32,
    jitter: f64,
) -> SignedDuration {
    let doublings = failed_in_a_row.saturating_sub(1).min(16);
    let pause = (first * (1 << doublings)).min(longest);
    pause.mul_f64(0.75 + jitter.clamp(0.0, 1.0) / 2.0)
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    pub hosts: BTreeMap<String, HostState>,
    /// By the name of the tenant.
    pub orders: BTreeMap<String, OrderState>,
}

impl State {
    pub fn path(folder: &Path) -> PathBuf {
        folder.join("state.json")
    }

    /// `None` where there is none: TLS was never on.
    #[expect(
        clippy::disallowed_methods,
        reason = "a small note in the data folder, which no handler reads"
    )]
    pub fn read(folder: &Path) -> Option<Self> {
        let text = std::fs::read(Self::path(folder)).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

/// `certificates/` in the data folder.
pub fn folder(config: &Config) -> PathBuf {
    config.data.join("certificates")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        "2026-11-21T09:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_host_fails_five_times_an_hour_at_most() {
        let mut host = HostState::default();
        for minute in 0..5 {
            let now = now() + SignedDuration::from_mins(minute);
            assert!(host.may_fail(now));
            host.failed(now, "no address");
        }
        assert!(!host.may_be_tried(now() + SignedDuration::from_mins(59)));
        assert!(host.may_be_tried(now() + HOUR));
        host.failed(now() + HOUR, "no address");
        assert_eq!(host.failures.len(), 5);
    }

    #[test]
    fn it_is_left_alone_for_longer_each_time_and_a_day_at_most() {
        let mut host = HostState::default();
        let mut pauses = Vec::new();
        for _ in 0..12 {
            host.give_up(now(), 0.5);
            let next = host.next_try.unwrap();
            pauses.push(next.duration_since(now()).as_mins());
            assert!(!host.may_be_tried(next - SignedDuration::from_secs(1)));
            assert!(host.may_be_tried(next));
        }
        assert_eq!(pauses[..3], [10, 20, 40]);
        assert_eq!(pauses[11], 24 * 60);
        host.succeeded(now(), now() + HOUR, Way::Http);
        assert!(host.may_be_tried(now()));
        host.give_up(now(), 0.0);
        assert_eq!(host.next_try, Some(now() + FIRST_PAUSE.mul_f64(0.75)));
    }

    #[test]
    fn a_renewal_goes_on_with_the_good_days_and_a_gap_begins_anew() {
        let mut host = HostState::default();
        host.succeeded(now(), now() + HOUR * 24, Way::TlsAlpn);
        let renewed = now() + HOUR * 20;
        host.succeeded(renewed, renewed + HOUR * 24, Way::TlsAlpn);
        assert_eq!(host.good_since, Some(now()));
        let late = now() + HOUR * 100;
        host.succeeded(late, late + HOUR * 24, Way::TlsAlpn);
        assert_eq!(host.good_since, Some(late));
    }

    #[test]
    fn an_authority_that_says_how_long_to_wait_is_listened_to() {
        let mut order = OrderState::default();
        order.failed(now(), "not now".to_owned(), SignedDuration::ZERO, 0.5);
        assert_eq!(order.next_try, Some(now() + FIRST_PAUSE_OF_ORDERS));
        order.failed(now(), "too many".to_owned(), HOUR, 0.5);
        assert_eq!(order.next_try, Some(now() + HOUR));
    }
}
