//! Totals of lists and next moments of change, kept per question until the table's stamp moves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::app::access::request_context::Asking;
use crate::db::Stamp;
use crate::error::Result;
use crate::jsonapi::document::Keep;
use crate::jsonapi::query::rows::{Question, Totals};

/// More questions than this and the shelf is cleared: distinct searches must not fill memory.
const MOST: usize = 2_000;

#[derive(Default)]
pub struct Shelf {
    totals: Mutex<HashMap<Question, Kept<u64>>>,
    moments: Mutex<HashMap<&'static str, Kept<Option<i64>>>>,
}

/// Something counted, what stood in which tables then, and the second from which the clock makes it old.
struct Kept<T> {
    stamps: Vec<(Vec<&'static str>, Stamp)>,
    until: i64,
    found: T,
}

impl<T: Copy> Kept<T> {
    fn at(&self, keep: &Keep, now: i64) -> Option<T> {
        (self.stamps == keep.stamps && now < self.until).then_some(self.found)
    }
}

impl Shelf {
    /// The kept number for `question` if it still holds at `now`, else what `count` finds.
    pub fn get(
        &self,
        question: Question,
        keep: &Keep,
        now: i64,
        count: &mut dyn FnMut() -> Result<u64>,
    ) -> Result<u64> {
        let known = lock(&self.totals)
            .get(&question)
            .and_then(|kept| kept.at(keep, now));
        if let Some(total) = known {
            return Ok(total);
        }
        let found = count()?;
        let mut totals = lock(&self.totals);
        if totals.len() >= MOST {
            totals.clear();
        }
        let until = keep.until.unwrap_or(i64::MAX);
        let stamps = keep.stamps.clone();
        totals.insert(
            question,
            Kept {
                stamps,
                until,
                found,
            },
        );
        Ok(found)
    }

    /// The next moment at which the clock alone changes this type. A moment that has passed is looked up again.
    pub fn moment(
        &self,
        type_name: &'static str,
        keep: &Keep,
        now: i64,
        find: impl FnOnce() -> Result<Option<i64>>,
    ) -> Result<Option<i64>> {
        let known = lock(&self.moments)
            .get(type_name)
            .and_then(|kept| kept.at(keep, now));
        if let Some(moment) = known {
            return Ok(moment);
        }
        let found = find()?;
        let until = found.unwrap_or(i64::MAX);
        let stamps = keep.stamps.clone();
        lock(&self.moments).insert(
            type_name,
            Kept {
                stamps,
                until,
                found,
            },
        );
        Ok(found)
    }
}

/// The tenant's shelf, for one question of one asker.
pub struct Counts<'a>(pub &'a Asking, pub &'a Keep);

impl Totals for Counts<'_> {
    fn total(&self, question: Question, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64> {
        let Self(asking, keep) = self;
        let totals = &asking.site.tenant.totals;
        totals.get(question, keep, asking.second(), count)
    }
}

fn lock<T>(shelf: &Mutex<T>) -> MutexGuard<'_, T> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}
