//! Filling in a form: every type, conditions, hostile input, limits, a double click, and without scripts.

use serde_json::{Value, json};

use super::{all_ten, answers, open, send};
use crate::content::{blocks, online, page, publish, save};
use crate::support::server::{Server, document};

fn complete() -> Value {
    json!({ "name": "Noor", "mail": "noor@example.nl", "helped": "Yes", "what": ["Gepraat", "Voorgelezen"], "from": "14-1-2027",
            "hours": "2,5", "site": "https://noor.example", "phone": "06 12345678", "call": "9.30" })
}

#[test]
fn all_ten_types_are_kept_with_the_question_of_that_moment() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, token, ids) = open(&marieke, all_ten());
    let shown = server
        .as_nobody()
        .get(&format!("/api/v1/forms/by_token/{token}"))
        .expect(200);
    assert_eq!(
        shown
            .at("/data/attributes/questions")
            .as_array()
            .unwrap()
            .len(),
        10
    );
    assert_eq!(shown.at("/data/attributes/owner_id"), Value::Null);
    send(&server, &token, &answers(&ids, complete())).expect(201);

    // The question is reworded; what was sent stays as it was asked.
    let changed = json!({ "questions": [{ "id": ids["name"], "text": "Je naam?" }] });
    marieke
        .patch(&format!("/api/v1/forms/{id}"), &document("forms", changed))
        .expect(200);
    let list = marieke
        .get(&format!("/api/v1/forms/{id}/submissions"))
        .expect(200);
    let kept = list.at("/data/0/attributes/answers");
    let value = |key: &str| {
        let all = kept.as_array().unwrap();
        all.iter().find(|one| one["key"] == key).unwrap()["value"].clone()
    };
    assert_eq!(kept[0]["text"], "Hoe heet je?");
    assert_eq!(
        value("helped"),
        "Ja",
        "an English answer is the same option"
    );
    assert_eq!(value("what"), json!(["Gepraat", "Voorgelezen"]));
    assert_eq!(value("from"), "2027-01-14");
    assert_eq!(value("hours"), 2.5);
    assert_eq!(value("phone"), "+31612345678");
    assert_eq!(value("call"), "09:30");
    assert_eq!(list.at("/data/0/attributes/email"), "noor@example.nl");
}

#[test]
fn every_wrong_answer_has_its_own_sentence_and_a_question_that_is_not_shown_asks_nothing() {
    let server = Server::start();
    let (_, token, ids) = open(&server.as_center(), all_ten());
    for (key, value, sentence) in [
        ("name", json!(""), "Vul dit in."),
        (
            "mail",
            json!("noor"),
            "Vul een e-mailadres in. Bijvoorbeeld: naam@voorbeeld.nl",
        ),
        (
            "site",
            json!("javascript:alert(1)"),
            "Vul een webadres in dat begint met https://.",
        ),
        (
            "phone",
            json!("12"),
            "Vul een telefoonnummer in. Bijvoorbeeld: 06 12345678",
        ),
        (
            "from",
            json!("30-2-2027"),
            "Dit is geen geldige datum. Een voorbeeld: 2026-11-21.",
        ),
        (
            "call",
            json!("25:00"),
            "Dit is geen geldige tijd. Een voorbeeld: 21:30.",
        ),
        ("hours", json!("veel"), "Hier hoort een getal."),
        ("hours", json!("1e999"), "Hier hoort een getal."),
        ("helped", json!("Misschien"), "Kies een van deze: Ja, Nee."),
        (
            "what",
            json!(["Iets anders"]),
            "Kies een van deze: Voorgelezen, Gepraat, Huiswerk.",
        ),
        ("what", json!([]), "Vul dit in."),
        ("what", json!({ "a": 1 }), "Hier hoort een lijst."),
        (
            "name",
            json!("a\u{202e}b"),
            "Hier staan onzichtbare tekens in die de leesrichting veranderen. Typ de tekst opnieuw in plaats van te plakken.",
        ),
    ] {
        let mut given = complete();
        given[key] = value;
        let refused = send(&server, &token, &answers(&ids, given)).expect(422);
        assert_eq!(
            refused.at("/errors/0/detail"),
            sentence,
            "{key}: {}",
            refused.text
        );
    }
    let mut given = complete();
    given["name"] = "a".repeat(301).into();
    let refused = send(&server, &token, &answers(&ids, given)).expect(422);
    assert_eq!(
        refused.pointer(),
        format!("/data/attributes/answers/{}", ids["name"].as_str().unwrap())
    );
    send(&server, &token, &json!({ "answers": { "999999": "x" } })).expect(422);
    send(&server, &token, &json!({ "answers": {} })).expect(422);

    // Whoever never helped is not asked with what.
    let mut given = complete();
    given["helped"] = "Nee".into();
    given["what"] = Value::Null;
    send(&server, &token, &answers(&ids, given)).expect(201);
}

