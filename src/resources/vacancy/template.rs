//! Templates of an organisation: what it starts new vacancies from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::Vacancy;
use crate::error::{FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::Relation;
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Filter, Id, MostPer, Predicate, Resource, Saving, Sort, belongs_to};
use crate::model::belongings::{Belonging, Beside, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::effects::{self, Effect};
use crate::policy::Verb;
use crate::privacy::prelude::*;
use crate::resources::organization::Organization;
use crate::resources::template;

/// What a new vacancy decides for itself.
const NOT_KEPT: [&str; 6] = [
    "organization_id",
    "contact_person_id",
    "other_contact_ids",
    "expires_at",
    "dates",
    "publish_after_approval",
];

pub struct VacancyTemplate;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancyTemplateAttributes {
    pub organization_id: Id<Organization>,
    #[validate(length(min = 2, max = 100))]
    pub name: String,
    /// Attributes of a vacancy, as they are sent to create one. Not among them: organisation, contacts, dates.
    #[serde(default)]
    pub content: Map<String, Value>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

impl Resource for VacancyTemplate {
    const TYPE: &'static str = "vacancy_templates";
    const ALIAS: &'static str = "vacancy_template";
    type Attributes = VacancyTemplateAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column("organization_id", &[Predicate::Eq])];
    const SORTS: &'static [Sort] = &[Sort::by("name", "t.name collate nocase")];
    const MOST_PER: Option<MostPer> = Some(MostPer {
        owner: "organization_id",
        most: 30,
        attribute: "name",
    });
    const DEFAULT_SORT: &'static str = "name";
    const RELATIONS: &'static [Relation] = &[belongs_to::<Organization>(
        "organization",
        "organization_id",
    )];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        offered: &[Verb::Update, Verb::Delete],
        ..SessionAccess::CLOSED
    };

    fn before_save(
        new: &mut VacancyTemplateAttributes,
        old: Option<&VacancyTemplateAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_some_and(|old| old.organization_id != new.organization_id) {
            return Err(FieldFault::attribute("organization_id", "not_found").into());
        }
        let is_taken = saving
            .tx
            .prepare_cached(
                "select 1 from vacancy_templates where organization_id = ?1 and name = ?2 collate nocase and id is not ?3",
            )?
            .exists((new.organization_id.number(), &new.name, saving.id))?;
        if is_taken {
            return Err(FieldFault::attribute("name", "taken").into());
        }
        template::tidy::<Vacancy>(&mut new.content, &NOT_KEPT)
    }
}

impl Declared for VacancyTemplate {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/vacancies/form/templates.store.ts",
        "vacancy_templates",
    ));
    const ABOUT: &'static str = "What an organisation starts new vacancies from.";
    const ROUTES: fn() -> Routes = Routes::crud::<Self>;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("vacancy_templates", "words of an organisation about its vacancies"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its organisation"));
    const EXPORT: Option<Export> = Some(Export::No("an organisation has few"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(effects::gone_with_organization::<Self>);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        // One of the same name with other words has been given another name.
        Belonging::of("vacancy_templates",
            Moving::With("organizations"),
            Merging::Goes(&[("organization_id", "not exists (select 1 from vacancy_templates o where o.organization_id = :into and o.name = vacancy_templates.name collate nocase)")]))
            .beside(Beside { merge: Some(("name", template::rename::<Self>)), undo: template::name_again::<Self> }),
    ];
}
