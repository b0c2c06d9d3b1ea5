//! From asked to seen, expired, renewed and gone.

use serde_json::{Value, json};

use super::{CHECKS, applied, ask, ask_for, follow, note, paper, see, state, step};
use crate::applications::stages::{apply, letters, take};
use crate::data::retention::{run, set};
use crate::support::fixtures::published;
use crate::support::server::{Client, Server, document};

#[test]
fn a_check_is_asked_for_claimed_and_seen_each_by_who_it_is_up_to() {
    let server = Server::start();
    let (application, joke, samira) = applied(&server);
    let made = ask_for(&samira, &application, "vog").expect(201);
    let id = made.id();
    assert_eq!(made.at("/data/attributes/state"), "requested");
    assert_eq!(made.at("/data/attributes/requested_on"), "2026-11-21");
    assert_eq!(
        made.at("/data/attributes/requested_by_name"),
        "Samira Haddou"
    );
    assert_eq!(made.at("/data/attributes/person_name"), "Joke Vermeer");
    assert_eq!(
        made.at("/data/attributes/vacancy_title"),
        "Taalmaatje gezocht"
    );
    assert_eq!(letters(&server, "check_requested"), ["joke@example.nl"]);
    // Once: who asks again writes no second letter.
    assert_eq!(
        ask_for(&samira, &application, "vog").expect(422).code(),
        "check_already_asked"
    );

    // The person can't see their own, the organisation can't claim.
    see(&joke, &id, paper("2026-11-03", "2029-11-03")).expect(403);
    assert_eq!(
        step(&samira, &id, "claim").expect(422).code(),
        "invalid_transition"
    );
    let claimed = step(&joke, &id, "claim").expect(200);
    assert_eq!(claimed.at("/data/attributes/state"), "claimed");
    assert_eq!(claimed.at("/data/attributes/claimed_on"), "2026-11-21");
    assert_eq!(letters(&server, "check_claimed"), ["samira@example.nl"]);
    step(&joke, &id, "claim").expect(422);
    for event in ["revoke", "withdraw"] {
        step(&joke, &id, event).expect(422);
    }

    let seen = see(&samira, &id, paper("2026-11-03", "2029-11-03")).expect(200);
    assert_eq!(seen.at("/data/attributes/state"), "seen");
    assert_eq!(seen.at("/data/attributes/seen_by_name"), "Samira Haddou");
    assert_eq!(seen.at("/data/attributes/seen_on"), "2026-11-21");
    assert_eq!(seen.at("/data/attributes/counts_until"), "2029-12-03");
    // A mistake is mended; the history says who did what.
    see(&samira, &id, paper("2026-11-04", "2029-11-04")).expect(200);
    let history = joke.get(&format!("{CHECKS}/{id}/history")).expect(200);
    let events: Vec<Value> = history.json()["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["attributes"]["event"].clone())
        .collect();
    assert_eq!(events.len(), 4, "{events:?}");
    assert_eq!(joke.get(CHECKS).expect(200).ids(), [id.clone()]);
    step(&samira, &id, "revoke").expect(200);
    assert_eq!(state(&joke, &id), "revoked");
}

#[test]
fn what_is_noted_of_a_paper_is_right_and_holds_no_number() {
    let server = Server::start();
    let (application, _, samira) = applied(&server);
    let id = ask_for(&samira, &application, "vog").expect(201).id();
    for (field, said) in [
        ("issued_on", paper("2026-11-22", "2029-11-03")),
        ("issued_on", paper("2009-11-22", "2029-11-03")),
        ("issued_on", paper("3-11-2026", "2029-11-03")),
        ("valid_until", paper("2026-11-03", "2026-11-20")),
        ("valid_until", paper("2026-11-03", "2045-01-01")),
        (
            "note",
            json!({ "issued_on": "2026-11-03", "valid_until": "2029-11-03", "saw_it": true, "note": "nr. 5123 4567" }),
        ),
        (
            "saw_it",
            json!({ "issued_on": "2026-11-03", "valid_until": "2029-11-03" }),
        ),
    ] {
        let refused = see(&samira, &id, said).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{field}"));
    }
    assert_eq!(state(&samira, &id), "requested");
    let missing = see(&samira, &id, json!({ "saw_it": true })).expect(422);
    assert_eq!(missing.json()["errors"].as_array().unwrap().len(), 2);
    // A file has no place to go to.
    see(&samira, &id, json!({ "file": "/uploads/vog.pdf" })).expect(422);
    ask(&samira, json!({ "kind": "vog" })).expect(422);
    ask(
        &samira,
        json!({ "application_id": application, "kind": "passport" }),
    )
    .expect(422);
    ask(
        &samira,
        json!({ "application_id": "999999", "kind": "vog" }),
    )
    .expect(404);
}

#[test]
fn asking_and_taking_back_again_and_again_is_refused() {
    let server = Server::start();
    let (application, joke, samira) = applied(&server);
    for _ in 0..3 {
        let id = ask_for(&samira, &application, "vog").expect(201).id();
        step(&samira, &id, "withdraw").expect(200);
        assert_eq!(state(&joke, &id), "cancelled");
    }
    assert_eq!(
        ask_for(&samira, &application, "vog").expect(422).code(),
        "limit_reached"
    );
    assert_eq!(letters(&server, "check_requested").len(), 3);
    // What was shown can be noted all the same.
    note(&samira, &application, "vog", "2029-11-03").expect(201);
}

#[test]
fn both_sides_are_mailed_once_sixty_days_before_and_a_new_one_takes_its_place() {
    let server = Server::start();
    let (application, _, samira) = applied(&server);
    let id = note(&samira, &application, "vog", "2027-03-01")
        .expect(201)
        .id();
    assert_eq!(state(&samira, &id), "seen");
    assert_eq!(follow(&server), 0);
    set(&server, "2027-01-02");
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    assert_eq!(state(&samira, &id), "expiring");
    assert_eq!(follow(&server), 1);
    assert_eq!(follow(&server), 0);
    assert_eq!(
        letters(&server, "check_expires_60d"),
        ["joke@example.nl", "samira@example.nl"]
    );
    let attention = |client: &Client| {
        client
            .get(&format!("{CHECKS}?filter[needs_attention_eq]=true"))
            .expect(200)
            .ids()
    };
    assert_eq!(attention(&samira), [id.clone()]);

    let newer = ask(&samira, json!({ "replaces_id": id })).expect(201);
    assert_eq!(newer.at("/data/attributes/kind"), "vog");
    assert_eq!(newer.at("/data/attributes/replaces_id"), id);
    // Until the new one is seen the old one counts.
    assert_eq!(state(&joke, &id), "expiring");
    see(&samira, &newer.id(), paper("2027-01-01", "2030-01-01")).expect(200);
    assert_eq!(state(&joke, &id), "replaced");
    assert_eq!(attention(&samira), Vec::<String>::new());
    let order = samira.get(CHECKS).expect(200).ids();
    assert_eq!(order, [id.clone(), newer.id()]);
    // Taken back, the old one is what there is.
    step(&samira, &newer.id(), "revoke").expect(200);
    assert_eq!(state(&joke, &id), "expiring");
}

#[test]
fn who_is_placed_longer_than_a_check_counts_is_at_risk_and_goes_on() {
    let server = Server::start();
    let (application, _, samira) = applied(&server);
    let id = note(&samira, &application, "vog", "2027-03-01")
        .expect(201)
        .id();
    take(&samira, &application, "accept").expect(200);
    let at_risk = |client: &Client| {
        client
            .get(&format!("{CHECKS}?filter[at_risk_eq]=true"))
            .expect(200)
            .ids()
    };
    assert_eq!(at_risk(&samira), Vec::<String>::new());
    // Work that goes on until after the grace.
    let vacancy = |dates: &'static str| {
        server.arrange(move |tx| Ok(tx.execute("update vacancies set dates = ?1", [dates])?))
    };
    vacancy("[{\"day\": \"2027-03-31\"}]");
    assert_eq!(at_risk(&samira), Vec::<String>::new());
    vacancy("[{\"day\": \"2027-04-01\"}]");
    assert_eq!(at_risk(&samira), [id.clone()]);
    vacancy("[]");
    set(&server, "2027-05-01");
    let samira = server.as_superuser();
    assert_eq!(at_risk(&samira), [id.clone()]);
    assert_eq!(state(&samira, &id), "expired");
    // Nothing of what runs is stopped.
    let found = samira
        .get(&format!("/api/v1/applications/{application}"))
        .expect(200);
    assert_eq!(found.at("/data/attributes/stage"), "accepted");
    assert_eq!(
        found.at("/data/attributes/missing_checks/0/state"),
        "expired"
    );
    take(&samira, &application, "confirm_match").expect(200);
}

