//! Reports of a year by category, kind of thing and outcome, as article 24 of the Digital Services Act asks for them.

use axum::http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{AbuseReport, Category, SubjectType};
use crate::app::access::{Access, action};
use crate::error::Result;
use crate::http::routes::{Described, Input, MetaOf, Routes};
use crate::jsonapi::{Conditions, Document};

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AbuseReportCountsMeta")]
struct Counts {
    year: i64,
    rows: Vec<CountsRow>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AbuseReportCountsRow")]
struct CountsRow {
    category: Category,
    subject_type: SubjectType,
    received: i64,
    action_taken: i64,
    no_action: i64,
    duplicate: i64,
    open: i64,
    appealed: i64,
    overturned: i64,
    /// Days until the decision, of half of them at most; none: nothing was decided.
    median_days: Option<f64>,
}

pub(super) fn routes() -> Routes {
    Routes::new()
        .action(Method::GET, "/counts", counts)
        .query_parameters(&["year"])
        .named(
            "countAbuseReports",
            "Counts the reports of a year by category and outcome",
        )
        .answers(Described::json::<MetaOf<Counts>>(200))
        .refuses(&[400])
}

async fn counts(
    access: Access<AbuseReport, action::Manage>,
    (): (),
    input: Input<()>,
) -> Result<Document> {
    let year: i64 = match input.query.get("year") {
        Some(text) => text
            .parse()
            .ok()
            .filter(|year| (2000..=2999).contains(year))
            .ok_or_else(|| Conditions::impossible("year", text, &["2026"]))?,
        None => access
            .ctx()
            .now
            .get(..4)
            .and_then(|year| year.parse().ok())
            .unwrap_or(2026),
    };
    let center_id = access.ctx().site.center_id;
    let rows = access
        .read(move |connection| {
            let mut statement = connection.prepare_cached(
                "with own as (
                   select t.*, julianday(t.decided_at) - julianday(t.created_at) as lasted,
                          row_number() over (partition by t.category, t.subject_type order by julianday(t.decided_at) - julianday(t.created_at) nulls last) as place,
                          count(t.decided_at) over (partition by t.category, t.subject_type) as decided
                     from abuse_reports t where t.volunteer_center_id = ?1 and substr(t.created_at, 1, 4) = ?2)
                 select category, subject_type, count(*), sum(status = 'action_taken'), sum(status = 'no_action'), sum(status = 'duplicate'),
                        sum(status in ('new', 'in_review')), sum(appeal_status is not null), sum(appeal_status is 'overturned'),
                        avg(iif(place in ((decided + 1) / 2, (decided + 2) / 2), lasted, null))
                   from own group by category, subject_type order by category, subject_type",
            )?;
            Ok(statement
                .query_map((center_id, year.to_string()), |row| {
                    Ok(CountsRow {
                        category: row.get(0)?,
                        subject_type: row.get(1)?,
                        received: row.get(2)?,
                        action_taken: row.get(3)?,
                        no_action: row.get(4)?,
                        duplicate: row.get(5)?,
                        open: row.get(6)?,
                        appealed: row.get(7)?,
                        overturned: row.get(8)?,
                        median_days: row.get::<_, Option<f64>>(9)?.map(|days| (days * 10.0).round() / 10.0),
                    })
                })?
                .collect::<rusqlite::Result<Vec<_>>>()?)
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": null, "meta": Counts { year, rows } }),
    ))
}
