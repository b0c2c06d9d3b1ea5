//! Sessions and known devices: listing and revoking, new-device notices, and resistance to lockout by third parties.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::authentication::second_factor::{sign_in, sign_in_as};
use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Reply, Server};

const ME: &str = "/api/v1/current_user";
const SESSIONS: &str = "/api/v1/sessions";
const FIREFOX: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

fn attempt(client: &Client, email: &str, password: &str) -> Reply {
    client.post(
        "/auth/sign_in",
        &json!({ "email": email, "password": password }),
    )
}

fn letters(server: &Server) -> Vec<Value> {
    server.arrange(|tx| {
        let mut statement =
            tx.prepare("select data from outbox where kind = 'new_device' order by id")?;
        let rows = statement
            .query_map([], |row| row.get::<_, String>(0))?
            .collect::<Result<Vec<_>, _>>()?;
        Ok(rows
            .iter()
            .map(|row| serde_json::from_str(row).unwrap())
            .collect())
    })
}

#[test]
fn one_sees_where_one_is_signed_in_and_ends_it() {
    let server = Server::start();
    let joke = sign_in_as(
        server.as_nobody().with("user-agent", FIREFOX),
        "joke@example.nl",
    )
    .0;
    server.clock.advance(SignedDuration::from_mins(1));
    let phone = server.as_volunteer();
    let list = joke.get(SESSIONS).expect(200);
    assert_eq!(list.ids().len(), 2, "{}", list.text);
    let row = |current: bool| -> Value {
        let rows = list.at("/data");
        let row = rows
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["attributes"]["is_current"] == current);
        row.unwrap().clone()
    };
    let own = row(true);
    assert_eq!(own["attributes"]["device"], "Firefox, Windows");
    assert_eq!(own["attributes"]["is_impersonation"], false);
    assert_eq!(own["attributes"]["created_at"], "2026-11-21T09:00:00Z");
    assert_eq!(own["attributes"]["expires_at"], "2027-02-19T09:00:00Z");
    assert!(
        !list.text.contains("hash") && !list.text.contains("client"),
        "{}",
        list.text
    );
    joke.delete(&format!(
        "{SESSIONS}/{}",
        row(false)["id"].as_str().unwrap()
    ))
    .expect(204);
    assert_eq!(phone.get(ME).expect(401).code(), "session_expired");
    assert_eq!(joke.get(SESSIONS).expect(200).ids().len(), 1);

    let others = [server.as_volunteer(), server.as_volunteer()];
    joke.delete(SESSIONS).expect(204);
    for other in others {
        other.get(ME).expect(401);
    }
    joke.get(ME).expect(200);
}

#[test]
fn nobody_sees_or_ends_the_sessions_of_somebody_else() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let id = joke.get(SESSIONS).expect(200).ids()[0].clone();
    for client in [server.as_admin(), server.as_center(), server.as_superuser()] {
        assert!(!client.get(SESSIONS).expect(200).ids().contains(&id));
        client.delete(&format!("{SESSIONS}/{id}")).expect(404);
        client.delete(SESSIONS).expect(204);
    }
    server.as_nobody().get(SESSIONS).expect(401);
    joke.get(ME).expect(200);
    // Sessions that are over are not listed, and cannot be ended again.
    server.clock.advance(SignedDuration::from_hours(13));
    for client in [server.as_admin(), server.as_center()] {
        assert_eq!(client.get(SESSIONS).expect(200).ids().len(), 1);
    }
    server.clock.advance(SignedDuration::from_hours(15 * 24));
    let again = server.as_volunteer();
    assert_eq!(again.get(SESSIONS).expect(200).ids().len(), 1);
    again.delete(&format!("{SESSIONS}/{id}")).expect(404);
}

#[test]
fn a_session_of_another_tenant_is_nobodys() {
    let server = Server::start();
    server.found_one_more("ander", &["ander.localhost"]);
    let at = |client: Client, host: &str| client.with("host", host);
    let (here, _) = sign_in_as(at(server.as_nobody(), "demo.localhost"), "admin@example.nl");
    for path in [ME, SESSIONS, "/auth/second_factor"] {
        assert_eq!(
            at(here.clone(), "ander.localhost")
                .get(path)
                .expect(401)
                .code(),
            "session_expired"
        );
    }
    at(here.clone(), "ander.localhost")
        .delete(SESSIONS)
        .expect(401);
    here.get(ME).expect(200);
}

