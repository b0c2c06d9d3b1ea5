//! What happened to the application or activity that a conversation is about, as lines between its messages. They are
//! read from what is kept of it: a code and a moment, never a reason, a name or what the asker's side was not to know.

use std::borrow::Cow;
use std::collections::HashMap;

use rusqlite::{Connection, named_params};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::resource::Conversation;
use super::side::{Side, side_of};
use crate::app::access::RequestContext;
use crate::error::{Error, Result};
use crate::http::openapi::singular;
use crate::http::routes::Typed;
use crate::jsonapi::{Document, Id, Resource as _};
use crate::resources::activity::Activity;
use crate::resources::application::Application;
use crate::text_enum;

/// What happened, as both sides may know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ConversationEvent")]
enum Happened {
    Applied,
    /// Somebody of the organisation or the centre applied for them.
    Registered,
    /// Told to the student alone.
    ApprovedByMentor,
    Contacted,
    Waitlisted,
    Offered,
    /// An offer ran out without an answer.
    OfferMissed,
    Accepted,
    Started,
    Completed,
    Rejected,
    Withdrawn,
    Reopened,
    AppliedAgain,
    Closed,
    /// A date of the activity, or more of them.
    Moved,
    Cancelled,
}

text_enum!(Happened {
    Applied = "applied",
    Registered = "registered",
    ApprovedByMentor = "approved_by_mentor",
    Contacted = "contacted",
    Waitlisted = "waitlisted",
    Offered = "offered",
    OfferMissed = "offer_missed",
    Accepted = "accepted",
    Started = "started",
    Completed = "completed",
    Rejected = "rejected",
    Withdrawn = "withdrawn",
    Reopened = "reopened",
    AppliedAgain = "applied_again",
    Closed = "closed",
    Moved = "moved",
    Cancelled = "cancelled",
});

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ConversationLineKind {
    Event,
}

/// A line that nobody wrote.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ConversationEventAttributes {
    kind: ConversationLineKind,
    event: Happened,
    /// Always null.
    body: Option<String>,
    created_at: String,
}

impl Typed for ConversationEventAttributes {
    const TYPE: &'static str = "conversation_events";
}

/// Messages and what happened between them, in one order.
pub(super) struct Lines;

impl JsonSchema for Lines {
    fn schema_name() -> Cow<'static, str> {
        "ConversationLines".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let attributes = generator.subschema_for::<ConversationEventAttributes>();
        let message = format!(
            "#/components/schemas/{}",
            singular(super::message::Message::TYPE)
        );
        let event = json_schema!({
            "type": "object",
            "required": ["type", "id", "attributes"],
            "properties": {
                "type": { "type": "string", "const": ConversationEventAttributes::TYPE },
                "id": { "type": "string" },
                "attributes": attributes,
            },
        });
        json_schema!({
            "type": "object",
            "required": ["data", "meta", "links"],
            "properties": {
                "data": { "type": "array", "items": { "oneOf": [{ "$ref": message }, event] } },
                "meta": { "type": "object", "description": "Counts messages: what happened is on the page of the message before it.", "properties": {
                    "total": { "type": "integer" },
                    "page": { "type": "integer" },
                    "size": { "type": "integer" },
                    "pages": { "type": "integer" },
                } },
                "links": { "type": "object" },
            },
        })
    }
}

struct Event {
    event: Happened,
    at: String,
}

/// Steps of an application. One that waits for a mentor is not known to the organisation before the mentor agreed.
const OF_APPLICATION: &str = "select case h.event
             when 'apply' then iif(h.to_state = 'waitlisted', 'waitlisted', 'applied') when 'register' then 'registered'
             when 'approve_as_mentor' then iif(:is_person, 'approved_by_mentor', 'applied')
             when 'contact' then 'contacted' when 'waitlist' then 'waitlisted' when 'offer' then 'offered' when 'miss_offer' then 'offer_missed'
             when 'accept' then 'accepted' when 'accept_offer' then 'accepted' when 'confirm_match' then 'started' when 'complete' then 'completed'
             when 'reject' then 'rejected' when 'withdraw' then 'withdrawn' when 'decline_offer' then 'withdrawn' when 'reopen' then 'reopened'
             when 'reapply' then 'applied_again' when 'close' then 'closed' end as event, h.at as at
       from transitions h
      where h.subject_type = 'applications' and h.subject_id = :about
        and (:is_person or (h.to_state <> 'mentor_review' and (h.from_state is not 'mentor_review' or h.event = 'approve_as_mentor')))
      order by h.id";

