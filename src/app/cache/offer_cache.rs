//! Cache of the open vacancies of each centre as the matching reads them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::db::TableVersion;
use crate::error::Result;
use crate::matching::Offer;

/// Lists of vacancies that are kept: of each centre the newest, and all. The cache is cleared when full.
const MOST: usize = 16;

type Version = Option<(Vec<&'static str>, TableVersion)>;

#[derive(Default)]
pub struct OfferCache(Mutex<HashMap<(i64, i64), Kept>>);

struct Kept {
    version: Version,
    /// The period of the clock in which they were read.
    period: i64,
    offers: Arc<Vec<Offer>>,
}

impl OfferCache {
    /// So many of the centre's vacancies, read anew if a table or the period is another than last time.
    pub fn get(
        &self,
        (center_id, most): (i64, i64),
        version: Version,
        period: i64,
        read: impl FnOnce() -> Result<Vec<Offer>>,
    ) -> Result<Arc<Vec<Offer>>> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = lock().get(&(center_id, most))
            && kept.version == version
            && kept.period == period
        {
            return Ok(Arc::clone(&kept.offers));
        }
        let offers = Arc::new(read()?);
        let mut all = lock();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(
            (center_id, most),
            Kept {
                version,
                period,
                offers: Arc::clone(&offers),
            },
        );
        Ok(offers)
    }
}
