//! The list of somebody's conversations, as each of them reads it: with whom, about what, what is new, who answers.

use axum::http::Method;
use rusqlite::Connection;
use rusqlite::types::Value as SqlValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::begin::ConversationForm;
use super::live;
use super::many::{ManyForm, ManyPreviewForm};
use super::side::{Side, my_side};
use crate::app::access::{Access, Rows, action};
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::http::event_stream;
use crate::http::routes::{Described, Input, MetaOf, Routes};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::schema::resource::Conditions;
use crate::jsonapi::{AnyId, Computed, Document, Filter, Id, Predicate, Resource, Sort};
use crate::model::belongings::{Belonging, Beside, Merging, Moving, OF_A_PERSON};
use crate::model::declaration::{
    BodyForm, Declared, Demo, Expired, Export, Period, Retention, ShownIn, body_form,
};
use crate::model::effects::Effect;
use crate::privacy::prelude::*;
use crate::resources::organization::Organization;
use crate::resources::personal_data::applications;
use crate::resources::user::User;

pub struct Conversation;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ConversationAttributes {
    /// Of a conversation that somebody began with one.
    #[schemars(extend("readOnly" = true))]
    pub subject: Option<String>,
    /// `users` where it is about nothing else than the person.
    #[schemars(extend("readOnly" = true))]
    pub about_type: String,
    #[schemars(extend("readOnly" = true))]
    pub about_id: AnyId,
    /// Title of the vacancy or activity, name of the organisation; empty where there is none.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub about_title: String,
    /// Last part of the address of the page that visitors see, while there is one.
    #[schemars(extend("readOnly" = true))]
    pub about_slug: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Option<Id<Organization>>,
    /// The side of who asks.
    #[schemars(extend("readOnly" = true))]
    pub side: Side,
    #[schemars(extend("readOnly" = true))]
    pub other_side: Side,
    /// Empty once that person is gone.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub other_name: String,
    /// The first 200 characters.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub last_message: String,
    #[schemars(extend("readOnly" = true))]
    pub last_side: Option<Side>,
    #[schemars(extend("readOnly" = true))]
    pub last_message_at: String,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub unread_count: i64,
    /// Until the other side writes again.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_archived: bool,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_muted: bool,
    /// Which side blocked the other.
    #[schemars(extend("readOnly" = true))]
    pub blocked_by: Option<BlockedBy>,
    /// Who of the asker's own team answers.
    #[schemars(extend("readOnly" = true))]
    pub taken_by_id: Option<Id<User>>,
    #[schemars(extend("readOnly" = true))]
    pub taken_by_name: Option<String>,
    /// Why nothing can be written; none: something can.
    #[schemars(extend("readOnly" = true))]
    pub closed_reason: Option<ClosedReason>,
    /// When a centre read all of it because of a report.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub center_readings: Vec<CenterReading>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlockedBy {
    Us,
    Them,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosedReason {
    Blocked,
    ApplicationClosed,
    OrganizationInactive,
    /// The account of the other side.
    Gone,
    /// A message of the pool that was not answered.
    Other,
}

crate::text_enum!(ClosedReason {
    Blocked = "blocked",
    ApplicationClosed = "application_closed",
    OrganizationInactive = "organization_inactive",
    Gone = "gone",
    Other = "other",
});

/// SQL over `t`: why nothing can be written; null where something can. A centre writes with an organisation that it has
/// not approved.
pub(super) const CLOSED: &str = "case
    when exists (select 1 from conversation_sides s where s.conversation_id = t.id and s.blocked_at is not null) then 'blocked'
    when t.about_type = 'applications' and not exists (select 1 from applications a where a.id = t.about_id
         and a.stage in ('new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started', 'completed')) then 'application_closed'
    when t.about_type = 'volunteer_profile_replies' and not exists (select 1 from volunteer_profile_replies r where r.id = t.about_id
         and r.status = 'answered') then 'other'
    when t.organization_id is not null and not exists (select 1 from organizations m where m.id = t.organization_id and (m.status = 'approved'
         or (m.status in ('pending', 'denied') and exists (select 1 from conversation_sides s where s.conversation_id = t.id and s.side = 'center')))) then 'organization_inactive'
    when t.about_type <> 'applications' and exists (select 1 from conversation_sides s left join users u on u.id = s.user_id
         where s.conversation_id = t.id and s.side in ('person', 'mentor') and (u.id is null or u.status = 'archived')) then 'gone'
    end";

/// SQL over `t`: the last message.
macro_rules! last_id {
    () => {
        "coalesce((select max(m.id) from messages m where m.conversation_id = t.id), 0)"
    };
}

macro_rules! is_archived {
    () => {
        concat!(
            "exists (select 1 from conversation_marks k where k.user_id = :user_id and k.conversation_id = t.id and k.archived_id >= ",
            last_id!(),
            ")"
        )
    };
}

macro_rules! unread {
    () => {
        concat!(
            "select count(*) from conversation_sides s join messages m on m.conversation_id = s.conversation_id and m.side <> s.side and m.id > s.read_id
              where s.conversation_id = t.id and s.side = ",
            my_side!()
        )
    };
}

/// SQL over `t` and `s`, a side with somebody: their name as the actor reads it. Of who applied as it stands in the
/// application, between people without a surname before a yes; of who was found in the pool the surname once it was shared.
macro_rules! person_name {
    () => {
        "case t.about_type
           when 'applications' then (select trim(coalesce(a.first_name, '') || ' '
                || case when exists (select 1 from help_not_accepted h where h.application_id = a.id and :user_id in (h.owner_id, h.applicant_id)) then '' else coalesce(a.last_name, '') end)
                from applications a where a.id = t.about_id)
           when 'volunteer_profile_replies' then (select trim(coalesce(u.first_name, '') || ' '
                || case when exists (select 1 from volunteer_profile_replies r where r.id = t.about_id and r.shares_last_name = 0) then coalesce(initial(u.last_name) || '.', '') else coalesce(u.last_name, '') end)
                from users u where u.id = s.user_id)
           else (select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = s.user_id) end"
    };
}

macro_rules! other_name {
    () => {
        concat!(
            "coalesce((select case s.side
                when 'organization' then (select o.name from organizations o where o.id = t.organization_id)
                when 'center' then (select c.name from volunteer_centers c where c.id = t.volunteer_center_id)
                else ",
            person_name!(),
            " end from conversation_sides s where s.conversation_id = t.id and s.side <> ",
            my_side!(),
            " limit 1), '')"
        )
    };
}

macro_rules! about_title {
    () => {
        "coalesce(case t.about_type
           when 'applications' then (select v.title from applications a join vacancies v on v.id = a.vacancy_id where a.id = t.about_id)
           when 'volunteer_profile_replies' then (select v.title from volunteer_profile_replies r join vacancies v on v.id = r.vacancy_id where r.id = t.about_id)
           when 'vacancies' then (select v.title from vacancies v where v.id = t.about_id)
           when 'activities' then (select a.title from activities a where a.id = t.about_id)
           when 'organizations' then (select o.name from organizations o where o.id = t.about_id)
           when 'student_links' then (select o.name from student_links l join organizations o on o.id = l.organization_id where l.id = t.about_id)
           end, '')"
    };
}

