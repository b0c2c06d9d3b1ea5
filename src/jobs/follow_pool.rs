//! Job that follows the volunteer pool: who is asked whether they still want to be found, messages that nobody answers
//! (docs/domain/states.md#messages-of-the-pool).

use rusqlite::Connection;

use super::counted;
use crate::db::Db;
use crate::error::Result;
use crate::resources::volunteer_pool::reply::follow;
use crate::resources::volunteer_profile;

const JOB: &str = "follow_pool";

pub fn is_due(connection: &Connection, now: &str) -> Result<bool> {
    Ok(!volunteer_profile::due(connection, now)?.is_empty()
        || !follow::to_remind(connection, now)?.is_empty()
        || !follow::to_expire(connection, now)?.is_empty())
}

/// Returns how much was dealt with. Each in a transaction of its own, which checks again that it is due.
pub async fn follow_pool(db: &Db) -> Result<usize> {
    let mut count = 0;
    let asking = db.write(|tx| volunteer_profile::due(tx, tx.now())).await?;
    for id in asking {
        count += counted(
            JOB,
            id,
            db.write(move |tx| volunteer_profile::ask(tx, id)).await,
        );
    }
    let reminding = db.write(|tx| follow::to_remind(tx, tx.now())).await?;
    for id in reminding {
        count += counted(JOB, id, db.write(move |tx| follow::remind(tx, id)).await);
    }
    let expiring = db.write(|tx| follow::to_expire(tx, tx.now())).await?;
    for id in expiring {
        count += counted(JOB, id, db.write(move |tx| follow::expire(tx, id)).await);
    }
    Ok(count)
}
