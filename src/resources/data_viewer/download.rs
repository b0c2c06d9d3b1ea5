//! Rows of a table as a file, in which everything personal stays masked, whatever reason was given.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Map, Value};

use super::disclosure::Open;
use super::facts::{Facts, Kind};
use super::question::{After, Asked, Question};
use super::rows::{count_rows, page};
use super::shape::Shape;
use super::{Admitted, SMALL, TableInPath, Viewer, rows_of_table};
use crate::app::access::audit_log::{Event, Subject, write};
use crate::error::{Code, Error, Result};
use crate::http::routes::Input;
use crate::resources::export::{ExportFormat, write_file};

/// Rows of one file.
const MOST_ROWS: usize = 10_000;

/// `GET /admin/data_viewer/{table}`, and with `?format=csv` as a file.
pub async fn rows_or_file(
    access: Admitted,
    TableInPath(facts): TableInPath,
    input: Input<()>,
) -> Result<Response> {
    let asked = Asked::of(&input.query)?;
    match input.query.get("format") {
        None | Some("json") => Ok(rows_of_table(&access, facts, asked).await?.into_response()),
        Some("csv") => file(&access, facts, asked).await,
        Some(format) => Err(Error::from(Code::InvalidFilter)
            .with("name", format!("format={format}"))
            .with("allowed", vec!["json", "csv"])),
    }
}

async fn file(access: &Admitted, facts: &'static Facts, asked: Asked) -> Result<Response> {
    let viewer = Viewer::of(access.ctx())?;
    let user_id = viewer.principal.user_id;
    let (file, count) = access
        .read_slow(move |connection| {
            viewer.require_second_factor(connection)?;
            let shape = Shape::of(connection, facts)?;
            let is_small = count_rows(connection, facts, ("", &[]), (SMALL, false))? <= SMALL;
            let mut question = Question::of(&asked, &shape, (is_small, false))?;
            question.after = After::Start;
            let found = page(connection, &shape, (&question, MOST_ROWS), &Open::default())?;
            let columns: Vec<&str> = shape
                .columns
                .iter()
                .filter(|column| matches!(column.kind, Kind::Shown | Kind::PersonalInRows))
                .map(|column| column.name)
                .collect();
            let rows: Vec<Value> = found
                .rows
                .into_iter()
                .map(|row| {
                    let values = row.values.into_iter().map(|(name, value)| {
                        let text = match value {
                            Value::Null => String::new(),
                            Value::String(text) => text,
                            other => other.to_string(),
                        };
                        (name, Value::String(text))
                    });
                    Value::Object(values.collect::<Map<_, _>>())
                })
                .collect();
            let file = write_file(&rows, &columns, &columns, ExportFormat::Csv)?;
            Ok((file, rows.len()))
        })
        .await?;
    access
        .write(move |tx, _| {
            write(
                tx,
                &Event {
                    actor_id: Some(user_id),
                    action: "export",
                    subject: Subject::named(facts.table, None),
                    data: serde_json::json!({ "table": facts.table, "count": count }),
                    center_id: None,
                },
            )
        })
        .await?;
    let mut response = file.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/csv; charset=utf-8"),
    );
    if let Ok(name) =
        HeaderValue::from_str(&format!("attachment; filename=\"{}.csv\"", facts.table))
    {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    Ok(response)
}
