//! Caches of what the matching reads: the open vacancies of each centre, and the people who want to be found there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::db::TableVersion;
use crate::error::Result;
use crate::matching::{Candidate, Offer};

/// Lists that are kept: of each centre the newest, and all. The cache is cleared when full.
const MOST: usize = 16;

type Version = Option<(Vec<&'static str>, TableVersion)>;

/// Lists of centres, by centre and length.
pub struct MatchingCache<T>(Mutex<HashMap<(i64, i64), CachedList<T>>>);

/// The open vacancies of each centre.
pub type OfferCache = MatchingCache<Offer>;
/// The people of each centre who want to be found.
pub type CandidateCache = MatchingCache<Candidate>;

struct CachedList<T> {
    version: Version,
    /// The period of the clock in which they were read.
    period: i64,
    rows: Arc<Vec<T>>,
}

impl<T> Default for MatchingCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> MatchingCache<T> {
    /// So many of the centre's rows, read anew if a table or the period is another than last time.
    pub fn get(
        &self,
        (center_id, most): (i64, i64),
        version: Version,
        period: i64,
        read: impl FnOnce() -> Result<Vec<T>>,
    ) -> Result<Arc<Vec<T>>> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = lock().get(&(center_id, most))
            && cached.version == version
            && cached.period == period
        {
            return Ok(Arc::clone(&cached.rows));
        }
        let rows = Arc::new(read()?);
        let mut all = lock();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(
            (center_id, most),
            CachedList {
                version,
                period,
                rows: Arc::clone(&rows),
            },
        );
        Ok(rows)
    }
}
