//! Legal texts of a centre: privacy statement, terms of use, accessibility statement. An edition never changes: a new
//! text is a new edition, so that what somebody agreed to can still be read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::page::markup::{self, Extent};
use super::volunteer_center::VolunteerCenter;
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Filter, Id, Predicate, Resource, Saving, Sort};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::model::effects::{Effect, Event, Happening};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::search::text::without_markup;

/// Editions of one text: nobody needs that many.
const MOST: i64 = 200;
/// Characters of a text, without its markup.
const LEAST: usize = 50;

pub struct LegalText;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct LegalTextAttributes {
    pub kind: LegalTextKind,
    /// From 1; the highest is in force.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub edition: i64,
    /// Sanitised HTML when it begins with a tag. Else a line is a paragraph, `## ` begins a heading, `- ` an entry of a
    /// list, `[words](address)` is a link. `{{centre}}` and `{{contact}}` are filled in.
    #[validate(length(min = 50, max = 30_000))]
    pub text: String,
    #[validate(length(min = 50, max = 30_000))]
    pub text_en: String,
    /// What is different, in a sentence for readers.
    #[validate(length(max = 300))]
    pub change_note: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    /// When it came into force.
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LegalTextKind {
    Privacy,
    Terms,
    Accessibility,
}

impl LegalTextKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Privacy => "privacy",
            Self::Terms => "terms",
            Self::Accessibility => "accessibility",
        }
    }
}

impl Resource for LegalText {
    const TYPE: &'static str = "legal_texts";
    const ALIAS: &'static str = "legal_text";
    type Attributes = LegalTextAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("kind", &[Predicate::Eq]),
        Filter::column("edition", &[Predicate::Eq]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("edition", "t.edition")];
    const DEFAULT_SORT: &'static str = "-edition,id";
    const LARGEST_PAGE: u32 = 200;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        offered: &[Verb::Create],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut LegalTextAttributes,
        _old: Option<&LegalTextAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        new.text = cleaned("text", &new.text)?;
        new.text_en = cleaned("text_en", &new.text_en)?;
        let center_id = saving.center_id();
        new.volunteer_center_id = Some(Id::new(center_id));
        let (last, is_same): (i64, bool) = saving
            .tx
            .prepare_cached(
                "select coalesce(max(edition), 0),
                        coalesce((select l.text = ?3 and l.text_en = ?4 from legal_texts l
                                   where l.volunteer_center_id = ?1 and l.kind = ?2 order by l.edition desc limit 1), 0)
                   from legal_texts where volunteer_center_id = ?1 and kind = ?2",
            )?
            .query_row(
                (center_id, new.kind.as_str(), &new.text, &new.text_en),
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
        if is_same {
            return Err(FieldFault::attribute("text", "unchanged").into());
        }
        if last >= MOST {
            return Err(FieldFault::attribute("text", "items")
                .with("max", MOST)
                .into());
        }
        new.edition = last + 1;
        Ok(())
    }
}

/// A text with markup is sanitised; enough of it has to be left.
fn cleaned(field: &str, text: &str) -> Result<String> {
    if !is_markup(text) {
        return Ok(text.to_owned());
    }
    let clean = markup::sanitised(text, Extent::Whole);
    let words = without_markup(&clean).chars().count();
    if words < LEAST {
        return Err(FieldFault::attribute(field, "length_min")
            .with("min", LEAST)
            .into());
    }
    Ok(clean)
}

/// True for a text that was written with headings, lists and tables; the earlier ones are lines.
pub fn is_markup(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// The texts that a new centre begins with.
pub fn seed(tx: &Tx, center_id: i64) -> Result<()> {
    tx.execute(
        "insert into legal_texts (kind, edition, text, text_en, volunteer_center_id, created_at, updated_at)
         select k.value, 1, legal_text(k.value, 'nl'), legal_text(k.value, 'en'), ?1, ?2, ?2
           from json_each('[\"privacy\",\"terms\",\"accessibility\"]') k",
        (center_id, tx.now()),
    )?;
    Ok(())
}

/// The texts that every centre begins with.
fn begin_with_center(happening: &Happening) -> Result<()> {
    if happening.event == Event::CenterCreated {
        seed(happening.tx, happening.id)?;
    }
    Ok(())
}

impl Declared for LegalText {
    const FILE: &'static str = file!();
    const IS_MADE_ON_ITS_SCREEN: bool = true;
    const ABOUT: &'static str =
        "Privacy statement, terms and accessibility statement of a centre, by edition.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("legal_texts", "what a centre says of itself"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept(
        "with its centre: proof of what somebody agreed to",
    ));
    const EXPORT: Option<Export> = Some(Export::No("texts; the site shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("made with its centre"));
    const EFFECTS: Option<Effect> = Some(begin_with_center);
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<LegalText>()
        .find::<LegalText>()
        .create::<LegalText>()
}
