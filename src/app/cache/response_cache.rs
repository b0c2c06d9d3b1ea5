//! Response cache for anonymous visitors: whole responses, valid until one of their tables changes or they expire.
//! Only requests without credentials are looked up or stored.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use tokio::sync::watch;

use crate::base::accept_encoding::{Accepted, Encoding};
use crate::base::locale::Locale;
use crate::db::Db;
use crate::jsonapi::Query;
use crate::jsonapi::document::CachePolicy;
use crate::presets::TenantContext;

/// Memory per tenant, in bytes; the least recently used entries are evicted first.
const BUDGET: usize = 24 * 1024 * 1024;
/// Maximum size of an entry, in bytes: a larger one would evict too many others.
const LARGEST: usize = 1024 * 1024;
/// Divisor of the budget for entries requested only once: distinct searches must not evict popular responses.
const ONCE_ONLY_SHARE: usize = 4;

/// Longest wait for a response that another request is producing, before producing it as well.
const PATIENCE: Duration = Duration::from_secs(1);

/// A cached response.
pub struct CacheEntry {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
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
        Arc::new(Self {
            status,
            headers,
            body,
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

    fn weight(&self) -> usize {
        // Includes an estimate for compressed variants and headers.
        self.body.len() * 3 / 2 + 1024
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

#[derive(Default)]
struct Entries {
    answers: HashMap<AnswerKey, Slot>,
    bytes: usize,
    tick: u64,
}

struct Slot {
    kept: Arc<CacheEntry>,
    used: u64,
    uses: u32,
}

#[derive(Default)]
pub struct ResponseCache {
    shelf: Mutex<Entries>,
    making: Mutex<HashMap<AnswerKey, watch::Receiver<()>>>,
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
        let _ = tokio::time::timeout(PATIENCE, over.changed()).await;
        None
    }

    /// The cached response for `key`, if it is still valid.
    pub fn find(&self, key: &AnswerKey, db: &Db, now: i64) -> Option<Arc<CacheEntry>> {
        let kept = {
            let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
            shelf.tick += 1;
            let tick = shelf.tick;
            let slot = shelf.answers.get_mut(key)?;
            slot.used = tick;
            slot.uses = slot.uses.saturating_add(1);
            Arc::clone(&slot.kept)
        };
        let is_current = kept.keep.until.is_none_or(|until| now < until)
            && kept
                .keep
                .table_versions
                .iter()
                .all(|(tables, table_version)| db.table_version(tables) == *table_version);
        if !is_current {
            self.forget(key, &kept);
            return None;
        }
        Some(kept)
    }

    pub fn store(&self, key: AnswerKey, kept: Arc<CacheEntry>) {
        let weight = kept.weight();
        if weight > LARGEST {
            return;
        }
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.tick += 1;
        let used = shelf.tick;
        shelf.bytes += weight;
        if let Some(old) = shelf.answers.insert(
            key,
            Slot {
                kept,
                used,
                uses: 0,
            },
        ) {
            shelf.bytes -= old.kept.weight();
        }
        if shelf.bytes > BUDGET {
            shelf.shrink();
        }
    }

    fn forget(&self, key: &AnswerKey, kept: &Arc<CacheEntry>) {
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if shelf
            .answers
            .get(key)
            .is_some_and(|slot| Arc::ptr_eq(&slot.kept, kept))
        {
            shelf.answers.remove(key);
            shelf.bytes -= kept.weight();
        }
    }
}

impl Entries {
    /// Evicts a quarter: first entries requested only once, then the least recently used.
    fn shrink(&mut self) {
        let mut order: Vec<(bool, u64, AnswerKey)> = self
            .answers
            .iter()
            .map(|(key, slot)| (slot.uses > 0, slot.used, key.clone()))
            .collect();
        order.sort_unstable_by_key(|(is_asked_again, used, _)| (*is_asked_again, *used));
        for (_, _, key) in order {
            if self.bytes <= BUDGET - BUDGET / ONCE_ONLY_SHARE {
                break;
            }
            if let Some(slot) = self.answers.remove(&key) {
                self.bytes -= slot.kept.weight();
            }
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
        let waited = tokio::time::timeout(2 * PATIENCE, answers.turn(&key("/"))).await;
        assert!(waited.expect("in time").is_none());
    }
}
