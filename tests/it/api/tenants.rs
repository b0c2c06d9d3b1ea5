//! Isolation of two tenants on one server and of two centres in one tenant, over every kind of request.

use axum::http::Method;
use serde_json::json;
use voluntr::http::routes::Operation;
use voluntr::resources;

use crate::rights::permissions::body;
use crate::support::fixtures::{PASSWORD, People, published};
use crate::support::server::{Client, NOW, Server};

const LIST: &str = "/api/v1/vacancies";

/// A second tenant with people of the same names and ids, each with its own credentials.
fn neighbours(server: &Server) -> People {
    server.found_one_more("ander", &["ander.localhost"])
}

fn at(server: &Server, host: &str) -> Client {
    server.as_nobody().with("host", host)
}

fn signed_in(client: &Client, email: &str) -> Client {
    let mut client = client.clone();
    client.sign_in(email, PASSWORD);
    client
}

#[test]
fn a_token_of_one_tenant_opens_nothing_at_the_other() {
    let server = Server::start();
    neighbours(&server);
    for email in ["joke@example.nl", "admin@example.nl"] {
        let here = signed_in(&at(&server, "demo.localhost"), email);
        here.get("/api/v1/current_user").expect(200);
        let there = here.clone().with("host", "ander.localhost");
        assert_eq!(
            there.get("/api/v1/current_user").expect(401).code(),
            "session_expired"
        );
        let named = here.clone().with("x-tenant", "ander");
        assert_eq!(
            named.get("/api/v1/current_user").expect(400).code(),
            "tenant_mismatch"
        );
        here.get("/api/v1/current_user").expect(200);
    }
}

#[test]
fn every_operation_refuses_the_other_tenants_credentials() {
    let server = Server::start();
    neighbours(&server);
    let here = signed_in(&at(&server, "demo.localhost"), "admin@example.nl");
    let there = here.clone().with("host", "ander.localhost");
    let mismatch = here.clone().with("x-tenant", "ander");
    for Operation { method, path, .. } in resources::routes().operations {
        let sent = body(&format!("{method} {path}"), 1);
        let path = path.replace("{id}", "1");
        let status = |client: &Client| client.send(method.as_str(), &path, sent.as_ref()).status;
        assert_eq!(status(&mismatch), 400, "{method} {path}");
        // Signing in and out take no credentials; those that are sent are nobody's.
        let expected = match path.as_str() {
            // That a link is none of this tenant is an answer.
            "/auth/sign_in" | "/auth/password/link" => 200,
            "/auth/sign_out" => 204,
            "/auth/password" if method == Method::POST => 202,
            // The link of a mail is the credential there, and this one is unknown.
            "/auth/password"
            | "/api/v1/activity_registrations/by_link"
            | "/api/v1/activity_registrations/by_link/answer"
            | "/api/v1/activity_registrations/by_link/hand_over"
            | "/api/v1/me/erasure/undo"
            | "/api/v1/guardian_consents/show"
            | "/api/v1/guardian_consents/answer" => 410,
            "/api/v1/newsletter_subscriptions/confirm"
            | "/api/v1/newsletter_subscriptions/preferences" => 422,
            _ => 401,
        };
        assert_eq!(status(&there), expected, "{method} {path}");
    }
    here.get("/api/v1/current_user").expect(200);
}

#[test]
fn rows_with_the_same_number_are_different_rows() {
    let server = Server::start();
    let people = neighbours(&server);
    assert_eq!(
        people.own, server.people.own,
        "the ids of the two collide, on purpose"
    );
    let here = signed_in(&at(&server, "demo.localhost"), "samira@example.nl");
    let there = signed_in(&at(&server, "ander.localhost"), "samira@example.nl");
    let id = published(&here, people.own, "Alleen hier");
    assert_eq!(published(&there, people.own, "Alleen daar"), id);
    for (host, title) in [
        ("demo.localhost", "Alleen hier"),
        ("ander.localhost", "Alleen daar"),
    ] {
        for _ in 0..2 {
            let nobody = at(&server, host);
            assert_eq!(
                nobody
                    .get(&format!("{LIST}/{id}"))
                    .expect(200)
                    .at("/data/attributes/title"),
                title
            );
            assert_eq!(
                nobody.get(LIST).expect(200).at("/data/0/attributes/title"),
                title
            );
            assert_eq!(
                nobody
                    .get(&format!("{LIST}?filter[q]=alleen"))
                    .expect(200)
                    .at("/meta/total"),
                1
            );
        }
    }
    assert_eq!(
        at(&server, "ander.localhost")
            .get("/api/v1/volunteer_centers/current")
            .at("/meta/tenant"),
        "ander"
    );
}

