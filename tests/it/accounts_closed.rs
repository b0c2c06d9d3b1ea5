//! Closing and opening somebody else's account, one or many at once (decisions 1.3, row 28).

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::server::Server;
use crate::users::{found, id_of};

const USERS: &str = "/api/v1/users";

#[test]
fn an_account_is_closed_and_opened_by_the_centre() {
    let server = Server::start();
    let (marieke, mine) = (server.as_center(), server.as_volunteer());
    let path = format!("{USERS}/{}", server.people.volunteer);
    let closed = marieke
        .put(
            &format!("{path}/archive"),
            &json!({ "reason": "Vroeg er zelf om, per telefoon." }),
        )
        .expect(200);
    assert_eq!(closed.at("/data/attributes/status"), "archived");
    assert_eq!(closed.at("/data/meta/transitions"), json!(["reactivate"]));
    mine.get("/api/v1/current_user").expect(401);
    let history = marieke.get(&format!("{path}/history")).expect(200);
    assert_eq!(
        history.at("/data/0/attributes/reason_text"),
        "Vroeg er zelf om, per telefoon."
    );
    assert_eq!(
        marieke.delete(&path).expect(422).code(),
        "invalid_transition"
    );
    let opened = marieke
        .put(&format!("{path}/reactivate"), &json!({}))
        .expect(200);
    assert_eq!(opened.at("/data/attributes/status"), "active");
    marieke.delete(&path).expect(204);
    server.clock.advance(SignedDuration::from_hours(31 * 24));
    assert_eq!(
        server
            .as_center()
            .put(&format!("{path}/reactivate"), &json!({}))
            .expect(422)
            .code(),
        "invalid_transition"
    );
}

#[test]
fn who_left_by_themselves_is_not_brought_back_by_a_centre() {
    let server = Server::start();
    let joke = server.people.volunteer;
    server.arrange(move |tx| {
        use voluntr::resources::user::archive::{ArchiveReason, Said, archive};
        archive(
            tx,
            joke,
            ArchiveReason::OwnWish,
            &Said::default(),
            Some(joke),
        )
    });
    let path = format!("{USERS}/{joke}/reactivate");
    server.as_center().put(&path, &json!({})).expect(403);
    server.as_admin().put(&path, &json!({})).expect(200);
}

#[test]
fn many_take_one_step_each_on_their_own_terms() {
    let server = Server::start();
    let marieke = server.as_center();
    let (joke, ada) = (
        server.people.volunteer.to_string(),
        id_of(&server, "admin@example.nl"),
    );
    let samira = server.people.superuser.to_string();
    let bulk = |body: Value| marieke.patch(&format!("{USERS}/bulk"), &body);
    let everybody =
        json!({ "ids": [joke, ada, samira, "99999"], "event": "archive", "dry_run": true });
    let tried = bulk(everybody.clone()).expect(200);
    assert_eq!(
        tried.at("/meta"),
        json!({ "done": 1, "failed": 3, "dry_run": true })
    );
    assert_eq!(
        found(&marieke, "filter[status_eq]=archived"),
        Vec::<String>::new()
    );
    let mut really = everybody;
    really["dry_run"] = false.into();
    let done = bulk(really).expect(200);
    let codes: Vec<Value> = (0..4)
        .map(|index| done.at(&format!("/data/{index}/meta/error/code")))
        .collect();
    assert_eq!(
        codes,
        [
            Value::Null,
            json!("forbidden"),
            json!("last_superuser"),
            json!("not_found")
        ]
    );
    assert_eq!(done.at("/data/0/id"), joke);
    assert_eq!(
        found(&marieke, "filter[status_eq]=archived"),
        ["joke@example.nl"]
    );
    let back = bulk(json!({ "ids": [joke], "event": "reactivate" })).expect(200);
    assert_eq!(back.at("/meta/done"), 1);
    let not = bulk(json!({ "ids": [joke], "event": "invite" })).expect(200);
    assert_eq!(not.at("/data/0/meta/error/code"), "already_invited");
    let many: Vec<String> = (0..201).map(|id| id.to_string()).collect();
    bulk(json!({ "ids": many, "event": "archive" })).expect(422);
    bulk(json!({ "ids": [joke], "event": "erase" })).expect(422);
    let joke_herself = server.as_volunteer();
    joke_herself
        .patch(
            &format!("{USERS}/bulk"),
            &json!({ "ids": [samira], "event": "archive" }),
        )
        .expect(403);
}

#[test]
fn a_centre_says_why_it_closes_an_account_and_the_history_tells() {
    let server = Server::start();
    let (marieke, joke) = (server.as_center(), server.people.volunteer);
    let path = format!("{USERS}/{joke}/archive");
    let why = |code: &str, text: &str| json!({ "reason_code": code, "reason": text });
    let refused = marieke.put(&path, &why("boos", "")).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/reason_code");
    let refused = marieke.put(&path, &why("other", " ")).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/reason");
    let bulk = json!({ "ids": [joke], "event": "archive", "reason_code": "duplicate", "reason": "Staat er twee keer in." });
    marieke.patch(&format!("{USERS}/bulk"), &bulk).expect(200);
    let trail = format!(
        "/api/v1/audit_events?filter[subject_type_eq]=users&filter[subject_id_eq]={joke}&page[size]=1"
    );
    let closed = marieke.get(&trail).expect(200);
    assert_eq!(closed.at("/data/0/attributes/action"), "archive");
    assert_eq!(closed.at("/data/0/attributes/data/from"), "active");
    assert_eq!(closed.at("/data/0/attributes/data/to"), "archived");
    assert_eq!(
        closed.at("/data/0/attributes/data/reason_code"),
        "duplicate"
    );
    assert_eq!(
        closed.at("/data/0/attributes/reason_text"),
        "Staat er twee keer in."
    );
}
