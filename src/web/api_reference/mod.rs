//! `/api/v1/openapi.json` and its readable form at `/api`: made once, of the same document, with nothing from elsewhere.
#![expect(
    clippy::indexing_slicing,
    reason = "members of JSON values made here: a missing one is null or is added"
)]

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use minijinja::Environment;
use serde_json::{Value, json};

use super::assets::etag_of;
use super::csp;
use crate::app::cache::response_cache::{brotli, gzip};
use crate::base::accept_encoding::{Accepted, Encoding};
use crate::resources;

/// A text with its compressed forms.
struct Text {
    plain: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

impl Text {
    fn of(text: String) -> Self {
        Self {
            plain: text.into(),
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    fn answer(&self, request: &Request, kind: &'static str) -> Response {
        let encoding = Accepted::of(request.headers()).best(|_| true);
        let body = match encoding {
            Encoding::Brotli => self.brotli.get_or_init(|| brotli(&self.plain, 5)),
            Encoding::Gzip => self.gzip.get_or_init(|| gzip(&self.plain)),
            Encoding::Identity => &self.plain,
        };
        let mut response = Response::new(Body::from(body.clone()));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        );
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(header::ETAG, etag_of(&self.plain));
        if let Some(name) = encoding.name() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }
}

static DOCUMENT: LazyLock<Value> = LazyLock::new(resources::openapi);

pub async fn document(request: Request) -> Response {
    static TEXT: LazyLock<Text> = LazyLock::new(|| Text::of(DOCUMENT.to_string()));
    TEXT.answer(&request, "application/json")
}

pub async fn page(request: Request) -> Response {
    static TEXT: LazyLock<Text> = LazyLock::new(|| Text::of(render(&DOCUMENT)));
    let mut response = TEXT.answer(&request, "text/html; charset=utf-8");
    if let Ok(policy) = HeaderValue::from_str(&csp::content_security_policy(false, &[])) {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

pub async fn style(request: Request) -> Response {
    static TEXT: LazyLock<Text> =
        LazyLock::new(|| Text::of(include_str!("reference.css").to_owned()));
    TEXT.answer(&request, "text/css; charset=utf-8")
}

pub async fn script(request: Request) -> Response {
    static TEXT: LazyLock<Text> =
        LazyLock::new(|| Text::of(include_str!("reference.js").to_owned()));
    TEXT.answer(&request, "text/javascript; charset=utf-8")
}

fn render(document: &Value) -> String {
    let mut templates = Environment::new();
    let added = templates.add_template("reference.html", include_str!("reference.html"));
    let found = added.and_then(|()| templates.get_template("reference.html"));
    let text = found.and_then(|template| {
        template.render(to_template(&json!({
            "title": document["info"]["title"],
            "version": document["info"]["version"],
            "groups": groups(document),
            "schemas": schemas(document),
        })))
    });
    text.unwrap_or_default()
}

/// JSON as a value of the template.
fn to_template(json: &Value) -> minijinja::Value {
    match json {
        Value::Null => minijinja::Value::UNDEFINED,
        Value::Bool(truth) => (*truth).into(),
        Value::Number(number) => number.as_f64().unwrap_or_default().into(),
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => items.iter().map(to_template).collect(),
        Value::Object(members) => minijinja::Value::from_pairs(
            members
                .iter()
                .map(|(name, member)| (name.as_str(), to_template(member))),
        ),
    }
}

/// Operations by tag, in the order of the tags.
fn groups(document: &Value) -> Vec<Value> {
    let mut by_tag: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            if let Some(tag) = operation["tags"][0].as_str() {
                let shown = operation_of(document, path, method, operation);
                by_tag.entry(tag).or_default().push(shown);
            }
        }
    }
    let tags = document["tags"].as_array().into_iter().flatten();
    tags.filter_map(|tag| {
        let name = tag["name"].as_str()?;
        let operations = by_tag.remove(name)?;
        Some(json!({
            "name": name,
            "title": name.replace('_', " "),
            "description": tag["description"],
            "operations": operations,
        }))
    })
    .collect()
}

fn operation_of(document: &Value, path: &str, method: &str, operation: &Value) -> Value {
    let parameters: Vec<Value> = operation["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|parameter| {
            let parameter = resolved(document, parameter);
            json!({
                "name": parameter["name"],
                "place": parameter["in"],
                "is_required": parameter["required"] == true,
                "type": type_of(&parameter["schema"]),
                "description": parameter["description"],
            })
        })
        .collect();
    let answers: Vec<Value> = operation["responses"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(status, answer)| {
            let answer = resolved(document, answer);
            json!({
                "status": status,
                "description": answer["description"],
                "type": content(answer).map(|(_, schema)| type_of(schema)),
                "example": example(document, answer).filter(|_| status.starts_with('2')),
            })
        })
        .collect();
    json!({
        "id": operation["operationId"],
        "method": method.to_uppercase(),
        "path": path,
        "summary": operation["summary"],
        "is_public": operation["security"].as_array().is_some_and(|all| {
            all.is_empty() || all.iter().any(|one| one.as_object().is_some_and(serde_json::Map::is_empty))
        }),
        "parameters": parameters,
        "body": content(&operation["requestBody"]).map(|(_, schema)| type_of(schema)),
        "answers": answers,
    })
}

fn content(holder: &Value) -> Option<(&String, &Value)> {
    let (media_type, content) = holder["content"].as_object()?.iter().next()?;
    Some((media_type, &content["schema"]))
}

fn example(document: &Value, answer: &Value) -> Option<String> {
    let (_, content) = answer["content"].as_object()?.iter().next()?;
    let (_, example) = content["examples"].as_object()?.iter().next()?;
    serde_json::to_string_pretty(&resolved(document, example)["value"]).ok()
}

fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let to = value["$ref"].as_str().and_then(|to| to.strip_prefix('#'));
    to.and_then(|pointer| document.pointer(pointer))
        .unwrap_or(value)
}

