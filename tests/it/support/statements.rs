//! The SQL of lists, as the server logs it at the lowest level.

use std::sync::Mutex;

use tracing::field::{Field, Visit};
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

const TARGET: &str = "voluntr::sql";

static SEEN: Mutex<Vec<(u64, String)>> = Mutex::new(Vec::new());

struct Recorder;

#[derive(Default)]
struct Statement {
    size: u64,
    sql: String,
}

impl Visit for Statement {
    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "size" {
            self.size = value;
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "sql" {
            value.clone_into(&mut self.sql);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

impl<S: tracing::Subscriber> Layer<S> for Recorder {
    fn on_event(&self, event: &tracing::Event, _: Context<S>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        // Others have pages of the usual sizes.
        if (60..100).contains(&statement.size) {
            let mut seen = SEEN.lock().unwrap();
            seen.push((statement.size, statement.sql));
        }
    }
}

/// Errors go to the test's output, statements to `of`.
pub fn record() {
    let errors = tracing_subscriber::fmt::layer()
        .with_test_writer()
        .with_filter(LevelFilter::ERROR);
    let statements = Recorder.with_filter(filter_fn(|of| of.target() == TARGET));
    let _ = tracing_subscriber::registry()
        .with(errors)
        .with(statements)
        .try_init();
}

/// The statements of lists with pages of this size, which the caller alone asks for.
pub fn of(size: u64) -> Vec<String> {
    let mut seen = SEEN.lock().unwrap();
    let (own, others) = std::mem::take(&mut *seen)
        .into_iter()
        .partition(|(of, _)| *of == size);
    *seen = others;
    let own: Vec<(u64, String)> = own;
    own.into_iter().map(|(_, sql)| sql).collect()
}
