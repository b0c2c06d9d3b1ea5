//! Purge of deleted organisations.

use std::path::Path;

use super::Organization;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::model::declaration::Purge;
use crate::model::effects::{Event, Happening};
use crate::model::purge::{Blank, exists, forget, named};
use crate::resources::address;

pub(in crate::resources) const SOFT_DELETE: SoftDelete = SoftDelete {
    kind: "organization",
    table: "organizations",
    deleted: "t.status = 'deleted' and t.purged_at is null",
    purge,
};

/// What becomes of a row that is purged while others refer to it.
pub(in crate::resources) const PURGE: Purge = Purge {
    blanked: BLANKED,
    kept: KEPT,
};

#[rustfmt::skip]
const BLANKED: Blank = &[
    ("name", named!("Verwijderde organisatie", "Deleted organisation")), ("email", "null"), ("phone_number", "null"), ("contact_name", "null"), ("website", "null"),
    ("description", "null"), ("kvk_number", "null"), ("neighbourhood_initiative", "0"), ("anbi", "0"), ("trusted", "0"),
    ("denial_text", "null"), ("requested_change", "null"), ("change_requested_at", "null"), ("verified_at", "null"), ("last_confirmed_at", "null"), ("origin", "null"),
    ("external_id", "null"), ("address_id", "null"), ("household_of_id", "null"), ("profile_id", "null"),
    ("move_to_id", "null"), ("move_requested_at", "null"), ("confirmation_asked_at", "null"), ("confirmation_letters", "0"), ("unconfirmed_since", "null"),
    ("show_email", "0"), ("show_phone_number", "0"), ("show_website", "0"), ("on_social_map", "0"), ("logo_url", "null"), ("photo_url", "null"), ("photo_alt", "''"),
    ("purged_at", ":now"), ("version", "version + 1"), ("updated_at", ":now"),
];
#[rustfmt::skip]
const KEPT: &[&str] = &["organization_type", "status", "mentor_approval", "mentors_see_all", "auto_confirms_hours", "denial_reason", "denials", "merged_into_id", "response_days", "response_score", "volunteer_center_id"];

/// Purges a deleted organisation with what hangs on it.
fn purge(tx: &Tx, id: i64, uploads: &Path) -> Result<()> {
    Happening {
        uploads: Some(uploads),
        ..Happening::new(tx, Event::OrganizationPurged, id)
    }
    .announce()?;
    let (address_id, profile_id): (Option<i64>, Option<i64>) = tx.query_row(
        "select address_id, profile_id from organizations where id = ?1",
        [id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    // Also referred to as the approving School: what a mentor refused is never disclosed to the organisation.
    let is_referred_to = exists(
        tx,
        "select 1 from vacancies where organization_id = ?1
          union all
         select 1 from applications where organization_id = ?1 or school_id = ?1",
        id,
    )?;
    forget(
        tx,
        (Organization::TYPE, id),
        is_referred_to.then_some(BLANKED),
    )?;
    address::remove_unused(tx, address_id)?;
    tx.execute(
        "delete from organization_profiles where id = ?1",
        [profile_id],
    )?;
    Ok(())
}
