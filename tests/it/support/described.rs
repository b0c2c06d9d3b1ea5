//! Compares every answer that a test gets with the OpenAPI document.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::error::ValidationErrorKind;
use serde_json::{Value, json};
use voluntr::resources;

/// The document, with what it says of a whole answer: who asks for no `fields[…]` gets every attribute.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = resources::openapi();
    let schemas = document["components"]["schemas"].as_object_mut().unwrap();
    for schema in schemas.values_mut() {
        let whole = schema["x-without-fields"].clone();
        if whole.is_array() {
            schema["required"] = whole;
        }
    }
    document
});

/// What may happen to any request: `default` describes it.
const ANY: [u16; 9] = [404, 405, 408, 413, 415, 500, 503, 507, 400];

/// The operation with this method and address, if the document has one.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let asked: Vec<&str> = path.split('/').collect();
    let mut found: Option<(usize, &Value)> = None;
    for (template, item) in DOCUMENT["paths"].as_object()? {
        let pieces: Vec<&str> = template.split('/').collect();
        let fits = pieces.len() == asked.len()
            && pieces
                .iter()
                .zip(&asked)
                .all(|(piece, asked)| piece.starts_with('{') || piece == asked);
        let open = pieces.iter().filter(|piece| piece.starts_with('{')).count();
        if fits && found.is_none_or(|(known, _)| open < known) {
            found = Some((open, item));
        }
    }
    found?.1.get(method.to_lowercase())
}

fn validator(schema: &Value) -> Arc<jsonschema::Validator> {
    static KEPT: LazyLock<Mutex<HashMap<String, Arc<jsonschema::Validator>>>> =
        LazyLock::new(Mutex::default);
    let name = schema.to_string();
    let mut kept = KEPT
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let made = kept.entry(name).or_insert_with(|| {
        let whole = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [schema],
            "components": { "schemas": DOCUMENT["components"]["schemas"] },
        });
        let made = jsonschema::options()
            .should_validate_formats(true)
            .build(&whole);
        Arc::new(made.unwrap())
    });
    Arc::clone(made)
}

fn resolved(value: &Value) -> &Value {
    let to = value["$ref"].as_str().and_then(|to| to.strip_prefix('#'));
    to.map_or(value, |pointer| DOCUMENT.pointer(pointer).unwrap())
}

/// True where a deletion that takes no body gets one that is not well-formed.
fn is_of_unasked_body(method: &str, status: u16) -> bool {
    method == "DELETE" && status == 422
}

/// Keeps the first small answer of each form, and of each error: `EXAMPLES=1 cargo test --test it` writes
/// docs/openapi-examples.json anew.
fn record(kind: &str, name: &str, text: &str, answer: &Value) {
    const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/openapi-examples.json");
    static KEPT: LazyLock<Mutex<Value>> =
        LazyLock::new(|| Mutex::new(json!({ "documents": {}, "errors": {} })));
    if name.is_empty() || text.len() > 3500 || std::env::var("EXAMPLES").is_err() {
        return;
    }
    let mut kept = KEPT
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if kept[kind][name].is_null() && answer["data"] != json!([]) {
        kept[kind][name] = answer.clone();
        kept.sort_all_objects();
        let text = serde_json::to_string_pretty(&*kept).unwrap() + "\n";
        std::fs::write(PATH, text).unwrap();
    }
}

/// Fails if the answer is not one that the document describes.
#[track_caller]
pub(crate) fn validate(method: &str, address: &str, status: u16, text: &str) {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let Some(operation) = operation(method, path) else {
        return;
    };
    let responses = operation["responses"].as_object().unwrap();
    let answer = match responses.get(&status.to_string()) {
        Some(answer) => answer,
        None if ANY.contains(&status) || is_of_unasked_body(method, status) => {
            &responses["default"]
        }
        None => panic!("{method} {path} is not described as answering {status}: {text}"),
    };
    let answer = resolved(answer);
    // Where there is a choice of media types, only that of documents has data.
    let is_document = text.starts_with("{\"data\"");
    let Some((media_type, content)) = answer["content"].as_object().and_then(|all| {
        let of_its_kind = |media_type: &str| media_type.ends_with("vnd.api+json") == is_document;
        all.iter()
            .find(|(media_type, _)| all.len() == 1 || of_its_kind(media_type))
    }) else {
        assert!(
            text.is_empty(),
            "{method} {path} {status} has a body: {text}"
        );
        return;
    };
    if !media_type.ends_with("json") {
        return;
    }
    let mut instance: Value = serde_json::from_str(text)
        .unwrap_or_else(|error| panic!("{method} {path} {status}: {error}: {text}"));
    // Who asks for some attributes gets no others.
    let is_part = query.contains("fields%5B") || query.contains("fields[");
    if is_part && let Some(members) = instance.as_object_mut() {
        members.remove("included");
    }
    let validator = validator(&content["schema"]);
    let faults: Vec<String> = validator
        .iter_errors(&instance)
        .filter(|fault| !is_part || !matches!(fault.kind(), ValidationErrorKind::Required { .. }))
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(
        faults.is_empty(),
        "{method} {path} {status} is not as described:\n{}\n{text}",
        faults.join("\n")
    );
    if let Some(code) = instance["errors"][0]["code"].as_str() {
        record("errors", code, text, &instance);
    } else if !is_part {
        let name = content["schema"]["$ref"].as_str().unwrap_or_default();
        record(
            "documents",
            name.rsplit('/').next().unwrap_or_default(),
            text,
            &instance,
        );
    }
}
