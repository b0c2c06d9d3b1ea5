//! Sliding-window counters in memory, so that a flood of requests causes no writes. Reset on restart.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use super::Rate;

/// Memory bounds. Exceeding them means a flood from many clients: counters with a single request are dropped first,
/// then all but those of tenants.
const MOST_ASKERS: usize = 50_000;
const MOST_MOMENTS: usize = 500_000;
/// Longest window of any limit, in seconds.
const LONGEST: i64 = 60 * 60;

/// What a counter belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    Address(IpAddr),
    Account(i64),
    ApiKey(i64),
    Tenant,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    /// Keyed hash of the tenant and the counter's name; not predictable from outside.
    scope: u64,
    subject: Subject,
}

/// Request times per counter, in seconds, over a sliding window.
#[derive(Default)]
pub struct Windows {
    scopes: RandomState,
    asked: Mutex<Asked>,
}

#[derive(Default)]
struct Asked {
    moments: HashMap<Key, Vec<i64>>,
    count: usize,
}

impl Windows {
    /// Counts one request; if it exceeds `rate`, returns the seconds until it would not. Entries recorded while the
    /// clock was ahead do not count.
    pub fn count(
        &self,
        (tenant, what): (&str, &str),
        subject: Subject,
        rate: Rate,
        second: i64,
    ) -> Result<(), i64> {
        let key = Key {
            scope: self.scopes.hash_one((tenant, what)),
            subject,
        };
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.make_room(second);
        let since = second - rate.seconds;
        let moments = asked.moments.entry(key).or_default();
        let before = moments.len();
        moments.retain(|then| *then > since && *then <= second);
        let left = moments.len();
        let wait = (left >= rate.most)
            .then(|| moments.first().map_or(rate.seconds, |first| first - since));
        if wait.is_none() {
            moments.push(second);
        }
        asked.count = asked.count + usize::from(wait.is_none()) + left - before;
        match wait {
            Some(wait) => Err(wait.max(1)),
            None => Ok(()),
        }
    }
}

impl Asked {
    fn make_room(&mut self, second: i64) {
        let since = second - LONGEST;
        self.forget(|_, moments| moments.last().is_none_or(|last| *last <= since));
        self.forget(|subject, moments| moments.len() <= 1 && subject != Subject::Tenant);
        self.forget(|subject, _| subject != Subject::Tenant);
    }

    /// Drops the given counters if the memory bounds are exceeded.
    fn forget(&mut self, is_forgotten: impl Fn(Subject, &[i64]) -> bool) {
        if self.moments.len() < MOST_ASKERS && self.count < MOST_MOMENTS {
            return;
        }
        self.moments
            .retain(|key, moments| !is_forgotten(key.subject, moments));
        self.count = self.moments.values().map(Vec::len).sum();
    }
}

/// Requests of accounts, counted without remembering when each came: a bucket that empties evenly, and holds as many as
/// are allowed at once.
#[derive(Default)]
pub struct Buckets {
    scopes: RandomState,
    filled: Mutex<HashMap<(u64, i64), Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    /// One request is `Rate::seconds`, and `Rate::most` leak away in a second.
    level: i64,
    second: i64,
}

impl Bucket {
    const fn at(self, second: i64, most: i64) -> i64 {
        let passed = if second > self.second {
            second - self.second
        } else {
            0
        };
        let left = self.level - passed.saturating_mul(most);
        if left > 0 { left } else { 0 }
    }
}

impl Buckets {
    /// Counts one request of an account; if the bucket is full, returns the seconds until it is not.
    pub fn count(&self, tenant: &str, account: i64, rate: Rate, second: i64) -> Result<(), i64> {
        let most = i64::try_from(rate.most).unwrap_or(i64::MAX).max(1);
        let key = (self.scopes.hash_one(tenant), account);
        let mut filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
        if filled.len() >= MOST_ASKERS && !filled.contains_key(&key) {
            filled.retain(|_, bucket| bucket.at(second, most) > 0);
        }
        let bucket = filled.entry(key).or_insert(Bucket { level: 0, second });
        let level = bucket.at(second, most).saturating_add(rate.seconds);
        let over = level.saturating_sub(most.saturating_mul(rate.seconds));
        if over > 0 {
            return Err((over + most - 1) / most);
        }
        *bucket = Bucket { level, second };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_does_so_much_at_once_and_then_as_fast_as_the_bucket_empties() {
        const RATE: Rate = Rate {
            most: 30,
            seconds: 60,
        };
        let buckets = Buckets::default();
        let ask = |account, second| buckets.count("demo", account, RATE, second);
        for _ in 0..30 {
            ask(1, 100).unwrap();
        }
        assert_eq!(ask(1, 100), Err(2));
        ask(2, 100).unwrap();
        buckets.count("away", 1, RATE, 100).unwrap();
        assert_eq!(ask(1, 101), Err(1));
        ask(1, 102).unwrap();
        assert!(ask(1, 102).is_err());
        // After a minute of rest all of it is there again; a clock that goes back gives nothing.
        for _ in 0..30 {
            ask(1, 170).unwrap();
        }
        assert!(ask(1, 90).is_err());
    }

    const THREE: Rate = Rate {
        most: 3,
        seconds: LONGEST,
    };

    fn ask(windows: &Windows, last: u8, second: i64) -> Result<(), i64> {
        let from = Subject::Address([10, 0, 0, last].into());
        windows.count(("demo", "forms"), from, THREE, second)
    }

    #[test]
    fn one_address_asks_so_often_in_an_hour_and_others_are_not_held_back() {
        let windows = Windows::default();
        for second in 0..3 {
            ask(&windows, 1, second).unwrap();
        }
        assert_eq!(ask(&windows, 1, 3_500), Err(100));
        ask(&windows, 2, 3_500).unwrap();
        let from = Subject::Address([10, 0, 0, 1].into());
        for other in [("demo", "letters"), ("away", "forms")] {
            windows.count(other, from, THREE, 3_500).unwrap();
        }
        // The first of them is an hour old.
        ask(&windows, 1, 3_600).unwrap();
        assert!(ask(&windows, 1, 3_600).is_err());
        // The clock was ahead.
        ask(&windows, 1, 1_000).unwrap();
    }

    #[test]
    fn a_flood_takes_no_more_memory_than_a_crowd_and_does_not_free_who_is_held_back() {
        let windows = Windows::default();
        let all = Rate {
            most: 5,
            seconds: LONGEST,
        };
        for _ in 0..5 {
            windows
                .count(("demo", "letters"), Subject::Tenant, all, 0)
                .unwrap();
        }
        for second in 0..3 {
            ask(&windows, 1, second).unwrap();
        }
        for number in 0..120_000_u32 {
            let from = Subject::Address(IpAddr::V4(number.into()));
            let second = i64::from(number / 100);
            windows
                .count(("demo", "other"), from, THREE, second)
                .unwrap();
        }
        let asked = windows.asked.lock().unwrap();
        assert!(asked.moments.len() <= MOST_ASKERS);
        let counted: usize = asked.moments.values().map(Vec::len).sum();
        assert_eq!(asked.count, counted);
        drop(asked);
        assert!(ask(&windows, 1, 1_300).is_err());
        let tenant = windows.count(("demo", "letters"), Subject::Tenant, all, 1_300);
        assert!(tenant.is_err());
    }
}
