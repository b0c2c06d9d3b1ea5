//! What organisers write to those who signed up, and what they are asked themselves.

use serde_json::json;

use super::*;
use crate::applications::stages::letters;
use crate::support::outbox::last;

fn write(client: &Client, made: &Made, body: Value) -> Reply {
    let path = format!("/api/v1/activities/{}/messages", made.id);
    client.post(&path, &document("activity_message_forms", body))
}

#[test]
fn a_message_goes_once_to_those_it_is_for() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let center = server.as_center();
    let nobody = write(&center, &made, json!({ "message": "Neem een mok mee." })).expect(422);
    assert_eq!(
        nobody.at("/errors/0/source/pointer"),
        "/data/attributes/audience"
    );
    sign_up(&server.as_volunteer(), &made, json!({})).expect(201);
    let anna = person(&server, "anna");
    sign_up(&anna, &made, json!({ "waitlist": true })).expect(201);
    write(
        &center,
        &made,
        json!({ "message": "Neem een mok mee.", "occurrence_id": made.dates[0] }),
    )
    .expect(201);
    // Who signs up after it was written is not written to.
    server.clock.advance(SignedDuration::from_mins(2));
    let path = format!("/api/v1/activities/{}", made.id);
    center
        .patch(&path, &document("activities", json!({ "capacity": 5 })))
        .expect(200);
    let bram = person(&server, "bram");
    sign_up(&bram, &made, json!({})).expect(201);
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    assert_eq!(letters(&server, "activity_message"), ["joke@example.nl"]);
    let told = last(&server, "activity_message", "joke@example.nl");
    assert_eq!(told["message"], "Neem een mok mee.");
    assert!(
        told["path"]
            .as_str()
            .unwrap()
            .starts_with("/activity-registration/")
    );
    write(
        &center,
        &made,
        json!({ "message": "Er is nog een plek.", "audience": "waiting" }),
    )
    .expect(201);
    follow(&server);
    assert_eq!(
        letters(&server, "activity_message"),
        ["joke@example.nl", "anna@example.nl"]
    );
    let listed = center
        .get(&format!("/api/v1/activities/{}/messages", made.id))
        .expect(200)
        .json();
    assert_eq!(listed["data"][0]["attributes"]["sent_count"], 1);
    assert!(listed["data"][0]["attributes"]["sent_at"].is_string());
}

#[test]
fn only_who_runs_it_writes_and_five_times_a_day() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({}));
    let joke = server.as_volunteer();
    sign_up(&joke, &made, json!({})).expect(201);
    let said = json!({ "message": "Hallo allemaal" });
    write(&joke, &made, said.clone()).expect(403);
    // The manager of an organisation that does not organise it.
    write(&server.as_superuser(), &made, said.clone()).expect(403);
    let path = format!("/api/v1/activities/{}/messages", made.id);
    joke.get(&path).expect(403);
    server.as_superuser().get(&path).expect(403);
    for number in 0..5 {
        let said = json!({ "message": format!("Bericht {number}") });
        write(&server.as_center(), &made, said).expect(201);
    }
    let refused = write(&server.as_center(), &made, said).expect(422);
    assert_eq!(refused.code(), "limit_reached");
}

#[test]
fn a_message_to_three_hundred_is_sent_a_hundred_at_a_time() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({}));
    let activity: i64 = made.id.parse().unwrap();
    server.arrange(move |tx| {
        for number in 0..250 {
            tx.execute(
                "insert into activity_registrations (activity_id, first_name, email, status, created_at, updated_at)
                 values (?1, 'Gast', ?2, 'registered', ?3, ?3)",
                (activity, format!("gast{number}@example.nl"), tx.now()),
            )?;
        }
        Ok(())
    });
    write(
        &server.as_center(),
        &made,
        json!({ "message": "Tot dinsdag!" }),
    )
    .expect(201);
    let mut counts = Vec::new();
    for _ in 0..4 {
        follow(&server);
        counts.push(letters(&server, "activity_message").len());
    }
    assert_eq!(counts, [100, 200, 250, 250]);
}

