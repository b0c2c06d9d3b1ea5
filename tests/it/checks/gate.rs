//! Nobody is accepted before what the vacancy asks for was seen: by each way to be accepted.

use serde_json::{Value, json};

use super::{CHECKS, applied, ask_for, asking, note, paper, see, step};
use crate::applications::stages::{PATH, apply, as_guest, confirm_last, letters, take};
use crate::data::retention::set;
use crate::support::fixtures;
use crate::support::server::{Client, Server, document};

fn missing(client: &Client, application: &str) -> Value {
    let found = client.get(&format!("{PATH}/{application}")).expect(200);
    found.at("/data/attributes/missing_checks")
}

fn stage(client: &Client, application: &str) -> Value {
    let found = client.get(&format!("{PATH}/{application}")).expect(200);
    found.at("/data/attributes/stage")
}

#[test]
fn somebody_is_accepted_once_every_check_was_seen_and_not_before() {
    let server = Server::start();
    let vacancy = asking(&server, &["vog", "first_aid", "interview"]);
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let id = apply(&joke, &vacancy).expect(201).id();
    // The first contact is free.
    take(&samira, &id, "contact").expect(200);
    let refused = take(&samira, &id, "accept").expect(422);
    assert_eq!(refused.code(), "missing_check");
    assert_eq!(
        refused.at("/errors/0/meta/checks"),
        json!(["vog", "first_aid"])
    );
    assert!(
        refused.text.contains("VOG, EHBO-diploma"),
        "{}",
        refused.text
    );
    let none = json!({ "kind": "vog", "state": "none", "check_id": null, "requested_on": null, "claimed_on": null });
    assert_eq!(missing(&joke, &id)[0], none);
    assert_eq!(missing(&samira, &id), missing(&joke, &id));

    let vog = ask_for(&samira, &id, "vog").expect(201).id();
    assert_eq!(missing(&joke, &id)[0]["state"], "requested");
    assert_eq!(missing(&joke, &id)[0]["check_id"], vog);
    step(&joke, &vog, "claim").expect(200);
    assert_eq!(missing(&samira, &id)[0]["state"], "claimed");
    // Saying that one has it is not enough.
    take(&samira, &id, "accept").expect(422);
    see(&samira, &vog, paper("2026-11-03", "2029-11-03")).expect(200);
    note(&samira, &id, "first_aid", "2028-01-01").expect(201);
    assert_eq!(missing(&samira, &id), json!([]));
    // Taken back it counts no more.
    step(&samira, &vog, "revoke").expect(200);
    assert_eq!(
        take(&samira, &id, "accept").expect(422).code(),
        "missing_check"
    );
    assert_eq!(missing(&joke, &id)[0]["state"], "revoked");
    note(&samira, &id, "vog", "2029-11-03").expect(201);
    take(&samira, &id, "accept").expect(200);
    assert_eq!(
        letters(&server, "application_accepted"),
        ["joke@example.nl"]
    );
}

#[test]
fn an_expired_check_counts_for_the_days_that_the_centre_gives_and_no_longer() {
    let server = Server::start();
    let (id, _, samira) = applied(&server);
    note(&samira, &id, "vog", "2026-12-01").expect(201);
    set(&server, "2027-01-01");
    let samira = server.as_superuser();
    assert_eq!(
        take(&samira, &id, "accept").expect(422).code(),
        "missing_check"
    );
    assert_eq!(missing(&samira, &id)[0]["state"], "expired");
    let center = format!("/api/v1/volunteer_centers/{}", server.people.center);
    let days = |days: i64| document("volunteer_centers", json!({ "check_grace_days": days }));
    let marieke = server.as_center();
    marieke.patch(&center, &days(91)).expect(422);
    marieke.patch(&center, &days(31)).expect(200);
    assert_eq!(missing(&samira, &id), json!([]));
    take(&samira, &id, "accept").expect(200);
}

#[test]
fn many_at_once_are_accepted_each_by_what_was_seen_of_them() {
    let server = Server::start();
    let (first, _, samira) = applied(&server);
    let vacancy = samira
        .get(&format!("{PATH}/{first}"))
        .at("/data/attributes/vacancy_id");
    let second = apply(&server.as_mentor(), vacancy.as_str().unwrap())
        .expect(201)
        .id();
    note(&samira, &second, "vog", "2029-11-03").expect(201);
    let body = json!({ "ids": [first, second], "attributes": { "event": "accept" } });
    let done = samira.post(&format!("{PATH}/bulk_transition"), &body);
    assert_eq!(done.status, 207, "{}", done.text);
    assert!(done.text.contains("missing_check"), "{}", done.text);
    assert_eq!(stage(&samira, &first), "new");
    assert_eq!(stage(&samira, &second), "accepted");
    // The centre that acts for the organisation is held to the same.
    assert_eq!(
        take(&server.as_center(), &first, "accept")
            .expect(422)
            .code(),
        "missing_check"
    );
}