/// Parts of the list. All but the archive leave out what was archived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Folder {
    All,
    Unread,
    /// The other side wrote last.
    Waiting,
    /// The asker answers for their team.
    Mine,
    Archive,
}

crate::text_enum!(Folder {
    All = "all",
    Unread = "unread",
    Waiting = "waiting",
    Mine = "mine",
    Archive = "archive",
});

fn folder(conditions: &mut Conditions, value: &str) -> Result<()> {
    let open = concat!("not ", is_archived!());
    let sql = match Folder::parse(value) {
        Some(Folder::All) => open.to_owned(),
        Some(Folder::Unread) => format!("{open} and ({}) > 0", unread!()),
        Some(Folder::Waiting) => format!("{open} and t.last_side <> {}", my_side!()),
        Some(Folder::Mine) => format!(
            "{open} and exists (select 1 from conversation_sides s where s.conversation_id = t.id and s.taken_by_id = :user_id)"
        ),
        Some(Folder::Archive) => is_archived!().to_owned(),
        None => {
            let allowed: Vec<&str> = Folder::ALL.iter().map(|folder| folder.as_str()).collect();
            return Err(Conditions::impossible("folder_eq", value, &allowed));
        }
    };
    conditions.sql.push(format!("({sql})"));
    Ok(())
}

