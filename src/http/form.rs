//! Actions with a typed body (docs/engine.md#own-actions): one declaration yields the route, the permission check, the
//! validation and the description. The body is the form itself or `{"data": {"attributes": {…}}}`; errors point to
//! `/data/attributes/…` in both.

use std::future::Future;

use axum::http::{HeaderMap, Method};
use axum::response::IntoResponse;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use validator::Validate;

use super::routes::{FromPath, Input, Key, Routes};
use crate::app::access::{Access, Action};
use crate::error::{Error, FieldFault, Reason, Result};
use crate::jsonapi::schema::resource::Resource;
use crate::jsonapi::schema::table::schema_of;
use crate::jsonapi::write::input::{tidied, typed};

/// Validated body of an action, with the rest of its request.
pub struct Form<B> {
    pub body: B,
    pub key: Option<Key>,
    pub headers: HeaderMap,
}

impl Routes {
    /// Adds an action whose body is `B`. The handler runs only with a valid body; missing permission is reported
    /// before errors in the body.
    pub fn form<R, A, P, B, O, F, Fut>(self, method: Method, path: &str, handler: F) -> Self
    where
        R: Resource,
        A: Action,
        P: FromPath + 'static,
        B: DeserializeOwned + JsonSchema + Validate + Send + 'static,
        O: IntoResponse,
        F: Fn(Access<R, A>, P, Form<B>) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<O>> + Send,
    {
        let checked = move |access: Access<R, A>, path: P, input: Input<Value>| {
            let handler = handler.clone();
            async move {
                let form = Form {
                    body: read(&input.body)?,
                    key: input.key,
                    headers: input.headers,
                };
                handler(access, path, form).await
            }
        };
        self.action(method, path, checked).taking_form::<B>()
    }
}

/// The attributes of a body: those of its document, or the body itself.
pub(super) fn attributes(body: &Value) -> Result<Map<String, Value>> {
    let attributes = match body.get("data") {
        Some(data) => data.get("attributes").cloned(),
        None => Some(body.clone()),
    };
    match attributes {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(attributes)) => Ok(attributes),
        Some(_) => Err(Error::unreadable(Reason::BodyNotAnObject).at("/data/attributes")),
    }
}

/// Reads and validates a form. Unknown fields are errors.
pub(super) fn read<B: DeserializeOwned + JsonSchema + Validate + 'static>(
    body: &Value,
) -> Result<B> {
    let schema = schema_of::<B>();
    let mut attributes = attributes(body)?;
    let properties = schema.get("properties").and_then(Value::as_object);
    let unknown: Vec<FieldFault> = attributes
        .keys()
        .filter(|name| properties.is_none_or(|known| !known.contains_key(*name)))
        .map(|name| FieldFault::attribute(name, "unknown"))
        .collect();
    if !unknown.is_empty() {
        return Err(Error::Invalid(unknown));
    }
    for (name, value) in &mut attributes {
        if let Value::String(text) = value
            && !name.contains("password")
        {
            *value = tidied(text);
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    let required: Vec<&str> = required
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    typed(&required, attributes)
}
