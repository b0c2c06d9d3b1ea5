//! What becomes of vacancies when something happens to their organisation, their contact or who asked for them.

use std::path::Path;

use rusqlite::named_params;

use super::purge::purge;
use super::transition;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::model::effects::{Event, Happening};
use crate::model::purge::ids;
use crate::resources::taxonomy::{Chosen, ChosenBy, follow_move};

pub(super) fn run(happening: &Happening) -> Result<()> {
    let Happening { tx, id, .. } = *happening;
    match happening.event {
        Event::AccountCloses => {
            transition::archive_all_asked_by(tx, id)?;
            hand_over(tx, id)
        }
        Event::OrganizationApproved => transition::publish_waiting(tx, Id::new(id)),
        Event::OrganizationCloses => transition::archive_all_of(tx, Id::new(id)),
        Event::OrganizationPurged => purge_all_of(tx, id, happening.uploads()?),
        Event::OrganizationMoves { from, to } => follow_move(tx, id, (from, to), CHOSEN),
        _ => Ok(()),
    }
}

/// The terms that vacancies chose.
const CHOSEN: &[Chosen] = &[
    chosen("tags", ChosenBy::Keys),
    chosen("skills", ChosenBy::Keys),
    chosen("age_group_ids", ChosenBy::Ids),
    chosen("activity_type_ids", ChosenBy::Ids),
];

const fn chosen(column: &'static str, by: ChosenBy) -> Chosen {
    Chosen {
        table: "vacancies",
        column,
        rows: "organization_id = :id",
        by,
    }
}

/// Assigns the vacancies of which this person is the contact to another manager of the organisation, where there is
/// one: visitors must not be referred to a closed account.
fn hand_over(tx: &Tx, user_id: i64) -> Result<()> {
    tx.execute(
        "update vacancies
            set contact_person_id = (select m.user_id
                                       from organization_managers m
                                      where m.organization_id = vacancies.organization_id and m.user_id <> :user_id
                                      order by m.role_id
                                      limit 1),
                contact_phone_visible = 0,
                version = version + 1, updated_at = :now
          where contact_person_id = :user_id",
        named_params! {":user_id": user_id, ":now": tx.now()},
    )?;
    Ok(())
}

fn purge_all_of(tx: &Tx, organization_id: i64, uploads: &Path) -> Result<()> {
    let vacancies = ids(
        tx,
        "select id from vacancies where organization_id = ?1 and purged_at is null",
        organization_id,
    )?;
    for vacancy in vacancies {
        // A draft is not marked as deleted, but has no owner any more.
        tx.execute(
            "update vacancies set status = 'deleted', deleted_at = coalesce(deleted_at, ?2) where id = ?1 and status <> 'deleted'",
            (vacancy, tx.now()),
        )?;
        purge(tx, vacancy, uploads)?;
    }
    Ok(())
}
