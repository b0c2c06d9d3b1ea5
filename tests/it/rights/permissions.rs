//! Permissions matrix: every operation, anonymously and as each role, on an own and another's row. Its snapshot is
//! reviewed against docs/domain/rights.md#matrix. 400 and 422 mean that authorisation succeeded.

use std::fmt::Write as _;

use serde_json::{Value, json};
use voluntr::http::routes::{Operation, Right};
use voluntr::resources;

use crate::rights::matrix::{Rows, arrange};
use crate::support::fixtures;
use crate::support::server::{Client, Server, document};

/// Who asks, and the words by which the rows of the matrix know them.
pub const ASKERS: [(&str, &str); 9] = [
    ("nobody", ""),
    ("volunteer", "joke@example.nl"),
    ("student", "student@example.nl"),
    ("mentor", "mentor@example.nl"),
    ("superuser", "samira@example.nl"),
    ("pages", "pages@example.nl"),
    ("content", "content@example.nl"),
    ("center", "marieke@example.nl"),
    ("admin", "admin@example.nl"),
];

/// Operations without a right, with what opens them instead. A new one needs a reason; the list may only shrink.
const UNGUARDED: [&str; 36] = [
    "DELETE /api/v1/sign_in_as_user",
    "DELETE /auth/sign_out",
    "GET /api/v1/analytics/public",
    "GET /api/v1/forms/by_token/{id}",
    "GET /api/v1/locations",
    "GET /api/v1/map_backgrounds/current",
    "PATCH /api/v1/newsletter_subscriptions/preferences",
    "POST /api/v1/activity_registrations/by_link",
    "POST /api/v1/activity_registrations/by_link/answer",
    "POST /api/v1/activity_registrations/by_link/hand_over",
    "POST /api/v1/applications/by_link",
    "POST /api/v1/applications/by_link/answer",
    "POST /api/v1/applications/confirm",
    "POST /api/v1/confirm",
    "POST /api/v1/confirm_email",
    "POST /api/v1/forms/{id}/submissions",
    "POST /api/v1/guardian_consents/answer",
    "POST /api/v1/guardian_consents/show",
    "POST /api/v1/help_requests",
    "POST /api/v1/help_requests/by_link",
    "POST /api/v1/help_requests/by_link/step",
    "POST /api/v1/help_requests/confirm",
    "POST /api/v1/invitations/accept",
    "POST /api/v1/invitations/show",
    "POST /api/v1/me/erasure/undo",
    "POST /api/v1/newsletter_subscriptions",
    "POST /api/v1/newsletter_subscriptions/confirm",
    "POST /api/v1/newsletter_subscriptions/preferences",
    "POST /api/v1/users/sign_up",
    "POST /auth",
    "POST /auth/confirmation",
    "POST /auth/password",
    "POST /auth/sign_in",
    "PUT /api/v1/newsletter_subscriptions/preferences",
    "PUT /auth/password",
    "PUT /auth/password/link",
];

pub fn name(operation: &Operation) -> String {
    format!("{} {}", operation.method, operation.path)
}

pub fn sign_in(server: &Server, email: &str) -> Client {
    let mut client = server.as_nobody();
    if !email.is_empty() {
        client.sign_in(email, fixtures::PASSWORD);
    }
    client
}

