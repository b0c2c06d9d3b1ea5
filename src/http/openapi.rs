//! OpenAPI document, generated from the declarations that serve the requests.

use std::collections::BTreeMap;

use axum::http::Method;
use serde_json::{Map, Value, json};

use super::routes::{Operation, OperationKind, Right};
use crate::jsonapi::query::filter::{Asks, asked_filters};
use crate::jsonapi::query::include_path::include_names;
use crate::jsonapi::schema::relation::RelationKind;
use crate::jsonapi::schema::table::{Kind, Table};

/// The whole document. `tables` are the resources that the operations use, `forms` further request bodies.
pub fn describe(
    operations: &[Operation],
    tables: &[&'static Table],
    forms: &[(&str, &Value)],
) -> Value {
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in operations {
        let table = tables
            .iter()
            .find(|table| table.type_name == operation.type_name);
        paths.entry(&operation.path).or_default().insert(
            operation.method.as_str().to_lowercase(),
            describe_one(operation, table.copied()),
        );
    }
    let mut schemas = Map::new();
    for table in tables {
        let name = schema_name(table.type_name);
        schemas.insert(
            format!("{name}Attributes"),
            named(table.type_name, table.schema.clone()),
        );
        schemas.insert(name.clone(), resource_schema(table, &name));
    }
    for (type_name, schema) in forms {
        schemas.insert(
            format!("{}Attributes", schema_name(type_name)),
            named(type_name, (*schema).clone()),
        );
    }
    schemas.insert("Errors".to_owned(), errors_schema());
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Voluntr", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "EUPL-1.2", "identifier": "EUPL-1.2" } },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "access-token": { "type": "apiKey", "in": "header", "name": "access-token" },
                "client": { "type": "apiKey", "in": "header", "name": "client" },
                "uid": { "type": "apiKey", "in": "header", "name": "uid" },
            },
        },
        "security": [{ "access-token": [], "client": [], "uid": [] }],
    })
}

/// Adds the type's name to a schema, for code generators.
fn named(type_name: &str, mut schema: Value) -> Value {
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("x-type".to_owned(), type_name.into());
    }
    // Every stored row has a creation time; only one that is not stored yet lacks it.
    if let Some(made) = schema.pointer_mut("/properties/created_at") {
        made["type"] = "string".into();
    }
    schema
}

/// Schema name of a type: `VolunteerCenters` for `volunteer_centers`.
pub fn schema_name(type_name: &str) -> String {
    type_name
        .split('_')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect()
            })
        })
        .collect()
}

fn describe_one(operation: &Operation, table: Option<&'static Table>) -> Value {
    let mut out = Map::new();
    out.insert("operationId".to_owned(), operation_id(operation).into());
    out.insert("tags".to_owned(), json!([operation.type_name]));
    match operation.right {
        Right::Verb(verb) => {
            out.insert("x-right".to_owned(), verb.into());
        }
        Right::Unguarded(why) => {
            out.insert("x-unguarded".to_owned(), why.into());
            out.insert("security".to_owned(), json!([]));
        }
    }
    let parameters = parameters(operation, table);
    if !parameters.is_empty() {
        out.insert("parameters".to_owned(), parameters.into());
    }
    if let Some(body) = &operation.body {
        let schema = if body.is_null() {
            document_input(operation)
        } else {
            body.clone()
        };
        out.insert(
            "requestBody".to_owned(),
            json!({ "content": { "application/vnd.api+json": { "schema": schema } } }),
        );
    }
    out.insert("responses".to_owned(), responses(operation));
    Value::Object(out)
}

fn operation_id(operation: &Operation) -> String {
    let words: Vec<String> = operation
        .path
        .trim_start_matches("/api/v1/")
        .split(['/', '_'])
        .filter(|word| !word.is_empty())
        .map(|word| schema_name(word.trim_matches(['{', '}', '.'])))
        .collect();
    format!(
        "{}{}",
        operation.method.as_str().to_lowercase(),
        words.concat()
    )
}

