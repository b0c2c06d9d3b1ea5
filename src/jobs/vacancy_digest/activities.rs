//! Activities of the next two weeks near somebody, beside the new vacancies.

use serde_json::Value;

use super::told;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::Resource as _;
use crate::matching::Preferences;
use crate::resources::activity::{Activity, nearby};

/// Maximum number in one email.
const MOST: usize = 3;

/// The soonest of them, without those that they were mailed about lately.
pub(super) fn near(
    tx: &Tx,
    (user_id, center_id): (i64, i64),
    wishes: &Preferences,
) -> Result<Vec<Value>> {
    let told = told::lately(tx, user_id, Activity::TYPE, tx.now())?;
    let found = nearby(tx, tx.now(), (Some(user_id), center_id), wishes)?;
    let kept: Vec<(i64, Value)> = found
        .into_iter()
        .filter(|(id, _)| !told.contains(id))
        .take(MOST)
        .collect();
    let ids: Vec<i64> = kept.iter().map(|(id, _)| *id).collect();
    told::note(tx, user_id, Activity::TYPE, &ids)?;
    Ok(kept.into_iter().map(|(_, line)| line).collect())
}
