//! Places and the waiting list of activities. Places are counted in the transaction that takes one: there is one writer,
//! so two cannot both take the last. Every row of this table has a test in tests/it/activities/places.rs.
//!
//! | # | Rule |
//! |---|---|
//! | 1 | Capacity is that of the date, else of the activity; 0: nobody; empty: no limit. |
//! | 2 | An offer that has not run out counts as a taken place. |
//! | 3 | A newcomer never passes the line: they wait at its end, or read that it is full and how many wait. |
//! | 4 | A party has all its places or none. |
//! | 5 | A larger party for which there are too few places is asked whether it comes with fewer. Only after its no, a smaller one behind it is asked. |
//! | 6 | More capacity offers the new places; less capacity removes nobody. |
//! | 7 | Signing up ends `registration_closes_minutes` before the start, else at the start. |
//! | 8 | An offer lives 48 hours, 24 within five days of the date, 2 on the day before, but never beyond the end of signing up nor into the day itself. |
//! | 9 | On the day itself, and after the start, nobody is offered a place; the organiser gives it by hand. |
//! | 10 | A no frees the place at once, and takes who says it out of the line. |
//! | 11 | Who lets an offer pass keeps the place in the line, but is asked again only after all behind. |
//! | 12 | Who takes a place, cancels and signs up again is at the end. |
//! | 13 | A withdrawal within `withdraw_minutes` of the start is late, and told to the organiser. |
//! | 14 | An organisation has `seats_per_organization` on a date of a workshop. |
//! | 15 | One registration per person and date. |
//! | 16 | Only for published activities of the centre or of an approved organisation. |
//! | 17 | For a series a registration takes a place on every date to come; the fullest date decides. |
//! | 18 | An activity is `full` while every date to come is. |
//! | 19 | From ten minutes after the start, places of people who are not there go to walk-ins. |
//! | 20 | Where the organiser wants it, who stayed away twice in 90 days waits for their yes, outside the line. |

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::transition::{OfferTerms, RegistrationEvent};
use super::{ActivityRegistration, ActivityRegistrationStatus};
use crate::base::clock::{days, later};
use crate::base::working_days::{amsterdam, local_date};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::Id;
use crate::model::state_machine::{self, Actor, Reason};
use crate::resources::activity::transition::{self as activity_transition, ActivityEvent};
use crate::resources::activity::{Activity, ActivityRegistrationMode, ActivityStatus};

/// How long an offered place is kept, how long within `NEAR` days of the date, and how long on the day before.
const KEPT: SignedDuration = days(2);
const KEPT_WHEN_NEAR: SignedDuration = days(1);
const KEPT_ON_THE_EVE: SignedDuration = SignedDuration::from_hours(2);
const NEAR: i32 = 5;
/// How long after the start a place waits for who has it.
const UNCLAIMED: SignedDuration = SignedDuration::from_mins(10);

/// Place in the line as shown: 1 is the next. SQL over `t`.
pub const POSITION: &str = "case when t.status = 'waitlisted' and t.needs_yes = 0 then (
    select count(*) from activity_registrations w
     where w.activity_id = t.activity_id and w.occurrence_id is t.occurrence_id and w.status = 'waitlisted' and w.needs_yes = 0
       and (w.silences, w.waitlist_order) <= (t.silences, t.waitlist_order)) end";

/// What somebody signs up for: a date, or all dates of an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub activity_id: i64,
    pub occurrence_id: Option<i64>,
}

impl Target {
    pub fn of(connection: &Connection, id: Id<ActivityRegistration>) -> Result<Self> {
        Ok(connection
            .prepare_cached(
                "select activity_id, occurrence_id from activity_registrations where id = ?1",
            )?
            .query_row([id.number()], |row| {
                Ok(Self {
                    activity_id: row.get(0)?,
                    occurrence_id: row.get(1)?,
                })
            })?)
    }
}

/// What is known of a target when places are decided.
pub struct Room {
    pub status: ActivityStatus,
    pub mode: ActivityRegistrationMode,
    pub allows_guests: bool,
    pub has_waiting_list: bool,
    pub most_per_party: i64,
    pub is_workshop: bool,
    pub seats_per_organization: Option<i64>,
    /// Of the centre itself or of an approved organisation.
    is_approved: bool,
    /// Whether the date is one of the activity.
    is_known: bool,
    is_cancelled: bool,
    is_over: bool,
    /// When the date begins for which signing up is still open, and when that ends.
    starts_at: Option<String>,
    closes_at: Option<String>,
    /// None: no limit.
    pub free: Option<i64>,
    /// People on the waiting list.
    pub waiting: i64,
}

