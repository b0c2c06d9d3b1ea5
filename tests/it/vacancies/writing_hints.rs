//! What a text breaks: said while it is written, with words instead, and read by the centre before it goes out, whoever
//! is trusted.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Client, Server, document};
use crate::vacancies::states::{LIST, state, take};

const PATH: &str = "/api/v1/vacancies/writing_hints";

fn hints(client: &Client, attributes: Value) -> Vec<Value> {
    let told = client
        .post(PATH, &document("vacancies", attributes))
        .expect(200);
    told.at("/meta/hints").as_array().unwrap().clone()
}

#[test]
fn the_writer_hears_what_the_centre_looks_out_for_with_a_sentence_instead() {
    let server = Server::start();
    let samira = server.as_superuser();
    let found = hints(
        &samira,
        json!({
            "title": "Alleen vrouwen in het naaicafé",
            "description": "<p>Je helpt 32 uur per week. Je hebt een hbo diploma. Mail <b>jan@example.nl</b> of bel.</p>",
            "requirements": ["Vijf jaar ervaring", "Geduld"],
            "offer": "Een salaris.",
        }),
    );
    let told: Vec<(&str, &str)> = found
        .iter()
        .map(|hint| {
            (
                hint["field"].as_str().unwrap(),
                hint["code"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("title", "sex"),
            ("description", "hours"),
            ("description", "diploma"),
            ("description", "contact_in_text"),
            ("requirements", "experience"),
            ("offer", "salary"),
        ]
    );
    assert_eq!(found[1]["replacement"], "Je helpt 20 uur per week.");
    assert_eq!(found[3]["passage"], "Mail jan@example.nl of bel.");
    assert_eq!(found[4]["found"], json!(["jaar ervaring"]));
    // What is put in its place is told nothing about.
    for hint in &found {
        let instead = hint["replacement"].clone();
        assert_eq!(
            hints(&samira, json!({ "offer": instead })),
            Vec::<Value>::new(),
            "{hint}"
        );
    }
    let english = hints(
        &samira,
        json!({ "offer": "You get a salary for the work that you do." }),
    );
    assert!(
        english[0]["replacement"]
            .as_str()
            .unwrap()
            .starts_with("This is volunteering")
    );
    server.as_nobody().post(PATH, &json!({})).expect(401);
}

#[test]
fn a_trusted_organisation_that_breaks_a_rule_is_reviewed_and_told_why() {
    let server = Server::start();
    let samira = server.as_superuser();
    let mut body = fixtures::vacancy(server.people.own, "Bij de balie");
    body["data"]["attributes"]["requirements"] = json!(["Een hbo diploma"]);
    let id = samira.post(LIST, &body).expect(201).id();
    let held = take(&samira, &id, "publish").expect(200);
    assert_eq!(
        state(&server, &id),
        ("draft".to_owned(), "submitted".to_owned())
    );
    assert_eq!(held.at("/meta/review_reasons/0/code"), "diploma");
    server.as_nobody().get(&format!("{LIST}/{id}")).expect(404);
    // The centre decides, and what it approved goes out.
    take(&server.as_center(), &id, "approve").expect(200);
    take(&samira, &id, "unpublish").expect(200);
    let out = take(&samira, &id, "publish").expect(200);
    assert_eq!(out.at("/data/attributes/status"), "published");
    assert_eq!(out.at("/meta/review_reasons"), Value::Null);
    // The centre itself, and a centre that reviews nothing, publish as they like.
    let own = samira.post(LIST, &body).expect(201).id();
    take(&server.as_center(), &own, "publish").expect(200);
    server.arrange(|tx| Ok(tx.execute("update volunteer_centers set review_vacancies = 0", [])?));
    let free = samira.post(LIST, &body).expect(201).id();
    take(&samira, &free, "publish").expect(200);
    assert_eq!(state(&server, &free).0, "published");
}

#[test]
fn what_breaks_a_rule_is_read_before_it_changes_what_is_online() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Bij de balie");
    let path = format!("{LIST}/{id}");
    let change = |attributes: Value| {
        samira
            .patch(&path, &document("vacancies", attributes))
            .expect(200)
    };
    let kept = change(json!({ "offer": "Je krijgt een salaris." }));
    assert_eq!(kept.at("/data/attributes/offer"), Value::Null);
    assert_eq!(kept.at("/data/attributes/revision_state"), "submitted");
    let plain = change(json!({ "offer": "Koffie en een goed gesprek." }));
    assert_eq!(
        plain.at("/data/attributes/offer"),
        "Koffie en een goed gesprek."
    );
}
