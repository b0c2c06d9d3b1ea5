//! Deletion: of drafts by their organisation at once; of vacancies others have seen by the centre alone, with a
//! reason (docs/domain/states.md#vacancies).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Vacancy;
use super::event::VacancyEvent;
use super::transition::run;
use crate::app::access::{Access, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Input, Sent};
use crate::jsonapi::{Answer, Id};
use crate::resources::vacancy::notify::notify_contact;

pub const REASONS: &[&str] = &[
    "against_rules",
    "not_voluntary_work",
    "duplicate",
    "outdated",
    "organization_asked",
    "other",
];

/// Why a vacancy is deleted; also taken from the query string.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct VacancyRemoval {
    #[schemars(length(max = 50))]
    reason_code: Option<String>,
    #[schemars(length(max = 2000))]
    message: Option<String>,
}

/// `DELETE /vacancies/{id}?reason_code=&message=`. Notifies the organisation with the reason, and the open applicants
/// that the vacancy has ended. Nobody is notified of the deletion of a draft.
pub async fn remove(
    access: Access<Vacancy, action::Delete>,
    id: Id<Vacancy>,
    input: Input<Sent<VacancyRemoval>>,
) -> Result<Answer> {
    let event = VacancyEvent::of_removal(&input.body, &input.query)?;
    access
        .ctx()
        .require_own_words("message", event.message.as_deref())?;
    access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            delete(tx, id, &event, rows.ctx().user_id())
        })
        .await?;
    Ok(Answer::empty())
}

fn delete(tx: &Tx, id: Id<Vacancy>, event: &VacancyEvent, actor_id: Option<i64>) -> Result<()> {
    let from: String = tx.query_row(
        "select status from vacancies where id = ?1",
        [id.number()],
        |row| row.get(0),
    )?;
    match from.as_str() {
        "draft" => return run(tx, id, event, actor_id),
        "published" | "expired" | "archived" => validate_reason(event)?,
        _ => return Err(Error::from(Code::InvalidTransition).with("allowed", vec!["archive"])),
    }
    run(tx, id, event, actor_id)?;
    let removal = VacancyEvent {
        event: "remove".to_owned(),
        ..event.clone()
    };
    notify_contact(tx, id, &removal, false)
}

/// Requires a reason code or a message; either is sufficient.
fn validate_reason(event: &VacancyEvent) -> Result<()> {
    match event.reason_code.as_deref() {
        Some(code) if !REASONS.contains(&code) => {
            Err(FieldFault::attribute("reason_code", "choice")
                .with("allowed", REASONS.to_vec())
                .into())
        }
        None if event.message.is_none() => {
            Err(FieldFault::attribute("reason_code", "reason_required")
                .with("allowed", REASONS.to_vec())
                .into())
        }
        _ => Ok(()),
    }
}
