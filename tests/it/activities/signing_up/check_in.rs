//! Checking in: taps that arrive late, twice, and against each other.

use serde_json::json;

use super::*;
use crate::data::retention::text;
use crate::mail::rules::Post;

#[test]
fn a_tap_counts_once_and_the_later_one_wins() {
    let server = Server::start();
    let made = made(&server, 5, json!({}));
    let id = sign_up(&server.as_volunteer(), &made, json!({}))
        .expect(201)
        .id();
    let center = server.as_center();
    let at = |minutes: i64| (server.clock.now() - SignedDuration::from_mins(minutes)).to_string();
    let tap = |name: &str, present: bool, minutes: i64| {
        let body = json!({ "present": present, "at": at(minutes), "tap_id": name });
        center.post(&format!("{REGISTRATIONS}/{id}/check_in"), &body)
    };
    let first = tap("tap-00001", true, 10).expect(200);
    assert_eq!(
        (first.at("/meta/attendance"), first.at("/meta/other")),
        (json!("present"), Value::Null)
    );
    tap("tap-00001", true, 10).expect(200);
    // From another device without a connection, of before: the first stays, and both are shown.
    let before = tap("tap-00002", false, 20).expect(200);
    assert_eq!(
        (
            before.at("/meta/attendance"),
            before.at("/meta/is_yours"),
            before.at("/meta/other/attendance")
        ),
        (json!("present"), json!(false), json!("absent"))
    );
    let after = tap("tap-00003", false, 1).expect(200);
    assert_eq!(
        (
            after.at("/meta/attendance"),
            after.at("/meta/other/attendance")
        ),
        (json!("absent"), json!("present"))
    );
    let shown = center.get(&format!("{REGISTRATIONS}/{id}")).expect(200);
    assert_eq!(
        (
            shown.at("/data/attributes/attendance"),
            shown.at("/data/attributes/checked_in_at")
        ),
        (json!("absent"), Value::Null)
    );
    let taps: i64 = server.arrange(|tx| {
        Ok(tx.query_row("select count(*) from activity_taps", [], |row| row.get(0))?)
    });
    assert_eq!(taps, 3);
    let body = json!({ "present": true, "tap_id": "tap-00009" });
    server
        .as_volunteer()
        .post(&format!("{REGISTRATIONS}/{id}/check_in"), &body)
        .expect(403);
}

#[test]
fn who_was_added_at_the_door_without_a_connection_is_taken_when_it_is_back() {
    let server = Server::start();
    let made = made(&server, 1, json!({ "capacity": 2 }));
    let id = sign_up(&server.as_volunteer(), &made, json!({}))
        .expect(201)
        .id();
    let center = server.as_center();
    // It is on from the first to the third hour.
    server.clock.advance(SignedDuration::from_hours(2));
    follow(&server);
    let (during, tidying) = (
        server.clock.now().to_string(),
        (server.clock.now() + SignedDuration::from_hours(2)).to_string(),
    );
    server.clock.advance(SignedDuration::from_hours(3));
    follow(&server);
    assert_eq!(text(&server, "select status from activities"), "finished");
    let walk_in = |name: &str, at: Option<&str>| {
        let body = json!({ "occurrence_id": made.dates[0], "first_name": name, "at": at });
        center.post(&format!("/api/v1/activities/{}/walk_ins", made.id), &body)
    };
    let tap = |name: &str, at: &str| {
        let body = json!({ "present": true, "tap_id": name, "at": at });
        center.post(&format!("{REGISTRATIONS}/{id}/check_in"), &body)
    };
    assert_eq!(
        tap("tap-00001", &during).expect(200).at("/meta/attendance"),
        "present"
    );
    let made_up = walk_in("Bram", None).expect(422);
    assert_eq!(made_up.code(), "registration_closed");
    let late = (server.clock.now() - SignedDuration::from_mins(1)).to_string();
    walk_in("Bram", Some(&tidying)).expect(201);
    let shown = center
        .get(&format!(
            "{REGISTRATIONS}?filter[occurrence_id_eq]={}&filter[q]=Bram",
            made.dates[0]
        ))
        .expect(200);
    assert_eq!(
        shown.at("/data/0/attributes/checked_in_at"),
        shortly(&tidying)
    );
    // Two places: there was no room for a third.
    assert_eq!(
        walk_in("Cees", Some(&during)).expect(422).code(),
        "activity_full"
    );
    take(&center, &id, "remove").expect(200);
    server.clock.advance(SignedDuration::from_mins(30));
    assert_eq!(
        walk_in("Cees", Some(&late))
            .expect(201)
            .at("/data/attributes/status"),
        "registered"
    );
    // By its clock too long after the end, or sent too late.
    let after = (server.clock.now() - SignedDuration::from_mins(1)).to_string();
    assert_eq!(
        walk_in("Dora", Some(&after)).expect(422).code(),
        "registration_closed"
    );
    server.clock.advance(SignedDuration::from_hours(24));
    let body = json!({ "occurrence_id": made.dates[0], "first_name": "Dora", "at": during });
    let path = format!("/api/v1/activities/{}/walk_ins", made.id);
    assert_eq!(
        server.as_center().post(&path, &body).expect(422).code(),
        "registration_closed"
    );
}

