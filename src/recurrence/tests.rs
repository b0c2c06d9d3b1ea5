use std::time::Duration;

use jiff::civil::{Date, DateTime};
use serde_json::json;

use super::*;
use crate::base::clock;
use crate::base::locale::Locale;
use RecurrenceEnd::{Count, Until};
use Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};

fn at(text: &str) -> DateTime {
    text.parse().unwrap()
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn until(text: &str) -> RecurrenceEnd {
    Until(day(text))
}

/// From 13:30 to 15:00.
fn afternoon(date: &str) -> Series {
    Series::once(at(&format!("{date}T13:30")), at(&format!("{date}T15:00")))
}

fn starts(series: &Series) -> Vec<String> {
    let expansion = expand(series).unwrap();
    let starts = expansion.occurrences.iter();
    starts.map(|one| one.original_start.to_string()).collect()
}

fn dates(series: &Series) -> String {
    let starts = starts(series);
    let dates: Vec<&str> = starts.iter().map(|start| &start[..10]).collect();
    dates.join(" ")
}

fn moments(series: &Series) -> Vec<(String, String)> {
    let expansion = expand(series).unwrap();
    let moments = expansion.occurrences.iter();
    moments
        .map(|one| (one.starts_at.to_string(), one.ends_at.to_string()))
        .collect()
}

#[test]
fn every_kind_of_rule_has_its_dates() {
    for (first, rule, expected) in [
        (
            "2026-11-30",
            Recurrence::daily(1, Count(3)),
            "2026-11-30 2026-12-01 2026-12-02",
        ),
        (
            "2026-11-30",
            Recurrence::daily(52, until("2027-03-14")),
            "2026-11-30 2027-01-21 2027-03-14",
        ),
        (
            "2026-12-01",
            Recurrence::weekly(1, &[Tue], until("2026-12-15")),
            "2026-12-01 2026-12-08 2026-12-15",
        ),
        // Days in any order, and twice; weeks begin on Monday.
        (
            "2026-12-03",
            Recurrence::weekly(2, &[Sun, Thu, Mon, Thu], Count(5)),
            "2026-12-03 2026-12-06 2026-12-14 2026-12-17 2026-12-20",
        ),
        // A start that the rule does not have: the first Tuesday after it, in a week of the interval.
        (
            "2026-12-04",
            Recurrence::weekly(2, &[Tue], Count(2)),
            "2026-12-15 2026-12-29",
        ),
        (
            "2026-12-15",
            Recurrence::monthly_on_day(1, 15, Count(3)),
            "2026-12-15 2027-01-15 2027-02-15",
        ),
        (
            "2026-10-31",
            Recurrence::monthly_on_day(1, 31, Count(4)),
            "2026-10-31 2026-12-31 2027-01-31 2027-03-31",
        ),
        (
            "2027-01-31",
            Recurrence::monthly_on_day(1, -1, Count(3)),
            "2027-01-31 2027-02-28 2027-03-31",
        ),
        (
            "2027-12-29",
            Recurrence::monthly_on_day(2, 29, Count(3)),
            "2027-12-29 2028-02-29 2028-04-29",
        ),
        // A day that is past in the month of the start.
        (
            "2026-12-20",
            Recurrence::monthly_on_day(2, 15, Count(2)),
            "2027-02-15 2027-04-15",
        ),
        (
            "2026-12-08",
            Recurrence::monthly_on_weekday(1, 2, Tue, Count(3)),
            "2026-12-08 2027-01-12 2027-02-09",
        ),
        (
            "2026-11-27",
            Recurrence::monthly_on_weekday(1, -1, Fri, Count(3)),
            "2026-11-27 2026-12-25 2027-01-29",
        ),
        (
            "2026-11-30",
            Recurrence::monthly_on_weekday(1, 5, Mon, Count(3)),
            "2026-11-30 2027-03-29 2027-05-31",
        ),
        (
            "2028-02-29",
            Recurrence::monthly_on_day(12, 29, Count(2)),
            "2028-02-29 2032-02-29",
        ),
    ] {
        let series = afternoon(first).repeated(rule);
        assert_eq!(dates(&series), expected, "{series:?}");
        let (first, _) = series.first().unwrap();
        assert_eq!(first.date().to_string(), expected[..10]);
    }
    assert_eq!(dates(&afternoon("2026-12-01")), "2026-12-01");
}

#[test]
fn excluded_dates_count_towards_the_count() {
    let series = afternoon("2026-11-04")
        .repeated(Recurrence::weekly(1, &[Wed], Count(4)))
        .without(&[day("2026-11-18"), day("2026-11-19")]);
    assert_eq!(dates(&series), "2026-11-04 2026-11-11 2026-11-25");
    assert_eq!(
        expand(&series).unwrap().excluded,
        [at("2026-11-18T13:30")],
        "the Thursday was none of them"
    );
}

#[test]
fn the_clock_stays_what_it_is_when_it_is_changed() {
    let series = Series::once(at("2026-10-22T19:00"), at("2026-10-22T21:00"))
        .repeated(Recurrence::weekly(1, &[Thu], Count(2)));
    let pair = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    assert_eq!(
        moments(&series),
        [
            pair("2026-10-22T17:00:00Z", "2026-10-22T19:00:00Z"),
            pair("2026-10-29T18:00:00Z", "2026-10-29T20:00:00Z"),
        ]
    );
    // Over the night itself: the length is that of the clock.
    let night = |from: &str, to: &str| moments(&Series::once(at(from), at(to)));
    assert_eq!(
        night("2026-10-24T22:00", "2026-10-25T08:00"),
        [pair("2026-10-24T20:00:00Z", "2026-10-25T07:00:00Z")]
    );
    assert_eq!(
        night("2027-03-27T22:00", "2027-03-28T08:00"),
        [pair("2027-03-27T21:00:00Z", "2027-03-28T06:00:00Z")]
    );
}

#[test]
fn a_time_that_no_clock_shows_is_skipped_and_counted() {
    let series = Series::once(at("2026-03-28T02:30"), at("2026-03-28T04:00"))
        .repeated(Recurrence::daily(1, Count(3)));
    let expansion = expand(&series).unwrap();
    assert_eq!(
        starts(&series),
        ["2026-03-28T02:30:00", "2026-03-30T02:30:00"]
    );
    assert_eq!(expansion.skipped, [at("2026-03-29T02:30")]);
    for (start, is_shown) in [
        ("2026-03-29T01:59:59", true),
        ("2026-03-29T02:00", false),
        ("2026-03-29T02:59:59", false),
        ("2026-03-29T03:00", true),
    ] {
        let once = Series::once(at(start), at("2026-03-29T05:00"));
        assert_eq!(expand(&once).is_ok(), is_shown, "{start}");
    }
    let once = Series::once(at("2026-03-29T02:30"), at("2026-03-29T05:00"));
    assert_eq!(expand(&once), Err(SeriesFault::Nothing));
    // On an excluded date there is nothing to tell.
    let expansion = expand(&series.without(&[day("2026-03-29")])).unwrap();
    assert_eq!(expansion.skipped, []);
    assert_eq!(expansion.excluded, [at("2026-03-29T02:30")]);
}

#[test]
fn a_time_that_exists_twice_is_the_first() {
    let pair = |from: &str, to: &str| [(from.to_owned(), to.to_owned())];
    let once = |from: &str, to: &str| moments(&Series::once(at(from), at(to)));
    assert_eq!(
        once("2026-10-25T02:30", "2026-10-25T02:45"),
        pair("2026-10-25T00:30:00Z", "2026-10-25T00:45:00Z")
    );
    assert_eq!(
        once("2026-10-25T01:30", "2026-10-25T03:30"),
        pair("2026-10-24T23:30:00Z", "2026-10-25T02:30:00Z")
    );
}

#[test]
fn an_end_that_no_clock_shows_is_later() {
    let series = |from, to| moments(&Series::once(at(from), at(to)));
    assert_eq!(
        series("2026-03-29T01:30", "2026-03-29T02:30"),
        [(
            "2026-03-29T00:30:00Z".to_owned(),
            "2026-03-29T01:30:00Z".to_owned()
        )]
    );
}

#[test]
fn whole_days_last_until_midnight() {
    let series = Series::all_day(day("2026-03-28"), day("2026-03-29")).unwrap();
    assert_eq!(
        moments(&series),
        [(
            "2026-03-27T23:00:00Z".to_owned(),
            "2026-03-29T22:00:00Z".to_owned()
        )]
    );
    let uneven = Series {
        is_all_day: true,
        ..afternoon("2026-12-01")
    };
    assert_eq!(expand(&uneven), Err(SeriesFault::OutOfRange));
}

fn refused(rules: Vec<(Recurrence, SeriesFault, &str)>) {
    for (rule, fault, field) in rules {
        let start = if rule.interval == 12 {
            "2026-04-01"
        } else {
            "2026-12-02"
        };
        let series = afternoon(start).repeated(rule);
        assert_eq!(expand(&series), Err(fault), "{series:?}");
        assert_eq!(fault.field(), field);
    }
}

#[test]
fn a_rule_that_cannot_be_is_refused_with_its_field() {
    let tuesday = |end| Recurrence::weekly(1, &[Tue], end);
    let plain = |frequency| Recurrence::plain(frequency, 1, Count(3));
    refused(vec![
        (
            Recurrence::daily(0, Count(3)),
            SeriesFault::Interval,
            "recurrence/interval",
        ),
        (
            Recurrence::daily(53, Count(3)),
            SeriesFault::Interval,
            "recurrence/interval",
        ),
        (
            Recurrence::daily(1, Count(0)),
            SeriesFault::Count,
            "recurrence/end",
        ),
        (
            Recurrence::daily(1, Count(201)),
            SeriesFault::TooMany,
            "recurrence/end",
        ),
        (
            tuesday(until("2026-11-30")),
            SeriesFault::UntilBeforeStart,
            "recurrence/end",
        ),
        (
            tuesday(until("2026-12-06")),
            SeriesFault::Nothing,
            "recurrence",
        ),
        (
            tuesday(until("9999-12-31")),
            SeriesFault::TooMany,
            "recurrence/end",
        ),
        (
            plain(Frequency::Weekly),
            SeriesFault::WeekdaysMissing,
            "recurrence/weekdays",
        ),
        (
            Recurrence {
                weekdays: vec![Tue],
                ..plain(Frequency::Daily)
            },
            SeriesFault::WeekdaysOfOther,
            "recurrence/weekdays",
        ),
        (
            Recurrence {
                month_day: Some(2),
                ..tuesday(Count(3))
            },
            SeriesFault::MonthDayOfOther,
            "recurrence/month_day",
        ),
    ]);
}

#[test]
fn a_day_that_no_month_has_is_refused() {
    let plain = |frequency| Recurrence::plain(frequency, 1, Count(3));
    refused(vec![
        (
            plain(Frequency::Monthly),
            SeriesFault::MonthDay,
            "recurrence/month_day",
        ),
        (
            Recurrence {
                month_day: Some(2),
                ..Recurrence::monthly_on_weekday(1, 2, Tue, Count(3))
            },
            SeriesFault::MonthDay,
            "recurrence/month_day",
        ),
        (
            Recurrence::monthly_on_day(1, 0, Count(3)),
            SeriesFault::MonthDay,
            "recurrence/month_day",
        ),
        (
            Recurrence::monthly_on_day(1, 32, Count(3)),
            SeriesFault::MonthDay,
            "recurrence/month_day",
        ),
        (
            Recurrence::monthly_on_day(1, -2, Count(3)),
            SeriesFault::MonthDay,
            "recurrence/month_day",
        ),
        (
            Recurrence::monthly_on_weekday(1, 6, Tue, Count(3)),
            SeriesFault::MonthDay,
            "recurrence/month_day",
        ),
        // 31 April, every year.
        (
            Recurrence::monthly_on_day(12, 31, Count(3)),
            SeriesFault::Nothing,
            "recurrence",
        ),
    ]);
}

#[test]
fn a_series_that_cannot_be_is_refused() {
    let once = |from: &str, to: &str| expand(&Series::once(at(from), at(to))).map(|_| ());
    assert_eq!(
        once("2026-12-01T13:30", "2026-12-01T13:30"),
        Err(SeriesFault::EndsBefore)
    );
    assert_eq!(once("2026-12-01T13:30", "2026-12-15T13:30"), Ok(()));
    assert_eq!(
        once("2026-12-01T13:30", "2026-12-15T13:31"),
        Err(SeriesFault::TooLong)
    );
    assert_eq!(
        once("1969-12-01T13:30", "1969-12-01T15:30"),
        Err(SeriesFault::OutOfRange)
    );
    assert_eq!(
        once("-009999-01-01T00:00", "9999-12-31T23:59"),
        Err(SeriesFault::OutOfRange)
    );
    let all = afternoon("2026-12-01").repeated(Recurrence::daily(1, Count(2)));
    let none_left = all.clone().without(&[day("2026-12-01"), day("2026-12-02")]);
    assert_eq!(expand(&none_left), Err(SeriesFault::Nothing));
    let many = vec![day("2026-12-01"); 201];
    assert_eq!(
        expand(&all.without(&many)),
        Err(SeriesFault::TooManyExcluded)
    );
}

#[test]
fn two_hundred_are_allowed_and_one_more_is_refused_whatever_it_costs_to_find_out() {
    let february = |rule| afternoon("2028-02-01").repeated(rule);
    let april = |rule| afternoon("2026-04-01").repeated(rule);
    let far = until("9998-12-31");
    let year = |end| Recurrence::monthly_on_day(12, 1, end);
    let rules = [
        (april(Recurrence::daily(1, until("2026-10-17"))), Ok(200)),
        (
            april(Recurrence::daily(1, until("2026-10-18"))),
            Err(SeriesFault::TooMany),
        ),
        (april(Recurrence::daily(1, far)), Err(SeriesFault::TooMany)),
        (april(Recurrence::daily(52, Count(200))), Ok(200)),
        (april(Recurrence::weekly(52, &[Wed], Count(200))), Ok(200)),
        (
            april(Recurrence::weekly(1, &Weekday::ALL, far)),
            Err(SeriesFault::TooMany),
        ),
        (april(year(Count(200))), Ok(200)),
        (april(year(far)), Err(SeriesFault::TooMany)),
        (
            april(Recurrence::monthly_on_day(52, 31, Count(200))),
            Ok(200),
        ),
        // 31 April and 30 February: none until the end of the calendar.
        (
            april(Recurrence::monthly_on_day(12, 31, far)),
            Err(SeriesFault::Nothing),
        ),
        (
            april(Recurrence::monthly_on_day(12, 31, Count(200))),
            Err(SeriesFault::Nothing),
        ),
        (
            february(Recurrence::monthly_on_day(12, 30, far)),
            Err(SeriesFault::Nothing),
        ),
        // 29 February, and a fifth Tuesday in February: once in four years, and once in 28.
        (
            february(Recurrence::monthly_on_day(12, 29, Count(200))),
            Ok(200),
        ),
        (
            february(Recurrence::monthly_on_weekday(12, 5, Tue, Count(200))),
            Ok(200),
        ),
        (
            february(Recurrence::monthly_on_weekday(12, 5, Tue, far)),
            Err(SeriesFault::TooMany),
        ),
        (
            afternoon("9998-12-31").repeated(Recurrence::daily(52, Count(200))),
            Ok(1),
        ),
    ];
    // Unoptimized, the same takes several times as long.
    let bound = Duration::from_millis(if cfg!(debug_assertions) { 20 } else { 2 });
    for (series, expected) in rules {
        let fastest = (0..5).map(|_| {
            let begun = clock::instant();
            let found = expand(&series).map(|expansion| expansion.occurrences.len());
            assert_eq!(found, expected, "{series:?}");
            begun.elapsed()
        });
        let fastest = fastest.min().unwrap();
        assert!(fastest < bound, "{fastest:?}: {series:?}");
    }
}

#[test]
fn rules_are_written_as_rrule_and_read_back() {
    for (rule, text) in [
        (Recurrence::daily(1, Count(3)), "FREQ=DAILY;COUNT=3"),
        (
            Recurrence::weekly(1, &[Tue], until("2026-12-16")),
            "FREQ=WEEKLY;UNTIL=20261216T225959Z;BYDAY=TU",
        ),
        (
            Recurrence::weekly(2, &[Tue, Thu], until("2026-07-16")),
            "FREQ=WEEKLY;INTERVAL=2;UNTIL=20260716T215959Z;BYDAY=TU,TH;WKST=MO",
        ),
        (
            Recurrence::monthly_on_day(1, -1, Count(8)),
            "FREQ=MONTHLY;COUNT=8;BYMONTHDAY=-1",
        ),
        (
            Recurrence::monthly_on_weekday(3, 2, Tue, Count(8)),
            "FREQ=MONTHLY;INTERVAL=3;COUNT=8;BYDAY=2TU",
        ),
        (
            Recurrence::monthly_on_weekday(1, -1, Fri, Count(8)),
            "FREQ=MONTHLY;COUNT=8;BYDAY=-1FR",
        ),
    ] {
        assert_eq!(rule.to_rrule(false), text);
        assert_eq!(parse_rrule(text), Ok(rule.clone()));
        assert_eq!(parse_rrule(&rule.to_rrule(true)), Ok(rule));
    }
    let until_date = Recurrence::daily(1, until("2026-12-16"));
    assert_eq!(until_date.to_rrule(true), "FREQ=DAILY;UNTIL=20261216");
    assert_eq!(
        parse_rrule("freq=weekly;byday=th,mo;until=20261216T150000z"),
        Ok(Recurrence::weekly(1, &[Thu, Mon], until("2026-12-16")))
    );
}

#[test]
fn what_is_no_rule_is_told_by_its_part() {
    let part = |text: &str| RruleFault::Part(text.to_owned());
    for (text, fault) in [
        ("", part("")),
        ("FREQ=YEARLY;COUNT=2", part("FREQ=YEARLY")),
        ("COUNT=2", RruleFault::NoFrequency),
        ("FREQ=DAILY", RruleFault::NoEnd),
        ("FREQ=DAILY;COUNT=2;COUNT=3", part("COUNT=3")),
        ("FREQ=DAILY;COUNT=2;UNTIL=20261216", part("UNTIL=20261216")),
        ("FREQ=DAILY;COUNT=2;INTERVAL=999", part("INTERVAL=999")),
        ("FREQ=DAILY;COUNT=+2", part("COUNT=+2")),
        ("FREQ=DAILY;UNTIL=20261316", part("UNTIL=20261316")),
        (
            "FREQ=DAILY;UNTIL=20261216T100000",
            part("UNTIL=20261216T100000"),
        ),
        (
            "FREQ=MONTHLY;COUNT=2;BYDAY=TU;BYSETPOS=2",
            part("BYSETPOS=2"),
        ),
        ("FREQ=MONTHLY;COUNT=2;BYDAY=1MO,2MO", part("BYDAY=1MO,2MO")),
        ("FREQ=WEEKLY;COUNT=2;BYDAY=MO;WKST=SU", part("WKST=SU")),
        ("FREQ=WEEKLY;COUNT=2;BYDAY=MO,MO", part("BYDAY=MO,MO")),
        ("FREQ=WEEKLY;COUNT=2;BYDAY=é", part("BYDAY=é")),
        (
            "FREQ=WEEKLY;COUNT=2",
            RruleFault::Rule(SeriesFault::WeekdaysMissing),
        ),
        (
            "FREQ=MONTHLY;COUNT=2;BYDAY=TU",
            RruleFault::Rule(SeriesFault::WeekdaysOfOther),
        ),
        (
            "FREQ=DAILY;COUNT=2;INTERVAL=53",
            RruleFault::Rule(SeriesFault::Interval),
        ),
        (
            "FREQ=DAILY;COUNT=201",
            RruleFault::Rule(SeriesFault::TooMany),
        ),
    ] {
        assert_eq!(parse_rrule(text), Err(fault), "{text}");
    }
}

#[test]
fn a_rule_is_plain_json() {
    let rule = Recurrence::monthly_on_weekday(1, -1, Fri, until("2026-12-16"));
    let json = json!({
        "frequency": "monthly", "interval": 1, "weekdays": [], "month_day": null,
        "nth_weekday": {"nth": -1, "weekday": "fri"}, "end": {"until": "2026-12-16"},
    });
    assert_eq!(serde_json::to_value(&rule).unwrap(), json);
    assert_eq!(serde_json::from_value::<Recurrence>(json).unwrap(), rule);
    let short = json!({"frequency": "weekly", "weekdays": ["tue"], "end": {"count": 8}});
    assert_eq!(
        serde_json::from_value::<Recurrence>(short).unwrap(),
        Recurrence::weekly(1, &[Tue], Count(8))
    );
    let schema = serde_json::to_value(schemars::schema_for!(Recurrence)).unwrap();
    let end = &schema["$defs"]["RecurrenceEnd"]["oneOf"][1]["properties"]["until"];
    assert_eq!(
        (&end["type"], &end["format"]),
        (&json!("string"), &json!("date"))
    );
}

fn told(rows: Vec<(Series, &str, &str)>) {
    let today = day("2026-11-01");
    for (series, nl, en) in rows {
        let words = |locale| SeriesWords::new(&series, today, locale).sentence();
        assert_eq!(words(Locale::Nl), nl);
        assert_eq!(words(Locale::En), en);
    }
}

#[test]
fn a_rule_is_told_in_one_sentence() {
    let from_four = || afternoon("2026-11-04");
    let december = until("2026-12-16");
    told(vec![
        (
            from_four()
                .repeated(Recurrence::weekly(1, &[Wed], december))
                .without(&[day("2026-11-25"), day("2026-11-26")]),
            "elke woensdag van 13.30 tot 15.00 uur, tot en met 16 december, niet op 25 november",
            "every Wednesday from 13:30 to 15:00, up to and including 16 December, except on 25 November",
        ),
        (
            from_four()
                .repeated(Recurrence::weekly(2, &[Wed], Count(8)))
                .without(&[day("2026-12-02"), day("2026-11-18"), day("2027-01-13")]),
            "elke 2 weken op woensdag van 13.30 tot 15.00 uur, 8 keer, niet op 18 november, 2 december en 13 januari 2027",
            "every 2 weeks on Wednesday from 13:30 to 15:00, 8 times, except on 18 November, 2 December and 13 January 2027",
        ),
        (
            from_four().repeated(Recurrence::weekly(1, &[Fri, Mon, Wed], until("2027-01-08"))),
            "elke maandag, woensdag en vrijdag van 13.30 tot 15.00 uur, tot en met 8 januari 2027",
            "every Monday, Wednesday and Friday from 13:30 to 15:00, up to and including 8 January 2027",
        ),
        (
            from_four().repeated(Recurrence::weekly(1, &Weekday::ALL, Count(1))),
            "elke dag van 13.30 tot 15.00 uur, 1 keer",
            "every day from 13:30 to 15:00, once",
        ),
        (
            from_four().repeated(Recurrence::daily(3, Count(5))),
            "elke 3 dagen van 13.30 tot 15.00 uur, 5 keer",
            "every 3 days from 13:30 to 15:00, 5 times",
        ),
        (
            from_four().repeated(Recurrence::monthly_on_day(1, 4, Count(3))),
            "elke maand op de 4e van 13.30 tot 15.00 uur, 3 keer",
            "every month on the 4th from 13:30 to 15:00, 3 times",
        ),
        (
            from_four().repeated(Recurrence::monthly_on_day(2, 31, Count(3))),
            "elke 2 maanden op de 31e (als die er is) van 13.30 tot 15.00 uur, 3 keer",
            "every 2 months on the 31st (if there is one) from 13:30 to 15:00, 3 times",
        ),
        (
            from_four().repeated(Recurrence::monthly_on_day(1, -1, Count(3))),
            "elke laatste dag van de maand van 13.30 tot 15.00 uur, 3 keer",
            "every last day of the month from 13:30 to 15:00, 3 times",
        ),
        (
            from_four().repeated(Recurrence::monthly_on_weekday(1, 1, Sat, december)),
            "elke eerste zaterdag van de maand van 13.30 tot 15.00 uur, tot en met 16 december",
            "every first Saturday of the month from 13:30 to 15:00, up to and including 16 December",
        ),
        (
            from_four().repeated(Recurrence::monthly_on_weekday(3, -1, Fri, Count(3))),
            "elke 3 maanden op de laatste vrijdag van 13.30 tot 15.00 uur, 3 keer",
            "every 3 months on the last Friday from 13:30 to 15:00, 3 times",
        ),
    ]);
}

#[test]
fn hours_and_days_are_told_in_one_sentence() {
    let hours = |from: &str, to: &str| Series::once(at(from), at(to));
    let whole = |first: &str, last: &str| Series::all_day(day(first), day(last)).unwrap();
    told(vec![
        (
            afternoon("2026-11-04"),
            "woensdag 4 november van 13.30 tot 15.00 uur",
            "Wednesday 4 November from 13:30 to 15:00",
        ),
        (
            hours("2027-01-01T20:00", "2027-01-02T00:00"),
            "vrijdag 1 januari 2027 van 20.00 tot 24.00 uur",
            "Friday 1 January 2027 from 20:00 to midnight",
        ),
        (
            hours("2026-12-04T22:00", "2026-12-05T02:00"),
            "vrijdag 4 december van 22.00 tot 2.00 uur de volgende dag",
            "Friday 4 December from 22:00 to 2:00 the next day",
        ),
        (
            hours("2026-12-04T19:00", "2026-12-06T15:00"),
            "van vrijdag 4 december 19.00 uur tot zondag 6 december 15.00 uur",
            "from Friday 4 December at 19:00 to Sunday 6 December at 15:00",
        ),
        (
            hours("2026-12-04T19:00", "2026-12-06T15:00").repeated(Recurrence::weekly(
                1,
                &[Fri],
                Count(3),
            )),
            "elke vrijdag van 19.00 uur tot 2 dagen later 15.00 uur, 3 keer",
            "every Friday from 19:00 to 15:00 2 days later, 3 times",
        ),
        (
            whole("2026-12-04", "2026-12-04"),
            "vrijdag 4 december de hele dag",
            "Friday 4 December all day",
        ),
        (
            whole("2026-12-31", "2027-01-02"),
            "van donderdag 31 december tot en met zaterdag 2 januari 2027",
            "from Thursday 31 December to Saturday 2 January 2027",
        ),
        (
            whole("2026-12-04", "2026-12-06").repeated(Recurrence::weekly(1, &[Fri], Count(3))),
            "elke vrijdag 3 dagen lang, 3 keer",
            "every Friday for 3 days, 3 times",
        ),
    ]);
}

#[test]
fn of_many_excluded_dates_the_rest_is_counted() {
    let excluded: Vec<Date> = (2..=9)
        .map(|day| jiff::civil::date(2026, 11, day))
        .collect();
    let series = |count: usize| {
        afternoon("2026-11-01")
            .repeated(Recurrence::daily(1, Count(30)))
            .without(&excluded[..count])
    };
    let words = |count, locale| SeriesWords::new(&series(count), day("2026-11-01"), locale).except;
    assert!(words(6, Locale::Nl).ends_with("5 november, 6 november en 7 november"));
    assert_eq!(
        words(8, Locale::Nl),
        "niet op 2 november, 3 november, 4 november, 5 november, 6 november en nog 3 dagen"
    );
    assert!(words(8, Locale::En).ends_with("6 November and 3 other days"));
}
