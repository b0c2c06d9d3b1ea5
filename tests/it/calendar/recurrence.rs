//! Random series against what a calendar on the wall says: every date is looked at by itself.

use jiff::civil::{Date, DateTime, Weekday as WallWeekday, date};
use jiff::{SignedDuration, Timestamp, ToSpan as _};
use proptest::prelude::*;

use voluntr::base::working_days::amsterdam;
use voluntr::recurrence::{
    Frequency, MOST_OCCURRENCES, NthWeekday, Recurrence, RecurrenceEnd, Series, SeriesFault,
    Weekday, expand, parse_rrule,
};

/// Starts around both changes of the clock, and anywhere in some years.
fn start() -> impl Strategy<Value = DateTime> {
    let around = |month, day| {
        (2026_i16..2031, -40_i32..40)
            .prop_map(move |(year, days)| date(year, month, day).saturating_add(days.days()))
    };
    let day = prop_oneof![
        around(3, 29),
        around(10, 25),
        (2024_i16..2036, 0_i32..366)
            .prop_map(|(year, days)| { date(year, 1, 1).saturating_add(days.days()) }),
    ];
    let time = prop_oneof![
        // Hours of the night, in which the clock changes.
        1 => (0_i8..5, 0_i8..12),
        2 => (5_i8..24, 0_i8..12),
    ];
    (day, time).prop_map(|(day, (hour, fives))| day.at(hour, fives * 5, 0, 0))
}

fn rule(from: Date) -> impl Strategy<Value = Recurrence> {
    let interval = prop_oneof![3 => 1_u8..4, 1 => 1_u8..53];
    let end = prop_oneof![
        (1_u16..60).prop_map(RecurrenceEnd::Count),
        (0_i32..800).prop_map(move |days| RecurrenceEnd::Until(from.saturating_add(days.days()))),
    ];
    let weekday = prop::sample::select(Weekday::ALL.to_vec());
    let weekdays = prop::sample::subsequence(Weekday::ALL.to_vec(), 1..=7);
    let day = prop_oneof![1_i8..32, Just(-1)];
    let nth = prop_oneof![1_i8..6, Just(-1)];
    (interval, end, weekdays, weekday, day, nth, 0..4).prop_map(
        |(interval, end, weekdays, weekday, day, nth, kind)| match kind {
            0 => Recurrence::daily(interval, end),
            1 => Recurrence::weekly(interval, &weekdays, end),
            2 => Recurrence::monthly_on_day(interval, day, end),
            _ => Recurrence::monthly_on_weekday(interval, nth, weekday, end),
        },
    )
}

pub fn series() -> impl Strategy<Value = Series> {
    let parts = start().prop_flat_map(|start| {
        let excluded = prop::collection::vec(0_i32..100, 0..4);
        let minutes = prop_oneof![3 => 1_i64..300, 1 => 1_i64..14 * 24 * 60];
        let parts = (minutes, any::<bool>(), rule(start.date()), excluded);
        (Just(start), parts)
    });
    parts.prop_map(|(start, (minutes, is_whole, rule, excluded))| {
        let excluded: Vec<Date> = excluded
            .into_iter()
            .map(|days| start.date().saturating_add(days.days()))
            .collect();
        let plain = if is_whole && minutes % 4 == 0 {
            let last = start.date().saturating_add((minutes % 5).days());
            Series::all_day(start.date(), last).unwrap()
        } else {
            let length = SignedDuration::from_mins(minutes);
            Series::once(start, start.saturating_add(length))
        };
        plain.repeated(rule).without(&excluded)
    })
}

fn weekday_of(date: Date) -> Weekday {
    match date.weekday() {
        WallWeekday::Monday => Weekday::Mon,
        WallWeekday::Tuesday => Weekday::Tue,
        WallWeekday::Wednesday => Weekday::Wed,
        WallWeekday::Thursday => Weekday::Thu,
        WallWeekday::Friday => Weekday::Fri,
        WallWeekday::Saturday => Weekday::Sat,
        WallWeekday::Sunday => Weekday::Sun,
    }
}

fn monday_of(date: Date) -> Date {
    let mut date = date;
    while date.weekday() != WallWeekday::Monday {
        date = date.yesterday().unwrap();
    }
    date
}

fn months_between(from: Date, date: Date) -> i64 {
    let months = |date: Date| i64::from(date.year()) * 12 + i64::from(date.month());
    months(date) - months(from)
}

/// Whether a date fits the rule, said of that date alone.
fn fits(rule: &Recurrence, from: Date, date: Date) -> bool {
    let interval = i64::from(rule.interval);
    let days = |from: Date, to: Date| i64::from(from.until(to).unwrap().get_days());
    match rule.frequency {
        Frequency::Daily => days(from, date) % interval == 0,
        Frequency::Weekly => {
            let weeks = days(monday_of(from), monday_of(date)) / 7;
            weeks % interval == 0 && rule.weekdays.contains(&weekday_of(date))
        }
        Frequency::Monthly => {
            let is_last = date.tomorrow().unwrap().month() != date.month();
            let is_day = match (rule.month_day, rule.nth_weekday) {
                (Some(-1), _) => is_last,
                (Some(day), _) => date.day() == day,
                (None, Some(on)) if on.nth == -1 => {
                    let week_later = date.saturating_add(7.days());
                    weekday_of(date) == on.weekday && week_later.month() != date.month()
                }
                (None, Some(on)) => {
                    weekday_of(date) == on.weekday && (date.day() - 1) / 7 + 1 == on.nth
                }
                (None, None) => false,
            };
            months_between(from, date) % interval == 0 && is_day
        }
    }
}

