//! Purge of deleted organisations.

use std::path::Path;

use super::Organization;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::resources::declaration::Purge;
use crate::resources::form::forget as forget_form;
use crate::resources::purge::{Blank, exists, forget, ids, named, remove_address};
use crate::resources::vacancy::purge as purge_vacancy;

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
const KEPT: &[&str] = &[
    "id", "organization_type", "status", "mentor_approval", "mentors_see_all", "denial_reason", "denials", "denied_at", "approved_at",
    "archived_at", "deleted_at", "merged_into_id", "response_days", "response_score", "vacancies_count", "volunteer_center_id", "created_at",
];

/// Purges a deleted organisation with its vacancies.
fn purge(tx: &Tx, id: i64, uploads: &Path) -> Result<()> {
    let vacancies = ids(
        tx,
        "select id from vacancies where organization_id = ?1 and purged_at is null",
        id,
    )?;
    for vacancy in vacancies {
        // A draft is not marked as deleted, but has no owner any more.
        tx.execute(
            "update vacancies set status = 'deleted', deleted_at = coalesce(deleted_at, ?2) where id = ?1 and status <> 'deleted'",
            (vacancy, tx.now()),
        )?;
        purge_vacancy(tx, vacancy, uploads)?;
    }
    let (address_id, profile_id): (Option<i64>, Option<i64>) = tx.query_row(
        "select address_id, profile_id from organizations where id = ?1",
        [id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    for table in ["roles", "role_invitations"] {
        tx.execute(
            &format!("delete from {table} where scope_type in ('organization', 'school') and scope_id = ?1"),
            [id],
        )?;
    }
    // A form without its organisation would be the centre's, with all that was sent to somebody else.
    for form in ids(tx, "select id from forms where organization_id = ?1", id)? {
        forget_form(tx, form)?;
    }
    for table in ["student_links", "message_snippets", "vacancy_templates"] {
        tx.execute(
            &format!("delete from {table} where organization_id = ?1"),
            [id],
        )?;
    }
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
    remove_address(tx, address_id)?;
    tx.execute(
        "delete from organization_profiles where id = ?1",
        [profile_id],
    )?;
    Ok(())
}
