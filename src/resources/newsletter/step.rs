//! Steps in the life of a newsletter that somebody takes: scheduled, taken back, paused, resumed, stopped.

use axum::http::Method;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::transition::NewsletterEvent;
use super::{Newsletter, NewsletterStatus, checks};
use crate::app::access::{Access, action};
use crate::error::{Error, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::{Document, Id};
use crate::model::email_branding::origin;
use crate::model::state_machine::{self, Actor, Reason};

/// When a newsletter is sent.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "NewsletterSchedule")]
struct ScheduleForm {
    /// A moment within a year; none: at once.
    send_at: Option<String>,
}

/// `PUT /newsletters/{id}/schedule`.
async fn schedule(
    access: Access<Newsletter, action::Manage>,
    id: Id<Newsletter>,
    form: Form<ScheduleForm>,
) -> Result<Document> {
    let ScheduleForm { send_at } = form.body;
    let origin = origin(access.app(), &access.ctx().site.tenant);
    access
        .change(id, move |tx, rows| {
            let newsletter = rows.load(tx, id)?;
            let ctx = rows.ctx();
            let send_at = moment(send_at.as_deref(), tx.now())?;
            if newsletter.status == NewsletterStatus::Draft {
                let center_id = ctx.site.center_id;
                let found = checks::all(tx, (center_id, &newsletter), (&origin, tx.now()))?;
                if let Some(missing) = found
                    .iter()
                    .find(|check| check.is_required && !check.is_met)
                {
                    return Err(FieldFault::attribute("status", "not_ready")
                        .with("check", missing.name.as_str())
                        .into());
                }
            }
            take(
                tx,
                rows.ctx().user_id(),
                id,
                NewsletterEvent::Schedule,
                Some(send_at),
            )
        })
        .await
}

/// The moment as it is stored.
fn moment(send_at: Option<&str>, now: &str) -> Result<String> {
    let Some(text) = send_at else {
        return Ok(now.to_owned());
    };
    let fault = |rule: &str| Error::from(FieldFault::attribute("send_at", rule));
    let at: Timestamp = text.parse().map_err(|_| fault("timestamp"))?;
    let at = at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let latest = crate::base::clock::later(now, crate::base::clock::days(366));
    if at.as_str() <= now {
        return Err(fault("past"));
    }
    if at > latest {
        return Err(fault("too_far"));
    }
    Ok(at)
}

fn take(
    tx: &crate::db::Tx,
    user_id: Option<i64>,
    id: Id<Newsletter>,
    event: NewsletterEvent,
    send_at: Option<String>,
) -> Result<()> {
    // The right was checked by the operation.
    let actor = Actor::Program(user_id);
    state_machine::take::<NewsletterStatus>(tx, actor, id, event, (Reason::default(), send_at))
}

async fn step(
    access: Access<Newsletter, action::Manage>,
    id: Id<Newsletter>,
    event: NewsletterEvent,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            take(tx, rows.ctx().user_id(), id, event, None)
        })
        .await
}

async fn unschedule(
    access: Access<Newsletter, action::Manage>,
    id: Id<Newsletter>,
    _: Input<Ignored>,
) -> Result<Document> {
    step(access, id, NewsletterEvent::Unschedule).await
}

async fn pause(
    access: Access<Newsletter, action::Manage>,
    id: Id<Newsletter>,
    _: Input<Ignored>,
) -> Result<Document> {
    step(access, id, NewsletterEvent::Pause).await
}

async fn resume(
    access: Access<Newsletter, action::Manage>,
    id: Id<Newsletter>,
    _: Input<Ignored>,
) -> Result<Document> {
    step(access, id, NewsletterEvent::Resume).await
}

async fn stop(
    access: Access<Newsletter, action::Manage>,
    id: Id<Newsletter>,
    _: Input<Ignored>,
) -> Result<Document> {
    step(access, id, NewsletterEvent::Stop).await
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::PUT, "/{id}/schedule", schedule)
        .named(
            "scheduleNewsletter",
            "Has a newsletter sent, at once or at a moment",
        )
        .answers(Described::one::<Newsletter>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/unschedule", unschedule)
        .named("unscheduleNewsletter", "Makes it a draft again")
        .answers(Described::one::<Newsletter>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/pause", pause)
        .named(
            "pauseNewsletter",
            "Sends it to nobody more for the time being",
        )
        .answers(Described::one::<Newsletter>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/resume", resume)
        .named("resumeNewsletter", "Goes on sending it")
        .answers(Described::one::<Newsletter>(200))
        .refuses(&[422])
        .action(Method::PUT, "/{id}/stop", stop)
        .named("stopNewsletter", "Sends it to nobody any more")
        .answers(Described::one::<Newsletter>(200))
        .refuses(&[422])
}
