//! Sign-in and sign-out. The response and the work are the same for an unknown address and for a wrong password, also
//! after a sign-up for the address: see `signup_attempt`.

use axum::http::Method;
use axum::http::header::USER_AGENT;
use axum::response::{IntoResponse, Response};
use rusqlite::{Connection, OptionalExtension};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::credentials;
use crate::app::access::{Access, Reason, RequestContext, Unguarded, action};
use crate::app::auth::known_devices;
use crate::app::auth::known_devices::Presented;
use crate::app::auth::session;
use crate::app::auth::session::{Beginning, Grounds, INACTIVE_LET_IN};
use crate::app::limits::login_throttle;
use crate::app::limits::rate_limits::SIGN_IN_ATTEMPTS;
use crate::app::tenancy::home_center::HomeCenter;
use crate::app::tenancy::request_target::Site;
use crate::base::email;
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Error, Result};
use crate::http::routes::{Described, Input, Routes, WithMeta};
use crate::jsonapi::{Answer, Document, Id, Query, Resource};
use crate::mail::MailKind;
use crate::resources::notification::Notice;
use crate::resources::user::own_account::signup_attempt;
use crate::resources::user::{User, UserStatus};

pub struct SignIn;

impl Reason for SignIn {
    const WHY: &'static str = "who signs in has no session yet";
    const FORGIVES: bool = true;
    const STARTS_ANEW: bool = true;
}

pub struct SignOut;

impl Reason for SignOut {
    const WHY: &'static str = "anybody may end what they have";
    const FORGIVES: bool = true;
    const ANYWHERE: bool = true;
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SignIn")]
struct SignInForm {
    email: String,
    password: String,
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<SignIn, _, _, _, _, _>(Method::POST, User::TYPE, "/auth/sign_in", sign_in)
        .answering_anew()
        .named(
            "signIn",
            "Signs in with e-mail address and password; the credentials are in the headers",
        )
        .answers(Described::json::<WithMeta<User, SignInMeta>>(200))
        .refuses(&[401, 403, 422, 429])
        .unguarded::<SignOut, _, _, _, _, _>(Method::DELETE, User::TYPE, "/auth/sign_out", sign_out)
        .named("signOut", "Ends the session")
        .answers(Described::empty())
        .action(Method::GET, "//auth/validate_token", validate_token)
        .named("validateToken", "Shows whose credentials these are")
        .answers(Described::json::<WithMeta<User, SignInMeta>>(200))
}

/// What is left to do after signing in.
#[derive(Serialize, Deserialize, JsonSchema)]
struct SignInMeta {
    #[serde(skip_serializing_if = "Option::is_none")]
    second_factor: Option<SecondFactorNeeded>,
}

/// The second factor that has to be proved before anything else.
#[derive(Serialize, Deserialize, JsonSchema)]
struct SecondFactorNeeded {
    is_set_up: bool,
    methods: Vec<SecondFactorMethod>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::resources::user) enum SecondFactorMethod {
    Totp,
    Passkey,
    RecoveryCode,
}

struct Found {
    user_id: i64,
    /// `None` where the address was never proved: the password may be anybody's.
    password_hash: Option<String>,
    status: UserStatus,
    /// Inactive, at a centre that lets those in to read.
    is_let_in: bool,
    /// Until when a closed account can be restored by the emailed link.
    restore_until: Option<String>,
    /// True if this is the site of their home centre, or of one where they work.
    is_at_home: bool,
    home: HomeCenter,
    /// Known device of this person, if the request comes from one.
    device: Option<known_devices::Hash>,
}

async fn sign_in(door: Unguarded<SignIn>, (): (), input: Input<SignInForm>) -> Result<Response> {
    let SignInForm { email, password } = input.body;
    let email = email::canonical(email.trim());
    let presented = Presented::of(&input.headers);
    let (wanted, devices) = (email.clone(), presented.clone());
    let (now, site) = (door.ctx().now.clone(), door.ctx().site.clone());
    let (found, typed) = door
        .read(move |connection| {
            let found = find(connection, &wanted, &devices, (&site, &now))?;
            Ok((found, signup_attempt::find(connection, &wanted, &now)?))
        })
        .await?;
    let keys = keys(&email, door.ctx(), found.as_ref());
    let own = keys.first().copied();
    // The attempt is recorded before verification, so that concurrent attempts count.
    let attempts = door
        .write(move |tx, _| SIGN_IN_ATTEMPTS.count(tx, &keys))
        .await?;
    let hash = found.as_ref().and_then(|found| found.password_hash.clone());
    let verified = hash.clone().unwrap_or_default();
    let hasher = door.app().hasher();
    let [is_right, was_typed] = hasher.verify_each(password, [hash, typed]).await?;
    let found = found.filter(|_| is_right).ok_or(if was_typed {
        Code::Unconfirmed
    } else {
        Code::InvalidCredentials
    })?;
    check(&found, door.ctx())?;
    let agent = input
        .headers
        .get(USER_AGENT)
        .and_then(|agent| agent.to_str().ok())
        .map(str::to_owned);
    let user_id = found.user_id;
    let (device_hash, fresh) = match found.device {
        Some(known) => (known, None),
        None => presented
            .with_fresh()
            .map(|(hash, tokens)| (hash, Some(tokens)))?,
    };
    let (credentials, factor) = door
        .write(move |tx, ctx| {
            // Reads the account again: password verification takes time.
            let found = find(tx, &email, &presented, (&ctx.site, tx.now()))?
                .filter(|now| now.user_id == user_id)
                .ok_or(Code::InvalidCredentials)?;
            check(&found, ctx)?;
            login_throttle::take_back(tx, &attempts)?;
            if let Some(own) = own {
                login_throttle::forget(tx, &own)?;
            }
            let principal = session::as_user(tx, user_id, &ctx.site, tx.now())?;
            // A device becomes known only once the sign-in is complete; the password alone is not enough.
            if !principal.factor.is_missing() {
                known_devices::remember(tx, user_id, &device_hash)?;
            }
            if found.device.is_none() {
                notify_of_new_device(tx, user_id, agent.as_deref())?;
            }
            // An unconfirmed account is erased after thirty days, looked at or not.
            tx.execute(
                "update users set last_sign_in_at = ?2 where id = ?1 and confirmed_at is not null",
                (user_id, tx.now()),
            )?;
            let beginning = Beginning {
                user_agent: agent.as_deref(),
                device_hash: Some(&device_hash),
                grounds: Grounds::Password {
                    hash: &verified,
                    email: &email,
                },
            };
            Ok((session::begin(tx, user_id, &beginning)?, principal.factor))
        })
        .await?;
    let as_self = door.as_user::<User>(user_id).await?;
    let document = as_self
        .find(Id::new(user_id), Query::parse("include=roles"))
        .await?;
    let document = match factor.needed() {
        Some(needed) => document.with_meta(&json!({ "second_factor": needed })),
        None => document,
    };
    let site = &door.ctx().site;
    let mut response = credentials::hand_out(document, &credentials, site, &input.headers);
    if let Some(tokens) = fresh {
        credentials::hand_out_device(&mut response, &tokens, site, &input.headers);
    }
    Ok(response)
}

fn find(
    connection: &Connection,
    email: &str,
    devices: &Presented,
    (site, now): (&Site, &str),
) -> Result<Option<Found>> {
    let row = connection
        .prepare_cached(&format!(
            "select u.id, iif(u.confirmed_at is null and u.status <> 'active' and not {INACTIVE_LET_IN}, null, u.password_hash), u.status,
                    {INACTIVE_LET_IN},
                    iif(u.status = 'archived' and u.archive_reason not in ('by_center', 'guardian_withdrew'), u.erase_after, null), u.volunteer_center_id
               from users u
              where u.email = ?1"
        ))?
        .query_row([email], |row| row.try_into())
        .optional()?;
    let Some((user_id, password_hash, status, is_let_in, restore_until, center_id)) = row else {
        return Ok(None);
    };
    Ok(Some(Found {
        user_id,
        password_hash,
        status,
        is_let_in,
        restore_until,
        is_at_home: session::belongs_at(connection, (user_id, center_id), site, now)?,
        home: HomeCenter::of(connection, site, center_id)?,
        device: devices.known(connection, user_id)?,
    }))
}

/// Throttle keys of an attempt. A known device has a key of its own: attempts by others, even from the same network,
/// do not lock it out. All other attempts share the keys of the account and of the network address.
fn keys(email: &str, ctx: &RequestContext, found: Option<&Found>) -> Vec<login_throttle::Key> {
    let known = found.and_then(|found| Some((found.user_id, found.device?)));
    if let Some((user_id, device)) = known {
        return vec![login_throttle::key(
            "sign_in_device",
            &format!("{user_id}|{device:?}"),
        )];
    }
    vec![
        login_throttle::key("sign_in", &email.to_lowercase()),
        login_throttle::key("sign_in_from", &ctx.site.client_ip.to_string()),
    ]
}

/// Emails the person about a sign-in from a new device, except at their first sign-in.
fn notify_of_new_device(tx: &Tx, user_id: i64, agent: Option<&str>) -> Result<()> {
    let person = tx
        .prepare_cached(
            "select email, coalesce(first_name, ''), coalesce(last_name, ''), locale, volunteer_center_id
               from users where id = ?1 and last_sign_in_at is not null and email is not null",
        )?
        .query_row([user_id], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, String>(3)?,
                row.get::<_, i64>(4)?,
            ))
        })
        .optional()?;
    let Some((email, first_name, last_name, locale, center_id)) = person else {
        return Ok(());
    };
    Notice {
        kind: MailKind::NewDevice,
        data: json!({ "signed_in_at": tx.now(), "device": known_devices::describe(agent) }),
        subject: (User::TYPE, user_id),
        center_id,
    }
    .mail(tx, &email, (&first_name, &last_name), &locale)
}

