//! What waits, by what somebody is here.

use serde_json::{Value, json};

use crate::applications::stages::apply;
use crate::support::fixtures;
use crate::support::school::{asks_first, class, link};
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

fn hats(client: &Client) -> Vec<(String, Value, Value)> {
    let reply = client.get(PATH).expect(200);
    let hats = reply.at("/data/attributes/hats");
    hats.as_array()
        .unwrap()
        .iter()
        .map(|hat| {
            let text = |name: &str| hat[name].as_str().unwrap_or_default().to_owned();
            (
                format!("{} {}", text("kind"), text("name"))
                    .trim()
                    .to_owned(),
                hat["first"]["key"].clone(),
                hat["count"].clone(),
            )
        })
        .collect()
}

#[test]
fn every_hat_says_what_waits_under_it_whichever_is_worn() {
    let server = Server::start();
    let class = class(&server);
    asks_first(&server, class);
    let mia = server.as_mentor();
    link(&mia, class, class.sem, None).expect(201);
    assert_eq!(hats(&mia), []);
    let samira = server.as_superuser();
    let vacancy = fixtures::published(&samira, server.people.own, "Taalmaatje gezocht");
    apply(&server.as_student(), &vacancy).expect(201);
    let school = mia
        .clone()
        .with("current-organization-id", &class.school.to_string());
    for worn in [&mia, &school] {
        assert_eq!(todos(worn, "mentor"), json!({ "to_approve": 1 }));
        assert_eq!(
            hats(worn),
            [(
                "organization Lyceum Lindewaard".to_owned(),
                json!("to_approve"),
                json!(1)
            )]
        );
    }
    // Samira works for one organisation and does not hear of the school's.
    apply(&server.as_volunteer(), &vacancy).expect(201);
    let found = hats(&samira);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0].1, &found[0].2),
        (&json!("unanswered"), &json!(1))
    );
    assert_eq!(hats(&server.as_volunteer()), []);
}

fn steps(client: &Client, part: &str) -> Value {
    let reply = client.get(PATH).expect(200);
    let steps = reply.at(&format!("/data/attributes/{part}/steps"));
    let told = steps.as_array().map(|steps| {
        steps
            .iter()
            .map(|step| {
                (
                    step["key"].as_str().unwrap().to_owned(),
                    step["is_done"].clone(),
                )
            })
            .collect::<serde_json::Map<_, _>>()
    });
    json!(told)
}

#[test]
fn who_has_just_begun_is_told_what_comes_first_and_how_far_they_are() {
    let server = Server::start();
    let own = server.people.own;
    let approval = |client: &Client| {
        client
            .get(PATH)
            .expect(200)
            .at("/data/attributes/organization/approval")
    };
    server.arrange(move |tx| {
        tx.execute("delete from vacancies", [])?;
        tx.execute(
            "update organizations set status = 'pending', description = null, logo_url = null, photo_url = null where id = ?1",
            [own],
        )?;
        Ok(())
    });
    let samira = server.as_superuser();
    let nothing = json!({ "approval": false, "vacancy": false, "profile": false, "photo": false });
    assert_eq!(steps(&samira, "organization"), nothing);
    let waits = approval(&samira);
    assert_eq!(waits["status"], "pending");
    assert_eq!(waits["waiting_days"], 0);
    assert_eq!(waits["term_days"], 3);
    assert_eq!(waits["draft_id"], json!(null));
    // A draft may be written while it waits.
    let draft = samira
        .post("/api/v1/vacancies", &fixtures::vacancy(own, "Nog niet af"))
        .expect(201)
        .id();
    assert_eq!(steps(&samira, "organization")["vacancy"], true);
    assert_eq!(approval(&samira)["draft_id"], draft);
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 14));
    let samira = server.as_superuser();
    assert!(approval(&samira)["waiting_days"].as_i64().unwrap() > 3);
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'approved', photo_url = '/uploads/x.webp',
               description = 'Wij helpen mensen met boodschappen, koken en een praatje in de buurt.' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    assert_eq!(steps(&samira, "organization"), json!({}), "all is done");
    // A volunteer, until they have applied somewhere.
    let joke = server.as_volunteer();
    assert_eq!(steps(&joke, "own")["apply"], false);
    let vacancy = fixtures::published(&samira, own, "Boodschappen doen");
    apply(&joke, &vacancy).expect(201);
    assert_eq!(steps(&joke, "own"), json!({}));
    // A centre, until it has an organisation and a vacancy.
    assert_eq!(steps(&server.as_center(), "centre"), json!({}));
    server.arrange(|tx| {
        tx.execute("delete from applications", [])?;
        tx.execute("delete from vacancies", [])?;
        Ok(())
    });
    assert_eq!(steps(&server.as_center(), "centre")["vacancy"], false);
    assert_eq!(steps(&server.as_mentor(), "mentor")["students"], false);
}
