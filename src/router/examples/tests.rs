use serde_json::{Value, json};

use super::world::{Client, Reply, World};
use super::{routes, tables};
use crate::http::openapi::describe;

fn page(attributes: Value) -> Value {
    json!({ "data": { "type": "example_pages", "attributes": attributes } })
}

fn note(text: &str, of: &str, id: &str) -> Value {
    json!({ "data": { "type": "example_notes", "attributes": { "text": text },
        "relationships": { "subject": { "data": { "type": of, "id": id } } } } })
}

async fn made(client: &Client<'_>, title: &str, parent: Option<&str>) -> String {
    let body = page(json!({ "title": title, "parent_id": parent }));
    client.post("/example_pages", body).await.expect(201).id()
}

fn pair(pointer: &str, rule: &str) -> (String, String) {
    (pointer.to_owned(), rule.to_owned())
}

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
    let body = page(json!({ "title": "Aanmelden", "questions": questions }));
    client.post("/example_pages", body).await.expect(201)
}

#[tokio::test]
async fn nested_lists_are_created_and_read_with_their_parent() {
    let world = World::new();
    let marieke = world.marieke().await;
    let made = with_form(&marieke).await;
    assert_eq!(titles(&made), ["Naam", "Kleur", "Dag"], "trimmed");
    assert_eq!(made.at("/data/attributes/questions/0/is_required"), true);
    assert_eq!(made.at("/data/attributes/questions/2/position"), 3);
    assert_eq!(made.at("/data/attributes/questions/1/options/1/label"), "Blauw");
    assert!(made.at("/data/attributes/questions/1/options/1/id").is_string());
    let read = marieke.get(&format!("/example_pages/{}", made.id())).await.expect(200);
    assert_eq!(read.at("/data/attributes/questions"), made.at("/data/attributes/questions"));
    let list = marieke.get("/example_pages").await.expect(200);
    assert_eq!(list.at("/data/0/attributes/questions"), made.at("/data/attributes/questions"));
}

