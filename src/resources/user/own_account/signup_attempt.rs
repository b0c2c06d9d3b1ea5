//! Password of the latest sign-up for an address, kept until the confirmation link expires
//! (docs/domain/limits.md#links). A sign-in before confirmation is checked against this alone, so that the response
//! is the same whether the address was new or has an account. It never grants a session.

use rusqlite::{Connection, OptionalExtension, named_params};

use crate::app::auth::token::Purpose;
use crate::base::clock::later;
use crate::db::Tx;
use crate::error::Result;

/// Stores the password hash for an address, replacing an earlier one.
pub(in crate::resources::user) fn keep(tx: &Tx, email: &str, password_hash: &str) -> Result<()> {
    tx.prepare_cached(
        "insert into signup_attempts (email, password_hash, created_at, expires_at)
         values (:email, :password_hash, :now, :expires_at)
         on conflict (email) do update
         set password_hash = excluded.password_hash, created_at = excluded.created_at, expires_at = excluded.expires_at",
    )?
    .execute(named_params! {
        ":email": email,
        ":password_hash": password_hash,
        ":now": tx.now(),
        ":expires_at": end(tx),
    })?;
    Ok(())
}

/// Returns the password hash, unless expired.
pub(in crate::resources::user) fn find(
    connection: &Connection,
    email: &str,
    now: &str,
) -> Result<Option<String>> {
    Ok(connection
        .prepare_cached(
            "select password_hash from signup_attempts where email = ?1 and expires_at > ?2",
        )?
        .query_row((email, now), |row| row.get(0))
        .optional()?)
}

/// Extends the attempt along with a resent confirmation link. Returns `false` where there is none.
pub(in crate::resources::user) fn prolong(tx: &Tx, email: &str) -> Result<bool> {
    let changed = tx
        .prepare_cached(
            "update signup_attempts set expires_at = :expires_at where email = :email and expires_at > :now",
        )?
        .execute(named_params! {":email": email, ":now": tx.now(), ":expires_at": end(tx)})?;
    Ok(changed > 0)
}

/// Deletes the attempt once the account is activated with this password: sign-in is then checked against the account.
pub(in crate::resources::user) fn forget(tx: &Tx, user_id: i64) -> Result<()> {
    tx.prepare_cached(
        "delete from signup_attempts where email = (select email from users where id = ?1)",
    )?
    .execute([user_id])?;
    Ok(())
}

fn end(tx: &Tx) -> String {
    later(tx.now(), Purpose::ConfirmAccount.lifetime())
}
