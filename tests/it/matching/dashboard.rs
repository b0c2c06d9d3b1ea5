//! What waits, by what somebody is here.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Client, Server, document};

const PATH: &str = "/api/v1/dashboard";

fn todos(client: &Client, part: &str) -> Value {
    let reply = client.get(PATH).expect(200);
    let todos = reply.at(&format!("/data/attributes/{part}/todos"));
    let counted = todos.as_array().map(|todos| {
        let pair = |todo: &Value| {
            (
                todo["key"].as_str().unwrap().to_owned(),
                todo["count"].clone(),
            )
        };
        todos.iter().map(pair).collect::<serde_json::Map<_, _>>()
    });
    json!(counted)
}

#[test]
fn each_sees_what_waits_for_them_and_nothing_of_others() {
    let server = Server::start();
    let samira = server.as_superuser();
    let joke = server.as_volunteer();
    let id = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    samira
        .post(
            "/api/v1/vacancies",
            &fixtures::vacancy(server.people.own, "Nog niet af"),
        )
        .expect(201);
    joke.put(&format!("/api/v1/vacancies/{id}/favorite"), &json!({}))
        .expect(204);
    joke.post(
        "/api/v1/applications",
        &document(
            "applications",
            json!({ "vacancy_id": id, "message": "Ik doe graag boodschappen voor de buurt." }),
        ),
    )
    .expect(201);
    assert_eq!(todos(&joke, "own"), json!({ "open": 1, "saved": 1 }));
    assert_eq!(todos(&joke, "organization"), json!(null));
    assert_eq!(todos(&joke, "centre"), json!(null));
    assert_eq!(
        todos(&samira, "organization"),
        json!({ "unanswered": 1, "drafts": 1 })
    );
    assert_eq!(todos(&samira, "own"), json!({}));
    assert_eq!(todos(&samira, "centre"), json!(null));
    assert_eq!(
        todos(&server.as_center(), "centre"),
        json!({}),
        "nobody waits for a week yet"
    );
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 8));
    assert_eq!(todos(&server.as_center(), "centre"), json!({ "silent": 1 }));
    let figures = server
        .as_center()
        .get(PATH)
        .expect(200)
        .at("/data/attributes/centre/figures");
    assert_eq!(
        figures[0],
        json!({ "key": "online", "count": 1, "before": null })
    );
    assert_eq!(
        figures[1],
        json!({ "key": "applications", "count": 0, "before": 1 })
    );
    server.as_nobody().get(PATH).expect(401);
}

#[test]
fn another_centre_and_another_organization_count_their_own() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    server
        .as_volunteer()
        .post(
            "/api/v1/applications",
            &document(
                "applications",
                json!({ "vacancy_id": id, "message": "Ik doe graag boodschappen voor de buurt." }),
            ),
        )
        .expect(201);
    let (own, center) = (server.people.own, server.people.other_center);
    // All of it goes to the other centre.
    server.arrange(move |tx| {
        tx.execute("update applications set volunteer_center_id = ?1", [center])?;
        tx.execute(
            "update vacancies set volunteer_center_id = ?1 where organization_id = ?2",
            (center, own),
        )?;
        tx.execute(
            "update organizations set volunteer_center_id = ?1 where id = ?2",
            (center, own),
        )?;
        Ok(())
    });
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 8));
    assert_eq!(todos(&server.as_center(), "centre"), json!({}));
    let figures = server
        .as_center()
        .get(PATH)
        .expect(200)
        .at("/data/attributes/centre/figures");
    assert_eq!(figures[0]["count"], json!(0));
    // A chosen organisation narrows what is about organisations.
    let chosen = server
        .as_superuser()
        .with("current-organization-id", &own.to_string());
    assert_eq!(todos(&chosen, "organization"), json!({ "unanswered": 1 }));
}