/// A moment as taps are stored.
fn shortly(at: &str) -> String {
    at.replace('Z', ".000Z")
}

#[test]
fn a_participant_shows_a_code_that_stands_in_the_list_of_the_organiser() {
    let post = Post::start();
    let server = &post.server;
    let center = server.as_center();
    let address = json!({ "street": "Lindeplein", "house_number": "4", "postal_code": "5310ab" });
    let place = json!({ "name": "Buurthuis De Linde", "address": address });
    let place = center
        .post("/api/v1/places", &document("places", place))
        .expect(201)
        .id();
    let at_a_place =
        json!({ "online": false, "online_url": null, "place_id": place, "capacity": 1 });
    let made = made(server, 24 * 20, at_a_place);
    let joke = server.as_volunteer();
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    let code_of = |client: &Client, id: &str| {
        let shown = client.get(&format!("{REGISTRATIONS}/{id}")).expect(200);
        shown.at("/data/attributes/check_in_code")
    };
    let code = code_of(&center, &id);
    let code = code.as_str().unwrap();
    assert!(
        code.len() == 10 && code.bytes().all(|digit| digit.is_ascii_hexdigit()),
        "{code}"
    );
    assert_eq!(code_of(&joke, &id), code);

    // What was sent is forgotten.
    let path = text(
        server,
        "select data ->> 'path' from outbox where kind = 'activity_registered'",
    );
    post.send();
    let letter = post.peer.wait_for("joke@example.nl", "Je komt naar");
    assert!(letter.text.contains(code) && letter.html.contains("cid:check-in-code"));
    let inline = letter.raw.find("Content-ID: <check-in-code>").unwrap();
    assert!(letter.raw[..inline].contains("multipart/related"));
    let mut kinds = letter.files.iter().map(|(kind, _)| kind.as_str());
    assert_eq!(kinds.next(), Some("image/png"));

    let page = server.as_nobody().get(&path).expect(200).text;
    assert!(
        page.contains("<svg width=\"200\"") && page.contains(code),
        "{page}"
    );

    // Who waits has no place to show.
    let waits = sign_up(&person(server, "kees"), &made, json!({}))
        .expect(201)
        .id();
    let waiting = code_of(&center, &waits);
    post.send();
    let letter = post.peer.wait_for("kees@example.nl", "wachtlijst");
    assert!(
        !letter.raw.contains("check-in-code") && !letter.text.contains(waiting.as_str().unwrap())
    );
}

#[test]
fn there_is_no_door_to_an_activity_online() {
    let post = Post::start();
    let made = made(&post.server, 24 * 20, json!({}));
    sign_up(&post.server.as_volunteer(), &made, json!({})).expect(201);
    post.send();
    let letter = post.peer.wait_for("joke@example.nl", "Je komt naar");
    assert!(!letter.raw.contains("check-in-code"), "{}", letter.raw);
}
