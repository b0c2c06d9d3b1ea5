//! What becomes of hours when something happens to the organisation or the centre: the table of consequences
//! (docs/domain/states.md#hours). What was confirmed stays and counts. Those of an account go when it is erased, not when
//! it is closed: it may be opened again.

use super::HoursEntry;
use crate::db::Tx;
use crate::error::Result;
use crate::model::effects::{self, Event, Happening};

pub(super) fn run(happening: &Happening) -> Result<()> {
    let Happening { tx, id, .. } = *happening;
    match happening.event {
        Event::OrganizationPurged => leave_organization(tx, id),
        _ => effects::gone_with_center::<HoursEntry>(happening),
    }
}

/// What was helped counts for the centre and for the proof of the volunteer, with the name that the organisation had.
fn leave_organization(tx: &Tx, organization_id: i64) -> Result<()> {
    tx.prepare_cached(
        "delete from hours_entries where organization_id = ?1 and status in ('logged', 'disputed', 'refused')",
    )?
    .execute([organization_id])?;
    tx.prepare_cached(
        "update hours_entries set organization_id = null, version = version + 1 where organization_id = ?1",
    )?
    .execute([organization_id])?;
    Ok(())
}