/// SQL: the dates of the target that are planned and not over, as `o` beside their activity `a`.
macro_rules! dates {
    ($what:literal, $when:literal) => {
        concat!(
            "(select ",
            $what,
            " from activity_occurrences o where o.activity_id = a.id and coalesce(:occurrence, o.id) = o.id and o.status = 'planned' and ",
            $when,
            ")"
        )
    };
}

/// SQL over `o` and `a`: when signing up ends.
macro_rules! closing {
    () => {
        "strftime('%Y-%m-%dT%H:%M:%SZ', o.starts_at, '-' || coalesce(a.registration_closes_minutes, 0) || ' minutes')"
    };
}

impl Room {
    pub fn of(connection: &Connection, target: Target, now: &str) -> Result<Self> {
        let sql = concat!(
            "select a.status, a.registration, a.allows_guests, a.has_waiting_list, a.most_per_party, a.is_workshop, a.seats_per_organization,
                    a.organization_id is null or exists (select 1 from organizations m where m.id = a.organization_id and m.status = 'approved'),
                    coalesce((select o.activity_id = a.id from activity_occurrences o where o.id = :occurrence), :occurrence is null),
                    coalesce((select o.status = 'cancelled' from activity_occurrences o where o.id = :occurrence), 0), ",
            dates!("count(*)", "o.ends_at > :now"),
            " = 0, ",
            dates!(
                "min(o.starts_at)",
                "o.starts_at > :now and strftime('%Y-%m-%dT%H:%M:%SZ', o.starts_at, '-' || coalesce(a.registration_closes_minutes, 0) || ' minutes') > :now"
            ),
            ", (select min(",
            closing!(),
            ") from activity_occurrences o where o.activity_id = a.id and coalesce(:occurrence, o.id) = o.id and o.status = 'planned' and ",
            closing!(),
            " > :now), ",
            dates!(
                "min(coalesce(o.capacity, a.capacity) - o.places_taken - o.places_offered)",
                "o.ends_at > :now"
            ),
            ", (select coalesce(sum(w.party_size), 0) from activity_registrations w
                 where w.activity_id = a.id and w.occurrence_id is :occurrence and w.status = 'waitlisted')
               from activities a where a.id = :activity"
        );
        Ok(connection.prepare_cached(sql)?.query_row(
            named_params! {
                ":activity": target.activity_id,
                ":occurrence": target.occurrence_id,
                ":now": now,
            },
            |row| {
                Ok(Self {
                    status: row.get(0)?,
                    mode: mode(&row.get::<_, String>(1)?),
                    allows_guests: row.get(2)?,
                    has_waiting_list: row.get(3)?,
                    most_per_party: row.get(4)?,
                    is_workshop: row.get(5)?,
                    seats_per_organization: row.get(6)?,
                    is_approved: row.get(7)?,
                    is_known: row.get(8)?,
                    is_cancelled: row.get(9)?,
                    is_over: row.get(10)?,
                    starts_at: row.get(11)?,
                    closes_at: row.get(12)?,
                    free: row.get(13)?,
                    waiting: row.get(14)?,
                })
            },
        )?)
    }

    const fn is_live(&self) -> bool {
        self.is_approved
            && matches!(
                self.status,
                ActivityStatus::Published | ActivityStatus::Full | ActivityStatus::Running
            )
    }

    /// Whether so many people have a place.
    pub fn holds(&self, people: i64) -> bool {
        self.free.is_none_or(|free| free >= people)
    }

    /// 422 where nobody can come to this date any more, whoever lets them in.
    pub fn require_live(&self) -> Result<()> {
        let refused = |code: Code| Err(Error::from(code).at("/data/attributes/occurrence_id"));
        if !self.is_known {
            return Err(crate::error::FieldFault::attribute("occurrence_id", "not_found").into());
        }
        if !self.is_live() || self.is_cancelled {
            return refused(Code::RegistrationClosed);
        }
        if self.is_over {
            return refused(Code::DateIsOver);
        }
        Ok(())
    }

    /// 422 where signing up has ended.
    pub fn require_open(&self) -> Result<()> {
        self.require_live()?;
        if self.starts_at.is_none() {
            return Err(Error::from(Code::RegistrationClosed).at("/data/attributes/occurrence_id"));
        }
        Ok(())
    }

    /// 422 with how many wait.
    pub fn full(&self) -> Error {
        Error::from(Code::ActivityFull)
            .with("waiting", self.waiting)
            .with("free", self.free.unwrap_or_default().max(0))
            .at("/data/attributes/party_size")
    }

    /// Until when a place that is offered now is kept; none where none may be.
    fn offered_until(&self, now: &str) -> Option<String> {
        if !self.is_live() || self.is_cancelled {
            return None;
        }
        let (starts_at, closes_at) = (self.starts_at.as_deref()?, self.closes_at.clone()?);
        let today = local_date(now)?;
        let day = local_date(starts_at)?;
        let left = today.until(day).ok()?.get_days();
        let kept = match left {
            ..=0 => return None,
            1 => KEPT_ON_THE_EVE,
            2..NEAR => KEPT_WHEN_NEAR,
            _ => KEPT,
        };
        let midnight: Timestamp = day
            .at(0, 0, 0, 0)
            .to_zoned_datetime(amsterdam())
            .ok()?
            .timestamp();
        let until = later(now, kept).min(closes_at).min(midnight.to_string());
        (until.as_str() > now).then_some(until)
    }
}

