//! Texts of emails: the built-in ones, and what a tenant or a centre wrote in their place (docs/domain/mails.md#rules).
//! A text is addressed by its kind; `locale` selects the language, `scope` the level that is changed.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use crate::app::access::{Access, RequestContext, Rows, action};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{
    AllOf, Described, DocumentOf, Ignored, Input, OneOf, Routes, Sent, Typed,
};
use crate::jsonapi::schema::facts::AuditSubject;
use crate::jsonapi::write::store::{attributes_of, typed};
use crate::jsonapi::{Document, Id, Query, Resource, table};
use crate::mail::{
    Filled, LONGEST_TEXTS, MailKind, TextFault, TextOverride, built_in, mandatory_placeholders,
    placeholders, render, sample,
};
use crate::model::declaration::{BodyForm, body_form};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::model::email_branding::{email_branding, origin};
use crate::privacy::prelude::*;
use crate::resources::volunteer_center::VolunteerCenter;

pub struct NotificationTemplate;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct NotificationTemplateAttributes {
    #[schemars(extend("readOnly" = true))]
    pub kind: String,
    #[schemars(extend("readOnly" = true))]
    pub locale: String,
    /// The subject in force; null follows the level above.
    #[validate(length(min = 1, max = 150))]
    pub subject: Option<String>,
    /// A paragraph before the body.
    #[validate(length(min = 1, max = 1000))]
    pub intro: Option<String>,
    #[validate(length(min = 1, max = 20000))]
    pub body: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
}

/// What is sent to change a text; null follows the level above again.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NotificationTemplateUpdateAttributes")]
pub struct NotificationTemplateForm {
    #[validate(length(min = 1, max = 150))]
    pub subject: Option<String>,
    #[validate(length(min = 1, max = 1000))]
    pub intro: Option<String>,
    #[validate(length(min = 1, max = 20000))]
    pub body: Option<String>,
}

impl Resource for NotificationTemplate {
    const TYPE: &'static str = "notification_templates";
    const ALIAS: &'static str = "notification_template";
    type Attributes = NotificationTemplateAttributes;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
}

impl Declared for NotificationTemplate {
    const FILE: &'static str = file!();
    const ABOUT: &'static str =
        "Texts of the mails, with those of a centre over those of the tenant.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<NotificationTemplateForm>(
        "notification_template_forms",
    )];
    const PERSONAL_DATA: &'static [Entry] = &[nobody(
        "notification_templates",
        "texts of emails, without anybody's data",
    )];
    const RETENTION: Option<Retention> = Some(Retention::Kept("settings of the tenant"));
    const EXPORT: Option<Export> = Some(Export::No("settings of the tenant"));
    const DEMO: Option<Demo> = Some(Demo::None("the demo uses the built-in texts"));
}

/// The texts in force of one kind of mail; whole where one kind is asked for.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NotificationTemplateTextsAttributes")]
#[expect(
    clippy::option_option,
    reason = "left out of a list; null where there is none"
)]
struct TemplateTexts {
    kind: String,
    locale: String,
    is_mandatory: bool,
    is_changed: bool,
    subject: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intro: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origins: Option<TemplateOrigins>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placeholders: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mandatory_placeholders: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_lengths: Option<TemplateLengths>,
}

impl Typed for TemplateTexts {
    const TYPE: &'static str = NotificationTemplate::TYPE;
}

