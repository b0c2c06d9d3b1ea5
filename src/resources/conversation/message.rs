//! Messages of a conversation. The first one of the organisation answers the application.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::{About, Side};
use crate::app::access::{Access, RequestContext, Rows, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Error, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Answer, AnyId, Computed, Document, Filter, Id, Resource, Sort, Takes};
use crate::mail::MailKind;
use crate::model::belongings::{Belonging, Beside, Merging, Moving};
use crate::model::declaration::{BodyForm, ShownIn, body_form};
use crate::model::declaration::{Declared, Demo, Expired, Export, Period, Retention};
use crate::model::effects::Effect;
use crate::model::state_machine::{self, Actor, Reason, State as _};
use crate::privacy::prelude::*;
use crate::resources::application::notify::names_are_hidden;
use crate::resources::application::transition::ApplicationEvent;
use crate::resources::application::{Application, ApplicationStage};
use crate::resources::notification::Notice;
use crate::resources::organization::require_approved;
use crate::resources::personal_data::applications;
use crate::resources::vacancy::{help_link, is_help_request, told};

/// Messages of one person (docs/domain/limits.md#rates).
const PER_HOUR: i64 = 30;
const PER_DAY: i64 = 200;
/// How long a message waits to be read before it is mailed.
const HELD: jiff::SignedDuration = jiff::SignedDuration::from_mins(10);

pub struct Message;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct MessageAttributes {
    #[validate(length(min = 1, max = 5000))]
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
            sql: "coalesce((select trim(coalesce(u.first_name, '') || ' ' || case when u.id is not :user_id and exists (select 1 from conversations c join help_not_accepted h on h.application_id = c.about_id where c.id = t.conversation_id and c.about_type = 'applications' and :user_id in (h.owner_id, h.applicant_id)) then '' when t.side = 'applicant' and u.id is not :user_id and exists (select 1 from conversations c join volunteer_profile_replies r on r.id = c.about_id where c.id = t.conversation_id and c.about_type = 'volunteer_profile_replies' and r.shares_last_name = 0) then coalesce(initial(u.last_name) || '.', '') else coalesce(u.last_name, '') end) from users u where u.id = t.author_id), '')",
        },
        Computed {
            field: "is_read",
            sql: "select case t.side when 'applicant' then c.organization_read_id else c.applicant_read_id end >= t.id from conversations c where c.id = t.conversation_id",
        },
    ];
    const DEPENDS: &'static [&'static str] = &["conversations", "volunteer_profile_replies"];
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
    const ABOUT: &'static str =
        "Messages between who applied, or was found in the pool, and the organisation.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] = &[body_form::<MessageForm>("message_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("messages", &[
            own!(
                concat!("t.conversation_id in (select c.id from conversations c where c.about_type = 'applications' and c.about_id in ", applications!(), "
                         union all select c.id from conversations c join volunteer_profile_replies r on r.id = c.about_id where c.about_type = 'volunteer_profile_replies' and r.user_id = :user_id)"),
                [("berichten", "De berichten bij je aanmeldingen en uit de vrijwilligerspool."), ("messages", "The messages about your applications and from the volunteer pool.")],
                without &["author_id", "version"],
                with ""
            ),
            Part {
                rows: "t.author_id = :user_id",
                show: shown([("geschreven-berichten", "De berichten die je namens een organisatie schreef."), ("written-messages", "The messages that you wrote for an organisation.")], &["version"], ""),
                erase: Blank { set: &[("author_id", "null")], keep: &["conversation_id", "side", "body"] },
            },
        ]),
        nobody("conversations", "what two sides write about, and how far they have read"),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "conversations",
            rows: "last_message_at < :before",
            after: Period::Days(730),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("private to two sides"));
    const DEMO: Option<Demo> = Some(Demo::None("written by people in the demonstration"));
    const EFFECTS: Option<Effect> = Some(super::forget_with_application);
    #[rustfmt::skip]
    const BELONGINGS: &'static [Belonging] = &[
        // Whoever answers an application answers its messages.
        Belonging::of("conversations",
            Moving::Goes("update conversations set volunteer_center_id = :to, version = version + 1
            where organization_id = :id and volunteer_center_id = :from"),
            Merging::Goes(&[("organization_id", "1")]))
            .beside(Beside { merge: None, undo: super::follow_subjects }),
        Belonging::with("messages", "conversations"),
    ];
}

pub fn routes() -> Routes {
    const PATH: &str = "//api/v1/applications/{id}/messages";
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
}

/// The side of the requester; 404 for who is on neither.
fn side_of(tx: &Tx, rows: &Rows<Message>, id: Id<Application>) -> Result<Side> {
    let ctx = rows.ctx();
    let applications = rows.beside::<Application, action::Read>()?;
    applications.require(tx, id)?;
    let (user_id, organization_id): (Option<i64>, i64) = tx
        .prepare_cached("select user_id, organization_id from applications where id = ?1")?
        .query_row([id.number()], |row| row.try_into())?;
    if user_id.is_some() && user_id == ctx.user_id() {
        return Ok(Side::Applicant);
    }
    if manages(tx, ctx, organization_id)? {
        return Ok(Side::Organization);
    }
    Err(Code::Forbidden.into())
}

