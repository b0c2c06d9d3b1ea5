//! Rate limits per key, on operations that have a cost for others.

use jiff::SignedDuration;
use serde_json::json;

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Reply, Server};

fn sign_in(client: &Client, email: &str, password: &str) -> Reply {
    client.post(
        "/auth/sign_in",
        &json!({ "email": email, "password": password }),
    )
}

#[test]
fn nobody_is_flooded_with_letters_that_somebody_else_asks_for() {
    let server = Server::start();
    let form = json!({ "data": { "type": "user", "attributes": {
        "first_name": "Bo", "last_name": "Bakker", "email": "bo@example.nl",
        "password": "vier losse woorden samen", "accept_terms": true,
    } } });
    for _ in 0..3 {
        server
            .as_nobody()
            .post("/api/v1/users/sign_up", &form)
            .expect(202);
    }
    let refused = server
        .as_nobody()
        .post("/api/v1/users/sign_up", &form)
        .expect(429);
    assert_eq!(refused.code(), "rate_limited");
    assert_eq!(refused.header("retry-after"), "3600");
    server.clock.advance(SignedDuration::from_hours(1));
    server
        .as_nobody()
        .post("/api/v1/users/sign_up", &form)
        .expect(202);
    // A clock that was ahead and is set right again holds nobody back.
    server.clock.advance(SignedDuration::from_hours(-24 * 400));
    server
        .as_nobody()
        .post("/api/v1/users/sign_up", &form)
        .expect(202);
}

#[test]
fn a_home_has_one_lock_however_many_addresses_it_has_and_whatever_it_says_of_itself() {
    let server =
        Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    let from = |address: &str| server.as_nobody().with("x-forwarded-for", address);
    for guess in 0..10 {
        let email = format!("niemand{guess}@example.nl");
        sign_in(&from(&format!("2001:db8:0:1::{guess}")), &email, "geraden").expect(401);
        let claimed = format!("9.9.9.{guess}, 203.0.113.77:{}", 5000 + guess);
        sign_in(&from(&claimed), &email, "geraden").expect(401);
    }
    for locked in ["2001:db8:0:1:ffff::1", "9.9.9.99, 203.0.113.77:6000"] {
        sign_in(&from(locked), "wim@example.nl", PASSWORD).expect(429);
    }
    sign_in(&from("2001:db8:0:2::1"), "wim@example.nl", PASSWORD).expect(200);
}
