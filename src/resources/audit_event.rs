//! Read access to the audit log: who changed what, and who read whose data (docs/domain/rights.md#audit-log).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::api_key::ApiKey;
use super::user::User;
use crate::error::Result;
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, Reads, SessionAccess};
use crate::jsonapi::{
    AnyId, Computed, Conditions, Filter, Id, Predicate, Relation, Resource, Sort, Table, Takes,
    belongs_to, belongs_to_any,
};
use crate::model::belongings::{Belonging, Merging, Moving, WHERE_IT_WAS_MADE};
use crate::model::declaration::{
    Declared, Demo, Expired, Export, FileExport, Period, Retention, ShownIn,
};
use crate::model::registry::expect_table;
use crate::privacy::prelude::*;
use crate::text_enum;

pub struct AuditEvent;

/// What sort of event it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditEventKind {
    /// Somebody looked.
    Reading,
    #[default]
    Change,
    /// A step of a state machine.
    Step,
    /// Roles, and invitations to them.
    Access,
    /// Passwords, second factors, addresses, signing in as somebody.
    Account,
    /// Files with data of others, or a copy of one's own.
    Export,
}

text_enum!(AuditEventKind {
    Reading = "reading",
    Change = "change",
    Step = "step",
    Access = "access",
    Account = "account",
    Export = "export",
});

/// Reads in the log: the actions that change nothing.
macro_rules! is_reading {
    () => {
        "t.action in ('read', 'list', 'read_note', 'read_history', 'read_roles', 'read_conversation', 'read_disclosed')"
    };
}

const KIND: &str = concat!(
    "case when ",
    is_reading!(),
    " then 'reading'
    when t.action in ('offer_role', 'add_role', 'remove_role', 'accept_role', 'decline_role', 'withdraw_role', 'invite', 'archive_invited', 'link_student', 'unlink_student') then 'access'
    when t.action in ('sign_up', 'ask_new_email', 'withdraw_new_email', 'change_email', 'change_password', 'second_factor_set_up', 'second_factor_removed', 'second_factor_forgotten', 'second_factor_rule', 'recovery_code_used', 'sign_in_as_user', 'sign_in_as_user_ended') then 'account'
    when t.action like 'export%' or t.action in ('fetch_export', 'take_copy') then 'export'
    when t.data ->> 'transition_id' is not null then 'step'
    else 'change' end"
);

/// What an event can be about and still be found by name.
const SUBJECTS: &[fn() -> &'static Table] = &[
    || expect_table("users"),
    || expect_table("organizations"),
    || expect_table("vacancies"),
    || expect_table("applications"),
    || expect_table("activities"),
    || expect_table("forms"),
];

/// Subjects with this name, of those that the actor may read; those of an application are its vacancy and its applicant.
const NAMED: &str = "(t.subject_type = 'users' and t.subject_id in (select t.id from users t where instr(fold(coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, '')), fold(:value)) > 0 and {visible users}))
    or (t.subject_type = 'organizations' and t.subject_id in (select t.id from organizations t where instr(fold(t.name), fold(:value)) > 0 and {visible organizations}))
    or (t.subject_type = 'vacancies' and t.subject_id in (select t.id from vacancies t where instr(fold(t.title), fold(:value)) > 0 and {visible vacancies}))
    or (t.subject_type = 'applications' and t.subject_id in (select t.id from applications t join vacancies v on v.id = t.vacancy_id where instr(fold(v.title || ' ' || coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, '')), fold(:value)) > 0 and {visible applications}))
    or (t.subject_type = 'activities' and t.subject_id in (select t.id from activities t where instr(fold(t.title), fold(:value)) > 0 and {visible activities}))
    or (t.subject_type = 'forms' and t.subject_id in (select t.id from forms t where instr(fold(t.title), fold(:value)) > 0 and {visible forms}))";