fn parameters(operation: &Operation, table: Option<&'static Table>) -> Vec<Value> {
    let mut out: Vec<Value> = operation
        .path
        .split('/')
        .filter_map(|piece| piece.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    let query =
        |name: String| json!({ "name": name, "in": "query", "schema": { "type": "string" } });
    let header = |name: &str, what: &str| json!({ "name": name, "in": "header", "description": what, "schema": { "type": "string" } });
    if operation.is_replayed {
        out.push(header(
            "Idempotency-Key",
            "1 to 255 characters. The same request with the same key is done once and gets the first answer again.",
        ));
    }
    if operation.method != Method::GET && operation.path.contains("{id}") {
        out.push(header(
            "If-Match",
            "The ETag that was read; 412 where the row has changed since.",
        ));
    }
    out.extend(operation.query.iter().cloned().map(query));
    if let Some(table) = table {
        if operation.kind == OperationKind::List {
            out.extend(asked_filters(table).into_iter().map(|(name, asks)| {
                with_schema(query(format!("filter[{name}]")), filter_schema(table, asks))
            }));
            let sorts = table.sorts.iter().map(|sort| sort.name).chain(["id"]);
            let sorts = sorts.flat_map(|name| [name.to_owned(), format!("-{name}")]);
            out.push(with_schema(query("sort".to_owned()), list_of(sorts)));
            for name in ["page[number]", "page[size]"] {
                let number = json!({ "type": "integer", "minimum": 1 });
                out.push(with_schema(query(name.to_owned()), number));
            }
        }
        let is_read = matches!(operation.kind, OperationKind::List | OperationKind::Find);
        if is_read && !table.relations.is_empty() {
            let names = include_names(table).into_iter();
            out.push(with_schema(query("include".to_owned()), list_of(names)));
        }
        let changes = matches!(
            operation.kind,
            OperationKind::Create | OperationKind::Update
        );
        if is_read || changes {
            out.push(query(format!("fields[{}]", table.type_name)));
        }
    }
    out
}

/// The parameter with another schema; an array is comma-separated in one parameter.
fn with_schema(mut parameter: Value, schema: Value) -> Value {
    if let Some(members) = parameter.as_object_mut() {
        if schema.get("type").is_some_and(|kind| kind == "array") {
            members.insert("style".to_owned(), "form".into());
            members.insert("explode".to_owned(), false.into());
        }
        members.insert("schema".to_owned(), schema);
    }
    parameter
}

fn list_of(choices: impl Iterator<Item = String>) -> Value {
    let choices: Vec<String> = choices.collect();
    json!({ "type": "array", "items": { "type": "string", "enum": choices } })
}

/// Schema of a filter's value.
fn filter_schema(table: &Table, asks: Asks) -> Value {
    let one = |field: &str| match table.choices(field) {
        Some(choices) => json!({ "type": "string", "enum": choices }),
        None => match table.column(field).map(|column| column.kind) {
            Some(Kind::Bool) => json!({ "type": "boolean" }),
            Some(Kind::Integer) => json!({ "type": "integer" }),
            Some(Kind::Real) => json!({ "type": "number" }),
            _ => json!({ "type": "string" }),
        },
    };
    match asks {
        Asks::Truth => json!({ "type": "boolean" }),
        Asks::Text => json!({ "type": "string" }),
        Asks::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Asks::One(field) => one(field),
        Asks::Many(field) => json!({ "type": "array", "items": one(field) }),
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn document_input(operation: &Operation) -> Value {
    let name = schema_name(operation.type_name);
    json!({
        "type": "object",
        "required": ["data"],
        "properties": { "data": { "type": "object", "properties": {
            "type": { "type": "string" },
            "attributes": reference(&format!("{name}Attributes")),
        } } },
    })
}

fn responses(operation: &Operation) -> Value {
    let name = schema_name(operation.type_name);
    let document = |data: Value| {
        json!({ "description": "OK", "content": { "application/vnd.api+json": { "schema": {
            "type": "object", "required": ["data"], "properties": { "data": data, "included": { "type": "array" }, "meta": { "type": "object" }, "links": { "type": "object" } },
        } } } })
    };
    let own = |schema: &Value| json!({ "description": "OK", "content": { "application/vnd.api+json": { "schema": schema } } });
    let good = match operation.kind {
        _ if operation.answer.is_some() => {
            ("2XX", operation.answer.as_ref().map_or(Value::Null, own))
        }
        OperationKind::List => (
            "200",
            document(json!({ "type": "array", "items": reference(&name) })),
        ),
        OperationKind::Find | OperationKind::Update => ("200", document(reference(&name))),
        OperationKind::Create => ("201", document(reference(&name))),
        OperationKind::Delete => ("204", json!({ "description": "Done" })),
        OperationKind::Own => ("2XX", json!({ "description": "OK" })),
    };
    json!({
        good.0: good.1,
        "4XX": { "description": "Refused", "content": { "application/vnd.api+json": { "schema": reference("Errors") } } },
    })
}

fn resource_schema(table: &Table, name: &str) -> Value {
    let relationships: Map<String, Value> = table
        .relations
        .iter()
        .map(|relation| {
            let types: Vec<&str> = relation.tables().map(|target| target.type_name).collect();
            let of = match types.as_slice() {
                [one] => json!({ "const": one }),
                several => json!({ "type": "string", "enum": several }),
            };
            let target = json!({ "type": "object", "properties": {
                "type": of,
                "id": { "type": "string" },
            } });
            let data = match relation.kind {
                RelationKind::BelongsTo(_) | RelationKind::BelongsToAny(..) => json!({ "anyOf": [target, { "type": "null" }] }),
                RelationKind::HasMany(_) => json!({ "type": "array", "items": target }),
            };
            let mut properties = Map::from_iter([("data".to_owned(), data)]);
            if relation.is_many() {
                let meta = json!({ "type": "object", "properties": {
                    "total": { "type": "integer", "description": "All related rows that the actor may see; `data` holds the first of them." },
                } });
                properties.insert("meta".to_owned(), meta);
            }
            if !relation.related.is_empty() {
                let links = json!({ "type": "object", "properties": { "related": { "type": "string" } } });
                properties.insert("links".to_owned(), links);
            }
            let schema = json!({ "type": "object", "properties": properties });
            (relation.name.to_owned(), schema)
        })
        .collect();
    json!({
        "type": "object",
        "required": ["type", "id", "attributes"],
        "properties": {
            "type": { "const": table.type_name },
            "id": { "type": "string" },
            "attributes": reference(&format!("{name}Attributes")),
            "relationships": { "type": "object", "properties": relationships },
            "meta": { "type": "object", "properties": {
                "can": { "type": "array", "items": { "type": "string" } },
                "transitions": { "type": "array", "items": { "type": "string" } },
            } },
        },
    })
}

fn errors_schema() -> Value {
    json!({
        "type": "object",
        "required": ["errors"],
        "properties": { "errors": { "type": "array", "items": {
            "type": "object",
            "required": ["status", "code", "title", "detail"],
            "properties": {
                "status": { "type": "string" },
                "code": { "type": "string" },
                "title": { "type": "string" },
                "detail": { "type": "string" },
                "source": { "type": "object", "properties": { "pointer": { "type": "string" } } },
                "meta": { "type": "object" },
            },
        } } },
    })
}
