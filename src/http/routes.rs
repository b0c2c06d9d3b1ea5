//! Routes of a resource: five generic ones and its own actions, each described for the OpenAPI document from the
//! handler's signature.

use std::future::Future;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::http::Method;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, on};
use axum::{Extension, Router};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::description::{self, SchemaOf};
use super::endpoint::{Answering, Endpoint, RightFirst};

use crate::app::App;
use crate::app::access::{Access, Action, Reason, Unguarded, action};
use crate::error::{Code, Error, Result};
use crate::jsonapi::schema::id::Id;
use crate::jsonapi::schema::resource::Resource;
use crate::jsonapi::schema::table::table;

pub use super::description::{
    AllOf, Described, DocumentOf, Ignored, MetaOf, OneOf, Sent, SentToMeta, Typed, WithMeta,
};
use crate::jsonapi::extractors::LargestBody;
pub use crate::jsonapi::extractors::{Asked, At, Body, FromPath, Input, Key, Named};

/// Description of one operation for the OpenAPI document.
#[derive(Debug, Clone)]
pub struct Operation {
    pub method: Method,
    /// OpenAPI path template: `/api/v1/vacancies/{id}`.
    pub path: String,
    pub type_name: &'static str,
    /// The policy's verb, or the reason why there is none.
    pub right: Right,
    pub kind: OperationKind,
    /// Name (`moderateVacancy`) and summary of an action; the generic operations derive theirs.
    pub name: Option<(String, &'static str)>,
    pub description: Option<&'static str>,
    /// Schema of an action's body, if it takes one.
    pub body: Option<SchemaOf>,
    /// The same of a handler that reads plain JSON.
    pub taking: Option<Value>,
    /// True if the body is a form with a file.
    pub is_multipart: bool,
    /// Good answers of an action.
    pub answers: Vec<Described>,
    /// Schema of the response, where it is not a document of the operation's type.
    pub answer: Option<Value>,
    /// Refusals beside those that follow from the method, the path and the body.
    pub refusals: &'static [u16],
    /// Query parameters that an action accepts.
    pub query: Vec<String>,
    /// True if a repeated request with the same `Idempotency-Key` gets the first response.
    pub is_replayed: bool,
    /// Maximum body size in bytes, enforced while reading.
    pub largest_body: usize,
}

/// Maximum body size except for uploads.
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

/// The routes of one area with their descriptions.
#[derive(Default)]
pub struct Routes {
    pub router: Router<Arc<App>>,
    pub operations: Vec<Operation>,
}

pub(super) use crate::jsonapi::document::API as BASE;

impl Routes {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.operations.extend(other.operations);
        self
    }

    /// Raises the maximum body size of the routes added so far, in bytes: for uploads.
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

    /// Adds a handler of its own.
    pub(super) fn add<H, T>(self, operation: Operation, handler: H) -> Self
    where
        H: axum::handler::Handler<T, Arc<App>, Future = Answering> + Sync,
        T: 'static,
    {
        self.serve(operation, Endpoint::new(handler))
    }

    pub(super) fn serve(mut self, operation: Operation, endpoint: Endpoint) -> Self {
        let filter = MethodFilter::try_from(operation.method.clone()).unwrap_or(MethodFilter::GET);
        self.router = self.router.route(&operation.path, on(filter, endpoint));
        self.operations.push(operation);
        self
    }

