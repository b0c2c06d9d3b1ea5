//! `POST /users`: creating accounts for others. An existing user gets an invitation instead, and its existence is not
//! disclosed.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::{Client, Reply, Server, document};

const NEW: &str = "noor@example.org";

fn ask(client: &Client, person: Value) -> Reply {
    client.post("/api/v1/users", &document("user", person))
}

fn letters(server: &Server, kind: &'static str) -> Vec<(String, Value)> {
    server.arrange(move |tx| {
        let mut statement =
            tx.prepare("select to_email, data from outbox where kind = ?1 order by id")?;
        let letters = statement
            .query_map([kind], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?
            .collect::<Result<Vec<(String, String)>, _>>()?;
        Ok(letters
            .into_iter()
            .map(|(to, data)| (to, serde_json::from_str(&data).unwrap()))
            .collect())
    })
}

fn token(server: &Server) -> String {
    let (_, data) = letters(server, "invitation").pop().unwrap();
    let path = data["path"].as_str().unwrap();
    path.split_once("invitation_token=").unwrap().1.to_owned()
}

#[test]
fn a_manager_brings_in_a_colleague_who_then_manages_too() {
    let server = Server::start();
    let samira = server.as_superuser();
    let person = json!({ "first_name": "Noor", "last_name": "Nieuw", "email": NEW, "job_title": "Coördinator", "organization_id": server.people.own.to_string() });
    ask(&samira, person).expect(202);
    assert_eq!(
        letters(&server, "role_offered"),
        [],
        "the invitation says it all"
    );

    let accepted = server.as_nobody().post(
        "/api/v1/invitations/accept",
        &json!({ "invitation_token": token(&server), "first_name": "Noor", "last_name": "Nieuw",
                 "password": "vier losse woorden graag", "password_confirmation": "vier losse woorden graag", "accept_terms": true }),
    );
    accepted.expect(200);
    let mut noor = server.as_nobody();
    noor.sign_in(NEW, "vier losse woorden graag");
    let vacancy = fixtures::vacancy(server.people.own, "Koffie schenken");
    noor.post("/api/v1/vacancies", &vacancy).expect(201);
    let offers = noor
        .get("/api/v1/role_invitations?filter[mine_eq]=true")
        .expect(200);
    assert_eq!(offers.at("/data/0/attributes/state"), "accepted");
    let samiras = samira.get("/api/v1/role_invitations").expect(200);
    assert_eq!(samiras.at("/data/0/attributes/email"), NEW);
}

#[test]
fn a_centre_makes_accounts_and_sends_when_it_likes() {
    let server = Server::start();
    let marieke = server.as_center();
    let made = ask(&marieke, json!({ "email": NEW, "invite": false })).expect(201);
    let id = made.id();
    assert_eq!(letters(&server, "invitation"), []);
    assert_eq!(
        made.at("/data/attributes/volunteer_center_id"),
        server.people.center.to_string()
    );
    let path = format!("/api/v1/users/{id}");
    let possible = marieke.get(&path).expect(200).at("/data/meta/transitions");
    assert!(possible.to_string().contains("invite"), "{possible}");
    let sent = marieke
        .post(&format!("{path}/invite"), &json!({}))
        .expect(202);
    assert_eq!(sent.at("/meta/sent_to"), NEW);
    assert_eq!(letters(&server, "invitation").len(), 1);
    // Asking for the confirmation again is the same to somebody who has no password yet.
    marieke
        .post(
            &format!("{path}/resend_confirmation_instructions"),
            &json!({}),
        )
        .expect(202);
    let joke = format!("/api/v1/users/{}", server.people.volunteer);
    assert_eq!(
        marieke
            .post(&format!("{joke}/invite"), &json!({}))
            .expect(422)
            .code(),
        "already_invited"
    );
    let nothing = marieke.post(
        &format!("{joke}/resend_confirmation_instructions"),
        &json!({}),
    );
    assert_eq!(nothing.expect(422).code(), "invalid_transition");
}

#[test]
fn a_confirmation_is_sent_again_to_who_waits_for_it() {
    let server = Server::start();
    let form = document(
        "user",
        json!({ "first_name": "Els", "last_name": "Kuiper", "email": "els@example.org", "password": "vier losse woorden", "accept_terms": true }),
    );
    server
        .as_nobody()
        .post("/api/v1/users/sign_up", &form)
        .expect(202);
    let id: i64 = server.arrange(|tx| {
        let sql = "select id from users where email = 'els@example.org'";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    server.clock.advance(jiff::SignedDuration::from_mins(5));
    let path = format!("/api/v1/users/{id}/resend_confirmation_instructions");
    server.as_volunteer().post(&path, &json!({})).expect(404);
    let sent = server.as_center().post(&path, &json!({})).expect(202);
    assert_eq!(sent.at("/meta/sent_to"), "els@example.org");
    assert_eq!(letters(&server, "account_confirm").len(), 2);
}

#[test]
fn who_has_an_account_is_asked_and_not_given_away() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = server.people.own.to_string();
    let ask_joke = || {
        ask(
            &samira,
            json!({ "email": "JOKE@example.nl", "first_name": "Ander", "organization_id": own }),
        )
    };
    // Joke is nobody to Samira: nothing of hers is shown, not even her number.
    let told = ask_joke().expect(202);
    assert_eq!(
        told.json(),
        json!({ "data": null, "meta": { "sent_to": "JOKE@example.nl" } })
    );
    let joke = server.people.volunteer;
    samira.get(&format!("/api/v1/users/{joke}")).expect(404);
    let members = samira
        .get(&format!("/api/v1/organizations/{own}/members"))
        .expect(200);
    assert!(!members.ids().contains(&joke.to_string()));
    // The question stands in Samira's own list, so she may hear that it does; nobody is written to again.
    assert_eq!(ask_joke().expect(422).code(), "already_invited");
    assert_eq!(letters(&server, "role_offered").len(), 1);
    let name: String = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select first_name from users where id = ?1",
            [joke],
            |row| row.get(0),
        )?)
    });
    assert_eq!(name, "Joke", "what Samira typed changes nobody");

    let client = server.as_volunteer();
    let offer = client
        .get("/api/v1/role_invitations?filter[mine_eq]=true")
        .ids()
        .remove(0);
    client
        .put(
            &format!("/api/v1/role_invitations/{offer}/accept"),
            &json!({}),
        )
        .expect(200);
    let members = samira
        .get(&format!("/api/v1/organizations/{own}/members"))
        .expect(200);
    assert!(members.ids().contains(&joke.to_string()));
    // Who manages the person is told what is the matter.
    assert_eq!(ask_joke().expect(422).code(), "already_invited");
    let plain = ask(&server.as_center(), json!({ "email": "joke@example.nl" }));
    assert_eq!(plain.expect(422).code(), "already_invited");
    let offered = ask(
        &server.as_center(),
        json!({ "email": "joke@example.nl", "role": "content_manager" }),
    );
    assert_eq!(offered.expect(200).id(), joke.to_string());
}

