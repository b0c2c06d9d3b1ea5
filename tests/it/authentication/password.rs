//! Password reset and change: authorisation, rate limits and revoked sessions.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures::PASSWORD;
use crate::support::outbox::{a_minute_later, last, sent, token};
use crate::support::server::{Client, Reply, Server};

const PATH: &str = "/auth/password";
const ME: &str = "/api/v1/current_user";
const NEW: &str = "kastanje fiets woensdag";
const JOKE: &str = "joke@example.nl";

fn ask(server: &Server, email: &str) -> Reply {
    server.as_nobody().post(PATH, &json!({ "email": email }))
}

fn set(client: &Client, token: &str, password: &str) -> Reply {
    client.put(
        PATH,
        &json!({ "password": password, "password_confirmation": password, "reset_password_token": token }),
    )
}

fn sign_in(server: &Server, email: &str, password: &str) -> Reply {
    server.as_nobody().post(
        "/auth/sign_in",
        &json!({ "email": email, "password": password }),
    )
}

#[test]
fn a_forgotten_password_is_replaced_by_the_link_of_a_mail_once() {
    let server = Server::start();
    let (here, elsewhere) = (server.as_volunteer(), server.as_volunteer());
    ask(&server, " Joke@Example.NL ").expect(202);
    let link = last(&server, "password_reset", JOKE);
    assert!(
        link["path"]
            .as_str()
            .unwrap()
            .starts_with("/auth/reset?token=")
    );
    let token = token(&server, "password_reset", JOKE);
    let weak = set(&server.as_nobody(), &token, "Qwerty123456").expect(422);
    assert_eq!(weak.at("/errors/0/meta/rule"), "leaked");
    let done = set(&server.as_nobody(), &token, NEW).expect(200);
    assert_eq!(done.at("/data/attributes/email"), JOKE);
    assert_eq!(done.header("access-token"), "", "nobody is signed in by it");
    for session in [&here, &elsewhere] {
        assert_eq!(session.get(ME).expect(401).code(), "session_expired");
    }
    sign_in(&server, JOKE, PASSWORD).expect(401);
    sign_in(&server, JOKE, NEW).expect(200);
    let again = set(&server.as_nobody(), &token, "een heel ander woord").expect(410);
    assert_eq!(again.code(), "link_used");
    sign_in(&server, JOKE, NEW).expect(200);
    assert_eq!(
        sent(&server).last().unwrap(),
        &("password_changed".to_owned(), JOKE.to_owned())
    );
}

#[test]
fn whether_a_link_still_holds_is_said_before_a_password_is_chosen() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let look = |token: &str| {
        nobody.put(
            "/auth/password/link",
            &json!({ "reset_password_token": token }),
        )
    };
    ask(&server, JOKE).expect(202);
    let first = token(&server, "password_reset", JOKE);
    let state = |token: &str| look(token).expect(200).at("/meta/link").clone();
    for _ in 0..2 {
        assert_eq!(state(&first), "valid");
    }
    // That it holds no more is an answer, and no failure that a browser complains of.
    assert_eq!(state("1.onzin"), "expired");
    look("").expect(422);
    // Looking did not use it up.
    set(&nobody, &first, NEW).expect(200);
    assert_eq!(state(&first), "used");
    a_minute_later(&server);
    ask(&server, JOKE).expect(202);
    let second = token(&server, "password_reset", JOKE);
    assert_eq!(state(&second), "valid");
    server.clock.advance(SignedDuration::from_hours(24 * 30));
    assert_eq!(state(&second), "expired");
}