#[test]
fn a_key_or_a_link_of_one_tenant_is_unknown_to_the_other() {
    let server = Server::start();
    neighbours(&server);
    let form = body("POST /api/v1/users/sign_up", 1).unwrap();
    for host in ["demo.localhost", "ander.localhost"] {
        let reply = at(&server, host)
            .with("idempotency-key", "zelfde")
            .post("/api/v1/users/sign_up", &form)
            .expect(202);
        assert_eq!(reply.header("idempotent-replayed"), "", "{host}");
    }
    let token: String = server.arrange(|tx| {
        let data: String = tx.query_row(
            "select data from outbox where kind = 'account_confirm'",
            [],
            |row| row.get(0),
        )?;
        Ok(data
            .split("token=")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned())
    });
    let confirm = json!({ "confirmation_token": token });
    at(&server, "ander.localhost")
        .post("/api/v1/confirm", &confirm)
        .expect(410);
    at(&server, "demo.localhost")
        .post("/api/v1/confirm", &confirm)
        .expect(200);
}

#[test]
fn a_header_or_a_cookie_never_overrides_a_host_that_is_known() {
    let server = Server::start();
    neighbours(&server);
    let tenant = |client: &Client| {
        client
            .get("/api/v1/volunteer_centers/current")
            .at("/meta/tenant")
    };
    let known = at(&server, "demo.localhost");
    assert_eq!(
        tenant(&known.clone().with("cookie", "tenant=ander")),
        "demo"
    );
    assert_eq!(tenant(&known.clone().with("x-tenant", "demo")), "demo");
    assert_eq!(
        known
            .clone()
            .with("x-tenant", "ander")
            .get(LIST)
            .expect(400)
            .code(),
        "tenant_mismatch"
    );
    assert_eq!(
        known
            .with("x-forwarded-host", "ander.localhost")
            .get("/api/v1/volunteer_centers/current")
            .at("/meta/tenant"),
        "demo",
        "not a proxy that is believed"
    );

    let unknown = at(&server, "nergens.localhost");
    assert_eq!(tenant(&unknown), "demo", "the default");
    assert_eq!(
        tenant(&unknown.clone().with("cookie", "tenant=ander")),
        "ander"
    );
    assert_eq!(
        tenant(&unknown.clone().with("cookie", "x=1; tenant=ander; y=2")),
        "ander"
    );
    assert_eq!(
        tenant(&unknown.clone().with("cookie", "tenant=nergens")),
        "demo"
    );
    assert_eq!(tenant(&unknown.clone().with("x-tenant", "ander")), "ander");
    unknown.with("x-tenant", "nergens").get(LIST).expect(404);
    assert_eq!(tenant(&at(&server, "ANDER.localhost:8080")), "ander");
}

#[test]
fn without_a_default_an_unknown_host_is_not_found() {
    let server = Server::start_with(|config| {
        config.default_tenant = Some(String::new());
        config.wildcard_suffix = Some("voorbeeld.nl".to_owned());
    });
    neighbours(&server);
    for path in [LIST, "/", "/vacancies/search"] {
        at(&server, "nergens.localhost").get(path).expect(404);
    }
    at(&server, "nergens.localhost")
        .get("/health/live")
        .expect(200);
    let by_suffix = at(&server, "ander.voorbeeld.nl")
        .get("/api/v1/volunteer_centers/current")
        .expect(200);
    assert_eq!(by_suffix.at("/meta/tenant"), "ander");
    for host in [
        "onbekend.voorbeeld.nl",
        "voorbeeld.nl",
        "x.ander.voorbeeld.nl",
        "andervoorbeeld.nl",
        "..",
        "",
    ] {
        at(&server, host).get(LIST).expect(404);
    }
    let mismatch = at(&server, "ander.voorbeeld.nl").with("x-tenant", "demo");
    mismatch.get(LIST).expect(400);
}