/// The level that each text comes from.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NotificationTemplateOrigins")]
struct TemplateOrigins {
    subject: TextOrigin,
    intro: TextOrigin,
    body: TextOrigin,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TextOrigin {
    VolunteerCenter,
    Tenant,
    BuiltIn,
}

/// Maximum number of characters of each text.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NotificationTemplateLengths")]
struct TemplateLengths {
    subject: i64,
    intro: i64,
    body: i64,
}

/// A mail with sample data.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NotificationTemplatePreviewAttributes")]
struct TemplatePreviewAttributes {
    subject: String,
    html: String,
    text: String,
}

impl Typed for TemplatePreviewAttributes {
    const TYPE: &'static str = NotificationTemplate::TYPE;
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "", list)
        .named(
            "listNotificationTemplates",
            "Lists the kinds of mail and whose texts are in force",
        )
        .answers(Described::json::<AllOf<TemplateTexts>>(200))
        .query_parameters(&["locale"])
        .action(Method::GET, "/{id}", show)
        .named(
            "getNotificationTemplate",
            "Shows the texts of one kind of mail",
        )
        .answers(Described::json::<OneOf<TemplateTexts>>(200))
        .query_parameters(&["locale"])
        .action(Method::PATCH, "/{id}", update)
        .named(
            "updateNotificationTemplate",
            "Changes the texts of one kind of mail",
        )
        .answers(Described::json::<OneOf<TemplateTexts>>(200))
        .query_parameters(&["locale", "scope"])
        .action(Method::PUT, "/{id}", update)
        .named(
            "putNotificationTemplate",
            "Changes the texts of one kind of mail, as PATCH does",
        )
        .answers(Described::json::<OneOf<TemplateTexts>>(200))
        .query_parameters(&["locale", "scope"])
        .action(Method::PUT, "/{id}/reset", reset)
        .named(
            "resetNotificationTemplate",
            "Returns to the texts of the level above",
        )
        .answers(Described::json::<OneOf<TemplateTexts>>(200))
        .query_parameters(&["locale", "scope"])
        .action(Method::POST, "/{id}/preview", preview)
        .named(
            "previewNotificationTemplate",
            "Shows the mail with the texts sent, of which nothing is stored",
        )
        .answers(Described::json::<OneOf<TemplatePreviewAttributes>>(200))
        .query_parameters(&["locale"])
        .answering_anew()
}

/// A kind and a language.
#[derive(Clone, Copy)]
struct Which {
    kind: MailKind,
    locale: Locale,
}

impl Which {
    fn of(kind: &str, query: &Query) -> Result<Self> {
        Ok(Self {
            kind: MailKind::find(kind).ok_or(Code::NotFound)?,
            locale: locale(query)?,
        })
    }
}

fn locale(query: &Query) -> Result<Locale> {
    query.get("locale").map_or(Ok(Locale::default()), |word| {
        Locale::parse(word).ok_or_else(|| Error::not_one_of("locale", &["nl", "en"]))
    })
}

/// The level that a change is for: the centre of this host, or the tenant.
fn level(query: &Query, ctx: &RequestContext) -> Result<Option<i64>> {
    match query.get("scope") {
        None | Some("volunteer_center") => Ok(Some(ctx.site.center_id)),
        Some("tenant") => Ok(None),
        Some(_) => Err(Error::not_one_of("scope", &["volunteer_center", "tenant"])),
    }
}

/// `GET /notification_templates?locale=nl`: every kind with its subject in force, in catalogue order.
async fn list(
    access: Access<NotificationTemplate, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let locale = locale(&input.query)?;
    let center_id = access.ctx().site.center_id;
    let data = access
        .read(move |connection| {
            MailKind::ALL
                .iter()
                .map(|kind| {
                    let which = Which {
                        kind: *kind,
                        locale,
                    };
                    object(connection, which, center_id, false)
                })
                .collect::<Result<Vec<_>>>()
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": data, "meta": { "total": data.len() } }),
    ))
}

/// `GET /notification_templates/{kind}?locale=nl`: the texts in force, where each comes from, and the placeholders.
async fn show(
    access: Access<NotificationTemplate, action::Read>,
    kind: String,
    input: Input<()>,
) -> Result<Document> {
    let which = Which::of(&kind, &input.query)?;
    let center_id = access.ctx().site.center_id;
    let data = access
        .read(move |connection| object(connection, which, center_id, true))
        .await?;
    Ok(Document::of(&json!({ "data": data })))
}

