//! HTTP behaviour: responses to malformed input, and the headers of every response.

use serde_json::json;

use crate::support::server::{Client, Server, document};

const LIST: &str = "/api/v1/vacancies";
const SIGN_IN: &str = "/auth/sign_in";

#[test]
fn both_content_types_are_read_and_no_other() {
    let server = Server::start();
    let samira = server.as_superuser();
    let body = crate::support::fixtures::vacancy(server.people.own, "Een vacature").to_string();
    for content_type in [
        "application/json",
        "application/vnd.api+json",
        "application/json; charset=utf-8",
        "Application/JSON",
    ] {
        let reply = samira
            .clone()
            .with("content-type", content_type)
            .send_text("POST", LIST, Some(&body))
            .expect(201);
        assert_eq!(reply.header("content-type"), "application/vnd.api+json");
    }
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ] {
        let refused = samira
            .clone()
            .with("content-type", content_type)
            .send_text("POST", LIST, Some(&body))
            .expect(415);
        assert_eq!(refused.code(), "file_type_not_allowed");
    }
}

#[test]
fn what_cannot_be_read_is_pointed_at() {
    let server = Server::start();
    let samira = server.as_superuser();
    for (body, status, pointer) in [
        ("{\"data\":", 400, ""),
        ("{\"data\": {},}", 400, ""),
        ("niets", 400, ""),
        (
            "{\"data\": {\"attributes\": {\"title\": \"\\ud800\"}}}",
            400,
            "",
        ),
        ("{}", 400, "/data"),
        ("[]", 400, "/data"),
        ("{\"data\": []}", 400, "/data"),
        ("{\"data\": {\"attributes\": 3}}", 400, "/data/attributes"),
        ("{\"data\": {\"type\": \"users\"}}", 422, "/data/type"),
        ("{\"data\": {\"type\": 7}}", 422, "/data/type"),
        (
            "{\"data\": {\"type\": \"vacancies\", \"attributes\": {}}}",
            422,
            "/data/attributes/title",
        ),
    ] {
        let refused = samira.send_text("POST", LIST, Some(body)).expect(status);
        assert_eq!(refused.pointer(), pointer, "{body}: {}", refused.text);
        assert!(
            refused.json()["errors"][0]
                .pointer("/source/pointer")
                .is_some(),
            "{body}: {}",
            refused.text
        );
    }
    for (attributes, pointer) in [
        (json!({ "capacity": "veel" }), "/data/attributes/capacity"),
        (json!({ "tags": "regularly" }), "/data/attributes/tags"),
        (json!({ "tags": [1] }), "/data/attributes/tags/0"),
        (
            json!({ "organization_id": "abc" }),
            "/data/attributes/organization_id",
        ),
        (
            json!({ "vacancy_type": "betaald" }),
            "/data/attributes/vacancy_type",
        ),
        (
            json!({ "address": { "postal_code": "0000 AA" } }),
            "/data/attributes/address/postal_code",
        ),
        (
            json!({ "title": "Met een \u{7} bel" }),
            "/data/attributes/title",
        ),
        (
            json!({ "expires_at": "gisteren" }),
            "/data/attributes/expires_at",
        ),
        (
            json!({ "expires_at": "2020-01-01" }),
            "/data/attributes/expires_at",
        ),
    ] {
        let mut body = crate::support::fixtures::vacancy(server.people.own, "Een vacature");
        for (name, value) in attributes.as_object().unwrap() {
            body["data"]["attributes"][name] = value.clone();
        }
        let refused = samira.post(LIST, &body).expect(422);
        assert_eq!(refused.pointer(), pointer, "{attributes}: {}", refused.text);
    }
    let missing = server
        .as_nobody()
        .post(SIGN_IN, &json!({ "email": "a@example.nl" }))
        .expect(422);
    assert_eq!(missing.pointer(), "/password");
}

#[test]
fn a_body_of_more_than_a_megabyte_is_too_large() {
    let server = Server::start();
    let samira = server.as_superuser();
    let body = |size: usize| {
        format!(
            "{{\"data\": {{\"attributes\": {{\"title\": \"{}\"}}}}}}",
            "x".repeat(size)
        )
    };
    let refused = samira
        .send_text("POST", LIST, Some(&body(1024 * 1024)))
        .expect(413);
    assert_eq!(refused.code(), "file_too_large");
    samira
        .send_text("POST", LIST, Some(&body(900 * 1024)))
        .expect(422);
}