pub fn manages(tx: &Tx, ctx: &RequestContext, organization_id: i64) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from roles
              where user_id = ?1 and name = 'organization_superuser' and scope_type = 'organization' and scope_id = ?2
                and accepted_at is not null and (expires_at is null or expires_at > ?3)
              union all
             select 1 from organizations where id = ?2 and household_of_id = ?1",
        )?
        .exists((ctx.user_id(), organization_id, tx.now()))?)
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

/// `POST /applications/{id}/messages`: while the application is not over.
async fn write(
    access: Access<Message, action::Create>,
    id: Id<Application>,
    form: Form<MessageForm>,
) -> Result<Answer> {
    access
        .post(form.key, move |tx, rows| {
            let ctx = rows.ctx();
            let side = side_of(tx, rows, id)?;
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
                let none: Vec<&str> = Vec::new();
                return Err(Error::from(Code::InvalidTransition).with("allowed", none));
            }
            validate_rate(tx, ctx.user_id())?;
            let message = store(tx, About::row(id), (ctx.user_id(), side), &form.body.body)?;
            if side == Side::Organization && stage == ApplicationStage::New {
                let said = (Reason::default(), ());
                let event = ApplicationEvent::Contact;
                state_machine::take::<ApplicationStage>(
                    tx,
                    Actor::Requester(ctx),
                    id,
                    event,
                    said,
                )?;
            } else {
                tx.noted();
            }
            rows.require(tx, message)?;
            Ok(Answer::created(
                format!("/api/v1/applications/{id}/messages"),
                rows.shown_text(tx, message)?,
            ))
        })
        .await
}

pub fn validate_rate(tx: &Tx, author_id: Option<i64>) -> Result<()> {
    let (of_hour, of_day): (i64, i64) = tx
        .prepare_cached(
            "select count(*) filter (where created_at > :hour), count(*) from messages
              where author_id = :author_id and created_at > :day",
        )?
        .query_row(
            named_params! {
                ":author_id": author_id,
                ":hour": later(tx.now(), -jiff::SignedDuration::from_hours(1)),
                ":day": later(tx.now(), -days(1)),
            },
            |row| row.try_into(),
        )?;
    if of_hour >= PER_HOUR || of_day >= PER_DAY {
        return Err(Code::RateLimited.into());
    }
    Ok(())
}

pub fn store(
    tx: &Tx,
    about: About,
    (author_id, side): (Option<i64>, Side),
    body: &str,
) -> Result<Id<Message>> {
    let conversation = super::about(tx, about)?;
    let id = tx
        .prepare_cached(
            "insert into messages (conversation_id, author_id, side, body, created_at, updated_at)
             values (:conversation, :author_id, :side, :body, :now, :now)",
        )?
        .insert(named_params! {
            ":conversation": conversation, ":author_id": author_id, ":side": side.as_str(), ":body": body, ":now": tx.now(),
        })?;
    // Who writes has read what was written before.
    let sql = format!(
        "update conversations set last_message_at = :now, {} = :message, version = version + 1, updated_at = :now where id = :id",
        side.read_column()
    );
    tx.prepare_cached(&sql)?
        .execute(named_params! {":id": conversation, ":message": id, ":now": tx.now()})?;
    Ok(Id::new(id))
}

/// `PUT /applications/{id}/messages/read`: all that is there now.
async fn read(
    access: Access<Message, action::Read>,
    id: Id<Application>,
    _: Input<Ignored>,
) -> Result<Answer> {
    access
        .write(move |tx, rows| {
            let side = side_of(tx, rows, id)?;
            mark_read(tx, About::row(id), side)
        })
        .await?;
    Ok(Answer::empty())
}

pub fn mark_read(tx: &Tx, about: About, side: Side) -> Result<()> {
    let column = side.read_column();
    let sql = format!(
        "update conversations
            set {column} = (select coalesce(max(m.id), 0) from messages m where m.conversation_id = conversations.id)
          where about_type = ?1 and about_id = ?2
            and {column} < (select coalesce(max(m.id), 0) from messages m where m.conversation_id = conversations.id)"
    );
    tx.prepare_cached(&sql)?
        .execute((about.type_name, about.id))?;
    tx.noted();
    Ok(())
}

/// Conversations with messages that a side has neither read nor been mailed for ten minutes.
pub fn to_mail(connection: &rusqlite::Connection, now: &str) -> Result<Vec<(i64, Side)>> {
    let mut found = Vec::new();
    for side in [Side::Applicant, Side::Organization] {
        let sql = format!(
            "select distinct c.id from conversations c
               join messages m on m.conversation_id = c.id
              where c.last_message_at > :since and m.side = '{}' and m.id > max(c.{}, c.{}) and m.created_at <= :held
              order by c.id limit 200",
            side.other().as_str(),
            side.read_column(),
            side.mailed_column()
        );
        let ids: Vec<i64> = connection
            .prepare_cached(&sql)?
            .query_map(
                named_params! {":since": later(now, -days(7)), ":held": later(now, -HELD)},
                |row| row.get(0),
            )?
            .collect::<rusqlite::Result<_>>()?;
        found.extend(ids.into_iter().map(|id| (id, side)));
    }
    Ok(found)
}

