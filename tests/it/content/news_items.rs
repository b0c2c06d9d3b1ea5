//! `/news_items`: news under the names of its own fields, read by everybody and written by who manages the content.

use serde_json::{Value, json};

use super::{page, publish, run_job};
use crate::data::uploads::jpeg;
use crate::support::server::{Client, Reply, Server, document};

const PATH: &str = "/api/v1/news_items";

fn add(client: &Client, fields: Value) -> Reply {
    client.post(PATH, &document("news_items", fields))
}

fn change(client: &Client, id: &str, fields: Value) -> Reply {
    client.patch(&format!("{PATH}/{id}"), &document("news_items", fields))
}

fn text(words: &str) -> Value {
    json!([{ "block_type": "Markdown", "content": { "text": words } }])
}

#[test]
fn an_item_is_written_published_and_read_under_its_own_names() {
    let server = Server::start();
    let (cora, nobody) = (server.as_content_manager(), server.as_nobody());
    let picture = cora
        .upload(
            &[("kind", "content"), ("alt", "Een tuin")],
            "image/jpeg",
            &jpeg(900, 700),
        )
        .expect(201);
    let image = picture.at("/data/attributes/url");
    let made = add(
        &cora,
        json!({
            "title": "De tuin is open", "intro": "Na een jaar werk.", "body": text("Kom **kijken**."), "image": image,
            "image_alt": "Een tuin", "author_name": "Cora", "featured": true, "tags": ["groen"], "meta_title": "Tuin open",
        }),
    )
    .expect(201);
    let id = made.id();
    assert_eq!(made.header("location"), format!("{PATH}/{id}"));
    let of = |reply: &Reply, name: &str| reply.at(&format!("/data/attributes/{name}"));
    assert_eq!(of(&made, "slug"), "de-tuin-is-open");
    assert_eq!(of(&made, "is_published"), false);
    assert_eq!(of(&made, "image"), image);
    assert_eq!(of(&made, "body/0/block_type"), "Markdown");
    assert_eq!(
        of(&made, "body/0/content"),
        json!({ "text": "Kom **kijken**." })
    );
    // A draft is for who writes news.
    nobody.get(&format!("{PATH}/{id}")).expect(404);
    nobody.get(&format!("{PATH}/de-tuin-is-open")).expect(404);
    assert!(nobody.get(PATH).expect(200).ids().is_empty());
    let drafts = cora
        .get(&format!("{PATH}?filter[is_published_eq]=false"))
        .expect(200);
    assert_eq!(drafts.ids(), [id.as_str()]);
    // It is a page of the editor too.
    let same = cora.get(&format!("/api/v1/pages/{id}")).expect(200);
    assert_eq!(same.at("/data/attributes/page_type"), "news");
    assert_eq!(same.at("/data/attributes/image_id"), json!(picture.id()));

    let online = cora
        .decide(&format!("{PATH}/{id}/publish"), &json!({}))
        .expect(200);
    assert_eq!(of(&online, "is_published"), true);
    for path in [format!("{PATH}/{id}"), format!("{PATH}/de-tuin-is-open")] {
        let read = nobody.get(&path).expect(200);
        assert_eq!(of(&read, "title"), "De tuin is open");
        assert_eq!(of(&read, "intro"), "Na een jaar werk.");
        assert_eq!(of(&read, "path"), "/nieuws/de-tuin-is-open");
        assert_eq!(of(&read, "tags"), json!(["groen"]));
        assert_eq!(of(&read, "image"), image);
        assert_eq!(of(&read, "published_at"), json!(server.clock.text()));
        assert_eq!(of(&read, "body/0/content/text"), "Kom **kijken**.");
    }
    for filter in [
        "filter[tags_in]=groen",
        "filter[featured_eq]=true",
        "filter[q]=TUIN",
        "filter[slug_eq]=de-tuin-is-open",
    ] {
        let found = nobody.get(&format!("{PATH}?{filter}")).expect(200);
        assert_eq!(found.ids(), [id.as_str()], "{filter}");
    }
    assert!(
        nobody
            .get(&format!("{PATH}?filter[locale_eq]=en"))
            .expect(200)
            .ids()
            .is_empty()
    );
    // Visitors go on reading what was published, and the editor is told that more is written.
    let changed = change(
        &cora,
        &id,
        json!({ "title": "De tuin is dicht", "body": text("Tot het voorjaar.") }),
    )
    .expect(200);
    assert_eq!(of(&changed, "has_unpublished_changes"), true);
    let read = nobody.get(&format!("{PATH}/{id}")).expect(200);
    assert!(read.text.contains("Kom **kijken**.") && !read.text.contains("dicht"));
    cora.decide(&format!("{PATH}/{id}/publish"), &json!({}))
        .expect(200);
    let read = nobody.get(&format!("{PATH}/{id}")).expect(200);
    assert!(read.text.contains("Tot het voorjaar.") && read.text.contains("De tuin is dicht"));
    assert!(
        nobody
            .get("/nieuws/de-tuin-is-open")
            .expect(200)
            .text
            .contains("Tot het voorjaar.")
    );
    cora.put(&format!("{PATH}/{id}/unpublish"), &json!({}))
        .expect(200);
    nobody.get(&format!("{PATH}/{id}")).expect(404);
    cora.delete(&format!("{PATH}/{id}")).expect(204);
    cora.get(&format!("{PATH}/{id}")).expect(404);
    cora.put(&format!("/api/v1/pages/{id}/restore"), &json!({}))
        .expect(200);
    assert_eq!(
        of(&cora.get(&format!("{PATH}/{id}")).expect(200), "title"),
        "De tuin is dicht"
    );
}

