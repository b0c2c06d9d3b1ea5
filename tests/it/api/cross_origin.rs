//! What scripts of other sites may read (CORS), the challenge of a 401, and the `App-Context` header.

use serde_json::json;

use crate::support::fixtures::published;
use crate::support::server::{Client, Reply, Server};

const LIST: &str = "/api/v1/vacancies";
const ORIGIN: &str = "access-control-allow-origin";
const CREDENTIALS: &str = "access-control-allow-credentials";

fn preflight(client: &Client, path: &str, origin: &str, method: &str) -> Reply {
    client
        .clone()
        .with("origin", origin)
        .with("access-control-request-method", method)
        .send("OPTIONS", path, None)
}

#[test]
fn any_site_may_read_what_is_public_and_nothing_with_credentials() {
    let server = Server::start();
    let elsewhere = server.as_nobody().with("origin", "https://elders.example");
    for path in [
        LIST,
        "/api/v1/volunteer_centers/current",
        "/feeds/vacancies.json",
    ] {
        let read = elsewhere.get(path).expect(200);
        assert_eq!(read.header(ORIGIN), "*", "{path}");
        assert_eq!(read.header(CREDENTIALS), "", "{path}");
        assert!(
            read.header("access-control-expose-headers")
                .contains("etag")
        );
    }
    // The same for who sends no origin: caches need not tell them apart.
    let plain = server.as_nobody().get(LIST).expect(200);
    assert_eq!(plain.header(ORIGIN), "*");
    // A fault of a visitor's read is read too; a change, and what belongs to somebody, is not.
    assert_eq!(
        elsewhere
            .get("/api/v1/vacancies/999")
            .expect(404)
            .header(ORIGIN),
        "*"
    );
    let joke = server
        .as_volunteer()
        .with("origin", "https://elders.example");
    for reply in [
        joke.get(LIST).expect(200),
        joke.get("/api/v1/current_user").expect(200),
        elsewhere
            .post(
                "/auth/sign_in",
                &json!({ "email": "joke@example.nl", "password": "geraden" }),
            )
            .expect(401),
    ] {
        assert_eq!(reply.header(ORIGIN), "");
    }
    assert_eq!(
        elsewhere.get("/").header(ORIGIN),
        "",
        "pages are not for scripts"
    );
}

#[test]
fn a_configured_origin_may_do_everything_with_credentials() {
    let ours = "https://app.example.org";
    let server = Server::start_with(|config| config.cors_origins = vec![ours.to_owned()]);
    let joke = server.as_volunteer().with("origin", ours);
    let reply = joke.get("/api/v1/current_user").expect(200);
    assert_eq!(reply.header(ORIGIN), ours);
    assert_eq!(reply.header(CREDENTIALS), "true");
    let vary: Vec<_> = reply.headers.get_all("vary").iter().collect();
    assert!(vary.iter().any(|value| *value == "origin"), "{vary:?}");
    let signed_in = server
        .as_nobody()
        .with("origin", ours)
        .post(
            "/auth/sign_in",
            &json!({ "email": "joke@example.nl", "password": crate::support::fixtures::PASSWORD }),
        )
        .expect(200);
    assert!(
        signed_in
            .header("access-control-expose-headers")
            .contains("access-token")
    );
    // Another that only looks like it is none.
    for other in [
        "https://app.example.org.evil.example",
        "http://app.example.org",
        "null",
    ] {
        let reply = server
            .as_volunteer()
            .with("origin", other)
            .get("/api/v1/current_user");
        assert_eq!(reply.expect(200).header(ORIGIN), "", "{other}");
        assert_eq!(
            server
                .as_nobody()
                .with("origin", other)
                .get(LIST)
                .header(ORIGIN),
            "*"
        );
    }
}

#[test]
fn the_pages_of_an_installed_app_are_an_origin_like_any_other() {
    let apps = [
        "capacitor://localhost",
        "https://localhost",
        "http://localhost",
    ];
    let server = Server::start_with(|config| config.cors_origins = apps.map(str::to_owned).into());
    for origin in apps {
        let app = server.as_nobody().with("origin", origin);
        let allowed = preflight(&server.as_nobody(), "/auth/sign_in", origin, "POST").expect(204);
        assert_eq!(allowed.header(ORIGIN), origin);
        // A device that is known is no stranger to its account: no cookie says so there.
        let headers = allowed.header("access-control-allow-headers");
        assert!(headers.split(", ").any(|name| name == "device-token"));
        let signed_in = app
            .post(
                "/auth/sign_in",
                &json!({ "email": "joke@example.nl", "password": crate::support::fixtures::PASSWORD }),
            )
            .expect(200);
        let exposed = signed_in.header("access-control-expose-headers");
        for name in ["access-token", "client", "uid", "device-token"] {
            assert!(exposed.split(", ").any(|each| each == name), "{name}");
            assert!(!signed_in.header(name).is_empty(), "{name}");
        }
        // Pages that the server writes are shown by the app as well.
        let page = app.get("/nieuws/_fragment.json").expect(200);
        assert_eq!(page.header(ORIGIN), origin);
    }
    let elsewhere = server.as_nobody().with("origin", "capacitor://elders");
    assert_eq!(elsewhere.get(LIST).expect(200).header(ORIGIN), "*");
    assert_eq!(elsewhere.get(LIST).header(CREDENTIALS), "");
}

