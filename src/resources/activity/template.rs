//! Templates of an organisation, or of the centre itself: what it starts new activities from.

use rusqlite::OptionalExtension;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::Activity;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Filter, Id, Predicate, Relation, Resource, Saving, Sort, belongs_to};
use crate::model::belongings::{Belonging, Beside, Merging, Moving};
use crate::model::declaration::{Declared, Demo, Export, Retention, ShownIn};
use crate::model::effects::{self, Effect};
use crate::policy::Verb;
use crate::presets::Features;
use crate::privacy::prelude::*;
use crate::resources::organization::Organization;
use crate::resources::template;
use crate::resources::volunteer_center::VolunteerCenter;

/// Templates of one organisation, or of one centre itself.
const MOST: i64 = 30;
/// What a new activity decides for itself. The rule of a series stays: it begins at the first date of the new one.
const DECIDED_ANEW: [&str; 6] = [
    "organization_id",
    "contact_person_id",
    "starts_at",
    "ends_at",
    "excluded_days",
    "minimum_on",
];

pub struct ActivityTemplate;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ActivityTemplateAttributes {
    /// None: of the centre itself.
    pub organization_id: Option<Id<Organization>>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[validate(length(min = 2, max = 100))]
    pub name: String,
    /// Attributes of an activity, as they are sent to create one. Not among them: organisation, contact person, dates.
    #[serde(default)]
    pub content: Map<String, Value>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
}

impl Resource for ActivityTemplate {
    const TYPE: &'static str = "activity_templates";
    const ALIAS: &'static str = "activity_template";
    type Attributes = ActivityTemplateAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column(
        "organization_id",
        &[Predicate::Eq, Predicate::Null],
    )];
    const SORTS: &'static [Sort] = &[Sort::by("name", "t.name collate nocase")];
    const DEFAULT_SORT: &'static str = "name";
    const RELATIONS: &'static [Relation] =
        &[belongs_to::<Organization>("organization", "organization_id").taking("manage")];
    const IS_ON: fn(Features) -> bool = |features| features.activities;
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
        new: &mut ActivityTemplateAttributes,
        old: Option<&ActivityTemplateAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_some_and(|old| old.organization_id != new.organization_id) {
            return Err(FieldFault::attribute("organization_id", "read_only").into());
        }
        let center_id = match (old, new.organization_id) {
            (Some(old), _) => old.volunteer_center_id.map(Id::number),
            (None, None) => Some(saving.center_id()),
            (None, Some(organization)) => saving
                .tx
                .prepare_cached("select volunteer_center_id from organizations where id = ?1")?
                .query_row([organization.number()], |row| row.get(0))
                .optional()?,
        };
        let Some(center_id) = center_id else {
            return Err(FieldFault::attribute("organization_id", "not_found").into());
        };
        new.volunteer_center_id = Some(Id::new(center_id));
        let owner = new.organization_id.map_or(0, Id::number);
        let (is_taken, others): (bool, i64) = saving
            .tx
            .prepare_cached(
                "select coalesce(max(name = ?3 collate nocase), 0), count(*) from activity_templates
                  where volunteer_center_id = ?1 and coalesce(organization_id, 0) = ?2 and id is not ?4",
            )?
            .query_row((center_id, owner, &new.name, saving.id), |row| {
                row.try_into()
            })?;
        if is_taken {
            return Err(FieldFault::attribute("name", "taken").into());
        }
        if others >= MOST {
            return Err(Error::from(Code::LimitReached)
                .with("limit", MOST)
                .at("/data/attributes/name"));
        }
        template::tidy::<Activity>(&mut new.content, &DECIDED_ANEW)
    }
}

impl Declared for ActivityTemplate {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/activities/form/activity-form.store.ts",
        "activity_templates",
    ));
    const ABOUT: &'static str = "What an organisation or a centre starts new activities from.";
    const ROUTES: fn() -> Routes = Routes::crud::<Self>;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        nobody("activity_templates", "words of an organisation about its activities"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with its organisation or centre"));
    const EXPORT: Option<Export> = Some(Export::No("an organisation has few"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(effects::gone_with_organization::<Self>);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        // One of the same name with other words has been given another name.
        Belonging::of("activity_templates",
            Moving::Goes("update activity_templates set volunteer_center_id = :to, version = version + 1, updated_at = :now
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "not exists (select 1 from activity_templates o where o.organization_id = :into and o.name = activity_templates.name collate nocase)")]))
            .beside(Beside { merge: Some(("name", template::rename::<Self>)), undo: template::name_again::<Self> }),
    ];
}
