//! Previews of every email with sample data, in the branding of the requester's centre, for the developers' test page
//! (docs/domain/mails.md#rules). Rendered by the production code; nothing is written or sent.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::volunteer_center::VolunteerCenter;
use crate::app::access::{Access, Rows, action};
use crate::base::locale::Locale;
use crate::error::{Code, Error, Result};
use crate::http::routes::{AllOf, Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::{Document, Id, Query};
use crate::mail::{EmailBranding, MailKind, Rendered, TextOverride, sample, sample_of, variants};
use crate::model::email_branding::{self, Origin};
use crate::model::sample_mail::written;

const TYPE: &str = "mail_previews";

/// One kind of mail; with its text where one is asked for.
#[derive(Serialize, Deserialize, JsonSchema)]
struct MailPreviewAttributes {
    kind: String,
    locale: String,
    subject: String,
    is_mandatory: bool,
    is_digest: bool,
    can_be_gathered: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    variants: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unsubscribe_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl Typed for MailPreviewAttributes {
    const TYPE: &'static str = TYPE;
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/mail_previews", list)
        .named("listMailPreviews", "Lists the kinds of mail")
        .answers(Described::json::<AllOf<MailPreviewAttributes>>(200))
        .query_parameters(&["locale"])
        .action(Method::GET, "//api/v1/mail_previews/{id}", show)
        .named("getMailPreview", "Shows one mail as it is sent")
        .answers(Described::json::<OneOf<MailPreviewAttributes>>(200))
        .query_parameters(&["locale", "variant"])
}

/// `GET /mail_previews?locale=nl`: every kind with its subject, in catalogue order.
async fn list(
    access: Access<VolunteerCenter, action::Preview>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let locale = locale(&input.query)?;
    let (rows, origin) = (access.rows(), origin(&access));
    let data = access
        .read(move |connection| {
            let head = email_branding(connection, &rows, &origin)?;
            let center_id = rows.ctx().site.center_id;
            MailKind::ALL
                .iter()
                .map(|kind| {
                    let text = TextOverride::find(connection, *kind, locale, Some(center_id))?;
                    let letter = written((*kind, &text), locale, &sample(*kind, locale), &head)?;
                    Ok(object(*kind, &letter, false))
                })
                .collect::<Result<Vec<_>>>()
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

/// `GET /mail_previews/account_confirm?locale=nl&variant=change`: one complete email. Variants are alternative texts
/// of the same kind; the list names those available.
async fn show(
    access: Access<VolunteerCenter, action::Preview>,
    kind: String,
    input: Input<()>,
) -> Result<Document> {
    let kind = MailKind::find(&kind).ok_or(Code::NotFound)?;
    let locale = locale(&input.query)?;
    let data = match input.query.get("variant") {
        Some(variant) => sample_of(kind, locale, variant).ok_or(Code::NotFound)?,
        None => sample(kind, locale),
    };
    let (rows, origin) = (access.rows(), origin(&access));
    let letter = access
        .read(move |connection| {
            let head = email_branding(connection, &rows, &origin)?;
            let center_id = rows.ctx().site.center_id;
            let text = TextOverride::find(connection, kind, locale, Some(center_id))?;
            written((kind, &text), locale, &data, &head)
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": object(kind, &letter, true) }),
    ))
}

fn locale(query: &Query) -> Result<Locale> {
    query.get("locale").map_or(Ok(Locale::default()), |word| {
        Locale::parse(word).ok_or_else(|| Error::not_one_of("locale", &["nl", "en"]))
    })
}

fn origin(access: &Access<VolunteerCenter, action::Preview>) -> Origin {
    email_branding::origin(access.app(), &access.ctx().site.tenant)
}

/// Returns the branding of the centre of this host, for those who may preview its emails.
fn email_branding(
    connection: &Connection,
    rows: &Rows<VolunteerCenter>,
    origin: &Origin,
) -> Result<EmailBranding> {
    let center_id = rows.ctx().site.center_id;
    rows.require(connection, Id::new(center_id))?;
    email_branding::email_branding(connection, Some(center_id), origin)
}

fn object(kind: MailKind, letter: &Rendered, is_whole: bool) -> Value {
    let mut attributes = json!({
        "kind": kind.as_str(),
        "locale": letter.locale.as_str(),
        "subject": letter.subject,
        "is_mandatory": kind.is_mandatory(),
        "is_digest": kind.gathers(),
        "can_be_gathered": kind.can_be_gathered(),
    });
    if is_whole && let Some(attributes) = attributes.as_object_mut() {
        attributes.extend([
            ("variants".to_owned(), variants(kind).into()),
            ("from_name".to_owned(), letter.from_name.clone().into()),
            ("reply_to".to_owned(), letter.reply_to.clone().into()),
            (
                "unsubscribe_url".to_owned(),
                letter.unsubscribe_url.clone().into(),
            ),
            ("html".to_owned(), letter.html.clone().into()),
            ("text".to_owned(), letter.text.clone().into()),
        ]);
    }
    json!({ "type": TYPE, "id": kind.as_str(), "attributes": attributes })
}
