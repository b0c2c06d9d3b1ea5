//! Passwords: requesting a reset by email, and setting one by the emailed link or within a session.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use crate::app::access::reauthentication::{Proof, prove};
use crate::app::access::{Reason, RequestContext, Unguarded};
use crate::app::auth::password_hash::About;
use crate::app::auth::session;
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::per_key::on_the_beat;
use crate::app::limits::rate_limits::RESET_LETTERS;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, MetaOf, OneOf, Routes, SentToMeta};
use crate::jsonapi::{Answer, Resource};
use crate::mail::MailKind;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::user::AccountAttributes;
use crate::resources::user::own_account::confirmation;
use crate::resources::user::own_account::form::{Form, validate_typing};
use crate::resources::user::own_account::registration::{Address, sent_to};
use crate::resources::user::{User, UserStatus, shown};

pub struct Recover;

impl Reason for Recover {
    const WHY: &'static str = "who forgot the password cannot sign in";
    const FORGIVES: bool = true;
}

pub struct SetPassword;

impl Reason for SetPassword {
    const WHY: &'static str = "the link in a mail or the session is the credential";
    const FORGIVES: bool = true;
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<Recover, _, _, _, _, _>(Method::POST, User::TYPE, "/auth/password", ask)
        .named(
            "requestPasswordReset",
            "Sends a link to choose another password, if the address has an account",
        )
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[422])
        .unguarded::<SetPassword, _, _, _, _, _>(
            Method::PUT,
            User::TYPE,
            "/auth/password/link",
            look_at_link,
        )
        .named(
            "checkPasswordLink",
            "Says whether the link of a mail still sets a password, without using it up",
        )
        .answers(Described::json::<MetaOf<PasswordLinkMeta>>(200))
        .refuses(&[422])
        .unguarded::<SetPassword, _, _, _, _, _>(Method::PUT, User::TYPE, "/auth/password", set)
        .named("setPassword", "Sets a password, by link or by session")
        .answers(Described::json::<OneOf<AccountAttributes>>(200))
        .refuses(&[401, 403, 410, 422])
}

/// `POST /auth/password`: the same response and the same work whether the address has an account, has none, or has
/// reached its limit of three emails.
async fn ask(door: Unguarded<Recover>, (): (), input: Input<Form<Address>>) -> Result<Answer> {
    let email = input.body.read(&["email"])?.email;
    on_the_beat(door.post(input.key, move |tx, _| {
        if RESET_LETTERS.allows(tx, &email)? {
            send_link(tx, &email)?;
        }
        Ok(sent_to(&email))
    }))
    .await
}

struct Person {
    id: i64,
    email: String,
    first_name: String,
    last_name: String,
    locale: String,
    status: UserStatus,
    center_id: i64,
    center_name: String,
}

impl Person {
    const SELECT: &'static str = "select u.id, coalesce(u.email, '') as email, coalesce(u.first_name, '') as first_name,
            coalesce(u.last_name, '') as last_name, u.locale, u.status, c.id as center_id, c.name as center_name
       from users u
       join volunteer_centers c on c.id = u.volunteer_center_id";

    fn find(
        connection: &Connection,
        column: &str,
        value: impl rusqlite::ToSql,
    ) -> Result<Option<Self>> {
        let sql = format!("{} where u.{column} = ?1", Self::SELECT);
        Ok(connection
            .prepare_cached(&sql)?
            .query_row([value], |row| {
                Ok(Self {
                    id: row.get("id")?,
                    email: row.get("email")?,
                    first_name: row.get("first_name")?,
                    last_name: row.get("last_name")?,
                    locale: row.get("locale")?,
                    status: row.get("status")?,
                    center_id: row.get("center_id")?,
                    center_name: row.get("center_name")?,
                })
            })
            .optional()?)
    }

    fn about(&self) -> About {
        About::person(&self.first_name, &self.last_name, &self.email).at(&self.center_name)
    }

    fn write(&self, tx: &Tx, kind: MailKind, data: Value) -> Result<()> {
        Notice {
            kind,
            data,
            subject: (User::TYPE, self.id),
            center_id: self.center_id,
        }
        .mail(
            tx,
            &self.email,
            (&self.first_name, &self.last_name),
            &self.locale,
        )
    }
}

