//! Passkeys. Verification is done by `webauthn-rs`; this module stores which challenge was issued to which session.

use std::collections::HashMap;

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension, named_params};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use webauthn_rs::prelude::{
    AuthenticationResult, Passkey, PasskeyAuthentication, PasskeyRegistration, Url, Uuid,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::challenge::{PasskeyPurpose, ask, take};
use super::second_factor::{
    PasswordForm, asker, code_key, removed, require_free, require_fresh, require_password,
};
use super::second_factor_notice::{FactorChange, tell};
use super::session::{Session, complete};
use crate::app::access::{Access, action};
use crate::app::auth::session::Principal;
use crate::app::auth::token;
use crate::app::limits::login_throttle;
use crate::app::limits::rate_limits::CODE_ATTEMPTS;
use crate::app::tenancy::request_target::Site;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::extractors::FromPath;
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::{Answer, Document};
use crate::model::state_history::audit;
use crate::resources::user::authentication::recovery_codes;
use crate::resources::user::authentication::second_factor::SecondFactorAttributes;

/// Maximum number of passkeys per person.
const MOST: i64 = 10;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "PasskeyOptionsRequest")]
struct OptionsForm {
    purpose: PasskeyPurpose,
    current_password: Option<String>,
}

/// `credential` is what the browser gives: as an object, or as its JSON text for clients that rewrite keys.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "PasskeyCredential")]
struct CredentialForm {
    challenge_id: String,
    name: Option<String>,
    credential: Value,
}

/// A challenge for the browser: `options` go to `navigator.credentials` as they are.
#[derive(Serialize, Deserialize, JsonSchema)]
struct PasskeyChallengeAttributes {
    challenge_id: String,
    options: Map<String, Value>,
}

impl Typed for PasskeyChallengeAttributes {
    const TYPE: &'static str = "passkey_challenges";
}

/// A new passkey; the first comes with recovery codes, shown once.
#[derive(Serialize, Deserialize, JsonSchema)]
struct PasskeyAttributes {
    name: Option<String>,
    created_at: String,
    last_used_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_codes: Option<Vec<String>>,
}

impl Typed for PasskeyAttributes {
    const TYPE: &'static str = "passkeys";
}

pub fn routes() -> Routes {
    Routes::new()
        .action(
            Method::POST,
            "//auth/second_factor/passkeys/options",
            options,
        )
        .named("beginPasskey", "Gives the challenge for a passkey")
        .answers(Described::json::<OneOf<PasskeyChallengeAttributes>>(200))
        .answering_anew()
        .action(Method::POST, "//auth/second_factor/passkeys", register)
        .named("registerPasskey", "Registers a passkey")
        .answers(Described::json::<OneOf<PasskeyAttributes>>(201))
        .answering_anew()
        .action(Method::PUT, "//auth/second_factor/passkeys", sign_in)
        .named("verifyPasskey", "Proves the second factor, with a passkey")
        .answers(Described::json::<OneOf<SecondFactorAttributes>>(200))
        .action(Method::DELETE, "//auth/second_factor/passkeys/{id}", remove)
        .named("removePasskey", "Takes a passkey away")
        .answers(Described::empty())
}

/// Configures `WebAuthn` for this site. A passkey is bound to a host name; an IP address has none.
fn library(site: &Site) -> Result<Webauthn> {
    let origin = Url::parse(&site.origin()).map_err(|_| Code::FeatureDisabled)?;
    WebauthnBuilder::new(site.domain(), &origin)
        .and_then(|builder| builder.rp_name(site.domain()).build())
        .map_err(|_| Code::FeatureDisabled.into())
}

