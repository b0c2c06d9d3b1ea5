//! The silence clock (docs/domain/states.md#silence-clock), and the question whether it happened.

use jiff::SignedDuration;
use serde_json::json;

use crate::applications::stages::{PATH, apply, letters, take, with_vacancy};
use crate::applications::waiting_list::follow;
use crate::data::retention::text;
use crate::support::outbox::last;
use crate::support::server::{Server, document};

fn after(server: &Server, days: i64) {
    server.clock.advance(SignedDuration::from_hours(days * 24));
}

const KINDS: [&str; 5] = [
    "application_unanswered_3d",
    "application_unanswered_7d",
    "application_no_answer_7d",
    "silence_day7",
    "application_closed",
];

fn counts(server: &Server) -> [usize; 5] {
    KINDS.map(|kind| letters(server, kind).len())
}

#[test]
fn nobody_is_met_with_silence() {
    let (server, vacancy) = with_vacancy();
    let joke = server.as_volunteer();
    let id = apply(&joke, &vacancy).expect(201).id();
    after(&server, 1);
    assert_eq!(follow(&server), 0);
    after(&server, 5);
    assert_eq!(follow(&server), 1);
    assert_eq!(counts(&server), [1, 0, 0, 0, 0]);
    assert_eq!(follow(&server), 0, "once");
    after(&server, 2);
    follow(&server);
    assert_eq!(counts(&server), [1, 1, 1, 1, 0]);
    let told = last(&server, "application_no_answer_7d", "joke@example.nl");
    assert_eq!(told["waiting_days"], json!(8));

    // One press in the mail: the centre hears of it, once.
    let token = told["path"]
        .as_str()
        .unwrap()
        .split("answer=")
        .nth(1)
        .unwrap()
        .to_owned();
    let body = json!({ "token": token, "event": "ask_centre" });
    let nobody = server.as_nobody();
    nobody
        .post(&format!("{PATH}/by_link/answer"), &body)
        .expect(200);
    assert_eq!(
        letters(&server, "application_asked_center"),
        ["marieke@example.nl"]
    );
    joke.post(&format!("{PATH}/{id}/ask_centre"), &json!({}))
        .expect(200);
    assert_eq!(letters(&server, "application_asked_center").len(), 1);
    server
        .as_superuser()
        .post(&format!("{PATH}/{id}/ask_centre"), &json!({}))
        .expect(403);

    after(&server, 7);
    follow(&server);
    assert_eq!(counts(&server), [1, 1, 1, 2, 0]);
    after(&server, 46);
    follow(&server);
    assert_eq!(counts(&server), [1, 1, 1, 2, 1]);
    let shown = server
        .as_volunteer()
        .get(&format!("{PATH}/{id}"))
        .expect(200);
    assert_eq!(
        (
            shown.at("/data/attributes/stage"),
            shown.at("/data/attributes/reason_code")
        ),
        (json!("closed"), json!("no_answer"))
    );
}

#[test]
fn an_answer_stops_the_clock_and_a_centre_sets_it() {
    let (server, vacancy) = with_vacancy();
    let id = apply(&server.as_volunteer(), &vacancy).expect(201).id();
    let center = format!("/api/v1/volunteer_centers/{}", server.people.center);
    let set = |attributes| {
        server
            .as_center()
            .patch(&center, &document("volunteer_centers", attributes))
    };
    assert_eq!(
        set(json!({ "tell_after_days": 14 })).expect(422).pointer(),
        "/data/attributes/chase_after_days"
    );
    set(json!({ "tell_after_days": 10 })).expect(200);
    after(&server, 8);
    follow(&server);
    assert_eq!(counts(&server), [1, 0, 0, 0, 0]);
    take(&server.as_superuser(), &id, "contact").expect(200);
    after(&server, 100);
    follow(&server);
    assert_eq!(counts(&server), [1, 0, 0, 0, 0]);
}

