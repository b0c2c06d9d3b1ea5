//! Sign-up. The response is the same for every address: it never discloses who has an account.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::confirmation::awaits_confirmation;
use super::form::{Form, validate_typing};
use super::{guardian, signup_attempt};
use crate::app::access::{Reason, Unguarded};
use crate::app::auth::password_hash::{About, Hasher};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::app::limits::per_key::on_the_beat;
use crate::app::limits::rate_limits::{CONFIRMATION_LETTERS, SIGN_UPS};
use crate::db::Tx;
use crate::error::{Error, FieldFault, Result};
use crate::http::routes::{Described, Input, MetaOf, Routes, SentToMeta};
use crate::jsonapi::{Answer, Resource};
use crate::mail::MailKind;
use crate::model::field_rules;
use crate::model::state_history::audit;
use crate::resources::notification::Notice;
use crate::resources::user::access::role::{RoleScope, grant};
use crate::resources::user::{User, UserLocale};

pub use super::confirmation::resend;

pub struct SignUp;

impl Reason for SignUp {
    const WHY: &'static str = "a visitor makes an account";
}

/// What somebody fills in to get an account.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Registration")]
pub struct RegistrationForm {
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub first_name: String,
    #[validate(
        length(min = 1, max = 100),
        custom(function = "field_rules::person_name")
    )]
    pub last_name: String,
    #[validate(email, length(max = 254))]
    pub email: String,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    #[schemars(length(min = 12, max = 128))]
    pub password: String,
    pub password_confirmation: Option<String>,
    #[serde(default)]
    pub accept_terms: bool,
    #[serde(default)]
    pub locale: UserLocale,
    /// A day: `1984-03-05`. Nobody has to say it.
    #[validate(length(max = 10))]
    pub birth_date: Option<String>,
    /// The address of a parent or guardian, of who is younger than the centre's `minimum_age`.
    #[validate(email, length(max = 254))]
    pub guardian_email: Option<String>,
}

/// Validated form with its password hashed.
#[derive(Debug, Clone)]
pub struct Registration {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone_number: Option<String>,
    pub password_hash: String,
    pub locale: UserLocale,
    pub birth_date: Option<String>,
    pub guardian_email: Option<String>,
}

/// What the rules of the form itself do not know.
pub struct Surroundings {
    center_name: String,
    /// Of the age, for which the centre has its own.
    faults: Vec<FieldFault>,
}

/// Reads what a form is held against besides its own rules.
pub fn surroundings(
    connection: &Connection,
    now: &str,
    center_id: i64,
    fields: &Map<String, Value>,
) -> Result<Surroundings> {
    let text = |name: &str| {
        let text = fields.get(name).and_then(Value::as_str).map(str::trim);
        text.filter(|text| !text.is_empty())
    };
    let own = text("email").unwrap_or_default();
    let of_age = (text("birth_date"), text("guardian_email"), own);
    let faults = match guardian::validate_form(connection, now, center_id, of_age) {
        Err(Error::Invalid(faults)) => faults,
        // Who is too young is refused when the rest is right.
        Ok(()) | Err(Error::Refused(_)) => Vec::new(),
        Err(other) => return Err(other),
    };
    Ok(Surroundings {
        center_name: center_name(connection, center_id)?,
        faults,
    })
}

