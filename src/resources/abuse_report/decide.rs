//! What a centre does with a report: look at it, take measures, do nothing, or put it with another one.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::measure::{Measure, apply, set_hidden};
use super::subject::Reported;
use super::transition::{Decision, ReportEvent};
use super::{AbuseReport, ReportStatus, SubjectType, available_measures, notify};
use crate::app::access::{Access, RequestContext, Rows, action};
use crate::db::Tx;
use crate::db::text_enum::TextEnum as _;
use crate::error::{FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Ignored, Input, Routes};
use crate::jsonapi::{Document, Id};
use crate::model::state_machine::{self, Actor, Reason, State as _};
use crate::resources::conversation::announce_message_change;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AbuseReportMeasures")]
pub struct MeasuresForm {
    #[validate(length(min = 1, max = 7))]
    pub measures: Vec<Measure>,
    /// What who reported it is told.
    #[validate(length(min = 1, max = 2000))]
    pub reporter_text: String,
    /// What the reported is told, without who reported it.
    #[validate(length(min = 1, max = 2000))]
    pub reported_text: String,
    /// For colleagues alone.
    #[validate(length(max = 2000))]
    pub note: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AbuseReportDismissal")]
pub struct DismissalForm {
    #[validate(length(min = 1, max = 2000))]
    pub reporter_text: String,
    #[validate(length(max = 2000))]
    pub note: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AbuseReportDuplicate")]
pub struct DuplicateForm {
    /// The report that it goes with, of the same centre.
    pub of_id: Id<AbuseReport>,
    #[validate(length(max = 2000))]
    pub note: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "/{id}/take", take)
        .named(
            "takeAbuseReport",
            "Says to colleagues that the requester looks at it",
        )
        .answers(Described::one::<AbuseReport>(200))
        .refuses(&[422, 428])
        .action(Method::PUT, "/{id}/hide", hide)
        .named(
            "hideReportedMessage",
            "Hides the reported message while it is looked at",
        )
        .answers(Described::one::<AbuseReport>(200))
        .refuses(&[422, 428])
        .action(Method::PUT, "/{id}/show", show)
        .named("showReportedMessage", "Shows the reported message again")
        .answers(Described::one::<AbuseReport>(200))
        .refuses(&[422, 428])
        .form(Method::PUT, "/{id}/act", act)
        .named("actOnAbuseReport", "Takes measures, and tells both sides")
        .answers(Described::one::<AbuseReport>(200))
        .refuses(&[422, 428])
        .form(Method::PUT, "/{id}/dismiss", dismiss)
        .named(
            "dismissAbuseReport",
            "Does nothing, and tells who reported it why",
        )
        .answers(Described::one::<AbuseReport>(200))
        .refuses(&[422, 428])
        .form(Method::PUT, "/{id}/duplicate", mark_duplicate)
        .named("markAbuseReportDuplicate", "Puts it with another report")
        .answers(Described::one::<AbuseReport>(200))
        .refuses(&[422, 428])
}

/// This report and the others about the same that are open.
fn of_same(tx: &Tx, id: Id<AbuseReport>) -> Result<Vec<Id<AbuseReport>>> {
    let mut statement = tx.prepare_cached(
        "select o.id from abuse_reports t join abuse_reports o
            on o.subject_type = t.subject_type and o.subject_id = t.subject_id and o.volunteer_center_id = t.volunteer_center_id
               and (o.id = t.id or o.status in ('new', 'in_review'))
          where t.id = ?1 order by o.id = t.id desc, o.id",
    )?;
    let ids = statement
        .query_map([id.number()], |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<i64>>>()?;
    Ok(ids.into_iter().map(Id::new).collect())
}

/// Takes an event for all reports of the same thing. The version that was read is that of the first.
fn decide(
    tx: &Tx,
    rows: &Rows<AbuseReport>,
    id: Id<AbuseReport>,
    (event, decision): (ReportEvent, &Decision),
) -> Result<()> {
    let ctx = rows.ctx();
    ctx.require_read(id)?;
    for one in of_same(tx, id)? {
        let said = (Reason::default(), decision.clone());
        let actor = Actor::Program(ctx.user_id());
        state_machine::take::<ReportStatus>(tx, actor, one, event, said)?;
    }
    Ok(())
}

async fn take(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    _: Input<Ignored>,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            decide(tx, rows, id, (ReportEvent::Take, &Decision::default()))
        })
        .await
}

async fn hide(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    _: Input<Ignored>,
) -> Result<Document> {
    set_shown(access, id, true).await
}

async fn show(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    _: Input<Ignored>,
) -> Result<Document> {
    set_shown(access, id, false).await
}

