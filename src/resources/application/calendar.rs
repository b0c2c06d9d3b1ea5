//! Dates of work for which somebody was accepted, as events of their own calendar.

use jiff::civil::{Date, DateTime, Time};
use jiff::{Span, Timestamp};
use rusqlite::{Connection, named_params};

use crate::base::icalendar::{At, Event, Status, write_event};
use crate::error::{Error, Result};
use crate::resources::vacancy::VacancyDate;

/// Accepted applications for work on certain days. A home stands there only where who lives there asked for help.
const ACCEPTED: &str = "select a.id, v.id, v.slug, v.title, v.dates, v.version, v.updated_at,
        (select nullif(trim(coalesce(d.street || ' ', '') || coalesce(d.house_number || ', ', '') || coalesce(d.city, '')), '')
           from addresses d where d.id = v.address_id and v.online = 0 and (d.is_home = 0 or v.asker_id is not null)),
        o.name
   from applications a
   join vacancies v on v.id = a.vacancy_id and v.dates <> '[]' and v.status in ('published', 'filled', 'expired')
   join organizations o on o.id = v.organization_id
  where a.user_id = :user_id and a.stage = 'accepted'
  order by a.id limit 500";

struct Work {
    application_id: i64,
    url: String,
    title: String,
    dates: Vec<VacancyDate>,
    version: i64,
    updated_at: Timestamp,
    place: Option<String>,
    organization: String,
}

/// Writes what a person was accepted for; `origin` is that of the links.
pub fn write_for_feed(
    out: &mut String,
    connection: &Connection,
    user_id: i64,
    (origin, tenant): (&str, &str),
) -> Result<()> {
    let mut statement = connection.prepare_cached(ACCEPTED)?;
    let mut rows = statement.query(named_params! {":user_id": user_id})?;
    while let Some(row) = rows.next()? {
        let (id, slug): (i64, Option<String>) = (row.get(1)?, row.get(2)?);
        let (dates, updated_at): (String, String) = (row.get(4)?, row.get(6)?);
        let work = Work {
            application_id: row.get(0)?,
            url: match slug {
                Some(slug) => format!("{origin}/vacancies/{id}-{slug}"),
                None => format!("{origin}/vacancies/{id}"),
            },
            title: row.get(3)?,
            dates: serde_json::from_str(&dates)?,
            version: row.get(5)?,
            updated_at: updated_at.parse().map_err(Error::internal)?,
            place: row.get(7)?,
            organization: row.get(8)?,
        };
        for date in &work.dates {
            work.write(out, date, tenant)?;
        }
    }
    Ok(())
}

impl Work {
    fn write(&self, out: &mut String, date: &VacancyDate, tenant: &str) -> Result<()> {
        let Some((starts, ends)) = times(date) else {
            return Ok(());
        };
        let from = date.from.as_deref().unwrap_or_default().replace(':', "");
        let uid = format!(
            "application-{}-{}{from}.{tenant}@voluntr",
            self.application_id, date.day
        );
        let event = Event {
            uid: &uid,
            sequence: u32::try_from(self.version).unwrap_or_default(),
            created: None,
            last_modified: self.updated_at,
            starts,
            ends,
            rrule: None,
            exdates: &[],
            recurrence_id: None,
            summary: &self.title,
            description: Some(&self.organization),
            location: self.place.as_deref(),
            geo: None,
            url: Some(&self.url),
            status: Status::Confirmed,
            categories: &[],
            organizer: None,
            attendee: None,
            reminders: &[],
        };
        write_event(out, &event, None).map_err(Error::internal)
    }
}

/// From when until when; a whole day where no time is known, an hour where the end is not, and until the next day where the
/// end is before the beginning.
fn times(date: &VacancyDate) -> Option<(At, At)> {
    let day: Date = date.day.parse().ok()?;
    let time = |text: &Option<String>| text.as_deref()?.parse::<Time>().ok();
    let Some(from) = time(&date.from) else {
        return Some((At::Day(day), At::Day(day.tomorrow().ok()?)));
    };
    let starts: DateTime = day.to_datetime(from);
    let ends = match time(&date.until) {
        None => starts.checked_add(Span::new().hours(1)).ok()?,
        Some(until) if until > from => day.to_datetime(until),
        Some(until) => day.tomorrow().ok()?.to_datetime(until),
    };
    Some((At::Clock(starts), At::Clock(ends)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(from: Option<&str>, until: Option<&str>) -> String {
        let date = VacancyDate {
            day: "2026-12-05".to_owned(),
            from: from.map(str::to_owned),
            until: until.map(str::to_owned),
        };
        format!("{:?}", times(&date))
    }

    #[test]
    fn a_day_without_a_time_is_a_whole_day() {
        for (from, until, expected) in [
            (None, None, "Some((Day(2026-12-05), Day(2026-12-06)))"),
            (
                Some("10:00"),
                Some("12:30"),
                "Some((Clock(2026-12-05T10:00:00), Clock(2026-12-05T12:30:00)))",
            ),
            (
                Some("10:00"),
                None,
                "Some((Clock(2026-12-05T10:00:00), Clock(2026-12-05T11:00:00)))",
            ),
            (
                Some("22:00"),
                Some("02:00"),
                "Some((Clock(2026-12-05T22:00:00), Clock(2026-12-06T02:00:00)))",
            ),
        ] {
            assert_eq!(written(from, until), expected);
        }
    }
}
