//! Activities and workshops: what organisations and centres put into the calendar.

mod attributes;
mod calendar;
mod change;
mod declaration;
mod duplicate;
mod effects;
mod facets;
mod hints;
mod map;
mod nearby;
mod notify;
pub mod occurrence;
mod revision;
mod rules;
pub mod schedule;
pub mod template;
pub mod transition;

use axum::http::Method;

use super::organization::Organization;
use super::place::Place;
use super::user::User;
use crate::error::Result;
use crate::http::routes::{Described, MetaOf, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Conditions, Filter, Id, Joined, MostPer, Predicate, Relation, Resource, Saving, Sort,
    Takes, Transition, belongs_to, joined,
};
use crate::model::effects::{Event, Happening};
use crate::model::field_rules;
use crate::model::state_machine::begin;
use crate::policy::Verb;
use crate::presets::Features;
use crate::resources::upload::{self, UploadKind};

pub use attributes::{
    ActivityAttributes, ActivityModerationState, ActivityQuestion, ActivityQuestionKind,
    ActivityRegistrationMode, ActivityRevisionState, ActivityStatus,
};
pub use nearby::nearby;
use transition::ActivityEvent;

pub struct Activity;

/// Next moment at which an occurrence is over, or begins: lists of what is to come change then.
pub(crate) const NEXT_END: &str = "select min(at) from (
    select min(ends_at) as at from activity_occurrences where ends_at > :now and starts_at < strftime('%Y-%m-%dT%H:%M:%SZ', :now, '+15 days')
    union all
    select min(starts_at) from activity_occurrences where starts_at > :now)";

impl Resource for Activity {
    const TYPE: &'static str = "activities";
    const ALIAS: &'static str = "activity";
    type Attributes = ActivityAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("status", &[Predicate::Eq, Predicate::NotEq, Predicate::In]),
        Filter::column("organization_id", &[Predicate::Eq, Predicate::Null]),
        Filter::column("place_id", &[Predicate::Eq]),
        Filter::column("is_workshop", &[Predicate::Eq]),
        Filter::column("online", &[Predicate::Eq]),
        Filter::column("is_free", &[Predicate::Eq]),
        Filter::column("moderation_state", &[Predicate::Eq, Predicate::In]),
        Filter::list("activity_categories"),
        Filter::list("target_groups"),
        Filter::list("tags"),
        Filter::custom(
            "category_in",
            &["activity_categories"],
            |conditions, value| {
                let wanted: Vec<&str> = value.split(',').map(str::trim).collect();
                conditions.add(
                "exists (select 1 from json_each(t.activity_categories) j where j.value in (select value from json_each(:value)))",
                serde_json::to_string(&wanted)?,
            );
                Ok(())
            },
        ),
        // Activities with a date on or after a day, and on or before one.
        Filter::custom("from", &["next_starts_at"], |conditions, value| {
            occurs(conditions, "from", value, "o.day >= :value")
        }),
        Filter::custom("to", &["next_starts_at"], |conditions, value| {
            occurs(conditions, "to", value, "o.day <= :value")
        }),
        Filter::sql(
            "upcoming_eq",
            Takes::Truth,
            &["next_starts_at"],
            "exists (select 1 from activity_occurrences o where o.activity_id = t.id and o.status = 'planned' and o.ends_at > :now) = (:value = 'true')",
        ),
        Filter::sql(
            "to_review_eq",
            Takes::Truth,
            &["moderation_state", "revision_state"],
            "((t.status = 'draft' and t.moderation_state = 'submitted') or coalesce(t.revision_state, '') = 'submitted') = (:value = 'true')",
        ),
        Filter::custom("q", &["title", "summary"], |conditions, value| {
            for word in value.split_whitespace().take(8) {
                conditions.add(
                    "instr(fold(t.title || ' ' || coalesce(t.summary, '') || ' ' || plain_text(t.description)), fold(:value)) > 0",
                    word.to_owned(),
                );
            }
            Ok(())
        }),
        Filter::custom("near", &["city"], |conditions, value| {
            crate::resources::location::near(
                conditions,
                value,
                "exists (select 1 from places p where p.id = t.place_id and t.online = 0
                            and distance_km(p.address ->> 'latitude', p.address ->> 'longitude', :near_latitude, :near_longitude) <= :radius_km)",
            )
        }),
        Filter::custom(
            "radius_km",
            &["city"],
            crate::resources::location::radius_km,
        ),
        Filter::allowed(
            "mine_eq",
            "manage",
            "t.status <> 'deleted' and (:organization_id is null or t.organization_id = :organization_id)",
        ),
    ];
    const SLUG: Option<&'static str> = Some("slug");
    const DEFAULTS: &'static [(&'static str, &'static str, &'static [&'static str])] = &[(
        "status",
        "t.status in ('published', 'full', 'running')",
        &[
            "mine_eq",
            "moderation_state_eq",
            "moderation_state_in",
            "to_review_eq",
        ],
    )];
    const SORTS: &'static [Sort] = &[
        Sort::by(
            "next_starts_at",
            "coalesce((select min(o.starts_at) from activity_occurrences o where o.activity_id = t.id and o.status = 'planned' and o.ends_at > :now), '9999')",
        ),
        Sort::by("starts_at", "t.starts_at"),
        Sort::by("title", "t.title collate nocase"),
        Sort::by("created_at", "t.created_at"),
        Sort::by("status", "t.status"),
    ];
    const DEFAULT_SORT: &'static str = "next_starts_at";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Organization>("organization", "organization_id").taking("manage"),
        belongs_to::<User>("contact_person", "contact_person_id").of_any_center(),
        belongs_to::<Place>("place", "place_id"),
    ];
    const JOINED: &'static [Joined] = &[joined("location_name", "place_id", "places", "name")];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "organization_name",
            sql: "coalesce((select o.name from organizations o where o.id = t.organization_id), (select c.name from volunteer_centers c where c.id = t.volunteer_center_id))",
        },
        Computed {
            field: "city",
            sql: "select p.address ->> 'city' from places p where p.id = t.place_id",
        },
        Computed {
            field: "next_starts_at",
            sql: "select min(o.starts_at) from activity_occurrences o where o.activity_id = t.id and o.status = 'planned' and o.ends_at > :now",
        },
        Computed {
            field: "occurrences_count",
            sql: "select count(*) from activity_occurrences o where o.activity_id = t.id and o.status = 'planned'",
        },
        Computed {
            field: "is_reviewed",
            sql: "select t.organization_id is not null and o.trusted = 0 and c.review_vacancies = 1 from organizations o join volunteer_centers c on c.id = o.volunteer_center_id where o.id = t.organization_id",
        },
    ];
    const GONE: &'static str = "t.status = 'deleted' and t.published_at is not null and t.volunteer_center_id = :center_id";
    const DEPENDS: &'static [&'static str] = &[
        "activity_occurrences",
        "organizations",
        "places",
        "volunteer_centers",
    ];
    const NEXT_CHANGE: Option<&'static str> = Some(NEXT_END);
    const MOST_PER: Option<MostPer> = Some(MostPer {
        owner: "organization_id",
        most: 500,
        attribute: "title",
    });
    const IS_ON: fn(Features) -> bool = |features| features.activities;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::OF_CENTER);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read, Verb::Create, Verb::Update, Verb::Delete],
        impersonating: &[
            ("GET", "/api/v1/activities/{id}/history"),
            ("PUT", "/api/v1/activities/preview_dates"),
            ("POST", "/api/v1/activities/{id}/duplicate"),
            ("PUT", "/api/v1/activities/{id}/moderate"),
            ("PUT", "/api/v1/activities/{id}/transition"),
        ],
        offered: &[Verb::ReadContact, Verb::Manage, Verb::Approve],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        transition::transitions()
    }

    fn before_save(
        new: &mut ActivityAttributes,
        old: Option<&ActivityAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        rules::derive_owner(new, old, saving)?;
        rules::validate(new, old, saving.tx)?;
        let was = old.and_then(|old| old.image_url.as_ref());
        let images = (was, new.image_url.as_ref());
        upload::require_stored(saving.tx, "image_url", UploadKind::Vacancy, images)?;
        new.description = field_rules::sanitised(&new.description);
        if let Some(old) = old {
            revision::hold(new, old, saving)?;
        }
        new.slug = field_rules::slug(&new.title);
        let series = schedule::series_of(new)?;
        let dates = schedule::dates(&series)?;
        if let (Some(id), Some(old)) = (saving.id, old) {
            rules::read_again(new, old, saving)?;
            if schedule::is_other(old, new) {
                new.sequence += 1;
                schedule::follow_rule(saving.tx, Id::new(id), &dates)?;
            } else if rules::is_shown_otherwise(old, new) {
                new.sequence += 1;
            }
        }
        Ok(())
    }

    fn created(id: Id<Self>, saving: &Saving) -> Result<()> {
        schedule::write_first(saving.tx, id)?;
        begin::<ActivityStatus>(saving.tx, saving.user_id(), id, ActivityEvent::Create)
    }

    fn updated(id: Id<Self>, saving: &Saving) -> Result<()> {
        rules::ask_again(saving.tx, id)?;
        Happening::new(saving.tx, Event::ActivitySaved, id.number()).announce()
    }
}