#[test]
fn more_capacity_is_offered_at_once() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    sign_up(&server.as_volunteer(), &made, json!({})).expect(201);
    let anna = person(&server, "anna");
    let waits = sign_up(&anna, &made, json!({ "waitlist": true }))
        .expect(201)
        .id();
    change(&server, &made, json!({ "capacity": 2 }));
    assert_eq!(status(&anna, &waits), "offered");
    assert_eq!(counts(&server, &made.dates[0]), (1, 1, 0));
}

#[test]
fn the_organiser_is_asked_once_whether_it_goes_on_with_few() {
    let server = Server::start();
    let asked_on = &local(&server, 24 * 10)[..10];
    let made = made(
        &server,
        24 * 20,
        json!({ "minimum_participants": 2, "minimum_on": asked_on }),
    );
    sign_up(&server.as_volunteer(), &made, json!({})).expect(201);
    assert_eq!(follow(&server), 0);
    server.clock.advance(SignedDuration::from_hours(24 * 10));
    assert_eq!((follow(&server), follow(&server)), (1, 0));
    let asked = letters(&server, "activity_too_few");
    assert!(!asked.is_empty());
    let told = last(&server, "activity_too_few", &asked[0]);
    assert_eq!((&told["people"], &told["minimum"]), (&json!(1), &json!(2)));
    // Another day: asked again, unless there are enough by then.
    let later = &local(&server, 24 * 5)[..10];
    change(&server, &made, json!({ "minimum_on": later }));
    let anna = person(&server, "anna");
    sign_up(&anna, &made, json!({})).expect(201);
    server.clock.advance(SignedDuration::from_hours(24 * 6));
    assert_eq!(follow(&server), 0);
}

/// Lets a date pass to which Joke did not come, where somebody else was checked in.
fn missed(server: &Server, number: i64) {
    let made = made(
        server,
        26,
        json!({ "title": format!("Koffie nummer {number}") }),
    );
    sign_up(&server.as_volunteer(), &made, json!({})).expect(201);
    server.clock.advance(SignedDuration::from_hours(26));
    let walk_ins = format!("/api/v1/activities/{}/walk_ins", made.id);
    let body = json!({ "first_name": "Piet", "occurrence_id": made.dates[0] });
    server.as_center().post(&walk_ins, &body).expect(201);
    server.clock.advance(SignedDuration::from_hours(3));
    follow(server);
}

#[test]
fn row_20_who_stayed_away_twice_waits_for_the_organisers_yes() {
    let server = Server::start();
    missed(&server, 1);
    let asks = json!({ "asks_after_no_shows": true, "capacity": 1 });
    let first = made(&server, 24 * 10, asks.clone());
    let joke = server.as_volunteer();
    let once = sign_up(&joke, &first, json!({})).expect(201);
    assert_eq!(once.at("/data/attributes/status"), "registered");
    missed(&server, 2);
    let second = made(&server, 24 * 12, asks);
    let twice = sign_up(&joke, &second, json!({})).expect(201);
    assert_eq!(twice.at("/data/attributes/status"), "waitlisted");
    assert_eq!(twice.at("/data/attributes/needs_yes"), true);
    assert!(twice.at("/data/attributes/waitlist_position").is_null());
    assert!(!letters(&server, "activity_needs_yes").is_empty());
    assert_eq!(
        last(&server, "activity_waitlisted", "joke@example.nl")["needs_yes"],
        true
    );
    // The free place is nobody's until the organiser says so, and others do not wait behind her.
    assert_eq!(follow(&server), 0);
    take(&server.as_center(), &twice.id(), "give_place").expect(200);
    let read = server
        .as_center()
        .get(&format!("{REGISTRATIONS}/{}", twice.id()))
        .expect(200);
    assert_eq!(read.at("/data/attributes/needs_yes"), false);
    // Where the organiser does not ask for it, nothing is held.
    let third = made(&server, 24 * 14, json!({}));
    let plain = sign_up(&joke, &third, json!({})).expect(201);
    assert_eq!(plain.at("/data/attributes/status"), "registered");
}
