//! Hours that volunteers helped (docs/domain/states.md#hours): written down by them, by staff or from a check-in, and
//! confirmed by the organisation, a mentor or the centre.

mod bulk;
pub mod check_in;
mod declaration;
mod effects;
pub mod follow;
mod log;
mod notify;
mod repeat;
pub mod totals;
mod transition;
mod work;

use axum::http::Method;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::{Validate, ValidationError};

use crate::base::working_days::local_date;
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Filter, Id, Predicate, Relation, Resource, Saving, Sort, Takes, Transition,
    belongs_to,
};
use crate::model::state_machine::{describe, event_schema, offered};
use crate::policy::Verb;
use crate::resources::activity::Activity;
use crate::resources::activity::occurrence::ActivityOccurrence;
use crate::resources::application::Application;
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::vacancy::Vacancy;

pub use self::transition::HoursEvent;

/// Hours of one day, of one person, in all (docs/domain/limits.md#fields).
const MOST_A_DAY: f64 = 24.0;
/// How long ago hours can be written down.
const OLDEST_DAYS: i64 = 366;
/// Entries that one person writes within a day.
const MOST_ENTRIES_A_DAY: i64 = 100;

pub struct HoursEntry;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HoursStatus {
    Logged,
    Confirmed,
    Corrected,
    Disputed,
    Refused,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct HoursEntryAttributes {
    #[schemars(extend("readOnly" = true))]
    pub user_id: Option<Id<User>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub person_name: String,
    /// None: the centre itself.
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub organization_name: String,
    #[schemars(extend("readOnly" = true))]
    pub application_id: Option<Id<Application>>,
    #[schemars(extend("readOnly" = true))]
    pub vacancy_id: Option<Id<Vacancy>>,
    #[schemars(extend("readOnly" = true))]
    pub activity_id: Option<Id<Activity>>,
    #[schemars(extend("readOnly" = true))]
    pub occurrence_id: Option<Id<ActivityOccurrence>>,
    /// Title of the vacancy or activity, else own words, which can be changed.
    #[validate(length(min = 3, max = 120))]
    pub work: String,
    /// `YYYY-MM-DD`.
    #[validate(length(min = 10, max = 10))]
    pub day: String,
    /// That count, in quarters.
    #[validate(range(min = 0.25, max = 24.0), custom(function = "quarters"))]
    pub hours: f64,
    /// As first written.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub logged_hours: f64,
    #[validate(length(max = 200))]
    pub remark: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub status: HoursStatus,
    /// Of the last correction, question, disagreement or refusal.
    #[schemars(extend("readOnly" = true))]
    pub reason: Option<String>,
    /// `volunteer` or `organization`.
    #[schemars(extend("readOnly" = true))]
    pub reason_by: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub confirmed_by_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub confirmed_at: Option<String>,
    /// Confirmed because nobody said anything for thirty days.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_automatic: bool,
    /// Of who asks.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_mine: bool,
    /// `own`, `check_in` or `staff`.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub source: String,
    /// What whoever confirms looks at: `more_than_usual`, `long_day`, `twice_a_day`, `old`.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub hints: Vec<String>,
    /// Median of what was confirmed of this person for the same work.
    #[schemars(extend("readOnly" = true))]
    pub usual_hours: Option<f64>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_student: bool,
    /// Of a student: hours to be made, and those confirmed so far.
    #[schemars(extend("readOnly" = true))]
    pub hour_target: Option<i64>,
    #[schemars(extend("readOnly" = true))]
    pub hours_done: Option<f64>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

/// Hours are counted in quarters.
fn quarters(hours: f64) -> std::result::Result<(), ValidationError> {
    if (hours * 4.0).fract() == 0.0 {
        Ok(())
    } else {
        Err(ValidationError::new("quarters"))
    }
}

/// SQL over `t`: the median of what was confirmed of the person for the same work.
macro_rules! usual {
    () => {
        "(select m.hours
            from (select h.hours, row_number() over (order by h.hours) as nth, count(*) over () as total
                    from hours_entries h
                   where h.user_id = t.user_id and h.work = t.work and h.organization_id is t.organization_id
                     and h.id <> t.id and h.status in ('confirmed', 'corrected')) m
           where m.nth = m.total / 2 + 1)"
    };
}

/// SQL over `t`: what whoever confirms looks at.
macro_rules! hint {
    (more_than_usual) => {
        concat!("t.hours > coalesce(", usual!(), ", t.hours) * 1.5 + 1")
    };
    (long_day) => {
        "t.hours > 10"
    };
    (twice_a_day) => {
        "exists (select 1 from hours_entries h where h.user_id = t.user_id and h.day = t.day and h.work = t.work and h.organization_id is t.organization_id and h.id <> t.id and h.status <> 'refused')"
    };
    (old) => {
        "t.status = 'logged' and t.day < date(t.created_at, '-60 days')"
    };
}

const HINTS: &str = concat!(
    "select json_group_array(h.value) from (select 'more_than_usual' as value where ",
    hint!(more_than_usual),
    " union all select 'long_day' where ",
    hint!(long_day),
    " union all select 'twice_a_day' where ",
    hint!(twice_a_day),
    " union all select 'old' where ",
    hint!(old),
    ") h"
);
const HAS_HINTS: &str = concat!(
    "((",
    hint!(more_than_usual),
    ") or (",
    hint!(long_day),
    ") or (",
    hint!(twice_a_day),
    ") or (",
    hint!(old),
    ")) = (:value = 'true')"
);
const IS_STUDENT: &str = "exists (select 1 from student_links l where l.student_id = t.user_id)";

impl Resource for HoursEntry {
    const TYPE: &'static str = "hours_entries";
    const ALIAS: &'static str = "hours_entry";
    type Attributes = HoursEntryAttributes;
    const PERSON: &'static str = "t.user_id";
    const FILTERS: &'static [Filter] = &[
        Filter::column("user_id", &[Predicate::Eq]),
        Filter::column("organization_id", &[Predicate::Eq]),
        Filter::column("application_id", &[Predicate::Eq]),
        Filter::column("activity_id", &[Predicate::Eq]),
        Filter::column("status", &[Predicate::Eq, Predicate::In]),
        Filter::column("day", &[Predicate::Gteq, Predicate::Lteq]),
        Filter::sql(
            "mine_eq",
            Takes::Truth,
            &["user_id"],
            "(t.user_id is :user_id) = (:value = 'true')",
        ),
        Filter::sql("has_hints_eq", Takes::Truth, &["hints"], HAS_HINTS),
        Filter::sql(
            "is_student_eq",
            Takes::Truth,
            &["is_student"],
            "exists (select 1 from student_links l where l.student_id = t.user_id) = (:value = 'true')",
        ),
        Filter::custom("q", &["person_name", "work"], |conditions, value| {
            conditions.add(
                "instr(fold(t.work || ' ' || coalesce((select coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '') from users u where u.id = t.user_id), '')), fold(:value)) > 0",
                value.trim().to_owned(),
            );
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("day", "t.day"),
        Sort::by("hours", "t.hours"),
        Sort::by("created_at", "t.created_at"),
        Sort::by(
            "person_name",
            "(select u.first_name || ' ' || u.last_name from users u where u.id = t.user_id) collate nocase",
        ),
    ];
    const DEFAULT_SORT: &'static str = "-day";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<User>("user", "user_id"),
        belongs_to::<Organization>("organization", "organization_id"),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "person_name",
            sql: "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.user_id), '')",
        },
        Computed {
            field: "organization_name",
            sql: "coalesce((select o.name from organizations o where o.id = t.organization_id), t.organization_name, (select c.name from volunteer_centers c where c.id = t.volunteer_center_id))",
        },
        Computed {
            field: "vacancy_id",
            sql: "select a.vacancy_id from applications a where a.id = t.application_id",
        },
        Computed {
            field: "confirmed_by_name",
            sql: "select nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), '') from users u where u.id = t.confirmed_by_id",
        },
        Computed {
            field: "is_mine",
            sql: "t.user_id is :user_id and t.user_id is not null",
        },
        Computed {
            field: "hints",
            sql: HINTS,
        },
        Computed {
            field: "usual_hours",
            sql: usual!(),
        },
        Computed {
            field: "is_student",
            sql: IS_STUDENT,
        },
        Computed {
            field: "hour_target",
            sql: "select max(l.hour_target) from student_links l where l.student_id = t.user_id",
        },
        Computed {
            field: "hours_done",
            sql: "case when exists (select 1 from student_links l where l.student_id = t.user_id) then coalesce((select sum(h.hours) from hours_entries h where h.user_id = t.user_id and h.status in ('confirmed', 'corrected')), 0.0) end",
        },
    ];
    const PERSONAL: &'static [&'static str] = &["remark"];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &["organizations", "users", "student_links"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        is_of_one_person: true,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[
            ("GET", "/api/v1/hours_entries/{id}/history"),
            ("PUT", "/api/v1/hours_entries/{id}/transition"),
        ],
        offered: &[Verb::Approve, Verb::Answer],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        offered::<HoursStatus>()
    }

    fn before_save(
        new: &mut HoursEntryAttributes,
        old: Option<&HoursEntryAttributes>,
        saving: &Saving,
    ) -> Result<()> {
        new.remark = new.remark.take().filter(|remark| !remark.trim().is_empty());
        if let Some(old) = old
            && new.work != old.work
            && (old.application_id.is_some() || old.activity_id.is_some())
        {
            return Err(FieldFault::attribute("work", "fixed").into());
        }
        let person = new.user_id.map(Id::number);
        validate_day(saving.tx, person, (&new.day, new.hours), saving.id)
    }

    fn updated(id: Id<Self>, saving: &Saving) -> Result<()> {
        transition::rewritten(saving.tx, saving.user_id(), id)
    }
}

