//! Texts of emails: the built-in ones, and what a tenant or a centre wrote in their place (docs/domain/mails.md#rules).
//! A text is addressed by its kind; `locale` selects the language, `scope` the level that is changed. Kinds that are not
//! mandatory can be switched off at either level.

mod earlier;
mod switched_off;
mod test_mail;

use std::collections::{BTreeMap, HashMap};

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use crate::app::access::{Access, Action, RequestContext, Rows, action};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{
    AllOf, Described, DocumentOf, FromPath, Ignored, Input, OneOf, Routes, Sent, Typed,
};
use crate::http::versions::Version;
use crate::jsonapi::schema::facts::AuditSubject;
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::write::store::{attributes_of, typed};
use crate::jsonapi::{Document, Id, Query, Resource, table};
use crate::mail::{
    EmailBranding, Filled, LONGEST_TEXTS, MailAudience, MailGroup, MailKind, TextFault,
    TextOverride, built_in, mandatory_placeholders, placeholders, render, sample, sample_values,
};
use crate::model::declaration::{BodyForm, body_form};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
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
    /// False: this kind is not sent any more. Takes the right to reset.
    pub is_active: Option<bool>,
}

impl Resource for NotificationTemplate {
    const TYPE: &'static str = "notification_templates";
    const ALIAS: &'static str = "notification_template";
    type Attributes = NotificationTemplateAttributes;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const VERSIONS: Option<u32> = Some(50);
}

