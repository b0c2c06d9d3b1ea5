//! Job that sends newsletters: some people of each in every minute (docs/domain/mails.md#newsletters).

use crate::db::Db;
use crate::error::Result;
use crate::resources::newsletter::{begin_batch, due, finish, send_some, settle};

pub use crate::resources::newsletter::is_due;

/// People who are marked in one transaction.
const AT_ONCE: usize = 20;

/// Starts what is due, puts the next mails into the outbox, and notes what became of those before. `by` names this
/// process. Returns the number of mails.
pub async fn send_newsletters(db: &Db, per_minute: usize, by: &str) -> Result<usize> {
    db.write(settle).await?;
    let mut count = 0;
    for id in db.write(due).await? {
        let by = by.to_owned();
        let is_on = db
            .write(move |tx| begin_batch(tx, id, (&by, per_minute)))
            .await?;
        let mut left = if is_on { per_minute } else { 0 };
        while left > 0 {
            let most = left.min(AT_ONCE);
            let taken = db.write(move |tx| send_some(tx, id, most)).await?;
            count += taken.mailed;
            left -= most;
            if taken.is_last {
                db.write(move |tx| finish(tx, id)).await?;
                break;
            }
        }
    }
    Ok(count)
}
