//! Job that sends a tenant's outbox.

use rusqlite::Connection;

use crate::base::metrics;
use crate::db::Db;
use crate::error::Result;
use crate::mail::outbox::{self, BATCH, Claim, OutboxRow, QuietHours};
use crate::mail::{DkimKey, Mailer, deliver, text_of};
use crate::model::email_branding::{Origin, email_branding};
use crate::nodes::gates::Gates;
use crate::resources::activity_registration::calendar::calendar_part;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sent {
    pub sent: usize,
    pub failed: usize,
}

/// Returns whether there is anything to claim. Read-only, so that an idle tenant causes no writes.
pub fn is_due(connection: &Connection, now: &str, by: &str) -> Result<bool> {
    Ok(outbox::has_due(connection, &claim(now, "", by))?)
}

/// Claims, sends and marks emails until none is due or the mailer is stopped. An email in progress when the process
/// is killed is sent again; see docs/decisions/0016.
///
/// The name of the tenant stands in the log beside each letter.
pub async fn send_outbox(
    db: &Db,
    mailer: &Mailer,
    (origin, tenant): (&Origin, &str),
) -> Result<Sent> {
    send_unless_moving(db, mailer, (origin, tenant), None).await
}

/// The same for a tenant that may move to another node: a letter is sent whole before that, or by the other node.
pub async fn send_unless_moving(
    db: &Db,
    mailer: &Mailer,
    (origin, tenant): (&Origin, &str),
    gates: Option<&Gates>,
) -> Result<Sent> {
    let mut sent = Sent::default();
    while !mailer.is_stopped() {
        let (host, by) = (origin.host().to_owned(), mailer.id().to_owned());
        let emails = db
            .write(move |tx| Ok(outbox::claim(tx, &claim(tx.now(), &host, &by))?))
            .await?;
        if emails.is_empty() {
            return Ok(sent);
        }
        let mut emails = emails.into_iter();
        while let Some(email) = emails.next() {
            let (is_let_in, _inside) = match gates {
                Some(gates) => {
                    let inside = gates.enter(tenant).await;
                    (inside.is_some(), inside)
                }
                None => (true, None),
            };
            if mailer.is_stopped() || !is_let_in {
                let rest: Vec<OutboxRow> = [email].into_iter().chain(emails).collect();
                let by = mailer.id().to_owned();
                db.write(move |tx| Ok(outbox::release(tx, &rest, &by)?))
                    .await?;
                return Ok(sent);
            }
            send(db, mailer, (origin, tenant), email, &mut sent).await?;
        }
    }
    Ok(sent)
}

async fn send(
    db: &Db,
    mailer: &Mailer,
    (origin, tenant): (&Origin, &str),
    email: OutboxRow,
    sent: &mut Sent,
) -> Result<()> {
    let by = mailer.id().to_owned();
    let begun = db
        .write(move |tx| Ok(outbox::begin(tx, &email, &by, tx.now())?))
        .await?;
    // Withdrawn in the meantime, or erased with its recipient.
    let Some(email) = begun else {
        return Ok(());
    };
    let (center_id, place) = (email.volunteer_center_id, origin.clone());
    let sought = email.clone();
    let (sender, name) = (mailer.clone(), tenant.to_owned());
    let (head, text, calendar, dkim_key) = db
        .read(move |connection| {
            let head = email_branding(connection, center_id, &place)?;
            let text = text_of(connection, &sought)?;
            let Some(from) = sender.sender_address(&head) else {
                return Ok((head, text, None, None));
            };
            let calendar = calendar_part(connection, &sought, (&head, &from, &name))?;
            let dkim_key = DkimKey::of_address(connection, &from)?;
            Ok((head, text, calendar, dkim_key))
        })
        .await?;
    let outcome = deliver(
        mailer,
        (&email, tenant),
        (&head, &text),
        (calendar, dkim_key),
    )
    .await;
    metrics::mail(outcome.is_ok());
    match &outcome {
        Ok(()) => sent.sent += 1,
        Err(error) if error.is_ours => {
            sent.failed += 1;
            tracing::error!(tenant, letter = email.id, kind = email.kind, %error, "a letter waits until our settings are mended");
        }
        Err(error) => {
            sent.failed += 1;
            tracing::warn!(tenant, letter = email.id, kind = email.kind, %error, "a letter did not go");
        }
    }
    db.write(move |tx| {
        match &outcome {
            Ok(()) => outbox::mark_sent(tx, &email, tx.now())?,
            Err(error) => outbox::mark_failed(tx, &email, error, tx.now())?,
        }
        Ok(())
    })
    .await
}

fn claim<'a>(now: &'a str, host: &'a str, by: &'a str) -> Claim<'a> {
    Claim {
        now,
        limit: BATCH,
        host,
        by,
        quiet_hours: QuietHours::Respected,
    }
}
