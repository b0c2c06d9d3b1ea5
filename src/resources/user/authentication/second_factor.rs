//! Second factor: authenticator app (TOTP) and recovery codes (docs/domain/rights.md#second-factor). Passkeys are in
//! `passkey`. `app::session_restrictions` lists the endpoints open to a session without its second factor; this
//! module implements them.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::second_factor_notice::{FactorChange, tell};
use super::session::{Session, complete};
use super::{passkey, totp};
use crate::app::access::reauthentication::{Proof as Asked, prove};
use crate::app::access::{Access, Action, RequestContext, action};
use crate::app::auth::session;
use crate::app::auth::session::Principal;
use crate::app::limits::login_throttle;
use crate::app::limits::rate_limits::CODE_ATTEMPTS;
use crate::base::qr_code::qr_svg;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, Document};
use crate::model::state_history::audit;
use crate::resources::user::authentication::recovery_codes;
use crate::resources::user::authentication::sign_in::SecondFactorMethod;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "PasswordProof")]
pub(in crate::resources::user) struct PasswordForm {
    pub current_password: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SecondFactorProof")]
struct ProofForm {
    code: Option<String>,
    recovery_code: Option<String>,
}

/// The second factor of an account; recovery codes are shown once.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(in crate::resources::user) struct SecondFactorAttributes {
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<bool>,
    is_set_up: bool,
    is_verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    methods: Option<Vec<SecondFactorMethod>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    totp: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passkeys: Option<Vec<PasskeyEntry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_codes_left: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_codes: Option<Vec<String>>,
}

impl Typed for SecondFactorAttributes {
    const TYPE: &'static str = "second_factors";
}

/// A registered passkey.
#[derive(Serialize, Deserialize, JsonSchema)]
struct PasskeyEntry {
    id: String,
    name: Option<String>,
    created_at: String,
    last_used_at: Option<String>,
}

/// The secret of a new authenticator app, shown once.
#[derive(Serialize, Deserialize, JsonSchema)]
struct AuthenticatorAppAttributes {
    secret: String,
    otpauth_url: String,
    qr_svg: String,
}

impl Typed for AuthenticatorAppAttributes {
    const TYPE: &'static str = "second_factors";
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "//auth/second_factor", show)
        .named("getSecondFactor", "Shows the second factor of the account")
        .answers(Described::json::<OneOf<SecondFactorAttributes>>(200))
        .action(Method::POST, "//auth/second_factor", begin)
        .named(
            "beginAuthenticatorApp",
            "Begins to set up an authenticator app",
        )
        .answers(Described::json::<OneOf<AuthenticatorAppAttributes>>(201))
        .answering_anew()
        .action(Method::PUT, "//auth/second_factor", verify)
        .named(
            "verifySecondFactor",
            "Proves the second factor, with a code",
        )
        .answers(Described::json::<OneOf<SecondFactorAttributes>>(200))
        .refuses(&[422])
        .action(Method::DELETE, "//auth/second_factor", remove)
        .named("removeAuthenticatorApp", "Takes the authenticator app away")
        .answers(Described::empty())
        .refuses(&[404, 422])
        .merge(recovery_codes::routes())
        .merge(passkey::routes())
}

pub(in crate::resources::user) fn asker(ctx: &RequestContext) -> Result<&Principal> {
    ctx.principal
        .as_ref()
        .ok_or_else(|| Code::NotSignedIn.into())
}

async fn show(access: Access<Session, action::Read>, (): (), _: Input<()>) -> Result<Document> {
    let principal = asker(access.ctx())?.clone();
    let attributes = access
        .read(move |connection| attributes(connection, &principal, principal.factor.is_verified))
        .await?;
    Ok(document(&attributes))
}

fn document(attributes: &Value) -> Document {
    Document::of(
        &json!({ "data": { "type": "second_factors", "id": "current", "attributes": attributes } }),
    )
}

