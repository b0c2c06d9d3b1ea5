//! Checking in: taps that arrive late, twice, and against each other.

use serde_json::json;

use super::*;

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
