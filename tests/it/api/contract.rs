//! OpenAPI contract: docs/openapi.json matches the server. `WRITE=1 cargo test --test it contract` regenerates it.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use voluntr::resources;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/openapi.json");

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a developer asks this test to write the file"
)]
fn openapi_json_is_current() {
    let now = serde_json::to_string_pretty(&resources::openapi()).unwrap() + "\n";
    if std::env::var("WRITE").is_ok() {
        std::fs::write(PATH, &now).unwrap();
    }
    let checked_in = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(
        checked_in == now,
        "docs/openapi.json is old: run WRITE=1 cargo test --test it contract, then npm run generate"
    );
}

/// Every schema in a value, with the path to it.
fn schemas<'a>(path: &str, schema: &'a Value, found: &mut Vec<(String, &'a Value)>) {
    found.push((path.to_owned(), schema));
    for word in ["properties", "patternProperties", "$defs"] {
        for (name, property) in schema[word].as_object().into_iter().flatten() {
            schemas(&format!("{path}/{name}"), property, found);
        }
    }
    for word in ["items", "additionalProperties", "not"] {
        if let Some(member) = schema.get(word)
            && *member != Value::Bool(false)
        {
            schemas(&format!("{path}/{word}"), member, found);
        }
    }
    for word in ["oneOf", "anyOf", "allOf", "prefixItems"] {
        for member in schema[word].as_array().into_iter().flatten() {
            schemas(&format!("{path}/{word}"), member, found);
        }
    }
}

