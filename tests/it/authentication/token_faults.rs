//! Misuse of credentials and links: every invalid use and its response.

use jiff::SignedDuration;
use serde_json::json;

use crate::support::fixtures::PASSWORD;
use crate::support::outbox::token;
use crate::support::server::{Client, Reply, Server};

const ME: &str = "/api/v1/current_user";
const JOKE: &str = "joke@example.nl";
const NEW: &str = "kastanje fiets woensdag";
const NAMES: [&str; 3] = ["access-token", "client", "uid"];

fn sign_in(client: &Client) -> Reply {
    client
        .post(
            "/auth/sign_in",
            &json!({ "email": JOKE, "password": PASSWORD }),
        )
        .expect(200)
}

fn with(client: Client, reply: &Reply) -> Client {
    NAMES
        .iter()
        .fold(client, |client, name| client.with(name, reply.header(name)))
}

fn reset_token(server: &Server) -> String {
    server
        .as_nobody()
        .post("/auth/password", &json!({ "email": JOKE }))
        .expect(202);
    token(server, "password_reset", JOKE)
}

fn set(client: &Client, token: &str) -> Reply {
    client.put(
        "/auth/password",
        &json!({ "password": NEW, "password_confirmation": NEW, "reset_password_token": token }),
    )
}

#[test]
fn credentials_in_the_address_open_nothing_and_use_nothing_up() {
    let server = Server::start();
    let reply = sign_in(&server.as_nobody());
    let [access_token, client, uid] = NAMES.map(|name| reply.header(name).to_owned());
    for address in [
        format!("{ME}?access-token={access_token}&client={client}&uid={uid}"),
        format!("{ME}?ACCESS-TOKEN={access_token}"),
        format!("{ME}?%61ccess-token={access_token}"),
        format!("/?access-token={access_token}&client={client}&uid={uid}"),
    ] {
        let refused = server.as_nobody().get(&address).expect(400);
        assert!(!refused.text.contains(&access_token), "{}", refused.text);
    }
    let reset = reset_token(&server);
    let address = format!("/auth/password?reset_password_token={reset}");
    server
        .as_nobody()
        .put(&address, &json!({ "password": NEW }))
        .expect(400);
    for name in ["confirmation_token", "invitation_token", "email_token"] {
        let address = format!("/api/v1/confirm?{name}={reset}");
        server.as_nobody().post(&address, &json!({})).expect(400);
    }
    set(&server.as_nobody(), &reset).expect(200);
    // The page of a link is opened by a mail, and has its token in the address.
    for page in [
        "/auth/reset?token=x",
        "/confirm?invitation_token=x",
        "/confirm?email_token=x",
    ] {
        assert_ne!(server.as_nobody().get(page).status, 400, "{page}");
    }
}

#[test]
fn a_session_that_was_ended_stays_ended() {
    let server = Server::start();
    let reply = sign_in(&server.as_nobody());
    let joke = with(server.as_nobody(), &reply);
    joke.get(ME).expect(200);
    joke.delete("/auth/sign_out").expect(204);
    for path in [ME, "/auth/validate_token", "/api/v1/notifications"] {
        assert_eq!(joke.get(path).expect(401).code(), "session_expired");
    }
    // Not even beside a new session of the same person.
    let again = sign_in(&server.as_nobody());
    joke.get(ME).expect(401);
    let mixed = joke.with("client", again.header("client"));
    mixed.get(ME).expect(401);
}

#[test]
fn the_link_of_a_reset_works_once_also_when_it_is_used_twice_at_the_same_moment() {
    let server = Server::start();
    let reset = reset_token(&server);
    let mut answers: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..4)
            .map(|_| {
                let (client, reset) = (server.as_nobody(), reset.clone());
                scope.spawn(move || set(&client, &reset).status)
            })
            .collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    answers.sort_unstable();
    assert_eq!(answers, [200, 410, 410, 410]);
}

#[test]
fn a_link_serves_no_other_purpose_than_its_own() {
    let server = Server::start();
    let reset = reset_token(&server);
    let nobody = server.as_nobody();
    for (path, name) in [
        ("/api/v1/confirm", "confirmation_token"),
        ("/api/v1/confirm_email", "email_token"),
        ("/api/v1/invitations/show", "invitation_token"),
        ("/api/v1/applications/confirm", "token"),
    ] {
        let refused = nobody.post(path, &json!({ name: reset })).expect(410);
        assert_eq!(refused.code(), "link_expired", "{path}");
    }
    set(&nobody, &reset).expect(200);
}

