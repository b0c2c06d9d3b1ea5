//! Sign-in and sign-out: validity and lifetime of credentials, and limits on guessing.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Reply, Server};

const SIGN_IN: &str = "/auth/sign_in";
const ME: &str = "/api/v1/current_user";

fn attempt(client: &Client, email: &str, password: &str) -> Reply {
    client.post(SIGN_IN, &json!({ "email": email, "password": password }))
}

fn credentials(server: &Server) -> [(String, String); 3] {
    let reply = attempt(&server.as_nobody(), "joke@example.nl", PASSWORD).expect(200);
    ["access-token", "client", "uid"].map(|name| (name.to_owned(), reply.header(name).to_owned()))
}

fn with(client: Client, headers: &[(String, String)]) -> Client {
    headers
        .iter()
        .fold(client, |client, (name, value)| client.with(name, value))
}

#[test]
fn who_signs_in_gets_credentials_in_headers_and_themselves() {
    let server = Server::start();
    let reply = attempt(&server.as_nobody(), " Joke@Example.NL ", PASSWORD).expect(200);
    assert_eq!(reply.header("token-type"), "Bearer");
    assert_eq!(reply.header("uid"), "joke@example.nl");
    assert!(reply.header("access-token").len() >= 40 && reply.header("client").len() >= 40);
    let now = server.clock.now().as_second();
    assert!(reply.header("expiry").parse::<i64>().unwrap() > now);
    assert_eq!(reply.header("set-cookie"), "");
    assert_eq!(reply.at("/data/type"), "users");
    assert_eq!(reply.at("/data/attributes/email"), "joke@example.nl");
    assert!(!reply.text.contains("password"), "{}", reply.text);
    let stored: Vec<u8> = server
        .arrange(|tx| Ok(tx.query_row("select token_hash from sessions", [], |row| row.get(0))?));
    assert_ne!(
        stored,
        reply.header("access-token").as_bytes(),
        "only a hash is kept"
    );
}

#[test]
fn only_a_whole_and_right_set_of_credentials_opens_anything() {
    let server = Server::start();
    let right = credentials(&server);
    with(server.as_nobody(), &right).get(ME).expect(200);
    for missing in 0..3 {
        let mut half = right.to_vec();
        half.remove(missing);
        assert_eq!(
            with(server.as_nobody(), &half).get(ME).expect(401).code(),
            "not_signed_in"
        );
    }
    let other = credentials(&server);
    for wrong in 0..3 {
        for value in ["x".to_owned(), right[wrong].1.clone() + "x", " ".to_owned()] {
            let mut set = right.clone();
            set[wrong].1 = value;
            let refused = with(server.as_nobody(), &set).get(ME);
            assert_eq!(refused.status, 401, "{:?}", set[wrong]);
            let public = with(server.as_nobody(), &set).get("/api/v1/vacancies");
            assert!(matches!(public.status, 200 | 401), "{}", public.text);
        }
    }
    // The token of one session does not open another of the same person.
    let mixed = [right[0].clone(), other[1].clone(), right[2].clone()];
    with(server.as_nobody(), &mixed).get(ME).expect(401);
    let mut samiras = right.clone();
    samiras[2].1 = "samira@example.nl".to_owned();
    with(server.as_nobody(), &samiras).get(ME).expect(401);
}

#[test]
fn after_signing_out_nothing_of_the_session_is_left() {
    let server = Server::start();
    let (first, second) = (
        with(server.as_nobody(), &credentials(&server)),
        with(server.as_nobody(), &credentials(&server)),
    );
    let out = first.delete("/auth/sign_out").expect(204);
    assert!(
        out.header("set-cookie").contains("Max-Age=0"),
        "{}",
        out.header("set-cookie")
    );
    for path in [
        ME,
        "/auth/validate_token",
        "/api/v1/notifications",
        "/api/v1/vacancies",
    ] {
        assert_eq!(
            first.get(path).expect(401).code(),
            "session_expired",
            "{path}"
        );
    }
    second.get(ME).expect(200);
    // Old credentials stand in nobody's way.
    first.delete("/auth/sign_out").expect(204);
    attempt(&first, "joke@example.nl", PASSWORD).expect(200);
}

#[test]
fn a_session_ends_when_it_is_not_used() {
    let server = Server::start();
    let (joke, marieke, admin) = (server.as_volunteer(), server.as_center(), server.as_admin());
    let later = |hours: i64| server.clock.advance(SignedDuration::from_hours(hours));
    later(11);
    for client in [&joke, &marieke, &admin] {
        client.get(ME).expect(200);
    }
    later(12);
    for client in [&marieke, &admin] {
        assert_eq!(client.get(ME).expect(401).code(), "session_expired");
    }
    joke.get(ME).expect(200);
    for _ in 0..6 {
        later(13 * 24);
        joke.get(ME).expect(200);
    }
    later(12 * 24);
    joke.get(ME).expect(401);
    let again = server.as_volunteer();
    later(14 * 24);
    again.get(ME).expect(401);
}