/// The dates of the rule, one more than there may be at most.
fn dates_on_the_wall(series: &Series) -> Vec<Date> {
    let from = series.starts_at.date();
    let rule = series.recurrence.as_ref().unwrap();
    let mut dates = Vec::new();
    let mut date = from;
    // To the end of the calendar: sixty fifth Sundays of February, every three years, take thousands of years.
    while date < Date::MAX && dates.len() <= usize::from(MOST_OCCURRENCES) {
        match rule.end {
            RecurrenceEnd::Count(count) if dates.len() == usize::from(count) => break,
            RecurrenceEnd::Until(until) if date > until => break,
            _ => {}
        }
        if fits(rule, from, date) {
            dates.push(date);
        }
        let is_month_off = rule.frequency == Frequency::Monthly
            && months_between(from, date) % i64::from(rule.interval) != 0;
        let last_looked_at = if is_month_off {
            date.last_of_month()
        } else {
            date
        };
        let Ok(next) = last_looked_at.tomorrow() else {
            break;
        };
        date = next;
    }
    dates
}

/// What the clock shows at a moment.
fn clock_at(moment: Timestamp) -> DateTime {
    moment.to_zoned_datetime(amsterdam()).datetime()
}

fn holds(series: &Series) -> Result<(), TestCaseError> {
    let dates = dates_on_the_wall(series);
    let expansion = match expand(series) {
        Err(SeriesFault::TooMany) => {
            prop_assert!(dates.len() > usize::from(MOST_OCCURRENCES));
            return Ok(());
        }
        Err(fault) => {
            prop_assert_eq!(fault, SeriesFault::Nothing);
            let is_left = dates.iter().any(|date| !series.excluded.contains(date));
            // What is left is one time that no clock shows.
            prop_assert!(!is_left || (2..3).contains(&series.starts_at.hour()));
            return Ok(());
        }
        Ok(expansion) => expansion,
    };
    prop_assert_eq!(series.first().unwrap().0.date(), dates[0]);
    let starts = expansion.occurrences.iter().map(|one| one.original_start);
    let mut all: Vec<DateTime> = starts
        .chain(expansion.excluded.iter().copied())
        .chain(expansion.skipped.iter().copied())
        .collect();
    all.sort();
    let time = series.starts_at.time();
    let expected: Vec<DateTime> = dates.iter().map(|date| date.to_datetime(time)).collect();
    prop_assert_eq!(all, expected);
    for start in &expansion.excluded {
        prop_assert!(series.excluded.contains(&start.date()));
    }
    for start in &expansion.skipped {
        prop_assert_eq!((start.month(), start.hour()), (3, 2));
        prop_assert_eq!(weekday_of(start.date()), Weekday::Sun);
    }
    let length = series.starts_at.duration_until(series.ends_at);
    for one in &expansion.occurrences {
        prop_assert!(!series.excluded.contains(&one.original_start.date()));
        prop_assert_eq!(clock_at(one.starts_at), one.original_start);
        let hour = SignedDuration::from_hours(1);
        prop_assert_ne!(clock_at(one.starts_at - hour), one.original_start);
        prop_assert!(one.ends_at > one.starts_at);
        let end = one.original_start.saturating_add(length);
        let shown = clock_at(one.ends_at);
        let is_gap = (end.month(), end.hour()) == (3, 2) && shown == end.saturating_add(hour);
        prop_assert!(shown == end || is_gap, "{} is not {}", shown, end);
    }
    let rule = series.recurrence.as_ref().unwrap();
    let text = rule.to_rrule(series.is_all_day);
    prop_assert_eq!(&parse_rrule(&text).unwrap(), rule);
    Ok(())
}

/// The 29th of February on a Sunday, once in 84 to 96 years: past the year 3000.
#[test]
fn a_series_of_a_thousand_years_is_that_of_a_calendar_on_the_wall() {
    let series = Series {
        starts_at: date(2035, 2, 26).at(0, 10, 0, 0),
        ends_at: date(2035, 2, 26).at(0, 11, 0, 0),
        is_all_day: false,
        recurrence: Some(Recurrence {
            frequency: Frequency::Monthly,
            interval: 36,
            weekdays: Vec::new(),
            month_day: None,
            nth_weekday: Some(NthWeekday {
                nth: 5,
                weekday: Weekday::Sun,
            }),
            end: RecurrenceEnd::Count(60),
        }),
        excluded: Vec::new(),
    };
    holds(&series).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_series_are_those_of_a_calendar_on_the_wall(series in series()) {
        holds(&series)?;
    }

    #[test]
    fn no_text_panics_as_a_rule(text in "(FREQ=(DAILY|WEEKLY|MONTHLY);)?([A-Z]{3,10}=[-0-9A-Z,é]{0,18};?){0,5}|\\PC{0,60}") {
        if let Ok(rule) = parse_rrule(&text) {
            prop_assert_eq!(parse_rrule(&rule.to_rrule(false)).unwrap(), rule);
        }
    }
}
