//! Questions that a vacancy asks, and the answers that stay with the application.

use serde_json::{Value, json};

use crate::applications::stages::{MESSAGE, PATH, confirm_last};
use crate::support::fixtures::published;
use crate::support::server::{Client, Reply, Server, document};

fn ask(client: &Client, vacancy: &str, questions: Value) -> Reply {
    let change = document("vacancies", json!({ "questions": questions }));
    client.patch(&format!("/api/v1/vacancies/{vacancy}"), &change)
}

fn with_questions() -> (Server, String, Vec<String>) {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let asked = ask(
        &samira,
        &id,
        json!([
            { "text": "Welke taal spreek je thuis?", "is_required": true },
            { "text": "Heb je een fiets?", "kind": "yes_no" },
            { "text": "Welk dagdeel past je?", "kind": "choice", "options": ["Ochtend", " Middag "], "is_required": true },
        ]),
    )
    .expect(200);
    let ids = (0..3)
        .map(|at| asked.at(&format!("/data/attributes/questions/{at}/id")))
        .map(|id| id.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        asked.at("/data/attributes/questions/2/options"),
        json!(["Ochtend", "Middag"])
    );
    (server, id, ids)
}

fn apply(client: &Client, vacancy: &str, more: Value) -> Reply {
    let mut attributes = json!({ "vacancy_id": vacancy, "message": MESSAGE, "consent": true });
    attributes
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    client.post(PATH, &document("applications", attributes))
}

#[test]
fn an_answer_is_held_against_its_question() {
    let (server, vacancy, ids) = with_questions();
    let joke = server.as_volunteer();
    // Visitors read what is asked.
    let shown = server
        .as_nobody()
        .get(&format!("/api/v1/vacancies/{vacancy}"))
        .expect(200);
    assert_eq!(
        shown.at("/data/attributes/questions/0/text"),
        "Welke taal spreek je thuis?"
    );
    let refused = apply(&joke, &vacancy, json!({})).expect(422);
    assert_eq!(
        refused.at("/errors/0/source/pointer"),
        format!("/data/attributes/answers/{}", ids[0])
    );
    assert_eq!(
        refused.at("/errors/1/source/pointer"),
        format!("/data/attributes/answers/{}", ids[2])
    );
    let wrong = json!({ "answers": [
        { "question_id": ids[0], "answer": "Arabisch" },
        { "question_id": ids[1], "answer": "misschien" },
        { "question_id": ids[2], "answer": "Nacht" },
    ] });
    assert_eq!(
        apply(&joke, &vacancy, wrong)
            .expect(422)
            .at("/errors/1/source/pointer"),
        format!("/data/attributes/answers/{}", ids[2])
    );
    let right = json!({ "answers": [
        { "question_id": ids[2], "answer": "Middag" },
        { "question_id": ids[0], "answer": "  Arabisch " },
        // The organisation no longer asks this.
        { "question_id": "9999", "answer": "Iets" },
    ] });
    let made = apply(&joke, &vacancy, right).expect(201);
    let expected = json!([
        { "question": "Welke taal spreek je thuis?", "kind": "text", "answer": "Arabisch" },
        { "question": "Welk dagdeel past je?", "kind": "choice", "answer": "Middag" },
    ]);
    assert_eq!(made.at("/data/attributes/answers"), expected);

    // The answers keep the words of their question.
    ask(
        &server.as_superuser(),
        &vacancy,
        json!([
            { "id": ids[0], "text": "Welke taal spreek je met je kinderen?" },
            { "id": ids[2], "_destroy": true },
        ]),
    )
    .expect(200);
    let seen = server
        .as_superuser()
        .get(&format!("{PATH}/{}", made.id()))
        .expect(200);
    assert_eq!(seen.at("/data/attributes/answers"), expected);
}

#[test]
fn a_guest_answers_before_confirming() {
    let (server, vacancy, ids) = with_questions();
    let answers = json!({
        "first_name": "Gerrit", "email": "gerrit@example.com",
        "answers": [{ "question_id": ids[0], "answer": "Nederlands" }, { "question_id": ids[2], "answer": "Ochtend" }],
    });
    let nobody = server.as_nobody();
    let without = json!({ "first_name": "Gerrit", "email": "gerrit@example.com" });
    apply(&nobody, &vacancy, without).expect(422);
    apply(&nobody, &vacancy, answers).expect(202);
    // Meanwhile the question goes: what was answered stays.
    ask(
        &server.as_superuser(),
        &vacancy,
        json!([{ "id": ids[0], "_destroy": true }]),
    )
    .expect(200);
    confirm_last(&server).expect(200);
    let list = server.as_superuser().get(PATH).expect(200);
    assert_eq!(list.at("/data/0/attributes/answers/0/answer"), "Nederlands");
}

#[test]
fn a_question_has_its_rules() {
    let (server, vacancy, _) = with_questions();
    let samira = server.as_superuser();
    for (question, pointer) in [
        (json!({ "text": "?" }), "questions/0/text"),
        (
            json!({ "text": "Welke?", "kind": "choice" }),
            "questions/0/options",
        ),
        (
            json!({ "text": "Welke?", "kind": "choice", "options": ["a", "A"] }),
            "questions/0/options",
        ),
        (
            json!({ "text": "Welke?", "kind": "choice", "options": ["a", "x".repeat(81)] }),
            "questions/0/options/1",
        ),
    ] {
        let refused = ask(&samira, &vacancy, json!([question])).expect(422);
        let found = refused.at("/errors/0/source/pointer").to_string();
        let part = pointer.split_once("/0/").unwrap().1;
        assert!(found.contains(part), "{found} {pointer}");
    }
    let many: Vec<Value> = (0..3)
        .map(|at| json!({ "text": format!("Vraag {at}") }))
        .collect();
    ask(&samira, &vacancy, json!(many)).expect(422);
    ask(&server.as_volunteer(), &vacancy, json!([])).expect(403);
    let copy = samira
        .post(
            &format!("/api/v1/vacancies/{vacancy}/duplicate"),
            &json!({}),
        )
        .expect(201);
    assert_eq!(
        copy.at("/data/attributes/questions/1/text"),
        "Heb je een fiets?"
    );
}
