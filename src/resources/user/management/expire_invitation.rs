//! Expired and withdrawn invitations. An invited person has not consented to anything, so their data is deleted at
//! once (docs/domain/states.md#accounts). No email is sent, since no address remains.

use axum::response::{IntoResponse, Response};
use rusqlite::OptionalExtension;
use serde_json::Value;

use crate::app::access::Rows;
use crate::app::access::audit_log;
use crate::app::access::audit_log::Event;
use crate::db::Tx;
use crate::error::Result;
use crate::jsonapi::{Answer, Document, Id, Resource};
use crate::privacy::Remains;
use crate::resources::personal_data::erase;
use crate::resources::user::User;

/// Deletes an invited person. The audit log records the event but not the id, which may be reused.
pub fn erase_invited(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    erase(tx, user_id, Remains::Nothing)?;
    let gone = Event {
        actor_id,
        action: "archive_invited",
        subject: audit_log::Subject::named(User::TYPE, None),
        data: Value::Null,
        center_id: None,
    };
    audit_log::write(tx, &gone)?;
    tx.prepare_cached("insert into erasures (kind, at) values ('invited_account', ?1)")?
        .execute([tx.now()])?;
    Ok(())
}

/// Deletes an account whose offer was withdrawn, where it was created for that offer and there is no other. An
/// account created without a role, or with another, stays pending.
pub fn erase_if_withdrawn(tx: &Tx, user_id: i64, actor_id: Option<i64>) -> Result<()> {
    let is_withdrawn: Option<bool> = tx
        .prepare_cached(
            "select not exists (select 1 from roles r where r.user_id = u.id)
                    and not exists (select 1 from role_invitations i where i.user_id = u.id and i.state = 'sent')
                    and exists (select 1 from role_invitations i where i.user_id = u.id and i.made_account = 1)
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

/// Returns the person's document, or 204 where the account was deleted.
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
