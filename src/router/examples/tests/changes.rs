use serde_json::{Value, json};

use super::{made, note, pair};
use crate::router::examples::world::World;

#[tokio::test]
async fn a_singleton_is_the_row_that_is_current() {
    let world = World::new();
    let marieke = world.marieke().await;
    let path = "/example_settings/current";
    let read = world.nobody().get(path).await.expect(200);
    assert_eq!(read.at("/data/attributes/greeting"), "Hallo");
    let body = |text: &str| json!({ "data": { "type": "example_settings", "attributes": { "greeting": text } } });
    let changed = marieke
        .with("if-match", &read.etag)
        .patch(path, body("Dag"))
        .await
        .expect(200);
    assert_eq!(changed.at("/data/attributes/greeting"), "Dag");
    marieke
        .with("if-match", &read.etag)
        .patch(path, body("Te laat"))
        .await
        .expect(412);
    world
        .joke()
        .await
        .patch(path, body("Nee"))
        .await
        .expect(403);
    world.nobody().patch(path, body("Nee")).await.expect(401);
    let mut other = body("Anders");
    other["data"]["id"] = "7".into();
    let refused = marieke.patch(path, other).await.expect(422);
    assert_eq!(refused.at("/errors/0/source/pointer"), "/data/id");
    world.arrange("delete from example_notes; delete from example_settings");
    marieke.get(path).await.expect(404);
}

#[tokio::test]
async fn an_action_with_a_typed_body_checks_right_first_and_then_every_field() {
    let world = World::new();
    let (marieke, admin) = (world.marieke().await, world.admin().await);
    let id = made(&marieke, "Nieuw", None).await;
    let path = format!("/example_leaflets/{id}/approve");
    // Without the right nothing is said about the body.
    world
        .nobody()
        .post(&path, json!({ "message": 1 }))
        .await
        .expect(401);
    marieke
        .post(&path, json!({ "message": 1 }))
        .await
        .expect(403);
    admin
        .post("/example_leaflets/99/approve", json!({ "message": 1 }))
        .await
        .expect(404);
    for (body, fault) in [
        (json!({}), pair("message", "required")),
        (json!({ "message": "  " }), pair("message", "required")),
        (json!({ "message": "ja" }), pair("message", "length")),
        (
            json!({ "message": "goed\nzo" }),
            pair("message", "one_line"),
        ),
        (
            json!({ "message": "prima", "is_final": "ja" }),
            pair("is_final", "type"),
        ),
        (
            json!({ "message": "prima", "colour": 1 }),
            pair("colour", "unknown"),
        ),
        (
            json!({ "data": { "attributes": { "message": "ja" } } }),
            pair("message", "length"),
        ),
    ] {
        let refused = admin.post(&path, body.clone()).await.expect(422);
        assert_eq!(refused.faults(), [fault], "{body}");
    }
    let done = admin
        .post(&path, json!({ "message": " prima " }))
        .await
        .expect(200);
    assert_eq!(done.at("/data/attributes/title"), "Nieuw (prima)");
}

#[tokio::test]
async fn a_bulk_change_has_a_result_for_each_row() {
    let world = World::new();
    let marieke = world.marieke().await;
    let mut ids = Vec::new();
    for text in ["een", "twee", "drie"] {
        let body = note(text, "example_settings", "1");
        ids.push(marieke.post("/example_notes", body).await.expect(201).id());
    }
    world.arrange(
        "insert into example_notes (id, text, subject_type, subject_id, author_id, created_at, updated_at)
         values (50, 'van Joke', 'example_settings', 1, 3, '2026-01-01', '2026-01-01')",
    );
    let path = "/example_notes/bulk";
    let body = |text: &str, dry_run: bool| json!({ "ids": [ids[0], "50", "99", ids[1]], "attributes": { "text": text }, "dry_run": dry_run });
    let rehearsed = marieke.patch(path, body("nieuw", true)).await.expect(207);
    assert_eq!(
        rehearsed.at("/meta"),
        json!({ "total": 4, "changed": 2, "failed": 2, "dry_run": true })
    );
    assert_eq!(
        world.count("select count(*) from example_notes where text = 'nieuw'"),
        0
    );
    let done = marieke.patch(path, body("nieuw", false)).await.expect(207);
    assert_eq!(done.at("/data/0/meta"), json!({ "ok": true }));
    assert_eq!(
        done.at("/data/1/meta/errors/0/code"),
        "not_found",
        "not hers to see"
    );
    assert_eq!(done.at("/data/2/meta/errors/0/code"), "not_found");
    assert_eq!(done.at("/data/3/meta/ok"), true);
    assert_eq!(
        world.count("select count(*) from example_notes where text = 'nieuw'"),
        2
    );
    let filtered = json!({ "filter": { "text_cont": "nieuw" }, "attributes": { "text": "" } });
    let filtered = marieke.patch(path, filtered).await.expect(207);
    assert_eq!(filtered.at("/meta/failed"), 2);
    assert_eq!(
        filtered.at("/data/0/meta/errors/0/source/pointer"),
        "/data/attributes/text"
    );
    for (body, fault) in [
        (json!({ "attributes": {} }), pair("ids", "required")),
        (
            json!({ "ids": [], "attributes": {} }),
            pair("ids", "required"),
        ),
        (
            json!({ "ids": ["1"], "filter": {} }),
            pair("filter", "contradicts"),
        ),
        (json!({ "ids": ["1", "1"] }), pair("ids/1", "contradicts")),
        (
            json!({ "ids": (0..201).collect::<Vec<_>>() }),
            pair("ids", "items"),
        ),
        (
            json!({ "ids": ["1"], "attributes": { "kleur": 1 } }),
            pair("attributes/kleur", "unknown"),
        ),
    ] {
        assert_eq!(
            marieke.patch(path, body.clone()).await.expect(422).faults(),
            [fault],
            "{body}"
        );
    }
    marieke
        .patch(path, json!({ "filter": { "kleur": "x" } }))
        .await
        .expect(400);
    world.nobody().patch(path, json!({})).await.expect(401);
}

#[tokio::test]
async fn an_indivisible_bulk_change_is_made_to_all_or_to_none() {
    let world = World::new();
    let (marieke, admin) = (world.marieke().await, world.admin().await);
    let first = made(&marieke, "Een", None).await;
    let second = made(&marieke, "Twee", None).await;
    let path = "/example_leaflets/bulk_status";
    let approve = json!({ "message": "prima" });
    admin
        .post(&format!("/example_leaflets/{second}/approve"), approve)
        .await
        .expect(200);
    let change = |ids: Value| json!({ "ids": ids, "attributes": { "status": "submitted" } });
    let refused = marieke
        .patch(path, change(json!([first, second])))
        .await
        .expect(207);
    assert_eq!(refused.at("/meta/changed"), 0);
    assert_eq!(
        refused.at("/data/1/meta/errors/0/code"),
        "invalid_transition"
    );
    assert_eq!(
        world.count("select count(*) from example_leaflets where status = 'submitted'"),
        0
    );
    let done = marieke
        .patch(path, change(json!([first])))
        .await
        .expect(200);
    assert_eq!(done.at("/meta/changed"), 1);
    let wrong = json!({ "ids": [first], "attributes": {} });
    let wrong = marieke.patch(path, wrong).await.expect(422);
    assert_eq!(wrong.faults(), [pair("attributes/status", "required")]);
}
