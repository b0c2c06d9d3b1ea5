//! OpenAPI 3.1 document, generated from the declarations that serve the requests.
#![expect(
    clippy::indexing_slicing,
    reason = "members of JSON values made here: a missing one is null or is added"
)]

mod answers;
mod parameters;
mod schemas;

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use schemas::Schemas;
pub use schemas::singular;

use super::routes::{Operation, OperationKind, Right};
use crate::app::auth::session::COOKIE;
use crate::db::text_enum::TextEnum as _;
use crate::jsonapi::document::CONTENT_TYPE;
use crate::jsonapi::schema::table::Table;
use crate::policy::key_scopes::KeyScope;
use crate::policy::{AREAS, Role, SIGHT_ALSO, SIGHT_TAKES};

/// What is described: the operations, and what stands beside their declarations.
pub struct Description<'a> {
    pub operations: &'a [Operation],
    pub tables: &'a [&'static Table],
    /// Type and schema name of the forms that are not resources.
    pub forms: &'a [(&'static str, String)],
    /// Name and description of each group of operations.
    pub tags: &'a [(&'static str, &'static str)],
    pub examples: &'a Examples,
}

/// Answers of the server, recorded by its tests: by the name of their schema, and of errors by their code.
#[derive(Debug, Default, Deserialize)]
pub struct Examples {
    pub documents: BTreeMap<String, Value>,
    pub errors: BTreeMap<String, Value>,
}

impl Examples {
    /// The recorded ones.
    pub fn recorded() -> Self {
        serde_json::from_str(include_str!("../../../docs/openapi-examples.json"))
            .unwrap_or_default()
    }
}

/// The whole document.
pub fn describe(about: &Description) -> Value {
    let mut schemas = Schemas::new();
    let hidden: Vec<(&str, &str)> = SIGHT_TAKES
        .iter()
        .map(|(of, field, _)| (*of, *field))
        .chain(SIGHT_ALSO.iter().map(|(of, field, ..)| (*of, *field)))
        .chain(about.tables.iter().flat_map(|table| {
            let hidden = table.session_access.hidden.iter();
            hidden.map(|field| (table.type_name, *field))
        }))
        .collect();
    for table in about.tables {
        schemas.add_resource(table, &hidden);
    }
    answers::add_schemas(&mut schemas);
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in about.operations {
        let table = about
            .tables
            .iter()
            .find(|table| table.type_name == operation.type_name);
        let described = describe_one(operation, table.copied(), &mut schemas, about.examples);
        paths
            .entry(&operation.path)
            .or_insert_with(|| {
                Map::from_iter([("parameters".to_owned(), parameters::everywhere())])
            })
            .insert(operation.method.as_str().to_lowercase(), described);
    }
    let used: BTreeSet<&str> = about.operations.iter().map(tag_of).collect();
    let tags: Vec<Value> = about
        .tags
        .iter()
        .filter(|(name, _)| used.contains(name))
        .map(|(name, description)| json!({ "name": name, "description": description }))
        .collect();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Voluntr",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The platform of volunteer centres. JSON:API documents over HTTP; docs/api.md shows it by example.",
            "license": { "name": "EUPL-1.2", "identifier": "EUPL-1.2" },
        },
        "servers": [{ "url": "/", "description": "The site whose host name is asked: it says which tenant and which volunteer centre." }],
        "tags": tags,
        "security": [credentials(), { "sessionCookie": [], "client": [], "uid": [] }],
        "paths": paths,
        "components": {
            "schemas": {},
            "parameters": parameters::shared(),
            "responses": answers::shared(about.examples),
            "examples": examples(about.examples),
            "securitySchemes": security_schemes(),
        },
    });
    schemas.finish(about.tables, &mut document);
    for (type_name, name) in about.forms {
        if let Some(form) = document.pointer_mut(&format!("/components/schemas/{name}")) {
            form["x-form"] = (*type_name).into();
        }
    }
    document
}

fn credentials() -> Value {
    json!({ "accessToken": [], "client": [], "uid": [] })
}

fn security_schemes() -> Value {
    let header = |name: &str, description: &str| json!({ "type": "apiKey", "in": "header", "name": name, "description": description });
    json!({
        "accessToken": header("access-token", "Header of the answer to signing in."),
        "client": header("client", "Header of the answer to signing in; goes with the token."),
        "uid": header("uid", "Header of the answer to signing in; goes with the token."),
        "sessionCookie": {
            "type": "apiKey", "in": "cookie", "name": COOKIE,
            "description": "Takes the place of the header access-token for who signs in with `App-Session: cookie`: for web apps of the same site.",
        },
        "apiKey": {
            "type": "http", "scheme": "bearer",
            "description": "A key that a centre made for a program. `x-key-scopes` of an operation says with which of its scopes it is open.",
        },
    })
}

fn examples(examples: &Examples) -> Value {
    let documents = examples
        .documents
        .iter()
        .map(|(name, value)| (name.clone(), json!({ "value": value })));
    let errors = examples.errors.iter().map(|(code, value)| {
        (
            format!("{}Error", schema_name(code)),
            json!({ "value": value }),
        )
    });
    documents.chain(errors).collect::<Map<_, _>>().into()
}