/// By its number, or by its name.
#[expect(
    clippy::unnecessary_wraps,
    reason = "filters that read a value may refuse it"
)]
fn about(conditions: &mut Conditions, value: &str) -> Result<()> {
    let asked = value.trim();
    if let Ok(number) = asked.parse::<i64>() {
        conditions.add("t.subject_id = :value", number);
    } else {
        conditions.add(NAMED, asked.to_owned());
        conditions.slow = true;
    }
    Ok(())
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct AuditEventAttributes {
    /// What was done: `update`, `archive`, `read` …
    #[schemars(extend("readOnly" = true))]
    pub action: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub kind: AuditEventKind,
    /// True where nothing was changed: somebody looked.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_reading: bool,
    #[schemars(extend("readOnly" = true))]
    pub subject_type: String,
    /// None where it was about many, as a list is.
    #[schemars(extend("readOnly" = true))]
    pub subject_id: Option<AnyId>,
    #[schemars(extend("readOnly" = true))]
    pub actor_id: Option<Id<User>>,
    /// Who that was as seen by the asker: `self`, `system`, `program` (one with a key), `center`, `school`, `organization` or `person`. The name is
    /// in `include=actor`, for whom may read it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub actor_kind: String,
    /// True where somebody else was signed in as the actor.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_impersonation: bool,
    /// Who that was: the name is in `include=impersonator`, for whom may read it.
    #[schemars(extend("readOnly" = true))]
    pub impersonator_id: Option<Id<User>>,
    /// The key with which a program did it: its name is in `include=api_key`, for whom may read it.
    #[schemars(extend("readOnly" = true))]
    pub api_key_id: Option<Id<ApiKey>>,
    /// Names of fields, states and roles; from what to what where that is nobody's own business.
    #[schemars(extend("readOnly" = true))]
    pub data: Option<Map<String, Value>>,
    /// Where the role holds that `data` speaks of.
    #[schemars(extend("readOnly" = true))]
    pub scope_name: Option<String>,
    /// What was said with a step.
    #[schemars(extend("readOnly" = true))]
    pub reason_text: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

const ACTOR_KIND: &str = "case
    when t.api_key_id is not null then 'program'
    when t.actor_id is null then 'system'
    when t.actor_id = :user_id then 'self'
    else coalesce((select case
                            when r.name in ('admin', 'center_superuser', 'content_manager', 'page_manager') then 'center'
                            when r.name = 'mentor' then 'school'
                            when r.name = 'organization_superuser' then 'organization'
                          end as kind
                     from roles r
                    where r.user_id = t.actor_id and r.accepted_at is not null and r.name not in ('volunteer', 'student')
                    order by kind
                    limit 1), 'person')
  end";

impl Resource for AuditEvent {
    const TYPE: &'static str = "audit_events";
    type Attributes = AuditEventAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("subject_type", &[Predicate::Eq, Predicate::In]),
        Filter::column("subject_id", &[Predicate::Eq]),
        Filter::column("actor_id", &[Predicate::Eq]),
        Filter::column("api_key_id", &[Predicate::Eq]),
        Filter::column("action", &[Predicate::Eq, Predicate::In]),
        Filter::column("is_reading", &[Predicate::Eq]),
        Filter::column("kind", &[Predicate::Eq, Predicate::In]),
        Filter::column("created_at", &[Predicate::Gteq, Predicate::Lteq]),
        // The events after this one in a list of the newest first: a page by key, however long the log is.
        Filter::sql(
            "before_eq",
            Takes::Row,
            &[],
            "(t.at, t.id) < (select b.at, b.id from audit_events b where b.id = :value)",
        ),
        Filter::custom("q", &["subject_type", "subject_id"], about),
        // Events about the requester and about what they applied for.
        Filter::sql(
            "about_me_eq",
            Takes::Truth,
            &["subject_type", "subject_id"],
            "(t.subject_type = 'users' and t.subject_id = :user_id) or (t.subject_type = 'applications' and t.subject_id in (select a.id from applications a where a.user_id = :user_id))",
        ),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.at")];
    const DEFAULT_SORT: &'static str = "-created_at";
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<User>("actor", "actor_id"),
        belongs_to::<User>("impersonator", "impersonator_id"),
        belongs_to_any("subject", "subject_type", "subject_id", SUBJECTS),
        belongs_to::<ApiKey>("api_key", "api_key_id"),
    ];
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "is_reading",
            sql: is_reading!(),
        },
        Computed {
            field: "kind",
            sql: KIND,
        },
        Computed {
            field: "actor_kind",
            sql: ACTOR_KIND,
        },
        Computed {
            field: "is_impersonation",
            sql: "t.impersonator_id is not null",
        },
        Computed {
            field: "scope_name",
            sql: "case t.data ->> 'scope_type'
                    when 'volunteer_center' then (select s.name from volunteer_centers s where s.id = cast(t.data ->> 'scope_id' as integer))
                    when 'organization' then (select s.name from organizations s where s.id = cast(t.data ->> 'scope_id' as integer))
                    when 'school' then (select s.name from organizations s where s.id = cast(t.data ->> 'scope_id' as integer))
                  end",
        },
        Computed {
            field: "reason_text",
            sql: "select h.reason_text from transitions h where h.id = cast(t.data ->> 'transition_id' as integer)",
        },
    ];
    const COUNTED: &'static [(&'static str, &'static str)] = &[
        (
            "1",
            "coalesce((select sum(events) from audit_event_counts), 0)",
        ),
        (
            "t.volunteer_center_id = :center_id",
            "coalesce((select events from audit_event_counts where volunteer_center_id = :center_id), 0)",
        ),
    ];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &[
        "activities",
        "applications",
        "forms",
        "roles",
        "student_links",
        "tenant_settings",
        "volunteer_centers",
    ];
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        reads: Reads::OfSubject("read_history"),
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::READABLE;
}

