//! From a claimed row to the mail server: what the job calls between claiming and marking.

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

/// The message of a row, in the name and the colours of its centre.
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
    // Later and not never: a corrected template or letterhead saves the letter.
    let mut mail = render(&filled, head).map_err(|error| SendError::later(format!("{error:#}")))?;
    mail.message_id.clone_from(&row.message_id);
    let to = Recipient {
        email: row.to_email.clone(),
        name: row.to_name.clone(),
    };
    Ok((mail, to))
}