/// A centre read a whole conversation because something in it was reported.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "ConversationCenterReading")]
pub struct CenterReading {
    pub at: String,
    pub center_name: String,
}

impl Resource for Conversation {
    const TYPE: &'static str = "conversations";
    const ALIAS: &'static str = "conversation";
    type Attributes = ConversationAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::custom("folder_eq", &["side"], folder),
        Filter::custom("q", &["subject"], |conditions, value| {
            conditions.add(
                concat!(
                    "(instr(fold(",
                    about_title!(),
                    " || ' ' || coalesce(t.subject, '') || ' ' || ",
                    other_name!(),
                    "), fold(:value)) > 0
                      or exists (select 1 from messages m where m.conversation_id = t.id and (m.hidden_at is null or m.author_id is :user_id) and instr(fold(m.body), fold(:value)) > 0))"
                ),
                value.to_owned(),
            );
            Ok(())
        }),
        Filter::column("about_type", &[Predicate::Eq, Predicate::In]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("last_message_at", "t.last_message_at")];
    const DEFAULT_SORT: &'static str = "-last_message_at";
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "about_title",
            sql: about_title!(),
        },
        Computed {
            field: "about_slug",
            sql: "case t.about_type
                when 'applications' then (select v.id || '-' || v.slug from applications a join vacancies v on v.id = a.vacancy_id where a.id = t.about_id and v.status in ('published', 'filled'))
                when 'volunteer_profile_replies' then (select v.id || '-' || v.slug from volunteer_profile_replies r join vacancies v on v.id = r.vacancy_id where r.id = t.about_id and v.status in ('published', 'filled'))
                when 'vacancies' then (select v.id || '-' || v.slug from vacancies v where v.id = t.about_id and v.status in ('published', 'filled'))
                when 'activities' then (select a.id || '-' || a.slug from activities a where a.id = t.about_id and a.status = 'published')
                when 'organizations' then (select cast(o.id as text) from organizations o where o.id = t.about_id and o.status = 'approved')
                end",
        },
        Computed {
            field: "side",
            sql: my_side!(),
        },
        Computed {
            field: "other_side",
            sql: concat!(
                "select s.side from conversation_sides s where s.conversation_id = t.id and s.side <> ",
                my_side!(),
                " limit 1"
            ),
        },
        Computed {
            field: "other_name",
            sql: other_name!(),
        },
        Computed {
            field: "last_message",
            sql: "coalesce((select iif(m.hidden_at is null or m.author_id is :user_id, substr(m.body, 1, 200), '') from messages m where m.conversation_id = t.id order by m.id desc limit 1), '')",
        },
        Computed {
            field: "unread_count",
            sql: unread!(),
        },
        Computed {
            field: "is_archived",
            sql: is_archived!(),
        },
        Computed {
            field: "is_muted",
            sql: "exists (select 1 from conversation_marks k where k.user_id = :user_id and k.conversation_id = t.id and k.muted_at is not null)",
        },
        Computed {
            field: "blocked_by",
            sql: concat!(
                "select iif(s.side = ",
                my_side!(),
                ", 'us', 'them') from conversation_sides s where s.conversation_id = t.id and s.blocked_at is not null order by s.side = ",
                my_side!(),
                " desc limit 1"
            ),
        },
        Computed {
            field: "taken_by_id",
            sql: concat!(
                "select s.taken_by_id from conversation_sides s where s.conversation_id = t.id and s.side = ",
                my_side!()
            ),
        },
        Computed {
            field: "taken_by_name",
            sql: concat!(
                "select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from conversation_sides s join users u on u.id = s.taken_by_id
                  where s.conversation_id = t.id and s.side = ",
                my_side!()
            ),
        },
        Computed {
            field: "closed_reason",
            sql: CLOSED,
        },
        Computed {
            field: "center_readings",
            sql: "select json_group_array(json_object('at', r.created_at, 'center_name', (select c.name from volunteer_centers c where c.id = t.volunteer_center_id)))
                    from (select * from conversation_readings r where r.conversation_id = t.id order by r.id limit 20) r",
        },
    ];
    const DEPENDS_SIGNED_IN: &'static [&'static str] = &[
        "activities",
        "conversation_marks",
        "messages",
        "student_links",
        "users",
        "vacancies",
        "volunteer_centers",
        "volunteer_profile_replies",
    ];
    // What two sides write to each other is read by no third.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::PLAIN
    });
    // The count, not the contents: the list quotes messages.
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/conversations/unread_count"),
            ("GET", "/api/v1/events"),
        ],
        ..SessionAccess::CLOSED
    };
}

