//! Extractors of handlers: request body, query string, and path ids.

use std::any::TypeId;
use std::collections::HashMap;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, MatchedPath, OriginalUri, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::query::Query;
use crate::base::digest::digest_of;
use crate::base::locale::Locale;
use crate::error::{Code, Error, FieldFault, Reason, Result};
use crate::jsonapi::schema::id::Id;
use crate::jsonapi::schema::resource::Resource;
use crate::jsonapi::typed_json::{Misfit, misfit};
use crate::jsonapi::write::input::names_row;
use crate::jsonapi::write::precondition::Target;
use crate::jsonapi::write::text_rules;

/// An `Idempotency-Key` with the fingerprint of its request.
#[derive(Debug, Clone)]
pub struct Key {
    pub name: String,
    pub fingerprint: Vec<u8>,
}

/// Maximum body size in bytes where it differs from the default of 1 MB; reported in the error for a larger body.
#[derive(Debug, Clone, Copy)]
pub struct LargestBody(pub usize);

/// Request body: a JSON document, parsed and typed. An empty body is parsed as `{}`.
pub struct Input<B> {
    pub body: B,
    pub key: Option<Key>,
    pub headers: HeaderMap,
    pub query: Query,
    /// The request's path, for links.
    pub path: String,
}

impl<B> Input<B> {
    /// The language of who asks.
    pub fn locale(&self) -> Locale {
        let named = self.headers.get(header::ACCEPT_LANGUAGE);
        named
            .and_then(|value| Locale::accepted(value.to_str().ok()?))
            .unwrap_or_default()
    }
}

impl<B: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<B> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (mut parts, body) = request.into_parts();
        let named = named_row(&mut parts, state).await;
        let path = parts
            .extensions
            .get::<OriginalUri>()
            .map_or_else(|| parts.uri.path().to_owned(), |uri| uri.path().to_owned());
        let method = parts.method.clone();
        let is_taken = !is_body_ignored::<B>(&method);
        if is_taken {
            validate_content_type(&parts.headers)?;
        }
        let largest = parts.extensions.get::<LargestBody>().copied();
        let (headers, query) = (
            parts.headers.clone(),
            Query::parse(parts.uri.query().unwrap_or_default()),
        );
        let bytes = Bytes::from_request(Request::from_parts(parts, body), state)
            .await
            .map_err(|rejection| match rejection.into_response().status() {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    let megabytes = largest.map_or(1, |LargestBody(bytes)| bytes / 1024 / 1024);
                    Error::from(Code::TooLarge).with("size", format!("{megabytes} MB"))
                }
                _ => Reason::BodyBrokeOff.into(),
            })?;
        let body = match is_taken {
            false => typed(b"null")?,
            true if bytes.is_empty() => typed(b"{}").or_else(nothing_for)?,
            true => {
                require_few_values(&bytes)?;
                let is_empty_object =
                    || serde_json::from_slice(&bytes).is_ok_and(|sent: Value| sent == json!({}));
                let body = match typed(&bytes) {
                    Err(fault) if is_empty_object() => nothing_for(fault)?,
                    body => body?,
                };
                let faults = text_rules::faults_of_body(&bytes);
                if !faults.is_empty() {
                    return Err(Error::Invalid(faults));
                }
                body
            }
        };
        if let Some((type_name, id)) = &named {
            validate_id(type_name, id, &bytes)?;
        }
        let key = key_of(&method, &path, &headers, &bytes)?;
        Ok(Self {
            body,
            key,
            headers,
            query,
            path,
        })
    }
}

/// True for a deletion or a read whose handler takes no body: whatever came is not looked at.
fn is_body_ignored<B: DeserializeOwned>(method: &Method) -> bool {
    let has_no_meaning = matches!(*method, Method::DELETE | Method::GET);
    has_no_meaning && typed::<B>(b"{}").is_err() && typed::<B>(b"null").is_ok()
}

/// An empty object, for a handler that takes nothing.
fn nothing_for<B: DeserializeOwned>(fault: Error) -> Result<B> {
    typed(b"null").map_err(|_| fault)
}

/// Limits the number of values before parsing: a value of a few bytes takes a hundred in memory.
fn require_few_values(text: &[u8]) -> Result<()> {
    const MOST_VALUES: usize = 100_000;
    if text.len() <= MOST_VALUES {
        return Ok(());
    }
    let (mut values, mut is_text, mut is_escaped) = (0, false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b',' | b'[' | b'{' if !is_text => values += 1,
            _ => {}
        }
    }
    if values > MOST_VALUES {
        return Err(Error::unreadable(Reason::TooManyValues)
            .with("max", MOST_VALUES)
            .at(""));
    }
    Ok(())
}

fn typed<B: DeserializeOwned>(text: &[u8]) -> Result<B> {
    serde_json::from_slice(text).map_err(|error| {
        if error.is_syntax() || error.is_eof() {
            not_json(&error)
        } else {
            misfitting(misfit::<B>(text, &error))
        }
    })
}

fn misfitting(Misfit { pointer, reason }: Misfit) -> Error {
    let rule = if reason.starts_with("missing field") {
        "required"
    } else {
        "type"
    };
    let missing = reason.split('`').nth(1).filter(|_| rule == "required");
    let pointer = match (pointer.as_str(), missing) {
        ("", Some(field)) => format!("/{field}"),
        (path, Some(field)) => format!("/{path}/{field}"),
        (path, None) => format!("/{path}"),
    };
    Error::from(FieldFault::at(pointer, rule).with("reason", reason))
}

