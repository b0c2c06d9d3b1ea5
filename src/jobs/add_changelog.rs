//! Adds the changelog entries that the program brings and a tenant has not had yet.

use rusqlite::Connection;

use crate::db::Db;
use crate::error::Result;
use crate::resources::changelog_entry::shipped;

pub fn is_due(connection: &Connection, _now: &str) -> Result<bool> {
    shipped::is_any_missing(connection)
}

/// Returns the number of entries added.
pub async fn add_changelog(db: &Db) -> Result<usize> {
    db.write(shipped::add_missing).await
}
