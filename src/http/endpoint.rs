//! A handler without type parameters: what axum builds around a handler – its service, its boxed future, its route –
//! is compiled once for all operations, and the generic ones share one handler each, which knows its resource by its
//! table.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::handler::Handler;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use rusqlite::Connection;
use serde_json::{Map, Value};

use super::routes::BASE;
use crate::app::App;
use crate::app::access::{AnyAccess, AnyRows};
use crate::db::{Tx, erased};
use crate::error::{Code, Error, Result};
use crate::jsonapi::document::{Answer, Document};
use crate::jsonapi::extractors::{Asked, Input, id_of, slug_of};
use crate::jsonapi::query::rows;
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::schema::table::Table;
use crate::jsonapi::write::input::names_row;
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::write::store::{changes_of, new_attributes_of};
use crate::policy::Verb;

pub(super) type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler of any type.
#[derive(Clone)]
pub(super) struct Endpoint(Arc<dyn Fn(Request, Arc<App>) -> Answering + Send + Sync>);

impl Endpoint {
    pub fn new<H, T>(handler: H) -> Self
    where
        H: Handler<T, Arc<App>, Future = Answering> + Sync,
        T: 'static,
    {
        Self(Arc::new(move |request, app| {
            handler.clone().call(request, app)
        }))
    }

