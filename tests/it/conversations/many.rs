//! One message to many people: who may, to whom, how many a day, and what each of them sees.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{PATH, begin, mail, say, step, total, unread};
use crate::applications::stages::{apply, letters, take, with_vacancy};
use crate::support::outbox::last;
use crate::support::server::{Client, Reply, Server};

fn many(client: &Client, people: &[i64], further: &Value) -> Reply {
    client.post(&format!("{PATH}/many"), &body(people, further))
}

fn look(client: &Client, people: &[i64]) -> Reply {
    let mut body = body(people, &json!({}));
    body.as_object_mut().unwrap().remove("body");
    client.post(&format!("{PATH}/many/preview"), &body)
}

fn body(people: &[i64], further: &Value) -> Value {
    let ids: Vec<String> = people.iter().map(ToString::to_string).collect();
    let mut body = json!({ "recipient_ids": ids, "body": "Zaterdag is er koffie." });
    for (name, value) in further.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

/// So many people of the centre who said yes to its news.
fn who_want_news(server: &Server, count: i64) -> Vec<i64> {
    server.arrange(move |tx| {
        let mut made = Vec::new();
        for number in 0..count {
            tx.execute(
                "insert into users (email, first_name, last_name, status, volunteer_center_id, created_at, updated_at)
                 values ('nieuws' || ?1 || '@example.nl', 'Nieuws', ?1, 'active', 1, ?2, ?2)",
                (number, tx.now()),
            )?;
            made.push(tx.last_insert_rowid());
            tx.execute(
                "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'newsletter', 1, ?2, ?2)",
                (tx.last_insert_rowid(), tx.now()),
            )?;
        }
        Ok(made)
    })
}

fn id_of(server: &Server, email: &'static str) -> i64 {
    server.arrange(move |tx| {
        Ok(
            tx.query_row("select id from users where email = ?1", [email], |row| {
                row.get(0)
            })?,
        )
    })
}

fn conversations(server: &Server) -> i64 {
    server
        .arrange(|tx| Ok(tx.query_row("select count(*) from conversations", [], |row| row.get(0))?))
}

/// As if the sender of this message had sent so many more to many today.
fn sent_before(server: &Server, count: i64) {
    server.arrange(move |tx| {
        tx.execute(
            "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
             insert into messages (conversation_id, author_id, side, body, to_many, created_at, updated_at)
             select m.conversation_id, m.author_id, m.side, m.body, 1, m.created_at, m.created_at
               from n, (select * from messages where to_many = 1 order by id limit 1) m",
            [count],
        )?;
        Ok(())
    });
}

#[test]
fn a_centre_writes_to_who_wants_its_news_and_each_answers_in_a_thread_of_their_own() {
    let server = Server::start();
    let (marieke, joke) = (server.as_center(), server.as_volunteer());
    let (person, superuser) = (server.people.volunteer, server.people.superuser);
    joke.post(
        "/api/v1/consents",
        &json!({ "kind": "newsletter", "is_given": true }),
    )
    .expect(201);
    let others = who_want_news(&server, 3);
    let (blocked, closed) = (others[1], others[2]);
    let thread = begin(&marieke, ("users", blocked), &json!({}))
        .expect(201)
        .id();
    step(&marieke, &thread, "block").expect(204);
    server.arrange(move |tx| {
        tx.execute(
            "update users set status = 'archived' where id = ?1",
            [closed],
        )?;
        Ok(())
    });
    let before = conversations(&server);

    let people = [
        person, others[0], superuser, blocked, closed, 987_654, person,
    ];
    let seen = look(&marieke, &people).expect(200);
    let seen = seen.at("/data/attributes");
    let recipients = seen["recipients"].as_array().unwrap();
    assert_eq!(recipients.len(), 2, "{seen}");
    assert_eq!(recipients[0]["user_id"], person.to_string());
    assert!(recipients[0]["name"].as_str().unwrap().starts_with("Joke"));
    assert_eq!(seen["left_today"], 1_000);
    let skipped = seen["skipped"].as_array().unwrap();
    assert_eq!(skipped[0]["reason"], "no_consent");
    assert!(skipped[0]["name"].as_str().unwrap().starts_with("Samira"));
    assert_eq!(skipped[1]["reason"], "blocked");
    assert_eq!(skipped[2]["reason"], "not_reachable");
    assert_eq!(skipped[2]["name"], "");
    assert_eq!(skipped[3]["user_id"], "987654");
    assert_eq!(conversations(&server), before, "a look writes nothing");
    let keyed = marieke.clone().with("idempotency-key", "kijken");
    let first = look(&keyed, &people).expect(200);
    let again = look(&keyed, &people).expect(200);
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(again.text, first.text);
    let listed = "/api/v1/audit_events?filter[action_eq]=list&filter[subject_type_eq]=users";
    let listed = server.as_admin().get(listed).expect(200);
    assert_eq!(listed.at("/meta/total"), 2, "whose names a centre read");

    let sent = many(&marieke, &people, &json!({ "subject": "Koffie" })).expect(201);
    let sent = sent.at("/data/attributes");
    assert_eq!(sent["sent"], 2);
    assert_eq!(
        sent["skipped"],
        json!([
            { "user_id": superuser.to_string(), "reason": "no_consent" },
            { "user_id": blocked.to_string(), "reason": "blocked" },
            { "user_id": closed.to_string(), "reason": "not_reachable" },
            { "user_id": "987654", "reason": "not_reachable" },
        ])
    );
    assert_eq!(conversations(&server), before + 2);
    assert_eq!(unread(&joke), 1);
    let own = joke
        .get(&format!("{PATH}?filter[folder_eq]=all"))
        .expect(200);
    assert_eq!(own.at("/meta/total"), 1);
    assert_eq!(own.at("/data/0/attributes/subject"), "Koffie");
    assert_eq!(own.at("/data/0/attributes/other_side"), "center");
    let id = own.at("/data/0/id").as_str().unwrap().to_owned();
    say(&joke, &id, "Ik kom ook.").expect(201);
    let read = marieke.get(&format!("{PATH}/{id}/messages")).expect(200);
    assert_eq!(read.at("/meta/total"), 2);
    let left = look(&marieke, &people).expect(200);
    assert_eq!(left.at("/data/attributes/left_today"), 998);

    let noted = server
        .as_admin()
        .get("/api/v1/audit_events?filter[action_eq]=message_many")
        .expect(200);
    assert_eq!(noted.at("/meta/total"), 1);
    assert_eq!(
        noted.at("/data/0/attributes/subject_type"),
        "volunteer_centers"
    );
    assert!(!noted.text.contains("koffie"), "{}", noted.text);
}

#[test]
fn who_took_their_consent_back_gets_nothing_more() {
    let server = Server::start();
    let (marieke, joke) = (server.as_center(), server.as_volunteer());
    let person = server.people.volunteer;
    let other = who_want_news(&server, 1)[0];
    for (is_given, sent) in [(true, 2), (false, 1)] {
        joke.post(
            "/api/v1/consents",
            &json!({ "kind": "newsletter", "is_given": is_given }),
        )
        .expect(201);
        let reply = many(&marieke, &[person, other], &json!({})).expect(201);
        assert_eq!(reply.at("/data/attributes/sent"), sent);
    }
    assert_eq!(unread(&joke), 1, "one thread");
}

#[test]
fn an_organisation_writes_to_its_applicants_and_to_nobody_else() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira, editor) = (
        server.as_volunteer(),
        server.as_superuser(),
        server.as_content_manager(),
    );
    let people = [
        server.people.volunteer,
        id_of(&server, "content@example.nl"),
    ];
    let application = apply(&joke, &vacancy).expect(201).id();
    let reply = many(&samira, &people, &json!({})).expect(201);
    assert_eq!(reply.at("/data/attributes/sent"), 1);
    assert_eq!(
        reply.at("/data/attributes/skipped/0/reason"),
        "not_reachable"
    );
    apply(&editor, &vacancy).expect(201);
    let about = json!({ "about_type": "vacancies", "about_id": vacancy });
    let reply = many(&samira, &people, &about).expect(201);
    assert_eq!(reply.at("/data/attributes/sent"), 2);
    assert_eq!(
        unread(&joke),
        2,
        "about the organisation, about the vacancy"
    );
    let thread = joke
        .get(&format!("{PATH}?filter[about_type_eq]=vacancies"))
        .expect(200);
    assert_eq!(thread.at("/data/0/attributes/other_side"), "organization");
    let strange = json!({ "about_type": "vacancies", "about_id": "987654" });
    assert_eq!(
        many(&samira, &people, &strange).expect(422).pointer(),
        "/data/attributes/about_id"
    );
    let foreign = json!({ "sender_organization_id": server.people.foreign.to_string() });
    many(&samira, &people, &foreign).expect(403);

    // Half a year after it ended.
    take(&joke, &application, "withdraw").expect(200);
    server.arrange(|tx| {
        tx.execute(
            "update applications set updated_at = '2020-01-01T00:00:00Z' where stage = 'withdrawn'",
            [],
        )?;
        Ok(())
    });
    let reply = many(&samira, &people, &json!({})).expect(201);
    assert_eq!(reply.at("/data/attributes/sent"), 1);

    let own = server.people.own;
    for status in ["pending", "denied", "archived"] {
        server.arrange(move |tx| {
            tx.execute(
                "update organizations set status = ?1 where id = ?2",
                (status, own),
            )?;
            Ok(())
        });
        many(&samira, &people, &json!({})).expect(403);
        look(&samira, &people).expect(403);
    }
}

