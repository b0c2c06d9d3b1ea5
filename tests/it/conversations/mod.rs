//! Conversations that somebody begins, and the list of all of them (docs/domain/states.md#messages).

pub mod by_mail;
mod lines;
mod live;
mod many;
mod sides;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::applications::stages::{apply, with_vacancy};
use crate::support::outbox::last;
use crate::support::server::{Client, Reply, Server};

pub const PATH: &str = "/api/v1/conversations";

/// Begins one with an organisation or a person.
pub fn begin(client: &Client, to: (&str, i64), further: &Value) -> Reply {
    let mut body = json!({ "recipient_type": to.0, "recipient_id": to.1.to_string(), "body": "Hallo, ik heb een vraag." });
    for (name, value) in further.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    client.post(PATH, &body)
}

pub fn say(client: &Client, id: &str, body: &str) -> Reply {
    client.post(&format!("{PATH}/{id}/messages"), &json!({ "body": body }))
}

pub fn step(client: &Client, id: &str, step: &str) -> Reply {
    client.put(&format!("{PATH}/{id}/{step}"), &json!({}))
}

fn unread(client: &Client) -> Value {
    client
        .get(&format!("{PATH}/unread_count"))
        .expect(200)
        .at("/meta/count")
}

fn total(client: &Client, query: &str) -> Value {
    client
        .get(&format!("{PATH}?{query}"))
        .expect(200)
        .at("/meta/total")
}

pub fn mail(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(voluntr::jobs::mail_messages(tenant.unguarded("a job")))
        .unwrap()
}

#[test]
fn who_begins_one_is_answered_and_no_third_reads_it() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let own = server.people.own;
    let about = json!({ "about_type": "vacancies", "about_id": vacancy, "subject": "Een vraag" });
    let begun = begin(&joke, ("organizations", own), &about).expect(201);
    let id = begun.id();
    assert_eq!(begun.at("/data/attributes/side"), "person");
    assert_eq!(
        begun.at("/data/attributes/other_name"),
        "Taalhuis Lindewaard"
    );
    assert_eq!(begun.at("/data/attributes/unread_count"), 0);

    assert_eq!(unread(&samira), 1);
    let seen = samira
        .get(&format!("{PATH}?filter[folder_eq]=unread"))
        .expect(200);
    assert_eq!(seen.at("/data/0/id"), id.as_str());
    let one = seen.at("/data/0/attributes");
    assert_eq!(one["side"], "organization");
    assert_eq!(one["other_side"], "person");
    assert_eq!(one["unread_count"], 1);
    assert_eq!(one["last_message"], "Hallo, ik heb een vraag.");
    assert_eq!(one["closed_reason"], Value::Null);
    assert!(
        one["other_name"].as_str().unwrap().starts_with("Joke"),
        "{one}"
    );
    assert_ne!(one["about_title"], "");
    assert_eq!(total(&samira, "filter[folder_eq]=waiting"), 1);
    step(&samira, &id, "read").expect(204);
    assert_eq!(unread(&samira), 0);
    step(&samira, &id, "unread").expect(204);
    assert_eq!(unread(&samira), 1);

    say(&samira, &id, "Vraag maar!").expect(201);
    assert_eq!(unread(&samira), 0, "who answers has read");
    assert_eq!(unread(&joke), 1);
    assert_eq!(total(&samira, "filter[folder_eq]=waiting"), 0);
    let messages = joke.get(&format!("{PATH}/{id}/messages")).expect(200);
    assert_eq!(messages.at("/data/0/attributes/side"), "person");
    assert_eq!(messages.at("/data/0/attributes/is_read"), true);
    assert_eq!(messages.at("/data/1/attributes/side"), "organization");
    assert_eq!(total(&joke, "filter[q]=VRAAG%20maar"), 1);
    assert_eq!(total(&joke, "filter[q]=olifant"), 0);

    for other in [
        server.as_center(),
        server.as_admin(),
        server.as_mentor(),
        server.as_student(),
    ] {
        other.get(&format!("{PATH}/{id}")).expect(404);
        other.get(&format!("{PATH}/{id}/messages")).expect(404);
        say(&other, &id, "Ik lees mee").expect(404);
        step(&other, &id, "read").expect(404);
        assert_eq!(total(&other, "filter[q]=vraag"), 0);
        assert_eq!(unread(&other), 0);
    }
    server.as_nobody().get(PATH).expect(401);
}

