//! Account enumeration through an organisation's invitations: same responses, rows and email timing, whether or not an
//! account exists. Only the invitee's own reaction discloses it.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::{Client, Reply, Server, document};

const WAITING: &str = "/api/v1/role_invitations?filter[waits_eq]=true&sort=expires_at";

/// Nobody's address, and one of every kind of account.
const ADDRESSES: [&str; 6] = [
    "niemand@example.nl",
    "joke@example.nl",
    "slaapt@example.nl",
    "gesloten@example.nl",
    "elders@example.nl",
    "gevraagd@example.nl",
];

fn start() -> Server {
    let server = Server::start();
    let away = server.people.other_center;
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    server.arrange(move |tx| {
        fixtures::user(tx, "slaapt@example.nl", "Siep Slaper", 1, &hash)?;
        fixtures::user(tx, "gesloten@example.nl", "Geert Gesloten", 1, &hash)?;
        fixtures::user(tx, "elders@example.nl", "Eli Elders", away, &hash)?;
        fixtures::user(tx, "gevraagd@example.nl", "Gerda Gevraagd", 1, "")?;
        tx.execute_batch(
            "update users set status = 'inactive' where email = 'slaapt@example.nl';
             update users set status = 'archived' where email = 'gesloten@example.nl';
             update users set status = 'invited', signup_method = 'imported', confirmed_at = null, password_hash = null
              where email = 'gevraagd@example.nl';",
        )?;
        Ok(())
    });
    server
}

fn ask(client: &Client, server: &Server, email: &str) -> Reply {
    let person = json!({ "email": email, "first_name": "Noor", "organization_id": server.people.own.to_string() });
    client.post("/api/v1/users", &document("user", person))
}

/// The questions of one organisation, without what differs between any two.
fn rows(client: &Client) -> Vec<(String, Value)> {
    let list = client.get(WAITING).expect(200).json();
    let mut rows: Vec<(String, Value)> = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let mut row = row.clone();
            let email = row["attributes"]["email"].as_str().unwrap().to_owned();
            row["attributes"]["email"].take();
            row["id"].take();
            row["links"].take();
            (email, row)
        })
        .collect();
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    rows
}

fn id_of(client: &Client, email: &str) -> String {
    let list = client.get(WAITING).expect(200).json();
    let rows = list["data"].as_array().unwrap();
    let found = rows.iter().find(|row| row["attributes"]["email"] == email);
    found.unwrap()["id"].as_str().unwrap().to_owned()
}

fn expect_all_alike(client: &Client, count: usize) {
    let rows = rows(client);
    assert_eq!(rows.len(), count, "{rows:?}");
    for (email, row) in &rows {
        assert_eq!(*row, rows[0].1, "{email} is told apart");
        assert_eq!(row["attributes"].get("user_id"), None);
    }
}

#[test]
fn an_organisation_cannot_tell_who_has_an_account() {
    let server = start();
    let samira = server.as_superuser();
    for email in ADDRESSES {
        let answer = ask(&samira, &server, email).expect(202).json();
        assert_eq!(
            answer,
            json!({ "data": null, "meta": { "sent_to": email } })
        );
        let again = ask(&samira, &server, email).expect(422);
        assert_eq!(again.code(), "already_invited");
    }
    expect_all_alike(&samira, ADDRESSES.len());
    let list = samira.get(WAITING).expect(200).json();
    assert!(!list.to_string().contains("Eli"), "no names: {list}");
    // Nobody who was asked is in any other list.
    let people = samira.get("/api/v1/users?page[size]=1000").expect(200);
    assert_eq!(people.ids(), [server.people.superuser.to_string()]);
    let roles = samira.get("/api/v1/roles?page[size]=100").expect(200);
    assert!(
        !roles.text.contains("\"accepted_at\":null"),
        "{}",
        roles.text
    );
    let done = samira.get(&format!(
        "/api/v1/audit_events?filter[actor_id_eq]={}&filter[subject_type_eq]=users",
        server.people.superuser
    ));
    for action in ["create", "invite", "offer_role"] {
        assert!(!done.text.contains(&format!("\"action\":\"{action}\"")));
    }
    for id in 1..60 {
        let by_id = samira.get(&format!("/api/v1/role_invitations?filter[user_id_eq]={id}"));
        assert_eq!(by_id.expect(200).ids().len(), 0, "user {id}");
    }

    // After two weeks all of them can be asked again, and all of them at the same pace.
    server.clock.advance(SignedDuration::from_hours(15 * 24));
    let samira = server.as_superuser();
    expect_all_alike(&samira, ADDRESSES.len());
    assert_eq!(rows(&samira)[0].1["attributes"]["state"], "expired");
    for email in ADDRESSES {
        let path = format!("/api/v1/role_invitations/{}/resend", id_of(&samira, email));
        for _ in 0..3 {
            server.clock.advance(SignedDuration::from_mins(2));
            let sent = samira.post(&path, &json!({})).expect(200);
            assert_eq!(sent.at("/data/attributes/state"), "sent", "{email}");
        }
        let flood = samira.post(&path, &json!({})).expect(429);
        assert_eq!(flood.code(), "rate_limited", "{email}");
    }
    for email in ADDRESSES {
        let path = format!("/api/v1/role_invitations/{}", id_of(&samira, email));
        samira.delete(&path).expect(204);
        samira.get(&path).expect(404);
    }
    assert_eq!(rows(&samira), []);
}

