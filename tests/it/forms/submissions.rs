//! Dealing with what was sent: states, bulk, replies, files, invitations, and questions with answers.

use std::io::{Cursor, Read as _};

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{answers, open, send};
use crate::applications::stages::letters;
use crate::data::retention;
use crate::support::outbox::last;
use crate::support::server::{Client, Server, document};

fn simple() -> Value {
    json!({ "title": "Een vraag", "sends_receipt": true, "questions": [
        { "key": "name", "text": "Hoe heet je?", "question_type": "text" },
        { "key": "mail", "text": "Je e-mailadres?", "question_type": "email" },
        { "key": "day", "text": "Welke dag?", "question_type": "multiple_choice", "options": ["Ma", "Di"] } ] })
}

fn one_sent(server: &Server, by: &Client) -> (String, Value, String) {
    let (id, token, ids) = open(by, simple());
    let given = json!({ "name": "=1+1", "mail": "noor@example.nl", "day": "Di" });
    send(server, &token, &answers(&ids, given)).expect(201);
    let list = by
        .get(&format!("/api/v1/forms/{id}/submissions"))
        .expect(200);
    (id, ids, list.ids().remove(0))
}

#[test]
fn a_submission_is_told_answered_by_mail_and_finished() {
    let server = Server::start();
    let marieke = server.as_center();
    let (_, _, one) = one_sent(&server, &marieke);
    assert!(letters(&server, "form_submitted").contains(&"marieke@example.nl".to_owned()));
    assert_eq!(letters(&server, "form_receipt"), ["noor@example.nl"]);
    let told = last(&server, "form_submitted", "marieke@example.nl");
    assert!(
        !told.to_string().contains("noor@example.nl"),
        "no answers in the mail"
    );
    let path = format!("/api/v1/form_submissions/{one}");
    let replied = marieke
        .post(
            &format!("{path}/reply"),
            &json!({ "message": "Tot dinsdag!" }),
        )
        .expect(200);
    assert_eq!(replied.at("/data/attributes/status"), "in_progress");
    assert_eq!(
        replied.at("/data/attributes/replies/0/message"),
        "Tot dinsdag!"
    );
    assert_eq!(letters(&server, "form_reply"), ["noor@example.nl"]);
    let step = |event: &str| marieke.put(&format!("{path}/transition"), &json!({ "event": event }));
    step("finish").expect(200);
    step("start").expect(422);
    let change = json!({ "ids": [one], "attributes": { "event": "mark_spam" } });
    marieke
        .patch("/api/v1/form_submissions/bulk", &change)
        .expect(200);
    assert_eq!(
        marieke.get(&path).expect(200).at("/data/attributes/status"),
        "spam"
    );
    let volunteer = document(
        "form_submissions",
        json!({ "assignee_id": server.people.volunteer.to_string() }),
    );
    assert_eq!(
        marieke.patch(&path, &volunteer).expect(422).pointer(),
        "/data/attributes/assignee_id"
    );
}

#[test]
fn a_question_with_answers_is_hidden_and_one_without_is_deleted() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, ids, one) = one_sent(&server, &marieke);
    let path = format!("/api/v1/forms/{id}");
    let extra =
        json!({ "questions": [{ "text": "Nog iets?", "key": "more", "question_type": "text" }] });
    let grown = marieke.patch(&path, &document("forms", extra)).expect(200);
    let more = grown.at("/data/attributes/questions/3/id");
    let gone = json!({ "questions": [{ "id": ids["day"], "_destroy": true }, { "id": more, "_destroy": true }] });
    let left = marieke.patch(&path, &document("forms", gone)).expect(200);
    let questions = left.at("/data/attributes/questions");
    assert_eq!(questions.as_array().unwrap().len(), 3);
    assert_eq!(questions[2]["is_hidden"], true);
    let kept = marieke
        .get(&format!("/api/v1/form_submissions/{one}"))
        .expect(200);
    assert!(kept.text.contains("Welke dag?"));
    // Two editors: the second is told.
    let stale = marieke.with("If-Match", "\"1\"");
    stale
        .patch(&path, &document("forms", json!({ "title": "Anders" })))
        .expect(412);
}

