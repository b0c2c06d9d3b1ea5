//! Counts of views and searches: kept in memory per tenant and written in batches, so that a read costs no write. A batch
//! is written once a minute and at a graceful stop; a power failure loses at most the last minute. Each visitor counts
//! once a day for each thing. Holds no personal data: a row, a day and a number.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::civil::Date;
use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::visitors::{Visitor, Visitors};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Id, Resource};

/// Maximum number of rows counted between two batches, and of words searched for. What comes then is not counted.
const MOST_ROWS: usize = 10_000;

/// What [`Seen::SearchPage`] is called in `view_counts`, with the number of its centre.
pub const SEARCH_PAGE: &str = "vacancy_search";
const PAGES: &str = "pages";

/// What was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Seen {
    Row(&'static str, i64),
    /// A page of the centre, by its address; which row that is, is looked up when it is written.
    Page {
        slug: String,
        locale: Locale,
    },
    SearchPage,
}

impl Seen {
    pub fn row<R: Resource>(id: Id<R>) -> Self {
        Self::Row(R::TYPE, id.number())
    }
}

/// Where a visitor came from, as coarse as a centre needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    SearchEngine,
    Social,
    /// From another page of the site itself.
    Site,
    OtherSite,
    Direct,
}

impl Source {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SearchEngine => "search_engine",
            Self::Social => "social",
            Self::Site => "site",
            Self::OtherSite => "other_site",
            Self::Direct => "direct",
        }
    }
}

/// Of whom, where and when something is counted.
#[derive(Debug, Clone)]
pub struct Visit {
    pub center_id: i64,
    /// The date in the Netherlands.
    pub day: Date,
    pub visitor: Visitor,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct View {
    center_id: i64,
    day: Date,
    seen: Seen,
    source: Source,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Search {
    center_id: i64,
    day: Date,
    words: String,
    has_results: bool,
}

/// What waits to be written.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    views: HashMap<View, u32>,
    searches: HashMap<Search, u32>,
}

impl Batch {
    pub fn is_empty(&self) -> bool {
        self.views.is_empty() && self.searches.is_empty()
    }
}

#[derive(Default)]
pub struct ViewCounts {
    waiting: Mutex<Batch>,
    visitors: Mutex<Visitors>,
}

impl ViewCounts {
    /// Counts a view, where it is the visitor's first of this today.
    pub fn count(&self, visit: &Visit, seen: Seen, source: Source) {
        let center = visit.center_id.to_string();
        let is_first = match &seen {
            Seen::Row(kind, id) => self.is_first(visit, &[kind, &id.to_string()]),
            Seen::Page { slug, locale } => {
                self.is_first(visit, &[PAGES, &center, slug, locale.as_str()])
            }
            Seen::SearchPage => self.is_first(visit, &[SEARCH_PAGE, &center]),
        };
        if is_first {
            let view = View {
                center_id: visit.center_id,
                day: visit.day,
                seen,
                source,
            };
            add(&mut lock(&self.waiting).views, view, 1);
        }
    }

    /// Counts a search, where it is the visitor's first for these words today.
    pub fn count_search(&self, visit: &Visit, words: &str, has_results: bool) {
        let center = visit.center_id.to_string();
        if self.is_first(visit, &["words", &center, words]) {
            let search = Search {
                center_id: visit.center_id,
                day: visit.day,
                words: words.to_owned(),
                has_results,
            };
            add(&mut lock(&self.waiting).searches, search, 1);
        }
    }

    fn is_first(&self, visit: &Visit, what: &[&str]) -> bool {
        lock(&self.visitors).is_first(visit.day, &visit.visitor, what)
    }

    pub fn take(&self) -> Batch {
        std::mem::take(&mut lock(&self.waiting))
    }

