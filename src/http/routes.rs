//! From a resource to its routes: the five generic ones and its own actions, each with its description for
//! openapi.json, taken from the handler's own signature.

use std::future::Future;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Router};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::app::App;
use crate::app::access::{Access, Action, Reason, Unguarded, action};
use crate::error::{Code, Error, Result};
use crate::jsonapi::document::{Answer, Document};
use crate::jsonapi::schema::id::Id;
use crate::jsonapi::schema::resource::Resource;
use crate::jsonapi::schema::table::{schema_of, table};
use crate::jsonapi::write::store::{attributes_of, new_attributes_of};

use crate::jsonapi::extractors::LargestBody;
pub use crate::jsonapi::extractors::{Asked, At, Body, FromPath, Input, Key, Named};

/// What openapi.json says of one operation.
#[derive(Debug, Clone)]
pub struct Operation {
    pub method: Method,
    /// As it is written in openapi.json: `/api/v1/vacancies/{id}`.
    pub path: String,
    pub type_name: &'static str,
    /// The verb of the policy, or the reason why there is none.
    pub right: Right,
    pub kind: OperationKind,
    /// The schema of what is sent, where something is.
    pub body: Option<Value>,
    /// What may stand in the address of an action of a resource's own.
    pub query: &'static [&'static str],
    /// A repeated request with the same Idempotency-Key gets the first one's answer.
    pub is_replayed: bool,
    /// In bytes: more is refused while it is read.
    pub largest_body: usize,
}

/// Everything that is sent but uploads.
pub const LARGEST_BODY: usize = 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    Verb(&'static str),
    Unguarded(&'static str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationKind {
    List,
    Find,
    Create,
    Update,
    Delete,
    Own,
}

/// The routes of one area, and what they are.
#[derive(Default)]
pub struct Routes {
    pub router: Router<Arc<App>>,
    pub operations: Vec<Operation>,
}

const BASE: &str = "/api/v1";

impl Routes {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.operations.extend(other.operations);
        self
    }

    /// The routes so far take bodies of up to this many bytes: uploads.
    pub fn larger(mut self, bytes: usize) -> Self {
        for operation in &mut self.operations {
            operation.largest_body = bytes;
        }
        self.router = self
            .router
            .layer(Extension(LargestBody(bytes)))
            .layer(DefaultBodyLimit::max(bytes));
        self
    }

    fn add<H, T>(mut self, operation: Operation, handler: H) -> Self
    where
        H: axum::handler::Handler<T, Arc<App>>,
        T: 'static,
    {
        let filter = MethodFilter::try_from(operation.method.clone()).unwrap_or(MethodFilter::GET);
        self.router = self.router.route(&operation.path, on(filter, handler));
        self.operations.push(operation);
        self
    }

    fn generic<R: Resource>(
        self,
        method: Method,
        path: &str,
        verb: &'static str,
        kind: OperationKind,
    ) -> (Self, Operation) {
        let is_replayed = method == Method::POST;
        let operation = Operation {
            method,
            path: format!("{BASE}/{}{path}", R::TYPE),
            type_name: R::TYPE,
            right: Right::Verb(verb),
            body: matches!(kind, OperationKind::Create | OperationKind::Update)
                .then_some(Value::Null),
            is_replayed,
            kind,
            query: &[],
            largest_body: LARGEST_BODY,
        };
        (self, operation)
    }

    pub fn list<R: Resource>(self) -> Self {
        self.list_with::<R, action::Read>()
    }

    /// A list that takes more than Read: of what is readable, only the rows of `A`.
    pub fn list_with<R: Resource, A: Action>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "", A::VERB.as_str(), OperationKind::List);
        routes.add(operation, |access: Access<R, A>, asked: Asked| async move {
            access.list(&asked.path, asked.query).await
        })
    }

    pub fn find<R: Resource>(self) -> Self {
        self.find_with::<R, action::Read>()
    }

    pub fn find_with<R: Resource, A: Action>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "/{id}", A::VERB.as_str(), OperationKind::Find);
        routes.add(
            operation,
            |access: Access<R, A>, At(named): At<Named<R>>, asked: Asked| async move {
                let id = match named {
                    Named::Id(id) => id,
                    Named::Slug(slug, id) => {
                        access.named(slug).await?.or(id).ok_or(Code::NotFound)?
                    }
                };
                access.find(id, asked.query).await
            },
        )
    }

    pub fn create<R: Resource>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::POST, "", "create", OperationKind::Create);
        routes.add(
            operation,
            |access: Access<R, action::Create>, input: Input<Value>| async move {
                let attributes = new_attributes_of(table::<R>(), &input.body)?;
                access
                    .post(input.key, move |tx, rows| {
                        let id = rows.create(tx, attributes)?;
                        Ok(Answer::created(
                            format!("{BASE}/{}/{id}", R::TYPE),
                            rows.shown_text(tx, id)?,
                        ))
                    })
                    .await
            },
        )
    }

    /// PUT equals PATCH: both change what is given and nothing else.
    pub fn update<R: Resource>(self) -> Self {
        [Method::PATCH, Method::PUT]
            .into_iter()
            .fold(self, |routes, method| {
                let (routes, operation) =
                    routes.generic::<R>(method, "/{id}", "update", OperationKind::Update);
                routes.add(operation, update::<R>)
            })
    }

    pub fn delete<R: Resource>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::DELETE, "/{id}", "delete", OperationKind::Delete);
        routes.add(
            operation,
            |access: Access<R, action::Delete>, At(id): At<Id<R>>| async move {
                access.is_about(&id);
                access.write(move |tx, rows| rows.remove(tx, id)).await?;
                Ok::<_, Error>(Answer::empty())
            },
        )
    }

    /// An action of a resource's own: right first, then path, then what was sent. Everything that openapi.json says
    /// of it is read from this signature.
    pub fn action<R, A, P, B, O, F, Fut>(self, method: Method, path: &str, handler: F) -> Self
    where
        R: Resource,
        A: Action,
        P: FromPath + 'static,
        B: DeserializeOwned + JsonSchema + Send + 'static,
        O: IntoResponse,
        F: Fn(Access<R, A>, P, Input<B>) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<O>> + Send,
    {
        let operation = Operation {
            body: body_of::<B>(&method),
            is_replayed: method == Method::POST,
            method,
            path: absolute::<R>(path),
            type_name: R::TYPE,
            right: Right::Verb(A::VERB.as_str()),
            kind: OperationKind::Own,
            query: &[],
            largest_body: LARGEST_BODY,
        };
        self.add(
            operation,
            move |access: Access<R, A>, At(path): At<P>, input: Result<Input<B>>| {
                let handler = handler.clone();
                access.is_about(&path);
                async move {
                    let first = RightFirst::of(&access, path.row::<R>());
                    let outcome = match input {
                        Ok(input) => handler(access, path, input).await,
                        Err(fault) => Err(fault),
                    };
                    let outcome = outcome.map(IntoResponse::into_response);
                    first.then(outcome).await
                }
            },
        )
    }

    /// Says of the action before it what may stand in its address.
    pub fn query_parameters(mut self, query: &'static [&'static str]) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.query = query;
        }
        self
    }

    /// Says of the action before it that it takes and answers what the generic operation of this kind does.
    pub fn answering(mut self, kind: OperationKind) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.kind = kind;
        }
        self
    }

    /// Says of the action before it that its answer holds a secret, or changes nothing: it is not kept, and a repeated
    /// request is a new one (docs/decisions/0005).
    pub fn answering_anew(mut self) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.is_replayed = false;
        }
        self
    }

    /// A door without a right, with its reason.
    pub fn unguarded<W, P, B, O, F, Fut>(
        self,
        method: Method,
        type_name: &'static str,
        path: &str,
        handler: F,
    ) -> Self
    where
        W: Reason,
        P: FromPath + 'static,
        B: DeserializeOwned + JsonSchema + Send + 'static,
        O: IntoResponse,
        F: Fn(Unguarded<W>, P, Input<B>) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<O>> + Send,
    {
        let operation = Operation {
            body: body_of::<B>(&method),
            is_replayed: method == Method::POST,
            method,
            path: path.to_owned(),
            type_name,
            right: Right::Unguarded(W::WHY),
            kind: OperationKind::Own,
            query: &[],
            largest_body: LARGEST_BODY,
        };
        self.add(
            operation,
            move |door: Unguarded<W>, At(path): At<P>, input: Input<B>| {
                let handler = handler.clone();
                async move { handler(door, path, input).await }
            },
        )
    }
}

