//! Exports: a list as a file, for who was given the right to make one (decisions 1.3 row 33 and note 10, 5, 7.1).

mod file;
mod make;
mod ods;

use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::history;
use super::user::User;
use crate::app::access::{Access, Asking, action};
use crate::error::{Code, Error, Result};
use crate::jsonapi::routes::{Input, Routes};
use crate::jsonapi::{Computed, Filter, Id, Predicate, Resource, Sort};

pub struct Export;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
pub struct ExportAttributes {
    #[schemars(extend("readOnly" = true))]
    pub resource: ExportResource,
    #[schemars(extend("readOnly" = true))]
    pub format: ExportFormat,
    /// As it was asked: `{"status_eq": "active"}`.
    #[schemars(extend("readOnly" = true))]
    pub filter: Map<String, Value>,
    #[serde(default)]
    #[schemars(extend("readOnly" = true))]
    pub state: ExportState,
    #[schemars(extend("readOnly" = true))]
    pub rows: i64,
    /// After this the file is gone.
    #[schemars(extend("readOnly" = true))]
    pub expires_at: Option<String>,
    #[schemars(extend("readOnly" = true))]
    pub created_by_id: Id<User>,
    #[schemars(extend("readOnly" = true))]
    pub created_at: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportResource {
    Users,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    Csv,
    Xlsx,
    Ods,
    Json,
}

/// How far a file is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportState {
    Waiting,
    #[default]
    Ready,
    Failed,
}

/// What is sent to make one. `filter` is what the list itself takes, without the word `filter`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ExportForm {
    pub resource: ExportResource,
    pub format: ExportFormat,
    #[serde(default)]
    pub filter: Map<String, Value>,
}

impl Resource for Export {
    const TYPE: &'static str = "exports";
    type Attributes = ExportAttributes;
    const FILTERS: &'static [Filter] = &[Filter::column("resource", &[Predicate::Eq])];
    const SORTS: &'static [Sort] = &[Sort::by("created_at", "t.created_at")];
    const DEFAULT_SORT: &'static str = "-id";
    // Whoever was making it is gone: the server was stopped.
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "state",
        sql: "case when t.state = 'waiting' and t.updated_at < strftime('%Y-%m-%dT%H:%M:%SZ', :now, '-15 minutes') then 'failed' else t.state end",
    }];
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "", make::create)
        .list::<Export>()
        .find::<Export>()
        .action(Method::GET, "/{id}/file", download)
        .delete::<Export>()
}

/// 403 unless this person was given leave to export.
fn require_leave(connection: &Connection, asking: &Asking) -> Result<()> {
    let has_leave = connection
        .prepare_cached("select 1 from users where id = ?1 and can_export = 1")?
        .exists([asking.user_id()])?;
    if has_leave {
        Ok(())
    } else {
        Err(Error::from(Code::Forbidden).with("needs", "can_export"))
    }
}

/// `GET /exports/{id}/file`: 410 once its day is over, 404 before it is made. It is written down who fetches it.
async fn download(
    access: Access<Export, action::Read>,
    id: Id<Export>,
    _: Input<()>,
) -> Result<Response> {
    let (content, format, created_at) = access
        .write(move |tx, rows| {
            rows.require(tx, id)?;
            require_leave(tx, rows.asking())?;
            let (content, format, expires_at, created_at): (
                Option<Vec<u8>>,
                String,
                String,
                String,
            ) = tx.query_row(
                "select content, format, expires_at, created_at from exports where id = ?1",
                [id.number()],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
            )?;
            if expires_at <= rows.asking().now {
                return Err(Code::LinkExpired.into());
            }
            let content = content.ok_or(Code::NotFound)?;
            history::audit(
                tx,
                rows.asking().user_id(),
                "fetch_export",
                (Export::TYPE, id.number()),
            )?;
            Ok((content, format, created_at))
        })
        .await?;
    let kind = match format.as_str() {
        "csv" => "text/csv; charset=utf-8",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ods" => "application/vnd.oasis.opendocument.spreadsheet",
        _ => "application/json",
    };
    let day = created_at.get(..10).unwrap_or_default();
    let mut response = content.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let name = format!("attachment; filename=\"users-{day}.{format}\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    Ok(response)
}
