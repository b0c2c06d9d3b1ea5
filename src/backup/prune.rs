//! Takes old backups out of a store, and the chunks that no backup refers to any more.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use super::place::UNFINISHED;
use super::store::{CHUNKS, Snapshot, Store, file_of, in_use, lock, time_in};
use crate::base::clock::days;
use crate::config::Config;
use crate::error::Result;

/// What is younger may belong to a backup that is being made.
const SPARED: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Default, serde::Serialize)]
pub struct Pruned {
    /// The names of the backups that went.
    pub backups: Vec<String>,
    pub chunks: usize,
    pub bytes: u64,
    /// Backups whose manifest cannot be read; as long as there is one, no chunks go.
    pub unreadable: Vec<String>,
}

/// Removes the backups that are older than `keep_days`, apart from the newest one and the newest that holds every tenant,
/// and then the chunks that none of the others refers to.
pub fn prune(config: &Config, now: Timestamp, is_dry: bool) -> Result<Pruned> {
    let _alone = if is_dry {
        None
    } else {
        Some(lock(config)?.ok_or_else(in_use)?)
    };
    let store = Store::of(config);
    let mut pruned = Pruned::default();
    let mut snapshots = Vec::new();
    for name in store.names()? {
        match store.read(&name) {
            Ok(snapshot) => snapshots.push(snapshot),
            Err(_) => pruned.unreadable.push(name),
        }
    }
    let kept = kept(&snapshots, now - days(config.backup.keep_days.into()));
    let mut referenced = HashSet::new();
    for snapshot in &snapshots {
        if kept.contains(snapshot.name.as_str()) {
            referenced.extend(snapshot.chunks.values().flatten().map(String::as_str));
        } else {
            if !is_dry {
                store.place().remove(&file_of(&snapshot.name))?;
            }
            pruned.backups.push(snapshot.name.clone());
        }
    }
    if !pruned.unreadable.is_empty() {
        return Ok(pruned);
    }
    for object in store.place().list(CHUNKS)? {
        let id = object.name.rsplit('/').next().unwrap_or_default();
        let is_spared = object.modified > (now - SPARED).as_second();
        if referenced.contains(id) || is_spared {
            continue;
        }
        if !is_dry {
            store.place().remove(&object.name)?;
        }
        if !id.starts_with(UNFINISHED) {
            pruned.chunks += 1;
        }
        pruned.bytes += object.bytes;
    }
    Ok(pruned)
}

/// The names of the backups that stay.
fn kept(snapshots: &[Snapshot], oldest: Timestamp) -> HashSet<&str> {
    let newest = snapshots.last();
    let newest_good = snapshots.iter().rfind(|snapshot| snapshot.is_good());
    snapshots
        .iter()
        .filter(|snapshot| time_in(&snapshot.name).is_some_and(|made| made >= oldest))
        .chain(newest)
        .chain(newest_good)
        .map(|snapshot| snapshot.name.as_str())
        .collect()
}
