//! Newsletters that were sent and have a page on the site: everybody reads them.

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::Newsletter;
use super::compose::{Composer, Reader};
use super::send::{center_of, load};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Computed, Id, Resource, Sort};
use crate::mail::page_html;
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::volunteer_center::VolunteerCenter;

pub struct PublishedNewsletter;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct PublishedNewsletterAttributes {
    #[schemars(extend("readOnly" = true))]
    pub subject: String,
    /// None: there is no English version.
    #[schemars(extend("readOnly" = true))]
    pub subject_en: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub preheader: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub preheader_en: Option<String>,
    /// Its text, without a greeting by name.
    #[schemars(extend("readOnly" = true))]
    pub html: String,
    #[schemars(extend("readOnly" = true))]
    pub html_en: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub sent_at: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub path: String,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
}

impl Resource for PublishedNewsletter {
    const TYPE: &'static str = "published_newsletters";
    const ALIAS: &'static str = "published_newsletter";
    type Attributes = PublishedNewsletterAttributes;
    const SORTS: &'static [Sort] = &[Sort::by("sent_at", "t.sent_at")];
    const DEFAULT_SORT: &'static str = "-sent_at";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "path",
        sql: "'/nieuwsbrief/' || t.id",
    }];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        ..SessionAccess::CLOSED
    };
}

impl Declared for PublishedNewsletter {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/api/newsletter-subscription-calls.ts",
        "published_newsletters",
    ));
    const ABOUT: &'static str = "Newsletters that were sent and can be read on the site.";
    const ROUTES: fn() -> Routes = || {
        Routes::new()
            .list::<PublishedNewsletter>()
            .find::<PublishedNewsletter>()
    };
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("published_newsletters", "what a centre wrote to everybody"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the newsletter"));
    const EXPORT: Option<Export> = Some(Export::No("they are read on the site"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
}

/// Gives a newsletter that was sent its page, where the centre wants one.
pub(super) fn publish(tx: &Tx, id: Id<Newsletter>) -> Result<()> {
    let newsletter = load(tx, id)?;
    if !newsletter.is_archived {
        return Ok(());
    }
    let center_id = center_of(&newsletter);
    let composer = Composer::new(tx, (center_id, &newsletter), tx.now())?;
    let html = |locale: Locale| -> Result<String> {
        let text = composer.text(&Reader {
            locale,
            ..Reader::default()
        })?;
        page_html(&text, locale).ok_or_else(|| Error::internal("a newsletter leads nowhere"))
    };
    let is_english = newsletter.is_in_english();
    let html_en = is_english.then(|| html(Locale::En)).transpose()?;
    tx.prepare_cached(
        "insert or ignore into published_newsletters
                (id, volunteer_center_id, subject, subject_en, preheader, preheader_en, html, html_en, sent_at, created_at, updated_at)
         values (:id, :center_id, :subject, :subject_en, :preheader, :preheader_en, :html, :html_en, :now, :now, :now)",
    )?
    .execute(named_params! {
        ":id": id.number(),
        ":center_id": center_id,
        ":subject": newsletter.subject,
        ":subject_en": newsletter.subject_en.as_deref().filter(|_| newsletter.is_in_english()),
        ":preheader": newsletter.preheader,
        ":preheader_en": newsletter.preheader_en,
        ":html": html(Locale::Nl)?,
        ":html_en": html_en,
        ":now": tx.now(),
    })?;
    Ok(())
}
