//! What came of a report, for who reported it and who was reported: each reads their own text, and neither who the other is.

use axum::http::Method;
use rusqlite::{Connection, OptionalExtension as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::measure::Measure;
use super::{
    APPEAL_DAYS, AbuseReport, AppealBy, AppealStatus, Category, ReportStatus, SubjectType,
};
use crate::app::access::{Access, RequestContext, action};
use crate::app::auth::token::{self, Purpose};
use crate::base::clock::{days, later};
use crate::error::{Code, Result};
use crate::http::routes::{Described, Input, MetaOf, Routes};
use crate::jsonapi::{Document, Id, Resource as _};

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AbuseReportOutcomeMeta")]
struct OutcomeMeta {
    side: AppealBy,
    subject_type: SubjectType,
    subject_title: String,
    category: Category,
    created_at: String,
    status: ReportStatus,
    decided_at: Option<String>,
    /// What this side was told.
    text: Option<String>,
    /// For the reported alone.
    measures: Vec<Measure>,
    can_appeal: bool,
    appeal_until: Option<String>,
    appealed_at: Option<String>,
    appeal_by_me: bool,
    appeal_status: Option<AppealStatus>,
    /// What was answered to this side's appeal.
    appeal_text: Option<String>,
    center_name: String,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/{id}/outcome", outcome)
        .query_parameters(&["token"])
        .named(
            "getAbuseReportOutcome",
            "What came of a report, for who reported it or was reported",
        )
        .answers(Described::json::<MetaOf<OutcomeMeta>>(200))
        .refuses(&[404, 410])
}

/// The side that somebody is on: by their session, or by the link of who reported it without an account. 404 for others.
pub(super) fn side_of(
    connection: &Connection,
    ctx: &RequestContext,
    id: Id<AbuseReport>,
    token: Option<&str>,
) -> Result<AppealBy> {
    if let Some(token) = token {
        let link = token::find(connection, Purpose::FollowReport, token, &ctx.now)?;
        if link.subject_type == AbuseReport::TYPE && link.subject_id == id.number() {
            return Ok(AppealBy::Reporter);
        }
        return Err(Code::NotFound.into());
    }
    let side: Option<AppealBy> = connection
        .prepare_cached(
            "select case when t.reporter_id = ?2 then 'reporter'
                         when t.status in ('new', 'in_review', 'duplicate') or t.decided_at is null or t.reported_text is null then null
                         when t.reported_user_id = ?2 then 'reported'
                         when t.reported_user_id is null and exists (
                           select 1 from roles r where r.user_id = ?2 and r.name = 'organization_superuser' and r.scope_type = 'organization'
                              and r.scope_id = t.organization_id and r.accepted_at is not null and (r.expires_at is null or r.expires_at > ?3))
                         then 'reported' end
               from abuse_reports t where t.id = ?1",
        )?
        .query_row((id.number(), ctx.user_id(), &ctx.now), |row| row.get(0))
        .optional()?
        .flatten();
    side.ok_or_else(|| Code::NotFound.into())
}

async fn outcome(
    access: Access<AbuseReport, action::Create>,
    id: Id<AbuseReport>,
    input: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let token = input.query.get("token").map(str::to_owned);
    let meta = access
        .read(move |connection| {
            let ctx = rows.ctx();
            let side = side_of(connection, ctx, id, token.as_deref())?;
            read(connection, (id, side), &ctx.now)
        })
        .await?;
    Ok(Document::of(&json!({ "data": null, "meta": meta })))
}

fn read(
    connection: &Connection,
    (id, side): (Id<AbuseReport>, AppealBy),
    now: &str,
) -> Result<OutcomeMeta> {
    let mut meta = connection
        .prepare_cached(
            "select t.subject_type, coalesce(t.snapshot ->> 'title', ''), t.category, t.created_at, t.status, t.decided_at,
                    iif(?2 = 'reporter', t.reporter_text, t.reported_text), t.measures, t.appealed_at, t.appeal_by, t.appeal_status,
                    t.appeal_text, (select c.name from volunteer_centers c where c.id = t.volunteer_center_id)
               from abuse_reports t where t.id = ?1",
        )?
        .query_row((id.number(), side), |row| {
            let measures: String = row.get(7)?;
            let appeal_by: Option<AppealBy> = row.get(9)?;
            let is_mine = appeal_by == Some(side);
            Ok(OutcomeMeta {
                side,
                subject_type: row.get(0)?,
                subject_title: row.get(1)?,
                category: row.get(2)?,
                created_at: row.get(3)?,
                status: row.get(4)?,
                decided_at: row.get(5)?,
                text: row.get(6)?,
                measures: if side == AppealBy::Reported { serde_json::from_str(&measures).unwrap_or_default() } else { Vec::new() },
                can_appeal: false,
                appeal_until: None,
                appealed_at: if is_mine { row.get(8)? } else { None },
                appeal_by_me: is_mine,
                appeal_status: if is_mine { row.get(10)? } else { None },
                appeal_text: if is_mine { row.get(11)? } else { None },
                center_name: row.get::<_, Option<String>>(12)?.unwrap_or_default(),
            })
        })?;
    let is_decided = match meta.status {
        ReportStatus::ActionTaken => true,
        ReportStatus::NoAction => side == AppealBy::Reporter,
        ReportStatus::New | ReportStatus::InReview | ReportStatus::Duplicate => false,
    };
    let is_appealed: bool = connection
        .prepare_cached("select appeal_status is not null from abuse_reports where id = ?1")?
        .query_row([id.number()], |row| row.get(0))?;
    if let (true, Some(decided_at)) = (is_decided, meta.decided_at.as_deref()) {
        let until = later(decided_at, days(APPEAL_DAYS));
        meta.can_appeal = !is_appealed && until.as_str() >= now;
        meta.appeal_until = Some(until);
    }
    Ok(meta)
}
