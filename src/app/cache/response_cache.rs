//! Response cache for anonymous visitors: whole responses, valid until one of their tables changes or they expire.
//! Only requests without credentials are looked up or stored.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use tokio::sync::watch;

use crate::base::accept_encoding::{Accepted, Encoding};
use crate::base::locale::Locale;
use crate::db::Db;
use crate::jsonapi::Query;
use crate::jsonapi::document::CachePolicy;
use crate::presets::TenantContext;

/// Memory per tenant, in bytes.
const BUDGET: u64 = 24 * 1024 * 1024;
/// Maximum size of an entry, in bytes: a larger one would evict too many others.
const LARGEST: u64 = 1024 * 1024;
/// Number of entries of a usual size that fit; decides how the cache divides itself, not how much it holds.
const TYPICAL_ENTRIES: usize = 500;

/// Longest wait for a response that another request is producing, before producing it as well.
const IN_FLIGHT_TIMEOUT: Duration = Duration::from_secs(1);

/// A cached response.
pub struct CacheEntry {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// Of a search that is counted: whether it found anything.
    pub has_results: Option<bool>,
    /// The route that made it.
    pub route: Option<Arc<str>>,
    keep: CachePolicy,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

impl CacheEntry {
    pub fn new(
        status: StatusCode,
        headers: HeaderMap,
        body: Bytes,
        keep: CachePolicy,
    ) -> Arc<Self> {
        Self::of_request((status, headers, body), keep, (None, None))
    }

    /// The answer to a request, by its route. One that is counted as a search says whether it found anything.
    pub fn of_request(
        (status, headers, body): (StatusCode, HeaderMap, Bytes),
        keep: CachePolicy,
        (has_results, route): (Option<bool>, Option<Arc<str>>),
    ) -> Arc<Self> {
        Arc::new(Self {
            status,
            headers,
            body,
            has_results,
            route,
            keep,
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
        })
    }

    /// What the response was made from.
    pub const fn policy(&self) -> &CachePolicy {
        &self.keep
    }

    /// The body in the best encoding that the client accepts, with the encoding's name. Compressed once per entry.
    pub fn encoded(&self, accepted: Accepted) -> (Option<&'static str>, Bytes) {
        let is_worth_it = self.body.len() >= 1024 || accepted.refuses_plain();
        let encoding = accepted.best(|_| is_worth_it);
        let body = match encoding {
            Encoding::Brotli => self.brotli.get_or_init(|| brotli(&self.body, 5)),
            Encoding::Gzip => self.gzip.get_or_init(|| gzip(&self.body)),
            Encoding::Identity => &self.body,
        };
        (encoding.name(), body.clone())
    }

    /// The tables whose changes end it.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        let versions = self.keep.table_versions.iter();
        versions.flat_map(|(tables, _)| tables.iter().copied())
    }

    fn weight(&self) -> u64 {
        // Includes an estimate for compressed variants and headers.
        self.body.len() as u64 * 3 / 2 + 1024
    }
}

pub fn gzip(body: &[u8]) -> Bytes {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(5));
    let written = encoder.write_all(body).and_then(|()| encoder.finish());
    written.map_or_else(|_| Bytes::copy_from_slice(body), Bytes::from)
}

pub fn brotli(body: &[u8], quality: u32) -> Bytes {
    let mut out = Vec::new();
    {
        let mut encoder = brotli::CompressorWriter::new(&mut out, 16 * 1024, quality, 20);
        if encoder.write_all(body).is_err() {
            return Bytes::copy_from_slice(body);
        }
    }
    out.into()
}

/// Cache key. Its parts are separate fields, not a joined string: a path is arbitrary input, and joined parts could
/// collide.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AnswerKey {
    pub center_id: i64,
    /// As used in URLs.
    pub origin: String,
    /// Set for pages; API responses do not depend on it.
    pub language: Option<Locale>,
    pub context: TenantContext,
    pub path: String,
    pub query: Query,
}

#[derive(Clone)]
struct ByMemory;

impl Weighter<AnswerKey, Arc<CacheEntry>> for ByMemory {
    fn weight(&self, _: &AnswerKey, entry: &Arc<CacheEntry>) -> u64 {
        entry.weight()
    }
}

/// Entries requested only once are evicted before those requested again, so that distinct searches do not evict popular
/// responses.
pub struct ResponseCache {
    entries: Cache<AnswerKey, Arc<CacheEntry>, ByMemory>,
    making: Mutex<HashMap<AnswerKey, watch::Receiver<()>>>,
}

impl Default for ResponseCache {
    fn default() -> Self {
        // Each shard has a share of the budget, which the largest entry has to fit in.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(TYPICAL_ENTRIES)
            .weight_capacity(BUDGET)
            .shards(4)
            .build()
            .expect("capacities are set");
        let hasher = DefaultHashBuilder::default();
        Self {
            entries: Cache::with_options(options, ByMemory, hasher, DefaultLifecycle::default()),
            making: Mutex::default(),
        }
    }
}

/// The right to produce a response that others wait for; released when dropped, whatever the outcome.
pub struct SingleFlight<'a> {
    answers: &'a ResponseCache,
    key: AnswerKey,
    _over: watch::Sender<()>,
}

