//! The dates on which an activity happens. They are written from its rule when it is saved; one of them can be moved,
//! cancelled and taken back by itself, or with all that come after it.

use axum::http::Method;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::{Activity, ActivityRegistrationMode, ActivityStatus, calendar, change, map};
use crate::error::Result;
use crate::http::routes::{Described, MetaOf, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Conditions, Filter, Id, Joined, Predicate, Relation, Resource, Sort, Takes,
    belongs_to, joined,
};
use crate::model::belongings::Belonging;
use crate::model::declaration::{BodyForm, Declared, Demo, Export, Retention, ShownIn, body_form};
use crate::policy::Verb;
use crate::presets::Features;
use crate::privacy::prelude::*;
use crate::resources::location;
use crate::resources::organization::Organization;
use crate::text_enum;

pub struct ActivityOccurrence;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ActivityOccurrenceAttributes {
    pub activity_id: Id<Activity>,
    /// When the rule has it, `YYYY-MM-DDTHH:MM` local time: which of the dates it is, also after it was moved.
    pub original_start: String,
    /// Moments, RFC 3339 in UTC.
    pub starts_at: String,
    pub ends_at: String,
    /// Local day, `YYYY-MM-DD`, and local times, `YYYY-MM-DDTHH:MM`.
    pub day: String,
    pub starts_local: String,
    pub ends_local: String,
    #[serde(default)]
    pub status: OccurrenceStatus,
    /// It happens at another time than the rule says.
    #[serde(default)]
    pub is_changed: bool,
    /// Grows with each change (RFC 5545).
    #[serde(default)]
    pub sequence: i64,
    pub updated_at: Option<String>,
    /// Why it was moved or cancelled.
    pub reason: Option<String>,
    #[serde(default)]
    pub places_taken: i64,
    /// Places that are offered to people on the waiting list, until they answer.
    #[serde(default)]
    pub places_offered: i64,
    #[serde(default)]
    pub people_waiting: i64,
    /// None: unlimited, or nobody signs up.
    pub spots_left: Option<i64>,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub slug: String,
    pub summary: Option<String>,
    pub activity_status: Option<ActivityStatus>,
    #[serde(default)]
    pub all_day: bool,
    pub recurrence: Option<String>,
    #[serde(default)]
    pub activity_categories: Vec<String>,
    #[serde(default)]
    pub target_groups: Vec<String>,
    #[serde(default)]
    pub is_workshop: bool,
    pub seats_per_organization: Option<i64>,
    #[serde(default)]
    pub online: bool,
    pub cost: Option<String>,
    #[serde(default)]
    pub is_free: bool,
    #[serde(default)]
    pub registration: ActivityRegistrationMode,
    pub image_url: Option<String>,
    #[serde(default)]
    pub image_alt: String,
    pub organization_id: Option<Id<Organization>>,
    pub organization_name: Option<String>,
    pub location_name: Option<String>,
    pub city: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// From `filter[near]`; none without.
    pub distance_km: Option<f64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ActivityOccurrenceStatus")]
pub enum OccurrenceStatus {
    #[default]
    Planned,
    Cancelled,
}

text_enum!(OccurrenceStatus {
    Planned = "planned",
    Cancelled = "cancelled",
});

/// SQL over `t`, an occurrence: a value of its activity.
macro_rules! of_activity {
    ($field:literal, $sql:literal) => {
        Computed {
            field: $field,
            sql: concat!(
                "select ",
                $sql,
                " from activities a where a.id = t.activity_id"
            ),
        }
    };
}

/// SQL over `t`, an occurrence: a value of the place where its activity is.
macro_rules! of_place {
    ($field:literal, $sql:literal) => {
        Computed {
            field: $field,
            sql: concat!(
                "select ",
                $sql,
                " from activities a join places p on p.id = a.place_id where a.id = t.activity_id"
            ),
        }
    };
}

/// SQL over `t`, an occurrence: its activity fulfils a condition over `a`.
macro_rules! activity_is {
    ($sql:literal) => {
        concat!(
            "exists (select 1 from activities a where a.id = t.activity_id and ",
            $sql,
            ")"
        )
    };
}

/// SQL over `t` and its activity `a`: one more can sign up, or nobody has to.
macro_rules! has_places {
    () => {
        "(a.registration = 'none' or coalesce(t.capacity, a.capacity) is null
          or (coalesce(t.capacity, a.capacity) > t.places_taken + t.places_offered and t.people_waiting = 0))"
    };
}
pub(super) const HAS_PLACES: &str = has_places!();

/// SQL over `t`: how many people may still sign up.
pub(super) const SPOTS_LEFT: &str = "select case when a.registration = 'none' then null
       else max(0, coalesce(t.capacity, a.capacity) - t.places_taken - t.places_offered) end
  from activities a where a.id = t.activity_id";

