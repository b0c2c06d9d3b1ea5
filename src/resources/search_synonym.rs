//! Words that a centre adds to the ones that the search of vacancies knows (docs/domain/search.md).

use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::volunteer_center::VolunteerCenter;
use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Filter, Id, MostPer, Resource, Saving, Sort};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::search::{Synonyms, normalise};

/// Words of one group.
const MOST_WORDS: usize = 20;

pub struct SearchSynonym;

/// The words of a centre.
pub fn of_center(connection: &Connection, center: &SqlValue) -> Result<Synonyms> {
    let mut statement = connection.prepare_cached(
        "select words from search_synonyms where volunteer_center_id = ?1 order by id limit 1000",
    )?;
    let lines = statement
        .query_map([center], |row| row.get::<_, String>(0))?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(Synonyms::of(lines.iter().map(String::as_str)))
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct SearchSynonymAttributes {
    /// `a, b, c`: each finds the others. `a > b, c`: a finds b and c, not the other way round.
    #[validate(length(min = 3, max = 300))]
    pub words: String,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

impl Resource for SearchSynonym {
    const TYPE: &'static str = "search_synonyms";
    const ALIAS: &'static str = "search_synonym";
    type Attributes = SearchSynonymAttributes;
    const FILTERS: &'static [Filter] = &[];
    const SORTS: &'static [Sort] = &[Sort::by("words", "t.words collate nocase")];
    const MOST_PER: Option<MostPer> = Some(MostPer {
        owner: "volunteer_center_id",
        most: 500,
        attribute: "words",
    });
    const DEFAULT_SORT: &'static str = "words";
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Create, Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut SearchSynonymAttributes,
        old: Option<&SearchSynonymAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            let center_id = saving.center_id();
            new.volunteer_center_id = Some(Id::new(center_id));
        }
        let entries = |text: &str| {
            text.split(',')
                .filter(|entry| !normalise(entry).is_empty())
                .count()
        };
        let (finding, found) = new.words.split_once('>').unwrap_or((&new.words, ""));
        let is_pair = !found.contains('>') && entries(finding) + entries(found) > 1;
        if !is_pair || new.words.contains('>') && (entries(finding) == 0 || entries(found) == 0) {
            return Err(FieldFault::attribute("words", "type").into());
        }
        if entries(finding) + entries(found) > MOST_WORDS {
            return Err(FieldFault::attribute("words", "items")
                .with("max", MOST_WORDS)
                .into());
        }
        Ok(())
    }
}

impl Declared for SearchSynonym {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/taxonomies/search-words.tsx",
        "search_synonyms",
    ));
    const ABOUT: &'static str = "Words that a centre adds to those that its search knows.";
    const ROUTES: fn() -> Routes = Routes::crud::<Self>;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("search_synonyms", "words of the language"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("until the centre deletes it"));
    const EXPORT: Option<Export> = Some(Export::No("few rows; the screen shows them all"));
    const DEMO: Option<Demo> = Some(Demo::None("the search knows the words of the demo"));
}
