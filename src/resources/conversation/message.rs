//! Messages of a conversation. The first one of the organisation answers the application. Who wrote one takes it back
//! while nobody has read it.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::About;
use super::lines::{self, Lines};
use super::mailing::push_message;
use super::resource::{CLOSED, ClosedReason, Conversation};
use super::side::{Side, announce_change, mark_read, people_of, side_of};
use crate::app::access::{Access, RequestContext, Rows, action};
use crate::app::live::{Announcement, announce};
use crate::base::clock::{days, later, seconds_until};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Answer, AnyId, Computed, Document, Filter, Id, Resource, Sort, Takes};
use crate::model::belongings::Belonging;
use crate::model::declaration::{BodyForm, ShownIn, body_form};
use crate::model::declaration::{Declared, Demo, Export, Retention};
use crate::model::state_machine::{self, Actor, Reason, State as _};
use crate::privacy::prelude::*;
use crate::resources::application::transition::ApplicationEvent;
use crate::resources::application::{Application, ApplicationStage};
use crate::resources::organization::require_approved;
use crate::resources::personal_data::applications;
use crate::resources::user::writing_pause::require_not_paused;

/// Messages of one person (docs/domain/limits.md#rates).
const PER_HOUR: i64 = 30;
const PER_DAY: i64 = 200;
/// Conversations that one person begins.
const BEGUN_PER_HOUR: i64 = 10;
/// For so long who wrote a message can take it back.
const TAKEN_BACK_WITHIN: jiff::SignedDuration = jiff::SignedDuration::from_mins(10);

pub struct Message;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct MessageAttributes {
    /// Empty for others than its author while it is hidden.
    #[validate(length(max = 5000))]
    #[schemars(extend("readOnly" = true))]
    pub body: String,
    #[schemars(extend("readOnly" = true))]
    pub application_id: Option<AnyId>,
    /// Of a conversation about a message of the pool.
    #[schemars(extend("readOnly" = true))]
    pub volunteer_profile_reply_id: Option<AnyId>,
    #[schemars(extend("readOnly" = true))]
    pub conversation_id: AnyId,
    /// Who wrote: the person who applied or was found, or somebody of the organisation.
    #[schemars(extend("readOnly" = true))]
    pub side: Side,
    /// Empty once that person is gone.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub author_name: String,
    /// Whether the other side has read it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_read: bool,
    /// Whether who asks wrote it and can still take it back.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub can_withdraw: bool,
    /// Somebody reported it as money, unsafe or insulting, or the centre hid it.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub is_hidden: bool,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

/// What is sent to write one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MessageCreate")]
pub struct MessageForm {
    #[validate(length(min = 1, max = 5000))]
    pub body: String,
}

impl Resource for Message {
    const TYPE: &'static str = "messages";
    const ALIAS: &'static str = "message";
    type Attributes = MessageAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::sql(
            "conversation_id_eq",
            Takes::Row,
            &["conversation_id"],
            "t.conversation_id = :value",
        ),
        Filter::sql(
            "application_id_eq",
            Takes::Row,
            &["application_id"],
            "t.conversation_id in (select id from conversations where about_type = 'applications' and about_id = :value)",
        ),
        Filter::sql(
            "volunteer_profile_reply_id_eq",
            Takes::Row,
            &["volunteer_profile_reply_id"],
            "t.conversation_id in (select id from conversations where about_type = 'volunteer_profile_replies' and about_id = :value)",
        ),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "id";
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "body",
            sql: "iif(t.hidden_at is null or t.author_id is :user_id, t.body, '')",
        },
        Computed {
            field: "is_hidden",
            sql: "t.hidden_at is not null",
        },
        Computed {
            field: "application_id",
            sql: "select c.about_id from conversations c where c.id = t.conversation_id and c.about_type = 'applications'",
        },
        Computed {
            field: "volunteer_profile_reply_id",
            sql: "select c.about_id from conversations c where c.id = t.conversation_id and c.about_type = 'volunteer_profile_replies'",
        },
        Computed {
            field: "author_name",
            // Of who was found in the pool the surname only once they shared it, and between people after a yes.
            sql: "coalesce((select trim(coalesce(u.first_name, '') || ' ' || case when u.id is not :user_id and exists (select 1 from conversations c join help_not_accepted h on h.application_id = c.about_id where c.id = t.conversation_id and c.about_type = 'applications' and :user_id in (h.owner_id, h.applicant_id)) then '' when t.side = 'person' and u.id is not :user_id and exists (select 1 from conversations c join volunteer_profile_replies r on r.id = c.about_id where c.id = t.conversation_id and c.about_type = 'volunteer_profile_replies' and r.shares_last_name = 0) then coalesce(initial(u.last_name) || '.', '') else coalesce(u.last_name, '') end) from users u where u.id = t.author_id), '')",
        },
        Computed {
            field: "is_read",
            sql: "coalesce((select max(s.read_id) >= t.id from conversation_sides s where s.conversation_id = t.conversation_id and s.side <> t.side), 0)",
        },
        Computed {
            field: "can_withdraw",
            sql: "t.author_id is :user_id and julianday(:now) - julianday(t.created_at) < 10 / 1440.0
                  and not exists (select 1 from conversation_sides s where s.conversation_id = t.conversation_id and s.side <> t.side and max(s.read_id, s.mailed_id) >= t.id)",
        },
    ];
    const DEPENDS: &'static [&'static str] = &["conversations", "conversation_sides"];
    // What two sides write to each other is read by no third.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::PLAIN
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;
}

