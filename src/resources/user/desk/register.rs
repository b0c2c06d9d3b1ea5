//! `POST /desk/register`: an account for somebody who stands at the desk. They agreed by word of mouth, which is recorded with who
//! asked them; nobody signs in with it until they are invited and choose a password.

use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use crate::app::access::{Access, Rows, action};
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::form::Form;
use crate::jsonapi::write::store::insert;
use crate::jsonapi::{Answer, Id, Resource as _};
use crate::model::field_rules;
use crate::model::state_history::audit_with;
use crate::resources::user::own_account::guardian;
use crate::resources::user::{User, UserLocale};

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DeskRegistration")]
pub struct DeskRegistration {
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
    /// `YYYY-MM-DD`.
    #[validate(length(min = 10, max = 10))]
    pub birth_date: String,
    #[validate(length(max = 20), custom(function = "field_rules::phone_number"))]
    #[schemars(extend("format" = "phone"))]
    pub phone_number: Option<String>,
    /// The language of letters and cards.
    #[serde(default)]
    pub locale: UserLocale,
    /// The person was told what is kept of them, and agrees.
    #[serde(default)]
    pub consent: bool,
    /// Of somebody below the centre's age limit: a parent or guardian is there and agrees.
    #[serde(default)]
    pub guardian_consent: bool,
    /// Somebody of that name and day of birth is known, and it is another person.
    #[serde(default)]
    pub is_somebody_else: bool,
}

pub async fn register(
    access: Access<User, action::Register>,
    (): (),
    form: Form<DeskRegistration>,
) -> Result<Answer> {
    let said = form.body;
    if !said.consent {
        return Err(FieldFault::attribute("consent", "desk_consent").into());
    }
    access
        .post(form.key, move |tx, rows| {
            if !said.is_somebody_else {
                require_new(tx, rows, &said)?;
            }
            let id = add(tx, rows, &said)?;
            // A mentor registers nobody: whoever is no student of theirs is out of their reach.
            rows.require(tx, id)
                .map_err(|_| Error::from(Code::Forbidden))?;
            super::created(tx, id)
        })
        .await
}

/// Refuses a second account of who is known here by the same name and day of birth.
fn require_new(tx: &Tx, rows: &Rows<User>, said: &DeskRegistration) -> Result<()> {
    let same: Vec<i64> = tx
        .prepare_cached(
            "select t.id from users t
              where t.birth_date = :born and t.status <> 'archived'
                and fold(trim(t.first_name) || ' ' || trim(t.last_name)) = fold(trim(:first) || ' ' || trim(:last))",
        )?
        .query_map(
            named_params! {":born": said.birth_date, ":first": said.first_name, ":last": said.last_name},
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    match same
        .into_iter()
        .find(|id| rows.require(tx, Id::new(*id)).is_ok())
    {
        Some(id) => Err(FieldFault::attribute("birth_date", "person_known")
            .with("user_id", id.to_string())
            .into()),
        None => Ok(()),
    }
}

fn add(tx: &Tx, rows: &Rows<User>, said: &DeskRegistration) -> Result<Id<User>> {
    let ctx = rows.ctx();
    let attributes = json!({
        "first_name": said.first_name.trim(),
        "last_name": said.last_name.trim(),
        "birth_date": said.birth_date,
        "phone_number": said.phone_number,
        "locale": said.locale,
        "status": "active",
        "signup_method": "createdByUser",
        "volunteer_center_id": ctx.site.center_id.to_string(),
    });
    let id: Id<User> = insert(tx, ctx, serde_json::from_value(attributes)?)?;
    // Whoever stood at the desk is confirmed as much as by a mail.
    tx.prepare_cached("update users set created_by_id = :by, confirmed_at = :now where id = :id")?
        .execute(named_params! {":id": id.number(), ":by": ctx.user_id(), ":now": tx.now()})?;
    tx.prepare_cached(
        "insert into desk_cards (user_id, consent_at, registered_by_id, created_at) values (:id, :now, :by, :now)",
    )?
    .execute(named_params! {":id": id.number(), ":by": ctx.user_id(), ":now": tx.now()})?;
    audit_with(
        tx,
        ctx.user_id(),
        "desk_register",
        (User::TYPE, id.number()),
        &Value::Null,
    )?;
    if said.guardian_consent {
        guardian::agree_at_desk(tx, id.number(), ctx.user_id())?;
    }
    require_day(tx, id)?;
    Ok(id)
}

/// By the day of birth the desk finds them again: one without it would be lost.
fn require_day(tx: &Tx, id: Id<User>) -> Result<()> {
    let is_known: Option<bool> = tx
        .prepare_cached("select birth_date is not null from users where id = ?1")?
        .query_row([id.number()], |row| row.get(0))
        .optional()?;
    match is_known {
        Some(true) => Ok(()),
        _ => Err(FieldFault::attribute("birth_date", "required").into()),
    }
}