/// Checks whose outcome is disclosed only after the correct password.
fn check(found: &Found, ctx: &RequestContext) -> Result<()> {
    if found.status != UserStatus::Active && !found.is_let_in {
        return Err(Error::from(Code::AccountInactive)
            .with("status", found.status.as_str())
            .with("restore_until", found.restore_until.clone()));
    }
    if !found.is_at_home {
        return Err(found.home.refusal(&ctx.site));
    }
    Ok(())
}

/// Ends the session on the server; the cookie is removed in any case. During impersonation the admin's own session
/// ends too, since the browser no longer holds its credentials.
async fn sign_out(door: Unguarded<SignOut>, (): (), _: Input<()>) -> Result<Response> {
    if let Some(principal) = &door.ctx().principal {
        let own = principal.impersonation.as_ref().map(|by| by.session_id);
        let sessions = [Some(principal.session_id), own];
        door.write(move |tx, _| {
            let mut sessions = sessions.into_iter().flatten();
            sessions.try_for_each(|session_id| session::end(tx, session_id))
        })
        .await?;
    }
    let mut response = Answer::empty().into_response();
    credentials::take_back(&mut response, &door.ctx().site);
    Ok(response)
}

async fn validate_token(
    access: Access<User, action::Update>,
    (): (),
    _: Input<()>,
) -> Result<Document> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    access
        .reading()?
        .find(Id::new(user_id), Query::parse("include=roles"))
        .await
}
