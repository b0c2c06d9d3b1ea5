//! The slow-query log: statements that took longer than a setting allows, without the values that they were run with.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::trace::{TraceEvent, TraceEventCodes};

use crate::error::Result;

/// Milliseconds; 0 in commands, which log nothing.
static SLOW: AtomicU64 = AtomicU64::new(0);
/// Characters of a statement that are logged.
const SHOWN: usize = 400;

/// Logs statements that take longer, on connections that are opened from now on. 0: none.
pub fn log_slower_than(milliseconds: u64) {
    SLOW.store(milliseconds, Ordering::Relaxed);
}

/// Watches a connection, if anything is to be logged.
pub fn watch(connection: &mut Connection, path: &Path) -> Result<()> {
    let slow = match SLOW.load(Ordering::Relaxed) {
        0 => return Ok(()),
        milliseconds => Duration::from_millis(milliseconds),
    };
    let tenant = path
        .parent()
        .and_then(Path::file_name)
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    connection.trace_v2(
        TraceEventCodes::SQLITE_TRACE_PROFILE,
        Some(move |event: TraceEvent| {
            if let TraceEvent::Profile(statement, took) = event
                && took >= slow
            {
                let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
                let statement = shown(&statement.sql());
                tracing::warn!(tenant, milliseconds, statement, "a slow statement");
            }
        }),
    )?;
    Ok(())
}

/// On one line, and not all of a long one.
fn shown(sql: &str) -> String {
    let words: Vec<&str> = sql.split_whitespace().collect();
    words.join(" ").chars().take(SHOWN).collect()
}
