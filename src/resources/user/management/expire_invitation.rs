//! Invitations that come to nothing. Who never took theirs never agreed to anything, so nothing of them stays, at once
//! (docs/domain/states.md#accounts). No letter says so: there is no address left to write to.

use axum::response::{IntoResponse, Response};
use rusqlite::OptionalExtension;
use serde_json::Value;

use crate::app::access::Rows;
use crate::app::access::audit_log;
use crate::app::access::audit_log::Event;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Answer, Document, Id, Resource};
use crate::privacy::{Remains, erase};
use crate::resources::user::User;

/// Takes an invited person away. That it happened is kept; the number is not, as somebody else may get it.
pub fn erase_invited(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    erase(tx, user_id, Remains::Nothing)?;
    let gone = Event {
        actor_id,
        action: "archive_invited",
        subject: (User::TYPE, None),
        data: Value::Null,
        center_id: None,
    };
    audit_log::write(tx, &gone)?;
    tx.prepare_cached("insert into erasures (kind, at) values ('invited_account', ?1)")?
        .execute([tx.now()])?;
    Ok(())
}

/// The offer that an account was made for has been taken back, and there is no other: the invitation is withdrawn.
/// An account that was brought in without a role, or with another, waits on.
pub fn erase_if_withdrawn(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    let is_withdrawn: Option<bool> = tx
        .prepare_cached(
            "select not exists (select 1 from roles r where r.user_id = u.id)
                    and not exists (select 1 from role_invitations i where i.user_id = u.id and i.state = 'sent')
                    and exists (select 1 from role_invitations i where i.user_id = u.id and i.created_at = u.created_at)
               from users u
              where u.id = ?1 and u.status = 'invited'",
        )?
        .query_row([user_id], |row| row.get(0))
        .optional()?;
    if is_withdrawn == Some(true) {
        erase_invited(tx, user_id, actor_id)?;
    }
    Ok(())
}

/// The person as they are now, or 204 where there is nobody any more.
pub fn shown_or_gone(tx: &Tx, rows: &Rows<User>, id: Id<User>) -> Result<Response> {
    let is_there = tx
        .prepare_cached("select 1 from users where id = ?1")?
        .exists([id.number()])?;
    if !is_there {
        return Ok(Answer::empty().into_response());
    }
    let one = rows.shown(tx, id)?;
    Ok(Document::new(one.body, Some(one.version)).into_response())
}
