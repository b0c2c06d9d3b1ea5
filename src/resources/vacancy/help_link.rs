//! What somebody asked or offered without an account, followed by the link of a mail: where it stands, who answered, and
//! that help was found. Its endpoints are those of the applications (`application/help_link.rs`), which decide about them.

use rusqlite::{Connection, OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::transition::{VacancyEvent, VacancyInput};
use super::{Vacancy, VacancyModerationState, VacancyStatus};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::base::clock::later;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::routes::Typed;
use crate::jsonapi::{Id, Resource as _};
use crate::model::state_machine::{self, Actor, Reason};

/// Steps of the page beside those of an answer.
const WITHDRAW: &str = "withdraw";
const FILL: &str = "fill";
const ARCHIVE: &str = "archive";
pub const NOT_HAPPENED: &str = "not_happened";

/// Where a request or an offer stands, for who made it.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct HelpLinkAttributes {
    title: String,
    first_name: String,
    offers_help: bool,
    status: String,
    moderation_state: String,
    /// What the centre asks to change, or why it does not show it.
    moderation_message: Option<String>,
    expires_at: Option<String>,
    /// The steps that are possible now: `withdraw` while the centre reads, `fill` and `archive` once it is online.
    events: Vec<String>,
    answers: Vec<HelpAnswer>,
    /// The secret of the link, with which the next step is taken.
    token: String,
}

impl Typed for HelpLinkAttributes {
    const TYPE: &'static str = "help_links";
}

/// Somebody who answered. Surname, number and address once they were accepted, and for as long as that holds.
#[derive(Serialize, Deserialize, JsonSchema)]
struct HelpAnswer {
    id: String,
    first_name: String,
    last_name: Option<String>,
    email: Option<String>,
    phone_number: Option<String>,
    message: String,
    stage: String,
    created_at: String,
    /// `accept` and `reject`, and once accepted `confirm_match` and `not_happened`.
    events: Vec<String>,
    /// How it went was said already.
    has_experience: bool,
}

/// The page of a link, with its secret.
pub(super) fn page_of(what: &str, token: &str) -> String {
    format!("/een-op-een-hulp/mijn?{what}={token}")
}

/// A link for one mail; those of earlier mails stay valid.
pub(super) fn token_for(tx: &Tx, id: Id<Vacancy>) -> Result<String> {
    let until = later(tx.now(), Purpose::FollowHelpRequest.lifetime());
    let subject = (Vacancy::TYPE, id.number());
    token::add(
        tx,
        Purpose::FollowHelpRequest,
        subject,
        &Value::Null,
        &until,
    )
}

/// Where who asked follows it, if they have no other way in: an account that never signed in and has no password. With
/// `always` also for the others.
pub fn path_for(tx: &Tx, id: Id<Vacancy>, always: bool) -> Result<Option<String>> {
    let is_followed: bool = tx
        .prepare_cached(
            "select :always or (u.password_hash is null and u.last_sign_in_at is null)
               from vacancies v join users u on u.id = v.asker_id
              where v.id = :id and u.status = 'active'",
        )?
        .query_row(
            named_params! {":id": id.number(), ":always": always},
            |row| row.get(0),
        )
        .optional()?
        .unwrap_or_default();
    if !is_followed {
        return Ok(None);
    }
    Ok(Some(page_of("oproep", &token_for(tx, id)?)))
}

/// The request of a link, and who made it. Fails like an expired link once it is gone, or its account is closed.
pub fn of_link(connection: &Connection, token: &str, now: &str) -> Result<(Id<Vacancy>, i64)> {
    let link = token::find(connection, Purpose::FollowHelpRequest, token, now)?;
    let asker: Option<i64> = connection
        .prepare_cached(
            "select v.asker_id from vacancies v join users u on u.id = v.asker_id
              where v.id = ?1 and v.status <> 'deleted' and u.status = 'active'",
        )?
        .query_row([link.subject_id], |row| row.get(0))
        .optional()?;
    Ok((Id::new(link.subject_id), asker.ok_or(Code::LinkExpired)?))
}

