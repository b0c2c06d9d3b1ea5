//! `POST /hours_entries/repeat`: what somebody wrote down, once more a week later.

use axum::http::Method;
use jiff::ToSpan as _;
use jiff::civil::Date;
use rusqlite::OptionalExtension as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::log::{Entry, Work, require_measure, write};
use super::{HoursEntry, HoursStatus};
use crate::app::access::{Access, action};
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::{Answer, Id};

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HoursRepeat")]
pub struct Repeat {
    /// Own entries.
    #[validate(length(min = 1, max = 20))]
    pub ids: Vec<Id<HoursEntry>>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "/repeat", repeat)
        .named(
            "repeatHoursEntries",
            "Writes down the same hours once more, seven days later",
        )
        .answers(Described::many::<HoursEntry>())
        .refuses(&[422, 429])
}

async fn repeat(
    access: Access<HoursEntry, action::Create>,
    (): (),
    form: Form<Repeat>,
) -> Result<Answer> {
    let said = form.body;
    access
        .post(form.key, move |tx, rows| {
            let asker = rows.ctx().user_id().ok_or(Code::NotSignedIn)?;
            let mut made = Vec::new();
            for id in &said.ids {
                require_measure(tx, asker)?;
                let new = again(tx, asker, *id)?;
                let one: serde_json::Value =
                    serde_json::from_str(&rows.shown_text(tx, new)?).map_err(Error::internal)?;
                made.push(one.get("data").cloned().unwrap_or_default());
            }
            let count = made.len();
            let meta = json!({ "total": count, "page": 1, "size": count, "pages": 1 });
            Ok(Answer::ok(
                json!({ "data": made, "meta": meta }).to_string(),
            ))
        })
        .await
}

/// Writes an own entry once more, a week later. One that is there already, for the same work and day, is refused.
fn again(tx: &crate::db::Tx, asker: i64, id: Id<HoursEntry>) -> Result<Id<HoursEntry>> {
    let missing = || Error::from(FieldFault::attribute("ids", "not_found"));
    let (work, day, hours) = tx
        .prepare_cached(
            "select h.application_id, h.activity_id, h.organization_id, h.volunteer_center_id, h.work, h.day, h.logged_hours
               from hours_entries h
              where h.id = ?1 and h.user_id = ?2",
        )?
        .query_row((id.number(), asker), |row| {
            let work = Work {
                application_id: row.get(0)?,
                activity_id: row.get(1)?,
                occurrence_id: None,
                organization_id: row.get(2)?,
                center_id: row.get(3)?,
                title: row.get(4)?,
            };
            Ok((work, row.get::<_, String>(5)?, row.get::<_, f64>(6)?))
        })
        .optional()?
        .ok_or_else(missing)?;
    let day: Date = day.parse().map_err(Error::internal)?;
    let day = day
        .checked_add(7.days())
        .map_err(Error::internal)?
        .to_string();
    let work = still_possible(tx, asker, work, &day)?;
    let is_there = tx
        .prepare_cached(
            "select 1 from hours_entries where user_id = ?1 and day = ?2 and work = ?3 and organization_id is ?4 and status <> 'refused'",
        )?
        .exists((asker, &day, &work.title, work.organization_id))?;
    if is_there {
        return Err(FieldFault::attribute("ids", "hours_are_there").into());
    }
    let entry = Entry {
        day: &day,
        hours,
        remark: None,
        source: "own",
        status: HoursStatus::Logged,
        actor_id: Some(asker),
    };
    write(tx, asker, &work, &entry)
}

/// The same work on that day, by the rules of writing it down for the first time.
fn still_possible(tx: &crate::db::Tx, asker: i64, work: Work, day: &str) -> Result<Work> {
    let gone = |_| Error::from(FieldFault::attribute("ids", "hours_not_possible"));
    if let Some(application) = work.application_id {
        return super::log::of_application(tx, asker, Id::new(application)).map_err(gone);
    }
    if let Some(activity) = work.activity_id {
        return super::log::of_activity(tx, asker, Id::new(activity), day).map_err(gone);
    }
    let is_approved = tx
        .prepare_cached("select 1 from organizations where id = ?1 and status = 'approved'")?
        .exists([work.organization_id])?;
    if is_approved {
        Ok(work)
    } else {
        Err(FieldFault::attribute("ids", "hours_not_possible").into())
    }
}
