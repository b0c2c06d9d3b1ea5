//! Hours of a check-in: the time between in and out at an activity whose visitors help.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::log::{Entry, Work, insert};
use super::transition::HoursEvent;
use super::{HoursEntry, HoursStatus};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::jsonapi::Id;
use crate::model::state_machine::{self, Actor, Reason, begin};

const AT_ONCE: i64 = 200;
/// How long after the end of a date who did not check out is taken to have stayed until then.
const AFTER_END: &str = "-2 hours";

/// A person at a date, as the last taps say.
struct Stay {
    user_id: i64,
    work: Work,
    day: String,
    is_present: bool,
    checked_in_at: Option<String>,
    checked_out_at: Option<String>,
    ends_at: String,
}

fn stay(tx: &Tx, registration_id: i64, occurrence_id: i64) -> Result<Option<Stay>> {
    Ok(tx
        .prepare_cached(
            "select r.user_id, a.organization_id, a.volunteer_center_id, a.title, a.id, d.day, d.ends_at,
                    (select p.is_present from activity_taps p where p.registration_id = r.id and p.occurrence_id = d.id and p.is_out = 0
                      order by p.tapped_at desc, p.id desc limit 1),
                    (select p.tapped_at from activity_taps p where p.registration_id = r.id and p.occurrence_id = d.id and p.is_out = 0
                      order by p.tapped_at desc, p.id desc limit 1),
                    (select p.tapped_at from activity_taps p where p.registration_id = r.id and p.occurrence_id = d.id and p.is_out = 1
                      order by p.tapped_at desc, p.id desc limit 1)
               from activity_registrations r
               join activities a on a.id = r.activity_id and a.counts_hours = 1
               join activity_occurrences d on d.id = ?2 and d.activity_id = a.id
              where r.id = ?1 and r.user_id is not null",
        )?
        .query_row((registration_id, occurrence_id), |row| {
            Ok(Stay {
                user_id: row.get(0)?,
                work: Work {
                    application_id: None,
                    activity_id: row.get(4)?,
                    occurrence_id: Some(occurrence_id),
                    organization_id: row.get(1)?,
                    center_id: row.get(2)?,
                    title: row.get(3)?,
                },
                day: row.get(5)?,
                ends_at: row.get(6)?,
                is_present: row.get::<_, Option<bool>>(7)?.unwrap_or_default(),
                checked_in_at: row.get(8)?,
                checked_out_at: row.get(9)?,
            })
        })
        .optional()?)
}

/// Quarters of an hour between two moments, to the nearest; at least one, at most a day.
fn quarters_between(from: &str, to: &str) -> Result<f64> {
    let from: Timestamp = from.parse().map_err(Error::internal)?;
    let to: Timestamp = to.parse().map_err(Error::internal)?;
    let minutes = to.duration_since(from).as_secs() / 60;
    let quarters = ((minutes + 7) / 15).clamp(1, 96);
    #[expect(clippy::cast_precision_loss, reason = "at most 96")]
    Ok(quarters as f64 / 4.0)
}

/// After a tap: writes the hours of who went out again, follows taps that come later, and refuses those of who was not
/// there after all.
pub fn follow_tap(
    tx: &Tx,
    (registration_id, occurrence_id): (i64, i64),
    actor_id: Option<i64>,
) -> Result<()> {
    let Some(stay) = stay(tx, registration_id, occurrence_id)? else {
        return Ok(());
    };
    let known = entry_of(tx, &stay)?;
    if !stay.is_present {
        return refuse(tx, &stay, actor_id);
    }
    let (Some(from), Some(to)) = (&stay.checked_in_at, &stay.checked_out_at) else {
        return Ok(());
    };
    if to <= from {
        return Ok(());
    }
    let hours = quarters_between(from, to)?;
    match known {
        Some((id, HoursStatus::Confirmed | HoursStatus::Logged)) => renew(tx, id, hours),
        Some(_) => Ok(()),
        None => record(tx, &stay, (hours, HoursStatus::Confirmed), actor_id),
    }
}

fn entry_of(tx: &Tx, stay: &Stay) -> Result<Option<(i64, HoursStatus)>> {
    Ok(tx
        .prepare_cached(
            "select id, status from hours_entries where occurrence_id = ?1 and user_id = ?2 and source = 'check_in'",
        )?
        .query_row((stay.work.occurrence_id, stay.user_id), |row| row.try_into())
        .optional()?)
}

