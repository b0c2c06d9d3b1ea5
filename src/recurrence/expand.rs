//! From a series to its occurrences. A rule is counted on dates alone, and refused, before any time is looked up.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, date};
use jiff::tz::{AmbiguousOffset, TimeZone};

use super::{
    Frequency, LONGEST_DAYS, MOST_OCCURRENCES, NthWeekday, Recurrence, RecurrenceEnd, Series,
    SeriesFault, YEARS,
};
use crate::base::working_days::amsterdam;

/// One time that a series happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// Start by the rule, on the clock: what names the occurrence for ever (RECURRENCE-ID), wherever it is moved.
    pub original_start: DateTime,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

/// What a series comes to. The dates of its rule are those of all three together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expansion {
    /// In order of time; at least one.
    pub occurrences: Vec<Occurrence>,
    /// Starts by the rule on dates that are excluded.
    pub excluded: Vec<DateTime>,
    /// Starts by the rule that no clock shows: the hour that is left out on the last Sunday of March. Nothing happens
    /// then; who saves the series is told.
    pub skipped: Vec<DateTime>,
}

/// All occurrences of a series.
///
/// A time that exists twice, on the last Sunday of October, is the first of the two. An occurrence ends when the clock
/// shows its start plus its length (19:00 to 21:00 ends at 21:00 on every day); an end that no clock shows is as much
/// later as the clock jumps.
pub fn expand(series: &Series) -> Result<Expansion, SeriesFault> {
    check(series)?;
    let dates = dates(series)?;
    let zone = amsterdam();
    let mut expansion = Expansion {
        occurrences: Vec::with_capacity(dates.len()),
        excluded: Vec::new(),
        skipped: Vec::new(),
    };
    let mut left_out = series.excluded.clone();
    left_out.sort();
    for date in dates {
        let local = date.to_datetime(series.starts_at.time());
        let is_shown = !matches!(
            zone.to_ambiguous_timestamp(local).offset(),
            AmbiguousOffset::Gap { .. }
        );
        if left_out.binary_search(&date).is_ok() {
            expansion.excluded.push(local);
        } else if is_shown {
            expansion
                .occurrences
                .push(occurrence(series, local, &zone)?);
        } else {
            expansion.skipped.push(local);
        }
    }
    if expansion.occurrences.is_empty() {
        return Err(SeriesFault::Nothing);
    }
    Ok(expansion)
}

fn occurrence(
    series: &Series,
    local: DateTime,
    zone: &TimeZone,
) -> Result<Occurrence, SeriesFault> {
    let moment = |local: DateTime| zone.to_ambiguous_timestamp(local).compatible();
    let ends = local.checked_add(series.length()).and_then(moment);
    let starts_at = moment(local).map_err(|_| SeriesFault::OutOfRange)?;
    let ends_at = ends.map_err(|_| SeriesFault::OutOfRange)?;
    Ok(Occurrence {
        original_start: local,
        starts_at,
        ends_at: ends_at.max(starts_at),
    })
}

fn check(series: &Series) -> Result<(), SeriesFault> {
    let (starts_at, ends_at) = (series.starts_at, series.ends_at);
    let midnight = jiff::civil::Time::midnight();
    let is_whole = starts_at.time() == midnight && ends_at.time() == midnight;
    if !YEARS.contains(&starts_at.year()) || (series.is_all_day && !is_whole) {
        return Err(SeriesFault::OutOfRange);
    }
    if ends_at <= starts_at {
        return Err(SeriesFault::EndsBefore);
    }
    if series.length() > jiff::SignedDuration::from_hours(24 * LONGEST_DAYS) {
        return Err(SeriesFault::TooLong);
    }
    if series.excluded.len() > usize::from(MOST_OCCURRENCES) {
        return Err(SeriesFault::TooManyExcluded);
    }
    series.recurrence.as_ref().map_or(Ok(()), Recurrence::check)
}

