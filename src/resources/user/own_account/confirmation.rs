//! Confirmation of an email address: resending the link, redeeming it, and the effects.

use axum::http::Method;
use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use validator::Validate;

use super::form::Form;
use super::registration::{Address, SignUp, id_of, sent_to};
use super::{archive, guardian, signup_attempt};
use crate::app::access::{Reason, RequestContext, Unguarded};
use crate::app::auth::session;
use crate::app::auth::token;
use crate::app::auth::token::{Link, Purpose};
use crate::app::limits::per_key::on_the_beat;
use crate::app::limits::rate_limits::CONFIRMATION_LETTERS;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, MetaOf, OneOf, Routes, SentToMeta};
use crate::jsonapi::{Answer, Resource};
use crate::mail::MailKind;
use crate::model::effects::{Event, Happening};
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::user::AccountAttributes;
use crate::resources::user::management::invitation;
use crate::resources::user::{User, UserStatus, shown};

pub struct Confirm;

impl Reason for Confirm {
    const WHY: &'static str = "the link in a mail is the credential";
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<SignUp, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/auth/confirmation",
            resend_confirmation,
        )
        .named(
            "requestConfirmation",
            "Sends the link that confirms an address again",
        )
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[401, 422])
        .unguarded::<Confirm, _, _, _, _, _>(Method::POST, User::TYPE, "/api/v1/confirm", confirm)
        .named("confirmAccount", "Confirms an address by link")
        .answers(Described::json::<OneOf<AccountAttributes>>(200))
        .refuses(&[401, 410])
}

/// Returns whether a link to the address would have an effect: activate the account, or a role its owner requested.
pub(in crate::resources::user) fn awaits_confirmation(tx: &Tx, user_id: i64) -> Result<bool> {
    Ok(tx.query_row(
        "select (u.confirmed_at is null and u.status in ('inactive', 'invited'))
                or (u.status = 'active'
                    and exists (select 1 from roles r where r.user_id = u.id and r.accepted_at is null and r.granted_by_id is null))
           from users u where u.id = ?1",
        [user_id],
        |row| row.get(0),
    )?)
}

/// Resends the confirmation with a new link of the same effect; the previous link is revoked. An invited person gets
/// the invitation instead. Returns `false` where nothing awaits confirmation.
pub fn resend(tx: &Tx, user_id: i64) -> Result<bool> {
    let (email, first_name, last_name, locale, center_id, status, invited_by, was_invited): Waiting = tx.query_row(
        "select email, coalesce(first_name, ''), coalesce(last_name, ''), locale, volunteer_center_id, status, invited_by_id,
                invited_at is not null
           from users where id = ?1",
        [user_id],
        |row| row.try_into(),
    )?;
    if status == UserStatus::Invited {
        // Imported people are emailed only once their centre sends the invitations.
        if was_invited {
            invitation::send(tx, user_id, invited_by, center_id)?;
        }
        return Ok(was_invited);
    }
    let Some(email) = email else {
        return Ok(false);
    };
    if !awaits_confirmation(tx, user_id)? {
        return Ok(false);
    }
    let subject = (User::TYPE, user_id);
    let kept = token::last_data(tx, Purpose::ConfirmAccount, subject)?;
    let token = token::issue(tx, Purpose::ConfirmAccount, subject, &kept)?;
    Notice {
        kind: MailKind::AccountConfirm,
        data: json!({ "path": format!("/confirm?token={token}") }),
        subject,
        center_id,
    }
    .mail(tx, &email, (&first_name, &last_name), &locale)?;
    Ok(true)
}

type Waiting = (
    Option<String>,
    String,
    String,
    String,
    i64,
    UserStatus,
    Option<i64>,
    bool,
);

/// `POST /auth/confirmation`: the same response whether or not anything awaits confirmation for this address.
async fn resend_confirmation(
    door: Unguarded<SignUp>,
    (): (),
    input: Input<Form<Address>>,
) -> Result<Answer> {
    let email = input.body.read(&["email"])?.email;
    on_the_beat(door.post(input.key, move |tx, _| {
        if CONFIRMATION_LETTERS.allows(tx, &email)? {
            let was_typed = signup_attempt::prolong(tx, &email)?;
            if let Some(user_id) = id_of(tx, &email)? {
                match resend(tx, user_id) {
                    // The invitation has a limit of its own, which must not be disclosed either.
                    Err(error) if error.is(Code::RateLimited) => {}
                    Ok(false) if was_typed => say_it_exists(tx, user_id)?,
                    done => {
                        done?;
                    }
                }
            }
        }
        Ok(sent_to(&email))
    }))
    .await
}

/// Repeats the email that tells a person who signed up that the account already exists.
fn say_it_exists(tx: &Tx, user_id: i64) -> Result<()> {
    if awaits_confirmation(tx, user_id)? {
        return Ok(());
    }
    let (email, first_name, last_name, locale, center_id): (String, String, String, String, i64) = tx.query_row(
        "select email, coalesce(first_name, ''), coalesce(last_name, ''), locale, volunteer_center_id from users where id = ?1",
        [user_id],
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)),
    )?;
    Notice {
        kind: MailKind::AccountExists,
        data: json!({}),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .mail(tx, &email, (&first_name, &last_name), &locale)
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "EmailConfirmation")]
struct Confirmation {
    confirmation_token: String,
}