impl Resource for ActivityOccurrence {
    const TYPE: &'static str = "activity_occurrences";
    const ALIAS: &'static str = "activity_occurrence";
    type Attributes = ActivityOccurrenceAttributes;
    const FILTERS: &'static [Filter] = &[
        // Days, both included: what begins before and ends after the first is in the list too.
        Filter::custom("from", &["ends_local"], |conditions, value| {
            let day = day_of("from", value)?;
            // An occurrence lasts two weeks at most, so that the index by day serves both ends.
            conditions.bind("from_day", day.to_string());
            let earliest = day.saturating_sub(jiff::Span::new().days(15));
            conditions.add(
                "t.day >= :value and t.ends_local > :from_day || 'T00:00'",
                earliest.to_string(),
            );
            Ok(())
        }),
        Filter::custom("to", &["day"], |conditions, value| {
            let day = day_of("to", value)?;
            conditions.add("t.day <= :value", day.to_string());
            Ok(())
        }),
        Filter::sql(
            "upcoming_eq",
            Takes::Truth,
            &["ends_at"],
            "(t.ends_at > :now) = (:value = 'true')",
        ),
        Filter::column("activity_id", &[Predicate::Eq, Predicate::In]),
        Filter::column("day", &[Predicate::Eq, Predicate::Gteq, Predicate::Lteq]),
        Filter::column("status", &[Predicate::Eq]),
        // What is not as the rule has it.
        Filter::sql(
            "is_exception_eq",
            Takes::Truth,
            &["is_changed", "status"],
            "(t.is_changed = 1 or t.status = 'cancelled') = (:value = 'true')",
        ),
        Filter::custom(
            "category_in",
            &["activity_categories"],
            |conditions, value| any_of(conditions, "a.activity_categories", value),
        ),
        Filter::custom(
            "target_group_in",
            &["target_groups"],
            |conditions, value| any_of(conditions, "a.target_groups", value),
        ),
        Filter::sql(
            "organization_id_eq",
            Takes::Row,
            &["organization_id"],
            activity_is!("a.organization_id = :value"),
        ),
        Filter::sql(
            "place_id_eq",
            Takes::Row,
            &["location_name"],
            activity_is!("a.place_id = :value"),
        ),
        Filter::sql(
            "online_eq",
            Takes::Truth,
            &["online"],
            activity_is!("a.online = (:value = 'true')"),
        ),
        Filter::sql(
            "is_free_eq",
            Takes::Truth,
            &["is_free"],
            activity_is!("a.is_free = (:value = 'true')"),
        ),
        Filter::sql(
            "is_workshop_eq",
            Takes::Truth,
            &["is_workshop"],
            activity_is!("a.is_workshop = (:value = 'true')"),
        ),
        Filter::sql(
            "has_places_eq",
            Takes::Truth,
            &["spots_left"],
            concat!(
                "exists (select 1 from activities a where a.id = t.activity_id and ",
                has_places!(),
                " = (:value = 'true'))"
            ),
        ),
        Filter::custom("q", &["title", "summary"], |conditions, value| {
            for word in value.split_whitespace().take(8) {
                conditions.add(
                    "exists (select 1 from activities a where a.id = t.activity_id and instr(fold(a.title || ' ' || coalesce(a.summary, '') || ' ' || plain_text(a.description)), fold(:value)) > 0)",
                    word.to_owned(),
                );
            }
            Ok(())
        }),
        Filter::custom("near", &["latitude", "longitude"], |conditions, value| {
            location::near(
                conditions,
                value,
                "exists (select 1 from activities a join places p on p.id = a.place_id
                          where a.id = t.activity_id and a.online = 0
                            and distance_km(p.address ->> 'latitude', p.address ->> 'longitude', :near_latitude, :near_longitude) <= :radius_km)",
            )
        }),
        Filter::custom("radius_km", &["latitude", "longitude"], location::radius_km),
        Filter::allowed("mine_eq", "manage", "t.id is not null"),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("starts_at", "t.starts_at"),
        Sort::by(
            "title",
            "(select a.title from activities a where a.id = t.activity_id) collate nocase",
        ),
    ];
    const DEFAULT_SORT: &'static str = "starts_at";
    const LARGEST_PAGE: u32 = 500;
    const RELATIONS: &'static [Relation] = &[belongs_to::<Activity>("activity", "activity_id")];
    const JOINED: &'static [Joined] = &[
        joined("title", "activity_id", "activities", "title"),
        joined("slug", "activity_id", "activities", "slug"),
        joined("summary", "activity_id", "activities", "summary"),
        joined("activity_status", "activity_id", "activities", "status"),
        joined("all_day", "activity_id", "activities", "all_day"),
        joined("recurrence", "activity_id", "activities", "recurrence"),
        joined(
            "activity_categories",
            "activity_id",
            "activities",
            "activity_categories",
        ),
        joined(
            "target_groups",
            "activity_id",
            "activities",
            "target_groups",
        ),
        joined("is_workshop", "activity_id", "activities", "is_workshop"),
        joined(
            "seats_per_organization",
            "activity_id",
            "activities",
            "seats_per_organization",
        ),
        joined("online", "activity_id", "activities", "online"),
        joined("cost", "activity_id", "activities", "cost"),
        joined("is_free", "activity_id", "activities", "is_free"),
        joined("registration", "activity_id", "activities", "registration"),
        joined("image_url", "activity_id", "activities", "image_url"),
        joined("image_alt", "activity_id", "activities", "image_alt"),
        joined(
            "organization_id",
            "activity_id",
            "activities",
            "organization_id",
        ),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "spots_left",
            sql: SPOTS_LEFT,
        },
        of_activity!(
            "organization_name",
            "coalesce((select o.name from organizations o where o.id = a.organization_id), (select c.name from volunteer_centers c where c.id = a.volunteer_center_id))"
        ),
        of_place!("location_name", "p.name"),
        of_place!("city", "p.address ->> 'city'"),
        of_place!("latitude", "p.address ->> 'latitude'"),
        of_place!("longitude", "p.address ->> 'longitude'"),
        Computed {
            field: "distance_km",
            sql: "iif(:near_latitude is null, null, (select distance_km(p.address ->> 'latitude', p.address ->> 'longitude', :near_latitude, :near_longitude)
                    from activities a join places p on p.id = a.place_id where a.id = t.activity_id))",
        },
    ];
    const DEPENDS: &'static [&'static str] =
        &["activities", "organizations", "places", "volunteer_centers"];
    const NEXT_CHANGE: Option<&'static str> = Some(super::NEXT_END);
    const IS_ON: fn(Features) -> bool = |features| features.activities;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[
            ("PUT", "/api/v1/activity_occurrences/{id}/change"),
            ("PUT", "/api/v1/activity_occurrences/{id}/cancel"),
            ("PUT", "/api/v1/activity_occurrences/{id}/restore"),
        ],
        offered: &[Verb::Manage],
        ..SessionAccess::CLOSED
    };
}

