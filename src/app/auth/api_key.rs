//! API keys: credentials of other programs, sent as `Authorization: Bearer vk_…`. A key is an actor of its own, never a
//! person. Its scopes list the calls that it may make; the rows within reach follow from the policy's roles for keys.
//! Every other credential of such a request is ignored.

use std::sync::Arc;

use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use jiff::SignedDuration;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use subtle::ConstantTimeEq as _;

use super::token;
use crate::app::App;
use crate::app::limits::rate_limits::{API_KEY_REQUESTS, WRONG_API_KEYS};
use crate::app::tenancy::request_target::Site;
use crate::base::clock::later;
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Error, Result};
use crate::policy::Role;
use crate::policy::key_scopes::KeyScope;

/// Begins every key, so that people and scanners of source code recognise one.
const MARK: &str = "vk_";
/// Characters of a key that are stored and shown: the mark and 48 of its 256 random bits.
const PREFIX: usize = 11;
/// Maximum staleness of `last_used_at`: not every request writes.
const TOUCH_EVERY: SignedDuration = SignedDuration::from_hours(1);
/// Headers that say who asks or for which organisation, all of which the key itself says.
const OVERRULED: [&str; 5] = [
    "access-token",
    "client",
    "uid",
    "current-organization-id",
    "cookie",
];

/// A valid key.
#[derive(Debug, Clone)]
pub struct ApiKey {
    pub id: i64,
    pub organization_id: Option<i64>,
    pub scopes: Vec<KeyScope>,
}

impl ApiKey {
    pub fn roles(&self) -> Vec<Role> {
        let of_scopes = self.scopes.iter().filter_map(|scope| scope.role());
        std::iter::once(Role::Anyone).chain(of_scopes).collect()
    }

    fn opens(&self, parts: &Parts) -> bool {
        let (method, path) = (parts.method.as_str(), parts.uri.path());
        self.scopes.iter().any(|scope| scope.opens(method, path))
    }
}

/// The key of a request, and what it was recognised by, with which it is verified again.
#[derive(Debug, Clone)]
pub struct Keyholder {
    pub(in crate::app) key: Arc<ApiKey>,
    pub(in crate::app) presented: Arc<PresentedKey>,
}

/// The token after `Bearer`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::AUTHORIZATION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .filter_map(|value| value.split_once(' '))
        .find(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
}

/// The key that a request presents: its first characters, and a hash of the whole.
#[derive(Debug)]
pub struct PresentedKey {
    prefix: String,
    token_hash: [u8; 32],
}

impl PresentedKey {
    /// Reads the key of a request and removes its other credentials. A token of another kind counts as a wrong key of a
    /// call of the API; elsewhere, and beside a session, it is that of a proxy in front, and is left alone.
    pub fn take(parts: &mut Parts, is_api: bool) -> Option<Self> {
        let token = bearer(&parts.headers)?;
        let has_session = parts.headers.contains_key("access-token");
        if (!is_api || has_session) && !token.starts_with(MARK) {
            return None;
        }
        let presented = Self::of(token);
        for name in OVERRULED {
            parts.headers.remove(name);
        }
        Some(presented)
    }

    fn of(token: &str) -> Self {
        Self {
            prefix: prefix_of(token),
            token_hash: token::digest(token),
        }
    }
}

fn prefix_of(token: &str) -> String {
    token.chars().take(PREFIX).collect()
}

/// A new key: what is stored of it, and the secret, which is shown once.
pub struct NewSecret {
    pub secret: String,
    pub prefix: String,
    pub token_hash: [u8; 32],
}

impl NewSecret {
    pub fn generate() -> Result<Self> {
        let secret = format!("{MARK}{}", token::random()?);
        Ok(Self {
            prefix: prefix_of(&secret),
            token_hash: token::digest(&secret),
            secret,
        })
    }
}