fn send_link(tx: &Tx, email: &str) -> Result<()> {
    let person = Person::find(tx, "email", email)?;
    match person.as_ref().map(|person| person.status) {
        Some(UserStatus::Active | UserStatus::Inactive) => {}
        // An invited person gets the invitation instead, which also asks for acceptance of the terms.
        Some(UserStatus::Invited) => {
            return match confirmation::resend(tx, person.map_or(0, |person| person.id)) {
                Err(error) if error.is(Code::RateLimited) => Ok(()),
                done => done.map(drop),
            };
        }
        Some(UserStatus::Archived) | None => {
            // Same work for an unknown address, against timing attacks.
            token::issue(tx, Purpose::ResetPassword, ("nobody", 0), &Value::Null)?;
            return Ok(());
        }
    }
    let Some(person) = person else { return Ok(()) };
    let token = token::issue(
        tx,
        Purpose::ResetPassword,
        (User::TYPE, person.id),
        &Value::Null,
    )?;
    person.write(
        tx,
        MailKind::PasswordReset,
        json!({ "path": format!("/auth/reset?token={token}") }),
    )
}

/// A new password, with what shows that it may be set.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "PasswordChange")]
struct PasswordForm {
    #[schemars(length(min = 12, max = 128))]
    password: String,
    password_confirmation: Option<String>,
    /// From the link of the mail. Without it the credentials of a session are needed.
    reset_password_token: Option<String>,
    /// Verified where it is given, as by the app: a wrong one changes nothing.
    current_password: Option<String>,
}

/// `PUT /auth/password`: by an emailed link, which ends every session and signs nobody in; or within a session, which
/// alone survives.
async fn set(
    door: Unguarded<SetPassword>,
    (): (),
    input: Input<Form<PasswordForm>>,
) -> Result<Answer> {
    let token = input.body.fields.get("reset_password_token");
    let has_token =
        token.is_some_and(|token| token.as_str().is_some_and(|token| !token.trim().is_empty()));
    let signed_in = door.ctx().user_id();
    if !has_token && signed_in.is_none() {
        let all = ["access-token", "client", "uid"];
        return Err(
            if all.iter().all(|name| input.headers.contains_key(*name)) {
                Code::SessionExpired.into()
            } else {
                Code::CredentialsOrResetToken.into()
            },
        );
    }
    let form = input.body.read(&["password"])?;
    validate_typing(&form.password, form.password_confirmation.as_deref())?;
    match (form.reset_password_token.filter(|_| has_token), signed_in) {
        (Some(token), _) => set_by_link(&door, token, form.password).await,
        (None, Some(user_id)) => {
            // The credentials of a session are enough at any age. The password is verified where it is given, as by the
            // app, so that a wrong one changes nothing.
            if form.current_password.is_some() {
                prove(
                    door.app(),
                    door.ctx(),
                    form.current_password,
                    Proof::Password,
                )
                .await?;
            }
            set_by_session(&door, user_id, form.password).await
        }
        (None, None) => Err(Code::CredentialsOrResetToken.into()),
    }
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "PasswordLink")]
struct PasswordLink {
    /// From the link of the mail.
    reset_password_token: String,
}

/// What is known of a link.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PasswordLinkState {
    /// It may still set a password.
    Valid,
    Used,
    /// Too old, replaced by a later one, or never sent.
    Expired,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct PasswordLinkMeta {
    link: PasswordLinkState,
}

/// `PUT /auth/password/link`: whether the link of a mail may still set a password. That it may not is an answer as well.
/// The token travels in the body, where no log keeps it.
async fn look_at_link(
    door: Unguarded<SetPassword>,
    (): (),
    input: Input<Form<PasswordLink>>,
) -> Result<Answer> {
    let token = input
        .body
        .read(&["reset_password_token"])?
        .reset_password_token;
    let link = match person_of_link(&door, token).await {
        Ok(_) => PasswordLinkState::Valid,
        Err(error) if error.is(Code::LinkUsed) => PasswordLinkState::Used,
        Err(error) if error.is(Code::LinkExpired) => PasswordLinkState::Expired,
        Err(error) => return Err(error),
    };
    Ok(Answer::ok(
        json!({ "data": null, "meta": PasswordLinkMeta { link } }).to_string(),
    ))
}

