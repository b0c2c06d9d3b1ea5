//! The clock of checks: both sides are told once that one runs out in sixty days.

use rusqlite::{Connection, named_params};

use super::{Check, notify};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::mail::MailKind;

const AT_ONCE: i64 = 200;

/// Checks that run out within sixty days and were not renewed, of people who still have something to do with who saw
/// them.
pub fn to_warn(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select t.id from checks t
              where t.status = 'seen' and t.warned_at is null
                and t.valid_until between substr(:now, 1, 10) and date(:now, '+60 days')
                and not exists (select 1 from checks n where n.replaces_id = t.id and n.status in ('seen', 'requested', 'claimed'))
                and (t.user_id is null or exists (select 1 from users u where u.id = t.user_id and u.status = 'active'))
                and (t.organization_id is null
                     or exists (select 1 from organizations o where o.id = t.organization_id and o.status = 'approved')
                        and exists (select 1 from applications a
                                     where (a.user_id = t.user_id or (t.user_id is null and a.id = t.application_id))
                                       and a.organization_id = t.organization_id
                                       and a.stage in ('new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started')))
              order by t.valid_until limit :most",
        )?
        .query_map(named_params! {":now": now, ":most": AT_ONCE}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

pub fn warn(tx: &Tx, id: i64) -> Result<()> {
    if !to_warn(tx, tx.now())?.contains(&id) {
        return Ok(());
    }
    tx.prepare_cached("update checks set warned_at = ?2 where id = ?1")?
        .execute((id, tx.now()))?;
    let id = Id::<Check>::new(id);
    notify::person(tx, id, MailKind::CheckExpires60d)?;
    notify::organization(tx, id, MailKind::CheckExpires60d)
}
