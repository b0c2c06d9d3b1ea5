//! Totals of lists and next moments of change, kept per question until the table's stamp moves.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::db::Stamp;
use crate::error::Result;
use crate::jsonapi::document::Keep;

/// More questions than this and the shelf is cleared: distinct searches must not fill memory.
const MOST: usize = 2_000;

/// The stamps under which it was counted, the second until which it holds, and what was counted.
type Total = (Vec<Stamp>, i64, u64);

#[derive(Default)]
pub struct Shelf {
    kept: Mutex<HashMap<String, Total>>,
}

impl Shelf {
    /// The kept number for `key` if it still holds at `now`, else what `count` finds.
    pub fn get(
        &self,
        key: &str,
        keep: &Keep,
        now: i64,
        count: &mut dyn FnMut() -> Result<u64>,
    ) -> Result<u64> {
        let stamps: Vec<Stamp> = keep.stamps.iter().map(|(_, stamp)| *stamp).collect();
        {
            let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((stamp, until, total)) = kept.get(key)
                && *stamp == stamps
                && now < *until
            {
                return Ok(*total);
            }
        }
        let total = count()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(
            key.to_owned(),
            (stamps, keep.until.unwrap_or(i64::MAX), total),
        );
        Ok(total)
    }
}
