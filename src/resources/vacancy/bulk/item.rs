//! Results of a bulk edit, one per vacancy.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::VacancyBulkEdit;
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Filter, Id, Joined, Predicate, Resource, Sort, joined};
use crate::model::belongings::Belonging;
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::privacy::prelude::*;
use crate::resources::vacancy::Vacancy;

pub struct VacancyBulkItem;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancyBulkItemAttributes {
    #[schemars(extend("readOnly" = true))]
    pub bulk_edit_id: Id<VacancyBulkEdit>,
    #[schemars(extend("readOnly" = true))]
    pub vacancy_id: Id<Vacancy>,
    #[schemars(extend("readOnly" = true))]
    pub vacancy_title: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub state: BulkItemState,
    /// The new values wait for the centre's review.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_held: bool,
    /// `{"tags": {"from": […], "to": […]}}`.
    #[schemars(extend("readOnly" = true))]
    pub changes: Map<String, Value>,
    /// Why it could not be changed, or put back.
    #[schemars(extend("readOnly" = true))]
    pub code: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub detail: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkItemState {
    Waiting,
    Changed,
    /// It was so already.
    Unchanged,
    Failed,
    Undone,
    /// It could not be put back as it was.
    Kept,
}

impl Resource for VacancyBulkItem {
    const TYPE: &'static str = "vacancy_bulk_items";
    type Attributes = VacancyBulkItemAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("bulk_edit_id", &[Predicate::Eq]),
        Filter::column("state", &[Predicate::Eq, Predicate::In]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("state", "t.state")];
    const JOINED: &'static [Joined] =
        &[joined("vacancy_title", "vacancy_id", "vacancies", "title")];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

impl Declared for VacancyBulkItem {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/vacancies/bulk/bulk.store.ts",
        "vacancy_bulk_items",
    ));
    const ABOUT: &'static str = "What a bulk edit did to each vacancy.";
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("vacancy_bulk_items", "what was changed in a vacancy; gone within a day"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its bulk edit"));
    const EXPORT: Option<Export> = Some(Export::No("gone within a day"));
    const DEMO: Option<Demo> = Some(Demo::None("made by editing"));
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::with("vacancy_bulk_items", "vacancies"),
    ];
}

pub(super) fn routes() -> Routes {
    Routes::new().list::<VacancyBulkItem>()
}
