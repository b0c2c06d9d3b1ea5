//! The mail of a step before it is taken: the step is rehearsed, its mail rendered as it would be sent, and nothing
//! stays of either.

use rusqlite::{OptionalExtension as _, named_params};
use serde_json::{Value, json};

use crate::app::access::Rows;
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::{Document, Id, Resource};
use crate::mail::{Filled, MailKind, TextOverride, render};
use crate::model::email_branding::{self, Origin};

/// The mail that a step would send.
pub struct RehearsedMail {
    subject: String,
    text: String,
}

impl RehearsedMail {
    /// Document of one object of the given type, under the id of the row.
    pub fn document<R: Resource>(&self, mail_type: &str, id: Id<R>) -> Document {
        Document::of(&json!({
            "data": {
                "type": mail_type,
                "id": id.to_string(),
                "attributes": { "subject": self.subject, "text": self.text },
            }
        }))
    }
}

/// Kind, language, name and data of a letter in the outbox.
type EmailMessage = (String, String, Option<String>, String);

/// Takes the step, reads the last letter about the row that it queued, and undoes it all. 404 where no mail goes out.
pub fn rehearsed_mail<R: Resource>(
    tx: &Tx,
    rows: &Rows<R>,
    id: Id<R>,
    origin: &Origin,
    step: impl FnOnce(&Tx) -> Result<()>,
) -> Result<RehearsedMail> {
    rows.ctx().rehearse();
    let found: Option<EmailMessage> = tx.rehearse(|tx| {
        let before: i64 = tx
            .prepare_cached("select coalesce(max(id), 0) from outbox")?
            .query_row([], |row| row.get(0))?;
        step(tx)?;
        Ok(tx
            .prepare_cached(
                "select kind, locale, to_name, data from outbox
                  where id > :before and subject_type = :type and subject_id = :id
                  order by id desc limit 1",
            )?
            .query_row(
                named_params! {":before": before, ":type": R::TYPE, ":id": id.number()},
                |row| row.try_into(),
            )
            .optional()?)
    })?;
    tx.noted();
    let (kind, locale, to_name, data) = found.ok_or(Code::NotFound)?;
    let kind = MailKind::find(&kind).ok_or(Code::NotFound)?;
    let locale = Locale::parse(&locale).unwrap_or_default();
    let center_id = rows.ctx().site.center_id;
    let data: Value = serde_json::from_str(&data)?;
    let head = email_branding::email_branding(tx, Some(center_id), origin)?;
    let text = TextOverride::find(tx, kind, locale, Some(center_id))?;
    let filled = Filled {
        kind,
        locale,
        to_name: to_name.as_deref().unwrap_or_default(),
        data: &data,
        unsubscribe_path: None,
        text: Some(&text),
    };
    let email = render(&filled, &head)
        .map_err(|error| Error::internal(format!("{}: {error:#}", kind.as_str())))?;
    Ok(RehearsedMail {
        subject: email.subject,
        text: email.text,
    })
}
