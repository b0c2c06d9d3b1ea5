//! What people are told when a date changes, and the clock of activities.

use serde_json::json;

use super::*;
use crate::applications::stages::letters;
use crate::data::retention::text;
use crate::support::outbox::last;

fn of_date(server: &Server, made: &Made, call: &str, body: &Value) -> Reply {
    let path = format!("/api/v1/activity_occurrences/{}/{call}", made.dates[0]);
    server.as_center().decide(&path, body)
}

#[test]
fn a_change_is_held_for_half_an_hour_and_told_once() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({}));
    sign_up(&server.as_volunteer(), &made, json!({})).expect(201);
    let was = text(&server, "select starts_at from activity_occurrences");
    of_date(
        &server,
        &made,
        "change",
        &json!({ "from": "10:00", "until": "12:00" }),
    )
    .expect(200);
    assert_eq!(follow(&server), 0);
    server.clock.advance(SignedDuration::from_mins(20));
    of_date(
        &server,
        &made,
        "change",
        &json!({ "from": "11:00", "until": "13:00", "reason": "De zaal is bezet." }),
    )
    .expect(200);
    server.clock.advance(SignedDuration::from_mins(31));
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    let told = last(&server, "activity_changed", "joke@example.nl");
    assert_eq!(told["old_starts_at"].as_str().unwrap(), was);
    assert_ne!(told["starts_at"].as_str().unwrap(), was);
    assert_eq!(told["reason_text"], "De zaal is bezet.");
    // Taken back within the half hour: nobody hears of it.
    of_date(&server, &made, "cancel", &json!({})).expect(200);
    of_date(
        &server,
        &made,
        "change",
        &json!({ "from": "11:00", "until": "13:00" }),
    )
    .expect(200);
    server.clock.advance(SignedDuration::from_mins(31));
    assert_eq!(follow(&server), 0);
    assert_eq!(letters(&server, "activity_cancelled"), Vec::<String>::new());
}

#[test]
fn what_begins_soon_is_told_at_once_and_a_cancelled_activity_closes_its_list() {
    let server = Server::start();
    let made = made(&server, 1, json!({ "capacity": 1 }));
    sign_up(&server.as_volunteer(), &made, json!({})).expect(201);
    let anna = person(&server, "anna");
    let waits = sign_up(&anna, &made, json!({})).expect(201).id();
    let body = json!({ "data": { "attributes": { "event": "cancel", "message": "Ziek." } } });
    let path = format!("/api/v1/activities/{}/transition", made.id);
    server.as_center().decide(&path, &body).expect(200);
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    assert_eq!(
        letters(&server, "activity_cancelled"),
        ["joke@example.nl", "anna@example.nl"]
    );
    assert_eq!(status(&anna, &waits), "closed");
}

#[test]
fn a_cancelled_date_closes_its_sign_ups_and_leaves_those_of_all_dates() {
    let server = Server::start();
    let weekly = json!({ "capacity": 1, "recurrence": "FREQ=DAILY;COUNT=3" });
    let made = made(&server, 24 * 20, weekly);
    let (joke, anna, bram) = (
        server.as_volunteer(),
        person(&server, "anna"),
        person(&server, "bram"),
    );
    let own = sign_up(&joke, &made, json!({})).expect(201).id();
    let waits = sign_up(&anna, &made, json!({})).expect(201).id();
    let next = json!({ "occurrence_id": made.dates[1] });
    let other = sign_up(&bram, &made, next).expect(201).id();
    of_date(&server, &made, "cancel", &json!({})).expect(200);
    // Held for half an hour: until then nobody lost anything.
    follow(&server);
    assert_eq!(status(&joke, &own), "registered");
    server.clock.advance(SignedDuration::from_mins(31));
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    assert_eq!(
        letters(&server, "activity_cancelled"),
        ["joke@example.nl", "anna@example.nl"]
    );
    assert_eq!(
        [
            status(&joke, &own),
            status(&anna, &waits),
            status(&bram, &other)
        ],
        ["closed", "closed", "registered"]
    );
    assert_eq!(counts(&server, &made.dates[0]), (0, 0, 0));
    // Back again: they are told, and have a place only when they sign up again.
    of_date(&server, &made, "restore", &json!({})).expect(200);
    sign_up(&anna, &made, json!({})).expect(201);
    server.clock.advance(SignedDuration::from_mins(31));
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    let email = last(&server, "activity_changed", "joke@example.nl");
    assert_eq!(
        (&email["is_on_again"], &email["is_closed"]),
        (&json!(true), &json!(true))
    );
    let path = format!("/activiteitenkalender/{}-koffieochtend?datum=", made.id);
    assert!(
        email["path"].as_str().unwrap().starts_with(&path),
        "{email}"
    );
    assert_eq!(status(&joke, &own), "closed");
    assert_eq!(counts(&server, &made.dates[0]), (1, 0, 0));
    let email = last(&server, "activity_changed", "anna@example.nl");
    assert_eq!(email["is_closed"], Value::Null);

    // Who comes on all dates stays, and is told.
    let course = json!({ "registration": "series", "recurrence": "FREQ=DAILY;COUNT=3" });
    let course = super::made(&server, 24 * 20, course);
    let all = sign_up(&joke, &course, json!({ "occurrence_id": null }))
        .expect(201)
        .id();
    of_date(&server, &course, "cancel", &json!({})).expect(200);
    server.clock.advance(SignedDuration::from_mins(31));
    follow(&server);
    assert_eq!(status(&joke, &all), "registered");
    assert_eq!(counts(&server, &course.dates[0]), (1, 0, 0));
    assert_eq!(letters(&server, "activity_cancelled").len(), 3);
}

#[test]
fn people_are_reminded_a_day_before_and_the_activity_runs_and_ends() {
    let server = Server::start();
    let made = made(&server, 30, json!({}));
    sign_up(&server.as_volunteer(), &made, json!({})).expect(201);
    assert_eq!(follow(&server), 0);
    server.clock.advance(SignedDuration::from_hours(7));
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    assert_eq!(
        letters(&server, "activity_reminder_24h"),
        ["joke@example.nl"]
    );
    assert_eq!(
        last(&server, "activity_reminder_24h", "joke@example.nl")["online_url"],
        "https://meet.example.org/koffie"
    );
    let is = || text(&server, "select status from activities");
    server
        .clock
        .advance(SignedDuration::from_hours(23) + SignedDuration::from_mins(30));
    follow(&server);
    assert_eq!(is(), "running");
    server.clock.advance(SignedDuration::from_hours(3));
    follow(&server);
    assert_eq!(is(), "finished");
}

#[test]
fn names_go_after_six_months_and_counts_stay() {
    let server = Server::start();
    let made = made(&server, 30, json!({}));
    sign_up(&server.as_volunteer(), &made, json!({})).expect(201);
    server.clock.advance(SignedDuration::from_hours(24 * 190));
    crate::data::retention::run(&server.app);
    assert_eq!(
        text(
            &server,
            "select status || ' ' || party_size || ' ' || (user_id is null) || ' ' || (first_name is null) from activity_registrations"
        ),
        "registered 1 1 1"
    );
}
