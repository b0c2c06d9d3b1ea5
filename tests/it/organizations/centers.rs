//! Tenants with several centres: an admin creates them, assigns hosts and deletes empty ones
//! (docs/domain/rights.md#centres).

use serde_json::{Value, json};

use crate::support::server::{Client, Server};

const CENTRES: &str = "/api/v1/volunteer_centers";

fn centre(attributes: &Value) -> Value {
    json!({ "data": { "type": "volunteer_centers", "attributes": attributes } })
}

fn make(client: &Client, name: &str, host: &str) -> String {
    let made = client
        .post(CENTRES, &centre(&json!({ "name": name, "host": host })))
        .expect(201);
    made.id()
}

#[test]
fn a_centre_that_an_admin_makes_is_a_site_at_once() {
    let server = Server::start();
    let id = make(
        &server.as_admin(),
        "Vrijwilligerspunt Elders",
        "punt.demo.localhost",
    );
    let visitor = server.as_nobody().with("host", "punt.demo.localhost");
    let found = visitor
        .get(&format!("{CENTRES}/current?include=profile,theme"))
        .expect(200);
    assert_eq!(found.id(), id);
    let included = found.json()["included"].as_array().unwrap().clone();
    let theme = included
        .iter()
        .find(|each| each["type"] == "themes")
        .unwrap();
    let first = server
        .as_nobody()
        .get(&format!("{CENTRES}/current?include=profile,theme"))
        .expect(200);
    let its = first.json()["included"].as_array().unwrap().clone();
    let its_theme = its.iter().find(|each| each["type"] == "themes").unwrap();
    // The look of the first one to begin with, in a row of its own.
    assert_eq!(
        theme["attributes"]["primary_color_preset"],
        its_theme["attributes"]["primary_color_preset"]
    );
    assert_ne!(theme["id"], its_theme["id"]);
    let page = visitor.get("/");
    assert_eq!(page.status, 200);
    assert!(
        page.text.contains("Vrijwilligerspunt Elders"),
        "{}",
        page.text
    );
}

#[test]
fn two_centres_never_have_the_same_host() {
    let server = Server::start();
    let admin = server.as_admin();
    make(&admin, "Een", "een.demo.localhost");
    let again = admin.post(
        CENTRES,
        &centre(&json!({ "name": "Twee", "host": "een.demo.localhost" })),
    );
    assert_eq!(
        again.expect(422).at("/errors/0/source/pointer"),
        "/data/attributes/host"
    );
    for host in [
        "https://een.demo.localhost",
        "Een.demo.localhost",
        "een demo",
        "een:8080",
        ".nl",
    ] {
        let wrong = admin.post(CENTRES, &centre(&json!({ "name": "Drie", "host": host })));
        assert_eq!(
            wrong.expect(422).at("/errors/0/source/pointer"),
            "/data/attributes/host",
            "{host}"
        );
    }
    // Two of them may be without one.
    for name in ["Vier", "Vijf"] {
        admin
            .post(CENTRES, &centre(&json!({ "name": name })))
            .expect(201);
    }
}

#[test]
fn a_centre_is_taken_away_while_nobody_belongs_to_it() {
    let server = Server::start();
    let admin = server.as_admin();
    let id = make(&admin, "Tijdelijk", "tijdelijk.demo.localhost");
    let tables = ["volunteer_centers", "volunteer_center_profiles", "themes"];
    let rows = || {
        server.arrange(move |tx| {
            let count = |table: &str| {
                tx.query_row(&format!("select count(*) from {table}"), [], |row| {
                    row.get::<_, i64>(0)
                })
            };
            Ok(tables.map(|table| count(table).unwrap()))
        })
    };
    let before = rows();
    let (joke, number): (i64, i64) = (server.people.volunteer, id.parse().unwrap());
    let move_to = |center: i64| {
        server.arrange(move |tx| {
            let sql = "update users set volunteer_center_id = ?2 where id = ?1";
            Ok(tx.execute(sql, (joke, center))?)
        })
    };
    move_to(number);
    // Why not, and what to do about it.
    let held = admin.delete(&format!("{CENTRES}/{id}")).expect(422);
    assert_eq!(held.code(), "center_in_use");
    assert_eq!(held.at("/errors/0/meta/held_by"), json!({ "users": 1 }));
    let told = held.at("/errors/0/detail").to_string();
    assert!(
        told.contains("Dit hoort er nog bij: 1 account. Verhuis"),
        "{told}"
    );
    move_to(server.people.center);
    let first = server.as_nobody().get(&format!("{CENTRES}/current")).id();
    let kept = admin.delete(&format!("{CENTRES}/{first}")).expect(422);
    assert_eq!(kept.pointer(), "/data/attributes/is_default");
    server
        .as_center()
        .delete(&format!("{CENTRES}/{id}"))
        .expect(403);
    admin.delete(&format!("{CENTRES}/{id}")).expect(204);
    admin.get(&format!("{CENTRES}/{id}")).expect(404);
    assert_eq!(rows(), before.map(|count| count - 1));
}

fn current(server: &Server, host: &str) -> String {
    server
        .as_nobody()
        .with("host", host)
        .get(&format!("{CENTRES}/current"))
        .expect(200)
        .id()
}