fn attributes(connection: &Connection, principal: &Principal, is_verified: bool) -> Result<Value> {
    let (apps, codes): (i64, i64) = connection
        .prepare_cached(
            "select (select count(*) from second_factors where user_id = ?1 and kind = 'totp' and confirmed_at is not null),
                    (select count(*) from recovery_codes where user_id = ?1 and used_at is null)",
        )?
        .query_row([principal.user_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let passkeys = passkey::list(connection, principal.user_id)?;
    Ok(json!({
        "required": principal.factor.is_required,
        "is_set_up": apps > 0 || !passkeys.is_empty(),
        "is_verified": is_verified,
        "methods": principal.factor.methods(),
        "totp": apps > 0,
        "passkeys": passkeys,
        "recovery_codes_left": codes,
    }))
}

/// Starts the setup of an authenticator app. The secret is shown once; the app is enabled by its first valid code.
async fn begin(
    access: Access<Session, action::Update>,
    (): (),
    input: Input<PasswordForm>,
) -> Result<Answer> {
    require_fresh(&access, input.body.current_password).await?;
    access
        .write(move |tx, rows| {
            let principal = asker(rows.ctx())?;
            require_free(tx, principal)?;
            let secret = totp::secret()?;
            tx.execute(
                "delete from second_factors where user_id = ?1 and kind = 'totp' and confirmed_at is null",
                [principal.user_id],
            )?;
            tx.execute(
                "insert into second_factors (user_id, kind, secret, created_at) values (?1, 'totp', ?2, ?3)",
                (principal.user_id, &secret, tx.now()),
            )?;
            let (email, centre): (String, String) = tx.query_row(
                "select u.email, c.name from users u join volunteer_centers c on c.id = u.volunteer_center_id where u.id = ?1",
                [principal.user_id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            let app = totp::app(secret, &email, &centre)?;
            let address = app.to_url().map_err(Error::internal)?;
            let body = json!({ "data": { "type": "second_factors", "id": "new", "attributes": {
                "secret": app.secret().to_base32(),
                "otpauth_url": address,
                "qr_svg": qr_svg(&address).map_err(Error::internal)?,
            } } });
            Ok(Answer::created("/auth/second_factor".to_owned(), body.to_string()))
        })
        .await
}

/// Outcome of a verification. A wrong code is no error inside the transaction, since the attempt has to be recorded.
pub(in crate::resources::user) enum Proof {
    Wrong,
    Right,
    /// The new app is enabled; its recovery codes are shown once.
    Begun(Vec<String>),
}

async fn verify(
    access: Access<Session, action::Update>,
    (): (),
    input: Input<ProofForm>,
) -> Result<Document> {
    let ProofForm {
        code,
        recovery_code,
    } = input.body;
    let field = match (&code, &recovery_code) {
        (Some(_), _) => "code",
        (None, Some(_)) => "recovery_code",
        (None, None) => return Err(FieldFault::attribute("code", "required").into()),
    };
    let (proof, mut attributes) = access
        .write(move |tx, rows| {
            let principal = asker(rows.ctx())?;
            let key = code_key(tx, principal)?;
            CODE_ATTEMPTS.count(tx, &[key])?;
            let proof = match (code, recovery_code) {
                (Some(code), _) => prove_code(tx, principal, &code)?,
                (None, recovery_code) => {
                    recovery_codes::redeem(tx, principal, &recovery_code.unwrap_or_default())?
                }
            };
            if !matches!(proof, Proof::Wrong) {
                login_throttle::forget(tx, &key)?;
                complete(tx, principal.session_id)?;
            }
            Ok((proof, attributes(tx, principal, true)?))
        })
        .await?;
    match proof {
        Proof::Wrong => {
            Err(Error::from(Code::InvalidCode).at(&format!("/data/attributes/{field}")))
        }
        Proof::Right => Ok(document(&attributes)),
        Proof::Begun(codes) => {
            if let Some(attributes) = attributes.as_object_mut() {
                attributes.insert("recovery_codes".to_owned(), codes.into());
            }
            Ok(document(&attributes))
        }
    }
}

/// Throttle key of an attempt. Attempts are counted per account; a known device is counted separately
/// (docs/decisions/0010).
pub(in crate::resources::user) fn code_key(
    tx: &Tx,
    principal: &Principal,
) -> Result<login_throttle::Key> {
    let device: Option<Vec<u8>> = tx
        .prepare_cached(
            "select d.device_hash from sessions s
               join known_devices d on d.user_id = s.user_id and d.device_hash = s.device_hash
              where s.id = ?1",
        )?
        .query_row([principal.session_id], |row| row.get(0))
        .optional()?;
    Ok(login_throttle::key(
        "second_factor",
        &format!("{}|{device:?}", principal.user_id),
    ))
}

fn prove_code(tx: &Tx, principal: &Principal, code: &str) -> Result<Proof> {
    // A pending setup is considered only where one may be started.
    let may_begin = require_free(tx, principal).is_ok();
    let found = tx
        .prepare_cached(
            "select id, secret, coalesce(last_step, -1), confirmed_at is null from second_factors
              where user_id = :user_id and kind = 'totp' and (confirmed_at is not null or :may_begin)
              order by confirmed_at is null desc",
        )?
        .query_row(
            named_params! {":user_id": principal.user_id, ":may_begin": may_begin},
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?, row.get::<_, i64>(2)?, row.get::<_, bool>(3)?)),
        )
        .optional()?;
    let Some((id, secret, last_step, is_new)) = found else {
        return Ok(Proof::Wrong);
    };
    // A code is accepted once, even if the clock is set back.
    let step = totp::step(secret, code, tx.now())?.filter(|step| *step > last_step);
    let Some(step) = step else {
        return Ok(Proof::Wrong);
    };
    tx.execute(
        "update second_factors set last_step = :step, last_used_at = :now, confirmed_at = coalesce(confirmed_at, :now) where id = :id",
        named_params! {":id": id, ":step": step, ":now": tx.now()},
    )?;
    if !is_new {
        return Ok(Proof::Right);
    }
    tx.execute(
        "delete from second_factors where user_id = ?1 and kind = 'totp' and id <> ?2",
        (principal.user_id, id),
    )?;
    audit(
        tx,
        Some(principal.user_id),
        "second_factor_set_up",
        ("users", principal.user_id),
    )?;
    tell(tx, principal.user_id, FactorChange::AppAdded(id))?;
    recovery_codes::renew(tx, principal.user_id).map(Proof::Begun)
}

/// Removes the app. Where a second factor is mandatory, another one must remain.
async fn remove(
    access: Access<Session, action::Update>,
    (): (),
    input: Input<PasswordForm>,
) -> Result<Answer> {
    require_password(&access, input.body.current_password).await?;
    access
        .write(|tx, rows| {
            let principal = asker(rows.ctx())?;
            let app: Option<i64> = tx
                .query_row(
                    "select id from second_factors where user_id = ?1 and kind = 'totp' and confirmed_at is not null",
                    [principal.user_id],
                    |row| row.get(0),
                )
                .optional()?;
            tx.execute(
                "delete from second_factors where user_id = ?1 and kind = 'totp'",
                [principal.user_id],
            )?;
            removed(tx, principal)?;
            app.map_or(Ok(()), |id| tell(tx, principal.user_id, FactorChange::AppRemoved(id)))
        })
        .await?;
    Ok(Answer::empty())
}

/// Runs after the removal of a factor: fails, and so rolls back, if it was the last mandatory one; otherwise deletes
/// what depended on it.
pub(in crate::resources::user) fn removed(tx: &Tx, principal: &Principal) -> Result<()> {
    let has_more = tx
        .prepare_cached(
            "select 1 from second_factors where user_id = ?1 and confirmed_at is not null",
        )?
        .exists([principal.user_id])?;
    if !has_more && principal.factor.is_required {
        return Err(Code::LastSecondFactor.into());
    }
    if !has_more {
        tx.execute(
            "delete from recovery_codes where user_id = ?1",
            [principal.user_id],
        )?;
    }
    audit(
        tx,
        Some(principal.user_id),
        "second_factor_removed",
        ("users", principal.user_id),
    )
}

/// Removes every second factor and ends the sessions. Returns the number of factors removed.
pub fn forget(tx: &Tx, user_id: i64) -> Result<usize> {
    let count = tx.execute("delete from second_factors where user_id = ?1", [user_id])?;
    tx.execute("delete from recovery_codes where user_id = ?1", [user_id])?;
    audit(tx, None, "second_factor_forgotten", ("users", user_id))?;
    session::end_others(tx, user_id, None)?;
    if count > 0 {
        tell(tx, user_id, FactorChange::Forgotten)?;
    }
    Ok(count)
}

/// Refuses to set up another factor in a session that has not verified the existing one.
pub(in crate::resources::user) fn require_free(tx: &Tx, principal: &Principal) -> Result<()> {
    let is_free = tx
        .prepare_cached(
            "select 1 from sessions s
              where s.id = :session_id
                and (s.second_factor_at is not null
                     or not exists (select 1 from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null))",
        )?
        .exists(named_params! {":session_id": principal.session_id})?;
    if is_free {
        Ok(())
    } else {
        Err(Error::from(Code::SecondFactorNeeded)
            .with("is_set_up", true)
            .with("methods", principal.factor.methods()))
    }
}

/// Requires the password again, unless the sign-in is recent, before another factor is set up: an unattended session
/// must not lead to a permanent takeover.
pub(in crate::resources::user) async fn require_fresh<A: Action>(
    access: &Access<Session, A>,
    password: Option<String>,
) -> Result<()> {
    prove(
        access.app(),
        access.ctx(),
        password,
        Asked::PasswordOrFreshSession,
    )
    .await
}

/// Requires the password for removing a factor, however recent the sign-in.
pub(in crate::resources::user) async fn require_password<A: Action>(
    access: &Access<Session, A>,
    password: Option<String>,
) -> Result<()> {
    prove(access.app(), access.ctx(), password, Asked::Password).await
}