const FILE: FileExport = FileExport {
    action: "export_audit_events",
    query: "sort=-created_at&include=actor&fields[users]=full_name",
    screen: "/admin/audit-log",
    columns: &[
        "id",
        "created_at",
        "actor",
        "actor_kind",
        "kind",
        "action",
        "subject_type",
        "subject_id",
        "changes",
        "reason_text",
    ],
    order: |rows| rows.reverse(),
    is_open_to_organizations: true,
};

impl Declared for AuditEvent {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/audit-log/audit-log.store.ts",
        "audit_events",
    ));
    const ABOUT: &'static str = "Who saw and changed what.";
    const ROUTES: fn() -> Routes = routes;
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("audit_events", &[Part {
            rows: "t.actor_id = :user_id or (t.subject_type = 'users' and t.subject_id = :user_id)",
            show: shown([("logboek", "Wie iets met je gegevens deed, en wat jij deed met die van anderen."), ("audit-trail", "Who did something with your details, and what you did with those of others.")], &["actor_id", "impersonator_id", "api_key_id", "data"], "iif(t.subject_type = 'users' and t.subject_id = :user_id, t.data, null) as data, case when t.actor_id = :user_id then 'you' when t.api_key_id is not null then 'program' when t.actor_id is null then 'system' else 'somebody else' end as actor"),
            // Ids that lead to an anonymised row; the rest is deleted after 24 months.
            erase: Blank {
                set: &[("data", "iif(subject_type = 'users' and subject_id = :user_id, null, data)")],
                keep: &["actor_id", "impersonator_id", "api_key_id", "action", "subject_type", "subject_id", "detail", "volunteer_center_id", "at"],
            },
        }]),
        copy_of("audit_event_counts", "audit_events"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "audit_events",
            rows: "at < :before",
            after: Period::Months(24),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::File(&FILE));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::of("audit_events",
            Moving::Goes(concat!("update audit_events set volunteer_center_id = :to
            where volunteer_center_id = :from and ", crate::resources::organization::about_it!())),
            Merging::Stays(WHERE_IT_WAS_MADE)),
    ];
}

pub fn routes() -> Routes {
    Routes::new().list::<AuditEvent>()
}