async fn update<R: Resource>(
    access: Access<R, action::Update>,
    At(id): At<Id<R>>,
    input: Result<Input<Value>>,
) -> Result<Response> {
    access.is_about(&id);
    let first = RightFirst::of(&access, Some(id));
    let outcome = match input {
        Ok(input) => change(access, id, input).await,
        Err(fault) => Err(fault),
    };
    first.then(outcome).await
}

async fn change<R: Resource>(
    access: Access<R, action::Update>,
    id: Id<R>,
    input: Input<Value>,
) -> Result<Response> {
    let attributes = attributes_of(table::<R>(), &input.body)?;
    let one = access
        .write(move |tx, rows| {
            rows.update(tx, id, attributes)?;
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)).into_response())
}

/// The right to a row goes before what was sent about it: who has none hears that, and nothing of what is wrong with the
/// body (docs/domain/rights.md#enforcement). It is looked at when there is something wrong, so that who may pays
/// nothing for it.
struct RightFirst<R, A>(Option<(Access<R, A>, Id<R>)>);

impl<R: Resource, A: Action> RightFirst<R, A> {
    fn of(access: &Access<R, A>, row: Option<Id<R>>) -> Self {
        Self(row.map(|id| (access.again(), id)))
    }

    async fn then<T>(self, outcome: Result<T>) -> Result<T> {
        match (outcome, self.0) {
            (Err(fault), Some((access, id))) if is_about_what_was_sent(&fault) => {
                let rows = access.rows();
                access
                    .read(move |connection| rows.require(connection, id))
                    .await?;
                Err(fault)
            }
            (outcome, _) => outcome,
        }
    }
}

fn is_about_what_was_sent(fault: &Error) -> bool {
    matches!(fault.status().as_u16(), 400 | 412 | 413 | 415 | 422)
}

fn absolute<R: Resource>(path: &str) -> String {
    match path.strip_prefix("//") {
        Some(absolute) => format!("/{absolute}"),
        None => format!("{BASE}/{}{path}", R::TYPE),
    }
}

fn body_of<B: JsonSchema + 'static>(method: &Method) -> Option<Value> {
    (*method != Method::GET && *method != Method::DELETE).then(|| schema_of::<B>().clone())
}
