//! Saved searches: the queries of the public vacancy search that a person keeps (docs/domain/limits.md#numbers).
//! New results are mailed by `jobs/saved_searches.rs`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::user::User;
use super::vacancy::Vacancy;
use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Filter, Id, MostPer, Predicate, Query, Resource, Saving, Sort, table};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::privacy::prelude::*;

pub struct SavedSearch;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct SavedSearchAttributes {
    #[validate(length(min = 1, max = 100))]
    pub name: String,
    /// Query of the list of vacancies, filters only: `filter[q]=taal&filter[tags_in]=once`. Empty: all vacancies.
    #[serde(default)]
    #[validate(length(max = 2000))]
    pub filters: String,
    #[serde(default)]
    pub mail: SavedSearchMail,
    #[schemars(extend("readOnly" = true))]
    pub user_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

/// How often new results are mailed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SavedSearchMail {
    AtOnce,
    Daily,
    Weekly,
    #[default]
    Never,
}

impl Resource for SavedSearch {
    const TYPE: &'static str = "saved_searches";
    const ALIAS: &'static str = "saved_search";
    type Attributes = SavedSearchAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column("mail", &[Predicate::Eq])];
    const SORTS: &'static [Sort] = &[Sort::by("name", "t.name collate nocase")];
    const MOST_PER: Option<MostPer> = Some(MostPer {
        owner: "user_id",
        most: 20,
        attribute: "name",
    });
    const DEFAULT_SORT: &'static str = "-id";
    // Private to one person and without meaning to anyone else.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;

    fn before_save(
        new: &mut SavedSearchAttributes,
        old: Option<&SavedSearchAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none() {
            new.user_id = saving.user_id().map(Id::new);
        }
        // Another name is possible whatever the list of vacancies accepts by now.
        if old.is_some_and(|old| old.filters == new.filters) {
            return Ok(());
        }
        validate_filters(&new.filters)
    }
}

/// Requires a query of declared filters of vacancies, with values that they accept.
fn validate_filters(filters: &str) -> Result<()> {
    let parameters = filters.split('&').filter(|pair| !pair.is_empty()).count();
    match Query::parse(filters).plan(table::<Vacancy>()) {
        Ok(plan) if plan.conditions.asked.len() == parameters => Ok(()),
        _ => Err(FieldFault::attribute("filters", "type").into()),
    }
}

impl Declared for SavedSearch {
    const FILE: &'static str = file!();
    const ABOUT: &'static str = "Searches for vacancies that a person keeps.";
    const ROUTES: fn() -> Routes = Routes::crud::<Self>;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("saved_searches", &[own!(
            "t.user_id = :user_id",
            [("zoekopdrachten", "De zoekopdrachten die je bewaarde."), ("saved-searches", "The searches that you saved.")],
            without &["user_id", "version"],
            with ""
        )]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the account"));
    const EXPORT: Option<Export> = Some(Export::No("a person has few"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
}
