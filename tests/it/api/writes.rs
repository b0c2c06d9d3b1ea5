//! Writes as clients of JSON:API and of HTTP expect them: PUT and PATCH, `Location`, `Idempotency-Key`, bodies that are
//! not read, relationships that are sent back.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Value, json};
use voluntr::http::routes::Operation;
use voluntr::resources;

use crate::rights::permissions::{ASKERS, name, request, sign_in};
use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server, document};

fn posts() -> Vec<Operation> {
    let operations = resources::routes().operations.into_iter();
    operations
        .filter(|operation| operation.method == Method::POST)
        .collect()
}

/// Everybody, the mightiest first.
fn clients(server: &Server) -> Vec<(&'static str, Client)> {
    let askers = ASKERS.iter().rev();
    askers
        .map(|(asker, email)| (*asker, sign_in(server, email)))
        .collect()
}

fn send(client: &Client, operation: &Operation, path: &str, body: Option<&Value>) -> Reply {
    client.send(operation.method.as_str(), path, body)
}

#[test]
fn whatever_is_changed_by_patch_is_changed_by_put() {
    let operations = resources::routes().operations;
    let paths = |method: &Method| -> BTreeSet<String> {
        let of = operations.iter().filter(|one| one.method == *method);
        of.map(|one| one.path.clone()).collect()
    };
    let (patched, put) = (paths(&Method::PATCH), paths(&Method::PUT));
    let without: Vec<&String> = patched.difference(&put).collect();
    assert!(patched.len() > 15 && without.is_empty(), "{without:?}");

    let server = Server::start();
    let joke = server.as_volunteer();
    let body = json!({ "user": { "job_title": "Voorlezer" } });
    let changed = joke.put("/api/v1/current_user", &body).expect(200);
    assert_eq!(changed.at("/data/attributes/job_title"), "Voorlezer");
    let wish = json!({ "preferences": [{ "kind": "application_new", "channel": "email", "rate": "off" }] });
    joke.put("/api/v1/notification_preferences", &wish)
        .expect(200);
    let path = "/api/v1/notification_templates/account_confirm";
    let text = document(
        "notification_templates",
        json!({ "subject": "Bevestig je adres" }),
    );
    let subject = server.as_center().put(path, &text).expect(200);
    assert_eq!(subject.at("/data/attributes/subject"), "Bevestig je adres");
}

#[test]
fn what_was_made_can_be_read_where_the_answer_says() {
    let server = Server::start();
    let clients = clients(&server);
    let mut found = BTreeSet::new();
    for operation in posts() {
        for (asker, client) in &clients {
            let (path, body) = request(&server, &operation, true, asker);
            let made = send(client, &operation, &path, body.as_ref());
            let location = made.header("location");
            if !location.is_empty() {
                found.insert(name(&operation));
                let read = client.get(location);
                assert_eq!(
                    read.status,
                    200,
                    "{} as {asker}: {location}",
                    name(&operation)
                );
            }
        }
    }
    assert!(found.len() >= 12, "{found:?}");
    // What a visitor signs up waits to be approved: there is nothing to read for them yet.
    let form = json!({ "name": "Buurttuin", "neighbourhood_initiative": true, "accept_terms": true, "address": { "postal_code": "5310 AB" },
                       "contact": { "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": "vier losse woorden" } });
    let signed_up = server
        .as_nobody()
        .post(
            "/api/v1/organizations/signup",
            &document("organizations", form),
        )
        .expect(201);
    assert_eq!(signed_up.header("location"), "");
}

#[test]
fn consents_and_notes_are_read_where_they_were_made() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let said = json!({ "kind": "statistics", "is_given": true });
    let made = joke.post("/api/v1/consents", &said).expect(201);
    let read = joke.get(made.header("location")).expect(200);
    assert_eq!(read.id(), made.id());
    server
        .as_superuser()
        .get(made.header("location"))
        .expect(404);

    let marieke = server.as_center();
    let path = format!("/api/v1/users/{}/internal_notes", server.people.volunteer);
    let note = document("internal_notes", json!({ "note": "Heeft gebeld." }));
    let made = marieke.post(&path, &note).expect(201);
    marieke.get(made.header("location")).expect(200);
    joke.get(made.header("location")).expect(403);
    let of = format!(
        "filter[subject_type_eq]=users&filter[subject_id_eq]={}&filter[action_eq]=read_note",
        server.people.volunteer
    );
    let events = server.as_admin().get(&format!("/api/v1/audit_events?{of}"));
    assert_eq!(events.at("/meta/total"), 1);
}

