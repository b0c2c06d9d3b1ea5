//! Purge of deleted vacancies.

use std::path::{Component, Path};

use rusqlite::{OptionalExtension, named_params};

use super::Vacancy;
use crate::db::Tx;
use crate::db::offline_file::remove_upload;
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::model::declaration::Purge;
use crate::model::effects::{Event, Happening};
use crate::model::purge::{Blank, exists, forget, named};
use crate::resources::{address, upload};

pub(in crate::resources) const SOFT_DELETE: SoftDelete = SoftDelete {
    kind: "vacancy",
    table: "vacancies",
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
    ("title", named!("Verwijderde vacature", "Deleted vacancy")), ("slug", "''"), ("moderation_message", "null"), ("summary", "null"), ("description", "''"),
    ("requirements", "'[]'"), ("offer", "null"), ("schedule", "null"), ("expenses", "null"), ("youtube_url", "null"),
    ("image_url", "null"), ("image_alt", "''"), ("publish_after_approval", "0"), ("contact_person_id", "null"), ("contact_phone_visible", "0"),
    ("dates", "'[]'"), ("places", "'[]'"), ("other_contact_ids", "'[]'"), ("asker_id", "null"), ("safety_rules_agreed_at", "null"), ("matches_told_at", "null"),
    ("languages", "'[]'"), ("required_checks", "'[]'"), ("origin", "null"), ("external_id", "null"), ("verified_at", "null"),
    ("address_id", "null"), ("city", "null"), ("postal_code", "null"), ("latitude", "null"), ("longitude", "null"),
    ("revision", "null"), ("revision_state", "null"), ("revision_message", "null"),
    ("purged_at", ":now"), ("version", "version + 1"), ("updated_at", ":now"),
];
/// Columns kept: dates, type and counts.
#[rustfmt::skip]
const KEPT: &[&str] = &["status", "moderation_state", "vacancy_type", "hours_per_week", "capacity", "places_taken", "age_group_ids", "activity_type_ids", "tags", "online", "min_age", "availability", "skills", "gains", "social_setting", "wheelchair_accessible", "for_groups", "offers_help", "help_kind", "help_frequency", "agrees_to_safety_rules", "organization_id", "volunteer_center_id"];
/// What erasure leaves of what somebody asked for themselves.
#[rustfmt::skip]
pub(super) const REQUEST_BLANKED: Blank = &[
    ("title", named!("Verwijderde hulpvraag", "Deleted request for help")), ("slug", "''"), ("status", "'deleted'"), ("deleted_at", "coalesce(deleted_at, :now)"),
    ("moderation_message", "null"), ("summary", "null"), ("description", "''"),
    ("requirements", "'[]'"), ("offer", "null"), ("schedule", "null"), ("expenses", "null"), ("youtube_url", "null"),
    ("image_url", "null"), ("image_alt", "''"), ("publish_after_approval", "0"), ("contact_person_id", "null"), ("contact_phone_visible", "0"),
    ("dates", "'[]'"), ("places", "'[]'"), ("other_contact_ids", "'[]'"), ("asker_id", "null"), ("safety_rules_agreed_at", "null"), ("matches_told_at", "null"),
    ("languages", "'[]'"), ("required_checks", "'[]'"), ("origin", "null"), ("external_id", "null"), ("verified_at", "null"),
    ("address_id", "null"), ("city", "null"), ("postal_code", "null"), ("latitude", "null"), ("longitude", "null"),
    ("revision", "null"), ("revision_state", "null"), ("revision_message", "null"),
    ("purged_at", ":now"), ("version", "version + 1"), ("updated_at", ":now"),
];
#[rustfmt::skip]
pub(super) const REQUEST_KEPT: &[&str] = &["moderation_state", "vacancy_type", "hours_per_week", "capacity", "places_taken", "age_group_ids", "activity_type_ids", "tags", "online", "min_age", "availability", "skills", "gains", "social_setting", "wheelchair_accessible", "for_groups", "offers_help", "help_kind", "help_frequency", "agrees_to_safety_rules", "organization_id", "volunteer_center_id"];

/// Purges a deleted vacancy. `uploads` is the tenant's image directory.
pub fn purge(tx: &Tx, id: i64, uploads: &Path) -> Result<()> {
    Happening {
        uploads: Some(uploads),
        ..Happening::new(tx, Event::VacancyPurged, id)
    }
    .announce()?;
    let (address_id, image_url): (Option<i64>, Option<String>) = tx.query_row(
        "select address_id, image_url from vacancies where id = ?1",
        [id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    for table in ["favorites", "vacancy_questions"] {
        tx.execute(&format!("delete from {table} where vacancy_id = ?1"), [id])?;
    }
    let is_referred_to = exists(tx, "select 1 from applications where vacancy_id = ?1", id)?;
    forget(tx, (Vacancy::TYPE, id), is_referred_to.then_some(BLANKED))?;
    address::remove_unused(tx, address_id)?;
    let Some(image_url) = image_url else {
        return Ok(());
    };
    if upload::file_name(&image_url).is_some() {
        return upload::remove_unused(tx, &image_url);
    }
    match image_url.strip_prefix("/uploads/") {
        Some(name) => remove_picture(tx, name, uploads),
        None => Ok(()),
    }
}

/// Deletes an image that no other row refers to. The stored name is untrusted: it resolves only within the uploads
/// directory. The file is deleted before the row, so that an interrupted purge is repeated.
fn remove_picture(tx: &Tx, name: &str, uploads: &Path) -> Result<()> {
    let is_inside = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let is_shown: Option<i64> = tx
        .query_row(
            "select 1 from vacancies where image_url = :url or instr(revision, :url) > 0
              union all
             select 1 from volunteer_center_profiles where :url in (website_logo_url, website_logo_dark_mode_url, favicon_url)
              limit 1",
            named_params! {":url": format!("/uploads/{name}")},
            |row| row.get(0),
        )
        .optional()?;
    if is_inside && is_shown.is_none() {
        remove_upload(&uploads.join(name))?;
    }
    Ok(())
}
