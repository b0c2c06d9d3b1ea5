//! Live streams: what happens to somebody is heard at once, by nobody else, and by nobody who has lost the session or
//! the right; nothing is lost by who was away.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::mail::MailKind;
use voluntr::resources::notification::Notice;
use voluntr::server::LIMITS;

use crate::applications::stages::{apply, with_vacancy};
use crate::authentication::impersonation::as_joke;
use crate::conversations::{begin, say, step};
use crate::platform::server_limits::within;
use crate::support::event_stream::{EventStream, PATH};
use crate::support::fixtures::{PASSWORD, published};
use crate::support::server::{Client, Server};

const SECOND: Duration = Duration::from_secs(1);
/// The second in which a stream ends, and time for a busy machine.
const SOON: Duration = Duration::from_millis(1_500);
const LONG: Duration = Duration::from_secs(10);

fn notice(user_id: i64, center_id: i64) -> Notice {
    Notice {
        kind: MailKind::ApplicationNew,
        data: json!({ "vacancy_title": "Taalmaatje", "applicant_name": "Joke", "message": null, "is_waiting": false, "path": "/" }),
        subject: ("users", user_id),
        center_id,
    }
}

fn notify(server: &Server, user_id: i64) {
    let center_id = server.people.center;
    server.arrange(move |tx| notice(user_id, center_id).tell(tx, user_id));
}

/// A stream that has told its first counters.
fn listening(client: &Client) -> EventStream {
    let mut stream = EventStream::open(client);
    assert_eq!(stream.status, 200, "{}", stream.head);
    stream.expect("counters");
    stream
}

/// Ends within a second of what is done, and says whether the session is over.
#[track_caller]
fn ends(mut stream: EventStream, is_over: bool, act: impl FnOnce()) {
    act();
    let begun = Instant::now();
    let (came, ended) = stream.until_end(LONG);
    assert!(ended - begun < SOON, "{:?}", ended - begun);
    let is_said = came.last().is_some_and(|event| event.name == "end");
    assert_eq!(is_said, is_over, "{came:?}");
}

#[test]
fn a_notification_is_heard_at_once_by_whom_it_is_for_and_the_counters_follow() {
    let server = Server::start();
    let (samira, joke) = (server.as_superuser(), server.as_volunteer());
    let vacancy = published(&samira, server.people.own, "Taalmaatje gezocht");
    let mut hers = EventStream::open(&samira);
    for said in [
        "content-type: text/event-stream\r\n",
        "cache-control: no-store, no-transform\r\n",
        "x-accel-buffering: no\r\n",
    ] {
        assert!(hers.head.contains(said), "{}", hers.head);
    }
    assert!(!hers.head.contains("content-encoding"), "{}", hers.head);
    let before = samira
        .get("/api/v1/notifications/unread_count")
        .at("/meta/count")
        .as_i64()
        .unwrap();
    assert_eq!(
        hers.expect("counters"),
        json!({ "notifications": before, "conversations": 0 })
    );
    let mut other = listening(&server.as_center());
    let begun = Instant::now();
    apply(&joke, &vacancy).expect(201);
    let event = hers.next();
    assert!(event.at - begun < SECOND, "{:?}", event.at - begun);
    assert_eq!(event.name, "notification");
    assert_eq!(event.data["kind"], "application_new");
    let id = event.data["id"].as_str().unwrap().to_owned();
    samira
        .get(&format!("/api/v1/notifications/{id}"))
        .expect(200);
    assert_eq!(hers.expect("counters")["notifications"], before + 1);
    assert!(other.is_silent_for(SECOND));

    samira
        .put(&format!("/api/v1/notifications/{id}/read"), &json!({}))
        .expect(204);
    assert_eq!(hers.expect("counters")["notifications"], before);
    notify(&server, server.people.superuser);
    assert_eq!(hers.expect("counters")["notifications"], before + 1);
    let id = samira.get("/api/v1/notifications").at("/data/0/id");
    let id = id.as_str().unwrap();
    samira
        .delete(&format!("/api/v1/notifications/{id}"))
        .expect(204);
    assert_eq!(hers.expect("counters")["notifications"], before);
    // The id of the one that was deleted is given to the next.
    server.clock.advance(SignedDuration::from_secs(1));
    notify(&server, server.people.superuser);
    assert_eq!(hers.expect("notification")["id"], id);
}