/// Lists the person's passkeys.
pub(in crate::resources::user) fn list(
    connection: &Connection,
    user_id: i64,
) -> Result<Vec<Value>> {
    let mut statement = connection.prepare_cached(
        "select id, name, created_at, last_used_at from second_factors where user_id = ?1 and kind = 'passkey' order by id",
    )?;
    let rows = statement
        .query_map([user_id], |row| {
            Ok(json!({
                "id": row.get::<_, i64>(0)?.to_string(),
                "name": row.get::<_, Option<String>>(1)?,
                "created_at": row.get::<_, String>(2)?,
                "last_used_at": row.get::<_, Option<String>>(3)?,
            }))
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(rows)
}

fn keys(connection: &Connection, user_id: i64, host: Option<&str>) -> Result<Vec<Passkey>> {
    let mut statement = connection.prepare_cached(
        "select credential from second_factors
          where user_id = :user_id and kind = 'passkey' and (:host is null or rp_id = :host)",
    )?;
    let rows = statement
        .query_map(named_params! {":user_id": user_id, ":host": host}, |row| {
            row.get::<_, String>(0)
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    rows.iter()
        .map(|row| serde_json::from_str(row).map_err(Error::from))
        .collect()
}

async fn options(
    access: Access<Session, action::Update>,
    (): (),
    input: Input<OptionsForm>,
) -> Result<Answer> {
    let OptionsForm {
        purpose,
        current_password,
    } = input.body;
    let library = library(&access.ctx().site)?;
    if purpose == PasskeyPurpose::Register {
        require_fresh(&access, current_password).await?;
    }
    access
        .write(move |tx, rows| {
            let principal = asker(rows.ctx())?;
            let site = &rows.ctx().site;
            let (options, state) = match purpose {
                PasskeyPurpose::Register => to_register(tx, &library, principal, &site.tenant.name)?,
                PasskeyPurpose::SignIn => to_sign_in(tx, &library, principal, site.domain())?,
            };
            let challenge_id = ask(tx, principal, purpose, &state)?;
            let body = json!({ "data": { "type": "passkey_challenges", "id": challenge_id, "attributes": {
                "challenge_id": challenge_id,
                "options": options,
            } } });
            Ok(Answer::ok(body.to_string()))
        })
        .await
}

fn to_register(
    tx: &Tx,
    library: &Webauthn,
    principal: &Principal,
    tenant: &str,
) -> Result<(Value, Value)> {
    require_free(tx, principal)?;
    let have = keys(tx, principal.user_id, None)?;
    if i64::try_from(have.len()).unwrap_or(MOST) >= MOST {
        return Err(Error::from(Code::LimitReached).with("limit", MOST));
    }
    let (email, name): (String, String) = tx.query_row(
        "select email, trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from users where id = ?1",
        [principal.user_id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let known = have.iter().map(|key| key.cred_id().clone()).collect();
    let (options, state) = library
        .start_passkey_registration(
            handle(tenant, principal.user_id),
            &email,
            &name,
            Some(known),
        )
        .map_err(Error::internal)?;
    Ok((serde_json::to_value(options)?, serde_json::to_value(state)?))
}

/// Stable user handle for authenticators, which contains no internal id.
fn handle(tenant: &str, user_id: i64) -> Uuid {
    let digest = token::digest(&format!("passkey|{tenant}|{user_id}"));
    let mut bytes = [0_u8; 16];
    bytes
        .iter_mut()
        .zip(digest)
        .for_each(|(byte, of)| *byte = of);
    Uuid::from_bytes(bytes)
}

fn to_sign_in(
    tx: &Tx,
    library: &Webauthn,
    principal: &Principal,
    host: &str,
) -> Result<(Value, Value)> {
    let have = keys(tx, principal.user_id, Some(host))?;
    if have.is_empty() {
        return Err(Code::NotFound.into());
    }
    let (options, state) = library
        .start_passkey_authentication(&have)
        .map_err(Error::internal)?;
    Ok((serde_json::to_value(options)?, serde_json::to_value(state)?))
}

fn wrong(field: &str) -> Error {
    Error::from(Code::InvalidCode).at(&format!("/data/attributes/{field}"))
}

fn read<T: DeserializeOwned>(credential: Value) -> Result<T> {
    let read = match credential {
        Value::String(text) => serde_json::from_str(&text),
        other => serde_json::from_value(other),
    };
    read.map_err(|_| wrong("credential"))
}

async fn register(
    access: Access<Session, action::Update>,
    (): (),
    input: Input<CredentialForm>,
) -> Result<Answer> {
    let CredentialForm {
        challenge_id,
        name,
        credential,
    } = input.body;
    let name = name.unwrap_or_default().trim().to_owned();
    if !(1..=60).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        let fault = FieldFault::attribute("name", "length");
        return Err(fault.with("min", 1).with("max", 60).into());
    }
    let credential = read(credential)?;
    let library = library(&access.ctx().site)?;
    let principal = asker(access.ctx())?.clone();
    let asked: PasskeyRegistration = {
        let principal = principal.clone();
        access
            .write(move |tx, _| take(tx, &principal, PasskeyPurpose::Register, &challenge_id))
            .await?
            .ok_or_else(|| wrong("challenge_id"))?
    };
    let key = library
        .finish_passkey_registration(&credential, &asked)
        .map_err(|error| {
            tracing::info!(%error, "a passkey was refused");
            wrong("credential")
        })?;
    access
        .write(move |tx, rows| {
            let ctx = rows.ctx();
            keep(tx, asker(ctx)?, ctx.site.domain(), &name, &key)
        })
        .await
}

/// Stores a new passkey. The first factor of an account comes with recovery codes.
fn keep(tx: &Tx, principal: &Principal, host: &str, name: &str, key: &Passkey) -> Result<Answer> {
    require_free(tx, principal)?;
    let id: Option<i64> = tx
        .query_row(
            "insert into second_factors (user_id, kind, name, credential_id, rp_id, credential, created_at, confirmed_at)
             values (:user_id, 'passkey', :name, :credential_id, :host, :credential, :now, :now)
                 on conflict (credential_id) do nothing
             returning id",
            named_params! {
                ":user_id": principal.user_id,
                ":name": name,
                ":credential_id": key.cred_id().as_slice(),
                ":host": host,
                ":credential": serde_json::to_string(key)?,
                ":now": tx.now(),
            },
            |row| row.get(0),
        )
        .optional()?;
    // The credential is already registered, here or for another person.
    let id = id.ok_or_else(|| wrong("credential"))?;
    complete(tx, principal.session_id)?;
    audit(
        tx,
        Some(principal.user_id),
        "second_factor_set_up",
        ("users", principal.user_id),
    )?;
    tell(tx, principal.user_id, FactorChange::PasskeyAdded(id, name))?;
    let mut attributes = json!({ "name": name, "created_at": tx.now(), "last_used_at": null });
    let has_codes = tx
        .prepare_cached("select 1 from recovery_codes where user_id = ?1 and used_at is null")?
        .exists([principal.user_id])?;
    if !has_codes && let Some(attributes) = attributes.as_object_mut() {
        let codes = recovery_codes::renew(tx, principal.user_id)?;
        attributes.insert("recovery_codes".to_owned(), codes.into());
    }
    let body =
        json!({ "data": { "type": "passkeys", "id": id.to_string(), "attributes": attributes } });
    Ok(Answer::created(
        "/auth/second_factor".to_owned(),
        body.to_string(),
    ))
}

async fn sign_in(
    access: Access<Session, action::Update>,
    (): (),
    input: Input<CredentialForm>,
) -> Result<Document> {
    let CredentialForm {
        challenge_id,
        credential,
        ..
    } = input.body;
    let library = library(&access.ctx().site)?;
    let principal = asker(access.ctx())?.clone();
    let asked: Option<PasskeyAuthentication> = {
        let principal = principal.clone();
        access
            .write(move |tx, _| {
                CODE_ATTEMPTS.count(tx, &[code_key(tx, &principal)?])?;
                take(tx, &principal, PasskeyPurpose::SignIn, &challenge_id)
            })
            .await?
    };
    let asked = asked.ok_or_else(|| wrong("challenge_id"))?;
    let result = library
        .finish_passkey_authentication(&read(credential)?, &asked)
        .map_err(|error| {
            tracing::info!(%error, "a passkey was refused");
            wrong("credential")
        })?;
    access
        .write(move |tx, _| {
            used(tx, &principal, &result)?;
            login_throttle::forget(tx, &code_key(tx, &principal)?)?;
            complete(tx, principal.session_id)
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": { "type": "second_factors", "id": "current", "attributes": { "is_set_up": true, "is_verified": true } } }),
    ))
}

/// Records the use of a passkey with its signature counter. One that was removed in the meantime authenticates
/// nothing.
fn used(tx: &Tx, principal: &Principal, result: &AuthenticationResult) -> Result<()> {
    let found: Option<(i64, String)> = tx
        .query_row(
            "select id, credential from second_factors where user_id = ?1 and kind = 'passkey' and credential_id = ?2",
            (principal.user_id, result.cred_id().as_slice()),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    let (id, credential) = found.ok_or_else(|| wrong("credential"))?;
    let mut key: Passkey = serde_json::from_str(&credential)?;
    key.update_credential(result);
    tx.execute(
        "update second_factors set credential = ?2, last_used_at = ?3 where id = ?1",
        (id, serde_json::to_string(&key)?, tx.now()),
    )?;
    Ok(())
}

/// A passkey is no resource: it has no version for `If-Match`.
struct PasskeyId(i64);

impl FromPath for PasskeyId {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let id = path.get("id").and_then(|id| id.parse().ok());
        id.map(Self).ok_or_else(|| Code::NotFound.into())
    }

    fn target(&self) -> Target {
        Target::Untagged
    }
}

async fn remove(
    access: Access<Session, action::Update>,
    PasskeyId(id): PasskeyId,
    input: Input<PasswordForm>,
) -> Result<Answer> {
    require_password(&access, input.body.current_password).await?;
    access
        .write(move |tx, rows| {
            let principal = asker(rows.ctx())?;
            let gone: Option<Option<String>> = tx
                .query_row(
                    "delete from second_factors where user_id = ?1 and kind = 'passkey' and id = ?2 returning name",
                    (principal.user_id, id),
                    |row| row.get(0),
                )
                .optional()?;
            let name = gone.ok_or(Code::NotFound)?.unwrap_or_default();
            removed(tx, principal)?;
            tell(tx, principal.user_id, FactorChange::PasskeyRemoved(id, &name))
        })
        .await?;
    Ok(Answer::empty())
}
