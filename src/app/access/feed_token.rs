//! Secret addresses of feeds: a token in the path stands for one person and one feed, for programs that cannot sign
//! in, such as a calendar. Only the hash of the token is stored. It is shown once, replaced by the next, and gives no
//! other access; an unknown, revoked or foreign token is 404.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use rusqlite::{Connection, OptionalExtension as _, named_params};
use xxhash_rust::xxh3::xxh3_64;

use crate::app::App;
use crate::app::access::{Access, Action};
use crate::app::auth::token::{digest, random};
use crate::app::limits::rate_limits::FEED_READS;
use crate::app::tenancy::request_target::Site;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::Resource;

/// A kind of feed; its name is stored with the token.
pub trait Feed: Send + Sync + 'static {
    const NAME: &'static str;
    /// Extension of the address after the token, such as `.ics`.
    const EXTENSION: &'static str = "";
}

/// Issues a token and revokes the one in use. The caller checks that the feed is the person's own.
pub fn rotate<F: Feed>(tx: &Tx, user_id: i64) -> Result<String> {
    revoke::<F>(tx, user_id)?;
    let token = random()?;
    tx.prepare_cached(
        "insert into feed_tokens (user_id, feed, token_hash, created_at) values (?1, ?2, ?3, ?4)",
    )?
    .execute((user_id, F::NAME, digest(&token), tx.now()))?;
    Ok(token)
}

/// Returns whether there was a token to revoke.
pub fn revoke<F: Feed>(tx: &Tx, user_id: i64) -> Result<bool> {
    let changed = tx
        .prepare_cached(
            "update feed_tokens set revoked_at = ?3 where user_id = ?1 and feed = ?2 and revoked_at is null",
        )?
        .execute((user_id, F::NAME, tx.now()))?;
    Ok(changed > 0)
}

/// Since when there is an address in use.
pub fn in_use_since<F: Feed>(connection: &Connection, user_id: i64) -> Result<Option<String>> {
    let mut statement = connection.prepare_cached(
        "select created_at from feed_tokens where user_id = ?1 and feed = ?2 and revoked_at is null",
    )?;
    Ok(statement
        .query_row((user_id, F::NAME), |row| row.get(0))
        .optional()?)
}

/// The person whose feed this is, and their centre; only while the account is active.
fn find(connection: &Connection, feed: &str, token: &str) -> Result<Option<(i64, i64)>> {
    Ok(connection
        .prepare_cached(
            "select u.id, u.volunteer_center_id from feed_tokens f join users u on u.id = f.user_id
              where f.token_hash = :hash and f.feed = :feed and f.revoked_at is null and u.status = 'active'",
        )?
        .query_row(named_params! {":hash": digest(token), ":feed": feed}, |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?)
}

/// Extractor of a feed by the secret in its path, `{token}`.
pub struct SecretFeed<F> {
    pub user_id: i64,
    pub center_id: i64,
    app: Arc<App>,
    site: Site,
    of: PhantomData<fn() -> F>,
}

impl<F> std::fmt::Debug for SecretFeed<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecretFeed")
            .field("user_id", &self.user_id)
            .finish_non_exhaustive()
    }
}

impl<F: Feed> FromRequestParts<Arc<App>> for SecretFeed<F> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let site = parts.extensions.get::<Site>().cloned();
        let site = site.ok_or_else(|| Error::internal("the request has no site"))?;
        let second = app.clock().now().as_second();
        app.rate_limits()
            .count_address(&FEED_READS, site.caller(), second)?;
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, app)
            .await
            .map_err(|_| Code::NotFound)?;
        let token = path
            .get("token")
            .and_then(|word| word.strip_suffix(F::EXTENSION));
        let token = token.ok_or(Code::NotFound)?.to_owned();
        let found = site
            .tenant
            .unguarded("the token itself is the right to this feed")
            .read(move |connection| find(connection, F::NAME, &token))
            .await?;
        let (user_id, center_id) = found.ok_or(Code::NotFound)?;
        Ok(Self {
            user_id,
            center_id,
            app: Arc::clone(app),
            site,
            of: PhantomData,
        })
    }
}

impl<F: Feed> SecretFeed<F> {
    /// The rows of `R` that the person may see now.
    pub async fn access<R: Resource, A: Action>(&self) -> Result<Access<R, A>> {
        let person = (self.user_id, self.center_id, None);
        Access::as_person(&self.app, &self.site.tenant, person).await
    }

    /// The response: cached by the person's own program only, never by a shared cache, and not indexed.
    pub fn response(&self, content_type: &'static str, body: String) -> Response {
        let etag = format!("\"{:016x}\"", xxh3_64(body.as_bytes()));
        let mut response = body.into_response();
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_TYPE, content_type),
            (header::CACHE_CONTROL, "private, max-age=900"),
            (header::REFERRER_POLICY, "no-referrer"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if let Ok(etag) = HeaderValue::from_str(&etag) {
            headers.insert(header::ETAG, etag);
        }
        headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
        response
    }
}
