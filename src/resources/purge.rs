//! Purges deleted objects after thirty days (docs/domain/retention.md#deleted-objects): the row, its full-text
//! entries, its image, and everything written about it.
//!
//! Exceptions. *Applications* have their own retention: an applicant's history is kept for as long as
//! docs/domain/retention.md#clocks says, and counted afterwards. A vacancy or an organisation that an application
//! refers to is therefore blanked instead: dates and counts remain, texts are removed, and the row is no longer
//! readable. Everything else is deleted; since its id may be reused, *the audit log* keeps who did what and when, but
//! no longer the object's id. *People* are not deleted here: members lose their role and keep their account.

use std::path::{Component, Path};

use rusqlite::{OptionalExtension, named_params};

use super::organization::Organization;
use super::vacancy::Vacancy;
use crate::db::Tx;
use crate::db::offline_file::remove_upload;
use crate::error::Result;
use crate::jsonapi::Resource;
use crate::jsonapi::schema::lifecycle::SoftDelete;
use crate::privacy::forget_guest;

/// Replacement for the name, shown to former applicants in the language of the centre.
macro_rules! named {
    ($nl:literal, $en:literal) => {
        concat!(
            "(select iif(c.locale = 'en', '",
            $en,
            "', '",
            $nl,
            "') from volunteer_centers c where c.id = volunteer_center_id)"
        )
    };
}

/// Columns overwritten in a blanked row, with their values.
type Blank = &'static [(&'static str, &'static str)];

#[rustfmt::skip]
const VACANCY: Blank = &[
    ("title", named!("Verwijderde vacature", "Deleted vacancy")), ("slug", "''"), ("moderation_message", "null"), ("summary", "null"), ("description", "''"),
    ("requirements", "'[]'"), ("offer", "null"), ("schedule", "null"), ("expenses", "null"), ("youtube_url", "null"),
    ("image_url", "null"), ("publish_after_approval", "0"), ("contact_person_id", "null"), ("contact_phone_visible", "0"),
    ("languages", "'[]'"), ("required_checks", "'[]'"), ("origin", "null"), ("external_id", "null"), ("verified_at", "null"),
    ("address_id", "null"), ("city", "null"), ("postal_code", "null"), ("latitude", "null"), ("longitude", "null"),
    ("revision", "null"), ("revision_state", "null"), ("revision_message", "null"),
    ("purged_at", ":now"), ("version", "version + 1"), ("updated_at", ":now"),
];
/// Columns kept: dates, type and counts.
#[cfg(test)]
#[rustfmt::skip]
const VACANCY_KEEPS: &[&str] = &[
    "id", "status", "moderation_state", "vacancy_type", "hours_per_week", "capacity", "places_taken", "expires_at",
    "published_at", "age_group_ids", "activity_type_ids", "tags", "online", "min_age", "view_count", "archived_at",
    "deleted_at", "organization_id", "volunteer_center_id", "created_at",
];
#[rustfmt::skip]
const ORGANIZATION: Blank = &[
    ("name", named!("Verwijderde organisatie", "Deleted organisation")), ("email", "null"), ("phone_number", "null"), ("contact_name", "null"), ("website", "null"),
    ("description", "null"), ("kvk_number", "null"), ("neighbourhood_initiative", "0"), ("anbi", "0"), ("trusted", "0"),
    ("denial_text", "null"), ("verified_at", "null"), ("last_confirmed_at", "null"), ("origin", "null"),
    ("external_id", "null"), ("address_id", "null"), ("profile_id", "null"),
    ("purged_at", ":now"), ("version", "version + 1"), ("updated_at", ":now"),
];
#[cfg(test)]
#[rustfmt::skip]
const ORGANIZATION_KEEPS: &[&str] = &[
    "id", "organization_type", "status", "mentor_approval", "denial_reason", "denials", "denied_at", "approved_at",
    "archived_at", "deleted_at", "response_days", "vacancies_count", "volunteer_center_id", "created_at",
];

/// The types that are deleted softly. The row is hidden at once and purged when the window for restoring ends.
pub const SOFT_DELETED: &[SoftDelete] = &[
    SoftDelete {
        kind: "vacancy",
        table: "vacancies",
        deleted: "t.status = 'deleted' and t.purged_at is null",
        purge: purge_vacancy,
    },
    SoftDelete {
        kind: "organization",
        table: "organizations",
        deleted: "t.status = 'deleted' and t.purged_at is null",
        purge: purge_organization,
    },
];

