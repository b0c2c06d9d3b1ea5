//! Change of email address: confirmed at the new address before it takes effect, reported to both.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures::PASSWORD;
use crate::support::outbox::{last, sent, token};
use crate::support::server::{Client, Reply, Server};

const ME: &str = "/api/v1/current_user";
const PATH: &str = "/api/v1/current_user/email";
const OLD: &str = "joke@example.nl";
const NEW: &str = "joke@nieuw.example";

fn wish(client: &Client, email: &str) -> Reply {
    client.put(
        PATH,
        &json!({ "email": email, "current_password": PASSWORD }),
    )
}

fn confirm(server: &Server, token: &str) -> Reply {
    server
        .as_nobody()
        .post("/api/v1/confirm_email", &json!({ "email_token": token }))
}

fn sign_in(server: &Server, email: &str) -> Reply {
    server.as_nobody().post(
        "/auth/sign_in",
        &json!({ "email": email, "password": PASSWORD }),
    )
}

#[test]
fn a_new_address_counts_once_it_is_proved() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let asked = wish(&joke, NEW).expect(202);
    assert_eq!(
        asked.json(),
        json!({ "data": null, "meta": { "sent_to": NEW } })
    );
    let me = joke.get(ME).expect(200);
    assert_eq!(me.at("/data/attributes/email"), OLD);
    assert_eq!(me.at("/data/attributes/unconfirmed_email"), NEW);
    sign_in(&server, NEW).expect(401);
    let path = last(&server, "account_confirm", NEW)["path"].clone();
    assert!(path.as_str().unwrap().starts_with("/confirm?email_token="));
    let link = token(&server, "account_confirm", NEW);
    let changed = confirm(&server, &link).expect(200);
    assert_eq!(changed.at("/data/attributes/email"), NEW);
    joke.get(ME).expect(401);
    sign_in(&server, OLD).expect(401);
    sign_in(&server, NEW).expect(200);
    let told: Vec<String> = sent(&server)
        .into_iter()
        .filter(|(kind, _)| kind == "email_changed")
        .map(|(_, to)| to)
        .collect();
    assert_eq!(told, [OLD, NEW]);
    assert_eq!(confirm(&server, &link).expect(410).code(), "link_used");
}

#[test]
fn another_address_takes_the_password_even_in_a_young_session() {
    let server = Server::start();
    let joke = server.as_volunteer();
    for (given, rule) in [
        (Value::Null, "required"),
        (json!("geraden"), "current_password"),
    ] {
        let refused = joke
            .put(PATH, &json!({ "email": NEW, "current_password": given }))
            .expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/current_password");
        assert_eq!(refused.at("/errors/0/meta/rule"), rule);
    }
    wish(&joke, "geen adres").expect(422);
    wish(&joke, OLD).expect(422);
    assert_eq!(sent(&server), []);
    server
        .as_nobody()
        .put(PATH, &json!({ "email": NEW, "current_password": PASSWORD }))
        .expect(401);
}

#[test]
fn an_address_of_somebody_else_gets_the_same_answer_and_changes_nothing() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let free = wish(&joke, NEW).expect(202);
    let taken = wish(&joke, "samira@example.nl").expect(202);
    assert_eq!(
        free.text.replace(NEW, ""),
        taken.text.replace("samira@example.nl", "")
    );
    let me = joke.get(ME).expect(200);
    assert_eq!(
        me.at("/data/attributes/unconfirmed_email"),
        "samira@example.nl"
    );
    let (kind, to) = sent(&server).pop().unwrap();
    assert_eq!(
        (kind.as_str(), to.as_str()),
        ("account_exists", "samira@example.nl")
    );
    // The first link died with the second wish.
    let first = token(&server, "account_confirm", NEW);
    assert_eq!(confirm(&server, &first).expect(410).code(), "link_expired");
    sign_in(&server, "samira@example.nl").expect(200);
}

#[test]
fn an_address_that_was_taken_in_the_meantime_stays_its_owners() {
    let server = Server::start();
    let joke = server.as_volunteer();
    wish(&joke, "samen@example.nl").expect(202);
    server.arrange(|tx| {
        Ok(tx.execute(
            "update users set email = 'samen@example.nl' where email = 'wim@example.nl'",
            [],
        )?)
    });
    let link = token(&server, "account_confirm", "samen@example.nl");
    confirm(&server, &link).expect(422);
    assert_eq!(joke.get(ME).expect(200).at("/data/attributes/email"), OLD);
}

#[test]
fn a_wish_is_taken_back_and_runs_out_after_a_day() {
    let server = Server::start();
    let joke = server.as_volunteer();
    wish(&joke, NEW).expect(202);
    let link = token(&server, "account_confirm", NEW);
    joke.delete(PATH).expect(204);
    joke.delete(PATH).expect(204);
    let me = joke.get(ME).expect(200);
    assert_eq!(me.at("/data/attributes/unconfirmed_email"), Value::Null);
    assert_eq!(confirm(&server, &link).expect(410).code(), "link_expired");
    server.clock.advance(SignedDuration::from_mins(2));
    wish(&joke, NEW).expect(202);
    let link = token(&server, "account_confirm", NEW);
    server.clock.advance(SignedDuration::from_hours(24));
    assert_eq!(confirm(&server, &link).expect(410).code(), "link_expired");
}

#[test]
fn a_reset_at_the_old_address_stops_a_move_that_a_thief_began() {
    let server = Server::start();
    let thief = server.as_volunteer();
    wish(&thief, "dief@example.com").expect(202);
    let link = token(&server, "account_confirm", "dief@example.com");
    server
        .as_nobody()
        .post("/auth/password", &json!({ "email": OLD }))
        .expect(202);
    let reset = token(&server, "password_reset", OLD);
    server
        .as_nobody()
        .put(
            "/auth/password",
            &json!({ "password": "kastanje fiets woensdag", "reset_password_token": reset }),
        )
        .expect(200);
    assert_eq!(confirm(&server, &link).expect(410).code(), "link_expired");
}