#[test]
fn a_new_device_is_told_of_and_a_known_one_is_not() {
    let server = Server::start();
    let (first, reply) = sign_in(&server, "joke@example.nl");
    assert!(!reply.header("device-token").is_empty());
    assert!(
        letters(&server).is_empty(),
        "nothing is new about the first time"
    );
    let (again, reply) = sign_in_as(first, "joke@example.nl");
    assert_eq!(reply.header("device-token"), "", "it is known");
    server.clock.advance(SignedDuration::from_mins(2));
    sign_in_as(
        server.as_nobody().with("user-agent", FIREFOX),
        "joke@example.nl",
    );
    let told = letters(&server);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["device"], "Firefox, Windows");
    assert_eq!(told[0]["signed_in_at"], "2026-11-21T09:02:00Z");
    // Signing a device out forgets it.
    again.delete(SESSIONS).expect(204);
    server.clock.advance(SignedDuration::from_mins(2));
    let (known, _) = sign_in_as(again, "joke@example.nl");
    assert_eq!(letters(&server).len(), 1);
    let own = known.get(SESSIONS).expect(200);
    let rows = own.at("/data");
    let current = rows
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["attributes"]["is_current"] == true)
        .unwrap();
    known
        .delete(&format!("{SESSIONS}/{}", current["id"].as_str().unwrap()))
        .expect(204);
    server.clock.advance(SignedDuration::from_mins(2));
    sign_in_as(known, "joke@example.nl");
    assert_eq!(letters(&server).len(), 2);
}

#[test]
fn the_app_keeps_its_device_in_a_cookie_of_its_own() {
    let server = Server::start();
    let app = server.as_nobody().with("app-session", "cookie");
    let reply = attempt(&app, "joke@example.nl", PASSWORD).expect(200);
    assert_eq!(reply.header("device-token"), "");
    let cookies: Vec<&str> = reply
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|value| value.to_str().unwrap())
        .collect();
    let device = cookies
        .iter()
        .find(|cookie| cookie.starts_with("voluntr-device="))
        .unwrap();
    assert!(
        device.contains("HttpOnly")
            && device.contains("Path=/auth")
            && device.contains("SameSite=Lax"),
        "{device}"
    );
    let pair = device.split(';').next().unwrap();
    let again = attempt(
        &app.clone().with("cookie", &format!("a=b; {pair}")),
        "joke@example.nl",
        PASSWORD,
    )
    .expect(200);
    assert_eq!(
        again.headers.get_all("set-cookie").iter().count(),
        1,
        "it is known"
    );
    // Somebody else on the same computer: both are known from then on.
    let wim = attempt(
        &app.clone().with("cookie", pair),
        "wim@example.nl",
        PASSWORD,
    )
    .expect(200);
    let shared = wim
        .headers
        .get_all("set-cookie")
        .iter()
        .nth(1)
        .unwrap()
        .to_str()
        .unwrap();
    let shared = shared.split(';').next().unwrap();
    for email in ["joke@example.nl", "wim@example.nl"] {
        let known = attempt(&app.clone().with("cookie", shared), email, PASSWORD).expect(200);
        assert_eq!(known.headers.get_all("set-cookie").iter().count(), 1);
    }
    assert!(letters(&server).is_empty());
}

