//! Being found: who says so is shown to organisations that look for somebody, for four months at a time, until they say
//! otherwise.

use axum::http::Method;
use jiff::civil::Date;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::VolunteerProfile;
use crate::app::access::{Access, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::{Document, Id};
use crate::model::declaration::Clock;
use crate::resources::user::own_account::consent::{self, ConsentKind};
use crate::resources::user::own_account::guardian;

/// Days for which one is found after saying so, some four months.
pub(super) const SHOWN_DAYS: i64 = 122;

#[rustfmt::skip]
pub(super) const CLOCKS: &[Clock] = &[
    Clock { kind: "pool_visibility", table: "volunteer_profiles", act: |tx, id, _| Ok(hide(tx, id)?), takes_away: false,
        rows: "t.visibility in ('visible', 'paused') and t.visible_until <= :now" },
];

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub(super) struct ProfileVisibility {
    visible: bool,
    /// With `visible` false: not found for now, without taking the consent back.
    #[serde(default)]
    paused: bool,
    /// The last day on which one is found, at most 122 days from now; none: that day.
    until: Option<String>,
    /// With `visible`: also by organisations of the centres with which theirs shares the pool. None: as it was.
    elsewhere: Option<bool>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::PUT, "/current/visibility", set_visibility)
        .named(
            "setProfileVisibility",
            "Says whether organisations that look for somebody may find the person",
        )
        .answers(Described::one::<VolunteerProfile>(200))
        .refuses(&[422])
}

fn hide(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    connection
        .execute(
            "update volunteer_profiles set visibility = 'hidden', visible_until = null, version = version + 1 where id = ?1",
            [id],
        )
        .map(drop)
}

async fn set_visibility(
    access: Access<VolunteerProfile, action::Update>,
    (): (),
    form: Form<ProfileVisibility>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let wanted = form.body;
    let one = access
        .write(move |tx, rows| {
            let id: i64 = tx.query_row(
                "select id from volunteer_profiles where user_id = ?1",
                [user_id],
                |row| row.get(0),
            )?;
            let id = Id::new(id);
            rows.require(tx, id)?;
            if wanted.visible {
                guardian::refuse_in_pool(tx, user_id, tx.now())?;
                let until = last_moment(tx, wanted.until.as_deref())?;
                require_something(tx, user_id)?;
                consent::record(tx, user_id, ConsentKind::Pool, true)?;
                show(tx, id.number(), &until)?;
                if let Some(elsewhere) = wanted.elsewhere {
                    show_elsewhere(tx, id.number(), elsewhere)?;
                }
            } else if wanted.paused {
                pause(tx, id.number())?;
            } else {
                consent::record(tx, user_id, ConsentKind::Pool, false)?;
                show_elsewhere(tx, id.number(), false)?;
                hide(tx, id.number())?;
            }
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)))
}

/// Shows somebody until a moment, counted from now: what they were asked is answered with it.
pub(super) fn show(tx: &Tx, id: i64, until: &str) -> Result<()> {
    tx.prepare_cached(
        "update volunteer_profiles
            set visibility = 'visible', visible_until = :until, confirmed_at = :now, visibility_asked_at = null,
                version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {":until": until, ":now": tx.now(), ":id": id})?;
    Ok(())
}

/// Says yes or no to the centres with which the pool is shared now; one that is added later has to be agreed to again.
fn show_elsewhere(tx: &Tx, id: i64, is_wanted: bool) -> Result<()> {
    tx.prepare_cached(
        "update volunteer_profiles set elsewhere_consent_at = iif(:is_wanted, :now, null), version = version + 1 where id = :id",
    )?
    .execute(named_params! {":id": id, ":is_wanted": is_wanted, ":now": tx.now()})?;
    Ok(())
}

/// Who is not shown cannot be paused.
fn pause(tx: &Tx, id: i64) -> Result<()> {
    tx.prepare_cached(
        "update volunteer_profiles set visibility = 'paused', version = version + 1, updated_at = ?2
          where id = ?1 and visibility = 'visible'",
    )?
    .execute((id, tx.now()))?;
    Ok(())
}

/// The end of the chosen day, or of the longest time.
fn last_moment(tx: &Tx, until: Option<&str>) -> Result<String> {
    let longest = later(tx.now(), days(SHOWN_DAYS));
    let Some(until) = until else {
        return Ok(longest);
    };
    let day: Date = until
        .parse()
        .map_err(|_| FieldFault::attribute("until", "date"))?;
    let today: Option<Date> = tx.now().get(..10).and_then(|day| day.parse().ok());
    let moment = format!("{day}T23:00:00Z");
    let is_ahead = today.is_some_and(|today| day > today);
    if is_ahead && moment <= longest {
        Ok(moment)
    } else {
        Err(FieldFault::attribute("until", "shown_until")
            .with("max", SHOWN_DAYS)
            .into())
    }
}

/// An empty card tells nobody anything.
fn require_something(tx: &Tx, user_id: i64) -> Result<()> {
    let says_something: bool = tx
        .prepare_cached(
            "select coalesce(trim(headline), '') <> '' or theme_ids <> '[]' or skills <> '[]'
               from volunteer_profiles where user_id = ?1",
        )?
        .query_row([user_id], |row| row.get(0))?;
    if says_something {
        Ok(())
    } else {
        Err(FieldFault::attribute("visible", "profile_empty").into())
    }
}
