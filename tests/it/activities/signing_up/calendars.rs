//! Sign-ups in the calendars of people: what the mails carry.

use serde_json::json;

use super::*;
use crate::mail::rules::Post;
use crate::support::smtp_peer::Message;

const JOKE: &str = "joke@example.nl";

/// Sends what waits, and gives the letter with these words in its subject.
fn letter(post: &Post, subject: &str) -> Message {
    post.send();
    post.peer.wait_for(JOKE, subject)
}

/// The same of the letter that came last.
fn newest(post: &Post, subject: &str) -> Message {
    post.send();
    let letters = post.peer.messages();
    let mut found = letters.into_iter().rev();
    found
        .find(|letter| letter.subject().contains(subject))
        .unwrap()
}

/// Lines of the calendar file, which stands in the letter twice.
fn lines(letter: &Message, method: &str) -> Vec<String> {
    let [(kind, text), (attached, file)] = letter.files.as_slice() else {
        panic!("{:?}", letter.files);
    };
    let expected = format!("text/calendar; charset=utf-8; method={method}");
    assert_eq!(kind, &expected);
    assert_eq!(attached, "application/ics; name=\"invite.ics\"");
    assert_eq!(text, file);
    assert!(letter.header("Content-Type").starts_with("multipart/mixed"));
    assert!(letter.raw.contains("filename=\"invite.ics\""));
    assert!(text.contains(&format!("\nMETHOD:{method}\n")), "{text}");
    assert!(text.trim_end().ends_with("END:VCALENDAR"), "{text}");
    // The rules of summer and winter time are those of any calendar.
    let (_, events) = text.split_once("END:VTIMEZONE\n").unwrap();
    let events = events.replace("\n ", "");
    events.lines().map(str::to_owned).collect()
}

fn has(lines: &[String], line: &str) -> bool {
    lines.iter().any(|one| one == line)
}

/// What follows a name and its sign in the first line that has it.
fn value<'l>(lines: &'l [String], name: &str) -> &'l str {
    let found = lines.iter().find_map(|line| line.strip_prefix(name));
    let found = found.unwrap_or_else(|| panic!("no {name} in {lines:#?}"));
    found.trim_start_matches([':', ';'])
}

fn sequence(lines: &[String]) -> u32 {
    value(lines, "SEQUENCE").parse().unwrap()
}

fn of_date(post: &Post, made: &Made, call: &str, body: &Value) {
    let path = format!("/api/v1/activity_occurrences/{}/{call}", made.dates[0]);
    let center = post.server.as_center();
    center.decide(&path, body).expect(200);
    post.pass(31);
    follow(&post.server);
}

#[test]
fn one_date_comes_moves_and_goes_with_the_mails() {
    let post = Post::start();
    let made = made(
        &post.server,
        24 * 20,
        json!({ "recurrence": "FREQ=DAILY;COUNT=3" }),
    );
    let joke = post.server.as_volunteer();
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    let first = lines(&letter(&post, "Je komt naar"), "REQUEST");
    let uid = format!("activity-{}-{}.demo@voluntr", made.id, made.dates[0]);
    assert_eq!(value(&first, "UID"), uid);
    for line in [
        "STATUS:CONFIRMED",
        "SUMMARY:Koffieochtend",
        "LOCATION:https://meet.example.org/koffie",
    ] {
        assert!(has(&first, line), "{line} in {first:#?}");
    }
    assert!(value(&first, "ORGANIZER").ends_with(":mailto:no-reply@voluntr.example"));
    let attendee = value(&first, "ATTENDEE");
    assert!(
        attendee.contains("PARTSTAT=ACCEPTED") && attendee.ends_with(":mailto:joke@example.nl")
    );
    // Neither a series nor a part of one.
    assert!(
        !first
            .iter()
            .any(|line| line.starts_with("RECURRENCE-ID") || line.starts_with("EXDATE"))
    );
    assert_eq!(
        first.iter().filter(|line| *line == "BEGIN:VEVENT").count(),
        1
    );

    of_date(
        &post,
        &made,
        "change",
        &json!({ "from": "19:00", "until": "21:00" }),
    );
    let moved = lines(&letter(&post, "Andere tijd"), "REQUEST");
    assert_eq!(value(&moved, "UID"), uid);
    assert!(value(&moved, "DTSTART").ends_with("T190000"), "{moved:#?}");
    assert!(sequence(&moved) > sequence(&first));

    of_date(
        &post,
        &made,
        "cancel",
        &json!({ "reason": "De zaal is bezet." }),
    );
    let cancelled = lines(&letter(&post, "Gaat niet door"), "CANCEL");
    assert_eq!(value(&cancelled, "UID"), uid);
    assert!(has(&cancelled, "STATUS:CANCELLED"));
    assert!(sequence(&cancelled) > sequence(&moved));

    // Put back: nobody comes back with it who did not say so.
    of_date(&post, &made, "restore", &json!({}));
    let email = letter(&post, "Gaat toch door");
    assert!(email.files.is_empty(), "{:?}", email.files);
    assert_eq!(status(&joke, &id), "closed");
    post.pass(5);
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    let back = lines(&newest(&post, "Je komt naar"), "REQUEST");
    assert_eq!(value(&back, "UID"), uid);
    assert!(sequence(&back) > sequence(&cancelled));

    take(&joke, &id, "withdraw").expect(200);
    let gone = lines(&letter(&post, "Je hebt je afgemeld"), "CANCEL");
    assert_eq!(value(&gone, "UID"), uid);
    assert!(sequence(&gone) > sequence(&back));
    // Who comes back has the event again, as something newer.
    post.pass(5);
    sign_up(&joke, &made, json!({})).expect(201);
    let again = lines(&newest(&post, "Je komt naar"), "REQUEST");
    assert_eq!(value(&again, "UID"), uid);
    assert!(sequence(&again) > sequence(&gone));
}

