//! Duplication of an activity as a new draft. Its dates are those of its rule, a week from now at the earliest.

use super::{Activity, ActivityAttributes, ActivityModerationState, ActivityStatus, schedule};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{Ignored, Input};
use crate::jsonapi::write::store;
use crate::jsonapi::{Answer, Id};

/// Creates the draft with the same content.
pub async fn duplicate(
    access: Access<Activity, action::Manage>,
    id: Id<Activity>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            let original = rows.load(tx, id)?;
            let mut copy = ActivityAttributes {
                status: ActivityStatus::Draft,
                moderation_state: ActivityModerationState::None,
                moderation_message: None,
                revision: None,
                revision_state: None,
                revision_message: None,
                excluded_days: Vec::new(),
                minimum_on: None,
                sequence: 0,
                published_at: None,
                ..original
            };
            schedule::begin_anew(&mut copy, tx.now())?;
            let id: Id<Activity> = store::insert(tx, rows.auth(), copy)?;
            Ok(Answer::created(
                format!("/api/v1/activities/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}
