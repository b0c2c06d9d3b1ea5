//! The secret address of the changelog as a feed: made, replaced and revoked by its owner, and shown once. Visitors read
//! no changelog, so there is no open one.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::ChangelogEntry;
use crate::app::access::feed_token::{self, Feed};
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{Described, Ignored, Input, MetaOf, Routes};
use crate::jsonapi::{Document, Id, Resource as _};
use crate::model::state_history::audit;
use crate::resources::user::User;

/// The published entries, at `/voluntr/changelog/{token}.atom`.
pub struct ChangelogFeed;

impl Feed for ChangelogFeed {
    const NAME: &'static str = "changelog";
    const EXTENSION: &'static str = ".atom";
}

/// The address of the feed: since when there is one. The address itself is shown when it is made.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ChangelogFeedMeta {
    created_at: Option<String>,
    address: Option<String>,
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//api/v1/me/changelog_feed", show)
        .named(
            "getChangelogFeed",
            "Says whether there is an address of the changelog as a feed",
        )
        .answers(Described::json::<MetaOf<ChangelogFeedMeta>>(200))
        .action(Method::PUT, "//api/v1/me/changelog_feed", make)
        .named(
            "renewChangelogFeed",
            "Makes a secret address of the changelog as a feed; the one before it stops",
        )
        .answers(Described::json::<MetaOf<ChangelogFeedMeta>>(200))
        .action(Method::DELETE, "//api/v1/me/changelog_feed", revoke)
        .named(
            "revokeChangelogFeed",
            "Stops the address of the changelog as a feed",
        )
        .answers(Described::json::<MetaOf<ChangelogFeedMeta>>(200))
        .refuses(&[404])
}

fn document(created_at: Option<String>, address: Option<String>) -> Document {
    let meta = ChangelogFeedMeta {
        created_at,
        address,
    };
    Document::of(&json!({ "data": null, "meta": meta }))
}

async fn show(
    access: Access<ChangelogEntry, action::Read>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let created_at = access
        .read(move |connection| feed_token::in_use_since::<ChangelogFeed>(connection, user_id))
        .await?;
    Ok(document(created_at, None))
}

async fn make(access: Access<User, action::Own>, (): (), _: Input<Ignored>) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access.is_about(&Id::<User>::new(user_id));
    let token = access
        .write(move |tx, _| {
            audit(
                tx,
                Some(user_id),
                "renew_changelog_feed",
                (User::TYPE, user_id),
            )?;
            feed_token::rotate::<ChangelogFeed>(tx, user_id)
        })
        .await?;
    let origin = access.ctx().site.origin();
    let address = format!(
        "{origin}/voluntr/changelog/{token}{}",
        ChangelogFeed::EXTENSION
    );
    Ok(document(Some(access.ctx().now.clone()), Some(address)))
}

async fn revoke(access: Access<User, action::Own>, (): (), _: Input<()>) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access.is_about(&Id::<User>::new(user_id));
    access
        .write(move |tx, _| {
            if !feed_token::revoke::<ChangelogFeed>(tx, user_id)? {
                return Err(Code::NotFound.into());
            }
            audit(
                tx,
                Some(user_id),
                "revoke_changelog_feed",
                (User::TYPE, user_id),
            )
        })
        .await?;
    Ok(document(None, None))
}