/// Validates the form and hashes the password; the work is the same for every address. All faults are reported at once.
pub async fn read(
    hasher: &Hasher,
    fields: Map<String, Value>,
    around: Surroundings,
) -> Result<Registration> {
    let typed = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
    let text = |name: &str| typed(name).unwrap_or_default();
    let about = About::person(&text("first_name"), &text("last_name"), &text("email"))
        .at(&around.center_name);
    let (password, again) = (text("password"), typed("password_confirmation"));
    let has_accepted = fields.get("accept_terms") == Some(&Value::Bool(true));

    let needed = ["first_name", "last_name", "email", "password"];
    let mut faults = Vec::new();
    let form = faults_into(
        &mut faults,
        Form::<RegistrationForm>::of(fields).read(&needed),
    )?;
    if !password.is_empty() {
        let typing = validate_typing(&password, again.as_deref());
        faults_into(&mut faults, typing)?;
    }
    if !has_accepted {
        let refused = Err(FieldFault::attribute("accept_terms", "accepted").into());
        faults_into::<()>(&mut faults, refused)?;
    }
    faults_into::<()>(&mut faults, Err(Error::Invalid(around.faults)))?;
    let Some(form) = form.filter(|_| faults.is_empty()) else {
        if !faults
            .iter()
            .any(|fault| fault.pointer.ends_with("/password"))
        {
            faults_into(&mut faults, hasher.check(password, about).await)?;
        }
        return Err(Error::Invalid(faults));
    };
    Ok(Registration {
        phone_number: form.phone_number.as_deref().and_then(field_rules::e164),
        password_hash: hasher.accept(form.password, about).await?,
        first_name: form.first_name,
        last_name: form.last_name,
        email: form.email,
        locale: form.locale,
        birth_date: form.birth_date,
        guardian_email: form.guardian_email,
    })
}

/// Takes the faults of a part of a form to those of the rest, one for each field. `None` where the part has any.
pub fn faults_into<T>(faults: &mut Vec<FieldFault>, part: Result<T>) -> Result<Option<T>> {
    match part {
        Ok(part) => Ok(Some(part)),
        Err(Error::Invalid(found)) => {
            for fault in found {
                if !faults.iter().any(|known| known.pointer == fault.pointer) {
                    faults.push(fault);
                }
            }
            Ok(None)
        }
        Err(other) => Err(other),
    }
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<SignUp, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/api/v1/users/sign_up",
            sign_up,
        )
        .named("signUp", "Makes an account")
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[401, 403, 422])
        .unguarded::<SignUp, _, _, _, _, _>(Method::POST, User::TYPE, "/auth", sign_up)
        .named("register", "Makes an account, as signUp does")
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[401, 403, 422])
}

/// `POST /auth` and `POST /users/sign_up`, plain or as a document.
async fn sign_up(
    door: Unguarded<SignUp>,
    (): (),
    input: Input<Form<RegistrationForm>>,
) -> Result<Answer> {
    let mut fields = input.body.fields;
    // Sent by sign-in libraries and ignored: link targets are decided by the centre.
    for ignored in ["confirm_success_url", "config_name"] {
        fields.remove(ignored);
    }
    let (center_id, now) = (door.ctx().site.center_id, door.ctx().now.clone());
    let typed = fields.clone();
    let around = door
        .read(move |connection| surroundings(connection, &now, center_id, &typed))
        .await?;
    let registration = read(door.app().hasher(), fields, around).await?;
    on_the_beat(door.post(input.key, move |tx, ctx| {
        SIGN_UPS.keep(tx, &ctx.site.client_ip.to_string())?;
        CONFIRMATION_LETTERS.keep(tx, &registration.email)?;
        let account = find_or_add(tx, &registration, center_id)?;
        make_volunteer(tx, &account, center_id)?;
        send_confirmation(tx, &account, &registration, center_id)?;
        Ok(sent_to(&registration.email))
    }))
    .await
}

/// Response of every endpoint in which a visitor enters an address: discloses nothing about accounts.
pub fn sent_to(email: &str) -> Answer {
    Answer::accepted(json!({ "data": null, "meta": { "sent_to": email } }).to_string())
}

pub fn center_name(connection: &Connection, center_id: i64) -> Result<String> {
    Ok(connection
        .prepare_cached("select name from volunteer_centers where id = ?1")?
        .query_row([center_id], |row| row.get(0))?)
}

/// Account that a form refers to.
#[derive(Debug, Clone, Copy)]
pub struct Account {
    pub id: i64,
    /// Set where another form, or an invitation, preceded this one and the address is not confirmed yet: it cannot be
    /// determined whose link the owner will follow, and whose password came with it.
    is_contested: bool,
}