fn not_json(error: &serde_json::Error) -> Error {
    Error::from(Code::NotJson)
        .with("line", error.line())
        .with("column", error.column())
        .at("")
}

/// The path segment before the id in a change's path, and the id.
async fn named_row<S: Send + Sync>(parts: &mut Parts, state: &S) -> Option<(String, String)> {
    if !matches!(parts.method, Method::PUT | Method::PATCH | Method::DELETE) {
        return None;
    }
    let path = Path::<HashMap<String, String>>::from_request_parts(parts, state).await;
    let id = path.ok()?.0.remove("id")?;
    let matched = parts.extensions.get::<MatchedPath>()?.as_str();
    let before = matched.split("/{id}").next()?.rsplit('/').next()?;
    Some((before.to_owned(), id))
}

/// Refuses a document whose id is not the one in the path. A body that cannot be parsed is accepted here; its errors
/// are reported elsewhere.
fn validate_id(type_name: &str, id: &str, body: &[u8]) -> Result<()> {
    #[derive(Deserialize)]
    struct Sent {
        data: Named,
    }
    #[derive(Deserialize)]
    struct Named {
        r#type: Option<String>,
        id: Value,
    }
    let Ok(Sent { data }) = serde_json::from_slice::<Sent>(body) else {
        return Ok(());
    };
    // A role being granted has an id of its own. `vacancy` and `vacancies` are the same type.
    let stem = data.r#type.as_deref().map(|word| {
        let end = word.char_indices().next_back().map_or(0, |(at, _)| at);
        word.get(..end).unwrap_or_default()
    });
    if stem.is_none_or(|stem| type_name.starts_with(stem)) {
        names_row(&data.id, id.split('-').next().unwrap_or_default())
    } else {
        Ok(())
    }
}

fn validate_content_type(headers: &HeaderMap) -> Result<()> {
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

/// Maximum length of an `Idempotency-Key` in bytes.
const LONGEST_KEY: usize = 255;

fn key_of(method: &Method, path: &str, headers: &HeaderMap, body: &[u8]) -> Result<Option<Key>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let name = value.to_str().unwrap_or_default().trim().to_owned();
    if name.is_empty() || name.len() > LONGEST_KEY {
        return Err(Error::unreadable(Reason::IdempotencyKeyLength)
            .with("max", LONGEST_KEY)
            .of_header("Idempotency-Key"));
    }
    let parts = [method.as_str().as_bytes(), path.as_bytes(), body];
    Ok(Some(Key {
        name,
        fingerprint: digest_of(&parts).to_vec(),
    }))
}

/// Query string of a request without a body.
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

/// Typed path parameters. An id that is not a number is 404.
pub trait FromPath: Sized + Send {
    fn read(path: &HashMap<String, String>) -> Result<Self>;

    /// The resource that `If-Match` refers to.
    fn target(&self) -> Target;

    /// The row of `R` in the path, if there is one.
    fn row<R: 'static>(&self) -> Option<Id<R>> {
        None
    }
}

/// The id in a path: its number, or the number that a slug begins with.
pub(crate) fn id_of(path: &HashMap<String, String>) -> Result<i64> {
    let id = path.get("id").and_then(|id| id.split('-').next());
    id.and_then(|id| id.parse().ok())
        .ok_or_else(|| Code::NotFound.into())
}

/// What stands in the place of the id, if it is more than a number.
pub(crate) fn slug_of(path: &HashMap<String, String>) -> Option<&str> {
    let word = path.get("id")?;
    let is_slug = word.bytes().any(|byte| !byte.is_ascii_digit());
    is_slug.then_some(word.as_str())
}

impl FromPath for () {
    fn read(_: &HashMap<String, String>) -> Result<Self> {
        Ok(())
    }

    fn target(&self) -> Target {
        Target::Nothing
    }
}

impl<R: Resource> FromPath for Id<R> {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        id_of(path).map(Id::new)
    }

    fn target(&self) -> Target {
        Target::Row(R::TYPE, self.number())
    }

    fn row<S: 'static>(&self) -> Option<Id<S>> {
        (TypeId::of::<R>() == TypeId::of::<S>()).then(|| Id::new(self.number()))
    }
}

/// A string in the place of an id.
impl FromPath for String {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        path.get("id").cloned().ok_or_else(|| Code::NotFound.into())
    }

    fn target(&self) -> Target {
        Target::Untagged
    }
}

/// A row by id or by slug. A slug may begin with digits as an id does, so the slug is looked up first.
pub enum Named<R> {
    Id(Id<R>),
    Slug(String, Option<Id<R>>),
}

impl<R: Resource> FromPath for Named<R> {
    fn read(path: &HashMap<String, String>) -> Result<Self> {
        let id = Id::read(path);
        match slug_of(path) {
            Some(word) if R::SLUG.is_some() => Ok(Self::Slug(word.to_owned(), id.ok())),
            _ => id.map(Self::Id),
        }
    }

    fn target(&self) -> Target {
        Target::Untagged
    }
}

/// The extractor for `FromPath` types.
pub struct At<P>(pub P);

impl<P: FromPath, S: Send + Sync> FromRequestParts<S> for At<P> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, state)
            .await
            .map_or_else(|_| HashMap::new(), |path| path.0);
        P::read(&path).map(Self)
    }
}

/// The document of a resource as sent by a client, for actions that take one.
pub type Body = Value;