    pub(super) fn generic<R: Resource>(
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
            name: None,
            description: None,
            body: None,
            taking: None,
            is_multipart: false,
            answers: Vec::new(),
            refusals: &[],
            is_replayed,
            kind,
            answer: None,
            query: Vec::new(),
            largest_body: LARGEST_BODY,
        };
        (self, operation)
    }

    /// List, find, create, update, delete.
    pub fn crud<R: Resource>() -> Self {
        Self::new()
            .list::<R>()
            .find::<R>()
            .create::<R>()
            .update::<R>()
            .delete::<R>()
    }

    pub fn list<R: Resource>(self) -> Self {
        self.list_with::<R, action::Read>()
    }

    /// A list that needs another verb than Read: the readable rows to which `A` applies.
    pub fn list_with<R: Resource, A: Action>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "", A::VERB.as_str(), OperationKind::List);
        routes.serve(operation, Endpoint::list(table::<R>(), A::VERB))
    }

    pub fn find<R: Resource>(self) -> Self {
        self.find_with::<R, action::Read>()
    }

    pub fn find_with<R: Resource, A: Action>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "/{id}", A::VERB.as_str(), OperationKind::Find);
        routes.serve(operation, Endpoint::find(table::<R>(), A::VERB))
    }

    /// Like `find`, with a top-level `meta` that depends on who asks: none leaves it out.
    pub fn find_telling<R, F, Fut>(self, tell: F) -> Self
    where
        R: Resource,
        F: Fn(Access<R, action::Read>, Id<R>) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<Option<Value>>> + Send,
    {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "/{id}", "read", OperationKind::Find);
        routes.add(
            operation,
            move |access: Access<R, action::Read>, At(named): At<Named<R>>, asked: Asked| {
                let tell = tell.clone();
                async move {
                    let id = match named {
                        Named::Id(id) => id,
                        Named::Slug(slug, id) => {
                            access.named(slug).await?.or(id).ok_or(Code::NotFound)?
                        }
                    };
                    let document = access.find(id, asked.query).await?;
                    Ok::<_, Error>(match tell(access, id).await? {
                        Some(meta) => document.with_meta(&meta),
                        None => document,
                    })
                }
            },
        )
    }

    pub fn create<R: Resource>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::POST, "", "create", OperationKind::Create);
        routes.serve(operation, Endpoint::create(table::<R>()))
    }

    /// PUT is the same as PATCH: both change the given attributes only.
    pub fn update<R: Resource>(self) -> Self {
        [Method::PATCH, Method::PUT]
            .into_iter()
            .fold(self, |routes, method| {
                let (routes, operation) =
                    routes.generic::<R>(method, "/{id}", "update", OperationKind::Update);
                routes.serve(operation, Endpoint::update(table::<R>()))
            })
    }

    pub fn delete<R: Resource>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::DELETE, "/{id}", "delete", OperationKind::Delete);
        routes.serve(operation, Endpoint::delete(table::<R>()))
    }

    /// Adds an action. Its handler takes the access, the path, and the input; the description is derived from this
    /// signature.
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
            name: None,
            description: None,
            body: body_of::<B>(&method),
            taking: None,
            is_multipart: false,
            answers: Vec::new(),
            refusals: &[],
            is_replayed: method == Method::POST,
            method,
            path: absolute::<R>(path),
            type_name: R::TYPE,
            right: Right::Verb(A::VERB.as_str()),
            kind: OperationKind::Own,
            answer: None,
            query: Vec::new(),
            largest_body: LARGEST_BODY,
        };
        self.add(
            operation,
            move |access: Access<R, A>, At(path): At<P>, input: Result<Input<B>>| {
                let handler = handler.clone();
                access.is_about(&path);
                async move {
                    let first = RightFirst::of(access.any(), path.row::<R>().map(Id::number));
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

    /// Adds an upload: a form with a file, described by its schema. The right is checked before the body is read.
    pub fn upload<R, A, O, F, Fut>(self, path: &str, form: Value, handler: F) -> Self
    where
        R: Resource,
        A: Action,
        O: IntoResponse,
        F: Fn(Access<R, A>, Multipart) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<O>> + Send,
    {
        let (routes, operation) =
            self.generic::<R>(Method::POST, path, A::VERB.as_str(), OperationKind::Create);
        let operation = Operation {
            taking: Some(form),
            is_multipart: true,
            is_replayed: false,
            refusals: &[429],
            ..operation
        };
        routes.add(
            operation,
            move |access: Access<R, A>,
                  body: std::result::Result<Multipart, MultipartRejection>| {
                let handler = handler.clone();
                async move {
                    let body = body.map_err(|_| Error::from(Code::NotMultipart))?;
                    handler(access, body).await
                }
            },
        )
    }

    /// Adds an upload to a row: like `upload`, with the row's id in the path.
    pub fn upload_to<R, A, O, F, Fut>(self, path: &str, form: Value, handler: F) -> Self
    where
        R: Resource,
        A: Action,
        O: IntoResponse,
        F: Fn(Access<R, A>, Id<R>, Multipart) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<O>> + Send,
    {
        let (routes, operation) =
            self.generic::<R>(Method::POST, path, A::VERB.as_str(), OperationKind::Own);
        let operation = Operation {
            taking: Some(form),
            is_multipart: true,
            is_replayed: false,
            refusals: &[429],
            ..operation
        };
        routes.add(
            operation,
            move |access: Access<R, A>,
                  At(id): At<Id<R>>,
                  body: std::result::Result<Multipart, MultipartRejection>| {
                let handler = handler.clone();
                access.is_about(&id);
                async move {
                    let body = body.map_err(|_| Error::from(Code::NotMultipart))?;
                    handler(access, id, body).await
                }
            },
        )
    }

    /// Declares the query parameters of the action added last.
    pub fn query_parameters(mut self, query: &'static [&'static str]) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.query = query.iter().map(|name| (*name).to_owned()).collect();
        }
        self
    }

    /// Declares the response of the action added last.
    pub fn answering_with(mut self, answer: Value) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.answer = Some(answer);
        }
        self
    }

    /// Declares the form that the action added last takes, where its handler reads plain JSON.
    pub fn taking_form<B: JsonSchema>(mut self) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.body = description::body_of::<B>();
        }
        self
    }

    /// Declares the schema of the request body of the action added last, where its handler reads plain JSON.
    pub fn taking(mut self, schema: Value) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.taking = Some(schema);
        }
        self
    }

    /// Names the action added last, and says in a sentence what it does.
    pub fn named(mut self, name: impl Into<String>, summary: &'static str) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.name = Some((name.into(), summary));
        }
        self
    }

    /// Says more of the action added last than its summary does.
    pub fn described(mut self, description: &'static str) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.description = Some(description);
        }
        self
    }

    /// Declares a good answer of the action added last.
    pub fn answers(mut self, answer: Described) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.answers.push(answer);
        }
        self
    }

    /// Declares statuses with which the action added last refuses, beside those that follow from its declaration.
    pub fn refuses(mut self, statuses: &'static [u16]) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.refusals = statuses;
        }
        self
    }

    /// Declares that the action added last has the request and response of this generic operation.
    pub fn answering(mut self, kind: OperationKind) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.kind = kind;
        }
        self
    }

    /// Declares that the response of the action added last is not stored for replay, as it holds a secret or changes
    /// nothing: a repeated request runs again (docs/decisions/0005).
    pub fn answering_anew(mut self) -> Self {
        if let Some(operation) = self.operations.last_mut() {
            operation.is_replayed = false;
        }
        self
    }

    /// Adds an endpoint without a permission check, with its reason.
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
            name: None,
            description: None,
            body: body_of::<B>(&method),
            taking: None,
            is_multipart: false,
            answers: Vec::new(),
            refusals: &[],
            is_replayed: method == Method::POST,
            method,
            path: path.to_owned(),
            type_name,
            right: Right::Unguarded(W::WHY),
            kind: OperationKind::Own,
            answer: None,
            query: Vec::new(),
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

fn absolute<R: Resource>(path: &str) -> String {
    match path.strip_prefix("//") {
        Some(absolute) => format!("/{absolute}"),
        None => format!("{BASE}/{}{path}", R::TYPE),
    }
}

fn body_of<B: JsonSchema + 'static>(method: &Method) -> Option<SchemaOf> {
    description::body_of::<B>().filter(|_| *method != Method::GET)
}