#[test]
fn a_thousand_answers_are_one_file_in_which_no_cell_is_a_formula() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, _, _) = one_sent(&server, &marieke);
    let form: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        Ok(tx.execute(
            "with recursive n (i) as (select 1 union all select i + 1 from n where i < 999)
             insert into form_submissions (form_id, volunteer_center_id, answers, search, created_at, updated_at)
             select s.form_id, s.volunteer_center_id, s.answers, s.search, s.created_at, s.updated_at
               from n, form_submissions s where s.form_id = ?1",
            [form],
        )?)
    });
    let file = marieke
        .get(&format!("/api/v1/forms/{id}/submissions/export?format=csv"))
        .expect(200);
    assert_eq!(file.text.lines().count(), 1001);
    assert!(file.text.contains("Welke dag?"));
    for line in file.text.lines().skip(1) {
        let cells: Vec<&str> = line
            .split([';', ','])
            .map(|cell| cell.trim_matches('"'))
            .collect();
        assert!(cells.contains(&"'=1+1"), "{line}");
        assert!(!cells.iter().any(|cell| cell.starts_with('=')), "{line}");
    }
    let path = format!("/api/v1/forms/{id}/submissions/export?format=xlsx");
    let (status, headers, bytes) = marieke.download(&path);
    assert_eq!(status, 200);
    let kind = headers["content-type"].to_str().unwrap();
    assert!(kind.contains("spreadsheetml"), "{kind}");
    let mut book = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut part = |name: &str| {
        let mut text = String::new();
        book.by_name(name)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        text
    };
    let sheet = part("xl/worksheets/sheet1.xml");
    assert_eq!(sheet.matches("<row ").count(), 1001);
    // What was typed is text, also where it begins as a formula does.
    assert!(!sheet.contains("<f>") && !sheet.contains("<f "));
    let texts = format!("{sheet}{}", part("xl/sharedStrings.xml"));
    assert!(texts.contains("=1+1") && texts.contains("noor@example.nl"));
    let summary = marieke
        .get(&format!("/api/v1/forms/{id}/summary"))
        .expect(200);
    assert_eq!(summary.at("/meta/total"), 1000);
    assert_eq!(
        summary.at("/data/2/counts/1"),
        json!({ "value": "Di", "count": 1000 })
    );
}

#[test]
fn a_summary_is_of_a_period_and_says_how_long_an_answer_took() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, token, ids) = open(&marieke, simple());
    let list = format!("/api/v1/forms/{id}/submissions?sort=id");
    for name in ["Noor", "Sam", "Fatma"] {
        send(&server, &token, &answers(&ids, json!({ "name": name }))).expect(201);
    }
    let sent = marieke.get(&list).expect(200).ids();
    let finish = |id: &str| {
        let path = format!("/api/v1/form_submissions/{id}/transition");
        server
            .as_center()
            .put(&path, &json!({ "event": "finish" }))
            .expect(200);
    };
    finish(&sent[0]);
    server.clock.advance(SignedDuration::from_hours(40 * 24));
    finish(&sent[1]);
    let marieke = server.as_center();
    let summary = |query: &str| {
        marieke
            .get(&format!("/api/v1/forms/{id}/summary{query}"))
            .expect(200)
    };
    let all = summary("");
    assert_eq!(all.at("/meta/total"), 3);
    assert_eq!(all.at("/meta/handling/answered"), 2);
    assert_eq!(
        all.at("/meta/handling/counts"),
        json!([
            { "value": "same_day", "count": 1 }, { "value": "one_day", "count": 0 },
            { "value": "few_days", "count": 0 }, { "value": "longer", "count": 1 },
        ])
    );
    assert_eq!(summary("?months=3").at("/meta/total"), 3);
    let month = summary("?months=1");
    assert_eq!(month.at("/meta/total"), 0);
    assert_eq!(month.at("/meta/handling/answered"), 0);
    assert_eq!(month.at("/data/0/answered"), 0);
    marieke
        .get(&format!("/api/v1/forms/{id}/summary?months=2"))
        .expect(400);
}

#[test]
fn an_invitation_has_one_answer_and_the_others_are_reminded() {
    let server = Server::start();
    let marieke = server.as_center();
    let mut form = simple();
    form["access_permission"] = "token_holder".into();
    let (id, token, ids) = open(&marieke, form);
    server
        .as_nobody()
        .get(&format!("/api/v1/forms/by_token/{token}"))
        .expect(404);
    let path = format!("/api/v1/forms/{id}/invitations");
    let emails = json!({ "emails": ["aad@example.nl", "bea@example.nl"] });
    assert_eq!(
        marieke.post(&path, &emails).expect(200).at("/meta/count"),
        2
    );
    assert_eq!(
        marieke.post(&path, &emails).expect(200).at("/meta/count"),
        0
    );
    assert_eq!(letters(&server, "form_invitation").len(), 2);
    let path_of_letter = last(&server, "form_invitation", "aad@example.nl")["path"].clone();
    let link = path_of_letter.as_str().unwrap().rsplit('/').next().unwrap();
    send(&server, link, &answers(&ids, json!({ "name": "Aad" }))).expect(201);
    let again = send(&server, link, &answers(&ids, json!({ "name": "Nog eens" }))).expect(422);
    assert!(again.text.contains("al ingevuld"), "{}", again.text);
    let list = marieke.get(&path).expect(200);
    assert_eq!(list.at("/meta"), json!({ "total": 2, "answered": 1 }));
    assert_eq!(
        marieke
            .post(&format!("{path}/remind"), &json!({}))
            .expect(200)
            .at("/meta/count"),
        0
    );
    server.clock.advance(SignedDuration::from_hours(25));
    let marieke = server.as_center();
    assert_eq!(
        marieke
            .post(&format!("{path}/remind"), &json!({}))
            .expect(200)
            .at("/meta/count"),
        1
    );
}