#[test]
fn a_check_goes_three_months_after_its_last_day_and_a_forgotten_request_after_a_year() {
    let server = Server::start();
    let (application, _, samira) = applied(&server);
    note(&samira, &application, "vog", "2027-01-10").expect(201);
    let asked = ask_for(&samira, &application, "first_aid").expect(201).id();
    let left = |day: &str| {
        set(&server, day);
        run(&server.app);
        server.arrange(|tx| {
            Ok(tx.query_row("select count(*) from checks", [], |row| {
                row.get::<_, i64>(0)
            })?)
        })
    };
    assert_eq!(left("2027-04-10"), 2);
    assert_eq!(left("2027-04-12"), 1);
    let told: i64 = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select count(*) from transitions where subject_type = 'checks' and subject_id <> ?1",
            [asked],
            |row| row.get(0),
        )?)
    });
    assert_eq!(told, 0);
    assert_eq!(left("2027-11-20"), 1);
    assert_eq!(left("2027-11-23"), 0);
}

#[test]
fn open_requests_end_with_the_organisation_and_with_the_account() {
    let server = Server::start();
    let (application, joke, samira) = applied(&server);
    let id = ask_for(&samira, &application, "vog").expect(201).id();
    let other = published(&samira, server.people.own, "Tuin opknappen");
    let mia = apply(&server.as_mentor(), &other).expect(201).id();
    let of_mia = ask_for(&samira, &mia, "vog").expect(201).id();
    let mentor: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select id from users where email = 'mentor@example.nl'",
            [],
            |row| row.get(0),
        )?)
    });
    server
        .as_admin()
        .put(
            &format!("/api/v1/users/{mentor}/archive"),
            &json!({ "reason": "Vroeg er zelf om, per telefoon." }),
        )
        .expect(200);
    assert_eq!(state(&server.as_center(), &of_mia), "cancelled");
    let own = server.people.own;
    server
        .as_center()
        .put(
            &format!("/api/v1/organizations/{own}"),
            &document("organizations", json!({ "status": "archived" })),
        )
        .expect(200);
    assert_eq!(state(&joke, &id), "cancelled");
}
