//! Deleted pages: gone for visitors at once, restorable for thirty days as they were, then purged.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{blocks, online, page, publish, save};
use crate::data::retention;
use crate::data::uploads::jpeg;
use crate::support::server::{Client, Reply, Server, document};

fn delete(client: &Client, id: &str) -> Reply {
    client.delete(&format!("/api/v1/pages/{id}"))
}

fn restore(client: &Client, id: &str) -> Reply {
    client.put(&format!("/api/v1/pages/{id}/restore"), &json!({}))
}

fn status_of(client: &Client, id: &str) -> Value {
    client
        .get(&format!("/api/v1/pages/{id}"))
        .expect(200)
        .at("/data/attributes/status")
}

fn change(client: &Client, id: &str, fields: Value) -> Reply {
    client.patch(&format!("/api/v1/pages/{id}"), &document("pages", fields))
}

#[test]
fn a_deleted_page_is_gone_at_once_and_comes_back_as_it_was() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = online(&marieke, "Rabarber", "Over rabarber");
    save(&marieke, &id, &blocks("Concept van later")).expect(200);
    let item = json!({ "name": "Naar de rabarber", "link_type": "content_page", "page_id": id.parse::<i64>().unwrap() });
    let menu_item = marieke
        .post("/api/v1/menu_items", &document("menu_items", item))
        .expect(201)
        .id();
    let shown_at = [
        "/sitemap.xml",
        "/voorwaarden",
        "/api/v1/published_pages",
        "/api/v1/search?q=rabarber",
    ];
    let stands = |path: &str| {
        let text = nobody.get(path).expect(200).text;
        text.contains("/rabarber") || text.contains("\"slug\":\"rabarber\"")
    };
    for path in shown_at {
        assert!(stands(path), "{path}");
    }
    delete(&marieke, &id).expect(204);
    nobody.get("/rabarber").expect(404);
    nobody
        .get("/api/v1/pages/by_slug/rabarber?locale=nl")
        .expect(404);
    for path in shown_at {
        assert!(!stands(path), "{path}");
    }
    // The lists of editors have it where they ask for it.
    let listed = marieke.get("/api/v1/pages?page[size]=100").expect(200);
    assert!(!listed.ids().contains(&id));
    let bin = marieke
        .get("/api/v1/pages?filter[status_eq]=deleted")
        .expect(200);
    assert_eq!(bin.ids(), [id.as_str()]);
    assert_eq!(bin.at("/data/0/attributes/status"), "deleted");
    assert_eq!(bin.at("/data/0/meta/can"), json!(["restore"]));
    let until: jiff::Timestamp = bin
        .at("/data/0/attributes/restorable_until")
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(until.duration_since(server.clock.now()).as_hours(), 30 * 24);
    // Nothing is done with it meanwhile.
    save(&marieke, &id, &blocks("Nee")).expect(403);
    publish(&marieke, &id).expect(403);
    change(&marieke, &id, json!({ "title": "Nee" })).expect(403);
    delete(&marieke, &id).expect(403);
    // An item of the menu can still be named, and no new one leads there.
    let path = format!("/api/v1/menu_items/{menu_item}");
    let renamed = document("menu_items", json!({ "name": "Rabarbertaart" }));
    marieke.patch(&path, &renamed).expect(200);
    let new = json!({ "name": "Nog een", "link_type": "content_page", "page_id": id.parse::<i64>().unwrap() });
    let refused = marieke
        .post("/api/v1/menu_items", &document("menu_items", new))
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/page_id");

    let back = restore(&marieke, &id).expect(200);
    assert_eq!(back.at("/data/attributes/status"), "published");
    assert_eq!(back.at("/data/attributes/deleted_at"), Value::Null);
    assert_eq!(back.at("/data/attributes/has_unpublished_changes"), true);
    let html = nobody.get("/rabarber").expect(200).text;
    assert!(html.contains("Over rabarber") && !html.contains("Concept van later"));
    for path in shown_at {
        assert!(stands(path), "{path}");
    }
    let home = nobody.get("/voorwaarden").expect(200).text;
    assert!(home.contains("href=\"/rabarber\">Rabarbertaart</a>"));
    let draft = marieke
        .get(&format!("/api/v1/pages/{id}/content_blocks"))
        .expect(200);
    assert!(draft.text.contains("Concept van later"));
    restore(&marieke, &id).expect(403);
}

