//! The calendar: days with what happens on them, for a list, a month or a week. The dates of the period
//! are gone through once, to count them; of a day with many only the first are read in full.

use jiff::civil::{Date, ISOWeekDate, Weekday};
use jiff::{Span, Timestamp};
use rusqlite::{Connection, Row};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::facets::{Asked, CalendarFacets, Counting};
use super::occurrence::{ActivityOccurrence, HAS_PLACES, OccurrenceStatus, SPOTS_LEFT};
use crate::app::access::{Access, Rows, action};
use crate::base::working_days::{amsterdam, local_date};
use crate::error::{Error, Result};
use crate::http::routes::Input;
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::{AuthContext, Conditions, Document, Query, table};

/// Parameters besides the filters of the list of dates.
pub const PARAMETERS: [&str; 4] = ["view", "at", "until", "weeks"];
pub(super) const TABLES: [&str; 5] = [
    "activity_occurrences",
    "activities",
    "organizations",
    "places",
    "volunteer_centers",
];
const DEFAULT_WEEKS: i64 = 4;
const MOST_WEEKS: i64 = 26;
/// Dates of a day that are read in full: in a list of one day, in another list, in a week, in a month.
const MOST_OF_DAY: [i64; 4] = [500, 30, 12, 3];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CalendarView {
    List,
    Month,
    Week,
}

/// Days with what happens on them.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CalendarMeta")]
pub struct CalendarMeta {
    view: CalendarView,
    /// Local days, `YYYY-MM-DD`; `to` included.
    today: String,
    from: String,
    to: String,
    /// How often something happens from `from` to `to`, cancelled dates left out.
    total: i64,
    facets: CalendarFacets,
    /// Days on which something happens. A list also has those after `to` of the month of `from`, without occurrences.
    days: Vec<CalendarDay>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CalendarDay")]
struct CalendarDay {
    day: String,
    /// All of them, cancelled ones too.
    count: i64,
    /// The first of them, by time.
    occurrences: Vec<CalendarOccurrence>,
}

/// A date of an activity, with what a calendar shows of it. The fields are those of `activity_occurrences`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CalendarOccurrence")]
struct CalendarOccurrence {
    id: String,
    activity_id: String,
    original_start: String,
    day: String,
    starts_local: String,
    ends_local: String,
    status: OccurrenceStatus,
    is_changed: bool,
    reason: Option<String>,
    spots_left: Option<i64>,
    title: String,
    slug: String,
    all_day: bool,
    category: Option<String>,
    online: bool,
    is_free: bool,
    cost: Option<String>,
    registration: String,
    is_workshop: bool,
    seats_per_organization: Option<i64>,
    image_url: Option<String>,
    organization_name: String,
    location_name: Option<String>,
    city: Option<String>,
    distance_km: Option<f64>,
}

/// The days that are asked for; `counted` is the last of those that are only counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Period {
    view: CalendarView,
    today: Date,
    from: Date,
    to: Date,
    counted: Date,
}

impl Period {
    fn read(query: &Query, today: Date) -> Result<Self> {
        let at = query.get("at");
        let wrong = |name: &str, example: &'static str| {
            let value = query.get(name).unwrap_or_default();
            Conditions::impossible(name, value, &[example])
        };
        match query.get("view").unwrap_or("list") {
            "month" => {
                let first = match at {
                    Some(month) => format!("{month}-01")
                        .parse::<Date>()
                        .map_err(|_| wrong("at", "2026-12"))?,
                    None => today.first_of_month(),
                };
                let (from, to) = (monday_of(first), sunday_of(first.last_of_month()));
                Ok(Self {
                    view: CalendarView::Month,
                    today,
                    from,
                    to,
                    counted: to,
                })
            }
            "week" => {
                let from = match at {
                    Some(week) => monday_of_week(week).ok_or_else(|| wrong("at", "2026-W49"))?,
                    None => monday_of(today),
                };
                let to = sunday_of(from);
                Ok(Self {
                    view: CalendarView::Week,
                    today,
                    from,
                    to,
                    counted: to,
                })
            }
            "list" => {
                let day = |name: &str| {
                    let text = query.get(name);
                    text.map(|text| text.parse::<Date>().map_err(|_| wrong(name, "2026-12-01")))
                        .transpose()
                };
                let from = day("at")?.unwrap_or(today);
                let weeks = query.get("weeks").map_or(Ok(DEFAULT_WEEKS), |text| {
                    text.parse::<i64>().map_err(|_| wrong("weeks", "6"))
                })?;
                let weeks = weeks.clamp(1, MOST_WEEKS);
                let to = day("until")?
                    .unwrap_or_else(|| from.saturating_add(Span::new().days(weeks * 7)))
                    .clamp(from, from.saturating_add(Span::new().weeks(MOST_WEEKS)));
                Ok(Self {
                    view: CalendarView::List,
                    today,
                    from,
                    to,
                    counted: to.max(sunday_of(from.last_of_month())),
                })
            }
            _ => Err(wrong("view", "list")),
        }
    }

    fn most_of_day(self) -> i64 {
        let [one_day, list, week, month] = MOST_OF_DAY;
        match self.view {
            CalendarView::List if self.from == self.to => one_day,
            CalendarView::List => list,
            CalendarView::Week => week,
            CalendarView::Month => month,
        }
    }
}