#[test]
fn who_was_away_is_told_what_came_meanwhile_once_and_who_was_not_is_told_nothing_old() {
    let server = Server::start();
    let (samira, user_id) = (server.as_superuser(), server.people.superuser);
    notify(&server, user_id);
    let mut stream = EventStream::open(&samira);
    assert_eq!(stream.next().name, "counters");
    notify(&server, user_id);
    stream.expect("counters");
    let last = stream.last_id.clone().unwrap();
    drop(stream);
    for _ in 0..3 {
        notify(&server, user_id);
    }
    notify(&server, server.people.volunteer);
    let mut stream = EventStream::resume(&samira, Some(&last));
    let newest = samira.get("/api/v1/notifications?page[size]=3").ids();
    for id in newest.iter().rev() {
        let event = stream.next();
        assert_eq!(event.data["id"], **id);
    }
    // An event in the middle is a place to go on from as well.
    let middle = stream.last_id.clone().unwrap();
    assert_eq!(stream.next().name, "counters");
    assert!(stream.is_silent_for(SECOND));
    drop(stream);
    let mut stream = EventStream::resume(&samira, Some(&middle));
    assert_eq!(stream.next().name, "counters");
    // More than a hundred: the newest, and how many there are.
    for _ in 0..105 {
        notify(&server, user_id);
    }
    let mut stream = EventStream::resume(&samira, Some(&middle));
    let mut told = 0;
    while stream.next().name == "notification" {
        told += 1;
    }
    assert_eq!(told, 100);
    for made_up in ["", "n", "12", "n-1.m0", "n9999999.m0"] {
        let mut stream = EventStream::resume(&samira, Some(made_up));
        assert_eq!(stream.next().name, "counters", "{made_up}");
        notify(&server, user_id);
        assert_eq!(stream.next().name, "notification", "{made_up}");
    }
}

#[test]
fn a_stream_ends_within_a_second_of_the_session() {
    let server = Server::start();
    let joke = server.as_volunteer();
    ends(listening(&joke), true, || {
        joke.delete("/auth/sign_out").expect(204);
    });
    assert_eq!(EventStream::open(&joke).status, 401);

    // Signed out elsewhere, and everywhere else.
    let (joke, phone) = (server.as_volunteer(), server.as_volunteer());
    let others = joke.get("/api/v1/sessions").expect(200);
    let other = others.json()["data"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["attributes"]["is_current"] == false)
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .unwrap();
    ends(listening(&phone), true, || {
        joke.delete(&format!("/api/v1/sessions/{other}"))
            .expect(204);
    });

    // A new password: the other sessions are over, this one goes on with new credentials.
    let (joke, phone) = (server.as_volunteer(), server.as_volunteer());
    let own = listening(&joke);
    ends(listening(&phone), true, || {
        let body = json!({ "current_password": PASSWORD, "password": "kater zandpad lantaarn", "password_confirmation": "kater zandpad lantaarn" });
        joke.put("/auth/password", &body).expect(200);
    });
    drop(own);
}

#[test]
fn a_stream_ends_within_a_second_of_the_account_the_right_and_the_time() {
    let server = Server::start();
    let marieke = server.as_center();
    let samira = server.as_superuser();
    // Another role: the client connects again, with other rights.
    let superuser = server.people.superuser;
    ends(listening(&samira), false, || {
        server.arrange(move |tx| {
            tx.execute("delete from roles where user_id = ?1", [superuser])?;
            Ok(())
        });
    });
    drop(listening(&samira));

    // The account is archived.
    let joke = server.as_volunteer();
    let id = server.people.volunteer;
    ends(listening(&joke), true, || {
        marieke
            .put(
                &format!("/api/v1/users/{id}/archive"),
                &json!({ "data": { "attributes": { "reason": "other" } } }),
            )
            .expect(200);
    });

    // Twelve hours without use, of who has a role; a volunteer has fourteen days.
    let student = server.as_student();
    let mut goes_on = listening(&student);
    let center = server.as_center();
    ends(listening(&center), true, || {
        server.clock.advance(SignedDuration::from_hours(13));
    });
    assert!(goes_on.is_silent_for(SECOND));
    ends(goes_on, true, || {
        server.clock.advance(SignedDuration::from_hours(14 * 24));
    });
}