impl Declared for Conversation {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/conversations/conversations-page.tsx",
        "conversations",
    ));
    const ABOUT: &'static str = "Conversations of somebody, an organisation or a centre.";
    const ROUTES: fn() -> Routes = super::routes;
    const FORMS: &'static [BodyForm] = &[
        body_form::<ConversationForm>("conversation_forms"),
        body_form::<ManyForm>("conversation_many_forms"),
        body_form::<ManyPreviewForm>("conversation_many_preview_forms"),
    ];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("conversation_marks", &[own!(
            "t.user_id = :user_id",
            [("gesprekken-archief", "Gesprekken die je archiveerde of dempte."), ("conversations-archive", "Conversations that you archived or muted.")],
            without &["archived_id"],
            with ""
        )]),
        people("conversation_sides", &[
            Part {
                rows: "t.taken_by_id = :user_id or t.blocked_by_id = :user_id",
                show: Show::Nothing("who of a team answers; its messages are shown with who wrote them"),
                erase: Blank {
                    set: &[("taken_by_id", "nullif(taken_by_id, :user_id)"), ("blocked_by_id", "nullif(blocked_by_id, :user_id)")],
                    keep: &["conversation_id", "side", "user_id", "read_id", "mailed_id", "blocked_at"],
                },
            },
            Part {
                rows: "t.user_id = :user_id",
                show: Show::Nothing("shown with the conversation"),
                erase: Blank { set: &[("user_id", "null")], keep: &["conversation_id", "side", "read_id", "mailed_id", "blocked_at", "blocked_by_id", "taken_by_id"] },
            },
        ]),
        nobody("inbound_mail", "of the tenant: a domain and a key"),
        people("received_mails", &[
            own!(
                concat!(address!("t.from_email", "t.created_at"), " or (t.state <> 'held' and (t.user_id = :user_id or (t.user_id is null and t.side = 'person'
                     and t.conversation_id in (select c.id from conversations c where c.about_type = 'applications' and c.about_id in ", applications!(), "))))"),
                [("ontvangen-mail", "Mail waarmee je antwoordde op een bericht: wanneer en wat ermee gebeurde."), ("received-mail", "Mail with which you answered a message: when, and what became of it.")],
                without &["message_hash", "body_hash", "message_id", "user_id", "side"],
                with ""
            ),
            Part {
                rows: "t.user_id = :user_id or (t.user_id is null and t.side = 'person' and t.conversation_id in (select c.id from conversations c where c.about_type = 'applications' and c.about_id in (select id from applications where user_id = :user_id)))",
                show: Show::Nothing("from another address: whose words they are is not known"),
                erase: Delete,
            },
        ]),
        people("conversations", &[own!(
            concat!("(t.about_type = 'applications' and t.about_id in ", applications!(), ")
                     or t.id in (select s.conversation_id from conversation_sides s where s.user_id = :user_id)"),
            [("gesprekken", "Je gesprekken: met wie en waarover."), ("conversations", "Your conversations: with whom and about what.")],
            without &["version", "last_side"],
            with ""
        )]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[
            Expired {
                table: "conversations",
                rows: "last_message_at < :before",
                after: Period::Days(730),
            },
            Expired {
                table: "received_mails",
                rows: "created_at < :before",
                after: Period::Days(30),
            },
        ],
    });
    const EXPORT: Option<Export> = Some(Export::No("private to two sides"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    const EFFECTS: Option<Effect> = Some(super::forget_with_application);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        // Whoever answers an application answers its messages; what an organisation wrote with its centre stays there.
        Belonging::of("conversations",
            Moving::Goes("update conversations set volunteer_center_id = :to, version = version + 1
            where organization_id = :id and volunteer_center_id = :from
              and not exists (select 1 from conversation_sides s where s.conversation_id = conversations.id and s.side = 'center')"),
            Merging::Goes(&[("organization_id", "1")]))
            .beside(Beside { merge: None, undo: super::follow_subjects }),
        Belonging::with("conversation_sides", "conversations"),
        Belonging::with("received_mails", "conversations"),
        Belonging::stays("conversation_marks", OF_A_PERSON),
    ];
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .list::<Conversation>()
        .find::<Conversation>()
        .action(Method::GET, "/unread_count", unread_count)
        .named(
            "countUnreadConversations",
            "Counts the conversations with something unread",
        )
        .answers(Described::json::<MetaOf<UnreadConversationsMeta>>(200))
        .action(Method::GET, "//api/v1/events", live::events)
        .named("listenToEvents", "What happens to the actor, as it happens")
        .described("Server-sent events; docs/api.md names them. An event's id, sent back as `Last-Event-ID`, goes on after it.")
        .answers(Described::file(event_stream::MEDIA_TYPE))
        .refuses(&[429])
}

/// How many conversations hold something unread, those left out that were archived or muted.
#[derive(Serialize, Deserialize, JsonSchema)]
struct UnreadConversationsMeta {
    count: i64,
}

/// SQL over `t`: unread, and neither archived nor muted.
macro_rules! calls {
    () => {
        concat!(
            "(",
            unread!(),
            ") > 0 and not exists (select 1 from conversation_marks k where k.user_id = :user_id and k.conversation_id = t.id
        and (k.muted_at is not null or k.archived_id >= ",
            last_id!(),
            "))"
        )
    };
}
const CALLS: &str = calls!();

/// SQL over `t`: unread, of the person themselves or of their household.
pub const UNREAD_BY_PERSON: &str = concat!(
    "(",
    my_side!(),
    " = 'person' or t.organization_id in (select h.id from organizations h where h.household_of_id = :user_id)) and ",
    calls!()
);
/// SQL over `t`: unread, by the mentor of a student.
pub const UNREAD_BY_MENTOR: &str = concat!(my_side!(), " = 'mentor' and ", calls!());
/// SQL over `t`: unread, by the team of an organisation.
pub const UNREAD_BY_ORGANIZATION: &str = concat!(my_side!(), " = 'organization' and ", calls!());
/// SQL over `t`: unread, by the team of a centre.
pub const UNREAD_BY_CENTER: &str = concat!(my_side!(), " = 'center' and ", calls!());

async fn unread_count(
    access: Access<Conversation, action::Read>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let count = access
        .read(move |connection| unread_of(connection, &rows))
        .await?;
    Ok(Document::of(
        &json!({ "data": null, "meta": { "count": count } }),
    ))
}

/// In how many conversations something is unread.
pub(super) fn unread_of(connection: &Connection, rows: &Rows<Conversation>) -> Result<i64> {
    rows.count(connection, CALLS)
}

/// Conversation and id of the messages of others after this one, the newest `most`, oldest first.
pub(super) fn messages_since(
    connection: &Connection,
    rows: &Rows<Conversation>,
    (after, most): (i64, i64),
) -> Result<Vec<(i64, i64, i64)>> {
    // By id, not by conversation: what is new is at the end of the table.
    let sql = format!(
        "select m.conversation_id, m.id, unixepoch(m.created_at) from messages m join conversations t on t.id = m.conversation_id
          where m.id > :after and m.author_id is not :user_id and ({})
          order by m.id desc limit :most",
        rows.visibility().rows
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let values = [
        (":after".to_owned(), SqlValue::Integer(after)),
        (":most".to_owned(), SqlValue::Integer(most)),
    ];
    bind(&mut statement, rows.auth(), &values)?;
    let mut found = Vec::new();
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next()? {
        found.push(row.try_into()?);
    }
    found.reverse();
    Ok(found)
}