/// Bodies with which more calls succeed than with those of the matrix.
fn own_body(name: &str) -> Option<Value> {
    let (_, path) = name.split_once("/api/v1/")?;
    match path {
        "organization_suggestions" => Some(document(
            "organization_suggestions",
            json!({ "message": "De openingstijden kloppen niet meer." }),
        )),
        "consents" => Some(json!({ "kind": "statistics", "is_given": true })),
        "volunteer_centers" => Some(document(
            "volunteer_centers",
            json!({ "name": "Nieuw", "host": "nieuw.demo.localhost" }),
        )),
        "vacancies/{id}/applications/walk_in" => Some(document(
            "applications",
            json!({ "first_name": "Gerrit", "email": "gerrit@example.com", "consent": true }),
        )),
        "notification_templates/{id}/test_mail" => Some(document(
            "notification_templates",
            json!({ "subject": "Proef" }),
        )),
        "desk/find" => Some(document(
            "desk_searches",
            json!({ "name": "Gerrit", "birth_year": 1941 }),
        )),
        "desk/register" => Some(document(
            "desk_registrations",
            json!({ "first_name": "Gerrit", "last_name": "Bos", "birth_date": "1941-03-05", "consent": true }),
        )),
        "newsletters" => Some(document("newsletters", json!({ "title": "December" }))),
        "pool_shares" => Some(document("pool_shares", json!({ "with_center_id": "2" }))),
        "menu_items" => Some(document(
            "menu_items",
            json!({ "name": "Zoeken", "link_type": "system_page", "system_page": "search" }),
        )),
        "legal_texts" => {
            let text = format!(
                "## Wat je mag\n{}",
                "Je mag alles lezen wat hier staat. ".repeat(10)
            );
            let attributes = json!({ "kind": "terms", "text": text, "text_en": text });
            Some(document("legal_texts", attributes))
        }
        "activities" => Some(document(
            "activities",
            json!({ "title": "Koffie", "starts_at": "2027-03-02T10:00", "ends_at": "2027-03-02T12:00" }),
        )),
        "places" => {
            let attributes = json!({ "name": "Buurthuis", "address": { "city": "Lindewaard" } });
            Some(document("places", attributes))
        }
        _ => None,
    }
}

