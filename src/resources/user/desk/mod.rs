//! The desk of a centre: people without an e-mail address are found by name and year of birth, registered, and get on paper what
//! others get by mail. What is done for them goes the ways that others go: applications, registrations, hours
//! (docs/domain/rights.md#the-desk).

mod card;
mod invite;
mod letter;
mod register;

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::User;
use super::own_account::guardian;
use crate::app::access::{Access, Rows, action};
use crate::base::locale::Locale;
use crate::db::Tx;
use crate::error::{FieldFault, Result};
use crate::http::form::Form;
use crate::http::pdf_file;
use crate::http::routes::{AllOf, Described, Input, MetaOf, OneOf, Routes, SentToMeta, Typed};
use crate::jsonapi::{Answer, Document, Id, Query};
use crate::model::state_history::audit_with;

pub use card::read_code;
pub(in crate::resources::user) use invite::CAN_TAKE_OVER;
pub use invite::DeskInvitation;
pub use register::DeskRegistration;

/// People that a search answers with; who is not among them is found with more of the name.
const MOST_FOUND: usize = 10;
/// Rows that are looked through for them.
const MOST_READ: i64 = 200;

/// Somebody as the desk knows them.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DeskPersonAttributes")]
struct DeskPersonAttributes {
    first_name: String,
    last_name: Option<String>,
    /// `YYYY-MM-DD`, to be sure who it is.
    birth_date: Option<String>,
    /// The last three digits of the phone number.
    phone_ends: Option<String>,
    /// Signs in by themselves.
    has_own_access: bool,
    /// Needs a guardian's consent that nobody gave yet.
    waits_for_guardian: bool,
    has_card: bool,
    /// Of the card, as printed: `7K4M-92QX`. In the answer that makes it.
    code: Option<String>,
}

impl Typed for DeskPersonAttributes {
    const TYPE: &'static str = "desk_people";
}

/// Who is looked for: by name and year of birth, or by their card.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DeskSearch")]
pub struct DeskSearch {
    /// Each word begins a word of the name.
    #[validate(length(min = 2, max = 100))]
    pub name: Option<String>,
    #[validate(range(min = 1900, max = 2100))]
    pub birth_year: Option<i32>,
    /// Of the card; the address in its QR code will do.
    #[validate(length(min = 8, max = 200))]
    pub code: Option<String>,
}

pub fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "//api/v1/desk/find", find)
        .named(
            "findAtDesk",
            "Finds somebody by name and year of birth, or by their card",
        )
        .answers(Described::json::<AllOf<DeskPersonAttributes>>(200))
        .refuses(&[422, 429])
        .form(Method::POST, "//api/v1/desk/register", register::register)
        .named(
            "registerAtDesk",
            "Registers somebody who stands at the desk, without an e-mail address",
        )
        .answers(Described::json::<OneOf<DeskPersonAttributes>>(201))
        .refuses(&[422])
        .action(Method::GET, "//api/v1/users/{id}/desk", open)
        .named("getDeskPerson", "Shows somebody who stands at the desk")
        .answers(Described::json::<OneOf<DeskPersonAttributes>>(200))
        .action(Method::POST, "//api/v1/users/{id}/desk/card", card::renew)
        .named(
            "renewDeskCard",
            "Makes a card by which the desk finds somebody; an earlier one is unknown from then on",
        )
        .answers(Described::json::<OneOf<DeskPersonAttributes>>(200))
        .action(
            Method::GET,
            "//api/v1/users/{id}/desk/card.pdf",
            card::print,
        )
        .named("printDeskCard", "Gives the card as PDF, A6")
        .query_parameters(&["locale"])
        .answers(Described::file(pdf_file::MEDIA_TYPE))
        .action(
            Method::GET,
            "//api/v1/users/{id}/desk/letter.pdf",
            letter::print,
        )
        .named(
            "printDeskLetter",
            "Gives a letter with what was arranged for somebody as PDF, A4",
        )
        .query_parameters(&["locale"])
        .answers(Described::file(pdf_file::MEDIA_TYPE))
        .form(
            Method::POST,
            "//api/v1/users/{id}/desk/invite",
            invite::invite,
        )
        .named(
            "inviteFromDesk",
            "Mails somebody a link with which they go on by themselves",
        )
        .answers(Described::json::<MetaOf<SentToMeta>>(202))
        .refuses(&[422, 429])
}

/// `POST /desk/find`: those who fit, the best first. Recorded with their number, without what was typed.
async fn find(
    access: Access<User, action::Register>,
    (): (),
    form: Form<DeskSearch>,
) -> Result<Answer> {
    let said = form.body;
    access
        .post(form.key, move |tx, rows| {
            let (by, ids): (&str, Vec<i64>) = match (&said.code, &said.name, said.birth_year) {
                (Some(code), _, _) => ("card", card::holder_of(tx, code)?.into_iter().collect()),
                (None, Some(name), Some(year)) => ("name", named(tx, name, year)?),
                (None, name, _) => {
                    let field = if name.is_some() { "birth_year" } else { "name" };
                    return Err(FieldFault::attribute(field, "required").into());
                }
            };
            let people = ids
                .into_iter()
                .filter(|id| rows.require(tx, Id::new(*id)).is_ok())
                .take(MOST_FOUND)
                .map(|id| shown(tx, id, tx.now()))
                .collect::<Result<Vec<Value>>>()?;
            let center = ("volunteer_centers", rows.ctx().site.center_id);
            let data = json!({ "count": people.len(), "by": by });
            audit_with(tx, rows.ctx().user_id(), "desk_find", center, &data)?;
            Ok(Answer::ok(json!({ "data": people }).to_string()))
        })
        .await
}

