//! Reports of abuse (docs/domain/states.md#reports-of-abuse).

mod appeals;
mod rights;

use serde_json::{Value, json};

use crate::applications::stages::with_vacancy;
use crate::conversations::{PATH as CONVERSATIONS, begin, say};
use crate::support::server::{Client, Reply, Server};

pub const PATH: &str = "/api/v1/abuse_reports";

pub fn report(client: &Client, (subject_type, id): (&str, &str), category: &str) -> Reply {
    let body = json!({ "subject_type": subject_type, "subject_id": id, "category": category, "body": "Dit klopt niet." });
    client.post(PATH, &body)
}

/// Takes a step with the version that `client` reads now.
pub fn step(client: &Client, id: &str, step: &str, body: &Value) -> Reply {
    client.decide(&format!("{PATH}/{id}/{step}"), body)
}

pub fn act(client: &Client, id: &str, measures: &Value) -> Reply {
    let body = json!({ "measures": measures, "reporter_text": "Goed dat je dit meldde.", "reported_text": "Dit mag niet." });
    step(client, id, "act", &body)
}

/// A conversation in which Samira, of the organisation, wrote something to Joke. Its id, and that of the message.
pub fn with_message(server: &Server) -> (String, String) {
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let id = begin(&joke, ("organizations", server.people.own), &json!({}))
        .expect(201)
        .id();
    let message = say(&samira, &id, "Maak alvast 25 euro over.")
        .expect(201)
        .id();
    (id, message)
}

pub fn letters(server: &Server, kind: &'static str) -> Vec<String> {
    crate::applications::stages::letters(server, kind)
}

/// The only report that the centre reads.
pub fn only(client: &Client) -> (String, Value) {
    let list = client.get(PATH).expect(200);
    assert_eq!(list.at("/meta/total"), 1);
    (
        list.at("/data/0/id").as_str().unwrap().to_owned(),
        list.at("/data/0/attributes"),
    )
}

#[test]
fn a_message_is_hidden_at_once_and_shown_again_where_nothing_is_done() {
    let server = Server::start();
    let (id, message) = with_message(&server);
    let (joke, samira, marieke) = (
        server.as_volunteer(),
        server.as_superuser(),
        server.as_center(),
    );
    let messages = format!("{CONVERSATIONS}/{id}/messages?sort=-created_at");
    report(&joke, ("messages", &message), "money").expect(204);
    assert_eq!(joke.get(&messages).at("/data/0/attributes/body"), "");
    assert_eq!(joke.get(&messages).at("/data/0/attributes/is_hidden"), true);
    let own = samira.get(&messages);
    assert_eq!(
        own.at("/data/0/attributes/body"),
        "Maak alvast 25 euro over."
    );
    assert_eq!(
        joke.get(&format!("{CONVERSATIONS}/{id}"))
            .at("/data/attributes/last_message"),
        ""
    );
    assert_eq!(
        joke.get(&format!("{CONVERSATIONS}?filter[q]=euro"))
            .at("/meta/total"),
        0
    );

    let (report_id, read) = only(&marieke);
    assert_eq!(read["snapshot"]["text"], "Maak alvast 25 euro over.");
    assert_eq!(
        read["snapshot"]["before"]["text"],
        "Hallo, ik heb een vraag."
    );
    assert_eq!(read["reporter_name"], "Joke Vermeer");
    assert_eq!(read["is_hidden"], true);
    let available = json!([
        "hide",
        "pause_writing",
        "warn",
        "ask_organization",
        "lock_account"
    ]);
    assert_eq!(read["available_measures"], available);

    let body = json!({ "reporter_text": "Dit is een afspraak over de kas." });
    step(&marieke, &report_id, "dismiss", &body).expect(200);
    assert_eq!(
        joke.get(&messages).at("/data/0/attributes/body"),
        "Maak alvast 25 euro over."
    );
    assert_eq!(letters(&server, "report_outcome"), ["joke@example.nl"]);
    assert_eq!(letters(&server, "report_decided"), [""; 0]);
}

