//! What a reviewer is told to look at in an activity that waits.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::states::require_review;
use super::{make, take};
use crate::support::server::{Server, document};

const LONG_ENOUGH: &str = "<p>Kom gezellig koffie drinken in het buurthuis. Iedereen is welkom, ook met kinderen. Er is thee en koek, \
                           en wie wil doet mee met een spel aan de grote tafel bij het raam.</p>";

fn hints(server: &Server, path: &str) -> Vec<Value> {
    let found = server.as_center().get(&format!("{path}/review_hints"));
    let found = found.expect(200).at("/meta/hints");
    found.as_array().unwrap().clone()
}

fn codes(server: &Server, path: &str) -> Vec<String> {
    let hints = hints(server, path);
    let code = |hint: &Value| hint["code"].as_str().unwrap().to_owned();
    hints.iter().map(code).collect()
}

fn values(server: &Server, path: &str, code: &str) -> Value {
    let hints = hints(server, path);
    let found = hints.iter().find(|hint| hint["code"] == code);
    found.unwrap_or_else(|| panic!("{code} in {hints:?}"))["values"].clone()
}

#[test]
fn the_reviewer_is_told_what_to_look_at() {
    let server = Server::start();
    require_review(&server);
    let path = make(
        &server,
        &json!({
            "title": "Koffie, thee, taart, soep en een goed gesprek in het buurthuis",
            "summary": "Bel 06-12345678",
            "description": "<p>Samira faciliteert een gesprek. Neem 3 euro mee.</p><p>Mail jan@example.nl. Tot dan!</p>",
            "questions": [{ "text": "Stuur je ook een mail naar jan@example.nl?", "kind": "yes_no" }],
            "online": false,
            "online_url": null,
        }),
    );
    assert_eq!(
        codes(&server, &path),
        [
            "contact_in_text",
            "no_place",
            "first_activity",
            "cost_in_text",
            "hard_words",
            "long_title",
            "short_text",
            "no_picture"
        ]
    );
    assert_eq!(
        values(&server, &path, "contact_in_text"),
        json!(["06-12345678", "jan@example.nl"])
    );
    assert_eq!(values(&server, &path, "cost_in_text"), json!(["€ 3"]));
    let hard = values(&server, &path, "hard_words");
    assert!(hard.to_string().contains("faciliteert → leidt"), "{hard}");

    // One that is in order has nothing but that it is new.
    let picture = "update activities set image_url = 'https://voorbeeld.nl/koffie.jpg', is_free = 0, cost = '3 euro'";
    let fine = make(
        &server,
        &json!({ "title": "Koffie", "description": LONG_ENOUGH }),
    );
    server.arrange(move |tx| Ok(tx.execute(picture, [])?));
    assert_eq!(codes(&server, &fine), ["first_activity"]);
    server.arrange(|tx| {
        let long = format!("<p>{}</p>", "Koffie en thee. ".repeat(130));
        Ok(tx.execute("update activities set description = ?1", [long])?)
    });
    assert_eq!(codes(&server, &fine), ["first_activity", "long_text"]);
}

#[test]
fn the_words_that_wait_are_read_and_not_those_that_visitors_see() {
    let server = Server::start();
    require_review(&server);
    let samira = server.as_superuser();
    let path = make(&server, &json!({ "description": LONG_ENOUGH }));
    take(&samira, &path, "submit", None).expect(200);
    take(&server.as_center(), &path, "approve", None).expect(200);
    let found = codes(&server, &path);
    assert!(!found.contains(&"contact_in_text".to_owned()), "{found:?}");
    let change = document(
        "activities",
        json!({ "summary": "Kijk op www.voorbeeld.nl" }),
    );
    samira.patch(&path, &change).expect(200);
    assert_eq!(
        values(&server, &path, "contact_in_text"),
        json!(["www.voorbeeld.nl"])
    );
    // No more after the centre has refused them.
    take(&server.as_center(), &path, "refuse", Some("Geen adressen.")).expect(200);
    let found = codes(&server, &path);
    assert!(!found.contains(&"contact_in_text".to_owned()), "{found:?}");
}

