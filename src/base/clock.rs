//! The only reader of the system's clock. Everything that depends on time gets a `Clock` or a moment passed in.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};

/// Tells the time. A fixed clock is moved by hand, so that tests own the time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    fixed: Option<Arc<AtomicI64>>,
}

impl Clock {
    pub fn system() -> Self {
        Self { fixed: None }
    }

    /// A clock that stands still at `at` until `advance` is called.
    pub fn fixed(at: Timestamp) -> Self {
        Self {
            fixed: Some(Arc::new(AtomicI64::new(at.as_second()))),
        }
    }

    pub fn advance(&self, by: SignedDuration) {
        if let Some(fixed) = &self.fixed {
            fixed.fetch_add(by.as_secs(), Ordering::SeqCst);
        }
    }

    /// The present moment in whole seconds.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the clock"
    )]
    pub fn now(&self) -> Timestamp {
        let second = match &self.fixed {
            Some(fixed) => fixed.load(Ordering::SeqCst),
            None => Timestamp::now().as_second(),
        };
        Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The present moment as it is stored: RFC 3339, UTC.
    pub fn text(&self) -> String {
        self.now().to_string()
    }
}

/// For measuring how long something takes here. No part of what is stored or answered, so no clock of a test moves it.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the clock"
)]
pub fn instant() -> Instant {
    Instant::now()
}

/// `at` plus a duration, as it is stored.
pub fn later(at: &str, by: SignedDuration) -> String {
    at.parse::<Timestamp>()
        .ok()
        .and_then(|at| at.checked_add(by).ok())
        .map_or_else(|| at.to_owned(), |at| at.to_string())
}

/// From one stored moment to another.
pub fn seconds_until(from: &str, to: &str) -> i64 {
    let second = |at: &str| at.parse::<Timestamp>().map_or(0, Timestamp::as_second);
    second(to) - second(from)
}

pub const fn days(n: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * n)
}

/// `at` so many calendar months later, or earlier; the last day of a month where the day does not exist.
pub fn months(at: &str, count: i32) -> String {
    at.parse::<Timestamp>()
        .ok()
        .map(|at| at.to_zoned(jiff::tz::TimeZone::UTC))
        .and_then(|at| at.checked_add(jiff::Span::new().months(count)).ok())
        .map_or_else(|| at.to_owned(), |at| at.timestamp().to_string())
}
