//! Sends what waits in a tenant's outbox.

use rusqlite::Connection;

use super::letterhead::{Origin, letterhead};
use crate::db::Db;
use crate::error::Result;
use crate::mail::outbox::{self, BATCH, Claim, QuietHours};
use crate::mail::{Mailer, deliver};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sent {
    pub sent: usize,
    pub failed: usize,
}

/// Whether a claim would find anything: a reader's question, so that an idle tenant writes nothing.
pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(outbox::has_due(connection, &claim(now, ""))?)
}

/// Claims, sends and marks until nothing is due. A letter that stops this halfway goes again later.
pub async fn send_outbox(db: &Db, mailer: &Mailer, origin: &Origin) -> Result<Sent> {
    let mut sent = Sent::default();
    loop {
        let host = origin.host().to_owned();
        let letters = db
            .write(move |tx| Ok(outbox::claim(tx, &claim(tx.now(), &host))?))
            .await?;
        if letters.is_empty() {
            return Ok(sent);
        }
        for letter in letters {
            let (center_id, place) = (letter.volunteer_center_id, origin.clone());
            let head = db
                .read(move |connection| letterhead(connection, center_id, &place))
                .await?;
            let outcome = deliver(mailer, &letter, &head).await;
            match &outcome {
                Ok(()) => sent.sent += 1,
                Err(error) => {
                    sent.failed += 1;
                    tracing::warn!(letter = letter.id, kind = letter.kind, %error, "a letter did not go");
                }
            }
            db.write(move |tx| {
                match &outcome {
                    Ok(()) => outbox::mark_sent(tx, &letter, tx.now())?,
                    Err(error) => outbox::mark_failed(tx, &letter, error, tx.now())?,
                }
                Ok(())
            })
            .await?;
        }
    }
}

fn claim<'a>(now: &'a str, host: &'a str) -> Claim<'a> {
    Claim {
        now,
        limit: BATCH,
        host,
        quiet_hours: QuietHours::Kept,
    }
}
