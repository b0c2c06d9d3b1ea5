//! Conversations between two sides (docs/domain/states.md#messages): about an application or a message of the pool that
//! was answered, made by the first message, or begun by somebody about a vacancy, an activity, an organisation or nothing
//! else than the person. Who is on neither side reads nothing.

mod begin;
mod lines;
mod live;
mod mailing;
mod many;
pub mod message;
pub mod received;
mod resource;
mod side;
pub mod snippet;
mod steps;

use rusqlite::{Connection, OptionalExtension as _, named_params};

pub use self::mailing::{
    Unread, mail_unread, mail_unread_of_application, notify_side, take_unread, to_mail,
};
pub use self::resource::{
    Conversation, UNREAD_BY_CENTER, UNREAD_BY_MENTOR, UNREAD_BY_ORGANIZATION, UNREAD_BY_PERSON,
};
pub use self::side::Side;

use crate::db::Tx;
use crate::error::Result;
use crate::http::routes::Routes;
use crate::jsonapi::{Id, Resource};
use crate::model::belongings::Undone;
use crate::model::effects::{Event, Happening};
use crate::resources::application::Application;

/// What a conversation is about that its first message makes: the type and id of a row with a person, an organisation
/// and a centre.
#[derive(Debug, Clone, Copy)]
pub struct About {
    pub type_name: &'static str,
    pub id: i64,
}

impl About {
    pub fn row<R: Resource>(id: Id<R>) -> Self {
        Self {
            type_name: R::TYPE,
            id: id.number(),
        }
    }

    /// The conversation about it, once there is one.
    pub fn conversation(self, connection: &Connection) -> Result<Option<i64>> {
        Ok(connection
            .prepare_cached("select id from conversations where about_type = ?1 and about_id = ?2")?
            .query_row((self.type_name, self.id), |row| row.get(0))
            .optional()?)
    }
}

/// Tells both sides that one of their messages looks different now.
pub fn announce_message_change(tx: &Tx, message: i64) -> Result<()> {
    let conversation: Option<i64> = tx
        .prepare_cached("select conversation_id from messages where id = ?1")?
        .query_row([message], |row| row.get(0))
        .optional()?;
    match conversation {
        Some(conversation) => side::announce_change(tx, conversation, None),
        None => Ok(()),
    }
}

pub fn routes() -> Routes {
    resource::routes()
        .merge(begin::routes())
        .merge(many::routes())
        .merge(steps::routes())
}

/// The conversation about something; made where there is none.
fn about(tx: &Tx, about: About) -> Result<i64> {
    if let Some(found) = about.conversation(tx)? {
        return Ok(found);
    }
    let About { type_name, id } = about;
    let conversation = tx
        .prepare_cached(&format!(
            "insert into conversations (about_type, about_id, organization_id, volunteer_center_id, last_message_at, created_at, updated_at)
             select :type, a.id, a.organization_id, a.volunteer_center_id, :now, :now, :now from {type_name} a where a.id = :id",
        ))?
        .insert(named_params! {":type": type_name, ":id": id, ":now": tx.now()})?;
    let person: Option<i64> = tx
        .prepare_cached(&format!("select user_id from {type_name} where id = ?1"))?
        .query_row([id], |row| row.get(0))?;
    add_sides(
        tx,
        conversation,
        [(Side::Person, person), (Side::Organization, None)],
    )?;
    Ok(conversation)
}

/// Adds both sides of a new conversation. Where one of them has blocked the other, it begins blocked.
fn add_sides(tx: &Tx, conversation: i64, sides: [(Side, Option<i64>); 2]) -> Result<()> {
    for (side, user_id) in sides {
        tx.prepare_cached(
            "insert into conversation_sides (conversation_id, side, user_id) values (?1, ?2, ?3)",
        )?
        .execute((conversation, side, user_id))?;
    }
    tx.prepare_cached(
        "update conversation_sides
            set (blocked_at, blocked_by_id) = (select b.blocked_at, b.blocked_by_id from conversation_sides b
                  where b.conversation_id in (select value from json_each(:others)) and b.side = conversation_sides.side and b.blocked_at is not null
                  limit 1)
          where conversation_id = :id",
    )?
    .execute(named_params! {":id": conversation, ":others": serde_json::to_string(&of_same_pair(tx, conversation)?)?})?;
    Ok(())
}

/// The other conversations between the same two sides.
fn of_same_pair(connection: &Connection, conversation: i64) -> Result<Vec<i64>> {
    let mut statement = connection.prepare_cached(
        "select o.id from conversations c
           join conversations o on o.id <> c.id and o.organization_id is c.organization_id
          where c.id = :id
            and o.id in (
              select s.conversation_id from conversation_sides m join conversation_sides s on s.user_id = m.user_id and s.side = m.side
               where m.conversation_id = :id and m.user_id is not null
              union
              select x.id from conversations x where x.organization_id = c.organization_id and x.volunteer_center_id = c.volunteer_center_id)
            and not exists (
              select 1 from conversation_sides m where m.conversation_id = :id
               and not exists (select 1 from conversation_sides s where s.conversation_id = o.id and s.side = m.side and s.user_id is m.user_id))
            and (o.volunteer_center_id = c.volunteer_center_id
                 or not exists (select 1 from conversation_sides s where s.conversation_id = o.id and s.side = 'center'))",
    )?;
    Ok(statement
        .query_map(named_params! {":id": conversation}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

/// What is said about something that goes back goes back with it.
fn follow_subjects(tx: &Tx, undone: &Undone) -> Result<()> {
    for table in [Application::TYPE, "volunteer_profile_replies"] {
        tx.prepare_cached(&format!(
            "update conversations set organization_id = ?1, version = version + 1
              where organization_id = ?2 and about_type = '{table}'
                and about_id in (select id from {table} where organization_id = ?1)",
        ))?
        .execute((undone.id, undone.into))?;
    }
    Ok(())
}

/// Deletes what was written about an application.
fn forget_with_application(happening: &Happening) -> Result<()> {
    if happening.event != Event::ApplicationErased {
        return Ok(());
    }
    happening
        .tx
        .prepare_cached(
            "delete from conversations where about_type = 'applications' and about_id = ?1",
        )?
        .execute([happening.id])?;
    Ok(())
}
