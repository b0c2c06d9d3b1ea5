//! Places and the waiting list (docs/domain/states.md#waiting-list). Places are counted in the transaction that takes
//! one: there is one writer, so two cannot both take the last.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::transition::ApplicationEvent;
use super::{Application, ApplicationStage};
use crate::base::clock::{days, later};
use crate::base::working_days::{amsterdam, local_date};
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::jsonapi::Id;
use crate::model::state_machine;
use crate::resources::vacancy::transition::{fill, reopen};
use crate::resources::vacancy::{Vacancy, VacancyStatus};

/// How long an offered place is kept, and how long where the next date is near.
const KEPT: SignedDuration = days(2);
const KEPT_WHEN_NEAR: SignedDuration = days(1);
const NEAR: i32 = 5;
/// Less than this before a date, a withdrawal is late.
const LATE: SignedDuration = days(1);

/// Guard over `t`: nobody waits longer for the same vacancy.
pub const FIRST_IN_LINE: &str = "not exists (select 1 from applications w where w.vacancy_id = t.vacancy_id and w.stage = 'waitlisted' and w.waitlist_position < t.waitlist_position)";

/// Place in the line as shown: 1 is the next. SQL over `t`.
pub const POSITION: &str = "case when t.stage = 'waitlisted' then (select count(*) from applications w where w.vacancy_id = t.vacancy_id and w.stage = 'waitlisted' and w.waitlist_position <= t.waitlist_position) end";

/// Which applications take a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    Only,
    /// Also those to whom a place is offered.
    WithOffers,
}

struct Count {
    status: VacancyStatus,
    capacity: Option<i64>,
    taken: i64,
    offered: i64,
    waiting: i64,
    is_over: bool,
}

