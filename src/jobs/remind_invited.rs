//! Brings an invitation that was not taken to mind, after three days and after ten (docs/domain/states.md#accounts).

use crate::db::Db;
use crate::error::Result;
use crate::resources::user::management::invitation;

pub use invitation::is_reminder_due as is_due;

/// Gives how many letters were written.
pub async fn remind_invited(db: &Db) -> Result<usize> {
    db.write(invitation::remind).await
}
