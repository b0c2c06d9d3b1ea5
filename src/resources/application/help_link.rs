//! The page of a link about help between people (`vacancy/help_link.rs`): who asked without an account sees who answered, says
//! yes or no, and ends it. Opening the link only shows it; each step is a request of its own, so that programs which
//! follow links in mails take none.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use validator::Validate;

use super::transition::ApplicationEvent;
use super::{Application, ApplicationStage};
use crate::app::access;
use crate::app::access::Unguarded;
use crate::db::Tx;
use crate::error::{Code, Error, FieldFault, Result};
use crate::http::routes::{Described, Input, OneOf, Routes};
use crate::jsonapi::{Answer, Id, Resource as _};
use crate::model::plain_form::Form;
use crate::model::state_history::audit;
use crate::model::state_machine::{self, Actor, Reason};
use crate::resources::vacancy::Vacancy;
use crate::resources::vacancy::help_link::{
    HelpLinkAttributes, NOT_HAPPENED, of_link, shown, take_own,
};

pub struct FollowHelp;

impl access::Reason for FollowHelp {
    const WHY: &'static str = "the link in a mail is the credential";
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HelpLink")]
struct Opened {
    #[validate(length(max = 200))]
    token: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HelpLinkStep")]
struct Taken {
    #[validate(length(max = 200))]
    token: String,
    #[validate(length(max = 50))]
    event: String,
    /// Whose answer it is about; none for a step of the request itself.
    application_id: Option<Id<Application>>,
    /// How it went, for the centre alone.
    #[validate(length(max = 500))]
    experience: Option<String>,
}

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<FollowHelp, _, _, _, _, _>(
            Method::POST,
            Vacancy::TYPE,
            "/api/v1/help_requests/by_link",
            show,
        )
        .named(
            "showHelpRequestByLink",
            "Shows where a request for help stands, by the link of a mail",
        )
        .answers(Described::json::<OneOf<HelpLinkAttributes>>(200))
        .refuses(&[401, 410])
        .unguarded::<FollowHelp, _, _, _, _, _>(
            Method::POST,
            Vacancy::TYPE,
            "/api/v1/help_requests/by_link/step",
            step,
        )
        .named(
            "stepHelpRequestByLink",
            "Takes a step with a request for help, by the link of a mail",
        )
        .answers(Described::json::<OneOf<HelpLinkAttributes>>(200))
        .refuses(&[401, 410, 422])
}

/// `POST /help_requests/by_link {token}`.
async fn show(door: Unguarded<FollowHelp>, (): (), input: Input<Form<Opened>>) -> Result<Answer> {
    let token = input.body.read(&["token"])?.token;
    door.post(input.key, move |tx, _| {
        let (id, _) = of_link(tx, &token, tx.now())?;
        tx.noted();
        Ok(Answer::ok(shown(tx, id, &token)?.to_string()))
    })
    .await
}

/// `POST /help_requests/by_link/step {token, event, application_id?}`. The link stays valid: what may be done follows
/// from where it stands.
async fn step(door: Unguarded<FollowHelp>, (): (), input: Input<Form<Taken>>) -> Result<Answer> {
    let taken = input.body.read(&["token", "event"])?;
    door.post(input.key, move |tx, _| {
        let (id, asker) = of_link(tx, &taken.token, tx.now())?;
        let now = shown(tx, id, &taken.token)?;
        let events = match taken.application_id {
            None => now.pointer("/data/attributes/events"),
            Some(application) => now
                .pointer("/data/attributes/answers")
                .and_then(Value::as_array)
                .and_then(|answers| {
                    let number = application.to_string();
                    answers.iter().find(|answer| answer["id"] == *number)
                })
                .and_then(|answer| answer.get("events")),
        };
        let allowed = events.cloned().unwrap_or_else(|| json!([]));
        let is_allowed = allowed
            .as_array()
            .is_some_and(|events| events.iter().any(|event| *event == *taken.event));
        if !is_allowed {
            return Err(Error::from(Code::InvalidTransition)
                .with("allowed", allowed)
                .at("/data/attributes/event"));
        }
        match taken.application_id {
            None => take_own(tx, id, asker, &taken.event)?,
            Some(application) => take_answer(tx, application, asker, &taken)?,
        }
        Ok(Answer::ok(shown(tx, id, &taken.token)?.to_string()))
    })
    .await
}

fn take_answer(tx: &Tx, id: Id<Application>, asker: i64, taken: &Taken) -> Result<()> {
    let experience = taken
        .experience
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    if let Some(experience) = experience {
        tx.prepare_cached(
            "update applications set asker_experience = :experience, version = version + 1, updated_at = :now where id = :id",
        )?
        .execute(named_params! {":id": id.number(), ":experience": experience, ":now": tx.now()})?;
    }
    if taken.event == NOT_HAPPENED {
        return audit(
            tx,
            Some(asker),
            "match_not_happened",
            (Application::TYPE, id.number()),
        );
    }
    let event = match taken.event.as_str() {
        "accept" => ApplicationEvent::Accept,
        "reject" => ApplicationEvent::Reject,
        "confirm_match" => ApplicationEvent::ConfirmMatch,
        _ => return Err(FieldFault::attribute("event", "choice").into()),
    };
    let reason = Reason {
        code: (event == ApplicationEvent::Reject).then(|| "no_longer_needed".to_owned()),
        text: None,
    };
    let actor = Actor::Program(Some(asker));
    state_machine::take::<ApplicationStage>(tx, actor, id, event, (reason, ()))
}
