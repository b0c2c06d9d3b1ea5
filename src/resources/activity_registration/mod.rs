//! Registrations of people for activities: for one date, or for all dates of a series.

pub mod answer;
pub mod by_link;
pub mod calendar;
mod check_in;
mod declaration;
mod effects;
pub mod follow;
mod guest;
pub mod hand_over;
pub mod notify;
pub mod own_calendar;
pub mod places;
mod sign_up;
pub mod too_few;
pub mod transition;
mod walk_in;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::activity::Activity;
use super::activity::occurrence::ActivityOccurrence;
use super::organization::Organization;
use super::user::User;
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{Described, Input, MetaOf, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Document, Filter, Id, Joined, Predicate, Relation, Resource, Sort, Takes, Transition,
    belongs_to, joined,
};
use crate::model::state_machine::{describe, event_schema, offered};
use crate::policy::Verb;
use crate::presets::Features;

pub struct ActivityRegistration;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ActivityRegistrationAttributes {
    #[schemars(extend("readOnly" = true))]
    pub activity_id: Id<Activity>,
    /// None: for all dates.
    #[schemars(extend("readOnly" = true))]
    pub occurrence_id: Option<Id<ActivityOccurrence>>,
    /// None: without an account.
    #[schemars(extend("readOnly" = true))]
    pub user_id: Option<Id<User>>,
    /// The organisation that signed up a colleague.
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub name: String,
    #[schemars(extend("readOnly" = true))]
    pub first_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub last_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub email: Option<String>,
    #[schemars(extend("readOnly" = true, "format" = "phone"))]
    pub phone_number: Option<String>,
    /// How many people come, 1 to 4.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub party_size: i64,
    /// Under 18 by the date of birth of the account; guests are not asked.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_minor: bool,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub answers: Vec<answer::Answered>,
    #[schemars(extend("readOnly" = true))]
    pub status: ActivityRegistrationStatus,
    /// While on the waiting list; 1 is the next.
    #[schemars(extend("readOnly" = true))]
    pub waitlist_position: Option<i64>,
    /// Waits for the organiser's yes, after staying away twice.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub needs_yes: bool,
    /// Of an offer: for how many people; fewer than the party where there are fewer places.
    #[schemars(extend("readOnly" = true))]
    pub offered_size: Option<i64>,
    /// When they were last offered a place.
    #[schemars(extend("readOnly" = true))]
    pub asked_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub offer_expires_at: Option<String>,
    /// Withdrawn later than the organiser wants.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_late_withdrawal: bool,
    /// Of all dates at once: on the last date that was checked.
    #[schemars(extend("readOnly" = true))]
    pub attendance: Option<Attendance>,
    #[schemars(extend("readOnly" = true))]
    pub checked_in_at: Option<String>,
    /// When they went out again, at an activity of which the hours count.
    #[schemars(extend("readOnly" = true))]
    pub checked_out_at: Option<String>,
    /// Of all dates at once: each date that was checked. Empty for a registration for one date.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub attendance_by_date: Vec<AttendanceOnDate>,
    /// Ten hexadecimal digits that the participant shows at the door, as a QR code or typed; known to them and to whoever
    /// runs the activity.
    #[schemars(extend("readOnly" = true))]
    pub check_in_code: Option<String>,
    /// `web`, `guest`, `walk_in` or `organization`.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub source: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub activity_title: String,
    #[schemars(extend("readOnly" = true))]
    pub organization_name: Option<String>,
    /// Beginning of the date, or of the next one of all.
    #[schemars(extend("readOnly" = true))]
    pub starts_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityRegistrationStatus {
    /// Has a place.
    Registered,
    Waitlisted,
    /// A place is kept until they answer.
    Offered,
    Withdrawn,
    /// By the organiser.
    Removed,
    /// The date or the activity was cancelled.
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ActivityAttendance")]
pub enum Attendance {
    Present,
    Absent,
}

/// Attendance of somebody who signed up for all dates, on one of them.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ActivityAttendanceOnDate")]
pub struct AttendanceOnDate {
    pub occurrence_id: Id<ActivityOccurrence>,
    pub attendance: Attendance,
    /// RFC 3339, UTC.
    pub checked_in_at: Option<String>,
    pub checked_out_at: Option<String>,
}

impl Resource for ActivityRegistration {
    const TYPE: &'static str = "activity_registrations";
    const ALIAS: &'static str = "activity_registration";
    type Attributes = ActivityRegistrationAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("activity_id", &[Predicate::Eq, Predicate::In]),
        Filter::column("user_id", &[Predicate::Eq]),
        Filter::column("organization_id", &[Predicate::Eq]),
        // Also who comes on all dates.
        Filter::sql(
            "occurrence_id_eq",
            Takes::Row,
            &["occurrence_id", "activity_id"],
            "t.activity_id = (select o.activity_id from activity_occurrences o where o.id = :value) and coalesce(t.occurrence_id, :value) = :value",
        ),
        Filter::column("status", &[Predicate::Eq, Predicate::NotEq, Predicate::In]),
        Filter::column("attendance", &[Predicate::Null]),
        // Of all dates at once: on any of them.
        Filter::sql(
            "attendance_eq",
            Takes::ChoiceOf("attendance"),
            &["attendance", "attendance_by_date"],
            "exists (select 1 from activity_attendance n where n.registration_id = t.id and iif(n.is_present, 'present', 'absent') = :value)",
        ),
        Filter::sql(
            "mine_eq",
            Takes::Truth,
            &["user_id"],
            "t.user_id = :user_id",
        ),
        Filter::sql(
            "upcoming_eq",
            Takes::Truth,
            &["starts_at"],
            "exists (select 1 from activity_occurrences o where o.activity_id = t.activity_id and coalesce(t.occurrence_id, o.id) = o.id and o.ends_at > :now) = (:value = 'true')",
        ),
        Filter::custom("q", &["first_name", "last_name"], |conditions, value| {
            for word in value.split_whitespace().take(8) {
                conditions.add(
                    "instr(fold(coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, '')), fold(:value)) > 0",
                    word.to_owned(),
                );
            }
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("created_at", "t.created_at"),
        Sort::by("name", "coalesce(t.last_name, t.first_name) collate nocase"),
        Sort::by("status", "t.status"),
        // The line as it is asked.
        Sort::by(
            "waitlist_position",
            "t.silences * 1000000 + t.waitlist_order",
        ),
        Sort::by("starts_at", STARTS_AT),
    ];
    const DEFAULT_SORT: &'static str = "created_at";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Activity>("activity", "activity_id"),
        belongs_to::<ActivityOccurrence>("occurrence", "occurrence_id"),
        belongs_to::<User>("user", "user_id"),
        belongs_to::<Organization>("organization", "organization_id"),
    ];
    const JOINED: &'static [Joined] = &[
        joined("activity_title", "activity_id", "activities", "title")
            .told_with_row("for what somebody signed up, which they still see when it is over"),
        joined(
            "organization_name",
            "organization_id",
            "organizations",
            "name",
        )
        .told_with_row("which organisation signed somebody up"),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "name",
            sql: "trim(coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, ''))",
        },
        Computed {
            field: "waitlist_position",
            sql: places::POSITION,
        },
        Computed {
            field: "starts_at",
            sql: STARTS_AT,
        },
        Computed {
            field: "attendance_by_date",
            sql: "select json_group_array(json_object('occurrence_id', cast(n.occurrence_id as text), 'attendance', iif(n.is_present, 'present', 'absent'),
                         'checked_in_at', n.checked_in_at, 'checked_out_at', n.checked_out_at))
                    from activity_attendance n where n.registration_id = t.id and t.occurrence_id is null",
        },
    ];
    const PERSONAL: &'static [&'static str] = &["email", "phone_number", "answers", "is_minor"];
    const PERSON: &'static str = "t.user_id";
    const DEPENDS: &'static [&'static str] = &["activities", "activity_occurrences"];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &["activity_taps"];
    const NEXT_CHANGE: Option<&'static str> = Some(super::activity::NEXT_END);
    const IS_ON: fn(Features) -> bool = |features| features.activities;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        is_of_one_person: true,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[
            ("GET", "/api/v1/activities/{id}/registrations"),
            ("POST", "/api/v1/activities/{id}/walk_ins"),
            ("GET", "/api/v1/activity_registrations/{id}/history"),
            ("PUT", "/api/v1/activity_registrations/{id}/transition"),
            ("POST", "/api/v1/activity_registrations/{id}/check_in"),
        ],
        offered: &[Verb::Withdraw, Verb::Manage],
        hidden: &["answers"],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        offered::<ActivityRegistrationStatus>()
    }
}

