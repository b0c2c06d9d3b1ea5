//! Job that reminds invited people after three and after ten days (docs/domain/states.md#accounts).

use crate::db::Db;
use crate::error::Result;
use crate::resources::user::management::invitation;

pub use invitation::is_reminder_due as is_due;

/// Returns the number of emails written.
pub async fn remind_invited(db: &Db) -> Result<usize> {
    db.write(invitation::remind).await
}