/// The named schemas with their fields.
fn schemas(document: &Value) -> Vec<Value> {
    let all = document["components"]["schemas"].as_object();
    all.into_iter()
        .flatten()
        .map(|(name, schema)| {
            let required = schema["required"].as_array();
            let is_required =
                |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
            let fields: Vec<Value> = schema["properties"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, field)| {
                    json!({
                        "name": name,
                        "type": type_of(field),
                        "limits": limits(field),
                        "is_required": is_required(name),
                        "description": field["description"],
                    })
                })
                .collect();
            json!({
                "name": name,
                "description": schema["description"],
                "type": if fields.is_empty() { type_of(schema) } else { Vec::new() },
                "fields": fields,
            })
        })
        .collect()
}

/// A type as pieces of text, of which some are names of schemas: `{text, to}`.
fn type_of(schema: &Value) -> Vec<Value> {
    let text = |text: String| vec![json!({ "text": text })];
    if let Some(name) = schema["$ref"].as_str().and_then(|to| to.rsplit('/').next()) {
        return vec![json!({ "text": name, "to": name })];
    }
    for word in ["anyOf", "oneOf"] {
        if let Some(options) = schema[word].as_array() {
            let mut pieces = Vec::new();
            for option in options {
                if !pieces.is_empty() {
                    pieces.extend(text(" | ".to_owned()));
                }
                pieces.extend(type_of(option));
            }
            return pieces;
        }
    }
    if let Some(one) = schema["const"].as_str() {
        return text(format!("\"{one}\""));
    }
    if let Some(choices) = schema["enum"].as_array() {
        let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
        return text(choices.join(" | "));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if kinds.first() == Some(&"array") && kinds.len() < 3 {
        let mut pieces = type_of(&schema["items"]);
        pieces.extend(text("[]".to_owned()));
        return pieces;
    }
    if let Some(properties) = schema["properties"].as_object() {
        let mut pieces = text("{ ".to_owned());
        for (index, (name, property)) in properties.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            pieces.extend(text(format!("{comma}{name}: ")));
            pieces.extend(type_of(property));
        }
        pieces.extend(text(" }".to_owned()));
        return pieces;
    }
    let format = schema["format"]
        .as_str()
        .map(|format| format!(" ({format})"));
    text(format!(
        "{}{}",
        kinds.join(" | "),
        format.unwrap_or_default()
    ))
}

fn limits(schema: &Value) -> String {
    let words = [
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "pattern",
        "default",
    ];
    let said = words.iter().filter_map(|word| {
        let limit = schema.get(*word)?;
        Some(format!("{word} {limit}"))
    });
    said.collect::<Vec<_>>().join(", ")
}