/// `PATCH /notification_templates/{kind}?locale=nl&scope=volunteer_center`.
async fn update(
    access: Access<NotificationTemplate, action::Update>,
    kind: String,
    input: Input<Sent<DocumentOf<NotificationTemplate, NotificationTemplateForm>>>,
) -> Result<Document> {
    let which = Which::of(&kind, &input.query)?;
    let level = level(&input.query, access.ctx())?;
    let sent = attributes_of(table::<NotificationTemplate>(), &input.body)?;
    let form: NotificationTemplateForm = typed(&[], sent.clone())?;
    let data = access
        .write(move |tx, rows| {
            let old =
                TextOverride::stored(tx, which.kind, which.locale, level)?.unwrap_or_default();
            let new = merged(old, &sent, form);
            new.validate(which.kind, which.locale).map_err(faults)?;
            // Following the level above again is a reset.
            let is_reset = new
                .parts()
                .iter()
                .any(|(part, text)| text.is_none() && sent.contains_key(*part));
            save(tx, rows, (which, level), &new, is_reset)?;
            object(tx, which, rows.ctx().site.center_id, true)
        })
        .await?;
    Ok(Document::of(&json!({ "data": data })))
}

/// `PUT /notification_templates/{kind}/reset?locale=nl&scope=volunteer_center`: back to the level above.
async fn reset(
    access: Access<NotificationTemplate, action::Delete>,
    kind: String,
    input: Input<Ignored>,
) -> Result<Document> {
    let which = Which::of(&kind, &input.query)?;
    let level = level(&input.query, access.ctx())?;
    let data = access
        .write(move |tx, rows| {
            save(tx, rows, (which, level), &TextOverride::default(), true)?;
            object(tx, which, rows.ctx().site.center_id, true)
        })
        .await?;
    Ok(Document::of(&json!({ "data": data })))
}

/// `POST /notification_templates/{kind}/preview?locale=nl`: the email with sample data and the texts sent, of which
/// nothing is stored.
async fn preview(
    access: Access<NotificationTemplate, action::Update>,
    kind: String,
    input: Input<Sent<DocumentOf<NotificationTemplate, NotificationTemplateForm>>>,
) -> Result<Document> {
    let which = Which::of(&kind, &input.query)?;
    let sent = attributes_of(table::<NotificationTemplate>(), &input.body)?;
    let form: NotificationTemplateForm = typed(&[], sent.clone())?;
    let center_id = access.ctx().site.center_id;
    let origin = origin(access.app(), &access.ctx().site.tenant);
    let letter = access
        .read(move |connection| {
            let old = TextOverride::find(connection, which.kind, which.locale, Some(center_id))?;
            let text = merged(old, &sent, form);
            text.validate(which.kind, which.locale).map_err(faults)?;
            let data = sample(which.kind, which.locale);
            let filled = Filled {
                kind: which.kind,
                locale: which.locale,
                to_name: "Sanne de Vries",
                data: &data,
                unsubscribe_path: (!which.kind.is_mandatory()).then_some("/unsubscribe/voorbeeld"),
                text: Some(&text),
            };
            let head = email_branding(connection, Some(center_id), &origin)?;
            render(&filled, &head).map_err(|error| Error::internal(format!("{error:#}")))
        })
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": NotificationTemplate::TYPE,
        "id": kind,
        "attributes": { "subject": letter.subject, "html": letter.html, "text": letter.text },
    } })))
}

fn merged(
    old: TextOverride,
    sent: &Map<String, Value>,
    form: NotificationTemplateForm,
) -> TextOverride {
    let part = |name: &str, new: Option<String>, old: Option<String>| {
        if sent.contains_key(name) {
            // A text without words is none: the level above is followed.
            new.map(|text| tidy(&text)).filter(|text| !text.is_empty())
        } else {
            old
        }
    };
    TextOverride {
        subject: part("subject", form.subject, old.subject)
            .map(|subject| subject.split_whitespace().collect::<Vec<_>>().join(" ")),
        intro: part("intro", form.intro, old.intro),
        body: part("body", form.body, old.body),
    }
}

/// Without the private-use characters that stand for markup in the renderer.
fn tidy(text: &str) -> String {
    let kept: String = text
        .replace("\r\n", "\n")
        .chars()
        .filter(|c| !('\u{E000}'..='\u{F8FF}').contains(c))
        .collect();
    kept.trim().to_owned()
}

fn faults(found: Vec<TextFault>) -> Error {
    let fault = |fault: TextFault| {
        FieldFault::attribute(fault.part, fault.rule).with("placeholder", fault.placeholder)
    };
    Error::Invalid(found.into_iter().map(fault).collect())
}