#[test]
fn the_file_holds_what_the_filters_of_the_list_find() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, token, ids) = open(&marieke, simple());
    for (name, day) in [("Noor", "Di"), ("Bas", "Ma"), ("Eef", "Di")] {
        let given = json!({ "name": name, "mail": "noor@example.nl", "day": day });
        send(&server, &token, &answers(&ids, given)).expect(201);
    }
    let list = format!("/api/v1/forms/{id}/submissions");
    let spam = marieke
        .get(&format!("{list}?filter[q]=eef"))
        .expect(200)
        .ids();
    let change = json!({ "ids": spam, "attributes": { "event": "mark_spam" } });
    marieke
        .patch("/api/v1/form_submissions/bulk", &change)
        .expect(200);
    let names = |filters: &str| -> Vec<&str> {
        let file = marieke.get(&format!("{list}/export?format=csv{filters}"));
        let text = file.expect(200).text;
        let names = ["Noor", "Bas", "Eef"].into_iter();
        names.filter(|name| text.contains(name)).collect()
    };
    assert_eq!(names(""), ["Noor", "Bas"]);
    assert_eq!(names("&filter[status_eq]=spam"), ["Eef"]);
    assert_eq!(names("&filter[q]=bas"), ["Bas"]);
    let tuesday = format!("&filter[answer]={}:Di", ids["day"].as_str().unwrap());
    assert_eq!(names(&tuesday), ["Noor"]);
    assert_eq!(names("&filter[assignee_id_null]=true"), ["Noor", "Bas"]);
    let bad = format!("{list}/export?format=csv&filter[user_id_eq]=1");
    marieke.get(&bad).expect(400);
    // Another form's answers are not reached by naming it.
    let (other, _, _) = open(&marieke, simple());
    let elsewhere = format!("{list}/export?format=csv&filter[form_id_eq]={other}");
    marieke.get(&elsewhere).expect(400);
}

#[test]
fn many_are_assigned_and_deleted_at_once() {
    let server = Server::start();
    let marieke = server.as_center();
    let (id, token, ids) = open(&marieke, simple());
    for name in ["Noor", "Bas", "Eef"] {
        let given = json!({ "name": name, "mail": "noor@example.nl", "day": "Di" });
        send(&server, &token, &answers(&ids, given)).expect(201);
    }
    let list = format!("/api/v1/forms/{id}/submissions");
    let sent = marieke.get(&list).expect(200).ids();
    let bulk = |client: &Client, ids: &[String], attributes: Value| {
        let body = json!({ "ids": ids, "attributes": attributes });
        client.patch("/api/v1/form_submissions/bulk", &body)
    };
    let handlers = marieke.get(&format!("/api/v1/forms/{id}/handlers"));
    let handler = handlers.expect(200).at("/data/0/id");
    bulk(&marieke, &sent[..2], json!({ "assignee_id": handler })).expect(200);
    let assigned = format!(
        "{list}?filter[assignee_id_eq]={}",
        handler.as_str().unwrap()
    );
    assert_eq!(marieke.get(&assigned).expect(200).ids(), sent[..2]);
    bulk(
        &marieke,
        &sent,
        json!({ "delete": true, "event": "finish" }),
    )
    .expect(207);
    bulk(&server.as_page_manager(), &sent, json!({ "delete": true })).expect(403);
    bulk(&marieke, &sent[..2], json!({ "delete": true })).expect(200);
    assert_eq!(marieke.get(&list).expect(200).ids(), sent[2..]);
}

#[test]
fn what_was_sent_is_erased_once_the_last_day_of_the_form_is_over() {
    let server = Server::start();
    let marieke = server.as_center();
    let mut form = simple();
    form["erases_after_close"] = json!(true);
    let refused = marieke.post("/api/v1/forms", &document("forms", form.clone()));
    let refused = refused.expect(422);
    assert_eq!(
        refused.at("/errors/0/source/pointer"),
        "/data/attributes/closes_on"
    );
    let in_days = |count: i64| {
        let now: jiff::Timestamp = server.clock.now();
        let day = now + SignedDuration::from_hours(24 * count);
        day.strftime("%Y-%m-%d").to_string()
    };
    form["closes_on"] = json!(in_days(3));
    let (id, token, ids) = open(&marieke, form.clone());
    // The same without it keeps what was sent for its months.
    form["erases_after_close"] = json!(false);
    let (other, other_token, other_ids) = open(&marieke, form);
    let given = json!({ "name": "Noor", "mail": "noor@example.nl", "day": "Di" });
    send(&server, &token, &answers(&ids, given.clone())).expect(201);
    send(&server, &other_token, &answers(&other_ids, given)).expect(201);
    let count = |id: &str| {
        let list = format!("/api/v1/forms/{id}/submissions");
        server.as_center().get(&list).expect(200).ids().len()
    };
    server.clock.advance(SignedDuration::from_hours(3 * 24));
    retention::run(&server.app);
    assert_eq!((count(&id), count(&other)), (1, 1), "on the last day");
    server.clock.advance(SignedDuration::from_hours(24));
    retention::run(&server.app);
    assert_eq!((count(&id), count(&other)), (0, 1));
}
