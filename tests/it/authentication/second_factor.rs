//! Second factor: enrolment, verification, removal, and protection against guessing and code reuse.

use jiff::SignedDuration;
use serde_json::{Value, json};
use totp_rs::Builder;

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Reply, Server};

pub const FACTOR: &str = "/auth/second_factor";
pub const ME: &str = "/api/v1/current_user";

/// A server whose tenant demands a second factor of who runs it.
pub fn strict() -> Server {
    let server = Server::start();
    server.arrange(|tx| {
        Ok(tx.execute(
            "update settings set value = 'required' where name = 'second_factor'",
            [],
        )?)
    });
    server
}

pub fn sign_in(server: &Server, email: &str) -> (Client, Reply) {
    sign_in_as(server.as_nobody(), email)
}

pub fn sign_in_as(client: Client, email: &str) -> (Client, Reply) {
    let reply = client
        .post(
            "/auth/sign_in",
            &json!({ "email": email, "password": PASSWORD }),
        )
        .expect(200);
    let names = ["access-token", "client", "uid", "device-token"];
    let client = names.iter().fold(client, |client, name| {
        let value = reply.header(name);
        if value.is_empty() {
            client
        } else {
            client.with(name, value)
        }
    });
    (client, reply)
}

/// The code that an app with this secret shows now.
pub fn code(server: &Server, secret: &str) -> String {
    let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
    let app = Builder::new().with_secret(secret).build().unwrap();
    let now = u64::try_from(server.clock.now().as_second()).unwrap();
    app.generate(now).to_string()
}

/// Sets an app up and gives its secret and the recovery codes.
pub fn set_up(server: &Server, client: &Client) -> (String, Vec<String>) {
    let begun = client.post(FACTOR, &json!({})).expect(201);
    let secret = begun
        .at("/data/attributes/secret")
        .as_str()
        .unwrap()
        .to_owned();
    let proved = prove(client, &code(server, &secret)).expect(200);
    let codes = proved.at("/data/attributes/recovery_codes");
    let codes = codes.as_array().unwrap().iter();
    (
        secret,
        codes
            .map(|code| code.as_str().unwrap().to_owned())
            .collect(),
    )
}

pub fn prove(client: &Client, code: &str) -> Reply {
    client.put(FACTOR, &json!({ "code": code }))
}

fn recover(client: &Client, code: &str) -> Reply {
    client.put(FACTOR, &json!({ "recovery_code": code }))
}

fn later(server: &Server, seconds: i64) {
    server.clock.advance(SignedDuration::from_secs(seconds));
}

#[test]
fn a_code_works_once_also_when_the_clock_is_set_back() {
    let server = strict();
    let (client, _) = sign_in(&server, "admin@example.nl");
    let (secret, _) = set_up(&server, &client);
    let (second, _) = sign_in(&server, "admin@example.nl");
    // The code of the set-up itself.
    assert_eq!(
        prove(&second, &code(&server, &secret)).expect(422).code(),
        "invalid_code"
    );
    later(&server, 60);
    let used = code(&server, &secret);
    prove(&second, &used).expect(200);
    let (third, _) = sign_in(&server, "admin@example.nl");
    assert_eq!(prove(&third, &used).expect(422).code(), "invalid_code");
    later(&server, -30);
    assert_eq!(prove(&third, &used).expect(422).code(), "invalid_code");
    assert_eq!(
        prove(&third, &code(&server, &secret)).expect(422).code(),
        "invalid_code",
        "an earlier one is too late"
    );
    later(&server, 60);
    prove(&third, &code(&server, &secret)).expect(200);
    // One of some minutes ago.
    later(&server, 600);
    let old = code(&server, &secret);
    later(&server, 90);
    let (fourth, _) = sign_in(&server, "admin@example.nl");
    prove(&fourth, &old).expect(422);
}

#[test]
fn a_recovery_code_works_once_however_it_is_typed() {
    let server = strict();
    let (client, _) = sign_in(&server, "admin@example.nl");
    let (_, codes) = set_up(&server, &client);
    let (half, _) = sign_in(&server, "admin@example.nl");
    let typed = codes[0].to_uppercase().replace('-', " ").replace('0', "O");
    recover(&half, &typed).expect(200);
    half.get(ME).expect(200);
    assert_eq!(
        half.get(FACTOR)
            .expect(200)
            .at("/data/attributes/recovery_codes_left"),
        9
    );
    let (again, _) = sign_in(&server, "admin@example.nl");
    let refused = recover(&again, &codes[0]).expect(422);
    assert_eq!(
        (refused.code().as_str(), refused.pointer().as_str()),
        ("invalid_code", "/data/attributes/recovery_code")
    );
    // Somebody else's opens nothing.
    let (marieke, _) = sign_in(&server, "marieke@example.nl");
    recover(&marieke, &codes[1]).expect(422);
    set_up(&server, &marieke);
    let (marieke, _) = sign_in(&server, "marieke@example.nl");
    recover(&marieke, &codes[1]).expect(422);
    // New ones end the old ones, and take the password.
    let path = "/auth/second_factor/recovery_codes";
    assert_eq!(
        client.post(path, &json!({})).expect(422).pointer(),
        "/data/attributes/current_password"
    );
    let new = client
        .post(path, &json!({ "current_password": PASSWORD }))
        .expect(200)
        .at("/data/attributes/recovery_codes");
    assert_eq!(new.as_array().unwrap().len(), 10);
    recover(&again, &codes[2]).expect(422);
    recover(&again, new[0].as_str().unwrap()).expect(200);
    let stored: i64 = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select count(*) from recovery_codes where instr(cast(code_hash as text), ?1) > 0",
            [&codes[3]],
            |row| row.get(0),
        )?)
    });
    assert_eq!(stored, 0);
}

