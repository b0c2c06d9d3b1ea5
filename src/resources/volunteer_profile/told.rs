//! `meta.match` of one vacancy.

use serde_json::{Value, json};

use super::VacancyMatch;
use super::offers::offer;
use super::wishes::{standing_of, wishes_of};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::jsonapi::Id;
use crate::matching::{Gate, explain, gate};
use crate::resources::vacancy::Vacancy;

/// Why a vacancy fits who asks; none for a visitor, for one's own, and where nothing is known of what they look for.
pub async fn of_vacancy(
    access: Access<Vacancy, action::Read>,
    id: Id<Vacancy>,
) -> Result<Option<Value>> {
    // Nothing is told of what people look for where volunteer profiles are switched off.
    let is_on = access.ctx().site.features().volunteer_profiles;
    let Some(user_id) = access.ctx().user_id().filter(|_| is_on) else {
        return Ok(None);
    };
    let now = access.ctx().now.clone();
    access
        .read(move |connection| {
            let wishes = wishes_of(connection, user_id)?;
            if wishes.is_empty() {
                return Ok(None);
            }
            let Some(offer) = offer(connection, id.number(), &now)? else {
                return Ok(None);
            };
            let standing = standing_of(connection, user_id, &now)?;
            if matches!(
                gate(&standing, &wishes, &offer),
                Some(Gate::Own | Gate::Over)
            ) {
                return Ok(None);
            }
            let found = VacancyMatch::of(&explain(&wishes, &offer));
            Ok(Some(json!({ "match": found })))
        })
        .await
}
