//! The question by mail, some four months after somebody said that they want to be found, whether they still do. The
//! link needs no sign-in; who says nothing is hidden when the time is over.

use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde_json::json;

use super::VolunteerProfile;
use super::visibility::{SHOWN_DAYS, show};
use crate::app::auth::token::{self, Purpose};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::jsonapi::Resource as _;
use crate::mail::MailKind;
use crate::resources::notification::Notice;
use crate::resources::user::own_account::guardian;

/// Days before the end on which somebody is asked.
const ASKED_BEFORE: i64 = 7;
const AT_ONCE: i64 = 100;

/// Profiles whose people are to be asked.
pub fn due(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select id from volunteer_profiles
              where visibility = 'visible' and visible_until > :now and visible_until <= :soon and visibility_asked_at is null
              order by visible_until limit :most",
        )?
        .query_map(
            named_params! {":now": now, ":soon": later(now, days(ASKED_BEFORE)), ":most": AT_ONCE},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Asks somebody, once.
pub fn ask(tx: &Tx, id: i64) -> Result<()> {
    let found: Option<(i64, i64, String)> = tx
        .prepare_cached(
            "select p.user_id, u.volunteer_center_id, p.visible_until
               from volunteer_profiles p join users u on u.id = p.user_id
              where p.id = ?1 and p.visibility = 'visible' and p.visibility_asked_at is null and u.volunteer_center_id is not null",
        )?
        .query_row([id], |row| row.try_into())
        .optional()?;
    tx.prepare_cached("update volunteer_profiles set visibility_asked_at = ?2 where id = ?1")?
        .execute((id, tx.now()))?;
    let Some((user_id, center_id, until)) = found else {
        return Ok(());
    };
    let link = token::issue(
        tx,
        Purpose::KeepVisible,
        (VolunteerProfile::TYPE, id),
        &json!({}),
    )?;
    Notice {
        kind: MailKind::ProfileVisibleCheck4m,
        data: json!({
            "visible_until": until,
            "path": "/profiel",
            "renew_path": format!("/profile-visible/{link}"),
        }),
        subject: (VolunteerProfile::TYPE, id),
        center_id,
    }
    .tell(tx, user_id)
}

/// Whose link this is, while it can be used: the first name.
pub fn of_link(connection: &Connection, token: &str, now: &str) -> Result<String> {
    let link = token::find(connection, Purpose::KeepVisible, token, now)?;
    first_name(connection, link.subject_id)
}

/// Keeps somebody in the pool for as long as the first time. Who took the consent back meanwhile, or is too young, stays
/// hidden.
pub fn confirm_by_link(tx: &Tx, token: &str) -> Result<String> {
    let link = token::redeem(tx, Purpose::KeepVisible, token)?;
    let id = link.subject_id;
    let user_id: Option<i64> = tx
        .prepare_cached(
            "select p.user_id from volunteer_profiles p
              where p.id = ?1
                and (select c.is_given from consents c where c.user_id = p.user_id and c.kind = 'pool' order by c.id desc limit 1) = 1",
        )?
        .query_row([id], |row| row.get(0))
        .optional()?;
    let user_id = user_id.ok_or(Code::LinkExpired)?;
    guardian::refuse_in_pool(tx, user_id, tx.now())?;
    show(tx, id, &later(tx.now(), days(SHOWN_DAYS)))?;
    first_name(tx, id)
}

fn first_name(connection: &Connection, id: i64) -> Result<String> {
    let name: Option<Option<String>> = connection
        .prepare_cached(
            "select u.first_name from volunteer_profiles p join users u on u.id = p.user_id
              where p.id = ?1 and u.status = 'active'",
        )?
        .query_row([id], |row| row.get(0))
        .optional()?;
    Ok(name.ok_or(Code::LinkExpired)?.unwrap_or_default())
}