impl Declared for NotificationTemplate {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> =
        Some(("ui/src/api/template-calls.ts", "notification_templates"));
    const ABOUT: &'static str =
        "Texts of the mails, with those of a centre over those of the tenant.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<NotificationTemplateForm>(
        "notification_template_forms",
    )];
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody(
            "notification_templates",
            "texts of emails, without anybody's data",
        ),
        nobody("switched_off_mails", "kinds of email that are not sent"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("settings of the tenant"));
    const EXPORT: Option<Export> = Some(Export::No("settings of the tenant"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
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
    group: MailGroup,
    audience: MailAudience,
    is_mandatory: bool,
    /// Whether the centre or the tenant has a text of its own in this language.
    is_changed: bool,
    /// False: the centre or the tenant does not send it.
    is_active: bool,
    /// Whether there is a text of one's own in the other language alone, or in this one alone.
    is_missing_translation: bool,
    /// When this centre last sent one.
    last_sent_at: Option<String>,
    /// When the text in force was last changed; null without one.
    updated_at: Option<String>,
    updated_by_name: Option<String>,
    subject: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intro: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origins: Option<TemplateOrigins>,
    /// What the program says by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    built_in: Option<TemplateParts>,
    /// What the tenant says instead; null where it says what the program does.
    #[serde(skip_serializing_if = "Option::is_none")]
    tenant: Option<TemplateParts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placeholders: Option<Vec<String>>,
    /// What the placeholders of values show in the sample, by placeholder.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mandatory_placeholders: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_lengths: Option<TemplateLengths>,
    /// Number of the level's text for `If-Match`; 0 without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i64>,
}

/// The texts of one level.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NotificationTemplateParts")]
struct TemplateParts {
    subject: Option<String>,
    intro: Option<String>,
    body: Option<String>,
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
        .query_parameters(&["locale", "scope"])
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
        .action(Method::POST, "/{id}/test_mail", test_mail::send)
        .named(
            "testNotificationTemplate",
            "Sends the mail with the texts sent, of which nothing is stored, to the requester",
        )
        .answers(Described::empty())
        .query_parameters(&["locale"])
        .refuses(&[429])
        .action(Method::GET, "/{id}/versions", earlier::list)
        .named(
            "listNotificationTemplateVersions",
            "Lists the versions of a text, from the newest",
        )
        .answers(Described::json::<AllOf<EarlierText>>(200))
        .query_parameters(&["locale", "scope"])
        .action(
            Method::POST,
            "/{id}/versions/{number}/restore",
            earlier::restore,
        )
        .named(
            "restoreNotificationTemplateVersion",
            "Makes a text as it was in a version",
        )
        .answers(Described::json::<OneOf<TemplateTexts>>(200))
        .query_parameters(&["locale", "scope"])
}

/// The kind in a path. `If-Match` is compared with the text of the level that is changed, which only the query names.
struct KindInPath(MailKind);

impl FromPath for KindInPath {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let kind = path.get("id").and_then(|word| MailKind::find(word));
        Ok(Self(kind.ok_or(Code::NotFound)?))
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

/// A version of a text, with its words.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NotificationTemplateVersionAttributes")]
struct EarlierText {
    #[serde(flatten)]
    version: Version,
    subject: Option<String>,
    intro: Option<String>,
    body: Option<String>,
}

impl Typed for EarlierText {
    const TYPE: &'static str = "notification_template_versions";
}

/// A kind and a language.
#[derive(Clone, Copy)]
struct Which {
    kind: MailKind,
    locale: Locale,
}

impl Which {
    fn of(path: &KindInPath, query: &Query) -> Result<Self> {
        Ok(Self {
            kind: path.0,
            locale: locale(query)?,
        })
    }

    /// The row of a level: its id and its version.
    fn row(self, connection: &Connection, level: Option<i64>) -> Result<Option<(i64, i64)>> {
        Ok(connection
            .prepare_cached(
                "select id, version from notification_templates
                  where kind = :kind and locale = :locale and coalesce(volunteer_center_id, 0) = coalesce(:center_id, 0)",
            )?
            .query_row(
                named_params! {
                    ":kind": self.kind.as_str(),
                    ":locale": self.locale.as_str(),
                    ":center_id": level,
                },
                |row| row.try_into(),
            )
            .optional()?)
    }

    fn version(self, connection: &Connection, level: Option<i64>) -> Result<i64> {
        Ok(self
            .row(connection, level)?
            .map_or(0, |(_, version)| version))
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
                    Ok(object(*kind, &summary(connection, which, center_id)?))
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
    path: KindInPath,
    input: Input<()>,
) -> Result<Document> {
    let shown = Shown::of(&path, &input.query, &access)?;
    access
        .read(move |connection| shown.document(connection))
        .await
}

/// `PATCH /notification_templates/{kind}?locale=nl&scope=volunteer_center`.
async fn update(
    access: Access<NotificationTemplate, action::Update>,
    path: KindInPath,
    input: Input<Sent<DocumentOf<NotificationTemplate, NotificationTemplateForm>>>,
) -> Result<Document> {
    let shown = Shown::of(&path, &input.query, &access)?;
    let (which, level) = (shown.which, shown.level);
    let sent = attributes_of(table::<NotificationTemplate>(), &input.body)?;
    let form: NotificationTemplateForm = typed(&[], sent.clone())?;
    access
        .write(move |tx, rows| {
            rows.require_version(which.version(tx, level)?)?;
            if let Some(is_active) = form.is_active {
                switched_off::switch(tx, rows, (which, level), is_active)?;
            }
            if form.is_active.is_none() || sent.len() > 1 {
                let old = TextOverride::stored(tx, which.kind, which.locale, level)?;
                let new = merged(old.unwrap_or_default(), &sent, form);
                new.validate(which.kind, which.locale).map_err(faults)?;
                // Following the level above again is a reset.
                let is_reset = new
                    .parts()
                    .iter()
                    .any(|(part, text)| text.is_none() && sent.contains_key(*part));
                save(tx, rows, (which, level), &new, is_reset)?;
            }
            shown.document(tx)
        })
        .await
}

/// `PUT /notification_templates/{kind}/reset?locale=nl&scope=volunteer_center`: back to the level above.
async fn reset(
    access: Access<NotificationTemplate, action::Delete>,
    path: KindInPath,
    input: Input<Ignored>,
) -> Result<Document> {
    let shown = Shown::of(&path, &input.query, &access)?;
    let (which, level) = (shown.which, shown.level);
    access
        .write(move |tx, rows| {
            rows.require_version(which.version(tx, level)?)?;
            save(tx, rows, (which, level), &TextOverride::default(), true)?;
            shown.document(tx)
        })
        .await
}

/// `POST /notification_templates/{kind}/preview?locale=nl`: the email with sample data and the texts sent, of which
/// nothing is stored.
async fn preview(
    access: Access<NotificationTemplate, action::Update>,
    path: KindInPath,
    input: Input<Sent<DocumentOf<NotificationTemplate, NotificationTemplateForm>>>,
) -> Result<Document> {
    let which = Which::of(&path, &input.query)?;
    let sent = attributes_of(table::<NotificationTemplate>(), &input.body)?;
    let form: NotificationTemplateForm = typed(&[], sent.clone())?;
    let center_id = access.ctx().site.center_id;
    let origin = origin(access.app(), &access.ctx().site.tenant);
    let letter = access
        .read(move |connection| {
            let text = tried(connection, (which, center_id), &sent, form)?;
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
        "id": which.kind.as_str(),
        "attributes": { "subject": letter.subject, "html": letter.html, "text": letter.text },
    } })))
}

