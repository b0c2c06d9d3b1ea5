//! Appeals against what was decided about a report.

use jiff::SignedDuration;
use serde_json::json;

use super::{PATH, act, letters, only, report, step, with_message};
use crate::conversations::say;
use crate::support::server::Server;

fn appeal(client: &crate::support::server::Client, id: &str) -> crate::support::server::Reply {
    client.put(
        &format!("{PATH}/{id}/appeal"),
        &json!({ "body": "Lees het nog eens." }),
    )
}

#[test]
fn somebody_else_decides_an_appeal_and_what_was_done_is_undone() {
    let server = Server::start();
    let (conversation, message) = with_message(&server);
    let (samira, marieke, admin) = (server.as_superuser(), server.as_center(), server.as_admin());
    report(&server.as_volunteer(), ("messages", &message), "insulting").expect(204);
    let (id, _) = only(&marieke);
    appeal(&samira, &id).expect(404);
    act(&marieke, &id, &json!(["hide", "pause_writing"])).expect(200);
    say(&samira, &conversation, "Hallo?").expect(422);
    appeal(&samira, &id).expect(204);
    appeal(&samira, &id).expect(422);
    assert_eq!(letters(&server, "report_appealed").len(), 1);

    let read = marieke.get(&format!("{PATH}/{id}")).expect(200);
    assert_eq!(read.at("/data/attributes/can_decide_appeal"), false);
    assert_eq!(read.at("/data/attributes/appeal_by"), "reported");
    let body = json!({ "overturn": true, "text": "Je hebt gelijk." });
    step(&marieke, &id, "decide_appeal", &body).expect(403);
    step(&admin, &id, "decide_appeal", &body).expect(200);
    let read = admin.get(&format!("{PATH}/{id}")).expect(200);
    assert_eq!(read.at("/data/attributes/status"), "no_action");
    assert_eq!(read.at("/data/attributes/appeal_status"), "overturned");
    assert_eq!(read.at("/data/attributes/is_hidden"), false);
    say(&samira, &conversation, "Hallo?").expect(201);
    assert_eq!(
        letters(&server, "report_appeal_decided"),
        ["samira@example.nl"]
    );
    let outcome = samira.get(&format!("{PATH}/{id}/outcome")).expect(200);
    assert_eq!(outcome.at("/meta/appeal_text"), "Je hebt gelijk.");
    step(&admin, &id, "decide_appeal", &body).expect(422);
}

#[test]
fn a_reporter_appeals_against_nothing_done_within_fourteen_days() {
    let server = Server::start();
    let (_, message) = with_message(&server);
    let (joke, samira, marieke) = (
        server.as_volunteer(),
        server.as_superuser(),
        server.as_center(),
    );
    report(&joke, ("messages", &message), "spam").expect(204);
    let (id, _) = only(&marieke);
    step(
        &marieke,
        &id,
        "dismiss",
        &json!({ "reporter_text": "Dit mag." }),
    )
    .expect(200);
    appeal(&samira, &id).expect(404);
    let outcome = joke.get(&format!("{PATH}/{id}/outcome")).expect(200);
    assert_eq!(outcome.at("/meta/can_appeal"), true);
    server.clock.advance(SignedDuration::from_hours(15 * 24));
    let joke = server.as_volunteer();
    appeal(&joke, &id).expect(422);
    assert_eq!(
        joke.get(&format!("{PATH}/{id}/outcome"))
            .at("/meta/can_appeal"),
        false
    );
}
