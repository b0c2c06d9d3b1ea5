//! Answers: the good ones from the declaration of an operation, and the refusals that can occur in it.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use serde_json::{Map, Value, json};

use super::schemas::{Schemas, reference, singular};
use super::{Examples, key_scopes, schema_name};
use crate::error::Code;
use crate::http::description::{Content, Described};
use crate::http::routes::{Operation, OperationKind, Right};
use crate::jsonapi::document::CONTENT_TYPE;

/// Name of the answer for what may happen to any request.
const OTHERWISE: &str = "OtherError";

/// The named refusals, one a status, each with the codes it may have and examples of them.
pub fn shared(examples: &Examples) -> Value {
    let mut out = Map::new();
    for status in statuses() {
        let codes = codes_of(|code| code.status() == status);
        let mut refusal = refusal(&describe(status, &codes), &codes, examples);
        if status == StatusCode::TOO_MANY_REQUESTS {
            refusal["headers"] = json!({ "Retry-After": {
                "description": "Seconds after which it is possible again.",
                "schema": { "type": "integer", "format": "int64", "minimum": 0 },
            } });
        }
        out.insert(name_of(status), refusal);
    }
    let codes = codes_of(|code| is_anywhere(code.status()));
    out.insert(
        OTHERWISE.to_owned(),
        refusal(
            "What may happen to any request: a site that is not there (404), a method or a media type that is not \
             taken, a body that comes too slowly or is too large, or a server that cannot answer now.",
            &codes,
            examples,
        ),
    );
    out.into()
}

/// The schemas of a refusal.
pub fn add_schemas(schemas: &mut Schemas) {
    let codes: BTreeSet<&str> = codes_of(|_| true).into_iter().collect();
    schemas.add(
        "ErrorCode".to_owned(),
        json!({ "type": "string", "enum": codes }),
    );
    schemas.add(
        "Error".to_owned(),
        json!({
            "type": "object",
            "required": ["status", "code", "title", "detail"],
            "properties": {
                "status": { "type": "string", "pattern": "^[45][0-9]{2}$" },
                "code": reference("ErrorCode"),
                "title": { "type": "string", "description": "For people; in the language of Accept-Language." },
                "detail": { "type": "string", "description": "For people; what to do about it." },
                "source": {
                    "type": "object",
                    "properties": {
                        "pointer": { "type": "string", "description": "JSON pointer into the request's body." },
                        "parameter": { "type": "string", "description": "Parameter of the query." },
                        "header": { "type": "string", "description": "Header of the request." },
                    },
                },
                "meta": {
                    "type": "object",
                    "description": "`rule` of a field and its name for people, `allowed` values, limits.",
                    "additionalProperties": reference("JsonValue"),
                },
            },
        }),
    );
    schemas.add(
        "ErrorDocument".to_owned(),
        json!({
            "type": "object",
            "required": ["errors"],
            "properties": { "errors": { "type": "array", "minItems": 1, "items": reference("Error") } },
        }),
    );
}

/// Answers of one operation.
pub fn of(
    operation: &Operation,
    is_gone: bool,
    name: &str,
    schemas: &mut Schemas,
    examples: &Examples,
) -> Value {
    let mut out = Map::new();
    if let Some(own) = &operation.answer {
        let schema = schemas.add(format!("{name}Answer"), own.clone());
        out.insert(
            "200".to_owned(),
            json!({ "description": "Good.", "content": { CONTENT_TYPE: { "schema": schema } } }),
        );
    }
    for answer in good(operation) {
        let body = match answer.content {
            Content::Empty => None,
            Content::One(type_name) => Some(reference(&format!("{}Document", singular(type_name)))),
            Content::Many(type_name) => Some(reference(&format!("{}List", singular(type_name)))),
            Content::Json(of) | Content::JsonAs(_, of) => Some(schemas.read(of)),
            Content::File(media_type) => {
                // One file in several forms, of which each is described.
                let file = out
                    .entry(answer.status.to_string())
                    .or_insert_with(|| json!({ "description": "The file.", "content": {} }));
                file["content"][media_type] = json!({ "schema": file_schema(media_type) });
                continue;
            }
        };
        let mut described = json!({ "description": described(answer) });
        if let Some(schema) = body {
            let name = schema["$ref"].as_str().and_then(|to| to.rsplit('/').next());
            let name = name.unwrap_or_default().to_owned();
            let mut content = json!({ "schema": schema });
            if examples.documents.contains_key(&name) {
                content["examples"] =
                    json!({ name.clone(): { "$ref": format!("#/components/examples/{name}") } });
            }
            let media_type = match answer.content {
                Content::JsonAs(media_type, _) => media_type,
                _ => CONTENT_TYPE,
            };
            // One status may have the same in several media types.
            if let Some(other) = out.get(&answer.status.to_string()) {
                described["content"] = other["content"].clone();
            }
            described["content"][media_type] = content;
        }
        if answer.status == 201 {
            described["headers"] = json!({ "Location": {
                "description": "Path of what was made.", "schema": { "type": "string", "format": "uri-reference" },
            } });
        }
        if operation.method == Method::GET && answer.status == 200 {
            described["headers"] = json!({ "ETag": {
                "description": "For If-Match and If-None-Match.", "schema": { "type": "string" },
            } });
        }
        out.insert(answer.status.to_string(), described);
    }
    if operation.method == Method::GET {
        out.insert(
            "304".to_owned(),
            json!({ "description": "Nothing has changed since If-None-Match." }),
        );
    }
    for status in refusals(operation, is_gone) {
        let Ok(code) = StatusCode::from_u16(status) else {
            continue;
        };
        out.insert(
            status.to_string(),
            json!({ "$ref": format!("#/components/responses/{}", name_of(code)) }),
        );
    }
    out.insert(
        "default".to_owned(),
        json!({ "$ref": format!("#/components/responses/{OTHERWISE}") }),
    );
    out.sort_keys();
    out.into()
}

