//! Sign-ups as events of a calendar: in the mails about them, and in the feed of the person (docs/decisions/0044).

use std::fmt::Write as _;

use jiff::Timestamp;
use jiff::civil::DateTime;
use rusqlite::{Connection, OptionalExtension as _, Row, named_params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ActivityRegistration, ActivityRegistrationStatus};
use crate::base::icalendar::{
    At, Calendar, Event, Message, Method, Person, Status, write_event, write_footer, write_header,
};
use crate::error::{Error, Result};
use crate::jsonapi::write::store;
use crate::jsonapi::{Id, Resource as _};
use crate::mail::outbox::OutboxRow;
use crate::mail::{CalendarPart, EmailBranding, MailKind};
use crate::recurrence::{Series, SeriesFault, expand};
use crate::resources::activity::occurrence::OccurrenceStatus;
use crate::resources::activity::{Activity, ActivityAttributes, schedule};
use crate::resources::notification::CALENDAR;
use crate::resources::place::{self, Place, PlaceAttributes};

/// Minutes before the start at which one's own calendar reminds.
const REMINDED: [u32; 1] = [120];

/// What a mail does to the calendar of its reader. Kept with the mail; the file is written when it is sent, so that it
/// says what is true then.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct CalendarNote {
    pub cancels: bool,
    /// A date of a whole series; none: all that the registration is for.
    pub date: Option<i64>,
}

impl CalendarNote {
    /// What a mail of this kind does; nothing for who has no place, and so nothing in their calendar.
    pub(super) fn of(kind: MailKind, had_place: bool, date: Option<i64>) -> Option<Self> {
        let (cancels, date) = match kind {
            MailKind::ActivityRegistered | MailKind::ActivityChanged => (false, None),
            MailKind::ActivityCancelled => (true, date),
            MailKind::ActivityRemoved | MailKind::ActivityWithdrawnReceipt => (true, None),
            _ => return None,
        };
        had_place.then_some(Self { cancels, date })
    }

    pub(super) fn value(self) -> Result<Value> {
        Ok(serde_json::to_value(self)?)
    }
}

/// Whose calendar it is: the links lead to its origin, and its name is part of every UID.
#[derive(Debug, Clone, Copy)]
pub struct Issuer<'a> {
    pub origin: &'a str,
    pub tenant: &'a str,
}

/// The calendar file of a mail; none where it has none, or where it is not true any more.
pub fn calendar_part(
    connection: &Connection,
    row: &OutboxRow,
    (head, from, tenant): (&EmailBranding, &str, &str),
) -> Result<Option<CalendarPart>> {
    let note = row.data.get(CALENDAR).cloned();
    let Some(note) = note.filter(|_| row.subject_type == ActivityRegistration::TYPE) else {
        return Ok(None);
    };
    let note: CalendarNote = serde_json::from_value(note)?;
    let Some(entry) = Entry::find(connection, row.subject_id)? else {
        return Ok(None);
    };
    let has_place = entry.status == ActivityRegistrationStatus::Registered;
    let dates = entry.dates(connection)?;
    let own = entry.own_date(&dates, note.date);
    let is_true = match (note.cancels, own) {
        (false, Some(date)) => has_place && !date.is_cancelled,
        (false, None) => has_place,
        (true, Some(date)) => !has_place || date.is_cancelled,
        (true, None) => !has_place,
    };
    if !is_true {
        return Ok(None);
    }
    let method = if note.cancels {
        Method::Cancel
    } else {
        Method::Request
    };
    let sent_at = row.claimed_at.as_ref().unwrap_or(&row.created_at);
    let message = Message {
        method,
        sent_at: sent_at.parse().map_err(Error::internal)?,
    };
    let people = People {
        organizer: Person {
            name: &head.centre_name,
            email: from,
        },
        attendee: Person {
            name: &row.to_name,
            email: &row.to_email,
        },
    };
    let issuer = Issuer {
        origin: head.origin.trim_end_matches('/'),
        tenant,
    };
    let mut text = String::new();
    let calendar = Calendar {
        message: Some(message),
        ..Calendar::default()
    };
    write_header(&mut text, &calendar).map_err(Error::internal)?;
    // Who has no place any more is off the whole series.
    let one = note
        .date
        .filter(|_| has_place && entry.occurrence_id.is_none());
    let written = Written {
        entry: &entry,
        dates: &dates,
        issuer,
        message: Some((message, people)),
    };
    written.write(&mut text, one)?;
    write_footer(&mut text).map_err(Error::internal)?;
    Ok(Some(CalendarPart { method, text }))
}

