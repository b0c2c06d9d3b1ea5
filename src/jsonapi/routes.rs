//! From a resource to its routes: the five generic ones and its own actions, each with its description for
//! openapi.json, taken from the handler's own signature.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, OriginalUri, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::document::{Answer, Document, version_of};
use super::query::Query;
use super::resource::{Id, Resource};
use super::store::attributes_of;
use super::table::{schema_of, table};
use crate::app::App;
use crate::app::access::{Access, Action, Reason, Unguarded, action};
use crate::error::{Code, Error, Result};

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
}

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

/// An Idempotency-Key and the fingerprint of the request it came with.
#[derive(Debug, Clone)]
pub struct Key {
    pub name: String,
    pub fingerprint: Vec<u8>,
}

/// What was sent: a JSON document, read and typed. An empty body reads as `{}`.
pub struct Input<B> {
    pub body: B,
    pub key: Option<Key>,
    /// The version that If-Match names.
    pub expected: Option<i64>,
    pub headers: HeaderMap,
    pub query: Query,
    /// The path as it was asked, for links.
    pub path: String,
}

impl<B: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<B> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let path = parts
            .extensions
            .get::<OriginalUri>()
            .map_or_else(|| parts.uri.path().to_owned(), |uri| uri.path().to_owned());
        check_content_type(&parts.headers)?;
        let method = parts.method.clone();
        let (headers, query) = (
            parts.headers.clone(),
            Query::parse(parts.uri.query().unwrap_or_default()),
        );
        let bytes = Bytes::from_request(Request::from_parts(parts, body), state)
            .await
            .map_err(|rejection| match rejection.into_response().status() {
                StatusCode::PAYLOAD_TOO_LARGE => Error::from(Code::TooLarge).with("size", "1 MB"),
                _ => Error::from(Code::BadRequest).with("reason", "the body broke off"),
            })?;
        let body = if bytes.is_empty() {
            // Nothing sent is nothing for those who take nothing, and an empty object for the others.
            typed(b"{}").or_else(|fault| typed(b"null").map_err(|_| fault))?
        } else {
            typed(&bytes)?
        };
        let key = key_of(&method, &path, &headers, &bytes)?;
        let expected = headers
            .get(header::IF_MATCH)
            .and_then(|value| value.to_str().ok())
            .filter(|value| *value != "*")
            .map(|value| version_of(value).unwrap_or(-1));
        Ok(Self {
            body,
            key,
            expected,
            headers,
            query,
            path,
        })
    }
}

fn typed<B: DeserializeOwned>(text: &[u8]) -> Result<B> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let reason = error.inner().to_string();
        let path = error.path().to_string().replace('.', "/");
        if error.inner().is_syntax() || error.inner().is_eof() {
            return Error::from(Code::BadRequest).with("reason", reason).at("");
        }
        let rule = if reason.starts_with("missing field") {
            "required"
        } else {
            "type"
        };
        let missing = reason.split('`').nth(1).filter(|_| rule == "required");
        let pointer = match (path.as_str(), missing) {
            ("" | "/", Some(field)) => format!("/{field}"),
            (path, Some(field)) => format!("/{path}/{field}"),
            (path, None) => format!("/{path}"),
        };
        Error::from(
            crate::error::FieldFault {
                pointer: pointer.replace("//", "/"),
                rule: rule.to_owned(),
                limits: serde_json::Map::new(),
            }
            .with(
                "reason",
                reason.split(" at line").next().unwrap_or_default(),
            ),
        )
    })
}

fn check_content_type(headers: &HeaderMap) -> Result<()> {
    let Some(value) = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
    else {
        return Ok(());
    };
    let essence = value
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    match essence.as_str() {
        "application/vnd.api+json" | "application/json" => Ok(()),
        _ => Err(Code::UnsupportedMediaType.into()),
    }
}

fn key_of(method: &Method, path: &str, headers: &HeaderMap, body: &[u8]) -> Result<Option<Key>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let name = value.to_str().unwrap_or_default().trim().to_owned();
    if name.is_empty() || name.len() > 255 {
        return Err(
            Error::from(Code::BadRequest).with("reason", "Idempotency-Key has 1 to 255 characters")
        );
    }
    let mut hash = Sha256::new();
    hash.update(method.as_str());
    hash.update(path);
    hash.update(body);
    Ok(Some(Key {
        name,
        fingerprint: hash.finalize().to_vec(),
    }))
}

