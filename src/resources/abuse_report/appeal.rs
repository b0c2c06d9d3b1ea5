//! The appeal of who reported or was reported, and the second decision, by somebody else where there is one.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::measure::{Measure, undo};
use super::outcome::side_of;
use super::subject::Reported;
use super::transition::{Decision, ReportEvent};
use super::{
    APPEAL_DAYS, AbuseReport, AppealBy, AppealStatus, ReportStatus, notify, others_can_judge,
};
use crate::app::access::{Access, RequestContext, action};
use crate::base::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::write::store::{invalid, typed};
use crate::jsonapi::{Answer, Document, Id};
use crate::model::state_machine::{self, Actor, Reason};
use serde_json::Value;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AbuseReportAppeal")]
pub struct AppealForm {
    #[validate(length(min = 1, max = 2000))]
    pub body: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AbuseReportAppealDecision")]
pub struct AppealDecisionForm {
    /// Whether the first decision goes.
    pub overturn: bool,
    /// What who appealed is told.
    #[validate(length(min = 1, max = 2000))]
    pub text: String,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::PUT, "/{id}/appeal", appeal)
        .query_parameters(&["token"])
        .named(
            "appealAbuseReport",
            "Says that one does not agree with the decision, within 14 days",
        )
        .taking_form::<AppealForm>()
        .answers(Described::empty())
        .refuses(&[404, 410, 422])
        .form(Method::PUT, "/{id}/decide_appeal", decide_appeal)
        .named(
            "decideAbuseReportAppeal",
            "Decides the appeal; who took the decision does so only where nobody else can",
        )
        .answers(Described::one::<AbuseReport>(200))
        .refuses(&[403, 422, 428])
}

async fn appeal(
    access: Access<AbuseReport, action::Create>,
    id: Id<AbuseReport>,
    input: Input<Value>,
) -> Result<Answer> {
    let attributes = input
        .body
        .pointer("/data/attributes")
        .unwrap_or(&input.body);
    let form: AppealForm = typed(&[], attributes.as_object().cloned().unwrap_or_default())?;
    form.validate().map_err(|errors| invalid(&errors))?;
    let token = input.query.get("token").map(str::to_owned);
    access.write(move |tx, rows| {
        let ctx = rows.ctx();
        let side = side_of(tx, ctx, id, token.as_deref())?;
        let (status, decided_at, appealed): (ReportStatus, Option<String>, Option<String>) = tx
            .prepare_cached("select status, decided_at, appeal_status from abuse_reports where id = ?1")?
            .query_row([id.number()], |row| row.try_into())?;
        let may_appeal = match status {
            ReportStatus::ActionTaken => true,
            // Nothing was done to them.
            ReportStatus::NoAction => side == AppealBy::Reporter,
            ReportStatus::New | ReportStatus::InReview | ReportStatus::Duplicate => false,
        };
        let is_late = decided_at
            .is_none_or(|decided_at| later(&decided_at, days(APPEAL_DAYS)).as_str() < tx.now());
        if !may_appeal || appealed.is_some() || is_late {
            return Err(Code::TooLateToAppeal.into());
        }
        ctx.require_own_words("body", Some(&form.body))?;
        tx.prepare_cached(
            "update abuse_reports
                set appeal_status = 'open', appeal_by = :side, appeal_body = :body, appealed_at = :now, version = version + 1, updated_at = :now
              where id = :id",
        )?
        .execute(named_params! {":id": id.number(), ":side": side, ":body": form.body.trim(), ":now": tx.now()})?;
        notify::appealed(tx, id, &Reported::of(tx, id)?)
    })
    .await?;
    Ok(Answer::empty())
}

async fn decide_appeal(
    access: Access<AbuseReport, action::Manage>,
    id: Id<AbuseReport>,
    form: Form<AppealDecisionForm>,
) -> Result<Document> {
    let said = form.body;
    access
        .change(id, move |tx, rows| {
            rows.require(tx, id)?;
            let ctx = rows.ctx();
            ctx.require_own_words("text", Some(&said.text))?;
            let (status, appeal): (ReportStatus, Option<AppealStatus>) = tx
                .prepare_cached("select status, appeal_status from abuse_reports where id = ?1")?
                .query_row([id.number()], |row| row.try_into())?;
            if appeal != Some(AppealStatus::Open) {
                return Err(state_machine::refused::<ReportStatus>(
                    tx,
                    Actor::Requester(ctx),
                    id,
                ));
            }
            require_another(tx, ctx, id)?;
            ctx.require_read(id)?;
            let outcome = if said.overturn {
                AppealStatus::Overturned
            } else {
                AppealStatus::Upheld
            };
            let others = decided_together(tx, id)?;
            set_outcome(tx, ctx, id, (outcome, &said.text))?;
            let reported = Reported::of(tx, id)?;
            if said.overturn && overturn(tx, ctx, (id, status), &reported)? {
                for other in others {
                    reopen(tx, ctx, other)?;
                    if has_same_appeal(tx, (id, other))? {
                        set_outcome(tx, ctx, other, (outcome, &said.text))?;
                        notify::appeal_decided(tx, other, &reported)?;
                    }
                }
            }
            notify::appeal_decided(tx, id, &reported)
        })
        .await
}

