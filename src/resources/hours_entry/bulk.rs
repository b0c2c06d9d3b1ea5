//! The same step for many entries (docs/engine.md#bulk-actions).

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::transition::HoursEvent;
use super::{HoursEntry, HoursStatus};
use crate::app::access::{Rows, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::http::bulk::BulkChange;
use crate::http::routes::Routes;
use crate::jsonapi::Id;
use crate::model::state_machine::{self, Actor, Reason};

/// The step that each of them takes, with its reason.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HoursBulkTransition")]
pub struct BulkTransition {
    #[validate(length(min = 1, max = 50))]
    event: String,
    #[validate(length(max = 200))]
    message: Option<String>,
}

impl BulkChange<HoursEntry> for BulkTransition {
    fn apply(&self, tx: &Tx, rows: &Rows<HoursEntry>, id: Id<HoursEntry>) -> Result<()> {
        rows.ctx()
            .require_own_words("message", self.message.as_deref())?;
        rows.require(tx, id)?;
        let actor = Actor::Requester(rows.ctx());
        let event = HoursEvent::parse(&self.event)
            .ok_or_else(|| state_machine::refused::<HoursStatus>(tx, actor, id))?;
        let text = self.message.as_deref().unwrap_or_default().trim();
        let reason = Reason {
            code: None,
            text: (!text.is_empty()).then(|| text.to_owned()),
        };
        state_machine::take::<HoursStatus>(tx, actor, id, event, (reason, None))
    }
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .bulk_action_by::<HoursEntry, action::Read, BulkTransition>(
            &[Method::POST],
            "/bulk_transition",
        )
        .named(
            "transitionHoursEntries",
            "Takes the same step with the hours of many, with a result for each",
        )
}