#[test]
fn one_conversation_per_pair_and_subject_and_every_application_is_in_the_list() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let own = server.people.own;
    let about = json!({ "about_type": "vacancies", "about_id": vacancy });
    let first = begin(&joke, ("organizations", own), &about)
        .expect(201)
        .id();
    let again = begin(&joke, ("organizations", own), &about)
        .expect(201)
        .id();
    assert_eq!(first, again);
    let other = begin(&joke, ("organizations", own), &json!({}))
        .expect(201)
        .id();
    assert_ne!(first, other);

    let application = apply(&joke, &vacancy).expect(201).id();
    joke.post(
        &format!("/api/v1/applications/{application}/messages"),
        &json!({ "body": "Ik kan op vrijdag." }),
    )
    .expect(201);
    let list = samira
        .get(&format!("{PATH}?filter[about_type_in]=applications"))
        .expect(200);
    assert_eq!(list.at("/meta/total"), 1);
    let thread = list.at("/data/0/id").as_str().unwrap().to_owned();
    say(&samira, &thread, "Fijn, tot vrijdag.").expect(201);
    assert_eq!(
        samira
            .get(&format!("/api/v1/applications/{application}"))
            .at("/data/attributes/stage"),
        "in_contact",
        "the first message of the organisation answers the application here too"
    );
    crate::applications::stages::take(&joke, &application, "withdraw").expect(200);
    assert_eq!(
        joke.get(&format!("{PATH}/{thread}"))
            .at("/data/attributes/closed_reason"),
        "application_closed"
    );
    assert_eq!(
        say(&samira, &thread, "Jammer").expect(422).code(),
        "invalid_transition"
    );
}

#[test]
fn what_is_archived_comes_back_and_what_is_muted_is_not_mailed() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let id = begin(&joke, ("organizations", server.people.own), &json!({}))
        .expect(201)
        .id();
    step(&joke, &id, "archive").expect(204);
    assert_eq!(total(&joke, "filter[folder_eq]=all"), 0);
    assert_eq!(total(&joke, "filter[folder_eq]=archive"), 1);
    assert_eq!(
        total(&samira, "filter[folder_eq]=all"),
        1,
        "one's own archive alone"
    );
    say(&samira, &id, "Vraag maar!").expect(201);
    assert_eq!(total(&joke, "filter[folder_eq]=all"), 1);

    step(&joke, &id, "mute").expect(204);
    assert_eq!(unread(&joke), 0);
    server.clock.advance(SignedDuration::from_mins(11));
    mail(&server);
    assert_eq!(
        crate::applications::stages::letters(&server, "message_new"),
        Vec::<String>::new()
    );
    step(&joke, &id, "unmute").expect(204);
    say(&samira, &id, "Ben je er nog?").expect(201);
    server.clock.advance(SignedDuration::from_mins(11));
    mail(&server);
    let told = last(&server, "message_new", "joke@example.nl");
    assert_eq!(told["path"], format!("/conversations?open={id}"));
    assert_eq!(told["sender_name"], "Taalhuis Lindewaard");
}

