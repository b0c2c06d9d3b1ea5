//! Registration over the Devise-compatible endpoints: sign-up, confirmation and resending the confirmation email.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures::PASSWORD;
use crate::support::outbox::{a_minute_later, sent, token};
use crate::support::server::{Reply, Server};

const ELS: &str = "els@example.com";
const THEIRS: &str = "gieter maandag lantaarn";
const CHOSEN: &str = "kastanje fiets woensdag";

fn sign_up(server: &Server, email: &str, password: &str) -> Reply {
    let form = json!({
        "first_name": "Els", "last_name": "Kuiper", "email": email, "password": password, "password_confirmation": password,
        "accept_terms": true, "locale": "en", "confirm_success_url": "https://evil.example/",
    });
    server.as_nobody().post("/auth", &form)
}

fn confirm(server: &Server, token: &str) -> Reply {
    server
        .as_nobody()
        .post("/api/v1/confirm", &json!({ "confirmation_token": token }))
}

fn resend(server: &Server, email: &str) -> Reply {
    server
        .as_nobody()
        .post("/auth/confirmation", &json!({ "email": email }))
}

fn sign_in(server: &Server, password: &str) -> Reply {
    server.as_nobody().post(
        "/auth/sign_in",
        &json!({ "email": ELS, "password": password }),
    )
}

#[test]
fn a_plain_form_signs_somebody_up_in_their_language() {
    let server = Server::start();
    let made = sign_up(&server, ELS, PASSWORD).expect(202);
    assert_eq!(
        made.json(),
        json!({ "data": null, "meta": { "sent_to": ELS } })
    );
    let (locale, data): (String, String) = server.arrange(|tx| {
        Ok(tx.query_row("select locale, data from outbox", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?)
    });
    assert_eq!(locale, "en");
    assert!(!data.contains("evil"), "where a link leads is ours to say");
    let status = confirm(&server, &token(&server, "account_confirm", ELS)).expect(200);
    assert_eq!(status.at("/data/attributes/status"), "active");
    assert_eq!(status.at("/meta/password_needed"), Value::Null);
    sign_in(&server, PASSWORD).expect(200);
}

#[test]
fn a_stranger_who_fills_in_the_form_after_the_owner_gets_no_password_onto_the_account() {
    let server = Server::start();
    sign_up(&server, ELS, PASSWORD).expect(202);
    // Within the minute: the letter of the owner has not even gone yet, and now carries the stranger's link.
    sign_up(&server, ELS, THEIRS).expect(202);
    let link = token(&server, "account_confirm", ELS);
    let opened = confirm(&server, &link).expect(200);
    assert_eq!(opened.at("/meta/password_needed"), true);
    // Neither opens it. What was typed last goes on being answered as before: whether the owner has followed the link
    // is nobody else's business.
    for (password, code) in [(PASSWORD, "invalid_credentials"), (THEIRS, "unconfirmed")] {
        assert_eq!(sign_in(&server, password).expect(401).code(), code);
    }
    // Who left that screen comes back to it by the letter, until a password is chosen.
    let again = confirm(&server, &link).expect(200);
    assert_eq!(again.at("/meta/password_needed"), true);
    // Who reads the mail chooses, with the same link.
    let set = |password: &str| {
        server.as_nobody().put(
            "/auth/password",
            &json!({ "password": password, "reset_password_token": link }),
        )
    };
    set(CHOSEN).expect(200);
    sign_in(&server, CHOSEN).expect(200);
    assert_eq!(set(THEIRS).expect(410).code(), "link_used");
    assert_eq!(confirm(&server, &link).expect(410).code(), "link_used");
}

#[test]
fn a_stranger_who_was_there_first_keeps_no_password_either() {
    let server = Server::start();
    sign_up(&server, ELS, THEIRS).expect(202);
    let theirs = token(&server, "account_confirm", ELS);
    server.clock.advance(SignedDuration::from_hours(5 * 24));
    sign_up(&server, ELS, PASSWORD).expect(202);
    assert_eq!(confirm(&server, &theirs).expect(410).code(), "link_expired");
    let opened = confirm(&server, &token(&server, "account_confirm", ELS)).expect(200);
    assert_eq!(opened.at("/meta/password_needed"), true);
    sign_in(&server, THEIRS).expect(401);
}

#[test]
fn a_form_filled_in_for_somebody_who_was_invited_opens_nothing_with_its_password() {
    let server = Server::start();
    let center = server.people.center;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "insert into users (email, status, signup_method, volunteer_center_id, created_at, updated_at)
             values ('els@example.com', 'invited', 'createdByUser', ?1, ?2, ?2)",
            (center, tx.now()),
        )?)
    });
    sign_up(&server, ELS, THEIRS).expect(202);
    let opened = confirm(&server, &token(&server, "account_confirm", ELS)).expect(200);
    assert_eq!(opened.at("/meta/password_needed"), true);
    sign_in(&server, THEIRS).expect(401);
}

#[test]
fn the_letter_comes_once_more_with_the_same_password_behind_it() {
    let server = Server::start();
    sign_up(&server, ELS, PASSWORD).expect(202);
    let first = token(&server, "account_confirm", ELS);
    a_minute_later(&server);
    let again = resend(&server, ELS).expect(202);
    assert_eq!(
        again.json(),
        json!({ "data": null, "meta": { "sent_to": ELS } })
    );
    assert_eq!(confirm(&server, &first).expect(410).code(), "link_expired");
    let opened = confirm(&server, &token(&server, "account_confirm", ELS)).expect(200);
    assert_eq!(opened.at("/meta/password_needed"), Value::Null);
    sign_in(&server, PASSWORD).expect(200);
}

#[test]
fn a_letter_once_more_does_not_make_a_doubtful_password_a_good_one() {
    let server = Server::start();
    sign_up(&server, ELS, PASSWORD).expect(202);
    sign_up(&server, ELS, THEIRS).expect(202);
    a_minute_later(&server);
    resend(&server, ELS).expect(202);
    let opened = confirm(&server, &token(&server, "account_confirm", ELS)).expect(200);
    assert_eq!(opened.at("/meta/password_needed"), true);
    sign_in(&server, THEIRS).expect(401);
}

#[test]
fn asking_for_the_letter_once_more_tells_nobody_who_has_an_account() {
    let server = Server::start();
    sign_up(&server, ELS, PASSWORD).expect(202);
    let texts: Vec<String> = [ELS, "joke@example.nl", "niemand@example.nl"]
        .iter()
        .map(|email| resend(&server, email).expect(202).text.replace(email, ""))
        .collect();
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    for _ in 0..4 {
        a_minute_later(&server);
        resend(&server, ELS).expect(202);
    }
    let letters = sent(&server);
    assert!(letters.iter().all(|(_, to)| to == ELS), "{letters:?}");
    // The one of the form, merged with the first within the minute, and one more: three were asked for in the hour.
    assert_eq!(letters.len(), 2, "{letters:?}");
}