/// A body that would do, were the asker allowed to. `row` is the row that a new one is to belong to.
#[expect(clippy::too_many_lines, reason = "one row for each call")]
pub fn body(operation: &str, row: i64) -> Option<Value> {
    let event = |event: &str| json!({ "data": { "attributes": { "event": event, "message": "Graag iets meer uitleg." } } });
    let (method, path) = operation.split_once(' ').unwrap();
    let of = path.strip_prefix("/api/v1/").unwrap_or(path);
    Some(match (method, of) {
        // A wrong password, or the account would be closed and ask nothing more.
        ("DELETE", "/auth") => json!({ "current_password": "geraden" }),
        ("GET" | "DELETE", _) => return None,
        ("POST", "vacancies") => fixtures::vacancy(row, "Boodschappen doen"),
        ("POST", "applications") => document(
            "applications",
            json!({ "vacancy_id": row.to_string(), "message": "Ik wil graag helpen op dinsdag.", "consent": true, "first_name": "Gerrit", "email": "gerrit@example.com" }),
        ),
        ("POST", "organizations") => document(
            "organizations",
            json!({ "name": "Nieuwe stichting", "neighbourhood_initiative": true }),
        ),
        ("POST", "organizations/signup") => document(
            "organizations",
            json!({ "name": "Nieuw initiatief", "neighbourhood_initiative": true, "accept_terms": true, "address": { "postal_code": "5310 AB" }, "contact": { "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": "vier losse woorden" } }),
        ),
        ("POST", "taxonomies") => document(
            "taxonomies",
            json!({ "kind": "tags", "key": format!("k{row}"), "name_nl": "Nieuw", "name_en": "New" }),
        ),
        ("PATCH" | "PUT", "taxonomies/{id}") => document("taxonomies", json!({ "icon": "star" })),
        ("PATCH" | "PUT", "volunteer_centers/{id}") => {
            document("volunteer_centers", json!({ "email": "info@example.com" }))
        }
        ("PATCH" | "PUT", "volunteer_center_profiles/{id}" | "volunteer_centers/{id}/profile") => {
            document(
                "volunteer_center_profiles",
                json!({ "footer_column_1_title": "Contact" }),
            )
        }
        ("PATCH" | "PUT", "themes/{id}" | "volunteer_centers/{id}/theme") => {
            document("themes", json!({ "header_sticky": false }))
        }
        ("PATCH" | "PUT", "organizations/{id}") => {
            document("organizations", json!({ "website": "https://example.org" }))
        }
        ("PATCH" | "PUT", "organization_profiles/{id}") => document(
            "organization_profiles",
            json!({ "show_on_social_map": true }),
        ),
        ("PATCH" | "PUT", "vacancies/{id}") => {
            document("vacancies", json!({ "schedule": "Vrijdag" }))
        }
        ("POST", "users" | "organizations/{id}/members") => document(
            "user",
            json!({ "email": "nieuw@example.org", "organization_id": row.to_string() }),
        ),
        ("PATCH" | "PUT", "users/{id}") => document("user", json!({ "job_title": "Coördinator" })),
        ("PATCH" | "PUT", "users/bulk") => json!({ "ids": [], "event": "archive" }),
        ("PUT", "users/{id}/add_role") | ("POST", "role_invitations") => {
            json!({ "role": "organization_superuser", "scope_id": row.to_string() })
        }
        ("PATCH" | "PUT", "current_user") => json!({ "user": { "job_title": "Coördinator" } }),
        ("PATCH" | "PUT", "student_links/{id}") => {
            document("student_links", json!({ "hour_target": 30 }))
        }
        ("PUT", "organizations/{id}/approve") => {
            document("organizations", json!({ "status": "approved" }))
        }
        ("PUT", "vacancies/{id}/transition") => event("fill"),
        ("PUT", "vacancies/{id}/moderate") => event("request_changes"),
        ("PUT", "applications/{id}/transition") => event("contact"),
        ("POST", "forms/{id}/invitations") => json!({ "emails": ["gast@example.nl"] }),
        ("POST", "form_submissions/{id}/reply") => json!({ "message": "Tot dinsdag!" }),
        ("POST", "admin/data_viewer/disclosures") => {
            json!({ "table": "users", "reason": "help", "explanation": "Belt omdat er geen mail aankomt." })
        }
        ("POST", "conversations") => {
            json!({ "recipient_type": "organizations", "recipient_id": row.to_string(), "body": "Tot dinsdag!" })
        }
        ("POST", "conversations/many" | "conversations/many/preview") => {
            json!({ "recipient_ids": [row.to_string(), (row + 1).to_string()], "body": "Tot dinsdag!" })
        }
        ("POST", "applications/{id}/messages" | "conversations/{id}/messages") => {
            json!({ "body": "Tot dinsdag!" })
        }
        ("POST", "abuse_reports") => {
            json!({ "subject_type": "organizations", "subject_id": row.to_string(), "category": "spam" })
        }
        ("PUT", "abuse_reports/{id}/act") => {
            json!({ "measures": ["changed"], "reporter_text": "Dank je wel.", "reported_text": "Aangepast." })
        }
        ("PUT", "abuse_reports/{id}/dismiss") => json!({ "reporter_text": "Dank je wel." }),
        ("PUT", "abuse_reports/{id}/duplicate") => json!({ "of_id": "999" }),
        ("PUT", "abuse_reports/{id}/appeal") => json!({ "body": "Kijk nog eens." }),
        ("PUT", "abuse_reports/{id}/decide_appeal") => {
            json!({ "overturn": false, "text": "Het blijft zo." })
        }
        ("POST", "push_subscriptions") => json!({
            "endpoint": format!("https://push.example.org/{row}"), "label": "Telefoon",
            "p256dh": format!("B{}", "A".repeat(86)), "auth": "A".repeat(22),
        }),
        ("PUT", "forms/{id}/transition") => event("archive"),
        ("PUT", "form_submissions/{id}/transition") => event("start"),
        ("POST", "pages") => document("pages", json!({ "title": format!("Pagina {row}") })),
        ("PATCH" | "PUT", "pages/{id}") => document("pages", json!({ "summary": "Anders" })),
        ("PUT", "pages/{id}/content_blocks") | ("POST", "pages/{id}/render") => {
            json!({ "blocks": [] })
        }
        ("PUT", "pages/{id}/content_blocks/order") => json!({ "ids": [] }),
        ("POST", "pages/{id}/content_blocks") => {
            json!({ "block_type": "SectionTitle", "content": { "title": "Kop" } })
        }
        ("PATCH" | "PUT", "content_blocks/{id}") => json!({ "ground": "card" }),
        ("PUT", "pages/{id}/schedule" | "news_items/{id}/schedule") => {
            json!({ "publish_at": "2027-01-01T00:00:00Z" })
        }
        ("POST", "news_items") => {
            document("news_items", json!({ "title": format!("Bericht {row}") }))
        }
        ("PATCH" | "PUT", "news_items/{id}") => {
            document("news_items", json!({ "intro": "Anders" }))
        }
        ("PUT", "pages/{id}/assigned_to") => json!({ "user_ids": [] }),
        ("POST", "forms") => document("forms", json!({ "title": "Een formulier" })),
        ("PATCH" | "PUT", "forms/{id}") => document("forms", json!({ "title": "Anders" })),
        ("PATCH" | "PUT", "form_submissions/{id}") => {
            document("form_submissions", json!({ "note": "Gebeld." }))
        }
        (_, path) if path.ends_with("internal_notes") || path == "internal_notes/{id}" => {
            document("internal_notes", json!({ "note": "Heeft gebeld." }))
        }
        ("POST", "year_reports") => document(
            "year_reports",
            json!({ "year": 2026, "intro_nl": "Een goed jaar." }),
        ),
        ("PATCH" | "PUT", "year_reports/{id}") => {
            document("year_reports", json!({ "intro_nl": "Een druk jaar." }))
        }
        ("POST", "search_synonyms") => {
            document("search_synonyms", json!({ "words": "maatje, kameraad" }))
        }
        ("POST", "newsletter_subscriptions") => {
            json!({ "email": "wil@example.com", "edition": "2026-11" })
        }
        ("PATCH" | "PUT", "search_synonyms/{id}") => {
            document("search_synonyms", json!({ "words": "maatje, gabber" }))
        }
        ("POST", "changelog_entries") => document(
            "changelog_entries",
            json!({ "date": "2026-11-21", "kinds": ["new"], "title_nl": "Kaart", "title_en": "Map",
                    "text_nl": "Er is een kaart.", "text_en": "There is a map." }),
        ),
        ("PATCH" | "PUT", "changelog_entries/{id}") => {
            document("changelog_entries", json!({ "release": "1.2" }))
        }
        ("POST", "api_keys") => document(
            "api_key_forms",
            json!({ "name": "Import", "scopes": ["read_public"], "expires_on": "2027-11-21" }),
        ),
        ("POST", "vacancy_sources") => document(
            "vacancy_sources",
            json!({ "url": format!("https://partner.example.org/{row}.json") }),
        ),
        ("PATCH" | "PUT", "vacancy_sources/{id}") => {
            document("vacancy_sources", json!({ "paused": true }))
        }
        ("POST", "saved_searches") => document(
            "saved_searches",
            json!({ "name": format!("Taal {row}"), "filters": format!("filter[q]=taal{row}") }),
        ),
        ("PATCH" | "PUT", "saved_searches/{id}") => {
            document("saved_searches", json!({ "mail": "daily" }))
        }
        ("PUT" | "PATCH", "imports/{id}") => document("imports", json!({ "fields": ["email"] })),
        ("POST", "/auth/sign_in") => {
            json!({ "email": "joke@example.nl", "password": fixtures::PASSWORD })
        }
        ("POST", "/auth/password" | "/auth/confirmation") => {
            json!({ "email": "niemand@example.nl" })
        }
        ("PUT", "/auth/password/link") => json!({ "reset_password_token": "onbekend" }),
        ("PUT", "/auth/password") => {
            json!({ "password": "vier losse woorden", "reset_password_token": "onbekend" })
        }
        ("PUT", "/auth") => json!({ "job_title": "Coördinator" }),
        ("PUT", "current_user/email") => {
            json!({ "email": "nieuw@example.com", "current_password": fixtures::PASSWORD })
        }
        ("POST", "/auth") => {
            json!({ "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": "vier losse woorden", "accept_terms": true })
        }
        ("POST", "users/sign_up") => document(
            "user",
            json!({ "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": "vier losse woorden", "accept_terms": true }),
        ),
        (_, of) => with_unknown_token(of),
    })
}

