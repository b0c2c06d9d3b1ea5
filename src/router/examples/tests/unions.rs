use serde_json::json;

use super::{made, note};
use crate::router::examples::world::{Reply, World};

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
        rows.map(|row| row["meta"]["common"]["title"].as_str().unwrap().to_owned())
            .collect()
    };
    let path = "/example_queue";
    let all = admin.get(path).await.expect(200);
    assert_eq!(names(&all), ["Appel", "Banaan", "Citroen", "Dadel"]);
    assert_eq!(all.at("/data/0/type"), "example_notes");
    assert_eq!(all.at("/data/0/attributes/text"), "Appel");
    assert_eq!(all.at("/data/0/meta/can"), json!(["approve"]));
    assert_eq!(all.at("/data/1/attributes/questions"), json!([]));
    assert_eq!(all.at("/data/1/meta/can"), json!(["update", "approve"]));
    let second = admin
        .get(&format!("{path}?sort=-title&page[size]=3&page[number]=2"))
        .await
        .expect(200);
    assert_eq!(names(&second), ["Appel"]);
    assert_eq!(
        second.at("/meta"),
        json!({ "total": 4, "page": 2, "size": 3, "pages": 2 })
    );
    assert!(second.at("/links/prev").is_string());
    let notes = admin
        .get(&format!(
            "{path}?filter[type_in]=example_notes&sort=type,-title"
        ))
        .await
        .expect(200);
    assert_eq!(names(&notes), ["Citroen", "Appel"]);
    assert_eq!(
        names(&admin.get(&format!("{path}?filter[q]=an")).await.expect(200)),
        ["Banaan"]
    );
    let from = admin
        .get(&format!(
            "{path}?filter[title_gteq]=C&fields[example_leaflets]=title"
        ))
        .await
        .expect(200);
    assert_eq!(names(&from), ["Citroen", "Dadel"]);
    assert_eq!(from.at("/data/1/attributes"), json!({ "title": "Dadel" }));
    // She may read her notes, but may not approve any; and no page is open to everybody yet.
    assert_eq!(
        names(&marieke.get(path).await.expect(200)),
        ["Banaan", "Dadel"]
    );
    assert_eq!(
        world.nobody().get(path).await.expect(200).at("/meta/total"),
        0
    );
    let nothing = marieke
        .get(&format!(
            "{path}?filter[type_eq]=example_notes&filter[title_eq]=x"
        ))
        .await;
    assert_eq!(nothing.expect(200).at("/data"), json!([]));
    for wrong in [
        "filter[type_eq]=users",
        "filter[kleur_eq]=x",
        "sort=kleur",
        "include=subject",
        "fields[users]=email",
    ] {
        let refused = admin.get(&format!("{path}?{wrong}")).await.expect(400);
        assert_eq!(refused.at("/errors/0/code"), "invalid_filter", "{wrong}");
    }
}
