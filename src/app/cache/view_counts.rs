//! Counts of views: kept in memory per tenant and written in batches, so that a read costs no write. A batch is
//! written once a minute and at a graceful stop; a power failure loses at most the last minute. Holds no personal
//! data: a row, a day and a number.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, named_params};

use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};

/// Maximum number of rows counted between two batches. Views of further rows are not counted.
const MOST_ROWS: usize = 10_000;

pub type Counts = HashMap<(&'static str, i64), u32>;

#[derive(Default)]
pub struct ViewCounts(Mutex<Counts>);

impl ViewCounts {
    /// Counts one view of a row.
    pub fn count<R: Resource>(&self, id: Id<R>) {
        Self::add(&mut self.lock(), (R::TYPE, id.number()), 1);
    }

    fn add(counts: &mut Counts, row: (&'static str, i64), views: u32) {
        if counts.len() < MOST_ROWS || counts.contains_key(&row) {
            let count = counts.entry(row).or_default();
            *count = count.saturating_add(views);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    pub fn take(&self) -> Counts {
        std::mem::take(&mut self.lock())
    }

    pub fn put_back(&self, counts: Counts) {
        let mut waiting = self.lock();
        for (row, views) in counts {
            Self::add(&mut waiting, row, views);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds the counted views to those of the day. Returns the number of rows viewed.
pub fn write(tx: &Tx, counts: &Counts) -> Result<usize> {
    let day = tx.now().get(..10).unwrap_or_default();
    let mut statement = tx.prepare_cached(
        "insert into view_counts (subject_type, subject_id, day, count) values (:type, :id, :day, :count)
             on conflict do update set count = count + excluded.count",
    )?;
    for ((type_name, id), count) in counts {
        statement
            .execute(named_params! {":type": type_name, ":id": id, ":day": day, ":count": count})?;
    }
    Ok(counts.len())
}

/// The views of a row from a day on (`2026-11-20`), as written.
pub fn views_since<R: Resource>(connection: &Connection, id: Id<R>, day: &str) -> Result<i64> {
    Ok(connection
        .prepare_cached(
            "select coalesce(sum(count), 0) from view_counts where subject_type = ?1 and subject_id = ?2 and day >= ?3",
        )?
        .query_row((R::TYPE, id.number(), day), |row| row.get(0))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_what_is_counted_goes_on_being_counted() {
        let views = ViewCounts::default();
        let most = i64::try_from(MOST_ROWS).unwrap();
        for id in 0..most + 500 {
            ViewCounts::add(&mut views.lock(), ("pages", id), 1);
        }
        ViewCounts::add(&mut views.lock(), ("pages", 7), 1);
        let counts = views.take();
        assert_eq!(counts.len(), MOST_ROWS);
        assert_eq!(counts[&("pages", 7)], 2);
        assert!(views.is_empty());
    }

    #[test]
    fn views_that_could_not_be_written_wait_for_the_next_batch() {
        let views = ViewCounts::default();
        ViewCounts::add(&mut views.lock(), ("pages", 1), 3);
        let counts = views.take();
        ViewCounts::add(&mut views.lock(), ("pages", 1), 1);
        views.put_back(counts);
        assert_eq!(views.take()[&("pages", 1)], 4);
    }
}
