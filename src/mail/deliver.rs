//! Delivery of one claimed outbox row: renders the email and sends it over SMTP. Called by the job between claiming and
//! marking.

use rusqlite::Connection;

use super::outbox::OutboxRow;
use super::{
    CalendarPart, DkimKey, EmailBranding, Filled, MailKind, Mailer, Recipient, Rendered, SendError,
    TextOverride, language, render,
};

/// The texts in force for a row.
pub fn text_of(connection: &Connection, row: &OutboxRow) -> rusqlite::Result<TextOverride> {
    if let Some(carried) = TextOverride::carried(&row.data) {
        return Ok(carried);
    }
    match MailKind::find(&row.kind) {
        Some(kind) => TextOverride::find(
            connection,
            kind,
            language(&row.locale),
            row.volunteer_center_id,
        ),
        None => Ok(TextOverride::default()),
    }
}

pub async fn deliver(
    mailer: &Mailer,
    (row, tenant): (&OutboxRow, &str),
    (head, text): (&EmailBranding, &TextOverride),
    (calendar, dkim_key): (Option<CalendarPart>, Option<DkimKey>),
) -> Result<(), SendError> {
    let (mut mail, to) = compose((row, tenant), (head, text))?;
    mail.calendar = calendar;
    mail.dkim_key = dkim_key;
    mailer.send(&mail, &to).await
}

/// Renders the message of a row with the branding and the texts of its centre. A text that cannot be rendered is
/// replaced by the built-in one: the email arrives all the same. The tenant's name is for the log.
pub fn compose(
    (row, tenant): (&OutboxRow, &str),
    (head, text): (&EmailBranding, &TextOverride),
) -> Result<(Rendered, Recipient), SendError> {
    let kind = MailKind::find(&row.kind)
        .ok_or_else(|| SendError::never(format!("there is no mail called {}", row.kind)))?;
    let unsubscribe_path = row
        .unsubscribe_token
        .as_ref()
        .map(|token| format!("/unsubscribe/{token}"));
    let filled = Filled {
        kind,
        locale: language(&row.locale),
        to_name: &row.to_name,
        data: &row.data,
        unsubscribe_path: unsubscribe_path.as_deref(),
        text: Some(text),
    };
    // A temporary error, so that the email is sent after the template or the branding is corrected.
    let mut mail = render(&filled, head)
        .or_else(|error| {
            tracing::warn!(tenant, letter = row.id, kind = row.kind, %error, "an own text was passed over");
            let built_in = Filled {
                text: None,
                ..filled
            };
            render(&built_in, head)
        })
        .map_err(|error| SendError::later(format!("{error:#}")))?;
    mail.message_id.clone_from(&row.message_id);
    let to = Recipient {
        email: row.to_email.clone(),
        name: row.to_name.clone(),
    };
    Ok((mail, to))
}
