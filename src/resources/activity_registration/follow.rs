//! What is told of dates when nobody acts: changes, held for half an hour and told once, cancellations, and reminders.

use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use serde_json::{Map, Value};

use super::places::{self, Target};
use super::transition::RegistrationEvent;
use super::{ActivityRegistration, ActivityRegistrationStatus, notify};
use crate::base::clock::later;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Id;
use crate::mail::MailKind;
use crate::model::state_machine;

/// How long a change is held, so that it can be taken back or changed again before it is told.
const HELD: SignedDuration = SignedDuration::from_mins(30);
/// A change of what begins within this time is told at once.
const SOON: SignedDuration = SignedDuration::from_hours(2);
/// How long before a date people are reminded of it. Not later than this before it: they would be there already.
const REMINDED: SignedDuration = SignedDuration::from_hours(24);
const TOO_LATE: SignedDuration = SignedDuration::from_hours(12);

/// Dates that are other than people were last told.
pub fn to_tell(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select id from activity_occurrences
              where (told_starts_at is not starts_at or told_ends_at is not ends_at or told_status is not status)
                and changed_at is not null and max(ends_at, coalesce(told_ends_at, ends_at)) > :now
                and (changed_at <= :held_since or min(starts_at, coalesce(told_starts_at, starts_at)) <= :soon)
              order by changed_at limit 200",
        )?
        .query_map(
            named_params! {
                ":now": now,
                ":held_since": later(now, -HELD),
                ":soon": later(now, SOON),
            },
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// A date as it is, and as people were told.
struct Change {
    activity_id: i64,
    is_cancelled: bool,
    is_activity_cancelled: bool,
    was_cancelled: bool,
    told_starts_at: Option<String>,
    told_ends_at: Option<String>,
    reason: Option<String>,
}

/// Tells everybody who has a place on a date, is offered one, or waits for one. What they signed up for is closed when it
/// does not happen: the date, or the activity with all its dates. A date that is put back does not bring them back, for
/// they may have made other plans: they are told that it goes on, and sign up again.
pub fn tell(tx: &Tx, occurrence_id: i64) -> Result<()> {
    let found = tx
        .prepare_cached(
            "select o.activity_id, o.status = 'cancelled', a.status = 'cancelled', o.told_status = 'cancelled', o.told_starts_at, o.told_ends_at, o.reason
               from activity_occurrences o join activities a on a.id = o.activity_id
              where o.id = ?1 and (o.told_starts_at is not o.starts_at or o.told_ends_at is not o.ends_at or o.told_status is not o.status)",
        )?
        .query_row([occurrence_id], |row| {
            Ok(Change {
                activity_id: row.get(0)?,
                is_cancelled: row.get(1)?,
                is_activity_cancelled: row.get(2)?,
                was_cancelled: row.get(3)?,
                told_starts_at: row.get(4)?,
                told_ends_at: row.get(5)?,
                reason: row.get(6)?,
            })
        })
        .optional()?;
    let Some(change) = found else {
        return Ok(());
    };
    let is_news = !(change.is_cancelled && change.was_cancelled);
    let target = Target {
        activity_id: change.activity_id,
        occurrence_id: Some(occurrence_id),
    };
    if change.was_cancelled && !change.is_cancelled {
        for id in closed_with(tx, occurrence_id)? {
            notify_closed(tx, id, occurrence_id, &change)?;
        }
    }
    for (id, is_of_date) in people_of(tx, target)? {
        if is_news {
            tell_person(tx, id, occurrence_id, &change)?;
        }
        if change.is_activity_cancelled || (change.is_cancelled && is_of_date) {
            let event = RegistrationEvent::Close;
            state_machine::run::<ActivityRegistrationStatus>(tx, None, Id::new(id), event)?;
        }
    }
    if change.is_cancelled {
        places::settle(tx, target)?;
    }
    tx.prepare_cached(
        "update activity_occurrences set told_starts_at = starts_at, told_ends_at = ends_at, told_status = status where id = ?1",
    )?
    .execute([occurrence_id])?;
    Ok(())
}

/// Tells who had signed up for a date that was cancelled that it goes on: the button leads to the page on which they sign
/// up again.
fn notify_closed(tx: &Tx, id: i64, occurrence_id: i64, change: &Change) -> Result<()> {
    let path: String = tx
        .prepare_cached(
            "select '/activiteitenkalender/' || a.id || '-' || a.slug || '?datum=' || o.day
               from activity_occurrences o join activities a on a.id = o.activity_id where o.id = ?1",
        )?
        .query_row([occurrence_id], |row| row.get(0))?;
    let more = [
        ("is_closed", Value::Bool(true)),
        ("path", Value::String(path)),
    ];
    let more = more.map(|(name, value)| (name.to_owned(), value));
    notify_of_date(tx, id, occurrence_id, (change, Map::from_iter(more)))
}

fn tell_person(tx: &Tx, id: i64, occurrence_id: i64, change: &Change) -> Result<()> {
    notify_of_date(tx, id, occurrence_id, (change, Map::new()))
}

fn notify_of_date(
    tx: &Tx,
    id: i64,
    occurrence_id: i64,
    (change, mut more): (&Change, Map<String, Value>),
) -> Result<()> {
    let kind = if change.is_cancelled {
        MailKind::ActivityCancelled
    } else {
        MailKind::ActivityChanged
    };
    if change.is_cancelled {
        // What they were told it was: a date that was moved and then cancelled is known by its old time.
        let (starts, ends) = (change.told_starts_at.clone(), change.told_ends_at.clone());
        more.extend(starts.map(|at| ("starts_at".to_owned(), at.into())));
        more.extend(ends.map(|at| ("ends_at".to_owned(), at.into())));
    } else {
        let old: [(&str, Option<String>); 2] = [
            ("old_starts_at", change.told_starts_at.clone()),
            ("old_ends_at", change.told_ends_at.clone()),
        ];
        more.extend(
            old.into_iter()
                .filter_map(|(name, at)| Some((name.to_owned(), at?.into()))),
        );
        let is_on_again = change.was_cancelled;
        more.insert("is_on_again".to_owned(), Value::Bool(is_on_again));
    }
    let reason = change.reason.clone();
    more.extend(reason.map(|reason| ("reason_text".to_owned(), reason.into())));
    notify::tell(
        tx,
        Id::<ActivityRegistration>::new(id),
        (kind, Some(occurrence_id)),
        more,
    )
}

/// Who is concerned by a date: those of the date, which is said beside, and those of all dates.
fn people_of(tx: &Tx, target: Target) -> Result<Vec<(i64, bool)>> {
    Ok(tx
        .prepare_cached(
            "select id, occurrence_id is not null from activity_registrations
              where activity_id = ?1 and (occurrence_id is null or occurrence_id = ?2)
                and status in ('registered', 'waitlisted', 'offered')
              order by id",
        )?
        .query_map((target.activity_id, target.occurrence_id), |row| {
            row.try_into()
        })?
        .collect::<rusqlite::Result<_>>()?)
}

/// Whose registrations were closed with a date, and who did not sign up for it again.
fn closed_with(tx: &Tx, occurrence_id: i64) -> Result<Vec<i64>> {
    Ok(tx
        .prepare_cached(
            "select max(r.id) from activity_registrations r
              where r.occurrence_id = ?1 and r.status = 'closed'
                and not exists (select 1 from activity_registrations n
                                 where n.occurrence_id = r.occurrence_id and n.status in ('registered', 'waitlisted', 'offered')
                                   and (n.user_id = r.user_id or (n.user_id is null and lower(n.email) = lower(r.email))))
              group by coalesce(r.user_id, lower(r.email), -r.id)
              order by 1",
        )?
        .query_map([occurrence_id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

/// Registrations with a place on a date that begins within a day, of which they were not reminded. Who signed up within
/// that day knows.
pub fn to_remind(connection: &Connection, now: &str) -> Result<Vec<(i64, i64)>> {
    Ok(connection
        .prepare_cached(
            "select r.id, o.id
               from activity_occurrences o
               join activities a on a.id = o.activity_id and a.status in ('published', 'full', 'running')
               join activity_registrations r on r.activity_id = o.activity_id and coalesce(r.occurrence_id, o.id) = o.id
              where o.status = 'planned' and o.starts_at > :from and o.starts_at <= :until
                and r.status = 'registered' and coalesce(r.reminded_at, '') < o.starts_at
                and r.created_at < strftime('%Y-%m-%dT%H:%M:%SZ', o.starts_at, '-24 hours')
              order by o.starts_at, r.id limit 500",
        )?
        .query_map(
            named_params! {":from": later(now, TOO_LATE), ":until": later(now, REMINDED)},
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?
        .collect::<rusqlite::Result<_>>()?)
}

/// Reminds of one of `to_remind`, once.
pub fn remind(tx: &Tx, (id, occurrence_id): (i64, i64)) -> Result<()> {
    let marked = tx
        .prepare_cached(
            "update activity_registrations
                set reminded_at = (select o.starts_at from activity_occurrences o where o.id = ?2), updated_at = ?3
              where id = ?1 and status = 'registered'
                and coalesce(reminded_at, '') < (select o.starts_at from activity_occurrences o where o.id = ?2 and o.status = 'planned')",
        )?
        .execute((id, occurrence_id, tx.now()))?;
    if marked == 0 {
        return Ok(());
    }
    let kind = MailKind::ActivityReminder24h;
    notify::tell(tx, Id::new(id), (kind, Some(occurrence_id)), Map::new())
}
