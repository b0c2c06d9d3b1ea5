//! Dates and times in Dutch local time: formatting for readers, quiet hours and delivery times.

use jiff::{Timestamp, ZonedDateTime, civil};

use super::Locale;
use super::template::word;
use crate::base::date_words;
use crate::base::working_days::amsterdam;

fn zoned(text: &str) -> Option<ZonedDateTime> {
    let moment: Timestamp = text.parse().ok()?;
    Some(moment.to_zoned_datetime(amsterdam()))
}

/// Returns whether `now` is within quiet hours, 21:00 to 07:30, in which only mandatory mail is sent.
pub fn is_quiet(now: &str) -> bool {
    let from = civil::time(21, 0, 0, 0);
    let until = civil::time(7, 30, 0, 0);
    zoned(now).is_some_and(|moment| moment.time() >= from || moment.time() < until)
}

/// Returns whether `now` is between 02:00 and 05:00, the window for rewriting database files.
pub fn is_deep_night(now: &str) -> bool {
    zoned(now).is_some_and(|moment| (2..5).contains(&moment.hour()))
}

/// End of the user-defined quiet hours that contain `now`; `None` outside them. The interval may span midnight.
pub fn end_of_quiet(now: &str, from: &str, until: &str) -> Option<String> {
    let moment = zoned(now)?;
    let (from, until): (civil::Time, civil::Time) = (from.parse().ok()?, until.parse().ok()?);
    let time = moment.time();
    let is_quiet = if from <= until {
        from <= time && time < until
    } else {
        from <= time || time < until
    };
    if !is_quiet {
        return None;
    }
    let day = if time < until {
        moment.date()
    } else {
        moment.date().tomorrow().ok()?
    };
    let end = day.to_datetime(until).to_zoned_datetime(amsterdam()).ok()?;
    Some(end.timestamp().to_string())
}

/// ISO day of the week in Dutch local time (1 is Monday) and 07:30 of that day, when digests are sent.
pub fn morning(now: &str) -> Option<(u8, String)> {
    let moment = zoned(now)?;
    let at = moment
        .date()
        .to_datetime(civil::time(7, 30, 0, 0))
        .to_zoned_datetime(amsterdam())
        .ok()?;
    let day = u8::try_from(moment.weekday().to_monday_one_offset()).ok()?;
    Some((day, at.timestamp().to_string()))
}

/// Formats `2027-03-05` or a timestamp as `5 maart 2027`.
pub fn date_in_words(text: &str, locale: Locale) -> Option<String> {
    let date = match zoned(text) {
        Some(moment) => moment.date(),
        None => text.parse::<civil::Date>().ok()?,
    };
    Some(date_words::full_date(date, locale))
}

/// Formats a timestamp as `5 maart 2027 om 14:05`.
pub fn moment_in_words(text: &str, locale: Locale) -> Option<String> {
    let moment = zoned(text)?;
    let date = date_in_words(text, locale)?;
    let at = word(locale, "time", "at");
    Some(format!(
        "{date} {at} {:02}:{:02}",
        moment.hour(),
        moment.minute()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summer_and_winter_are_told_apart() {
        let words = |text| moment_in_words(text, Locale::Nl).unwrap();
        assert_eq!(words("2027-03-05T13:05:00Z"), "5 maart 2027 om 14:05");
        assert_eq!(words("2027-07-05T13:05:00Z"), "5 juli 2027 om 15:05");
        assert_eq!(
            date_in_words("2027-03-05", Locale::En).unwrap(),
            "5 March 2027"
        );
        assert_eq!(
            date_in_words("2027-03-05T23:30:00.5Z", Locale::En).unwrap(),
            "6 March 2027"
        );
        assert_eq!(date_in_words("soon", Locale::En), None);
    }

    #[test]
    fn own_quiet_hours_end_by_the_dutch_clock() {
        for (now, from, until, end) in [
            (
                "2026-11-21T09:00:00Z",
                "08:00",
                "16:00",
                Some("2026-11-21T15:00:00Z"),
            ),
            ("2026-11-21T15:00:00Z", "08:00", "16:00", None),
            (
                "2026-11-21T19:30:00Z",
                "20:00",
                "09:00",
                Some("2026-11-22T08:00:00Z"),
            ),
            (
                "2026-11-22T07:59:00Z",
                "20:00",
                "09:00",
                Some("2026-11-22T08:00:00Z"),
            ),
            (
                "2026-07-21T07:00:00Z",
                "08:00",
                "16:00",
                Some("2026-07-21T14:00:00Z"),
            ),
            ("2026-07-21T05:59:00Z", "08:00", "16:00", None),
            ("2026-11-21T09:00:00Z", "10:00", "10:00", None),
        ] {
            assert_eq!(end_of_quiet(now, from, until).as_deref(), end, "{now}");
        }
        assert_eq!(
            morning("2026-11-21T09:00:00Z"),
            Some((6, "2026-11-21T06:30:00Z".to_owned()))
        );
    }

    #[test]
    fn the_night_is_quiet() {
        for (now, quiet) in [
            ("2026-11-21T06:29:59Z", true),
            ("2026-11-21T06:30:00Z", false),
            ("2026-11-21T19:59:59Z", false),
            ("2026-11-21T20:00:00Z", true),
            ("2026-07-21T05:30:00Z", false),
        ] {
            assert_eq!(is_quiet(now), quiet, "{now}");
        }
    }
}
