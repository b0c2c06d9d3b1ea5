use serde_json::{Value, json};

use super::{page, pair};
use crate::router::examples::world::{Client, Reply, World};

fn titles(reply: &Reply) -> Vec<String> {
    let questions = reply.at("/data/attributes/questions");
    let questions = questions.as_array().unwrap().iter();
    questions
        .map(|question| question["title"].as_str().unwrap().to_owned())
        .collect()
}

async fn with_form(client: &Client<'_>) -> Reply {
    let questions = json!([
        { "title": "Naam", "is_required": true },
        { "title": " Kleur ", "options": [{ "label": "Rood" }, { "label": "Blauw" }] },
        { "title": "Dag" },
    ]);
    let body = page(&json!({ "title": "Aanmelden", "questions": questions }));
    client.post("/example_leaflets", body).await.expect(201)
}

#[tokio::test]
async fn nested_lists_are_created_and_read_with_their_parent() {
    let world = World::new();
    let marieke = world.marieke().await;
    let made = with_form(&marieke).await;
    assert_eq!(titles(&made), ["Naam", "Kleur", "Dag"], "trimmed");
    assert_eq!(made.at("/data/attributes/questions/0/is_required"), true);
    assert_eq!(made.at("/data/attributes/questions/2/position"), 3);
    assert_eq!(
        made.at("/data/attributes/questions/1/options/1/label"),
        "Blauw"
    );
    assert!(
        made.at("/data/attributes/questions/1/options/1/id")
            .is_string()
    );
    let read = marieke
        .get(&format!("/example_leaflets/{}", made.id()))
        .await
        .expect(200);
    assert_eq!(
        read.at("/data/attributes/questions"),
        made.at("/data/attributes/questions")
    );
    let list = marieke.get("/example_leaflets").await.expect(200);
    assert_eq!(
        list.at("/data/0/attributes/questions"),
        made.at("/data/attributes/questions")
    );
}

#[tokio::test]
async fn a_sent_item_changes_creates_or_destroys_and_others_stay() {
    let world = World::new();
    let marieke = world.marieke().await;
    let made = with_form(&marieke).await;
    let path = format!("/example_leaflets/{}", made.id());
    let id = |index: usize| made.at(&format!("/data/attributes/questions/{index}/id"));
    let blue = made.at("/data/attributes/questions/1/options/1/id");
    let change = page(&json!({ "questions": [
        { "id": id(0), "_destroy": true },
        { "id": id(1), "options": [{ "id": blue, "position": 1 }, { "label": "Geel" }] },
        { "title": "Eerst", "position": 1 },
    ] }));
    let changed = marieke.patch(&path, change).await.expect(200);
    assert_eq!(titles(&changed), ["Eerst", "Kleur", "Dag"]);
    let labels: Vec<Value> = (0..3)
        .map(|index| {
            changed.at(&format!(
                "/data/attributes/questions/1/options/{index}/label"
            ))
        })
        .collect();
    assert_eq!(labels, ["Blauw", "Rood", "Geel"]);
    assert_eq!(
        changed.at("/data/attributes/questions/1/id"),
        id(1),
        "the same row"
    );
    assert_eq!(
        changed.at("/data/attributes/questions/2/id"),
        id(2),
        "not named, so it stays"
    );
    let moved = page(&json!({ "questions": [{ "id": id(2), "position": 1 }] }));
    let moved = marieke.patch(&path, moved).await.expect(200);
    assert_eq!(titles(&moved), ["Dag", "Eerst", "Kleur"]);
    // A list that was read can be sent back.
    let same = page(&json!({ "questions": moved.at("/data/attributes/questions") }));
    let same = marieke.patch(&path, same).await.expect(200);
    assert_eq!(titles(&same), ["Dag", "Eerst", "Kleur"]);
    marieke.delete(&path).await.expect(204);
    assert_eq!(world.count("select count(*) from example_questions"), 0);
    assert_eq!(world.count("select count(*) from example_options"), 0);
}

#[tokio::test]
async fn errors_of_nested_items_point_to_them_and_nothing_is_written() {
    let world = World::new();
    let marieke = world.marieke().await;
    let made = with_form(&marieke).await;
    let other = with_form(&marieke).await;
    let path = format!("/example_leaflets/{}", made.id());
    let change = page(&json!({ "title": "Anders", "questions": [
        { "title": "Nieuw" },
        { "id": made.at("/data/attributes/questions/1/id"),
          "options": [{ "label": "Groen" }, { "label": "x".repeat(21) }, {}] },
        { "title": "" },
        { "id": other.at("/data/attributes/questions/0/id"), "title": "Van een ander" },
        { "id": "999", "_destroy": true },
        { "id": made.at("/data/attributes/questions/0/id"), "colour": "red", "is_required": "soms" },
        "tekst",
    ] }));
    let refused = marieke.patch(&path, change).await.expect(422);
    let mut faults = refused.faults();
    faults.sort();
    assert_eq!(
        faults,
        [
            pair("questions", "items"),
            pair("questions/1/options", "items"),
            pair("questions/1/options/1/label", "length"),
            pair("questions/1/options/2/label", "required"),
            pair("questions/2/title", "required"),
            pair("questions/3/id", "not_found"),
            pair("questions/4/id", "not_found"),
            pair("questions/5/colour", "unknown"),
            pair("questions/5/is_required", "type"),
            pair("questions/6", "type"),
        ]
    );
    let read = marieke.get(&path).await.expect(200);
    assert_eq!(read.at("/data"), made.at("/data"));
    let control = page(&json!({ "questions": [{ "title": "ge\u{202e}heim" }] }));
    let refused = marieke.patch(&path, control).await.expect(422);
    assert_eq!(refused.faults()[0].0, "questions/0/title");
    let twice = made.at("/data/attributes/questions/0/id");
    let twice = page(&json!({ "questions": [{ "id": twice }, { "id": twice }] }));
    let refused = marieke.patch(&path, twice).await.expect(422);
    assert_eq!(refused.faults(), [pair("questions/1/id", "contradicts")]);
    for list in [Value::Null, json!("x"), json!({})] {
        let body = page(&json!({ "questions": list }));
        let refused = marieke.patch(&path, body).await.expect(422);
        assert_eq!(refused.faults(), [pair("questions", "type")]);
    }
}
