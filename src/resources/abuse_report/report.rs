//! Reporting something: with or without an account.

use axum::http::Method;
use rusqlite::{OptionalExtension as _, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use validator::Validate;

use super::measure::set_hidden;
use super::subject::{Reported, look_at};
use super::transition::ReportEvent;
use super::{AbuseReport, Category, ReportStatus, SubjectType, notify};
use crate::app::access::{Access, RequestContext, Rows, action};
use crate::app::limits::rate_limits::ABUSE_REPORTS;
use crate::db::Tx;
use crate::error::{Code, FieldFault, Result};
use crate::http::form::Form;
use crate::http::routes::{Described, Routes};
use crate::jsonapi::{Answer, AnyId, Id};
use crate::model::state_machine;
use crate::resources::activity::Activity;
use crate::resources::conversation::announce_message_change;
use crate::resources::conversation::message::Message;
use crate::resources::organization::Organization;
use crate::resources::user::User;
use crate::resources::vacancy::Vacancy;

/// What is sent.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AbuseReportCreate")]
pub struct ReportForm {
    pub subject_type: SubjectType,
    pub subject_id: AnyId,
    pub category: Category,
    /// What happened; needed of what is misleading or something else.
    #[serde(default)]
    #[validate(length(max = 1000))]
    pub body: String,
    /// Where a visitor without an account wants to hear what came of it.
    #[validate(email, length(max = 254))]
    pub email: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .form(Method::POST, "", report)
        .named(
            "createAbuseReport",
            "Reports something to the centre; needs no account",
        )
        .answers(Described::empty())
        .refuses(&[404, 422, 429])
}

/// `POST /abuse_reports`: public. The response is empty, as who reports may not read what others reported.
async fn report(
    access: Access<AbuseReport, action::Create>,
    (): (),
    form: Form<ReportForm>,
) -> Result<Answer> {
    access
        .post(form.key, move |tx, rows| {
            let sent = &form.body;
            let ctx = rows.ctx();
            if sent.category.needs_words() && sent.body.trim().is_empty() {
                return Err(FieldFault::attribute("body", "required").into());
            }
            let id = sent.subject_id.number();
            require_readable(tx, rows, (sent.subject_type, id))?;
            let who = match ctx.user_id() {
                Some(user_id) => format!("account {user_id}"),
                None => ctx.site.client_ip.to_string(),
            };
            ABUSE_REPORTS.keep(tx, &who)?;
            let about = look_at(tx, (sent.subject_type, id), ctx.site.center_id)?;
            if !is_known(tx, ctx, sent, id)? {
                store(tx, ctx, sent, about)?;
            }
            tx.noted();
            Ok(Answer::empty())
        })
        .await
}

/// 404 where the requester cannot read what they report.
fn require_readable(
    tx: &Tx,
    rows: &Rows<AbuseReport>,
    (subject_type, id): (SubjectType, i64),
) -> Result<()> {
    let ctx = rows.ctx();
    let center_id = ctx.site.center_id;
    let exists = |sql: &str| -> Result<()> {
        if tx.prepare_cached(sql)?.exists((id, center_id, tx.now()))? {
            Ok(())
        } else {
            Err(Code::NotFound.into())
        }
    };
    match subject_type {
        SubjectType::Vacancies => rows
            .beside::<Vacancy, action::Read>()?
            .require(tx, Id::new(id)),
        SubjectType::Activities => rows
            .beside::<Activity, action::Read>()?
            .require(tx, Id::new(id)),
        SubjectType::Organizations => rows
            .beside::<Organization, action::Read>()?
            .require(tx, Id::new(id)),
        SubjectType::Users => {
            if ctx.user_id() == Some(id) {
                return Err(Code::NotFound.into());
            }
            rows.beside::<User, action::Read>()?
                .require(tx, Id::new(id))
        }
        SubjectType::Pages => exists(
            "select 1 from published_pages p join pages g on g.id = p.page_id
              where p.page_id = ?1 and g.volunteer_center_id = ?2 and g.deleted_at is null
                and p.publish_at <= ?3 and (p.unpublish_at is null or p.unpublish_at > ?3)",
        ),
        SubjectType::Forms => exists(
            "select 1 from forms f where f.id = ?1 and f.volunteer_center_id = ?2 and f.status = 'open' and ?3 is not null",
        ),
        SubjectType::Messages => {
            if ctx.user_id().is_none() {
                return Err(Code::NotFound.into());
            }
            rows.beside::<Message, action::Read>()?
                .require(tx, Id::new(id))?;
            let author: Option<i64> = tx
                .prepare_cached("select author_id from messages where id = ?1")?
                .query_row([id], |row| row.get(0))?;
            if author == ctx.user_id() {
                return Err(Code::NotFound.into());
            }
            Ok(())
        }
    }
}

/// Whether the same person has reported it already and it is still open. An address is no person: there the limit counts.
fn is_known(tx: &Tx, ctx: &RequestContext, sent: &ReportForm, id: i64) -> Result<bool> {
    let email = sent.email.as_deref().filter(|_| ctx.user_id().is_none());
    Ok(tx
        .prepare_cached(
            "select 1 from abuse_reports
              where subject_type = ?1 and subject_id = ?2 and status in ('new', 'in_review')
                and (reporter_id = ?3 or (?3 is null and reporter_email = ?4 collate nocase))",
        )?
        .exists((sent.subject_type, id, ctx.user_id(), email))?)
}

fn store(
    tx: &Tx,
    ctx: &RequestContext,
    sent: &ReportForm,
    (reported, snapshot): (Reported, super::Snapshot),
) -> Result<()> {
    let is_first: bool = tx
        .prepare_cached(
            "select 1 from abuse_reports where subject_type = ?1 and subject_id = ?2 and status in ('new', 'in_review')",
        )?
        .query_row((sent.subject_type, reported.subject_id), |_| Ok(()))
        .optional()?
        .is_none();
    let email = sent
        .email
        .as_deref()
        .map(str::trim)
        .filter(|email| !email.is_empty() && ctx.user_id().is_none());
    let id: Id<AbuseReport> = Id::new(
        tx.prepare_cached(
            "insert into abuse_reports (volunteer_center_id, subject_type, subject_id, organization_id, reported_user_id, reporter_id,
                    reporter_email, reporter_locale, category, body, snapshot, status, created_at, updated_at)
             values (:center, :type, :subject, :organization, :reported, :reporter, :email, :locale, :category, :body, :snapshot, 'new', :now, :now)",
        )?
        .insert(named_params! {
            ":center": reported.center_id,
            ":type": sent.subject_type,
            ":subject": reported.subject_id,
            ":organization": reported.organization_id,
            ":reported": reported.user_id,
            ":reporter": ctx.user_id(),
            ":email": email,
            ":locale": ctx.site.locale.as_str(),
            ":category": sent.category,
            ":body": sent.body.trim(),
            ":snapshot": serde_json::to_string(&snapshot)?,
            ":now": tx.now(),
        })?,
    );
    state_machine::begin::<ReportStatus>(tx, ctx.user_id(), id, ReportEvent::Report)?;
    if sent.subject_type == SubjectType::Messages && sent.category.hides_at_once() {
        set_hidden(tx, reported.subject_id, true)?;
        announce_message_change(tx, reported.subject_id)?;
    }
    if is_first {
        notify::handlers(tx, id, &reported)?;
    }
    notify::received(tx, id, &reported)
}
