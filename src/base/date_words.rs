//! Dates and times in words, in both languages.

use jiff::civil::{Date, Time};

use super::locale::Locale;

const MONTHS: [(&str, &str); 12] = [
    ("januari", "January"),
    ("februari", "February"),
    ("maart", "March"),
    ("april", "April"),
    ("mei", "May"),
    ("juni", "June"),
    ("juli", "July"),
    ("augustus", "August"),
    ("september", "September"),
    ("oktober", "October"),
    ("november", "November"),
    ("december", "December"),
];
const WEEKDAYS: [(&str, &str); 7] = [
    ("maandag", "Monday"),
    ("dinsdag", "Tuesday"),
    ("woensdag", "Wednesday"),
    ("donderdag", "Thursday"),
    ("vrijdag", "Friday"),
    ("zaterdag", "Saturday"),
    ("zondag", "Sunday"),
];

fn pick(names: &[(&'static str, &'static str)], at: Option<usize>, locale: Locale) -> &'static str {
    let (nl, en) = at.and_then(|at| names.get(at)).unwrap_or(&("", ""));
    match locale {
        Locale::Nl => nl,
        Locale::En => en,
    }
}

/// Name of a month, 1 to 12.
pub fn month_name(month: i8, locale: Locale) -> &'static str {
    pick(&MONTHS, usize::try_from(month - 1).ok(), locale)
}

/// Name of a day of the week, 0 for Monday to 6.
pub fn weekday_name(days_since_monday: u8, locale: Locale) -> &'static str {
    pick(&WEEKDAYS, Some(days_since_monday.into()), locale)
}

/// `16 december 2026`
pub fn full_date(date: Date, locale: Locale) -> String {
    let month = month_name(date.month(), locale);
    format!("{} {month} {}", date.day(), date.year())
}

/// `16 december`, with its year if that is not this year.
pub fn date(date: Date, today: Date, locale: Locale) -> String {
    if date.year() == today.year() {
        format!("{} {}", date.day(), month_name(date.month(), locale))
    } else {
        full_date(date, locale)
    }
}

/// `dinsdag 16 december`, with its year if that is not this year.
pub fn day(day: Date, today: Date, locale: Locale) -> String {
    let index = u8::try_from(day.weekday().to_monday_zero_offset()).unwrap_or_default();
    let weekday = weekday_name(index, locale);
    format!("{weekday} {}", date(day, today, locale))
}

/// `9.30` in Dutch, `9:30` in English.
pub fn time(time: Time, locale: Locale) -> String {
    let sign = match locale {
        Locale::Nl => '.',
        Locale::En => ':',
    };
    format!("{}{sign}{:02}", time.hour(), time.minute())
}

/// `maandag, woensdag en vrijdag`
pub fn listed(words: &[String], locale: Locale) -> String {
    let and = match locale {
        Locale::Nl => "en",
        Locale::En => "and",
    };
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} {and} {last}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_year_is_told_when_it_is_another() {
        let day_of = |text: &str| text.parse::<Date>().unwrap();
        let today = day_of("2026-11-28");
        for (text, nl, en) in [
            (
                "2026-12-16",
                "woensdag 16 december",
                "Wednesday 16 December",
            ),
            ("2027-03-01", "maandag 1 maart 2027", "Monday 1 March 2027"),
            (
                "2025-08-31",
                "zondag 31 augustus 2025",
                "Sunday 31 August 2025",
            ),
        ] {
            assert_eq!(day(day_of(text), today, Locale::Nl), nl);
            assert_eq!(day(day_of(text), today, Locale::En), en);
        }
        assert_eq!(full_date(today, Locale::Nl), "28 november 2026");
    }

    #[test]
    fn times_are_written_without_a_leading_zero() {
        let at = |hour, minute| jiff::civil::time(hour, minute, 0, 0);
        assert_eq!(time(at(9, 5), Locale::Nl), "9.05");
        assert_eq!(time(at(13, 30), Locale::En), "13:30");
        assert_eq!(time(at(0, 0), Locale::Nl), "0.00");
    }

    #[test]
    fn the_last_of_a_list_follows_and() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(listed(&words("a"), Locale::Nl), "a");
        assert_eq!(listed(&words("a b"), Locale::Nl), "a en b");
        assert_eq!(listed(&words("a b c"), Locale::En), "a, b and c");
        assert_eq!(listed(&[], Locale::En), "");
    }
}