    fn of<F>(handle: impl Fn(Request, Arc<App>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Response>> + Send + 'static,
    {
        Self(Arc::new(move |request, app| {
            let handling = handle(request, app);
            Box::pin(async move { handling.await.into_response() })
        }))
    }

    /// `GET /things`: a page of the rows on which the actor has the verb.
    pub fn list(table: &'static Table, verb: Verb) -> Self {
        Self::of(move |request, app| async move {
            let mut parts = request.into_parts().0;
            let access = AnyAccess::of_request(&mut parts, &app, (table, verb)).await?;
            let asked = Asked::from_request_parts(&mut parts, &app).await?;
            let document = access.list(&asked.path, asked.query).await?;
            Ok(document.into_response())
        })
    }

    /// `GET /things/{id}`, by id or by slug.
    pub fn find(table: &'static Table, verb: Verb) -> Self {
        Self::of(move |request, app| async move {
            let mut parts = request.into_parts().0;
            let access = AnyAccess::of_request(&mut parts, &app, (table, verb)).await?;
            let path = path_of(&mut parts, &app).await;
            let asked = Asked::from_request_parts(&mut parts, &app).await?;
            let id = id_of(&path);
            let id = match slug_of(&path).filter(|_| table.slug.is_some()) {
                None => id?,
                Some(slug) => {
                    let named = access.named(slug.to_owned()).await?;
                    named.or(id.ok()).ok_or(Code::NotFound)?
                }
            };
            Ok(access.find(id, asked.query).await?.into_response())
        })
    }

    /// `POST /things`.
    pub fn create(table: &'static Table) -> Self {
        Self::of(move |request, app| async move {
            let (mut parts, body) = request.into_parts();
            let access = AnyAccess::of_request(&mut parts, &app, (table, Verb::Create)).await?;
            let input = Input::from_request(Request::from_parts(parts, body), &app).await?;
            create(&access, table, input).await
        })
    }

    /// `PATCH` and `PUT /things/{id}`, which are the same: both change the given attributes only.
    pub fn update(table: &'static Table) -> Self {
        Self::of(move |request, app| async move {
            let (mut parts, body) = request.into_parts();
            let access = AnyAccess::of_request(&mut parts, &app, (table, Verb::Update)).await?;
            let id = id_of(&path_of(&mut parts, &app).await)?;
            let input = Input::from_request(Request::from_parts(parts, body), &app).await;
            access.is_about(Target::Row(table.type_name, id));
            let first = RightFirst::of(&access, Some(id));
            let outcome = match input {
                Ok(input) => change(&access, table, id, input).await,
                Err(fault) => Err(fault),
            };
            first.then(outcome).await
        })
    }

    /// `DELETE /things/{id}`.
    pub fn delete(table: &'static Table) -> Self {
        Self::of(move |request, app| async move {
            let mut parts = request.into_parts().0;
            let access = AnyAccess::of_request(&mut parts, &app, (table, Verb::Delete)).await?;
            let id = id_of(&path_of(&mut parts, &app).await)?;
            access.is_about(Target::Row(table.type_name, id));
            let job = move |tx: &Tx, rows: AnyRows| rows.remove_row(tx, id).map(erased);
            access.write(Verb::Delete, Box::new(job)).await?;
            Ok(Answer::empty().into_response())
        })
    }

    /// `GET /things/current`: the one row for which `current`, SQL over `t`, holds.
    pub fn find_current(table: &'static Table, current: &'static str) -> Self {
        Self::of(move |request, app| async move {
            let mut parts = request.into_parts().0;
            let access = AnyAccess::of_request(&mut parts, &app, (table, Verb::Read)).await?;
            let asked = Asked::from_request_parts(&mut parts, &app).await?;
            let id = current_row(&access, table, current).await?;
            Ok(access.find(id, asked.query).await?.into_response())
        })
    }

    /// `PATCH` and `PUT /things/current`.
    pub fn update_current(table: &'static Table, current: &'static str) -> Self {
        Self::of(move |request, app| async move {
            let (mut parts, body) = request.into_parts();
            let access = AnyAccess::of_request(&mut parts, &app, (table, Verb::Update)).await?;
            let input = Input::from_request(Request::from_parts(parts, body), &app).await;
            let id = current_row(&access, table, current).await?;
            access.is_about(Target::Row(table.type_name, id));
            let first = RightFirst::of(&access, Some(id));
            let outcome = match input {
                Ok(input) => change_named(&access, table, id, input).await,
                Err(fault) => Err(fault),
            };
            first.then(outcome).await
        })
    }
}

impl Handler<(), Arc<App>> for Endpoint {
    type Future = Answering;

    fn call(self, request: Request, app: Arc<App>) -> Answering {
        (self.0)(request, app)
    }
}

async fn path_of(parts: &mut Parts, app: &Arc<App>) -> HashMap<String, String> {
    Path::<HashMap<String, String>>::from_request_parts(parts, app)
        .await
        .map_or_else(|_| HashMap::new(), |path| path.0)
}

async fn create(
    access: &AnyAccess,
    table: &'static Table,
    input: Input<Value>,
) -> Result<Response> {
    let attributes = new_attributes_of(table, &input.body)?;
    let job = move |tx: &Tx, rows: AnyRows| {
        let id = rows.create_row(tx, attributes)?;
        Ok(Answer::created(
            format!("{BASE}/{}/{id}", table.type_name),
            rows.shown_text_of(tx, id)?,
        ))
    };
    let answer = access.post(Verb::Create, input.key, Box::new(job)).await?;
    Ok(answer.into_response())
}

async fn change(
    access: &AnyAccess,
    table: &'static Table,
    id: i64,
    input: Input<Value>,
) -> Result<Response> {
    let attributes: Map<String, Value> = changes_of(table, &input.body)?;
    let job = move |tx: &Tx, rows: AnyRows| {
        rows.update_row(tx, id, attributes)?;
        rows.shown_row(tx, id).map(erased)
    };
    let one: rows::One = access.write(Verb::Update, Box::new(job)).typed().await?;
    Ok(Document::new(one.body, Some(one.version)).into_response())
}

/// Like `change`, of a row whose id is not in the path but may be in the document.
async fn change_named(
    access: &AnyAccess,
    table: &'static Table,
    id: i64,
    input: Input<Value>,
) -> Result<Response> {
    let sent = input.body.pointer("/data/id").unwrap_or(&Value::Null);
    names_row(sent, &id.to_string())?;
    change(access, table, id, input).await
}

/// The current row's id, whether or not the action is open for it: the caller's permission is checked with the row.
async fn current_row(
    access: &AnyAccess,
    table: &'static Table,
    current: &'static str,
) -> Result<i64> {
    let rows = access.rows();
    let job = move |connection: &Connection| {
        let sql = format!(
            "select t.id from {} t where {current} order by t.id limit 1",
            table.type_name,
        );
        let mut statement = connection.prepare_cached(&sql)?;
        bind(&mut statement, rows.auth(), &[])?;
        let mut found = statement.raw_query();
        let id = found.next()?.map(|row| row.get(0)).transpose()?;
        id.ok_or_else(|| Code::NotFound.into())
    };
    access.read(job).await
}

/// Reports missing permission to a row before errors in the body: without it nothing about the body is disclosed
/// (docs/domain/rights.md#enforcement). Checked only if the body has an error, so that valid requests cost nothing
/// extra.
pub(super) struct RightFirst(Option<(AnyAccess, i64)>);

impl RightFirst {
    pub fn of(access: &AnyAccess, row: Option<i64>) -> Self {
        Self(row.map(|id| (access.clone(), id)))
    }

    pub async fn then<T>(self, outcome: Result<T>) -> Result<T> {
        match (outcome, self.0) {
            (Err(fault), Some((access, id))) if is_about_what_was_sent(&fault) => {
                require_right(&access, id).await?;
                Err(fault)
            }
            (outcome, _) => outcome,
        }
    }
}

async fn require_right(access: &AnyAccess, id: i64) -> Result<()> {
    let rows = access.rows();
    access
        .read(move |connection| rows.require_row(connection, id))
        .await
}

fn is_about_what_was_sent(fault: &Error) -> bool {
    matches!(fault.status().as_u16(), 400 | 412 | 413 | 415 | 422 | 428)
}
