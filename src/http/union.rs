//! Route of a list over several types (docs/engine.md#lists-over-several-types).

use axum::http::Method;
use serde_json::{Value, json};

use super::openapi::{schema_name, singular};
use super::routes::{Asked, BASE, LARGEST_BODY, Operation, OperationKind, Right, Routes};
use crate::app::access::UnionList;
use crate::jsonapi::Union;
use crate::jsonapi::query::union::union_filters;

impl Routes {
    /// Adds `GET /{name}`. What a row needs is decided by the rules of its own type.
    pub fn union<U: Union>(self) -> Self {
        let operation = Operation {
            method: Method::GET,
            path: format!("{BASE}/{}", U::NAME),
            type_name: U::NAME,
            right: Right::Verb("read"),
            kind: OperationKind::Own,
            name: Some((
                format!("list{}", schema_name(U::NAME)),
                "Lists rows of several types in one order",
            )),
            description: None,
            body: None,
            taking: None,
            is_multipart: false,
            answers: Vec::new(),
            refusals: &[],
            answer: Some(answer::<U>()),
            query: parameters::<U>(),
            is_replayed: false,
            largest_body: LARGEST_BODY,
        };
        self.add(operation, |list: UnionList<U>, asked: Asked| async move {
            list.list(&asked.path, asked.query).await
        })
    }
}

fn parameters<U: Union>() -> Vec<String> {
    let filters = union_filters::<U>().into_iter();
    let filters = filters.map(|name| format!("filter[{name}]"));
    let others = ["sort", "page[number]", "page[size]"].map(str::to_owned);
    filters.chain(others).collect()
}

fn answer<U: Union>() -> Value {
    let rows: Vec<Value> = U::MEMBERS
        .iter()
        .map(|member| {
            let name = singular((member.table)().type_name);
            json!({ "$ref": format!("#/components/schemas/{name}") })
        })
        .collect();
    json!({ "type": "object", "required": ["data", "meta", "links"], "properties": {
        "data": { "type": "array", "items": { "oneOf": rows } },
        "meta": { "type": "object", "properties": {
            "total": { "type": "integer" },
            "page": { "type": "integer" },
            "size": { "type": "integer" },
            "pages": { "type": "integer" },
        } },
        "links": { "type": "object" },
    } })
}
