//! Job that mails messages which were not read within ten minutes (docs/domain/mails.md).

use rusqlite::Connection;

use crate::db::{Db, Tx};
use crate::error::Result;
use crate::jsonapi::Resource as _;
use crate::resources::application::Application;
use crate::resources::conversation::{
    Side, mail_unread, mail_unread_of_application, take_unread, to_mail,
};
use crate::resources::volunteer_pool::reply::{self, VolunteerProfileReply};

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

/// Mails about an application, a message of the pool, or a conversation that somebody began.
fn mail(tx: &Tx, conversation: i64, to: Side) -> Result<()> {
    match take_unread(tx, conversation, to)? {
        None => Ok(()),
        Some(unread) if unread.about_type == VolunteerProfileReply::TYPE => {
            reply::mail_unread(tx, &unread)
        }
        Some(unread) if unread.about_type == Application::TYPE => {
            mail_unread_of_application(tx, &unread)
        }
        Some(unread) => mail_unread(tx, &unread),
    }
}