fn set_outcome(
    tx: &Tx,
    ctx: &RequestContext,
    id: Id<AbuseReport>,
    (outcome, text): (AppealStatus, &str),
) -> Result<()> {
    tx.prepare_cached(
        "update abuse_reports
            set appeal_status = :outcome, appeal_text = :text, appeal_decided_by_id = :actor, version = version + 1, updated_at = :now
          where id = :id",
    )?
    .execute(named_params! {":id": id.number(), ":outcome": outcome, ":text": text.trim(), ":actor": ctx.user_id(), ":now": tx.now()})?;
    Ok(())
}

/// The other reports of the same thing about which the same was decided at once.
fn decided_together(tx: &Tx, id: Id<AbuseReport>) -> Result<Vec<Id<AbuseReport>>> {
    let mut statement = tx.prepare_cached(
        "select o.id from abuse_reports t join abuse_reports o
            on o.subject_type = t.subject_type and o.subject_id = t.subject_id and o.volunteer_center_id = t.volunteer_center_id
               and o.id <> t.id and o.status = t.status and o.decided_at = t.decided_at and o.decided_by_id is t.decided_by_id
          where t.id = ?1 order by o.id",
    )?;
    let ids = statement
        .query_map([id.number()], |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<i64>>>()?;
    Ok(ids.into_iter().map(Id::new).collect())
}

/// Whether the other report waits for an answer to an appeal of the same side.
fn has_same_appeal(tx: &Tx, (id, other): (Id<AbuseReport>, Id<AbuseReport>)) -> Result<bool> {
    Ok(tx
        .prepare_cached(
            "select 1 from abuse_reports t join abuse_reports o on o.id = ?2 and o.appeal_status = 'open' and o.appeal_by = t.appeal_by
              where t.id = ?1",
        )?
        .exists((id.number(), other.number()))?)
}

/// 403 for who took the decision, where somebody else can judge.
fn require_another(tx: &Tx, ctx: &RequestContext, id: Id<AbuseReport>) -> Result<()> {
    let sql = concat!(
        "select 1 from abuse_reports t where t.id = :id and t.decided_by_id is :user_id and ",
        others_can_judge!()
    );
    let mut statement = tx.prepare_cached(sql)?;
    let is_judge = statement
        .query(named_params! {":id": id.number(), ":user_id": ctx.user_id(), ":now": tx.now()})?
        .next()?
        .is_some();
    if is_judge {
        return Err(Code::Forbidden.into());
    }
    Ok(())
}

/// Undoes what was decided; false where that is done by hand.
fn overturn(
    tx: &Tx,
    ctx: &RequestContext,
    (id, status): (Id<AbuseReport>, ReportStatus),
    reported: &Reported,
) -> Result<bool> {
    if status == ReportStatus::ActionTaken && appealed_by(tx, id)? == AppealBy::Reporter {
        // The reporter wanted another measure: it is looked at again by hand.
        return Ok(false);
    }
    if status == ReportStatus::ActionTaken {
        let measures: String = tx
            .prepare_cached("select measures from abuse_reports where id = ?1")?
            .query_row([id.number()], |row| row.get(0))?;
        let measures: Vec<Measure> = serde_json::from_str(&measures)?;
        for measure in measures {
            undo(tx, ctx, measure, reported)?;
        }
        super::decide::announce(tx, reported)?;
    }
    reopen(tx, ctx, id)?;
    Ok(true)
}

fn reopen(tx: &Tx, ctx: &RequestContext, id: Id<AbuseReport>) -> Result<()> {
    let said = (Reason::default(), Decision::default());
    let actor = Actor::Program(ctx.user_id());
    state_machine::take::<ReportStatus>(tx, actor, id, ReportEvent::Reopen, said)
}

fn appealed_by(tx: &Tx, id: Id<AbuseReport>) -> Result<AppealBy> {
    Ok(tx
        .prepare_cached("select appeal_by from abuse_reports where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?)
}
