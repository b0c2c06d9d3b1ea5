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
