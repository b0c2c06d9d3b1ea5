//! Account enumeration by strangers: complete responses of every public operation are compared.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::delete_expired;

use crate::support::fixtures;
use crate::support::fixtures::PASSWORD;
use crate::support::outbox::sent;
use crate::support::server::{Reply, Server};

const TYPED: &str = "kastanje fiets woensdag";
const LATER: &str = "gieter maandag lantaarn";

/// Nobody's address, and one of every kind of account that there is.
const ADDRESSES: [&str; 8] = [
    "niemand@example.nl",
    "joke@example.nl",
    "admin@example.nl",
    "slaapt@example.nl",
    "gesloten@example.nl",
    "elders@example.nl",
    "gevraagd@example.nl",
    "nieuw@example.nl",
];

fn start() -> Server {
    let server =
        Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    let away = server.people.other_center;
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    server.arrange(move |tx| {
        fixtures::user(tx, "slaapt@example.nl", "Siep Slaper", 1, &hash)?;
        fixtures::user(tx, "gesloten@example.nl", "Geert Gesloten", 1, &hash)?;
        fixtures::user(tx, "elders@example.nl", "Eli Elders", away, &hash)?;
        let invited = fixtures::user(tx, "gevraagd@example.nl", "Gerda Gevraagd", 1, "")?;
        let waiting = fixtures::user(tx, "nieuw@example.nl", "Nel Nieuw", 1, &hash)?;
        tx.execute_batch(&format!(
            "update users set status = 'inactive' where email = 'slaapt@example.nl';
             update users set status = 'archived' where email = 'gesloten@example.nl';
             update users set status = 'invited', signup_method = 'createdByUser', confirmed_at = null, password_hash = null,
                              invited_at = '{}' where id = {invited};
             update users set status = 'inactive', confirmed_at = null where id = {waiting};",
            tx.now()
        ))?;
        Ok(())
    });
    server
}

/// All that a stranger sees of an answer, but for what differs between any two.
fn seen(reply: &Reply, email: &str) -> String {
    let request = reply.header("x-request-id").to_owned();
    let mut headers: Vec<String> = reply
        .headers
        .iter()
        .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()))
        .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
        .collect();
    headers.sort();
    let text = reply.text.replace(email, "ADDRESS");
    let text = if request.is_empty() {
        text
    } else {
        text.replace(&request, "REQUEST")
    };
    // As long as it says, less the address that is in it.
    let headers = headers.join("\n").replace(
        &format!("content-length: {}", reply.text.len()),
        "content-length: right",
    );
    format!("{}\n{headers}\n{text}", reply.status)
}

struct Stranger<'a> {
    server: &'a Server,
    place: std::cell::Cell<u32>,
}

impl Stranger<'_> {
    /// Asks the same for every address, from a new place each time, and gives the one answer.
    fn ask(&self, path: &str, body: impl Fn(&str) -> Value) -> Reply {
        let mut answers: Vec<(&str, String)> = Vec::new();
        let mut first = None;
        for email in ADDRESSES {
            self.place.set(self.place.get() + 1);
            let place = format!("192.0.2.{}", self.place.get() % 250);
            let client = self.server.as_nobody().with("x-forwarded-for", &place);
            let reply = client.post(path, &body(email));
            answers.push((email, seen(&reply, email)));
            first.get_or_insert(reply);
        }
        for (email, answer) in &answers {
            assert_eq!(*answer, answers[0].1, "{path} tells of {email}");
        }
        first.unwrap()
    }

    fn sign_up(&self, password: &str) {
        let reply = self.ask("/auth", |email| {
            json!({ "first_name": "Els", "last_name": "Kuiper", "email": email, "password": password, "accept_terms": true })
        });
        reply.expect(202);
    }

    fn sign_in(&self, password: &str) -> String {
        let reply = self.ask(
            "/auth/sign_in",
            |email| json!({ "email": email, "password": password }),
        );
        reply.expect(401).code()
    }

    fn later(&self, hours: i64) {
        self.server.clock.advance(SignedDuration::from_hours(hours));
    }
}

