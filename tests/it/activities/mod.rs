//! Activities: their dates, states, rights and review.

mod dates;
mod feeds;
mod lists_that_wait;
mod review_hints;
pub mod signing_up;
mod states;
mod templates;

use serde_json::{Value, json};

use crate::support::server::{Client, Reply, Server, document};

pub const LIST: &str = "/api/v1/activities";
pub const DATES: &str = "/api/v1/activity_occurrences";

/// A weekly coffee morning on Tuesdays, from 8 December 2026 on, four times; `more` replaces attributes.
pub fn coffee(more: &Value) -> Value {
    let mut attributes = json!({
        "title": "Koffieochtend",
        "summary": "Koffie en een praatje",
        "description": "<p>Kom gezellig koffie drinken in het buurthuis. Iedereen is welkom.</p>",
        "activity_categories": ["meet"],
        "target_groups": ["everyone"],
        "starts_at": "2026-12-08T10:00",
        "ends_at": "2026-12-08T12:00",
        "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=4",
        "online": true,
        "online_url": "https://voorbeeld.nl/koffie",
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        attributes[key] = value.clone();
    }
    document("activities", attributes)
}

/// A coffee morning of the organisation that the server's superuser manages; its path.
pub fn make(server: &Server, more: &Value) -> String {
    let mut more = more.clone();
    more["organization_id"] = server.people.own.to_string().into();
    let made = server.as_superuser().post(LIST, &coffee(&more)).expect(201);
    format!("{LIST}/{}", made.id())
}

pub fn take(client: &Client, path: &str, event: &str, message: Option<&str>) -> Reply {
    let verb = match event {
        "approve" | "request_changes" | "refuse" => "moderate",
        _ => "transition",
    };
    let version = client.get(path).header("etag").to_owned();
    let client = client.clone().with("if-match", &version);
    let body = json!({ "event": event, "message": message });
    client.put(&format!("{path}/{verb}"), &body)
}

/// Local starts of the dates of an activity with their status, in order.
pub fn dates(client: &Client, path: &str) -> Vec<(String, String)> {
    let id = path.rsplit('/').next().unwrap();
    let listed = client
        .get(&format!("{DATES}?filter[activity_id_eq]={id}"))
        .expect(200)
        .json();
    listed["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let at = |name: &str| row["attributes"][name].as_str().unwrap().to_owned();
            (at("starts_local"), at("status"))
        })
        .collect()
}