/// The dates of a series that has been checked: 1 to 200 of them, excluded ones included.
pub(super) fn dates(series: &Series) -> Result<Vec<Date>, SeriesFault> {
    let from = series.starts_at.date();
    let Some(rule) = &series.recurrence else {
        return Ok(vec![from]);
    };
    let most = usize::from(MOST_OCCURRENCES);
    let (count, until) = match rule.end {
        RecurrenceEnd::Count(count) => (usize::from(count), date(*YEARS.end(), 12, 31)),
        RecurrenceEnd::Until(until) => (most + 1, until),
    };
    if until < from {
        return Err(SeriesFault::UntilBeforeStart);
    }
    let dates: Vec<Date> = of_rule(rule, from, until).take(count).collect();
    match dates.len() {
        0 => Err(SeriesFault::Nothing),
        found if found > most => Err(SeriesFault::TooMany),
        _ => Ok(dates),
    }
}

pub(super) fn first_date(series: &Series) -> Result<Date, SeriesFault> {
    check(series)?;
    dates(series)?.first().copied().ok_or(SeriesFault::Nothing)
}

/// The dates of a rule that has been checked, from one to another. Each of its days, weeks or months costs a few
/// divisions, and the calendar has some 8,000 of the sparsest ones (every twelve months).
fn of_rule(rule: &Recurrence, from: Date, until: Date) -> Box<dyn Iterator<Item = Date> + '_> {
    let interval = i32::from(rule.interval);
    match rule.frequency {
        Frequency::Daily => Box::new(steps(from, interval, until)),
        Frequency::Weekly => {
            let days = rule.sorted_weekdays();
            let into_week = i32::from(super::Weekday::of(from).index());
            let monday = from.saturating_sub(jiff::Span::new().days(into_week));
            let weeks = steps(monday, 7 * interval, until);
            let dates = weeks.flat_map(move |monday| {
                let of_week = days.clone().into_iter();
                of_week.filter_map(move |day| {
                    monday
                        .checked_add(jiff::Span::new().days(i32::from(day.index())))
                        .ok()
                })
            });
            Box::new(dates.filter(move |date| (from..=until).contains(date)))
        }
        Frequency::Monthly => {
            let month_of = |date: Date| i32::from(date.year()) * 12 + i32::from(date.month()) - 1;
            let step = usize::from(rule.interval);
            let months = (month_of(from)..=month_of(until)).step_by(step);
            let dates = months.filter_map(|month| {
                let year = i16::try_from(month / 12).ok()?;
                let first = Date::new(year, i8::try_from(month % 12).ok()? + 1, 1).ok()?;
                let day = day_of_month(rule, first)?;
                Date::new(year, first.month(), day).ok()
            });
            Box::new(dates.filter(move |date| (from..=until).contains(date)))
        }
    }
}

fn steps(from: Date, days: i32, until: Date) -> impl Iterator<Item = Date> {
    let next = move |date: &Date| date.checked_add(jiff::Span::new().days(days)).ok();
    std::iter::successors(Some(from), next).take_while(move |date| *date <= until)
}

/// The day of a monthly rule in the month that begins at `first`.
fn day_of_month(rule: &Recurrence, first: Date) -> Option<i8> {
    let length = first.days_in_month();
    let day = match (rule.month_day, rule.nth_weekday) {
        (Some(-1), _) => length,
        (Some(day), _) => day,
        (None, Some(NthWeekday { nth, weekday })) => {
            let index = |weekday: super::Weekday| i8::try_from(weekday.index()).unwrap_or_default();
            let first_one = 1 + (index(weekday) - index(super::Weekday::of(first))).rem_euclid(7);
            match nth {
                -1 => first_one + (length - first_one) / 7 * 7,
                nth => first_one + 7 * (nth - 1),
            }
        }
        (None, None) => return None,
    };
    (day <= length).then_some(day)
}