#[test]
fn strangers_lock_themselves_out_and_not_the_owner() {
    let server =
        Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    let from = |client: Client, address: &str| client.with("x-forwarded-for", address);
    let (owner, _) = sign_in(&server, "joke@example.nl");
    for guess in 0..10 {
        attempt(
            &from(server.as_nobody(), &format!("192.0.2.{guess}")),
            "joke@example.nl",
            "geraden",
        )
        .expect(401);
    }
    attempt(
        &from(server.as_nobody(), "198.51.100.1"),
        "joke@example.nl",
        PASSWORD,
    )
    .expect(429);
    attempt(
        &from(owner.clone(), "198.51.100.1"),
        "joke@example.nl",
        PASSWORD,
    )
    .expect(200);
    // The strangers are held all the same, also after the owner was in.
    attempt(
        &from(server.as_nobody(), "198.51.100.1"),
        "joke@example.nl",
        PASSWORD,
    )
    .expect(429);
    // Nor does one who sits in the same network hold the owner.
    for _ in 0..10 {
        attempt(
            &from(server.as_nobody(), "198.51.100.7"),
            "niemand@example.nl",
            "geraden",
        )
        .expect(401);
    }
    attempt(
        &from(server.as_nobody(), "198.51.100.7"),
        "wim@example.nl",
        PASSWORD,
    )
    .expect(429);
    attempt(
        &from(owner.clone(), "198.51.100.7"),
        "joke@example.nl",
        PASSWORD,
    )
    .expect(200);
    // A device that is known does not guess for ever either.
    for _ in 0..10 {
        attempt(&owner, "joke@example.nl", "geraden").expect(401);
    }
    attempt(&owner, "joke@example.nl", PASSWORD).expect(429);
    server.clock.advance(SignedDuration::from_mins(11));
    attempt(&owner, "joke@example.nl", PASSWORD).expect(200);
}

#[test]
fn a_device_that_somebody_planted_is_not_made_known() {
    let server = Server::start();
    // A stranger's own device, known for the stranger, put into the victim's browser.
    let (stranger, reply) = sign_in(&server, "wim@example.nl");
    let planted = reply.header("device-token").to_owned();
    let victim = server.as_nobody().with("device-token", &planted);
    let given = attempt(&victim, "joke@example.nl", PASSWORD).expect(200);
    assert!(!given.header("device-token").is_empty());
    for guess in 0..10 {
        let from = server
            .as_nobody()
            .with("x-forwarded-for", &format!("192.0.2.{guess}"));
        attempt(&from, "joke@example.nl", "geraden").expect(401);
    }
    attempt(
        &stranger.with("device-token", &planted),
        "joke@example.nl",
        PASSWORD,
    )
    .expect(429);
    for odd in ["x", "....", &"x".repeat(5000), "' or 1=1 --"] {
        attempt(
            &server.as_nobody().with("device-token", odd),
            "joke@example.nl",
            PASSWORD,
        )
        .expect(429);
    }
}

#[test]
fn a_clock_that_is_set_back_opens_nothing() {
    let server = Server::start();
    let before = server.as_volunteer();
    server.clock.advance(SignedDuration::from_hours(2));
    let ahead = server.as_volunteer();
    before.get(ME).expect(200);
    for _ in 0..10 {
        attempt(&server.as_nobody(), "joke@example.nl", "geraden").expect(401);
    }
    server.clock.advance(SignedDuration::from_hours(-2));
    assert_eq!(
        ahead.get(ME).expect(401).code(),
        "session_expired",
        "it has not begun"
    );
    before.get(ME).expect(200);
    // What was guessed while the clock was ahead locks nobody for hours.
    attempt(&server.as_nobody(), "joke@example.nl", PASSWORD).expect(200);
    // And no session lives longer for it.
    server.clock.advance(SignedDuration::from_hours(14 * 24));
    before.get(ME).expect(401);
}

#[test]
fn no_session_is_older_than_ninety_days_and_a_superusers_rests_twelve_hours() {
    let server = Server::start();
    let (joke, marieke) = (server.as_volunteer(), server.as_center());
    server.clock.advance(SignedDuration::from_hours(11));
    marieke.get(ME).expect(200);
    server.clock.advance(SignedDuration::from_hours(12));
    marieke.get(ME).expect(401);
    for _ in 0..8 {
        server.clock.advance(SignedDuration::from_hours(11 * 24));
        joke.get(ME).expect(200);
    }
    server.clock.advance(SignedDuration::from_hours(2 * 24));
    joke.get(ME).expect(401);
}
