//! Checks: papers that were asked of volunteers, such as a certificate of conduct (VOG), and who saw them. Never a file,
//! and never the number of a paper (docs/domain/states.md#checks).

mod ask;
mod declaration;
mod effects;
pub mod follow;
mod notify;
mod seen;
mod transition;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use crate::app::access::action;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{
    Computed, Filter, Id, Predicate, Relation, Resource, Sort, Takes, Transition, belongs_to,
};
use crate::model::state_machine::{describe, event_schema, offered};
use crate::resources::application::Application;
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::volunteer_center::VolunteerCenter;
use axum::http::Method;

pub struct Check;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct CheckAttributes {
    /// None: a guest, who is known by the application alone.
    #[schemars(extend("readOnly" = true))]
    pub user_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub application_id: Option<Id<Application>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub person_name: String,
    /// Who asked for it or saw it; none: the centre.
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    #[schemars(extend("readOnly" = true))]
    pub organization_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Id<VolunteerCenter>,
    /// What the person applied for there that asks for it.
    #[schemars(extend("readOnly" = true))]
    pub vacancy_title: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub kind: CheckKind,
    #[schemars(extend("readOnly" = true))]
    pub status: CheckStatus,
    /// The status with what time makes of it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub state: CheckState,
    /// A day, as the following.
    #[schemars(extend("readOnly" = true))]
    pub requested_on: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub requested_by_name: String,
    /// Since when the person says that they have it.
    #[schemars(extend("readOnly" = true))]
    pub claimed_on: Option<String>,
    /// The date on the paper.
    #[schemars(extend("readOnly" = true))]
    pub issued_on: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub seen_on: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub seen_by_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub valid_until: Option<String>,
    /// Until when it still counts where somebody is accepted: some days after its last, as the centre sets.
    #[schemars(extend("readOnly" = true))]
    pub counts_until: Option<String>,
    /// Days until its last; below zero: since.
    #[schemars(extend("readOnly" = true))]
    pub days_left: Option<i64>,
    #[schemars(extend("readOnly" = true))]
    pub note: Option<String>,
    /// Whether it runs out before what the person does there is over.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub at_risk: bool,
    /// The one that it renews.
    #[schemars(extend("readOnly" = true))]
    pub replaces_id: Option<Id<Check>>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    Vog,
    FirstAid,
    DrivingLicence,
    Reference,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckStatus {
    Requested,
    Claimed,
    Seen,
    Revoked,
    Cancelled,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckState {
    #[default]
    Requested,
    Claimed,
    Seen,
    /// Within sixty days of its last.
    Expiring,
    Expired,
    /// A newer one was seen.
    Replaced,
    Revoked,
    Cancelled,
}

/// Over `t`: a newer one was seen.
macro_rules! replaced {
    () => {
        "exists (select 1 from checks n where n.replaces_id = t.id and n.status = 'seen')"
    };
}

/// Over `t`: the state that people read.
macro_rules! state {
    () => {
        concat!(
            "case when t.status <> 'seen' then t.status when ",
            replaced!(),
            " then 'replaced' when t.valid_until < substr(:now, 1, 10) then 'expired'
              when t.valid_until <= date(:now, '+60 days') then 'expiring' else 'seen' end"
        )
    };
}

/// Over `t`: the last day on which it counts.
macro_rules! counts_until {
    () => {
        "(select date(t.valid_until, '+' || g.check_grace_days || ' days') from volunteer_centers g where g.id = t.volunteer_center_id)"
    };
}

/// SQL over `a`, an application, and `t`: of the same person.
macro_rules! same_person {
    () => {
        "(a.user_id = t.user_id or (t.user_id is null and a.id = t.application_id))"
    };
}

/// Over `t`: what the person does there goes on longer than it counts. Work without dates has no end: there it is at risk
/// once it runs out soon.
macro_rules! at_risk {
    () => {
        concat!(
            "(t.status = 'seen' and not ",
            replaced!(),
            " and (exists (select 1 from applications a join vacancies v on v.id = a.vacancy_id
                            where ",
            same_person!(),
            " and a.organization_id = t.organization_id and a.stage in ('accepted', 'started')
                              and exists (select 1 from json_each(v.required_checks) k where k.value = t.kind)
                              and iif(v.dates = '[]', t.valid_until <= date(:now, '+60 days'),
                                      exists (select 1 from json_each(v.dates) d where d.value ->> 'day' >= substr(:now, 1, 10) and d.value ->> 'day' > ",
            counts_until!(),
            ")))
                   or exists (select 1 from activity_registrations r
                                join activities c on c.id = r.activity_id and c.organization_id = t.organization_id and c.status not in ('cancelled', 'deleted')
                                join activity_occurrences o on o.activity_id = r.activity_id and o.id = coalesce(r.occurrence_id, o.id)
                               where r.user_id = t.user_id and r.status = 'registered' and o.starts_at > :now and substr(o.starts_at, 1, 10) > ",
            counts_until!(),
            ")))"
        )
    };
}

/// Over `t`: see `at_risk!`.
pub const AT_RISK: &str = at_risk!();

/// Over `t`: name of the person.
const PERSON_NAME: &str = "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.user_id),
    (select trim(coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')) from applications a where a.id = t.application_id), '')";

impl Resource for Check {
    const TYPE: &'static str = "checks";
    const ALIAS: &'static str = "check";
    type Attributes = CheckAttributes;
    const PERSON: &'static str = "t.user_id";
    const FILTERS: &'static [Filter] = &[
        Filter::column("organization_id", &[Predicate::Eq, Predicate::In]),
        Filter::column("user_id", &[Predicate::Eq]),
        Filter::column("application_id", &[Predicate::Eq]),
        Filter::column("kind", &[Predicate::Eq, Predicate::In]),
        Filter::column("status", &[Predicate::Eq, Predicate::In]),
        Filter::custom("state_in", &["state"], |conditions, value| {
            let wanted: Vec<&str> = value.split(',').map(str::trim).collect();
            conditions.add(
                concat!(state!(), " in (select value from json_each(:value))"),
                serde_json::to_string(&wanted)?,
            );
            Ok(())
        }),
        Filter::sql(
            "needs_attention_eq",
            Takes::Truth,
            &["state"],
            concat!(
                "(",
                state!(),
                " in ('requested', 'claimed', 'expiring', 'expired')) = (:value = 'true')"
            ),
        ),
        Filter::sql(
            "at_risk_eq",
            Takes::Truth,
            &["at_risk"],
            concat!(at_risk!(), " = (:value = 'true')"),
        ),
        Filter::sql(
            "mine_eq",
            Takes::Truth,
            &["user_id"],
            "(t.user_id is :user_id) = (:value = 'true')",
        ),
        Filter::custom("q", &["person_name"], |conditions, value| {
            conditions.add(
                &format!("instr(fold({PERSON_NAME}), fold(:value)) > 0"),
                value.to_owned(),
            );
            conditions.slow = true;
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        // What runs out first, what is still to be seen, what is over.
        Sort::by(
            "urgency",
            "case when t.status = 'seen' then t.valid_until when t.status in ('requested', 'claimed') then '9998' else '9999' end",
        ),
        Sort::by("valid_until", "t.valid_until"),
        Sort::by("created_at", "t.created_at"),
        Sort::by("person_name", PERSON_NAME),
        Sort::by("kind", "t.kind"),
    ];
    const DEFAULT_SORT: &'static str = "urgency";
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "person_name",
            sql: PERSON_NAME,
        },
        Computed {
            field: "organization_name",
            sql: "select o.name from organizations o where o.id = t.organization_id",
        },
        Computed {
            field: "vacancy_title",
            sql: concat!(
                "select v.title from applications a join vacancies v on v.id = a.vacancy_id
                  where ",
                same_person!(),
                " and a.organization_id = t.organization_id and (a.is_held = 0 or a.user_id is :user_id)
                    and exists (select 1 from json_each(v.required_checks) k where k.value = t.kind)
                  order by a.stage in ('rejected', 'withdrawn', 'closed'), a.id = t.application_id desc, a.id desc limit 1"
            ),
        },
        Computed {
            field: "state",
            sql: state!(),
        },
        Computed {
            field: "requested_by_name",
            sql: "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.requested_by_id), '')",
        },
        Computed {
            field: "seen_by_name",
            sql: "select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.seen_by_id",
        },
        Computed {
            field: "counts_until",
            sql: counts_until!(),
        },
        Computed {
            field: "days_left",
            sql: "cast(julianday(t.valid_until) - julianday(substr(:now, 1, 10)) as integer)",
        },
        Computed {
            field: "at_risk",
            sql: at_risk!(),
        },
    ];
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<User>("user", "user_id"),
        belongs_to::<Application>("application", "application_id"),
        belongs_to::<Organization>("organization", "organization_id"),
    ];
    const DEPENDS: &'static [&'static str] = &[
        "activities",
        "activity_occurrences",
        "activity_registrations",
        "applications",
        "organizations",
        "users",
        "vacancies",
        "volunteer_centers",
    ];
    // Who saw what is said by the history of the check itself, which goes with it.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        is_of_one_person: true,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;

    fn transitions() -> Vec<Transition> {
        offered::<CheckStatus>()
    }
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Check>()
        .find::<Check>()
        .history_with::<Check, action::Read>()
        .merge(ask::routes())
        .merge(seen::routes())
        .action(Method::PUT, "/{id}/transition", transition::take)
        .named("transitionCheck", "Takes a step in the course of a check")
        .answers(Described::one::<Check>(200))
        .taking(event_schema(&[describe::<CheckStatus>()], |_| true))
}