#[test]
fn credentials_that_somebody_planted_are_not_taken_over_at_sign_in() {
    let server = Server::start();
    let planted = "planted-planted-planted-planted-planted-planted";
    let victim = server
        .as_nobody()
        .with("app-session", "cookie")
        .with("cookie", &format!("voluntr-token={planted}"))
        .with("access-token", planted)
        .with("client", planted)
        .with("uid", JOKE);
    let reply = sign_in(&victim);
    let cookie = reply.header("set-cookie").to_owned();
    assert!(cookie.starts_with("voluntr-token=") && !cookie.contains(planted));
    assert_ne!(reply.header("client"), planted);
    let thief = server
        .as_nobody()
        .with("access-token", planted)
        .with("uid", JOKE);
    for client in [planted, reply.header("client")] {
        thief.clone().with("client", client).get(ME).expect(401);
    }
    // A session that is there already is not the one that the next sign-in goes on with.
    let first = sign_in(&server.as_nobody());
    let second = sign_in(&with(server.as_nobody(), &first));
    for name in ["access-token", "client"] {
        assert_ne!(first.header(name), second.header(name));
    }
}

#[test]
fn what_belongs_to_one_tenant_is_nothing_at_another() {
    let server = Server::start();
    server.found_one_more("ander", &["ander.localhost"]);
    let joke = with(server.as_nobody(), &sign_in(&server.as_nobody()));
    let named = joke.clone().with("x-tenant", "ander").get(ME).expect(400);
    assert_eq!(named.code(), "tenant_mismatch");
    let there = joke.with("host", "ander.localhost");
    assert_eq!(there.get(ME).expect(401).code(), "session_expired");
    let reset = reset_token(&server);
    set(&server.as_nobody().with("host", "ander.localhost"), &reset).expect(410);
    set(&server.as_nobody().with("x-tenant", "ander"), &reset).expect(400);
    set(&server.as_nobody(), &reset).expect(200);
}

#[test]
fn a_session_that_ran_out_is_told_so_and_signs_in_anew() {
    let server = Server::start();
    let joke = with(server.as_nobody(), &sign_in(&server.as_nobody()));
    server.clock.advance(SignedDuration::from_hours(14 * 24));
    let refused = joke.get(ME).expect(401);
    assert_eq!(refused.code(), "session_expired");
    let set = joke
        .put("/auth/password", &json!({ "password": NEW }))
        .expect(401);
    assert_eq!(set.code(), "session_expired");
    let again = with(joke.clone(), &sign_in(&joke));
    again.get(ME).expect(200);
}

#[test]
fn a_clock_that_jumps_gives_nobody_more_time() {
    let server = Server::start();
    let jump = |hours: i64| server.clock.advance(SignedDuration::from_hours(hours));
    let joke = with(server.as_nobody(), &sign_in(&server.as_nobody()));
    let reset = reset_token(&server);
    // Set back by a month: what was made "in the future" does not live a month longer.
    jump(-30 * 24);
    assert_eq!(
        set(&server.as_nobody(), &reset).expect(410).code(),
        "link_expired"
    );
    sign_in(&server.as_nobody());
    // Set right again: the link has its two hours from when it was made, and the session its fortnight.
    jump(30 * 24);
    joke.get(ME).expect(200);
    set(&server.as_nobody(), &reset).expect(200);
    joke.get(ME).expect(401);
    // A year ahead: everything has ended, and nothing of it comes back when the clock does.
    let joke = with(
        server.as_nobody(),
        &server
            .as_nobody()
            .post("/auth/sign_in", &json!({ "email": JOKE, "password": NEW }))
            .expect(200),
    );
    jump(365 * 24);
    joke.get(ME).expect(401);
}

#[test]
fn somebody_of_another_centre_is_shown_the_way_to_their_own() {
    let server = Server::start();
    let elsewhere = server.as_nobody().with("host", "elders.localhost");
    let refused = elsewhere
        .post(
            "/auth/sign_in",
            &json!({ "email": JOKE, "password": PASSWORD }),
        )
        .expect(403);
    assert!(refused.text.contains("wrong center"), "{}", refused.text);
    // Not with a wrong password: only the owner is told where the account is at home.
    let guessed = elsewhere.post(
        "/auth/sign_in",
        &json!({ "email": JOKE, "password": "geraden" }),
    );
    assert_eq!(guessed.expect(401).code(), "invalid_credentials");
    let center = server.people.center;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update volunteer_centers set host = 'thuis.localhost' where id = ?1",
            [center],
        )?)
    });
    let reply = sign_in(&server.as_nobody());
    for path in [ME, "/auth/validate_token", "/api/v1/vacancies"] {
        let refused = with(elsewhere.clone(), &reply).get(path).expect(403);
        assert_eq!(refused.code(), "wrong_center", "{path}");
        assert!(refused.text.contains("wrong center"));
        assert_eq!(refused.at("/errors/0/meta/url"), "https://thuis.localhost/");
    }
    // A letter leads home, wherever it was asked for.
    elsewhere
        .post("/auth/password", &json!({ "email": JOKE }))
        .expect(202);
    let letter_of: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select volunteer_center_id from outbox where kind = 'password_reset'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(letter_of, center);
}
