//! Who makes forms and who sees what was sent (docs/domain/rights.md#forms).

use serde_json::{Value, json};

use super::{all_ten, answers, open, send};
use crate::support::server::{Server, document};

fn simple() -> Value {
    json!({ "title": "Een vraag", "questions": [{ "key": "name", "text": "Hoe heet je?", "question_type": "text" }] })
}

#[test]
fn a_confidential_form_hides_what_was_sent_from_editors_of_content() {
    let server = Server::start();
    let (marieke, editor) = (server.as_center(), server.as_content_manager());
    let mut form = simple();
    form["confidential"] = true.into();
    editor
        .post("/api/v1/forms", &document("forms", form.clone()))
        .expect(403);
    let (id, token, ids) = open(&marieke, form);
    send(&server, &token, &answers(&ids, json!({ "name": "Noor" }))).expect(201);
    let list = format!("/api/v1/forms/{id}/submissions");
    assert_eq!(marieke.get(&list).expect(200).ids().len(), 1);
    assert!(editor.get(&list).expect(200).ids().is_empty());
    editor
        .get(&format!("/api/v1/forms/{id}/summary"))
        .expect(403);
    editor.get(&format!("{list}/export")).expect(403);
    let open_up = document("forms", json!({ "confidential": false }));
    editor
        .patch(&format!("/api/v1/forms/{id}"), &open_up)
        .expect(403);
}

#[test]
fn an_organisation_has_its_own_forms_and_nobody_elses() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = |id: i64| {
        let mut form = simple();
        form["organization_id"] = id.to_string().into();
        form
    };
    let foreign = document("forms", own(server.people.foreign));
    samira.post("/api/v1/forms", &foreign).expect(403);
    samira
        .post("/api/v1/forms", &document("forms", simple()))
        .expect(403);
    let (id, token, ids) = open(&samira, own(server.people.own));
    send(&server, &token, &answers(&ids, json!({ "name": "Noor" }))).expect(201);
    assert_eq!(
        samira
            .get(&format!("/api/v1/forms/{id}/submissions"))
            .expect(200)
            .ids()
            .len(),
        1
    );
    let (of_centre, ..) = open(&server.as_center(), all_ten());
    samira
        .get(&format!("/api/v1/forms/{of_centre}"))
        .expect(404);
    samira
        .get(&format!("/api/v1/forms/{of_centre}/submissions"))
        .expect(404);
    server.as_volunteer().get("/api/v1/forms").expect(403);
    server.as_nobody().get("/api/v1/forms").expect(401);
    // A form with answers stays.
    samira.delete(&format!("/api/v1/forms/{id}")).expect(403);
}

#[test]
fn another_centre_of_the_tenant_sees_neither_the_form_nor_its_address() {
    let server = Server::start();
    let (id, token, _) = open(&server.as_center(), all_ten());
    let elsewhere = server.people.other_center;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update forms set volunteer_center_id = ?1 where is_contact = 0",
            [elsewhere],
        )?)
    });
    server
        .as_center()
        .get(&format!("/api/v1/forms/{id}"))
        .expect(404);
    server
        .as_nobody()
        .get(&format!("/api/v1/forms/by_token/{token}"))
        .expect(404);
    server
        .as_nobody()
        .get("/api/v1/forms/by_token/contact")
        .expect(200);
}

#[test]
fn who_sent_it_sees_it_without_the_note_of_staff() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, token, ids) = open(&marieke, simple());
    let joke = server.as_volunteer();
    joke.post(
        &format!("/api/v1/forms/{token}/submissions"),
        &answers(&ids, json!({ "name": "Joke" })),
    )
    .expect(201);
    let list = format!("/api/v1/forms/{id}/submissions");
    let one = marieke.get(&list).expect(200).ids().remove(0);
    let path = format!("/api/v1/form_submissions/{one}");
    let note = document("form_submissions", json!({ "note": "Terugbellen." }));
    marieke.patch(&path, &note).expect(200);
    let own = joke.get(&path).expect(200);
    assert_eq!(own.at("/data/attributes/name"), "Joke");
    assert_eq!(own.at("/data/attributes/note"), Value::Null);
    assert!(!own.text.contains("Terugbellen"));
    joke.patch(&path, &note).expect(403);
    joke.delete(&path).expect(403);
    server.as_student().get(&path).expect(404);
}
