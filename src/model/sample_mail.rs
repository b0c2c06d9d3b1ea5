//! Emails with sample data, made by the production code; nothing is written or sent.

use rusqlite::Connection;
use serde_json::Value;

use crate::base::locale::Locale;
use crate::error::{Error, Result};
use crate::mail::{EmailBranding, Filled, MailKind, Rendered, TextOverride, render, sample};
use crate::model::email_branding::{self, Origin};

/// Name of the recipient in the sample data.
const READER: &str = "Sanne de Vries";

/// One email of a centre in a colour that is not saved yet, for the editor of its theme.
pub fn example(
    connection: &Connection,
    (center_id, locale): (i64, Locale),
    (origin, color): (&Origin, &str),
) -> Result<String> {
    let mut head = email_branding::email_branding(connection, Some(center_id), origin)?;
    head.primary_color = Some(color.to_owned());
    let kind = MailKind::ApplicationReceived;
    let text = TextOverride::find(connection, kind, locale, Some(center_id))?;
    let email = written((kind, &text), locale, &sample(kind, locale), &head)?;
    Ok(email.html)
}

/// One email as it would be sent to the reader of the sample data.
pub fn written(
    (kind, text): (MailKind, &TextOverride),
    locale: Locale,
    data: &Value,
    head: &EmailBranding,
) -> Result<Rendered> {
    let filled = Filled {
        kind,
        locale,
        to_name: READER,
        data,
        unsubscribe_path: (!kind.is_mandatory()).then_some("/unsubscribe/voorbeeld"),
        text: Some(text),
    };
    render(&filled, head).map_err(|error| Error::internal(format!("{}: {error:#}", kind.as_str())))
}