fn count(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<Count> {
    Ok(tx
        .prepare_cached(
            "select v.status, v.capacity, coalesce(v.expires_at <= :now, 0),
                    count(*) filter (where a.stage in ('accepted', 'started', 'completed')),
                    count(*) filter (where a.stage = 'offered'),
                    count(*) filter (where a.stage = 'waitlisted')
               from vacancies v left join applications a on a.vacancy_id = v.id
              where v.id = :id
              group by v.id",
        )?
        .query_row(
            named_params! {":id": vacancy_id.number(), ":now": tx.now()},
            |row| {
                Ok(Count {
                    status: row.get(0)?,
                    capacity: row.get(1)?,
                    is_over: row.get(2)?,
                    taken: row.get(3)?,
                    offered: row.get(4)?,
                    waiting: row.get(5)?,
                })
            },
        )?)
}

/// 422 `vacancy_full` where no place is left.
pub fn validate_free(tx: &Tx, vacancy_id: Id<Vacancy>, of: Taken) -> Result<()> {
    let count = count(tx, vacancy_id)?;
    let taken = match of {
        Taken::Only => count.taken,
        Taken::WithOffers => count.taken + count.offered,
    };
    match count.capacity {
        Some(capacity) if taken >= capacity => Err(Code::VacancyFull.into()),
        _ => Ok(()),
    }
}

/// Counts the places again: fills the vacancy, offers a free place to the next in line, or reopens the vacancy when
/// nobody waits. Runs in the transaction that changed an application.
pub fn recount(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<()> {
    let mut now = count(tx, vacancy_id)?;
    tx.prepare_cached("update vacancies set places_taken = ?2 where id = ?1")?
        .execute((vacancy_id.number(), now.taken))?;
    let Some(capacity) = now.capacity else {
        return Ok(());
    };
    match now.status {
        VacancyStatus::Published if now.taken >= capacity => fill(tx, vacancy_id),
        VacancyStatus::Filled if !now.is_over => {
            if !is_on_the_day(tx, vacancy_id, tx.now())? {
                while now.taken + now.offered < capacity && offer_next(tx, vacancy_id)? {
                    now.offered += 1;
                    now.waiting -= 1;
                }
            }
            if now.taken < capacity && now.offered == 0 && now.waiting == 0 {
                return reopen(tx, vacancy_id);
            }
            Ok(())
        }
        VacancyStatus::Draft
        | VacancyStatus::Published
        | VacancyStatus::Filled
        | VacancyStatus::Expired
        | VacancyStatus::Archived
        | VacancyStatus::Deleted => Ok(()),
    }
}

/// Who let an offer pass is not asked again for a week.
macro_rules! asked_of {
    ($alias:literal) => {
        concat!(
            $alias,
            ".stage = 'waitlisted' and not exists (select 1 from transitions s
                where s.subject_type = 'applications' and s.subject_id = ",
            $alias,
            ".id and s.event = 'miss_offer' and s.at > :week)"
        )
    };
}

/// Offers the place to the first in line; false where nobody is to be asked.
fn offer_next(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<bool> {
    let next: Option<i64> = tx
        .prepare_cached(concat!(
            "select a.id from applications a where a.vacancy_id = :id and ",
            asked_of!("a"),
            " order by a.waitlist_position, a.id limit 1"
        ))?
        .query_row(
            named_params! {":id": vacancy_id.number(), ":week": later(tx.now(), -days(7))},
            |row| row.get(0),
        )
        .optional()?;
    let Some(id) = next else {
        return Ok(false);
    };
    state_machine::run::<ApplicationStage>(tx, None, Id::new(id), ApplicationEvent::Offer)?;
    Ok(true)
}

/// Sets until when the offered place is kept: never beyond the beginning of the next date.
pub fn set_deadline(tx: &Tx, id: Id<Application>, vacancy_id: Id<Vacancy>) -> Result<()> {
    let next = next_date(tx, vacancy_id, tx.now())?;
    let today = local_date(tx.now());
    let is_near = next.as_ref().zip(today).is_some_and(|(next, today)| {
        today
            .until(next.day)
            .is_ok_and(|left| left.get_days() < NEAR)
    });
    let kept = if is_near { KEPT_WHEN_NEAR } else { KEPT };
    let mut until = later(tx.now(), kept);
    if let Some(next) = next
        && next.starts_at.as_str() > tx.now()
        && next.starts_at < until
    {
        until = next.starts_at;
    }
    tx.prepare_cached("update applications set offer_expires_at = ?2 where id = ?1")?
        .execute((id.number(), until))?;
    Ok(())
}

/// Puts a new application at the end of the line.
pub fn line_up(tx: &Tx, id: Id<Application>) -> Result<()> {
    tx.prepare_cached(
        "update applications
            set waitlist_position = (select coalesce(max(w.waitlist_position), 0) + 1 from applications w
                                      where w.vacancy_id = applications.vacancy_id and w.stage = 'waitlisted' and w.id <> applications.id)
          where id = ?1",
    )?
    .execute([id.number()])?;
    Ok(())
}

/// Day of the work, and when it begins.
pub struct NextDate {
    pub day: Date,
    /// RFC 3339, UTC.
    pub starts_at: String,
}

/// The next date of a vacancy, today included; none where it has no dates.
pub fn next_date(
    connection: &Connection,
    vacancy_id: Id<Vacancy>,
    now: &str,
) -> Result<Option<NextDate>> {
    let Some(today) = local_date(now) else {
        return Ok(None);
    };
    Ok(connection
        .prepare_cached(
            "select d.value ->> 'day', d.value ->> 'from'
               from vacancies v, json_each(v.dates) d
              where v.id = :id and d.value ->> 'day' >= :today
              order by 1, 2
              limit 1",
        )?
        .query_row(
            named_params! {":id": vacancy_id.number(), ":today": today.to_string()},
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?)),
        )
        .optional()?
        .and_then(|(day, from)| {
            let day: Date = day.parse().ok()?;
            let starts_at = starts_at(day, from.as_deref())?.to_string();
            Some(NextDate { day, starts_at })
        }))
}

fn is_on_the_day(connection: &Connection, vacancy_id: Id<Vacancy>, now: &str) -> Result<bool> {
    let next = next_date(connection, vacancy_id, now)?;
    Ok(next.is_some_and(|next| Some(next.day) == local_date(now)))
}

/// Whether a withdrawal now leaves the organisation less than a day.
pub fn is_late(tx: &Tx, vacancy_id: Id<Vacancy>) -> Result<bool> {
    let limit = later(tx.now(), LATE);
    Ok(next_date(tx, vacancy_id, tx.now())?.is_some_and(|next| next.starts_at < limit))
}

/// Accepted applications whose work begins in twenty to twenty-five hours, with that moment, and who has not been told.
pub fn starting(connection: &Connection, now: &str) -> Result<Vec<(i64, String)>> {
    let (from, until) = (
        later(now, SignedDuration::from_hours(20)),
        later(now, SignedDuration::from_hours(25)),
    );
    let (first, last) = (local_date(&from), local_date(&until));
    let mut statement = connection.prepare_cached(
        "select a.id, d.value ->> 'day', d.value ->> 'from'
           from applications a
           join vacancies v on v.id = a.vacancy_id and v.dates <> '[]' and v.status in ('published', 'filled', 'expired')
           join json_each(v.dates) d
          where a.stage = 'accepted' and d.value ->> 'day' in (:first, :last)
            and not exists (select 1 from audit_events e
                             where e.subject_type = 'applications' and e.subject_id = a.id
                               and e.action = 'application_starts_tomorrow' and e.at > :today)
          order by a.id limit 500",
    )?;
    let mut rows = statement.query(named_params! {
        ":first": first.map(|day| day.to_string()),
        ":last": last.map(|day| day.to_string()),
        ":today": later(now, SignedDuration::from_hours(-20)),
    })?;
    let mut found: Vec<(i64, String)> = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, day, time): (i64, String, Option<String>) = row.try_into()?;
        let starts_at = day
            .parse()
            .ok()
            .and_then(|day| starts_at(day, time.as_deref()))
            .map(|moment| moment.to_string());
        if let Some(starts_at) = starts_at
            && starts_at > from
            && starts_at <= until
            && found.last().is_none_or(|(last, _)| *last != id)
        {
            found.push((id, starts_at));
        }
    }
    Ok(found)
}

