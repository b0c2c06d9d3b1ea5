//! Endpoints for guardians: naming one, showing the request, answering it.

use axum::http::Method;
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use validator::Validate;

use super::{
    ASKS, Young, agree, end, is_agreed, minimum_age_of, own_addresses, shown, take_back,
    validate_address, waiting_of, write,
};
use crate::app::access::{Access, Reason, Unguarded, action};
use crate::app::auth::token;
use crate::app::auth::token::{Link, Purpose};
use crate::app::limits::rate_limits::GUARDIAN_LETTERS;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, MetaOf, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, Document, Resource};
use crate::resources::user::User;
use crate::resources::user::own_account::current_user::GuardianState;
use crate::resources::user::own_account::form::Form;

#[derive(Serialize, Deserialize, JsonSchema)]
struct GuardianRequestMeta {
    guardian: GuardianState,
}

/// What a parent or guardian is asked.
#[derive(Serialize, Deserialize, JsonSchema)]
struct GuardianConsentAttributes {
    first_name: Option<String>,
    last_name: Option<String>,
    center_name: String,
    minimum_age: i64,
    is_given: bool,
    expires_at: String,
}

impl Typed for GuardianConsentAttributes {
    const TYPE: &'static str = "guardian_consents";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct GuardianAnswerMeta {
    is_given: bool,
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "//api/v1/me/guardian", ask_one)
        .named("askGuardian", "Asks a parent or guardian for permission")
        .answers(Described::json::<MetaOf<GuardianRequestMeta>>(202))
        .unguarded::<GuardianLink, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/api/v1/guardian_consents/show",
            show,
        )
        .answering_anew()
        .named("showGuardianConsent", "Shows what a parent is asked")
        .answers(Described::json::<OneOf<GuardianConsentAttributes>>(200))
        .refuses(&[410])
        .unguarded::<GuardianLink, _, _, _, _, _>(
            Method::POST,
            User::TYPE,
            "/api/v1/guardian_consents/answer",
            answer,
        )
        .named("answerGuardianConsent", "Gives or refuses permission")
        .answers(Described::json::<MetaOf<GuardianAnswerMeta>>(200))
        .refuses(&[410])
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "GuardianRequest")]
struct Guardian {
    /// The address of a parent or guardian.
    #[validate(email, length(max = 254))]
    email: String,
}

/// `POST /me/guardian {email}`: asks a parent or guardian, for the first time or at another address.
async fn ask_one(
    access: Access<User, action::Own>,
    (): (),
    input: Input<Form<Guardian>>,
) -> Result<Answer> {
    let user_id = access.ctx().user_id().ok_or(Code::NotSignedIn)?;
    let email = input.body.read(&["email"])?.email;
    access
        .post(input.key, move |tx, _| {
            let waiting = waiting_of(tx, user_id, tx.now())?.ok_or_else(|| {
                Error::from(Code::InvalidTransition).with("allowed", Vec::<String>::new())
            })?;
            validate_address(&email, &own_addresses(tx, user_id)?, "email")?;
            if waiting.asks >= ASKS {
                return Err(Error::from(Code::LimitReached).with("limit", ASKS));
            }
            GUARDIAN_LETTERS.keep(tx, &email)?;
            write(tx, user_id, &waiting, &email)?;
            let told = shown(tx, user_id, tx.now())?;
            Ok(Answer::accepted(
                json!({ "data": null, "meta": { "guardian": told } }).to_string(),
            ))
        })
        .await
}

pub struct GuardianLink;

impl Reason for GuardianLink {
    const WHY: &'static str = "the link in the letter to a parent is the credential";
    const FORGIVES: bool = true;
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct GuardianToken {
    guardian_token: String,
}

/// `POST /guardian_consents/show`: who asks, and for what; or for whom consent was given, by the withdrawal link.
/// Does not redeem the link.
async fn show(
    door: Unguarded<GuardianLink>,
    (): (),
    input: Input<Form<GuardianToken>>,
) -> Result<Document> {
    let token = input.body.read(&["guardian_token"])?.guardian_token;
    let now = door.ctx().now.clone();
    let (link, person, is_given, minimum_age) = door
        .read(move |connection| {
            let (link, is_given) = open(connection, &token, &now)?;
            let person = Young::find(connection, link.subject_id)?;
            let minimum_age = minimum_age_of(connection, person.center_id)?;
            Ok((link, person, is_given, minimum_age))
        })
        .await?;
    Ok(Document::of(&json!({ "data": {
        "type": "guardian_consents",
        "id": link.subject_id.to_string(),
        "attributes": {
            "first_name": person.first_name,
            "last_name": person.last_name,
            "center_name": person.center_name,
            "minimum_age": minimum_age,
            "is_given": is_given,
            "expires_at": link.expires_at,
        },
    } })))
}

/// Loads a guardian's link and whether it is a withdrawal link. Invalid once the person is old enough or the request
/// was answered elsewhere.
fn open(connection: &Connection, token: &str, now: &str) -> Result<(Link, bool)> {
    match token::find(connection, Purpose::GuardianWithdrawal, token, now) {
        Ok(link) if is_agreed(connection, link.subject_id, now)? => Ok((link, true)),
        Ok(_) => Err(Code::LinkUsed.into()),
        Err(error) if error.is(Code::LinkUsed) => Err(error),
        Err(_) => {
            let link = token::find(connection, Purpose::GuardianConsent, token, now)?;
            waiting_of(connection, link.subject_id, now)?.ok_or(Code::LinkUsed)?;
            Ok((link, false))
        }
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct GuardianAnswer {
    guardian_token: String,
    is_given: bool,
}

/// `POST /guardian_consents/answer {guardian_token, is_given}`: consent lifts the restrictions, refusal ends the
/// account. A withdrawal link can only withdraw.
async fn answer(
    door: Unguarded<GuardianLink>,
    (): (),
    input: Input<Form<GuardianAnswer>>,
) -> Result<Answer> {
    let said = input.body.read(&["guardian_token", "is_given"])?;
    door.post(input.key, move |tx, _| {
        let (link, was_given) = open(tx, &said.guardian_token, tx.now())?;
        let purpose = if was_given {
            Purpose::GuardianWithdrawal
        } else {
            Purpose::GuardianConsent
        };
        if was_given && said.is_given {
            return Err(FieldFault::attribute("is_given", "choice")
                .with("allowed", vec![false])
                .into());
        }
        token::redeem(tx, purpose, &said.guardian_token)?;
        match (was_given, said.is_given) {
            (true, _) => take_back(tx, link.subject_id)?,
            (false, true) => agree(tx, link.subject_id)?,
            (false, false) => end(tx, link.subject_id)?,
        }
        let told = json!({ "data": null, "meta": { "is_given": said.is_given } });
        Ok(Answer::ok(told.to_string()))
    })
    .await
}
