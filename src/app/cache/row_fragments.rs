//! Cache of row fragments: parts of rows as JSON, shared by the lists that contain them. A fragment is used only
//! while its table version is current, and only for the row version that the list has read.

use std::collections::HashMap;
use std::iter::once;
use std::sync::{Arc, PoisonError, RwLock};

use crate::app::tenancy::tenant::Tenant;
use crate::db::TableVersion;
use crate::error::Result;
use crate::jsonapi::Table;
use crate::jsonapi::query::Plan;
use crate::jsonapi::query::row_fragment::{PartKey, RowFragments};

/// Memory per tenant, in bytes. The cache is cleared when full: fragments are cheap to produce.
const BUDGET: usize = 4 * 1024 * 1024;
/// Maximum size of a fragment: a larger one would evict too many others.
const LARGEST: usize = BUDGET / 16;
/// Estimated overhead per fragment, in bytes.
const AROUND: usize = 128;

#[derive(Default)]
pub struct KeptParts(RwLock<Content>);

#[derive(Default)]
struct Content {
    parts: HashMap<PartKey, Kept>,
    bytes: usize,
}

struct Kept {
    table_version: TableVersion,
    version: i64,
    part: Arc<[u8]>,
}

impl Kept {
    fn weight(&self) -> usize {
        self.part.len() + AROUND
    }
}

impl KeptParts {
    fn find(&self, key: PartKey, table_version: TableVersion, version: i64) -> Option<Arc<[u8]>> {
        let content = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let kept = content.parts.get(&key)?;
        (kept.table_version == table_version && kept.version == version)
            .then(|| Arc::clone(&kept.part))
    }

    fn keep(&self, key: PartKey, kept: Kept) {
        let weight = kept.weight();
        if weight > LARGEST {
            return;
        }
        // Dropped after the lock is released.
        let mut cleared = HashMap::new();
        let mut content = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = content.parts.remove(&key) {
            content.bytes -= old.weight();
        }
        if content.bytes + weight > BUDGET {
            cleared = std::mem::take(&mut content.parts);
            content.bytes = 0;
        }
        content.bytes += weight;
        content.parts.insert(key, kept);
        drop(content);
        drop(cleared);
    }
}

/// The cached fragments for one list.
pub struct AtHand {
    kept: Arc<KeptParts>,
    /// The table versions of each cached type. Rows read later may be newer than these, never older.
    table_versions: Vec<(&'static str, TableVersion)>,
}

impl AtHand {
    /// Fragments for a list of this type and its included types. Call it shortly before the first row is read:
    /// changes in between may be served as they were before.
    pub fn of(tenant: &Tenant, table: &'static Table, plan: &Plan) -> Self {
        let included = plan.included();
        let kept = once(table)
            .chain(included)
            .filter(|table| table.keeps_parts)
            .map(|table| table.type_name);
        Self {
            kept: Arc::clone(&tenant.parts),
            table_versions: kept
                .map(|name| (name, tenant.db.table_version(&[name])))
                .collect(),
        }
    }
}

impl RowFragments for AtHand {
    fn part(
        &self,
        key: PartKey,
        version: i64,
        read: &mut dyn FnMut() -> Result<Arc<[u8]>>,
    ) -> Result<Arc<[u8]>> {
        let of_type = |(name, _): &&(&str, TableVersion)| *name == key.type_name;
        let Some((_, table_version)) = self.table_versions.iter().find(of_type).copied() else {
            return read();
        };
        if let Some(part) = self.kept.find(key, table_version, version) {
            return Ok(part);
        }
        let part = read()?;
        let kept = Kept {
            table_version,
            version,
            part: Arc::clone(&part),
        };
        self.kept.keep(key, kept);
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: PartKey = PartKey {
        type_name: "vacancies",
        columns: 1,
        id: 1,
    };

    fn at_hand(kept: &Arc<KeptParts>, table_version: u64) -> AtHand {
        AtHand {
            kept: Arc::clone(kept),
            table_versions: vec![(KEY.type_name, TableVersion::for_tests(table_version))],
        }
    }

    /// True if the fragment had to be read from the database.
    fn is_read(at_hand: &AtHand, key: PartKey, version: i64, bytes: usize) -> bool {
        let mut is_read = false;
        let mut read = || {
            is_read = true;
            Ok(vec![b' '; bytes].into())
        };
        assert_eq!(at_hand.part(key, version, &mut read).unwrap().len(), bytes);
        is_read
    }

    #[test]
    fn a_part_is_read_once_in_each_version_and_after_each_change_of_its_table() {
        let kept = Arc::default();
        let (before, after) = (at_hand(&kept, 1), at_hand(&kept, 2));
        assert!(is_read(&before, KEY, 7, 10));
        assert!(!is_read(&before, KEY, 7, 10));
        assert!(is_read(&before, KEY, 8, 10));
        assert!(is_read(&after, KEY, 8, 10));
        assert!(!is_read(&after, KEY, 8, 10));
        let others = PartKey { columns: 2, ..KEY };
        assert!(is_read(&after, others, 8, 10));
        let of_no_stamp = PartKey {
            type_name: "users",
            ..KEY
        };
        assert!(is_read(&after, of_no_stamp, 8, 10));
        assert!(is_read(&after, of_no_stamp, 8, 10));
    }

    #[test]
    fn what_is_full_is_cleared_but_not_for_what_replaces_its_like() {
        let kept = Arc::default();
        let (before, after) = (at_hand(&kept, 1), at_hand(&kept, 2));
        let key = |id| PartKey { id, ..KEY };
        let most = 16;
        let bytes = LARGEST - AROUND;
        for id in 0..most {
            assert!(is_read(&before, key(id), 1, bytes));
        }
        for id in 0..most {
            assert!(is_read(&after, key(id), 1, bytes));
        }
        for id in 0..most {
            assert!(!is_read(&after, key(id), 1, bytes));
        }
        assert!(is_read(&after, key(most), 1, bytes));
        assert!(!is_read(&after, key(most), 1, bytes));
        assert!(is_read(&after, key(0), 1, bytes));
        // A fragment that is too large is not stored and evicts nothing.
        assert!(is_read(&after, key(1), 2, bytes + 1));
        assert!(is_read(&after, key(1), 2, bytes + 1));
        assert!(!is_read(&after, key(0), 1, bytes));
        assert!(kept.0.read().unwrap().bytes <= BUDGET);
    }
}