    pub fn put_back(&self, batch: Batch) {
        let mut waiting = lock(&self.waiting);
        for (view, count) in batch.views {
            add(&mut waiting.views, view, count);
        }
        for (search, count) in batch.searches {
            add(&mut waiting.searches, search, count);
        }
    }
}

fn add<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K, more: u32) {
    if counts.len() < MOST_ROWS || counts.contains_key(&key) {
        let count = counts.entry(key).or_default();
        *count = count.saturating_add(more);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a batch to the counts of its days. Returns how many rows were viewed and words searched for.
pub fn write(tx: &Tx, batch: &Batch) -> Result<usize> {
    let mut written = 0;
    for (view, count) in &batch.views {
        let Some((kind, id)) = row_of(tx, view)? else {
            continue;
        };
        let day = view.day.to_string();
        tx.prepare_cached(
            "insert into view_counts (subject_type, subject_id, day, count) values (:kind, :id, :day, :count)
                 on conflict do update set count = count + excluded.count",
        )?
        .execute(named_params! {":kind": kind, ":id": id, ":day": day, ":count": count})?;
        tx.prepare_cached(
            "insert into traffic_counts (volunteer_center_id, day, kind, source, count)
             values (:center_id, :day, :kind, :source, :count)
                 on conflict do update set count = count + excluded.count",
        )?
        .execute(named_params! {
            ":center_id": view.center_id, ":day": day, ":kind": kind, ":source": view.source.as_str(), ":count": count,
        })?;
        written += 1;
    }
    for (search, count) in &batch.searches {
        tx.prepare_cached(
            "insert into search_counts (volunteer_center_id, day, words, has_results, count)
             values (:center_id, :day, :words, :has_results, :count)
                 on conflict do update set count = count + excluded.count",
        )?
        .execute(named_params! {
            ":center_id": search.center_id, ":day": search.day.to_string(), ":words": search.words,
            ":has_results": search.has_results, ":count": count,
        })?;
        written += 1;
    }
    Ok(written)
}

/// None: nothing stands at that address of the centre.
fn row_of(tx: &Tx, view: &View) -> Result<Option<(&'static str, i64)>> {
    Ok(match &view.seen {
        Seen::Row(kind, id) => Some((kind, *id)),
        Seen::SearchPage => Some((SEARCH_PAGE, view.center_id)),
        Seen::Page { slug, locale } => tx
            .prepare_cached(
                "select page_id from published_pages where volunteer_center_id = :center_id and slug = :slug
                  order by locale = :locale desc, publish_at desc limit 1",
            )?
            .query_row(
                named_params! {":center_id": view.center_id, ":slug": slug, ":locale": locale.as_str()},
                |row| row.get(0),
            )
            .optional()?
            .map(|id| (PAGES, id)),
    })
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
    use std::net::IpAddr;

    use jiff::civil::date;

    use super::*;

    fn visit(last: u8) -> Visit {
        Visit {
            center_id: 1,
            day: date(2026, 11, 29),
            visitor: Visitor {
                address: IpAddr::from([192, 0, 2, last]),
                user_agent: "Firefox".to_owned(),
            },
        }
    }

    fn views_of(batch: &Batch, seen: &Seen) -> u32 {
        let of_it = batch.views.iter().filter(|(view, _)| &view.seen == seen);
        of_it.map(|(_, count)| *count).sum()
    }

    #[test]
    fn memory_is_bounded_and_what_is_counted_goes_on_being_counted() {
        let views = ViewCounts::default();
        let most = i64::try_from(MOST_ROWS).unwrap();
        for id in 0..most + 500 {
            views.count(&visit(1), Seen::Row("pages", id), Source::Direct);
        }
        views.count(&visit(2), Seen::Row("pages", 7), Source::Direct);
        let batch = views.take();
        assert_eq!(batch.views.len(), MOST_ROWS);
        assert_eq!(views_of(&batch, &Seen::Row("pages", 7)), 2);
        assert!(views.take().is_empty());
    }

    #[test]
    fn views_that_could_not_be_written_wait_for_the_next_batch() {
        let views = ViewCounts::default();
        let page = Seen::Row("pages", 1);
        views.count(&visit(1), page.clone(), Source::Social);
        views.count_search(&visit(1), "taal", true);
        let batch = views.take();
        views.count(&visit(2), page.clone(), Source::Direct);
        views.count(&visit(1), page.clone(), Source::Direct);
        views.count_search(&visit(1), "taal", true);
        views.put_back(batch);
        let batch = views.take();
        assert_eq!(views_of(&batch, &page), 2, "the first visitor counts once");
        assert_eq!(batch.searches.values().sum::<u32>(), 1);
    }
}
