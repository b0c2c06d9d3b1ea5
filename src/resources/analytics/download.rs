//! The table of a figure as a file: the same cells as on the page, hidden ones as words.

use std::collections::HashMap;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Map, Value};

use super::{Question, refused, tabs};
use crate::app::access::{Access, action};
use crate::error::{Code, Result};
use crate::http::routes::{FromPath, Input};
use crate::jsonapi::write::precondition::Target;
use crate::resources::export::{ExportFormat, write_file};
use crate::resources::user::User;

/// The figure in a path.
pub struct FigureInPath {
    tab: String,
    key: String,
}

impl FromPath for FigureInPath {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let of = |name: &str| path.get(name).cloned().ok_or(Code::NotFound);
        Ok(Self {
            tab: of("tab")?,
            key: of("figure")?,
        })
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

/// `GET /analytics/{tab}/{figure}?format=csv`.
pub async fn download(
    access: Access<User, action::Update>,
    FigureInPath { tab, key }: FigureInPath,
    input: Input<()>,
) -> Result<Response> {
    let (format, kind) = match input.query.get("format").unwrap_or("csv") {
        "csv" => (ExportFormat::Csv, "text/csv; charset=utf-8"),
        "xlsx" => (
            ExportFormat::Xlsx,
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
        _ => return Err(refused("format", &input.query, &["csv", "xlsx"])),
    };
    let extension = if format == ExportFormat::Csv {
        "csv"
    } else {
        "xlsx"
    };
    let question = Question::of(access.ctx(), &tab, &input.query)?;
    let name = format!("{key}-{}.{extension}", question.period.key());
    let file = access
        .read(move |connection| {
            let board = question.board(connection)?;
            let figure = tabs::figures(&board, question.tab)?
                .into_iter()
                .find(|figure| figure.key == key)
                .ok_or(Code::NotFound)?;
            let columns: Vec<&str> = figure
                .columns
                .iter()
                .map(|column| column.key.as_str())
                .collect();
            let heads: Vec<&str> = figure
                .columns
                .iter()
                .map(|column| column.label.as_str())
                .collect();
            let rows: Vec<Value> = figure
                .rows
                .iter()
                .map(|row| {
                    let cells = columns.iter().zip(&row.cells).map(|(column, cell)| {
                        // Numbers as programs read them: without marks between thousands.
                        let value = match (cell.value, cell.badge.is_some()) {
                            (Some(number), false) => number.to_string(),
                            _ => cell.text.clone(),
                        };
                        ((*column).to_owned(), Value::String(value))
                    });
                    Value::Object(cells.collect::<Map<_, _>>())
                })
                .collect();
            write_file(&rows, &columns, &heads, format)
        })
        .await?;
    let mut response = file.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    Ok(response)
}
