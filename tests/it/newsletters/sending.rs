//! Newsletters on their way, to a mail server that refuses, defers and hangs up.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::send_newsletters;

use super::writing::{letter, willing, write};
use crate::support::outbox::send;
use crate::support::server::{Client, Server, document};
use crate::support::smtp_peer::{Moment, SmtpPeer};

const PEOPLE: usize = 500;
/// Addresses that the mail server says do not exist.
const REFUSED: usize = 3;

/// Lets the job look, as the process `by`.
fn look(server: &Server, by: &str) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    let db = tenant.unguarded("test");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(send_newsletters(db, 60, by)).unwrap()
}

/// Noon of a working day: at night nothing goes.
fn begin_at_noon(server: &Server) {
    let now: jiff::Timestamp = server.clock.text().parse().unwrap();
    let noon: jiff::Timestamp = "2027-01-18T11:00:00Z".parse().unwrap();
    server.clock.advance(SignedDuration::from_secs(
        noon.as_second() - now.as_second(),
    ));
}

/// Has it sent, as one that somebody has tested.
fn schedule(server: &Server, client: &Client, id: &str) {
    server.arrange(|tx| {
        tx.execute("update newsletters set tested_at = ?1", [tx.now()])?;
        Ok(())
    });
    client
        .put(
            &format!("/api/v1/newsletters/{id}/schedule"),
            &document("newsletters", json!({})),
        )
        .expect(200);
}

fn state(client: &Client, id: &str) -> Value {
    client
        .get(&format!("/api/v1/newsletters/{id}"))
        .expect(200)
        .at("/data/attributes")
}

fn crowd(server: &Server, count: usize) {
    server.arrange(move |tx| {
        let mut insert = tx.prepare(
            "insert into newsletter_subscribers (volunteer_center_id, email, first_name, status, created_at, updated_at)
             select id, ?1, 'Mens', 'active', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' from volunteer_centers where is_default = 1",
        )?;
        for number in 0..count {
            insert.execute([format!("mens{number}@example.org")])?;
        }
        Ok(())
    });
}