#[test]
fn asking_for_a_reset_tells_nobody_who_has_an_account() {
    let server = Server::start();
    let known = ask(&server, JOKE).expect(202);
    let unknown = ask(&server, "niemand@example.nl").expect(202);
    assert_eq!(
        known.text.replace(JOKE, ""),
        unknown.text.replace("niemand@example.nl", "")
    );
    let names = |reply: &Reply| -> Vec<String> {
        let mut names: Vec<_> = reply.headers.keys().map(ToString::to_string).collect();
        names.sort();
        names
    };
    assert_eq!(names(&known), names(&unknown));
    for _ in 0..4 {
        a_minute_later(&server);
        for email in [JOKE, "niemand@example.nl"] {
            ask(&server, email).expect(202);
        }
    }
    let letters = sent(&server);
    assert_eq!(letters.len(), 3, "no more in an hour: {letters:?}");
    server.clock.advance(SignedDuration::from_hours(1));
    ask(&server, JOKE).expect(202);
    assert_eq!(sent(&server).len(), 4);
    ask(&server, "geen adres").expect(422);
}

#[test]
fn the_link_of_a_reset_lives_two_hours_and_ends_with_the_next_one() {
    let server = Server::start();
    let nobody = server.as_nobody();
    ask(&server, JOKE).expect(202);
    let first = token(&server, "password_reset", JOKE);
    a_minute_later(&server);
    ask(&server, JOKE).expect(202);
    let second = token(&server, "password_reset", JOKE);
    assert_eq!(set(&nobody, &first, NEW).expect(410).code(), "link_expired");
    server.clock.advance(SignedDuration::from_hours(2));
    assert_eq!(
        set(&nobody, &second, NEW).expect(410).code(),
        "link_expired"
    );
    assert_eq!(
        set(&nobody, "onzin", NEW).expect(410).code(),
        "link_expired"
    );
    sign_in(&server, JOKE, PASSWORD).expect(200);
}

#[test]
fn a_new_password_takes_credentials_or_a_link_and_says_so() {
    let server = Server::start();
    let neither = server
        .as_nobody()
        .put(
            PATH,
            &json!({ "password": NEW, "password_confirmation": NEW }),
        )
        .expect(401);
    assert_eq!(
        neither.at("/errors/0/detail"),
        "You must provide either the uid, client and accessToken or the resetPasswordToken"
    );
    let half = server.as_nobody().with("uid", JOKE).with("client", "x");
    let lone = server.as_nobody().with("access-token", "x");
    for some in [&half, &lone] {
        let refused = some.put(PATH, &json!({ "password": NEW })).expect(401);
        assert_eq!(
            refused.at("/errors/0/detail"),
            neither.at("/errors/0/detail")
        );
    }
    let stale = half.with("access-token", "x");
    let refused = stale.put(PATH, &json!({ "password": NEW })).expect(401);
    assert_eq!(refused.code(), "session_expired");
}

#[test]
fn old_credentials_in_a_browser_do_not_stand_in_the_way_of_a_link() {
    let server = Server::start();
    ask(&server, JOKE).expect(202);
    let token = token(&server, "password_reset", JOKE);
    let stale = server
        .as_nobody()
        .with("uid", JOKE)
        .with("client", "x")
        .with("access-token", "x");
    set(&stale, &token, NEW).expect(200);
}

#[test]
fn who_is_signed_in_changes_the_password_and_ends_the_other_sessions() {
    let server = Server::start();
    let (here, elsewhere) = (server.as_volunteer(), server.as_volunteer());
    let change = |extra: Value| {
        let mut body = json!({ "password": NEW, "password_confirmation": NEW });
        for (name, value) in extra.as_object().unwrap() {
            body[name] = value.clone();
        }
        here.put(PATH, &body)
    };
    let unlike = change(json!({ "password_confirmation": "iets heel anders" })).expect(422);
    assert_eq!(unlike.pointer(), "/data/attributes/password_confirmation");
    // A session that has just begun is as good as the password; a wrong password is wrong all the same.
    let wrong = change(json!({ "current_password": "geraden" })).expect(422);
    assert_eq!(wrong.pointer(), "/data/attributes/current_password");
    change(json!({})).expect(200);
    here.get(ME).expect(200);
    elsewhere.get(ME).expect(401);
    assert_eq!(sent(&server)[0].0, "password_changed");
    sign_in(&server, JOKE, NEW).expect(200);

    server.clock.advance(SignedDuration::from_mins(16));
    let other = "gieter maandag lantaarn";
    here.put(PATH, &json!({ "password": other, "current_password": NEW }))
        .expect(200);
    sign_in(&server, JOKE, other).expect(200);
}