/// Purges a deleted vacancy. `uploads` is the tenant's image directory.
pub fn purge_vacancy(tx: &Tx, id: i64, uploads: &Path) -> Result<()> {
    let guests = ids(
        tx,
        "select id from tokens where email is not null and data ->> 'vacancy_id' = cast(?1 as text)",
        id,
    )?;
    for guest in guests {
        forget_guest(tx, guest)?;
    }
    // Notifications about its applications contain its name.
    for table in ["notifications", "outbox"] {
        tx.execute(
            &format!(
                "delete from {table} where subject_type = 'applications' and subject_id in (select id from applications where vacancy_id = ?1)"
            ),
            [id],
        )?;
    }
    let (address_id, image_url): (Option<i64>, Option<String>) = tx.query_row(
        "select address_id, image_url from vacancies where id = ?1",
        [id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    tx.execute("delete from favorites where vacancy_id = ?1", [id])?;
    let is_referred_to = exists(tx, "select 1 from applications where vacancy_id = ?1", id)?;
    forget(tx, (Vacancy::TYPE, id), is_referred_to.then_some(VACANCY))?;
    remove_address(tx, address_id)?;
    match image_url
        .as_deref()
        .and_then(|url| url.strip_prefix("/uploads/"))
    {
        Some(name) => remove_picture(tx, name, uploads),
        None => Ok(()),
    }
}

/// Purges a deleted organisation with its vacancies.
pub fn purge_organization(tx: &Tx, id: i64, uploads: &Path) -> Result<()> {
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
    tx.execute("delete from student_links where organization_id = ?1", [id])?;
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
        is_referred_to.then_some(ORGANIZATION),
    )?;
    remove_address(tx, address_id)?;
    tx.execute(
        "delete from organization_profiles where id = ?1",
        [profile_id],
    )?;
    Ok(())
}

/// Blanks or deletes the row itself, and deletes what was written about it.
fn forget(tx: &Tx, (table, id): (&str, i64), blank: Option<Blank>) -> Result<()> {
    for about in [
        "notifications",
        "outbox",
        "tokens",
        "internal_notes",
        "row_versions",
    ] {
        tx.execute(
            &format!("delete from {about} where subject_type = ?1 and subject_id = ?2"),
            (table, id),
        )?;
    }
    let Some(blank) = blank else {
        tx.execute(
            "delete from transitions where subject_type = ?1 and subject_id = ?2",
            (table, id),
        )?;
        tx.execute(
            "update audit_events set subject_id = null, data = null where subject_type = ?1 and subject_id = ?2",
            (table, id),
        )?;
        tx.execute(&format!("delete from {table} where id = ?1"), [id])?;
        return Ok(());
    };
    tx.execute(
        "update audit_events set data = json_remove(data, '$.changes') where subject_type = ?1 and subject_id = ?2 and data is not null",
        (table, id),
    )?;
    // The dates of transitions are kept for statistics; messages are not.
    tx.execute(
        "update transitions set reason_text = null where subject_type = ?1 and subject_id = ?2",
        (table, id),
    )?;
    let set: Vec<String> = blank
        .iter()
        .map(|(column, value)| format!("{column} = {value}"))
        .collect();
    tx.prepare_cached(&format!(
        "update {table} set {} where id = :id",
        set.join(", ")
    ))?
    .execute(named_params! {":id": id, ":now": tx.now()})?;
    Ok(())
}

fn remove_address(tx: &Tx, id: Option<i64>) -> Result<()> {
    tx.execute(
        "delete from addresses
          where id = ?1
            and not exists (select 1 from vacancies where address_id = ?1)
            and not exists (select 1 from organizations where address_id = ?1)
            and not exists (select 1 from volunteer_centers where address_id = ?1)",
        [id],
    )?;
    Ok(())
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

fn exists(tx: &Tx, sql: &str, id: i64) -> Result<bool> {
    Ok(tx.prepare_cached(sql)?.exists([id])?)
}

fn ids(tx: &Tx, sql: &str, id: i64) -> Result<Vec<i64>> {
    let ids = tx
        .prepare_cached(sql)?
        .query_map([id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::clock::Clock;
    use crate::db::Db;

    #[test]
    fn every_column_of_what_stays_was_thought_of() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::fixed("2026-11-21T09:00:00Z".parse().unwrap());
        let db = Db::open(&folder.path().join("tenant.db"), clock).unwrap();
        for (table, blank, keep) in [
            ("vacancies", VACANCY, VACANCY_KEEPS),
            ("organizations", ORGANIZATION, ORGANIZATION_KEEPS),
        ] {
            let there: BTreeSet<String> = db
                .read_blocking(move |connection| {
                    let names = connection
                        .prepare("select name from pragma_table_info(?1)")?
                        .query_map([table], |row| row.get(0))?
                        .collect::<rusqlite::Result<_>>()?;
                    Ok(names)
                })
                .unwrap();
            let named: BTreeSet<String> = blank
                .iter()
                .map(|(column, _)| *column)
                .chain(keep.iter().copied())
                .map(str::to_owned)
                .collect();
            let forgotten: Vec<_> = there.symmetric_difference(&named).collect();
            assert!(
                forgotten.is_empty(),
                "{table}: {forgotten:?}: say in src/resources/purge.rs whether thirty days after deleting this is overwritten or kept"
            );
        }
    }
}
