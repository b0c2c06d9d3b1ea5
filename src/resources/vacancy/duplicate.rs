//! Duplication of a vacancy as a new draft with the published text.

use super::choices;
use super::rules::is_own_image;
use super::{Vacancy, VacancyAttributes, VacancyModerationState, VacancyStatus};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{Ignored, Input};
use crate::jsonapi::write::store;
use crate::jsonapi::{Answer, Id};

/// Creates the draft with the same content.
pub async fn duplicate(
    access: Access<Vacancy, action::Manage>,
    id: Id<Vacancy>,
    input: Input<Ignored>,
) -> Result<Answer> {
    access
        .post(input.key, move |tx, rows| {
            let original = rows.load(tx, id)?;
            let copy = VacancyAttributes {
                status: VacancyStatus::Draft,
                moderation_state: VacancyModerationState::None,
                moderation_message: None,
                revision: None,
                revision_state: None,
                revision_message: None,
                places_taken: 0,
                view_count: 0,
                published_at: None,
                expires_at: None,
                origin: None,
                ..original
            };
            let mut copy = choices::still_listed(copy, tx)?;
            copy.image_url = copy.image_url.filter(|url| is_own_image(url));
            let id: Id<Vacancy> = store::insert(tx, rows.auth(), copy)?;
            Ok(Answer::created(
                format!("/api/v1/vacancies/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}