fn monday_of(day: Date) -> Date {
    let offset = i64::from(day.weekday().to_monday_zero_offset());
    day.saturating_sub(Span::new().days(offset))
}

fn sunday_of(day: Date) -> Date {
    monday_of(day).saturating_add(Span::new().days(6))
}

/// The Monday of `2026-W49`.
fn monday_of_week(text: &str) -> Option<Date> {
    let (year, week) = text.split_once("-W")?;
    let week = ISOWeekDate::new(year.parse().ok()?, week.parse().ok()?, Weekday::Monday);
    week.ok().map(ISOWeekDate::date)
}

/// `GET /activity_occurrences/calendar`: under the filters of the list of dates.
pub async fn calendar(
    access: Access<ActivityOccurrence, action::Read>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let mut keep = access.ctx().site.tenant.keep(&TABLES);
    let now = access.app().clock().now();
    let today = local_date(&access.app().clock().text()).unwrap_or_default();
    let period = Period::read(&input.query, today)?;
    let query = PARAMETERS
        .iter()
        .fold(input.query, |query, name| query.without(name));
    let rows = access.rows();
    let (found, next) = access
        .search(move |connection| {
            let found = read(connection, &rows, &query, period)?;
            Ok((found, next_change(connection, rows.ctx())?))
        })
        .await?;
    keep.until = until_of(today, now, next);
    Ok(Document::of(&json!({ "data": null, "meta": found })).keep(Some(keep)))
}

/// When something is over or begins next.
pub(super) fn next_change(
    connection: &Connection,
    auth: &dyn AuthContext,
) -> Result<Option<Timestamp>> {
    let mut statement = connection.prepare_cached(super::NEXT_END)?;
    bind(&mut statement, auth, &[])?;
    let mut each = statement.raw_query();
    let next: Option<String> = match each.next()? {
        Some(row) => row.get(0)?,
        None => None,
    };
    Ok(next.and_then(|at| at.parse().ok()))
}

/// Until when an answer holds: until midnight, as it is about days, or the next change.
pub(super) fn until_of(today: Date, now: Timestamp, next: Option<Timestamp>) -> Option<i64> {
    let midnight = today.tomorrow().ok().and_then(|day| {
        let midnight = day.at(0, 0, 0, 0);
        let midnight = amsterdam().to_ambiguous_timestamp(midnight);
        Some(midnight.compatible().ok()?.as_second())
    });
    let next = next
        .map(Timestamp::as_second)
        .filter(|at| *at > now.as_second());
    [midnight, next].into_iter().flatten().min()
}

