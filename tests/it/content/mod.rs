//! Pages that a centre makes from blocks: drafts, versions, publishing, deleting, and what visitors read; news items.

mod campaign;
mod deleting;
mod drafts;
mod fragments;
mod hostile;
mod news_items;
mod publishing;
mod reading;
mod rights;

use serde_json::{Value, json};

use crate::support::server::{Client, Server, document};

/// A page with one block, and its id.
pub fn page(client: &Client, title: &str) -> String {
    let fields = json!({ "title": title });
    client
        .post("/api/v1/pages", &document("pages", fields))
        .expect(201)
        .id()
}

/// Blocks that may be published.
pub fn blocks(text: &str) -> Value {
    json!({ "blocks": [
        { "block_type": "SectionTitle", "content": { "title": text, "text": "Een zin." } },
        { "block_type": "Markdown", "content": { "text": "**Vet** en [verder](/vacancies/search)." } },
    ] })
}

pub fn save(client: &Client, id: &str, sent: &Value) -> crate::support::server::Reply {
    client.put(&format!("/api/v1/pages/{id}/content_blocks"), sent)
}

pub fn publish(client: &Client, id: &str) -> crate::support::server::Reply {
    client.decide(&format!("/api/v1/pages/{id}/publish"), &json!({}))
}

/// A published page with these words, and its id.
pub fn online(client: &Client, title: &str, text: &str) -> String {
    let id = page(client, title);
    save(client, &id, &blocks(text)).expect(200);
    publish(client, &id).expect(200);
    id
}

/// What is due by the clock.
pub fn run_job(server: &Server) {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(voluntr::jobs::publish_scheduled(tenant.unguarded("test")))
        .unwrap();
}
