//! The mail of a step before it is taken.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::transition::ApplicationEvent;
use super::{Application, ApplicationStage};
use crate::app::access::{Access, action};
use crate::db::text_enum::TextEnum as _;
use crate::error::Result;
use crate::http::routes::{Described, Input, OneOf, Routes, Sent, Typed};
use crate::jsonapi::{Document, Id};
use crate::model::email_branding;
use crate::model::event_form::EventForm;
use crate::model::state_machine::{self, Actor};
use crate::model::step_mail::rehearsed_mail;

/// The mail of a step.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ApplicationStepMail")]
struct StepMail {
    subject: String,
    text: String,
}

impl Typed for StepMail {
    const TYPE: &'static str = "application_step_mails";
}

pub fn routes() -> Routes {
    Routes::new()
        .action(
            Method::PUT,
            "//api/v1/applications/{id}/step_preview",
            preview,
        )
        .named(
            "previewApplicationStep",
            "Shows the mail of a step before it is taken",
        )
        .answers(Described::json::<OneOf<StepMail>>(200))
        .refuses(&[422])
}

/// `PUT /applications/{id}/step_preview {event, reason_code, message}`: 404 where no mail goes out.
async fn preview(
    access: Access<Application, action::Decide>,
    id: Id<Application>,
    input: Input<Sent<EventForm>>,
) -> Result<Document> {
    let form = EventForm::read(&input.body)?;
    access
        .ctx()
        .require_own_words("message", form.message.as_deref())?;
    let origin = email_branding::origin(access.app(), &access.ctx().site.tenant);
    let mail = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            let actor = Actor::Requester(rows.ctx());
            let event = ApplicationEvent::parse(&form.event)
                .ok_or_else(|| state_machine::refused::<ApplicationStage>(tx, actor, id))?;
            rehearsed_mail(tx, rows, id, &origin, |tx| {
                state_machine::take::<ApplicationStage>(tx, actor, id, event, (form.reason(), ()))
            })
        })
        .await?;
    Ok(mail.document(StepMail::TYPE, id))
}