/// Verifies the key of a request, counts the request, and refuses calls that no scope of the key lists.
pub async fn admit(
    app: &App,
    parts: &Parts,
    site: &Site,
    presented: PresentedKey,
) -> Result<Keyholder> {
    let presented = Arc::new(presented);
    let (second, now) = (app.clock.now().as_second(), app.clock.text());
    let db = &site.tenant.db;
    let (sought, here) = (Arc::clone(&presented), site.clone());
    let found = db
        .read(move |connection| find(connection, &sought, &here, &now))
        .await;
    let (key, is_stale) = match found {
        Err(error) if error.status().as_u16() == 401 => {
            app.rate_limits
                .count_address(&WRONG_API_KEYS, site.caller(), second)?;
            return Err(error);
        }
        found => found?,
    };
    let counted = (site.caller(), key.id);
    app.rate_limits
        .count_key(&API_KEY_REQUESTS, counted, second)?;
    if is_stale {
        let id = key.id;
        match db.write(move |tx| touch(tx, id)).await {
            // A full disk does not block reads.
            Err(error) if error.is(Code::InsufficientStorage) => {}
            touched => touched?,
        }
    }
    if !key.opens(parts) {
        let scopes: Vec<&str> = key.scopes.iter().map(|scope| scope.as_str()).collect();
        return Err(Error::from(Code::ApiKeyScope).with("scopes", scopes));
    }
    Ok(Keyholder {
        key: Arc::new(key),
        presented,
    })
}

/// The key presented, if it counts at this centre now, and whether `last_used_at` has to be updated. A key with an
/// organisation counts while that is approved and at the key's centre.
pub(in crate::app) fn find(
    connection: &Connection,
    presented: &PresentedKey,
    site: &Site,
    now: &str,
) -> Result<(ApiKey, bool)> {
    struct Row {
        key: ApiKey,
        token_hash: Vec<u8>,
        center_id: i64,
        is_revoked: bool,
        is_expired: bool,
        is_standing: bool,
        is_stale: bool,
    }
    let fresh = later(now, -TOUCH_EVERY);
    let row = connection
        .prepare_cached(
            "select k.id, k.token_hash, k.volunteer_center_id, k.organization_id, k.scopes,
                    k.revoked_at is not null, k.expires_at <= :now,
                    k.organization_id is null or exists (
                      select 1 from organizations o
                       where o.id = k.organization_id and o.status = 'approved' and o.household_of_id is null
                         and o.volunteer_center_id = k.volunteer_center_id),
                    coalesce(k.last_used_at, '') <= :fresh or k.last_used_at > :now
               from api_keys k
              where k.prefix = :prefix",
        )?
        .query_row(
            named_params! {":prefix": presented.prefix, ":now": now, ":fresh": fresh},
            |row| {
                let scopes: String = row.get(4)?;
                Ok(Row {
                    key: ApiKey {
                        id: row.get(0)?,
                        organization_id: row.get(3)?,
                        scopes: scopes_of(&scopes),
                    },
                    token_hash: row.get(1)?,
                    center_id: row.get(2)?,
                    is_revoked: row.get(5)?,
                    is_expired: row.get(6)?,
                    is_standing: row.get(7)?,
                    is_stale: row.get(8)?,
                })
            },
        )
        .optional()?;
    // Compared with something in any case.
    let stored = row.as_ref().map_or(&[0; 32][..], |row| &row.token_hash);
    let is_secret = bool::from(presented.token_hash.ct_eq(stored));
    let row = row.filter(|row| is_secret && row.center_id == site.center_id);
    let row = row.ok_or(Code::ApiKeyInvalid)?;
    if row.is_revoked {
        Err(Code::ApiKeyRevoked.into())
    } else if row.is_expired {
        Err(Code::ApiKeyExpired.into())
    } else if !row.is_standing {
        Err(Code::ApiKeySuspended.into())
    } else {
        Ok((row.key, row.is_stale))
    }
}

/// A scope that this program does not know opens nothing.
fn scopes_of(stored: &str) -> Vec<KeyScope> {
    let words: Vec<String> = serde_json::from_str(stored).unwrap_or_default();
    words
        .iter()
        .filter_map(|word| KeyScope::parse(word))
        .collect()
}

fn touch(tx: &Tx, id: i64) -> Result<()> {
    tx.execute(
        "update api_keys set last_used_at = ?2 where id = ?1",
        (id, tx.now()),
    )?;
    Ok(())
}
