//! Hours from in and out of a check-in, of who was not there after all, and of who forgot to go out.

use super::*;
use crate::activities::signing_up::{Made, REGISTRATIONS, made, sign_up};

fn helpers(server: &Server, more: Value) -> (Made, String) {
    let mut attributes = json!({ "counts_hours": true });
    if let (Some(all), Value::Object(more)) = (attributes.as_object_mut(), more) {
        all.extend(more);
    }
    let made = made(server, 1, attributes);
    let id = sign_up(&server.as_volunteer(), &made, json!({}))
        .expect(201)
        .id();
    (made, id)
}

/// Three dates, a day apart, for which Joke signed up at once.
fn series(server: &Server) -> (Made, String) {
    let more = json!({ "counts_hours": true, "recurrence": "FREQ=DAILY;COUNT=3", "registration": "series" });
    let made = made(server, 1, more);
    let id = sign_up(
        &server.as_volunteer(),
        &made,
        json!({ "occurrence_id": null }),
    )
    .expect(201)
    .id();
    (made, id)
}

fn tap(server: &Server, id: &str, name: &str, present: bool, out: bool) -> Reply {
    let body = json!({ "present": present, "out": out, "tap_id": name, "at": server.clock.now().to_string() });
    server
        .as_center()
        .post(&format!("{REGISTRATIONS}/{id}/check_in"), &body)
}

fn entries(server: &Server) -> Vec<(String, String, f64)> {
    server.arrange(|tx| {
        let mut statement =
            tx.prepare("select source, status, hours from hours_entries order by id")?;
        let rows = statement
            .query_map([], |row| row.try_into())?
            .collect::<Result<_, _>>()?;
        Ok(rows)
    })
}

fn one(status: &str, hours: f64) -> Vec<(String, String, f64)> {
    vec![("check_in".to_owned(), status.to_owned(), hours)]
}

#[test]
fn the_time_between_in_and_out_counts_and_later_taps_are_followed() {
    let server = Server::start();
    let (_, id) = helpers(&server, json!({}));
    tap(&server, &id, "in-000001", true, false).expect(200);
    assert!(entries(&server).is_empty());
    server.clock.advance(SignedDuration::from_mins(95));
    let out = tap(&server, &id, "out-00001", true, true).expect(200);
    assert_eq!(out.at("/meta/attendance"), "present");
    assert_eq!(entries(&server), one("confirmed", 1.5));
    // The same tap again, and one of another device that is later.
    tap(&server, &id, "out-00001", true, true).expect(200);
    server.clock.advance(SignedDuration::from_mins(60));
    tap(&server, &id, "out-00002", true, true).expect(200);
    assert_eq!(entries(&server), one("confirmed", 2.5));
    let shown = read(&server.as_volunteer(), "1");
    assert_eq!(
        (
            &shown["work"],
            &shown["source"],
            &shown["confirmed_by_name"]
        ),
        (
            &json!("Koffieochtend"),
            &json!("check_in"),
            &json!("Marieke Bos")
        )
    );
    tap(&server, &id, "in-000002", false, true).expect(422);
    // Not there after all.
    server.clock.advance(SignedDuration::from_mins(1));
    tap(&server, &id, "in-000003", false, false).expect(200);
    assert!(entries(&server).is_empty());
}

#[test]
fn who_forgets_to_go_out_stayed_until_the_end_which_the_organiser_confirms() {
    let server = Server::start();
    let (_, id) = helpers(&server, json!({}));
    server.clock.advance(SignedDuration::from_mins(75));
    tap(&server, &id, "in-000001", true, false).expect(200);
    server.clock.advance(SignedDuration::from_hours(2));
    follow(&server);
    assert!(entries(&server).is_empty());
    server.clock.advance(SignedDuration::from_hours(3));
    follow(&server);
    assert_eq!(entries(&server), one("logged", 1.75));
    follow(&server);
    assert_eq!(entries(&server).len(), 1);
    // Marked as not there: refused, with the reason.
    tap(&server, &id, "in-000002", false, false).expect(200);
    assert_eq!(entries(&server), one("refused", 1.75));
    assert_eq!(
        read(&server.as_volunteer(), "1")["reason"],
        "Je staat op afwezig."
    );
}

#[test]
fn an_activity_whose_hours_do_not_count_makes_none() {
    let server = Server::start();
    let (_, id) = helpers(&server, json!({ "counts_hours": false }));
    tap(&server, &id, "in-000001", true, false).expect(200);
    server.clock.advance(SignedDuration::from_mins(95));
    tap(&server, &id, "out-00001", true, true).expect(200);
    server.clock.advance(SignedDuration::from_hours(9));
    follow(&server);
    assert!(entries(&server).is_empty());
}

#[test]
fn of_all_dates_at_once_each_date_has_its_own_attendance() {
    let server = Server::start();
    let (made, id) = series(&server);
    let days: Vec<String> = server.arrange(|tx| {
        let mut statement =
            tx.prepare("select day from activity_occurrences order by starts_at")?;
        let days = statement.query_map([], |row| row.get(0))?;
        Ok(days.collect::<Result<_, _>>()?)
    });
    server.clock.advance(SignedDuration::from_mins(60));
    tap(&server, &id, "in-000001", true, false).expect(200);
    server.clock.advance(SignedDuration::from_mins(90));
    tap(&server, &id, "out-00001", true, true).expect(200);
    // Not there the next day; the day after nobody said anything.
    server.clock.advance(SignedDuration::from_hours(23));
    let absent = json!({ "present": false, "tap_id": "in-000002", "occurrence_id": made.dates[1] });
    server
        .as_center()
        .post(&format!("{REGISTRATIONS}/{id}/check_in"), &absent)
        .expect(200);
    server.clock.advance(SignedDuration::from_hours(25));

    let shown = server
        .as_center()
        .get(&format!("{REGISTRATIONS}/{id}"))
        .expect(200)
        .at("/data/attributes/attendance_by_date");
    let [first, second] = shown.as_array().unwrap().as_slice() else {
        panic!("two dates were checked: {shown}");
    };
    assert_eq!(
        (&first["occurrence_id"], &first["attendance"]),
        (&json!(made.dates[0]), &json!("present"))
    );
    assert!(first["checked_in_at"].is_string() && first["checked_out_at"].is_string());
    assert_eq!(
        (
            &second["occurrence_id"],
            &second["attendance"],
            &second["checked_in_at"]
        ),
        (&json!(made.dates[1]), &json!("absent"), &Value::Null)
    );
    let joke = server.as_volunteer();
    for (attendance, found) in [("present", 1), ("absent", 1)] {
        let path =
            format!("{REGISTRATIONS}?filter[mine_eq]=true&filter[attendance_eq]={attendance}");
        assert_eq!(
            joke.get(&path).expect(200).ids().len(),
            found,
            "{attendance}"
        );
    }

    // The last date that was checked says nothing about the others.
    assert_eq!(entries(&server), one("confirmed", 1.5));
    let written = |day: &str| log(&joke, json!({ "activity_id": made.id, "day": day }));
    assert_eq!(
        written(&days[1]).expect(422).at("/errors/0/meta/rule"),
        "not_signed_up_that_day"
    );
    written(&days[2]).expect(201);
    let paper = json!({ "kind": "certificate", "registration_id": id });
    let paper = joke
        .post("/api/v1/proofs", &document("proof_forms", paper))
        .expect(201);
    assert_eq!(
        (
            paper.at("/data/attributes/total_hours"),
            paper.at("/data/attributes/from"),
            paper.at("/data/attributes/to")
        ),
        (json!(2.0), json!(days[0]), json!(days[0]))
    );
}
