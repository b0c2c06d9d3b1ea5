//! The clock of hours: who confirms is mailed once a day about what is new, and after thirty days silence confirms.

use rusqlite::{Connection, named_params};

use super::transition::HoursEvent;
use super::{HoursEntry, HoursStatus, notify};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::model::state_machine;
use jiff::SignedDuration;

const AT_ONCE: i64 = 200;
/// Days after which silence confirms.
const CONFIRMED_AFTER_DAYS: i64 = 30;
/// Entries are collected for a while before those who confirm are mailed, so that somebody who writes down a month is one
/// letter.
const COLLECTED: SignedDuration = SignedDuration::from_hours(1);
const BETWEEN_LETTERS: SignedDuration = SignedDuration::from_hours(22);

/// Who confirms: an organisation, or a mentor of students.
#[derive(Debug, Clone, Copy)]
pub enum Asked {
    Organization(i64),
    Mentor(i64),
}

/// Entries that waited for thirty days, where the organisation lets time confirm.
pub fn to_confirm(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select t.id from hours_entries t left join organizations o on o.id = t.organization_id
              where t.status in ('logged', 'corrected') and t.waits_since <= :before
                and (t.status = 'corrected' or o.id is null or (o.status = 'approved' and o.auto_confirms_hours = 1))
                and t.user_id is not null
              order by t.waits_since limit :most",
        )?
        .query_map(
            named_params! {":before": later(now, -days(CONFIRMED_AFTER_DAYS)), ":most": AT_ONCE},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

pub fn confirm(tx: &Tx, id: i64) -> Result<()> {
    let is_due: bool = tx
        .prepare_cached(
            "select exists (select 1 from hours_entries where id = ?1 and status in ('logged', 'corrected') and waits_since <= ?2)",
        )?
        .query_row((id, later(tx.now(), -days(CONFIRMED_AFTER_DAYS))), |row| row.get(0))?;
    if !is_due {
        return Ok(());
    }
    state_machine::run::<HoursStatus>(
        tx,
        None,
        Id::<HoursEntry>::new(id),
        HoursEvent::ConfirmByTime,
    )
}

/// Who is to be mailed that hours wait for them: not within a day of the last letter.
pub fn to_ask(connection: &Connection, now: &str) -> Result<Vec<Asked>> {
    let times = named_params! {":collected": later(now, -COLLECTED), ":last": later(now, -BETWEEN_LETTERS), ":most": AT_ONCE};
    let mut asked: Vec<Asked> = connection
        .prepare_cached(
            "select t.organization_id from hours_entries t join organizations o on o.id = t.organization_id and o.status = 'approved'
              where t.status = 'logged' and t.organization_asked_at is null and t.created_at <= :collected
                and not exists (select 1 from hours_entries h where h.organization_id = t.organization_id and h.organization_asked_at > :last)
              group by t.organization_id order by min(t.id) limit :most",
        )?
        .query_map(times, |row| row.get(0).map(Asked::Organization))?
        .collect::<rusqlite::Result<_>>()?;
    let mentors = connection
        .prepare_cached(
            "select l.mentor_id from hours_entries t join student_links l on l.student_id = t.user_id and l.mentor_id is not null
              where t.status = 'logged' and t.mentors_asked_at is null and t.created_at <= :collected
                and not exists (select 1 from hours_entries h join student_links k on k.student_id = h.user_id
                                 where k.mentor_id = l.mentor_id and h.mentors_asked_at > :last)
              group by l.mentor_id order by min(t.id) limit :most",
        )?
        .query_map(times, |row| row.get(0).map(Asked::Mentor))?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    asked.extend(mentors);
    Ok(asked)
}

/// Mails them how much waits, and remembers about what.
pub fn ask(tx: &Tx, asked: Asked) -> Result<()> {
    match asked {
        Asked::Organization(id) => {
            notify::to_confirm(tx, id)?;
            tx.prepare_cached(
                "update hours_entries set organization_asked_at = ?2 where organization_id = ?1 and status = 'logged' and organization_asked_at is null",
            )?
            .execute((id, tx.now()))?;
        }
        Asked::Mentor(id) => {
            notify::to_mentor(tx, id)?;
            tx.prepare_cached(
                "update hours_entries set mentors_asked_at = ?2
                  where status = 'logged' and mentors_asked_at is null
                    and user_id in (select l.student_id from student_links l where l.mentor_id = ?1)",
            )?
            .execute((id, tx.now()))?;
        }
    }
    Ok(())
}