#[test]
fn whoever_is_asked_again_can_say_yes_to_what_ran_out() {
    let server = start();
    let samira = server.as_superuser();
    ask(&samira, &server, "joke@example.nl").expect(202);
    server.clock.advance(SignedDuration::from_hours(15 * 24));
    server.arrange(voluntr::resources::user::access::offer::expire);
    let samira = server.as_superuser();
    let path = format!(
        "/api/v1/role_invitations/{}",
        id_of(&samira, "joke@example.nl")
    );
    samira
        .post(&format!("{path}/resend"), &json!({}))
        .expect(200);
    let joke = server.as_volunteer();
    joke.put(&format!("{path}/accept"), &json!({})).expect(200);
    let members = format!("/api/v1/organizations/{}/members", server.people.own);
    let seen = samira.get(&members).expect(200).ids();
    assert!(seen.contains(&server.people.volunteer.to_string()));
    assert_eq!(rows(&samira), []);
    let late = samira.post(&format!("{path}/resend"), &json!({}));
    assert_eq!(late.expect(422).code(), "invalid_transition");
}

/// Two questions about one role, the older of them run out: it is not put again beside the one that counts.
#[test]
fn an_older_question_about_the_same_role_is_not_put_again() {
    let server = start();
    let samira = server.as_superuser();
    ask(&samira, &server, "joke@example.nl").expect(202);
    let older = id_of(&samira, "joke@example.nl");
    let id: i64 = older.parse().unwrap();
    server.arrange(move |tx| {
        tx.execute("update role_invitations set state = 'expired' where id = ?1", [id])?;
        Ok(tx.execute(
            "insert into role_invitations (user_id, email, role, scope_type, scope_id, sent_by_id, expires_at, created_at, updated_at)
             select user_id, email, role, scope_type, scope_id, sent_by_id, expires_at, created_at, updated_at
               from role_invitations where id = ?1",
            [id],
        )?)
    });
    let again = samira.post(
        &format!("/api/v1/role_invitations/{older}/resend"),
        &json!({}),
    );
    assert_eq!(again.expect(422).code(), "invalid_transition");
}

#[test]
fn a_centre_sees_every_question_of_its_own_with_who_it_is_put_to() {
    let server = start();
    ask(&server.as_superuser(), &server, "joke@example.nl").expect(202);
    let foreign = server.people.foreign;
    let wim = server.people.superuser;
    server.arrange(move |tx| role_of(tx, wim, "mentor", "organization", foreign));
    let marieke = server.as_center();
    let seen = marieke.get(&format!("{WAITING}&include=user")).expect(200);
    assert_eq!(
        seen.at("/data/0/attributes/user_id"),
        server.people.volunteer.to_string()
    );
    assert!(seen.text.contains("Joke"));
    let id = seen.ids().remove(0);
    let path = format!("/api/v1/role_invitations/{id}");
    marieke
        .post(&format!("{path}/resend"), &json!({}))
        .expect(200);
    server
        .as_volunteer()
        .post(&format!("{path}/resend"), &json!({}))
        .expect(403);
    marieke.delete(&path).expect(204);
    assert_eq!(marieke.get(WAITING).expect(200).ids().len(), 0);
}
