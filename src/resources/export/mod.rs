//! Exports: lists as files, for those with export permission (docs/domain/rights.md#exports).

mod collect;
mod file;
mod generate;
mod ods;

use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use validator::Validate;

use super::application::Application;
use super::user::User;
use crate::app::access::{Access, RequestContext, action};
use crate::error::{Code, Error, Result};
use crate::http::routes::{Described, Input, Routes};
use crate::jsonapi::{AuthContext as _, Computed, Filter, Id, Predicate, Resource, Sort};
use crate::policy::Role;
use crate::resources::state_history;

pub use crate::resources::export::generate::{is_left, take_over};

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
    Applications,
}

impl ExportResource {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Users => User::TYPE,
            Self::Applications => Application::TYPE,
        }
    }

    /// Action name in the audit log.
    const fn action(self) -> &'static str {
        match self {
            Self::Users => "export_users",
            Self::Applications => "export_applications",
        }
    }

    /// Path of the list in the app.
    const fn screen(self) -> &'static str {
        match self {
            Self::Users => "/users",
            Self::Applications => "/applications",
        }
    }
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
#[schemars(rename = "ExportCreateAttributes")]
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
    const COMPUTED: &'static [Computed] = &[Computed {
        field: "state",
        sql: "case when t.state = 'waiting' and t.expires_at <= :now then 'failed' else t.state end",
    }];
}

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "", crate::resources::export::generate::create)
        .named(
            "createExport",
            "Makes a file of a list; a long one is ready later",
        )
        .answers(Described::one::<Export>(201))
        .answers(Described::one::<Export>(202))
        .list::<Export>()
        .find::<Export>()
        .action(Method::GET, "/{id}/file", download)
        .named("downloadExport", "Gives the file")
        .answers(Described::file("text/csv"))
        .answers(Described::file(
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ))
        .answers(Described::file(
            "application/vnd.oasis.opendocument.spreadsheet",
        ))
        .refuses(&[410])
        .delete::<Export>()
}

/// 403 unless the requester may export the list. An organisation may export what was sent to it; data held by a
/// centre requires export permission granted to the person, also where they manage an organisation besides.
fn require_leave(
    connection: &Connection,
    ctx: &RequestContext,
    resource: ExportResource,
) -> Result<()> {
    let visibility = ctx.visibility(resource.as_str()).unwrap_or_default();
    if !visibility.can.iter().any(|(verb, _)| *verb == "export") {
        return Err(Code::Forbidden.into());
    }
    let runs_the_center = ctx.has(Role::CenterSuperuser) || ctx.has(Role::Admin);
    if resource == ExportResource::Applications
        && ctx.has(Role::OrganizationSuperuser)
        && !runs_the_center
    {
        return Ok(());
    }
    let has_leave = connection
        .prepare_cached("select 1 from users where id = ?1 and can_export = 1")?
        .exists([ctx.user_id()])?;
    if has_leave {
        Ok(())
    } else {
        Err(Error::from(Code::Forbidden).with("needs", "can_export"))
    }
}

/// `GET /exports/{id}/file`: 410 once expired, 404 before it is generated. Each download is recorded in the audit
/// log.
async fn download(
    access: Access<Export, action::Read>,
    id: Id<Export>,
    _: Input<()>,
) -> Result<Response> {
    let (content, format, made) = access
        .write(move |tx, rows| {
            let made = rows.load(tx, id)?;
            require_leave(tx, rows.ctx(), made.resource)?;
            let (content, format, expires_at): (Option<Vec<u8>>, String, String) = tx.query_row(
                "select content, format, expires_at from exports where id = ?1",
                [id.number()],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?;
            if expires_at <= rows.ctx().now {
                return Err(Code::LinkExpired.into());
            }
            let content = content.ok_or(Code::NotFound)?;
            state_history::audit(
                tx,
                rows.ctx().user_id(),
                "fetch_export",
                (Export::TYPE, id.number()),
            )?;
            Ok((content, format, made))
        })
        .await?;
    let kind = match format.as_str() {
        "csv" => "text/csv; charset=utf-8",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "ods" => "application/vnd.oasis.opendocument.spreadsheet",
        _ => "application/json",
    };
    let day = made.created_at.as_deref().and_then(|at| at.get(..10));
    let (of, day) = (made.resource.as_str(), day.unwrap_or_default());
    let mut response = content.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let name = format!("attachment; filename=\"{of}-{day}.{format}\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    Ok(response)
}
