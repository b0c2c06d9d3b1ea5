//! Rules as text: the RRULE of RFC 5545.

use std::fmt::Write as _;

use jiff::Timestamp;
use jiff::civil::Date;

use super::{Frequency, NthWeekday, Recurrence, RecurrenceEnd, SeriesFault, Weekday};
use crate::base::working_days::amsterdam;

const CODES: [(&str, Weekday); 7] = [
    ("MO", Weekday::Mon),
    ("TU", Weekday::Tue),
    ("WE", Weekday::Wed),
    ("TH", Weekday::Thu),
    ("FR", Weekday::Fri),
    ("SA", Weekday::Sat),
    ("SU", Weekday::Sun),
];
const FREQUENCIES: [(&str, Frequency); 3] = [
    ("DAILY", Frequency::Daily),
    ("WEEKLY", Frequency::Weekly),
    ("MONTHLY", Frequency::Monthly),
];

fn code(day: Weekday) -> &'static str {
    let found = CODES.iter().find(|(_, known)| *known == day);
    found.map_or("MO", |(code, _)| code)
}

impl Recurrence {
    /// The rule as the value of RRULE. The last date of whole days is a date; that of others the last second of that
    /// date in UTC, as the RFC wants where DTSTART has a TZID.
    pub fn to_rrule(&self, is_all_day: bool) -> String {
        let frequency = FREQUENCIES.iter().find(|(_, one)| *one == self.frequency);
        let mut text = format!("FREQ={}", frequency.map_or("", |(word, _)| word));
        let mut add = |part: std::fmt::Arguments| {
            let _ = write!(text, ";{part}");
        };
        if self.interval != 1 {
            add(format_args!("INTERVAL={}", self.interval));
        }
        match self.end {
            RecurrenceEnd::Count(count) => add(format_args!("COUNT={count}")),
            RecurrenceEnd::Until(date) if is_all_day => {
                add(format_args!("UNTIL={}", date.strftime("%Y%m%d")));
            }
            RecurrenceEnd::Until(date) => {
                let last = date.at(23, 59, 59, 0).to_zoned_datetime(amsterdam());
                let last = last.map_or(Timestamp::MAX, |last| last.timestamp());
                add(format_args!("UNTIL={}", last.strftime("%Y%m%dT%H%M%SZ")));
            }
        }
        if !self.weekdays.is_empty() {
            let days: Vec<&str> = self.sorted_weekdays().into_iter().map(code).collect();
            add(format_args!("BYDAY={}", days.join(",")));
            if self.interval != 1 {
                add(format_args!("WKST=MO"));
            }
        }
        if let Some(day) = self.month_day {
            add(format_args!("BYMONTHDAY={day}"));
        }
        if let Some(NthWeekday { nth, weekday }) = self.nth_weekday {
            add(format_args!("BYDAY={nth}{}", code(weekday)));
        }
        text
    }
}

/// Why a text is no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RruleFault {
    /// A part, such as `BYSETPOS=2`, that is not understood, is there twice, or does not fit the frequency.
    Part(String),
    /// Neither COUNT nor UNTIL: the rule has no end.
    NoEnd,
    /// FREQ is missing.
    NoFrequency,
    Rule(SeriesFault),
}

/// Reads what [`Recurrence::to_rrule`] writes, and the same rules by others. A moment in UNTIL is taken as its date in
/// the Netherlands.
pub fn parse_rrule(text: &str) -> Result<Recurrence, RruleFault> {
    let mut frequency = None;
    let mut end = None;
    let mut interval = None;
    let mut by_day = None;
    let mut month_day = None;
    let mut week_start = None;
    for part in text.trim().split(';') {
        let fault = || RruleFault::Part(part.chars().take(40).collect());
        let (name, value) = part.split_once('=').ok_or_else(fault)?;
        let value = value.to_ascii_uppercase();
        let is_first = match name.to_ascii_uppercase().as_str() {
            "FREQ" => frequency
                .replace(known(&FREQUENCIES, &value).ok_or_else(fault)?)
                .is_none(),
            "INTERVAL" => interval
                .replace(number(&value).ok_or_else(fault)?)
                .is_none(),
            "COUNT" => {
                let count = number(&value).ok_or_else(fault)?;
                end.replace(RecurrenceEnd::Count(count)).is_none()
            }
            "UNTIL" => {
                let date = until(&value).ok_or_else(fault)?;
                end.replace(RecurrenceEnd::Until(date)).is_none()
            }
            "BYDAY" => by_day.replace(days(&value).ok_or_else(fault)?).is_none(),
            "BYMONTHDAY" => month_day
                .replace(number(&value).ok_or_else(fault)?)
                .is_none(),
            "WKST" if value == "MO" => week_start.replace(()).is_none(),
            _ => false,
        };
        if !is_first {
            return Err(fault());
        }
    }
    let frequency = frequency.ok_or(RruleFault::NoFrequency)?;
    let mut rule = Recurrence {
        month_day,
        ..Recurrence::plain(
            frequency,
            interval.unwrap_or(1),
            end.ok_or(RruleFault::NoEnd)?,
        )
    };
    match by_day {
        None => {}
        Some(ByDay::Each(days)) => rule.weekdays = days,
        Some(ByDay::Nth(on)) => rule.nth_weekday = Some(on),
    }
    rule.check().map_err(RruleFault::Rule)?;
    Ok(rule)
}

fn known<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    let found = words.iter().find(|(known, _)| *known == word);
    found.map(|(_, value)| *value)
}

/// A number in digits, without a plus.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

enum ByDay {
    Each(Vec<Weekday>),
    Nth(NthWeekday),
}

fn days(text: &str) -> Option<ByDay> {
    if text.len() > 2 && !text.contains(',') {
        let (nth, day) = text.split_at_checked(text.len() - 2)?;
        let nth = number(nth)?;
        let weekday = known(&CODES, day)?;
        return Some(ByDay::Nth(NthWeekday { nth, weekday }));
    }
    let mut days = Vec::new();
    for word in text.split(',') {
        let day = known(&CODES, word)?;
        if days.contains(&day) {
            return None;
        }
        days.push(day);
    }
    Some(ByDay::Each(days))
}

fn until(text: &str) -> Option<Date> {
    match text.len() {
        8 => Date::strptime("%Y%m%d", text).ok(),
        16 => {
            let utc = jiff::civil::DateTime::strptime("%Y%m%dT%H%M%SZ", text).ok()?;
            let moment = utc.to_zoned_datetime(jiff::tz::TimeZone::UTC).ok()?;
            let local = moment.timestamp().to_zoned_datetime(amsterdam());
            Some(local.date())
        }
        _ => None,
    }
}
