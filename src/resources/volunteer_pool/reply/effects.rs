//! What becomes of messages of the pool when something happens to the organisation or the person.

use super::ReplyStatus;
use super::VolunteerProfileReply;
use super::transition::ReplyEvent;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::model::effects::{Event, Happening};
use crate::model::state_machine;

pub(super) fn run(happening: &Happening) -> Result<()> {
    let Happening { tx, id, .. } = *happening;
    match happening.event {
        // Nobody can answer any more.
        Event::AccountCloses => close(tx, "user_id", id),
        Event::OrganizationCloses => close(tx, "organization_id", id),
        Event::OrganizationPurged => forget(tx, id),
        _ => Ok(()),
    }
}

fn close(tx: &Tx, column: &str, id: i64) -> Result<()> {
    let open: Vec<i64> = tx
        .prepare_cached(&format!(
            "select id from volunteer_profile_replies where {column} = ?1 and status = 'open'"
        ))?
        .query_map([id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    open.into_iter().try_for_each(|id| {
        let id = Id::<VolunteerProfileReply>::new(id);
        state_machine::run::<ReplyStatus>(tx, None, id, ReplyEvent::Expire)
    })
}

/// What was written and told about them goes with them: `conversations_of_replies` in the schema.
fn forget(tx: &Tx, organization_id: i64) -> Result<()> {
    tx.prepare_cached("delete from volunteer_profile_replies where organization_id = ?1")?
        .execute([organization_id])?;
    Ok(())
}