#[test]
fn one_centres_vacancies_are_not_on_the_others_site() {
    let server = Server::start();
    let other = server.people.other_center;
    let id = published(
        &server.as_superuser(),
        server.people.own,
        "Van het eerste centrum",
    );
    let elsewhere = server
        .as_nobody()
        .with("volunteer-center-id", &other.to_string());
    assert_eq!(elsewhere.get(LIST).expect(200).at("/meta/total"), 0);
    elsewhere.get(&format!("{LIST}/{id}")).expect(404);
    elsewhere.get(&format!("{LIST}/{id}/similar")).expect(404);
    elsewhere
        .get(&format!("/api/v1/organizations/{}", server.people.own))
        .expect(404);
    assert_eq!(
        elsewhere
            .get(&format!("{LIST}/facets"))
            .expect(200)
            .at("/meta/total"),
        0
    );
    let apply = body("POST /api/v1/applications", id.parse().unwrap());
    elsewhere
        .post("/api/v1/applications", &apply.unwrap())
        .expect(422);
    for wrong in ["999", "x", "-1"] {
        server
            .as_nobody()
            .with("volunteer-center-id", wrong)
            .get(LIST)
            .expect(404);
    }
    let by_host = server
        .as_nobody()
        .with("host", "elders.localhost")
        .with("x-tenant", "demo");
    assert_eq!(by_host.get(LIST).expect(200).at("/meta/total"), 0);
    let mismatch = by_host.with("volunteer-center-id", &server.people.center.to_string());
    assert_eq!(mismatch.get(LIST).expect(400).code(), "tenant_mismatch");
}

#[test]
fn a_file_that_cannot_be_read_stops_its_tenant_and_no_other() {
    let server = Server::start();
    let folder = server.folder.path().join("tenants/stuk");
    std::fs::create_dir_all(&folder).unwrap();
    let nonsense = "dit is geen database, maar wel lang genoeg om er een te lijken ".repeat(100);
    std::fs::write(folder.join("tenant.db"), nonsense).unwrap();
    let registry = server.app.tenants().registry();
    registry
        .add_whole("stuk", "roermond", &["stuk.localhost".to_owned()], NOW)
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(250));
    for _ in 0..2 {
        let broken = at(&server, "stuk.localhost").get(LIST);
        assert_eq!(
            (broken.status, broken.code()),
            (503, "maintenance".to_owned())
        );
        at(&server, "stuk.localhost").get("/").expect(503);
        at(&server, "demo.localhost").get(LIST).expect(200);
    }
}

#[test]
fn a_tenant_that_is_added_while_the_server_runs_is_served() {
    let server = Server::start();
    let host = "later.localhost";
    assert_eq!(
        at(&server, host)
            .get("/api/v1/volunteer_centers/current")
            .at("/meta/tenant"),
        "demo"
    );
    server.found_one_more("later", &[host]);
    assert_eq!(
        at(&server, host)
            .get("/api/v1/volunteer_centers/current")
            .at("/meta/tenant"),
        "later"
    );
    let here = signed_in(&at(&server, host), "joke@example.nl");
    here.get("/api/v1/current_user").expect(200);
    server
        .app
        .tenants()
        .registry()
        .remove_domain("later", host)
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(250));
    assert_eq!(
        at(&server, host)
            .get("/api/v1/volunteer_centers/current")
            .at("/meta/tenant"),
        "demo"
    );
}

#[test]
fn a_name_written_out_with_its_full_stop_is_the_same_site() {
    let server = Server::start();
    server.found_one_more("roermond", &["roermond.localhost"]);
    for host in [
        "roermond.localhost.",
        "roermond.localhost.:8080",
        "ROERMOND.localhost.",
    ] {
        let centre = at(&server, host).get("/api/v1/volunteer_centers/current");
        assert_eq!(centre.expect(200).at("/meta/tenant"), "roermond", "{host}");
    }
}

#[test]
fn a_request_that_names_no_host_or_two_is_nobodys() {
    use std::io::{Read as _, Write as _};
    let server = Server::start();
    let ask = |head: &str| {
        let mut stream = std::net::TcpStream::connect(server.address).unwrap();
        write!(stream, "{head}\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text.lines().next().unwrap_or_default().to_owned()
    };
    let path = "/api/v1/volunteer_centers/current";
    let status = |head: String| ask(&head).split(' ').nth(1).map(str::to_owned);
    let of = |status: &str| Some(status.to_owned());
    assert_eq!(status(format!("GET {path} HTTP/1.1")), of("400"));
    let two = "Host: demo.localhost\r\nHost: roermond.localhost";
    assert_eq!(status(format!("GET {path} HTTP/1.1\r\n{two}")), of("400"));
    let one = "Host: demo.localhost";
    assert_eq!(status(format!("GET {path} HTTP/1.1\r\n{one}")), of("200"));
    assert_eq!(status(format!("GET {path} HTTP/1.0")), of("200"));
}
