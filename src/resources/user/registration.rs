//! Signing up and confirming the address. The answer is the same whoever asks: it never tells who has an account.

use axum::http::Method;
use rusqlite::{OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::role::{RoleScope, grant};
use super::{User, UserLocale};
use crate::app::access::{Asking, Reason, Unguarded};
use crate::app::pace::Pace;
use crate::app::password::Hasher;
use crate::app::token::{self, Purpose};
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::jsonapi::routes::{Input, Routes};
use crate::jsonapi::store::{attributes_of, typed};
use crate::jsonapi::{Answer, Resource, table};
use crate::mail::MailKind;
use crate::resources::checks;
use crate::resources::notice::Notice;

pub struct SignUp;

impl Reason for SignUp {
    const WHY: &'static str = "a visitor makes an account";
}

pub struct Confirm;

impl Reason for Confirm {
    const WHY: &'static str = "the link in a mail is the credential";
}

/// What somebody fills in to get an account.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct RegistrationForm {
    #[validate(length(min = 1, max = 100), custom(function = "checks::person_name"))]
    pub first_name: String,
    #[validate(length(min = 1, max = 100), custom(function = "checks::person_name"))]
    pub last_name: String,
    #[validate(email, length(max = 254))]
    pub email: String,
    #[validate(length(max = 20), custom(function = "checks::phone_number"))]
    pub phone_number: Option<String>,
    #[validate(custom(function = "checks::password"))]
    pub password: String,
    pub password_confirmation: Option<String>,
    #[serde(default)]
    pub accept_terms: bool,
    #[serde(default)]
    pub locale: UserLocale,
}

/// A checked form with its password hashed.
#[derive(Debug, Clone)]
pub struct Registration {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone_number: Option<String>,
    pub password_hash: String,
    pub locale: UserLocale,
}

/// Checks the form and hashes the password; the work is the same for every address.
pub async fn read(hasher: &Hasher, attributes: Map<String, Value>) -> Result<Registration> {
    let mut attributes = attributes;
    for name in ["first_name", "last_name", "email", "phone_number"] {
        if let Some(Value::String(text)) = attributes.get_mut(name) {
            *text = text.trim().to_owned();
        }
    }
    let form: RegistrationForm = typed(
        &["first_name", "last_name", "email", "password"],
        attributes,
    )?;
    if form
        .password_confirmation
        .as_ref()
        .is_some_and(|again| *again != form.password)
    {
        return Err(FieldFault::attribute("password_confirmation", "must_match").into());
    }
    if !form.accept_terms {
        return Err(FieldFault::attribute("accept_terms", "accepted").into());
    }
    Ok(Registration {
        phone_number: form.phone_number.as_deref().and_then(checks::e164),
        password_hash: hasher.hash(form.password).await?,
        first_name: form.first_name,
        last_name: form.last_name,
        email: form.email,
        locale: form.locale,
    })
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<SignUp, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/api/v1/users/sign_up",
            sign_up,
        )
        .unguarded::<Confirm, _, _, _, _, _>(Method::POST, User::TYPE, "/api/v1/confirm", confirm)
}

/// Letters to one address, and accounts from one address of the network, in an hour.
const LETTERS: Pace = Pace {
    what: "confirmation_to",
    most: 3,
};
const ACCOUNTS: Pace = Pace {
    what: "sign_up_from",
    most: 20,
};

async fn sign_up(door: Unguarded<SignUp>, (): (), input: Input<Value>) -> Result<Answer> {
    let attributes = attributes_of(table::<User>(), &input.body)?;
    let registration = read(door.app().hasher(), attributes).await?;
    door.post(input.key, move |tx, asking| {
        let center_id = asking.site.center_id;
        ACCOUNTS.keep(tx, &asking.site.address.to_string())?;
        LETTERS.keep(tx, &registration.email)?;
        let user_id = find_or_add(tx, &registration, center_id)?;
        send_confirmation(tx, user_id, &registration, center_id)?;
        Ok(Answer::accepted(
            json!({ "data": null, "meta": { "sent_to": registration.email } }).to_string(),
        ))
    })
    .await
}

