//! Applications of volunteers to vacancies. `stage` is the state of the workflow, `status` the decision
//! (docs/domain/states.md#applications).

mod age;
mod answer;
mod apply;
mod bulk;
mod by_link;
pub mod calendar;
mod checks;
mod declaration;
mod desk_registration;
mod effects;
mod fit;
mod guest;
mod help_link;
pub(crate) mod notify;
pub(crate) mod places;
mod preview;
mod retention;
mod school;
pub(crate) mod score;
pub(crate) mod silence;
pub mod transition;

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::organization::Organization;
use super::user::User;
use super::vacancy::Vacancy;
use crate::app::access::action;
use crate::http::routes::{Described, MetaOf, OperationKind, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{
    Computed, Conditions, Filter, Id, Joined, Predicate, Relation, Resource, Sort, Takes,
    Transition, belongs_to, joined,
};
use crate::model::field_rules;
use crate::model::state_machine::{describe, event_schema, offered};
use crate::policy::Verb;
use crate::search::substring::TrigramIndex;

pub struct Application;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ApplicationAttributes {
    pub vacancy_id: Id<Vacancy>,
    #[schemars(extend("readOnly" = true))]
    pub user_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub name: String,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub first_name: Option<String>,
    #[validate(length(max = 100), custom(function = "field_rules::person_name"))]
    pub last_name: Option<String>,
    #[validate(email, length(max = 254))]
    pub email: Option<String>,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    #[validate(length(min = 20, max = 2000))]
    pub message: String,
    /// What the vacancy asked, and what was answered.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub answers: Vec<answer::Answered>,
    /// Checks that the vacancy asks for and that the organisation has not seen, or that no longer count. Nobody is accepted
    /// before. None for mentors: it is between the person, the organisation and the centre.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub missing_checks: Vec<checks::MissingCheck>,
    #[schemars(extend("readOnly" = true))]
    pub status: Option<ApplicationStatus>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub stage: ApplicationStage,
    #[schemars(extend("readOnly" = true))]
    pub reason_code: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub reason_text: Option<String>,
    /// Who closed it: volunteer, organization, mentor or system.
    #[schemars(extend("readOnly" = true))]
    pub closed_by: Option<String>,
    #[serde(default = "web")]
    #[schemars(extend("readOnly" = true))]
    pub source: String,
    #[schemars(extend("readOnly" = true))]
    pub responded_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub match_confirmed_at: Option<String>,
    /// While on the waiting list; 1 is the next.
    #[schemars(extend("readOnly" = true))]
    pub waitlist_position: Option<i64>,
    #[schemars(extend("readOnly" = true))]
    pub offer_expires_at: Option<String>,
    /// How help between people went, in the words of who answered and of who was answered. For the centre alone.
    #[schemars(extend("readOnly" = true))]
    pub applicant_experience: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub asker_experience: Option<String>,
    /// When the applicant, without an answer, asked the centre to step in.
    #[schemars(extend("readOnly" = true))]
    pub asked_center_at: Option<String>,
    /// Messages that the requester's side has not read.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub unread_messages: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub vacancy_title: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub organization_name: String,
    /// The School whose mentor has to agree first, while that is so.
    #[schemars(extend("readOnly" = true))]
    pub school_name: Option<String>,
    /// The mentor who guides the student there; none where any mentor of the School may answer.
    #[schemars(extend("readOnly" = true))]
    pub mentor_name: Option<String>,
    /// Whole days without an answer; none once there was one, or when it is over.
    #[schemars(extend("readOnly" = true))]
    pub waiting_days: Option<i64>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

fn web() -> String {
    "web".to_owned()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApplicationStatus {
    Accepted,
    Rejected,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApplicationStage {
    Unconfirmed,
    MentorReview,
    #[default]
    New,
    InContact,
    Waitlisted,
    Offered,
    Accepted,
    Started,
    Completed,
    Rejected,
    Withdrawn,
    Closed,
}

/// The names of applicants, each once, and the titles of vacancies.
const NAMES: TrigramIndex = TrigramIndex {
    table: "applicant_names_search",
    column: "name",
};
const TITLES: TrigramIndex = TrigramIndex {
    table: "vacancies_titles",
    column: "title",
};

const WAITING_DAYS: &str = "case when t.stage = 'new' and t.responded_at is null then cast(julianday(:now) - julianday(coalesce(t.asked_again_at, t.school_approved_at, t.created_at)) as integer) end";

const MENTOR_NAME: &str = "case when t.stage = 'mentor_review' then (
    select nullif(trim(coalesce(m.first_name, '') || ' ' || coalesce(m.last_name, '')), '')
      from student_links l join users m on m.id = l.mentor_id
     where l.student_id = t.user_id and l.organization_id = t.school_id) end";

/// SQL over an application: between people, without a yes yet, of which the reader is told no surname.
macro_rules! no_surname {
    ($application:literal) => {
        concat!(
            "exists (select 1 from help_not_accepted h where h.application_id = ",
            $application,
            ".id and h.owner_id = :user_id)"
        )
    };
}

const UNREAD: &str = "select count(*) from conversations c
       join conversation_sides s on s.conversation_id = c.id and s.side = iif(t.user_id is :user_id, 'person', 'organization')
       join messages m on m.conversation_id = c.id and m.side <> s.side and m.id > s.read_id
     where c.about_type = 'applications' and c.about_id = t.id";

impl Resource for Application {
    const TYPE: &'static str = "applications";
    const ALIAS: &'static str = "application";
    type Attributes = ApplicationAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("vacancy_id", &[Predicate::Eq, Predicate::In]),
        Filter::column("organization_id", &[Predicate::Eq, Predicate::In]),
        Filter::column("user_id", &[Predicate::Eq, Predicate::In]),
        Filter::column("stage", &[Predicate::Eq, Predicate::NotEq, Predicate::In]),
        Filter::column("status", &[Predicate::Eq, Predicate::Null]),
        Filter::sql(
            "mine_eq",
            Takes::Truth,
            &["user_id"],
            "t.user_id = :user_id",
        ),
        Filter::sql(
            "asked_center_eq",
            Takes::Truth,
            &["asked_center_at", "stage"],
            "(t.asked_center_at is not null and t.stage = 'new') = (:value = 'true')",
        ),
        Filter::custom(
            "waiting_longer_than_days",
            &["stage", "created_at", "responded_at"],
            |conditions, value| {
                let days: i64 = value.parse().map_err(|_| {
                    Conditions::impossible("waiting_longer_than_days", value, &["3, 7, 14 …"])
                })?;
                conditions.add("t.stage = 'new' and t.responded_at is null and julianday(:now) - julianday(coalesce(t.asked_again_at, t.school_approved_at, t.created_at)) > :value", days);
                Ok(())
            },
        ),
        Filter::custom(
            "q",
            &["first_name", "last_name", "vacancy_title"],
            |conditions, value| {
                let (names, folded) = NAMES.containing(value);
                let (titles, _) = TITLES.containing(value);
                conditions.add(
                &format!(
                    "t.id in (select a.id from applicant_names n
                               cross join applications a on fold(coalesce(a.first_name, '') || ' ' || coalesce(a.last_name, '')) = +n.name
                               where n.id in ({names})
                              union all
                              select a.id from applications a where a.vacancy_id in ({titles}))"
                ),
                folded,
            );
                conditions.slow = true;
                Ok(())
            },
        ),
    ];
    const SORTS: &'static [Sort] = &[
        Sort::by("created_at", "t.created_at"),
        Sort::by(
            "name",
            concat!(
                "iif(",
                no_surname!("t"),
                ", null, t.last_name) collate nocase"
            ),
        ),
        Sort::by("stage", "t.stage"),
        // Applications that await a mentor's approval.
        Sort::by("to_approve", "t.stage = 'mentor_review'"),
        Sort::by(
            "vacancy_title",
            "(select title from vacancies v where v.id = t.vacancy_id) collate nocase",
        ),
    ];
    const DEFAULT_SORT: &'static str = "-created_at";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Vacancy>("vacancy", "vacancy_id"),
        belongs_to::<User>("user", "user_id"),
        belongs_to::<Organization>("organization", "organization_id"),
    ];
    const JOINED: &'static [Joined] = &[
        joined("vacancy_title", "vacancy_id", "vacancies", "title")
            .told_with_row("what somebody applied for, which they still see when it is closed"),
        joined(
            "organization_name",
            "organization_id",
            "organizations",
            "name",
        )
        .told_with_row("to whom somebody applied, also after that organisation has ended"),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "name",
            sql: concat!(
                "trim(coalesce(t.first_name, '') || iif(",
                no_surname!("t"),
                ", '', ' ' || coalesce(t.last_name, '')))"
            ),
        },
        Computed {
            field: "answers",
            sql: "coalesce(t.answers, '[]')",
        },
        Computed {
            field: "missing_checks",
            sql: checks::MISSING,
        },
        Computed {
            field: "closed_by",
            sql: "case when t.is_held and t.stage = 'rejected' then 'mentor' else t.closed_by end",
        },
        Computed {
            field: "school_name",
            sql: "case when t.stage = 'mentor_review' then (select o.name from organizations o where o.id = t.school_id) end",
        },
        Computed {
            field: "mentor_name",
            sql: MENTOR_NAME,
        },
        Computed {
            field: "waitlist_position",
            sql: places::POSITION,
        },
        Computed {
            field: "unread_messages",
            sql: UNREAD,
        },
        Computed {
            field: "waiting_days",
            sql: WAITING_DAYS,
        },
    ];
    const PERSONAL: &'static [&'static str] = &[
        "email",
        "phone_number",
        "message",
        "answers",
        "applicant_experience",
        "asker_experience",
    ];
    const PERSON: &'static str = "t.user_id";
    const DEPENDS: &'static [&'static str] = &["vacancies"];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        is_of_one_person: true,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        verbs: &[Verb::Read],
        impersonating: &[
            ("GET", "/api/v1/applications/{id}/history"),
            ("GET", "/api/v1/applications/{id}/internal_notes"),
            ("PUT", "/api/v1/applications/{id}/transition"),
            ("POST", "/api/v1/applications/{id}/ask_centre"),
        ],
        offered: &[
            Verb::Withdraw,
            Verb::ReadContact,
            Verb::Approve,
            Verb::Decide,
        ],
        hidden: &[
            "message",
            "answers",
            "reason_text",
            "applicant_experience",
            "asker_experience",
        ],
        ..SessionAccess::CLOSED
    };

    fn transitions() -> Vec<Transition> {
        offered::<ApplicationStage>()
    }
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<Application>()
        .find_telling(fit::meta_of)
        .history_with::<Application, action::Read>()
        .action(Method::POST, "", apply::apply)
        .answering(OperationKind::Create)
        .named(
            "createApplication",
            "Applies to a vacancy; a guest confirms by mail",
        )
        .answers(Described::one::<Application>(201))
        .answers(Described::json::<MetaOf<apply::GuestApplicationMeta>>(202))
        .unguarded::<guest::ConfirmGuest, _, _, _, _, _>(
            Method::POST,
            Application::TYPE,
            "/api/v1/applications/confirm",
            guest::confirm,
        )
        .named(
            "confirmApplication",
            "Confirms an application of a guest by link",
        )
        .answers(Described::json::<guest::ConfirmedApplication>(200))
        .refuses(&[401, 410])
        .action(Method::PUT, "/{id}/transition", transition::take)
        .named(
            "transitionApplication",
            "Takes a step in the course of an application",
        )
        .answers(Described::one::<Application>(200))
        .taking(event_schema(&[describe::<ApplicationStage>()], |_| true))
        .action(Method::POST, "/{id}/ask_centre", silence::ask_center)
        .named(
            "askCenterAboutApplication",
            "Asks the centre to step in where nobody answers",
        )
        .answers(Described::one::<Application>(200))
        .merge(bulk::routes())
        .merge(preview::routes())
        .merge(by_link::routes())
        .merge(help_link::routes())
        .merge(crate::resources::application::desk_registration::routes())
}
