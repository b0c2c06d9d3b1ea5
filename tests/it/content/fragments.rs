//! Fragments: what stands in the `<main>` of a page, for the app that moves within itself. One renderer with the page.

use serde_json::{Value, json};

use super::{blocks, online, page, publish, save};
use crate::support::server::{Client, Server, document};

fn fragment(client: &Client, path: &str) -> Value {
    let read = client.get(path).expect(200);
    assert_eq!(read.header("content-type"), "application/json", "{path}");
    let is_visitors = client.headers().is_empty();
    let kept = if is_visitors {
        "private, no-cache"
    } else {
        "no-store"
    };
    assert_eq!(read.header("cache-control"), kept, "{path}");
    serde_json::from_str(&read.text).unwrap()
}

/// What the page has between the tags of its `<main>`.
fn main_of(html: &str) -> &str {
    let (_, rest) = html.split_once("<main id=\"content\"").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    rest.split_once("</main>").unwrap().0.trim()
}

#[test]
fn a_fragment_is_what_the_page_has_in_its_main() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    online(&marieke, "Taal <b> & koffie", "Schuif aan");
    let news = json!({ "title": "Koffie", "slug": "koffie", "page_type": "news", "summary": "Kom je ook?" });
    let id = marieke
        .post("/api/v1/pages", &document("pages", news))
        .expect(201)
        .id();
    save(&marieke, &id, &blocks("Op het plein")).expect(200);
    publish(&marieke, &id).expect(200);
    for path in [
        "/",
        "/en",
        "/taal-b-koffie",
        "/en/taal-b-koffie",
        "/nl/taal-b-koffie",
        "/nieuws",
        "/en/nieuws",
        "/nieuws/koffie",
        "/nieuws?type=success_story",
    ] {
        let (bare, query) = path.split_once('?').unwrap_or((path, ""));
        let address = format!("{}/_fragment.json?{query}", bare.trim_end_matches('/'));
        // Twice: the second comes from what is kept. The same for who is signed in.
        for client in [&nobody, &nobody, &marieke] {
            let html = client.get(path).expect(200).text;
            let told = fragment(client, &address);
            assert_eq!(told["html"], main_of(&html), "{path}");
            assert_eq!(told["path"], bare, "{path}");
            let title = told["title"].as_str().unwrap();
            assert!(
                html.contains(&format!(
                    "<title>{}",
                    title
                        .replace('&', "&amp;")
                        .replace('<', "&lt;")
                        .replace('>', "&gt;")
                )),
                "{title}"
            );
        }
        // The app takes it from the document: what the head says of it is told, its documents are not.
        let html = nobody.get(path).expect(200).text;
        assert!(!html.contains("\"content_blocks\""), "{path}");
        assert!(html.contains("\"page\":{"), "{path}");
    }
    let told = fragment(&nobody, "/taal-b-koffie/_fragment.json");
    assert!(
        told["html"]
            .as_str()
            .unwrap()
            .contains("Taal &lt;b&gt; &amp; koffie</h1>")
    );
}

#[test]
fn a_changed_page_is_in_its_fragment_at_once() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = online(&marieke, "Taal", "Elke dinsdag");
    assert!(
        fragment(&nobody, "/taal/_fragment.json")["html"]
            .as_str()
            .unwrap()
            .contains("Elke dinsdag")
    );
    save(&marieke, &id, &blocks("Elke woensdag")).expect(200);
    // A draft is not read, also not by who wrote it: with the link of a preview it is.
    let read = |client: &Client| {
        fragment(client, "/taal/_fragment.json")["html"]
            .as_str()
            .unwrap()
            .contains("woensdag")
    };
    assert!(!read(&nobody) && !read(&marieke));
    publish(&marieke, &id).expect(200);
    assert!(read(&nobody));
}

#[test]
fn a_fragment_moves_with_its_page_and_goes_with_it() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = online(&marieke, "Taal", "Elke dinsdag");
    let renamed = document("pages", json!({ "slug": "taalhuis" }));
    marieke
        .patch(&format!("/api/v1/pages/{id}"), &renamed)
        .expect(200);
    publish(&marieke, &id).expect(200);
    let moved = nobody.get("/taal/_fragment.json").expect(301);
    assert_eq!(moved.header("location"), "/taalhuis/_fragment.json");
    assert_eq!(
        fragment(&nobody, "/taalhuis/_fragment.json")["path"],
        "/taalhuis"
    );
    // Of another kind: news has an address of its own.
    assert_eq!(
        nobody
            .get("/home/_fragment.json")
            .expect(301)
            .header("location"),
        "/_fragment.json"
    );
    let draft = page(&marieke, "Nog niet");
    nobody.get("/nog-niet/_fragment.json").expect(404);
    assert!(!draft.is_empty());
    // A page of everybody's that the app draws itself has none.
    assert_eq!(
        nobody
            .get("/vacancies/search/_fragment.json")
            .expect(404)
            .code(),
        "not_found"
    );
    // A centre without a home page of its own.
    let other = server.people.other_center.to_string();
    nobody
        .with("volunteer-center-id", &other)
        .get("/_fragment.json")
        .expect(404);
}
