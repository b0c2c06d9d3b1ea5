//! The signed-in user: initial data of the app, and changes to one's own account.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{guardian, menu};
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::Input;
use crate::jsonapi::write::store::names_row;
use crate::jsonapi::{Document, Id};
use crate::resources::user::User;
use crate::resources::user::access::{grantable, granting};
use crate::resources::user::authentication::impersonation;
use crate::resources::user::management::manage;

/// Returns the signed-in user with the entries of their work menu: the app does not evaluate roles.
pub(in crate::resources::user) async fn current_user(
    access: Access<User, action::Update>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let ctx = access.ctx();
    let user_id = ctx.user_id().ok_or(Code::NotSignedIn)?;
    let rows = access.rows();
    let (grantable, guides, guardian) = access
        .read(move |connection| {
            let ctx = rows.ctx();
            Ok((
                grantable::grantable(connection, ctx, granting::To::Newcomer)?,
                menu::guides(connection, ctx)?,
                guardian::shown(connection, user_id, &ctx.now)?,
            ))
        })
        .await?;
    let mut meta =
        json!({ "menu": menu::menu(ctx, guides), "grantable": grantable, "guardian": guardian });
    if let (Some(principal), Some(meta)) = (&ctx.principal, meta.as_object_mut()) {
        let factor = principal.factor;
        meta.insert(
            "second_factor".to_owned(),
            json!({ "required": factor.is_required, "is_set_up": factor.is_set_up }),
        );
        if let Some(by) = &principal.impersonation {
            meta.insert("impersonation".to_owned(), impersonation::shown(by));
        }
    }
    let document = access
        .reading()?
        .find(Id::new(user_id), input.query)
        .await?;
    Ok(document.with_meta(&meta))
}

/// What the app needs to know of who is signed in.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(in crate::resources::user) struct CurrentUserMeta {
    /// Parts of the app that are open to this person.
    menu: Vec<String>,
    grantable: Vec<GrantableRole>,
    guardian: Option<GuardianState>,
    second_factor: SecondFactorState,
    /// The admin who is signed in as this person.
    #[serde(skip_serializing_if = "Option::is_none")]
    impersonation: Option<ImpersonationState>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SecondFactorState {
    required: bool,
    is_set_up: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct ImpersonationState {
    by: String,
    until: String,
    reason: String,
}

/// The permission of a parent or guardian.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(in crate::resources::user) struct GuardianState {
    state: String,
    email: Option<String>,
    ends_at: Option<String>,
    minimum_age: i64,
    may_ask: bool,
}

/// A role that may be offered.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(in crate::resources::user) struct GrantableRole {
    role: String,
    scope_type: String,
    scope_id: Option<String>,
    scope_name: Option<String>,
}

/// `PATCH` and `PUT /current_user {user: {…}}`, or as a document.
pub(in crate::resources::user) async fn change_current_user(
    access: Access<User, action::Update>,
    (): (),
    input: Input<Value>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let sent = input.body.pointer("/data/id").unwrap_or(&Value::Null);
    names_row(sent, &user_id.to_string())?;
    let attributes = manage::changes_in(&input.body)?;
    access.ctx().require_settable::<User>(attributes.keys())?;
    let id: Id<User> = Id::new(user_id);
    access.is_about(&id);
    access
        .change(id, move |tx, rows| {
            rows.update(tx, id, attributes)?;
            Ok(())
        })
        .await
}
