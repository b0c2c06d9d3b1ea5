//! Changelog: what is new in the program, in both languages, for whoever is signed in. The program brings its own
//! entries; an admin writes others, and edits, hides and deletes all of them (docs/domain/rights.md#back-office).

pub mod own_feed;
pub mod shipped;
mod unread;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::page::markup::{self, Extent};
use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Conditions, Filter, Resource, Saving, Sort};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::privacy::prelude::*;
use crate::search::text::without_markup;

/// Entries of a tenant.
const MOST: i64 = 500;

pub struct ChangelogEntry;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ChangelogEntryAttributes {
    /// The day it is from, `2026-11-30`.
    #[validate(length(min = 10, max = 10))]
    pub date: String,
    /// The version of the program, `1.14`.
    #[validate(length(max = 20))]
    pub release: Option<String>,
    /// At least one, each once.
    #[validate(length(min = 1, max = 3))]
    pub kinds: Vec<ChangelogKind>,
    /// Whom it concerns; none: everybody.
    #[serde(default)]
    #[validate(length(max = 3))]
    pub audiences: Vec<ChangelogAudience>,
    #[validate(length(min = 2, max = 120))]
    pub title_nl: String,
    #[validate(length(min = 2, max = 120))]
    pub title_en: String,
    /// Sanitised HTML: paragraphs, lists, links and small headings. Plain text becomes paragraphs.
    #[validate(length(min = 1, max = 10_000))]
    pub text_nl: String,
    #[validate(length(min = 1, max = 10_000))]
    pub text_en: String,
    /// Path of a page of the site where it is found, `/analytics`.
    #[validate(length(max = 300))]
    pub link_path: Option<String>,
    /// Words of that link; required with a path.
    #[validate(length(max = 60))]
    pub link_text_nl: Option<String>,
    #[validate(length(max = 60))]
    pub link_text_en: Option<String>,
    /// Whether others than admins see it.
    #[serde(default)]
    pub published: bool,
    /// When it was first published.
    #[schemars(extend("readOnly" = true))]
    pub published_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangelogKind {
    New,
    Improved,
    Fixed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangelogAudience {
    Volunteers,
    Organizations,
    Centers,
}

impl ChangelogAudience {
    const ALL: [Self; 3] = [Self::Volunteers, Self::Organizations, Self::Centers];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Volunteers => "volunteers",
            Self::Organizations => "organizations",
            Self::Centers => "centers",
        }
    }
}

impl Resource for ChangelogEntry {
    const TYPE: &'static str = "changelog_entries";
    const ALIAS: &'static str = "changelog_entry";
    type Attributes = ChangelogEntryAttributes;
    const FILTERS: &'static [Filter] = &[Filter::custom(
        "audience_eq",
        &["audiences"],
        |conditions, value| {
            let audience = ChangelogAudience::ALL
                .iter()
                .map(|audience| audience.as_str())
                .find(|audience| *audience == value)
                .ok_or_else(|| {
                    let allowed = ChangelogAudience::ALL.map(ChangelogAudience::as_str);
                    Conditions::impossible("audience_eq", value, &allowed)
                })?;
            conditions.add(
                "(t.audiences = '[]' or exists (select 1 from json_each(t.audiences) a where a.value = :value))",
                audience.to_owned(),
            );
            Ok(())
        },
    )];
    const SORTS: &'static [Sort] = &[Sort::by("date", "t.date")];
    const DEFAULT_SORT: &'static str = "-date,-id";
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/changelog_entries/unread"),
            ("GET", "/api/v1/me/changelog_feed"),
        ],
        ..SessionAccess::READABLE
    };

    fn before_save(
        new: &mut ChangelogEntryAttributes,
        old: Option<&ChangelogEntryAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            require_room(saving)?;
        }
        if new.date.parse::<jiff::civil::Date>().is_err() {
            return Err(FieldFault::attribute("date", "date").into());
        }
        each_once(&mut new.kinds);
        each_once(&mut new.audiences);
        if new.kinds.is_empty() {
            return Err(FieldFault::attribute("kinds", "required").into());
        }
        for (field, text) in [("text_nl", &mut new.text_nl), ("text_en", &mut new.text_en)] {
            *text = markup::sanitised(text, Extent::Part);
            if without_markup(text).trim().is_empty() {
                return Err(FieldFault::attribute(field, "required").into());
            }
        }
        validate_link(new)?;
        if new.published && new.published_at.is_none() {
            new.published_at = Some(saving.tx.now().to_owned());
        }
        Ok(())
    }
}

fn require_room(saving: &Saving) -> Result<()> {
    let count: i64 = saving
        .tx
        .query_row("select count(*) from changelog_entries", [], |row| {
            row.get(0)
        })?;
    if count >= MOST {
        return Err(FieldFault::attribute("title_nl", "items")
            .with("max", MOST)
            .into());
    }
    Ok(())
}

fn each_once<T: PartialEq + Copy>(list: &mut Vec<T>) {
    let mut known: Vec<T> = Vec::new();
    list.retain(|one| {
        let is_new = !known.contains(one);
        known.push(*one);
        is_new
    });
}

/// A link leads to a page of the site and has its words in both languages; without a path there are none.
fn validate_link(entry: &mut ChangelogEntryAttributes) -> Result<()> {
    let path = entry.link_path.take().filter(|path| !path.is_empty());
    let Some(path) = path else {
        entry.link_text_nl = None;
        entry.link_text_en = None;
        return Ok(());
    };
    if !path.starts_with('/') || !markup::is_own_address(&path) {
        return Err(FieldFault::attribute("link_path", "own_path").into());
    }
    for (field, words) in [
        ("link_text_nl", &entry.link_text_nl),
        ("link_text_en", &entry.link_text_en),
    ] {
        if words.as_deref().unwrap_or_default().is_empty() {
            return Err(FieldFault::attribute(field, "required").into());
        }
    }
    entry.link_path = Some(path);
    Ok(())
}

impl Declared for ChangelogEntry {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/changelog/changelog-page.tsx",
        "changelog_entries",
    ));
    const ABOUT: &'static str = "What is new in the program, and what of it somebody has not read.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("changelog_reads", &[own!("t.user_id = :user_id", [("wat-is-er-nieuw", "Wanneer je voor het laatst keek wat er nieuw is."), ("whats-new", "When you last looked at what is new.")], without &["user_id"], with "")]),
        nobody("changelog_entries", "what is new in the program"),
        nobody("changelog_imports", "names of entries that the program brought"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("until an admin deletes it"));
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("the program brings its own"));
}

pub fn routes() -> Routes {
    Routes::crud::<ChangelogEntry>()
        .merge(unread::routes())
        .merge(own_feed::routes())
}
