//! Where log lines go: text on a terminal, JSON elsewhere, always on stderr, so that stdout is the command's own.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use super::context::Context;
use crate::config::Config;
use crate::error::{Error, Result};

/// The server's log.
pub fn of_server(context: &Context, config: &Config) -> Result<()> {
    let wanted = if context.is_quiet {
        "warn"
    } else if context.is_verbose {
        "debug"
    } else {
        &config.log
    };
    let filter = filter(wanted)?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let is_terminal = std::io::stderr().is_terminal();
    let _ = if is_terminal {
        builder.with_target(false).compact().try_init()
    } else {
        builder.json().flatten_event(true).try_init()
    };
    Ok(())
}

/// What is logged, as `info` or `warn,voluntr=debug`.
pub fn filter(wanted: &str) -> Result<EnvFilter> {
    // What a new database is made of is no news.
    let wanted = format!("refinery_core=warn,{wanted}");
    EnvFilter::builder().parse(wanted).map_err(|error| {
        Error::internal(format!(
            "the setting 'log' cannot be read: {error}; write for example 'info' or 'warn,voluntr=debug'"
        ))
    })
}

/// What a command meets on its way: nothing, unless it is asked for.
pub fn to_stderr(context: &Context) {
    let level = if context.is_verbose { "debug" } else { "off" };
    let builder = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(level));
    let _ = builder
        .with_writer(std::io::stderr)
        .with_target(false)
        .compact()
        .try_init();
}