fn mode(text: &str) -> ActivityRegistrationMode {
    match text {
        "occurrence" => ActivityRegistrationMode::Occurrence,
        "series" => ActivityRegistrationMode::Series,
        _ => ActivityRegistrationMode::None,
    }
}

/// How long staying away counts, and how often.
const NO_SHOWS_COUNT: SignedDuration = days(90);
const NO_SHOWS: i64 = 2;

/// Whether somebody needs the organiser's yes: they had a place on two dates of this organiser lately, did not come and did
/// not say so. It counts only where people were checked in.
pub fn needs_yes(
    tx: &Tx,
    activity_id: i64,
    (user_id, email): (Option<i64>, Option<&str>),
) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select a.asks_after_no_shows and (
                select count(*)
                  from activity_registrations r
                  join activities b on b.id = r.activity_id
                   and b.volunteer_center_id = a.volunteer_center_id and b.organization_id is a.organization_id
                  join activity_occurrences o on o.activity_id = b.id and coalesce(r.occurrence_id, o.id) = o.id
                   and o.status = 'planned' and o.ends_at <= :now and o.ends_at > :since
                 where r.status = 'registered' and r.created_at < o.starts_at
                   and (r.user_id = :user or (r.user_id is null and r.organization_id is null and lower(r.email) = lower(:email)))
                   and exists (select 1 from activity_taps p where p.occurrence_id = o.id and p.is_present = 1)
                   and coalesce((select p.is_present from activity_taps p where p.registration_id = r.id and p.occurrence_id = o.id
                                  order by p.tapped_at desc, p.id desc limit 1), 0) = 0) >= :most
               from activities a where a.id = :activity",
        )?
        .query_row(
            named_params! {
                ":activity": activity_id,
                ":user": user_id,
                ":email": email,
                ":now": tx.now(),
                ":since": later(tx.now(), -NO_SHOWS_COUNT),
                ":most": NO_SHOWS,
            },
            |row| row.get(0),
        )?)
}

/// Whether a new party of this size has places at once: they are free, and nobody in the line is to be asked before.
pub fn fits(tx: &Tx, target: Target, room: &Room, people: i64) -> Result<bool> {
    if !room.holds(people) {
        return Ok(false);
    }
    // Who let an offer pass is asked after a newcomer; who did not want to come with so few is not asked.
    let is_passed = tx
        .prepare_cached(
            "select 1 from activity_registrations
              where activity_id = :activity and occurrence_id is :occurrence and status = 'waitlisted'
                and needs_yes = 0 and silences = 0 and (:free is null or party_size <= :free or refused_size < :free)",
        )?
        .exists(named_params! {
            ":activity": target.activity_id,
            ":occurrence": target.occurrence_id,
            ":free": room.free,
        })?;
    Ok(!is_passed)
}

/// The number of the end of the line.
pub fn end_of_line(connection: &Connection, target: Target) -> Result<i64> {
    Ok(connection
        .prepare_cached(
            "select coalesce(max(waitlist_order), 0) + 1 from activity_registrations
              where activity_id = ?1 and occurrence_id is ?2",
        )?
        .query_row((target.activity_id, target.occurrence_id), |row| row.get(0))?)
}

/// Counts the places again, offers those that are free to the next in line, and fills or reopens the activity. Runs in
/// the transaction that changed a registration.
pub fn settle(tx: &Tx, target: Target) -> Result<()> {
    count(tx, target)?;
    while offer_next(tx, target)? {
        count(tx, target)?;
    }
    follow_fullness(tx, target.activity_id)
}