impl Drop for SingleFlight<'_> {
    fn drop(&mut self) {
        let making = &self.answers.making;
        let mut making = making.lock().unwrap_or_else(PoisonError::into_inner);
        making.remove(&self.key);
    }
}

impl ResponseCache {
    /// Claims production of the response for `key`, so that concurrent requests produce it once. Returns `None` after
    /// waiting for another request: the response is then cached, unless it is not cacheable.
    pub async fn turn(&self, key: &AnswerKey) -> Option<SingleFlight<'_>> {
        let mut over = {
            let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(over) = making.get(key) else {
                let (sender, over) = watch::channel(());
                making.insert(key.clone(), over);
                return Some(SingleFlight {
                    answers: self,
                    key: key.clone(),
                    _over: sender,
                });
            };
            over.clone()
        };
        // Nothing is ever sent; the receiver waits for the sender to be dropped. Bounded, as the producer may hang.
        let _ = tokio::time::timeout(IN_FLIGHT_TIMEOUT, over.changed()).await;
        None
    }

    /// The cached response for `key`, if it is still valid.
    pub fn find(&self, key: &AnswerKey, db: &Db, now: i64) -> Option<Arc<CacheEntry>> {
        let kept = self.entries.get(key)?;
        let is_current = kept.keep.until.is_none_or(|until| now < until)
            && kept
                .keep
                .table_versions
                .iter()
                .all(|(tables, table_version)| db.table_version(tables) == *table_version);
        if !is_current {
            // Not what has been stored in its place since.
            self.entries.remove_if(key, |now| Arc::ptr_eq(now, &kept));
            return None;
        }
        Some(kept)
    }

    pub fn store(&self, key: AnswerKey, kept: Arc<CacheEntry>) {
        if kept.weight() <= LARGEST {
            self.entries.insert(key, kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(path: &str) -> AnswerKey {
        AnswerKey {
            center_id: 1,
            origin: "https://a.example".into(),
            language: None,
            context: TenantContext::Main,
            path: path.into(),
            query: Query::default(),
        }
    }

    /// Strings of the separators used in keys, so that joined keys would often collide.
    fn text() -> impl Strategy<Value = String> {
        "[|?&=/:a1]{0,4}"
    }

    fn keys() -> impl Strategy<Value = AnswerKey> {
        let language = prop_oneof![Just(None), Just(Some(Locale::Nl)), Just(Some(Locale::En))];
        let pairs = proptest::collection::vec((text(), text()), 0..3);
        (0..2_i64, text(), language, text(), pairs).prop_map(
            |(center_id, origin, language, path, pairs)| AnswerKey {
                center_id,
                origin,
                language,
                context: TenantContext::Main,
                path,
                query: pairs
                    .iter()
                    .fold(Query::default(), |query, (name, value)| {
                        query.with(name, value)
                    })
                    .in_one_spelling(),
            },
        )
    }

    proptest! {
        #[test]
        fn only_equal_questions_have_one_answer(a in keys(), b in keys()) {
            let answers = ResponseCache::default();
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let turn = runtime.block_on(answers.turn(&a)).unwrap();
            let is_other = answers.making.lock().unwrap().get(&b).is_none();
            let told = |key: &AnswerKey| format!("{key:?}");
            prop_assert_eq!(is_other, told(&a) != told(&b));
            drop(turn);
        }
    }

    #[tokio::test]
    async fn what_many_ask_for_at_once_is_made_by_one_of_them() {
        let answers = Arc::new(ResponseCache::default());
        let turn = answers.turn(&key("/")).await.expect("the first makes it");
        let waiting: Vec<_> = (0..10)
            .map(|_| {
                let answers = Arc::clone(&answers);
                tokio::spawn(async move { answers.turn(&key("/")).await.is_none() })
            })
            .collect();
        assert!(
            answers.turn(&key("/other")).await.is_some(),
            "nobody waits for another answer"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(waiting.iter().all(|waiting| !waiting.is_finished()));
        drop(turn);
        for waiting in waiting {
            assert!(waiting.await.unwrap());
        }
        assert!(answers.making.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_maker_that_is_gone_keeps_nobody_waiting() {
        let answers = Arc::new(ResponseCache::default());
        let maker = {
            let answers = Arc::clone(&answers);
            tokio::spawn(async move {
                let _turn = answers.turn(&key("/")).await;
                std::future::pending::<()>().await;
            })
        };
        tokio::task::yield_now().await;
        assert!(answers.making.lock().unwrap().contains_key(&key("/")));
        maker.abort();
        let _ = maker.await;
        assert!(answers.turn(&key("/")).await.is_some());
    }

    #[tokio::test]
    async fn a_maker_that_hangs_is_not_waited_for() {
        let answers = ResponseCache::default();
        let _hangs = answers.turn(&key("/")).await.expect("the first makes it");
        let waited = tokio::time::timeout(2 * IN_FLIGHT_TIMEOUT, answers.turn(&key("/"))).await;
        assert!(waited.expect("in time").is_none());
    }
}
