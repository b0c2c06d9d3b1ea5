//! What becomes of accounts when something happens to an organisation of which they are a member.

use rusqlite::named_params;

use crate::db::Tx;
use crate::error::Result;
use crate::model::effects::{Event, Happening};

pub(super) fn run(happening: &Happening) -> Result<()> {
    match happening.event {
        Event::OrganizationTakesMember { from, to } => {
            go_along(happening.tx, happening.id, (from, to))
        }
        _ => Ok(()),
    }
}

/// The account goes to another centre, where the person is a volunteer as they were at the old one.
fn go_along(tx: &Tx, user_id: i64, (from, to): (i64, i64)) -> Result<()> {
    tx.prepare_cached(
        "update users set volunteer_center_id = :to, version = version + 1, updated_at = :now where id = :user_id",
    )?
    .execute(named_params! {":user_id": user_id, ":to": to, ":now": tx.now()})?;
    tx.prepare_cached(
        "update or ignore roles set scope_id = :to, version = version + 1, updated_at = :now
          where user_id = :user_id and name = 'volunteer' and scope_type = 'volunteer_center' and scope_id = :from",
    )?
    .execute(named_params! {":user_id": user_id, ":from": from, ":to": to, ":now": tx.now()})?;
    Ok(())
}