/// Adds the condition that the activity has a planned date that fulfils one over `o`.
fn occurs(conditions: &mut Conditions, name: &str, value: &str, sql: &str) -> Result<()> {
    let day: jiff::civil::Date = value
        .parse()
        .map_err(|_| Conditions::impossible(name, value, &["2026-12-01"]))?;
    conditions.add(
        &format!(
            "exists (select 1 from activity_occurrences o where o.activity_id = t.id and o.status = 'planned' and {sql})"
        ),
        day.to_string(),
    );
    Ok(())
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Activity>()
        .find::<Activity>()
        .create::<Activity>()
        .update::<Activity>()
        .history::<Activity>()
        .action(Method::DELETE, "/{id}", transition::remove)
        .named("deleteActivity", "Deletes an activity")
        .answers(Described::empty())
        .refuses(&[422])
        .query_parameters(&["reason_code", "message"])
        .form(Method::PUT, "/preview_dates", schedule::preview)
        .named(
            "previewActivityDates",
            "Lists the dates of a rule, with the rule in words, before it is saved",
        )
        .answers(Described::json::<MetaOf<schedule::DatesMeta>>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/transition", transition::take)
        .taking(transition::schema(false))
        .named(
            "transitionActivity",
            "Takes a step in the life of an activity",
        )
        .refuses(&[428])
        .answers(Described::one::<Activity>(200))
        .action(Method::PUT, "/{id}/moderate", transition::moderate)
        .taking(transition::schema(true))
        .named(
            "moderateActivity",
            "Approves an activity, refuses it, or asks for changes",
        )
        .refuses(&[428])
        .answers(Described::one::<Activity>(200))
        .action(Method::GET, "/{id}/review_hints", hints::review_hints)
        .named(
            "getActivityReviewHints",
            "Tells what to look at in an activity before it is approved",
        )
        .answers(Described::json::<MetaOf<hints::ActivityReviewHintsMeta>>(
            200,
        ))
        .action(Method::POST, "/{id}/duplicate", duplicate::duplicate)
        .named("duplicateActivity", "Makes a draft with the same content")
        .answers(Described::one::<Activity>(201))
}