#[test]
fn a_whole_series_is_one_event_without_what_was_cancelled() {
    let post = Post::start();
    let series = json!({ "recurrence": "FREQ=DAILY;COUNT=3", "registration": "series" });
    let made = made(&post.server, 24 * 20, series);
    let joke = post.server.as_volunteer();
    sign_up(&joke, &made, json!({ "occurrence_id": null })).expect(201);
    let first = lines(&letter(&post, "Je komt naar"), "REQUEST");
    let uid = format!("activity-{}.demo@voluntr", made.id);
    assert_eq!(value(&first, "UID"), uid);
    assert!(value(&first, "RRULE").starts_with("FREQ=DAILY;COUNT=3"));

    of_date(&post, &made, "cancel", &json!({}));
    let one = lines(&letter(&post, "Gaat niet door"), "CANCEL");
    assert_eq!(value(&one, "UID"), uid);
    let start = value(&one, "RECURRENCE-ID").to_owned();
    assert_eq!(start, value(&first, "DTSTART"));

    // A later change has the series as it is then.
    let path = format!("/api/v1/activity_occurrences/{}/change", made.dates[1]);
    let later = json!({ "from": "19:00", "until": "21:00" });
    post.server.as_center().decide(&path, &later).expect(200);
    post.pass(31);
    follow(&post.server);
    let changed = lines(&letter(&post, "Andere tijd"), "REQUEST");
    assert_eq!(value(&changed, "EXDATE"), start);
    assert!(!has(&changed, "STATUS:CANCELLED"));
    assert_eq!(
        changed
            .iter()
            .filter(|line| *line == "BEGIN:VEVENT")
            .count(),
        2
    );
    assert!(sequence(&changed) > sequence(&one));

    let body = json!({ "data": { "attributes": { "event": "cancel", "message": "Ziek." } } });
    let path = format!("/api/v1/activities/{}/transition", made.id);
    post.server.as_center().decide(&path, &body).expect(200);
    post.pass(31);
    follow(&post.server);
    post.send();
    let letters = post.peer.messages();
    let all = letters
        .iter()
        .rfind(|letter| letter.subject().contains("Gaat niet door"));
    let all = lines(all.unwrap(), "CANCEL");
    assert!(
        !all.iter().any(|line| line.starts_with("RECURRENCE-ID")),
        "{all:#?}"
    );
    assert_eq!(value(&all, "UID"), uid);
}

#[test]
fn who_is_taken_off_the_list_is_told_and_who_waits_has_nothing_in_the_calendar() {
    let post = Post::start();
    let made = made(&post.server, 24 * 20, json!({ "capacity": 1 }));
    let joke = post.server.as_volunteer();
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    let anna = person(&post.server, "anna");
    sign_up(&anna, &made, json!({})).expect(201);
    let first = lines(&letter(&post, "Je komt naar"), "REQUEST");
    // What happens once is the event of the public feed.
    assert_eq!(
        value(&first, "UID"),
        format!("activity-{}.demo@voluntr", made.id)
    );
    let waits = post.peer.wait_for("anna@example.nl", "wachtlijst");
    assert_eq!(waits.files, []);

    let center = post.server.as_center();
    take(&center, &id, "remove").expect(200);
    let removed = letter(&post, "Je bent afgemeld");
    assert!(
        removed.text.contains("van de lijst gehaald"),
        "{}",
        removed.text
    );
    assert!(has(&lines(&removed, "CANCEL"), "STATUS:CANCELLED"));
    let offer = post.peer.wait_for("anna@example.nl", "Er is een plek vrij");
    assert_eq!(offer.files, []);

    // Taken back: somebody else has the place, so there is a place in the line again.
    take(&center, &id, "restore").expect(200);
    let back = letter(&post, "Je staat op de wachtlijst");
    assert_eq!(back.files, []);
}

#[test]
fn a_file_that_is_not_true_any_more_is_left_out() {
    let post = Post::start();
    let made = made(&post.server, 24 * 20, json!({}));
    let joke = post.server.as_volunteer();
    let id = sign_up(&joke, &made, json!({})).expect(201).id();
    take(&joke, &id, "withdraw").expect(200);
    post.send();
    assert_eq!(post.peer.wait_for(JOKE, "Je komt naar").files, []);
    lines(&post.peer.wait_for(JOKE, "Je hebt je afgemeld"), "CANCEL");
    // The notification in the app has no part of it.
    let told: String = post.server.arrange(|tx| {
        Ok(tx.query_row(
            "select group_concat(data) from notifications where kind = 'activity_registered'",
            [],
            |row| row.get(0),
        )?)
    });
    assert!(
        told.contains("Koffieochtend") && !told.contains("calendar"),
        "{told}"
    );
}