/// Vacancies to count again without anybody acting: a place was added to a vacancy that filled by itself, with or
/// without a line for it, or the day itself is over.
pub fn to_move(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    let found: Vec<i64> = connection
        .prepare_cached(concat!(
            "select distinct a.vacancy_id
               from applications a
               join vacancies v on v.id = a.vacancy_id
              where ",
            asked_of!("a"),
            " and v.status = 'filled' and v.capacity is not null and v.expires_at > :now
                and v.capacity > v.places_taken + (select count(*) from applications o where o.vacancy_id = v.id and o.stage = 'offered')
                and (select s.actor_id from transitions s
                      where s.subject_type = 'vacancies' and s.subject_id = v.id and s.to_state = 'filled'
                      order by s.id desc limit 1) is null
              limit 200"
        ))?
        .query_map(named_params! {":now": now, ":week": later(now, -days(7))}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut moving = Vec::new();
    for id in found {
        if !is_on_the_day(connection, Id::new(id), now)? {
            moving.push(id);
        }
    }
    // A vacancy that may not be published again stays filled, and is not tried for ever.
    let reopening: Vec<i64> = connection
        .prepare_cached(
            "select v.id from vacancies v
              where v.status = 'filled' and v.capacity > v.places_taken and v.expires_at > :now and v.updated_at > :day
                and not exists (select 1 from applications a where a.vacancy_id = v.id and a.stage in ('waitlisted', 'offered'))
                and (select s.actor_id from transitions s
                      where s.subject_type = 'vacancies' and s.subject_id = v.id and s.to_state = 'filled'
                      order by s.id desc limit 1) is null
              limit 200",
        )?
        .query_map(named_params! {":now": now, ":day": later(now, -days(1))}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    moving.extend(reopening);
    Ok(moving)
}

/// Offers that nobody took in time.
pub fn missed(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select id from applications where stage = 'offered' and offer_expires_at <= ?1 order by offer_expires_at limit 200",
        )?
        .query_map([now], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

/// Moves an offer on that was not taken.
pub fn miss(tx: &Tx, id: i64) -> Result<()> {
    // It may have been taken since it was listed.
    if !missed(tx, tx.now())?.contains(&id) {
        return Ok(());
    }
    state_machine::run::<ApplicationStage>(tx, None, Id::new(id), ApplicationEvent::MissOffer)
}

/// The moment of a day in the Netherlands at `time`, `HH:MM`; nine in the morning without one.
fn starts_at(day: Date, time: Option<&str>) -> Option<Timestamp> {
    let time = time.unwrap_or("09:00").parse::<jiff::civil::Time>().ok()?;
    Some(
        day.to_datetime(time)
            .to_zoned_datetime(amsterdam())
            .ok()?
            .timestamp(),
    )
}