#[test]
fn each_of_many_gets_it_once_whatever_happens_to_the_server_and_the_mail() {
    let server = Server::start();
    begin_at_noon(&server);
    let client = server.as_center();
    crowd(&server, PEOPLE);
    let id = write(&client, &letter());
    schedule(&server, &client, &id);
    let peer = SmtpPeer::start();
    for round in 0..40 {
        // Five restarts in the middle, once in the middle of a batch of mails.
        let by = format!("process {}", round / 4);
        look(&server, &by);
        match round {
            1 => peer.refuse_next(REFUSED),
            2 => peer.drop_next(2),
            3 => peer.tear_next(1),
            4 => peer.answer_next(Moment::Data, "451 4.3.0 later"),
            _ => {}
        }
        send(&server, &peer);
        server.clock.advance(SignedDuration::from_secs(61));
        let now = state(&client, &id);
        if now["status"] == "sent" && now["delivered_count"] == PEOPLE - REFUSED {
            break;
        }
        if server.clock.text().as_str() > "2027-01-18T19:00:00Z" {
            break;
        }
    }
    let now = state(&client, &id);
    assert_eq!(now["status"], "sent", "{now}");
    assert_eq!(now["recipient_count"], PEOPLE, "{now}");
    assert_eq!(now["waiting_count"], 0, "{now}");
    assert!(
        now["resumed_at"].is_string() && now["resumed_from"].as_i64() > Some(0),
        "{now}"
    );
    let mut came: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for message in peer.messages() {
        let id = message.header("Message-ID").to_owned();
        came.entry(message.header("To").to_owned())
            .or_default()
            .push(id);
    }
    assert_eq!(now["bounced_count"], REFUSED, "{now}");
    assert_eq!(came.len(), PEOPLE - REFUSED);
    for (to, ids) in &came {
        assert_eq!(ids.len(), 1, "{to}: {ids:?}");
    }
    let one = peer.messages().into_iter().next().unwrap();
    assert_eq!(one.subject(), "December: kom je ook?");
    assert!(one.header("List-Unsubscribe").contains("/unsubscribe/"));
    let events = client
        .get(&format!("/api/v1/newsletters/{id}/history"))
        .expect(200);
    let names: Vec<String> = events.json()["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["attributes"]["event"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names.first().map(String::as_str), Some("sent"), "{names:?}");
    assert!(names.contains(&"resumed_after_restart".to_owned()));
}

#[test]
fn who_is_gone_by_the_time_of_sending_is_not_written_to() {
    let server = Server::start();
    begin_at_noon(&server);
    let client = server.as_center();
    willing(
        &server,
        &[
            "joke@example.nl",
            "wim@example.nl",
            "samira@example.nl",
            "mentor@example.nl",
        ],
    );
    let id = write(&client, &letter());
    schedule(&server, &client, &id);
    // The rows are there, nobody was sent it yet.
    let paused = || client.put(&format!("/api/v1/newsletters/{id}/pause"), &json!({}));
    look_with(&server, 0);
    paused().expect(200);
    assert_eq!(look(&server, "a"), 0, "paused");
    server.arrange(|tx| {
        tx.execute_batch(
            "insert into consents (user_id, kind, is_given, created_at, updated_at)
             select id, 'newsletter', 0, '2027-01-18T11:00:00Z', '2027-01-18T11:00:00Z' from users where email = 'joke@example.nl';
             update users set status = 'archived' where email = 'wim@example.nl';
             insert into mail_bounces (email, count, last_error, bounced_at) values ('mentor@example.nl', 3, 'x', '2026-11-01T00:00:00Z');",
        )?;
        Ok(())
    });
    client
        .put(&format!("/api/v1/newsletters/{id}/resume"), &json!({}))
        .expect(200);
    assert_eq!(look(&server, "a"), 1);
    let now = state(&client, &id);
    assert_eq!(
        (&now["skipped_count"], &now["status"]),
        (&3.into(), &"sent".into()),
        "{now}"
    );
    let peer = SmtpPeer::start();
    send(&server, &peer);
    assert_eq!(peer.messages().len(), 1);
    assert!(peer.messages()[0].is_to("samira@example.nl"));

    // One click, and the consent is taken back and counted.
    let token = server.arrange(|tx| {
        Ok(tx.query_row(
            "select unsubscribe_token from outbox where kind = 'newsletter'",
            [],
            |row| row.get::<_, String>(0),
        )?)
    });
    server
        .as_nobody()
        .post(&format!("/unsubscribe/{token}"), &json!({}))
        .expect(200);
    look(&server, "a");
    let now = state(&client, &id);
    assert_eq!(now["unsubscribed_count"], 1, "{now}");
    let given: bool = server.arrange(|tx| {
        Ok(tx.query_row(
            "select is_given from consents c join users u on u.id = c.user_id
              where u.email = 'samira@example.nl' and c.kind = 'newsletter' order by c.id desc limit 1",
            [],
            |row| row.get(0),
        )?)
    });
    assert!(!given);
}

/// The same with another number in a minute.
fn look_with(server: &Server, per_minute: usize) {
    let tenant = server.app.tenants().get("demo").unwrap();
    let db = tenant.unguarded("test");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime
        .block_on(send_newsletters(db, per_minute, "a"))
        .unwrap();
}

#[test]
fn at_night_nothing_goes_and_after_three_days_or_a_stop_nobody_gets_it_any_more() {
    let server = Server::start();
    begin_at_noon(&server);
    crowd(&server, 30);
    // Signed in anew each time: days go by.
    let client = server.as_center();
    let first = write(&client, &letter());
    schedule(&server, &client, &first);
    server.clock.advance(SignedDuration::from_hours(10));
    assert_eq!(look(&server, "a"), 0, "at night");
    server.clock.advance(SignedDuration::from_hours(14));
    look_with(&server, 20);
    assert_eq!(state(&server.as_center(), &first)["waiting_count"], 10);
    server.clock.advance(SignedDuration::from_hours(73));
    look(&server, "a");
    let now = state(&server.as_center(), &first);
    assert_eq!(
        (&now["skipped_count"], &now["status"]),
        (&10.into(), &"sent".into()),
        "{now}"
    );

    let client = server.as_center();
    let second = write(&client, &letter());
    schedule(&server, &client, &second);
    look_with(&server, 20);
    client
        .put(&format!("/api/v1/newsletters/{second}/stop"), &json!({}))
        .expect(200);
    assert_eq!(look(&server, "a"), 0);
    assert_eq!(state(&client, &second)["status"], "stopped");
    client
        .put(&format!("/api/v1/newsletters/{second}/resume"), &json!({}))
        .expect(422);
    client
        .put(&format!("/api/v1/newsletters/{second}/pause"), &json!({}))
        .expect(422);
}

#[test]
fn after_a_restore_none_goes_on_by_itself() {
    let server = Server::start();
    begin_at_noon(&server);
    let client = server.as_center();
    crowd(&server, 30);
    let begun = write(&client, &letter());
    schedule(&server, &client, &begun);
    look_with(&server, 20);
    let planned = write(&client, &letter());
    schedule(&server, &client, &planned);
    server.arrange(|tx| {
        tx.execute(
            "insert into mail_holds (id, since, why) values (1, ?1, 'restore')",
            [tx.now()],
        )?;
        Ok(())
    });
    assert_eq!(look(&server, "b"), 0);
    assert_eq!(state(&client, &begun)["status"], "paused");
    assert_eq!(state(&client, &planned)["status"], "draft");
    server.arrange(|tx| {
        tx.execute("delete from mail_holds", [])?;
        Ok(())
    });
    assert_eq!(look(&server, "b"), 0, "until somebody says so");
    client
        .put(&format!("/api/v1/newsletters/{begun}/resume"), &json!({}))
        .expect(200);
    assert_eq!(look(&server, "b"), 10);
}

#[test]
fn one_that_is_kept_has_a_page_that_everybody_reads_without_a_name() {
    let server = Server::start();
    begin_at_noon(&server);
    let client = server.as_center();
    crowd(&server, 1);
    let mut attributes = letter();
    attributes["is_archived"] = true.into();
    attributes["subject_en"] = "December: will you come?".into();
    attributes["blocks_en"] =
        json!([{ "type": "text", "text": "Dear {{ first_name }}, <b>come</b>" }]);
    let id = write(&client, &attributes);
    let page = format!("/api/v1/published_newsletters/{id}");
    schedule(&server, &client, &id);
    server.as_nobody().get(&page).expect(404);
    look(&server, "a");
    let shown = server
        .as_nobody()
        .get(&page)
        .expect(200)
        .at("/data/attributes");
    assert_eq!(shown["html_en"], "<p>Dear, &lt;b&gt;come&lt;/b&gt;</p>");
    let html = shown["html"].as_str().unwrap();
    assert!(
        html.starts_with("<h2>Voor elkaar</h2><p>Dag,</p>"),
        "{html}"
    );
    assert!(
        html.contains("<a href=\"https://nov.example/a\">elders</a>"),
        "{html}"
    );
    assert_eq!(
        state(&client, &id)["public_path"],
        format!("/nieuwsbrief/{id}")
    );
    let elsewhere = server.as_nobody().with("host", "elders.localhost");
    elsewhere.get(&page).expect(404);
}

#[test]
fn the_counts_stay_when_the_rows_of_readers_go() {
    let server = Server::start();
    begin_at_noon(&server);
    let client = server.as_center();
    crowd(&server, 3);
    let id = write(&client, &letter());
    schedule(&server, &client, &id);
    look(&server, "a");
    let peer = SmtpPeer::start();
    send(&server, &peer);
    look(&server, "a");
    let before = state(&client, &id);
    assert_eq!(before["delivered_count"], 3, "{before}");
    server.arrange(|tx| {
        tx.execute("delete from newsletter_subscribers", [])?;
        Ok(())
    });
    let after = state(&client, &id);
    assert_eq!(after["delivered_count"], 3, "{after}");
    assert_eq!(after["recipient_count"], 3, "{after}");
}