impl Declared for Message {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/applications/detail/messages-card.tsx",
        "messages",
    ));
    const ABOUT: &'static str = "Messages of a conversation, between its two sides.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<MessageForm>("message_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("messages", &[
            own!(
                concat!("t.conversation_id in (select c.id from conversations c where c.about_type = 'applications' and c.about_id in ", applications!(), "
                         union all select s.conversation_id from conversation_sides s where s.user_id = :user_id)"),
                [("berichten", "De berichten in je gesprekken."), ("messages", "The messages in your conversations.")],
                without &["author_id", "to_many", "version"],
                with ""
            ),
            Part {
                rows: "t.author_id = :user_id",
                show: shown([("geschreven-berichten", "De berichten die je namens een organisatie of centrum schreef."), ("written-messages", "The messages that you wrote for an organisation or a centre.")], &["to_many", "version"], ""),
                erase: Blank { set: &[("author_id", "null")], keep: &["conversation_id", "side", "body", "to_many"] },
            },
        ]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Kept("with the conversation"));
    const EXPORT: Option<Export> = Some(Export::No("private to two sides"));
    const DEMO: Option<Demo> = Some(Demo::Rows);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        Belonging::with("messages", "conversations"),
    ];
}

pub fn routes() -> Routes {
    const PATH: &str = "//api/v1/applications/{id}/messages";
    const OF_CONVERSATION: &str = "//api/v1/conversations/{id}/messages";
    Routes::new()
        .action(Method::GET, PATH, list)
        .named(
            "listApplicationMessages",
            "Lists the messages about an application, oldest first",
        )
        .answers(Described::many::<Message>())
        .form(Method::POST, PATH, write)
        .named(
            "createApplicationMessage",
            "Writes to the other side of an application",
        )
        .answers(Described::one::<Message>(201))
        .refuses(&[429])
        .action(
            Method::PUT,
            "//api/v1/applications/{id}/messages/read",
            read,
        )
        .named(
            "readApplicationMessages",
            "Marks the messages about an application as read",
        )
        .answers(Described::empty())
        .action(Method::GET, OF_CONVERSATION, list_of_conversation)
        .named(
            "listConversationMessages",
            "Lists the messages of a conversation, and what happened between them, oldest first",
        )
        .answers(Described::json::<Lines>(200))
        .form(Method::POST, OF_CONVERSATION, write_in_conversation)
        .named(
            "createConversationMessage",
            "Writes to the other side of a conversation",
        )
        .answers(Described::one::<Message>(201))
        .refuses(&[422, 429])
        .action(Method::DELETE, "/{id}", take_back)
        .named(
            "withdrawMessage",
            "Takes an own message back within ten minutes, while it is unread",
        )
        .answers(Described::empty())
        .refuses(&[422])
}

