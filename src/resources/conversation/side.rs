//! The two sides of a conversation: a person, an organisation, a centre or a mentor. Who is on a team answers as the team.

use rusqlite::{Connection, OptionalExtension as _, named_params};

use crate::app::access::RequestContext;
use crate::app::live::{Announcement, announce};
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::text_enum;

/// The side of a conversation that wrote.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MessageSide")]
pub enum Side {
    /// Who applied, was found in the pool, or is written to by an organisation, a centre or a mentor.
    Person,
    Organization,
    Center,
    Mentor,
}

text_enum!(Side {
    Person = "person",
    Organization = "organization",
    Center = "center",
    Mentor = "mentor",
});

/// SQL over `t`, a conversation that the actor takes part in: the side they are on. Who is on both, as centre and as
/// manager, is on the side of the organisation while it is the selected one.
macro_rules! my_side {
    () => {
        "coalesce((select s.side from conversation_sides s where s.conversation_id = t.id and s.user_id = :user_id order by s.id limit 1),
               case when t.organization_id is null then 'center'
                    when not exists (select 1 from conversation_sides s where s.conversation_id = t.id and s.side = 'center') then 'organization'
                    when :organization_id is t.organization_id then 'organization'
                    when exists (select 1 from roles r where r.user_id = :user_id and r.name in ('center_superuser', 'admin')
                                   and r.accepted_at is not null and (r.expires_at is null or r.expires_at > :now)) then 'center'
                    else 'organization' end)"
    };
}
pub(super) use my_side;

/// The side of the requester, who may read the conversation.
pub(super) fn side_of(connection: &Connection, ctx: &RequestContext, id: i64) -> Result<Side> {
    let side = connection
        .prepare_cached(concat!(
            "select ",
            my_side!(),
            " from conversations t where t.id = :id"
        ))?
        .query_row(
            named_params! {
                ":id": id,
                ":user_id": ctx.user_id(),
                ":organization_id": ctx.organization_id,
                ":now": ctx.now,
            },
            |row| row.get(0),
        )
        .optional()?;
    side.ok_or_else(|| Code::NotFound.into())
}

/// Marks everything that is there now as read by a side.
pub(super) fn mark_read(tx: &Tx, conversation: i64, side: Side) -> Result<bool> {
    let changed = tx
        .prepare_cached(
            "update conversation_sides
                set read_id = (select coalesce(max(m.id), 0) from messages m where m.conversation_id = :id)
              where conversation_id = :id and side = :side
                and read_id < (select coalesce(max(m.id), 0) from messages m where m.conversation_id = :id)",
        )?
        .execute(named_params! {":id": conversation, ":side": side})?;
    Ok(changed > 0)
}

/// Tells who is on the sides, or on this one, that something of the conversation changed.
pub(super) fn announce_change(tx: &Tx, conversation: i64, only: Option<Side>) -> Result<()> {
    let people = people_of(tx, conversation)?.into_iter();
    let user_ids = people
        .filter(|(_, side)| only.is_none_or(|only| only == *side))
        .map(|(user_id, _)| user_id)
        .collect();
    let announcement = Announcement::Conversation {
        conversation_id: conversation,
        user_ids,
    };
    announce(tx, announcement);
    Ok(())
}

/// Who is on the sides: people with an account, of a team those who manage it now. The side beside each.
pub(super) fn people_of(connection: &Connection, conversation: i64) -> Result<Vec<(i64, Side)>> {
    let mut statement = connection.prepare_cached(
        "select s.user_id, s.side from conversation_sides s where s.conversation_id = :id and s.user_id is not null
          union
         select r.user_id, s.side from conversation_sides s join conversations c on c.id = s.conversation_id
           join roles r on r.scope_type = 'organization' and r.scope_id = c.organization_id and r.name = 'organization_superuser'
                and r.accepted_at is not null
          where s.conversation_id = :id and s.side = 'organization'
          union
         select o.household_of_id, s.side from conversation_sides s join conversations c on c.id = s.conversation_id
           join organizations o on o.id = c.organization_id and o.household_of_id is not null
          where s.conversation_id = :id and s.side = 'organization'
          union
         select r.user_id, s.side from conversation_sides s join conversations c on c.id = s.conversation_id
           join roles r on r.scope_type = 'volunteer_center' and r.scope_id = c.volunteer_center_id and r.name = 'center_superuser'
                and r.accepted_at is not null
          where s.conversation_id = :id and s.side = 'center'",
    )?;
    Ok(statement
        .query_map(named_params! {":id": conversation}, |row| row.try_into())?
        .collect::<rusqlite::Result<_>>()?)
}