async fn set_shown(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    is_hidden: bool,
) -> Result<Document> {
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let is_open = matches!(
                ReportStatus::current(tx, id)?,
                ReportStatus::New | ReportStatus::InReview
            );
            let reported = Reported::of(tx, id)?;
            if !is_open || reported.subject_type != SubjectType::Messages {
                return Err(state_machine::refused::<ReportStatus>(
                    tx,
                    Actor::Requester(rows.ctx()),
                    id,
                ));
            }
            rows.ctx().require_read(id)?;
            set_hidden(tx, reported.subject_id, is_hidden)?;
            announce_message_change(tx, reported.subject_id)
        })
        .await
}

async fn act(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    form: Form<MeasuresForm>,
) -> Result<Document> {
    let said = form.body;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            require_own_words(rows.ctx(), &[&said.reporter_text, &said.reported_text])?;
            require_available(tx, id, &said.measures)?;
            let decision = Decision {
                measures: Some(serde_json::to_string(&said.measures)?),
                reporter_text: Some(said.reporter_text.trim().to_owned()),
                reported_text: Some(said.reported_text.trim().to_owned()),
                note: said.note.clone(),
                duplicate_of: None,
            };
            decide(tx, rows, id, (ReportEvent::Act, &decision))?;
            let reported = Reported::of(tx, id)?;
            // Before a measure closes the account: what is told to a closed one reaches nobody.
            notify::decided(tx, id, &reported)?;
            for measure in &said.measures {
                apply(
                    tx,
                    rows.ctx(),
                    (*measure, said.reported_text.trim()),
                    &reported,
                )?;
            }
            if !said.measures.contains(&Measure::Hide) {
                show_again(tx, &reported)?;
            }
            announce(tx, &reported)
        })
        .await
}

async fn dismiss(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    form: Form<DismissalForm>,
) -> Result<Document> {
    let said = form.body;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            require_own_words(rows.ctx(), &[&said.reporter_text])?;
            let decision = Decision {
                reporter_text: Some(said.reporter_text.trim().to_owned()),
                note: said.note.clone(),
                ..Decision::default()
            };
            decide(tx, rows, id, (ReportEvent::Dismiss, &decision))?;
            let reported = Reported::of(tx, id)?;
            show_again(tx, &reported)?;
            announce(tx, &reported)
        })
        .await
}

async fn mark_duplicate(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    form: Form<DuplicateForm>,
) -> Result<Document> {
    let said = form.body;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let is_another = said.of_id.number() != id.number()
                && tx
                    .prepare_cached(
                        "select 1 from abuse_reports o join abuse_reports t on t.id = ?2 and t.volunteer_center_id = o.volunteer_center_id
                          where o.id = ?1 and o.status <> 'duplicate'",
                    )?
                    .exists((said.of_id.number(), id.number()))?;
            if !is_another {
                return Err(FieldFault::attribute("of_id", "not_found").into());
            }
            rows.ctx().require_read(id)?;
            let decision = Decision {
                note: said.note.clone(),
                duplicate_of: Some(said.of_id.number()),
                ..Decision::default()
            };
            let actor = Actor::Program(rows.ctx().user_id());
            let said = (Reason::default(), decision);
            state_machine::take::<ReportStatus>(tx, actor, id, ReportEvent::MarkDuplicate, said)
        })
        .await
}

fn require_own_words(ctx: &RequestContext, texts: &[&str]) -> Result<()> {
    texts
        .iter()
        .try_for_each(|text| ctx.require_own_words("reporter_text", Some(text)))
}

fn require_available(tx: &Tx, id: Id<AbuseReport>, measures: &[Measure]) -> Result<()> {
    let sql = concat!(
        "select ",
        available_measures!(),
        " from abuse_reports t where t.id = ?1"
    );
    let available: String = tx
        .prepare_cached(sql)?
        .query_row([id.number()], |row| row.get(0))?;
    let available: Vec<Measure> = serde_json::from_str(&available)?;
    if measures.iter().all(|measure| available.contains(measure)) {
        return Ok(());
    }
    let allowed: Vec<&str> = available.iter().map(|measure| measure.as_str()).collect();
    Err(FieldFault::attribute("measures", "choice")
        .with("allowed", allowed)
        .into())
}

fn show_again(tx: &Tx, reported: &Reported) -> Result<()> {
    if reported.subject_type == SubjectType::Messages {
        set_hidden(tx, reported.subject_id, false)?;
    }
    Ok(())
}

pub(super) fn announce(tx: &Tx, reported: &Reported) -> Result<()> {
    if reported.subject_type == SubjectType::Messages {
        announce_message_change(tx, reported.subject_id)?;
    }
    Ok(())
}
