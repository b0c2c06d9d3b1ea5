//! Random tokens, and the single-use tokens of links in mails. Only hashes are stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use rusqlite::{OptionalExtension, named_params};
use sha2::{Digest, Sha256};

use super::clock::later;
use crate::db::Tx;
use crate::error::{Code, Error, Result};

/// 256 random bits, safe in an address.
pub fn random() -> Result<String> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(format!("randomness: {error}")))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

pub fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// A link's purpose; its word is what stands in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    ConfirmAccount,
    ConfirmApplication,
    ResetPassword,
    /// The way back into an account that was closed.
    RestoreAccount,
}

impl Purpose {
    const fn word(self) -> &'static str {
        match self {
            Self::ConfirmAccount => "confirm_account",
            Self::ConfirmApplication => "confirm_application",
            Self::ResetPassword => "reset_password",
            Self::RestoreAccount => "restore_account",
        }
    }

    /// How long a link lives (decisions 5).
    const fn lifetime(self) -> SignedDuration {
        match self {
            Self::ConfirmAccount => SignedDuration::from_hours(3 * 24),
            Self::ConfirmApplication => SignedDuration::from_hours(7 * 24),
            Self::ResetPassword => SignedDuration::from_hours(2),
            Self::RestoreAccount => SignedDuration::from_hours(30 * 24),
        }
    }
}

/// Makes a link's token; earlier unused ones for the same purpose and subject die.
pub fn issue(tx: &Tx, purpose: Purpose, subject_type: &str, subject_id: i64) -> Result<String> {
    let token = random()?;
    tx.prepare_cached("delete from tokens
          where purpose = :purpose and subject_type = :subject_type and subject_id = :subject_id and used_at is null")?.execute(
        named_params! {":purpose": purpose.word(), ":subject_type": subject_type, ":subject_id": subject_id},
    )?;
    tx.prepare_cached(
        "insert into tokens (purpose, token_hash, subject_type, subject_id, created_at, expires_at)
         values (:purpose, :token_hash, :subject_type, :subject_id, :now, :expires_at)",
    )?
    .execute(named_params! {
        ":purpose": purpose.word(),
        ":token_hash": digest(&token),
        ":subject_type": subject_type,
        ":subject_id": subject_id,
        ":now": tx.now(),
        ":expires_at": later(tx.now(), purpose.lifetime()),
    })?;
    Ok(token)
}

/// Uses a link's token, once. Gives the subject's id; 410 for a used, an expired and an unknown one.
pub fn redeem(tx: &Tx, purpose: Purpose, token: &str) -> Result<i64> {
    let found: Option<(i64, i64, bool, bool)> = tx.prepare_cached("select id, subject_id, used_at is not null, expires_at <= :now
               from tokens
              where token_hash = :token_hash and purpose = :purpose")?.query_row(
            named_params! {":token_hash": digest(token), ":purpose": purpose.word(), ":now": tx.now()},
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .optional()?;
    match found {
        None | Some((_, _, false, true)) => Err(Code::LinkExpired.into()),
        Some((_, _, true, _)) => Err(Code::LinkUsed.into()),
        Some((id, subject_id, false, false)) => {
            tx.prepare_cached("update tokens set used_at = ?2 where id = ?1")?
                .execute((id, tx.now()))?;
            Ok(subject_id)
        }
    }
}
