//! The changelog: what the program brings, who reads and who edits it, and what of it is new to whom.

use serde_json::{Value, json};
use voluntr::jobs::add_changelog;

use crate::support::server::{Client, Reply, Server, document};

const PATH: &str = "/api/v1/changelog_entries";
const UNREAD: &str = "/api/v1/changelog_entries/unread";
const READ_ALL: &str = "/api/v1/changelog_entries/read_all";
const FEED: &str = "/api/v1/me/changelog_feed";

fn bring(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Runtime::new()
        .unwrap()
        .block_on(add_changelog(tenant.unguarded("test")))
        .unwrap()
}

fn minute_passes(server: &Server) {
    server.clock.advance(jiff::SignedDuration::from_mins(1));
}

fn written(change: &Value) -> Value {
    let mut attributes = json!({
        "date": "2026-11-21",
        "release": "1.2",
        "kinds": ["new"],
        "title_nl": "Kaart op de telefoon",
        "title_en": "Map on your phone",
        "text_nl": "<p>De kaart blijft staan.</p>",
        "text_en": "<p>The map stays where it is.</p>",
        "published": true,
    });
    let attributes_of = attributes.as_object_mut().unwrap();
    attributes_of.extend(change.as_object().unwrap().clone());
    document("changelog_entries", attributes)
}

fn write(client: &Client, change: &Value) -> Reply {
    client.post(PATH, &written(change))
}

fn unread(client: &Client) -> Value {
    client.get(UNREAD).expect(200).at("/meta")
}

#[test]
fn the_program_brings_its_entries_once_and_what_an_admin_did_to_them_stays() {
    let server = Server::start();
    let admin = server.as_admin();
    let brought = bring(&server);
    assert!(brought >= 12, "{brought}");
    assert_eq!(bring(&server), 0);
    let all = admin.get(&format!("{PATH}?page[size]=100")).expect(200);
    assert_eq!(all.ids().len(), brought);
    let newest = all.at("/data/0/attributes");
    assert_eq!(newest["published"], true);
    assert_eq!(newest["release"], "0.1.0");
    assert_ne!(newest["title_nl"], newest["title_en"]);
    assert!(newest["text_en"].as_str().unwrap().starts_with("<p>"));

    let ids = all.ids();
    let [edited, hidden, deleted, ..] = ids.as_slice() else {
        panic!("{ids:?}");
    };
    let at = |id: &str| format!("{PATH}/{id}");
    let title = document(
        "changelog_entries",
        json!({ "title_nl": "Onze eigen titel" }),
    );
    admin.patch(&at(edited), &title).expect(200);
    let hide = document("changelog_entries", json!({ "published": false }));
    admin.patch(&at(hidden), &hide).expect(200);
    admin.delete(&at(deleted)).expect(204);
    // As when the program starts again.
    assert_eq!(bring(&server), 0);
    let after = admin.get(&at(edited)).expect(200);
    assert_eq!(after.at("/data/attributes/title_nl"), "Onze eigen titel");
    let after = admin.get(&at(hidden)).expect(200);
    assert_eq!(after.at("/data/attributes/published"), false);
    admin.get(&at(deleted)).expect(404);
    server.as_volunteer().get(&at(hidden)).expect(404);
}

#[test]
fn whoever_is_signed_in_reads_what_is_published_and_only_an_admin_writes() {
    let server = Server::start();
    let admin = server.as_admin();
    let shown = write(&admin, &json!({})).expect(201);
    let hidden = write(&admin, &json!({ "published": false })).expect(201);
    let at = |entry: &Reply| format!("{PATH}/{}", entry.id());
    server.as_nobody().get(PATH).expect(401);
    server.as_nobody().get(&at(&shown)).expect(401);
    server.as_nobody().get(UNREAD).expect(401);
    server.as_nobody().put(READ_ALL, &json!({})).expect(401);
    server.as_nobody().get(FEED).expect(401);
    let change = document("changelog_entries", json!({ "title_nl": "Anders" }));
    for client in [
        server.as_volunteer(),
        server.as_student(),
        server.as_mentor(),
        server.as_superuser(),
        server.as_page_manager(),
        server.as_content_manager(),
        server.as_center(),
    ] {
        assert_eq!(client.get(PATH).expect(200).ids(), [shown.id()]);
        client.get(&at(&shown)).expect(200);
        client.get(&at(&hidden)).expect(404);
        write(&client, &json!({})).expect(403);
        client.patch(&at(&shown), &change).expect(403);
        client.delete(&at(&shown)).expect(403);
    }
    assert_eq!(admin.get(PATH).expect(200).ids().len(), 2);
}

