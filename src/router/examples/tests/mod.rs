//! Requests to the example resources.

mod changes;
mod description;
mod nested_lists;
mod orders;
mod relations;
mod unions;

use serde_json::{Value, json};

use super::world::Client;

fn page(attributes: &Value) -> Value {
    json!({ "data": { "type": "example_leaflets", "attributes": attributes } })
}

fn note(text: &str, of: &str, id: &str) -> Value {
    json!({ "data": { "type": "example_notes", "attributes": { "text": text },
        "relationships": { "subject": { "data": { "type": of, "id": id } } } } })
}

async fn made(client: &Client<'_>, title: &str, parent: Option<&str>) -> String {
    let body = page(&json!({ "title": title, "parent_id": parent }));
    client
        .post("/example_leaflets", body)
        .await
        .expect(201)
        .id()
}

fn pair(pointer: &str, rule: &str) -> (String, String) {
    (pointer.to_owned(), rule.to_owned())
}
