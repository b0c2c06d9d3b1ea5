//! A newsletter as somebody will read it: on the screen, and as a test in one's own mailbox.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::audience::Audience;
use super::compose::{Composer, Reader, SUBJECT_TYPE};
use super::{Newsletter, NewsletterAttributes};
use crate::app::access::{Access, action};
use crate::app::limits::rate_limits::TEST_LETTERS;
use crate::base::locale::Locale;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, Document, Id};
use crate::mail::{Filled, MailKind, OWN_TEXT, Rendered, TextOverride, render};
use crate::model::email_branding::{Origin, email_branding, origin};
use crate::resources::notification::Notice;

/// For whom a newsletter is shown.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "NewsletterPreviewForm")]
struct PreviewForm {
    /// `nl` or `en`; Dutch without.
    #[validate(length(max = 2))]
    locale: Option<String>,
    /// One of the sample of its audience; none: somebody without an account.
    #[validate(length(max = 40))]
    subscriber_id: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct NewsletterPreviewAttributes {
    subject: String,
    html: String,
    text: String,
    /// Bytes of the HTML.
    size: usize,
}

impl Typed for NewsletterPreviewAttributes {
    const TYPE: &'static str = "newsletter_previews";
}

fn locale_of(form: &PreviewForm) -> Result<Locale> {
    match form.locale.as_deref() {
        None => Ok(Locale::Nl),
        Some(word) => Locale::parse(word).ok_or_else(|| {
            Error::from(FieldFault::attribute("locale", "choice").with("allowed", "nl, en"))
        }),
    }
}

/// The mail for a reader.
pub(super) fn render_for(
    connection: &Connection,
    (center_id, newsletter): (i64, &NewsletterAttributes),
    (locale, reader): (Locale, Option<Reader>),
    (origin, now): (&Origin, &str),
) -> Result<Rendered> {
    let composer = Composer::new(connection, (center_id, newsletter), now)?;
    let reader = Reader {
        locale,
        preferences_token: "voorbeeld".to_owned(),
        ..reader.unwrap_or_default()
    };
    let data = composer.data(&reader)?;
    let locale = composer.locale(locale);
    let text = TextOverride::find(connection, MailKind::Newsletter, locale, Some(center_id))?;
    let filled = Filled {
        kind: MailKind::Newsletter,
        locale,
        to_name: &reader.first_name,
        data: &data,
        unsubscribe_path: Some("/unsubscribe/voorbeeld"),
        text: Some(&text),
    };
    let head = email_branding(connection, Some(center_id), origin)?;
    render(&filled, &head).map_err(|error| Error::internal(format!("{error:#}")))
}

/// `POST /newsletters/{id}/preview`.
async fn preview(
    access: Access<Newsletter, action::Read>,
    id: Id<Newsletter>,
    form: Form<PreviewForm>,
) -> Result<Document> {
    let form = form.body;
    let locale = locale_of(&form)?;
    let rows = access.rows();
    let origin = origin(access.app(), &access.ctx().site.tenant);
    let mail = access
        .read(move |connection| {
            let newsletter = rows.load(connection, id)?;
            let ctx = rows.ctx();
            let center_id = ctx.site.center_id;
            let reader = match &form.subscriber_id {
                None => None,
                Some(key) => {
                    let audience =
                        Audience::of(connection, (center_id, &newsletter.segment), &ctx.now)?;
                    let person = audience.named(key).map(Reader::of);
                    Some(person.ok_or_else(|| FieldFault::attribute("subscriber_id", "unknown"))?)
                }
            };
            render_for(
                connection,
                (center_id, &newsletter),
                (locale, reader),
                (&origin, &ctx.now),
            )
        })
        .await?;
    let attributes = NewsletterPreviewAttributes {
        size: mail.html.len(),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
    };
    Ok(Document::of(&json!({ "data": {
        "type": NewsletterPreviewAttributes::TYPE,
        "id": id.to_string(),
        "attributes": attributes,
    } })))
}

/// `POST /newsletters/{id}/test_mail`: to the requester's own address, at once.
async fn test_mail(
    access: Access<Newsletter, action::Update>,
    id: Id<Newsletter>,
    form: Form<PreviewForm>,
) -> Result<Answer> {
    let locale = locale_of(&form.body)?;
    access
        .post(form.key, move |tx, rows| {
            let newsletter = rows.load(tx, id)?;
            let ctx = rows.ctx();
            let center_id = ctx.site.center_id;
            let user_id = ctx.user_id().ok_or(Code::NotSignedIn)?;
            let (email, first_name): (Option<String>, String) = tx.query_row(
                "select email, coalesce(first_name, '') from users where id = ?1",
                [user_id],
                |row| row.try_into(),
            )?;
            let email = email.ok_or(Code::NotFound)?;
            TEST_LETTERS.keep(tx, &email)?;
            let reader = Reader {
                user_id: Some(user_id),
                first_name: first_name.clone(),
                locale,
                preferences_token: "voorbeeld".to_owned(),
            };
            let composer = Composer::new(tx, (center_id, &newsletter), tx.now())?;
            let locale = composer.locale(locale);
            let mut data = composer.data(&reader)?;
            let text = TextOverride::find(tx, MailKind::Newsletter, locale, Some(center_id))?;
            if let Some(data) = data.as_object_mut() {
                data.insert(OWN_TEXT.to_owned(), text.to_carry());
            }
            Notice {
                kind: MailKind::Newsletter,
                data,
                subject: (SUBJECT_TYPE, id.number()),
                center_id,
            }
            .mail(tx, &email, (&first_name, ""), locale.as_str())?;
            tx.prepare_cached("update newsletters set tested_at = ?2 where id = ?1")?
                .execute((id.number(), tx.now()))?;
            tx.noted();
            Ok(Answer::empty())
        })
        .await
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "/{id}/preview", preview)
        .answering_anew()
        .named(
            "previewNewsletter",
            "Shows a newsletter as somebody reads it",
        )
        .answers(Described::json::<OneOf<NewsletterPreviewAttributes>>(200))
        .refuses(&[422])
        .form(Method::POST, "/{id}/test_mail", test_mail)
        .named("testNewsletter", "Mails a newsletter to oneself")
        .answers(Described::empty())
        .refuses(&[422, 429])
}