async fn person_of_link(door: &Unguarded<SetPassword>, token: String) -> Result<Person> {
    let now = door.ctx().now.clone();
    door.read(move |connection| {
        let link = token::find(connection, Purpose::ResetPassword, &token, &now)?;
        Person::find(connection, "id", link.subject_id)
    })
    .await?
    .filter(|person| matches!(person.status, UserStatus::Active | UserStatus::Inactive))
    .ok_or_else(|| Code::LinkExpired.into())
}

async fn set_by_link(
    door: &Unguarded<SetPassword>,
    token: String,
    password: String,
) -> Result<Answer> {
    let person = person_of_link(door, token.clone()).await?;
    let hash = door.app().hasher().accept(password, person.about()).await?;
    door.write(move |tx, _| {
        let link = token::redeem(tx, Purpose::ResetPassword, &token)?;
        let person = Person::find(tx, "id", link.subject_id)?.ok_or(Code::LinkExpired)?;
        store(tx, Some(person.id), person.id, &hash, None)?;
        confirmation::prove_address(tx, person.id)?;
        // An attacker with a hijacked session may have started to change the account's address to their own.
        crate::resources::user::own_account::email_change::withdraw(tx, person.id)?;
        person.write(
            tx,
            MailKind::PasswordChanged,
            json!({ "changed_at": tx.now() }),
        )?;
        Ok(Answer::ok(shown(tx, person.id)?.to_string()))
    })
    .await
}

async fn set_by_session(
    door: &Unguarded<SetPassword>,
    user_id: i64,
    password: String,
) -> Result<Answer> {
    let about = door
        .read(move |connection| about(connection, user_id))
        .await?;
    let hash = door.app().hasher().accept(password, about).await?;
    door.write(move |tx, ctx| {
        change(tx, ctx, user_id, &hash)?;
        Ok(Answer::ok(shown(tx, user_id)?.to_string()))
    })
    .await
}

/// Returns the personal details that the password of an account must not be based on.
pub(in crate::resources::user) fn about(connection: &Connection, user_id: i64) -> Result<About> {
    let person = Person::find(connection, "id", user_id)?;
    Ok(person.ok_or(Code::NotSignedIn)?.about())
}

/// Sets a password within a session, which alone survives, and emails the person.
pub(in crate::resources::user) fn change(
    tx: &Tx,
    ctx: &RequestContext,
    user_id: i64,
    hash: &str,
) -> Result<()> {
    let person = Person::find(tx, "id", user_id)?.ok_or(Code::NotSignedIn)?;
    let kept = ctx.principal.as_ref().map(|principal| principal.session_id);
    store(tx, Some(user_id), user_id, hash, kept)?;
    person.write(
        tx,
        MailKind::PasswordChanged,
        json!({ "changed_at": tx.now() }),
    )
}

/// Sets a password on behalf of the operator: activates a pending account, ends every session and notifies the owner.
pub fn by_operator(tx: &Tx, user_id: i64, hash: &str) -> Result<()> {
    tx.execute(
        "update users
            set confirmed_at = coalesce(confirmed_at, :now),
                status = case when status in ('invited', 'inactive') then 'active' else status end
          where id = :id",
        named_params! {":id": user_id, ":now": tx.now()},
    )?;
    store(tx, None, user_id, hash, None)?;
    let person = Person::find(tx, "id", user_id)?.ok_or(Code::NotFound)?;
    person.write(
        tx,
        MailKind::PasswordChanged,
        json!({ "changed_at": tx.now() }),
    )
}

fn store(
    tx: &Tx,
    actor_id: Option<i64>,
    user_id: i64,
    hash: &str,
    kept_session: Option<i64>,
) -> Result<()> {
    tx.execute(
        "update users
            set password_hash = :hash, password_changed_at = :now, version = version + 1, updated_at = :now
          where id = :id",
        named_params! {":id": user_id, ":hash": hash, ":now": tx.now()},
    )?;
    audit(tx, actor_id, "change_password", (User::TYPE, user_id))?;
    token::revoke(tx, Purpose::ResetPassword, (User::TYPE, user_id))?;
    session::end_others(tx, user_id, kept_session)
}
