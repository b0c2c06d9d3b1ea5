//! Reports of errors to an address of the operator's choice, by the protocol of Sentry (setting `error_report_dsn`). Off
//! unless it is set. What is logged as an error becomes a report, made of fixed words and what an allow-list lets through
//! (`report`): the log has the rest, under the same request id.

mod report;
mod sender;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{Receiver, Sender, channel};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use self::report::{Fields, Report};
use self::sender::send_all;
use crate::base::clock::{Clock, instant};
use crate::base::error_target::OF_APP;
use crate::base::sentry_dsn::SentryDsn;

/// Reports that wait; more are dropped and counted.
const MOST_WAITING: usize = 100;
/// The same place is reported once in this time.
const ONCE_IN: Duration = Duration::from_mins(1);
/// Places that are remembered.
const MOST_PLACES: usize = 500;

/// Turns what is logged as an error into reports.
pub struct ErrorReports {
    queue: Sender<Report>,
    /// When each place in the program was last reported.
    reported: Mutex<HashMap<String, Instant>>,
    dropped: AtomicU64,
}

/// The reports that wait, and where they go: to be run beside the server.
pub struct Waiting {
    dsn: SentryDsn,
    queue: Receiver<Report>,
}

impl ErrorReports {
    pub fn to(dsn: SentryDsn) -> (Self, Waiting) {
        let (sender, receiver) = channel(MOST_WAITING);
        let reports = Self {
            queue: sender,
            reported: Mutex::default(),
            dropped: AtomicU64::new(0),
        };
        let waiting = Waiting {
            dsn,
            queue: receiver,
        };
        (reports, waiting)
    }

    fn is_new(&self, place: &str) -> bool {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        let now = instant();
        let last = reported.get(place).copied();
        if last.is_some_and(|last| now.duration_since(last) < ONCE_IN) {
            return false;
        }
        if reported.len() >= MOST_PLACES {
            reported.retain(|_, last| now.duration_since(*last) < ONCE_IN);
        }
        if reported.len() >= MOST_PLACES {
            return false;
        }
        reported.insert(place.to_owned(), now);
        true
    }
}

impl<S: Subscriber> Layer<S> for ErrorReports {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        let is_of_app = metadata.target() == OF_APP;
        let is_own = metadata.target().starts_with(env!("CARGO_PKG_NAME"));
        if !(is_of_app || is_own && *metadata.level() == Level::ERROR) {
            return;
        }
        let mut fields = Fields::default();
        event.record(&mut fields);
        let report = if is_of_app {
            Report::of_app(&fields)
        } else {
            Report::of_server(metadata, &fields)
        };
        let Some(report) = report.filter(|report| self.is_new(&report.place)) else {
            return;
        };
        let before = self.dropped.swap(0, Ordering::Relaxed);
        if self.queue.try_send(report.after_dropped(before)).is_err() {
            self.dropped.fetch_add(before + 1, Ordering::Relaxed);
        }
    }
}

impl Waiting {
    /// Sends what comes, one after the other, for as long as the server runs.
    pub async fn run(self, clock: Clock) {
        send_all(&self.dsn, self.queue, &clock).await;
    }
}
