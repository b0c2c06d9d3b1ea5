//! Limits per key for actions with a cost to others: an email sent, a row that a centre has to read
//! (docs/domain/limits.md#rates).

use std::time::Duration;

use jiff::SignedDuration;
use rusqlite::Connection;

use crate::base::clock::{instant, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};

/// Longest window of any limit; older entries are deleted.
pub const LONGEST: SignedDuration = SignedDuration::from_hours(1);

/// Maximum number of actions per key within `LONGEST`.
#[derive(Debug, Clone, Copy)]
pub struct KeyedLimit {
    /// Name of the counter.
    pub what: &'static str,
    pub most: i64,
}

impl KeyedLimit {
    /// Counts one action for `who`, an email or network address; 429 if it exceeds the limit. Not counted: actions
    /// rolled back later in the transaction, and entries recorded while the clock was ahead.
    pub fn keep(self, tx: &Tx, who: &str) -> Result<()> {
        if self.allows(tx, who)? {
            Ok(())
        } else {
            Err(too_often())
        }
    }

    /// Like `keep`, for endpoints whose response must not disclose the outcome: returns false if the limit is
    /// exceeded.
    pub fn allows(self, tx: &Tx, who: &str) -> Result<bool> {
        let counted = tx
            .prepare_cached(
                "insert into attempts (key, at)
                 select ?1, ?3
                  where (select count(*) from attempts where key = ?1 and at > ?2 and at <= ?3) < ?4",
            )?
            .execute((self.key(who), later(tx.now(), -LONGEST), tx.now(), self.most))?;
        Ok(counted == 1)
    }

    /// Counts nothing: 429 if one more action, after `besides` that are not counted yet, would exceed the limit.
    pub fn require_room(
        self,
        connection: &Connection,
        who: &str,
        besides: i64,
        now: &str,
    ) -> Result<()> {
        if self.counted(connection, who, now)? + besides < self.most {
            Ok(())
        } else {
            Err(too_often())
        }
    }

    fn counted(self, connection: &Connection, who: &str, now: &str) -> Result<i64> {
        Ok(connection
            .prepare_cached(
                "select count(*) from attempts where key = ?1 and at > ?2 and at <= ?3",
            )?
            .query_row((self.key(who), later(now, -LONGEST), now), |row| row.get(0))?)
    }

    /// Resets the counter of `who`.
    pub fn forgive(self, tx: &Tx, who: &str) -> Result<()> {
        tx.execute("delete from attempts where key = ?1", [self.key(who)])?;
        Ok(())
    }

    fn key(self, who: &str) -> [u8; 32] {
        crate::base::digest::digest_of(&[self.what.as_bytes(), who.to_lowercase().as_bytes()])
    }
}

fn too_often() -> Error {
    Error::from(Code::RateLimited).with("retry_after", LONGEST.as_secs())
}

/// Interval to which responses that must not disclose a result are aligned. Queueing an email takes a third of a
/// millisecond, which is measurable over many requests.
const BEAT: Duration = Duration::from_millis(20);

/// Runs `work` and waits until the next multiple of `BEAT` since its start, so that the duration discloses nothing.
pub async fn on_the_beat<T>(work: impl Future<Output = T>) -> T {
    let begun = instant();
    let done = work.await;
    let beats = begun.elapsed().as_nanos() / BEAT.as_nanos() + 1;
    let end = BEAT.saturating_mul(u32::try_from(beats).unwrap_or(u32::MAX));
    tokio::time::sleep_until((begun + end).into()).await;
    done
}

/// Deletes entries that have left every window.
pub fn forget(tx: &Tx) -> Result<usize> {
    let since = later(tx.now(), -LONGEST);
    Ok(tx.execute("delete from attempts where at <= ?1", [since])?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_took_longer_answers_no_later_within_a_beat() {
        for work in [0, 5, 12] {
            let begun = instant();
            on_the_beat(tokio::time::sleep(Duration::from_millis(work))).await;
            assert!(begun.elapsed() >= BEAT, "{work}");
        }
        let begun = instant();
        on_the_beat(tokio::time::sleep(BEAT + Duration::from_millis(2))).await;
        assert!(begun.elapsed() >= 2 * BEAT);
    }
}