#[test]
fn the_api_describes_itself_to_programs_and_to_people() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let described = nobody.get("/api/v1/openapi.json").expect(200);
    assert_eq!(described.header("content-type"), "application/json");
    assert_eq!(described.json(), voluntr::resources::openapi());
    let tag = described.header("etag").to_owned();
    let packed = nobody.clone().with("accept-encoding", "br");
    let packed = packed.get("/api/v1/openapi.json").expect(200);
    assert_eq!(packed.header("content-encoding"), "br");
    assert!(packed.header("vary").contains("accept-encoding"));
    assert!(packed.bytes.len() < described.bytes.len() / 5);
    // The client unpacks gzip itself.
    let packed = nobody.clone().with("accept-encoding", "gzip");
    let packed = packed.get("/api/v1/openapi.json").expect(200);
    assert_eq!(packed.text, described.text);
    let again = nobody.clone().with("if-none-match", &tag);
    assert_eq!(again.get("/api/v1/openapi.json").status, 304);

    let page = nobody.get("/api").expect(200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("style-src 'self'") && !policy.contains("unsafe-inline"));
    for sign in [
        " style=\"",
        "<style",
        "onclick",
        "src=\"http",
        "href=\"http",
    ] {
        assert!(!page.text.contains(sign), "{sign}");
    }
    let document = described.json();
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let Some(name) = operation["operationId"].as_str() else {
                continue;
            };
            assert!(
                page.text.contains(&format!("<details id=\"{name}\"")),
                "{name}"
            );
        }
    }
    for path in ["/api/reference.css", "/api/reference.js"] {
        nobody.get(path).expect(200);
    }
}

#[test]
fn an_unknown_call_is_an_error_in_json_and_a_wrong_method_says_so() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for path in [
        "/api/",
        "/api/v1",
        "/api/v1/niets",
        "/api/v2/vacancies",
        "/api/v1/vacancies/1/niets",
        "/api/v1/vacancies/abc",
        "/api/v1/vacancies/99999999999999999999",
    ] {
        let missing = nobody.get(path).expect(404);
        assert_eq!(missing.code(), "not_found", "{path}");
        assert_eq!(
            missing.header("content-type"),
            "application/vnd.api+json",
            "{path}"
        );
    }
    for (method, path) in [
        ("DELETE", LIST),
        ("PUT", "/api/v1/taxonomies"),
        ("PUT", "/api/v1/volunteer_centers"),
        ("GET", "/api/v1/confirm"),
        ("PUT", SIGN_IN),
    ] {
        let refused = nobody.send(method, path, None);
        assert_eq!(
            (refused.status, refused.code()),
            (405, "method_not_allowed".to_owned()),
            "{method} {path}"
        );
        assert!(!refused.header("allow").is_empty(), "{method} {path}");
    }
}

#[test]
fn credentials_in_an_address_are_refused() {
    let server = Server::start();
    for query in [
        "access-token=x",
        "Access-Token=x",
        "access%2Dtoken=x",
        "%41ccess%5ftoken=x",
        "access-token%3Dx",
        "page%5Bsize%5D=1&CLIENT=x",
        "uid[]=x",
        "%75%69%64%5B%5D=x",
        "+uid=x",
        "access_token=x",
        "uid=a@example.nl",
        "client=x",
        "sort=title&client=x",
    ] {
        let refused = server
            .as_nobody()
            .get(&format!("{LIST}?{query}"))
            .expect(400);
        assert!(
            refused
                .at("/errors/0/detail")
                .as_str()
                .unwrap()
                .contains("kopregels"),
            "{}",
            refused.text
        );
    }
}

#[test]
fn head_is_get_without_its_body() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for path in [LIST, "/api/v1/volunteer_centers/current", "/health/live"] {
        // First the one without a body: what is kept of it must not be its emptiness.
        let head = nobody.send("HEAD", path, None).expect(200);
        let get = nobody.get(path).expect(200);
        assert!(!get.text.is_empty(), "{path}");
        assert_eq!(head.text, "");
        assert_eq!(head.header("etag"), get.header("etag"), "{path}");
        assert_eq!(
            head.header("content-type"),
            get.header("content-type"),
            "{path}"
        );
    }
}

