//! One's own account in the form of Devise-style sign-in libraries: `PUT /auth` changes it, `DELETE /auth` closes it.

use axum::http::Method;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use validator::Validate;

use super::archive::{self, ArchiveReason};
use super::form::{Form, validate_typing};
use super::guardian;
use crate::app::access::reauthentication::{Proof, prove};
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::{Answer, Document, Id};
use crate::resources::user::User;
use crate::resources::user::authentication::password;
use crate::resources::user::own_account::email_change;

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "//auth", change)
        .named(
            "updateAccount",
            "Changes address, password and attributes of one's own account at once",
        )
        .answers(Described::one::<User>(200))
        .refuses(&[412])
        .action(Method::DELETE, "//auth", close)
        .named("closeAccount", "Closes one's own account")
        .answers(Described::empty())
        .refuses(&[412, 422])
}

/// What may be changed at once. Everything else that is sent is an attribute of the person.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "AccountUpdate")]
struct AccountForm {
    #[validate(email, length(max = 254))]
    email: Option<String>,
    #[schemars(length(min = 12, max = 128))]
    password: Option<String>,
    password_confirmation: Option<String>,
    /// Needed for a new password or another address.
    current_password: Option<String>,
    #[serde(flatten)]
    #[schemars(skip)]
    others: Map<String, Value>,
}

/// `PUT /auth`: all changes or none. A new address awaits confirmation, as at `PUT /current_user/email`.
async fn change(
    access: Access<User, action::Update>,
    (): (),
    input: Input<Form<AccountForm>>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let form = input.body.read(&[])?;
    let present: Option<String> =
        access
            .read(move |connection| {
                Ok(connection.query_row(
                    "select email from users where id = ?1",
                    [user_id],
                    |row| row.get(0),
                )?)
            })
            .await?;
    let new_email = form.email.filter(|email| present.as_ref() != Some(email));
    if new_email.is_some() || form.password.is_some() {
        prove(
            access.app(),
            access.ctx(),
            form.current_password,
            Proof::Password,
        )
        .await?;
    }
    let hash = match form.password {
        Some(new) => {
            validate_typing(&new, form.password_confirmation.as_deref())?;
            let about = access
                .read(move |connection| password::about(connection, user_id))
                .await?;
            Some(access.app().hasher().accept(new, about).await?)
        }
        None => None,
    };
    let others = form.others;
    let id: Id<User> = Id::new(user_id);
    access.is_about(&id);
    access
        .change(id, move |tx, rows| {
            if !others.is_empty() {
                rows.update(tx, id, others)?;
            }
            if let Some(email) = &new_email {
                email_change::wish(tx, user_id, email)?;
            }
            if let Some(hash) = &hash {
                password::change(tx, rows.ctx(), user_id, hash)?;
            }
            Ok(())
        })
        .await
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "AccountClosing")]
struct Closing {
    /// Needed with a session older than fifteen minutes.
    current_password: Option<String>,
    /// Why, in the person's own words.
    #[validate(length(max = 1000))]
    reason: Option<String>,
}

/// `DELETE /auth`: closes the account, with a grace period of thirty days.
async fn close(
    access: Access<User, action::Update>,
    (): (),
    input: Input<Form<Closing>>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let form = input.body.read(&[])?;
    access.is_about(&Id::<User>::new(user_id));
    prove(
        access.app(),
        access.ctx(),
        form.current_password,
        Proof::PasswordOrFreshSession,
    )
    .await?;
    access
        .write(move |tx, _| {
            guardian::require_consent(tx, user_id, tx.now())?;
            archive::archive(
                tx,
                user_id,
                ArchiveReason::OwnWish,
                &archive::Said {
                    text: form.reason,
                    ..archive::Said::default()
                },
                Some(user_id),
            )
        })
        .await?;
    Ok(Answer::empty())
}
