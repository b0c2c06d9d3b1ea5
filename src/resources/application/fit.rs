//! `meta.match` of one application.

use rusqlite::OptionalExtension;
use serde_json::{Value, json};

use super::Application;
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::jsonapi::Id;
use crate::matching::explain;
use crate::resources::volunteer_profile::{VacancyMatch, answers, offer, wishes_of};

/// Why an applicant fits the vacancy: to others than themselves only which of the vacancy's wishes they meet.
pub(super) async fn meta_of(
    access: Access<Application, action::Read>,
    id: Id<Application>,
) -> Result<Option<Value>> {
    // Nothing is told of what people look for where volunteer profiles are switched off, and never to a program.
    if !access.ctx().site.features().volunteer_profiles || access.ctx().key.is_some() {
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
                answers(connection, user_id)?
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
