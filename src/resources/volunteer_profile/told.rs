//! `meta.match` of one vacancy and of one application.

use rusqlite::OptionalExtension;
use serde_json::{Value, json};

use super::VacancyMatch;
use super::offers::offer;
use super::wishes::{standing_of, wishes_of};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::jsonapi::{Id, Resource};
use crate::matching::{Gate, explain, gate};
use crate::resources::application::Application;
use crate::resources::vacancy::Vacancy;

/// Nothing is told of what people look for where volunteer profiles are switched off.
fn is_on<R: Resource>(access: &Access<R, action::Read>) -> bool {
    access.ctx().site.features().volunteer_profiles
}

/// Why a vacancy fits who asks; none for a visitor, for one's own, and where nothing is known of what they look for.
pub async fn of_vacancy(
    access: Access<Vacancy, action::Read>,
    id: Id<Vacancy>,
) -> Result<Option<Value>> {
    let Some(user_id) = access.ctx().user_id().filter(|_| is_on(&access)) else {
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

/// Why an applicant fits the vacancy: to others than themselves only which of the vacancy's wishes they meet.
pub async fn of_application(
    access: Access<Application, action::Read>,
    id: Id<Application>,
) -> Result<Option<Value>> {
    if !is_on(&access) {
        return Ok(None);
    }
    let (asker, now) = (access.ctx().user_id(), access.ctx().now.clone());
    access
        .read(move |connection| {
            let found: Option<(Option<i64>, i64)> = connection
                .prepare_cached("select user_id, vacancy_id from applications where id = ?1")?
                .query_row([id.number()], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((Some(user_id), vacancy_id)) = found else {
                return Ok(None);
            };
            let wishes = if asker == Some(user_id) {
                wishes_of(connection, user_id)?
            } else {
                // What they saved and applied for elsewhere is nobody's business.
                super::wishes::answers(connection, user_id)?
            };
            if wishes.is_empty() {
                return Ok(None);
            }
            let Some(offer) = offer(connection, vacancy_id, &now)? else {
                return Ok(None);
            };
            let found = VacancyMatch::of(&explain(&wishes, &offer));
            let found = if asker == Some(user_id) {
                found
            } else {
                found.for_organization()
            };
            Ok(Some(json!({ "match": found })))
        })
        .await
}
