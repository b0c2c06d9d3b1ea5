//! Appeals against what was decided about a report.

use jiff::SignedDuration;
use serde_json::json;

use super::{PATH, act, letters, only, report, step, with_message};
use crate::activities;
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

#[test]
fn what_was_decided_for_all_who_reported_is_undone_for_all() {
    let server = Server::start();
    let (_, message) = with_message(&server);
    let (samira, marieke, admin) = (server.as_superuser(), server.as_center(), server.as_admin());
    report(&server.as_volunteer(), ("messages", &message), "insulting").expect(204);
    let (id, _) = only(&marieke);
    // The same was reported by others: one before, with another decision, and one that is still open.
    server.arrange(|tx| {
        for (status, decided_at) in [("no_action", Some("2020-01-01T00:00:00Z")), ("new", None)] {
            tx.execute(
                "insert into abuse_reports (volunteer_center_id, subject_type, subject_id, organization_id, reported_user_id, category, snapshot, status, decided_at, created_at, updated_at)
                 select volunteer_center_id, subject_type, subject_id, organization_id, reported_user_id, category, snapshot, ?1, ?2, created_at, updated_at
                   from abuse_reports order by id limit 1",
                (status, decided_at),
            )?;
        }
        Ok(())
    });
    act(&marieke, &id, &json!(["hide"])).expect(200);
    let statuses = || {
        server.arrange(|tx| {
            let mut found = tx.prepare("select status from abuse_reports order by id")?;
            let all = found.query_map([], |row| row.get::<_, String>(0))?;
            Ok(all.collect::<Result<Vec<_>, _>>()?)
        })
    };
    assert_eq!(statuses(), ["action_taken", "no_action", "action_taken"]);
    appeal(&samira, &id).expect(204);
    let body = json!({ "overturn": true, "text": "Je hebt gelijk." });
    step(&admin, &id, "decide_appeal", &body).expect(200);
    assert_eq!(statuses(), ["no_action", "no_action", "no_action"]);
}

#[test]
fn an_activity_that_was_taken_down_comes_back_as_a_draft_with_its_dates() {
    for is_by_decision in [true, false] {
        let server = Server::start();
        let (samira, marieke, admin) =
            (server.as_superuser(), server.as_center(), server.as_admin());
        let path = activities::make(&server, &json!({}));
        activities::take(&samira, &path, "publish", None).expect(200);
        let activity = path.rsplit('/').next().unwrap().to_owned();
        report(
            &server.as_volunteer(),
            ("activities", &activity),
            "misleading",
        )
        .expect(204);
        let (id, _) = only(&marieke);
        if !is_by_decision {
            activities::take(&samira, &path, "cancel", Some("Het regent.")).expect(200);
            server.clock.advance(SignedDuration::from_mins(1));
        }
        act(&marieke, &id, &json!(["take_down"])).expect(200);
        let state = || {
            let id: i64 = activity.parse().unwrap();
            server.arrange(move |tx| {
                Ok(tx.query_row(
                    "select a.status, (select count(*) from activity_occurrences o where o.activity_id = a.id and o.status = 'planned')
                       from activities a where a.id = ?1",
                    [id],
                    |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)),
                )?)
            })
        };
        assert_eq!(state(), ("cancelled".to_owned(), 0));
        appeal(&samira, &id).expect(204);
        let body = json!({ "overturn": true, "text": "Je hebt gelijk." });
        step(&admin, &id, "decide_appeal", &body).expect(200);
        if is_by_decision {
            assert_eq!(state(), ("draft".to_owned(), 4));
        } else {
            assert_eq!(
                state(),
                ("cancelled".to_owned(), 0),
                "its organisation had done so before"
            );
        }
    }
}
