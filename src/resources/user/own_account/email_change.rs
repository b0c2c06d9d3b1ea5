//! Change of email address: takes effect once the new address is confirmed; both addresses are notified.

use axum::http::Method;
use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use validator::Validate;

use super::confirmation::Confirm;
use super::form::Form;
use super::registration::{id_of, sent_to};
use crate::app::access::reauthentication::{Proof, prove};
use crate::app::access::{Access, Unguarded, action};
use crate::app::auth::session;
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::rate_limits::{EMAIL_CHANGE_LETTERS, EMAIL_CHANGES};
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::routes::{Described, Ignored, Input, MetaOf, OneOf, Routes, SentToMeta};
use crate::jsonapi::{Answer, Id, Resource};
use crate::mail::{self, MailKind};
use crate::model::effects::{Event, Happening};
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::user::AccountAttributes;
use crate::resources::user::{User, shown};

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "//api/v1/current_user/email", ask)
        .named("changeEmail", "Asks for another e-mail address")
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[412])
        .action(Method::DELETE, "//api/v1/current_user/email", take_back)
        .named(
            "withdrawEmailChange",
            "Drops the address that awaits confirmation",
        )
        .answers(Described::empty())
        .refuses(&[412])
        .unguarded::<Confirm, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/api/v1/confirm_email",
            confirm,
        )
        .named("confirmEmail", "Confirms another e-mail address by link")
        .answers(Described::json::<OneOf<AccountAttributes>>(200))
        .refuses(&[401, 410])
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "EmailChange")]
struct EmailForm {
    #[validate(email, length(max = 254))]
    email: String,
    current_password: String,
}

/// `PUT /current_user/email`: the same response whether the address is free or in use.
async fn ask(
    access: Access<User, action::Update>,
    (): (),
    input: Input<Form<EmailForm>>,
) -> Result<Answer> {
    let form = input.body.read(&["email", "current_password"])?;
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access.is_about(&Id::<User>::new(user_id));
    let proof = Some(form.current_password);
    prove(access.app(), access.ctx(), proof, Proof::Password).await?;
    access
        .write(move |tx, _| {
            wish(tx, user_id, &form.email)?;
            Ok(sent_to(&form.email))
        })
        .await
}

struct Person {
    email: String,
    first_name: String,
    last_name: String,
    locale: String,
    center_id: i64,
    unconfirmed_email: Option<String>,
}

impl Person {
    fn find(tx: &Tx, id: i64) -> Result<Self> {
        tx.prepare_cached(
            "select coalesce(email, ''), coalesce(first_name, ''), coalesce(last_name, ''), locale, volunteer_center_id,
                    unconfirmed_email
               from users
              where id = ?1 and status <> 'archived'",
        )?
        .query_row([id], |row| {
            Ok(Self {
                email: row.get(0)?,
                first_name: row.get(1)?,
                last_name: row.get(2)?,
                locale: row.get(3)?,
                center_id: row.get(4)?,
                unconfirmed_email: row.get(5)?,
            })
        })
        .optional()?
        .ok_or_else(|| Code::NotFound.into())
    }
}

fn write(tx: &Tx, id: i64, person: &Person, to: &str, kind: MailKind, data: Value) -> Result<()> {
    Notice {
        kind,
        data,
        subject: (User::TYPE, id),
        center_id: person.center_id,
    }
    .mail(
        tx,
        to,
        (&person.first_name, &person.last_name),
        &person.locale,
    )
}

/// Stores the pending address and emails it. Where another account has the address, its owner is notified and no link
/// is sent.
pub(in crate::resources::user) fn wish(tx: &Tx, user_id: i64, email: &str) -> Result<()> {
    EMAIL_CHANGES.keep(tx, &user_id.to_string())?;
    let person = Person::find(tx, user_id)?;
    let subject = (User::TYPE, user_id);
    let owner = id_of(tx, email)?;
    if person.email == email {
        return Err(FieldFault::attribute("email", "same_address").into());
    }
    tx.execute(
        "update users
            set unconfirmed_email = :email, version = version + 1, updated_at = :now
          where id = :id",
        named_params! {":id": user_id, ":email": email, ":now": tx.now()},
    )?;
    audit(tx, Some(user_id), "ask_new_email", (User::TYPE, user_id))?;
    let token = token::issue(
        tx,
        Purpose::ChangeEmail,
        subject,
        &json!({ "email": email }),
    )?;
    if !EMAIL_CHANGE_LETTERS.allows(tx, email)? {
        return Ok(());
    }
    match owner.filter(|owner| *owner != user_id) {
        None => {
            let path = format!("/confirm?email_token={token}");
            let data = json!({ "is_change": true, "path": path });
            write(tx, user_id, &person, email, MailKind::AccountConfirm, data)
        }
        Some(owner) => {
            token::revoke(tx, Purpose::ChangeEmail, subject)?;
            let owner_is = Person::find(tx, owner);
            match owner_is {
                Ok(other) => {
                    let data = json!({ "is_change": true });
                    write(
                        tx,
                        owner,
                        &other,
                        &other.email,
                        MailKind::AccountExists,
                        data,
                    )
                }
                // A closed account is not emailed.
                Err(error) if error.is(Code::NotFound) => Ok(()),
                Err(error) => Err(error),
            }
        }
    }
}