fn record(
    tx: &Tx,
    stay: &Stay,
    (hours, status): (f64, HoursStatus),
    actor_id: Option<i64>,
) -> Result<()> {
    let entry = Entry {
        day: &stay.day,
        hours,
        remark: None,
        source: "check_in",
        status,
        actor_id,
    };
    let id = insert(tx, stay.user_id, &stay.work, &entry)?;
    let event = if status == HoursStatus::Confirmed {
        HoursEvent::Record
    } else {
        HoursEvent::Log
    };
    begin::<HoursStatus>(tx, actor_id, id, event)
}

/// The taps of another device came later. What somebody corrected stays.
fn renew(tx: &Tx, id: i64, hours: f64) -> Result<()> {
    tx.prepare_cached(
        "update hours_entries
            set hours = :hours, logged_hours = :hours, status = 'confirmed', confirmed_at = coalesce(confirmed_at, :now),
                version = version + 1, updated_at = :now
          where id = :id and (hours <> :hours or status <> 'confirmed')",
    )?
    .execute(named_params! {":id": id, ":hours": hours, ":now": tx.now()})?;
    Ok(())
}

/// Marked as not there: what waits for that date is refused, with the reason.
fn refuse(tx: &Tx, stay: &Stay, actor_id: Option<i64>) -> Result<()> {
    let waiting: Vec<i64> = tx
        .prepare_cached(
            "select id from hours_entries where occurrence_id = ?1 and user_id = ?2 and status = 'logged'",
        )?
        .query_map((stay.work.occurrence_id, stay.user_id), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for id in waiting {
        let locale: String = tx
            .prepare_cached("select locale from users where id = ?1")?
            .query_row([stay.user_id], |row| row.get(0))?;
        let reason = Reason {
            code: None,
            text: Some(absent_words(&locale).to_owned()),
        };
        let said = (reason, None);
        let id = Id::<HoursEntry>::new(id);
        state_machine::take::<HoursStatus>(
            tx,
            Actor::Program(actor_id),
            id,
            HoursEvent::Refuse,
            said,
        )?;
    }
    // Hours of a check-in that turns out to be wrong never were: not in the figures either, which keep what is deleted.
    tx.prepare_cached(
        "update hours_entries set status = 'logged'
          where occurrence_id = ?1 and user_id = ?2 and source = 'check_in' and status = 'confirmed'",
    )?
    .execute((stay.work.occurrence_id, stay.user_id))?;
    tx.prepare_cached(
        "delete from hours_entries where occurrence_id = ?1 and user_id = ?2 and source = 'check_in' and status = 'logged'",
    )?
    .execute((stay.work.occurrence_id, stay.user_id))?;
    Ok(())
}

fn absent_words(locale: &str) -> &'static str {
    if locale == "en" {
        "You were marked as not there."
    } else {
        "Je staat op afwezig."
    }
}

/// People who were in at dates that are over, and were not checked out: registration and date.
pub fn not_checked_out(connection: &Connection, now: &str) -> Result<Vec<(i64, i64)>> {
    Ok(connection
        .prepare_cached(
            "select r.id, d.id
               from activity_occurrences d
               join activities a on a.id = d.activity_id and a.counts_hours = 1
               join activity_registrations r on r.activity_id = a.id and r.user_id is not null and r.status = 'registered'
                    and (r.occurrence_id is null or r.occurrence_id = d.id)
              where d.status = 'planned' and d.starts_at <= :now and d.starts_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-18 days')
                and d.ends_at <= strftime('%Y-%m-%dT%H:%M:%SZ', :now, :after) and d.ends_at > strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-3 days')
                and (select p.is_present from activity_taps p where p.registration_id = r.id and p.occurrence_id = d.id and p.is_out = 0
                      order by p.tapped_at desc, p.id desc limit 1) = 1
                and not exists (select 1 from hours_entries h where h.occurrence_id = d.id and h.user_id = r.user_id)
              order by d.ends_at, r.id limit :most",
        )?
        .query_map(
            named_params! {":now": now, ":after": AFTER_END, ":most": AT_ONCE},
            |row| row.try_into(),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Writes the hours until the end of the date, which the organiser confirms.
pub fn log_until_end(tx: &Tx, registration_id: i64, occurrence_id: i64) -> Result<()> {
    if !not_checked_out(tx, tx.now())?.contains(&(registration_id, occurrence_id)) {
        return Ok(());
    }
    let Some(stay) = stay(tx, registration_id, occurrence_id)? else {
        return Ok(());
    };
    let from = stay.checked_in_at.as_deref().unwrap_or(&stay.ends_at);
    let hours = quarters_between(from, &stay.ends_at)?;
    record(tx, &stay, (hours, HoursStatus::Logged), None)
}
