//! What organisers write to those who signed up for an activity. A message is sent by a job, some at a time, so that one
//! to two thousand people holds up nobody else's mail.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::activity::Activity;
use super::activity::occurrence::ActivityOccurrence;
use super::activity_registration::{ActivityRegistration, notify};
use super::user::User;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::schema::facts::{AuditSubject, SessionAccess};
use crate::jsonapi::{Answer, Computed, Document, Filter, Id, Predicate, Resource, Sort};
use crate::model::belongings::Belonging;
use crate::model::declaration::{
    BodyForm, Declared, Demo, Expired, Export, Period, Retention, ShownIn, body_form,
};
use crate::presets::Features;
use crate::privacy::prelude::*;

/// People to whom one step of the job sends.
const SENT_AT_ONCE: i64 = 100;
/// Messages about one activity within a day.
const MOST_A_DAY: i64 = 5;

pub struct ActivityMessage;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ActivityMessageAttributes {
    #[schemars(extend("readOnly" = true))]
    pub activity_id: Id<Activity>,
    /// None: those of every date.
    #[schemars(extend("readOnly" = true))]
    pub occurrence_id: Option<Id<ActivityOccurrence>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub audience: ActivityMessageAudience,
    #[schemars(extend("readOnly" = true))]
    pub message: String,
    #[schemars(extend("readOnly" = true))]
    pub author_id: Option<Id<User>>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub author_name: String,
    /// Registrations that it was sent to so far.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub sent_count: i64,
    /// None: still being sent.
    #[schemars(extend("readOnly" = true))]
    pub sent_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityMessageAudience {
    /// Who has a place.
    #[default]
    Registered,
    /// Who waits for one, or is offered one.
    Waiting,
    All,
}

impl ActivityMessageAudience {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Registered => "registered",
            Self::Waiting => "waiting",
            Self::All => "all",
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ActivityMessageCreate")]
pub struct ActivityMessageForm {
    #[validate(length(min = 3, max = 2000))]
    pub message: String,
    /// None: to those of every date.
    pub occurrence_id: Option<Id<ActivityOccurrence>>,
    #[serde(default)]
    pub audience: ActivityMessageAudience,
}

impl Resource for ActivityMessage {
    const TYPE: &'static str = "activity_messages";
    const ALIAS: &'static str = "activity_message";
    type Attributes = ActivityMessageAttributes;
    const FILTERS: &'static [Filter] = &[
        Filter::column("activity_id", &[Predicate::Eq]),
        Filter::column("occurrence_id", &[Predicate::Eq]),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "author_name",
        sql: "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.author_id), '')",
    }];
    const IS_ON: fn(Features) -> bool = |features| features.activities;
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject::PLAIN);
    const SESSION_ACCESS: SessionAccess = SessionAccess {
        impersonating: &[
            ("GET", "/api/v1/activities/{id}/messages"),
            ("POST", "/api/v1/activities/{id}/messages"),
        ],
        ..SessionAccess::CLOSED
    };
}

impl Declared for ActivityMessage {
    const FILE: &'static str = file!();
    const SHOWN_IN: Option<ShownIn> = Some((
        "ui/src/features/activities/participants/activity-messages.tsx",
        "activityMessages",
    ));
    const ABOUT: &'static str = "What organisers write to those who signed up for an activity.";
    const ROUTES: fn() -> Routes = routes;
    const FORMS: &'static [BodyForm] =
        &[body_form::<ActivityMessageForm>("activity_message_forms")];
    #[rustfmt::skip]
    const PERSONAL_DATA: &'static [Entry] = &[
        people("activity_messages", &[Part {
            rows: "t.author_id = :user_id",
            show: shown(
                [("activiteiten-berichten", "Wat je schreef aan wie zich aanmeldde voor een activiteit."), ("activity-messages", "What you wrote to those who signed up for an activity.")],
                &["version", "sent_through"],
                "(select a.title from activities a where a.id = t.activity_id) as activity_title",
            ),
            erase: Blank {
                set: &[("author_id", "null")],
                keep: &["activity_id", "occurrence_id", "audience", "message", "sent_count", "sent_through", "sent_at"],
            },
        }]),
    ];
    const RETENTION: Option<Retention> = Some(Retention::Limited {
        clocks: &[],
        expired: &[Expired {
            table: "activity_messages",
            rows: "created_at < :before",
            after: Period::Months(6),
        }],
    });
    const EXPORT: Option<Export> = Some(Export::No("read beside the activity"));
    const DEMO: Option<Demo> = Some(Demo::None("written by hand"));
    const BELONGINGS: &'static [Belonging] = &[Belonging::with("activity_messages", "activities")];
}

pub fn routes() -> Routes {
    Routes::new()
        .action(
            Method::GET,
            "//api/v1/activities/{id}/messages",
            list_of_activity,
        )
        .named(
            "listActivityMessages",
            "Lists what was written to those who signed up, newest first",
        )
        .answers(Described::many::<ActivityMessage>())
        .form(Method::POST, "//api/v1/activities/{id}/messages", send)
        .named(
            "sendActivityMessage",
            "Writes to those who signed up for an activity",
        )
        .answers(Described::one::<ActivityMessage>(201))
        .refuses(&[422])
}

/// `GET /activities/{id}/messages`.
async fn list_of_activity(
    access: Access<ActivityMessage, action::Read>,
    id: Id<Activity>,
    input: Input<()>,
) -> Result<Document> {
    let activities = access.beside::<Activity, action::Manage>()?.rows();
    access
        .read(move |connection| activities.require(connection, id))
        .await?;
    let query = input.query.with("filter[activity_id_eq]", &id.to_string());
    access.list(&input.path, query).await
}

