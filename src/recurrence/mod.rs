//! What repeats: a subset of RFC 5545, expanded to moments by the wall clock of the Netherlands, and in words. Pure
//! functions of their arguments.

mod expand;
mod rrule;
#[cfg(test)]
mod tests;
mod words;

use jiff::civil::{Date, DateTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

pub use expand::{Expansion, Occurrence, expand};
pub use rrule::{RruleFault, parse_rrule};
pub use words::SeriesWords;

/// Most occurrences of a series, those that are left out included.
pub const MOST_OCCURRENCES: u16 = 200;
/// Longest occurrence, in days.
pub const LONGEST_DAYS: i64 = 14;
/// Largest interval: every 52 days, weeks or months.
pub const LARGEST_INTERVAL: u8 = 52;
/// Years in which an occurrence may lie.
pub const YEARS: std::ops::RangeInclusive<i16> = 1970..=9998;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Frequency {
    Daily,
    Weekly,
    Monthly,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Weekday {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

impl Weekday {
    pub const ALL: [Self; 7] = [
        Self::Mon,
        Self::Tue,
        Self::Wed,
        Self::Thu,
        Self::Fri,
        Self::Sat,
        Self::Sun,
    ];

    pub fn of(date: Date) -> Self {
        let [mon, tue, wed, thu, fri, sat, sun] = Self::ALL;
        match date.weekday() {
            jiff::civil::Weekday::Monday => mon,
            jiff::civil::Weekday::Tuesday => tue,
            jiff::civil::Weekday::Wednesday => wed,
            jiff::civil::Weekday::Thursday => thu,
            jiff::civil::Weekday::Friday => fri,
            jiff::civil::Weekday::Saturday => sat,
            jiff::civil::Weekday::Sunday => sun,
        }
    }

    /// Days since Monday.
    pub fn index(self) -> u8 {
        self as u8
    }
}

/// The second Tuesday, or the last Friday of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct NthWeekday {
    /// 1 to 5, or -1 for the last. A month without a fifth one is skipped.
    #[validate(range(min = -1, max = 5))]
    pub nth: i8,
    pub weekday: Weekday,
}

/// When a rule ends. There is no rule without an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecurrenceEnd {
    /// After so many occurrences, 1 to 200. Those that are left out count, as RFC 5545 has it.
    Count(u16),
    /// The last date on which an occurrence may begin, in the Netherlands.
    Until(#[schemars(with = "String", extend("format" = "date"))] Date),
}

/// A rule by which something repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Validate)]
pub struct Recurrence {
    pub frequency: Frequency,
    /// Every so many days, weeks (from Monday) or months.
    #[serde(default = "one")]
    #[validate(range(min = 1, max = 52))]
    pub interval: u8,
    /// The days of a weekly rule; empty for another.
    #[serde(default)]
    #[validate(length(max = 7))]
    pub weekdays: Vec<Weekday>,
    /// The day of a monthly rule, 1 to 31, or -1 for the last. A month without that day is skipped.
    #[validate(range(min = -1, max = 31))]
    pub month_day: Option<i8>,
    /// The weekday of a monthly rule without `month_day`.
    #[validate(nested)]
    pub nth_weekday: Option<NthWeekday>,
    pub end: RecurrenceEnd,
}

fn one() -> u8 {
    1
}

impl Recurrence {
    fn plain(frequency: Frequency, interval: u8, end: RecurrenceEnd) -> Self {
        Self {
            frequency,
            interval,
            weekdays: Vec::new(),
            month_day: None,
            nth_weekday: None,
            end,
        }
    }

    pub fn daily(interval: u8, end: RecurrenceEnd) -> Self {
        Self::plain(Frequency::Daily, interval, end)
    }

    pub fn weekly(interval: u8, weekdays: &[Weekday], end: RecurrenceEnd) -> Self {
        Self {
            weekdays: weekdays.to_vec(),
            ..Self::plain(Frequency::Weekly, interval, end)
        }
    }

    /// On a day of the month, or -1 for the last.
    pub fn monthly_on_day(interval: u8, day: i8, end: RecurrenceEnd) -> Self {
        Self {
            month_day: Some(day),
            ..Self::plain(Frequency::Monthly, interval, end)
        }
    }

    /// On the nth weekday of the month, or -1 for the last.
    pub fn monthly_on_weekday(interval: u8, nth: i8, weekday: Weekday, end: RecurrenceEnd) -> Self {
        Self {
            nth_weekday: Some(NthWeekday { nth, weekday }),
            ..Self::plain(Frequency::Monthly, interval, end)
        }
    }

    /// What is wrong with the rule by itself, without a first date.
    pub fn check(&self) -> Result<(), SeriesFault> {
        if !(1..=LARGEST_INTERVAL).contains(&self.interval) {
            return Err(SeriesFault::Interval);
        }
        let is_monthly = self.frequency == Frequency::Monthly;
        if self.frequency == Frequency::Weekly && self.weekdays.is_empty() {
            return Err(SeriesFault::WeekdaysMissing);
        }
        if self.frequency != Frequency::Weekly && !self.weekdays.is_empty() {
            return Err(SeriesFault::WeekdaysOfOther);
        }
        if !is_monthly && (self.month_day.is_some() || self.nth_weekday.is_some()) {
            return Err(SeriesFault::MonthDayOfOther);
        }
        let is_in_month = match (self.month_day, self.nth_weekday) {
            (Some(day), None) => day == -1 || (1..=31).contains(&day),
            (None, Some(on)) => on.nth == -1 || (1..=5).contains(&on.nth),
            _ => false,
        };
        if is_monthly && !is_in_month {
            return Err(SeriesFault::MonthDay);
        }
        match self.end {
            RecurrenceEnd::Count(0) => Err(SeriesFault::Count),
            RecurrenceEnd::Count(count) if count > MOST_OCCURRENCES => Err(SeriesFault::TooMany),
            RecurrenceEnd::Until(until) if until.year() > *YEARS.end() => Err(SeriesFault::TooMany),
            RecurrenceEnd::Until(until) if until.year() < *YEARS.start() => {
                Err(SeriesFault::UntilBeforeStart)
            }
            _ => Ok(()),
        }
    }

    /// The days of a weekly rule in the order of the week, each once.
    fn sorted_weekdays(&self) -> Vec<Weekday> {
        let mut days = self.weekdays.clone();
        days.sort();
        days.dedup();
        days
    }
}

/// Something that happens once, or repeatedly. Times are those of clocks in the Netherlands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// Start of the first occurrence. Where the rule has no occurrence on that date, the first one is that of the first
    /// date after it that the rule does have; weeks and months of an interval are counted from this date all the same.
    /// RFC 5545 leaves a start that does not fit the rule undefined, so a calendar file gets [`Series::first`].
    pub starts_at: DateTime,
    /// End of the occurrence at `starts_at`, after it and at most 14 days later; of a whole day the next midnight.
    pub ends_at: DateTime,
    pub is_all_day: bool,
    /// None: it happens once.
    pub recurrence: Option<Recurrence>,
    /// Dates on which it does not happen. They count towards the rule's `count`; others than dates of the rule mean
    /// nothing.
    pub excluded: Vec<Date>,
}

impl Series {
    pub fn once(starts_at: DateTime, ends_at: DateTime) -> Self {
        Self {
            starts_at,
            ends_at,
            is_all_day: false,
            recurrence: None,
            excluded: Vec::new(),
        }
    }

    /// Whole days, `last` included.
    pub fn all_day(first: Date, last: Date) -> Result<Self, SeriesFault> {
        let after = last.tomorrow().map_err(|_| SeriesFault::OutOfRange)?;
        Ok(Self {
            is_all_day: true,
            ..Self::once(midnight(first), midnight(after))
        })
    }

    pub fn repeated(self, recurrence: Recurrence) -> Self {
        Self {
            recurrence: Some(recurrence),
            ..self
        }
    }

    pub fn without(self, excluded: &[Date]) -> Self {
        Self {
            excluded: excluded.to_vec(),
            ..self
        }
    }

    /// Start and end of the first date of the rule, for DTSTART and DTEND of a calendar file. Excluded or not: a file
    /// names excluded dates itself.
    pub fn first(&self) -> Result<(DateTime, DateTime), SeriesFault> {
        let date = expand::first_date(self)?;
        let starts_at = date.to_datetime(self.starts_at.time());
        let ends_at = starts_at
            .checked_add(self.length())
            .map_err(|_| SeriesFault::OutOfRange)?;
        Ok((starts_at, ends_at))
    }

    /// From start to end on the clock.
    fn length(&self) -> jiff::SignedDuration {
        self.starts_at.duration_until(self.ends_at)
    }
}

fn midnight(date: Date) -> DateTime {
    date.to_datetime(jiff::civil::Time::midnight())
}

/// Why a series cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesFault {
    /// The end is not after the start.
    EndsBefore,
    /// An occurrence is longer than 14 days.
    TooLong,
    /// A start in none of [`YEARS`], or a whole day that does not begin and end at midnight.
    OutOfRange,
    /// An interval outside 1 to 52.
    Interval,
    /// A weekly rule without days.
    WeekdaysMissing,
    /// Days of the week in a rule that is not weekly.
    WeekdaysOfOther,
    /// A monthly rule without one day of the month or one nth weekday, with both, or with one that no month has.
    MonthDay,
    /// A day of the month in a rule that is not monthly.
    MonthDayOfOther,
    /// A count of 0.
    Count,
    /// The rule ends before its first date.
    UntilBeforeStart,
    /// More than 200 occurrences, or an end after all of [`YEARS`].
    TooMany,
    /// More than 200 excluded dates.
    TooManyExcluded,
    /// Nothing is left: no date fits the rule, or all are excluded or have no such time.
    Nothing,
}

impl SeriesFault {
    /// Where the fault lies, as a path in the fields of a [`Series`].
    pub fn field(self) -> &'static str {
        match self {
            Self::EndsBefore | Self::TooLong => "ends_at",
            Self::OutOfRange => "starts_at",
            Self::Interval => "recurrence/interval",
            Self::WeekdaysMissing | Self::WeekdaysOfOther => "recurrence/weekdays",
            Self::MonthDay | Self::MonthDayOfOther => "recurrence/month_day",
            Self::Count | Self::UntilBeforeStart | Self::TooMany => "recurrence/end",
            Self::TooManyExcluded => "excluded",
            Self::Nothing => "recurrence",
        }
    }
}
