//! Who may not write for a while, because a centre decided so about a report of abuse.

use rusqlite::OptionalExtension as _;

use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::mail::dutch_time::date_in_words;

/// Fails where a centre has stopped somebody from writing for a while.
pub fn require_not_paused(tx: &Tx, user_id: i64) -> Result<()> {
    let until: Option<String> = tx
        .prepare_cached(
            "select writing_paused_until from users where id = ?1 and writing_paused_until > ?2",
        )?
        .query_row((user_id, tx.now()), |row| row.get(0))
        .optional()?;
    match until {
        None => Ok(()),
        Some(until) => {
            let error = Error::from(Code::WritingPaused).with("until", until.as_str());
            Err(error
                .with("until_nl", date_in_words(&until, Locale::Nl))
                .with("until_en", date_in_words(&until, Locale::En)))
        }
    }
}
