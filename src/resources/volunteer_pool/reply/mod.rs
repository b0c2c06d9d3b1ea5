//! What organisations write to people whom they found in the pool (docs/domain/states.md#messages-of-the-pool). An answer
//! opens a conversation; nothing of the person is shared that they did not tick.

mod answer;
mod declaration;
mod effects;
pub mod follow;
mod messages;
mod notify;
mod transition;
mod write;

use rusqlite::{Connection, OptionalExtension as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::list;
use crate::base::clock::{days, later};
use crate::error::Result;
use crate::http::routes::Routes;
use crate::jsonapi::schema::facts::{AuditSubject, Changes, SessionAccess};
use crate::jsonapi::{Computed, Filter, Id, Predicate, Relation, Resource, Sort, belongs_to};
use crate::presets::Features;
use crate::resources::organization::Organization;
use crate::resources::vacancy::Vacancy;

pub use self::messages::mail_unread;
pub use self::transition::ReplyEvent;

/// Messages of one organisation within 24 hours (docs/domain/limits.md#rates).
const MOST_A_DAY: i64 = 20;
/// Days after which an organisation may write to the same person again.
const AGAIN_AFTER_DAYS: i64 = 28;
/// Days within which a message is answered.
const ANSWERED_WITHIN_DAYS: i64 = 30;
/// Days after which somebody is reminded of a message, once.
const REMINDED_AFTER_DAYS: i64 = 7;

pub struct VolunteerProfileReply;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct VolunteerProfileReplyAttributes {
    #[schemars(extend("readOnly" = true))]
    pub organization_id: Id<Organization>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub organization_name: String,
    #[schemars(extend("readOnly" = true))]
    pub vacancy_id: Option<Id<Vacancy>>,
    #[schemars(extend("readOnly" = true))]
    pub vacancy_title: Option<String>,
    /// While the vacancy has a page that visitors see.
    #[schemars(extend("readOnly" = true))]
    pub vacancy_slug: Option<String>,
    /// Who wrote it, for the organisation.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub sender_name: String,
    /// First name and the first letter of the surname; the whole surname once it was shared.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub person_name: String,
    /// Once it was shared.
    #[schemars(extend("readOnly" = true))]
    pub person_phone: Option<String>,
    /// Once it was shared.
    #[schemars(extend("readOnly" = true))]
    pub person_email: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub body: String,
    /// The organisation does not read that it was blocked: for it the message stays open, and runs out.
    #[schemars(extend("readOnly" = true))]
    pub status: ReplyStatus,
    /// With what the person began the conversation.
    #[schemars(extend("readOnly" = true))]
    pub answer: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub answered_at: Option<String>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub shares_last_name: bool,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub shares_phone: bool,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub shares_email: bool,
    /// Until when it can be answered.
    #[schemars(extend("readOnly" = true))]
    pub expires_at: String,
    /// For who asks: `received` by them, or `sent` by an organisation.
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub direction: ReplyDirection,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplyStatus {
    Open,
    Answered,
    Declined,
    Expired,
    Blocked,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplyDirection {
    #[default]
    Received,
    Sent,
}

/// The state as who asks reads it, over `t`.
macro_rules! status_read {
    () => {
        "case when t.status = 'blocked' and t.user_id is not :user_id
              then case when t.answered_at is not null then 'answered' when t.expires_at > :now then 'open' else 'expired' end
              else t.status end"
    };
}

impl Resource for VolunteerProfileReply {
    const TYPE: &'static str = "volunteer_profile_replies";
    const ALIAS: &'static str = "volunteer_profile_reply";
    type Attributes = VolunteerProfileReplyAttributes;
    const PERSON: &'static str = "t.user_id";
    const FILTERS: &'static [Filter] = &[
        Filter::column("organization_id", &[Predicate::Eq]),
        Filter::column("vacancy_id", &[Predicate::Eq]),
        Filter::custom("status_in", &["status"], |conditions, value| {
            let wanted: Vec<&str> = value.split(',').map(str::trim).collect();
            conditions.add(
                concat!(status_read!(), " in (select value from json_each(:value))"),
                serde_json::to_string(&wanted)?,
            );
            Ok(())
        }),
        Filter::custom("direction_eq", &["direction"], |conditions, value| {
            conditions.add(
                "iif(t.user_id is :user_id, 'received', 'sent') = :value",
                value.to_owned(),
            );
            Ok(())
        }),
    ];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-created_at";
    const COMPUTED: &'static [Computed] = &[
        Computed {
            field: "organization_name",
            sql: "select o.name from organizations o where o.id = t.organization_id",
        },
        Computed {
            field: "vacancy_title",
            sql: "select v.title from vacancies v where v.id = t.vacancy_id",
        },
        Computed {
            field: "vacancy_slug",
            sql: "select v.id || '-' || v.slug from vacancies v where v.id = t.vacancy_id and v.status in ('published', 'filled')",
        },
        Computed {
            field: "sender_name",
            sql: "coalesce((select trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) from users u where u.id = t.author_id), '')",
        },
        Computed {
            field: "person_name",
            sql: "coalesce((select trim(coalesce(u.first_name, '') || ' ' || case when u.last_name is null then '' when t.shares_last_name = 1 or t.user_id is :user_id then u.last_name else coalesce(initial(u.last_name) || '.', '') end)
                              from users u where u.id = t.user_id), '')",
        },
        Computed {
            field: "person_phone",
            sql: "select u.phone_number from users u where u.id = t.user_id and t.shares_phone = 1",
        },
        Computed {
            field: "person_email",
            sql: "select u.email from users u where u.id = t.user_id and t.shares_email = 1",
        },
        Computed {
            field: "status",
            sql: status_read!(),
        },
        Computed {
            field: "answer",
            sql: "select m.body from messages m join conversations c on c.id = m.conversation_id
                   where c.about_type = 'volunteer_profile_replies' and c.about_id = t.id and m.side = 'person' order by m.id limit 1",
        },
        Computed {
            field: "direction",
            sql: "iif(t.user_id is :user_id, 'received', 'sent')",
        },
    ];
    const RELATIONS: &'static [Relation] = &[
        belongs_to::<Organization>("organization", "organization_id"),
        belongs_to::<Vacancy>("vacancy", "vacancy_id"),
    ];
    const DEPENDS: &'static [&'static str] = &["organizations"];
    const IS_ON: fn(Features) -> bool = |features| features.volunteer_profiles;
    // What an organisation writes to somebody is between the two.
    const AUDIT_SUBJECT: Option<AuditSubject> = Some(AuditSubject {
        changes: Changes::Unrecorded,
        ..AuditSubject::OF_CENTER
    });
    const SESSION_ACCESS: SessionAccess = SessionAccess::CLOSED;
}

