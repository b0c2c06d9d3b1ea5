//! `GET /analytics/public`: what a centre did, by year, for everybody. From a table that is made once a night: nothing under
//! ten, the rest in fives.

use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse as _, Response};
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::refused;
use crate::app::access::{Reason, Unguarded};
use crate::error::Result;
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::tabular::CsvFile;

pub struct TellFigures;

impl Reason for TellFigures {
    const WHY: &'static str =
        "a table made for everybody: counts by year, nothing under ten, the rest in fives";
}

/// Figures that anybody may use.
#[derive(Serialize, Deserialize, JsonSchema)]
struct PublicFiguresAttributes {
    /// The licence of the figures.
    license: String,
    rows: Vec<PublicFigure>,
}

impl Typed for PublicFiguresAttributes {
    const TYPE: &'static str = "public_figures";
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct PublicFigure {
    year: String,
    /// `applications`, `accepted`, `started`, `hours`, `people`, `published`, `organizations`, `occurrences` or
    /// `registrations`.
    measure: String,
    /// In fives; none under ten.
    number: Option<i64>,
}

const LICENSE: &str = "https://creativecommons.org/publicdomain/zero/1.0/";

pub fn routes() -> Routes {
    Routes::new()
        .unguarded::<TellFigures, _, _, _, _, _>(
            Method::GET,
            "volunteer_centers",
            "/api/v1/analytics/public",
            public,
        )
        .named(
            "getPublicAnalytics",
            "Tells the figures of a centre that are for everybody",
        )
        .described("As CSV with `format=csv`.")
        .answers(Described::json::<OneOf<PublicFiguresAttributes>>(200))
        .refuses(&[401])
        .query_parameters(&["format"])
}

async fn public(door: Unguarded<TellFigures>, (): (), input: Input<()>) -> Result<Response> {
    let is_csv = match input.query.get("format").unwrap_or("json") {
        "csv" => true,
        "json" => false,
        _ => return Err(refused("format", &input.query, &["json", "csv"])),
    };
    let center_id = door.ctx().site.center_id;
    let rows = door
        .read(move |connection| rows(connection, center_id))
        .await?;
    let (body, kind) = if is_csv {
        (csv(&rows), "text/csv; charset=utf-8")
    } else {
        let document = json!({ "data": {
            "type": PublicFiguresAttributes::TYPE,
            "id": center_id.to_string(),
            "attributes": PublicFiguresAttributes { license: LICENSE.to_owned(), rows },
        } });
        (serde_json::to_vec(&document)?, "application/vnd.api+json")
    };
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=3600"),
    );
    Ok(response)
}

fn rows(connection: &Connection, center_id: i64) -> Result<Vec<PublicFigure>> {
    let mut statement = connection.prepare_cached(
        "select period, measure, events from analytics_public where volunteer_center_id = ?1 order by period desc, measure",
    )?;
    let rows = statement.query_map([center_id], |row| {
        Ok(PublicFigure {
            year: row.get(0)?,
            measure: row.get(1)?,
            number: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn csv(rows: &[PublicFigure]) -> Vec<u8> {
    let mut file = CsvFile::default();
    file.row(["year", "measure", "number", "license"]);
    for row in rows {
        let number = row
            .number
            .map_or_else(|| "< 10".to_owned(), |number| number.to_string());
        file.row([row.year.as_str(), &row.measure, &number, LICENSE]);
    }
    file.finish()
}
