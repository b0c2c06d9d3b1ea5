//! Menus: who arranges them, what a tree may look like, and what visitors see of it at once.

use serde_json::{Value, json};

use crate::support::server::{Client, Reply, Server, document};

const PATH: &str = "/api/v1/menu_items";
const CURRENT: &str = "/api/v1/volunteer_centers/current";

/// The page as it is read, with its paths spelled plainly.
fn page(server: &Server, path: &str) -> String {
    server
        .as_nobody()
        .get(path)
        .expect(200)
        .text
        .replace("&#x2f;", "/")
}

fn add(client: &Client, attributes: Value) -> Reply {
    client.post(PATH, &document("menu_items", attributes))
}

fn screen(name: &str, screen: &str) -> Value {
    json!({ "name": name, "link_type": "system_page", "system_page": screen })
}

fn under(name: &str, parent: &str) -> Value {
    json!({ "name": name, "system_page": "privacy", "parent_id": parent })
}

/// Names in the menu of the centre's document, those below a name behind it.
fn names(server: &Server, menu: &str) -> Vec<String> {
    let document = server.as_nobody().get(CURRENT).expect(200).json();
    let entries = document["meta"]["menus"][menu].as_array().unwrap().clone();
    let name = |entry: &Value| entry["name"].as_str().unwrap().to_owned();
    entries
        .iter()
        .flat_map(|entry| {
            let below = entry["entries"].as_array().unwrap();
            let below = below.iter().map(|each| format!("> {}", name(each)));
            [name(entry)].into_iter().chain(below).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn a_menu_is_on_the_site_at_once_and_without_items_it_is_that_of_the_program() {
    let server = Server::start();
    let editor = server.as_content_manager();
    let before = page(&server, "/voorwaarden");
    assert!(
        before.contains("href=\"/sociale-kaart\">Organisaties</a>"),
        "{before}"
    );
    let about = add(
        &editor,
        json!({ "name": "Meedoen", "name_en": "Join in", "system_page": "search" }),
    )
    .expect(201);
    let id = about.id();
    add(&editor, under("Spelregels", &id)).expect(201);
    add(
        &editor,
        json!({ "menu": "footer", "name": "Zo werkt het", "system_page": "matching" }),
    )
    .expect(201);
    let dutch = page(&server, "/voorwaarden");
    assert!(
        dutch.contains("<summary class=\"menu-tab\">Meedoen</summary>"),
        "{dutch}"
    );
    assert!(dutch.contains("href=\"/privacy\">Spelregels</a>"));
    assert!(dutch.contains("href=\"/hoe-werkt-het\">Zo werkt het</a>"));
    assert!(!dutch.contains(">Organisaties</a>"));
    let english = page(&server, "/en/voorwaarden");
    assert!(english.contains("<summary class=\"menu-tab\">Join in</summary>"));
    // Without an English name the Dutch one stands there.
    assert!(english.contains("href=\"/en/privacy\">Spelregels</a>"));
    assert_eq!(names(&server, "header"), ["Meedoen", "> Spelregels"]);
    // What stands under it goes with it.
    editor.delete(&format!("{PATH}/{id}")).expect(204);
    assert!(names(&server, "header").is_empty());
    let after = page(&server, "/voorwaarden");
    assert!(after.contains(">Organisaties</a>"), "{after}");
}

#[test]
fn the_tree_is_arranged_as_a_whole_and_has_two_levels() {
    let server = Server::start();
    let center = server.as_center();
    let ids: Vec<String> = ["search", "privacy", "terms"]
        .map(|page| add(&center, screen(page, page)).expect(201).id())
        .into();
    let [a, b, c] = [&ids[0], &ids[1], &ids[2]];
    let arrange = |tree: Value| center.put(&format!("{PATH}/order"), &json!({ "tree": tree }));
    arrange(json!([{ "id": c, "children": [{ "id": a }] }, { "id": b }])).expect(200);
    assert_eq!(names(&server, "header"), ["terms", "> search", "privacy"]);
    let left_out = arrange(json!([{ "id": c }])).expect(422);
    assert_eq!(left_out.pointer(), "/data/attributes/tree");
    arrange(json!([{ "id": c, "children": [{ "id": a, "children": [{ "id": b }] }] }])).expect(422);
    // Nor by a change of one item.
    let third = add(&center, under("derde", a)).expect(422);
    assert_eq!(third.pointer(), "/data/attributes/parent_id");
    let path = format!("{PATH}/{c}");
    let change = |attributes: Value| center.patch(&path, &document("menu_items", attributes));
    change(json!({ "parent_id": b })).expect(422);
    // Into the footer, with what stands under it.
    change(json!({ "menu": "footer" })).expect(200);
    assert_eq!(names(&server, "footer"), ["terms", "> search"]);
    assert_eq!(names(&server, "header"), ["privacy"]);
}

#[test]
fn names_links_and_the_number_of_items_are_bounded() {
    let server = Server::start();
    let center = server.as_center();
    for (attributes, pointer) in [
        (screen("", "search"), "name"),
        (screen(&"x".repeat(41), "search"), "name"),
        (screen("Weg", "nowhere"), "system_page"),
        (
            json!({ "name": "Weg", "link_type": "content_page" }),
            "page_id",
        ),
        (
            json!({ "name": "Weg", "link_type": "content_page", "page_id": 99 }),
            "page_id",
        ),
        (json!({ "name": "Weg" }), "system_page"),
        (under("Weg", "99"), "parent_id"),
    ] {
        let fault = add(&center, attributes.clone()).expect(422);
        assert_eq!(
            fault.pointer(),
            format!("/data/attributes/{pointer}"),
            "{attributes}"
        );
    }
    for number in 0..60 {
        add(&center, screen(&format!("Nummer {number}"), "search")).expect(201);
    }
    let full = add(&center, screen("Te veel", "search")).expect(422);
    assert_eq!(full.pointer(), "/data/attributes/menu");
    let footer = json!({ "menu": "footer", "name": "Nog wel", "system_page": "search" });
    let id = add(&center, footer).expect(201).id();
    // Nor by dragging it there.
    let order = center.get(&format!("{PATH}/order")).expect(200).json();
    let first = order["data"][0]["id"].clone();
    let tree: Vec<Value> = order["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["id"] != json!(id))
        .map(|row| {
            if row["id"] == first {
                json!({ "id": row["id"], "children": [{ "id": id }] })
            } else {
                json!({ "id": row["id"] })
            }
        })
        .collect();
    center
        .put(&format!("{PATH}/order"), &json!({ "tree": tree }))
        .expect(422);
    assert_eq!(names(&server, "footer"), ["Nog wel"]);
}

#[test]
fn only_who_edits_content_sees_and_changes_them_and_only_of_their_own_centre() {
    let server = Server::start();
    let id = add(&server.as_center(), screen("Zoeken", "search"))
        .expect(201)
        .id();
    let path = format!("{PATH}/{id}");
    let renamed = document("menu_items", json!({ "name": "Anders" }));
    for client in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_page_manager(),
    ] {
        client.get(PATH).expect(403);
        client.patch(&path, &renamed).expect(403);
        add(&client, screen("Mijn", "search")).expect(403);
    }
    server.as_nobody().get(PATH).expect(401);
    let other = server.people.other_center;
    let elsewhere = server.arrange(move |tx| {
        tx.execute(
            "insert into menu_items (menu, name, link_type, system_page, volunteer_center_id, created_at, updated_at)
             values ('header', 'Elders', 'system_page', 'search', ?1, ?2, ?2)",
            (other, tx.now()),
        )?;
        Ok(tx.last_insert_rowid())
    });
    for client in [
        server.as_content_manager(),
        server.as_center(),
        server.as_admin(),
    ] {
        client.get(&format!("{PATH}/{elsewhere}")).expect(404);
        let fault = add(&client, under("Eronder", &elsewhere.to_string())).expect(422);
        assert_eq!(fault.pointer(), "/data/attributes/parent_id");
        client.patch(&path, &renamed).expect(200);
    }
    assert_eq!(names(&server, "header"), ["Anders"]);
}

#[test]
fn a_menu_leads_to_the_screens_that_exist_here() {
    let server = Server::start();
    let list = server
        .as_center()
        .get(&format!("{PATH}/system_pages"))
        .expect(200)
        .json();
    let pages = list["data"].as_array().unwrap();
    let search = pages.iter().find(|page| page["id"] == "search").unwrap();
    assert_eq!(search["attributes"]["title_en"], "Volunteer roles");
    for page in pages {
        let path = page["attributes"]["path"].as_str().unwrap();
        if page["attributes"]["is_on"] == true {
            let found = server.as_nobody().get(path);
            assert_eq!(found.status, 200, "{path}");
        }
    }
    server
        .as_volunteer()
        .get(&format!("{PATH}/system_pages"))
        .expect(403);
}

#[test]
fn a_page_is_in_the_menu_while_it_is_published() {
    let server = Server::start();
    let center = server.as_center();
    let page = document(
        "pages",
        json!({ "title": "Over ons", "slug": "over-ons-menu", "locale": "nl" }),
    );
    let id = center.post("/api/v1/pages", &page).expect(201).id();
    let number: i64 = id.parse().unwrap();
    let item = json!({ "name": "Over ons", "link_type": "content_page", "page_id": number });
    let made = add(&center, item).expect(201);
    assert_eq!(made.at("/data/attributes/page_title"), "Over ons");
    assert_eq!(made.at("/data/attributes/is_page_online"), false);
    assert!(names(&server, "header").is_empty());
    let path = format!("/api/v1/pages/{id}");
    let block = json!({ "block_type": "SectionTitle", "content": { "title": "Wie we zijn" }, "ground": "page" });
    center
        .post(&format!("{path}/content_blocks"), &block)
        .expect(201);
    center
        .decide(&format!("{path}/publish"), &json!({}))
        .expect(200);
    assert_eq!(names(&server, "header"), ["Over ons"]);
    assert!(self::page(&server, "/voorwaarden").contains("href=\"/over-ons-menu\">Over ons</a>"));
    // A changed address is followed.
    center
        .patch(&path, &document("pages", json!({ "slug": "wie-zijn-wij" })))
        .expect(200);
    center
        .decide(&format!("{path}/publish"), &json!({}))
        .expect(200);
    assert!(self::page(&server, "/voorwaarden").contains("href=\"/wie-zijn-wij\">Over ons</a>"));
    center
        .put(&format!("{path}/unpublish"), &json!({}))
        .expect(200);
    assert!(names(&server, "header").is_empty());
    let listed = center.get(PATH).expect(200);
    assert_eq!(listed.at("/data/0/attributes/is_page_online"), false);
}

#[test]
fn a_heading_leads_nowhere_and_is_there_for_what_stands_under_it() {
    let server = Server::start();
    let editor = server.as_content_manager();
    add(&editor, screen("Zoeken", "search")).expect(201);
    let heading = add(&editor, json!({ "name": "Over ons", "link_type": "group" })).expect(201);
    assert_eq!(heading.at("/data/attributes/system_page"), Value::Null);
    let id = heading.id();
    assert_eq!(
        names(&server, "header"),
        ["Zoeken"],
        "with nothing below it"
    );
    add(&editor, under("Privacy", &id)).expect(201);
    assert_eq!(
        names(&server, "header"),
        ["Zoeken", "Over ons", "> Privacy"]
    );
    let shown = page(&server, "/voorwaarden");
    assert!(
        shown.contains("<summary class=\"menu-tab\">Over ons</summary>"),
        "{shown}"
    );
    // A heading stands under nothing, however it is put there.
    let other = add(&editor, screen("Kaart", "socialMap")).expect(201).id();
    let below = add(
        &editor,
        json!({ "name": "Kop", "link_type": "group", "parent_id": other }),
    )
    .expect(422);
    assert_eq!(below.pointer(), "/data/attributes/parent_id");
    let tree = json!({ "tree": [{ "id": other, "children": [{ "id": id }] }] });
    editor.put(&format!("{PATH}/order"), &tree).expect(422);
}