#[test]
fn somebody_of_another_centre_is_no_centres_to_read() {
    let server = Server::start();
    let (other, hash) = (
        server.people.other_center,
        voluntr::app::auth::password_hash::hash(PASSWORD).unwrap(),
    );
    let eli = server
        .arrange(move |tx| fixtures::user(tx, "elders@example.nl", "Eli Elders", other, &hash));
    let marieke = server.as_center();
    let told = ask(
        &marieke,
        json!({ "email": "elders@example.nl", "role": "content_manager" }),
    );
    assert!(!told.expect(202).text.contains("Eli"));
    for path in [
        format!("/api/v1/users/{eli}"),
        format!("/api/v1/users/{eli}?include=roles,organizations"),
    ] {
        marieke.get(&path).expect(404);
    }
    assert!(
        !marieke
            .get("/api/v1/users?page[size]=1000")
            .ids()
            .contains(&eli.to_string())
    );
    let away = ask(
        &marieke,
        json!({ "email": NEW, "role": "content_manager", "scope_id": other.to_string() }),
    );
    away.expect(403);
}

#[test]
fn nobody_is_flooded_and_forms_are_checked() {
    let server = Server::start();
    let samira = server.as_superuser();
    for (person, pointer) in [
        (json!({}), "/data/attributes/email"),
        (json!({ "email": "geen adres" }), "/data/attributes/email"),
        (
            json!({ "email": NEW, "first_name": "<b>" }),
            "/data/attributes/first_name",
        ),
        (
            json!({ "email": NEW, "phone_number": "bel maar" }),
            "/data/attributes/phone_number",
        ),
        (
            json!({ "email": NEW, "job_title": "x".repeat(101) }),
            "/data/attributes/job_title",
        ),
    ] {
        assert_eq!(
            ask(&server.as_center(), person.clone())
                .expect(422)
                .pointer(),
            pointer,
            "{person}"
        );
    }
    let mut person = json!({ "organization_id": server.people.own.to_string() });
    for number in 0..30 {
        person["email"] = format!("p{number}@example.org").into();
        ask(&samira, person.clone()).expect(202);
    }
    person["email"] = NEW.into();
    assert_eq!(
        ask(&samira, person.clone()).expect(429).code(),
        "rate_limited"
    );
    // A repeated click makes one account.
    let marieke = server.as_center().with("idempotency-key", "een-keer");
    let first = ask(&marieke, json!({ "email": NEW })).expect(201).id();
    assert_eq!(
        ask(&marieke, json!({ "email": NEW })).expect(201).id(),
        first
    );
}