#[test]
fn the_clock_publishes_and_ends_an_item() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let cora = server.as_content_manager();
    let fields = json!({ "title": "Straks", "body": text("Nu wel") });
    let id = add(&cora, fields).expect(201).id();
    let at = |hours: i64| {
        let at = server.clock.now() + jiff::SignedDuration::from_hours(hours);
        at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
    };
    let when = json!({ "publish_at": at(1), "unpublish_at": at(3) });
    let planned = cora
        .decide(&format!("{PATH}/{id}/schedule"), &when)
        .expect(200);
    assert_eq!(planned.at("/data/attributes/is_published"), false);
    assert_eq!(
        planned.at("/data/attributes/publish_at"),
        when["publish_at"]
    );
    nobody.get(&format!("{PATH}/{id}")).expect(404);
    server.clock.advance(jiff::SignedDuration::from_hours(2));
    nobody.get(&format!("{PATH}/{id}")).expect(200);
    let listed = server.as_content_manager().get(PATH).expect(200);
    assert_eq!(listed.ids(), [id.as_str()], "once");
    run_job(&server);
    server.clock.advance(jiff::SignedDuration::from_hours(2));
    nobody.get(&format!("{PATH}/{id}")).expect(404);
    assert!(nobody.get(PATH).expect(200).ids().is_empty());
    run_job(&server);
    let draft = server
        .as_content_manager()
        .get(&format!("{PATH}/{id}"))
        .expect(200);
    assert_eq!(draft.at("/data/attributes/is_published"), false);
}

