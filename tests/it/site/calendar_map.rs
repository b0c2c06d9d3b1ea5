//! Places of activities for the social map.

use serde_json::{Value, json};

use super::calendar::{publish, take};
use crate::support::server::{Client, Server, document};

const MAP: &str = "/api/v1/activity_occurrences/map";

fn place(center: &Client, name: &str) -> String {
    let address = json!({ "street": "Lindeplein", "house_number": "4", "postal_code": "5310ab" });
    let place = json!({ "name": name, "address": address });
    center
        .post("/api/v1/places", &document("places", place))
        .expect(201)
        .id()
}

/// What is at a place.
fn at(place: &str, title: &str, more: &Value) -> Value {
    let mut attributes =
        json!({ "title": title, "online": false, "online_url": null, "place_id": place });
    for (key, value) in more.as_object().into_iter().flatten() {
        attributes[key] = value.clone();
    }
    attributes
}

fn places(client: &Client, query: &str) -> Vec<Value> {
    let reply = client.get(&format!("{MAP}{query}")).expect(200);
    reply.at("/meta/places").as_array().unwrap().clone()
}

#[test]
fn the_map_has_the_places_where_something_is_to_come_with_the_next_of_it() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    assert!(places(&nobody, "").is_empty());
    let (linde, other) = (place(&center, "De Linde"), place(&center, "Leeg"));
    for day in 23..=26 {
        let (starts, ends) = (
            format!("2026-11-{day}T09:00"),
            format!("2026-11-{day}T10:00"),
        );
        let title = format!("Op dag {day}");
        publish(
            &center,
            &at(
                &linde,
                &title,
                &json!({ "starts_at": starts, "ends_at": ends }),
            ),
        );
    }
    let weekly = json!({ "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=4" });
    let weekly = publish(&center, &at(&linde, "Elke week", &weekly));
    publish(&center, &json!({ "title": "Online" }));
    let found = places(&nobody, "");
    assert_eq!(found.len(), 1, "{found:?}");
    let shown = &found[0];
    assert_eq!(shown["name"], "De Linde");
    assert_eq!(shown["activities_count"], 5);
    assert!(
        shown["latitude"]
            .as_f64()
            .is_some_and(|latitude| (51.0..53.0).contains(&latitude))
    );
    let next = shown["next"].as_array().unwrap();
    let titles: Vec<&Value> = next.iter().map(|one| &one["title"]).collect();
    assert_eq!(titles, ["Op dag 23", "Op dag 24", "Elke week"]);
    assert_eq!(next[2]["day"], "2026-11-24");
    assert_eq!(next[2]["activity_id"], weekly.split('-').next().unwrap());
    // What begins after the three months that the map looks ahead.
    let far = json!({ "starts_at": "2027-06-01T09:00", "ends_at": "2027-06-01T10:00" });
    publish(&center, &at(&other, "Ver weg", &far));
    assert_eq!(places(&nobody, "").len(), 1);
    // Under the filters of the list.
    assert_eq!(
        places(&nobody, "?filter[near]=5310&filter[radius_km]=25").len(),
        1
    );
    assert!(places(&nobody, "?filter[q]=nergens").is_empty());
    assert_eq!(nobody.get(&format!("{MAP}?filter[nothing]=1")).status, 400);
}

#[test]
fn the_map_shows_what_visitors_see_to_whoever_asks() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    let hidden = place(&center, "Besloten");
    let workshop = json!({ "is_workshop": true, "only_for_organizations": true });
    publish(&center, &at(&hidden, "Voor besturen", &workshop));
    let draft = at(
        &hidden,
        "Concept",
        &json!({
        "description": "<p>Nog niet af, maar al wel bedacht.</p>", "activity_categories": ["meet"],
        "starts_at": "2026-11-24T10:00", "ends_at": "2026-11-24T11:30" }),
    );
    center
        .post("/api/v1/activities", &document("activities", draft))
        .expect(201);
    for client in [&nobody, &center, &server.as_superuser()] {
        assert!(places(client, "").is_empty());
    }
    // A cancelled activity leaves the map, also where its answer was kept.
    let shown = place(&center, "Open");
    let id = publish(&center, &at(&shown, "Open dag", &json!({})));
    assert_eq!(places(&nobody, "").len(), 1);
    let asked =
        json!({ "event": "cancel", "reason_code": "other", "message": "De zaal is dicht." });
    take(&center, id.split('-').next().unwrap(), &asked);
    assert!(places(&nobody, "").is_empty());
    // Where activities are off there is no such call.
    let meedoen = nobody.with("app-context", "meedoen");
    assert_eq!(meedoen.get(MAP).status, 404);
}