/// Calls that nobody of the matrix can make with the rows it arranges: each needs a link of a mail, a file, the ids of
/// questions, or a person in another state.
const ELSEWHERE: [&str; 56] = [
    "POST /api/v1/abuse_reports",
    "POST /api/v1/conversations",
    "POST /api/v1/help_requests",
    "POST /api/v1/help_requests/by_link",
    "POST /api/v1/help_requests/by_link/step",
    "POST /api/v1/help_requests/confirm",
    "POST /api/v1/users/{id}/desk/invite",
    "POST /api/v1/hours_entries",
    "POST /api/v1/hours_entries/repeat",
    "POST /api/v1/hours_entries/bulk_transition",
    "POST /api/v1/proofs",
    "POST /api/v1/proofs/preview",
    "POST /api/v1/checks",
    "POST /api/v1/volunteer_profile_replies",
    "POST /api/v1/volunteer_profile_replies/{id}/messages",
    "POST /api/v1/activities/{id}/registrations",
    "POST /api/v1/activities/{id}/messages",
    "POST /api/v1/activities/{id}/walk_ins",
    "POST /api/v1/activity_registrations/by_link/answer",
    "POST /api/v1/activity_registrations/by_link/hand_over",
    "POST /api/v1/activity_registrations/{id}/check_in",
    "POST /api/v1/activity_registrations/{id}/hand_over",
    "POST /api/v1/activities/{id}/duplicate",
    "POST /api/v1/pages/{id}/versions/{number}/restore",
    "POST /api/v1/applications/bulk_transition",
    "POST /api/v1/applications/by_link/answer",
    "POST /api/v1/message_snippets",
    "POST /api/v1/newsletter_subscriptions/confirm",
    "POST /api/v1/applications/confirm",
    "POST /api/v1/confirm",
    "POST /api/v1/confirm_email",
    "POST /api/v1/exports",
    "POST /api/v1/forms/{id}/submissions",
    "POST /api/v1/guardian_consents/answer",
    "POST /api/v1/imports",
    "POST /api/v1/invitations/accept",
    "POST /api/v1/me/erasure/undo",
    "POST /api/v1/me/guardian",
    "POST /api/v1/notification_templates/{id}/versions/{number}/restore",
    "POST /api/v1/organizations/{id}/merge",
    "POST /api/v1/organizations/{id}/merge/undo",
    "POST /api/v1/organizations/{id}/question",
    "POST /api/v1/role_invitations",
    "POST /api/v1/student_links",
    "POST /api/v1/taxonomies/{id}/merge",
    "POST /api/v1/themes/{id}/versions/{number}/restore",
    "POST /api/v1/users/{id}/invite",
    "POST /api/v1/users/{id}/resend_confirmation_instructions",
    "POST /api/v1/vacancy_bulk_edits",
    "POST /api/v1/admin/data_viewer/disclosures",
    "POST /api/v1/activity_templates",
    "POST /api/v1/vacancy_templates",
    "POST /api/v1/volunteer_center_profiles/{id}/versions/{number}/restore",
    "POST /api/v1/volunteer_centers/{id}/versions/{number}/restore",
    "POST /api/v1/newsletters/{id}/duplicate",
    "POST /api/v1/newsletters/{id}/test_mail",
];

#[test]
fn the_same_post_with_the_same_key_is_done_once_wherever_it_is_declared() {
    let server = Server::start();
    let clients = clients(&server);
    let mut untried = BTreeSet::new();
    for operation in posts().iter().filter(|operation| operation.is_replayed) {
        let name = name(operation);
        let done = clients.iter().find_map(|(asker, client)| {
            let client = client.clone().with("idempotency-key", &name);
            let (path, body) = request(&server, operation, true, asker);
            let body = own_body(&name).or(body);
            let first = send(&client, operation, &path, body.as_ref());
            let is_done = (200..300).contains(&first.status);
            is_done.then(|| {
                (
                    first,
                    send(&client, operation, &path, body.as_ref()),
                    client,
                    path,
                )
            })
        });
        let Some((first, again, client, path)) = done else {
            untried.insert(name);
            continue;
        };
        assert_eq!(again.header("idempotent-replayed"), "true", "{name}");
        assert_eq!(
            (again.status, &again.text),
            (first.status, &first.text),
            "{name}"
        );
        assert_eq!(again.header("location"), first.header("location"), "{name}");
        let other = client.post(
            &path,
            &json!({ "data": { "attributes": { "name": "anders" } } }),
        );
        assert!(
            [400, 422, 403, 404].contains(&other.status),
            "{name}: {}",
            other.text
        );
    }
    assert_eq!(untried, ELSEWHERE.map(str::to_owned).into());
}

#[test]
fn a_document_is_all_that_is_sent() {
    let server = Server::start();
    let samira = server.as_superuser();
    let body = fixtures::vacancy(server.people.own, "Soep koken").to_string();
    for behind in ["{}", " x", "\n{\"data\": null}", "]"] {
        let refused = samira
            .send_text(
                "POST",
                "/api/v1/vacancies",
                Some(&format!("{body}{behind}")),
            )
            .expect(400);
        assert_eq!(refused.code(), "bad_request", "{behind}");
        assert_eq!(refused.at("/errors/0/source/pointer"), "");
    }
    samira
        .send_text("POST", "/api/v1/vacancies", Some(&format!(" {body} \n")))
        .expect(201);
    assert_eq!(
        samira
            .get("/api/v1/vacancies?filter[mine_eq]=true")
            .at("/meta/total"),
        1
    );
}