/// Writes what a person has a place for or waits for, and what was cancelled since `told_from`.
pub fn sign_ups(
    out: &mut String,
    connection: &Connection,
    user_id: i64,
    (issuer, told_from): (Issuer, &str),
) -> Result<()> {
    let own: Vec<i64> = connection
        .prepare_cached(
            "select t.id
               from activity_registrations t
               join activities a on a.id = t.activity_id
               left join activity_occurrences o on o.id = t.occurrence_id
              where t.user_id = :user_id
                and ((t.status in ('registered', 'waitlisted', 'offered') and a.status in ('published', 'full', 'running', 'finished')
                      and (o.status is null or o.status = 'planned' or o.cancelled_at >= :told_from))
                     or (t.status = 'closed' and a.status = 'cancelled' and a.cancelled_at >= :told_from)
                     or (t.status = 'closed' and o.status = 'cancelled' and o.cancelled_at >= :told_from
                         and not exists (select 1 from activity_registrations n
                                          where n.user_id = t.user_id and n.occurrence_id = t.occurrence_id and n.id > t.id)))
              order by t.id limit 2000",
        )?
        .query_map(
            named_params! {":user_id": user_id, ":told_from": told_from},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    for id in own {
        let Some(entry) = Entry::find(connection, id)? else {
            continue;
        };
        let dates = entry.dates(connection)?;
        let written = Written {
            entry: &entry,
            dates: &dates,
            issuer,
            message: None,
        };
        written.write(out, None)?;
    }
    Ok(())
}

/// A registration with its activity.
struct Entry {
    activity_id: i64,
    occurrence_id: Option<i64>,
    status: ActivityRegistrationStatus,
    /// Grows with each step of this registration, and with another of the same person for the same date.
    steps: i64,
    activity: ActivityAttributes,
    place: Option<PlaceAttributes>,
    series: Series,
}

struct OccurrenceTimes {
    id: i64,
    original_start: DateTime,
    starts: DateTime,
    ends: DateTime,
    is_changed: bool,
    is_cancelled: bool,
    sequence: i64,
    updated_at: Option<Timestamp>,
}

impl Entry {
    fn find(connection: &Connection, id: i64) -> Result<Option<Self>> {
        let found: Option<(i64, Option<i64>, ActivityRegistrationStatus, i64)> = connection
            .prepare_cached(
                "select t.activity_id, t.occurrence_id, t.status,
                        (select sum(r.version) from activity_registrations r
                          where r.activity_id = t.activity_id and r.occurrence_id is t.occurrence_id
                            and (r.id = t.id or r.user_id = t.user_id or lower(r.email) = lower(t.email)))
                   from activity_registrations t where t.id = ?1",
            )?
            .query_row([id], |row| row.try_into())
            .optional()?;
        let Some((activity_id, occurrence_id, status, steps)) = found else {
            return Ok(None);
        };
        let Some(activity) = store::load::<Activity>(connection, Id::new(activity_id))? else {
            return Ok(None);
        };
        let place = match activity.place_id.filter(|_| !activity.online) {
            Some(place_id) => store::load::<Place>(connection, place_id)?,
            None => None,
        };
        Ok(Some(Self {
            activity_id,
            occurrence_id,
            status,
            steps,
            series: schedule::series_of(&activity)?,
            activity,
            place,
        }))
    }

    /// The dates that the registration is for.
    fn dates(&self, connection: &Connection) -> Result<Vec<OccurrenceTimes>> {
        Ok(connection
            .prepare_cached(
                "select id, original_start, starts_local, ends_local, is_changed, status, sequence, updated_at
                   from activity_occurrences
                  where activity_id = :activity and (:occurrence is null or id = :occurrence)
                  order by original_start",
            )?
            .query_map(
                named_params! {":activity": self.activity_id, ":occurrence": self.occurrence_id},
                occurrence_times,
            )?
            .collect::<rusqlite::Result<_>>()?)
    }

    /// The date that is meant, where it is one.
    fn own_date<'d>(
        &self,
        dates: &'d [OccurrenceTimes],
        named: Option<i64>,
    ) -> Option<&'d OccurrenceTimes> {
        let id = self.occurrence_id.or(named)?;
        dates.iter().find(|date| date.id == id)
    }

    /// One date of what repeats is an event of its own: its place in the rule changes with the rule.
    fn uid(&self, tenant: &str) -> String {
        match self.occurrence_id {
            Some(date) if self.series.recurrence.is_some() => {
                schedule::uid(&format!("{}-{date}", self.activity_id), tenant)
            }
            _ => schedule::uid(&self.activity_id.to_string(), tenant),
        }
    }
}

