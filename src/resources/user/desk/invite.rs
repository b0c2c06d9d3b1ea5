//! `POST /users/{id}/desk/invite`: whoever was helped at the desk goes on by themselves. The link leads to where invited people
//! choose a password; the address becomes theirs when they open it, as only then it is proved.

use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use crate::app::access::{Access, Rows, action};
use crate::app::limits::rate_limits::INVITATION_LETTERS;
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::form::Form;
use crate::jsonapi::{Answer, Id, Resource as _};
use crate::model::state_history::audit_with;
use crate::resources::user::User;
use crate::resources::user::management::invitation;

/// SQL condition on `u`: a person of the desk without any access of their own.
pub const CAN_TAKE_OVER: &str =
    "(u.status in ('active', 'inactive') and u.password_hash is null and u.email is null
    and exists (select 1 from desk_cards d where d.user_id = u.id))";

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DeskInvitation")]
pub struct DeskInvitation {
    #[validate(email, length(max = 254))]
    pub email: String,
}

pub(super) async fn invite(
    access: Access<User, action::Register>,
    id: Id<User>,
    form: Form<DeskInvitation>,
) -> Result<Answer> {
    let email = form.body.email.trim().to_owned();
    access
        .post(form.key, move |tx, rows| {
            rows.require(tx, id)?;
            require_without_access(tx, id)?;
            require_free(tx, rows, &email)?;
            INVITATION_LETTERS.keep(tx, &email)?;
            let ctx = rows.ctx();
            tx.prepare_cached("update users set invited_by_id = ?2 where id = ?1")?
                .execute((id.number(), ctx.user_id()))?;
            invitation::send_from_desk(tx, id.number(), &email, ctx.site.center_id)?;
            super::extend_account(tx, id.number())?;
            let subject = (User::TYPE, id.number());
            audit_with(tx, ctx.user_id(), "desk_invite", subject, &Value::Null)?;
            let sent = json!({ "data": null, "meta": { "sent_to": email } });
            Ok(Answer::accepted(sent.to_string()))
        })
        .await
}

fn require_without_access(tx: &Tx, id: Id<User>) -> Result<()> {
    let sql = format!("select 1 from users u where u.id = ?1 and {CAN_TAKE_OVER}");
    if tx.prepare_cached(&sql)?.exists([id.number()])? {
        return Ok(());
    }
    Err(FieldFault::attribute("email", "has_own_access").into())
}

/// Refuses an address of somebody whom the asker knows. Of any other address the letter tells its owner alone.
fn require_free(tx: &Tx, rows: &Rows<User>, email: &str) -> Result<()> {
    let owners: Vec<i64> = tx
        .prepare_cached("select id from users where email = :email")?
        .query_map(named_params! {":email": email}, |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let is_known = owners
        .into_iter()
        .any(|id| rows.require(tx, Id::new(id)).is_ok());
    if is_known {
        return Err(FieldFault::attribute("email", "taken").into());
    }
    Ok(())
}
