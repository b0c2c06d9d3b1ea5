//! Exports: a list as a file, for who was given the right to make one (decisions 1.3 row 33 and note 10, 5, 7.1).

mod file;

use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use rusqlite::{Connection, named_params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use validator::Validate;

use super::history;
use super::notice::Notice;
use super::user::User;
use crate::app::access::{Access, Asking, action};
use crate::app::clock::{days, later};
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::jsonapi::query::Query;
use crate::jsonapi::routes::{Input, Routes};
use crate::jsonapi::rows::{self, Totals};
use crate::jsonapi::store::{attributes_of, typed};
use crate::jsonapi::{Answer, Filter, Id, Predicate, Resource, Sight as _, Sort, table};
use crate::mail::MailKind;

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
    Json,
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
}

/// How long a file can be fetched (decisions 5).
const KEPT: i64 = 1;
/// Rows that are read at a time.
const PAGE: u64 = 1000;

pub fn routes() -> Routes {
    Routes::new()
        .action(Method::POST, "", create)
        .list::<Export>()
        .find::<Export>()
        .action(Method::GET, "/{id}/file", download)
        .delete::<Export>()
}

async fn create(
    access: Access<Export, action::Create>,
    (): (),
    input: Input<Value>,
) -> Result<Answer> {
    let attributes = attributes_of(table::<Export>(), &input.body)?;
    let form: ExportForm = typed(&["resource", "format"], attributes)?;
    let rows = access.rows();
    let asked = form.clone();
    let (content, count) = access
        .read_slow(move |connection| {
            require_leave(connection, rows.asking())?;
            let people = people(connection, rows.asking(), &asked.filter)?;
            let count = i64::try_from(people.len()).unwrap_or(i64::MAX);
            Ok((file::write(&people, asked.format)?, count))
        })
        .await?;
    access
        .post(input.key, move |tx, rows| {
            require_leave(tx, rows.asking())?;
            let id = keep(tx, rows.asking(), &form, &content, count)?;
            tell(tx, rows.asking(), id, count)?;
            Ok(Answer::created(
                format!("/api/v1/exports/{id}"),
                rows.shown_text(tx, id)?,
            ))
        })
        .await
}

fn keep(
    tx: &Tx,
    asking: &Asking,
    form: &ExportForm,
    content: &[u8],
    rows: i64,
) -> Result<Id<Export>> {
    tx.execute(
        "insert into exports (resource, format, filter, rows, content, volunteer_center_id, created_by_id, expires_at,
             created_at, updated_at)
         values ('users', :format, :filter, :rows, :content, :center_id, :user_id, :expires_at, :now, :now)",
        named_params! {
            ":format": serde_json::to_value(form.format)?.as_str(),
            ":filter": serde_json::to_string(&form.filter)?,
            ":rows": rows,
            ":content": content,
            ":center_id": asking.site.center_id,
            ":user_id": asking.user_id(),
            ":expires_at": later(tx.now(), days(KEPT)),
            ":now": tx.now(),
        },
    )?;
    Ok(Id::new(tx.last_insert_rowid()))
}

/// Everybody who runs the centre hears of it, and it is written down.
fn tell(tx: &Tx, asking: &Asking, id: Id<Export>, rows: i64) -> Result<()> {
    let name: String = tx.query_row(
        "select trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) from users where id = ?1",
        [asking.user_id()],
        |row| row.get(0),
    )?;
    Notice {
        kind: MailKind::UsersExported,
        data: json!({ "actor_name": name, "rows": rows, "path": "/users" }),
        subject: (Export::TYPE, id.number()),
        center_id: asking.site.center_id,
    }
    .tell_center(tx)?;
    history::audit_with(
        tx,
        asking.user_id(),
        "export_users",
        (Export::TYPE, id.number()),
        &json!({ "rows": rows }),
    )
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

/// What the list of people itself shows to this asker, row by row.
fn people(
    connection: &Connection,
    asking: &Asking,
    filter: &Map<String, Value>,
) -> Result<Vec<Value>> {
    let mut lens = asking.lens(User::TYPE).ok_or(Code::Forbidden)?;
    let managed = lens.can.iter().find(|(verb, _)| *verb == "read_contact");
    let (_, rows) = managed.ok_or(Code::Forbidden)?;
    lens.rows.clone_from(rows);
    let mut query = Query::parse("include=roles,organizations")
        .with("page[size]", &PAGE.to_string())
        .with("sort", "last_name,first_name");
    for (name, value) in filter {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        query = query.with(&format!("filter[{name}]"), &text);
    }
    let mut people = Vec::new();
    for number in 1.. {
        let asked = query.clone().with("page[number]", &number.to_string());
        let page = rows::list(
            connection,
            table::<User>(),
            &lens,
            asking,
            ("/api/v1/users", &asked),
            &Counted,
        )?;
        let document: Value = serde_json::from_slice(&page.body)?;
        let read = file::flat(&document);
        let is_last = (read.len() as u64) < PAGE;
        people.extend(read);
        if is_last {
            break;
        }
    }
    Ok(people)
}

/// A total that is counted each time.
struct Counted;

impl Totals for Counted {
    fn total(&self, _: &str, count: &mut dyn FnMut() -> Result<u64>) -> Result<u64> {
        count()
    }
}

/// `GET /exports/{id}/file`: 410 once its day is over.
async fn download(
    access: Access<Export, action::Read>,
    id: Id<Export>,
    _: Input<()>,
) -> Result<Response> {
    let rows = access.rows();
    let (content, format, created_at) = access
        .read(move |connection| {
            rows.require(connection, id)?;
            let (content, format, expires_at, created_at): (Vec<u8>, String, String, String) =
                connection.query_row(
                    "select content, format, expires_at, created_at from exports where id = ?1",
                    [id.number()],
                    |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
                )?;
            if expires_at <= rows.asking().now {
                return Err(Code::LinkExpired.into());
            }
            Ok((content, format, created_at))
        })
        .await?;
    let kind = match format.as_str() {
        "csv" => "text/csv; charset=utf-8",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
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
