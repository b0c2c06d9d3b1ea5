//! What becomes of applications when something happens to their vacancy, their organisation or the applicant.

use super::school::adopt;
use super::transition;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::Id;
use crate::model::effects::{Event, Happening};
use crate::model::purge::{forget_guest, ids};

pub(super) fn run(happening: &Happening) -> Result<()> {
    let Happening { tx, id, .. } = *happening;
    match happening.event {
        Event::AccountCloses => transition::withdraw_all_of(tx, id, happening.actor_id),
        Event::AddressProved => adopt(tx, id),
        Event::OrganizationCloses => transition::close_all_of(tx, Id::new(id)),
        Event::VacancyGoesOffline { is_confirmed } => {
            let waiting = transition::open_of(tx, Id::new(id))?.len();
            if waiting == 0 || is_confirmed {
                return Ok(());
            }
            Err(Error::from(Code::ConfirmationNeeded)
                .with("open_applications", waiting)
                .at("/data/attributes/confirmed"))
        }
        Event::VacancyPaused => transition::pause_all_for(tx, Id::new(id)),
        Event::VacancyCloses => transition::close_all_for(tx, Id::new(id)),
        Event::VacancyPurged => forget_names_of(tx, id),
        _ => Ok(()),
    }
}

/// Deletes what names a vacancy that is purged: guests' applications that were never confirmed, and notifications.
fn forget_names_of(tx: &Tx, vacancy_id: i64) -> Result<()> {
    let guests = ids(
        tx,
        "select id from tokens where email is not null and data ->> 'vacancy_id' = cast(?1 as text)",
        vacancy_id,
    )?;
    for guest in guests {
        forget_guest(tx, guest)?;
    }
    for table in ["notifications", "outbox"] {
        tx.execute(
            &format!(
                "delete from {table} where subject_type = 'applications' and subject_id in (select id from applications where vacancy_id = ?1)"
            ),
            [vacancy_id],
        )?;
    }
    Ok(())
}
