//! Known devices: a secret that a browser keeps between sign-ins, which identifies the account's owner before the
//! password is verified. Why: docs/decisions/0010.

use axum::http::HeaderMap;
use axum::http::header::COOKIE as COOKIE_HEADER;
use rusqlite::{Connection, OptionalExtension, named_params};

use super::token;
use crate::db::Tx;
use crate::error::Result;

/// The cookie for browsers, and the header for other clients.
pub const COOKIE: &str = "voluntr-device";
pub const HEADER: &str = "device-token";
/// Lifetime of the cookie.
pub const SECONDS: u32 = 365 * 24 * 3600;

/// Maximum number of tokens per browser: a shared computer has one per user who signs in on it.
const MOST: usize = 5;

pub type Hash = [u8; 32];

/// The tokens that a request presents, newest first.
#[derive(Debug, Clone, Default)]
pub struct Presented(Vec<String>);

impl Presented {
    pub fn of(headers: &HeaderMap) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let by_cookie = || {
            text(COOKIE_HEADER.as_str())?
                .split(';')
                .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
        };
        let tokens = text(HEADER).or_else(by_cookie).unwrap_or_default();
        Self(
            tokens
                .split('.')
                .filter(|token| (40..=64).contains(&token.len()))
                .take(MOST)
                .map(str::to_owned)
                .collect(),
        )
    }

    /// The presented token with which this user has signed in before.
    pub fn known(&self, connection: &Connection, user_id: i64) -> Result<Option<Hash>> {
        for token in &self.0 {
            let hash = token::digest(token);
            let is_known = connection
                .prepare_cached(
                    "select 1 from known_devices where user_id = ?1 and device_hash = ?2",
                )?
                .query_row((user_id, hash), |_| Ok(()))
                .optional()?
                .is_some();
            if is_known {
                return Ok(Some(hash));
            }
        }
        Ok(None)
    }

    /// Prepends a new token. Never reuses a presented one: an attacker may have planted it.
    pub fn with_fresh(&self) -> Result<(Hash, String)> {
        let fresh = token::random()?;
        let hash = token::digest(&fresh);
        let mut tokens = vec![fresh];
        tokens.extend(self.0.iter().take(MOST - 1).cloned());
        Ok((hash, tokens.join(".")))
    }
}

/// Registers the device as this user's.
pub fn remember(tx: &Tx, user_id: i64, hash: &[u8]) -> Result<()> {
    tx.prepare_cached(
        "insert into known_devices (user_id, device_hash, created_at, used_at) values (:user_id, :hash, :now, :now)
             on conflict (user_id, device_hash) do update set used_at = excluded.used_at",
    )?
    .execute(named_params! {":user_id": user_id, ":hash": hash, ":now": tx.now()})?;
    Ok(())
}

/// Human-readable name, the same in both languages: `Firefox, Windows`.
pub fn describe(user_agent: Option<&str>) -> String {
    const BROWSERS: [(&str, &str); 7] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("Windows", "Windows"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let agent = user_agent.unwrap_or_default();
    let find = |list: &[(&str, &'static str)]| {
        list.iter()
            .find(|(mark, _)| agent.contains(mark))
            .map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => {
            // A client's own product name, restricted to alphanumeric text.
            let name: String = agent
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
                .take(40)
                .collect();
            if name.is_empty() {
                "?".to_owned()
            } else {
                name
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_has_a_name_that_people_know() {
        for (agent, name) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox, Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari, macOS",
            ),
            ("curl/8.5.0", "curl"),
            ("<script>alert(1)</script>", "?"),
            ("", "?"),
        ] {
            assert_eq!(describe(Some(agent)), name);
        }
    }
}