/// `DELETE /current_user/email`: discards the pending address.
async fn take_back(
    access: Access<User, action::Update>,
    (): (),
    _: Input<Ignored>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access.is_about(&Id::<User>::new(user_id));
    access
        .write(move |tx, _| {
            withdraw(tx, user_id)?;
            audit(
                tx,
                Some(user_id),
                "withdraw_new_email",
                (User::TYPE, user_id),
            )
        })
        .await?;
    Ok(Answer::empty())
}

/// Discards an unconfirmed address and revokes its link.
pub(in crate::resources::user) fn withdraw(tx: &Tx, user_id: i64) -> Result<()> {
    token::revoke(tx, Purpose::ChangeEmail, (User::TYPE, user_id))?;
    tx.execute(
        "update users
            set unconfirmed_email = null, version = version + 1, updated_at = :now
          where id = :id and unconfirmed_email is not null",
        named_params! {":id": user_id, ":now": tx.now()},
    )?;
    Ok(())
}

/// Applies an unsubscribe link sent to a former address to the current address.
pub fn catch_up(tx: &Tx, email: &str) -> Result<()> {
    let now: Option<String> = tx
        .prepare_cached(
            "select u.email
               from known_as k
               join users u on u.id = k.user_id and u.email is not null
              where k.kind = 'email' and k.value = ?1
                and not exists (select 1 from users o where o.email = ?1)
              order by k.until desc
              limit 1",
        )?
        .query_row([email], |row| row.get(0))
        .optional()?;
    match now {
        Some(now) => Ok(mail::follow(tx, email, &now)?),
        None => Ok(()),
    }
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
struct EmailToken {
    email_token: String,
}

/// `POST /confirm_email`: puts the new address into effect. Every session ends, since the address is part of its
/// credentials; both addresses are notified.
async fn confirm(
    door: Unguarded<Confirm>,
    (): (),
    input: Input<Form<EmailToken>>,
) -> Result<Answer> {
    let token = input.body.read(&["email_token"])?.email_token;
    door.post(input.key, move |tx, _| {
        let link = token::redeem(tx, Purpose::ChangeEmail, &token)?;
        let user_id = link.subject_id;
        let person = Person::find(tx, user_id).map_err(|_| Code::LinkExpired)?;
        let new = person.unconfirmed_email.clone().ok_or(Code::LinkExpired)?;
        if link.kept("email").and_then(Value::as_str) != Some(&new) {
            return Err(Code::LinkExpired.into());
        }
        if id_of(tx, &new)?.is_some_and(|owner| owner != user_id) {
            return Err(FieldFault::attribute("email", "taken").into());
        }
        tx.execute(
            "update users
                set email = :email, unconfirmed_email = null, version = version + 1, updated_at = :now
              where id = :id",
            named_params! {":id": user_id, ":email": new, ":now": tx.now()},
        )?;
        audit(tx, Some(user_id), "change_email", (User::TYPE, user_id))?;
        mail::follow(tx, &person.email, &new)?;
        Happening::new(tx, Event::AddressChanged, user_id).announce()?;
        // A password reset link may be in a mailbox that no longer belongs to the person.
        token::revoke(tx, Purpose::ResetPassword, (User::TYPE, user_id))?;
        session::end_others(tx, user_id, None)?;
        let data = json!({ "old_email": person.email, "new_email": new });
        for to in [&person.email, &new] {
            write(tx, user_id, &person, to, MailKind::EmailChanged, data.clone())?;
        }
        Ok(Answer::ok(shown(tx, user_id)?.to_string()))
    })
    .await
}
