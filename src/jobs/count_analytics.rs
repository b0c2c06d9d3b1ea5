//! Counts the figures of centres anew: every ten minutes the months in which something changed, once a day everything.

use rusqlite::Connection;

use crate::db::Db;
use crate::error::Result;
use crate::resources::analytics::count;

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    count::is_due(connection, now)
}

/// Of a tenant that nobody has open: what changed was counted before it closed, all is counted anew once a day.
pub fn is_due_while_closed(connection: &Connection, now: &str) -> Result<bool> {
    Ok(count::is_due(connection, now)? && count::extent(connection, now)? == count::Extent::All)
}

/// Counts what is due; each source in a transaction of its own, so that nobody waits for all of them. Returns how many
/// sources there were.
pub async fn count_analytics(db: &Db) -> Result<usize> {
    let extent = db.write(|tx| count::extent(tx, tx.now())).await?;
    count_all(db, extent).await
}

/// Counts everything anew, whenever that was done last.
pub async fn rebuild_analytics(db: &Db) -> Result<usize> {
    count_all(db, count::Extent::All).await
}

async fn count_all(db: &Db, extent: count::Extent) -> Result<usize> {
    for step in 0..count::STEPS {
        db.write(move |tx| {
            count::count_source(tx, step, extent)?;
            tx.noted();
            Ok(())
        })
        .await?;
    }
    db.write(move |tx| count::publish(tx, extent)).await?;
    Ok(count::STEPS)
}