/// Every `schema` member below a value that is no schema itself.
fn members<'a>(path: &str, value: &'a Value, found: &mut Vec<(String, &'a Value)>) {
    match value {
        Value::Object(object) => {
            for (name, member) in object {
                let path = format!("{path}/{name}");
                match name.as_str() {
                    "schema" => schemas(&path, member, found),
                    "examples" | "example" => {}
                    _ => members(&path, member, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| members(path, item, found)),
        _ => {}
    }
}

#[test]
fn no_schema_is_without_content() {
    let document = resources::openapi();
    let mut found = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        schemas(name, schema, &mut found);
    }
    members("", &document["paths"], &mut found);
    members("", &document["components"]["responses"], &mut found);
    members("", &document["components"]["parameters"], &mut found);
    assert!(found.len() > 1000, "{}", found.len());
    // The one that stands for a value of any form.
    found.retain(|(path, _)| path != "JsonValue");
    let says = ["type", "$ref", "enum", "const", "oneOf", "anyOf", "allOf"];
    let bare: Vec<&String> = found
        .iter()
        .filter(|(_, schema)| says.iter().all(|word| schema.get(word).is_none()))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(bare, Vec::<&String>::new());
}

#[test]
fn every_operation_is_named_described_and_answered() {
    let document = resources::openapi();
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if method == "parameters" {
                continue;
            }
            let name = operation["operationId"].as_str().unwrap();
            assert!(
                name.starts_with(|letter: char| letter.is_ascii_lowercase())
                    && name.chars().all(|letter| letter.is_ascii_alphabetic()),
                "{method} {path} has no name: {name}"
            );
            assert!(names.insert(name), "{name} stands twice");
            assert!(operation["summary"].as_str().unwrap().len() > 8, "{name}");
            let responses = operation["responses"].as_object().unwrap();
            assert!(
                responses.keys().any(|status| status.starts_with('2')),
                "{name} has no good answer"
            );
            let tag = &operation["tags"][0];
            let tags = document["tags"].as_array().unwrap();
            assert!(
                tags.iter().any(|known| known["name"] == *tag),
                "{tag} of {name} is not described"
            );
        }
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in schemas.keys() {
        assert!(
            name.chars().all(|letter| letter.is_ascii_alphabetic()),
            "two types are named {name}: give one of them another name"
        );
    }
}

#[test]
fn every_reference_leads_somewhere() {
    fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members
                    .values()
                    .for_each(|member| references(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let document = resources::openapi();
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    for to in found {
        let pointer = to.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{to}");
    }
}

/// Whose answer holds a secret, or that change nothing (docs/decisions/0005).
const ANSWERING_ANEW: [&str; 20] = [
    "/api/v1/activity_registrations/by_link",
    // Its secret is in the answer alone.
    "/api/v1/api_keys",
    "/api/v1/applications/by_link",
    "/api/v1/guardian_consents/show",
    "/api/v1/invitations/show",
    "/api/v1/me/erasure",
    "/api/v1/newsletter_subscriptions/preferences",
    "/api/v1/newsletters/{id}/preview",
    "/api/v1/notification_templates/{id}/preview",
    "/api/v1/pages/{id}/preview_token",
    "/api/v1/pages/{id}/render",
    "/api/v1/sign_in_as_user",
    // A file sent again has the same address, or is another picture of the same file.
    "/api/v1/stock_images",
    "/api/v1/uploads",
    "/api/v1/uploads/{id}/file",
    "/auth/second_factor",
    "/auth/second_factor/passkeys",
    "/auth/second_factor/passkeys/options",
    "/auth/second_factor/recovery_codes",
    "/auth/sign_in",
];

#[test]
fn openapi_json_promises_no_attribute_that_fields_can_leave_out_and_describes_every_form_of_a_file()
{
    let described = resources::openapi();
    let schemas = described["components"]["schemas"].as_object().unwrap();
    let vacancy = &schemas["VacancyAttributes"];
    assert_eq!(vacancy["required"], Value::Null);
    let whole = vacancy["x-without-fields"].as_array().unwrap();
    assert!(whole.contains(&json!("title")), "{whole:?}");
    // What is sent keeps what it needs.
    let sent = schemas["VacancyCreateAttributes"]["required"]
        .as_array()
        .unwrap();
    assert!(sent.contains(&json!("title")), "{sent:?}");
    for schema in schemas
        .values()
        .filter(|schema| schema["x-type"].is_string())
    {
        let to = schema["properties"]["attributes"]["$ref"].as_str().unwrap();
        let attributes = described.pointer(to.trim_start_matches('#')).unwrap();
        assert_eq!(attributes["required"], Value::Null, "{to}");
    }
    let file = &described["paths"]["/api/v1/exports/{id}/file"]["get"];
    let forms: Vec<&String> = file["responses"]["200"]["content"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(forms.len(), 4, "{forms:?}");
    let told = file["description"].as_str().unwrap();
    assert!(told.contains("vacancy_title"), "{told}");
}

#[test]
fn openapi_json_says_where_a_key_and_a_tag_are_honoured() {
    let operations = resources::routes().operations;
    let described = resources::openapi();
    let mut anew: Vec<&str> = Vec::new();
    for operation in &operations {
        let method = operation.method.as_str().to_lowercase();
        let parameters = &described["paths"][&operation.path][&method]["parameters"];
        let has = |name: &str| {
            let parameters = parameters.as_array().map_or(&[][..], Vec::as_slice);
            parameters
                .iter()
                .any(|one| one["$ref"] == format!("#/components/parameters/{name}"))
        };
        let is_own_account = [
            "/auth",
            "/api/v1/current_user",
            "/api/v1/current_user/email",
        ]
        .contains(&operation.path.as_str());
        let changes_one = (operation.path.contains("{id}") || is_own_account)
            && !["get", "post"].contains(&method.as_str())
            || method == "post" && operation.path.contains("{id}");
        assert_eq!(has("IfMatch"), changes_one, "{method} {}", operation.path);
        if method == "post" && !has("IdempotencyKey") {
            anew.push(&operation.path);
        }
        assert!(method == "post" || !has("IdempotencyKey"));
    }
    anew.sort_unstable();
    assert_eq!(anew, ANSWERING_ANEW, "this list may only shrink");
}