#[test]
fn an_entry_has_its_words_in_both_languages_and_a_link_within_the_site() {
    let server = Server::start();
    let admin = server.as_admin();
    let link = json!({ "link_path": "/analytics", "link_text_nl": "Naar de cijfers", "link_text_en": "Look at the figures" });
    write(&admin, &link).expect(201);
    let script =
        json!({ "text_nl": "<p>Dag<script>x()</script></p>", "audiences": ["centers", "centers"] });
    let made = write(&admin, &script).expect(201);
    assert_eq!(made.at("/data/attributes/text_nl"), "<p>Dag</p>");
    assert_eq!(made.at("/data/attributes/audiences"), json!(["centers"]));
    for (wrong, pointer) in [
        (json!({ "title_en": "" }), "title_en"),
        (json!({ "text_en": "<p> </p>" }), "text_en"),
        (json!({ "kinds": [] }), "kinds"),
        (json!({ "kinds": ["old"] }), "kinds"),
        (json!({ "date": "2026-13-01" }), "date"),
        (
            json!({ "link_path": "https://example.org", "link_text_nl": "x", "link_text_en": "x" }),
            "link_path",
        ),
        (
            json!({ "link_path": "//example.org", "link_text_nl": "x", "link_text_en": "x" }),
            "link_path",
        ),
        (
            json!({ "link_path": "/analytics", "link_text_nl": "Naar de cijfers" }),
            "link_text_en",
        ),
    ] {
        let refused = write(&admin, &wrong).expect(422);
        assert!(
            refused.pointer().contains(pointer),
            "{wrong}: {}",
            refused.text
        );
    }
    let of_centres = |audience: &str| admin.get(&format!("{PATH}?filter[audience_eq]={audience}"));
    assert_eq!(of_centres("centers").expect(200).ids().len(), 2);
    assert_eq!(of_centres("volunteers").expect(200).ids().len(), 1);
    of_centres("nobody").expect(400);
}

#[test]
fn what_is_new_is_what_was_published_for_ones_roles_since_one_looked() {
    let server = Server::start();
    let (admin, joke, samira, marieke) = (
        server.as_admin(),
        server.as_volunteer(),
        server.as_superuser(),
        server.as_center(),
    );
    minute_passes(&server);
    for client in [&joke, &samira, &marieke] {
        client.put(READ_ALL, &json!({})).expect(204);
    }
    minute_passes(&server);
    let for_all = write(&admin, &json!({})).expect(201);
    let organizations = write(&admin, &json!({ "audiences": ["organizations"] })).expect(201);
    let centers = write(&admin, &json!({ "audiences": ["centers"] })).expect(201);
    let draft = write(&admin, &json!({ "published": false })).expect(201);
    assert_eq!(unread(&joke), json!({ "count": 1, "ids": [for_all.id()] }));
    assert_eq!(
        unread(&samira),
        json!({ "count": 2, "ids": [organizations.id(), for_all.id()] })
    );
    assert_eq!(
        unread(&marieke),
        json!({ "count": 2, "ids": [centers.id(), for_all.id()] })
    );
    minute_passes(&server);
    joke.put(READ_ALL, &json!({})).expect(204);
    assert_eq!(unread(&joke)["count"], 0);
    assert_eq!(unread(&samira)["count"], 2);
    minute_passes(&server);
    // What is published later is new; what is edited, or hidden and shown again, is not.
    let path = |entry: &Reply| format!("{PATH}/{}", entry.id());
    let published = |is_so: bool| document("changelog_entries", json!({ "published": is_so }));
    admin.patch(&path(&draft), &published(true)).expect(200);
    admin.patch(&path(&for_all), &published(false)).expect(200);
    admin.patch(&path(&for_all), &published(true)).expect(200);
    assert_eq!(unread(&joke), json!({ "count": 1, "ids": [draft.id()] }));
}

#[test]
fn a_new_account_begins_with_nothing_new() {
    let server = Server::start();
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 30));
    bring(&server);
    server.arrange(|tx| {
        let email = "joke@example.nl";
        Ok(tx.execute(
            "update users set created_at = ?1 where email = ?2",
            (tx.now(), email),
        )?)
    });
    assert_eq!(unread(&server.as_volunteer())["count"], 0);
    // Who was there before has what came since.
    assert!(unread(&server.as_center())["count"].as_u64().unwrap() > 3);
}

#[test]
fn a_feed_is_somebodys_own_secret_in_their_language() {
    let server = Server::start();
    let admin = server.as_admin();
    write(&admin, &json!({})).expect(201);
    write(
        &admin,
        &json!({ "published": false, "title_nl": "Verborgen" }),
    )
    .expect(201);
    let joke = server.as_volunteer();
    let nobody = server.as_nobody();
    assert_eq!(
        joke.get(FEED).expect(200).at("/meta/created_at"),
        Value::Null
    );
    let make = || {
        let made = joke.put(FEED, &json!({})).expect(200);
        let address = made.at("/meta/address").as_str().unwrap().to_owned();
        address[address.find("/voluntr/").unwrap()..].to_owned()
    };
    let first = make();
    let shown = nobody.get(&first).expect(200);
    assert_eq!(
        shown.header("content-type"),
        "application/atom+xml; charset=utf-8"
    );
    assert_eq!(shown.header("cache-control"), "private, max-age=900");
    assert!(
        shown.text.contains("<title>Kaart op de telefoon</title>"),
        "{}",
        shown.text
    );
    assert!(!shown.text.contains("Verborgen"), "{}", shown.text);
    let again = nobody.get(&format!("{first}?locale=en")).expect(200);
    assert!(
        again.text.contains("<title>Map on your phone</title>"),
        "{}",
        again.text
    );
    assert!(
        again.text.contains("/en/voluntr/changelog#entry-"),
        "{}",
        again.text
    );
    nobody.get(&format!("{first}?locale=xx")).expect(400);
    server
        .as_nobody()
        .with("if-none-match", shown.header("etag"))
        .get(&first)
        .expect(304);
    // An address of another kind of feed opens nothing here.
    let token = first
        .trim_start_matches("/voluntr/changelog/")
        .trim_end_matches(".atom");
    nobody.get(&format!("/feeds/me/{token}.ics")).expect(404);
    let second = make();
    nobody.get(&first).expect(404);
    nobody.get(&second).expect(200);
    joke.delete(FEED).expect(200);
    nobody.get(&second).expect(404);
    joke.delete(FEED).expect(404);
}