/// SQL over `t`: the beginning of the date, or of the next date of all.
const STARTS_AT: &str = "coalesce(
    (select o.starts_at from activity_occurrences o where o.id = t.occurrence_id),
    (select min(o.starts_at) from activity_occurrences o where o.activity_id = t.activity_id and t.occurrence_id is null and o.status = 'planned' and o.ends_at > :now))";

/// `GET /activities/{id}/registrations`: those of one activity that the requester may see.
async fn list_of_activity(
    access: Access<ActivityRegistration, action::Read>,
    id: Id<Activity>,
    input: Input<()>,
) -> Result<Document> {
    let activities = access.beside::<Activity, action::Read>()?.rows();
    access
        .read(move |connection| activities.require(connection, id))
        .await?;
    let query = input.query.with("filter[activity_id_eq]", &id.to_string());
    access.list(&input.path, query).await
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<ActivityRegistration>()
        .find::<ActivityRegistration>()
        .history::<ActivityRegistration>()
        .action(
            Method::GET,
            "//api/v1/activities/{id}/registrations",
            list_of_activity,
        )
        .named(
            "listRegistrationsOfActivity",
            "Lists who signed up for an activity",
        )
        .answers(Described::many::<ActivityRegistration>())
        .form(
            Method::POST,
            "//api/v1/activities/{id}/registrations",
            sign_up::sign_up,
        )
        .named(
            "signUpForActivity",
            "Signs up for an activity; a guest confirms by mail",
        )
        .answers(Described::one::<ActivityRegistration>(201))
        .answers(Described::json::<MetaOf<guest::GuestRegistrationMeta>>(202))
        .refuses(&[422])
        .form(
            Method::POST,
            "//api/v1/activities/{id}/walk_ins",
            walk_in::walk_in,
        )
        .named(
            "addActivityWalkIn",
            "Adds somebody by name who comes to an activity",
        )
        .answers(Described::one::<ActivityRegistration>(201))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/transition", transition::take)
        .named(
            "transitionActivityRegistration",
            "Takes a step in the course of a registration",
        )
        .answers(Described::one::<ActivityRegistration>(200))
        .taking(event_schema(
            &[describe::<ActivityRegistrationStatus>()],
            |_| true,
        ))
        .form(Method::POST, "/{id}/check_in", check_in::check_in)
        .named(
            "checkInActivityRegistration",
            "Says whether somebody is there",
        )
        .answers(Described::json::<MetaOf<check_in::CheckInMeta>>(200))
        .refuses(&[422])
        .form(Method::POST, "/{id}/hand_over", hand_over::hand_over)
        .named(
            "handOverActivityPlace",
            "Asks another person by mail to take one's place",
        )
        .answers(Described::json::<MetaOf<hand_over::HandOverMeta>>(202))
        .refuses(&[422])
        .merge(by_link::routes())
        .merge(own_calendar::routes())
}