#[test]
fn the_credentials_of_a_session_are_enough_for_a_new_password_at_any_age() {
    let server = Server::start();
    let (here, elsewhere) = (server.as_volunteer(), server.as_volunteer());
    server.clock.advance(SignedDuration::from_hours(13 * 24));
    let form = json!({ "password": NEW, "password_confirmation": NEW });
    let wrong = json!({ "password": NEW, "current_password": "geraden" });
    here.put(PATH, &wrong).expect(422);
    elsewhere.get(ME).expect(200);
    here.put(PATH, &form).expect(200);
    here.get(ME).expect(200);
    elsewhere.get(ME).expect(401);
    assert_eq!(
        sent(&server).last().unwrap(),
        &("password_changed".to_owned(), JOKE.to_owned())
    );
    sign_in(&server, JOKE, NEW).expect(200);
    sign_in(&server, JOKE, PASSWORD).expect(401);
}

#[test]
fn who_holds_a_session_only_guesses_ten_times_at_the_password() {
    let server = Server::start();
    let joke = server.as_volunteer();
    server.clock.advance(SignedDuration::from_mins(16));
    let guess = |password: &str| {
        joke.put(
            PATH,
            &json!({ "password": NEW, "current_password": password }),
        )
    };
    for _ in 0..10 {
        guess("geraden").expect(422);
    }
    guess(PASSWORD).expect(429);
    server.clock.advance(SignedDuration::from_hours(1));
    guess(PASSWORD).expect(200);
}

#[test]
fn the_rule_for_passwords_is_the_same_everywhere() {
    let server = Server::start();
    let joke = server.as_volunteer();
    for (password, rule) in [
        ("elf tekens.", "too_short"),
        (&"lang woord ".repeat(12), "too_long"),
        ("1qaz2wsx3edc", "leaked"),
        ("vermeer fietst naar zee", "contains_own_data"),
        ("vrijwilligers2026!", "too_weak"),
    ] {
        let changed = joke.put(PATH, &json!({ "password": password })).expect(422);
        assert_eq!(changed.at("/errors/0/meta/rule"), rule, "{password}");
        assert_eq!(changed.pointer(), "/data/attributes/password");
        let form = json!({ "first_name": "Joke", "last_name": "Vermeer", "email": "els@example.com", "password": password, "accept_terms": true });
        let signed_up = server.as_nobody().post("/auth", &form).expect(422);
        assert_eq!(signed_up.at("/errors/0/meta/rule"), rule, "{password}");
    }
}

#[test]
fn a_reset_opens_an_account_that_was_never_confirmed_and_none_that_was_closed() {
    let server = Server::start();
    let form = json!({ "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": PASSWORD, "accept_terms": true });
    server.as_nobody().post("/auth", &form).expect(202);
    ask(&server, "els@example.com").expect(202);
    let reset = token(&server, "password_reset", "els@example.com");
    set(&server.as_nobody(), &reset, NEW).expect(200);
    sign_in(&server, "els@example.com", NEW).expect(200);
    // The link of the sign-up has nothing left to open, and above all no older password to set.
    let confirm = token(&server, "account_confirm", "els@example.com");
    server
        .as_nobody()
        .post("/api/v1/confirm", &json!({ "confirmation_token": confirm }))
        .expect(410);
    sign_in(&server, "els@example.com", NEW).expect(200);

    server.arrange(|tx| {
        Ok(tx.execute(
            "update users set status = 'archived' where email = 'joke@example.nl'",
            [],
        )?)
    });
    ask(&server, JOKE).expect(202);
    assert!(sent(&server).iter().all(|(_, to)| to != JOKE));
}
