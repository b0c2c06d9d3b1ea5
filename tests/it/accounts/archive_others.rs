//! Archiving and restoring other users' accounts, singly and in bulk (docs/domain/rights.md#users).

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::accounts::users::{found, id_of};
use crate::support::fixtures;
use crate::support::server::Server;

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
        use voluntr::resources::user::own_account::archive::{ArchiveReason, Said, archive};
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

/// What a look says of everybody is what the step then does, also where one who leaves first was needed for the next.
#[test]
fn a_look_says_what_the_step_then_does() {
    let server = Server::start();
    let (center, own) = (server.people.center, server.people.own);
    let ids: Vec<String> = server.arrange(move |tx| {
        let new = |email: &str, status: &str| -> voluntr::error::Result<i64> {
            let id = fixtures::user(tx, email, "Kijk Kijker", center, "")?;
            tx.execute("update users set status = ?2 where id = ?1", (id, status))?;
            Ok(id)
        };
        let second = new("tweede@example.nl", "active")?;
        fixtures::role_of(tx, second, "organization_superuser", "organization", own)?;
        let samira: i64 = tx.query_row(
            "select id from users where email = 'samira@example.nl'",
            [],
            |row| row.get(0),
        )?;
        let asked = new("drie@example.nl", "invited")?;
        for _ in 0..3 {
            voluntr::app::limits::rate_limits::INVITATION_LETTERS.keep(tx, "drie@example.nl")?;
        }
        let one = [
            samira,
            second,
            new("slaapt@example.nl", "inactive")?,
            asked,
            new("vier@example.nl", "invited")?,
            new("gesloten@example.nl", "archived")?,
            99_999,
        ];
        tx.execute(
            "update users set confirmed_at = null where email = 'vier@example.nl'",
            [],
        )?;
        // Everybody twice.
        Ok(one.iter().chain(&one).map(i64::to_string).collect())
    });
    let outcomes = |event: &str, dry_run: bool| -> Vec<Value> {
        let body = json!({ "ids": ids, "event": event, "dry_run": dry_run });
        let done = server.as_admin().patch(&format!("{USERS}/bulk"), &body);
        let done = done.expect(200).json();
        assert_eq!(done["meta"]["dry_run"], dry_run);
        done["data"].as_array().unwrap().clone()
    };
    for event in ["invite", "reactivate", "archive"] {
        let said = outcomes(event, true);
        assert_eq!(said, outcomes(event, true), "looking changes nothing");
        assert!(
            said.iter().any(|each| each["meta"]["is_done"] == true),
            "{event}"
        );
        assert_eq!(said, outcomes(event, false), "{event}");
    }
}

/// Whoever looks first holds up nobody: it is said while the writer is at work for somebody else.
#[test]
fn a_look_takes_no_turn_of_the_writer() {
    let server = Server::start();
    let admin = server.as_admin();
    let body = json!({ "ids": [server.people.volunteer.to_string()], "event": "archive", "dry_run": true });
    let path = format!("{USERS}/bulk");
    admin.patch(&path, &body).expect(200);
    let (begun, has_begun) = std::sync::mpsc::channel();
    let (answered, is_answered) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let at_work = scope.spawn(|| {
            server.arrange(move |_| {
                begun.send(()).unwrap();
                Ok(is_answered
                    .recv_timeout(std::time::Duration::from_secs(20))
                    .is_ok())
            })
        });
        has_begun.recv().unwrap();
        admin.patch(&path, &body).expect(200);
        answered.send(()).ok();
        assert!(
            at_work.join().unwrap(),
            "the answer came while the writer was at work"
        );
    });
}

#[test]
fn a_centre_switches_an_account_off_and_on_again() {
    let server = Server::start();
    let (marieke, joke) = (server.as_center(), server.as_volunteer());
    let path = format!("{USERS}/{}", server.people.volunteer);
    let off = marieke.put(
        &format!("{path}/deactivate"),
        &json!({ "reason_code": "no_contact" }),
    );
    assert_eq!(off.expect(200).at("/data/attributes/status"), "inactive");
    joke.get("/api/v1/current_user").expect(401);
    let history = marieke.get(&format!("{path}/history")).expect(200);
    assert_eq!(history.at("/data/0/attributes/event"), "deactivate");
    marieke
        .put(&format!("{path}/deactivate"), &json!({}))
        .expect(422);
    marieke
        .put(&format!("{path}/reactivate"), &json!({}))
        .expect(200);
    server
        .as_volunteer()
        .get("/api/v1/current_user")
        .expect(200);
    // Somebody has to be left to manage what this person manages.
    let samira = format!("{USERS}/{}/deactivate", server.people.superuser);
    let refused = marieke.put(&samira, &json!({})).expect(422);
    assert_eq!(refused.code(), "last_superuser");
}
