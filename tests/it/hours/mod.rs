//! Hours: writing them down, confirming, correcting, disagreeing, the clock, and what becomes of them.

mod consequences;
mod from_check_in;
mod proofs;

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::follow_hours;

use crate::applications::stages::{apply, take};
use crate::support::fixtures::published;
use crate::support::outbox::last;
use crate::support::school::{Class, OTHER_MENTOR, class, link, signed_in};
use crate::support::server::{Client, Reply, Server, document};

pub const HOURS: &str = "/api/v1/hours_entries";

/// Joke helps our own organisation; returns the application.
pub fn helping(server: &Server, client: &Client) -> String {
    let samira = server.as_superuser();
    let vacancy = published(&samira, server.people.own, "Taalmaatje");
    let id = apply(client, &vacancy).expect(201).id();
    take(&samira, &id, "accept").expect(200);
    id
}

pub fn log(client: &Client, more: Value) -> Reply {
    let mut said = json!({ "day": "2026-11-18", "hours": 1.5 });
    if let (Some(said), Value::Object(more)) = (said.as_object_mut(), more) {
        said.extend(more);
    }
    client.post(HOURS, &document("hours_entry_forms", said))
}

pub fn step(client: &Client, id: &str, event: &str, message: Option<&str>) -> Reply {
    let body = json!({ "data": { "attributes": { "event": event, "message": message } } });
    client.decide(&format!("{HOURS}/{id}/transition"), &body)
}

pub fn correct(client: &Client, id: &str, hours: f64, reason: &str) -> Reply {
    let body = document(
        "hours_corrections",
        json!({ "hours": hours, "reason": reason }),
    );
    client.decide(&format!("{HOURS}/{id}/correct"), &body)
}

pub fn read(client: &Client, id: &str) -> Value {
    client
        .get(&format!("{HOURS}/{id}"))
        .expect(200)
        .at("/data/attributes")
}

/// Runs the job of hours.
pub fn follow(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(follow_hours(tenant.unguarded("a job")))
        .unwrap()
}

#[test]
fn hours_are_written_down_confirmed_together_and_counted() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let application = helping(&server, &joke);
    let first = log(&joke, json!({ "application_id": application })).expect(201);
    for (field, value) in [
        ("status", json!("logged")),
        ("work", json!("Taalmaatje")),
        ("organization_name", json!("Taalhuis Lindewaard")),
        ("is_mine", json!(true)),
        ("hints", json!([])),
    ] {
        assert_eq!(
            first.at(&format!("/data/attributes/{field}")),
            value,
            "{field}"
        );
    }
    let second = log(
        &joke,
        json!({ "application_id": application, "day": "2026-11-11", "hours": 9 }),
    )
    .expect(201);
    let own_words = log(
        &joke,
        json!({ "organization_id": server.people.own.to_string(), "description": "Kerstmarkt", "hours": 1, "day": "2026-11-20" }),
    )
    .expect(201);
    let listed = samira
        .get(&format!(
            "{HOURS}?filter[status_eq]=logged&filter[organization_id_eq]={}",
            server.people.own
        ))
        .expect(200);
    assert_eq!(listed.ids(), [own_words.id(), first.id(), second.id()]);
    let versions: serde_json::Map<String, Value> = (0..3)
        .map(|index| {
            let version = listed.at(&format!("/data/{index}/meta/version"));
            (listed.ids()[index].clone(), version)
        })
        .collect();
    let body =
        json!({ "ids": listed.ids(), "attributes": { "event": "confirm" }, "versions": versions });
    // Nobody confirms what is their own, nor what is somebody else's.
    joke.post(&format!("{HOURS}/bulk_transition"), &body)
        .expect(207);
    assert_eq!(read(&joke, &first.id())["status"], "logged");
    samira
        .post(&format!("{HOURS}/bulk_transition"), &body)
        .expect(200);
    let confirmed = read(&joke, &first.id());
    assert_eq!(
        (
            &confirmed["status"],
            &confirmed["confirmed_by_name"],
            &confirmed["is_automatic"]
        ),
        (&json!("confirmed"), &json!("Samira Haddou"), &json!(false))
    );
    let totals = joke
        .get(&format!(
            "{HOURS}/totals?filter[mine_eq]=true&group_by=work"
        ))
        .expect(200);
    assert_eq!(
        (
            totals.at("/meta/hours"),
            totals.at("/meta/confirmed_hours"),
            totals.at("/meta/waiting_hours")
        ),
        (json!(11.5), json!(11.5), json!(0.0))
    );
    assert_eq!(
        (
            totals.at("/meta/groups/0/label"),
            totals.at("/meta/groups/0/hours"),
            totals.at("/meta/groups/1/label")
        ),
        (json!("Taalmaatje"), json!(10.5), json!("Kerstmarkt"))
    );
    joke.get(&format!("{HOURS}/totals?group_by=age"))
        .expect(400);
    // What was confirmed is no longer the volunteer's to change.
    let change = document("hours_entries", json!({ "hours": 8 }));
    joke.patch(&format!("{HOURS}/{}", first.id()), &change)
        .expect(403);
    joke.delete(&format!("{HOURS}/{}", first.id())).expect(403);
    let work = joke.get(&format!("{HOURS}/work")).expect(200);
    assert_eq!(
        (
            work.at("/meta/work/0/label"),
            work.at("/meta/work/1/kind"),
            work.at("/meta/work/1/last_hours")
        ),
        (json!("Kerstmarkt"), json!("application"), json!(1.5))
    );
}

