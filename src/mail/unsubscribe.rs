//! One-click unsubscribe (RFC 8058), authorised by the token in the email.

use rusqlite::{Connection, OptionalExtension, Result, named_params};
use serde::Serialize;

use super::outbox::Reported;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unsubscription {
    pub email: String,
    pub kind: String,
    pub locale: String,
    pub volunteer_center_id: Option<i64>,
}

/// Looks up the token of `/unsubscribe/{token}`. Read-only: mail scanners follow links.
pub fn find_unsubscription(conn: &Connection, token: &str) -> Result<Option<Unsubscription>> {
    conn.prepare_cached(
        "select to_email, kind, locale, volunteer_center_id
         from outbox
         where unsubscribe_token = :token",
    )?
    .query_row(named_params! { ":token": token }, |row| {
        Ok(Unsubscription {
            email: row.get("to_email")?,
            kind: row.get("kind")?,
            locale: row.get("locale")?,
            volunteer_center_id: row.get("volunteer_center_id")?,
        })
    })
    .optional()
}

/// Unsubscribes the address from this kind of email and deletes the pending ones.
pub fn unsubscribe(tx: &Connection, now: &str, token: &str) -> Result<Option<Unsubscription>> {
    let Some(found) = find_unsubscription(tx, token)? else {
        return Ok(None);
    };
    tx.prepare_cached(
        "insert into mail_unsubscriptions (email, kind, created_at)
         values (:email, :kind, :now)
         on conflict do nothing",
    )?
    .execute(named_params! { ":email": found.email, ":kind": found.kind, ":now": now })?;
    // The token's row is kept, so that a second click shows the same page.
    tx.prepare_cached(
        "delete from outbox
         where to_email = :email and kind = :kind and status = 'waiting' and mandatory = 0
             and unsubscribe_token <> :token",
    )?
    .execute(named_params! { ":email": found.email, ":kind": found.kind, ":token": token })?;
    Ok(Some(found))
}

/// Unsubscribes who complained about an email from its kind. Mandatory kinds go on.
pub fn complain(tx: &Connection, now: &str, message_id: &str) -> Result<Reported> {
    let found: Option<Option<String>> = tx
        .prepare_cached(
            "select unsubscribe_token
             from outbox
             where message_id = :message_id",
        )?
        .query_row(named_params! { ":message_id": message_id }, |row| {
            row.get(0)
        })
        .optional()?;
    match found {
        None => Ok(Reported::Unknown),
        Some(None) => Ok(Reported::Known),
        Some(Some(token)) => {
            unsubscribe(tx, now, &token)?;
            Ok(Reported::Heeded)
        }
    }
}

/// Moves mail settings to a new address: unsubscriptions are moved, pending optional emails are redirected, and the
/// bounces of the old address are deleted. Mandatory emails keep their address: some of them warn the reader of the old
/// one.
pub fn follow(tx: &Connection, old: &str, new: &str) -> Result<()> {
    for sql in [
        "insert into mail_unsubscriptions (email, kind, created_at)
         select :new, kind, created_at from mail_unsubscriptions where email = :old
         on conflict do nothing",
        "delete from mail_unsubscriptions where email = :old and :new <> :old",
        "delete from mail_bounces where email = :old and :new <> :old",
        "update outbox set to_email = :new where to_email = :old and status = 'waiting' and mandatory = 0",
    ] {
        tx.prepare_cached(sql)?
            .execute(named_params! { ":old": old, ":new": new })?;
    }
    Ok(())
}
