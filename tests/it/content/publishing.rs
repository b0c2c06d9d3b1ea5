//! Publishing: checks before it, snapshots, the clock, addresses and their redirects, and preview links.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{blocks, online, page, publish, run_job, save};
use crate::support::server::{Client, Server, document};

fn read(client: &Client, slug: &str) -> crate::support::server::Reply {
    client.get(&format!("/api/v1/pages/by_slug/{slug}?locale=nl"))
}

#[test]
fn what_lacks_something_is_not_published_and_the_editor_is_told_what() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Half");
    assert_eq!(
        publish(&marieke, &id).expect(422).at("/errors/0/meta/rule"),
        "no_blocks"
    );
    let sent = json!({ "blocks": [
        { "block_type": "Image", "content": { "picture": { "stock": "koffie" } } },
        { "block_type": "CallToAction", "content": { "title": "Doe mee", "link": { "href": "/bestaat-niet", "label": "Klik hier" } } },
    ] });
    save(&marieke, &id, &sent).expect(200);
    let checks = marieke
        .get(&format!("/api/v1/pages/{id}/checks"))
        .expect(200);
    let found: Vec<(String, String)> = checks
        .at("/data")
        .as_array()
        .unwrap()
        .iter()
        .map(|check| {
            let text = |name: &str| check["attributes"][name].as_str().unwrap().to_owned();
            (text("code"), text("severity"))
        })
        .collect();
    for (code, severity) in [
        ("alt_text", "blocking"),
        ("link_text", "advice"),
        ("broken_link", "advice"),
        ("no_description", "advice"),
        ("no_translation", "advice"),
    ] {
        assert!(
            found.contains(&(code.to_owned(), severity.to_owned())),
            "{code}: {found:?}"
        );
    }
    let refused = publish(&marieke, &id).expect(422);
    assert_eq!(refused.pointer(), "/blocks/0/content/picture/alt");
    read(&server.as_nobody(), "half").expect(404);
    // A choice that nobody made is its first.
    let cards = json!({ "blocks": [{ "block_type": "DynamicCards", "content": { "title": "Net geplaatst" } }] });
    save(&marieke, &id, &cards).expect(200);
    publish(&marieke, &id).expect(200);
}

#[test]
fn visitors_see_what_was_published_and_never_the_draft() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = online(&marieke, "Open", "Gepubliceerd");
    save(&marieke, &id, &blocks("Geheim concept")).expect(200);
    marieke
        .patch(
            &format!("/api/v1/pages/{id}"),
            &document(
                "pages",
                json!({ "title": "Geheime titel", "summary": "Geheim" }),
            ),
        )
        .expect(200);
    let shown = read(&nobody, "open").expect(200);
    assert!(
        shown.text.contains("Gepubliceerd") && !shown.text.contains("Gehei"),
        "{}",
        shown.text
    );
    let html = nobody.get("/open").expect(200);
    assert!(html.text.contains("Gepubliceerd") && !html.text.contains("Gehei"));
    let listed = nobody.get("/api/v1/published_pages").expect(200);
    assert!(!listed.text.contains("Gehei"));
    nobody.get("/api/v1/pages").expect(401);
    nobody.get(&format!("/api/v1/pages/{id}")).expect(401);
    server.as_volunteer().get("/api/v1/pages").expect(403);
    let draft = marieke.get(&format!("/api/v1/pages/{id}")).expect(200);
    assert_eq!(draft.at("/data/attributes/status"), "published");
    assert_eq!(draft.at("/data/attributes/has_unpublished_changes"), true);
    publish(&marieke, &id).expect(200);
    // The cached page follows at once.
    assert!(
        nobody
            .get("/open")
            .expect(200)
            .text
            .contains("Geheim concept")
    );
    marieke
        .put(&format!("/api/v1/pages/{id}/unpublish"), &json!({}))
        .expect(200);
    nobody.get("/open").expect(404);
    read(&nobody, "open").expect(404);
    let gone = marieke.get(&format!("/api/v1/pages/{id}")).expect(200);
    assert_eq!(gone.at("/data/attributes/status"), "unpublished");
}