/// The body of a call that is opened by the token of a mail, with one that was never sent.
fn with_unknown_token(of: &str) -> Value {
    match of {
        "activity_registrations/by_link/hand_over" => {
            json!({ "token": "onbekend", "first_name": "Roos", "email": "roos@gast.nl" })
        }
        "activity_registrations/by_link/answer" => {
            json!({ "token": "onbekend", "event": "withdraw" })
        }
        "applications/by_link/answer" => json!({ "token": "onbekend", "event": "accept_offer" }),
        "activity_registrations/by_link"
        | "applications/by_link"
        | "applications/confirm"
        | "newsletter_subscriptions/confirm"
        | "newsletter_subscriptions/preferences" => json!({ "token": "onbekend" }),
        "confirm" => json!({ "confirmation_token": "onbekend" }),
        "confirm_email" => json!({ "email_token": "onbekend" }),
        "me/erasure/undo" => json!({ "restore_token": "onbekend" }),
        "guardian_consents/show" => json!({ "guardian_token": "onbekend" }),
        "guardian_consents/answer" => json!({ "guardian_token": "onbekend", "is_given": true }),
        "invitations/show" => json!({ "invitation_token": "onbekend" }),
        "invitations/accept" => {
            json!({ "invitation_token": "onbekend", "first_name": "Els", "last_name": "Kuiper", "password": "vier losse woorden", "accept_terms": true })
        }
        _ => json!({}),
    }
}