#[test]
fn a_preflight_request_is_answered() {
    let ours = "https://app.example.org";
    let server = Server::start_with(|config| config.cors_origins = vec![ours.to_owned()]);
    let nobody = server.as_nobody();
    let allowed = preflight(&nobody, LIST, ours, "POST").expect(204);
    assert_eq!(allowed.header(ORIGIN), ours);
    assert_eq!(allowed.header(CREDENTIALS), "true");
    let methods = allowed.header("access-control-allow-methods");
    assert!(
        methods.contains("POST") && methods.contains("GET"),
        "{methods}"
    );
    let headers = allowed.header("access-control-allow-headers");
    for name in [
        "access-token",
        "client",
        "uid",
        "if-match",
        "idempotency-key",
        "content-type",
    ] {
        assert!(headers.split(", ").any(|header| header == name), "{name}");
    }
    let public = preflight(&nobody, LIST, "https://elders.example", "GET").expect(204);
    assert_eq!(public.header(ORIGIN), "*");
    assert_eq!(public.header("access-control-allow-methods"), "GET,HEAD");
    assert!(
        !public
            .header("access-control-allow-headers")
            .contains("access-token")
    );
    let closed = preflight(&nobody, "/auth/sign_in", "https://elders.example", "POST").expect(204);
    assert_eq!(closed.header(ORIGIN), "");
    assert_eq!(closed.header("access-control-allow-methods"), "");
    // Without an origin it says what the address knows.
    let asked = nobody.send("OPTIONS", LIST, None).expect(204);
    assert!(
        asked.header("allow").contains("POST"),
        "{}",
        asked.header("allow")
    );
    nobody.send("OPTIONS", "/api/v1/nothing", None).expect(404);
}

#[test]
fn a_401_says_how_to_sign_in() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let wrong = json!({ "email": "joke@example.nl", "password": "geraden" });
    for reply in [
        nobody.get("/api/v1/current_user").expect(401),
        nobody.post("/auth/sign_in", &wrong).expect(401),
        server
            .as_volunteer()
            .with("access-token", "oud")
            .get("/api/v1/current_user")
            .expect(401),
    ] {
        let challenge = reply.header("www-authenticate");
        assert!(challenge.starts_with("AccessToken realm="), "{challenge}");
        assert!(challenge.contains("access-token client uid"), "{challenge}");
    }
    assert_eq!(nobody.get(LIST).expect(200).header("www-authenticate"), "");
    assert_eq!(
        server
            .as_volunteer()
            .get("/api/v1/imports")
            .expect(403)
            .header("www-authenticate"),
        ""
    );
}

#[test]
fn the_context_is_main_or_meedoen() {
    let server = Server::start();
    published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    let current = "/api/v1/volunteer_centers/current";
    let of = |context: &str| server.as_nobody().with("app-context", context).get(current);
    for (context, has_more) in [("main", true), ("meedoen", false)] {
        // Twice: the second answer comes from the cache, and is that of its own context.
        for _ in 0..2 {
            let reply = of(context).expect(200);
            assert_eq!(reply.at("/meta/context"), context);
            assert_eq!(reply.at("/meta/features/activities"), has_more);
            assert_eq!(reply.at("/meta/features/volunteer_profiles"), has_more);
        }
    }
    assert_eq!(server.as_nobody().get(current).at("/meta/context"), "main");
    for wrong in ["Main", "mobile", "main, meedoen"] {
        let refused = of(wrong).expect(400);
        assert_eq!(refused.code(), "bad_request");
        assert_eq!(
            refused.at("/errors/0/meta/allowed"),
            json!(["main", "meedoen"])
        );
        assert_eq!(refused.at("/errors/0/source/header"), "App-Context");
        assert_eq!(
            refused.at("/errors/0/detail"),
            "De kopregel App-Context kan alleen zijn: main, meedoen. Laat hem anders weg."
        );
    }
    // There are no volunteer profiles there, so nobody agrees to be in the pool.
    let joke = server.as_volunteer();
    let agree = json!({ "kind": "pool", "is_given": true });
    let refused = joke
        .clone()
        .with("app-context", "meedoen")
        .post("/api/v1/consents", &agree);
    assert_eq!(refused.expect(403).code(), "feature_disabled");
    joke.with("app-context", "main")
        .post("/api/v1/consents", &agree)
        .expect(201);
}