#[test]
fn a_measure_is_taken_for_everybody_who_reported_and_each_side_is_told_its_own() {
    let server = Server::start();
    let (id, message) = with_message(&server);
    let (joke, samira, marieke) = (
        server.as_volunteer(),
        server.as_superuser(),
        server.as_center(),
    );
    report(&joke, ("messages", &message), "money").expect(204);
    report(&joke, ("messages", &message), "money").expect(204);
    let (report_id, _) = only(&marieke);
    assert_eq!(letters(&server, "report_to_handle").len(), 1);
    assert_eq!(letters(&server, "report_received"), ["joke@example.nl"]);

    let waiting = marieke.get("/api/v1/moderation").expect(200);
    let rows = waiting.json()["data"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let kinds: Vec<&Value> = rows
        .iter()
        .map(|row| &row["meta"]["common"]["kind"])
        .collect();
    assert!(kinds.contains(&&json!("report")), "{kinds:?}");

    step(&marieke, &report_id, "take", &json!({})).expect(200);
    act(&marieke, &report_id, &json!(["take_down"])).expect(422);
    act(&marieke, &report_id, &json!(["hide", "pause_writing"])).expect(200);
    assert_eq!(letters(&server, "report_decided"), ["samira@example.nl"]);
    let told = crate::support::outbox::last(&server, "report_decided", "samira@example.nl");
    assert!(!told.to_string().contains("Joke"), "{told}");

    say(&samira, &id, "Hallo?").expect(422);
    let refused = say(&samira, &id, "Hallo?");
    assert_eq!(refused.at("/errors/0/code"), "writing_paused");
    let outcome = joke.get(&format!("{PATH}/{report_id}/outcome")).expect(200);
    assert_eq!(outcome.at("/meta/side"), "reporter");
    assert_eq!(outcome.at("/meta/text"), "Goed dat je dit meldde.");
    assert_eq!(outcome.at("/meta/measures"), json!([]));
    let outcome = samira
        .get(&format!("{PATH}/{report_id}/outcome"))
        .expect(200);
    assert_eq!(outcome.at("/meta/text"), "Dit mag niet.");
    assert_eq!(
        outcome.at("/meta/measures"),
        json!(["hide", "pause_writing"])
    );
    act(&marieke, &report_id, &json!(["hide"])).expect(422);
}

#[test]
fn what_a_centre_reads_of_a_conversation_stands_in_it_for_both_sides() {
    let server = Server::start();
    let (id, message) = with_message(&server);
    let (joke, samira, marieke) = (
        server.as_volunteer(),
        server.as_superuser(),
        server.as_center(),
    );
    marieke.get(&format!("{CONVERSATIONS}/{id}")).expect(404);
    report(&joke, ("messages", &message), "insulting").expect(204);
    let (report_id, _) = only(&marieke);
    let read = marieke
        .put(&format!("{PATH}/{report_id}/read_conversation"), &json!({}))
        .expect(200);
    assert_eq!(read.at("/meta/messages/0/body"), "Hallo, ik heb een vraag.");
    assert_eq!(read.at("/meta/messages/1/is_reported"), true);
    marieke.get(&format!("{CONVERSATIONS}/{id}")).expect(404);
    for side in [&joke, &samira] {
        let readings = side
            .get(&format!("{CONVERSATIONS}/{id}"))
            .at("/data/attributes/center_readings");
        assert_eq!(readings.as_array().map(Vec::len), Some(1));
    }
    let actions: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from audit_events where action = 'read_conversation'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(actions, 1);
}

#[test]
fn a_visitor_reports_a_vacancy_and_follows_it_by_a_link() {
    let (server, vacancy) = with_vacancy();
    let nobody = server.as_nobody();
    let body = json!({
        "subject_type": "vacancies", "subject_id": vacancy, "category": "misleading",
        "body": "Het is gewoon een baan.", "email": "buur@example.nl",
    });
    nobody.post(PATH, &body).expect(204);
    let marieke = server.as_center();
    let (report_id, read) = only(&marieke);
    assert_eq!(read["reporter_email"], "buur@example.nl");
    assert_eq!(read["organization_name"], "Taalhuis Lindewaard");
    nobody.get(&format!("{PATH}/{report_id}")).expect(401);
    nobody
        .get(&format!("{PATH}/{report_id}/outcome"))
        .expect(404);

    act(&marieke, &report_id, &json!(["take_down"])).expect(200);
    server
        .as_nobody()
        .get(&format!("/api/v1/vacancies/{vacancy}"))
        .expect(410);
    let letter = crate::support::outbox::last(&server, "report_outcome", "buur@example.nl");
    let path = letter["path"].as_str().unwrap();
    let token = path.split_once("token=").unwrap().1;
    let outcome = nobody
        .get(&format!("{PATH}/{report_id}/outcome?token={token}"))
        .expect(200);
    assert_eq!(outcome.at("/meta/status"), "action_taken");
    nobody
        .get(&format!("{PATH}/{}/outcome?token={token}", 999))
        .expect(404);

    let counts = marieke.get(&format!("{PATH}/counts")).expect(200);
    assert_eq!(counts.at("/meta/rows/0/category"), "misleading");
    assert_eq!(counts.at("/meta/rows/0/action_taken"), 1);
    marieke.get(&format!("{PATH}/counts?year=veel")).expect(400);
}

#[test]
fn words_are_needed_of_what_is_misleading_and_five_an_hour_are_enough() {
    let (server, vacancy) = with_vacancy();
    let nobody = server.as_nobody();
    let body = json!({ "subject_type": "vacancies", "subject_id": vacancy, "category": "other" });
    nobody.post(PATH, &body).expect(422);
    for _ in 0..5 {
        report(&nobody, ("vacancies", &vacancy), "spam").expect(204);
    }
    report(&nobody, ("vacancies", &vacancy), "spam").expect(429);
    // Of one thing the centre hears once.
    assert_eq!(letters(&server, "report_to_handle").len(), 1);
}