#[test]
fn what_was_done_last_week_is_one_request_and_is_not_there_twice() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let application = helping(&server, &joke);
    let first = log(&joke, json!({ "application_id": application })).expect(201);
    let second = log(
        &joke,
        json!({ "application_id": application, "day": "2026-11-11", "hours": 2 }),
    )
    .expect(201);
    let repeat = json!({ "data": { "attributes": { "ids": [second.id()] } } });
    assert_eq!(
        joke.post(&format!("{HOURS}/repeat"), &repeat)
            .expect(422)
            .at("/errors/0/meta/rule"),
        "hours_are_there"
    );
    let repeat = json!({ "data": { "attributes": { "ids": [first.id()] } } });
    assert_eq!(
        joke.post(&format!("{HOURS}/repeat"), &repeat)
            .expect(422)
            .at("/errors/0/meta/rule"),
        "not_yet"
    );
    let third = log(
        &joke,
        json!({ "application_id": application, "day": "2026-11-10", "hours": 3 }),
    )
    .expect(201);
    let repeat = json!({ "data": { "attributes": { "ids": [third.id()] } } });
    let made = joke.post(&format!("{HOURS}/repeat"), &repeat).expect(200);
    assert_eq!(
        (
            made.at("/data/0/attributes/day"),
            made.at("/data/0/attributes/hours")
        ),
        (json!("2026-11-17"), json!(3.0))
    );
}

#[test]
fn a_correction_keeps_both_numbers_and_can_be_disagreed_with() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let application = helping(&server, &joke);
    let id = log(&joke, json!({ "application_id": application, "hours": 3 }))
        .expect(201)
        .id();
    correct(&samira, &id, 2.3, "Half vier weg").expect(422);
    correct(&samira, &id, 2.5, "Je ging om half vier weg.").expect(200);
    let corrected = read(&joke, &id);
    assert_eq!(
        (
            &corrected["status"],
            &corrected["hours"],
            &corrected["logged_hours"],
            &corrected["reason"]
        ),
        (
            &json!("corrected"),
            &json!(2.5),
            &json!(3.0),
            &json!("Je ging om half vier weg.")
        )
    );
    let letter = last(&server, "hours_changed", "joke@example.nl");
    assert_eq!(
        (&letter["is_correction"], &letter["logged_hours"]),
        (&json!(true), &json!(3.0))
    );
    // Only whose hours they are agrees or disagrees.
    step(&samira, &id, "accept", None).expect(422);
    step(&joke, &id, "dispute", None).expect(422);
    step(&joke, &id, "dispute", Some("Ik heb daarna afgewassen.")).expect(200);
    let letter = last(&server, "hours_disputed", "samira@example.nl");
    assert_eq!(letter["message"], "Ik heb daarna afgewassen.");
    // What they wrote counts again when the organisation gives in.
    step(&samira, &id, "confirm", None).expect(200);
    let confirmed = read(&joke, &id);
    assert_eq!(
        (&confirmed["status"], &confirmed["hours"]),
        (&json!("confirmed"), &json!(3.0))
    );
    // A question comes back, is answered by a change, and waits again.
    let other = log(
        &joke,
        json!({ "application_id": application, "day": "2026-11-12" }),
    )
    .expect(201)
    .id();
    step(&samira, &other, "return", Some("Was je er die dag?")).expect(200);
    assert_eq!(read(&joke, &other)["reason_by"], "organization");
    let change = document(
        "hours_entries",
        json!({ "day": "2026-11-13", "hours": 1.25 }),
    );
    joke.patch(&format!("{HOURS}/{other}"), &change).expect(200);
    let again = read(&samira, &other);
    assert_eq!(
        (&again["status"], &again["logged_hours"], &again["reason"]),
        (&json!("logged"), &json!(1.25), &Value::Null)
    );
    step(&samira, &other, "refuse", Some("We waren dicht.")).expect(200);
    joke.delete(&format!("{HOURS}/{other}")).expect(204);
}