#[test]
fn who_is_blocked_writes_nowhere_to_that_side() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let own = server.people.own;
    let id = begin(&joke, ("organizations", own), &json!({}))
        .expect(201)
        .id();
    let application = apply(&joke, &vacancy).expect(201).id();
    let thread = format!("/api/v1/applications/{application}/messages");
    samira
        .post(&thread, &json!({ "body": "Maak eerst 25 euro over." }))
        .expect(201);
    step(&joke, &id, "block").expect(204);
    assert_eq!(
        joke.get(&format!("{PATH}/{id}"))
            .at("/data/attributes/blocked_by"),
        "us"
    );
    assert_eq!(
        samira
            .get(&format!("{PATH}/{id}"))
            .at("/data/attributes/blocked_by"),
        "them"
    );
    for client in [&joke, &samira] {
        assert_eq!(say(client, &id, "Hallo?").expect(422).code(), "blocked");
        let said = client.post(&thread, &json!({ "body": "Hallo?" }));
        assert_eq!(said.expect(422).code(), "blocked");
    }
    let about = json!({ "about_type": "vacancies", "about_id": vacancy });
    assert_eq!(
        begin(&joke, ("organizations", own), &about)
            .expect(422)
            .code(),
        "blocked",
        "a new one begins blocked"
    );
    step(&samira, &id, "unblock").expect(204);
    assert_eq!(
        say(&samira, &id, "Hallo?").expect(422).code(),
        "blocked",
        "nobody lifts the block of the other side"
    );
    step(&joke, &id, "unblock").expect(204);
    say(&samira, &id, "Sorry.").expect(201);
    samira
        .post(&thread, &json!({ "body": "Sorry." }))
        .expect(201);
}

#[test]
fn a_message_is_taken_back_while_nobody_has_read_it() {
    let server = Server::start();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let id = begin(&joke, ("organizations", server.people.own), &json!({}))
        .expect(201)
        .id();
    let wrong = say(&joke, &id, "Mijn wachtwoord is hond").expect(201);
    assert_eq!(wrong.at("/data/attributes/can_withdraw"), true);
    let wrong = format!("/api/v1/messages/{}", wrong.id());
    samira.delete(&wrong).expect(403);
    server.as_mentor().delete(&wrong).expect(404);
    joke.delete(&wrong).expect(204);
    assert_eq!(
        samira
            .get(&format!("{PATH}/{id}/messages"))
            .at("/meta/total"),
        1
    );
    say(&samira, &id, "Goedemorgen!").expect(201);
    assert_eq!(
        unread(&joke),
        1,
        "whatever id it got: what comes after is unread"
    );
    let next = say(&joke, &id, "Ik bel wel").expect(201).id();
    step(&samira, &id, "read").expect(204);
    let read = format!("/api/v1/messages/{next}");
    assert_eq!(joke.delete(&read).expect(422).code(), "too_late");
    let late = say(&joke, &id, "Tot later").expect(201).id();
    server.clock.advance(SignedDuration::from_mins(11));
    assert_eq!(
        joke.delete(&format!("/api/v1/messages/{late}"))
            .expect(422)
            .code(),
        "too_late"
    );
}

#[test]
fn ten_are_begun_in_an_hour() {
    let server = Server::start();
    let marieke = server.as_center();
    let people: Vec<i64> = server.arrange(|tx| {
        for number in 0..11 {
            tx.execute(
                "insert into users (email, first_name, last_name, status, volunteer_center_id, created_at, updated_at)
                 values ('nummer' || ?1 || '@example.nl', 'Nummer', ?1, 'active', 1, ?2, ?2)",
                (number, tx.now()),
            )?;
        }
        let mut found = tx.prepare("select id from users where email like 'nummer%' order by id")?;
        let ids = found.query_map([], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    });
    for person in &people[..10] {
        begin(&marieke, ("users", *person), &json!({})).expect(201);
    }
    let refused = begin(&marieke, ("users", people[10]), &json!({})).expect(429);
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((3_000..=3_600).contains(&wait), "{wait}");
    server.clock.advance(SignedDuration::from_secs(wait + 1));
    begin(&marieke, ("users", people[10]), &json!({})).expect(201);
}