/// The query string of a request without a body.
pub struct Asked {
    pub query: Query,
    pub path: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let path = parts
            .extensions
            .get::<OriginalUri>()
            .map_or_else(|| parts.uri.path().to_owned(), |uri| uri.path().to_owned());
        Ok(Self {
            query: Query::parse(parts.uri.query().unwrap_or_default()),
            path,
        })
    }
}

/// The ids in a path. A text that is no number names nothing: 404.
pub trait FromPath: Sized + Send {
    fn read(path: &HashMap<String, String>) -> Result<Self>;
}

impl FromPath for () {
    fn read(_: &HashMap<String, String>) -> Result<Self> {
        Ok(())
    }
}

impl<R: 'static> FromPath for Id<R> {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let id = path
            .get("id")
            .and_then(|id| id.split('-').next())
            .and_then(|id| id.parse().ok());
        id.map(Id::new).ok_or_else(|| Code::NotFound.into())
    }
}

/// A word in the place of an id.
impl FromPath for String {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        path.get("id").cloned().ok_or_else(|| Code::NotFound.into())
    }
}

/// The extractor behind `FromPath`.
pub struct At<P>(P);

impl<P: FromPath, S: Send + Sync> FromRequestParts<S> for At<P> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, state)
            .await
            .map_or_else(|_| HashMap::new(), |path| path.0);
        P::read(&path).map(Self)
    }
}

/// Attributes as a client sends them, for an action that takes a document of its resource.
pub type Body = Value;

impl Routes {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.operations.extend(other.operations);
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
        let operation = Operation {
            method,
            path: format!("{BASE}/{}{path}", R::TYPE),
            type_name: R::TYPE,
            right: Right::Verb(verb),
            body: matches!(kind, OperationKind::Create | OperationKind::Update)
                .then_some(Value::Null),
            kind,
        };
        (self, operation)
    }

    pub fn list<R: Resource>(self) -> Self {
        self.list_with::<R, action::Read>()
    }

    /// A list that takes more than Read: of what is readable, only the rows of `A`.
    pub fn list_with<R: Resource, A: Action>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "", A::VERB.word(), OperationKind::List);
        routes.add(operation, |access: Access<R, A>, asked: Asked| async move {
            access.list(&asked.path, asked.query).await
        })
    }

    pub fn find<R: Resource>(self) -> Self {
        self.find_with::<R, action::Read>()
    }

    pub fn find_with<R: Resource, A: Action>(self) -> Self {
        let (routes, operation) =
            self.generic::<R>(Method::GET, "/{id}", A::VERB.word(), OperationKind::Find);
        routes.add(
            operation,
            |access: Access<R, A>, At(id): At<Id<R>>, asked: Asked| async move {
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
                let attributes = attributes_of(table::<R>(), &input.body)?;
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
            method,
            path: absolute::<R>(path),
            type_name: R::TYPE,
            right: Right::Verb(A::VERB.word()),
            kind: OperationKind::Own,
        };
        self.add(
            operation,
            move |access: Access<R, A>, At(path): At<P>, input: Input<B>| {
                let handler = handler.clone();
                async move { handler(access, path, input).await }
            },
        )
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
            method,
            path: path.to_owned(),
            type_name,
            right: Right::Unguarded(W::WHY),
            kind: OperationKind::Own,
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
    input: Input<Value>,
) -> Result<Response> {
    let attributes = attributes_of(table::<R>(), &input.body)?;
    let expected = input.expected;
    let one = access
        .write(move |tx, rows| {
            rows.update(tx, id, attributes, expected)?;
            rows.shown(tx, id)
        })
        .await?;
    Ok(Document::new(one.body, Some(one.version)).into_response())
}

fn absolute<R: Resource>(path: &str) -> String {
    match path.strip_prefix("//") {
        Some(absolute) => format!("/{absolute}"),
        None => format!("{BASE}/{}{path}", R::TYPE),
    }
}

fn body_of<B: JsonSchema>(method: &Method) -> Option<Value> {
    (*method != Method::GET && *method != Method::DELETE).then(|| schema_of::<B>())
}