pub fn routes() -> Routes {
    Routes::new()
        .list::<VolunteerProfileReply>()
        .find::<VolunteerProfileReply>()
        .merge(list::routes())
        .merge(write::routes())
        .merge(messages::routes())
        .merge(answer::routes())
}

/// The last message of an organisation to somebody, as their card shows it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LastReply {
    pub id: Id<VolunteerProfileReply>,
    pub status: ReplyStatus,
    pub created_at: String,
}

/// That message, and from when the organisation may write again; none: now.
pub fn last_of(
    connection: &Connection,
    (organization_id, user_id): (i64, i64),
    now: &str,
) -> Result<(Option<LastReply>, Option<String>)> {
    let last: Option<LastReply> = connection
        .prepare_cached(concat!(
            "select t.id, ",
            status_read!(),
            ", t.created_at from volunteer_profile_replies t
               where t.organization_id = :organization and t.user_id = :person and :user_id is null
               order by t.created_at desc, t.id desc limit 1",
        ))?
        .query_row(
            rusqlite::named_params! {
                ":organization": organization_id,
                ":person": user_id,
                ":user_id": None::<i64>,
                ":now": now,
            },
            |row| {
                Ok(LastReply {
                    id: Id::new(row.get(0)?),
                    status: row.get(1)?,
                    created_at: row.get(2)?,
                })
            },
        )
        .optional()?;
    let again = last
        .as_ref()
        .map(|last| later(&last.created_at, days(AGAIN_AFTER_DAYS)))
        .filter(|again| again.as_str() > now);
    Ok((last, again))
}

/// How many messages an organisation can still write today.
pub fn left_today(connection: &Connection, organization_id: i64, now: &str) -> Result<i64> {
    let written: i64 = connection
        .prepare_cached(
            "select count(*) from volunteer_profile_replies where organization_id = ?1 and created_at > ?2",
        )?
        .query_row((organization_id, later(now, -days(1))), |row| row.get(0))?;
    Ok((MOST_A_DAY - written).max(0))
}