#[test]
fn in_anothers_name_one_sees_how_much_there_is_and_not_what_and_no_longer_than_that_lasts() {
    let server = Server::start();
    let admin = server.as_admin();
    let joke = as_joke(&server, &admin);
    let mut stream = listening(&joke);
    notify(&server, server.people.volunteer);
    let event = stream.next();
    assert_eq!(event.name, "counters");
    let mut resumed = EventStream::resume(&joke, Some("n0.m0"));
    assert_eq!(resumed.next().name, "counters");
    assert!(resumed.is_silent_for(SECOND));
    drop(resumed);
    // The admin's own session is what it depends on.
    ends(stream, true, || {
        admin.delete("/auth/sign_out").expect(204);
    });
}

#[test]
fn a_tenant_hears_nothing_of_another_and_an_unknown_visitor_nothing_at_all() {
    let server = Server::start();
    let people = server.found_one_more("ander", &["ander.localhost"]);
    assert_eq!(people.superuser, server.people.superuser);
    let mut there = server.as_nobody().with("host", "ander.localhost");
    there.sign_in("samira@example.nl", PASSWORD);
    let mut stream = listening(&there);
    let mut here = listening(&server.as_superuser());
    notify(&server, server.people.superuser);
    here.expect("notification");
    assert!(stream.is_silent_for(SECOND));
    let nobody = server.as_nobody();
    nobody.get(PATH).expect(401);
    nobody.post(PATH, &json!({})).expect(405);
    assert_eq!(nobody.send("HEAD", PATH, None).status, 401);
    assert_eq!(there.send("HEAD", PATH, None).status, 200);
    // Credentials of one site are none at another.
    let elsewhere = server.as_superuser().with("host", "ander.localhost");
    assert_eq!(EventStream::open(&elsewhere).status, 401);
}

#[test]
fn an_account_has_eight_streams_and_one_that_is_closed_makes_room() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let mut open: Vec<_> = (0..8).map(|_| listening(&joke)).collect();
    let refused = joke.get(PATH).expect(429);
    assert_eq!(refused.code(), "rate_limited");
    assert!(!refused.header("retry-after").is_empty());
    // Others have theirs, and the person has the pages.
    drop(listening(&server.as_superuser()));
    joke.get("/api/v1/current_user").expect(200);
    open.pop();
    let until = Instant::now() + LONG;
    while EventStream::open(&joke).status != 200 {
        assert!(Instant::now() < until, "a closed stream keeps its place");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_stream_that_nobody_reads_holds_up_nothing() {
    let server = Server::start();
    let samira = server.as_superuser();
    let mut deaf = TcpStream::connect(server.address).unwrap();
    let mut ask = format!("GET {PATH} HTTP/1.1\r\nhost: 127.0.0.1\r\n");
    for (name, value) in samira.headers() {
        ask += &[name, ": ", value, "\r\n"].concat();
    }
    deaf.write_all(format!("{ask}\r\n").as_bytes()).unwrap();
    let mut stream = listening(&samira);
    for _ in 0..500 {
        notify(&server, server.people.superuser);
    }
    let begun = Instant::now();
    notify(&server, server.people.superuser);
    let newest = samira.get("/api/v1/notifications?page[size]=1").ids();
    while stream.expect("notification")["id"] != *newest[0] {}
    assert!(begun.elapsed() < LONG);
    // It gets what is left for it once it reads.
    let mut text = Vec::new();
    deaf.set_read_timeout(Some(SECOND)).unwrap();
    let _ = deaf.read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains(&format!("\"id\":\"{}\"", newest[0])));
}

#[test]
fn the_server_stops_at_once_whoever_listens_and_they_go_on_at_the_next() {
    let server = Server::start();
    let (samira, user_id) = (server.as_superuser(), server.people.superuser);
    let (address, stop, thread) = within(&server, LIMITS);
    let mut streams: Vec<_> = (0..6)
        .map(|_| EventStream::at(address, &samira, None))
        .collect();
    for stream in &mut streams {
        stream.expect("counters");
    }
    let begun = Instant::now();
    stop.send(()).unwrap();
    thread.join().unwrap();
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?}");
    let mut last = None;
    for stream in &mut streams {
        last.clone_from(&stream.last_id);
        let (came, _) = stream.until_end(SECOND);
        assert!(
            came.is_empty(),
            "no end: a reason to connect again: {came:?}"
        );
    }
    notify(&server, user_id);
    let mut stream = EventStream::resume(&samira, last.as_deref());
    assert_eq!(stream.next().name, "notification");
}

