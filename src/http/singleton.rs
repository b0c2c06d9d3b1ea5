//! Singletons: `GET` and `PATCH /things/current` (docs/engine.md#singletons), the one row that is the actor's, the
//! centre's or the site's.

use axum::http::Method;
use axum::response::Response;
use serde_json::Value;

use super::routes::{Asked, Input, OperationKind, RightFirst, Routes, change};
use crate::app::access::{Access, Action, action};
use crate::error::{Code, Result};
use crate::jsonapi::query::rows::bind;
use crate::jsonapi::write::input::names_row;
use crate::jsonapi::{Id, Resource};

/// A resource of which each actor has one row.
pub trait Singleton: Resource {
    /// SQL over `t`: the row that is current, such as `t.user_id = :user_id` or `t.id = :center_id`.
    const CURRENT: &'static str;
}

impl Routes {
    /// Adds `GET`, `PATCH` and `PUT /things/current`.
    pub fn singleton<R: Singleton>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "/current", "read", OperationKind::Find);
        let routes = routes.add(
            operation,
            |access: Access<R, action::Read>, asked: Asked| async move {
                let id = current(&access).await?;
                access.find(id, asked.query).await
            },
        );
        [Method::PATCH, Method::PUT]
            .into_iter()
            .fold(routes, |routes, method| {
                let (routes, operation) =
                    routes.generic::<R>(method, "/current", "update", OperationKind::Update);
                routes.add(operation, update::<R>)
            })
    }
}

async fn update<R: Singleton>(
    access: Access<R, action::Update>,
    input: Result<Input<Value>>,
) -> Result<Response> {
    let id = current(&access).await?;
    access.is_about(&id);
    let first = RightFirst::of(&access, Some(id));
    let outcome = match input {
        Ok(input) => {
            let sent = input.body.pointer("/data/id").unwrap_or(&Value::Null);
            match names_row(sent, &id.to_string()) {
                Ok(()) => change(access, id, input).await,
                Err(fault) => Err(fault),
            }
        }
        Err(fault) => Err(fault),
    };
    first.then(outcome).await
}

/// The current row's id, whether or not the action is open for it: the caller's permission is checked with the row.
async fn current<R: Singleton, A: Action>(access: &Access<R, A>) -> Result<Id<R>> {
    let rows = access.rows();
    access
        .read(move |connection| {
            let sql = format!(
                "select t.id from {} t where {} order by t.id limit 1",
                R::TYPE,
                R::CURRENT
            );
            let mut statement = connection.prepare_cached(&sql)?;
            bind(&mut statement, rows.auth(), &[])?;
            let mut found = statement.raw_query();
            let id = found.next()?.map(|row| row.get(0)).transpose()?;
            id.map(Id::new).ok_or_else(|| Code::NotFound.into())
        })
        .await
}
