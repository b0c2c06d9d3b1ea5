//! Writing: the whole draft, single blocks, two people at once, versions, copies and limits.

use serde_json::{Value, json};

use super::{blocks, page, publish, save};
use crate::support::server::{Server, document};

#[test]
fn a_draft_is_saved_as_a_whole_and_blocks_keep_their_ids() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Wie zijn wij?");
    let shown = marieke.get(&format!("/api/v1/pages/{id}")).expect(200);
    assert_eq!(shown.at("/data/attributes/slug"), "wie-zijn-wij");
    assert_eq!(shown.at("/data/attributes/status"), "draft");
    assert_eq!(shown.at("/data/attributes/path"), "/wie-zijn-wij");

    let first = save(&marieke, &id, &blocks("Eerste")).expect(200);
    let html = first.at("/data/0/attributes/html");
    assert!(html.as_str().unwrap().contains(">Eerste</h"), "{html}");
    assert!(
        first
            .at("/data/1/attributes/html")
            .as_str()
            .unwrap()
            .contains("<strong>Vet</strong>")
    );
    let (one, two) = (first.at("/data/0/id"), first.at("/data/1/id"));

    // Turned round, the first changed, one added.
    let sent = json!({ "blocks": [
        { "id": two, "block_type": "Markdown", "content": { "text": "Nieuw" } },
        { "key": "new", "block_type": "QuoteBlock", "content": { "quote": "Ha" }, "ground": "dark" },
        { "id": one, "block_type": "SectionTitle", "content": { "title": "Eerste" }, "is_hidden": true },
    ] });
    let next = save(&marieke, &id, &sent).expect(200);
    assert_eq!((next.at("/data/0/id"), next.at("/data/2/id")), (two, one));
    assert_eq!(next.at("/data/1/attributes/ground"), "dark");
    assert_eq!(next.at("/data/2/attributes/is_hidden"), true);
    // The same again changes nothing.
    let again = save(&marieke, &id, &json!({ "blocks": next.at("/data").as_array().unwrap().iter().map(|block| {
        let mut sent = block["attributes"].clone();
        sent["id"] = block["id"].clone();
        sent.as_object_mut().unwrap().retain(|name, _| !["html", "position"].contains(&name.as_str()));
        sent
    }).collect::<Vec<_>>() })).expect(200);
    assert_eq!(again.header("etag"), next.header("etag"));
}

#[test]
fn the_second_editor_is_told_that_somebody_else_was_first() {
    let server = Server::start();
    let (marieke, cora) = (server.as_center(), server.as_content_manager());
    let id = page(&marieke, "Samen");
    let seen = save(&marieke, &id, &blocks("Een")).expect(200);
    let tag = seen.header("etag").to_owned();
    save(&cora, &id, &blocks("Twee")).expect(200);
    let late = marieke.clone().with("if-match", &tag);
    let refused = save(&late, &id, &blocks("Drie")).expect(412);
    assert_eq!(refused.code(), "stale_resource");
    let now = marieke
        .get(&format!("/api/v1/pages/{id}/content_blocks"))
        .expect(200);
    assert_eq!(now.at("/data/0/attributes/content/title"), "Twee");
    let fresh = marieke.with("if-match", now.header("etag"));
    save(&fresh, &id, &blocks("Drie")).expect(200);
}