#[test]
fn an_address_is_free_while_its_page_is_deleted_and_restoring_says_who_has_it() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = online(&marieke, "Tuin", "De oude tuin");
    change(&marieke, &id, json!({ "slug": "buurttuin" })).expect(200);
    delete(&marieke, &id).expect(204);
    // The former address does not lead to it either.
    nobody.get("/tuin").expect(404);
    let fields = json!({ "title": "De nieuwe tuin", "slug": "buurttuin" });
    let other = marieke
        .post("/api/v1/pages", &document("pages", fields))
        .expect(201)
        .id();
    save(&marieke, &other, &blocks("De nieuwe tuin")).expect(200);
    publish(&marieke, &other).expect(200);
    let refused = restore(&marieke, &id).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/slug");
    assert_eq!(refused.at("/errors/0/meta/rule"), "address_in_use");
    let detail = refused.at("/errors/0/detail");
    let detail = detail.as_str().unwrap();
    assert!(
        detail.contains("/buurttuin") && detail.contains("De nieuwe tuin"),
        "{detail}"
    );
    assert_eq!(status_of(&marieke, &id), "deleted");
    // The other one moves, which left a redirect at the address.
    change(&marieke, &other, json!({ "slug": "nieuwe-tuin" })).expect(200);
    assert_eq!(
        nobody.get("/buurttuin").expect(301).header("location"),
        "/nieuwe-tuin"
    );
    restore(&marieke, &id).expect(200);
    assert!(
        nobody
            .get("/buurttuin")
            .expect(200)
            .text
            .contains("De oude tuin")
    );
    assert_eq!(
        nobody.get("/tuin").expect(301).header("location"),
        "/buurttuin"
    );
}

#[test]
fn a_translation_stays_with_its_page_unless_that_got_another() {
    let server = Server::start();
    let marieke = server.as_center();
    let dutch = online(&marieke, "Wandelen", "Wandelen");
    let translated = |slug: &str| {
        let fields =
            json!({ "title": slug, "slug": slug, "locale": "en", "translation_of_id": dutch });
        marieke.post("/api/v1/pages", &document("pages", fields))
    };
    let english = translated("walking").expect(201).id();
    let other_of = |id: &str| {
        marieke
            .get(&format!("/api/v1/pages/{id}"))
            .expect(200)
            .at("/data/attributes/translation_id")
    };
    delete(&marieke, &dutch).expect(204);
    assert_eq!(other_of(&english), Value::Null);
    // What is left can be changed.
    change(&marieke, &english, json!({ "title": "Walks" })).expect(200);
    restore(&marieke, &dutch).expect(200);
    assert_eq!(other_of(&english), json!(dutch));
    delete(&marieke, &english).expect(204);
    let second = translated("strolling").expect(201).id();
    restore(&marieke, &english).expect(200);
    assert_eq!(other_of(&english), Value::Null, "the place was taken");
    assert_eq!(other_of(&dutch), json!(second));
    translated("rambling").expect(422);
    // The Dutch page is made anew from the English one, and the old one comes back by itself.
    delete(&marieke, &dutch).expect(204);
    let fields = json!({ "title": "Wandelen", "slug": "wandelen-2", "translation_of_id": second });
    let anew = marieke
        .post("/api/v1/pages", &document("pages", fields))
        .expect(201)
        .id();
    restore(&marieke, &dutch).expect(200);
    assert_eq!(other_of(&second), json!(anew));
    assert_eq!(other_of(&dutch), Value::Null);
}

#[test]
fn the_moments_of_a_deleted_page_pass_and_hold_again_once_it_is_restored() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let id = online(&server.as_center(), "Actie", "Oud");
    save(&server.as_center(), &id, &blocks("Nieuw")).expect(200);
    let at = |hours: i64| {
        let at = server.clock.now() + SignedDuration::from_hours(hours);
        at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
    };
    let when = json!({ "publish_at": at(2), "unpublish_at": at(24 * 20) });
    server
        .as_center()
        .decide(&format!("/api/v1/pages/{id}/schedule"), &when)
        .expect(200);
    delete(&server.as_center(), &id).expect(204);
    server.clock.advance(SignedDuration::from_hours(3));
    super::run_job(&server);
    nobody.get("/actie").expect(404);
    restore(&server.as_center(), &id).expect(200);
    for _ in 0..2 {
        let html = nobody.get("/actie").expect(200).text;
        assert!(html.contains(">Nieuw<") && !html.contains(">Oud<"));
        super::run_job(&server);
    }
    delete(&server.as_center(), &id).expect(204);
    server.clock.advance(SignedDuration::from_hours(24 * 20));
    super::run_job(&server);
    // Its time is over.
    let back = restore(&server.as_center(), &id).expect(200);
    assert_eq!(back.at("/data/attributes/status"), "unpublished");
    nobody.get("/actie").expect(404);
}