#[test]
fn a_mentor_writes_to_students_of_theirs() {
    let server = Server::start();
    let mentor = server.as_mentor();
    let (mentor_id, student_id) = (
        id_of(&server, "mentor@example.nl"),
        id_of(&server, "student@example.nl"),
    );
    let people = [student_id, server.people.volunteer];
    server.arrange(move |tx| {
        tx.execute("delete from student_links", [])?;
        tx.execute(
            "insert into student_links (student_id, mentor_id, organization_id, created_at, updated_at)
             select ?1, ?2, (select scope_id from roles where user_id = ?2 and name = 'mentor'), ?3, ?3",
            (student_id, mentor_id, tx.now()),
        )?;
        Ok(())
    });
    let reply = many(&mentor, &people, &json!({})).expect(201);
    assert_eq!(reply.at("/data/attributes/sent"), 1);
    assert_eq!(
        reply.at("/data/attributes/skipped/0/reason"),
        "not_reachable"
    );
    let student = server.as_student();
    let seen = student.get(PATH).expect(200);
    assert_eq!(seen.at("/data/0/attributes/other_side"), "mentor");
    assert_eq!(
        look(&mentor, &people)
            .expect(200)
            .at("/data/attributes/left_today"),
        99
    );
    many(&student, &[mentor_id, server.people.volunteer], &json!({})).expect(403);

    sent_before(&server, 99);
    let refused = many(&mentor, &people, &json!({})).expect(429);
    let wait: i64 = refused.header("retry-after").parse().unwrap();
    assert!((86_000..=86_400).contains(&wait), "{wait}");
    server.clock.advance(SignedDuration::from_secs(wait + 1));
    many(&mentor, &people, &json!({})).expect(201);
}