/// Everybody of that year whose name has words that begin so; whole names first.
fn named(connection: &Connection, name: &str, year: i32) -> Result<Vec<i64>> {
    let words: Vec<String> = name
        .split(|c: char| c.is_whitespace() || c == '-')
        .filter(|word| word.contains(char::is_alphanumeric))
        .take(8)
        .map(str::to_owned)
        .collect();
    let letters = words.iter().flat_map(|word| word.chars());
    if letters.filter(|c| c.is_alphanumeric()).count() < 2 {
        return Err(FieldFault::attribute("name", "required").into());
    }
    let ids = connection
        .prepare_cached(
            "with person as (
               select t.id, ' ' || replace(fold(coalesce(t.first_name, '') || ' ' || coalesce(t.last_name, '')), '-', ' ') || ' ' as name
                 from users t
                where t.birth_date >= :first and t.birth_date <= :last and t.status <> 'archived'
             )
             select p.id
               from person p
              where not exists (select 1 from json_each(:words) w where instr(p.name, ' ' || fold(w.value)) = 0)
              order by (select count(*) from json_each(:words) w where instr(p.name, ' ' || fold(w.value) || ' ') > 0) desc, p.name, p.id
              limit :most",
        )?
        .query_map(
            named_params! {
                ":first": format!("{year:04}-01-01"),
                ":last": format!("{year:04}-12-31"),
                ":words": json!(words).to_string(),
                ":most": MOST_READ,
            },
            |row| row.get(0),
        )?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids)
}

/// `GET /users/{id}/desk`.
async fn open(
    access: Access<User, action::Register>,
    id: Id<User>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let now = access.app().clock().text();
    let person = access
        .read(move |connection| {
            rows.require(connection, id)?;
            shown(connection, id.number(), &now)
        })
        .await?;
    note(&access, id, "desk_open").await?;
    Ok(Document::of(&json!({ "data": person })))
}

/// Records that staff opened or printed what is known of somebody.
async fn note(
    access: &Access<User, action::Register>,
    id: Id<User>,
    action: &'static str,
) -> Result<()> {
    let actor_id = access.ctx().user_id();
    access
        .note(move |tx| audit_with(tx, actor_id, action, ("users", id.number()), &Value::Null))
        .await
}

fn shown(connection: &Connection, id: i64, now: &str) -> Result<Value> {
    let waits_for_guardian = guardian::require_consent(connection, id, now).is_err();
    connection
        .prepare_cached(
            "select t.first_name, t.last_name, t.birth_date, substr(t.phone_number, -3), t.password_hash is not null or t.email is not null,
                    exists (select 1 from desk_cards c where c.user_id = t.id and c.code is not null)
               from users t where t.id = ?1",
        )?
        .query_row([id], |row| {
            let attributes = DeskPersonAttributes {
                first_name: row.get::<_, Option<String>>(0)?.unwrap_or_default(),
                last_name: row.get(1)?,
                birth_date: row.get(2)?,
                phone_ends: row.get(3)?,
                has_own_access: row.get(4)?,
                has_card: row.get(5)?,
                waits_for_guardian,
                code: None,
            };
            Ok(json!({
                "type": DeskPersonAttributes::TYPE,
                "id": id.to_string(),
                "attributes": attributes,
            }))
        })
        .map_err(Into::into)
}

/// The answer to a step about one person.
fn answer(tx: &Tx, id: Id<User>, code: Option<String>) -> Result<Value> {
    let mut person = shown(tx, id.number(), tx.now())?;
    if let Some(place) = person.pointer_mut("/attributes/code") {
        *place = code.into();
    }
    Ok(json!({ "data": person }))
}

fn created(tx: &Tx, id: Id<User>) -> Result<Answer> {
    Ok(Answer::created(
        format!("/api/v1/users/{id}/desk"),
        answer(tx, id, None)?.to_string(),
    ))
}

/// Language of a paper: that of the request's `locale`, or else Dutch.
fn locale_of(query: &Query) -> Locale {
    query
        .get("locale")
        .and_then(Locale::parse)
        .unwrap_or_default()
}

/// Who was at the desk stays: those who never sign in are kept as long as they come (docs/domain/retention.md#clocks).
pub fn extend_account(tx: &Tx, user_id: i64) -> Result<()> {
    tx.prepare_cached(
        "update users set kept_at = :now
          where id = :id and password_hash is null
            and exists (select 1 from desk_cards c where c.user_id = users.id)",
    )?
    .execute(named_params! {":id": user_id, ":now": tx.now()})?;
    Ok(())
}

/// The person whom a request of staff is about: one of those they may register. None: nobody was named, or themselves.
pub fn person_helped<R: crate::jsonapi::Resource>(
    tx: &Tx,
    rows: &Rows<R>,
    user_id: Option<Id<User>>,
) -> Result<Option<i64>> {
    let Some(user_id) = user_id.filter(|id| rows.ctx().user_id() != Some(id.number())) else {
        return Ok(None);
    };
    rows.beside::<User, action::Register>()?
        .require(tx, user_id)
        .map_err(|_| FieldFault::attribute("user_id", "not_found"))?;
    let is_closed = tx
        .prepare_cached("select status = 'archived' from users where id = ?1")?
        .query_row([user_id.number()], |row| row.get(0))
        .optional()?
        .unwrap_or(true);
    if is_closed {
        return Err(FieldFault::attribute("user_id", "not_found").into());
    }
    Ok(Some(user_id.number()))
}
