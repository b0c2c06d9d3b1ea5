//! Parameters: the headers that many operations share, by name, and each operation's own.

use axum::http::Method;
use serde_json::{Value, json};

use crate::http::routes::{Operation, OperationKind};
use crate::jsonapi::query::filter::{Asks, asked_filters};
use crate::jsonapi::query::include_path::include_names;
use crate::jsonapi::schema::table::{Kind, Table};

/// Parameters of every path.
pub fn everywhere() -> Value {
    json!([
        to("Tenant"),
        to("VolunteerCenterId"),
        to("AppContext"),
        to("AcceptLanguage")
    ])
}

/// The named parameters.
pub fn shared() -> Value {
    let header = |name: &str, description: &str, schema: Value| json!({ "name": name, "in": "header", "description": description, "schema": schema });
    let text = || json!({ "type": "string" });
    let number = |name: &str, description: &str, schema: Value| json!({ "name": name, "in": "query", "description": description, "schema": schema });
    json!({
        "Tenant": header("X-Tenant", "Name of the tenant, on a host that belongs to none; the host name decides otherwise.", text()),
        "VolunteerCenterId": header("Volunteer-Center-Id", "Id of a volunteer centre of the tenant; without it the one of the host name.", text()),
        "AppContext": header("App-Context", "Part of the product that asks; by default that of the tenant. In `meedoen` there are no volunteer profiles and no activities.", json!({ "type": "string", "enum": ["meedoen", "main"] })),
        "AcceptLanguage": header("Accept-Language", "Language of the texts in errors and documents.", json!({ "type": "string", "examples": ["nl", "en"] })),
        "CurrentOrganizationId": header("Current-Organization-Id", "Id of one of the requester's organisations: narrows what is seen and done to it.", text()),
        "IfMatch": header("If-Match", "The ETag that was read; 412 where the row has changed since. Whoever judges what somebody else wrote has to send it: 428 without.", text()),
        "IfNoneMatch": header("If-None-Match", "The ETag that was read; 304 where nothing has changed since.", text()),
        "IdempotencyKey": header(
            "Idempotency-Key",
            "The same request with the same key is done once and gets the first answer again.",
            json!({ "type": "string", "minLength": 1, "maxLength": 255 }),
        ),
        "PageNumber": number("page[number]", "Number of the page, from 1.", json!({ "type": "integer", "format": "int32", "minimum": 1, "default": 1 })),
        "PageSize": number(
            "page[size]",
            "Rows of a page; a number above the largest of the list is brought down to it.",
            json!({ "type": "integer", "format": "int32", "minimum": 1, "default": 20 }),
        ),
    })
}

fn to(name: &str) -> Value {
    json!({ "$ref": format!("#/components/parameters/{name}") })
}

pub fn takes_if_match(operation: &Operation) -> bool {
    let is_change = operation.method != Method::GET;
    is_change && (operation.path.contains("{id}") || operation.refusals.contains(&412))
}

/// Parameters of one operation.
pub fn of(operation: &Operation, table: Option<&'static Table>, is_guarded: bool) -> Vec<Value> {
    let mut out: Vec<Value> = operation
        .path
        .split('/')
        .filter_map(|piece| piece.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    if is_guarded {
        out.push(to("CurrentOrganizationId"));
    }
    if operation.is_replayed {
        out.push(to("IdempotencyKey"));
    }
    if takes_if_match(operation) {
        out.push(to("IfMatch"));
    }
    if operation.method == Method::GET {
        out.push(to("IfNoneMatch"));
    }
    let text = || json!({ "type": "string" });
    let own = operation.query.iter();
    out.extend(own.map(|name| query(name.clone(), text())));
    let Some(table) = table else {
        return out;
    };
    if operation.kind == OperationKind::List {
        out.extend(
            asked_filters(table)
                .into_iter()
                .map(|(name, asks)| query(format!("filter[{name}]"), filter(table, asks))),
        );
        let sorts = table.sorts.iter().map(|sort| sort.name).chain(["id"]);
        let sorts = sorts.flat_map(|name| [name.to_owned(), format!("-{name}")]);
        out.push(query("sort".to_owned(), list_of(sorts)));
        out.extend([to("PageNumber"), to("PageSize")]);
    }
    let is_read = matches!(operation.kind, OperationKind::List | OperationKind::Find);
    if is_read && !table.relations.is_empty() {
        let names = include_names(table).into_iter();
        out.push(query("include".to_owned(), list_of(names)));
    }
    let changes = matches!(
        operation.kind,
        OperationKind::Create | OperationKind::Update
    );
    if is_read || changes {
        let mut fields = query(format!("fields[{}]", table.type_name), text());
        fields["description"] = "Names of attributes, with commas: only these are answered, also where the schema requires others.".into();
        out.push(fields);
    }
    out
}

/// Query parameter; an array is comma-separated in one parameter.
#[expect(
    clippy::needless_pass_by_value,
    reason = "every caller makes the name for this"
)]
fn query(name: String, schema: Value) -> Value {
    let mut parameter = json!({ "name": name, "in": "query" });
    if schema["type"] == "array" {
        parameter["style"] = "form".into();
        parameter["explode"] = false.into();
    }
    parameter["schema"] = schema;
    parameter
}

fn list_of(choices: impl Iterator<Item = String>) -> Value {
    let choices: Vec<String> = choices.collect();
    json!({ "type": "array", "items": { "type": "string", "enum": choices } })
}

/// Schema of a filter's value.
fn filter(table: &Table, asks: Asks) -> Value {
    let one = |field: &str| match table.choices(field) {
        Some(choices) => json!({ "type": "string", "enum": choices }),
        None => match table.column(field).map(|column| column.kind) {
            Some(Kind::Bool) => json!({ "type": "boolean" }),
            Some(Kind::Integer) => json!({ "type": "integer", "format": "int64" }),
            Some(Kind::Real) => json!({ "type": "number", "format": "double" }),
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
