//! Two centres of a tenant share their pools where both say so, and of those people who agreed to it since.

use super::*;

const SHARES: &str = "/api/v1/pool_shares";

fn say(client: &Client, with: i64) -> Reply {
    let body = document("pool_shares", json!({ "with_center_id": with.to_string() }));
    client.post(SHARES, &body)
}

fn names(client: &Client) -> Vec<String> {
    let listed = client.get(POOL).expect(200);
    let cards = listed.at("/data");
    let cards = cards.as_array().unwrap();
    cards
        .iter()
        .map(|card| card["attributes"]["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn pools_are_shared_where_both_centres_and_the_person_say_so() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let here = server.as_admin();
    let there = server.as_admin().with("host", "elders.localhost");
    assert_eq!(names(&here), ["Joke V."]);
    assert!(names(&there).is_empty());
    say(&here, server.people.center).expect(422);
    say(&here, 999_999).expect(422);
    let ours = say(&here, server.people.other_center).expect(201);
    assert_eq!(ours.at("/data/attributes/is_mutual"), json!(false));
    say(&here, server.people.other_center).expect(422);
    let own = joke.get(CURRENT).expect(200);
    assert_eq!(own.at("/data/attributes/shared_with"), json!([]));
    // The other one sees that it was asked.
    assert_eq!(there.get(SHARES).expect(200).ids(), [ours.id()]);
    server.clock.advance(jiff::SignedDuration::from_secs(60));
    let theirs = say(&there, server.people.center).expect(201);
    assert_eq!(theirs.at("/data/attributes/is_mutual"), json!(true));
    // Joke agreed to be found by organisations of her own centre, and to no more.
    assert!(names(&there).is_empty());
    let own = joke.get(CURRENT).expect(200);
    assert_eq!(own.at("/data/attributes/shared_with"), json!(["Elders"]));
    assert_eq!(own.at("/data/attributes/is_found_elsewhere"), json!(false));
    let shown = joke
        .put(
            &format!("{CURRENT}/visibility"),
            &json!({ "visible": true, "elsewhere": true }),
        )
        .expect(200);
    assert_eq!(shown.at("/data/attributes/is_found_elsewhere"), json!(true));
    assert_eq!(names(&there), ["Joke V."]);
    // Who stays visible stays so everywhere.
    joke.put(
        &format!("{CURRENT}/visibility"),
        &json!({ "visible": true }),
    )
    .expect(200);
    assert_eq!(names(&there), ["Joke V."]);
    // Nobody says it for another centre, nor takes it back for one.
    let foreign = there.delete(&format!("{SHARES}/{}", ours.id())).status;
    assert!([403, 404].contains(&foreign), "{foreign}");
    for client in [
        server.as_superuser(),
        server.as_volunteer(),
        server.as_content_manager(),
    ] {
        client.get(SHARES).expect(403);
        say(&client, server.people.other_center).expect(403);
    }
    // One of them stops: at once, and what is begun anew is asked anew.
    here.delete(&format!("{SHARES}/{}", ours.id())).expect(204);
    assert!(names(&there).is_empty());
    server.clock.advance(jiff::SignedDuration::from_secs(60));
    say(&here, server.people.other_center).expect(201);
    assert!(names(&there).is_empty());
    assert_eq!(names(&here), ["Joke V."]);
}

#[test]
fn who_is_no_longer_found_is_found_nowhere() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let here = server.as_admin();
    let there = server.as_admin().with("host", "elders.localhost");
    say(&here, server.people.other_center).expect(201);
    say(&there, server.people.center).expect(201);
    let set = |body: Value| {
        joke.put(&format!("{CURRENT}/visibility"), &body)
            .expect(200)
    };
    set(json!({ "visible": true, "elsewhere": true }));
    assert_eq!(names(&there), ["Joke V."]);
    set(json!({ "visible": false, "paused": true }));
    assert!(names(&there).is_empty());
    set(json!({ "visible": true }));
    assert_eq!(names(&there), ["Joke V."]);
    set(json!({ "visible": true, "elsewhere": false }));
    assert!(names(&there).is_empty());
    set(json!({ "visible": true, "elsewhere": true }));
    set(json!({ "visible": false }));
    set(json!({ "visible": true }));
    assert!(names(&there).is_empty());
}
