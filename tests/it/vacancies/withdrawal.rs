//! Unpublishing and removal of vacancies: applicants are notified, and the actor confirms or gives a reason.

use serde_json::{Value, json};

use crate::applications::stages::{PATH, apply, letters};
use crate::support::fixtures;
use crate::support::fixtures::{event, published};
use crate::support::server::{Server, document};
use crate::vacancies::states::{LIST, state, take};

#[test]
fn a_vacancy_with_people_waiting_goes_offline_only_on_purpose_and_they_are_told() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let application = apply(&server.as_volunteer(), &id).expect(201).id();
    let path = format!("{LIST}/{id}/transition");
    let asked = event(&samira, &path, "unpublish").expect(422);
    assert_eq!(asked.code(), "confirmation_needed");
    assert_eq!(asked.at("/errors/0/meta/open_applications"), 1);
    assert_eq!(state(&server, &id).0, "published");
    assert!(letters(&server, "application_paused").is_empty());
    let sure = json!({ "data": { "attributes": { "event": "unpublish", "confirmed": true } } });
    samira.put(&path, &sure).expect(200);
    assert_eq!(state(&server, &id).0, "draft");
    assert_eq!(letters(&server, "application_paused"), ["joke@example.nl"]);
    let joke = server.as_volunteer();
    let told = joke.get("/api/v1/notifications?filter[kind_eq]=application_paused");
    assert_eq!(told.at("/meta/total"), 1);
    let kept = joke.get(&format!("{PATH}/{application}")).expect(200);
    assert_eq!(kept.at("/data/attributes/stage"), "new", "still in line");
}

#[test]
fn a_vacancy_that_others_have_seen_is_deleted_by_the_centre_with_a_reason() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    apply(&server.as_volunteer(), &id).expect(201);
    let path = format!("{LIST}/{id}");
    samira
        .delete(&format!("{path}?reason_code=other"))
        .expect(403);
    for (query, pointer) in [
        ("", "reason_code"),
        ("?reason_code=zomaar", "reason_code"),
        (&format!("?message={}", "x".repeat(2001)), "message"),
    ] {
        let refused = marieke.delete(&format!("{path}{query}")).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{pointer}"));
    }
    assert_eq!(state(&server, &id).0, "published");
    marieke
        .delete(&format!(
            "{path}?reason_code=against_rules&message=Dit+is+betaald+werk."
        ))
        .expect(204);
    assert_eq!(state(&server, &id).0, "deleted");
    server.as_nobody().get(&path).expect(410);
    assert_eq!(letters(&server, "application_closed"), ["joke@example.nl"]);
    assert_eq!(letters(&server, "vacancy_removed"), ["samira@example.nl"]);
    let told = marieke.get(&format!("{path}/history")).expect(200);
    let last = told
        .at("/data")
        .as_array()
        .unwrap()
        .last()
        .cloned()
        .unwrap();
    assert_eq!(last["attributes"]["reason_code"], "against_rules");
    assert_eq!(last["attributes"]["reason_text"], "Dit is betaald werk.");
}

#[test]
fn a_reason_may_come_in_the_body_and_a_draft_needs_none() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    take(&samira, &id, "archive").expect(200);
    let body = json!({ "message": "Op verzoek van de organisatie." });
    marieke
        .send("DELETE", &format!("{LIST}/{id}"), Some(&body))
        .expect(204);
    let draft = samira
        .post(LIST, &fixtures::vacancy(server.people.own, "Boodschappen"))
        .expect(201)
        .id();
    samira.delete(&format!("{LIST}/{draft}")).expect(204);
    assert_eq!(letters(&server, "vacancy_removed").len(), 1);
}