#[test]
fn five_an_hour_from_one_address_and_a_double_click_is_one() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, token, ids) = open(&marieke, all_ten());
    let count = || {
        let list = marieke.get(&format!(
            "/api/v1/forms/{id}/submissions?filter[status_in]=new,spam"
        ));
        list.expect(200).ids().len()
    };
    send(&server, &token, &answers(&ids, complete())).expect(201);
    send(&server, &token, &answers(&ids, complete())).expect(201);
    assert_eq!(count(), 1);

    let mut body = answers(&ids, complete());
    body["started_at"] = server
        .as_nobody()
        .get(&format!("/api/v1/forms/by_token/{token}"))
        .at("/data/attributes/opened_at");
    let refused = send(&server, &token, &body).expect(422);
    assert!(
        refused.text.contains("Dat ging erg snel"),
        "{}",
        refused.text
    );
    let mut given = complete();
    given["name"] = "Robot".into();
    let mut body = answers(&ids, given);
    body["website"] = "https://spam.example".into();
    send(&server, &token, &body).expect(201);
    let spam = marieke
        .get(&format!(
            "/api/v1/forms/{id}/submissions?filter[status_eq]=spam"
        ))
        .expect(200);
    assert_eq!(spam.ids().len(), 1);
    for name in ["Aad", "Bea", "Cor"] {
        let mut given = complete();
        given["name"] = name.into();
        send(&server, &token, &answers(&ids, given)).expect(201);
    }
    let mut given = complete();
    given["name"] = "Dirk".into();
    send(&server, &token, &answers(&ids, given)).expect(429);
    assert_eq!(count(), 5);
}

#[test]
fn a_form_is_filled_in_without_scripts_and_errors_keep_what_was_typed() {
    let server = Server::start();
    let (_, token, ids) = open(&server.as_center(), all_ten());
    let nobody = server.as_nobody();
    let page = nobody.get(&format!("/forms/{token}")).expect(200);
    let id = |key: &str| ids[key].as_str().unwrap().to_owned();
    assert!(
        page.text.contains(&format!("name=\"a.{}\"", id("name"))),
        "{}",
        page.text
    );
    assert!(page.text.contains(&format!("action=\"/forms/{token}\"")));
    let plain = |fields: &str| nobody.send_text("POST", &format!("/forms/{token}"), Some(fields));
    let wrong = plain(&format!(
        "a.{}=Noor+%3Cb%3E&a.{}=noor&opened_at=2020-01-01T00:00:00Z",
        id("name"),
        id("mail")
    ))
    .expect(422);
    assert!(wrong.text.contains("Het formulier bevat fouten"));
    assert!(wrong.text.contains("Noor &lt;b&gt;"), "{}", wrong.text);
    let sent = plain(&format!(
        "a.{}=Noor&a.{}=noor%40example.nl&a.{}=Ja&a.{}=Gepraat&a.{}=Huiswerk&opened_at=2020-01-01T00:00:00Z&website=",
        id("name"),
        id("mail"),
        id("helped"),
        id("what"),
        id("what")
    ))
    .expect(200);
    assert!(sent.text.contains("Verstuurd"));
    let long = format!("a.{}={}", id("name"), "a".repeat(3_000_000));
    let large = plain(&long).expect(413);
    assert!(large.text.contains("te veel tekst"), "{}", large.text);
    nobody.get("/forms/bestaat-niet").expect(404);
    // The contact form of the centre is such a form, and the address that people know leads to it.
    let contact = nobody.get("/forms/contact").expect(200);
    assert!(
        contact.text.contains("action=\"/forms/contact\""),
        "{}",
        contact.text
    );
    let known = nobody.get("/contactformulier").expect(302);
    assert_eq!(known.header("location"), "/forms/contact");
}

#[test]
fn dates_a_limit_and_closing_end_a_form() {
    let server = Server::start();
    let marieke = server.as_center();
    let question = json!([{ "text": "Hoe heet je?", "question_type": "text", "key": "name" }]);
    let state = |token: &str| {
        let shown = server
            .as_nobody()
            .get(&format!("/api/v1/forms/by_token/{token}"));
        shown.expect(200).at("/data/attributes/state")
    };
    let form = |more: Value| {
        let mut form = json!({ "title": "Een formulier", "questions": question });
        for (name, value) in more.as_object().unwrap() {
            form[name] = value.clone();
        }
        form
    };
    let (_, token, ids) = open(&marieke, form(json!({ "opens_on": "2999-01-01" })));
    assert_eq!(state(&token), "not_yet");
    let refused = send(&server, &token, &answers(&ids, json!({ "name": "Noor" }))).expect(422);
    // When it opens is said: to who sends, to the app and on the page.
    let opens = "Je kunt dit formulier nog niet invullen. Het opent op 1 januari 2999.";
    assert_eq!(refused.at("/errors/0/detail"), opens);
    let nobody = server.as_nobody();
    let shown = nobody
        .get(&format!("/api/v1/forms/by_token/{token}"))
        .expect(200);
    assert_eq!(shown.at("/data/attributes/opens_on"), "2999-01-01");
    let page = nobody.get(&format!("/forms/{token}")).expect(200).text;
    assert!(page.contains(opens), "{page}");
    let english = nobody.get(&format!("/en/forms/{token}")).expect(200).text;
    assert!(english.contains("It opens on 1 January 2999."), "{english}");
    let (_, token, _) = open(&marieke, form(json!({ "closes_on": "2001-01-01" })));
    assert_eq!(state(&token), "closed");
    let (_, token, ids) = open(&marieke, form(json!({ "most_submissions": 1 })));
    send(&server, &token, &answers(&ids, json!({ "name": "Noor" }))).expect(201);
    assert_eq!(state(&token), "full");
    let refused = marieke.post(
        "/api/v1/forms",
        &document(
            "forms",
            form(json!({ "opens_on": "2027-02-01", "closes_on": "2027-01-01" })),
        ),
    );
    assert_eq!(refused.expect(422).pointer(), "/data/attributes/closes_on");
}

