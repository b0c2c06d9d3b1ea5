//! Session lifecycle: creation, renewal, termination.

use jiff::SignedDuration;
use rusqlite::named_params;

use super::INACTIVE_LET_IN;
use crate::app::auth::{known_devices, token};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Result};

/// Absolute session lifetime.
const LONGEST: SignedDuration = days(90);
/// Lifetime of an impersonation (docs/domain/rights.md#impersonation).
pub const IMPERSONATION: SignedDuration = SignedDuration::from_mins(60);

/// New credentials, as sent to the client once.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub token: String,
    pub client: String,
    pub uid: String,
    /// Seconds since the Unix epoch.
    pub expiry: i64,
}

/// Client properties and grounds of a new session.
#[derive(Debug)]
pub struct Beginning<'a> {
    pub user_agent: Option<&'a str>,
    pub device_hash: Option<&'a [u8]>,
    pub grounds: Grounds<'a>,
}

/// What was verified before a session starts. Verifying a password takes long; the session starts only if the result
/// still holds.
#[derive(Debug, Clone, Copy)]
pub enum Grounds<'a> {
    /// The hash against which the password was verified, and the address as entered.
    Password { hash: &'a str, email: &'a str },
    /// An admin authorized in this transaction, with their own session and the reason.
    Impersonation {
        admin_id: i64,
        session_id: i64,
        reason: &'a str,
    },
}

impl Grounds<'_> {
    fn require(&self, tx: &Tx, user_id: i64) -> Result<()> {
        let Self::Password { hash, email } = self else {
            return Ok(());
        };
        let holds = tx
            .prepare_cached(&format!(
                "select 1 from users u
                  where u.id = ?1 and (u.status = 'active' or {INACTIVE_LET_IN}) and u.password_hash = ?2 and u.email = ?3"
            ))?
            .exists((user_id, hash, email))?;
        if holds {
            Ok(())
        } else {
            Err(Code::InvalidCredentials.into())
        }
    }
}

/// Starts a session for an authenticated user. An impersonation is short and inherits the admin's second factor.
pub fn begin(tx: &Tx, user_id: i64, of: &Beginning) -> Result<Credentials> {
    of.grounds.require(tx, user_id)?;
    let (impersonator, lifetime) = match of.grounds {
        Grounds::Password { .. } => (None, LONGEST),
        Grounds::Impersonation {
            admin_id,
            session_id,
            reason,
        } => (Some((admin_id, session_id, reason)), IMPERSONATION),
    };
    let expires_at = later(tx.now(), lifetime);
    let (token, client) = (token::random()?, token::random()?);
    let agent = of
        .user_agent
        .map(|agent| agent.chars().take(200).collect::<String>());
    tx.execute(
        "insert into sessions (user_id, client, token_hash, created_at, used_at, expires_at, user_agent, device, device_hash,
                               second_factor_at, impersonator_id, parent_session_id, impersonation_reason)
         values (:user_id, :client, :token_hash, :now, :now, :expires_at, :user_agent, :device, :device_hash,
                 iif(:impersonator is null, null, :now), :impersonator, :parent, :reason)",
        named_params! {
            ":user_id": user_id,
            ":client": client,
            ":token_hash": token::digest(&token),
            ":now": tx.now(),
            ":expires_at": expires_at,
            ":user_agent": agent,
            ":device": known_devices::describe(agent.as_deref()),
            ":device_hash": of.device_hash,
            ":impersonator": impersonator.map(|(admin_id, ..)| admin_id),
            ":parent": impersonator.map(|(_, parent_id, _)| parent_id),
            ":reason": impersonator.map(|(.., reason)| reason),
        },
    )?;
    credentials(tx, user_id, (token, client), &expires_at)
}

/// Issues new credentials for a session; the old ones become invalid.
pub fn renew(tx: &Tx, session_id: i64) -> Result<Credentials> {
    let (token, client) = (token::random()?, token::random()?);
    let (user_id, expires_at): (i64, String) = tx.query_row(
        "update sessions set client = :client, token_hash = :token_hash, used_at = :now
          where id = :id and revoked_at is null and expires_at > :now
          returning user_id, expires_at",
        named_params! {":id": session_id, ":client": client, ":token_hash": token::digest(&token), ":now": tx.now()},
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    credentials(tx, user_id, (token, client), &expires_at)
}

fn credentials(
    tx: &Tx,
    user_id: i64,
    (token, client): (String, String),
    expires_at: &str,
) -> Result<Credentials> {
    let uid: String = tx.query_row("select email from users where id = ?1", [user_id], |row| {
        row.get(0)
    })?;
    let expiry = expires_at
        .parse::<jiff::Timestamp>()
        .map(jiff::Timestamp::as_second)
        .unwrap_or_default();
    Ok(Credentials {
        token,
        client,
        uid,
        expiry,
    })
}

/// Ends one session and deletes its secrets.
pub fn end(tx: &Tx, session_id: i64) -> Result<()> {
    tx.execute(
        "update sessions set revoked_at = :now where id = :id and revoked_at is null",
        named_params! {":id": session_id, ":now": tx.now()},
    )?;
    Ok(())
}

/// Ends all of a user's sessions but one, including their impersonations, and forgets the other devices. Called after
/// a password change.
pub fn end_others(tx: &Tx, user_id: i64, session_id: Option<i64>) -> Result<()> {
    tx.execute(
        "update sessions set revoked_at = :now where user_id = :user_id and revoked_at is null and id is not :kept",
        named_params! {":now": tx.now(), ":user_id": user_id, ":kept": session_id},
    )?;
    tx.execute(
        "delete from known_devices
          where user_id = :user_id
            and device_hash is not (select device_hash from sessions where id = :kept)",
        named_params! {":user_id": user_id, ":kept": session_id},
    )?;
    Ok(())
}