#[tokio::test]
async fn a_sent_item_changes_creates_or_destroys_and_others_stay() {
    let world = World::new();
    let marieke = world.marieke().await;
    let made = with_form(&marieke).await;
    let path = format!("/example_pages/{}", made.id());
    let id = |index: usize| made.at(&format!("/data/attributes/questions/{index}/id"));
    let blue = made.at("/data/attributes/questions/1/options/1/id");
    let change = page(json!({ "questions": [
        { "id": id(0), "_destroy": true },
        { "id": id(1), "options": [{ "id": blue, "position": 1 }, { "label": "Geel" }] },
        { "title": "Eerst", "position": 1 },
    ] }));
    let changed = marieke.patch(&path, change).await.expect(200);
    assert_eq!(titles(&changed), ["Eerst", "Kleur", "Dag"]);
    let labels: Vec<Value> = (0..3)
        .map(|index| changed.at(&format!("/data/attributes/questions/1/options/{index}/label")))
        .collect();
    assert_eq!(labels, ["Blauw", "Rood", "Geel"]);
    assert_eq!(changed.at("/data/attributes/questions/1/id"), id(1), "the same row");
    assert_eq!(changed.at("/data/attributes/questions/2/id"), id(2), "not named, so it stays");
    let moved = page(json!({ "questions": [{ "id": id(2), "position": 1 }] }));
    let moved = marieke.patch(&path, moved).await.expect(200);
    assert_eq!(titles(&moved), ["Dag", "Eerst", "Kleur"]);
    // A list that was read can be sent back.
    let same = page(json!({ "questions": moved.at("/data/attributes/questions") }));
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
    let path = format!("/example_pages/{}", made.id());
    let change = page(json!({ "title": "Anders", "questions": [
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
    let control = page(json!({ "questions": [{ "title": "ge\u{202e}heim" }] }));
    let refused = marieke.patch(&path, control).await.expect(422);
    assert_eq!(refused.faults()[0].0, "questions/0/title");
    let twice = made.at("/data/attributes/questions/0/id");
    let twice = page(json!({ "questions": [{ "id": twice }, { "id": twice }] }));
    let refused = marieke.patch(&path, twice).await.expect(422);
    assert_eq!(refused.faults(), [pair("questions/1/id", "contradicts")]);
    for list in [Value::Null, json!("x"), json!({})] {
        let body = page(json!({ "questions": list }));
        let refused = marieke.patch(&path, body).await.expect(422);
        assert_eq!(refused.faults(), [pair("questions", "type")]);
    }
}

#[tokio::test]
async fn a_tree_is_ordered_whole_or_not_at_all() {
    let world = World::new();
    let marieke = world.marieke().await;
    let mut ids = Vec::new();
    for title in ["A", "B", "C"] {
        ids.push(made(&marieke, title, None).await);
    }
    let [a, b, c] = ids.as_slice() else { unreachable!() };
    let order = "/example_pages/order";
    let before = marieke.get(order).await.expect(200);
    let tree = json!({ "tree": [{ "id": c }, { "id": a, "children": [{ "id": b }] }] });
    let arranged = marieke
        .with("if-match", &before.etag)
        .patch(order, tree.clone())
        .await
        .expect(200);
    assert_eq!(arranged.at("/data/0/id"), **c);
    let shown = marieke.get(&format!("/example_pages/{b}")).await.expect(200);
    assert_eq!(shown.at("/data/relationships/parent/data/id"), **a);
    assert_eq!(shown.at("/data/attributes/position"), 1);
    // Somebody else has arranged it since.
    marieke
        .with("if-match", &before.etag)
        .patch(order, tree.clone())
        .await
        .expect(412);
    let again = marieke.with("if-match", &arranged.etag).patch(order, tree).await;
    assert_eq!(again.expect(200).etag, arranged.etag, "nothing moved, so no version changed");

    let missing = marieke.patch(order, json!({ "tree": [{ "id": a }] })).await.expect(422);
    assert_eq!(missing.faults(), [pair("tree", "incomplete")]);
    assert_eq!(missing.at("/errors/0/meta/missing"), json!([b, c]));
    let wrong = json!({ "tree": [{ "id": a, "children": [{ "id": b, "children": [{ "id": c }] }, { "id": "99" }] }, { "id": a }] });
    let wrong = marieke.patch(order, wrong).await.expect(422);
    assert_eq!(wrong.faults(), [pair("tree/0/children/0/children", "depth")]);
    let wrong = json!({ "tree": [{ "id": a, "children": [{ "id": b }, { "id": "99" }] }, { "id": c }, { "id": a }] });
    let wrong = marieke.patch(order, wrong).await.expect(422);
    assert_eq!(
        wrong.faults(),
        [pair("tree/0/children/1/id", "not_found"), pair("tree/2/id", "contradicts")]
    );
    world.joke().await.patch(order, json!({ "tree": [] })).await.expect(403);
    world.nobody().patch(order, json!({ "tree": [] })).await.expect(401);
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
    let refused = marieke.patch(path, json!({ "ids": [ids[0], "x", ids[0]] })).await.expect(422);
    assert_eq!(refused.faults(), [pair("ids/1", "not_found")]);
    let refused = marieke.patch(path, json!({ "ids": [ids[0], ids[0]] })).await.expect(422);
    assert_eq!(
        refused.faults(),
        [pair("ids/1", "contradicts"), pair("ids", "incomplete")]
    );
    world.joke().await.patch(path, json!({ "ids": ids })).await.expect(403);
}

#[tokio::test]
async fn a_polymorphic_relation_is_set_read_included_and_filtered() {
    let world = World::new();
    let marieke = world.marieke().await;
    let about = made(&marieke, "Over ons", None).await;
    let on_page = marieke
        .post("/example_notes", note("bij de pagina", "example_pages", &about))
        .await
        .expect(201);
    assert_eq!(
        on_page.at("/data/relationships/subject/data"),
        json!({ "type": "example_pages", "id": about })
    );
    marieke
        .post("/example_notes", note("bij de instelling", "example_settings", "1"))
        .await
        .expect(201);
    let list = marieke.get("/example_notes?include=subject,subject.parent").await.expect(200);
    let types: Vec<Value> = (0..2).map(|index| list.at(&format!("/included/{index}/type"))).collect();
    assert_eq!(types, ["example_pages", "example_settings"]);
    let filter = format!("/example_notes?filter[subject_type_eq]=example_pages&filter[subject_id_eq]={about}");
    assert_eq!(marieke.get(&filter).await.expect(200).ids(), [on_page.id()]);
    // A type that is not declared, a row that is not there, and one that is not theirs.
    let refused = marieke.post("/example_notes", note("x", "users", "1")).await.expect(422);
    assert_eq!(refused.at("/errors/0/source/pointer"), "/data/relationships/subject/data/type");
    let refused = marieke.post("/example_notes", note("x", "example_pages", "99")).await.expect(422);
    assert_eq!(refused.faults(), [pair("subject_id", "not_found")]);
    let joke = world.joke().await;
    let hidden = joke.post("/example_notes", note("x", "example_pages", &about)).await.expect(422);
    assert_eq!(hidden.faults(), [pair("subject_id", "not_found")], "a draft is not hers to see");
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
    let path = format!("/example_pages/{root}");
    let refused = marieke.patch(&path, page(json!({ "parent_id": leaf }))).await.expect(422);
    assert_eq!(refused.faults(), [pair("parent_id", "cycle")]);
    let refused = marieke.patch(&path, page(json!({ "parent_id": root }))).await.expect(422);
    assert_eq!(refused.faults(), [pair("parent_id", "cycle")]);
    let filter = format!("/example_pages?filter[parent_id_eq]={root}");
    assert_eq!(marieke.get(&filter).await.expect(200).ids(), [middle.clone()]);
    let roots = marieke.get("/example_pages?filter[parent_id_null]=true").await.expect(200);
    assert_eq!(roots.ids(), [root.clone()]);
    let with = marieke
        .get(&format!("/example_pages/{root}?include=children.children"))
        .await
        .expect(200);
    assert_eq!(with.at("/data/relationships/children/data/0/id"), *middle);
    assert_eq!(with.at("/included/0/id"), *leaf, "rows of the second level come first");
    // A row that is in `data` is not repeated in `included`.
    let list = marieke.get("/example_pages?include=parent").await.expect(200);
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
        let body = note(text, "example_pages", &children[0]);
        marieke.post("/example_notes", body).await.expect(201);
    }
    // Somebody else's note is neither included nor counted.
    world.arrange(format!(
        "insert into example_notes (text, subject_type, subject_id, author_id, created_at, updated_at)
         values ('x', 'example_pages', {}, 3, '2026-01-01', '2026-01-01')",
        children[0]
    ));
    let path = format!("/example_pages/{root}?include=children.notes");
    let reply = marieke.get(&path).await.expect(200);
    let of = reply.at("/data/relationships/children");
    assert_eq!(of["data"].as_array().unwrap().len(), 2);
    assert_eq!(of["meta"]["total"], 3);
    assert_eq!(
        of["links"]["related"],
        json!(format!("/api/v1/example_pages?filter[parent_id_eq]={root}"))
    );
    let included = reply.at("/included");
    let rows = |type_name: &str| -> Vec<Value> {
        let included = included.as_array().unwrap().iter();
        included.filter(|row| row["type"] == type_name).cloned().collect()
    };
    assert_eq!(rows("example_pages").len(), 2);
    assert_eq!(rows("example_notes").len(), 3);
    let first = &rows("example_pages")[0]["relationships"]["notes"];
    assert_eq!(first["data"].as_array().unwrap().len(), 3);
    assert_eq!(first["meta"]["total"], 5);
    let link = first["links"]["related"].as_str().unwrap().trim_start_matches("/api/v1");
    assert_eq!(marieke.get(link).await.expect(200).at("/meta/total"), 5);
    let second = &rows("example_pages")[1]["relationships"]["notes"];
    assert_eq!((&second["data"], &second["meta"]["total"]), (&json!([]), &json!(0)));
    for wrong in ["children.children.children", "children.kleur", "kleur.notes"] {
        let refused = marieke.get(&format!("/example_pages?include={wrong}")).await.expect(400);
        assert_eq!(refused.at("/errors/0/code"), "invalid_include", "{wrong}");
    }
}

#[tokio::test]
async fn a_singleton_is_the_row_that_is_current() {
    let world = World::new();
    let marieke = world.marieke().await;
    let path = "/example_settings/current";
    let read = world.nobody().get(path).await.expect(200);
    assert_eq!(read.at("/data/attributes/greeting"), "Hallo");
    let body = |text: &str| json!({ "data": { "type": "example_settings", "attributes": { "greeting": text } } });
    let changed = marieke.with("if-match", &read.etag).patch(path, body("Dag")).await.expect(200);
    assert_eq!(changed.at("/data/attributes/greeting"), "Dag");
    marieke.with("if-match", &read.etag).patch(path, body("Te laat")).await.expect(412);
    world.joke().await.patch(path, body("Nee")).await.expect(403);
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
    let path = format!("/example_pages/{id}/approve");
    // Without the right nothing is said about the body.
    world.nobody().post(&path, json!({ "message": 1 })).await.expect(401);
    marieke.post(&path, json!({ "message": 1 })).await.expect(403);
    admin.post("/example_pages/99/approve", json!({ "message": 1 })).await.expect(404);
    for (body, fault) in [
        (json!({}), pair("message", "required")),
        (json!({ "message": "  " }), pair("message", "required")),
        (json!({ "message": "ja" }), pair("message", "length")),
        (json!({ "message": "goed\nzo" }), pair("message", "one_line")),
        (json!({ "message": "prima", "is_final": "ja" }), pair("is_final", "type")),
        (json!({ "message": "prima", "colour": 1 }), pair("colour", "unknown")),
        (json!({ "data": { "attributes": { "message": "ja" } } }), pair("message", "length")),
    ] {
        let refused = admin.post(&path, body.clone()).await.expect(422);
        assert_eq!(refused.faults(), [fault], "{body}");
    }
    let done = admin.post(&path, json!({ "message": " prima " })).await.expect(200);
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
    let body = |text: &str, dry_run: bool| {
        json!({ "ids": [ids[0], "50", "99", ids[1]], "attributes": { "text": text }, "dry_run": dry_run })
    };
    let rehearsed = marieke.patch(path, body("nieuw", true)).await.expect(207);
    assert_eq!(rehearsed.at("/meta"), json!({ "total": 4, "changed": 2, "failed": 2, "dry_run": true }));
    assert_eq!(world.count("select count(*) from example_notes where text = 'nieuw'"), 0);
    let done = marieke.patch(path, body("nieuw", false)).await.expect(207);
    assert_eq!(done.at("/data/0/meta"), json!({ "ok": true }));
    assert_eq!(done.at("/data/1/meta/errors/0/code"), "not_found", "not hers to see");
    assert_eq!(done.at("/data/2/meta/errors/0/code"), "not_found");
    assert_eq!(done.at("/data/3/meta/ok"), true);
    assert_eq!(world.count("select count(*) from example_notes where text = 'nieuw'"), 2);
    let filtered = json!({ "filter": { "text_cont": "nieuw" }, "attributes": { "text": "" } });
    let filtered = marieke.patch(path, filtered).await.expect(207);
    assert_eq!(filtered.at("/meta/failed"), 2);
    assert_eq!(filtered.at("/data/0/meta/errors/0/source/pointer"), "/data/attributes/text");
    for (body, fault) in [
        (json!({ "attributes": {} }), pair("ids", "required")),
        (json!({ "ids": [], "attributes": {} }), pair("ids", "required")),
        (json!({ "ids": ["1"], "filter": {} }), pair("filter", "contradicts")),
        (json!({ "ids": ["1", "1"] }), pair("ids/1", "contradicts")),
        (json!({ "ids": (0..201).collect::<Vec<_>>() }), pair("ids", "items")),
        (json!({ "ids": ["1"], "attributes": { "kleur": 1 } }), pair("attributes/kleur", "unknown")),
    ] {
        assert_eq!(marieke.patch(path, body.clone()).await.expect(422).faults(), [fault], "{body}");
    }
    marieke.patch(path, json!({ "filter": { "kleur": "x" } })).await.expect(400);
    world.nobody().patch(path, json!({})).await.expect(401);
}

#[tokio::test]
async fn an_indivisible_bulk_change_is_made_to_all_or_to_none() {
    let world = World::new();
    let (marieke, admin) = (world.marieke().await, world.admin().await);
    let first = made(&marieke, "Een", None).await;
    let second = made(&marieke, "Twee", None).await;
    let path = "/example_pages/bulk_status";
    let approve = json!({ "message": "prima" });
    admin.post(&format!("/example_pages/{second}/approve"), approve).await.expect(200);
    let change = |ids: Value| json!({ "ids": ids, "attributes": { "status": "submitted" } });
    let refused = marieke.patch(path, change(json!([first, second]))).await.expect(207);
    assert_eq!(refused.at("/meta/changed"), 0);
    assert_eq!(refused.at("/data/1/meta/errors/0/code"), "invalid_transition");
    assert_eq!(world.count("select count(*) from example_pages where status = 'submitted'"), 0);
    let done = marieke.patch(path, change(json!([first]))).await.expect(200);
    assert_eq!(done.at("/meta/changed"), 1);
    let wrong = json!({ "ids": [first], "attributes": {} });
    let wrong = marieke.patch(path, wrong).await.expect(422);
    assert_eq!(wrong.faults(), [pair("attributes/status", "required")]);
}

#[tokio::test]
async fn one_list_over_two_types_is_filtered_sorted_and_paged_under_the_rules_of_each() {
    let world = World::new();
    let (marieke, admin) = (world.marieke().await, world.admin().await);
    for title in ["Banaan", "Dadel"] {
        made(&marieke, title, None).await;
    }
    for text in ["Appel", "Citroen"] {
        let body = note(text, "example_settings", "1");
        marieke.post("/example_notes", body).await.expect(201);
    }
    let names = |reply: &Reply| -> Vec<String> {
        let rows = reply.at("/data");
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row["meta"]["common"]["title"].as_str().unwrap().to_owned()).collect()
    };
    let path = "/example_queue";
    let all = admin.get(path).await.expect(200);
    assert_eq!(names(&all), ["Appel", "Banaan", "Citroen", "Dadel"]);
    assert_eq!(all.at("/data/0/type"), "example_notes");
    assert_eq!(all.at("/data/0/attributes/text"), "Appel");
    assert_eq!(all.at("/data/0/meta/can"), json!(["approve"]));
    assert_eq!(all.at("/data/1/attributes/questions"), json!([]));
    assert_eq!(all.at("/data/1/meta/can"), json!(["update", "approve"]));
    let second = admin.get(&format!("{path}?sort=-title&page[size]=3&page[number]=2")).await.expect(200);
    assert_eq!(names(&second), ["Appel"]);
    assert_eq!(second.at("/meta"), json!({ "total": 4, "page": 2, "size": 3, "pages": 2 }));
    assert!(second.at("/links/prev").is_string());
    let notes = admin.get(&format!("{path}?filter[type_in]=example_notes&sort=type,-title")).await.expect(200);
    assert_eq!(names(&notes), ["Citroen", "Appel"]);
    assert_eq!(names(&admin.get(&format!("{path}?filter[q]=an")).await.expect(200)), ["Banaan"]);
    let from = admin.get(&format!("{path}?filter[title_gteq]=C&fields[example_pages]=title")).await.expect(200);
    assert_eq!(names(&from), ["Citroen", "Dadel"]);
    assert_eq!(from.at("/data/1/attributes"), json!({ "title": "Dadel" }));
    // She may read her notes, but may not approve any; and no page is open to everybody yet.
    assert_eq!(names(&marieke.get(path).await.expect(200)), ["Banaan", "Dadel"]);
    assert_eq!(world.nobody().get(path).await.expect(200).at("/meta/total"), 0);
    let nothing = marieke.get(&format!("{path}?filter[type_eq]=example_notes&filter[title_eq]=x")).await;
    assert_eq!(nothing.expect(200).at("/data"), json!([]));
    for wrong in ["filter[type_eq]=users", "filter[kleur_eq]=x", "sort=kleur", "include=subject", "fields[users]=email"] {
        let refused = admin.get(&format!("{path}?{wrong}")).await.expect(400);
        assert_eq!(refused.at("/errors/0/code"), "invalid_filter", "{wrong}");
    }
}

#[test]
fn each_declaration_is_described() {
    let described = describe(&routes().operations, &tables(), &[]);
    let at = |pointer: &str| described.pointer(pointer).cloned().unwrap_or_default();
    let body = "requestBody/content/application~1vnd.api+json/schema/properties";
    let answer = "responses/2XX/content/application~1vnd.api+json/schema/properties";
    let path = |path: &str| format!("/paths/~1api~1v1~1{}", path.replace('/', "~1"));
    let questions = "/components/schemas/ExamplePagesAttributes/properties/questions";
    assert_eq!(at(&format!("{questions}/maxItems")), 4);
    assert_eq!(at(&format!("{questions}/items/properties/_destroy/type")), "boolean");
    assert_eq!(at(&format!("{questions}/items/properties/options/items/properties/label/maxLength")), 20);
    let tree = at(&format!("{}/patch/{body}/tree", path("example_pages/order")));
    assert_eq!(tree["items"]["properties"]["children"]["items"]["properties"]["id"]["type"], "string");
    let ids = at(&format!("{}/put/{body}/ids", path("example_settings/{id}/notes/order")));
    assert_eq!(ids["items"]["type"], "string");
    let subject = at("/components/schemas/ExampleNotes/properties/relationships/properties/subject/properties/data/anyOf/0/properties/type/enum");
    assert_eq!(subject, json!(["example_pages", "example_settings"]));
    let children = at("/components/schemas/ExamplePages/properties/relationships/properties/children/properties");
    assert_eq!(children["meta"]["properties"]["total"]["type"], "integer");
    let list = at(&format!("{}/get/parameters", path("example_pages")));
    let include = list.as_array().unwrap().iter().find(|one| one["name"] == "include").unwrap();
    assert!(include["schema"]["items"]["enum"].as_array().unwrap().contains(&json!("children.notes")));
    assert!(at(&format!("{}/get/responses/200", path("example_settings/current"))).is_object());
    let approve = at(&format!("{}/post/{body}", path("example_pages/{id}/approve")));
    assert_eq!(approve["message"]["maxLength"], 60);
    assert_eq!(at(&format!("{}/post/x-right", path("example_pages/{id}/approve"))), "approve");
    let bulk = path("example_pages/bulk_status");
    assert_eq!(at(&format!("{bulk}/patch/{body}/attributes/properties/status/maxLength")), 20);
    assert_eq!(at(&format!("{bulk}/patch/{answer}/meta/properties/failed/type")), "integer");
    let queue = at(&format!("{}/get/{answer}/data/items/oneOf", path("example_queue")));
    assert_eq!(queue.as_array().unwrap().len(), 2);
}
