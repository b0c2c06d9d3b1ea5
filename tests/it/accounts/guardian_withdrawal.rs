//! Withdrawal of guardian consent over its own link (docs/decisions/0014).

use serde_json::{Value, json};

use crate::accounts::guardian::{ME, YOUNG, sign_up, signed_in, token};
use crate::applications::stages::{PATH, apply, letters};
use crate::data::retention::{run, set, text};
use crate::support::fixtures::published;
use crate::support::server::{Client, Reply, Server};

const SHOW: &str = "/api/v1/guardian_consents/show";
const ANSWER: &str = "/api/v1/guardian_consents/answer";
const PARENT: &str = "walnootmoeder@spoor.example";

/// Somebody of fourteen with a yes.
fn agreed(server: &Server) -> Client {
    sign_up(server, "2012-05-01", Some(PARENT)).expect(202);
    let nobody = server.as_nobody();
    let confirmation = json!({ "confirmation_token": token(server, "account_confirm") });
    nobody.post("/api/v1/confirm", &confirmation).expect(200);
    let yes = json!({ "guardian_token": token(server, "guardian_consent"), "is_given": true });
    nobody.post(ANSWER, &yes).expect(200);
    signed_in(server)
}

fn say(server: &Server, is_given: bool) -> Reply {
    let said = json!({ "guardian_token": token(server, "guardian_thanks"), "is_given": is_given });
    server.as_nobody().post(ANSWER, &said)
}

#[test]
fn a_parent_takes_the_yes_back_by_the_link_of_the_letter_that_confirmed_it() {
    let server = Server::start();
    let sproetje = agreed(&server);
    assert_eq!(letters(&server, "guardian_thanks"), [PARENT]);
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    let application = apply(&sproetje, &vacancy).expect(201).id();
    let link = json!({ "guardian_token": token(&server, "guardian_thanks") });
    let nobody = server.as_nobody();
    for _ in 0..2 {
        let shown = nobody.post(SHOW, &link).expect(200);
        assert_eq!(shown.at("/data/attributes/is_given"), true);
        assert_eq!(shown.at("/data/attributes/first_name"), "Sproetje");
    }
    assert_eq!(
        say(&server, true).expect(422).pointer(),
        "/data/attributes/is_given"
    );
    say(&server, false).expect(200);

    // The account is closed like any that is closed: what was open is withdrawn, and the organisation is told.
    assert_eq!(sproetje.get(ME).expect(401).code(), "session_expired");
    let seen = server
        .as_superuser()
        .get(&format!("{PATH}/{application}"))
        .expect(200);
    assert_eq!(seen.at("/data/attributes/stage"), "withdrawn");
    assert_eq!(
        letters(&server, "application_withdrawn"),
        ["samira@example.nl"]
    );
    assert_eq!(letters(&server, "account_archived"), [YOUNG]);
    assert_eq!(letters(&server, "guardian_withdrawn"), [PARENT]);
    let path = text(
        &server,
        "select coalesce(json_extract(data, '$.path'), '-') from outbox where kind = 'account_archived'",
    );
    assert_eq!(path, "-", "no way back by themselves");
    assert_eq!(nobody.post(SHOW, &link).expect(410).code(), "link_used");
    assert_eq!(say(&server, false).expect(410).code(), "link_used");
    assert_eq!(text(&server, "select count(*) || '' from guardians"), "0");
    // Thirty days later nothing is left.
    set(&server, "2026-12-22");
    run(&server.app);
    let left = "select coalesce(first_name, '-') from users where id = 10";
    assert_eq!(text(&server, left), "-");
}

#[test]
fn who_is_let_in_again_by_the_centre_needs_a_yes_anew() {
    let server = Server::start();
    agreed(&server);
    say(&server, false).expect(200);
    let id = text(
        &server,
        "select id || '' from users where status = 'archived'",
    );
    let centre = server.as_center();
    centre
        .put(&format!("/api/v1/users/{id}/reactivate"), &json!({}))
        .expect(200);
    let sproetje = signed_in(&server);
    assert_eq!(
        sproetje.get(ME).expect(200).at("/meta/guardian/state"),
        "wanted"
    );
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    assert_eq!(
        apply(&sproetje, &vacancy).expect(403).code(),
        "consent_missing"
    );
    // The clock gives them their days, and the guardian another letter.
    run(&server.app);
    assert_eq!(
        text(&server, "select status from users where id = 10"),
        "active"
    );
    sproetje
        .post("/api/v1/me/guardian", &json!({ "email": PARENT }))
        .expect(202);
    let yes = json!({ "guardian_token": token(&server, "guardian_consent"), "is_given": true });
    server.as_nobody().post(ANSWER, &yes).expect(200);
    assert_eq!(
        sproetje.get(ME).expect(200).at("/meta/guardian"),
        Value::Null
    );
    apply(&sproetje, &vacancy).expect(201);
}

#[test]
fn who_is_old_enough_needs_no_yes_that_could_be_taken_back() {
    let server = Server::start();
    let sproetje = agreed(&server);
    server.arrange(|tx| {
        Ok(tx.execute(
            "update users set birth_date = '2008-05-01' where id = 10",
            [],
        )?)
    });
    assert_eq!(say(&server, false).expect(410).code(), "link_used");
    sproetje.get(ME).expect(200);
}