#[test]
fn ten_wrong_guesses_lock_an_account_and_an_address_and_nobody_else() {
    let server =
        Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    let from = |address: &str| server.as_nobody().with("x-forwarded-for", address);
    for _ in 0..10 {
        assert_eq!(
            attempt(&from("192.0.2.1"), "joke@example.nl", "geraden")
                .expect(401)
                .code(),
            "invalid_credentials"
        );
    }
    for locked in [from("192.0.2.1"), from("192.0.2.2")] {
        let refused = attempt(&locked, "joke@example.nl", PASSWORD).expect(429);
        assert_eq!(refused.code(), "rate_limited");
        assert_eq!(refused.header("retry-after"), "600");
    }
    // Who comes back a while later hears how long it still is, not the whole of it again.
    server.clock.advance(SignedDuration::from_mins(4));
    let refused = attempt(&from("192.0.2.1"), "joke@example.nl", PASSWORD).expect(429);
    assert_eq!(refused.header("retry-after"), "360");
    attempt(&from("192.0.2.1"), "wim@example.nl", PASSWORD).expect(429);
    attempt(&from("192.0.2.2"), "wim@example.nl", PASSWORD).expect(200);
    server.clock.advance(SignedDuration::from_mins(6));
    attempt(&from("192.0.2.1"), "joke@example.nl", PASSWORD).expect(200);
}

#[test]
fn a_right_guess_forgets_the_wrong_ones_of_that_account() {
    let server =
        Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    for round in 0..3 {
        for guess in 0..6 {
            let client = server.as_nobody().with(
                "x-forwarded-for",
                &format!("192.0.2.{}", round * 10 + guess),
            );
            attempt(&client, "joke@example.nl", "geraden").expect(401);
        }
        attempt(
            &server.as_nobody().with("x-forwarded-for", "198.51.100.1"),
            "joke@example.nl",
            PASSWORD,
        )
        .expect(200);
    }
}

#[test]
fn an_unknown_address_and_a_wrong_password_get_the_same_answer() {
    let server = Server::start();
    let wrong = attempt(&server.as_nobody(), "joke@example.nl", "geraden");
    let unknown = attempt(&server.as_nobody(), "niemand@example.nl", "geraden");
    assert_eq!(
        (wrong.status, wrong.text.as_str()),
        (401, unknown.text.as_str())
    );
    assert_eq!(unknown.status, 401);
    for (status, code) in [
        ("inactive", "account_inactive"),
        ("archived", "account_inactive"),
    ] {
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update users set status = ?1 where email = 'joke@example.nl'",
                [status],
            )?)
        });
        let guessed = attempt(&server.as_nobody(), "joke@example.nl", "geraden");
        assert_eq!(
            guessed.expect(401).text,
            unknown.text,
            "nothing is told to who guesses"
        );
        assert_eq!(
            attempt(&server.as_nobody(), "joke@example.nl", PASSWORD)
                .expect(401)
                .code(),
            code
        );
        let told = attempt(&server.as_nobody(), "joke@example.nl", PASSWORD).at("/errors/0/meta");
        assert_eq!(
            told,
            json!({ "status": status, "restore_until": null }),
            "what helps differs"
        );
    }
}

#[test]
fn who_is_switched_off_is_out_at_once() {
    let server = Server::start();
    let joke = server.as_volunteer();
    joke.get(ME).expect(200);
    server.arrange(|tx| {
        Ok(tx.execute(
            "update users set status = 'archived' where email = 'joke@example.nl'",
            [],
        )?)
    });
    joke.get(ME).expect(401);
}

