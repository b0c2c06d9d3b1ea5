//! The clock of messages of the pool: a reminder after seven days, the end after thirty.

use rusqlite::{Connection, named_params};

use super::transition::ReplyEvent;
use super::{REMINDED_AFTER_DAYS, ReplyStatus, VolunteerProfileReply, notify};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::mail::MailKind;
use crate::model::state_machine::{self, State as _};

const AT_ONCE: i64 = 200;

/// Messages that nobody answered for a week.
pub fn to_remind(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select id from volunteer_profile_replies
              where status = 'open' and reminded_at is null and created_at <= :before and expires_at > :now
              order by id limit :most",
        )?
        .query_map(
            named_params! {":before": later(now, -days(REMINDED_AFTER_DAYS)), ":now": now, ":most": AT_ONCE},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

pub fn remind(tx: &Tx, id: i64) -> Result<()> {
    let taken = tx
        .prepare_cached(
            "update volunteer_profile_replies set reminded_at = ?2 where id = ?1 and status = 'open' and reminded_at is null",
        )?
        .execute((id, tx.now()))?;
    if taken == 0 {
        return Ok(());
    }
    notify::person(tx, Id::new(id), MailKind::ProfileReplyReminder)
}

/// Messages that can't be answered any more. Those of who blocked the organisation are among them: it is told the same.
pub fn to_expire(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select id from volunteer_profile_replies
              where status in ('open', 'blocked') and answered_at is null and expired_at is null and expires_at <= ?1
              order by id limit ?2",
        )?
        .query_map((now, AT_ONCE), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

pub fn expire(tx: &Tx, id: i64) -> Result<()> {
    if !to_expire(tx, tx.now())?.contains(&id) {
        return Ok(());
    }
    let id = Id::<VolunteerProfileReply>::new(id);
    if ReplyStatus::current(tx, id)? == ReplyStatus::Open {
        return state_machine::run::<ReplyStatus>(tx, None, id, ReplyEvent::Expire);
    }
    tx.prepare_cached("update volunteer_profile_replies set expired_at = ?2 where id = ?1")?
        .execute((id.number(), tx.now()))?;
    notify::organization(tx, id, MailKind::ProfileReplyExpired)
}