#[test]
fn who_signs_out_may_send_a_body() {
    let server = Server::start();
    for body in [
        "{}",
        "null",
        "{\"data\":{\"type\":\"sessions\"}}",
        "access-token=1",
        "{",
    ] {
        let joke = server.as_volunteer();
        joke.send_text("DELETE", "/auth/sign_out", Some(body))
            .expect(204);
        joke.get("/api/v1/current_user").expect(401);
    }
    let joke = server.as_volunteer();
    let form = joke
        .clone()
        .with("content-type", "application/x-www-form-urlencoded");
    form.send_text("DELETE", "/auth/sign_out", Some("a=1"))
        .expect(204);
    joke.get("/api/v1/current_user").expect(401);
    // So may who takes away anything else, and who marks or asks for something that takes no form.
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    let joke = server.as_volunteer();
    let favorite = format!("/api/v1/vacancies/{id}/favorite");
    joke.put(&favorite, &json!({})).expect(204);
    joke.send_text("DELETE", &favorite, Some("{}")).expect(204);
    joke.send_text("DELETE", "/api/v1/sessions", Some("{}"))
        .expect(204);
}

#[test]
fn relationships_to_many_rows_are_sent_back_as_they_were_read() {
    let server = Server::start();
    let samira = server.as_superuser();
    let read = samira
        .get("/api/v1/current_user?include=roles,organizations")
        .expect(200);
    let mut body = json!({ "data": read.at("/data") });
    body["data"]["attributes"] = json!({ "job_title": "Voorlezer" });
    let roles = read.at("/data/relationships/roles/data");
    assert!(!roles.as_array().unwrap().is_empty(), "{roles}");
    let own = format!("/api/v1/users/{}", read.id());
    for path in ["/api/v1/current_user", own.as_str()] {
        samira.patch(path, &body).expect(200);
    }
    for changed in [
        json!([]),
        json!([{ "type": "roles", "id": "99999" }]),
        json!(null),
        json!("x"),
    ] {
        let mut body = body.clone();
        body["data"]["relationships"]["roles"]["data"] = changed.clone();
        let refused = samira.patch("/api/v1/current_user", &body).expect(422);
        assert_eq!(refused.pointer(), "/data/relationships/roles", "{changed}");
        assert_eq!(refused.at("/errors/0/meta/rule"), "read_only");
    }
    fixtures::published(&samira, server.people.own, "Boodschappen doen");
    fixtures::published(&samira, server.people.own, "Soep koken");
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let read = samira.get(&format!("{path}?include=vacancies")).expect(200);
    let mut rows = read.at("/data/relationships/vacancies/data");
    rows.as_array_mut().unwrap().reverse();
    let sent = json!({ "data": { "type": "organizations", "id": read.id(), "attributes": { "website": "https://example.org" },
                                 "relationships": { "vacancies": { "data": rows } } } });
    let changed = samira.patch(&path, &sent).expect(200);
    assert_eq!(
        changed.at("/data/attributes/website"),
        "https://example.org"
    );
}

#[test]
fn a_notification_is_taken_away_by_its_own_reader() {
    let server = Server::start();
    let samira = server.as_superuser();
    fixtures::published(&samira, server.people.own, "Boodschappen doen");
    let user = server.people.volunteer;
    let id: i64 = server.arrange(move |tx| {
        let sql = "insert into notifications (user_id, kind, data, created_at, updated_at) values (?1, 'application_new', '{}', ?2, ?2) returning id";
        Ok(tx.query_row(sql, (user, tx.now()), |row| row.get(0))?)
    });
    let path = format!("/api/v1/notifications/{id}");
    server.as_nobody().delete(&path).expect(401);
    samira.delete(&path).expect(404);
    let joke = server.as_volunteer();
    joke.get(&path).expect(200);
    joke.delete(&path).expect(204);
    joke.get(&path).expect(404);
}