/// Finds or creates the account with this address; a new one cannot sign in before confirmation. An account with a
/// confirmed address keeps its password and name, whatever the form contains.
pub fn find_or_add(tx: &Tx, registration: &Registration, center_id: i64) -> Result<Account> {
    let of_age = (
        registration.birth_date.as_deref(),
        registration.guardian_email.as_deref(),
        registration.email.as_str(),
    );
    guardian::validate_form(tx, tx.now(), center_id, of_age)?;
    let existing: Option<(i64, bool)> = tx
        .query_row(
            "select id, confirmed_at is null from users where email = ?1",
            [&registration.email],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    if let Some((id, is_contested)) = existing {
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
        return Ok(Account { id, is_contested });
    }
    tx.execute(
        "insert into users (email, password_hash, first_name, last_name, phone_number, status, signup_method, locale,
                            volunteer_center_id, accepted_terms_at, password_changed_at, created_at, updated_at)
         values (:email, :password_hash, :first_name, :last_name, :phone_number, 'inactive', 'signedUp', :locale,
                 :center_id, :now, :now, :now, :now)",
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
    let id = tx.last_insert_rowid();
    audit(tx, Some(id), "sign_up", (User::TYPE, id))?;
    Ok(Account {
        id,
        is_contested: false,
    })
}

/// Emails the address: the confirmation link, or, where an account awaits no confirmation, that it exists already.
/// The link activates the account with the password of this very form.
pub fn send_confirmation(
    tx: &Tx,
    account: &Account,
    registration: &Registration,
    center_id: i64,
) -> Result<()> {
    let locale = serde_json::to_value(registration.locale)?;
    let locale = locale.as_str().unwrap_or("nl");
    signup_attempt::keep(tx, &registration.email, &registration.password_hash)?;
    let name = (
        registration.first_name.as_str(),
        registration.last_name.as_str(),
    );
    let subject = (User::TYPE, account.id);
    let notice = |kind, data| Notice {
        kind,
        data,
        subject,
        center_id,
    };
    if !awaits_confirmation(tx, account.id)? {
        return notice(MailKind::AccountExists, json!({})).mail(
            tx,
            &registration.email,
            name,
            locale,
        );
    }
    // The age is not stored, and no guardian emailed, before the address is confirmed.
    let kept = json!({
        "password_hash": registration.password_hash,
        "is_contested": account.is_contested,
        "birth_date": registration.birth_date,
        "guardian_email": registration.guardian_email,
    });
    let token = token::issue(tx, Purpose::ConfirmAccount, subject, &kept)?;
    notice(
        MailKind::AccountConfirm,
        json!({ "path": format!("/confirm?token={token}") }),
    )
    .mail(tx, &registration.email, name, locale)
}

#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[schemars(rename = "EmailAddress")]
pub struct Address {
    #[validate(email, length(max = 254))]
    pub email: String,
}

pub fn id_of(connection: &Connection, email: &str) -> Result<Option<i64>> {
    Ok(connection
        .prepare_cached("select id from users where email = ?1")?
        .query_row([email], |row| row.get(0))
        .optional()?)
}

/// Grants the volunteer role to a person who signs up, which lists them among the volunteers. Everybody has a
/// volunteer's permissions without it (docs/domain/rights.md#roles), so other roles are unaffected.
fn make_volunteer(tx: &Tx, account: &Account, center_id: i64) -> Result<()> {
    let has_a_role: bool = tx.query_row(
        "select exists (select 1 from roles where user_id = ?1)",
        [account.id],
        |row| row.get(0),
    )?;
    if has_a_role || !awaits_confirmation(tx, account.id)? {
        return Ok(());
    }
    let scope = RoleScope::VolunteerCenter(center_id);
    grant(tx, account.id, "volunteer", scope, None, true)
}

/// Grants the manager role at an organisation, pending until the address is confirmed.
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

impl Registration {
    /// For the command line: creates an account that needs no confirmation.
    pub fn add_active(&self, tx: &Tx, center_id: i64) -> Result<i64> {
        let exists: bool = tx.query_row(
            "select exists (select 1 from users where email = ?1)",
            [&self.email],
            |row| row.get(0),
        )?;
        if exists {
            return Err(Error::from(FieldFault::attribute("email", "taken")));
        }
        let id = find_or_add(tx, self, center_id)?.id;
        tx.execute(
            "update users set status = 'active', confirmed_at = ?2, signup_method = 'createdByUser' where id = ?1",
            (id, tx.now()),
        )?;
        Ok(id)
    }
}
