//! Timestamps relative to the seed's `now`, at plausible times of day.

use jiff::Timestamp;
use rusqlite::Error;

use super::random::Random;

const DAY: f64 = 86_400.0;

/// Timestamp in whole seconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(i64);

impl Moment {
    pub fn parse(text: &str) -> rusqlite::Result<Self> {
        let table_version: Timestamp = text
            .parse()
            .map_err(|fault: jiff::Error| Error::UserFunctionError(Box::new(fault)))?;
        Ok(Self(table_version.as_second()))
    }

    pub fn text(self) -> String {
        Timestamp::from_second(self.0)
            .unwrap_or(Timestamp::UNIX_EPOCH)
            .to_string()
    }

    pub fn plus_days(self, days: f64) -> Self {
        Self(self.0.saturating_add(seconds(days)))
    }

    pub fn minus_days(self, days: f64) -> Self {
        Self(self.0.saturating_sub(seconds(days)))
    }

    pub fn days_since(self, earlier: Self) -> f64 {
        let seconds = i32::try_from(self.0 - earlier.0).unwrap_or(i32::MAX);
        f64::from(seconds) / DAY
    }

    /// The same day, at a random time between 07:00 and 20:00 UTC.
    pub fn by_day(self, random: &mut Random) -> Self {
        let midnight = self.0 - self.0.rem_euclid(86_400);
        Self(midnight + random.between(7 * 3_600, 20 * 3_600))
    }

    /// At least `days` earlier and less than a day more, at daytime; exact for less than a day.
    pub fn before(self, days: f64, random: &mut Random) -> Self {
        let exact = self.minus_days(days);
        if days < 1.0 {
            return exact;
        }
        let wished = exact.by_day(random);
        if wished <= exact {
            wished
        } else {
            wished.minus_days(1.0)
        }
    }

    /// About `days` later at daytime; never before this timestamp nor after `latest`.
    pub fn later(self, days: f64, latest: Self, random: &mut Random) -> Self {
        let wished = self.plus_days(days).by_day(random);
        if wished > self && wished <= latest {
            return wished;
        }
        let room = (latest.0 - self.0).max(0);
        Self(self.0 + seconds(days).clamp(0, room / 2))
    }
}

fn seconds(days: f64) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a few hundred days are far inside i64"
    )]
    let whole = (days * DAY) as i64;
    whole
}