/// The operations that make a row under another one, which is where own and foreign differ.
fn is_made_under(operation: &str) -> bool {
    matches!(
        operation,
        "POST /api/v1/vacancies"
            | "POST /api/v1/applications"
            | "POST /api/v1/users"
            | "POST /api/v1/role_invitations"
    )
}

pub fn ask(server: &Server, client: &Client, operation: &Operation, own: bool, asker: &str) -> u16 {
    let (path, body) = request(server, operation, own, asker);
    let client = having_read(server, client, operation, &path);
    client
        .send(operation.method.as_str(), &path, body.as_ref())
        .status
}

/// Decisions on what somebody else wrote.
pub const DECISIONS: [&str; 15] = [
    "PUT /api/v1/abuse_reports/{id}/act",
    "PUT /api/v1/abuse_reports/{id}/decide_appeal",
    "PUT /api/v1/abuse_reports/{id}/dismiss",
    "PUT /api/v1/abuse_reports/{id}/duplicate",
    "PUT /api/v1/abuse_reports/{id}/hide",
    "PUT /api/v1/abuse_reports/{id}/show",
    "PUT /api/v1/abuse_reports/{id}/take",
    "PUT /api/v1/activities/{id}/moderate",
    "PUT /api/v1/news_items/{id}/publish",
    "PUT /api/v1/news_items/{id}/schedule",
    "PUT /api/v1/organizations/{id}/move/confirm",
    "PUT /api/v1/organizations/{id}/requested_change",
    "PUT /api/v1/pages/{id}/publish",
    "PUT /api/v1/pages/{id}/schedule",
    "PUT /api/v1/vacancies/{id}/moderate",
];

/// The same asker, who says which version of the row was read where that is demanded.
fn having_read(server: &Server, client: &Client, operation: &Operation, path: &str) -> Client {
    let is_named = client.headers().iter().any(|(name, _)| name == "if-match");
    if is_named || !DECISIONS.contains(&name(operation).as_str()) {
        return client.clone();
    }
    let mut parts = path.split('/').skip(3).map(str::to_owned);
    let (table, id) = (parts.next().unwrap(), parts.next().unwrap());
    let version: i64 = server.arrange(move |tx| {
        let sql = format!("select max(version) from {table} where id = ?1");
        let version: Option<i64> = tx.query_row(&sql, [id], |row| row.get(0))?;
        Ok(version.unwrap_or_default())
    });
    client.clone().with("if-match", &format!("\"{version}\""))
}

