use serde_json::json;

use super::{made, note, pair};
use crate::router::examples::world::World;

#[tokio::test]
async fn a_tree_is_ordered_whole_or_not_at_all() {
    let world = World::new();
    let marieke = world.marieke().await;
    let mut ids = Vec::new();
    for title in ["A", "B", "C"] {
        ids.push(made(&marieke, title, None).await);
    }
    let [a, b, c] = ids.as_slice() else {
        unreachable!()
    };
    let order = "/example_leaflets/order";
    let before = marieke.get(order).await.expect(200);
    let tree = json!({ "tree": [{ "id": c }, { "id": a, "children": [{ "id": b }] }] });
    let arranged = marieke
        .with("if-match", &before.etag)
        .patch(order, tree.clone())
        .await
        .expect(200);
    assert_eq!(arranged.at("/data/0/id"), **c);
    let shown = marieke
        .get(&format!("/example_leaflets/{b}"))
        .await
        .expect(200);
    assert_eq!(shown.at("/data/relationships/parent/data/id"), **a);
    assert_eq!(shown.at("/data/attributes/position"), 1);
    // Somebody else has arranged it since.
    marieke
        .with("if-match", &before.etag)
        .patch(order, tree.clone())
        .await
        .expect(412);
    let again = marieke
        .with("if-match", &arranged.etag)
        .patch(order, tree)
        .await;
    assert_eq!(
        again.expect(200).etag,
        arranged.etag,
        "nothing moved, so no version changed"
    );

    let missing = marieke
        .patch(order, json!({ "tree": [{ "id": a }] }))
        .await
        .expect(422);
    assert_eq!(missing.faults(), [pair("tree", "incomplete")]);
    assert_eq!(missing.at("/errors/0/meta/missing"), json!([b, c]));
    let wrong = json!({ "tree": [{ "id": a, "children": [{ "id": b, "children": [{ "id": c }] }, { "id": "99" }] }, { "id": a }] });
    let wrong = marieke.patch(order, wrong).await.expect(422);
    assert_eq!(
        wrong.faults(),
        [pair("tree/0/children/0/children", "depth")]
    );
    let wrong = json!({ "tree": [{ "id": a, "children": [{ "id": b }, { "id": "99" }] }, { "id": c }, { "id": a }] });
    let wrong = marieke.patch(order, wrong).await.expect(422);
    assert_eq!(
        wrong.faults(),
        [
            pair("tree/0/children/1/id", "not_found"),
            pair("tree/2/id", "contradicts")
        ]
    );
    world
        .joke()
        .await
        .patch(order, json!({ "tree": [] }))
        .await
        .expect(403);
    world
        .nobody()
        .patch(order, json!({ "tree": [] }))
        .await
        .expect(401);
}

#[tokio::test]
async fn the_rows_of_a_parent_are_ordered_under_its_version() {
    let world = World::new();
    let marieke = world.marieke().await;
    let mut ids = Vec::new();
    for text in ["een", "twee", "drie"] {
        let body = note(text, "example_settings", "1");
        ids.push(marieke.post("/example_notes", body).await.expect(201).id());
    }
    let settings = marieke.get("/example_settings/current").await.expect(200);
    let path = "/example_settings/1/notes/order";
    ids.reverse();
    let arranged = marieke
        .with("if-match", &settings.etag)
        .patch(path, json!({ "ids": ids }))
        .await
        .expect(200);
    assert_eq!(arranged.ids(), ids);
    marieke
        .with("if-match", &settings.etag)
        .patch(path, json!({ "ids": ids }))
        .await
        .expect(412);
    let refused = marieke
        .patch(path, json!({ "ids": [ids[0], "x", ids[0]] }))
        .await
        .expect(422);
    assert_eq!(refused.faults(), [pair("ids/1", "not_found")]);
    let refused = marieke
        .patch(path, json!({ "ids": [ids[0], ids[0]] }))
        .await
        .expect(422);
    assert_eq!(
        refused.faults(),
        [pair("ids/1", "contradicts"), pair("ids", "incomplete")]
    );
    world
        .joke()
        .await
        .patch(path, json!({ "ids": ids }))
        .await
        .expect(403);
}