/// The side of the requester of an application; 404 for who is on neither.
fn side_of_application(tx: &Tx, rows: &Rows<Message>, id: Id<Application>) -> Result<Side> {
    let ctx = rows.ctx();
    let applications = rows.beside::<Application, action::Read>()?;
    applications.require(tx, id)?;
    let (user_id, organization_id): (Option<i64>, i64) = tx
        .prepare_cached("select user_id, organization_id from applications where id = ?1")?
        .query_row([id.number()], |row| row.try_into())?;
    if user_id.is_some() && user_id == ctx.user_id() {
        return Ok(Side::Person);
    }
    if manages(tx, ctx, organization_id)? {
        return Ok(Side::Organization);
    }
    Err(Code::Forbidden.into())
}

pub fn manages(
    connection: &Connection,
    ctx: &RequestContext,
    organization_id: i64,
) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select 1 from roles
              where user_id = ?1 and name = 'organization_superuser' and scope_type = 'organization' and scope_id = ?2
                and accepted_at is not null and (expires_at is null or expires_at > ?3)
              union all
             select 1 from organizations where id = ?2 and household_of_id = ?1",
        )?
        .exists((ctx.user_id(), organization_id, &ctx.now))?)
}

async fn list(
    access: Access<Message, action::Read>,
    id: Id<Application>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    access
        .read(move |connection| {
            rows.beside::<Application, action::Read>()?
                .require(connection, id)
        })
        .await?;
    let query = input
        .query
        .with("filter[application_id_eq]", &id.to_string());
    access.list(&input.path, query).await
}

async fn list_of_conversation(
    access: Access<Message, action::Read>,
    id: Id<Conversation>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    access
        .read(move |connection| {
            rows.beside::<Conversation, action::Read>()?
                .require(connection, id)
        })
        .await?;
    let sort = input.query.get("sort");
    let is_newest_first = sort.is_some_and(|sort| sort.starts_with('-'));
    let query = input
        .query
        .with("filter[conversation_id_eq]", &id.to_string());
    let page = access.list(&input.path, query).await?;
    let rows = access.rows();
    access
        .read(move |connection| {
            lines::between(connection, rows.ctx(), id, (&page, is_newest_first))
        })
        .await
}

/// `POST /applications/{id}/messages`: while the application is not over.
async fn write(
    access: Access<Message, action::Create>,
    id: Id<Application>,
    form: Form<MessageForm>,
) -> Result<Answer> {
    access
        .post(form.key, move |tx, rows| {
            let message = write_about_application(tx, rows, id, &form.body.body)?;
            written(
                tx,
                rows,
                message,
                format!("/api/v1/applications/{id}/messages"),
            )
        })
        .await
}

fn written(tx: &Tx, rows: &Rows<Message>, message: Id<Message>, at: String) -> Result<Answer> {
    rows.require(tx, message)?;
    Ok(Answer::created(at, rows.shown_text(tx, message)?))
}

fn write_about_application(
    tx: &Tx,
    rows: &Rows<Message>,
    id: Id<Application>,
    body: &str,
) -> Result<Id<Message>> {
    let ctx = rows.ctx();
    let side = side_of_application(tx, rows, id)?;
    let stage = require_open_application(tx, id)?;
    validate_rate(tx, ctx.user_id())?;
    let message = store(tx, About::row(id), (ctx.user_id(), side), body)?;
    if side == Side::Organization && stage == ApplicationStage::New {
        let said = (Reason::default(), ());
        let event = ApplicationEvent::Contact;
        state_machine::take::<ApplicationStage>(tx, Actor::Requester(ctx), id, event, said)?;
    } else {
        tx.noted();
    }
    Ok(message)
}

