//! What a text breaks: said while it is written, with words instead, and read by the centre before it goes out, whoever
//! is trusted.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::outbox::{last, send};
use crate::support::server::{Client, Server, document};
use crate::support::smtp_peer::SmtpPeer;
use crate::vacancies::states::{LIST, state, take};

const PATH: &str = "/api/v1/vacancies/writing_hints";

fn hints(client: &Client, attributes: Value) -> Vec<Value> {
    let told = client
        .put(PATH, &document("vacancies", attributes))
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
    server.as_nobody().put(PATH, &json!({})).expect(401);
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

#[test]
fn who_is_held_reads_why_in_a_letter_and_a_change_that_waits_says_so_too() {
    let server = Server::start();
    let samira = server.as_superuser();
    let mut body = fixtures::vacancy(server.people.own, "Bij de balie");
    body["data"]["attributes"]["requirements"] = json!(["Een hbo diploma"]);
    let id = samira.post(LIST, &body).expect(201).id();
    take(&samira, &id, "publish").expect(200);
    let letter = last(&server, "vacancy_submitted", "samira@example.nl");
    assert_eq!(
        letter["reasons"],
        json!([{ "code": "diploma", "passage": "Een hbo diploma" }])
    );
    assert_eq!(letter["path"], format!("/vacancies/{id}/edit"));
    let peer = SmtpPeer::start();
    server.arrange(|tx| {
        Ok(tx.execute("update users set quiet_from = null, quiet_until = null", [])?)
    });
    send(&server, &peer);
    let read = peer.wait_for("samira@example.nl", "Bij de balie");
    for words in [
        "Een hbo diploma",
        "alleen als het werk dat echt nodig heeft",
    ] {
        assert!(read.text.contains(words), "{}", read.text);
    }
    // Of one that keeps to the rules and is read all the same nothing is said.
    let online = fixtures::published(&samira, server.people.own, "Bij de koffie");
    let change = json!({ "offer": "Je krijgt een salaris." });
    samira
        .patch(&format!("{LIST}/{online}"), &document("vacancies", change))
        .expect(200);
    let letter = last(&server, "vacancy_submitted", "samira@example.nl");
    assert_eq!(letter["is_change"], true);
    assert_eq!(letter["reasons"][0]["code"], "salary");
}

#[test]
fn what_a_template_left_goes_to_nobody_before_somebody_says_that_it_may() {
    let server = Server::start();
    let samira = server.as_superuser();
    let mut body = fixtures::vacancy(server.people.own, "Voorlezen bij [naam van de locatie]");
    body["data"]["attributes"]["offer"] = "Vertel hier wat iemand krijgt.".into();
    let id = samira.post(LIST, &body).expect(201).id();
    let step = |event: &str, confirmed: bool| {
        let step = json!({ "event": event, "confirmed": confirmed });
        samira.put(&format!("{LIST}/{id}/transition"), &step)
    };
    for event in ["publish", "submit"] {
        let refused = step(event, false).expect(422);
        assert_eq!(refused.at("/errors/0/meta/rule"), "template_text_left");
        assert_eq!(refused.pointer(), "/data/attributes/title");
        let told = refused.at("/errors/0/detail").as_str().unwrap().to_owned();
        assert!(told.contains("[naam van de locatie]"), "{told}");
        assert_eq!(
            refused.at("/errors/1/source/pointer"),
            "/data/attributes/offer"
        );
    }
    assert_eq!(state(&server, &id).0, "draft");
    step("publish", true).expect(200);
    assert_eq!(state(&server, &id).0, "published");
}
