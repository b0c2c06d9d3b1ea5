//! Job that mails messages which were not read within ten minutes (docs/domain/mails.md).

use rusqlite::Connection;

use crate::db::Db;
use crate::error::Result;
use crate::resources::conversation::message::{mail, to_mail};

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!to_mail(connection, now)?.is_empty())
}

/// Returns the number of conversations mailed about. Each in a transaction of its own with the mark that prevents a
/// second mail.
pub async fn mail_messages(db: &Db) -> Result<usize> {
    let waiting = db.write(|tx| to_mail(tx, tx.now())).await?;
    let mut count = 0;
    for (conversation, side) in waiting {
        match db.write(move |tx| mail(tx, conversation, side)).await {
            Ok(()) => count += 1,
            Err(error) => tracing::error!(conversation, %error, "a conversation was passed over"),
        }
    }
    Ok(count)
}