#[test]
fn a_repeated_request_with_the_same_key_is_answered_as_the_first() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, token, ids) = open(&marieke, all_ten());
    let sender = server.as_nobody().with("idempotency-key", "een-keer");
    let path = format!("/api/v1/forms/{token}/submissions");
    let first = sender.post(&path, &answers(&ids, complete())).expect(201);
    server.clock.advance(jiff::SignedDuration::from_mins(5));
    let again = sender.post(&path, &answers(&ids, complete())).expect(201);
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(again.text, first.text);
    let list = server
        .as_center()
        .get(&format!("/api/v1/forms/{id}/submissions"));
    assert_eq!(list.expect(200).ids().len(), 1);
}

#[test]
fn a_published_page_thanks_instead_of_a_text() {
    let server = Server::start();
    let marieke = server.as_center();
    let draft = page(&marieke, "Nog niet");
    let chosen = |page: &str| {
        json!({ "title": "Een vraag", "thanks": "Dank je", "thanks_page_id": page, "questions": [
        { "key": "name", "text": "Hoe heet je?", "question_type": "text" } ] })
    };
    let refused = marieke
        .post("/api/v1/forms", &document("forms", chosen(&draft)))
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/thanks_page_id");
    let dutch = online(&marieke, "Bedankt", "Tot gauw");
    let fields = json!({ "title": "Thanks", "locale": "en", "translation_of_id": dutch });
    let english = marieke
        .post("/api/v1/pages", &document("pages", fields))
        .expect(201)
        .id();
    let (id, token, ids) = open(&marieke, chosen(&dutch));
    let nobody = server.as_nobody();
    let plain = |path: &str, name: &str| {
        let opened = "2020-01-01T00:00:00Z";
        let name_field = ids["name"].as_str().unwrap();
        let body = format!("a.{name_field}={name}&opened_at={opened}");
        let reply = nobody.send_text("POST", &format!("{path}/{token}"), Some(&body));
        (reply.status, reply.header("location").to_owned())
    };
    assert_eq!(plain("/forms", "Noor"), (303, "/bedankt".to_owned()));
    assert_eq!(plain("/en/forms", "Nora"), (303, "/bedankt".to_owned()));
    let sent = send(&server, &token, &answers(&ids, json!({ "name": "Bas" }))).expect(201);
    assert_eq!(sent.at("/meta/thanks_path"), "/bedankt");
    // In the reader's language, once that is there.
    save(&marieke, &english, &blocks("See you")).expect(200);
    publish(&marieke, &english).expect(200);
    assert_eq!(plain("/en/forms", "Eve"), (303, "/en/thanks".to_owned()));
    // A page that is offline thanks nobody: the text does.
    for page in [&dutch, &english] {
        marieke
            .put(&format!("/api/v1/pages/{page}/unpublish"), &json!({}))
            .expect(200);
    }
    let sent = send(&server, &token, &answers(&ids, json!({ "name": "Eef" }))).expect(201);
    assert_eq!(sent.at("/meta/thanks_path"), json!(null));
    assert_eq!(sent.at("/meta/thanks"), "Dank je");
    marieke
        .delete(&format!("/api/v1/pages/{dutch}"))
        .expect(204);
    server.clock.advance(jiff::SignedDuration::from_mins(61));
    // It is kept for who restores the page.
    let left = marieke.get(&format!("/api/v1/forms/{id}")).expect(200);
    assert_eq!(left.at("/data/attributes/thanks_page_id"), json!(dutch));
    let sent = send(&server, &token, &answers(&ids, json!({ "name": "Loes" }))).expect(201);
    assert_eq!(sent.at("/meta/thanks"), "Dank je");
    marieke
        .put(&format!("/api/v1/pages/{dutch}/restore"), &json!({}))
        .expect(200);
    publish(&marieke, &dutch).expect(200);
    assert_eq!(plain("/forms", "Mees"), (303, "/bedankt".to_owned()));
}