#[test]
fn signing_up_and_then_in_tells_a_stranger_nothing() {
    let server = start();
    let stranger = Stranger {
        server: &server,
        place: std::cell::Cell::new(0),
    };
    let again = |path: &str| stranger.ask(path, |email| json!({ "email": email }));
    assert_eq!(stranger.sign_in(TYPED), "invalid_credentials");
    stranger.sign_up(TYPED);
    assert_eq!(stranger.sign_in(TYPED), "unconfirmed");
    assert_eq!(stranger.sign_in(LATER), "invalid_credentials");
    again("/auth/confirmation").expect(202);
    assert_eq!(stranger.sign_in(TYPED), "unconfirmed");
    again("/auth/password").expect(202);
    assert_eq!(stranger.sign_in(TYPED), "unconfirmed");

    // A second form takes the place of the first; the fourth letter in an hour is too many, whoever it is for.
    stranger.sign_up(LATER);
    assert_eq!(stranger.sign_in(TYPED), "invalid_credentials");
    assert_eq!(stranger.sign_in(LATER), "unconfirmed");
    let refused = stranger.ask("/auth", |email| {
        json!({ "first_name": "Els", "last_name": "Kuiper", "email": email, "password": TYPED, "accept_terms": true })
    });
    assert_eq!(refused.expect(429).code(), "rate_limited");
    again("/auth/confirmation").expect(202);
    assert_eq!(stranger.sign_in(LATER), "unconfirmed");

    // A letter once more lives three days, and so does the answer; then it is over for all of them.
    stranger.later(50);
    again("/auth/confirmation").expect(202);
    stranger.later(71);
    assert_eq!(stranger.sign_in(LATER), "unconfirmed");
    stranger.later(2);
    assert_eq!(stranger.sign_in(LATER), "invalid_credentials");
    again("/auth/confirmation").expect(202);
    assert_eq!(stranger.sign_in(LATER), "invalid_credentials");
}

#[test]
fn an_organisations_form_tells_a_stranger_nothing_either() {
    let server = start();
    let stranger = Stranger {
        server: &server,
        place: std::cell::Cell::new(0),
    };
    for (number, email) in ADDRESSES.iter().enumerate() {
        let place = format!("198.51.100.{number}");
        let form = json!({ "data": { "type": "organizations", "attributes": {
            "name": format!("Buurttuin {number}"), "neighbourhood_initiative": true, "accept_terms": true,
            "address": { "postal_code": "5310 AB", "city": "Lindewaard" },
            "contact": { "first_name": "Els", "last_name": "Kuiper", "email": email, "password": TYPED },
        } } });
        let client = server.as_nobody().with("x-forwarded-for", &place);
        client
            .post("/api/v1/organizations/signup", &form)
            .expect(201);
    }
    assert_eq!(stranger.sign_in(TYPED), "unconfirmed");
    assert_eq!(stranger.sign_in(LATER), "invalid_credentials");
}

#[test]
fn what_a_stranger_typed_changes_nothing_for_the_owner() {
    let server = start();
    let stranger = Stranger {
        server: &server,
        place: std::cell::Cell::new(0),
    };
    let joke = server.as_volunteer();
    stranger.sign_up(TYPED);
    joke.get("/api/v1/current_user").expect(200);
    server.as_volunteer();
    server.as_admin();
    let sign_in = |email: &str, password: &str| {
        server.as_nobody().post(
            "/auth/sign_in",
            &json!({ "email": email, "password": password }),
        )
    };
    for (email, code) in [
        ("slaapt@example.nl", "account_inactive"),
        ("gesloten@example.nl", "account_inactive"),
        ("elders@example.nl", "wrong_center"),
    ] {
        assert_eq!(sign_in(email, PASSWORD).code(), code, "{email}");
    }
    // Who forgot that they have an account is told so again where only they read it.
    crate::support::outbox::a_minute_later(&server);
    let body = json!({ "email": "joke@example.nl" });
    server
        .as_nobody()
        .post("/auth/confirmation", &body)
        .expect(202);
    let theirs: Vec<String> = sent(&server)
        .into_iter()
        .filter(|(_, to)| to == "joke@example.nl")
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(theirs, ["account_exists", "account_exists"]);
}

#[test]
fn what_was_typed_is_gone_once_it_opened_the_account_and_after_three_days() {
    let server = start();
    let count = || {
        server.arrange(|tx| {
            Ok(
                tx.query_row("select count(*) from signup_attempts", [], |row| {
                    row.get::<_, i64>(0)
                })?,
            )
        })
    };
    let form = |email: &str| json!({ "first_name": "Els", "last_name": "Kuiper", "email": email, "password": TYPED, "accept_terms": true });
    for email in ["niemand@example.nl", "joke@example.nl"] {
        server.as_nobody().post("/auth", &form(email)).expect(202);
    }
    assert_eq!(count(), 2);
    let link = crate::support::outbox::token(&server, "account_confirm", "niemand@example.nl");
    let nobody = server.as_nobody();
    nobody
        .post("/api/v1/confirm", &json!({ "confirmation_token": link }))
        .expect(200);
    assert_eq!(count(), 1);
    nobody.clone().sign_in("niemand@example.nl", TYPED);
    server.clock.advance(SignedDuration::from_hours(73));
    let tenant = server.app.tenants().get("demo").unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    assert!(
        runtime
            .block_on(delete_expired(tenant.unguarded("test")))
            .unwrap()
            > 0
    );
    assert_eq!(count(), 0);
}