/// The account with this address; a new one waits for its confirmation and may not sign in before it.
/// An account that exists keeps its password and its name, unless nobody has proved its address yet: then the latest
/// form holds, as its letter is the only one that still opens the account. Otherwise somebody could wait with a password
/// of theirs for the owner of the address to confirm it.
pub fn find_or_add(tx: &Tx, registration: &Registration, center_id: i64) -> Result<i64> {
    let existing: Option<i64> = tx
        .query_row(
            "select id from users where email = ?1",
            [&registration.email],
            |row| row.get(0),
        )
        .optional()?;
    if let Some(id) = existing {
        tx.execute(
            "update users
                set password_hash = :password_hash, first_name = :first_name, last_name = :last_name,
                    phone_number = :phone_number, version = version + 1, updated_at = :now
              where id = :id and status = 'inactive' and signup_method = 'signedUp' and confirmed_at is null",
            named_params! {
                ":id": id,
                ":password_hash": registration.password_hash,
                ":first_name": registration.first_name,
                ":last_name": registration.last_name,
                ":phone_number": registration.phone_number,
                ":now": tx.now(),
            },
        )?;
        return Ok(id);
    }
    tx.execute(
        "insert into users (email, password_hash, first_name, last_name, phone_number, status, signup_method, locale,
                            volunteer_center_id, accepted_terms_at, created_at, updated_at)
         values (:email, :password_hash, :first_name, :last_name, :phone_number, 'inactive', 'signedUp', :locale,
                 :center_id, :now, :now, :now)",
        named_params! {
            ":email": registration.email,
            ":password_hash": registration.password_hash,
            ":first_name": registration.first_name,
            ":last_name": registration.last_name,
            ":phone_number": registration.phone_number,
            ":locale": serde_json::to_value(registration.locale)?.as_str(),
            ":center_id": center_id,
            ":now": tx.now(),
        },
    )?;
    Ok(tx.last_insert_rowid())
}

/// Writes to the address: the link that confirms it, or, where there is an active account with nothing waiting for
/// confirmation, that it exists already.
pub fn send_confirmation(
    tx: &Tx,
    user_id: i64,
    registration: &Registration,
    center_id: i64,
) -> Result<()> {
    let (is_active, is_waiting): (bool, bool) = tx.query_row(
        "select u.status = 'active',
                exists (select 1 from roles r where r.user_id = u.id and r.accepted_at is null and r.granted_by_id is null)
           from users u where u.id = ?1",
        [user_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let locale = serde_json::to_value(registration.locale)?;
    let locale = locale.as_str().unwrap_or("nl");
    let name = (
        registration.first_name.as_str(),
        registration.last_name.as_str(),
    );
    let notice = |kind, data| Notice {
        kind,
        data,
        subject: (User::TYPE, user_id),
        center_id,
    };
    if is_active && !is_waiting {
        return notice(MailKind::AccountExists, json!({})).mail(
            tx,
            &registration.email,
            name,
            locale,
        );
    }
    let token = token::issue(tx, Purpose::ConfirmAccount, User::TYPE, user_id)?;
    notice(
        MailKind::AccountConfirm,
        json!({ "path": format!("/confirm?token={token}") }),
    )
    .mail(tx, &registration.email, name, locale)
}

/// Makes somebody a manager of an organisation. Not accepted yet: it counts once the address is confirmed.
pub fn grant_manager(tx: &Tx, user_id: i64, organization_id: i64, is_proved: bool) -> Result<()> {
    grant(
        tx,
        user_id,
        "organization_superuser",
        RoleScope::Organization(organization_id),
        None,
        is_proved,
    )
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Confirmation {
    confirmation_token: String,
}

/// `POST /confirm`: the address is proved; the account opens, and what it asked for itself takes effect.
async fn confirm(door: Unguarded<Confirm>, (): (), input: Input<Confirmation>) -> Result<Answer> {
    let token = input.body.confirmation_token;
    door.post(input.key, move |tx, asking| {
        let user_id = token::redeem(tx, Purpose::ConfirmAccount, &token)?;
        open_account(tx, user_id, asking)?;
        let (email, first_name): (String, Option<String>) =
            tx.query_row("select email, first_name from users where id = ?1", [user_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let data = json!({ "type": "users", "id": user_id.to_string(), "attributes": { "email": email, "first_name": first_name, "status": "active" } });
        Ok(Answer::ok(json!({ "data": data }).to_string()))
    })
    .await
}

fn open_account(tx: &Tx, user_id: i64, asking: &Asking) -> Result<()> {
    let opened = tx.execute(
        "update users set status = 'active', confirmed_at = ?2, version = version + 1, updated_at = ?2
          where id = ?1 and status in ('inactive', 'invited') and confirmed_at is null",
        (user_id, tx.now()),
    )?;
    tx.execute(
        "update roles set accepted_at = ?2, updated_at = ?2 where user_id = ?1 and accepted_at is null and granted_by_id is null",
        (user_id, tx.now()),
    )?;
    if opened > 0 {
        Notice {
            kind: MailKind::AccountWelcome,
            data: json!({ "path": "/vacancies/search" }),
            subject: (User::TYPE, user_id),
            center_id: asking.site.center_id,
        }
        .tell(tx, user_id)?;
    }
    Ok(())
}

impl Registration {
    /// For the command line: an account that needs no confirmation.
    pub fn add_active(&self, tx: &Tx, center_id: i64) -> Result<i64> {
        let exists: bool = tx.query_row(
            "select exists (select 1 from users where email = ?1)",
            [&self.email],
            |row| row.get(0),
        )?;
        if exists {
            return Err(Error::from(FieldFault::attribute("email", "taken")));
        }
        let id = find_or_add(tx, self, center_id)?;
        tx.execute(
            "update users set status = 'active', confirmed_at = ?2, signup_method = 'createdByUser' where id = ?1",
            (id, tx.now()),
        )?;
        Ok(id)
    }
}
