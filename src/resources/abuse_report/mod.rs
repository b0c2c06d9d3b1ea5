//! Reports of abuse: what people say is wrong with something that others read or were sent, what the centre did with it,
//! and the appeal against that (docs/domain/states.md#reports-of-abuse).

mod appeal;
mod counts;
mod decide;
mod declaration;
mod measure;
mod notify;
mod outcome;
mod reading;
mod report;
mod subject;
mod transition;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

pub use self::measure::Measure;

use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{
    AnyId, Computed, Filter, Id, Predicate, Relation, Resource, Sort, Takes, Transition, belongs_to,
};
use crate::model::state_machine::offered;
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::volunteer_center::VolunteerCenter;
use crate::text_enum;

pub struct AbuseReport;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct AbuseReportAttributes {
    #[schemars(extend("readOnly" = true))]
    pub subject_type: SubjectType,
    #[schemars(extend("readOnly" = true))]
    pub subject_id: AnyId,
    /// As it was when it was reported: a title; of a message, who wrote it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub subject_title: String,
    /// Where it can be looked at; none: gone, or read nowhere.
    #[schemars(extend("readOnly" = true))]
    pub subject_path: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub volunteer_center_id: Id<VolunteerCenter>,
    /// The organisation and the person behind it.
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    #[schemars(extend("readOnly" = true))]
    pub organization_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub reported_user_id: Option<Id<User>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub reported_name: String,
    #[schemars(extend("readOnly" = true))]
    pub category: Category,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub body: String,
    /// Empty: without an account, or gone.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub reporter_name: String,
    #[schemars(extend("readOnly" = true))]
    pub reporter_email: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub status: ReportStatus,
    /// What is reported, as it was at that moment.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub snapshot: Snapshot,
    /// Whether the message is hidden now.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_hidden: bool,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub has_conversation: bool,
    /// The open ones about the same, this one among them.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub reports: Vec<SameSubject>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub reports_count: i64,
    /// Days since the reported person's account was made.
    #[schemars(extend("readOnly" = true))]
    pub account_days: Option<i64>,
    #[schemars(extend("readOnly" = true))]
    pub organization_since: Option<String>,
    /// Other things of the same person or organisation that were reported before, and how often that led to a measure.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub earlier_reports: i64,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub earlier_measures: i64,
    #[schemars(extend("readOnly" = true))]
    pub handled_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub handled_by_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub decided_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub decided_by_name: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub decided_at: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub measures: Vec<Measure>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub available_measures: Vec<Measure>,
    /// What the reporter and the reported were told.
    #[schemars(extend("readOnly" = true))]
    pub reporter_text: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub reported_text: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub note: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub duplicate_of_id: Option<Id<AbuseReport>>,
    #[schemars(extend("readOnly" = true))]
    pub appeal_until: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub appeal_status: Option<AppealStatus>,
    #[schemars(extend("readOnly" = true))]
    pub appeal_by: Option<AppealBy>,
    #[schemars(extend("readOnly" = true))]
    pub appeal_body: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub appealed_at: Option<String>,
    /// What was answered to the appeal.
    #[schemars(extend("readOnly" = true))]
    pub appeal_text: Option<String>,
    /// Who decided does not decide again while somebody else can.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub can_decide_appeal: bool,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AbuseReportSubjectType")]
pub enum SubjectType {
    Vacancies,
    Activities,
    Organizations,
    Pages,
    Forms,
    Users,
    Messages,
}

text_enum!(SubjectType {
    Vacancies = "vacancies",
    Activities = "activities",
    Organizations = "organizations",
    Pages = "pages",
    Forms = "forms",
    Users = "users",
    Messages = "messages",
});

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AbuseReportCategory")]
pub enum Category {
    Money,
    Unsafe,
    Insulting,
    Misleading,
    Spam,
    Other,
}

text_enum!(Category {
    Money = "money",
    Unsafe = "unsafe",
    Insulting = "insulting",
    Misleading = "misleading",
    Spam = "spam",
    Other = "other",
});

impl Category {
    /// Whether a message is hidden until somebody has looked at it.
    const fn hides_at_once(self) -> bool {
        matches!(self, Self::Money | Self::Unsafe | Self::Insulting)
    }

