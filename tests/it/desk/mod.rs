//! The desk: somebody without an e-mail address is found, registered and helped, and gets on paper what others get by mail.

mod papers;

use rusqlite::named_params;
use serde_json::{Value, json};

use crate::activities::signing_up::made;
use crate::support::fixtures::published;
use crate::support::outbox::token;
use crate::support::server::{Client, Reply, Server, document};

pub fn find(client: &Client, said: Value) -> Reply {
    client.post("/api/v1/desk/find", &document("desk_searches", said))
}

pub fn register(client: &Client, more: Value) -> Reply {
    let mut said = json!({
        "first_name": "Riet", "last_name": "Jansen-de Vries", "birth_date": "1941-03-05",
        "phone_number": "0612345678", "consent": true,
    });
    if let (Some(said), Value::Object(more)) = (said.as_object_mut(), more) {
        said.extend(more);
    }
    client.post(
        "/api/v1/desk/register",
        &document("desk_registrations", said),
    )
}

fn names(reply: &Reply) -> Vec<String> {
    let people = reply.at("/data");
    people
        .as_array()
        .unwrap()
        .iter()
        .map(|person| {
            person["attributes"]["first_name"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect()
}

#[test]
fn somebody_without_an_address_is_registered_once_and_found_again() {
    let server = Server::start();
    let center = server.as_center();
    register(&center, json!({ "consent": false })).expect(422);
    let riet = register(&center, json!({})).expect(201);
    for (field, value) in [
        ("first_name", json!("Riet")),
        ("birth_date", json!("1941-03-05")),
        ("phone_ends", json!("678")),
        ("has_own_access", json!(false)),
        ("waits_for_guardian", json!(false)),
        ("has_card", json!(false)),
    ] {
        assert_eq!(
            riet.at(&format!("/data/attributes/{field}")),
            value,
            "{field}"
        );
    }
    // The same person once more is most often the same person.
    let again = register(&center, json!({ "last_name": "jansen-de vries" })).expect(422);
    assert_eq!(again.at("/errors/0/meta/rule"), json!("person_known"));
    assert_eq!(again.at("/errors/0/meta/user_id"), json!(riet.id()));
    let other = register(&center, json!({ "is_somebody_else": true })).expect(201);
    assert_ne!(other.id(), riet.id());
    for (name, year, count) in [
        ("Riet", 1941, 2),
        ("vries riet", 1941, 2),
        ("ri jan", 1941, 2),
        ("iet", 1941, 0),
        ("Riet", 1942, 0),
        ("van der Riet", 1941, 0),
    ] {
        let found = find(&center, json!({ "name": name, "birth_year": year })).expect(200);
        assert_eq!(names(&found).len(), count, "{name} {year}");
    }
    find(&center, json!({ "name": "Riet" })).expect(422);
    find(&center, json!({ "name": "%% _", "birth_year": 1941 })).expect(422);
    find(&center, json!({ "birth_year": 1941 })).expect(422);
    // Who looked for whom is in the audit log, without what was typed.
    let log = server
        .as_admin()
        .get("/api/v1/audit_events?filter[action_eq]=desk_find")
        .expect(200);
    assert!(log.text.contains("\"count\":2"), "{}", log.text);
    assert!(!log.text.contains("Riet"), "{}", log.text);
}

#[test]
fn only_a_centre_has_a_desk_and_for_its_own_people() {
    let server = Server::start();
    let riet = register(&server.as_center(), json!({})).expect(201).id();
    for client in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_content_manager(),
    ] {
        find(&client, json!({ "name": "Riet", "birth_year": 1941 })).expect(403);
        register(&client, json!({ "is_somebody_else": true })).expect(403);
        client
            .get(&format!("/api/v1/users/{riet}/desk"))
            .expect(403);
        client
            .get(&format!("/api/v1/users/{riet}/desk/letter.pdf"))
            .expect(403);
    }
    find(
        &server.as_nobody(),
        json!({ "name": "Riet", "birth_year": 1941 }),
    )
    .expect(401);
    // A mentor has the desk for the own students alone, and registers nobody.
    let mentor = server.as_mentor();
    let found = find(&mentor, json!({ "name": "Riet", "birth_year": 1941 })).expect(200);
    assert_eq!(names(&found).len(), 0);
    register(&mentor, json!({ "is_somebody_else": true })).expect(403);
    mentor
        .get(&format!("/api/v1/users/{riet}/desk"))
        .expect(404);
    // Of another centre.
    let (id, center_id) = (riet.clone(), server.people.other_center);
    server.arrange(move |tx| {
        let moved = "update users set volunteer_center_id = :center where id = :id";
        tx.execute(moved, named_params! {":id": id, ":center": center_id})?;
        Ok(())
    });
    let center = server.as_center();
    let found = find(&center, json!({ "name": "Riet", "birth_year": 1941 })).expect(200);
    assert_eq!(names(&found).len(), 0);
    center
        .get(&format!("/api/v1/users/{riet}/desk"))
        .expect(404);
}

#[test]
fn the_desk_applies_signs_up_and_writes_hours_for_somebody() {
    let server = Server::start();
    let (center, samira) = (server.as_center(), server.as_superuser());
    let riet = register(&center, json!({})).expect(201).id();
    let vacancy = published(&samira, server.people.own, "Taalmaatje");
    let applied = center
        .post(
            &format!("/api/v1/vacancies/{vacancy}/applications/walk_in"),
            &json!({ "user_id": riet, "consent": true }),
        )
        .expect(201);
    assert_eq!(applied.at("/data/attributes/first_name"), json!("Riet"));
    assert_eq!(applied.at("/data/attributes/source"), json!("walk_in"));
    let coffee = made(&server, 48, json!({ "capacity": 5 }));
    let path = format!("/api/v1/activities/{}/registrations", coffee.id);
    let said = |user: &str| json!({ "occurrence_id": coffee.dates[0], "user_id": user });
    let place = center.post(&path, &said(&riet)).expect(201);
    assert_eq!(
        place.at("/data/attributes/name"),
        json!("Riet Jansen-de Vries")
    );
    assert_eq!(place.at("/data/attributes/status"), json!("registered"));
    center.post(&path, &said(&riet)).expect(422);
    // Who has no desk signs up nobody else, and learns nothing of ids.
    for client in [server.as_volunteer(), samira] {
        let refused = client.post(&path, &said(&riet)).status;
        assert!([403, 422].contains(&refused), "{refused}");
    }
    server.as_nobody().post(&path, &said(&riet)).expect(401);
    let mine = center
        .get(&format!(
            "/api/v1/activity_registrations?filter[user_id_eq]={riet}"
        ))
        .expect(200);
    assert_eq!(mine.ids(), [place.id()]);
    let work = center
        .get(&format!("/api/v1/hours_entries/work?user_id={riet}"))
        .expect(200);
    assert_eq!(work.at("/meta/work"), json!([]));
    server
        .as_volunteer()
        .get(&format!("/api/v1/hours_entries/work?user_id={riet}"))
        .expect(403);
    let hours = center
        .post(
            "/api/v1/hours_entries",
            &document(
                "hours_entry_forms",
                json!({ "user_id": riet, "organization_id": server.people.own.to_string(), "description": "Koffie schenken", "day": "2026-11-18", "hours": 2 }),
            ),
        )
        .expect(201);
    assert_eq!(hours.at("/data/attributes/status"), json!("confirmed"));
    // The account is kept from this visit on.
    let kept: Option<String> = server.arrange(move |tx| {
        let sql = "select kept_at from users where id = ?1";
        Ok(tx.query_row(sql, [&riet], |row| row.get(0))?)
    });
    assert!(kept.is_some());
}

#[test]
fn who_is_too_young_needs_a_guardian_who_stands_there() {
    let server = Server::start();
    let center = server.as_center();
    register(&center, json!({ "birth_date": "2019-01-01" })).expect(403);
    let young = register(&center, json!({ "birth_date": "2012-01-01" })).expect(201);
    assert_eq!(young.at("/data/attributes/waits_for_guardian"), json!(true));
    let vacancy = published(&server.as_superuser(), server.people.own, "Taalmaatje");
    let path = format!("/api/v1/vacancies/{vacancy}/applications/walk_in");
    let refused = center
        .post(&path, &json!({ "user_id": young.id(), "consent": true }))
        .expect(403);
    assert_eq!(refused.at("/errors/0/code"), json!("consent_missing"));
    let with = register(
        &center,
        json!({ "birth_date": "2012-01-01", "first_name": "Sem", "guardian_consent": true }),
    )
    .expect(201);
    assert_eq!(with.at("/data/attributes/waits_for_guardian"), json!(false));
    center
        .post(&path, &json!({ "user_id": with.id(), "consent": true }))
        .expect(201);
}

#[test]
fn who_was_helped_goes_on_by_themselves_when_they_proved_their_address() {
    let server = Server::start();
    let center = server.as_center();
    let riet = register(&center, json!({})).expect(201).id();
    let invite = |email: &str| {
        let body = document("desk_invitations", json!({ "email": email }));
        center.post(&format!("/api/v1/users/{riet}/desk/invite"), &body)
    };
    // Of somebody whom the centre knows.
    let taken = invite("joke@example.nl").expect(422);
    assert_eq!(taken.at("/errors/0/meta/rule"), json!("taken"));
    let sent = invite("riet@example.org").expect(202);
    assert_eq!(sent.at("/meta/sent_to"), json!("riet@example.org"));
    let email = |server: &Server| -> Option<String> {
        let id = riet.clone();
        server.arrange(move |tx| {
            let sql = "select email from users where id = ?1";
            Ok(tx.query_row(sql, [&id], |row| row.get(0))?)
        })
    };
    assert_eq!(email(&server), None);
    let token = token(&server, "invitation", "riet@example.org");
    let nobody = server.as_nobody();
    let shown = nobody
        .post(
            "/api/v1/invitations/show",
            &json!({ "invitation_token": token }),
        )
        .expect(200);
    assert_eq!(
        shown.at("/data/attributes/email"),
        json!("riet@example.org")
    );
    let accept = json!({
        "invitation_token": token, "first_name": "Riet", "last_name": "Jansen-de Vries",
        "password": "paarse fietsen op de dijk", "password_confirmation": "paarse fietsen op de dijk", "accept_terms": true,
    });
    nobody
        .post("/api/v1/invitations/accept", &accept)
        .expect(200);
    assert_eq!(email(&server).as_deref(), Some("riet@example.org"));
    let mut signed_in = server.as_nobody();
    signed_in.sign_in("riet@example.org", "paarse fietsen op de dijk");
    signed_in.get("/api/v1/current_user").expect(200);
    // The link is used up, and there is nothing left to invite to.
    nobody
        .post("/api/v1/invitations/accept", &accept)
        .expect(410);
    let again = invite("riet2@example.org").expect(422);
    assert_eq!(again.at("/errors/0/meta/rule"), json!("has_own_access"));
}

#[test]
fn an_address_that_got_an_account_meanwhile_is_refused() {
    let server = Server::start();
    let center = server.as_center();
    let riet = register(&center, json!({})).expect(201).id();
    let body = document("desk_invitations", json!({ "email": "riet@example.org" }));
    center
        .post(&format!("/api/v1/users/{riet}/desk/invite"), &body)
        .expect(202);
    let token = token(&server, "invitation", "riet@example.org");
    server.arrange(|tx| {
        tx.execute(
            "update users set email = 'riet@example.org' where email = 'joke@example.nl'",
            (),
        )?;
        Ok(())
    });
    let refused = server
        .as_nobody()
        .post(
            "/api/v1/invitations/accept",
            &json!({
                "invitation_token": token, "first_name": "Riet", "last_name": "Jansen",
                "password": "paarse fietsen op de dijk", "accept_terms": true,
            }),
        )
        .expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), json!("has_account"));
}
