//! The same step for many applications (docs/engine.md#bulk-actions).

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::transition::ApplicationEvent;
use super::{Application, ApplicationStage};
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
pub struct BulkTransition {
    #[validate(length(min = 1, max = 50))]
    event: String,
    #[validate(length(max = 50))]
    reason_code: Option<String>,
    #[validate(length(max = 2000))]
    message: Option<String>,
}

impl BulkChange<Application> for BulkTransition {
    fn apply(&self, tx: &Tx, rows: &Rows<Application>, id: Id<Application>) -> Result<()> {
        rows.ctx()
            .require_own_words("message", self.message.as_deref())?;
        rows.require(tx, id)?;
        let actor = Actor::Requester(rows.ctx());
        let event = ApplicationEvent::parse(&self.event)
            .ok_or_else(|| state_machine::refused::<ApplicationStage>(tx, actor, id))?;
        let tidy = |text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default().trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let reason = Reason {
            code: tidy(&self.reason_code),
            text: tidy(&self.message),
        };
        state_machine::take::<ApplicationStage>(tx, actor, id, event, (reason, ()))
    }
}

pub fn routes() -> Routes {
    Routes::new()
        .bulk_action_by::<Application, action::Read, BulkTransition>(
            &[Method::POST],
            "/bulk_transition",
        )
        .named(
            "transitionApplications",
            "Takes the same step for many applications, with a result for each",
        )
}