#[test]
fn five_wrong_codes_hold_for_ten_minutes_and_do_not_hold_the_owners_device() {
    let server = strict();
    let (owner, _) = sign_in(&server, "admin@example.nl");
    let (secret, _) = set_up(&server, &owner);
    later(&server, 30);
    let (stranger, _) = sign_in(&server, "admin@example.nl");
    for _ in 0..5 {
        prove(&stranger, "000000").expect(422);
    }
    let right = code(&server, &secret);
    let refused = prove(&stranger, &right).expect(429);
    assert!(refused.header("retry-after").parse::<i64>().unwrap() > 0);
    let (other, _) = sign_in(&server, "admin@example.nl");
    prove(&other, &right).expect(429);
    recover(&other, "0000-0000-0000").expect(429);
    // On the device from which somebody was in before.
    let (known, _) = sign_in_as(owner, "admin@example.nl");
    prove(&known, &right).expect(200);
    later(&server, 601);
    prove(&other, &code(&server, &secret)).expect(200);
}

#[test]
fn who_wants_to_has_one_and_puts_it_away_with_the_password() {
    let server = strict();
    let (joke, elsewhere) = (server.as_volunteer(), server.as_volunteer());
    let (secret, _) = set_up(&server, &joke);
    joke.get(ME).expect(200);
    assert_eq!(
        elsewhere.get(ME).expect(403).code(),
        "second_factor_needed",
        "it holds for what was open already"
    );
    later(&server, 30);
    prove(&elsewhere, &code(&server, &secret)).expect(200);
    for body in [json!({}), json!({ "current_password": "geraden" })] {
        let refused = joke.send("DELETE", FACTOR, Some(&body)).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/current_password");
    }
    joke.send(
        "DELETE",
        FACTOR,
        Some(&json!({ "current_password": PASSWORD })),
    )
    .expect(204);
    let (again, reply) = sign_in(&server, "joke@example.nl");
    assert_eq!(reply.at("/meta/second_factor"), Value::Null);
    again.get(ME).expect(200);
    assert_eq!(
        again
            .get(FACTOR)
            .expect(200)
            .at("/data/attributes/recovery_codes_left"),
        0
    );
}

#[test]
fn a_factor_that_is_demanded_stays() {
    let server = strict();
    let (admin, _) = sign_in(&server, "admin@example.nl");
    let (old, _) = set_up(&server, &admin);
    let refused = admin
        .send(
            "DELETE",
            FACTOR,
            Some(&json!({ "current_password": PASSWORD })),
        )
        .expect(422);
    assert_eq!(refused.code(), "last_second_factor");
    // Another telephone: the old one counts until the new one has.
    later(&server, 30);
    let begun = admin.post(FACTOR, &json!({})).expect(201);
    let (half, _) = sign_in(&server, "admin@example.nl");
    prove(&half, &code(&server, &old)).expect(200);
    let new = begun
        .at("/data/attributes/secret")
        .as_str()
        .unwrap()
        .to_owned();
    prove(&admin, &code(&server, &new)).expect(200);
    later(&server, 30);
    let (half, _) = sign_in(&server, "admin@example.nl");
    prove(&half, &code(&server, &old)).expect(422);
    prove(&half, &code(&server, &new)).expect(200);
}

#[test]
fn a_session_that_lies_open_gets_no_other_factor() {
    let server = strict();
    let (joke, _) = sign_in(&server, "joke@example.nl");
    later(&server, 16 * 60);
    for path in [FACTOR, "/auth/second_factor/passkeys/options"] {
        let client = joke.clone().with("host", "demo.localhost");
        let refused = client
            .post(path, &json!({ "purpose": "register" }))
            .expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/current_password");
        let body = json!({ "purpose": "register", "current_password": PASSWORD });
        assert!(client.post(path, &body).status < 300);
    }
}

#[test]
fn the_password_behind_a_session_is_not_guessed_there() {
    let server = Server::start();
    let joke = server.as_volunteer();
    set_up(&server, &joke);
    let ask = |password: &str| {
        joke.send(
            "DELETE",
            FACTOR,
            Some(&json!({ "current_password": password })),
        )
    };
    for _ in 0..10 {
        ask("geraden").expect(422);
    }
    ask(PASSWORD).expect(429);
    later(&server, 3601);
    ask(PASSWORD).expect(204);
}