#[test]
fn who_answers_nobody_is_told_and_who_answers_well_is_shown() {
    let (server, vacancy) = with_vacancy();
    let own = server.people.own;
    server.arrange(move |tx| {
        for number in 0..6 {
            tx.execute(
                "insert into applications (vacancy_id, organization_id, volunteer_center_id, email, first_name, message, stage, created_at, updated_at)
                 select id, organization_id, volunteer_center_id, ?1, 'Gast', 'Ik help graag mee.', 'new', ?2, ?2 from vacancies where organization_id = ?3",
                (format!("g{number}@example.com"), tx.now(), own),
            )?;
        }
        Ok(())
    });
    let organization = format!("/api/v1/organizations/{own}");
    let score = || {
        server
            .as_nobody()
            .get(&organization)
            .expect(200)
            .at("/data/attributes/response_score")
    };
    after(&server, 8);
    follow(&server);
    assert_eq!(
        letters(&server, "org_response_score_low"),
        ["samira@example.nl"]
    );
    assert_eq!(score(), json!(null), "a bad score is nobody's business");
    let page = || {
        let page = server.as_nobody().get(&format!("/organizations/{own}"));
        page.expect(200).text.contains("Antwoordt meestal binnen")
    };
    assert!(!page());
    let samira = server.as_superuser();
    for _ in 0..6 {
        let id = apply_as_guest(&server, &vacancy);
        take(&samira, &id, "contact").expect(200);
    }
    assert_eq!(
        text(
            &server,
            "select cast(response_score as text) from organizations where name like 'Taalhuis%'"
        ),
        "50"
    );
    server.arrange(|tx| Ok(tx.execute("delete from applications where stage = 'new'", [])?));
    let id = apply_as_guest(&server, &vacancy);
    take(&samira, &id, "contact").expect(200);
    assert_eq!(score(), json!(100));
    assert!(page());
}

fn apply_as_guest(server: &Server, vacancy: &str) -> String {
    let vacancy: i64 = vacancy.parse().unwrap();
    let id: i64 = server.arrange(move |tx| {
        tx.execute(
            "insert into applications (vacancy_id, organization_id, volunteer_center_id, first_name, message, stage, created_at, updated_at)
             select id, organization_id, volunteer_center_id, 'Gast', 'Ik help graag mee.', 'new', ?1, ?1 from vacancies where id = ?2",
            (tx.now(), vacancy),
        )?;
        Ok(tx.last_insert_rowid())
    });
    id.to_string()
}

#[test]
fn both_say_that_it_happened() {
    let (server, vacancy) = with_vacancy();
    let joke = server.as_volunteer();
    let id = apply(&joke, &vacancy).expect(201).id();
    let samira = server.as_superuser();
    take(&samira, &id, "accept").expect(200);
    after(&server, 15);
    assert_eq!(follow(&server), 1);
    assert_eq!(follow(&server), 0);
    assert_eq!(
        letters(&server, "application_match_question_14d"),
        ["samira@example.nl"]
    );
    let path = last(&server, "application_did_it_happen_14d", "joke@example.nl")["path"].clone();
    let token = path
        .as_str()
        .unwrap()
        .split("answer=")
        .nth(1)
        .unwrap()
        .to_owned();
    let body = json!({ "token": token, "event": "confirm_match" });
    server
        .as_nobody()
        .post(&format!("{PATH}/by_link/answer"), &body)
        .expect(200);
    let samira = server.as_superuser();
    assert_eq!(
        take(&samira, &id, "confirm_match").expect(422).code(),
        "invalid_transition"
    );
    let done = take(&samira, &id, "complete").expect(200);
    assert_eq!(done.at("/data/attributes/stage"), "completed");
    assert_ne!(done.at("/data/attributes/match_confirmed_at"), json!(null));
}

#[test]
fn many_are_answered_at_once_each_with_a_result() {
    let (server, vacancy) = with_vacancy();
    let ids: Vec<String> = (0..3).map(|_| apply_as_guest(&server, &vacancy)).collect();
    let samira = server.as_superuser();
    take(&samira, &ids[2], "accept").expect(200);
    let body = json!({ "ids": ids, "attributes": { "event": "reject", "reason_code": "no_longer_needed" } });
    let path = format!("{PATH}/bulk_transition");
    let done = samira.post(&path, &body).expect(207);
    assert_eq!(
        done.at("/meta"),
        json!({ "total": 3, "changed": 2, "failed": 1, "dry_run": false })
    );
    assert_eq!(done.at("/data/2/meta/errors/0/code"), "invalid_transition");
    let other = server.as_volunteer().post(&path, &body);
    assert_eq!(other.at("/meta/changed"), json!(0));
}