#[test]
fn a_version_waits_for_its_time_and_ends_at_it() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = online(&marieke, "Actie", "Oud");
    save(&marieke, &id, &blocks("Nieuw")).expect(200);
    let schedule = format!("/api/v1/pages/{id}/schedule");
    for wrong in [
        json!({ "publish_at": "2020-01-01T00:00:00Z" }),
        json!({ "publish_at": "morgen" }),
        json!({ "publish_at": "2026-11-23T00:00:00Z", "unpublish_at": "2026-11-22T00:00:00Z" }),
        json!({ "publish_at": "2036-11-23T00:00:00Z" }),
    ] {
        marieke.decide(&schedule, &wrong).expect(422);
    }
    let when = json!({ "publish_at": "2026-11-21T11:00:00+01:00", "unpublish_at": "2026-11-21T12:00:00Z" });
    let planned = marieke.decide(&schedule, &when).expect(200);
    assert_eq!(
        planned.at("/data/attributes/publish_at"),
        "2026-11-21T10:00:00Z"
    );
    // What somebody writes afterwards does not go along.
    save(&marieke, &id, &blocks("Later geschreven")).expect(200);
    assert!(nobody.get("/actie").expect(200).text.contains(">Oud<"));
    server.clock.advance(SignedDuration::from_mins(61));
    let html = nobody.get("/actie").expect(200).text;
    assert!(
        html.contains(">Nieuw<") && !html.contains("Later geschreven"),
        "by the clock alone"
    );
    run_job(&server);
    assert!(nobody.get("/actie").expect(200).text.contains(">Nieuw<"));
    let shown = marieke.get(&format!("/api/v1/pages/{id}")).expect(200);
    assert_eq!(shown.at("/data/attributes/status"), "published");
    server.clock.advance(SignedDuration::from_mins(120));
    nobody.get("/actie").expect(404);
    run_job(&server);
    let shown = server
        .as_center()
        .get(&format!("/api/v1/pages/{id}"))
        .expect(200);
    assert_eq!(shown.at("/data/attributes/status"), "unpublished");
    let rows: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from published_pages where slug = 'actie'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(rows, 0, "the job tidied up");
}

#[test]
fn an_address_is_free_well_formed_and_leads_on_after_a_change() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = online(&marieke, "Eerste adres", "Tekst");
    let path = format!("/api/v1/pages/{id}");
    let slug = |slug: &str| document("pages", json!({ "slug": slug }));
    for (wrong, rule) in [
        ("Hoofdletters", "slug"),
        ("twee--streepjes", "slug"),
        ("-begin", "slug"),
        ("a_b", "slug"),
        ("nieuws", "reserved"),
        ("api", "reserved"),
        ("vacancies", "reserved"),
        ("home", "taken"),
    ] {
        let refused = marieke.patch(&path, &slug(wrong)).expect(422);
        assert_eq!(refused.at("/errors/0/meta/rule"), rule, "{wrong}");
    }
    marieke.patch(&path, &slug("tweede-adres")).expect(200);
    nobody.get("/tweede-adres").expect(200);
    let moved = nobody.get("/eerste-adres").expect(301);
    assert_eq!(moved.header("location"), "/tweede-adres");
    let gone = read(&nobody, "eerste-adres").expect(410);
    assert_eq!(gone.at("/errors/0/meta/moved_to/path"), "/tweede-adres");
    // Somebody else takes the old address.
    online(&marieke, "Eerste adres", "Ander");
    assert!(
        nobody
            .get("/eerste-adres")
            .expect(200)
            .text
            .contains("Ander")
    );
    let other = document("pages", json!({ "locale": "en" }));
    assert_eq!(
        marieke
            .patch(&path, &other)
            .expect(422)
            .at("/errors/0/meta/rule"),
        "fixed"
    );
    // The same address in the other language is another page.
    let english = json!({ "title": "Second", "slug": "tweede-adres", "locale": "en" });
    marieke
        .post("/api/v1/pages", &document("pages", english))
        .expect(201);
    let home = marieke
        .get("/api/v1/pages?filter[slug_eq]=home&filter[locale_eq]=nl")
        .expect(200);
    let home = format!("/api/v1/pages/{}", home.ids()[0]);
    marieke.patch(&home, &slug("begin")).expect(422);
    marieke.delete(&home).expect(403);
}

