//! `Cache-Control` of every operation and static file: nothing that depends on the actor and no error is cacheable.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server};

/// Headers that may change an answer which is not everybody's.
const WHO_ASKS: [&str; 4] = ["cookie", "access-token", "client", "uid"];

fn operations() -> Vec<(String, String)> {
    let described: Value =
        serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap();
    let paths = described["paths"].as_object().unwrap();
    let mut all: Vec<(String, String)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            let members = methods.as_object().unwrap().keys();
            let methods = members.filter(|name| *name != "parameters");
            methods.map(move |method| (method.to_uppercase(), path.replace("{id}", "1")))
        })
        .collect();
    // What ends the session comes last.
    all.sort_by_key(|(method, path)| (method == "DELETE", method != "GET", path.contains("/auth")));
    all
}

const WEB: &[&str] = &[
    "/",
    "/nl/",
    "/en/",
    "/nl/vacancies/search",
    "/nl/vacancies/search?q=taal",
    "/vacancies/1",
    "/nl/vacancies/1",
    "/nl/vacancies/999999",
    "/nl/organizations/1",
    "/nl/privacy",
    "/nl/nergens",
    "/nergens",
    "/theme.css",
    "/theme.css?v=x",
    "/favicon.svg",
    "/robots.txt",
    "/sitemap.xml",
    "/manifest.webmanifest",
    "/.well-known/security.txt",
    "/feeds/vacancies.rss",
    "/feeds/vacancies.atom",
    "/feeds/vacancies.json",
    "/feeds/nothing.rss",
    "/builds/latest.json",
    "/builds/meta/x.json",
    "/img/nothing.svg",
    "/assets/nothing.js",
    "/api/_icons/nothing.json",
    "/api/v1/nergens",
    "/api",
    "/health/live",
    "/health/ready",
    "/?access-token=x",
];

/// Says of an answer what is wrong with its headers.
fn faults(reply: &Reply, (method, is_signed_in): (&str, bool)) -> Option<String> {
    let (cache, vary) = (reply.header("cache-control"), reply.header("vary"));
    let is_public = cache.starts_with("public");
    let is_kept = is_public || cache == "private, no-cache";
    let may_be_kept = matches!(reply.status, 200 | 304) && matches!(method, "GET" | "HEAD");
    let varies = |name: &&&str| vary.split(", ").any(|named| named == **name);
    if !is_kept && !cache.contains("no-store") {
        return Some(format!("cache-control: {cache}"));
    }
    if is_kept && !may_be_kept {
        return Some(format!("{} is kept: {cache}", reply.status));
    }
    if is_signed_in && is_kept && !is_public {
        return Some(format!("kept of somebody: {cache}"));
    }
    if !is_public && WHO_ASKS.iter().filter(varies).count() != WHO_ASKS.len() {
        return Some(format!("vary: {vary}"));
    }
    if !vary.contains("accept-encoding") {
        return Some(format!("vary: {vary}"));
    }
    if is_public && reply.headers.contains_key("set-cookie") {
        return Some("a cookie in what everybody shares".to_owned());
    }
    None
}

