//! Impersonation for support or investigation: by an admin, with a reason, for one hour, and the person is notified
//! (docs/domain/rights.md#impersonation). `app::session_restrictions` lists what is refused meanwhile.

use axum::http::Method;
use axum::http::header::USER_AGENT;
use axum::response::Response;
use rusqlite::OptionalExtension;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::credentials;
use crate::app::access::{Access, Action, Reason, Unguarded};
use crate::app::auth::session;
use crate::app::auth::session::{Beginning, Grounds, Impersonation};
use crate::app::tenancy::home_center::HomeCenter;
use crate::app::tenancy::request_target::Site;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, Routes, Sent};
use crate::jsonapi::{Id, Query, Resource};
use crate::mail::MailKind;
use crate::model::state_history::{audit, audit_with};
use crate::policy::Verb;
use crate::resources::notification::Notice;
use crate::resources::user::User;

/// Starting an impersonation (docs/domain/rights.md#impersonation).
pub struct Impersonate;

impl Action for Impersonate {
    const VERB: Verb = Verb::Impersonate;
}

pub struct EndImpersonation;

impl Reason for EndImpersonation {
    const WHY: &'static str =
        "who goes back is the admin behind the session, whose rights it does not have";
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "//api/v1/sign_in_as_user", begin)
        .named(
            "signInAsUser",
            "Signs an admin in as somebody else; the credentials are in the headers",
        )
        .answers(Described::one::<User>(200))
        .refuses(&[404])
        .answering_anew()
        .unguarded::<EndImpersonation, _, _, _, _, _>(
            Method::DELETE,
            User::TYPE,
            "/api/v1/sign_in_as_user",
            end,
        )
        .named("endSignInAsUser", "Returns to one's own session")
        .answers(Described::one::<User>(200))
        .refuses(&[401, 403])
}

/// As whom, and why.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Impersonated {
    user_id: Id<User>,
    #[schemars(length(min = 10, max = 500))]
    reason: String,
}

/// Reads `{user_id, reason}`, plain or as the attributes of a document.
fn read(body: &Value) -> Result<(Id<User>, String)> {
    let fields = body.pointer("/data/attributes").unwrap_or(body);
    let fault = |field: &str, rule: &str| FieldFault::attribute(field, rule);
    let user_id = match fields.get("user_id") {
        Some(Value::String(id)) => id.parse().ok(),
        Some(Value::Number(id)) => id.as_i64(),
        _ => return Err(fault("user_id", "required").into()),
    };
    let user_id = user_id.ok_or_else(|| Error::from(fault("user_id", "not_found")))?;
    let reason = fields.get("reason").and_then(Value::as_str);
    let reason = reason.unwrap_or_default().trim();
    if reason.is_empty() {
        return Err(fault("reason", "reason_required").into());
    }
    if !(10..=500).contains(&reason.chars().count()) {
        let fault = fault("reason", "length");
        return Err(fault.with("min", 10).with("max", 500).into());
    }
    if reason.chars().any(|c| c.is_control() && c != '\n') {
        return Err(fault("reason", "control_characters").into());
    }
    Ok((Id::new(user_id), reason.to_owned()))
}

async fn begin(
    access: Access<User, Impersonate>,
    (): (),
    input: Input<Sent<Impersonated>>,
) -> Result<Response> {
    let (id, reason) = read(&input.body)?;
    let agent = input
        .headers
        .get(USER_AGENT)
        .and_then(|agent| agent.to_str().ok())
        .map(str::to_owned);
    let credentials = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let ctx = rows.ctx();
            let principal = ctx.principal.as_ref().ok_or(Code::NotSignedIn)?;
            let center_id = require_here(tx, id, &ctx.site)?;
            let beginning = Beginning {
                user_agent: agent.as_deref(),
                device_hash: None,
                grounds: Grounds::Impersonation {
                    admin_id: principal.user_id,
                    session_id: principal.session_id,
                    reason: &reason,
                },
            };
            let credentials = session::begin(tx, id.number(), &beginning)?;
            audit_with(
                tx,
                Some(principal.user_id),
                "sign_in_as_user",
                (User::TYPE, id.number()),
                &json!({ "reason": reason }),
            )?;
            let notice = Notice {
                kind: MailKind::Impersonated,
                data: json!({
                    "actor_name": name_of(tx, principal.user_id)?,
                    "started_at": tx.now(),
                    "reason": reason,
                }),
                subject: (User::TYPE, id.number()),
                center_id,
            };
            notice.tell(tx, id.number())?;
            Ok(credentials)
        })
        .await?;
    let document = access
        .reading()?
        .find(id, Query::parse("include=roles"))
        .await?;
    let site = &access.ctx().site;
    Ok(credentials::hand_out(
        document,
        &credentials,
        site,
        &input.headers,
    ))
}

/// Requires that the person signs in on this site: on another their session would be refused.
fn require_here(tx: &Tx, id: Id<User>, site: &Site) -> Result<i64> {
    let home: i64 = tx.query_row(
        "select volunteer_center_id from users where id = ?1",
        [id.number()],
        |row| row.get(0),
    )?;
    if session::belongs_at(tx, (id.number(), home), site, tx.now())? {
        Ok(home)
    } else {
        Err(HomeCenter::of(tx, site, home)?.refusal(site))
    }
}

fn name_of(tx: &Tx, user_id: i64) -> Result<String> {
    let name: Option<String> = tx
        .query_row(
            "select coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) from users where id = ?1",
            [user_id],
            |row| row.get(0),
        )
        .optional()?
        .flatten();
    Ok(name.unwrap_or_default())
}

/// Returns to the admin's own session, with new credentials.
async fn end(door: Unguarded<EndImpersonation>, (): (), input: Input<()>) -> Result<Response> {
    let principal = door.ctx().principal.as_ref().ok_or(Code::NotSignedIn)?;
    let by = principal.impersonation.clone().ok_or(Code::Forbidden)?;
    let (user_id, session_id, admin_id) = (principal.user_id, principal.session_id, by.admin_id);
    let credentials = door
        .write(move |tx, _| {
            session::end(tx, session_id)?;
            audit(
                tx,
                Some(admin_id),
                "sign_in_as_user_ended",
                (User::TYPE, user_id),
            )?;
            session::renew(tx, by.session_id)
        })
        .await?;
    let as_admin = door.as_user::<User>(admin_id).await?;
    let document = as_admin
        .find(Id::new(admin_id), Query::parse("include=roles"))
        .await?;
    Ok(credentials::hand_out(
        document,
        &credentials,
        &door.ctx().site,
        &input.headers,
    ))
}

/// Details for the impersonation banner.
pub(in crate::resources::user) fn shown(by: &Impersonation) -> Value {
    json!({ "by": by.admin_name, "until": by.until, "reason": by.reason })
}