/// Fails where nothing can be written about an application any more; gives its stage.
fn require_open_application(tx: &Tx, id: Id<Application>) -> Result<ApplicationStage> {
    require_approved(tx, Application::TYPE, id.number())?;
    let stage = ApplicationStage::current(tx, id)?;
    let is_open = match stage {
        ApplicationStage::New
        | ApplicationStage::InContact
        | ApplicationStage::Waitlisted
        | ApplicationStage::Offered
        | ApplicationStage::Accepted
        | ApplicationStage::Started
        | ApplicationStage::Completed => true,
        ApplicationStage::Unconfirmed
        | ApplicationStage::MentorReview
        | ApplicationStage::Rejected
        | ApplicationStage::Withdrawn
        | ApplicationStage::Closed => false,
    };
    if !is_open {
        return Err(over());
    }
    Ok(stage)
}

fn over() -> Error {
    let none: Vec<&str> = Vec::new();
    Error::from(Code::InvalidTransition).with("allowed", none)
}

/// `POST /conversations/{id}/messages`.
async fn write_in_conversation(
    access: Access<Message, action::Create>,
    id: Id<Conversation>,
    form: Form<MessageForm>,
) -> Result<Answer> {
    access
        .post(form.key, move |tx, rows| {
            let message = write_in(tx, rows, id, &form.body.body)?;
            written(
                tx,
                rows,
                message,
                format!("/api/v1/conversations/{id}/messages"),
            )
        })
        .await
}

/// Writes to the other side of a conversation with the rights of who asks, here or by mail.
pub(super) fn write_in(
    tx: &Tx,
    rows: &Rows<Message>,
    id: Id<Conversation>,
    body: &str,
) -> Result<Id<Message>> {
    rows.beside::<Conversation, action::Read>()?
        .require(tx, id)?;
    let (about_type, about_id): (String, i64) = tx
        .prepare_cached("select about_type, about_id from conversations where id = ?1")?
        .query_row([id.number()], |row| row.try_into())?;
    if about_type == Application::TYPE {
        return write_about_application(tx, rows, Id::new(about_id), body);
    }
    let side = side_of(tx, rows.ctx(), id.number())?;
    require_open(tx, id.number())?;
    validate_rate(tx, rows.ctx().user_id())?;
    let message = add(tx, id.number(), (rows.ctx().user_id(), side), body)?;
    tx.noted();
    Ok(message)
}

/// Writes for who applied without an account, by mail: under the rules of everybody else.
pub(super) fn write_as_guest(tx: &Tx, conversation: i64, body: &str) -> Result<Id<Message>> {
    let (about_type, application): (String, i64) = tx
        .prepare_cached("select about_type, about_id from conversations where id = ?1")?
        .query_row([conversation], |row| row.try_into())?;
    if about_type != Application::TYPE {
        return Err(Code::NotFound.into());
    }
    let application = Id::new(application);
    require_open_application(tx, application)?;
    let written = "select created_at from messages where conversation_id = ?1 and side = 'person' and created_at > ?2 order by created_at desc limit 1 offset ?3";
    within(
        tx,
        written,
        Some(conversation),
        (jiff::SignedDuration::from_hours(1), PER_HOUR),
    )?;
    within(tx, written, Some(conversation), (days(1), PER_DAY))?;
    let message = store(tx, About::row(application), (None, Side::Person), body)?;
    tx.noted();
    Ok(message)
}