#[test]
fn what_can_not_be_is_refused_with_what_to_do() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let application = helping(&server, &joke);
    let own = server.people.own.to_string();
    for (more, field, rule) in [
        (
            json!({ "application_id": application, "hours": 0.3 }),
            "hours",
            "quarters",
        ),
        (
            json!({ "application_id": application, "hours": 25 }),
            "hours",
            "range",
        ),
        (
            json!({ "application_id": application, "day": "2026-11-22" }),
            "day",
            "not_yet",
        ),
        (
            json!({ "application_id": application, "day": "2025-11-01" }),
            "day",
            "too_long_ago",
        ),
        (
            json!({ "application_id": application, "day": "2026-02-30" }),
            "day",
            "date",
        ),
        (
            json!({ "application_id": "999" }),
            "application_id",
            "not_found",
        ),
        (json!({}), "application_id", "hours_for_one"),
        (
            json!({ "application_id": application, "organization_id": own }),
            "application_id",
            "hours_for_one",
        ),
        (json!({ "organization_id": own }), "description", "required"),
        (
            json!({ "activity_id": "1" }),
            "activity_id",
            "not_signed_up_that_day",
        ),
    ] {
        let reply = log(&joke, more.clone()).expect(422);
        let pointer = format!("/data/attributes/{field}");
        assert_eq!(
            (reply.pointer(), reply.at("/errors/0/meta/rule")),
            (pointer, json!(rule)),
            "{more}"
        );
    }
    log(&joke, json!({ "application_id": application, "hours": 20 })).expect(201);
    let full = log(&joke, json!({ "application_id": application, "hours": 5 })).expect(422);
    assert_eq!(full.at("/errors/0/meta/rule"), "hours_of_day");
    // Of an organisation that is not approved, or of another centre, nothing is known.
    let foreign =
        json!({ "organization_id": server.people.foreign.to_string(), "description": "Helpen" });
    let status = log(&joke, foreign).status;
    assert!([404, 201].contains(&status), "{status}");
    // Staff writes for whom the organisation knows, and it counts at once.
    let sem = server.arrange(|tx| {
        Ok(tx.query_row(
            "select id from users where email = 'student@example.nl'",
            [],
            |row| row.get::<_, i64>(0),
        )?)
    });
    let for_sem =
        json!({ "organization_id": own, "description": "Helpen", "user_id": sem.to_string() });
    assert_eq!(
        log(&samira, for_sem).expect(422).at("/errors/0/meta/rule"),
        "not_found"
    );
    let for_joke = json!({ "organization_id": own, "description": "Opruimen", "user_id": server.people.volunteer.to_string(), "day": "2026-11-10" });
    let made = log(&samira, for_joke).expect(201);
    assert_eq!(
        (
            made.at("/data/attributes/status"),
            made.at("/data/attributes/source"),
            made.at("/data/attributes/is_mine")
        ),
        (json!("confirmed"), json!("staff"), json!(false))
    );
}