/// `POST /confirm`: confirms the address, activates the account and applies its own requests. Where several forms
/// were submitted for the address, none of their passwords is valid: `meta.password_needed` says so, and the same
/// token then sets one at `PUT /auth/password`.
async fn confirm(
    door: Unguarded<Confirm>,
    (): (),
    input: Input<Form<Confirmation>>,
) -> Result<Answer> {
    let token = input.body.read(&["confirmation_token"])?.confirmation_token;
    door.post(input.key, move |tx, ctx| {
        let (link, needs_password) = match token::redeem(tx, Purpose::ConfirmAccount, &token) {
            Ok(link) => {
                let needs_password = open_account(tx, &link, ctx)?;
                (link, needs_password)
            }
            Err(error) => (still_without_password(tx, &token)?.ok_or(error)?, true),
        };
        let mut document = shown(tx, link.subject_id)?;
        if needs_password && let Some(document) = document.as_object_mut() {
            document.insert("meta".to_owned(), json!({ "password_needed": true }));
        }
        Ok(Answer::ok(document.to_string()))
    })
    .await
}

/// Accepts the redeemed link again from a person who left without choosing a password. Once a password is set the
/// link is used.
fn still_without_password(tx: &Tx, token: &str) -> Result<Option<Link>> {
    let link = match token::find(tx, Purpose::ResetPassword, token, tx.now()) {
        Err(error) if error.is(Code::LinkUsed) => return Err(error),
        found => found.ok(),
    };
    let Some(link) = link else { return Ok(None) };
    let is_needed: Option<bool> = tx
        .query_row(
            "select password_hash is null from users where id = ?1 and status = 'active'",
            [link.subject_id],
            |row| row.get(0),
        )
        .optional()?;
    Ok(is_needed.unwrap_or_default().then_some(link))
}

/// Returns whether the account has no password yet.
fn open_account(tx: &Tx, link: &Link, ctx: &RequestContext) -> Result<bool> {
    let user_id = link.subject_id;
    let is_contested = link
        .kept("is_contested")
        .and_then(Value::as_bool)
        .unwrap_or_default();
    let opened = tx.execute(
        "update users
            set status = 'active', confirmed_at = :now, accepted_terms_at = coalesce(accepted_terms_at, :now),
                password_hash = iif(:is_contested, null, coalesce(:password_hash, password_hash)),
                version = version + 1, updated_at = :now
          where id = :id and status in ('inactive', 'invited') and confirmed_at is null",
        named_params! {
            ":id": user_id,
            ":is_contested": is_contested,
            ":password_hash": link.kept("password_hash").and_then(Value::as_str),
            ":now": tx.now(),
        },
    )? > 0;
    if opened {
        audit(tx, Some(user_id), "confirm", (User::TYPE, user_id))?;
    }
    apply_options(tx, user_id)?;
    if opened {
        guardian::take_over(tx, user_id, &link.data)?;
        token::spend(tx, Purpose::AcceptInvitation, (User::TYPE, user_id))?;
        Happening::new(tx, Event::AddressProved, user_id).announce()?;
        welcome(tx, user_id, ctx.site.center_id)?;
    }
    let needs_password = opened && is_contested;
    if opened && !is_contested {
        signup_attempt::forget(tx, user_id)?;
    }
    if needs_password {
        // A session of the unconfirmed account may be that of whoever filled in another form.
        session::end_others(tx, user_id, None)?;
        token::turn_into(tx, link, Purpose::ResetPassword)?;
    }
    Ok(needs_password)
}

/// Confirms the address by a password reset link too: activates an unconfirmed account and reactivates a suspended
/// one.
pub(in crate::resources::user) fn prove_address(tx: &Tx, user_id: i64) -> Result<()> {
    let is_asleep: Option<bool> = tx
        .query_row(
            "select confirmed_at is not null from users where id = ?1 and status = 'inactive'",
            [user_id],
            |row| row.get(0),
        )
        .optional()?;
    match is_asleep {
        None => Ok(()),
        Some(true) => archive::reactivate(tx, user_id, None),
        Some(false) => {
            tx.execute(
                "update users
                    set status = 'active', confirmed_at = :now, version = version + 1, updated_at = :now
                  where id = :id",
                named_params! {":id": user_id, ":now": tx.now()},
            )?;
            let subject = (User::TYPE, user_id);
            // The pending form may have been submitted by anybody: this link does not confirm it. Its age-related
            // data is requested again.
            token::spend(tx, Purpose::ConfirmAccount, subject)?;
            Happening::new(tx, Event::AddressProved, user_id).announce()?;
            apply_options(tx, user_id)
        }
    }
}

/// Applies the options requested at sign-up once the address is confirmed.
fn apply_options(tx: &Tx, user_id: i64) -> Result<()> {
    tx.execute(
        "update roles set accepted_at = ?2, updated_at = ?2 where user_id = ?1 and accepted_at is null and granted_by_id is null",
        (user_id, tx.now()),
    )?;
    Ok(())
}

/// Sends the welcome email of a newly activated account.
pub(in crate::resources::user) fn welcome(tx: &Tx, user_id: i64, center_id: i64) -> Result<()> {
    Notice {
        kind: MailKind::AccountWelcome,
        data: json!({ "path": "/vacancies/search" }),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .tell(tx, user_id)
}
