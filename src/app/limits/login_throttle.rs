//! Limits failed authentication attempts. An attempt is recorded before verification, so that concurrent attempts
//! count; a successful one is removed again (docs/domain/limits.md#rates).

use jiff::SignedDuration;
use rusqlite::OptionalExtension;

use crate::base::clock::{later, seconds_until};
use crate::db::Tx;
use crate::error::{Code, Error, Result};

/// Maximum number of failed attempts within a period.
#[derive(Debug, Clone, Copy)]
pub struct LoginThrottle {
    pub most: i64,
    pub within: SignedDuration,
}

pub type Key = [u8; 32];

/// Key of a counter: the kind of secret, and the account or client.
pub fn key(what: &str, who: &str) -> Key {
    crate::base::digest::digest_of(&[what.as_bytes(), who.as_bytes()])
}

impl LoginThrottle {
    /// Records an attempt under each key and returns the rows; 429 if one of them exceeds the limit. An attempt
    /// recorded while the clock was ahead counts no longer than it would have otherwise.
    pub fn count(self, tx: &Tx, keys: &[Key]) -> Result<Vec<i64>> {
        let since = later(tx.now(), -self.within);
        let mut rows = Vec::with_capacity(keys.len());
        for key in keys {
            // The limit is exceeded as long as this attempt counts.
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

/// Removes an attempt that succeeded.
pub fn take_back(tx: &Tx, rows: &[i64]) -> Result<()> {
    for row in rows {
        tx.prepare_cached("delete from attempts where rowid = ?1")?
            .execute([row])?;
    }
    Ok(())
}

/// Removes the failed attempts of a key after a success.
pub fn forget(tx: &Tx, key: &Key) -> Result<()> {
    tx.prepare_cached("delete from attempts where key = ?1")?
        .execute([key])?;
    Ok(())
}
