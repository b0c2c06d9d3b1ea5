//! Working days in the Netherlands: Monday to Friday, except the holidays of the Algemene termijnenwet. Deadlines that
//! are counted in working days are counted here.

use jiff::civil::{Date, Weekday, date};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holiday {
    NewYearsDay,
    GoodFriday,
    EasterMonday,
    KingsDay,
    LiberationDay,
    AscensionDay,
    WhitMonday,
    ChristmasDay,
    SecondChristmasDay,
}

/// Time zone of the Netherlands as a POSIX rule, so that the host needs no time zone database.
pub fn amsterdam() -> TimeZone {
    TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap_or(TimeZone::UTC)
}

/// Easter Sunday of the Gregorian calendar (the anonymous algorithm, Meeus 1991).
pub fn easter(year: i16) -> Date {
    let year_number = i32::from(year);
    let golden = year_number % 19;
    let (century, rest) = (year_number / 100, year_number % 100);
    let lunar = (8 * century + 13) / 25;
    let epact = (19 * golden + century - century / 4 - lunar + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7;
    let late = (golden + 11 * epact + 19 * weekday) / 433;
    let month = (epact + weekday - 7 * late + 90) / 25;
    let day = (epact + weekday - 7 * late + 33 * month + 19) % 32;
    let part = |number: i32| i8::try_from(number).unwrap_or(1);
    Date::new(year, part(month), part(day)).unwrap_or_else(|_| date(year, 4, 1))
}

/// The holidays of a year, in order of date. Good Friday and Liberation Day count every year, as the Algemene
/// termijnenwet has them; King's Day is the day before where 27 April is a Sunday.
pub fn holidays(year: i16) -> [(Date, Holiday); 9] {
    let easter = easter(year);
    let from_easter = |days: i64| easter.saturating_add(days.days());
    let kings_day = match date(year, 4, 27) {
        sunday if sunday.weekday() == Weekday::Sunday => date(year, 4, 26),
        day => day,
    };
    let mut days = [
        (date(year, 1, 1), Holiday::NewYearsDay),
        (from_easter(-2), Holiday::GoodFriday),
        (from_easter(1), Holiday::EasterMonday),
        (kings_day, Holiday::KingsDay),
        (date(year, 5, 5), Holiday::LiberationDay),
        (from_easter(39), Holiday::AscensionDay),
        (from_easter(50), Holiday::WhitMonday),
        (date(year, 12, 25), Holiday::ChristmasDay),
        (date(year, 12, 26), Holiday::SecondChristmasDay),
    ];
    days.sort_by_key(|(day, _)| *day);
    days
}

pub fn holiday(day: Date) -> Option<Holiday> {
    holidays(day.year())
        .into_iter()
        .find(|(known, _)| *known == day)
        .map(|(_, holiday)| holiday)
}

pub fn is_working_day(day: Date) -> bool {
    !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) && holiday(day).is_none()
}

/// The working days after `from`, up to and including `to`; 0 if `to` is not later.
pub fn between(from: Date, to: Date) -> i64 {
    let mut count = 0;
    let mut day = from;
    while day < to {
        let Ok(next) = day.tomorrow() else { break };
        day = next;
        count += i64::from(is_working_day(day));
    }
    count
}

/// The `count`-th working day after `from`.
pub fn after(from: Date, count: u16) -> Date {
    let mut day = from;
    let mut left = count;
    while left > 0 {
        let Ok(next) = day.tomorrow() else { break };
        day = next;
        left -= u16::from(is_working_day(day));
    }
    day
}

/// The Dutch date of a stored timestamp.
pub fn local_date(at: &str) -> Option<Date> {
    let at: Timestamp = at.parse().ok()?;
    Some(at.to_zoned_datetime(amsterdam()).date())
}

/// Longest time that the SQL function looks at: longer waits are all too long.
const LONGEST: i32 = 5 * 365;