#[test]
fn no_answer_that_depends_on_who_asks_is_kept_by_a_cache() {
    let server = Server::start();
    let samira = server.as_superuser();
    fixtures::published(&samira, server.people.own, "Taalmaatje");
    let nobody = server.as_nobody();
    let mut wrong = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut look = |name: String, reply: &Reply, method: &str, is_signed_in: bool| {
        seen.insert((is_signed_in, reply.status));
        if let Some(fault) = faults(reply, (method, is_signed_in)) {
            wrong.insert(name, fault);
        }
    };
    let volunteer = server.as_volunteer();
    let askers: [(&str, &Client, bool); 4] = [
        ("nobody", &nobody, false),
        ("volunteer", &volunteer, true),
        ("superuser", &samira, true),
        (
            "expired",
            &nobody
                .clone()
                .with("access-token", "x")
                .with("client", "x")
                .with("uid", "x"),
            true,
        ),
    ];
    for (who, client, is_signed_in) in askers {
        // An answer may come before the body was read: nothing more is asked on that connection.
        let client = &client.clone().with("connection", "close");
        for (method, path) in operations() {
            let body = !matches!(method.as_str(), "GET" | "DELETE");
            let body = body.then(|| json!({}));
            let reply = client.send(&method, &path, body.as_ref());
            look(
                format!("{who}: {method} {path}"),
                &reply,
                &method,
                is_signed_in,
            );
        }
        for path in WEB {
            let reply = client.get(path);
            look(format!("{who}: GET {path}"), &reply, "GET", is_signed_in);
        }
        let refused = client.send("PATCH", "/api/v1/vacancies", Some(&json!({})));
        look(format!("{who}: a method"), &refused, "PATCH", is_signed_in);
        let long = format!("/api/v1/vacancies?filter[q]={}", "x".repeat(9_000));
        look(
            format!("{who}: too long"),
            &client.get(&long),
            "GET",
            is_signed_in,
        );
    }
    // A cookie alone is a credential too.
    let by_cookie = nobody.clone().with("cookie", "voluntr-token=x");
    for path in ["/", "/api/v1/vacancies"] {
        look(format!("cookie: {path}"), &by_cookie.get(path), "GET", true);
    }
    // Again what is held already.
    for (client, is_signed_in) in [(&nobody, false), (&server.as_admin(), true)] {
        let path = "/api/v1/vacancies";
        let tag = client.get(path).header("etag").to_owned();
        let same = client
            .clone()
            .with("if-none-match", &tag)
            .get(path)
            .expect(304);
        look("304".into(), &same, "GET", is_signed_in);
    }
    for _ in 0..12 {
        let guess = json!({ "email": "joke@example.nl", "password": "niet dit" });
        let refused = nobody.post("/auth/sign_in", &guess);
        look("sign-in".into(), &refused, "POST", false);
    }
    assert_eq!(wrong, BTreeMap::new());
    for status in [200, 304, 400, 401, 403, 404, 405, 422] {
        assert!(seen.contains(&(true, status)), "{status} with credentials");
    }
    for status in [200, 304, 401, 404, 429] {
        assert!(seen.contains(&(false, status)), "{status} without");
    }
}

#[test]
fn what_everybody_shares_is_the_same_for_everybody() {
    let server = Server::start();
    let samira = server.as_superuser();
    fixtures::published(&samira, server.people.own, "Taalmaatje");
    let nobody = server.as_nobody();
    let mut shared = 0;
    let gets = operations()
        .into_iter()
        .filter(|(method, _)| method == "GET");
    let paths = gets
        .map(|(_, path)| path)
        .chain(WEB.iter().map(|path| (*path).to_owned()));
    for path in paths {
        let seen = [&nobody, &samira, &server.as_admin()].map(|client| client.get(&path));
        if seen
            .iter()
            .any(|reply| reply.header("cache-control").starts_with("public"))
        {
            shared += 1;
            for reply in &seen {
                assert_eq!(reply.text, seen[0].text, "{path}");
                assert_eq!(
                    reply.header("cache-control"),
                    seen[0].header("cache-control"),
                    "{path}"
                );
            }
        }
    }
    assert!(shared >= 5, "{shared}");
}

#[test]
fn a_site_that_is_out_of_order_is_not_kept_either() {
    let server = Server::start();
    let file = server.folder.path().join("tenants/demo/tenant.db");
    let log = server.folder.path().join("tenants/demo/tenant.db-wal");
    server.as_nobody().get("/api/v1/vacancies").expect(200);
    for path in [file, log] {
        let spoilt = std::fs::read(&path).unwrap();
        std::fs::write(&path, vec![0xA5; spoilt.len()]).unwrap();
    }
    for path in ["/api/v1/vacancies?filter[q]=taal", "/"] {
        let refused = server.as_nobody().get(path).expect(503);
        assert_eq!(faults(&refused, ("GET", false)), None, "{path}");
        assert_ne!(refused.header("retry-after"), "", "{path}");
    }
}
