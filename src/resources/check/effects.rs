//! What becomes of checks when something happens to the person, the organisation, the application or the centre.

use super::transition::CheckEvent;
use super::{Check, CheckStatus};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::model::effects::{Event, Happening, gone_with_center, gone_with_organization};
use crate::model::state_machine;

pub(super) fn run(happening: &Happening) -> Result<()> {
    let Happening { tx, id, .. } = *happening;
    match happening.event {
        // Nobody shows or looks at anything any more.
        Event::AccountCloses => cancel(tx, "user_id", id),
        Event::OrganizationCloses => cancel(tx, "organization_id", id),
        Event::ApplicationErased => leave(tx, id),
        Event::OrganizationPurged => gone_with_organization::<Check>(happening),
        Event::CenterDeleted => gone_with_center::<Check>(happening),
        _ => Ok(()),
    }
}

fn cancel(tx: &Tx, column: &str, id: i64) -> Result<()> {
    let open: Vec<i64> = tx
        .prepare_cached(&format!(
            "select id from checks where {column} = ?1 and status in ('requested', 'claimed')"
        ))?
        .query_map([id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    open.into_iter().try_for_each(|id| {
        state_machine::run::<CheckStatus>(tx, None, Id::new(id), CheckEvent::Withdraw)
    })
}

/// Those of a guest go with the application; those of an account no longer lead from the person to it.
fn leave(tx: &Tx, application_id: i64) -> Result<()> {
    for sql in [
        "delete from checks where application_id = ?1 and user_id is null",
        "update checks set application_id = null where application_id = ?1",
    ] {
        tx.prepare_cached(sql)?.execute([application_id])?;
    }
    Ok(())
}