/// Dates that were moved or cancelled since the conversation began, those of one change once.
const OF_ACTIVITY: &str = "select 'moved' as event, o.changed_at as at from activity_occurrences o
      where o.activity_id = :about and o.status = 'planned' and o.is_changed = 1 and o.changed_at >= :since
      union
     select 'cancelled', o.cancelled_at from activity_occurrences o
      where o.activity_id = :about and o.status = 'cancelled' and o.cancelled_at >= :since
      order by at";

fn events_of(
    connection: &Connection,
    ctx: &RequestContext,
    id: Id<Conversation>,
) -> Result<Vec<Event>> {
    let (about_type, about_id, since): (String, i64, String) = connection
        .prepare_cached("select about_type, about_id, created_at from conversations where id = ?1")?
        .query_row([id.number()], |row| row.try_into())?;
    let read = |row: &rusqlite::Row| -> rusqlite::Result<(Option<Happened>, String)> {
        Ok((row.get(0)?, row.get(1)?))
    };
    let found: Vec<(Option<Happened>, String)> = if about_type == Application::TYPE {
        let is_person = side_of(connection, ctx, id.number())? == Side::Person;
        connection
            .prepare_cached(OF_APPLICATION)?
            .query_map(
                named_params! {":about": about_id, ":is_person": is_person},
                read,
            )?
            .collect::<rusqlite::Result<_>>()?
    } else if about_type == Activity::TYPE {
        connection
            .prepare_cached(OF_ACTIVITY)?
            .query_map(named_params! {":about": about_id, ":since": since}, read)?
            .collect::<rusqlite::Result<_>>()?
    } else {
        Vec::new()
    };
    let known = found.into_iter();
    Ok(known
        .filter_map(|(event, at)| Some(Event { event: event?, at }))
        .collect())
}

/// Where the messages of a page stand: the moment of each, and of the first message after the page.
struct Place {
    moments: HashMap<i64, String>,
    is_first: bool,
    until: Option<String>,
}

fn place_of(connection: &Connection, id: Id<Conversation>, shown: &[i64]) -> Result<Option<Place>> {
    let (Some(first), Some(last)) = (shown.iter().min(), shown.iter().max()) else {
        return Ok(None);
    };
    let mut statement = connection.prepare_cached(
        "select id, created_at from messages where conversation_id = ?1 and id between ?2 and ?3",
    )?;
    let moments = statement
        .query_map((id.number(), first, last), |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?;
    let is_first = !connection
        .prepare_cached("select 1 from messages where conversation_id = ?1 and id < ?2")?
        .exists((id.number(), first))?;
    let until = connection
        .prepare_cached(
            "select min(created_at) from messages where conversation_id = ?1 and id > ?2",
        )?
        .query_row((id.number(), last), |row| row.get(0))?;
    Ok(Some(Place {
        moments,
        is_first,
        until,
    }))
}

/// What happened, put between the messages of a page: each on the page of the message before it, or the first page.
pub(super) fn between(
    connection: &Connection,
    ctx: &RequestContext,
    id: Id<Conversation>,
    (page, is_newest_first): (&Document, bool),
) -> Result<Document> {
    let mut document: Value = serde_json::from_slice(&page.body).map_err(Error::internal)?;
    let Some(messages) = document.get_mut("data").and_then(Value::as_array_mut) else {
        return Ok(page.clone());
    };
    let shown: Vec<i64> = messages.iter().filter_map(id_of).collect();
    let Some(place) = place_of(connection, id, &shown)? else {
        return Ok(page.clone());
    };
    if is_newest_first {
        messages.reverse();
    }
    let mut events = events_of(connection, ctx, id)?.into_iter().peekable();
    let mut lines = Vec::with_capacity(messages.len());
    for message in std::mem::take(messages) {
        let moment = id_of(&message).and_then(|id| place.moments.get(&id));
        let moment = moment.map(String::as_str).unwrap_or_default();
        while let Some(event) = events.next_if(|event| event.at.as_str() < moment) {
            // What happened before the page is on the one before it.
            if place.is_first || !lines.is_empty() {
                lines.push(event.line());
            }
        }
        lines.push(message);
    }
    let rest = events.filter(|event| place.until.as_ref().is_none_or(|until| event.at < *until));
    lines.extend(rest.map(Event::line));
    if is_newest_first {
        lines.reverse();
    }
    *messages = lines;
    Ok(Document::of(&document))
}

fn id_of(message: &Value) -> Option<i64> {
    message.get("id")?.as_str()?.parse().ok()
}

impl Event {
    fn line(self) -> Value {
        use crate::db::text_enum::TextEnum as _;
        let id = format!("{}-{}", self.event.as_str(), self.at);
        let attributes = ConversationEventAttributes {
            kind: ConversationLineKind::Event,
            event: self.event,
            body: None,
            created_at: self.at,
        };
        json!({ "type": ConversationEventAttributes::TYPE, "id": id, "attributes": attributes })
    }
}
