//! The periods that figures are told of: a year, a quarter or a month. There are no others, so that no two of them differ
//! by a day.

use jiff::civil::Date;

use crate::base::date_words::{full_date, month_name};
use crate::base::locale::Locale;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub year: i16,
    part: Part,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    /// 1 to 4.
    Quarter(i8),
    /// 1 to 12.
    Month(i8),
}

impl Period {
    pub const fn year(year: i16) -> Self {
        Self {
            year,
            part: Part::Whole,
        }
    }

    pub const fn quarter(year: i16, quarter: i8) -> Self {
        Self {
            year,
            part: Part::Quarter(quarter),
        }
    }

    pub const fn month(year: i16, month: i8) -> Self {
        Self {
            year,
            part: Part::Month(month),
        }
    }

    /// Parses `2026`, `2026-q4` or `2026-11`.
    pub fn parse(key: &str) -> Option<Self> {
        let (year, part) = match key.split_once('-') {
            Some((year, part)) => (year, Some(part)),
            None => (key, None),
        };
        let is_number = |text: &str, length: usize| {
            text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        let year: i16 = is_number(year, 4).then(|| year.parse().ok()).flatten()?;
        if !(2000..=2200).contains(&year) {
            return None;
        }
        let part = match part {
            None => Part::Whole,
            Some(part) => match part.strip_prefix('q') {
                Some(quarter) => Part::Quarter(
                    quarter
                        .parse()
                        .ok()
                        .filter(|quarter| (1..=4).contains(quarter))?,
                ),
                None => Part::Month(
                    is_number(part, 2)
                        .then(|| part.parse().ok())
                        .flatten()
                        .filter(|month| (1..=12).contains(month))?,
                ),
            },
        };
        Some(Self { year, part })
    }

    pub fn key(self) -> String {
        match self.part {
            Part::Whole => self.year.to_string(),
            Part::Quarter(quarter) => format!("{}-q{quarter}", self.year),
            Part::Month(month) => format!("{}-{month:02}", self.year),
        }
    }

    /// The first and the last month, 1 to 12.
    pub const fn months(self) -> (i8, i8) {
        match self.part {
            Part::Whole => (1, 12),
            Part::Quarter(quarter) => (quarter * 3 - 2, quarter * 3),
            Part::Month(month) => (month, month),
        }
    }

    pub fn first_day(self) -> Date {
        Date::new(self.year, self.months().0, 1).unwrap_or(Date::MIN)
    }

    pub fn last_day(self) -> Date {
        Date::new(self.year, self.months().1, 1).map_or(Date::MAX, Date::last_of_month)
    }

    pub fn year_before(self) -> Self {
        Self {
            year: self.year - 1,
            ..self
        }
    }

    /// Whether it has begun, and is not over on this day.
    pub fn is_running(self, today: Date) -> bool {
        self.first_day() <= today && today < self.last_day()
    }

    /// `2026`, `4e kwartaal 2026`, `november 2026`.
    pub fn label(self, locale: Locale) -> String {
        let year = self.year;
        match (self.part, locale) {
            (Part::Whole, _) => year.to_string(),
            (Part::Quarter(quarter), Locale::Nl) => format!("{quarter}e kwartaal {year}"),
            (Part::Quarter(quarter), Locale::En) => format!("Quarter {quarter}, {year}"),
            (Part::Month(month), _) => format!("{} {year}", month_name(month, locale)),
        }
    }

    /// `1 januari tot en met 23 november 2026`; of a running period until today.
    pub fn in_words(self, today: Date, locale: Locale) -> String {
        let first = self.first_day();
        let first = format!("{} {}", first.day(), month_name(first.month(), locale));
        let last = full_date(self.last_day().min(today), locale);
        match locale {
            Locale::Nl => format!("{first} tot en met {last}"),
            Locale::En => format!("{first} to {last}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_years_quarters_and_months_alone() {
        for key in ["2026", "2026-q4", "2026-11", "2000-01"] {
            assert_eq!(Period::parse(key).unwrap().key(), key);
        }
        for key in [
            "",
            "26",
            "2026-13",
            "2026-q5",
            "2026-q",
            "2026-1",
            "2026-11-01",
            "+026",
            "2026-q04x",
            "9999",
        ] {
            assert_eq!(Period::parse(key), None, "{key}");
        }
        let quarter = Period::quarter(2026, 4);
        assert_eq!(quarter.first_day().to_string(), "2026-10-01");
        assert_eq!(quarter.last_day().to_string(), "2026-12-31");
        assert_eq!(Period::month(2024, 2).last_day().to_string(), "2024-02-29");
    }

    #[test]
    fn a_period_runs_from_its_first_day_until_before_its_last() {
        let today: Date = "2026-11-23".parse().unwrap();
        assert!(Period::year(2026).is_running(today));
        assert!(!Period::year(2025).is_running(today));
        assert!(!Period::month(2026, 12).is_running(today));
        assert_eq!(
            Period::year(2026).in_words(today, Locale::Nl),
            "1 januari tot en met 23 november 2026"
        );
        assert_eq!(
            Period::year(2025).in_words(today, Locale::En),
            "1 January to 31 December 2025"
        );
    }
}
