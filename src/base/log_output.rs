//! Where lines of the log go: standard error. A line that cannot be written – a full disk, a closed pipe – is dropped and
//! counted. Whoever logs never fails by it: the thread that writes a tenant's file logs too.

use std::io::{Result, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

static DROPPED: AtomicU64 = AtomicU64::new(0);
static IS_FAILING: AtomicBool = AtomicBool::new(false);

/// Standard error, as a writer that never fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct LogOutput;

/// How many lines were dropped since the start, and whether the last one was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogState {
    pub dropped: u64,
    pub is_failing: bool,
}

impl Write for LogOutput {
    /// Takes a whole line, so that lines of several threads do not mix.
    fn write(&mut self, line: &[u8]) -> Result<usize> {
        note(std::io::stderr().lock().write_all(line).is_ok());
        Ok(line.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

fn note(is_written: bool) {
    IS_FAILING.store(!is_written, Ordering::Relaxed);
    if !is_written {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

pub fn state() -> LogState {
    LogState {
        dropped: DROPPED.load(Ordering::Relaxed),
        is_failing: IS_FAILING.load(Ordering::Relaxed),
    }
}

/// A sentence to the person at the terminal, outside the log. Nothing happens where nobody reads it.
pub fn tell(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
