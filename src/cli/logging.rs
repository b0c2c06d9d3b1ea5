//! Log output: text on a terminal, JSON otherwise, always on stderr, so that stdout carries only the command's result.
//! What cannot be logged is dropped and counted (`base::log_output`); logging never panics.

use std::io::IsTerminal as _;

use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Registry, reload};

use super::context::Context;
use super::error_reports::{ErrorReports, Waiting};
use crate::base::log_output::LogOutput;
use crate::config::Config;
use crate::error::{Error, Result};

/// What goes on beside the server's log.
pub struct OfServer {
    pub reports: Option<Waiting>,
    /// Changes what is logged; none where a flag of the command line said it.
    pub filters: Option<reload::Handle<EnvFilter, Registry>>,
}

/// Initialises logging for the server. Returns the error reports that are to be sent beside it, if there is an address for
/// them.
pub fn of_server(context: &Context, config: &Config) -> Result<OfServer> {
    let wanted = if context.is_quiet {
        "warn"
    } else if context.is_verbose {
        "debug"
    } else {
        &config.log
    };
    let (filter, filters) = reload::Layer::new(filter(wanted)?);
    let lines = tracing_subscriber::fmt::layer()
        .log_internal_errors(false)
        .with_writer(|| LogOutput);
    std::panic::set_hook(Box::new(panicked));
    let lines = if std::io::stderr().is_terminal() {
        lines.with_target(false).compact().boxed()
    } else {
        lines.json().flatten_event(true).boxed()
    };
    let dsn = config
        .error_report_dsn
        .as_deref()
        .and_then(|dsn| dsn.parse().ok());
    let (reports, waiting) = dsn.map(ErrorReports::to).unzip();
    let _ = tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(reports)
        .try_init();
    Ok(OfServer {
        reports: waiting,
        filters: (!context.is_quiet && !context.is_verbose).then_some(filters),
    })
}

/// Logs a panic with its place, where the usual hook writes lines that are not JSON. A formatted message may hold what
/// somebody typed, so that only a fixed one is logged.
fn panicked(panic: &std::panic::PanicHookInfo) {
    let place = panic.location().map(ToString::to_string);
    let text = panic.payload().downcast_ref::<&str>().copied();
    tracing::error!(
        place = place.unwrap_or_default(),
        error = text.unwrap_or_default(),
        "a panic"
    );
}

/// Parses a filter directive: `info` or `warn,voluntr=debug`.
pub fn filter(wanted: &str) -> Result<EnvFilter> {
    // Silences migrations of new databases, and the HTML parser, which logs every malformed tag. A directive that names
    // the crate overrides this.
    let wanted = format!("refinery_core=warn,html5ever=off,markup5ever=off,ammonia=off,{wanted}");
    EnvFilter::builder().parse(wanted).map_err(|error| {
        Error::internal(format!(
            "the setting 'log' cannot be read: {error}; write for example 'info' or 'warn,voluntr=debug'"
        ))
    })
}

/// Initialises logging for a command: off unless requested.
pub fn to_stderr(context: &Context) {
    let level = if context.is_verbose { "debug" } else { "off" };
    let filter = filter(level).unwrap_or_else(|_| EnvFilter::new(level));
    let builder = tracing_subscriber::fmt().with_env_filter(filter);
    let _ = builder
        .log_internal_errors(false)
        .with_writer(|| LogOutput)
        .with_target(false)
        .compact()
        .try_init();
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn logged(wanted: &str) -> String {
        let lines = Lines::default();
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter(filter(wanted).unwrap())
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, || {
            tracing::warn!(target: "html5ever::tree_builder", "a broken tag");
            tracing::error!(target: "html5ever::tokenizer", "a broken sign");
            tracing::warn!(target: "voluntr::mail", "a letter failed");
        });
        String::from_utf8(lines.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn broken_markup_logs_nothing_unless_its_crate_is_named() {
        for wanted in ["info", "warn", "debug", "trace", "voluntr=debug,warn"] {
            let log = logged(wanted);
            assert!(!log.contains("a broken"), "{wanted}: {log}");
            assert!(log.contains("a letter failed"), "{wanted}: {log}");
        }
        assert!(logged("info,html5ever=warn").contains("a broken tag"));
    }
}
