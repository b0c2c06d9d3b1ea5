//! Figures of one vacancy: views, applications, and how one leads to the other.

use std::collections::BTreeMap;

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Vacancy;
use crate::app::access::{Access, action};
use crate::base::clock::{days, later};
use crate::error::Result;
use crate::http::routes::Input;
use crate::jsonapi::{Document, Id, Resource};

/// Days of which views and applications are told one by one.
const DAYS: i64 = 30;
/// Of fewer, a share says nothing.
const FEW: i64 = 10;

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct VacancyStatisticsMeta {
    /// Views of the page by visitors who were not signed in.
    views: i64,
    /// Applications that the organisation received.
    applications: i64,
    accepted: i64,
    /// Applications per hundred views; none under ten views, nor with more applications than views: who applied then came
    /// another way, or was counted before views were.
    conversion: Option<f64>,
    /// Days until the first answer, on average; none before the first.
    response_days: Option<f64>,
    favorites: i64,
    by_stage: BTreeMap<String, i64>,
    by_source: BTreeMap<String, i64>,
    /// The last thirty days, the oldest first.
    days: Vec<StatisticsDay>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct StatisticsDay {
    /// `YYYY-MM-DD`.
    day: String,
    views: i64,
    applications: i64,
}

/// `GET /vacancies/{id}/statistics`.
pub async fn statistics(
    access: Access<Vacancy, action::Manage>,
    id: Id<Vacancy>,
    _: Input<()>,
) -> Result<Document> {
    let rows = access.rows();
    let now = access.ctx().now.clone();
    let meta = access
        .read(move |connection| {
            rows.require(connection, id)?;
            figures(connection, id, &now)
        })
        .await?;
    Ok(Document::of(&json!({ "data": null, "meta": meta })))
}

fn figures(connection: &Connection, id: Id<Vacancy>, now: &str) -> Result<VacancyStatisticsMeta> {
    let number = |sql: &str| -> Result<i64> {
        Ok(connection
            .prepare_cached(sql)?
            .query_row([id.number()], |row| row.get(0))?)
    };
    let views = number("select view_count from vacancies where id = ?1")?
        + connection
            .prepare_cached(
                "select coalesce(sum(count), 0) from view_counts where subject_type = ?1 and subject_id = ?2",
            )?
            .query_row((Vacancy::TYPE, id.number()), |row| row.get::<_, i64>(0))?;
    let counts = |column: &str| -> Result<BTreeMap<String, i64>> {
        let sql = format!(
            "select {column}, count(*) from applications where vacancy_id = ?1 and is_held = 0 group by 1"
        );
        Ok(connection
            .prepare_cached(&sql)?
            .query_map([id.number()], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?)
    };
    let by_stage = counts("stage")?;
    let by_source = counts("source")?;
    let applications: i64 = by_stage.values().sum();
    let response_days: Option<f64> = connection
        .prepare_cached(
            "select avg(julianday(responded_at) - julianday(coalesce(school_approved_at, created_at)))
               from applications where vacancy_id = ?1 and is_held = 0 and responded_at is not null",
        )?
        .query_row([id.number()], |row| row.get(0))?;
    let accepted = ["accepted", "started", "completed"]
        .iter()
        .filter_map(|stage| by_stage.get(*stage))
        .sum();
    let is_telling = views >= FEW && applications <= views;
    #[expect(clippy::cast_precision_loss, reason = "counts of one vacancy")]
    let conversion =
        is_telling.then(|| (applications as f64 * 1000.0 / views as f64).round() / 10.0);
    Ok(VacancyStatisticsMeta {
        views,
        applications,
        accepted,
        conversion,
        response_days: response_days.map(|days| (days * 10.0).round() / 10.0),
        favorites: number("select count(*) from favorites where vacancy_id = ?1")?,
        by_stage,
        by_source,
        days: by_day(connection, id, now)?,
    })
}

fn by_day(connection: &Connection, id: Id<Vacancy>, now: &str) -> Result<Vec<StatisticsDay>> {
    let first = later(now, -days(DAYS - 1));
    Ok(connection
        .prepare_cached(
            "with recursive d (day) as (
               select date(:first) union all select date(day, '+1 day') from d where day < date(:now))
             select day,
                    (select coalesce(sum(count), 0) from view_counts w where w.subject_type = 'vacancies' and w.subject_id = :id and w.day = d.day),
                    (select count(*) from applications a where a.vacancy_id = :id and a.is_held = 0 and substr(a.created_at, 1, 10) = d.day)
               from d order by day",
        )?
        .query_map(
            rusqlite::named_params! {":first": first, ":now": now, ":id": id.number()},
            |row| {
                Ok(StatisticsDay {
                    day: row.get(0)?,
                    views: row.get(1)?,
                    applications: row.get(2)?,
                })
            },
        )?
        .collect::<rusqlite::Result<_>>()?)
}