/// A day that has come, not too long ago, with no more than 24 hours in all.
fn validate_day(
    tx: &Tx,
    person: Option<i64>,
    (day, hours): (&str, f64),
    except: Option<i64>,
) -> Result<()> {
    let today = local_date(tx.now()).unwrap_or_default();
    let date: Date = day
        .parse()
        .ok()
        .filter(|date: &Date| date.to_string() == day)
        .ok_or_else(|| FieldFault::attribute("day", "date"))?;
    if date > today {
        return Err(FieldFault::attribute("day", "not_yet").into());
    }
    let age = date.until(today).map_err(Error::internal)?.get_days();
    if i64::from(age) > OLDEST_DAYS {
        return Err(FieldFault::attribute("day", "too_long_ago").into());
    }
    validate_sum_of_day(tx, person, (day, hours), except)
}

/// No more than 24 hours of one person within a day.
fn validate_sum_of_day(
    tx: &Tx,
    person: Option<i64>,
    (day, hours): (&str, f64),
    except: Option<i64>,
) -> Result<()> {
    let that_day: f64 = tx
        .prepare_cached(
            "select coalesce(sum(hours), 0.0) from hours_entries
              where user_id = ?1 and day = ?2 and status <> 'refused' and id is not ?3",
        )?
        .query_row((person, day, except), |row| row.get(0))?;
    if that_day + hours > MOST_A_DAY {
        return Err(FieldFault::attribute("hours", "hours_of_day")
            .with("hours", that_day)
            .into());
    }
    Ok(())
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<HoursEntry>()
        .merge(totals::routes())
        .merge(work::routes())
        .find::<HoursEntry>()
        .merge(log::routes())
        .merge(repeat::routes())
        .update::<HoursEntry>()
        .delete::<HoursEntry>()
        .history::<HoursEntry>()
        .action(Method::PUT, "/{id}/transition", transition::take)
        .named(
            "transitionHoursEntry",
            "Takes a step with hours: confirms, asks, refuses, agrees or disagrees",
        )
        .answers(Described::one::<HoursEntry>(200))
        .refuses(&[428])
        .taking(event_schema(&[describe::<HoursStatus>()], |_| true))
        .form(Method::PUT, "/{id}/correct", transition::correct)
        .named(
            "correctHoursEntry",
            "Corrects hours, with the reason; both numbers are kept",
        )
        .answers(Described::one::<HoursEntry>(200))
        .refuses(&[422, 428])
        .merge(bulk::routes())
}