/// Settles every line of an activity, such as after its capacity was changed.
pub fn offer_free_places(tx: &Tx, activity_id: i64) -> Result<()> {
    let lines: Vec<Option<i64>> = tx
        .prepare_cached(
            "select distinct occurrence_id from activity_registrations where activity_id = ?1 and status = 'waitlisted'",
        )?
        .query_map([activity_id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for occurrence_id in lines {
        let target = Target {
            activity_id,
            occurrence_id,
        };
        settle(tx, target)?;
    }
    follow_fullness(tx, activity_id)
}

/// Who takes a place on a date: those of the date, and those of all dates.
const COUNT: &str = "update activity_occurrences
    set (places_taken, places_offered, people_waiting) = (
      select coalesce(sum(r.party_size) filter (where r.status = 'registered'), 0),
             coalesce(sum(r.offered_size) filter (where r.status = 'offered'), 0),
             coalesce(sum(r.party_size) filter (where r.status = 'waitlisted'), 0)
        from activity_registrations r
       where r.activity_id = activity_occurrences.activity_id
         and (r.occurrence_id is null or r.occurrence_id = activity_occurrences.id)
         and r.status in ('registered', 'offered', 'waitlisted'))
  where activity_id = :activity and coalesce(:occurrence, id) = id and (:occurrence is not null or ends_at > :now)";

fn count(tx: &Tx, target: Target) -> Result<()> {
    tx.prepare_cached(COUNT)?.execute(named_params! {
        ":activity": target.activity_id,
        ":occurrence": target.occurrence_id,
        ":now": tx.now(),
    })?;
    Ok(())
}

/// Offers free places to the next in line; false where nobody is to be asked.
fn offer_next(tx: &Tx, target: Target) -> Result<bool> {
    let room = Room::of(tx, target, tx.now())?;
    if room.waiting == 0 || room.free.is_some_and(|free| free <= 0) {
        return Ok(false);
    }
    let Some(expires_at) = room.offered_until(tx.now()) else {
        return Ok(false);
    };
    let Some((id, size)) = next(tx, target, room.free)? else {
        return Ok(false);
    };
    let terms = OfferTerms {
        size,
        expires_at,
        successor: None,
    };
    let said = (Reason::default(), terms);
    let actor = Actor::Program(None);
    state_machine::take::<ActivityRegistrationStatus>(
        tx,
        actor,
        Id::new(id),
        RegistrationEvent::Offer,
        said,
    )?;
    Ok(true)
}

/// Who is to be asked, and for how many people: the first for whose party there are places, or who has not said no to
/// coming with so few.
fn next(connection: &Connection, target: Target, free: Option<i64>) -> Result<Option<(i64, i64)>> {
    Ok(connection
        .prepare_cached(
            "select id, min(party_size, coalesce(:free, party_size))
               from activity_registrations
              where activity_id = :activity and occurrence_id is :occurrence and status = 'waitlisted'
                and needs_yes = 0 and (:free is null or party_size <= :free or refused_size < :free)
              order by silences, waitlist_order, id
              limit 1",
        )?
        .query_row(
            named_params! {
                ":activity": target.activity_id,
                ":occurrence": target.occurrence_id,
                ":free": free,
            },
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?)
}

/// SQL over `a`: nobody more can come on any date to come.
const IS_FULL: &str = "exists (select 1 from activity_occurrences o where o.activity_id = a.id and o.status = 'planned' and o.starts_at > :now)
    and not exists (select 1 from activity_occurrences o
                     where o.activity_id = a.id and o.status = 'planned' and o.starts_at > :now
                       and (coalesce(o.capacity, a.capacity) is null or coalesce(o.capacity, a.capacity) > o.places_taken + o.places_offered))";

fn follow_fullness(tx: &Tx, activity_id: i64) -> Result<()> {
    let (status, is_full): (ActivityStatus, bool) = tx
        .prepare_cached(&format!(
            "select a.status, a.registration <> 'none' and {IS_FULL} from activities a where a.id = :id"
        ))?
        .query_row(
            named_params! {":id": activity_id, ":now": tx.now()},
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
    let event = match (status, is_full) {
        (ActivityStatus::Published, true) => ActivityEvent::Fill,
        (ActivityStatus::Full, false) => ActivityEvent::Reopen,
        _ => return Ok(()),
    };
    activity_transition::run(tx, Id::<Activity>::new(activity_id), event)
}

/// Activities that are full and not said to be, or the other way round: capacity was changed, or a date is over.
pub fn to_follow(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    let sql = format!(
        "select a.id from activities a
          where a.status in ('published', 'full') and (a.status = 'full' or a.capacity is not null
                or exists (select 1 from activity_occurrences o where o.activity_id = a.id and o.capacity is not null))
            and (a.status = 'full') <> (a.registration <> 'none' and {IS_FULL})
          limit 200"
    );
    Ok(connection
        .prepare_cached(&sql)?
        .query_map(named_params! {":now": now}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?)
}

/// Fills or reopens one of `to_follow`.
pub fn follow(tx: &Tx, activity_id: i64) -> Result<()> {
    follow_fullness(tx, activity_id)
}

/// Lines in which somebody can be asked although nobody acted: there are more places, or somebody let an offer pass.
pub fn to_move(connection: &Connection, now: &str) -> Result<Vec<Target>> {
    let waiting: Vec<Target> = connection
        .prepare_cached(
            "select distinct w.activity_id, w.occurrence_id
               from activity_registrations w
               join activities a on a.id = w.activity_id and a.status in ('published', 'full', 'running')
              where w.status = 'waitlisted'",
        )?
        .query_map([], |row| {
            Ok(Target {
                activity_id: row.get(0)?,
                occurrence_id: row.get(1)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut moving = Vec::new();
    for target in waiting {
        let room = Room::of(connection, target, now)?;
        if room.free.is_none_or(|free| free > 0)
            && room.offered_until(now).is_some()
            && next(connection, target, room.free)?.is_some()
        {
            moving.push(target);
        }
    }
    Ok(moving)
}

/// Offers that nobody took in time.
pub fn missed(connection: &Connection, now: &str) -> Result<Vec<i64>> {
    Ok(connection
        .prepare_cached(
            "select id from activity_registrations where status = 'offered' and offer_expires_at <= ?1 order by offer_expires_at, id limit 200",
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
    let event = RegistrationEvent::MissOffer;
    state_machine::run::<ActivityRegistrationStatus>(tx, None, Id::new(id), event)
}

/// Whether a withdrawal now comes later than the organiser wants.
pub fn is_late(connection: &Connection, target: Target, now: &str) -> Result<bool> {
    Ok(connection
        .prepare_cached(
            "select coalesce((select min(o.starts_at) from activity_occurrences o
                               where o.activity_id = a.id and coalesce(?2, o.id) = o.id and o.status = 'planned' and o.ends_at > ?3)
                             <= strftime('%Y-%m-%dT%H:%M:%SZ', ?3, a.withdraw_minutes || ' minutes'), 0)
               from activities a where a.id = ?1",
        )?
        .query_row((target.activity_id, target.occurrence_id, now), |row| {
            row.get(0)
        })?)
}

/// 422 where an organisation has no seats left for so many on the date.
pub fn require_seats(
    tx: &Tx,
    target: Target,
    room: &Room,
    (organization_id, people): (i64, i64),
) -> Result<()> {
    let Some(seats) = room.seats_per_organization else {
        return Ok(());
    };
    let taken: i64 = tx
        .prepare_cached(
            "select coalesce(sum(party_size), 0) from activity_registrations
              where activity_id = ?1 and occurrence_id is ?2 and organization_id = ?3
                and status in ('registered', 'offered', 'waitlisted')",
        )?
        .query_row(
            (target.activity_id, target.occurrence_id, organization_id),
            |row| row.get(0),
        )?;
    if taken + people > seats {
        return Err(Error::from(Code::SeatsTaken)
            .with("limit", seats)
            .at("/data/attributes/organization_id"));
    }
    Ok(())
}

/// Places that a walk-in can have on a date: the free ones, and from ten minutes after the start those of people who are
/// not there. None: no limit.
pub fn free_for_walk_ins(tx: &Tx, occurrence_id: i64) -> Result<Option<i64>> {
    Ok(tx
        .prepare_cached(
            "select case when o.starts_at <= :unclaimed_before
                         then coalesce(o.capacity, a.capacity) - (
                              select coalesce(sum(r.party_size), 0) from activity_registrations r
                               where r.activity_id = a.id and coalesce(r.occurrence_id, o.id) = o.id and r.status = 'registered'
                                 and coalesce((select p.is_present from activity_taps p
                                                where p.registration_id = r.id and p.occurrence_id = o.id
                                                order by p.tapped_at desc, p.id desc limit 1), 0) = 1)
                         else coalesce(o.capacity, a.capacity) - o.places_taken - o.places_offered end
               from activity_occurrences o join activities a on a.id = o.activity_id
              where o.id = :id",
        )?
        .query_row(
            named_params! {":id": occurrence_id, ":unclaimed_before": later(tx.now(), -UNCLAIMED)},
            |row| row.get(0),
        )?)
}