fn day_of(name: &str, value: &str) -> Result<Date> {
    value
        .parse()
        .map_err(|_| Conditions::impossible(name, value, &["2026-12-01"]))
}

/// Adds the condition that a list of the activity has one of the values, which commas separate.
fn any_of(conditions: &mut Conditions, column: &str, value: &str) -> Result<()> {
    let wanted: Vec<&str> = value
        .split(',')
        .map(str::trim)
        .filter(|one| !one.is_empty())
        .collect();
    conditions.add(
        &format!(
            "exists (select 1 from activities a, json_each({column}) j
                      where a.id = t.activity_id and j.value in (select value from json_each(:value)))"
        ),
        serde_json::to_string(&wanted)?,
    );
    Ok(())
}

impl Declared for ActivityOccurrence {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/activities/activity-dates.tsx",
        "activity_occurrences",
    ));
    const ABOUT: &'static str = "Dates of activities: the calendar.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<change::OccurrenceChange>(
        "activity_occurrence_changes",
    )];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[nobody("activity_occurrences", "dates on which something happens")];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with their activity"));
    const EXPORT: Option<Export> = Some(Export::No("as calendar files: docs/api.md#feeds"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const BELONGINGS: &'static [Belonging] =
        &[Belonging::with("activity_occurrences", "activities")];
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<ActivityOccurrence>()
        .find::<ActivityOccurrence>()
        .action(Method::GET, "/calendar", calendar::calendar)
        .named(
            "getCalendar",
            "Days with what happens on them, under the filters of the list of dates",
        )
        .query_parameters(&calendar::PARAMETERS)
        .answers(Described::json::<MetaOf<calendar::CalendarMeta>>(200))
        .action(Method::GET, "/map", map::map)
        .named(
            "getActivityMap",
            "Places where activities are to come, with what happens there next",
        )
        .answers(Described::json::<MetaOf<map::ActivityMapMeta>>(200))
        .form(Method::PUT, "/{id}/change", change::change)
        .named(
            "changeActivityOccurrence",
            "Moves one date of an activity, or it and all after it",
        )
        .answers(Described::one::<ActivityOccurrence>(200))
        .refuses(&[422])
        .form(Method::PUT, "/{id}/cancel", change::cancel)
        .named(
            "cancelActivityOccurrence",
            "Cancels one date of an activity, or it and all after it",
        )
        .answers(Described::one::<ActivityOccurrence>(200))
        .refuses(&[422])
        .form(Method::PUT, "/{id}/restore", change::restore)
        .named(
            "restoreActivityOccurrence",
            "Takes back that a date was moved or cancelled",
        )
        .answers(Described::one::<ActivityOccurrence>(200))
        .refuses(&[422])
}
