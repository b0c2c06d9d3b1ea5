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