#[test]
fn only_who_guides_a_student_or_whom_they_helped_sees_and_confirms() {
    let server = Server::start();
    let class: Class = class(&server);
    let (sem, mia, joke) = (
        server.as_student(),
        server.as_mentor(),
        server.as_volunteer(),
    );
    link(&mia, class, class.sem, None).expect(201);
    let own = server.people.own.to_string();
    let id = log(
        &sem,
        json!({ "organization_id": own, "description": "Taalcafé", "hours": 2 }),
    )
    .expect(201)
    .id();
    let vera = signed_in(&server, OTHER_MENTOR);
    for stranger in [
        &joke,
        &vera,
        &server.as_page_manager(),
        &server.as_content_manager(),
    ] {
        stranger.get(&format!("{HOURS}/{id}")).expect(404);
        assert!(stranger.get(HOURS).expect(200).ids().is_empty());
        assert_eq!(
            stranger
                .get(&format!("{HOURS}/totals"))
                .expect(200)
                .at("/meta/hours"),
            0.0
        );
        step(stranger, &id, "confirm", None).expect(404);
    }
    server.as_nobody().get(HOURS).expect(401);
    let seen = read(&mia, &id);
    assert_eq!(
        (&seen["is_student"], &seen["hours_done"]),
        (&json!(true), &json!(0.0))
    );
    step(&mia, &id, "confirm", None).expect(200);
    let links = mia.get("/api/v1/student_links").expect(200);
    assert_eq!(
        (
            links.at("/data/0/attributes/hours_confirmed"),
            links.at("/data/0/attributes/hours_waiting")
        ),
        (json!(2.0), json!(0.0))
    );
    assert_eq!(
        sem.get("/api/v1/student_links")
            .expect(200)
            .at("/data/0/attributes/hours_confirmed"),
        2.0
    );
    // A centre sees those of its own site.
    assert_eq!(read(&server.as_center(), &id)["status"], "confirmed");
}

#[test]
fn a_letter_a_day_and_after_thirty_days_silence_confirms() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let application = helping(&server, &joke);
    let count = |kind: &'static str| {
        server.arrange(move |tx| {
            Ok(tx.query_row(
                "select count(*) from outbox where kind = ?1",
                [kind],
                |row| row.get::<_, i64>(0),
            )?)
        })
    };
    for day in ["2026-11-17", "2026-11-18", "2026-11-19"] {
        log(&joke, json!({ "application_id": application, "day": day })).expect(201);
    }
    assert_eq!((follow(&server), count("hours_to_confirm")), (0, 0));
    server.clock.advance(SignedDuration::from_hours(2));
    assert_eq!((follow(&server), count("hours_to_confirm")), (1, 1));
    let letter = last(&server, "hours_to_confirm", "samira@example.nl");
    assert_eq!(
        (&letter["count"], &letter["hours"], &letter["people"]),
        (&json!(3), &json!(4.5), &json!(1))
    );
    log(
        &joke,
        json!({ "application_id": application, "day": "2026-11-20" }),
    )
    .expect(201);
    server.clock.advance(SignedDuration::from_hours(3));
    assert_eq!((follow(&server), count("hours_to_confirm")), (0, 1));
    server.clock.advance(SignedDuration::from_hours(24));
    assert_eq!((follow(&server), count("hours_to_confirm")), (1, 2));
    // Time confirms only where the organisation lets it.
    let own = format!("/api/v1/organizations/{}", server.people.own);
    let setting = |on: bool| {
        server
            .as_superuser()
            .patch(
                &own,
                &document("organizations", json!({ "auto_confirms_hours": on })),
            )
            .expect(200)
    };
    setting(false);
    server.clock.advance(SignedDuration::from_hours(31 * 24));
    follow(&server);
    let waiting = server
        .as_volunteer()
        .get(&format!("{HOURS}?filter[status_eq]=logged"))
        .expect(200)
        .ids();
    assert_eq!(waiting.len(), 4);
    setting(true);
    follow(&server);
    let confirmed = server
        .as_volunteer()
        .get(&format!("{HOURS}?filter[status_eq]=confirmed"))
        .expect(200);
    assert_eq!(confirmed.ids().len(), 4);
    assert_eq!(
        (
            confirmed.at("/data/0/attributes/is_automatic"),
            confirmed.at("/data/0/attributes/confirmed_by_name")
        ),
        (json!(true), Value::Null)
    );
}