#[test]
fn what_is_wrong_is_said_under_the_names_that_were_sent() {
    let server = Server::start();
    let cora = server.as_content_manager();
    let long = "a ".repeat(10_001);
    let part = |length: usize| json!({ "block_type": "Markdown", "content": { "text": "a".repeat(length) } });
    let full = || vec![part(5_000), part(5_000), part(5_000), part(5_000)];
    let parts = [full(), vec![part(1)]].concat();
    for (fields, pointer) in [
        (json!({ "title": "Ja" }), "title"),
        (json!({ "title": "t".repeat(121) }), "title"),
        (json!({ "intro": "Zonder titel" }), "title"),
        (
            json!({ "title": "Titel", "intro": "i".repeat(301) }),
            "intro",
        ),
        (json!({ "title": "Titel", "body": parts }), "body"),
        (
            json!({ "title": "Titel", "body": text(&long) }),
            "body/0/content/text",
        ),
        (
            json!({ "title": "Titel", "body": [{ "block_type": "Bestaat niet" }] }),
            "body/0/block_type",
        ),
        (
            json!({ "title": "Titel", "body": [{ "content": {} }] }),
            "body/0",
        ),
        (
            json!({ "title": "Titel", "image": "/uploads/x.webp" }),
            "image",
        ),
        (
            json!({ "title": "Titel", "image": "/img/../x.svg" }),
            "image",
        ),
        (
            json!({ "title": "Titel", "slug": "Met Hoofdletters" }),
            "slug",
        ),
        (
            json!({ "title": "Titel", "is_published": true }),
            "is_published",
        ),
        (
            json!({ "title": "Titel", "page_type": "default" }),
            "page_type",
        ),
        (
            json!({ "title": "Titel", "translation_of_id": "999" }),
            "translation_of_id",
        ),
    ] {
        let refused = add(&cora, fields.clone()).expect(422);
        let expected = format!("/data/attributes/{pointer}");
        assert!(
            refused.pointer() == expected
                || refused.pointer() == "/data/relationships/translation_of",
            "{fields}: {}",
            refused.text
        );
    }
    let all = cora.get(PATH).expect(200);
    assert!(all.ids().is_empty(), "nothing of it was stored");
    // The longest that may be.
    let fits = json!({ "title": "t".repeat(120), "intro": "i".repeat(300), "image": "/img/koffie.svg", "body": full() });
    let made = add(&cora, fits).expect(201);
    assert_eq!(made.at("/data/attributes/image"), "/img/koffie.svg");
    // What lacks something is not published.
    let empty = add(&cora, json!({ "title": "Leeg" })).expect(201).id();
    let refused = cora
        .decide(&format!("{PATH}/{empty}/publish"), &json!({}))
        .expect(422);
    assert!(refused.pointer().starts_with("/data/attributes/"));
    // No picture any more.
    let without = change(&cora, &made.id(), json!({ "image": null })).expect(200);
    assert_eq!(without.at("/data/attributes/image"), Value::Null);
}

#[test]
fn news_items_are_written_by_who_manages_the_content_of_the_centre() {
    let server = Server::start();
    let cora = server.as_content_manager();
    let fields = || json!({ "title": "Van Cora", "body": text("Hallo") });
    let id = add(&cora, fields()).expect(201).id();
    let path = format!("{PATH}/{id}");
    add(&server.as_nobody(), fields()).expect(401);
    change(&server.as_nobody(), &id, fields()).expect(401);
    for client in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_page_manager(),
    ] {
        add(&client, fields()).expect(403);
        client.get(&path).expect(404);
        change(&client, &id, fields()).expect(403);
        client.delete(&path).expect(403);
        client
            .decide(&format!("{path}/publish"), &json!({}))
            .expect(403);
        assert!(client.get(PATH).expect(200).ids().is_empty());
    }
    for client in [server.as_center(), server.as_admin()] {
        change(&client, &id, json!({ "title": "Samen" })).expect(200);
        client
            .decide(&format!("{path}/publish"), &json!({}))
            .expect(200);
        client
            .put(&format!("{path}/unpublish"), &json!({}))
            .expect(200);
    }
    let elsewhere = server.as_admin().with(
        "volunteer-center-id",
        &server.people.other_center.to_string(),
    );
    elsewhere.get(&path).expect(404);
    change(&elsewhere, &id, fields()).expect(404);
    // An ordinary page is no news item, whatever its number.
    let own = page(&cora, "Geen nieuws");
    super::save(&cora, &own, &super::blocks("Gewoon")).expect(200);
    publish(&cora, &own).expect(200);
    cora.get(&format!("{PATH}/{own}")).expect(404);
    change(&cora, &own, fields()).expect(404);
    cora.delete(&format!("{PATH}/{own}")).expect(404);
}