#[test]
fn the_app_gets_its_token_where_no_script_can_read_it() {
    let server = Server::start();
    let reply = attempt(
        &server.as_nobody().with("app-session", "cookie"),
        "joke@example.nl",
        PASSWORD,
    )
    .expect(200);
    assert_eq!(reply.header("access-token"), "");
    let cookie = reply.header("set-cookie").to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=") && cookie.contains("Path=/"),
        "{cookie}"
    );
    assert!(!cookie.contains("Secure"), "not over plain HTTP: {cookie}");
    let pair = cookie.split(';').next().unwrap().to_owned();
    assert!(!reply.text.contains(pair.split('=').nth(1).unwrap()));
    let cookie_only = server.as_nobody().with("cookie", &pair);
    cookie_only.get(ME).expect(401);
    cookie_only
        .clone()
        .with("client", reply.header("client"))
        .get(ME)
        .expect(401);
    let whole = cookie_only
        .with("client", reply.header("client"))
        .with("uid", reply.header("uid"));
    whole.get(ME).expect(200);
    let private = whole.get("/api/v1/vacancies").expect(200);
    assert!(
        private.at("/meta/can").is_array(),
        "not a visitor's answer: {}",
        private.text
    );
    whole.delete("/auth/sign_out").expect(204);
    whole.get(ME).expect(401);

    let behind =
        Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    let over_tls = behind
        .as_nobody()
        .with("app-session", "cookie")
        .with("x-forwarded-proto", "https");
    assert!(
        attempt(&over_tls, "joke@example.nl", PASSWORD)
            .expect(200)
            .header("set-cookie")
            .contains("Secure")
    );
}

#[test]
fn signing_up_tells_nobody_who_has_an_account() {
    let server = Server::start();
    let form = |email: &str| json!({ "data": { "type": "user", "attributes": { "first_name": "Els", "last_name": "Kuiper", "email": email, "password": PASSWORD, "password_confirmation": PASSWORD, "accept_terms": true } } });
    let path = "/api/v1/users/sign_up";
    let new = server
        .as_nobody()
        .post(path, &form("els@example.com"))
        .expect(202);
    let known = server
        .as_nobody()
        .post(path, &form("joke@example.nl"))
        .expect(202);
    assert_eq!(
        new.text.replace("els@example.com", ""),
        known.text.replace("joke@example.nl", "")
    );
    let kinds: Vec<(String, String)> = server.arrange(|tx| {
        let mut statement = tx.prepare("select to_email, kind from outbox order by id")?;
        let rows = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        Ok(rows)
    });
    assert_eq!(
        kinds,
        [
            ("els@example.com".to_owned(), "account_confirm".to_owned()),
            ("joke@example.nl".to_owned(), "account_exists".to_owned())
        ]
    );
    // Joke's password is still hers.
    attempt(&server.as_nobody(), "joke@example.nl", PASSWORD).expect(200);

    for (name, value, pointer) in [
        ("password", json!("kort"), "password"),
        (
            "password_confirmation",
            json!("iets heel anders"),
            "password_confirmation",
        ),
        ("accept_terms", json!(false), "accept_terms"),
        ("email", json!("geen adres"), "email"),
        ("first_name", json!("<script>"), "first_name"),
        ("last_name", Value::Null, "last_name"),
    ] {
        let mut bad = form("ander@example.com");
        bad["data"]["attributes"][name] = value;
        let refused = server.as_nobody().post(path, &bad).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{pointer}"));
    }
}

#[test]
fn a_link_in_a_mail_opens_an_account_once_and_not_for_ever() {
    let server = Server::start();
    let form = |email: &str| json!({ "data": { "attributes": { "first_name": "Els", "last_name": "Kuiper", "email": email, "password": PASSWORD, "accept_terms": true } } });
    let token = |email: &'static str| -> String {
        server.arrange(move |tx| {
            let data: String = tx.query_row("select data from outbox where to_email = ?1 and kind = 'account_confirm' order by id desc", [email], |row| row.get(0))?;
            Ok(data.split("token=").nth(1).unwrap().split('"').next().unwrap().to_owned())
        })
    };
    let confirm = |token: &str| {
        server
            .as_nobody()
            .post("/api/v1/confirm", &json!({ "confirmation_token": token }))
    };
    let nobody = server.as_nobody();
    for email in ["els@example.com", "laat@example.com"] {
        nobody
            .post("/api/v1/users/sign_up", &form(email))
            .expect(202);
        assert_eq!(
            attempt(&nobody, email, PASSWORD).expect(401).code(),
            "unconfirmed"
        );
    }
    let els = token("els@example.com");
    confirm(&els).expect(200);
    assert_eq!(confirm(&els).expect(410).code(), "link_used");
    attempt(&nobody, "els@example.com", PASSWORD).expect(200);
    let late = token("laat@example.com");
    nobody
        .post("/api/v1/users/sign_up", &form("laat@example.com"))
        .expect(202);
    let second = token("laat@example.com");
    assert_eq!(
        confirm(&late).expect(410).code(),
        "link_expired",
        "a newer link replaces an older one"
    );
    server.clock.advance(SignedDuration::from_hours(73));
    assert_eq!(confirm(&second).expect(410).code(), "link_expired");
    assert_eq!(confirm("onzin").expect(410).code(), "link_expired");
}