#[test]
fn further_hosts_lead_to_their_centre_at_once() {
    let server = Server::start();
    server.found_one_more("ander", &["ander.localhost"]);
    let admin = server.as_admin();
    let first = current(&server, "demo.localhost");
    let id = make(&admin, "Punt Oost", "oost.example.nl");
    let path = format!("{CENTRES}/{id}");
    let change = |client: &Client, attributes: Value| client.patch(&path, &centre(&attributes));
    let hosts = json!(["www.oost.example.nl", "café-oost.example.nl"]);
    let changed = change(&admin, json!({ "hosts": hosts })).expect(200);
    assert_eq!(
        changed.at("/data/attributes/hosts"),
        json!(["www.oost.example.nl", "xn--caf-oost-d1a.example.nl"])
    );
    for host in [
        "oost.example.nl",
        "www.oost.example.nl",
        "xn--caf-oost-d1a.example.nl",
    ] {
        assert_eq!(current(&server, host), id, "{host}");
    }
    let page = server
        .as_nobody()
        .with("host", "www.oost.example.nl")
        .get("/");
    assert!(page.text.contains("Punt Oost"), "{}", page.text);

    // One that another centre or another tenant has, and what is no host.
    for (host, rule) in [
        ("demo.localhost.", "host"),
        ("ander.localhost", "taken"),
        ("https://oost.example.nl/", "host"),
        ("oost", "host"),
        ("10.0.0.1", "host"),
        ("", "host"),
    ] {
        let refused = change(&admin, json!({ "hosts": ["goed.example.nl", host] })).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/hosts/1", "{host}");
        assert_eq!(refused.at("/errors/0/meta/rule"), rule, "{host}");
    }
    let other = admin
        .post(
            CENTRES,
            &centre(&json!({ "name": "Twee", "host": "www.oost.example.nl" })),
        )
        .expect(422);
    assert_eq!(other.pointer(), "/data/attributes/host");
    // Nothing of what was refused leads anywhere but where every unknown host does.
    assert_eq!(current(&server, "goed.example.nl"), first);
    // The host of another tenant is as it was.
    let there = server
        .as_nobody()
        .with("host", "ander.localhost")
        .get(&format!("{CENTRES}/current"))
        .expect(200);
    assert_eq!(there.at("/meta/tenant"), "ander");

    // Taken away, it is free for the other tenant.
    change(&admin, json!({ "hosts": [] })).expect(200);
    assert_eq!(current(&server, "www.oost.example.nl"), first);
    let mut elsewhere = server.as_nobody().with("host", "ander.localhost");
    elsewhere.sign_in("admin@example.nl", crate::support::fixtures::PASSWORD);
    let theirs = elsewhere
        .get(&format!("{CENTRES}/current"))
        .expect(200)
        .id();
    elsewhere
        .patch(
            &format!("{CENTRES}/{theirs}"),
            &centre(&json!({ "hosts": ["www.oost.example.nl"] })),
        )
        .expect(200);
    std::thread::sleep(std::time::Duration::from_millis(250));
    let theirs = server
        .as_nobody()
        .with("host", "www.oost.example.nl")
        .get(&format!("{CENTRES}/current"))
        .expect(200);
    assert_eq!(theirs.at("/meta/tenant"), "ander");
    let taken = change(&admin, json!({ "host": "www.oost.example.nl" })).expect(422);
    assert_eq!(taken.pointer(), "/data/attributes/host");
    // Only an admin decides on hosts.
    let own = format!("{CENTRES}/{first}");
    server
        .as_center()
        .patch(&own, &centre(&json!({ "hosts": ["eigen.example.nl"] })))
        .expect(403);
}

#[test]
fn the_address_of_a_centre_is_written_with_it_and_shown_to_everybody() {
    let server = Server::start();
    let id = current(&server, "demo.localhost");
    let path = format!("{CENTRES}/{id}");
    let marieke = server.as_center();
    let change = |address: Value| marieke.patch(&path, &centre(&json!({ "address": address })));
    change(json!({ "street": "Stationsweg", "house_number": "12", "postal_code": "8096ab", "city": "Oldebroek" }))
        .expect(200);
    let shown = || {
        let found = server
            .as_nobody()
            .get(&format!("{CENTRES}/current?include=address"))
            .expect(200);
        found.at("/included/0/attributes")
    };
    assert_eq!(shown()["street"], "Stationsweg");
    assert_eq!(shown()["postal_code"], "8096 AB");
    let page = server.as_nobody().get("/").text;
    assert!(page.contains("Stationsweg"), "{page}");
    // A part of it is changed alone; what is wrong is said at its field; emptied there is none.
    change(json!({ "house_number": "14" })).expect(200);
    assert_eq!(
        (&shown()["street"], &shown()["house_number"]),
        (&json!("Stationsweg"), &json!("14"))
    );
    let wrong = change(json!({ "postal_code": "80" })).expect(422);
    assert_eq!(wrong.pointer(), "/data/attributes/address/postal_code");
    change(json!({ "street": "", "house_number": "", "postal_code": "", "city": "" })).expect(200);
    assert_eq!(shown(), Value::Null);
    server
        .as_superuser()
        .patch(&path, &centre(&json!({ "address": { "city": "Zwolle" } })))
        .expect(403);
}