/// Writes the row of a level under the actor's rights; an empty text has no row.
fn save(
    tx: &Tx,
    rows: &Rows<NotificationTemplate>,
    (which, level): (Which, Option<i64>),
    text: &TextOverride,
    is_reset: bool,
) -> Result<()> {
    let key = named_params! {":kind": which.kind.as_str(), ":locale": which.locale.as_str(), ":center_id": level};
    let find = |tx: &Tx| -> Result<Option<i64>> {
        Ok(tx
            .prepare_cached(
                "select id from notification_templates
                  where kind = :kind and locale = :locale and coalesce(volunteer_center_id, 0) = coalesce(:center_id, 0)",
            )?
            .query_row(key, |row| row.get(0))
            .optional()?)
    };
    if find(tx)?.is_none() {
        // A row to check the rights against; it is filled or removed below.
        tx.prepare_cached(
            "insert into notification_templates (kind, locale, volunteer_center_id, subject, created_at, updated_at)
             values (:kind, :locale, :center_id, '', :now, :now)",
        )?
        .execute(named_params! {
            ":kind": which.kind.as_str(),
            ":locale": which.locale.as_str(),
            ":center_id": level,
            ":now": tx.now(),
        })?;
    }
    let id = Id::new(find(tx)?.ok_or(Code::NotFound)?);
    let allowed = if is_reset {
        rows.beside::<NotificationTemplate, action::Delete>()?
            .require(tx, id)
    } else {
        rows.beside::<NotificationTemplate, action::Update>()?
            .require(tx, id)
    };
    // The level exists whether or not it has texts of its own.
    if allowed.is_err() {
        return Err(Code::Forbidden.into());
    }
    if text.is_empty() {
        tx.execute(
            "delete from notification_templates where id = ?1",
            [id.number()],
        )?;
        return Ok(());
    }
    tx.prepare_cached(
        "update notification_templates
            set subject = :subject, intro = :intro, body = :body, version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":subject": text.subject,
        ":intro": text.intro,
        ":body": text.body,
        ":now": tx.now(),
        ":id": id.number(),
    })?;
    Ok(())
}

fn object(
    connection: &Connection,
    Which { kind, locale }: Which,
    center_id: i64,
    is_whole: bool,
) -> Result<Value> {
    let own = TextOverride::stored(connection, kind, locale, Some(center_id))?.unwrap_or_default();
    let tenant = TextOverride::stored(connection, kind, locale, None)?.unwrap_or_default();
    let (subject, body) = built_in(kind, locale);
    let in_force = |own: &Option<String>, tenant: &Option<String>, built_in: Option<&str>| {
        let (text, origin) = match (own, tenant) {
            (Some(text), _) => (Some(text.clone()), "volunteer_center"),
            (None, Some(text)) => (Some(text.clone()), "tenant"),
            (None, None) => (built_in.map(str::to_owned), "built_in"),
        };
        (json!(text), json!(origin))
    };
    let subject = in_force(&own.subject, &tenant.subject, Some(subject));
    let mut attributes = json!({
        "kind": kind.as_str(),
        "locale": locale.as_str(),
        "is_mandatory": kind.is_mandatory(),
        "is_changed": !(own.is_empty() && tenant.is_empty()),
        "subject": subject.0,
    });
    if is_whole && let Some(attributes) = attributes.as_object_mut() {
        let intro = in_force(&own.intro, &tenant.intro, None);
        let body = in_force(&own.body, &tenant.body, Some(body));
        let origins = json!({ "subject": subject.1, "intro": intro.1, "body": body.1 });
        let [subject_max, intro_max, body_max] = LONGEST_TEXTS;
        attributes.extend([
            ("intro".to_owned(), intro.0),
            ("body".to_owned(), body.0),
            ("origins".to_owned(), origins),
            ("placeholders".to_owned(), json!(placeholders(kind, locale))),
            (
                "mandatory_placeholders".to_owned(),
                json!(mandatory_placeholders(kind, locale)),
            ),
            (
                "max_lengths".to_owned(),
                json!({ "subject": subject_max, "intro": intro_max, "body": body_max }),
            ),
        ]);
    }
    Ok(json!({ "type": NotificationTemplate::TYPE, "id": kind.as_str(), "attributes": attributes }))
}
