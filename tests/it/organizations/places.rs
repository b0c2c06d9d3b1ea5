//! Places where people meet: who makes and sees them, and what becomes of them with their organisation.

use serde_json::{Value, json};

use crate::support::server::{Client, Reply, Server, document};

const PATH: &str = "/api/v1/places";

fn place(name: &str, more: &Value) -> Value {
    let mut attributes = json!({
        "name": name,
        "address": { "street": "Lindeplein", "house_number": "4", "postal_code": "5310ab" },
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        attributes[key] = value.clone();
    }
    document("places", attributes)
}

fn create(client: &Client, name: &str, more: &Value) -> Reply {
    client.post(PATH, &place(name, more))
}

fn names(client: &Client) -> Vec<String> {
    let listed = client.get(PATH).expect(200).json();
    let names = listed["data"].as_array().unwrap().iter();
    names
        .map(|row| row["attributes"]["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_place_of_the_centre_says_where_it_is_and_how_accessible() {
    let server = Server::start();
    let center = server.as_center();
    let facts = json!({ "is_step_free": true, "has_hearing_loop": true, "directions": "Bel aan." });
    let made = create(&center, "Buurthuis De Linde", &facts).expect(201);
    let path = format!("{PATH}/{}", made.id());
    let seen = server.as_nobody().get(&path).expect(200);
    let at = |name: &str| seen.at(&format!("/data/attributes/{name}"));
    assert_eq!(at("address/postal_code"), "5310 AB");
    assert_eq!(at("address/city"), "Lindewaard");
    assert!(at("address/latitude").is_number());
    assert_eq!([at("is_step_free"), at("has_hearing_loop")], [true, true]);
    assert_eq!(
        [at("has_quiet_room"), at("has_accessible_toilet")],
        [false, false]
    );
    // A part of the address changes and the rest stays; what is no place is refused at its field.
    let part = json!({ "address": { "house_number": "6" }, "has_quiet_room": true });
    let changed = center.patch(&path, &document("places", part)).expect(200);
    assert_eq!(changed.at("/data/attributes/address/street"), "Lindeplein");
    assert_eq!(changed.at("/data/attributes/address/house_number"), "6");
    let nowhere =
        json!({ "address": { "street": "", "house_number": "", "postal_code": "", "city": "" } });
    let refused = center
        .patch(&path, &document("places", nowhere))
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/address/postal_code");
    // Who read another version changes and deletes nothing.
    let stale = center
        .clone()
        .with("if-match", "\"999999-00112233aabbccdd\"");
    let name = document("places", json!({ "name": "Elders" }));
    stale.patch(&path, &name).expect(412);
    stale.put(&path, &name).expect(412);
    stale.delete(&path).expect(412);
    center.delete(&path).expect(204);
    server.as_nobody().get(&path).expect(404);
}

#[test]
fn an_organisation_has_places_of_its_own_and_of_no_other() {
    let server = Server::start();
    let samira = server.as_superuser();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let made = create(
        &samira,
        "Taalhuis",
        &json!({ "organization_id": own.to_string() }),
    )
    .expect(201);
    assert_eq!(made.at("/data/attributes/volunteer_center_id"), Value::Null);
    let path = format!("{PATH}/{}", made.id());
    for (client, status) in [(server.as_nobody(), 401), (server.as_volunteer(), 403)] {
        create(
            &client,
            "Van mij",
            &json!({ "organization_id": own.to_string() }),
        )
        .expect(status);
        client.delete(&path).expect(status);
    }
    create(
        &samira,
        "Van hen",
        &json!({ "organization_id": foreign.to_string() }),
    )
    .expect(403);
    create(&samira, "Van het centrum", &json!({})).expect(403);
    // It stays with whom it was made for.
    let other = json!({ "organization_id": foreign.to_string() });
    let refused = server
        .as_center()
        .patch(&path, &document("places", other))
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/organization_id");
    assert_eq!(names(&server.as_nobody()), ["Taalhuis"]);
}

#[test]
fn a_place_goes_offline_and_moves_with_its_organisation() {
    let server = Server::start();
    let own = server.people.own;
    let samira = server.as_superuser();
    create(
        &samira,
        "Taalhuis",
        &json!({ "organization_id": own.to_string() }),
    )
    .expect(201);
    create(&server.as_center(), "Buurthuis", &json!({})).expect(201);
    let set = |sql: &'static str, to: Value| {
        let to = to.as_str().map_or_else(|| to.to_string(), str::to_owned);
        server.arrange(move |tx| Ok(tx.execute(sql, rusqlite::params![own, to])?));
    };
    let status = "update organizations set status = ?2 where id = ?1";
    set(status, json!("archived"));
    assert_eq!(names(&server.as_nobody()), ["Buurthuis"]);
    assert_eq!(names(&server.as_center()), ["Buurthuis", "Taalhuis"]);
    set(status, json!("approved"));
    set(
        "update organizations set volunteer_center_id = ?2 where id = ?1",
        json!(server.people.other_center),
    );
    assert_eq!(names(&server.as_nobody()), ["Buurthuis"]);
}

#[test]
fn an_organisation_has_fifty_places_at_most() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = server.people.own;
    server.arrange(move |tx| {
        let fill =
            "with recursive n (at) as (select 1 union all select at + 1 from n where at < 50)
             insert into places (organization_id, name, address, created_at, updated_at)
             select ?1, 'Plek ' || at, '{\"country\":\"NL\"}', ?2, ?2 from n";
        Ok(tx.execute(fill, (own, tx.now()))?)
    });
    let refused = create(
        &samira,
        "Te veel",
        &json!({ "organization_id": own.to_string() }),
    )
    .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/name");
    // The centre's own are counted apart.
    create(&server.as_center(), "Buurthuis", &json!({})).expect(201);
}