/// `POST /activities/{id}/messages`.
async fn send(
    access: Access<ActivityMessage, action::Create>,
    id: Id<Activity>,
    form: Form<ActivityMessageForm>,
) -> Result<Answer> {
    let said = form.body;
    access
        .ctx()
        .require_own_words("message", Some(said.message.as_str()))?;
    access
        .post(form.key, move |tx, rows| {
            rows.beside::<Activity, action::Manage>()?.require(tx, id)?;
            require_date(tx, id, said.occurrence_id)?;
            require_measure(tx, id)?;
            let made = insert(tx, id, &said, rows.ctx().user_id())?;
            if audience_of(tx, made, SENT_AT_ONCE)?.is_empty() {
                return Err(FieldFault::attribute("audience", "nobody_signed_up").into());
            }
            Ok(Answer::created(
                format!("/api/v1/activities/{id}/messages"),
                rows.shown_text(tx, made)?,
            ))
        })
        .await
}

fn require_date(tx: &Tx, id: Id<Activity>, date: Option<Id<ActivityOccurrence>>) -> Result<()> {
    let Some(date) = date else {
        return Ok(());
    };
    let is_of_activity = tx
        .prepare_cached("select 1 from activity_occurrences where id = ?1 and activity_id = ?2")?
        .exists((date.number(), id.number()))?;
    if is_of_activity {
        Ok(())
    } else {
        Err(FieldFault::attribute("occurrence_id", "not_found").into())
    }
}

/// 422 where people were written to too often already.
fn require_measure(tx: &Tx, id: Id<Activity>) -> Result<()> {
    let today: i64 = tx
        .prepare_cached(
            "select count(*) from activity_messages
              where activity_id = ?1 and created_at > strftime('%Y-%m-%dT%H:%M:%SZ', ?2, '-24 hours')",
        )?
        .query_row((id.number(), tx.now()), |row| row.get(0))?;
    if today >= MOST_A_DAY {
        return Err(Error::from(Code::ActivityMessagesADay)
            .with("limit", MOST_A_DAY)
            .at("/data/attributes/message"));
    }
    Ok(())
}

fn insert(
    tx: &Tx,
    id: Id<Activity>,
    said: &ActivityMessageForm,
    author_id: Option<i64>,
) -> Result<Id<ActivityMessage>> {
    tx.prepare_cached(
        "insert into activity_messages (activity_id, occurrence_id, audience, message, author_id, created_at, updated_at)
         values (:activity, :occurrence, :audience, :message, :author, :now, :now)",
    )?
    .execute(named_params! {
        ":activity": id.number(),
        ":occurrence": said.occurrence_id.map(Id::number),
        ":audience": said.audience.as_str(),
        ":message": said.message.trim(),
        ":author": author_id,
        ":now": tx.now(),
    })?;
    Ok(Id::new(tx.last_insert_rowid()))
}

/// The next people whom a message is for: who had signed up when it was written, and comes or waits still.
fn audience_of(connection: &Connection, id: Id<ActivityMessage>, most: i64) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select r.id
               from activity_messages m
               join activity_registrations r on r.activity_id = m.activity_id and r.id > m.sent_through
              where m.id = :id and r.created_at <= m.created_at
                and (m.occurrence_id is null or r.occurrence_id is null or r.occurrence_id = m.occurrence_id)
                and ((m.audience <> 'waiting' and r.status = 'registered')
                     or (m.audience <> 'registered' and r.status in ('waitlisted', 'offered')))
                and (m.occurrence_id is not null
                     or exists (select 1 from activity_occurrences o
                                 where o.activity_id = r.activity_id and coalesce(r.occurrence_id, o.id) = o.id and o.ends_at > m.created_at)
                     or not exists (select 1 from activity_occurrences o where o.activity_id = r.activity_id and o.ends_at > m.created_at))
              order by r.id
              limit :most",
        )?
        .query_map(named_params! {":id": id.number(), ":most": most}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

/// Messages that are still being sent.
pub fn unsent(connection: &Connection) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select id from activity_messages where sent_at is null order by id limit 20",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

/// Sends a message to the next hundred, each once. A job that is killed goes on after the last that it sent to.
pub fn send_next(tx: &Tx, id: i64) -> Result<()> {
    let found: Option<(Option<i64>, String)> = tx
        .prepare_cached(
            "select occurrence_id, message from activity_messages where id = ?1 and sent_at is null",
        )?
        .query_row([id], |row| row.try_into())
        .optional()?;
    let Some((occurrence_id, message)) = found else {
        return Ok(());
    };
    let people = audience_of(tx, Id::new(id), SENT_AT_ONCE)?;
    for person in &people {
        let registration = Id::<ActivityRegistration>::new(*person);
        notify::message(tx, registration, (id, occurrence_id), &message)?;
    }
    let count = i64::try_from(people.len()).unwrap_or(SENT_AT_ONCE);
    tx.prepare_cached(
        "update activity_messages
            set sent_through = coalesce(:last, sent_through), sent_count = sent_count + :count,
                sent_at = iif(:is_all, :now, null), version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {
        ":id": id,
        ":last": people.last(),
        ":count": count,
        ":is_all": count < SENT_AT_ONCE,
        ":now": tx.now(),
    })?;
    Ok(())
}