/// Address and body of a call about rows that are set back for it.
pub fn request(
    server: &Server,
    operation: &Operation,
    own: bool,
    asker: &str,
) -> (String, Option<Value>) {
    let operation_name = name(operation);
    let rows: Rows = arrange(server, &operation_name, asker, own);
    let path = operation
        .path
        .replace("{id}", &rows.id(operation.type_name, &operation.path));
    let path = if path == "/api/v1/locations" {
        format!("{path}?q=5310")
    } else {
        path
    };
    let path = match operation_name.as_str() {
        "DELETE /api/v1/organizations/{id}/members" => {
            format!("{path}?user_id={}", rows.of("users"))
        }
        "DELETE /api/v1/users/{id}/remove_role" => {
            let organization = rows.of("organizations");
            format!("{path}?role=organization_superuser&scope_id={organization}")
        }
        _ => path,
    };
    let mut body = body(&operation_name, rows.parent(&operation_name));
    match (operation_name.as_str(), &mut body) {
        // A mentor asks students, of their own School.
        ("POST /api/v1/users", Some(body)) if asker == "mentor" => {
            let school = if own { "schools" } else { "organizations" };
            body["data"]["attributes"] = json!({ "email": "nieuw@example.org", "role": "student", "scope_id": rows.of(school) });
        }
        ("POST /api/v1/role_invitations", Some(body)) => body["user_id"] = rows.of("users").into(),
        _ => {}
    }
    (path, body)
}

#[test]
fn every_operation_answers_every_role_as_the_policy_says() {
    let server = Server::start();
    let operations = resources::routes().operations;
    let clients: Vec<Client> = ASKERS
        .iter()
        .map(|(_, email)| sign_in(&server, email))
        .collect();
    let mut lines: Vec<String> = operations
        .iter()
        .map(|operation| {
            let mut line = format!(
                "{:<6} {:<44}",
                operation.method.as_str(),
                operation.path.replace("/api/v1", "")
            );
            for ((asker, email), client) in ASKERS.iter().zip(&clients) {
                let is_last_call = operation.path == "/auth/sign_out";
                let client = if is_last_call {
                    &sign_in(&server, email)
                } else {
                    client
                };
                let own = ask(&server, client, operation, true, asker);
                let _ = write!(line, "  {asker} {own}");
                if operation.path.contains("{id}") || is_made_under(&name(operation)) {
                    let _ = write!(line, "/{}", ask(&server, client, operation, false, asker));
                }
            }
            line
        })
        .collect();
    lines.sort();
    insta::assert_snapshot!("matrix", lines.join("\n"));
}

#[test]
fn no_operation_is_without_a_right_but_those_with_a_reason() {
    let mut unguarded: Vec<String> = resources::routes()
        .operations
        .iter()
        .filter(|operation| matches!(operation.right, Right::Unguarded(_)))
        .map(name)
        .collect();
    unguarded.sort();
    assert_eq!(unguarded, UNGUARDED, "this list may only shrink");
}

#[test]
fn every_unguarded_operation_says_why() {
    for operation in resources::routes().operations {
        if let Right::Unguarded(why) = operation.right {
            assert!(why.split(' ').count() > 3, "{}: {why}", name(&operation));
        }
    }
}

#[test]
fn a_student_signs_no_organization_up() {
    let server = Server::start();
    let body = body("POST /api/v1/organizations/signup", 0).unwrap();
    server
        .as_student()
        .post("/api/v1/organizations/signup", &body)
        .expect(403);
    server
        .as_mentor()
        .post("/api/v1/organizations/signup", &body)
        .expect(201);
}

#[test]
fn a_content_manager_writes_the_footer_and_nothing_else_of_the_profile() {
    let server = Server::start();
    let id: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select profile_id from volunteer_centers where is_default = 1",
            [],
            |row| row.get(0),
        )?)
    });
    let path = format!("/api/v1/volunteer_center_profiles/{id}");
    let change = |attributes| document("volunteer_center_profiles", attributes);
    let cora = server.as_content_manager();
    cora.patch(
        &path,
        &change(json!({ "footer_column_2_content": "Bel ons" })),
    )
    .expect(200);
    cora.patch(&path, &change(json!({ "primary_color": "#004488" })))
        .expect(403);
    server
        .as_center()
        .patch(&path, &change(json!({ "primary_color": "#004488" })))
        .expect(200);
}