#[test]
fn nobody_else_writes_to_many() {
    let server = Server::start();
    let people = who_want_news(&server, 2);
    for client in [
        server.as_volunteer(),
        server.as_student(),
        server.as_page_manager(),
        server.as_content_manager(),
    ] {
        many(&client, &people, &json!({})).expect(403);
        look(&client, &people).expect(403);
    }
    many(&server.as_nobody(), &people, &json!({})).expect(401);
    let marieke = server.as_center();
    for wrong in [&people[..1], &[]] {
        assert_eq!(
            many(&marieke, wrong, &json!({})).expect(422).pointer(),
            "/data/attributes/recipient_ids"
        );
    }
    many(&marieke, &people, &json!({ "body": "" })).expect(422);
    let away = server.as_admin().with("host", "elders.localhost");
    let seen = many(&away, &people, &json!({}));
    if seen.status == 201 {
        assert_eq!(seen.at("/data/attributes/sent"), 0, "people of their own");
    }
    assert_eq!(conversations(&server), 0);
}

#[test]
fn the_same_key_sends_once_and_each_is_mailed_once_after_ten_minutes() {
    let server = Server::start();
    let marieke = server.as_center();
    let people = who_want_news(&server, 12);
    let once = marieke.clone().with("idempotency-key", "een keer");
    let first = many(&once, &people, &json!({})).expect(201);
    let again = many(&once, &people, &json!({})).expect(201);
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(again.text, first.text);
    assert_eq!(conversations(&server), 12);
    // Neither the ten that one begins in an hour nor the thirty that one writes are used up.
    begin(&marieke, ("users", server.people.volunteer), &json!({})).expect(201);

    mail(&server);
    assert_eq!(letters(&server, "message_new"), Vec::<String>::new());
    many(&marieke, &people, &json!({ "body": "En thee." })).expect(201);
    server.clock.advance(SignedDuration::from_mins(11));
    mail(&server);
    let told = letters(&server, "message_new");
    assert_eq!(told.len(), 13, "one for each: {told:?}");
    let one = last(&server, "message_new", "nieuws3@example.nl");
    assert_eq!(one["count"], 2);
    assert_eq!(one["message"], "En thee.");
    mail(&server);
    assert_eq!(letters(&server, "message_new").len(), 13);
}

#[test]
fn what_somebody_asked_stays_unread_and_who_may_not_write_writes_to_nobody() {
    let (server, vacancy) = with_vacancy();
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    apply(&joke, &vacancy).expect(201);
    apply(&server.as_content_manager(), &vacancy).expect(201);
    let people = [
        server.people.volunteer,
        id_of(&server, "content@example.nl"),
    ];
    begin(&joke, ("organizations", server.people.own), &json!({})).expect(201);
    assert_eq!(unread(&samira), 1);
    many(&samira, &people, &json!({})).expect(201);
    assert_eq!(unread(&samira), 1, "the question was not read");
    assert_eq!(total(&joke, "filter[folder_eq]=all"), 1, "one thread");

    let superuser = server.people.superuser;
    server.arrange(move |tx| {
        tx.execute(
            "update users set writing_paused_until = '2099-01-01T00:00:00Z' where id = ?1",
            [superuser],
        )?;
        Ok(())
    });
    let refused = many(&samira, &people, &json!({}));
    assert_eq!(refused.expect(422).code(), "writing_paused");
    server.arrange(move |tx| {
        tx.execute(
            "update users set writing_paused_until = null where id = ?1",
            [superuser],
        )?;
        Ok(())
    });
    sent_before(&server, 197);
    assert_eq!(
        look(&samira, &people)
            .expect(200)
            .at("/data/attributes/left_today"),
        1
    );
    let before = unread(&joke);
    many(&samira, &people, &json!({})).expect(429);
    assert_eq!(unread(&joke), before, "all of them or nobody");
}