#[test]
fn a_preview_link_shows_the_draft_for_seven_days_and_to_no_search_engine() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = page(&marieke, "Voorbeeld");
    save(&marieke, &id, &blocks("Nog niet af")).expect(200);
    let link = marieke
        .post(&format!("/api/v1/pages/{id}/preview_token"), &json!({}))
        .expect(200);
    let url = link.at("/data/attributes/url").as_str().unwrap().to_owned();
    let path = url
        .get(url.find("/voorbeeld").unwrap()..)
        .unwrap()
        .to_owned();
    let shown = nobody.get(&path).expect(200);
    assert!(shown.text.contains("Nog niet af") && shown.text.contains("noindex"));
    nobody.get("/voorbeeld").expect(404);
    let token = path.split_once('=').unwrap().1;
    let other = online(&marieke, "Ander", "x");
    nobody
        .get(&format!(
            "/api/v1/pages/by_slug/ander?locale=nl&preview_token={token}"
        ))
        .expect(404);
    nobody
        .get(&format!(
            "/api/v1/pages/by_slug/voorbeeld?locale=nl&preview_token={token}x"
        ))
        .expect(404);
    let elsewhere = nobody.clone().with(
        "volunteer-center-id",
        &server.people.other_center.to_string(),
    );
    elsewhere
        .get(&format!(
            "/api/v1/pages/by_slug/voorbeeld?locale=nl&preview_token={token}"
        ))
        .expect(404);
    server.clock.advance(SignedDuration::from_hours(7 * 24 + 1));
    let expired = nobody
        .get(&format!(
            "/api/v1/pages/by_slug/voorbeeld?locale=nl&preview_token={token}"
        ))
        .expect(410);
    assert_eq!(expired.code(), "link_expired");
    nobody.get(&path).expect(410);
    assert!(!other.is_empty());
    assert_eq!(Value::Null, expired.at("/data"));
}

#[test]
fn the_explanation_of_a_template_goes_online_only_when_somebody_says_so() {
    let server = Server::start();
    let marieke = server.as_center();
    let id = page(&marieke, "Over ons");
    let sent = json!({ "blocks": [
        { "block_type": "SectionTitle", "content": { "title": "Over ons" } },
        { "block_type": "ImageTextButtons", "content": {
            "title": "Zo helpen wij",
            "text": "<p>Vertel hier in een paar zinnen wat je doet, voor wie, en wat het oplevert.</p>",
        } },
    ] });
    save(&marieke, &id, &sent).expect(200);
    let refused = publish(&marieke, &id).expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), "template_text");
    assert_eq!(refused.pointer(), "/blocks/1/content/text");
    let detail = refused.at("/errors/0/detail").as_str().unwrap().to_owned();
    assert!(detail.contains("blok 2"), "{detail}");
    read(&server.as_nobody(), "over-ons").expect(404);
    let schedule = format!("/api/v1/pages/{id}/schedule");
    let later = marieke
        .decide(&schedule, &json!({ "publish_at": "2026-11-23T12:00:00Z" }))
        .expect(422);
    assert_eq!(later.at("/errors/0/meta/rule"), "template_text");
    let checks = marieke
        .get(&format!("/api/v1/pages/{id}/checks"))
        .expect(200);
    let checks = checks.at("/data");
    let asked: Vec<&Value> = checks
        .as_array()
        .unwrap()
        .iter()
        .filter(|check| check["attributes"]["severity"] == "confirm")
        .collect();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert_eq!(asked[0]["attributes"]["position"], 2);
    let confirmed = json!({ "confirmed": true });
    marieke
        .decide(&format!("/api/v1/pages/{id}/publish"), &confirmed)
        .expect(200);
    read(&server.as_nobody(), "over-ons").expect(200);
    // Something that really stands in the way cannot be confirmed.
    let sent = json!({ "blocks": [
        { "block_type": "RichText", "content": { "text": "<p>Zeg wat de lezer kan doen.</p>" } },
        { "block_type": "Image", "content": { "picture": { "stock": "koffie" } } },
    ] });
    save(&marieke, &id, &sent).expect(200);
    let refused = marieke
        .decide(&format!("/api/v1/pages/{id}/publish"), &confirmed)
        .expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), "alt_text");
    assert_eq!(refused.at("/errors").as_array().unwrap().len(), 1);
}
