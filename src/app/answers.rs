//! Whole answers to visitors, kept until a change of their tables or the clock makes them old. Only requests without
//! credentials are looked up or kept.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;

use super::encoding::{Accepted, Encoding};
use crate::db::Db;
use crate::jsonapi::document::Keep;

/// Bytes that one tenant's answers may take; the least recently used go first.
const BUDGET: usize = 24 * 1024 * 1024;
/// An answer larger than this is not kept: it would push out too many others.
const LARGEST: usize = 1024 * 1024;
/// Distinct searches come once; they may not push out what everybody asks for.
const ONCE_ONLY_SHARE: usize = 4;

/// One answer, ready to be sent.
pub struct Kept {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
    keep: Keep,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

impl Kept {
    pub fn new(status: StatusCode, headers: HeaderMap, body: Bytes, keep: Keep) -> Arc<Self> {
        Arc::new(Self {
            status,
            headers,
            body,
            keep,
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
        })
    }

    /// The body as the client takes it, with the name of its encoding. Made once per answer.
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

    fn weight(&self) -> usize {
        // Compressed variants and headers come on top.
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

#[derive(Default)]
struct Shelf {
    answers: HashMap<String, Slot>,
    bytes: usize,
    tick: u64,
}

struct Slot {
    kept: Arc<Kept>,
    used: u64,
    uses: u32,
}

#[derive(Default)]
pub struct Answers {
    shelf: Mutex<Shelf>,
}

impl Answers {
    /// The kept answer for `key`, if nothing has changed since.
    pub fn find(&self, key: &str, db: &Db, now: i64) -> Option<Arc<Kept>> {
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
                .stamps
                .iter()
                .all(|(tables, stamp)| db.stamp(tables) == *stamp);
        if !is_current {
            self.forget(key, &kept);
            return None;
        }
        Some(kept)
    }

    pub fn store(&self, key: String, kept: Arc<Kept>) {
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

    fn forget(&self, key: &str, kept: &Arc<Kept>) {
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

impl Shelf {
    /// Frees a quarter: first what was asked only once, then the least recently used.
    fn shrink(&mut self) {
        let mut order: Vec<(bool, u64, String)> = self
            .answers
            .iter()
            .map(|(key, slot)| (slot.uses > 0, slot.used, key.clone()))
            .collect();
        order.sort_unstable();
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