/// What a page of the link shows.
pub fn shown(connection: &Connection, id: Id<Vacancy>, token: &str) -> Result<Value> {
    let mut found = connection
        .prepare_cached(
            "select v.title, o.name, v.offers_help, v.status, v.moderation_state, v.moderation_message, v.expires_at
               from vacancies v join organizations o on o.id = v.organization_id where v.id = ?1",
        )?
        .query_row([id.number()], |row| {
            let status: VacancyStatus = row.get(3)?;
            let moderation: VacancyModerationState = row.get(4)?;
            let events: &[&str] = match (status, moderation) {
                (VacancyStatus::Draft, VacancyModerationState::Submitted) => &[WITHDRAW],
                (VacancyStatus::Published, _) => &[FILL, ARCHIVE],
                (VacancyStatus::Draft | VacancyStatus::Filled | VacancyStatus::Expired, _) => &[ARCHIVE],
                (VacancyStatus::Archived | VacancyStatus::Deleted, _) => &[],
            };
            Ok(json!({
                "title": row.get::<_, String>(0)?, "first_name": row.get::<_, String>(1)?,
                "offers_help": row.get::<_, bool>(2)?, "status": status, "moderation_state": moderation,
                "moderation_message": row.get::<_, Option<String>>(5)?, "expires_at": row.get::<_, Option<String>>(6)?,
                "events": events, "token": token,
            }))
        })?;
    let answers = connection
        .prepare_cached(
            "select a.id, coalesce(a.first_name, ''), a.last_name, a.email, a.phone_number, a.message, a.stage, a.created_at,
                    a.asker_experience is not null, a.stage in ('accepted', 'started', 'completed'),
                    case when a.stage in ('new', 'in_contact') then 1 when a.stage = 'accepted' then 2 else 0 end
               from applications a
              where a.vacancy_id = ?1 and a.is_held = 0 order by a.id desc limit 100",
        )?
        .query_map([id.number()], |row| {
            let stage: String = row.get(6)?;
            let is_accepted: bool = row.get(9)?;
            let events: &[&str] = match row.get::<_, i64>(10)? {
                1 => &["accept", "reject"],
                2 => &["confirm_match", NOT_HAPPENED],
                _ => &[],
            };
            let contact = |column: usize| -> rusqlite::Result<Option<String>> {
                Ok(row.get::<_, Option<String>>(column)?.filter(|_| is_accepted))
            };
            Ok(json!({
                "id": row.get::<_, i64>(0)?.to_string(), "first_name": row.get::<_, String>(1)?,
                "last_name": contact(2)?, "email": contact(3)?, "phone_number": contact(4)?,
                "message": row.get::<_, String>(5)?, "stage": stage, "created_at": row.get::<_, String>(7)?,
                "events": events, "has_experience": row.get::<_, bool>(8)?,
            }))
        })?
        .collect::<rusqlite::Result<Vec<Value>>>()?;
    if let Some(attributes) = found.as_object_mut() {
        attributes.insert("answers".to_owned(), answers.into());
    }
    Ok(
        json!({ "data": { "type": HelpLinkAttributes::TYPE, "id": id.to_string(), "attributes": found } }),
    )
}

/// A step of the request itself.
pub fn take_own(tx: &Tx, id: Id<Vacancy>, asker: i64, event: &str) -> Result<()> {
    let actor = Actor::Program(Some(asker));
    let said = || (Reason::default(), VacancyInput::default());
    if event == WITHDRAW {
        state_machine::take::<VacancyModerationState>(
            tx,
            actor,
            id,
            VacancyEvent::Withdraw,
            said(),
        )?;
    }
    let event = if event == FILL {
        VacancyEvent::Fill
    } else {
        VacancyEvent::Archive
    };
    state_machine::take::<VacancyStatus>(tx, actor, id, event, said())
}