#[test]
fn single_blocks_are_added_changed_copied_and_deleted() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, other) = (page(&marieke, "Een"), page(&marieke, "Ander"));
    let list = format!("/api/v1/pages/{id}/content_blocks");
    let made = marieke
        .post(
            &list,
            &json!({ "block_type": "SectionTitle", "content": { "title": "Kop" } }),
        )
        .expect(201);
    let block = made.id();
    let path = format!("/api/v1/content_blocks/{block}");
    let changed = marieke
        .patch(
            &path,
            &document("content_blocks", json!({ "ground": "accent" })),
        )
        .expect(200);
    assert_eq!(changed.at("/data/attributes/ground"), "accent");
    assert_eq!(changed.at("/data/attributes/content/title"), "Kop");
    let wrong = marieke
        .patch(&path, &json!({ "content": { "title": "x".repeat(121) } }))
        .expect(422);
    assert_eq!(wrong.pointer(), "/data/attributes/content/title");
    marieke
        .post(&format!("{path}/duplicate"), &json!({}))
        .expect(201);
    marieke
        .post(&format!("{path}/duplicate"), &json!({ "page_id": other }))
        .expect(201);
    marieke
        .post(&format!("{path}/duplicate"), &json!({ "page_id": "99999" }))
        .expect(422);
    assert_eq!(marieke.get(&list).expect(200).ids().len(), 2);
    let order = json!({ "ids": marieke.get(&list).expect(200).ids().into_iter().rev().collect::<Vec<_>>() });
    let ordered = marieke.put(&format!("{list}/order"), &order).expect(200);
    assert_eq!(ordered.ids()[1], block);
    marieke
        .put(&format!("{list}/order"), &json!({ "ids": [block] }))
        .expect(422);
    marieke.delete(&path).expect(204);
    assert_eq!(marieke.get(&list).expect(200).ids().len(), 1);
    let there = format!("/api/v1/pages/{other}/content_blocks");
    assert_eq!(marieke.get(&there).expect(200).ids().len(), 1);
}

#[test]
fn a_page_has_forty_blocks_and_a_body_its_bounds() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Vol");
    let many = |count: usize| {
        let one = json!({ "block_type": "SectionTitle", "content": { "title": "Kop" } });
        json!({ "blocks": vec![one; count] })
    };
    save(&marieke, &id, &many(40)).expect(200);
    assert_eq!(
        save(&marieke, &id, &many(41)).expect(422).pointer(),
        "/blocks"
    );
    let list = format!("/api/v1/pages/{id}/content_blocks");
    let one_more = json!({ "block_type": "SectionTitle", "content": { "title": "Kop" } });
    marieke.post(&list, &one_more).expect(422);
    marieke
        .post(&format!("/api/v1/pages/{id}/render"), &many(41))
        .expect(422);
    let large = json!({ "blocks": [{ "block_type": "Markdown", "content": { "text": "x".repeat(1_100_000) } }] });
    save(&marieke, &id, &large).expect(413);
}

#[test]
fn versions_are_kept_for_every_ten_minutes_and_come_back_as_a_draft() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Versies");
    save(&marieke, &id, &blocks("Eén")).expect(200);
    save(&marieke, &id, &blocks("Een")).expect(200);
    let list = format!("/api/v1/pages/{id}/versions");
    assert_eq!(
        marieke.get(&list).expect(200).ids().len(),
        1,
        "one for ten minutes of work"
    );
    publish(&marieke, &id).expect(200);
    server.clock.advance(jiff::SignedDuration::from_mins(11));
    save(&marieke, &id, &blocks("Twee")).expect(200);
    server.clock.advance(jiff::SignedDuration::from_mins(11));
    save(&marieke, &id, &blocks("Drie")).expect(200);
    let versions = marieke.get(&list).expect(200);
    assert_eq!(versions.ids(), ["3", "2", "1"]);
    assert_eq!(versions.at("/data/2/attributes/is_published"), true);
    assert_eq!(versions.at("/data/0/attributes/actor_name"), "Marieke Bos");
    let first = marieke.get(&format!("{list}/1")).expect(200);
    assert_eq!(first.at("/data/attributes/blocks/0/content/title"), "Een");
    assert!(
        first
            .at("/data/attributes/blocks/0/html")
            .as_str()
            .unwrap()
            .contains("Een")
    );
    marieke
        .post(&format!("{list}/1/restore"), &json!({}))
        .expect(201);
    let draft = marieke
        .get(&format!("/api/v1/pages/{id}/content_blocks"))
        .expect(200);
    assert_eq!(draft.at("/data/0/attributes/content/title"), "Een");
    // What was there before the restoring is not lost.
    let newest = marieke.get(&format!("{list}/3")).expect(200);
    assert_eq!(newest.at("/data/attributes/blocks/0/content/title"), "Drie");
    marieke.get(&format!("{list}/99")).expect(404);
}

