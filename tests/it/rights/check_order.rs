//! Order of checks: authorisation precedes validation, and responses contain what was requested.

use serde_json::json;

use crate::applications::stages::apply;
use crate::support::fixtures::{PASSWORD, published};
use crate::support::server::{Server, document};

#[test]
fn who_may_not_change_a_thing_hears_nothing_of_what_is_wrong_with_the_change() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let draft = samira
        .post(
            "/api/v1/vacancies",
            &crate::support::fixtures::vacancy(server.people.own, "Nog niet af"),
        )
        .expect(201)
        .id();
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", PASSWORD);
    let bodies = [
        "{ \"data\": {",
        "[]",
        "{ \"data\": { \"type\": \"shoes\" } }",
        "{ \"data\": { \"attributes\": { \"title\": 5 } } }",
        "{ \"data\": { \"attributes\": { \"event\": 5, \"shoe_size\": 44 } } }",
    ];
    for body in bodies {
        for path in ["", "/transition", "/moderate"] {
            let method = if path.is_empty() { "PATCH" } else { "PUT" };
            let ask = |client: &crate::support::server::Client, id: &str| {
                let path = format!("/api/v1/vacancies/{id}{path}");
                client.send_text(method, &path, Some(body)).status
            };
            assert_eq!(ask(&wim, &id), 403, "{path} {body}");
            assert_eq!(
                ask(&wim, &draft),
                if path == "/moderate" { 403 } else { 404 },
                "{path} {body}"
            );
            assert_eq!(
                ask(&wim, "99999"),
                if path == "/moderate" { 403 } else { 404 },
                "{path} {body}"
            );
            if path != "/moderate" {
                assert!([400, 422].contains(&ask(&samira, &draft)), "{path} {body}");
            }
        }
    }
    let application = apply(&server.as_volunteer(), &id).expect(201).id();
    let path = format!("/api/v1/applications/{application}/transition");
    assert_eq!(wim.send_text("PUT", &path, Some("{")).status, 404);
    assert_eq!(samira.send_text("PUT", &path, Some("{")).status, 400);
}

#[test]
fn the_answer_to_a_change_holds_the_attributes_that_were_asked_for() {
    let server = Server::start();
    let samira = server.as_superuser();
    let body = crate::support::fixtures::vacancy(server.people.own, "Taalmaatje gezocht");
    let names = |reply: crate::support::server::Reply| {
        let attributes = reply.at("/data/attributes");
        let names: Vec<String> = attributes.as_object().unwrap().keys().cloned().collect();
        (names, reply.id())
    };
    let fields = "fields[vacancies]=title,status";
    let made = samira
        .post(&format!("/api/v1/vacancies?{fields}"), &body)
        .expect(201);
    let (found, id) = names(made);
    assert_eq!(found, ["title", "status"]);
    let change = document("vacancies", json!({ "title": "Taalmaatje" }));
    let path = format!("/api/v1/vacancies/{id}");
    let changed = samira
        .patch(&format!("{path}?{fields}"), &change)
        .expect(200);
    assert_eq!(names(changed).0, ["title", "status"]);
    let step = json!({ "data": { "attributes": { "event": "publish" } } });
    let taken = samira.put(
        &format!("{path}/transition?fields[vacancies]=status"),
        &step,
    );
    assert_eq!(names(taken.expect(200)).0, ["status"]);
    // A name that is none is refused before anything is written.
    let change = document("vacancies", json!({ "title": "Heel iets anders" }));
    let refused = samira.patch(&format!("{path}?fields[vacancies]=shoe_size"), &change);
    assert_eq!(refused.expect(400).code(), "invalid_filter");
    assert_eq!(
        samira.get(&path).expect(200).at("/data/attributes/title"),
        "Taalmaatje"
    );
}

#[test]
fn what_cannot_be_read_is_said_in_the_readers_own_language() {
    let server = Server::start();
    let broken = "{\n  \"data\": {\n    \"attributes\": { \"title\": }\n";
    let path = "/api/v1/vacancies";
    let dutch = server.as_superuser().send_text("POST", path, Some(broken));
    assert_eq!(
        dutch.expect(400).at("/errors/0/detail"),
        "Dit is geen geldige JSON. Het gaat mis op regel 3, bij teken 30."
    );
    let samira = server.as_superuser().with("accept-language", "en");
    let english = samira.send_text("POST", path, Some(broken)).expect(400);
    assert_eq!(
        english.at("/errors/0/detail"),
        "This is not valid JSON. It goes wrong on line 3, at character 30."
    );
    assert_eq!(english.at("/errors/0/meta/line"), 3);
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let path = format!("/api/v1/vacancies/{id}");
    for (attribute, value, told) in [
        ("title", json!(5), "Hier hoort tekst."),
        ("online", json!("ja"), "Hier hoort true of false."),
        ("capacity", json!("veel"), "Hier hoort een heel getal."),
        ("hours_per_week", json!("veel"), "Hier hoort een getal."),
        ("tags", json!("regularly"), "Hier hoort een lijst."),
        (
            "organization_id",
            json!("de onze"),
            "Hier hoort een heel getal.",
        ),
        ("address", json!("Kerkstraat"), "Hier hoort een object."),
    ] {
        let change = document("vacancies", json!({ attribute: value }));
        let refused = server.as_superuser().patch(&path, &change).expect(422);
        assert_eq!(refused.at("/errors/0/detail"), told, "{attribute}");
        assert_eq!(refused.pointer(), format!("/data/attributes/{attribute}"));
    }
    let change = document("vacancies", json!({ "vacancy_type": "work" }));
    let refused = server.as_superuser().patch(&path, &change).expect(422);
    let told = refused.at("/errors/0/detail").to_string();
    assert!(
        told.contains("Kies een van deze: volunteering, p2p"),
        "{told}"
    );
}
