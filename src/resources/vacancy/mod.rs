//! Vacancies: the volunteer roles that organisations offer.

mod choices;
mod declaration;
mod duplicate;
mod favorite;
mod notify;
mod purge;
mod revision;
mod rules;
pub mod search;
pub mod transition;
mod types;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::address::{self, Address, AddressAttributes};
use super::organization::Organization;
use super::user::User;
use super::volunteer_center::VolunteerCenter;
use crate::error::Result;
use crate::http::routes::{Described, MetaOf, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{
    Computed, Filter, Id, Joined, Relation, Resource, Saving, Sort, Transition, belongs_to, joined,
};
use crate::policy::Verb;
use crate::resources::field_rules;
use crate::resources::state_machine::begin;
use crate::resources::upload::{self, UploadKind};
use crate::resources::vacancy::transition::VacancyEvent;

use rules::{
    derive_expiry, derive_organization, own_address, slug, validate_fields, validate_type,
};

pub(in crate::resources) use crate::resources::vacancy::purge::purge;

pub use crate::resources::vacancy::notify::told;
pub(in crate::resources) use purge::SOFT_DELETE;
pub use rules::{read_expiry, validate_complete};
pub use types::offered_types;

pub struct Vacancy;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VacancyAttributes {
    #[validate(length(min = 5, max = 100))]
    pub title: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub slug: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub status: VacancyStatus,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub moderation_state: VacancyModerationState,
    #[schemars(extend("readOnly" = true))]
    pub moderation_message: Option<String>,
    /// What it is to say once the centre has read it, attribute by attribute. Visitors see the attributes as they are.
    #[schemars(extend("readOnly" = true))]
    pub revision: Option<Map<String, Value>>,
    #[schemars(extend("readOnly" = true))]
    pub revision_state: Option<VacancyRevisionState>,
    /// Whether its centre reads new words, another place or another target group before visitors do.
    #[schemars(extend("readOnly" = true))]
    pub is_reviewed: Option<bool>,
    /// What the centre asks to change in it.
    #[schemars(extend("readOnly" = true))]
    pub revision_message: Option<String>,
    #[serde(default)]
    pub vacancy_type: VacancyType,
    #[validate(length(max = 160))]
    pub summary: Option<String>,
    /// Rich text; sanitised on the way in. Its words number 50 to 5,000 characters once it is published.
    #[serde(default)]
    #[validate(length(max = 20000))]
    pub description: String,
    #[serde(default)]
    #[validate(length(max = 5))]
    pub requirements: Vec<String>,
    #[validate(length(max = 1000))]
    pub offer: Option<String>,
    /// More than twenty is refused in the words of the NOV criteria.
    #[validate(custom(function = "field_rules::hours_per_week"))]
    #[schemars(extend("minimum" = 0.5, "maximum" = 20))]
    pub hours_per_week: Option<f64>,
    #[validate(range(min = 1, max = 500))]
    pub capacity: Option<i64>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub places_taken: i64,
    /// None: unlimited.
    #[schemars(extend("readOnly" = true))]
    pub spots_left: Option<i64>,
    /// When, in words: "Dinsdagochtend".
    #[validate(length(max = 80))]
    pub schedule: Option<String>,
    #[validate(length(max = 200))]
    pub expenses: Option<String>,
    #[validate(length(max = 255), custom(function = "field_rules::youtube"))]
    pub youtube_url: Option<String>,
    #[validate(length(max = 2000))]
    pub image_url: Option<String>,
    /// What the picture shows; empty if it is decoration.
    #[serde(default)]
    #[validate(length(max = 200))]
    pub image_alt: String,
    /// A day, or a moment in RFC 3339.
    pub expires_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub published_at: Option<String>,
    /// Published, or sent for review, as soon as the organisation is approved.
    #[serde(default)]
    pub publish_after_approval: bool,
    pub organization_id: Id<Organization>,
    pub contact_person_id: Option<Id<User>>,
    #[serde(default)]
    pub contact_phone_visible: bool,
    #[serde(default)]
    #[validate(length(max = 20))]
    pub age_group_ids: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub activity_type_ids: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub tags: Vec<String>,
    #[serde(default)]
    pub online: bool,
    #[validate(range(min = 12, max = 99))]
    pub min_age: Option<i64>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub languages: Vec<String>,
    #[serde(default)]
    #[validate(length(max = 10))]
    pub required_checks: Vec<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub view_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub applications_count: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub new_applications_count: i64,
    /// Days that the longest waiting applicant has had no answer.
    #[schemars(extend("readOnly" = true))]
    pub waiting_days: Option<i64>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_favorite: bool,
    #[schemars(extend("readOnly" = true))]
    pub organization_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub response_days: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub city: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub postal_code: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub latitude: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub longitude: Option<f64>,
    /// From `filter[near]`; none without.
    #[schemars(extend("readOnly" = true))]
    pub distance_km: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Option<Id<VolunteerCenter>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub updated_at: Option<String>,
    /// Read through `include=address`. Left out: the organisation's.
    #[validate(nested)]
    #[schemars(extend("writeOnly" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<AddressAttributes>,
    #[schemars(extend("readOnly" = true))]
    pub address_id: Option<Id<Address>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VacancyStatus {
    #[default]
    Draft,
    Published,
    Filled,
    Expired,
    Archived,
    Deleted,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VacancyModerationState {
    #[default]
    None,
    Submitted,
    NeedsWork,
    Approved,
    Refused,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VacancyRevisionState {
    Submitted,
    NeedsWork,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VacancyType {
    #[default]
    Volunteering,
    P2p,
    OneOnOne,
    NeighbourHelp,
    Activity,
    Language,
}

const OPEN_STAGES: &str = "('new', 'in_contact', 'waitlisted', 'offered')";

impl Resource for Vacancy {
    const TYPE: &'static str = "vacancies";
    const ALIAS: &'static str = "vacancy";
    type Attributes = VacancyAttributes;
    const FILTERS: &'static [Filter] = search::FILTERS;
    const SLUG: Option<&'static str> = Some("slug");
    const DEFAULTS: &'static [(&'static str, &'static str, &'static [&'static str])] = &[(
        "status",
        // The unary plus keeps the planner from using an index by expiry, which would require sorting every row.
        "t.status = 'published' and +t.expires_at > :now",
        &[
            "mine_eq",
            "moderation_state_eq",
            "moderation_state_in",
            "to_review_eq",
        ],
    )];
    const SORTS: &'static [Sort] = search::SORTS;
    const DEFAULT_SORT: &'static str = "-published_at";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Organization>("organization", "organization_id"),
        belongs_to::<User>("contact_person", "contact_person_id"),
        belongs_to::<Address>("address", "address_id"),
    ];
    const JOINED: &'static [Joined] = &[
        joined(
            "organization_name",
            "organization_id",
            "organizations",
            "name",
        ),
        joined(
            "response_days",
            "organization_id",
            "organizations",
            "response_days",
        ),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "spots_left",
            sql: "max(0, t.capacity - t.places_taken)",
        },
        Computed {
            field: "applications_count",
            sql: "select count(*) from applications a where a.vacancy_id = t.id and a.is_held = 0",
        },
        Computed {
            field: "new_applications_count",
            sql: "select count(*) from applications a where a.vacancy_id = t.id and a.stage = 'new'",
        },
        Computed {
            field: "waiting_days",
            sql: "select cast(julianday(:now) - julianday(min(coalesce(a.school_approved_at, a.created_at))) as integer) from applications a where a.vacancy_id = t.id and a.stage = 'new' and a.responded_at is null",
        },
        Computed {
            field: "is_favorite",
            sql: "case when :user_id is null then 0 else exists (select 1 from favorites f where f.vacancy_id = t.id and f.user_id = :user_id) end",
        },
        Computed {
            field: "is_reviewed",
            sql: "select o.trusted = 0 and c.review_vacancies = 1 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id where o.id = t.organization_id",
        },
        Computed {
            field: "distance_km",
            sql: "iif(:near_latitude is null, null, distance_km(t.latitude, t.longitude, :near_latitude, :near_longitude))",
        },
    ];
    // The vacancy was public here, so its former existence may be disclosed (410). A draft was never seen.
    const GONE: &'static str = "t.status = 'deleted' and t.published_at is not null and t.volunteer_center_id = :center_id";
    // The application counts that visitors see are stored in the vacancy's own row.
    const DEPENDS: &'static [&'static str] = &["organizations"];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &["favorites"];
    const NEXT_CHANGE: Option<&'static str> = Some(super::NEXT_EXPIRY);
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Except(&[Verb::Favorite]),
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/vacancies"),
            ("GET", "/api/v1/vacancies/facets"),
            ("GET", "/api/v1/vacancies/{id}"),
            ("GET", "/api/v1/vacancies/{id}/history"),
            ("GET", "/api/v1/vacancies/{id}/similar"),
            ("GET", "/api/v1/vacancies/{id}/internal_notes"),
            ("POST", "/api/v1/vacancies"),
            ("PATCH", "/api/v1/vacancies/{id}"),
            ("PUT", "/api/v1/vacancies/{id}"),
            ("DELETE", "/api/v1/vacancies/{id}"),
            ("POST", "/api/v1/vacancies/{id}/duplicate"),
            ("PUT", "/api/v1/vacancies/{id}/moderate"),
            ("PUT", "/api/v1/vacancies/{id}/transition"),
            ("PUT", "/api/v1/vacancies/{id}/favorite"),
            ("DELETE", "/api/v1/vacancies/{id}/favorite"),
        ],
        offered: &[
            Verb::Create,
            Verb::Update,
            Verb::ReadContact,
            Verb::Manage,
            Verb::Approve,
            Verb::Delete,
            Verb::Oversee,
            Verb::Favorite,
        ],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        transition::transitions()
    }

    fn complete_parts(sent: &mut Map<String, Value>, saving: &Saving) -> Result<()> {
        address::complete(sent, "address", || revision::address_of(saving))
    }

    fn before_save(
        new: &mut VacancyAttributes,
        old: Option<&VacancyAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        if old.is_none_or(|old| old.vacancy_type != new.vacancy_type) {
            validate_type(new.vacancy_type, new.organization_id, saving.tx)?;
        }
        validate_fields(new, old, choices::faults(new, old, saving.tx)?)?;
        let was = old.and_then(|old| old.image_url.as_ref());
        let images = (was, new.image_url.as_ref());
        upload::require_stored(saving.tx, "image_url", UploadKind::Vacancy, images)?;
        new.description = field_rules::sanitised(&new.description);
        if let Some(old) = old {
            revision::hold(new, old, saving)?;
        }
        new.slug = slug(&new.title);
        derive_organization(new, old, saving.tx)?;
        derive_expiry(new, old, saving.tx.now())?;
        let has_moved = match (&new.address, old) {
            (Some(address), Some(old)) => {
                !revision::is_place_of(saving.tx, old, &address::tidied(address)?)?
            }
            _ => false,
        };
        if let Some(address) = new.address.take() {
            // The organisation's own address cannot be changed here.
            let own = if old.is_some() {
                own_address(saving.tx, new)?
            } else {
                None
            };
            new.address_id = Some(Id::new(address::save(saving.tx, own, &address)?));
        }
        // The approval covers the text that was reviewed: other text is reviewed again.
        if let Some(old) = old
            && old.status == VacancyStatus::Draft
            && old.moderation_state == VacancyModerationState::Approved
            && (has_moved || revision::reads_otherwise(old, new)?)
            && !saving.may::<Self>("approve")?
        {
            new.moderation_state = VacancyModerationState::None;
        }
        Ok(())
    }

    fn created(id: Id<Self>, saving: &Saving) -> Result<()> {
        begin::<VacancyStatus>(saving.tx, saving.user_id(), id, VacancyEvent::Create)
    }
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Vacancy>()
        .find::<Vacancy>()
        .create::<Vacancy>()
        .update::<Vacancy>()
        .history::<Vacancy>()
        .action(Method::DELETE, "/{id}", transition::remove)
        .named(
            "deleteVacancy",
            "Deletes a vacancy and tells who waits for an answer",
        )
        .answers(Described::empty())
        .refuses(&[422])
        .query_parameters(&["reason_code", "message"])
        .action(Method::GET, "/facets", search::facets)
        .named(
            "getVacancyFacets",
            "Counts the vacancies of each choice, for the filters given",
        )
        .answers(Described::json::<MetaOf<search::VacancyFacetsMeta>>(200))
        .action(Method::GET, "/{id}/similar", search::similar)
        .named(
            "listSimilarVacancies",
            "Lists vacancies that are like this one",
        )
        .answers(Described::many::<Vacancy>())
        .action(Method::PUT, "/{id}/transition", transition::take)
        .taking(transition::schema(false))
        .named("transitionVacancy", "Takes a step in the life of a vacancy")
        .answers(Described::one::<Vacancy>(200))
        .action(Method::PUT, "/{id}/moderate", transition::moderate)
        .taking(transition::schema(true))
        .named(
            "moderateVacancy",
            "Approves a vacancy, refuses it, or asks for changes",
        )
        .answers(Described::one::<Vacancy>(200))
        .action(Method::POST, "/{id}/duplicate", duplicate::duplicate)
        .named("duplicateVacancy", "Makes a draft with the same content")
        .answers(Described::one::<Vacancy>(201))
        .action(Method::PUT, "/{id}/favorite", favorite::keep)
        .named("keepFavorite", "Keeps a vacancy")
        .answers(Described::empty())
        .action(Method::DELETE, "/{id}/favorite", favorite::drop)
        .named("dropFavorite", "Drops a kept vacancy")
        .answers(Described::empty())
}
