//! The secret address of one's own calendar: made, replaced and revoked by its owner, and shown once.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::access::feed_token::{self, Feed};
use crate::app::access::{Access, RequestContext, action};
use crate::error::{Code, Result};
use crate::http::routes::{Described, Ignored, Input, MetaOf, Routes};
use crate::jsonapi::{Document, Id, Resource as _};
use crate::model::state_history::audit;
use crate::resources::user::User;

/// Sign-ups for activities and the dates of accepted applications, at `/feeds/me/{token}.ics`.
pub struct OwnCalendar;

impl Feed for OwnCalendar {
    const NAME: &'static str = "calendar";
    const EXTENSION: &'static str = ".ics";
}

/// The address of one's own calendar: since when there is one. The address itself is shown when it is made.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct CalendarFeedMeta {
    created_at: Option<String>,
    address: Option<String>,
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/me/calendar_feed", show)
        .named(
            "getCalendarFeed",
            "Says whether there is an address of one's own calendar",
        )
        .answers(Described::json::<MetaOf<CalendarFeedMeta>>(200))
        .action(Method::PUT, "//api/v1/me/calendar_feed", make)
        .named(
            "renewCalendarFeed",
            "Makes a secret address of one's own calendar; the one before it stops",
        )
        .answers(Described::json::<MetaOf<CalendarFeedMeta>>(200))
        .action(Method::DELETE, "//api/v1/me/calendar_feed", revoke)
        .named(
            "revokeCalendarFeed",
            "Stops the address of one's own calendar",
        )
        .answers(Described::json::<MetaOf<CalendarFeedMeta>>(200))
        .refuses(&[404])
}

/// Whose calendar it is. Where there are no activities, there is none.
fn owner(ctx: &RequestContext) -> Result<i64> {
    if !ctx.site.features().activities {
        return Err(Code::NotFound.into());
    }
    Ok(ctx.user_id().ok_or(Code::NotSignedIn)?)
}

fn document(created_at: Option<String>, address: Option<String>) -> Document {
    let meta = CalendarFeedMeta {
        created_at,
        address,
    };
    Document::of(&json!({ "data": null, "meta": meta }))
}

async fn show(access: Access<User, action::Own>, (): (), _: Input<()>) -> Result<Document> {
    let user_id = owner(access.ctx())?;
    let created_at = access
        .read(move |connection| feed_token::in_use_since::<OwnCalendar>(connection, user_id))
        .await?;
    Ok(document(created_at, None))
}

async fn make(access: Access<User, action::Own>, (): (), _: Input<Ignored>) -> Result<Document> {
    let user_id = owner(access.ctx())?;
    access.is_about(&Id::<User>::new(user_id));
    let token = access
        .write(move |tx, _| {
            audit(
                tx,
                Some(user_id),
                "renew_calendar_feed",
                (User::TYPE, user_id),
            )?;
            feed_token::rotate::<OwnCalendar>(tx, user_id)
        })
        .await?;
    let origin = access.ctx().site.origin();
    let address = format!("{origin}/feeds/me/{token}{}", OwnCalendar::EXTENSION);
    Ok(document(Some(access.ctx().now.clone()), Some(address)))
}

async fn revoke(access: Access<User, action::Own>, (): (), _: Input<()>) -> Result<Document> {
    let user_id = owner(access.ctx())?;
    access.is_about(&Id::<User>::new(user_id));
    access
        .write(move |tx, _| {
            if !feed_token::revoke::<OwnCalendar>(tx, user_id)? {
                return Err(Code::NotFound.into());
            }
            audit(
                tx,
                Some(user_id),
                "revoke_calendar_feed",
                (User::TYPE, user_id),
            )
        })
        .await?;
    Ok(document(None, None))
}