fn occurrence_times(row: &Row) -> rusqlite::Result<OccurrenceTimes> {
    let local = |index| {
        let text: String = row.get(index)?;
        text.parse::<DateTime>().map_err(|error| {
            let kind = rusqlite::types::Type::Text;
            rusqlite::Error::FromSqlConversionFailure(index, kind, error.into())
        })
    };
    let status: OccurrenceStatus = row.get(5)?;
    let updated_at: String = row.get(7)?;
    Ok(OccurrenceTimes {
        id: row.get(0)?,
        original_start: local(1)?,
        starts: local(2)?,
        ends: local(3)?,
        is_changed: row.get(4)?,
        is_cancelled: status == OccurrenceStatus::Cancelled,
        sequence: row.get(6)?,
        updated_at: updated_at.parse().ok(),
    })
}

#[derive(Clone, Copy)]
struct People<'a> {
    organizer: Person<'a>,
    attendee: Person<'a>,
}

struct Written<'a> {
    entry: &'a Entry,
    dates: &'a [OccurrenceTimes],
    issuer: Issuer<'a>,
    /// None in a feed.
    message: Option<(Message, People<'a>)>,
}

impl Written<'_> {
    /// Writes all that the registration is for, or one date of a whole series.
    fn write(&self, out: &mut String, one: Option<i64>) -> Result<()> {
        let (entry, activity) = (self.entry, &self.entry.activity);
        let uid = entry.uid(self.issuer.tenant);
        let mut url = String::new();
        write!(
            url,
            "{}/activiteitenkalender/{}-{}",
            self.issuer.origin, entry.activity_id, activity.slug
        )
        .map_err(Error::internal)?;
        let description = schedule::in_plain_words(activity);
        let location = self.location()?;
        let geo = entry.place.as_ref().and_then(|place| {
            let address = &place.address;
            address.latitude.zip(address.longitude)
        });
        let changed = self.dates.iter().filter_map(|date| date.updated_at);
        let last_modified = [&activity.updated_at, &activity.created_at]
            .into_iter()
            .find_map(|at| at.as_deref()?.parse::<Timestamp>().ok());
        let sequence = activity.sequence
            + entry.steps
            + self.dates.iter().map(|date| date.sequence).sum::<i64>();
        let (starts, ends) = entry.series.first().map_err(unreadable)?;
        let is_reminded =
            self.message.is_none() && self.status() == Status::Confirmed && !activity.all_day;
        let event = Event {
            uid: &uid,
            sequence: u32::try_from(sequence).unwrap_or_default(),
            created: None,
            last_modified: changed.chain(last_modified).max().unwrap_or_default(),
            starts: At::of(starts, activity.all_day),
            ends: At::of(ends, activity.all_day),
            rrule: None,
            exdates: &[],
            recurrence_id: None,
            summary: &activity.title,
            description: (!description.is_empty()).then_some(description.as_str()),
            location: location.as_deref(),
            geo,
            url: Some(&url),
            status: self.status(),
            categories: &[],
            organizer: self.message.map(|(_, people)| people.organizer),
            attendee: self.message.map(|(_, people)| people.attendee),
            reminders: if is_reminded { &REMINDED } else { &[] },
        };
        let message = self.message.map(|(message, _)| message);
        let mut put =
            |event: &Event| write_event(&mut *out, event, message).map_err(Error::internal);
        match (entry.own_date(self.dates, one), entry.occurrence_id) {
            (Some(date), Some(_)) => put(&self.at_date(&event, date, false)),
            (Some(date), None) => put(&self.at_date(&event, date, true)),
            (None, _) => self.whole_series(&event, put),
        }
    }

    fn status(&self) -> Status {
        let cancels = self
            .message
            .is_some_and(|(message, _)| message.method == Method::Cancel);
        match self.entry.status {
            _ if cancels => Status::Cancelled,
            ActivityRegistrationStatus::Waitlisted | ActivityRegistrationStatus::Offered => {
                Status::Tentative
            }
            ActivityRegistrationStatus::Registered => Status::Confirmed,
            ActivityRegistrationStatus::Withdrawn
            | ActivityRegistrationStatus::Removed
            | ActivityRegistrationStatus::Closed => Status::Cancelled,
        }
    }

    /// Where it is: who has signed up is told the address of what is online.
    fn location(&self) -> Result<Option<String>> {
        let (entry, activity) = (self.entry, &self.entry.activity);
        if activity.online {
            let has_place = entry.status == ActivityRegistrationStatus::Registered;
            return Ok(activity.online_url.clone().filter(|_| has_place));
        }
        let Some(place) = &entry.place else {
            return Ok(None);
        };
        let address = serde_json::to_value(&place.address)?;
        Ok(Some(place::in_one_line(&place.name, &address)))
    }

    fn at_date<'e>(
        &self,
        event: &Event<'e>,
        date: &OccurrenceTimes,
        is_of_series: bool,
    ) -> Event<'e> {
        let is_all_day = self.entry.activity.all_day;
        Event {
            starts: At::of(date.starts, is_all_day),
            ends: At::of(date.ends, is_all_day),
            recurrence_id: is_of_series.then(|| At::of(date.original_start, is_all_day)),
            status: if date.is_cancelled {
                Status::Cancelled
            } else {
                event.status
            },
            ..event.clone()
        }
    }

    /// The rule, and each date that is not as the rule has it. An invitation cannot hold a cancelled date (RFC 5546,
    /// 3.2.2): there it is left out of the rule.
    fn whole_series(&self, event: &Event, mut put: impl FnMut(&Event) -> Result<()>) -> Result<()> {
        let (series, is_all_day) = (&self.entry.series, self.entry.activity.all_day);
        let expansion = expand(series).map_err(unreadable)?;
        let is_message = self.message.is_some();
        let cancelled = self
            .dates
            .iter()
            .filter(|date| date.is_cancelled && is_message);
        let exdates: Vec<At> = expansion
            .excluded
            .iter()
            .chain(&expansion.skipped)
            .copied()
            .chain(cancelled.map(|date| date.original_start))
            .map(|start| At::of(start, is_all_day))
            .collect();
        let rule = series.recurrence.as_ref();
        let rule = rule.map(|rule| rule.to_rrule(is_all_day));
        let whole = Event {
            rrule: rule.as_deref(),
            exdates: &exdates,
            ..event.clone()
        };
        put(&whole)?;
        if event.status == Status::Cancelled {
            return Ok(());
        }
        self.dates
            .iter()
            .filter(|date| {
                (date.is_changed && !date.is_cancelled) || (date.is_cancelled && !is_message)
            })
            .try_for_each(|date| put(&self.at_date(event, date, rule.is_some())))
    }
}

/// A rule is read before it is stored.
fn unreadable(fault: SeriesFault) -> Error {
    Error::internal(format!("the rule of an activity: {fault:?}"))
}