    /// Whether nothing can be done with it without words.
    const fn needs_words(self) -> bool {
        matches!(self, Self::Misleading | Self::Other)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AbuseReportStatus")]
pub enum ReportStatus {
    New,
    InReview,
    ActionTaken,
    NoAction,
    Duplicate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AbuseReportAppealStatus")]
pub enum AppealStatus {
    Open,
    Upheld,
    Overturned,
}

text_enum!(AppealStatus {
    Open = "open",
    Upheld = "upheld",
    Overturned = "overturned",
});

/// A side of a decision, and of the appeal against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AbuseReportSide")]
pub enum AppealBy {
    Reporter,
    Reported,
}

text_enum!(AppealBy {
    Reporter = "reporter",
    Reported = "reported",
});

/// What was reported, in words.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "AbuseReportSnapshot")]
pub struct Snapshot {
    #[serde(default)]
    pub title: String,
    /// Without markup.
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub author: String,
    pub at: Option<String>,
    /// Of a message the one before it.
    pub before: Option<MessageBefore>,
    /// Further fields by name, such as `phone_number`.
    #[serde(default)]
    pub details: Vec<Detail>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "AbuseReportMessageBefore")]
pub struct MessageBefore {
    pub text: String,
    pub author: String,
    pub at: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "AbuseReportDetail")]
pub struct Detail {
    pub label: String,
    pub value: String,
}

/// One of several reports of the same thing.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "AbuseReportOfSame")]
pub struct SameSubject {
    pub id: AnyId,
    pub category: Category,
    pub body: String,
    pub reporter_name: String,
    pub created_at: String,
    pub status: ReportStatus,
}

/// SQL over the alias of somebody's row in `users`: their name.
macro_rules! name_of {
    ($user:literal) => {
        concat!(
            "trim(coalesce(",
            $user,
            ".first_name, '') || ' ' || coalesce(",
            $user,
            ".last_name, ''))"
        )
    };
}

/// SQL over `r`, another report, and `t`: of the same person, or of the same organisation where no person is known.
macro_rules! same_reported {
    () => {
        "r.id <> t.id and not (r.subject_type = t.subject_type and r.subject_id = t.subject_id) and r.volunteer_center_id = t.volunteer_center_id
           and (r.reported_user_id = t.reported_user_id or (t.reported_user_id is null and r.organization_id = t.organization_id))"
    };
}

/// SQL over `t`: a JSON list of what can be done about it.
macro_rules! available_measures {
    () => {
        "(select json_group_array(m.value) from (
            select 'hide' as value where t.subject_type = 'messages'
            union all select 'take_down' where t.subject_type in ('vacancies', 'activities', 'forms')
            union all select 'changed' where t.subject_type <> 'messages'
            union all select 'pause_writing' where t.reported_user_id is not null
            union all select 'warn' where t.reported_user_id is not null or t.organization_id is not null
            union all select 'ask_organization' where exists (select 1 from organizations o where o.id = t.organization_id and o.household_of_id is null)
            union all select 'lock_account' where t.reported_user_id is not null) m)"
    };
}
use available_measures;

/// SQL over `t`: somebody else of the centre, or an admin, could judge the appeal.
macro_rules! others_can_judge {
    () => {
        "exists (select 1 from roles r join users u on u.id = r.user_id and u.status = 'active'
                  where r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)
                    and r.user_id is not :user_id and r.user_id is not t.reported_user_id
                    and (r.name = 'admin' or (r.name = 'center_superuser' and r.scope_id = t.volunteer_center_id)))"
    };
}
use others_can_judge;

/// Days in which who reported or was reported can say that they do not agree.
const APPEAL_DAYS: i64 = 14;