/// Text is text; of JSON it is the value, and of anything else the bytes.
fn file_schema(media_type: &str) -> Value {
    match media_type {
        "application/json" => json!({ "type": "array", "items": { "type": "object" } }),
        _ if media_type.starts_with("text/") => json!({ "type": "string" }),
        _ => json!({ "type": "string", "format": "binary", "contentMediaType": media_type }),
    }
}

fn good(operation: &Operation) -> Vec<Described> {
    let type_name = operation.type_name;
    let of = |status, content| vec![Described { status, content }];
    match operation.kind {
        _ if !operation.answers.is_empty() => operation.answers.clone(),
        _ if operation.answer.is_some() => Vec::new(),
        OperationKind::List => of(200, Content::Many(type_name)),
        OperationKind::Find | OperationKind::Update => of(200, Content::One(type_name)),
        OperationKind::Create => of(201, Content::One(type_name)),
        OperationKind::Delete => of(204, Content::Empty),
        OperationKind::Own => Vec::new(),
    }
}

fn described(answer: Described) -> &'static str {
    match answer.status {
        201 => "Made.",
        202 => "Taken in; what follows happens later, or by mail.",
        204 => "Done.",
        _ => "Good.",
    }
}

/// The statuses with which an operation may refuse, beside those of any request.
fn refusals(operation: &Operation, is_gone: bool) -> BTreeSet<u16> {
    let is_change = operation.method != Method::GET;
    let is_guarded = matches!(operation.right, Right::Verb(_));
    let has_body = operation.body.is_some()
        || operation.taking.is_some()
        || matches!(
            operation.kind,
            OperationKind::Create | OperationKind::Update
        );
    let mut out: BTreeSet<u16> = operation.refusals.iter().copied().collect();
    out.insert(400);
    out.extend(is_guarded.then_some(401));
    // A session that may not do everything is refused wherever it is sent.
    out.insert(403);
    out.extend(operation.path.contains('{').then_some(404));
    out.extend(is_gone.then_some(410));
    // Each honours `If-None-Match`, and those that change one row `If-Match`.
    out.extend(is_change.then_some(412));
    out.extend((has_body || operation.is_replayed).then_some(422));
    // Every change is counted: of whom is signed in, of an address, or by its own limit.
    // So is every request of a program with a key.
    out.extend((is_change || !key_scopes(operation).is_empty()).then_some(429));
    out
}

fn statuses() -> BTreeSet<StatusCode> {
    Code::all()
        .map(Code::status)
        .filter(|status| status.is_client_error() && !is_only_anywhere(*status))
        .collect()
}

/// True for a status that only the surroundings of an operation answer with.
fn is_only_anywhere(status: StatusCode) -> bool {
    matches!(status.as_u16(), 405 | 408 | 413 | 415) || status.is_server_error()
}

fn is_anywhere(status: StatusCode) -> bool {
    status == StatusCode::NOT_FOUND || is_only_anywhere(status)
}

/// `NotFound` for 404.
fn name_of(status: StatusCode) -> String {
    let words = status.canonical_reason().unwrap_or_default();
    schema_name(&words.to_lowercase().replace([' ', '-'], "_"))
}

fn codes_of(is_meant: impl Fn(Code) -> bool) -> Vec<&'static str> {
    let mut codes: Vec<&str> = Vec::new();
    for code in Code::all().filter(|code| is_meant(*code)) {
        if !codes.contains(&code.as_str()) {
            codes.push(code.as_str());
        }
    }
    codes
}

fn describe(status: StatusCode, codes: &[&str]) -> String {
    let reason = status.canonical_reason().unwrap_or_default();
    let codes: Vec<String> = codes.iter().map(|code| format!("`{code}`")).collect();
    format!("{reason}: {}.", codes.join(", "))
}

fn refusal(description: &str, codes: &[&str], examples: &Examples) -> Value {
    let shown: Map<String, Value> = codes
        .iter()
        .filter(|code| examples.errors.contains_key(**code))
        .map(|code| {
            let to = format!("#/components/examples/{}Error", schema_name(code));
            ((*code).to_owned(), json!({ "$ref": to }))
        })
        .collect();
    let mut content = json!({ "schema": reference("ErrorDocument") });
    if !shown.is_empty() {
        content["examples"] = shown.into();
    }
    json!({ "description": description, "content": { CONTENT_TYPE: content } })
}
