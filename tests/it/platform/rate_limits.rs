//! Rate limits per client IP, and spoofed forwarding headers.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use axum::http::Method;
use jiff::SignedDuration;
use serde_json::json;
use voluntr::app::limits::rate_limits::{Counts, Per, TABLE};

use crate::support::server::{Reply, Server};

fn behind_a_proxy() -> Server {
    Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()])
}

#[test]
fn a_flood_of_any_public_change_from_one_address_is_refused_and_others_are_not() {
    let server = behind_a_proxy();
    let mut flooded = 0;
    for row in TABLE {
        let limit = row
            .limits
            .iter()
            .find(|limit| (limit.per, limit.counts) == (Per::Address, Counts::Requests));
        let Some(limit) = limit else { continue };
        let (method, path) = &row.calls[0];
        let path = path.replace("{token}", "bestaat-niet");
        let body = json!({});
        let ask = |from: &str| -> Reply {
            let client = server.as_nobody().with("x-forwarded-for", from);
            let body = (*method != Method::DELETE).then_some(&body);
            client.send(method.as_str(), &path, body)
        };
        // Every address of a /64 is one home.
        for number in 0..limit.rate.most {
            let answer = ask(&format!("2001:db8:0:1::{number:x}"));
            assert_ne!(answer.status, 429, "{method} {path}: number {number}");
        }
        let refused = ask("2001:db8:0:1:ffff::1").expect(429);
        let wait: i64 = refused.header("retry-after").parse().unwrap();
        assert!((1..=limit.rate.seconds).contains(&wait), "{path}: {wait}");
        if ![
            "/unsubscribe",
            "/profile-visible",
            "/still-right",
            "/renew",
            "/activity-registration",
        ]
        .iter()
        .any(|page| path.starts_with(page))
        {
            assert_eq!(refused.code(), "rate_limited", "{path}");
            let told = refused.at("/errors/0/detail").to_string();
            assert!(told.contains("opnieuw"), "{told}");
            let english = server
                .as_nobody()
                .with("x-forwarded-for", "2001:db8:0:1::1")
                .with("accept-language", "en")
                .send(method.as_str(), &path, None)
                .expect(429);
            let told = english.at("/errors/0/detail").to_string();
            assert!(told.contains("Try again"), "{told}");
        }
        assert_ne!(ask("2001:db8:0:2::1").status, 429, "{path}");
        flooded += 1;
    }
    assert!(flooded >= 16, "{flooded}");
    server.clock.advance(SignedDuration::from_hours(1));
    let again = server
        .as_nobody()
        .with("x-forwarded-for", "2001:db8:0:1::1");
    assert_ne!(again.post("/auth/password", &json!({})).status, 429);
}

#[test]
fn a_flood_of_letters_from_many_addresses_is_held_back_for_the_tenant() {
    let server = behind_a_proxy();
    let most = TABLE
        .iter()
        .find(|row| row.name == "ask_password")
        .and_then(|row| row.limits.iter().find(|limit| limit.per == Per::Tenant))
        .unwrap()
        .rate
        .most;
    let ask = |number: usize| {
        let from = format!(
            "10.{}.{}.{}",
            number >> 16,
            (number >> 8) & 255,
            number & 255
        );
        let client = server.as_nobody().with("x-forwarded-for", &from);
        client
            .send_text("POST", "/auth/password", Some("{}"))
            .status
    };
    for number in 0..most {
        assert_ne!(ask(number), 429, "{number}");
    }
    assert_eq!(ask(most), 429);
}

/// Sends one request as it stands, with headers in as many lines as it has.
fn raw(server: &Server, lines: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    write!(
        stream,
        "POST /auth/sign_in HTTP/1.1\r\nhost: demo.localhost\r\nconnection: close\r\n{lines}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_client_that_writes_a_line_of_its_own_does_not_choose_its_address() {
    let server = behind_a_proxy();
    // The proxy adds a line where it finds one; the client's stands first, and says something else each time.
    for guess in 0..10 {
        let body = json!({ "email": format!("niemand{guess}@example.nl"), "password": "geraden" });
        let lines = format!("x-forwarded-for: 9.9.9.{guess}\r\nx-forwarded-for: 203.0.113.7\r\n");
        let answer = raw(&server, &lines, &body.to_string());
        assert!(answer.contains("401"), "{answer}");
    }
    let body = json!({ "email": "wim@example.nl", "password": "geraden" }).to_string();
    let held = "x-forwarded-for: 9.9.9.99\r\nx-forwarded-for: 203.0.113.7\r\n";
    assert!(raw(&server, held, &body).contains("429"));
    let other = "x-forwarded-for: 203.0.113.7\r\nx-forwarded-for: 203.0.113.8\r\n";
    assert!(raw(&server, other, &body).contains("401"));
}

#[test]
fn every_change_of_a_person_is_counted_whatever_it_is_and_others_go_on() {
    let server = Server::start_with(|config| config.changes_per_minute = 10);
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let path = "/api/v1/current_user";
    let rename = |client: &crate::support::server::Client, name: &str| {
        let attributes = json!({ "first_name": name });
        client.patch(path, &crate::support::server::document("users", attributes))
    };
    for number in 0..10 {
        // What is refused for another reason is counted too.
        match number % 2 {
            0 => drop(rename(&joke, "Joke").expect(200)),
            _ => drop(joke.put("/api/v1/volunteer_profiles/current", &json!({ "data": 1 }))),
        }
    }
    let refused = rename(&joke, "Jo").expect(429);
    assert_eq!(refused.code(), "rate_limited");
    assert_eq!(refused.header("retry-after"), "6");
    let told = refused.at("/errors/0/detail").to_string();
    assert!(told.contains("Wacht een minuut"), "{told}");
    let english = joke.get(path).expect(200);
    assert_eq!(english.at("/data/attributes/first_name"), "Joke");
    rename(&samira, "Sam").expect(200);
    server.clock.advance(SignedDuration::from_secs(6));
    rename(&joke, "Jo").expect(200);
    rename(&joke, "Joke").expect(429);
}