impl Resource for AbuseReport {
    const TYPE: &'static str = "abuse_reports";
    const ALIAS: &'static str = "abuse_report";
    type Attributes = AbuseReportAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("status", &[Predicate::Eq, Predicate::In]),
        Filter::column("subject_type", &[Predicate::Eq, Predicate::In]),
        Filter::column("category", &[Predicate::Eq, Predicate::In]),
        Filter::sql(
            "open_eq",
            Takes::Truth,
            &["status"],
            "(t.status in ('new', 'in_review') or t.appeal_status is 'open') = (:value = 'true')",
        ),
        Filter::custom("q", &["subject_title", "body"], |conditions, value| {
            conditions.add(
                "instr(fold(coalesce(t.snapshot ->> 'title', '') || ' ' || coalesce(t.snapshot ->> 'author', '') || ' ' || t.body), fold(:value)) > 0",
                value.to_owned(),
            );
            conditions.slow = true;
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-created_at";
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "subject_title",
            sql: "coalesce(t.snapshot ->> 'title', '')",
        },
        Computed {
            field: "subject_path",
            sql: "case t.subject_type
                when 'vacancies' then (select '/vacancies/' || v.id || '-' || v.slug from vacancies v where v.id = t.subject_id and v.status in ('published', 'filled', 'expired'))
                when 'activities' then (select '/activiteitenkalender/' || a.id || '-' || a.slug from activities a where a.id = t.subject_id and a.status not in ('draft', 'deleted'))
                when 'organizations' then (select '/organizations/' || o.id from organizations o where o.id = t.subject_id and o.status <> 'deleted')
                when 'pages' then (select '/content/pages/' || p.id || '/edit' from pages p where p.id = t.subject_id and p.deleted_at is null)
                when 'forms' then (select '/form-builder/' || f.id || '/edit' from forms f where f.id = t.subject_id)
                when 'users' then (select '/users/' || u.id from users u where u.id = t.subject_id and u.status <> 'archived')
                end",
        },
        Computed {
            field: "organization_name",
            sql: "select o.name from organizations o where o.id = t.organization_id",
        },
        Computed {
            field: "reported_name",
            sql: concat!("coalesce((select ", name_of!("u"), " from users u where u.id = t.reported_user_id), '')"),
        },
        Computed {
            field: "reporter_name",
            sql: concat!("coalesce((select ", name_of!("u"), " from users u where u.id = t.reporter_id), '')"),
        },
        Computed {
            field: "is_hidden",
            sql: "t.subject_type = 'messages' and exists (select 1 from messages m where m.id = t.subject_id and m.hidden_at is not null)",
        },
        Computed {
            field: "has_conversation",
            sql: "t.subject_type = 'messages' and exists (select 1 from messages m where m.id = t.subject_id)",
        },
        Computed {
            field: "reports",
            sql: concat!(
                "select json_group_array(json_object('id', cast(r.id as text), 'category', r.category, 'body', r.body, 'created_at', r.created_at, 'status', r.status,
                        'reporter_name', coalesce((select ", name_of!("u"), " from users u where u.id = r.reporter_id), '')))
                   from (select * from abuse_reports r where r.subject_type = t.subject_type and r.subject_id = t.subject_id
                            and (r.id = t.id or r.status in ('new', 'in_review')) order by r.id limit 50) r"
            ),
        },
        Computed {
            field: "reports_count",
            sql: "select count(*) from abuse_reports r where r.subject_type = t.subject_type and r.subject_id = t.subject_id and (r.id = t.id or r.status in ('new', 'in_review'))",
        },
        Computed {
            field: "account_days",
            sql: "select cast(julianday(:now) - julianday(u.created_at) as integer) from users u where u.id = t.reported_user_id",
        },
        Computed {
            field: "organization_since",
            sql: "select substr(o.approved_at, 1, 10) from organizations o where o.id = t.organization_id",
        },
        Computed {
            field: "earlier_reports",
            sql: concat!("select count(*) from abuse_reports r where ", same_reported!()),
        },
        Computed {
            field: "earlier_measures",
            sql: concat!("select count(*) from abuse_reports r where r.status = 'action_taken' and ", same_reported!()),
        },
        Computed {
            field: "handled_by_name",
            sql: concat!("select ", name_of!("u"), " from users u where u.id = t.handled_by_id"),
        },
        Computed {
            field: "decided_by_name",
            sql: concat!("select ", name_of!("u"), " from users u where u.id = t.decided_by_id"),
        },
        Computed {
            field: "available_measures",
            sql: available_measures!(),
        },
        Computed {
            field: "appeal_until",
            sql: "iif(t.decided_at is not null and t.status <> 'duplicate', strftime('%Y-%m-%dT%H:%M:%SZ', t.decided_at, '+14 days'), null)",
        },
        Computed {
            field: "can_decide_appeal",
            sql: concat!("t.appeal_status is 'open' and (t.decided_by_id is not :user_id or not ", others_can_judge!(), ")"),
        },
    ];
    const RELATIONS: &'static [Relation] = &[belongs_to::<Organization>(
        "organization",
        "organization_id",
    )];
    // Who decided what stands in the history of the report, which goes with it.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;

    fn transitions() -> Vec<Transition> {
        offered::<ReportStatus>()
    }
}
