//! Cache of list totals and of next change times, per query, valid until the table version changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::db::{TableVersion, read_log};
use crate::error::Result;
use crate::jsonapi::document::CachePolicy;
use crate::jsonapi::query::rows::{ChoiceCounts, Question};

/// Maximum number of entries. The cache is cleared when full, so that distinct searches cannot exhaust memory.
const MOST: usize = 2_000;
/// The same for counts of choices, of which each takes some kilobytes.
const MOST_CHOICES: usize = 200;

#[derive(Default)]
pub struct CountCache {
    totals: Mutex<HashMap<Question, CachedCount<u64>>>,
    choices: Mutex<HashMap<Question, CachedCount<Arc<ChoiceCounts>>>>,
    moments: Mutex<HashMap<&'static str, CachedCount<Option<i64>>>>,
}

/// A cached value, the table versions it was computed from, and the second at which it expires by the clock.
struct CachedCount<T> {
    table_versions: Vec<(Vec<&'static str>, TableVersion)>,
    until: i64,
    found: T,
}

impl<T: Clone> CachedCount<T> {
    fn at(&self, keep: &CachePolicy, now: i64) -> Option<T> {
        (self.table_versions == keep.table_versions && now < self.until).then(|| self.found.clone())
    }
}

impl CountCache {
    /// The cached count for `question` if it is valid at `now`, otherwise the result of `count`.
    pub fn get(
        &self,
        question: Question,
        keep: &CachePolicy,
        now: i64,
        count: &mut dyn FnMut() -> Result<u64>,
    ) -> Result<u64> {
        let known = lock(&self.totals)
            .get(&question)
            .and_then(|kept| kept.at(keep, now));
        if let Some(total) = known {
            return Ok(total);
        }
        let found = read_log::total(count)?;
        let mut totals = lock(&self.totals);
        if totals.len() >= MOST {
            totals.clear();
        }
        let until = keep.until.unwrap_or(i64::MAX);
        let table_versions = keep.table_versions.clone();
        totals.insert(
            question,
            CachedCount {
                table_versions,
                until,
                found,
            },
        );
        Ok(found)
    }

    /// The cached counts of the choices among the rows of `question`, like a total.
    pub fn choices(
        &self,
        question: Question,
        keep: &CachePolicy,
        now: i64,
        count: impl FnOnce() -> Result<ChoiceCounts>,
    ) -> Result<Arc<ChoiceCounts>> {
        let known = lock(&self.choices)
            .get(&question)
            .and_then(|kept| kept.at(keep, now));
        if let Some(counts) = known {
            return Ok(counts);
        }
        let found = Arc::new(read_log::total(count)?);
        let mut choices = lock(&self.choices);
        if choices.len() >= MOST_CHOICES {
            choices.clear();
        }
        let kept = CachedCount {
            table_versions: keep.table_versions.clone(),
            until: keep.until.unwrap_or(i64::MAX),
            found: Arc::clone(&found),
        };
        choices.insert(question, kept);
        Ok(found)
    }

    /// The next moment at which the clock alone changes this type. Looked up again once it has passed.
    pub fn moment(
        &self,
        type_name: &'static str,
        keep: &CachePolicy,
        now: i64,
        find: impl FnOnce() -> Result<Option<i64>>,
    ) -> Result<Option<i64>> {
        let known = lock(&self.moments)
            .get(type_name)
            .and_then(|kept| kept.at(keep, now));
        if let Some(moment) = known {
            return Ok(moment);
        }
        let found = read_log::total(find)?;
        let until = found.unwrap_or(i64::MAX);
        let table_versions = keep.table_versions.clone();
        lock(&self.moments).insert(
            type_name,
            CachedCount {
                table_versions,
                until,
                found,
            },
        );
        Ok(found)
    }
}

fn lock<T>(shelf: &Mutex<T>) -> MutexGuard<'_, T> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}