#[test]
fn silence_is_broken_every_twenty_five_seconds_and_finds_what_nobody_announced() {
    let server = Server::start();
    let joke = server.as_volunteer();
    notify(&server, server.people.volunteer);
    let mut stream = EventStream::open(&joke);
    let unread = stream.expect("counters")["notifications"].as_i64().unwrap();
    let begun = Instant::now();
    let quiet = stream.next_within(Duration::from_secs(40)).unwrap();
    assert_eq!(quiet.name, ":");
    assert!(begun.elapsed() > Duration::from_secs(20));
    server.arrange(|tx| {
        tx.execute("delete from notifications", [])?;
        Ok(())
    });
    let found = stream.next_within(Duration::from_secs(40)).unwrap();
    assert_eq!(found.name, "counters");
    assert_ne!(found.data["notifications"], unread);
    assert_eq!(found.data["notifications"], 0);
}

#[test]
fn a_new_look_of_a_centre_is_heard_on_its_site() {
    let server = Server::start();
    let mut stream = listening(&server.as_volunteer());
    let admin = server.as_admin();
    let theme = admin.get("/api/v1/volunteer_centers?include=theme");
    let theme = theme.json()["included"][0]["id"]
        .as_str()
        .map(str::to_owned);
    std::thread::sleep(SECOND);
    if let Some(id) = theme {
        let body = json!({ "data": { "type": "themes", "id": id, "attributes": { "header_sticky": false } } });
        admin
            .patch(&format!("/api/v1/themes/{id}"), &body)
            .expect(200);
    } else {
        panic!("the centre has a theme");
    }
    let begun = Instant::now();
    assert_eq!(
        stream.expect("theme"),
        Value::Object(serde_json::Map::new())
    );
    assert!(begun.elapsed() < SOON);
}

#[test]
fn a_message_is_told_to_the_other_side_and_counted_and_to_nobody_else() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira, marieke) = (
        server.as_volunteer(),
        server.as_superuser(),
        server.as_center(),
    );
    let streams = [&joke, &samira, &marieke].map(|client| {
        let stream = listening(client);
        stream.last_id.clone().unwrap()
    });
    let about = json!({ "about_type": "vacancies", "about_id": vacancy });
    let id = begin(&joke, ("organizations", server.people.own), &about)
        .expect(201)
        .id();
    say(&joke, &id, "En mag mijn zus mee?").expect(201);
    let mut hers = EventStream::resume(&samira, Some(&streams[1]));
    let messages = samira
        .get(&format!(
            "/api/v1/conversations/{id}/messages?sort=created_at"
        ))
        .expect(200)
        .ids();
    assert_eq!(messages.len(), 2);
    for message in &messages {
        assert_eq!(
            hers.expect("message"),
            json!({ "conversation_id": id, "message_id": message })
        );
    }
    assert_eq!(hers.expect("counters")["conversations"], 1);
    step(&samira, &id, "read").expect(204);
    let mut hers = EventStream::resume(&samira, hers.last_id.as_deref());
    let first = hers.next();
    assert_eq!(first.name, "counters", "told once: {first:?}");
    assert_eq!(first.data["conversations"], 0);
    for (client, last) in [(&joke, &streams[0]), (&marieke, &streams[2])] {
        let mut stream = EventStream::resume(client, Some(last));
        let first = stream.next();
        assert_eq!(first.name, "counters", "{first:?}");
        assert_eq!(first.data["conversations"], 0);
    }
}

#[test]
fn many_at_once_are_each_told_once() {
    let server = Server::start();
    let samira = server.as_superuser();
    let user_id = server.people.superuser;
    let mut stream = listening(&samira);
    for _ in 0..5 {
        let center_id = server.people.center;
        server.arrange(move |tx| {
            for _ in 0..30 {
                notice(user_id, center_id).tell(tx, user_id)?;
            }
            Ok(())
        });
    }
    let mut told = Vec::new();
    while let Some(event) = stream.next_within(SECOND) {
        if event.name == "notification" {
            told.push(event.data["id"].as_str().unwrap().to_owned());
        }
    }
    let mut newest = samira.get("/api/v1/notifications?page[size]=100").ids();
    newest.reverse();
    assert_eq!(told.len(), 150);
    assert!(told.ends_with(&newest), "{told:?}");
    told.sort_unstable();
    told.dedup();
    assert_eq!(told.len(), 150);
}