#[test]
fn a_mentor_brings_in_students_and_sees_nobody_else() {
    let server = Server::start();
    let people = server.people;
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set organization_type = 'School', mentors_see_all = 1 where id = ?1",
            [people.foreign],
        )?;
        let sql = "select id from users where email = ?1";
        let one = |email: &str| tx.query_row(sql, [email], |row| row.get::<_, i64>(0));
        role_of(
            tx,
            one("mentor@example.nl")?,
            "mentor",
            "school",
            people.foreign,
        )?;
        role_of(
            tx,
            one("student@example.nl")?,
            "student",
            "school",
            people.foreign,
        )
    });
    let mentor = server.as_mentor();
    let made = ask(
        &mentor,
        json!({ "email": NEW, "role": "student", "scope_id": people.foreign.to_string() }),
    );
    assert_eq!(made.expect(202).at("/meta/sent_to"), NEW);
    let seen = mentor
        .get("/api/v1/users?page[size]=1000")
        .expect(200)
        .ids();
    let student = server.arrange(|tx| {
        let sql = "select id from users where email = 'student@example.nl'";
        Ok(tx.query_row(sql, [], |row| row.get::<_, i64>(0))?)
    });
    assert!(seen.contains(&student.to_string()));
    assert_eq!(seen.len(), 2, "a student and the mentor: {seen:?}");
    let asked = mentor
        .get("/api/v1/role_invitations?filter[waits_eq]=true")
        .expect(200);
    mentor
        .post(
            &format!("/api/v1/role_invitations/{}/resend", asked.ids()[0]),
            &json!({}),
        )
        .expect(200);
    mentor
        .patch(
            &format!("/api/v1/users/{student}"),
            &document("user", json!({ "job_title": "x" })),
        )
        .expect(403);
    mentor
        .put(
            &format!("/api/v1/users/{student}/add_role"),
            &json!({ "role": "mentor" }),
        )
        .expect(403);
    mentor
        .get(&format!("/api/v1/users/{}", people.volunteer))
        .expect(404);
}

#[test]
fn several_roles_and_the_days_of_the_digest_come_with_a_new_person() {
    let server = Server::start();
    let marieke = server.as_center();
    let own = server.people.own.to_string();
    let roles = json!(["volunteer", "content_manager", { "role": "organization_superuser", "scope_type": "organization", "scope_id": own }]);
    let person = json!({ "first_name": "Noor", "last_name": "Nieuw", "email": NEW, "roles": roles, "digest_days": [5, 2] });
    let made = ask(&marieke, person).expect(201);
    assert_eq!(made.at("/data/attributes/digest_days"), json!([2, 5]));
    let offers = marieke.get(&format!(
        "/api/v1/role_invitations?filter[user_id_eq]={}&sort=created_at",
        made.id()
    ));
    let mut offered: Vec<String> = offers
        .expect(200)
        .at("/data")
        .as_array()
        .unwrap()
        .iter()
        .map(|offer| offer["attributes"]["role"].as_str().unwrap().to_owned())
        .collect();
    offered.sort();
    assert_eq!(offered, ["content_manager", "organization_superuser"]);

    // What cannot be is refused by name, and nobody is made.
    let with = |name: &str, value: Value| {
        let mut person = json!({ "email": "els@example.org" });
        person[name] = value;
        ask(&marieke, person)
    };
    let refused = with("roles", json!(["volunteer", "koning"])).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/roles/1/role");
    assert_eq!(
        with("roles", json!("admin")).expect(422).pointer(),
        "/data/attributes/roles"
    );
    with("roles", json!(["admin"])).expect(403);
    assert_eq!(
        with("digest_days", json!([9])).expect(422).pointer(),
        "/data/attributes/digest_days"
    );
    assert_eq!(
        marieke
            .get("/api/v1/users?filter[q]=els@example")
            .at("/meta/total"),
        0
    );
}