#[test]
fn what_is_said_with_a_step_has_a_measure() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let application = apply(&server.as_volunteer(), &id).expect(201).id();
    let long = |name: &str, size: usize, event: &str| {
        let mut attributes = json!({ "event": event });
        attributes[name] = "é".repeat(size).into();
        document("", attributes)["data"]["attributes"].clone()
    };
    for (client, path) in [
        (&samira, format!("{LIST}/{id}/transition")),
        (&marieke, format!("{LIST}/{id}/moderate")),
        (&samira, format!("{PATH}/{application}/transition")),
    ] {
        for (name, most) in [("message", 2000), ("reason_code", 50)] {
            let refused = client
                .decide(&path, &long(name, most + 1, "refuse"))
                .expect(422);
            assert_eq!(refused.pointer(), format!("/data/attributes/{name}"));
            assert_eq!(refused.code(), "invalid");
        }
    }
    let just = long("message", 2000, "fill");
    samira
        .put(&format!("{LIST}/{id}/transition"), &just)
        .expect(200);
}

#[test]
fn what_the_organization_writes_reaches_the_volunteer() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let joke = server.as_volunteer();
    let application = apply(&joke, &id).expect(201).id();
    let path = format!("{PATH}/{application}/transition");
    let words = "Kom je dinsdag om tien uur kennismaken?";
    let said = json!({ "data": { "attributes": { "event": "contact", "message": words } } });
    samira.put(&path, &said).expect(200);
    let data: String = server.arrange(|tx| {
        Ok(tx.query_row(
            "select data from outbox where kind = 'application_contacted' and to_email = 'joke@example.nl'",
            [],
            |row| row.get(0),
        )?)
    });
    assert!(data.contains(words), "{data}");
    assert!(data.contains("info@example.org"), "{data}");
    assert!(!data.contains("samira@example.nl"), "{data}");
    let told = joke
        .get("/api/v1/notifications?filter[kind_eq]=application_contacted")
        .expect(200);
    assert_eq!(told.at("/data/0/attributes/data/message"), words);
    assert_eq!(
        told.at("/data/0/attributes/url"),
        format!("/applications/{application}")
    );
}

#[test]
fn contact_by_phone_is_noted_without_a_letter() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let application = apply(&server.as_volunteer(), &id).expect(201).id();
    event(
        &samira,
        &format!("{PATH}/{application}/transition"),
        "contact",
    )
    .expect(200);
    assert!(letters(&server, "application_contacted").is_empty());
}

#[test]
fn the_history_of_a_vacancy_begins_with_who_wrote_it() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = samira
        .post(LIST, &fixtures::vacancy(server.people.own, "Boodschappen"))
        .expect(201)
        .id();
    let told = samira.get(&format!("{LIST}/{id}/history")).expect(200);
    assert_eq!(told.at("/data/0/attributes/event"), "create");
    assert_eq!(told.at("/data/0/attributes/from"), Value::Null);
    assert_eq!(told.at("/data/0/attributes/actor_name"), "Samira Haddou");
    let copy = samira
        .post(&format!("{LIST}/{id}/duplicate"), &json!({}))
        .expect(201)
        .id();
    let told = samira.get(&format!("{LIST}/{copy}/history")).expect(200);
    assert_eq!(told.at("/meta/total"), 1);
}

#[test]
fn who_signed_an_organization_up_hears_of_a_denial_before_confirming_an_address() {
    let server = Server::start();
    let form = json!({ "name": "Nieuw initiatief", "neighbourhood_initiative": true, "accept_terms": true, "address": { "postal_code": "5310 AB" },
        "contact": { "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": "vier losse woorden" } });
    let id = server
        .as_nobody()
        .post(
            "/api/v1/organizations/signup",
            &document("organizations", form),
        )
        .expect(201)
        .id();
    let denial = json!({ "status": "denied", "reason_code": "outside_area", "reason_text": "Niet in onze gemeente." });
    server
        .as_center()
        .put(
            &format!("/api/v1/organizations/{id}/approve"),
            &document("organizations", denial),
        )
        .expect(200);
    assert_eq!(letters(&server, "org_denied"), ["els@example.com"]);
}