#[test]
fn a_copy_is_a_draft_and_in_the_other_language_a_translation() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = super::online(&marieke, "Over ons", "Wij");
    let copy = marieke
        .post(&format!("/api/v1/pages/{id}/duplicate"), &json!({}))
        .expect(201);
    assert_eq!(copy.at("/data/attributes/title"), "Over ons (kopie)");
    assert_eq!(copy.at("/data/attributes/status"), "draft");
    assert_eq!(copy.at("/data/attributes/slug"), "over-ons-kopie");
    let english = marieke
        .post(
            &format!("/api/v1/pages/{id}/duplicate"),
            &json!({ "locale": "en" }),
        )
        .expect(201);
    assert_eq!(
        english.at("/data/attributes/translation_id"),
        Value::from(id.clone())
    );
    assert_eq!(english.at("/data/attributes/path"), "/en/over-ons");
    let shown = marieke.get(&format!("/api/v1/pages/{id}")).expect(200);
    assert_eq!(
        shown.at("/data/attributes/translation_id"),
        Value::from(english.id())
    );
    let blocks = marieke
        .get(&format!("/api/v1/pages/{}/content_blocks", english.id()))
        .expect(200);
    assert_eq!(blocks.ids().len(), 2);
    // A page has one translation.
    marieke
        .post(
            &format!("/api/v1/pages/{id}/duplicate"),
            &json!({ "locale": "en" }),
        )
        .expect(422);
}

#[test]
fn live_typing_is_shown_with_what_is_wrong_and_stores_nothing() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Typen");
    let sent = json!({ "blocks": [
        { "block_type": "SectionTitle", "content": {} },
        { "block_type": "Image", "content": { "picture": { "stock": "koffie" } } },
        { "block_type": "CallToAction", "content": { "title": "Doe", "link": { "href": "javascript:x", "label": "Ga" } } },
    ] });
    let shown = marieke
        .post(&format!("/api/v1/pages/{id}/render"), &sent)
        .expect(200);
    assert_eq!(shown.at("/blocks/0/problems/0/code"), "required");
    assert_eq!(shown.at("/blocks/1/problems/0/code"), "alt_text");
    assert!(
        shown
            .at("/blocks/1/html")
            .as_str()
            .unwrap()
            .contains("/img/koffie.svg")
    );
    assert_eq!(shown.at("/blocks/2/problems/0/code"), "link");
    assert!(!shown.text.contains("javascript:"));
    let kept = marieke
        .get(&format!("/api/v1/pages/{id}/content_blocks"))
        .expect(200);
    assert!(kept.ids().is_empty());
}

#[test]
fn a_link_to_a_draft_leads_to_the_centres_own_host_whatever_host_the_request_names() {
    let server = Server::start();
    server.arrange(|tx| {
        Ok(tx.execute(
            "update volunteer_centers set host = 'vrijwilligers.example.org' where is_default = 1",
            [],
        )?)
    });
    let marieke = server.as_center();
    let id = page(&marieke, "Een concept");
    let made = marieke
        .with("host", "elders.example")
        .post(&format!("/api/v1/pages/{id}/preview_token"), &json!({}))
        .expect(200);
    let url = made.at("/data/attributes/url").as_str().unwrap().to_owned();
    assert!(
        url.starts_with("https://vrijwilligers.example.org/"),
        "{url}"
    );
}

