//! How often somebody may guess a secret. A guess is written down before it is tried, so that many at the same moment
//! are as many; a right one takes its own back (docs/domain/limits.md#rates).

use jiff::SignedDuration;
use rusqlite::OptionalExtension;

use crate::base::clock::{later, seconds_until};
use crate::db::Tx;
use crate::error::{Code, Error, Result};

/// So many wrong ones within so long.
#[derive(Debug, Clone, Copy)]
pub struct Guesses {
    pub most: i64,
    pub within: SignedDuration,
}

pub type Key = [u8; 32];

/// What is guessed and by whom, as a key.
pub fn key(what: &str, who: &str) -> Key {
    crate::base::digest::digest_of(&[what.as_bytes(), who.as_bytes()])
}

impl Guesses {
    /// Writes a guess down under each key and gives the rows; 429 where there were too many under one of them. What a
    /// clock that was ahead wrote down does not count for longer than it would have.
    pub fn count(self, tx: &Tx, keys: &[Key]) -> Result<Vec<i64>> {
        let since = later(tx.now(), -self.within);
        let mut rows = Vec::with_capacity(keys.len());
        for key in keys {
            // While this one counts there are too many.
            let holds: Option<String> = tx
                .prepare_cached(
                    "select at
                       from attempts
                      where key = ?1 and at > ?2 and at <= ?3
                      order by at desc
                      limit 1 offset ?4",
                )?
                .query_row((key, &since, tx.now(), self.most - 1), |row| row.get(0))
                .optional()?;
            if let Some(at) = holds {
                let wait = seconds_until(tx.now(), &later(&at, self.within));
                return Err(Error::from(Code::RateLimited).with("retry_after", wait.max(1)));
            }
            rows.push(
                tx.prepare_cached("insert into attempts (key, at) values (?1, ?2)")?
                    .insert((key, tx.now()))?,
            );
        }
        Ok(rows)
    }
}

/// Takes back what was no guess.
pub fn take_back(tx: &Tx, rows: &[i64]) -> Result<()> {
    for row in rows {
        tx.prepare_cached("delete from attempts where rowid = ?1")?
            .execute([row])?;
    }
    Ok(())
}

/// Forgets the wrong guesses of who has guessed right.
pub fn forget(tx: &Tx, key: &Key) -> Result<()> {
    tx.prepare_cached("delete from attempts where key = ?1")?
        .execute([key])?;
    Ok(())
}