#[test]
fn every_answer_carries_its_id_and_its_guards() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let answers = [
        nobody.get(LIST),
        nobody.get(LIST),
        nobody.get("/api/v1/niets"),
        nobody.get("/"),
        nobody.get("/health/live"),
        nobody.get("/nergens/te/vinden"),
        nobody.post(SIGN_IN, &json!({})),
        nobody.send_text("POST", SIGN_IN, Some("{")),
        nobody.clone().with("x-tenant", "anders").get(LIST),
        nobody.clone().with("if-none-match", "*").get(LIST),
        nobody.delete("/auth/sign_out"),
        server.as_volunteer().get("/api/v1/current_user"),
    ];
    let mut ids = std::collections::BTreeSet::new();
    for answer in &answers {
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("frame-ancestors"), "{policy}");
        assert!(
            !policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"),
            "{policy}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(!answer.header("referrer-policy").is_empty());
        assert_eq!(
            answer.header("strict-transport-security"),
            "",
            "not over plain HTTP"
        );
        assert_eq!(answer.header("server"), "");
        assert!(answer.header("x-request-id").len() >= 16);
        ids.insert(answer.header("x-request-id"));
    }
    assert_eq!(ids.len(), answers.len(), "each its own id");
}

#[test]
fn behind_a_proxy_with_tls_the_browser_is_told_to_stay_there() {
    let server =
        Server::start_with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]);
    let proxied = server.as_nobody().with("x-forwarded-proto", "https");
    assert!(
        proxied
            .get(LIST)
            .expect(200)
            .header("strict-transport-security")
            .contains("max-age=")
    );
    assert!(
        proxied
            .get("/api/v1/niets")
            .expect(404)
            .header("strict-transport-security")
            .contains("max-age=")
    );
    let untrusting = Server::start();
    let claimed = untrusting
        .as_nobody()
        .with("x-forwarded-proto", "https")
        .get(LIST)
        .expect(200);
    assert_eq!(
        claimed.header("strict-transport-security"),
        "",
        "not everybody is believed"
    );
}

#[test]
fn errors_speak_the_language_that_was_asked_for() {
    let server = Server::start();
    let title = |client: &Client, path: &str| {
        client
            .get(path)
            .at("/errors/0/title")
            .as_str()
            .unwrap()
            .to_owned()
    };
    let nobody = server.as_nobody();
    for (asked, found) in [
        ("", "Niet gevonden"),
        ("nl", "Niet gevonden"),
        ("en", "Not found"),
        ("en-GB,en;q=0.9,nl;q=0.8", "Not found"),
        ("de, nl;q=0.5, en;q=0.4", "Niet gevonden"),
        ("fr", "Niet gevonden"),
    ] {
        let client = if asked.is_empty() {
            nobody.clone()
        } else {
            nobody.clone().with("accept-language", asked)
        };
        assert_eq!(title(&client, "/api/v1/vacancies/999"), found, "{asked}");
    }
    let samira = server.as_superuser();
    let short = document(
        "vacancies",
        json!({ "title": "Kort", "organization_id": server.people.own.to_string() }),
    );
    let dutch = samira.post(LIST, &short).expect(422);
    let english = samira
        .clone()
        .with("accept-language", "en")
        .post(LIST, &short)
        .expect(422);
    assert_eq!(
        dutch.at("/errors/0/detail"),
        "Gebruik 5 tot en met 100 tekens."
    );
    assert_eq!(english.at("/errors/0/detail"), "Use 5 to 100 characters.");
    assert_eq!(
        dutch.at("/errors/0/meta"),
        json!({ "rule": "length", "min": 5, "max": 100, "field": "Titel", "attribute": "title" })
    );
}

#[test]
fn an_error_of_ours_tells_its_id_and_nothing_else() {
    let server = Server::start();
    server.arrange(|tx| {
        Ok(tx.execute_batch(
            "pragma legacy_alter_table = on; alter table favorites rename to favourites",
        )?)
    });
    let failed = server.as_volunteer().get("/api/v1/vacancies").expect(500);
    assert_eq!(failed.code(), "internal");
    assert_eq!(
        failed.at("/errors/0/meta/request_id"),
        failed.header("x-request-id")
    );
    assert!(
        !failed.text.contains("favorites") && !failed.text.contains("select"),
        "{}",
        failed.text
    );
}