/// Fails where nothing can be written in the conversation.
pub(super) fn require_open(tx: &Tx, conversation: i64) -> Result<()> {
    let sql = format!("select {CLOSED} from conversations t where t.id = ?1");
    let reason: Option<ClosedReason> = tx
        .prepare_cached(&sql)?
        .query_row([conversation], |row| row.get(0))?;
    match reason {
        None => Ok(()),
        Some(ClosedReason::Blocked) => Err(Code::ConversationBlocked.into()),
        Some(ClosedReason::OrganizationInactive) => Err(Code::OrganizationNotApproved.into()),
        Some(ClosedReason::ApplicationClosed | ClosedReason::Gone | ClosedReason::Other) => {
            Err(over())
        }
    }
}

/// Fails where somebody has written too often, with the seconds after which they may again.
pub fn validate_rate(tx: &Tx, author_id: Option<i64>) -> Result<()> {
    const WRITTEN: &str = "select created_at from messages where author_id = ?1 and created_at > ?2 and to_many = 0 order by created_at desc limit 1 offset ?3";
    if let Some(user_id) = author_id {
        require_not_paused(tx, user_id)?;
    }
    within(
        tx,
        WRITTEN,
        author_id,
        (jiff::SignedDuration::from_hours(1), PER_HOUR),
    )?;
    within(tx, WRITTEN, author_id, (days(1), PER_DAY))
}

/// The same of conversations that somebody begins.
pub(super) fn validate_begun(tx: &Tx, author_id: Option<i64>) -> Result<()> {
    const BEGUN: &str = "select m.created_at from messages m join conversations c on c.id = m.conversation_id
          where m.author_id = ?1 and m.created_at > ?2 and m.to_many = 0 and c.created_at = m.created_at and c.about_type not in ('applications', 'volunteer_profile_replies')
          order by m.created_at desc limit 1 offset ?3";
    within(
        tx,
        BEGUN,
        author_id,
        (jiff::SignedDuration::from_hours(1), BEGUN_PER_HOUR),
    )
}

fn within(
    tx: &Tx,
    sql: &str,
    author_id: Option<i64>,
    (period, most): (jiff::SignedDuration, i64),
) -> Result<()> {
    let first: Option<String> = tx
        .prepare_cached(sql)?
        .query_row((author_id, later(tx.now(), -period), most - 1), |row| {
            row.get(0)
        })
        .optional()?;
    match first {
        None => Ok(()),
        Some(first) => {
            let wait = seconds_until(tx.now(), &later(&first, period)).max(1);
            Err(Error::from(Code::RateLimited).with("retry_after", wait))
        }
    }
}

/// Adds a message to the conversation about something, which the first one makes.
pub fn store(
    tx: &Tx,
    about: About,
    author: (Option<i64>, Side),
    body: &str,
) -> Result<Id<Message>> {
    let conversation = super::about(tx, about)?;
    let is_blocked = tx
        .prepare_cached(
            "select 1 from conversation_sides where conversation_id = ?1 and blocked_at is not null",
        )?
        .exists([conversation])?;
    if is_blocked {
        return Err(Code::ConversationBlocked.into());
    }
    add(tx, conversation, author, body)
}

pub(super) fn add(
    tx: &Tx,
    conversation: i64,
    author: (Option<i64>, Side),
    body: &str,
) -> Result<Id<Message>> {
    let id = insert(tx, conversation, author, (body, false))?;
    // Who writes has read what was written before.
    mark_read(tx, conversation, author.1)?;
    Ok(id)
}

/// Adds one that many get. Nobody read what was written before in each of the conversations.
pub(super) fn add_to_many(
    tx: &Tx,
    conversation: i64,
    author: (Option<i64>, Side),
    body: &str,
) -> Result<()> {
    insert(tx, conversation, author, (body, true)).map(drop)
}