#[test]
fn a_place_that_is_offered_is_taken_once_the_check_was_seen() {
    let server = Server::start();
    let (id, joke, samira) = applied(&server);
    take(&samira, &id, "waitlist").expect(200);
    take(&samira, &id, "offer").expect(200);
    let refused = take(&joke, &id, "accept_offer").expect(422);
    assert_eq!(refused.code(), "missing_check");
    assert_eq!(stage(&joke, &id), "offered");
    note(&samira, &id, "vog", "2029-11-03").expect(201);
    take(&joke, &id, "accept_offer").expect(200);
}

#[test]
fn an_offer_that_is_taken_by_a_link_asks_for_the_same() {
    let server = Server::start();
    let (id, _, samira) = applied(&server);
    take(&samira, &id, "waitlist").expect(200);
    take(&samira, &id, "offer").expect(200);
    let path: String = server.arrange(|tx| {
        Ok(tx.query_row(
            "select data ->> 'path' from outbox where kind = 'application_offer' order by id desc limit 1",
            [],
            |row| row.get(0),
        )?)
    });
    let token = path.split("answer=").nth(1).unwrap().to_owned();
    let answered = server.as_nobody().post(
        "/api/v1/applications/by_link/answer",
        &json!({ "token": token, "event": "accept_offer" }),
    );
    assert_eq!(answered.expect(422).code(), "missing_check");
    assert_eq!(stage(&samira, &id), "offered");
}

#[test]
fn a_guest_shows_the_paper_too_and_keeps_it_with_an_account() {
    let server = Server::start();
    let vacancy = asking(&server, &["vog"]);
    let samira = server.as_superuser();
    as_guest(&server.as_nobody(), &vacancy, "gerrit@example.com").expect(202);
    let id = confirm_last(&server).expect(200).id();
    take(&samira, &id, "accept").expect(422);
    let made = ask_for(&samira, &id, "vog").expect(201);
    assert_eq!(made.at("/data/attributes/user_id"), Value::Null);
    assert_eq!(made.at("/data/attributes/person_name"), "Gerrit Bakker");
    assert_eq!(letters(&server, "check_requested"), ["gerrit@example.com"]);
    see(&samira, &made.id(), paper("2026-11-03", "2029-11-03")).expect(200);
    take(&samira, &id, "accept").expect(200);

    let (center, application) = (server.people.center, id.parse::<i64>().unwrap());
    let user = server.arrange(move |tx| {
        let user = fixtures::user(tx, "gerrit@example.com", "Gerrit Bakker", center, "x")?;
        tx.execute(
            "update applications set user_id = ?2 where id = ?1",
            (application, user),
        )?;
        Ok(user)
    });
    let found = samira.get(&format!("{CHECKS}/{}", made.id())).expect(200);
    assert_eq!(found.at("/data/attributes/user_id"), user.to_string());
}

#[test]
fn what_was_seen_counts_for_the_person_and_the_organisation_and_nobody_else() {
    let server = Server::start();
    let (id, joke, samira) = applied(&server);
    note(&samira, &id, "vog", "2029-11-03").expect(201);
    // Another application of Joke there has what it needs.
    let second = asking(&server, &["vog"]);
    let again = apply(&joke, &second).expect(201).id();
    assert_eq!(missing(&samira, &again), json!([]));
    // Somebody else does not.
    let mia = apply(&server.as_mentor(), &second).expect(201).id();
    assert_eq!(missing(&samira, &mia)[0]["state"], "none");
    // And another organisation sees nothing of it.
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    let vacancy = fixtures::published(&wim, server.people.foreign, "Pakketten inpakken");
    let number: i64 = vacancy.parse().unwrap();
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancies set required_checks = '[\"vog\"]' where id = ?1",
            [number],
        )?)
    });
    let elsewhere = apply(&joke, &vacancy).expect(201).id();
    assert_eq!(missing(&wim, &elsewhere)[0]["state"], "none");
    assert_eq!(missing(&joke, &elsewhere)[0]["state"], "none");
    take(&wim, &elsewhere, "accept").expect(422);
    assert_eq!(wim.get(CHECKS).expect(200).at("/meta/total"), 0);
}

#[test]
fn a_vacancy_that_asks_for_a_check_is_found_like_any_other() {
    let server = Server::start();
    let vacancy = asking(&server, &["vog"]);
    let found = server.as_nobody().get("/api/v1/vacancies").expect(200);
    assert_eq!(found.ids(), [vacancy]);
}
