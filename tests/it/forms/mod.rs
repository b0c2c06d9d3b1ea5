//! Forms: all ten types of questions, hostile input, limits, rights, invitations, files, and what goes without scripts.

mod answering;
mod rights;
mod submissions;

use serde_json::{Value, json};

use crate::support::server::{Client, Server, document};

/// A form with one question of each type; the last is shown only after `Ja`.
pub fn all_ten() -> Value {
    json!({
        "title": "Aanmelden training",
        "questions": [
            { "key": "info", "text": "De training", "hint": "Donderdag om 19.00 uur.", "question_type": "info_section" },
            { "key": "name", "text": "Hoe heet je?", "question_type": "text", "required": true },
            { "key": "mail", "text": "Wat is je e-mailadres?", "question_type": "email", "required": true },
            { "key": "helped", "text": "Heb je al eens geholpen?", "text_en": "Have you helped before?", "question_type": "multiple_choice",
              "options": ["Ja", "Nee"], "options_en": ["Yes", "No"] },
            { "key": "what", "text": "Wat heb je gedaan?", "question_type": "checkbox", "required": true,
              "options": ["Voorgelezen", "Gepraat", "Huiswerk"], "show_if_key": "helped", "show_if_operator": "is", "show_if_value": "Ja" },
            { "key": "from", "text": "Vanaf wanneer?", "question_type": "date" },
            { "key": "hours", "text": "Hoeveel uur?", "question_type": "number" },
            { "key": "site", "text": "Je website?", "question_type": "url" },
            { "key": "phone", "text": "Je nummer?", "question_type": "phone" },
            { "key": "call", "text": "Hoe laat bellen?", "question_type": "time" },
        ],
    })
}

/// Makes and opens a form; returns its id, its token and the ids of its questions by key.
pub fn open(by: &Client, form: Value) -> (String, String, Value) {
    let made = by
        .post("/api/v1/forms", &document("forms", form))
        .expect(201);
    let id = made.at("/data/id").as_str().unwrap().to_owned();
    by.put(
        &format!("/api/v1/forms/{id}/transition"),
        &json!({ "event": "open" }),
    )
    .expect(200);
    let mut ids = json!({});
    for question in made.at("/data/attributes/questions").as_array().unwrap() {
        ids[question["key"].as_str().unwrap()] = question["id"].clone();
    }
    let token = made
        .at("/data/attributes/token")
        .as_str()
        .unwrap()
        .to_owned();
    (id, token, ids)
}

/// Answers by key as the API takes them.
pub fn answers(ids: &Value, given: Value) -> Value {
    let mut sent = json!({});
    for (key, value) in given.as_object().unwrap() {
        sent[ids[key].as_str().unwrap()] = value.clone();
    }
    json!({ "answers": sent })
}

pub fn send(server: &Server, token: &str, body: &Value) -> crate::support::server::Reply {
    server
        .as_nobody()
        .post(&format!("/api/v1/forms/{token}/submissions"), body)
}