fn insert(
    tx: &Tx,
    conversation: i64,
    (author_id, side): (Option<i64>, Side),
    (body, is_to_many): (&str, bool),
) -> Result<Id<Message>> {
    let id = tx
        .prepare_cached(
            "insert into messages (conversation_id, author_id, side, body, to_many, created_at, updated_at)
             values (:conversation, :author_id, :side, :body, :to_many, :now, :now)",
        )?
        .insert(named_params! {
            ":conversation": conversation, ":author_id": author_id, ":side": side, ":body": body,
            ":to_many": is_to_many, ":now": tx.now(),
        })?;
    tx.prepare_cached(
        "update conversations set last_message_at = :now, last_side = :side, version = version + 1, updated_at = :now where id = :id",
    )?
    .execute(named_params! {":id": conversation, ":side": side, ":now": tx.now()})?;
    tell(tx, (conversation, id), (author_id, side))?;
    Ok(Id::new(id))
}

/// Tells both sides of a new message.
fn tell(
    tx: &Tx,
    (conversation, id): (i64, i64),
    (author_id, side): (Option<i64>, Side),
) -> Result<()> {
    let people = people_of(tx, conversation)?.into_iter();
    let user_ids = people
        .map(|(user_id, _)| user_id)
        .filter(|user_id| Some(*user_id) != author_id)
        .collect();
    announce(tx, Announcement::Message { id, user_ids });
    announce_change(tx, conversation, Some(side))?;
    push_message(tx, conversation, side)
}

/// `DELETE /messages/{id}`.
async fn take_back(
    access: Access<Message, action::Withdraw>,
    id: Id<Message>,
    _: Input<Ignored>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let (conversation, side, created_at): (i64, Side, String) = tx
                .prepare_cached("select conversation_id, side, created_at from messages where id = ?1")?
                .query_row([id.number()], |row| row.try_into())?;
            let is_read = tx
                .prepare_cached("select 1 from conversation_sides where conversation_id = ?1 and side <> ?2 and max(read_id, mailed_id) >= ?3")?
                .exists((conversation, side, id.number()))?;
            if is_read || later(&created_at, TAKEN_BACK_WITHIN).as_str() < tx.now() {
                return Err(Code::TooLateToTakeBack.into());
            }
            // Told to who is on it while there is something to be on.
            announce_change(tx, conversation, None)?;
            tx.prepare_cached("delete from messages where id = ?1")?
                .execute([id.number()])?;
            // The id may be given again: the message that gets it is neither read nor put away.
            tx.prepare_cached(
                "update conversation_sides set read_id = min(read_id, ?2 - 1), mailed_id = min(mailed_id, ?2 - 1) where conversation_id = ?1",
            )?
            .execute((conversation, id.number()))?;
            tx.prepare_cached(
                "update conversation_marks set archived_id = min(archived_id, ?2 - 1) where conversation_id = ?1",
            )?
            .execute((conversation, id.number()))?;
            let is_empty = !tx
                .prepare_cached("select 1 from messages where conversation_id = ?1")?
                .exists([conversation])?;
            if is_empty {
                tx.prepare_cached("delete from conversations where id = ?1")?
                    .execute([conversation])?;
            } else {
                tx.prepare_cached(
                    "update conversations
                        set (last_message_at, last_side) = (select m.created_at, m.side from messages m where m.conversation_id = conversations.id order by m.id desc limit 1),
                            version = version + 1
                      where id = ?1",
                )?
                .execute([conversation])?;
            }
            tx.noted();
            Ok(())
        })
        .await?;
    Ok(Answer::empty())
}

/// `PUT /applications/{id}/messages/read`: all that is there now.
async fn read(
    access: Access<Message, action::Read>,
    id: Id<Application>,
    _: Input<Ignored>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            let side = side_of_application(tx, rows, id)?;
            mark_read_about(tx, About::row(id), side)
        })
        .await?;
    Ok(Answer::empty())
}

pub fn mark_read_about(tx: &Tx, about: About, side: Side) -> Result<()> {
    if let Some(conversation) = about.conversation(tx)? {
        mark_read(tx, conversation, side)?;
        announce_change(tx, conversation, None)?;
    }
    tx.noted();
    Ok(())
}
