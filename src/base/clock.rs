//! Clock: the only reader of the system time. Code that depends on time takes a `Clock` or a timestamp.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use jiff::{SignedDuration, Timestamp};

/// Source of the current time. A fixed clock is advanced manually, for tests.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    fixed: Option<Arc<AtomicI64>>,
}

impl Clock {
    pub fn system() -> Self {
        Self { fixed: None }
    }

    /// A clock that stays at `at` until `advance` is called.
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

    /// The current time in whole seconds.
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

    /// The current time as that of files. One that the system cannot tell is long ago.
    pub fn system_time(&self) -> SystemTime {
        SystemTime::try_from(self.now()).unwrap_or(SystemTime::UNIX_EPOCH)
    }

    /// The current time as stored: RFC 3339, UTC.
    pub fn text(&self) -> String {
        self.now().to_string()
    }
}

/// Monotonic time for measuring durations. Never stored or sent, so a test's clock does not affect it.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the clock"
)]
pub fn instant() -> Instant {
    Instant::now()
}

/// Time since the machine was started, including what it slept. No change of the clock moves it, and a process that was
/// stopped meanwhile finds it gone on.
pub fn uptime() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let nanoseconds = u32::try_from(now.tv_nsec).unwrap_or_default();
    Duration::new(now.tv_sec.unsigned_abs(), nanoseconds)
}

/// `at` plus a duration, as stored.
pub fn later(at: &str, by: SignedDuration) -> String {
    at.parse::<Timestamp>()
        .ok()
        .and_then(|at| at.checked_add(by).ok())
        .map_or_else(|| at.to_owned(), |at| at.to_string())
}

/// Seconds from one stored timestamp to another.
pub fn seconds_until(from: &str, to: &str) -> i64 {
    let second = |at: &str| at.parse::<Timestamp>().map_or(0, Timestamp::as_second);
    second(to) - second(from)
}

pub const fn days(n: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * n)
}

/// `at` plus or minus a number of calendar months; the month's last day if the day does not exist.
pub fn months(at: &str, count: i32) -> String {
    at.parse::<Timestamp>()
        .ok()
        .map(|at| at.to_zoned_datetime(jiff::tz::TimeZone::UTC))
        .and_then(|at| at.checked_add(jiff::Span::new().months(count)).ok())
        .map_or_else(|| at.to_owned(), |at| at.timestamp().to_string())
}
