//! Links with which somebody without an account sees the draft of a page, for seven days.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Page;
use super::published::address_of;
use crate::app::access::{Access, action};
use crate::app::auth::token;
use crate::app::tenancy::home_center::HomeCenter;
use crate::base::clock::{days, later};
use crate::base::locale::Locale;
use crate::error::{Code, Result};
use crate::http::routes::{Described, Ignored, Input, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, Id};

const DAYS: i64 = 7;
/// Links to one page at a time; a new one ends the oldest.
const MOST: i64 = 20;

#[derive(Serialize, Deserialize, JsonSchema)]
struct PagePreviewLinkAttributes {
    url: String,
    expires_at: String,
}

impl Typed for PagePreviewLinkAttributes {
    const TYPE: &'static str = "page_preview_links";
}

async fn make(
    access: Access<Page, action::Update>,
    id: Id<Page>,
    _: Input<Ignored>,
) -> Result<Answer> {
    let site = &access.ctx().site;
    // The request names a host: in a link for somebody else stands only one that is this tenant's.
    let is_known = access.app().tenants().by_host(site.domain())?.is_some();
    let link = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let site = &rows.ctx().site;
            let own = HomeCenter::of(tx, site, site.center_id)?.origin(site);
            let origin = own.filter(|_| !is_known).unwrap_or_else(|| site.origin());
            let page = rows.load(tx, id)?;
            let token = token::random()?;
            let expires_at = later(tx.now(), days(DAYS));
            tx.prepare_cached(
                "insert into page_preview_tokens (page_id, token_hash, expires_at, created_at) values (?1, ?2, ?3, ?4)",
            )?
            .execute((id.number(), token::digest(&token), &expires_at, tx.now()))?;
            tx.prepare_cached(
                "delete from page_preview_tokens where page_id = ?1 and id not in
                   (select id from page_preview_tokens where page_id = ?1 order by id desc limit ?2)",
            )?
            .execute((id.number(), MOST))?;
            let locale = Locale::parse(page.locale.as_str()).unwrap_or_default();
            let path = locale.path(&address_of(&page.slug, page.page_type.as_str()));
            Ok(json!({ "url": format!("{origin}{path}?preview_token={token}"), "expires_at": expires_at }))
        })
        .await?;
    let data = json!({ "type": PagePreviewLinkAttributes::TYPE, "id": id, "attributes": link });
    Ok(Answer::ok(json!({ "data": data }).to_string()))
}

/// The page that a link shows, at its own address, whichever language its reader chose. 410 once the link has expired.
pub(super) fn page_of(
    connection: &Connection,
    token: &str,
    slug: &str,
    (center_id, now): (i64, &str),
) -> Result<i64> {
    let found: Option<(i64, bool)> = connection
        .prepare_cached(
            "select p.id, k.expires_at > :now from page_preview_tokens k join pages p on p.id = k.page_id
              where k.token_hash = :hash and p.deleted_at is null and p.volunteer_center_id = :center_id and p.slug = :slug",
        )?
        .query_row(
            named_params! {
                ":hash": token::digest(token), ":center_id": center_id, ":slug": slug, ":now": now,
            },
            |row| row.try_into(),
        )
        .optional()?;
    match found {
        Some((id, true)) => Ok(id),
        Some((_, false)) => Err(Code::LinkExpired.into()),
        None => Err(Code::NotFound.into()),
    }
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "/{id}/preview_token", make)
        .named(
            "makePagePreviewLink",
            "Makes a link to the draft for somebody without an account",
        )
        .answering_anew()
        .answers(Described::json::<OneOf<PagePreviewLinkAttributes>>(200))
}