/// `VolunteerCenters` for `volunteer_centers`.
pub fn schema_name(type_name: &str) -> String {
    type_name.split('_').map(capitalized).collect()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The group of an operation: signing in is one of its own.
pub fn tag_of(operation: &Operation) -> &'static str {
    if operation.path.starts_with("/auth") {
        "authentication"
    } else {
        operation.type_name
    }
}

/// True if a visitor who is not signed in has the right.
fn is_public(operation: &Operation) -> bool {
    let Right::Verb(verb) = operation.right else {
        return true;
    };
    AREAS.iter().flat_map(|area| area.iter()).any(|rule| {
        rule.0 == operation.type_name
            && rule.1.iter().any(|known| known.as_str() == verb)
            && rule.2.contains(&Role::Anyone)
    })
}

/// The scopes of API keys that open an operation.
fn key_scopes(operation: &Operation) -> Vec<KeyScope> {
    let call = (operation.method.as_str(), operation.path.as_str());
    let all = KeyScope::ALL.iter().copied();
    all.filter(|scope| scope.calls().contains(&call)).collect()
}

fn describe_one(
    operation: &Operation,
    table: Option<&'static Table>,
    schemas: &mut Schemas,
    examples: &Examples,
) -> Value {
    let mut out = Map::new();
    let (name, summary) = name_of(operation);
    let type_name = capitalized(&name);
    out.insert("operationId".to_owned(), name.into());
    out.insert("summary".to_owned(), summary.into());
    if let Some(description) = operation.description {
        out.insert("description".to_owned(), description.into());
    }
    out.insert("tags".to_owned(), json!([tag_of(operation)]));
    let is_public = is_public(operation);
    match operation.right {
        Right::Verb(verb) => {
            out.insert("x-right".to_owned(), verb.into());
            let scopes = key_scopes(operation);
            let nobody = is_public.then(|| json!({}));
            let key = (!scopes.is_empty()).then(|| json!({ "apiKey": [] }));
            if nobody.is_some() || key.is_some() {
                let session = [
                    credentials(),
                    json!({ "sessionCookie": [], "client": [], "uid": [] }),
                ];
                let either: Vec<Value> = nobody.into_iter().chain(session).chain(key).collect();
                out.insert("security".to_owned(), either.into());
            }
            if !scopes.is_empty() {
                out.insert("x-key-scopes".to_owned(), json!(scopes));
            }
        }
        Right::Unguarded(why) => {
            out.insert("x-unguarded".to_owned(), why.into());
            out.insert("security".to_owned(), json!([]));
        }
    }
    let is_guarded = matches!(operation.right, Right::Verb(_));
    let parameters = parameters::of(operation, table, is_guarded);
    if !parameters.is_empty() {
        out.insert("parameters".to_owned(), parameters.into());
    }
    // The body of a deletion is not passed on by every proxy: the query says the same.
    let is_in_query = operation.method == Method::DELETE && !operation.query.is_empty();
    let body = match (operation.kind, table, operation.body) {
        _ if is_in_query => None,
        _ if operation.taking.is_some() => operation
            .taking
            .clone()
            .map(|schema| schemas.add(format!("{type_name}Body"), schema)),
        (OperationKind::Create, Some(table), besides) => Some(schemas.create(table, besides)),
        (OperationKind::Update, Some(table), besides) => Some(schemas.update(table, besides)),
        (_, _, Some(of)) => Some(schemas.sent(of)),
        _ => None,
    };
    if let Some(schema) = body {
        let media_type = if operation.is_multipart {
            "multipart/form-data"
        } else {
            CONTENT_TYPE
        };
        out.insert(
            "requestBody".to_owned(),
            json!({ "required": true, "content": { media_type: { "schema": schema } } }),
        );
    }
    let is_gone = operation.path.contains("{id}") && table.is_some_and(Table::has_gone);
    let answers = answers::of(operation, is_gone, &type_name, schemas, examples);
    out.insert("responses".to_owned(), answers);
    Value::Object(out)
}

/// Name and summary: declared for an action, derived for a generic operation.
fn name_of(operation: &Operation) -> (String, String) {
    if let Some((name, summary)) = &operation.name {
        return (name.clone(), format!("{summary}."));
    }
    let one = singular(operation.type_name);
    let many = schema_name(operation.type_name);
    let (one_said, many_said) = (said(&one), said(&many));
    match (operation.kind, &operation.method) {
        (OperationKind::List, _) => (format!("list{many}"), format!("Lists {many_said}.")),
        (OperationKind::Find, _) => (format!("get{one}"), format!("Shows one {one_said}.")),
        (OperationKind::Create, _) => (format!("create{one}"), format!("Makes one {one_said}.")),
        (OperationKind::Update, &Method::PUT) => (
            format!("put{one}"),
            format!("Changes the given attributes of one {one_said}, as PATCH does."),
        ),
        (OperationKind::Update, _) => (
            format!("update{one}"),
            format!("Changes the given attributes of one {one_said}."),
        ),
        (OperationKind::Delete, _) => (format!("delete{one}"), format!("Deletes one {one_said}.")),
        (OperationKind::Own, method) => {
            let path = operation.path.replace(['/', '{', '}', '.'], "_");
            let name = format!("{}_{path}", method.as_str().to_lowercase());
            (name, String::new())
        }
    }
}

/// `volunteer center` for `VolunteerCenter`.
fn said(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