#[test]
fn the_same_title_counts_on_the_same_day_of_the_same_organiser() {
    let server = Server::start();
    require_review(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let first = make(&server, &json!({}));
    let path = make(
        &server,
        &json!({ "title": "Koffie-ochtend", "starts_at": "2026-12-15T19:00", "ends_at": "2026-12-15T20:00", "recurrence": null }),
    );
    let has = |path: &str| codes(&server, path).contains(&"same_title".to_owned());
    // A draft that nobody has handed in is its writer's own.
    assert!(!has(&path));
    take(&samira, &first, "submit", None).expect(200);
    let change = document("activities", json!({ "title": "KOFFIEOCHTEND" }));
    samira.patch(&path, &change).expect(200);
    let id = first.rsplit('/').next().unwrap();
    assert_eq!(
        values(&server, &path, "same_title"),
        json!([id, "Koffieochtend"])
    );
    take(&marieke, &first, "approve", None).expect(200);
    assert!(has(&path));
    assert!(!codes(&server, &path).contains(&"first_activity".to_owned()));
    // On another day it is another one; of another organiser too.
    let later = document(
        "activities",
        json!({ "starts_at": "2026-12-16T19:00", "ends_at": "2026-12-16T20:00" }),
    );
    samira.patch(&path, &later).expect(200);
    assert!(!has(&path));
    let of_center = marieke
        .post(super::LIST, &super::coffee(&json!({})))
        .expect(201)
        .id();
    assert!(!has(&format!("{}/{of_center}", super::LIST)));
    // A day that was cancelled is none.
    let back = document(
        "activities",
        json!({ "starts_at": "2026-12-15T19:00", "ends_at": "2026-12-15T20:00" }),
    );
    samira.patch(&path, &back).expect(200);
    assert!(has(&path));
    take(&samira, &first, "cancel", Some("De zaal is dicht.")).expect(200);
    assert!(!has(&path));
}

#[test]
fn one_that_begins_soon_or_is_over_is_told_first() {
    let server = Server::start();
    let path = make(&server, &json!({ "recurrence": null }));
    let first = || codes(&server, &path)[0].clone();
    assert_eq!(first(), "first_activity");
    let starts: jiff::Timestamp = "2026-12-08T09:00:00Z".parse().unwrap();
    let left = starts.duration_since(server.clock.now());
    server.clock.advance(left - SignedDuration::from_hours(49));
    assert_eq!(first(), "first_activity");
    server.clock.advance(SignedDuration::from_hours(1));
    assert_eq!(first(), "starts_soon");
    // While it lasts neither is so.
    server.clock.advance(SignedDuration::from_hours(49));
    assert_eq!(first(), "first_activity");
    server.clock.advance(SignedDuration::from_hours(2));
    assert_eq!(first(), "dates_over");
}

#[test]
fn only_who_decides_on_an_activity_reads_its_hints() {
    let server = Server::start();
    let path = make(&server, &json!({}));
    let hints = format!("{path}/review_hints");
    server.as_center().get(&hints).expect(200);
    server.as_admin().get(&hints).expect(200);
    server.as_superuser().get(&hints).expect(403);
    server.as_content_manager().get(&hints).expect(403);
    server.as_nobody().get(&hints).expect(401);
    server
        .as_center()
        .get("/api/v1/activities/999999/review_hints")
        .expect(404);
    // Another centre has no such activity.
    let otto = crate::organizations::moves::two_centers(&server);
    otto.get(&hints).expect(404);
    // One that was deleted can be taken back: who decides on that reads them still.
    server.as_superuser().delete(&path).expect(204);
    server.as_center().get(&hints).expect(200);
}
