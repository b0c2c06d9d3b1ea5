//! The secret feed of what somebody has signed up for.

use serde_json::json;

use super::*;
use crate::applications::stages::{self, apply, with_capacity};

const OWN: &str = "/api/v1/me/calendar_feed";

fn address(client: &Client) -> String {
    let made = client.put(OWN, &json!({})).expect(200);
    let address = made.at("/meta/address").as_str().unwrap().to_owned();
    address[address.find("/feeds/").unwrap()..].to_owned()
}

fn lines(server: &Server, path: &str) -> Vec<String> {
    let reply = server.as_nobody().get(path).expect(200);
    assert_eq!(reply.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(reply.header("cache-control"), "private, max-age=900");
    let text = reply.text.replace("\r\n ", "");
    // The rules of summer and winter time are those of any calendar.
    let (head, _) = text.split_once("BEGIN:VTIMEZONE").unwrap();
    let (_, events) = text.split_once("END:VTIMEZONE\r\n").unwrap();
    let lines = head.split("\r\n").chain(events.split("\r\n"));
    lines.map(str::to_owned).collect()
}

fn has(lines: &[String], line: &str) -> bool {
    lines.iter().any(|one| one == line)
}

#[test]
fn a_feed_is_made_shown_once_replaced_and_revoked() {
    let server = Server::start();
    let joke = server.as_volunteer();
    server.as_nobody().get(OWN).expect(401);
    assert_eq!(
        joke.get(OWN).expect(200).at("/meta/created_at"),
        json!(null)
    );
    let first = address(&joke);
    let shown = joke.get(OWN).expect(200);
    assert!(shown.at("/meta/created_at").is_string());
    assert_eq!(shown.at("/meta/address"), json!(null));
    let empty = lines(&server, &first);
    assert!(
        !has(&empty, "BEGIN:VEVENT") && has(&empty, "NAME:Mijn agenda - Meedoen in Lindewaard"),
        "{empty:#?}"
    );
    // The same for whoever asks again with what they have.
    let etag = server
        .as_nobody()
        .get(&first)
        .expect(200)
        .header("etag")
        .to_owned();
    server
        .as_nobody()
        .with("if-none-match", &etag)
        .get(&first)
        .expect(304);

    let second = address(&joke);
    server.as_nobody().get(&first).expect(404);
    server.as_nobody().get(&second).expect(200);
    server
        .as_nobody()
        .get(&format!("{}x.ics", second.trim_end_matches(".ics")))
        .expect(404);
    joke.delete(OWN).expect(200);
    server.as_nobody().get(&second).expect(404);
    joke.delete(OWN).expect(404);
    let audited: String = server.arrange(|tx| {
        Ok(tx.query_row(
            "select group_concat(action) from (select action from audit_events where action like '%calendar_feed' order by id)",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(
        audited,
        "renew_calendar_feed,renew_calendar_feed,revoke_calendar_feed"
    );
}

#[test]
fn a_feed_has_what_somebody_signed_up_for_and_nothing_of_others() {
    let server = Server::start();
    let made = made(&server, 24 * 20, json!({ "capacity": 1 }));
    let (joke, anna) = (server.as_volunteer(), person(&server, "anna"));
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    sign_up(&anna, &made, json!({})).expect(201);
    let (of_joke, of_anna) = (address(&joke), address(&anna));
    let (own, waiting) = (lines(&server, &of_joke), lines(&server, &of_anna));
    for line in [
        "STATUS:CONFIRMED",
        "LOCATION:https://meet.example.org/koffie",
        "TRIGGER:-PT120M",
    ] {
        assert!(has(&own, line), "{line} in {own:#?}");
    }
    assert!(has(&own, &format!("UID:activity-{}.demo@voluntr", made.id)));
    // Who waits does not know yet where it is online. Nobody is named.
    assert!(has(&waiting, "STATUS:TENTATIVE"));
    for word in ["LOCATION", "TRIGGER", "METHOD", "ATTENDEE", "mailto:"] {
        assert!(!waiting.iter().any(|line| line.contains(word)), "{word}");
    }
    take(&joke, &id, "withdraw").expect(200);
    assert!(!has(&lines(&server, &of_joke), "BEGIN:VEVENT"));

    // Cancelled: told of for thirty days.
    let path = format!("/api/v1/activity_occurrences/{}/cancel", made.dates[0]);
    server.as_center().decide(&path, &json!({})).expect(200);
    assert!(has(&lines(&server, &of_anna), "STATUS:CANCELLED"));
    server.clock.advance(SignedDuration::from_hours(24 * 31));
    assert!(!has(&lines(&server, &of_anna), "BEGIN:VEVENT"));
}

#[test]
fn a_whole_series_has_its_dates_that_moved_or_lapsed() {
    let server = Server::start();
    let series = json!({ "recurrence": "FREQ=DAILY;COUNT=3", "registration": "series" });
    let made = made(&server, 24 * 20, series);
    let joke = server.as_volunteer();
    sign_up(&joke, &made, json!({ "occurrence_id": null })).expect(201);
    let feed = address(&joke);
    let center = server.as_center();
    let at = |date: usize, call: &str| {
        format!("/api/v1/activity_occurrences/{}/{call}", made.dates[date])
    };
    center.decide(&at(0, "cancel"), &json!({})).expect(200);
    center
        .decide(
            &at(1, "change"),
            &json!({ "from": "19:00", "until": "21:00" }),
        )
        .expect(200);
    let lines = lines(&server, &feed);
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        (
            count("BEGIN:VEVENT"),
            count("RRULE"),
            count("RECURRENCE-ID"),
            count("EXDATE")
        ),
        (3, 1, 2, 0)
    );
    assert_eq!(
        (count("STATUS:CANCELLED"), count("STATUS:CONFIRMED")),
        (1, 2)
    );
}

#[test]
fn a_feed_has_the_days_of_work_for_which_somebody_was_accepted() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let feed = address(&joke);
    let vacancy = with_capacity(&server, 2);
    server.arrange(|tx| {
        let dates = json!([{ "day": "2026-12-05", "from": "10:00", "until": "12:30" }, { "day": "2026-12-06" }]);
        tx.execute("update vacancies set dates = ?1", [dates.to_string()])?;
        Ok(())
    });
    let application = apply(&joke, &vacancy).expect(201).id();
    assert!(!has(&lines(&server, &feed), "BEGIN:VEVENT"));
    stages::take(&server.as_superuser(), &application, "accept").expect(200);
    let lines = lines(&server, &feed);
    for line in [
        "DTSTART;TZID=Europe/Amsterdam:20261205T100000",
        "DTEND;TZID=Europe/Amsterdam:20261205T123000",
        "DTSTART;VALUE=DATE:20261206",
    ] {
        assert!(has(&lines, line), "{line} in {lines:#?}");
    }
}