/// What a side has neither read nor been mailed of a conversation.
pub struct Unread {
    pub about_type: String,
    pub about_id: i64,
    pub to: Side,
    pub count: i64,
    /// The last of them.
    pub body: String,
}

/// What a side is to be mailed now, marked as mailed; None where it has read it meanwhile.
pub fn take_unread(tx: &Tx, conversation: i64, to: Side) -> Result<Option<Unread>> {
    if !to_mail(tx, tx.now())?.contains(&(conversation, to)) {
        return Ok(None);
    }
    let sql = format!(
        "select c.about_type, c.about_id, count(*), max(m.id) from conversations c join messages m on m.conversation_id = c.id
          where c.id = ?1 and m.side = ?2 and m.id > max(c.{}, c.{})",
        to.read_column(),
        to.mailed_column()
    );
    let (about_type, about_id, count, last): (String, i64, i64, i64) = tx
        .prepare_cached(&sql)?
        .query_row((conversation, to.other().as_str()), |row| row.try_into())?;
    let body: String = tx
        .prepare_cached("select body from messages where id = ?1")?
        .query_row([last], |row| row.get(0))?;
    let sql = format!(
        "update conversations set {} = ?2 where id = ?1",
        to.mailed_column()
    );
    tx.prepare_cached(&sql)?.execute((conversation, last))?;
    tx.noted();
    Ok(Some(Unread {
        about_type,
        about_id,
        to,
        count,
        body,
    }))
}

/// Mails a side what it has not read about an application.
pub fn mail_unread(tx: &Tx, unread: &Unread) -> Result<()> {
    send(tx, unread.about_id, unread.to, (unread.count, &unread.body))
}

struct Person {
    vacancy_id: i64,
    organization_id: i64,
    user_id: Option<i64>,
    email: Option<String>,
    first_name: String,
    last_name: String,
    locale: String,
}

fn person_of(tx: &Tx, application: i64) -> Result<Person> {
    Ok(tx
        .prepare_cached(
            "select vacancy_id, organization_id, user_id, email, coalesce(first_name, ''), coalesce(last_name, ''), locale
               from applications where id = ?1",
        )?
        .query_row([application], |row| {
            Ok(Person {
                vacancy_id: row.get(0)?,
                organization_id: row.get(1)?,
                user_id: row.get(2)?,
                email: row.get(3)?,
                first_name: row.get(4)?,
                last_name: row.get(5)?,
                locale: row.get(6)?,
            })
        })?)
}

fn send(tx: &Tx, application: i64, to: Side, (count, body): (i64, &str)) -> Result<()> {
    let person = &person_of(tx, application)?;
    let (told, center_id, _, contact) = told(tx, Id::new(person.vacancy_id))?;
    let text = |name: &str| told.get(name).cloned().unwrap_or_default();
    let mut data = Map::from_iter([
        ("vacancy_title".to_owned(), text("vacancy_title")),
        ("count".to_owned(), count.into()),
        ("message".to_owned(), body.into()),
    ]);
    let sender = match to {
        Side::Applicant => text("organization_name"),
        Side::Organization if names_are_hidden(tx, application)? => {
            person.first_name.clone().into()
        }
        Side::Organization => format!("{} {}", person.first_name, person.last_name)
            .trim()
            .into(),
    };
    data.insert("sender_name".to_owned(), sender);
    let is_guest = to == Side::Applicant && person.user_id.is_none();
    if is_guest {
        // Without an account the answer goes to what the organisation publishes.
        let [email, phone]: [Option<String>; 2] = tx
            .prepare_cached("select email, phone_number from organizations where id = ?1")?
            .query_row([person.organization_id], |row| {
                Ok([row.get(0)?, row.get(1)?])
            })?;
        for (name, value) in [("organization_email", email), ("organization_phone", phone)] {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                data.insert(name.to_owned(), json!(value));
            }
        }
    } else {
        let by_link = if to == Side::Organization && is_help_request(&told) {
            help_link::path_for(tx, Id::new(person.vacancy_id), false)?
        } else {
            None
        };
        let path = by_link.unwrap_or_else(|| format!("/applications/{application}"));
        data.insert("path".to_owned(), path.into());
    }
    let notice = Notice {
        kind: MailKind::MessageNew,
        data: Value::Object(data),
        subject: (Application::TYPE, application),
        center_id,
    };
    match (to, person.user_id, &person.email, contact) {
        (Side::Applicant, Some(user_id), ..) => notice.tell(tx, user_id),
        (Side::Applicant, None, Some(email), _) => notice.mail(
            tx,
            email,
            (&person.first_name, &person.last_name),
            &person.locale,
        ),
        (Side::Applicant, None, None, _) => Ok(()),
        (Side::Organization, _, _, Some(contact)) => notice.tell(tx, contact),
        (Side::Organization, _, _, None) => notice.notify_managers(tx, person.organization_id),
    }
}