#[test]
fn a_text_keeps_its_headings_and_tables_and_takes_over_what_stood_in_markdown() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Tekst");
    let markdown = "## Kop\n\nEen **vet** [woord](/over-ons).\n\n| Dag | Waar |\n| --- | --- |\n| Maandag | Bibliotheek |\n\n1. een\n2. twee\n";
    let block = |kind: &str, text: &str| json!({ "blocks": [{ "block_type": kind, "content": { "text": text } }] });
    let rich = |reply: &crate::support::server::Reply| -> String {
        let html = reply
            .at("/data/0/attributes/html")
            .as_str()
            .unwrap()
            .to_owned();
        let (_, from) = html.split_once("data-rich>").unwrap();
        from.rsplit_once("</div></div></section>")
            .unwrap()
            .0
            .to_owned()
    };
    let first = save(&marieke, &id, &block("Markdown", markdown)).expect(200);
    let read = rich(&first);
    let next = save(&marieke, &id, &block("RichText", &read)).expect(200);
    let bare = |html: &str| html.replace('\n', "").replace(" rel=\"noopener\"", "");
    assert_eq!(bare(&rich(&next)), bare(&read), "nothing is lost");
    for piece in [
        "<h2>Kop</h2>",
        "<strong>vet</strong>",
        "<td>Bibliotheek</td>",
        "<ol>",
    ] {
        assert!(rich(&next).contains(piece), "{piece}: {}", rich(&next));
    }
    // Beside a heading there is no room for a table: its rows are lines.
    let word = include_str!("../../e2e/files/pasted/word.html");
    let beside = json!({ "blocks": [{ "block_type": "ImageTextButtons", "content": { "title": "Eten", "text": word } }] });
    let pasted = save(&marieke, &id, &beside).expect(200);
    let text = pasted
        .at("/data/0/attributes/content/text")
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        text.contains("<p>Dinsdag | Buurthuis De Linde</p>"),
        "{text}"
    );
    let whole = save(&marieke, &id, &block("RichText", word)).expect(200);
    let text = whole
        .at("/data/0/attributes/content/text")
        .as_str()
        .unwrap()
        .to_owned();
    let flat: String = text.lines().map(str::trim).collect();
    assert!(flat.contains("<td><p>Dinsdag</p></td>"), "{text}");
    assert!(!text.contains("Mso") && !text.contains("Calibri"), "{text}");
}

#[test]
fn whoever_opens_a_page_hears_who_else_has_it_open() {
    let server = Server::start();
    let (marieke, cora) = (server.as_center(), server.as_content_manager());
    let (id, other) = (page(&marieke, "Samen"), page(&marieke, "Alleen"));
    let note = |client: &crate::support::server::Client, id: &str, leaving: bool| {
        client
            .put(
                &format!("/api/v1/pages/{id}/presence"),
                &json!({ "is_leaving": leaving }),
            )
            .expect(200)
    };
    let names = |reply: &crate::support::server::Reply| -> Vec<String> {
        let data = reply.at("/data").as_array().unwrap().clone();
        data.iter()
            .map(|one| one["attributes"]["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(names(&note(&marieke, &id, false)).is_empty());
    assert!(names(&note(&cora, &other, false)).is_empty());
    assert_eq!(names(&note(&cora, &id, false)), ["Marieke Bos"]);
    assert_eq!(names(&note(&marieke, &id, false)).len(), 1);
    note(&cora, &id, true);
    assert!(
        names(&note(&marieke, &id, false)).is_empty(),
        "she closed it"
    );
    note(&cora, &id, false);
    server.clock.advance(jiff::SignedDuration::from_secs(61));
    assert!(
        names(&note(&marieke, &id, false)).is_empty(),
        "not heard of for a minute"
    );
    // Who may not write on it hears nothing.
    for client in [server.as_volunteer(), server.as_superuser()] {
        let refused = client.put(&format!("/api/v1/pages/{id}/presence"), &json!({}));
        assert!([403, 404].contains(&refused.status), "{}", refused.status);
    }
    server
        .as_nobody()
        .put(&format!("/api/v1/pages/{id}/presence"), &json!({}))
        .expect(401);
}