#[test]
fn after_thirty_days_a_page_is_purged_with_all_that_belongs_to_it() {
    let server = Server::start();
    let marieke = server.as_center();
    let upload = [
        ("kind", "content"),
        ("alt", "Twee mensen"),
        ("volunteer_center_id", "1"),
    ];
    let picture = marieke
        .upload(&upload[..2], "image/jpeg", &jpeg(900, 700))
        .expect(201);
    let id = page(&marieke, "Weg ermee");
    let image = json!({ "upload_id": picture.id(), "alt": "Twee mensen" });
    let sent = json!({ "blocks": [{ "block_type": "Image", "content": { "picture": image } }] });
    save(&marieke, &id, &sent).expect(200);
    publish(&marieke, &id).expect(200);
    change(&marieke, &id, json!({ "slug": "weg" })).expect(200);
    marieke
        .post(&format!("/api/v1/pages/{id}/preview_token"), &json!({}))
        .expect(200);
    delete(&marieke, &id).expect(204);
    // Its picture is in use until then.
    let picture = format!("/api/v1/uploads/{}", picture.id());
    marieke.delete(&picture).expect(422);
    let used = marieke.get(&format!("{picture}/usages")).expect(200);
    assert_eq!(
        used.at("/data/0/attributes/path"),
        "/content/pages?status=deleted"
    );
    server
        .clock
        .advance(SignedDuration::from_hours(30 * 24 - 1));
    retention::run(&server.app);
    restore(&server.as_center(), &id).expect(200);
    delete(&server.as_center(), &id).expect(204);
    server
        .clock
        .advance(SignedDuration::from_hours(30 * 24 + 1));
    // Too late, also before the job has run.
    restore(&server.as_center(), &id).expect(404);
    let bin = server
        .as_center()
        .get("/api/v1/pages?filter[status_eq]=deleted")
        .expect(200);
    assert!(bin.ids().is_empty());
    retention::run(&server.app);
    let id: i64 = id.parse().unwrap();
    let left: i64 = server.arrange(move |tx| {
        let mut left = 0;
        for table in [
            "content_blocks",
            "page_versions",
            "published_pages",
            "page_uploads",
            "page_redirects",
            "page_preview_tokens",
        ] {
            left += tx.query_row(
                &format!("select count(*) from {table} where page_id = ?1"),
                [id],
                |row| row.get::<_, i64>(0),
            )?;
        }
        Ok(left
            + tx.query_row("select count(*) from pages where id = ?1", [id], |row| {
                row.get::<_, i64>(0)
            })?)
    });
    assert_eq!(left, 0);
    assert_eq!(
        retention::text(
            &server,
            "select group_concat(kind) from erasures where kind = 'page'"
        ),
        "page"
    );
    server.as_center().delete(&picture).expect(204);
}

#[test]
fn who_manages_the_content_deletes_and_restores() {
    let server = Server::start();
    let (piet, cora) = (server.as_page_manager(), server.as_content_manager());
    let own = page(&piet, "Van Piet");
    delete(&piet, &own).expect(403);
    delete(&cora, &own).expect(204);
    piet.get(&format!("/api/v1/pages/{own}")).expect(404);
    restore(&piet, &own).expect(403);
    let bin = piet
        .get("/api/v1/pages?filter[status_eq]=deleted")
        .expect(200);
    assert!(bin.ids().is_empty());
    restore(&server.as_nobody(), &own).expect(401);
    restore(&server.as_superuser(), &own).expect(403);
    restore(&cora, &own).expect(200);
    assert_eq!(status_of(&piet, &own), "draft");
    for client in [server.as_center(), server.as_admin()] {
        delete(&client, &own).expect(204);
        restore(&client, &own).expect(200);
    }
    // News too.
    let news = document("pages", json!({ "title": "Bericht", "page_type": "news" }));
    let news = cora.post("/api/v1/pages", &news).expect(201).id();
    delete(&cora, &news).expect(204);
    restore(&cora, &news).expect(200);
    // Not of another centre.
    delete(&cora, &own).expect(204);
    let elsewhere = server.as_admin().with(
        "volunteer-center-id",
        &server.people.other_center.to_string(),
    );
    restore(&elsewhere, &own).expect(404);
}
