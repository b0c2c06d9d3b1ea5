//! Backups, made while the server runs. One in the store shares what it has in common with the earlier ones (`store`); one
//! in a file of its own holds everything (`archive`). Both have a manifest with the SHA-256 hash of each file and the row
//! count of each table, and are read back before they count.

#![expect(
    clippy::disallowed_methods,
    reason = "a backup is made of files of its own; databases are copied by db/"
)]

mod archive;
mod counted;
mod files;
pub mod last;
pub mod make;
pub mod nightly;
pub mod one_tenant;
pub mod place;
pub mod prune;
pub mod restore;
pub mod schedule;
pub mod scratch;
pub mod sealed;
pub mod send;
mod sftp;
pub mod store;
pub mod verify;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use archive::{create as pack, create_private, restore as unpack_into, verify as verify_file};

const MANIFEST: &str = "manifest.json";

/// Contents of a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    pub version: String,
    pub created_at: String,
    pub tenants: Vec<String>,
    /// SHA-256 by path in the backup.
    pub files: BTreeMap<String, String>,
    /// Row count of each table of each database.
    #[serde(default)]
    pub rows: BTreeMap<String, BTreeMap<String, i64>>,
    /// Tenants of the registry that are not in this backup, because their file could not be copied whole.
    #[serde(default)]
    pub missing: Vec<Missing>,
}

/// A tenant that is not in a backup, and why.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Missing {
    pub tenant: String,
    pub why: String,
}

/// Progress of a backup: phase, subject, and amounts done and in total, in bytes (for a database: pages).
#[derive(Debug, Clone, Copy)]
pub struct Step<'s> {
    pub verb: &'static str,
    pub name: &'s str,
    pub done: u64,
    pub total: u64,
}

type Told<'t> = &'t mut dyn FnMut(&Step);

/// Backup that was read in full and passed every check.
#[derive(Debug, Clone)]
pub struct Verified {
    pub manifest: Manifest,
}

fn names_of(missing: &[Missing]) -> Vec<String> {
    missing.iter().map(|one| one.tenant.clone()).collect()
}

/// Whether a file of a backup is a database.
fn is_database(file: &str) -> bool {
    let name = file.rsplit('/').next();
    file == "registry.db" || (name == Some("tenant.db") && file.matches('/').count() == 2)
}