fn read(
    connection: &Connection,
    rows: &Rows<ActivityOccurrence>,
    query: &Query,
    period: Period,
) -> Result<CalendarMeta> {
    let mut plan = query.plan(table::<ActivityOccurrence>())?;
    plan.resolve(connection, rows.ctx())?;
    let (days, facets, total) = found(connection, rows, query, period)?;
    let ids: Vec<i64> = days.iter().flat_map(|day| &day.first).copied().collect();
    plan.conditions.bind("ids", serde_json::to_string(&ids)?);
    let sql = format!(
        "select t.id, t.activity_id, t.original_start, t.day, t.starts_local, t.ends_local, t.status, t.is_changed, t.reason,
                ({SPOTS_LEFT}), a.title, a.slug, a.all_day, a.activity_categories ->> '$[0]', a.online, a.is_free, a.cost,
                a.registration, a.is_workshop, a.seats_per_organization, a.image_url, coalesce(o.name, c.name), p.name,
                p.address ->> 'city',
                iif(:near_latitude is null, null, round(distance_km(p.address ->> 'latitude', p.address ->> 'longitude',
                                                                    :near_latitude, :near_longitude), 1))
           from json_each(:ids) n
           cross join activity_occurrences t on t.id = n.value
           join activities a on a.id = t.activity_id
           join volunteer_centers c on c.id = a.volunteer_center_id
           left join organizations o on o.id = a.organization_id
           left join places p on p.id = a.place_id
          order by n.key"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, rows.ctx(), &plan.conditions.values)?;
    let mut read = Vec::with_capacity(ids.len());
    let mut each = statement.raw_query();
    while let Some(row) = each.next()? {
        read.push(occurrence(row)?);
    }
    let mut read = read.into_iter().peekable();
    let days = days.into_iter().map(|found| CalendarDay {
        occurrences: std::iter::from_fn(|| read.next_if(|one| one.day == found.day)).collect(),
        day: found.day,
        count: found.count,
    });
    Ok(CalendarMeta {
        view: period.view,
        today: period.today.to_string(),
        from: period.from.to_string(),
        to: period.to.to_string(),
        total,
        facets,
        days: days.collect(),
    })
}

/// A day: how many dates it has, and those that are read in full.
struct FoundDay {
    day: String,
    count: i64,
    first: Vec<i64>,
}

/// Goes through the dates of the period once: under all filters they are those of the days, and each facet counts those
/// under the filters besides its own.
fn found(
    connection: &Connection,
    rows: &Rows<ActivityOccurrence>,
    query: &Query,
    period: Period,
) -> Result<(Vec<FoundDay>, CalendarFacets, i64)> {
    let asked = Asked::read(query);
    let mut plan = Asked::left_out_of(query).plan(table::<ActivityOccurrence>())?;
    plan.resolve(connection, rows.ctx())?;
    let bound = &mut plan.conditions;
    bound.bind("period_from", period.from.to_string());
    bound.bind("period_counted", period.counted.to_string());
    let visibility = rows.visibility();
    let condition = plan.condition_of_all((visibility, &visibility.rows), None);
    // What a list has of today is not over yet; in a month and a week the past is shown too.
    let living = match period.view {
        CalendarView::List if period.from == period.today => "t.ends_at > :now",
        _ => "1",
    };
    let sql = format!(
        "select t.id, t.day, t.status = 'planned', t.activity_id, a.is_free, a.online,
                {HAS_PLACES}, a.activity_categories, a.target_groups
           from activity_occurrences t
           join activities a on a.id = t.activity_id
          where t.day between :period_from and :period_counted and {living} and ({condition})
          order by t.day, t.starts_local, t.id"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    bind(&mut statement, rows.ctx(), &plan.conditions.values)?;
    let most = usize::try_from(period.most_of_day()).unwrap_or_default();
    let last = period.to.to_string();
    let mut counting = Counting::default();
    let (mut days, mut total): (Vec<FoundDay>, i64) = (Vec::new(), 0);
    let mut each = statement.raw_query();
    while let Some(row) = each.next()? {
        let day = row.get_ref(1)?.as_str().map_err(Error::internal)?;
        let (is_shown, is_planned) = (day <= last.as_str(), row.get::<_, bool>(2)?);
        let choices = counting.choices(row, 3)?;
        let fits = asked.fits(&choices);
        if is_shown && is_planned {
            counting.count(&choices, fits);
        }
        if !fits.all() {
            continue;
        }
        total += i64::from(is_shown && is_planned);
        if days.last().is_none_or(|known| known.day != day) {
            days.push(FoundDay {
                day: day.to_owned(),
                count: 0,
                first: Vec::new(),
            });
        }
        if let Some(known) = days.last_mut() {
            known.count += 1;
            if is_shown && known.first.len() < most {
                known.first.push(row.get(0)?);
            }
        }
    }
    Ok((days, counting.finish(), total))
}

fn occurrence(row: &Row) -> Result<CalendarOccurrence> {
    let id = |index| row.get::<_, i64>(index).map(|id| id.to_string());
    Ok(CalendarOccurrence {
        id: id(0)?,
        activity_id: id(1)?,
        original_start: row.get(2)?,
        day: row.get(3)?,
        starts_local: row.get(4)?,
        ends_local: row.get(5)?,
        status: row.get(6)?,
        is_changed: row.get(7)?,
        reason: row.get(8)?,
        spots_left: row.get(9)?,
        title: row.get(10)?,
        slug: row.get(11)?,
        all_day: row.get(12)?,
        category: row.get(13)?,
        online: row.get(14)?,
        is_free: row.get(15)?,
        cost: row.get(16)?,
        registration: row.get(17)?,
        is_workshop: row.get(18)?,
        seats_per_organization: row.get(19)?,
        image_url: row.get(20)?,
        organization_name: row.get(21)?,
        location_name: row.get(22)?,
        city: row.get(23)?,
        distance_km: row.get(24)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(query: &str) -> Option<(String, String)> {
        let today = "2026-11-24".parse().unwrap();
        let period = Period::read(&Query::parse(query), today).ok()?;
        Some((period.from.to_string(), period.to.to_string()))
    }

    #[expect(clippy::unnecessary_wraps, reason = "compared with what may be none")]
    fn days(from: &str, to: &str) -> Option<(String, String)> {
        Some((from.to_owned(), to.to_owned()))
    }

    #[test]
    fn a_period_is_four_weeks_a_whole_month_or_a_week() {
        assert_eq!(period(""), days("2026-11-24", "2026-12-22"));
        assert_eq!(period("weeks=6"), days("2026-11-24", "2027-01-05"));
        assert_eq!(
            period("at=2026-12-05&until=2026-12-05"),
            days("2026-12-05", "2026-12-05")
        );
        assert_eq!(
            period("view=month&at=2026-12"),
            days("2026-11-30", "2027-01-03")
        );
        assert_eq!(
            period("view=week&at=2026-W53"),
            days("2026-12-28", "2027-01-03")
        );
        assert_eq!(period("view=week"), days("2026-11-23", "2026-11-29"));
        for wrong in [
            "view=year",
            "view=month&at=2026-13",
            "view=week&at=2025-W53",
            "at=soon",
        ] {
            assert_eq!(period(wrong), None, "{wrong}");
        }
    }
}
