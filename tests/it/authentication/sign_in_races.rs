//! Race conditions around password verification, which is slow: its result counts only if the credentials are still
//! valid afterwards.

use std::time::Duration;

use serde_json::json;

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Reply, Server};

const JOKE: &str = "joke@example.nl";

/// Keeps the pool of the hashes busy until it is dropped: whoever comes after waits.
fn keep_hashing(server: &Server) -> tokio::sync::OwnedSemaphorePermit {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime
        .block_on(server.app.hasher().occupy())
        .expect("the pool is open")
}

fn tries(server: &Server) -> i64 {
    server.arrange(|tx| Ok(tx.query_row("select count(*) from attempts", [], |row| row.get(0))?))
}

fn sessions(server: &Server) -> (i64, i64) {
    server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*), count(second_factor_at) from sessions where revoked_at is null",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?)
    })
}

/// Asks for something with a password, and runs `sql` while the password waits to be verified.
fn race(server: &Server, sql: &'static str, ask: impl FnOnce() -> Reply + Send + 'static) -> Reply {
    let busy = keep_hashing(server);
    let before = tries(server);
    let asked = std::thread::spawn(ask);
    // A try is written down right before its password waits for its turn.
    while tries(server) == before {
        assert!(!asked.is_finished(), "{:?}", asked.join().unwrap());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        server.arrange(move |tx| Ok(tx.execute(sql, [])?)) > 0,
        "{sql}"
    );
    assert!(!asked.is_finished(), "it waits for its turn");
    drop(busy);
    asked.join().unwrap()
}

fn sign_in_while(server: &Server, sql: &'static str) -> Reply {
    let client = server.as_nobody();
    race(server, sql, move || {
        client.post(
            "/auth/sign_in",
            &json!({ "email": JOKE, "password": PASSWORD }),
        )
    })
}

#[test]
fn a_sign_in_under_way_does_not_survive_what_ends_it() {
    for (sql, status, code) in [
        (
            "update users set password_hash = 'another' where email = 'joke@example.nl'",
            401,
            "invalid_credentials",
        ),
        (
            "update users set password_hash = null where email = 'joke@example.nl'",
            401,
            "invalid_credentials",
        ),
        (
            "update users set status = 'archived' where email = 'joke@example.nl'",
            401,
            "account_inactive",
        ),
        (
            "update users set status = 'inactive', confirmed_at = null where email = 'joke@example.nl'",
            401,
            "account_inactive",
        ),
        (
            "update users set email = 'other@example.nl' where email = 'joke@example.nl'",
            401,
            "invalid_credentials",
        ),
    ] {
        let server = Server::start();
        let reply = sign_in_while(&server, sql);
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (status, code),
            "{sql}"
        );
        assert_eq!(sessions(&server), (0, 0), "{sql}");
    }
}

#[test]
fn a_sign_in_under_way_is_half_a_session_once_a_second_factor_is_set_up() {
    let server = Server::start();
    let reply = sign_in_while(
        &server,
        "insert into second_factors (user_id, kind, secret, created_at, confirmed_at)
         select id, 'totp', x'00', created_at, created_at from users where email = 'joke@example.nl'",
    )
    .expect(200);
    assert_eq!(
        reply.at("/meta/second_factor/is_set_up"),
        json!(true),
        "{}",
        reply.text
    );
    let client = ["access-token", "client", "uid"]
        .iter()
        .fold(server.as_nobody(), |client, name| {
            client.with(name, reply.header(name))
        });
    assert_eq!(
        client.get("/api/v1/current_user").expect(403).code(),
        "second_factor_needed"
    );
    assert_eq!(sessions(&server), (1, 0));
}

#[test]
fn a_password_given_along_opens_nothing_once_it_is_another() {
    let server = Server::start();
    let client = server.as_volunteer();
    let form = json!({ "email": "new@example.nl", "current_password": PASSWORD });
    let reply = race(
        &server,
        "update users set password_hash = 'another' where email = 'joke@example.nl'",
        move || client.put("/api/v1/current_user/email", &form),
    );
    assert_eq!(
        reply.expect(422).pointer(),
        "/data/attributes/current_password"
    );
    let wished: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from users where unconfirmed_email is not null",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(wished, 0);
}
