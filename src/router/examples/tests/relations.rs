use serde_json::{Value, json};

use super::{made, note, page, pair};
use crate::router::examples::world::World;

#[tokio::test]
async fn a_polymorphic_relation_is_set_read_included_and_filtered() {
    let world = World::new();
    let marieke = world.marieke().await;
    let about = made(&marieke, "Over ons", None).await;
    let on_page = marieke
        .post(
            "/example_notes",
            note("bij de pagina", "example_leaflets", &about),
        )
        .await
        .expect(201);
    assert_eq!(
        on_page.at("/data/relationships/subject/data"),
        json!({ "type": "example_leaflets", "id": about })
    );
    marieke
        .post(
            "/example_notes",
            note("bij de instelling", "example_settings", "1"),
        )
        .await
        .expect(201);
    let list = marieke
        .get("/example_notes?include=subject,subject.parent")
        .await
        .expect(200);
    let types: Vec<Value> = (0..2)
        .map(|index| list.at(&format!("/included/{index}/type")))
        .collect();
    assert_eq!(types, ["example_leaflets", "example_settings"]);
    let filter = format!(
        "/example_notes?filter[subject_type_eq]=example_leaflets&filter[subject_id_eq]={about}"
    );
    assert_eq!(marieke.get(&filter).await.expect(200).ids(), [on_page.id()]);
    // A type that is not declared, a row that is not there, and one that is not theirs.
    let refused = marieke
        .post("/example_notes", note("x", "users", "1"))
        .await
        .expect(422);
    assert_eq!(
        refused.at("/errors/0/source/pointer"),
        "/data/relationships/subject/data/type"
    );
    let refused = marieke
        .post("/example_notes", note("x", "example_leaflets", "99"))
        .await
        .expect(422);
    assert_eq!(refused.faults(), [pair("subject_id", "not_found")]);
    let joke = world.joke().await;
    let hidden = joke
        .post("/example_notes", note("x", "example_leaflets", &about))
        .await
        .expect(422);
    assert_eq!(
        hidden.faults(),
        [pair("subject_id", "not_found")],
        "a draft is not hers to see"
    );
    let untyped = json!({ "data": { "attributes": { "text": "x", "subject_type": "users", "subject_id": "1" } } });
    let refused = marieke.post("/example_notes", untyped).await.expect(422);
    assert_eq!(refused.faults(), [pair("subject_type", "choice")]);
}

#[tokio::test]
async fn a_row_has_a_parent_and_children_and_is_never_its_own_ancestor() {
    let world = World::new();
    let marieke = world.marieke().await;
    let root = made(&marieke, "Wortel", None).await;
    let middle = made(&marieke, "Midden", Some(&root)).await;
    let leaf = made(&marieke, "Blad", Some(&middle)).await;
    let path = format!("/example_leaflets/{root}");
    let refused = marieke
        .patch(&path, page(&json!({ "parent_id": leaf })))
        .await
        .expect(422);
    assert_eq!(refused.faults(), [pair("parent_id", "cycle")]);
    let refused = marieke
        .patch(&path, page(&json!({ "parent_id": root })))
        .await
        .expect(422);
    assert_eq!(refused.faults(), [pair("parent_id", "cycle")]);
    let filter = format!("/example_leaflets?filter[parent_id_eq]={root}");
    assert_eq!(
        marieke.get(&filter).await.expect(200).ids(),
        std::slice::from_ref(&middle)
    );
    let roots = marieke
        .get("/example_leaflets?filter[parent_id_null]=true")
        .await
        .expect(200);
    assert_eq!(roots.ids(), std::slice::from_ref(&root));
    let with = marieke
        .get(&format!(
            "/example_leaflets/{root}?include=children.children"
        ))
        .await
        .expect(200);
    assert_eq!(with.at("/data/relationships/children/data/0/id"), *middle);
    assert_eq!(
        with.at("/included/0/id"),
        *leaf,
        "rows of the second level come first"
    );
    // A row that is in `data` is not repeated in `included`.
    let list = marieke
        .get("/example_leaflets?include=parent")
        .await
        .expect(200);
    assert_eq!(list.at("/included"), json!([]));
    assert_eq!(list.ids().len(), 3);
}

#[tokio::test]
async fn an_include_of_two_levels_is_cut_per_parent_and_says_so() {
    let world = World::new();
    let marieke = world.marieke().await;
    let root = made(&marieke, "Wortel", None).await;
    let mut children = Vec::new();
    for title in ["a", "b", "c"] {
        children.push(made(&marieke, title, Some(&root)).await);
    }
    for text in ["1", "2", "3", "4", "5"] {
        let body = note(text, "example_leaflets", &children[0]);
        marieke.post("/example_notes", body).await.expect(201);
    }
    // Somebody else's note is neither included nor counted.
    world.arrange(format!(
        "insert into example_notes (text, subject_type, subject_id, author_id, created_at, updated_at)
         values ('x', 'example_leaflets', {}, 3, '2026-01-01', '2026-01-01')",
        children[0]
    ));
    let path = format!("/example_leaflets/{root}?include=children.notes");
    let reply = marieke.get(&path).await.expect(200);
    let of = reply.at("/data/relationships/children");
    assert_eq!(of["data"].as_array().unwrap().len(), 2);
    assert_eq!(of["meta"]["total"], 3);
    assert_eq!(
        of["links"]["related"],
        json!(format!(
            "/api/v1/example_leaflets?filter[parent_id_eq]={root}"
        ))
    );
    let included = reply.at("/included");
    let rows = |type_name: &str| -> Vec<Value> {
        let included = included.as_array().unwrap().iter();
        included
            .filter(|row| row["type"] == type_name)
            .cloned()
            .collect()
    };
    assert_eq!(rows("example_leaflets").len(), 2);
    assert_eq!(rows("example_notes").len(), 3);
    let first = &rows("example_leaflets")[0]["relationships"]["notes"];
    assert_eq!(first["data"].as_array().unwrap().len(), 3);
    assert_eq!(first["meta"]["total"], 5);
    let link = first["links"]["related"]
        .as_str()
        .unwrap()
        .trim_start_matches("/api/v1");
    assert_eq!(marieke.get(link).await.expect(200).at("/meta/total"), 5);
    let second = &rows("example_leaflets")[1]["relationships"]["notes"];
    assert_eq!(
        (&second["data"], &second["meta"]["total"]),
        (&json!([]), &json!(0))
    );
    for wrong in [
        "children.children.children",
        "children.kleur",
        "kleur.notes",
    ] {
        let refused = marieke
            .get(&format!("/example_leaflets?include={wrong}"))
            .await
            .expect(400);
        assert_eq!(refused.at("/errors/0/code"), "invalid_include", "{wrong}");
    }
}
