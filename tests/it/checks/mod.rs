//! Checks that are asked of volunteers: asked for, claimed, seen; what they gate; who knows of them; when they go.

mod course;
mod gate;
mod rights;

use serde_json::{Value, json};
use voluntr::jobs::follow_checks;

use crate::applications::stages::{apply, with_capacity};
use crate::support::server::{Client, Reply, Server, document};

pub const CHECKS: &str = "/api/v1/checks";

/// A vacancy of Samira's organisation that asks for these checks.
pub fn asking(server: &Server, kinds: &[&str]) -> String {
    let vacancy = with_capacity(server, 5);
    let (id, kinds) = (vacancy.parse::<i64>().unwrap(), json!(kinds).to_string());
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancies set required_checks = ?2, version = version + 1 where id = ?1",
            (id, kinds),
        )?)
    });
    vacancy
}

/// Joke applied to a vacancy that asks for a certificate of conduct.
pub fn applied(server: &Server) -> (String, Client, Client) {
    let vacancy = asking(server, &["vog"]);
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let application = apply(&joke, &vacancy).expect(201).id();
    (application, joke, samira)
}

pub fn ask(client: &Client, attributes: Value) -> Reply {
    client.post(CHECKS, &document("check_forms", attributes))
}

pub fn paper(issued_on: &str, valid_until: &str) -> Value {
    json!({ "issued_on": issued_on, "valid_until": valid_until, "saw_it": true })
}

pub fn see(client: &Client, id: &str, paper: Value) -> Reply {
    let body = document("check_papers", paper);
    client.put(&format!("{CHECKS}/{id}/see"), &body)
}

pub fn step(client: &Client, id: &str, event: &str) -> Reply {
    let body = json!({ "data": { "attributes": { "event": event } } });
    client.put(&format!("{CHECKS}/{id}/transition"), &body)
}

/// Asks for it for an application.
pub fn ask_for(client: &Client, application: &str, kind: &str) -> Reply {
    ask(
        client,
        json!({ "application_id": application, "kind": kind }),
    )
}

/// Notes at once that it was seen, until this day.
pub fn note(client: &Client, application: &str, kind: &str, valid_until: &str) -> Reply {
    let mut said = paper("2026-11-03", valid_until);
    said["application_id"] = application.into();
    said["kind"] = kind.into();
    ask(client, said)
}

pub fn state(client: &Client, id: &str) -> Value {
    let found = client.get(&format!("{CHECKS}/{id}")).expect(200);
    found.at("/data/attributes/state")
}

/// Runs the job of checks.
pub fn follow(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(follow_checks(tenant.unguarded("a job")))
        .unwrap()
}
