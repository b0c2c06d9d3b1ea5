//! How often somebody may do what costs others something: a letter, a row that a centre has to read
//! (docs/domain/limits.md#rates).

use std::time::Duration;

use jiff::SignedDuration;
use rusqlite::Connection;

use crate::base::clock::{instant, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};

/// The longest time over which anything is counted; older counts are of no use to anybody.
pub const LONGEST: SignedDuration = SignedDuration::from_hours(1);

/// So many times within `LONGEST`.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// What is counted, as a word of its own.
    pub what: &'static str,
    pub most: i64,
}

impl Pace {
    /// Counts once more for `who`, an address of a letter or of the network; 429 where that is once too often.
    /// What is undone later in the transaction is not counted, nor what a clock that was ahead wrote down.
    pub fn keep(self, tx: &Tx, who: &str) -> Result<()> {
        if self.allows(tx, who)? {
            Ok(())
        } else {
            Err(too_often())
        }
    }

    /// The same for where the answer must not tell: counts once more, and is false where that is once too often.
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

    /// Counts nothing: 429 where once more, after `besides` that are not counted yet, would be once too often.
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

    /// Forgets what was counted for `who`.
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

/// Answers that must not tell what was found go out only on this beat: writing a letter takes a third of a millisecond,
/// and over many questions that can be heard.
const BEAT: Duration = Duration::from_millis(20);

/// Does `work` and waits for the next beat, counted from its beginning.
pub async fn on_the_beat<T>(work: impl Future<Output = T>) -> T {
    let begun = instant();
    let done = work.await;
    let beats = begun.elapsed().as_nanos() / BEAT.as_nanos() + 1;
    let end = BEAT.saturating_mul(u32::try_from(beats).unwrap_or(u32::MAX));
    tokio::time::sleep_until((begun + end).into()).await;
    done
}

/// Counts that no longer count.
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
