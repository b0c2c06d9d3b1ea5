//! Vacancies: the volunteer roles that organisations offer.

mod attributes;
mod breaches;
pub mod bulk;
pub mod choices;
mod circumstance;
mod declaration;
mod duplicate;
mod effects;
mod favorite;
mod help;
mod help_guest;
pub mod help_link;
pub mod help_match;
mod hints;
pub mod import;
mod nearest;
mod notify;
mod purge;
pub mod question;
pub mod renewal;
mod revision;
mod rules;
pub mod search;
mod statistics;
mod suggest;
pub mod template;
mod template_text;
pub mod transition;
mod writing;

use axum::http::Method;
use serde_json::{Map, Value};

use super::address::{self, Address};
use super::organization::Organization;
use super::user::User;
use crate::app::access::action;
use crate::error::Result;
use crate::http::routes::{Described, MetaOf, OneOf, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{
    Computed, Filter, Id, Joined, Nested, Relation, Resource, Saving, Sort, Transition, belongs_to,
    joined, nested,
};
use crate::model::field_rules;
use crate::model::state_machine::begin;
use crate::policy::Verb;
use crate::resources::upload::{self, UploadKind};
use crate::resources::vacancy::transition::VacancyEvent;

use rules::{
    derive_expiry, derive_organization, derive_places, own_address, validate_fields, validate_type,
};

pub use crate::resources::vacancy::attributes::{
    HelpFrequency, HelpKind, SocialSetting, VacancyAttributes, VacancyDate, VacancyModerationState,
    VacancyPlace, VacancyRevisionState, VacancyStatus, VacancyType,
};
pub use crate::resources::vacancy::choices::{GAINS, PARTS_OF_THE_WEEK, SKILLS};
pub use crate::resources::vacancy::notify::{edit_path, is_help_request, notify_contacts, told};
pub use help::offered_types;
pub(in crate::resources) use purge::SOFT_DELETE;
pub use rules::{read_expiry, validate_complete};

pub struct Vacancy;

const OPEN_STAGES: &str = "('new', 'in_contact', 'waitlisted', 'offered')";

impl Resource for Vacancy {
    const TYPE: &'static str = "vacancies";
    const ALIAS: &'static str = "vacancy";
    type Attributes = VacancyAttributes;
    const FILTERS: &'static [Filter] = search::FILTERS;
    const SLUG: Option<&'static str> = Some("slug");
    const DEFAULTS: &'static [(&'static str, &'static str, &'static [&'static str])] = &[
        (
            "status",
            // The unary plus keeps the planner from using an index by expiry, which would require sorting every row.
            "t.status = 'published' and +t.expires_at > :now",
            &[
                "mine_eq",
                "asked_by_me_eq",
                "moderation_state_eq",
                "moderation_state_in",
                "to_review_eq",
            ],
        ),
        (
            // What people ask for themselves is in a list that asks for it.
            "asked_by_me",
            "t.asker_id is null",
            &[
                "help_request_eq",
                "help_offer_eq",
                "vacancy_type_eq",
                "vacancy_type_in",
                "favorite_eq",
                "id_in",
                "mine_eq",
                "moderation_state_eq",
                "moderation_state_in",
                "to_review_eq",
            ],
        ),
    ];
    const SORTS: &'static [Sort] = search::SORTS;
    const DEFAULT_SORT: &'static str = "-published_at";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Organization>("organization", "organization_id"),
        belongs_to::<User>("contact_person", "contact_person_id").of_any_center(),
        belongs_to::<Address>("address", "address_id"),
    ];
    const REFERENCES: &'static [Relation] =
        &[belongs_to::<User>("other_contacts", "other_contact_ids").of_any_center()];
    const JOINED: &'static [Joined] = &[
        joined(
            "organization_name",
            "organization_id",
            "organizations",
            "name",
        )
        // Of who asks for help: a first name, which is that of their household.
        .told_of("t.household_of_id is not null"),
        joined(
            "response_days",
            "organization_id",
            "organizations",
            "response_days",
        ),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "is_help_request",
            sql: "t.asker_id is not null",
        },
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
            sql: "select cast(julianday(:now) - julianday(min(coalesce(a.asked_again_at, a.school_approved_at, a.created_at))) as integer) from applications a where a.vacancy_id = t.id and a.stage = 'new' and a.responded_at is null",
        },
        Computed {
            field: "is_favorite",
            sql: "case when :user_id is null then 0 else exists (select 1 from favorites f where f.vacancy_id = t.id and f.user_id = :user_id) end",
        },
        Computed {
            field: "is_reviewed",
            sql: "select t.asker_id is not null or (o.trusted = 0 and c.review_vacancies = 1) from organizations o join volunteer_centers c on c.id = o.volunteer_center_id where o.id = t.organization_id",
        },
        Computed {
            field: "distance_km",
            sql: "iif(:near_latitude is null, null, distance_km(t.latitude, t.longitude, :near_latitude, :near_longitude))",
        },
    ];
    const NESTED: &'static [Nested] = &[nested::<question::Question>("questions", question::MOST)];
    // The vacancy was public here, so its former existence may be disclosed (410). A draft was never seen.
    const GONE: &'static str = "t.status = 'deleted' and t.published_at is not null and t.volunteer_center_id = :center_id";
    /// One that went along when its organisation moved to another centre. What nobody sees there leads nowhere.
    const MOVED_TO: Option<&'static str> = Some(
        "select v.id, v.volunteer_center_id
           from vacancies v
           join organizations o on o.id = v.organization_id and o.status = 'approved' and o.household_of_id is null
           join organization_moves m on m.organization_id = o.id and m.volunteer_center_id = :center_id
          where v.id = :id and v.volunteer_center_id <> :center_id and v.status in ('published', 'filled', 'expired')",
    );
    // The application counts that visitors see are stored in the vacancy's own row.
    const DEPENDS: &'static [&'static str] = &[
        "organizations",
        "search_synonyms",
        "tenant_settings",
        "volunteer_centers",
    ];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &["favorites"];
    const NEXT_CHANGE: Option<&'static str> = Some(super::NEXT_EXPIRY);
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Except(&[Verb::Favorite]),
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Create, Verb::Update, Verb::Delete],
        impersonating: &[
            ("GET", "/api/v1/vacancies/facets"),
            ("GET", "/api/v1/vacancies/suggestions"),
            ("GET", "/api/v1/vacancies/{id}/history"),
            ("GET", "/api/v1/vacancies/{id}/similar"),
            ("GET", "/api/v1/vacancies/{id}/internal_notes"),
            ("PUT", "/api/v1/vacancies/writing_hints"),
            ("POST", "/api/v1/vacancies/{id}/duplicate"),
            ("PUT", "/api/v1/vacancies/{id}/moderate"),
            ("PUT", "/api/v1/vacancies/{id}/transition"),
            ("PUT", "/api/v1/vacancies/{id}/favorite"),
            ("DELETE", "/api/v1/vacancies/{id}/favorite"),
        ],
        offered: &[
            Verb::ReadContact,
            Verb::Manage,
            Verb::Approve,
            Verb::Oversee,
            Verb::Favorite,
        ],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        transition::transitions()
    }

    fn complete_parts(sent: &mut Map<String, Value>, saving: &Saving) -> Result<()> {
        help::complete(sent, saving)?;
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
        help::derive(new, old, saving.tx)?;
        let mut faults = choices::faults(new, old, saving.tx)?;
        faults.extend(question::faults(&mut new.questions));
        validate_fields(new, old, faults)?;
        let was = old.and_then(|old| old.image_url.as_ref());
        let images = (was, new.image_url.as_ref());
        upload::require_stored(saving.tx, "image_url", UploadKind::Vacancy, images)?;
        new.description = field_rules::sanitised(&new.description);
        if let Some(old) = old {
            revision::hold(new, old, saving)?;
        }
        new.slug = field_rules::slug(&new.title);
        derive_organization(new, old, saving.tx)?;
        derive_places(new, saving.tx)?;
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
        .action(Method::GET, "/suggestions", suggest::suggestions)
        .named(
            "suggestVacancies",
            "Suggests vacancies, themes, organisations and places for what was typed",
        )
        .answers(Described::json::<MetaOf<suggest::VacancySuggestionsMeta>>(
            200,
        ))
        .query_parameters(&["q"])
        .action(Method::PUT, "/{id}/transition", transition::take)
        .taking(transition::schema(false))
        .named("transitionVacancy", "Takes a step in the life of a vacancy")
        .refuses(&[428])
        .answers(Described::one::<Vacancy>(200))
        .action(Method::PUT, "/{id}/moderate", transition::moderate)
        .taking(transition::schema(true))
        .named(
            "moderateVacancy",
            "Approves a vacancy, refuses it, or asks for changes",
        )
        .refuses(&[428])
        .answers(Described::one::<Vacancy>(200))
        .action(Method::PUT, "/{id}/moderation_preview", transition::preview)
        .taking(transition::schema(true))
        .named(
            "previewVacancyModeration",
            "Shows the mail of a decision about a vacancy before it is taken",
        )
        .answers(Described::json::<OneOf<transition::ModerationMail>>(200))
        .refuses(&[422])
        .action(Method::POST, "/{id}/duplicate", duplicate::duplicate)
        .named("duplicateVacancy", "Makes a draft with the same content")
        .answers(Described::one::<Vacancy>(201))
        .bulk_action::<Vacancy, action::Update, bulk::VacancyBulkChange>("/bulk")
        .action(Method::GET, "/{id}/review_hints", hints::review_hints)
        .named(
            "getVacancyReviewHints",
            "Tells what to look at in a vacancy before it is approved",
        )
        .answers(Described::json::<MetaOf<hints::ReviewHintsMeta>>(200))
        .form(Method::PUT, "/writing_hints", writing::writing_hints)
        .named(
            "hintAtVacancyText",
            "Tells what a reviewer would stop at in a text, each with words instead",
        )
        .answers(Described::json::<MetaOf<writing::WritingHintsMeta>>(200))
        .action(Method::GET, "/{id}/statistics", statistics::statistics)
        .named(
            "getVacancyStatistics",
            "Counts views and applications of a vacancy",
        )
        .answers(Described::json::<MetaOf<statistics::VacancyStatisticsMeta>>(200))
        .action(Method::PUT, "/{id}/favorite", favorite::keep)
        .named("keepFavorite", "Keeps a vacancy")
        .answers(Described::empty())
        .action(Method::DELETE, "/{id}/favorite", favorite::drop)
        .named("dropFavorite", "Drops a kept vacancy")
        .answers(Described::empty())
        .merge(help_guest::routes())
}
