//! Answers by a link of a mail, without a sign-in: whether an offered place is taken, whether it happened, and that the
//! centre should step in. Opening the link only shows the question; the answer is a request of its own, so that
//! programs which follow links in mails answer nothing.

use axum::http::Method;
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::places::POSITION;
use super::silence;
use super::transition::ApplicationEvent;
use super::{Application, ApplicationStage};
use crate::app::access::{Reason, Unguarded};
use crate::app::auth::token;
use crate::app::auth::token::Purpose;
use crate::base::clock::later;
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::{Answer, Document, Id, Resource as _};
use crate::model::plain_form::Form;
use crate::model::state_machine::{self, Actor, Reason as Said};

pub struct AnswerByLink;

impl Reason for AnswerByLink {
    const WHY: &'static str = "the link in a mail is the credential";
}

/// Event of a link besides those of the state machine.
const ASK_CENTER: &str = "ask_centre";

/// What a link in a mail asks.
#[derive(Serialize, Deserialize, JsonSchema)]
struct ApplicationQuestionAttributes {
    stage: String,
    vacancy_id: String,
    vacancy_title: String,
    organization_name: String,
    /// Between people, who can say in words how it went.
    is_help_request: bool,
    waitlist_position: Option<i64>,
    offer_expires_at: Option<String>,
    /// Days without an answer.
    waiting_days: Option<i64>,
    asked_center_at: Option<String>,
    /// The answers that are possible now: `accept_offer`, `decline_offer`, `confirm_match`, `withdraw`, `ask_centre`.
    events: Vec<String>,
}

impl Typed for ApplicationQuestionAttributes {
    const TYPE: &'static str = "application_questions";
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ApplicationLink")]
struct Opened {
    #[validate(length(max = 200))]
    token: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ApplicationLinkAnswer")]
struct Answered {
    #[validate(length(max = 200))]
    token: String,
    #[validate(length(max = 50))]
    event: String,
    #[validate(length(max = 50))]
    reason_code: Option<String>,
    /// How help between people went, for the centre alone.
    #[validate(length(max = 500))]
    experience: Option<String>,
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<AnswerByLink, _, _, _, _, _>(
            Method::POST,
            Application::TYPE,
            "/api/v1/applications/by_link",
            show,
        )
        .answering_anew()
        .named("showApplicationByLink", "Shows what a link in a mail asks")
        .answers(Described::json::<OneOf<ApplicationQuestionAttributes>>(200))
        .refuses(&[401, 410])
        .unguarded::<AnswerByLink, _, _, _, _, _>(
            Method::POST,
            Application::TYPE,
            "/api/v1/applications/by_link/answer",
            answer,
        )
        .named("answerApplicationByLink", "Answers by a link in a mail")
        .answers(Described::json::<OneOf<ApplicationQuestionAttributes>>(200))
        .refuses(&[401, 410])
}

/// A link for one mail; those of earlier mails stay valid.
pub fn token_for(tx: &Tx, id: Id<Application>) -> Result<String> {
    let until = later(tx.now(), Purpose::AnswerApplication.lifetime());
    let subject = (Application::TYPE, id.number());
    token::add(
        tx,
        Purpose::AnswerApplication,
        subject,
        &Value::Null,
        &until,
    )
}

/// Stage, vacancy, its title, organisation, place in line, end of the offer, days of waiting, when the centre was asked,
/// whether it is between people.
type AskedRow = (
    ApplicationStage,
    i64,
    String,
    String,
    Option<i64>,
    Option<String>,
    Option<i64>,
    Option<String>,
    bool,
);

fn question(connection: &Connection, id: Id<Application>, now: &str) -> Result<Value> {
    let sql = format!(
        "select t.stage, t.vacancy_id, v.title, o.name, {POSITION}, t.offer_expires_at, {}, t.asked_center_at, v.asker_id is not null
           from applications t
           join vacancies v on v.id = t.vacancy_id
           join organizations o on o.id = t.organization_id
          where t.id = :id",
        super::WAITING_DAYS
    );
    let (stage, vacancy_id, title, name, position, until, days, asked, is_help): AskedRow =
        connection
            .prepare_cached(&sql)?
            .query_row(named_params! {":id": id.number(), ":now": now}, |row| {
                row.try_into()
            })?;
    let is_in_time = until.as_deref().is_some_and(|until| until > now);
    let events: &[&str] = match stage {
        ApplicationStage::Offered if is_in_time => &["accept_offer", "decline_offer"],
        ApplicationStage::Accepted => &["confirm_match", "withdraw"],
        ApplicationStage::New if asked.is_none() => &[ASK_CENTER],
        _ => &[],
    };
    Ok(
        json!({ "data": { "type": "application_questions", "id": id.to_string(), "attributes": {
        "stage": stage.as_str(), "vacancy_id": vacancy_id.to_string(), "vacancy_title": title,
        "organization_name": name, "is_help_request": is_help, "waitlist_position": position, "offer_expires_at": until,
        "waiting_days": days, "asked_center_at": asked, "events": events,
    } } }),
    )
}

/// `POST /applications/by_link {token}`.
async fn show(
    door: Unguarded<AnswerByLink>,
    (): (),
    input: Input<Form<Opened>>,
) -> Result<Document> {
    let token = input.body.read(&["token"])?.token;
    let now = door.ctx().now.clone();
    let shown = door
        .read(move |connection| {
            let link = token::find(connection, Purpose::AnswerApplication, &token, &now)?;
            question(connection, Id::new(link.subject_id), &now)
        })
        .await?;
    Ok(Document::of(&shown))
}

/// `POST /applications/by_link/answer {token, event}`. The link stays valid: what may be answered follows from the
/// stage.
async fn answer(
    door: Unguarded<AnswerByLink>,
    (): (),
    input: Input<Form<Answered>>,
) -> Result<Answer> {
    let said = input.body.read(&["token", "event"])?;
    door.post(input.key, move |tx, _| {
        let link = token::find(tx, Purpose::AnswerApplication, &said.token, tx.now())?;
        let id = Id::<Application>::new(link.subject_id);
        let asked = question(tx, id, tx.now())?;
        let allowed = asked
            .pointer("/data/attributes/events")
            .cloned()
            .unwrap_or_default();
        let is_allowed = allowed
            .as_array()
            .is_some_and(|events| events.iter().any(|event| *event == *said.event));
        if !is_allowed {
            return Err(Error::from(Code::InvalidTransition)
                .with("allowed", allowed)
                .at("/data/attributes/event"));
        }
        let user_id: Option<i64> = tx
            .prepare_cached("select user_id from applications where id = ?1")?
            .query_row([id.number()], |row| row.get(0))?;
        let experience = said.experience.as_deref().map(str::trim);
        if let Some(experience) = experience.filter(|text| !text.is_empty()) {
            tx.prepare_cached(
                "update applications set applicant_experience = :experience
                  where id = :id and vacancy_id in (select v.id from vacancies v where v.asker_id is not null)",
            )?
            .execute(named_params! {":id": id.number(), ":experience": experience})?;
        }
        if said.event == ASK_CENTER {
            silence::step_in(tx, id, user_id)?;
        } else {
            let event = ApplicationEvent::parse(&said.event)
                .ok_or_else(|| FieldFault::attribute("event", "choice"))?;
            let reason = Said {
                code: said.reason_code,
                text: None,
            };
            let actor = Actor::Program(user_id);
            state_machine::take::<ApplicationStage>(tx, actor, id, event, (reason, ()))?;
        }
        Ok(Answer::ok(question(tx, id, tx.now())?.to_string()))
    })
    .await
}
