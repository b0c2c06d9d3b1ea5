//! Delivery of one claimed outbox row: renders the email and sends it over SMTP. Called by the job between claiming and
//! marking.

use super::outbox::OutboxRow;
use super::{
    EmailBranding, Filled, MailKind, Mailer, Recipient, Rendered, SendError, language, render,
};

pub async fn deliver(
    mailer: &Mailer,
    row: &OutboxRow,
    head: &EmailBranding,
) -> Result<(), SendError> {
    let (mail, to) = compose(row, head)?;
    mailer.send(&mail, &to).await
}

/// Renders the message of a row with the branding of its centre.
pub fn compose(row: &OutboxRow, head: &EmailBranding) -> Result<(Rendered, Recipient), SendError> {
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
    };
    // A temporary error, so that the email is sent after the template or the branding is corrected.
    let mut mail = render(&filled, head).map_err(|error| SendError::later(format!("{error:#}")))?;
    mail.message_id.clone_from(&row.message_id);
    let to = Recipient {
        email: row.to_email.clone(),
        name: row.to_name.clone(),
    };
    Ok((mail, to))
}
