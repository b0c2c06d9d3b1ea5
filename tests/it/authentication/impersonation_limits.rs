//! Restrictions during impersonation: no reading or writing of messages, no changes to identity or credentials
//! (docs/domain/rights.md#impersonation).

use serde_json::{Value, json};

use crate::applications::stages::{MESSAGE, PATH, apply, letters};
use crate::authentication::impersonation::AS;
use crate::support::fixtures::published;
use crate::support::server::{Client, Server, document};

const REASON: &str = "Samira vroeg waarom een aanmelding niet te zien is.";

fn as_somebody(server: &Server, user_id: i64) -> Client {
    let asked = json!({ "user_id": user_id.to_string(), "reason": REASON });
    let begun = server.as_admin().post(AS, &asked).expect(200);
    ["access-token", "client", "uid"]
        .iter()
        .fold(server.as_nobody(), |client, name| {
            client.with(name, begun.header(name))
        })
}

fn step(client: &Client, application: &str, attributes: Value) -> crate::support::server::Reply {
    client.put(
        &format!("{PATH}/{application}/transition"),
        &json!({ "data": { "attributes": attributes } }),
    )
}

#[test]
fn messages_are_neither_read_nor_written_as_somebody_else() {
    let server = Server::start();
    let people = server.people;
    let samira = server.as_superuser();
    let vacancy = published(&samira, people.own, "Taalmaatje gezocht");
    let id = apply(&server.as_volunteer(), &vacancy).expect(201).id();
    let words = "Fijn dat je komt, tot dinsdag!";
    step(
        &samira,
        &id,
        json!({ "event": "contact", "message": words }),
    )
    .expect(200);
    let history = format!("{PATH}/{id}/history");
    for client in [
        as_somebody(&server, people.superuser),
        as_somebody(&server, people.volunteer),
        as_somebody(&server, 2),
    ] {
        for path in [PATH.to_owned(), format!("{PATH}/{id}"), history.clone()] {
            let seen = client.get(&path).expect(200);
            assert!(!seen.text.contains(MESSAGE), "{path}");
            assert!(!seen.text.contains(words), "{path}");
        }
        let one = client.get(&format!("{PATH}/{id}")).expect(200);
        assert_eq!(one.at("/data/attributes/message"), Value::Null);
        assert_eq!(one.at("/data/attributes/stage"), "in_contact");
        let steps = client.get(&history).expect(200);
        assert_eq!(
            steps.at("/meta/total"),
            2,
            "the steps themselves stand there"
        );
    }
    assert!(samira.get(&history).expect(200).text.contains(words));
    assert!(samira.get(PATH).expect(200).text.contains(MESSAGE));

    let as_samira = as_somebody(&server, people.superuser);
    let written = json!({ "event": "accept", "message": "Welkom, groet van Samira" });
    let refused = step(&as_samira, &id, written).expect(403);
    assert_eq!(refused.at("/errors/0/meta/reason"), "impersonating");
    assert_eq!(refused.pointer(), "/data/attributes/message");
    assert!(letters(&server, "application_accepted").is_empty());
    // The work itself goes on without words.
    let done = step(&as_samira, &id, json!({ "event": "accept" })).expect(200);
    assert!(!done.text.contains(words));
    let joke = as_somebody(&server, people.volunteer);
    let other = published(&samira, people.own, "Boodschappen doen");
    apply(&joke, &other).expect(403);
    let asked = json!({ "event": "request_changes", "message": "Kan dit duidelijker?" });
    as_somebody(&server, 2)
        .decide(&format!("/api/v1/vacancies/{other}/moderate"), &asked)
        .expect(403);
    let denied =
        json!({ "status": "denied", "reason_code": "other", "reason_text": "Dit is een winkel." });
    as_somebody(&server, 2)
        .put(
            &format!("/api/v1/organizations/{}/approve", people.own),
            &document("organizations", denied),
        )
        .expect(403);
}

#[test]
fn who_somebody_is_stays_as_it_is() {
    let server = Server::start();
    let joke = as_somebody(&server, server.people.volunteer);
    for (name, value) in [
        ("first_name", json!("Jo")),
        ("last_name", json!("Anders")),
        ("phone_number", json!("+31687654321")),
        ("birth_date", json!("1990-01-01")),
        ("gender", json!("female")),
        ("can_export", json!(true)),
    ] {
        let refused = joke
            .patch("/api/v1/current_user", &json!({ "user": { name: value } }))
            .expect(403);
        assert_eq!(
            refused.at("/errors/0/meta/reason"),
            "impersonating",
            "{name}"
        );
        assert_eq!(refused.pointer(), format!("/data/attributes/{name}"));
    }
    let options = json!({ "user": { "digest_days": [2], "color_mode": "dark", "locale": "en" } });
    joke.patch("/api/v1/current_user", &options).expect(200);
}