/// Registers the SQL function `working_days(from, to)`: the working days between two stored timestamps by the Dutch
/// calendar; null if either is none.
pub fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("working_days", 2, flags, |arguments| {
        let day = |index| -> Result<Option<Date>> {
            let at: Option<String> = arguments.get(index)?;
            Ok(at.as_deref().and_then(local_date))
        };
        let (Some(from), Some(to)) = (day(0)?, day(1)?) else {
            return Ok(None);
        };
        let earliest = to.saturating_sub(LONGEST.days());
        Ok(Some(between(from.max(earliest), to)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Easter Sunday, Ascension Day and Whit Monday as published by the government.
    const MOVING: [(&str, &str, &str); 12] = [
        ("2024-03-31", "2024-05-09", "2024-05-20"),
        ("2025-04-20", "2025-05-29", "2025-06-09"),
        ("2026-04-05", "2026-05-14", "2026-05-25"),
        ("2027-03-28", "2027-05-06", "2027-05-17"),
        ("2028-04-16", "2028-05-25", "2028-06-05"),
        ("2029-04-01", "2029-05-10", "2029-05-21"),
        ("2030-04-21", "2030-05-30", "2030-06-10"),
        ("2031-04-13", "2031-05-22", "2031-06-02"),
        ("2032-03-28", "2032-05-06", "2032-05-17"),
        ("2033-04-17", "2033-05-26", "2033-06-06"),
        ("2034-04-09", "2034-05-18", "2034-05-29"),
        ("2035-03-25", "2035-05-03", "2035-05-14"),
    ];

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn day_of(year: i16, wanted: Holiday) -> Date {
        let found = holidays(year)
            .into_iter()
            .find(|(_, holiday)| *holiday == wanted);
        found.unwrap().0
    }

    #[test]
    fn the_days_that_move_with_easter_are_those_of_the_calendar() {
        for (year, (sunday, ascension, whit)) in (2024..).zip(MOVING) {
            assert_eq!(easter(year), day(sunday));
            assert_eq!(easter(year).weekday(), Weekday::Sunday);
            assert_eq!(day_of(year, Holiday::GoodFriday).weekday(), Weekday::Friday);
            assert_eq!(
                day_of(year, Holiday::EasterMonday),
                day(sunday).tomorrow().unwrap()
            );
            assert_eq!(day_of(year, Holiday::AscensionDay), day(ascension));
            assert_eq!(day_of(year, Holiday::WhitMonday), day(whit));
        }
    }

    #[test]
    fn kings_day_is_never_a_sunday() {
        for year in 2024..=2035 {
            let expected = if matches!(year, 2025 | 2031) { 26 } else { 27 };
            let kings_day = day_of(year, Holiday::KingsDay);
            assert_eq!(
                (kings_day.month(), kings_day.day()),
                (4, expected),
                "{year}"
            );
            assert_ne!(kings_day.weekday(), Weekday::Sunday);
        }
    }

    #[test]
    fn the_fixed_days_are_free_every_year() {
        for year in 2024..=2035 {
            for (month, of_month) in [(1, 1), (5, 5), (12, 25), (12, 26)] {
                assert!(
                    !is_working_day(date(year, month, of_month)),
                    "{year}-{month}-{of_month}"
                );
            }
            let days = holidays(year);
            assert!(days.is_sorted_by_key(|(day, _)| *day));
            assert!(
                is_working_day(date(year, 5, 4))
                    == !matches!(
                        date(year, 5, 4).weekday(),
                        Weekday::Saturday | Weekday::Sunday
                    )
            );
        }
    }

    #[test]
    fn the_working_days_of_a_year_are_counted() {
        // Weekdays less holidays on weekdays.
        for (year, expected) in [(2024, 255), (2025, 253), (2026, 253), (2027, 254)] {
            let before = date(year - 1, 12, 31);
            assert_eq!(between(before, date(year, 12, 31)), expected, "{year}");
        }
    }

    #[test]
    fn a_deadline_skips_weekends_and_holidays() {
        // Thursday before Easter 2026: Good Friday, the weekend and Easter Monday do not count.
        assert_eq!(after(day("2026-04-02"), 1), day("2026-04-07"));
        assert_eq!(after(day("2026-04-02"), 3), day("2026-04-09"));
        assert_eq!(after(day("2026-12-24"), 1), day("2026-12-28"));
        assert_eq!(after(day("2026-11-22"), 0), day("2026-11-22"));
        for count in 1..40 {
            let end = after(day("2027-04-20"), count);
            assert!(is_working_day(end));
            assert_eq!(between(day("2027-04-20"), end), i64::from(count));
        }
        assert_eq!(between(day("2026-04-09"), day("2026-04-02")), 0);
    }

    #[test]
    fn the_date_is_that_of_the_dutch_clock() {
        assert_eq!(local_date("2026-11-20T23:30:00Z"), Some(day("2026-11-21")));
        assert_eq!(local_date("2026-07-20T22:30:00Z"), Some(day("2026-07-21")));
        assert_eq!(local_date("soon"), None);
    }

    #[test]
    fn sql_counts_the_same() {
        let connection = Connection::open_in_memory().unwrap();
        register(&connection).unwrap();
        let count = |from: Option<&str>, to: &str| -> Option<i64> {
            connection
                .query_row("select working_days(?1, ?2)", (from, to), |row| row.get(0))
                .unwrap()
        };
        // Friday evening in the Netherlands to Wednesday.
        assert_eq!(
            count(Some("2026-11-20T22:00:00Z"), "2026-11-25T09:00:00Z"),
            Some(3)
        );
        assert_eq!(
            count(Some("1900-01-01T00:00:00Z"), "2026-11-25T09:00:00Z"),
            Some(1266)
        );
        assert_eq!(count(None, "2026-11-25T09:00:00Z"), None);
    }
}
