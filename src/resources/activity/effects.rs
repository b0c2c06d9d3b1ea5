//! What becomes of activities when something happens to their organisation, their contact or their centre.

use rusqlite::named_params;

use super::{Activity, transition};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::model::effects::{Event, Happening};
use crate::model::purge::{forget, ids};
use crate::resources::taxonomy::{Chosen, ChosenBy, follow_move};
use crate::resources::upload;

pub(super) const SOFT_DELETE: SoftDelete = SoftDelete {
    kind: "activity",
    table: "activities",
    deleted: "t.status = 'deleted'",
    purge: |tx, id, _| purge(tx, id),
};

pub(super) fn run(happening: &Happening) -> Result<()> {
    let Happening { tx, id, .. } = *happening;
    match happening.event {
        Event::AccountCloses => {
            tx.execute(
                "update activities set contact_person_id = null, contact_phone_visible = 0, version = version + 1, updated_at = ?2
                  where contact_person_id = ?1",
                (id, tx.now()),
            )?;
            Ok(())
        }
        Event::OrganizationCloses => transition::cancel_all_of(tx, id),
        Event::OrganizationMoves { from, to } => {
            follow_move(tx, id, (from, to), CHOSEN)?;
            leave_places(tx, id, from)
        }
        Event::OrganizationPurged => purge_all(
            tx,
            "select id from activities where organization_id = ?1",
            id,
        ),
        Event::CenterDeleted => purge_all(
            tx,
            "select id from activities where volunteer_center_id = ?1",
            id,
        ),
        _ => Ok(()),
    }
}

const CHOSEN: &[Chosen] = &[
    chosen("activity_categories"),
    chosen("target_groups"),
    chosen("tags"),
];

const fn chosen(column: &'static str) -> Chosen {
    Chosen {
        table: "activities",
        column,
        rows: "organization_id = :id",
        by: ChosenBy::Keys,
    }
}

/// The rooms of the old centre do not go along.
fn leave_places(tx: &Tx, organization_id: i64, from: i64) -> Result<()> {
    tx.execute(
        "update activities set place_id = null, version = version + 1, updated_at = :now
          where organization_id = :id and place_id in (select p.id from places p where p.volunteer_center_id = :from)",
        named_params! {":id": organization_id, ":from": from, ":now": tx.now()},
    )?;
    Ok(())
}

fn purge_all(tx: &Tx, sql: &str, of: i64) -> Result<()> {
    for id in ids(tx, sql, of)? {
        purge(tx, id)?;
    }
    Ok(())
}

/// Deletes an activity with its dates, and its picture if nothing else shows it.
fn purge(tx: &Tx, id: i64) -> Result<()> {
    let image_url: Option<String> = tx.query_row(
        "select image_url from activities where id = ?1",
        [id],
        |row| row.get(0),
    )?;
    forget(tx, (Activity::TYPE, id), None)?;
    match image_url {
        Some(url) if upload::file_name(&url).is_some() => upload::remove_unused(tx, &url),
        _ => Ok(()),
    }
}
