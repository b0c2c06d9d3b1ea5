//! Pending `WebAuthn` challenges.

use jiff::SignedDuration;
use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::app::auth::session::Principal;
use crate::app::auth::token;
use crate::base::clock::later;
use crate::db::Tx;
use crate::error::Result;

/// Validity of a challenge.
const WAITS: SignedDuration = SignedDuration::from_mins(5);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::resources::user) enum PasskeyPurpose {
    Register,
    SignIn,
}

impl PasskeyPurpose {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::SignIn => "sign_in",
        }
    }
}

/// Stores a challenge; it replaces an earlier one of this session.
pub(in crate::resources::user) fn ask(
    tx: &Tx,
    principal: &Principal,
    purpose: PasskeyPurpose,
    state: &Value,
) -> Result<String> {
    let id = token::random()?;
    tx.execute(
        "delete from passkey_challenges where session_id = ?1 or expires_at <= ?2",
        (principal.session_id, tx.now()),
    )?;
    tx.execute(
        "insert into passkey_challenges (id, session_id, purpose, state, created_at, expires_at)
         values (:id, :session_id, :purpose, :state, :now, :expires_at)",
        named_params! {
            ":id": id,
            ":session_id": principal.session_id,
            ":purpose": purpose.as_str(),
            ":state": state.to_string(),
            ":now": tx.now(),
            ":expires_at": later(tx.now(), WAITS),
        },
    )?;
    Ok(id)
}

/// Consumes the challenge of this session and purpose. It can be answered once, whether or not the answer is right.
pub(in crate::resources::user) fn take<S: DeserializeOwned>(
    tx: &Tx,
    principal: &Principal,
    purpose: PasskeyPurpose,
    id: &str,
) -> Result<Option<S>> {
    let state: Option<String> = tx
        .query_row(
            "delete from passkey_challenges
              where id = :id and session_id = :session_id and purpose = :purpose
                and expires_at > :now and created_at <= :now
              returning state",
            named_params! {":id": id, ":session_id": principal.session_id, ":purpose": purpose.as_str(), ":now": tx.now()},
            |row| row.get(0),
        )
        .optional()?;
    match state {
        Some(state) => Ok(serde_json::from_str(&state)?),
        None => Ok(None),
    }
}