/// The text in force with what was sent in its place.
fn tried(
    connection: &Connection,
    (which, center_id): (Which, i64),
    sent: &Map<String, Value>,
    form: NotificationTemplateForm,
) -> Result<TextOverride> {
    let old = TextOverride::find(connection, which.kind, which.locale, Some(center_id))?;
    let text = merged(old, sent, form);
    text.validate(which.kind, which.locale).map_err(faults)?;
    Ok(text)
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

/// Writes the row of a level under the actor's rights. An empty text keeps its row, for its versions.
fn save(
    tx: &Tx,
    rows: &Rows<NotificationTemplate>,
    (which, level): (Which, Option<i64>),
    text: &TextOverride,
    is_reset: bool,
) -> Result<()> {
    let found = which.row(tx, level)?;
    if found.is_none() {
        // A row to check the rights against.
        tx.prepare_cached(
            "insert into notification_templates (kind, locale, volunteer_center_id, version, created_at, updated_at)
             values (:kind, :locale, :center_id, 0, :now, :now)",
        )?
        .execute(named_params! {
            ":kind": which.kind.as_str(),
            ":locale": which.locale.as_str(),
            ":center_id": level,
            ":now": tx.now(),
        })?;
    }
    let (id, _) = which.row(tx, level)?.ok_or(Code::NotFound)?;
    let id = Id::new(id);
    let update = rows.beside::<NotificationTemplate, action::Update>()?;
    let allowed = if is_reset {
        rows.beside::<NotificationTemplate, action::Delete>()?
            .require(tx, id)
    } else {
        update.require(tx, id)
    };
    // The level exists whether or not it has texts of its own.
    if allowed.is_err() {
        return Err(Code::Forbidden.into());
    }
    if found.is_none() && text.is_empty() {
        tx.execute(
            "delete from notification_templates where id = ?1",
            [id.number()],
        )?;
        return Ok(());
    }
    let parts = text.parts();
    let attributes = parts.map(|(part, text)| (part.to_owned(), json!(text)));
    update.update(tx, id, attributes.into_iter().collect())
}

/// What is answered about one kind: the language and the level, and the head of the emails for the samples.
struct Shown {
    which: Which,
    level: Option<i64>,
    center_id: i64,
    origin: crate::model::email_branding::Origin,
}

impl Shown {
    fn of<A: Action>(
        path: &KindInPath,
        query: &Query,
        access: &Access<NotificationTemplate, A>,
    ) -> Result<Self> {
        Ok(Self {
            which: Which::of(path, query)?,
            level: level(query, access.ctx())?,
            center_id: access.ctx().site.center_id,
            origin: origin(access.app(), &access.ctx().site.tenant),
        })
    }

    /// The document, and the version of the level.
    fn data(&self, connection: &Connection) -> Result<(Value, i64)> {
        let head = email_branding(connection, Some(self.center_id), &self.origin)?;
        let mut texts = summary(connection, self.which, self.center_id)?;
        let version = self.which.version(connection, self.level)?;
        whole(connection, (self.which, self.center_id), &head, &mut texts)?;
        texts.version = Some(version);
        Ok((json!({ "data": object(self.which.kind, &texts) }), version))
    }

    fn document(&self, connection: &Connection) -> Result<Document> {
        let (data, version) = self.data(connection)?;
        Ok(Document::new(serde_json::to_vec(&data)?, Some(version)))
    }

    fn text(&self, connection: &Connection) -> Result<String> {
        Ok(self.data(connection)?.0.to_string())
    }
}

fn object(kind: MailKind, texts: &TemplateTexts) -> Value {
    json!({ "type": NotificationTemplate::TYPE, "id": kind.as_str(), "attributes": texts })
}

/// What a list says about a kind.
fn summary(connection: &Connection, which: Which, center_id: i64) -> Result<TemplateTexts> {
    let Which { kind, locale } = which;
    let text = TextOverride::find(connection, kind, locale, Some(center_id))?;
    let other = match locale {
        Locale::Nl => Locale::En,
        Locale::En => Locale::Nl,
    };
    let elsewhere = TextOverride::find(connection, kind, other, Some(center_id))?;
    let changed = last_change(connection, which, center_id)?;
    let (updated_at, updated_by_name) = changed.filter(|_| !text.is_empty()).unzip();
    let (subject, _) = built_in(kind, locale);
    Ok(TemplateTexts {
        kind: kind.as_str().to_owned(),
        locale: locale.as_str().to_owned(),
        group: kind.group(),
        audience: kind.audience(),
        is_mandatory: kind.is_mandatory(),
        is_changed: !text.is_empty(),
        is_active: !crate::mail::is_switched_off(connection, kind, Some(center_id))?,
        is_missing_translation: text.is_empty() != elsewhere.is_empty(),
        last_sent_at: last_sent(connection, kind, center_id)?,
        updated_at,
        updated_by_name: updated_by_name.flatten(),
        subject: Some(text.subject.unwrap_or_else(|| subject.to_owned())),
        intro: None,
        body: None,
        origins: None,
        built_in: None,
        tenant: None,
        placeholders: None,
        samples: None,
        mandatory_placeholders: None,
        max_lengths: None,
        version: None,
    })
}

/// When this centre last sent a kind, as far back as the outbox goes.
fn last_sent(connection: &Connection, kind: MailKind, center_id: i64) -> Result<Option<String>> {
    Ok(connection
        .prepare_cached(
            "select max(sent_at) from outbox where volunteer_center_id = ?1 and kind = ?2 and status = 'sent'",
        )?
        .query_row((center_id, kind.as_str()), |row| row.get(0))?)
}

/// When a text of the centre or of the tenant was last changed, and the first name of who did.
fn last_change(
    connection: &Connection,
    which: Which,
    center_id: i64,
) -> Result<Option<(String, Option<String>)>> {
    Ok(connection
        .prepare_cached(
            "select t.updated_at,
                    (select u.first_name from row_versions v join users u on u.id = v.actor_id
                      where v.subject_type = 'notification_templates' and v.subject_id = t.id
                      order by v.number desc limit 1)
               from notification_templates t
              where t.kind = ?1 and t.locale = ?2 and coalesce(t.volunteer_center_id, 0) in (0, ?3)
                and coalesce(t.subject, t.intro, t.body) is not null
              order by t.updated_at desc limit 1",
        )?
        .query_row(
            (which.kind.as_str(), which.locale.as_str(), center_id),
            |row| row.try_into(),
        )
        .optional()?)
}

/// Adds what is answered about one kind alone.
fn whole(
    connection: &Connection,
    (Which { kind, locale }, center_id): (Which, i64),
    head: &EmailBranding,
    texts: &mut TemplateTexts,
) -> Result<()> {
    let own = TextOverride::stored(connection, kind, locale, Some(center_id))?.unwrap_or_default();
    let tenant = TextOverride::stored(connection, kind, locale, None)?.unwrap_or_default();
    let (subject, body) = built_in(kind, locale);
    let in_force = |own: Option<String>, tenant: &Option<String>, built_in: Option<&str>| match (
        own, tenant,
    ) {
        (Some(text), _) => (Some(text), TextOrigin::VolunteerCenter),
        (None, Some(text)) => (Some(text.clone()), TextOrigin::Tenant),
        (None, None) => (built_in.map(str::to_owned), TextOrigin::BuiltIn),
    };
    let (_, of_subject) = in_force(own.subject, &tenant.subject, Some(subject));
    let (intro, of_intro) = in_force(own.intro, &tenant.intro, None);
    let (body_text, of_body) = in_force(own.body, &tenant.body, Some(body));
    texts.intro = Some(intro);
    texts.body = Some(body_text);
    texts.origins = Some(TemplateOrigins {
        subject: of_subject,
        intro: of_intro,
        body: of_body,
    });
    texts.built_in = Some(TemplateParts {
        subject: Some(subject.to_owned()),
        intro: None,
        body: Some(body.to_owned()),
    });
    texts.tenant = (!tenant.is_empty()).then_some(TemplateParts {
        subject: tenant.subject,
        intro: tenant.intro,
        body: tenant.body,
    });
    texts.placeholders = Some(placeholders(kind, locale));
    texts.samples = Some(sample_values(kind, locale, head));
    texts.mandatory_placeholders = Some(mandatory_placeholders(kind, locale));
    let [subject_max, intro_max, body_max] =
        LONGEST_TEXTS.map(|most| most.try_into().unwrap_or(i64::MAX));
    texts.max_lengths = Some(TemplateLengths {
        subject: subject_max,
        intro: intro_max,
        body: body_max,
    });
    Ok(())
}
