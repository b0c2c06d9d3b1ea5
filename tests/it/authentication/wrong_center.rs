//! Users of another centre of the tenant (docs/domain/rights.md#enforcement): informed, linked to their own centre, and
//! able to sign out.

use serde_json::json;

use crate::support::fixtures::{PASSWORD, organization, role_of, user};
use crate::support::server::{Client, Server};

const LIST: &str = "/api/v1/vacancies";

fn at(server: &Server, host: &str) -> Client {
    server.as_nobody().with("host", host)
}

#[test]
fn somebody_of_another_centre_is_told_of_the_wrong_centre() {
    let server = Server::start();
    let other = server.people.other_center.to_string();
    let elsewhere = server.as_nobody().with("volunteer-center-id", &other);
    let refused = elsewhere
        .post(
            "/auth/sign_in",
            &json!({ "email": "joke@example.nl", "password": PASSWORD }),
        )
        .expect(403);
    assert_eq!(refused.code(), "wrong_center");
    assert!(refused.text.contains("wrong center"), "{}", refused.text);
    for (client, email) in [
        (server.as_volunteer(), "joke"),
        (server.as_center(), "marieke"),
    ] {
        let there = client.with("volunteer-center-id", &other);
        for path in ["/api/v1/current_user", LIST] {
            let refused = there.get(path).expect(403);
            assert_eq!(refused.code(), "wrong_center", "{email} {path}");
        }
        let english = there.with("accept-language", "en").get(LIST);
        assert!(english.text.contains("wrong center"), "{}", english.text);
    }
    server
        .as_admin()
        .with("volunteer-center-id", &other)
        .get("/api/v1/current_user")
        .expect(200);
    assert_eq!(
        refused.at("/errors/0/meta/center_name"),
        "Meedoen in Lindewaard"
    );
    // With a wrong password nobody is told where somebody belongs.
    let guess = elsewhere.post(
        "/auth/sign_in",
        &json!({ "email": "joke@example.nl", "password": "geraden" }),
    );
    assert_eq!(guess.expect(401).code(), "invalid_credentials");
}

#[test]
fn who_belongs_to_the_first_centre_is_led_to_the_tenants_own_host() {
    let server = Server::start();
    let refused = |host: &str| {
        let joke = json!({ "email": "joke@example.nl", "password": PASSWORD });
        let elsewhere = at(&server, host).with(
            "volunteer-center-id",
            &server.people.other_center.to_string(),
        );
        elsewhere
            .post("/auth/sign_in", &joke)
            .expect(403)
            .at("/errors/0/meta/url")
    };
    assert_eq!(refused("elders.localhost"), "https://demo.localhost/");
    // Without a proxy before the server its other hosts have the same port.
    assert_eq!(
        refused("elders.localhost:8080"),
        "http://demo.localhost:8080/"
    );
}

#[test]
fn who_is_signed_in_at_the_wrong_centre_signs_out_there() {
    let server = Server::start();
    let other = server.people.other_center.to_string();
    let joke = server.as_volunteer();
    let there = joke.clone().with("volunteer-center-id", &other);
    there.get("/api/v1/current_user").expect(403);
    there.delete("/auth/sign_out").expect(204);
    assert_eq!(
        joke.get("/api/v1/current_user").expect(401).code(),
        "session_expired"
    );
    // Who signs in anew is not held by what they had.
    let held = server.as_volunteer().with("volunteer-center-id", &other);
    let body = json!({ "email": "admin@example.nl", "password": PASSWORD });
    held.post("/auth/sign_in", &body).expect(200);
}

#[test]
fn who_works_at_another_centre_than_their_own_signs_in_there_too() {
    let server = Server::start();
    let (here, other) = (server.people.center, server.people.other_center);
    let eva = server.arrange(move |tx| {
        let hash: String = tx.query_row(
            "select password_hash from users where email = 'joke@example.nl'",
            [],
            |row| row.get(0),
        )?;
        let eva = user(tx, "eva@example.nl", "Eva Elders", here, &hash)?;
        role_of(tx, eva, "center_superuser", "volunteer_center", other)?;
        organization(tx, "Buurthuis Elders", other, "pending", false)?;
        Ok(eva)
    });
    let at = |center: i64| {
        let mut client = server
            .as_nobody()
            .with("volunteer-center-id", &center.to_string());
        client.sign_in("eva@example.nl", PASSWORD);
        client
    };
    let there = at(other);
    let me = there.get("/api/v1/current_user").expect(200);
    let menu = me.at("/meta/menu").to_string();
    assert!(menu.contains("organizations_approve"), "{menu}");
    let pending = "/api/v1/organizations?filter[status_eq]=pending";
    let waiting = there.get(pending).expect(200).ids();
    assert_eq!(waiting.len(), 1);
    let approve = json!({ "data": { "attributes": { "status": "approved" } } });
    there
        .put(
            &format!("/api/v1/organizations/{}/approve", waiting[0]),
            &approve,
        )
        .expect(200);
    // At home she is who she was: nobody of the staff, and nothing of the other centre is there.
    let home = at(here);
    let menu = home
        .get("/api/v1/current_user")
        .expect(200)
        .at("/meta/menu");
    assert_eq!(menu, json!(["my_applications"]));
    assert!(home.get(pending).expect(200).ids().is_empty());
    // A role that has ended opens nothing, and a session there ends with it.
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update roles set expires_at = '2026-11-20T09:00:00Z' where user_id = ?1",
            [eva],
        )?)
    });
    assert_eq!(
        there.get("/api/v1/current_user").expect(403).code(),
        "wrong_center"
    );
    let again = json!({ "email": "eva@example.nl", "password": PASSWORD });
    let elsewhere = server
        .as_nobody()
        .with("volunteer-center-id", &other.to_string());
    let refused = elsewhere.post("/auth/sign_in", &again).expect(403);
    assert_eq!(refused.code(), "wrong_center");
}

#[test]
fn the_way_home_has_the_scheme_and_port_of_the_request() {
    let server =
        Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    let other = server.people.other_center.to_string();
    let joke = json!({ "email": "joke@example.nl", "password": PASSWORD });
    for (proto, host, url) in [
        ("https", "elders.localhost", "https://demo.localhost/"),
        (
            "https",
            "elders.localhost:8443",
            "https://demo.localhost:8443/",
        ),
        (
            "http",
            "elders.localhost:8080",
            "http://demo.localhost:8080/",
        ),
    ] {
        let refused = at(&server, host)
            .with("volunteer-center-id", &other)
            .with("x-forwarded-proto", proto)
            .post("/auth/sign_in", &joke)
            .expect(403);
        assert_eq!(refused.at("/errors/0/meta/url"), url);
    }
}
