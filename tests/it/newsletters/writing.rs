//! Newsletters while they are written: blocks, audience, checks, preview and test mails.

use serde_json::{Value, json};

use crate::support::outbox::sent;
use crate::support::server::{Client, Server, document};

const LIST: &str = "/api/v1/newsletters";

pub(super) fn write(client: &Client, attributes: &Value) -> String {
    client
        .post(LIST, &document("newsletters", attributes.clone()))
        .expect(201)
        .id()
}

pub(super) fn letter() -> Value {
    json!({
        "title": "December", "subject": "December: kom je ook?", "preheader": "Van alles te doen",
        "blocks": [
            { "type": "heading", "title": "Voor elkaar" },
            { "type": "text", "text": "Dag {{ first_name }},\n\nKom [langs](/vacancies/search) of kijk [elders](https://nov.example/a).\n\n- een\n- twee" },
            { "type": "vacancies", "title": "Nu nodig" },
            { "type": "call", "title": "Vraag?", "text": "Bel ons.", "label": "Contact", "link": "/vacancies/search" },
        ],
    })
}

/// People of the first centre who want its newsletters.
pub(super) fn willing(server: &Server, emails: &[&str]) {
    let emails: Vec<String> = emails.iter().map(|email| (*email).to_owned()).collect();
    server.arrange(move |tx| {
        for email in &emails {
            tx.execute(
                "insert into consents (user_id, kind, is_given, created_at, updated_at)
                 select id, 'newsletter', 1, ?2, ?2 from users where email = ?1",
                (email, tx.now()),
            )?;
        }
        Ok(())
    });
}

fn change(client: &Client, id: &str, attributes: &Value) -> crate::support::server::Reply {
    client.patch(
        &format!("{LIST}/{id}"),
        &json!({ "data": { "type": "newsletters", "id": id, "attributes": attributes } }),
    )
}

#[test]
fn what_a_mail_cannot_show_is_refused_where_it_stands() {
    let server = Server::start();
    let client = server.as_content_manager();
    let id = write(&client, &json!({ "title": "Herfst" }));
    for (block, pointer, rule) in [
        (
            json!({ "type": "text", "text": "Dag {{ last_name }}" }),
            "text",
            "unknown_placeholder",
        ),
        (
            json!({ "type": "text", "text": "{% for a in b %}" }),
            "text",
            "unknown_placeholder",
        ),
        (
            json!({ "type": "text", "text": "[x](javascript:alert(1))" }),
            "text",
            "newsletter_link",
        ),
        (
            json!({ "type": "text", "text": "[x](http://x.example)" }),
            "text",
            "newsletter_link",
        ),
        (
            json!({ "type": "text", "text": "![x](/uploads/1.jpg)" }),
            "text",
            "newsletter_link",
        ),
        (
            json!({ "type": "call", "title": "x", "link": "//x.example" }),
            "link",
            "url",
        ),
        (
            json!({ "type": "call", "title": "x", "link": "/a)(b" }),
            "link",
            "url",
        ),
        (
            json!({ "type": "picture", "upload_id": "9999", "alt": "x" }),
            "upload_id",
            "own_image",
        ),
        (
            json!({ "type": "heading", "title": "x", "text": "y" }),
            "text",
            "unknown",
        ),
        (
            json!({ "type": "text", "text": "x".repeat(5_001) }),
            "text",
            "length",
        ),
    ] {
        let reply = change(&client, &id, &json!({ "blocks": [block] })).expect(422);
        assert_eq!(
            reply.at("/errors/0/source/pointer"),
            format!("/data/attributes/blocks/0/{pointer}"),
            "{block}"
        );
        assert_eq!(reply.at("/errors/0/meta/rule"), rule, "{block}");
    }
    change(&client, &id, &json!({ "blocks": [{ "type": "script" }] })).expect(422);
    for segment in [
        json!({ "km": 10 }),
        json!({ "city": "Nergenshuizen", "km": 10 }),
        json!({ "city": "Amsterdam", "km": 7 }),
        json!({ "theme_ids": ["99999"] }),
        json!({ "seen_days": 5 }),
        json!({ "gender": "female" }),
    ] {
        change(&client, &id, &json!({ "segment": segment })).expect(422);
    }
    change(
        &client,
        &id,
        &json!({ "segment": { "city": "Amsterdam", "km": 10, "seen_days": 30 } }),
    )
    .expect(200);
}

#[test]
fn a_centre_writes_its_own_and_nobody_else_sees_them() {
    let server = Server::start();
    let id = write(&server.as_content_manager(), &letter());
    let one = format!("{LIST}/{id}");
    server.as_center().get(&one).expect(200);
    server.as_nobody().get(&one).expect(401);
    for client in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_page_manager(),
    ] {
        client.get(&one).expect(403);
        client
            .post(LIST, &document("newsletters", letter()))
            .expect(403);
        client
            .put(&format!("{one}/schedule"), &json!({}))
            .expect(403);
    }
    let elsewhere = server.as_admin().with("host", "elders.localhost");
    elsewhere.get(&one).expect(404);
}

#[test]
fn a_change_of_what_somebody_else_changed_meanwhile_is_refused_and_a_repeat_makes_one() {
    let server = Server::start();
    let client = server.as_center();
    let id = write(&client, &letter());
    let one = format!("{LIST}/{id}");
    let read = client.get(&one).expect(200);
    let tag = read.header("etag").to_owned();
    change(&client, &id, &json!({ "subject": "Nieuw" })).expect(200);
    let stale = client.with("if-match", &tag);
    change(&stale, &id, &json!({ "subject": "Oud" })).expect(412);
    stale
        .put(&format!("{one}/schedule"), &json!({}))
        .expect(412);
    stale.delete(&one).expect(412);

    let again = server
        .as_center()
        .with("idempotency-key", "a-key-of-a-copy");
    let copies: Vec<String> = (0..2)
        .map(|_| {
            again
                .post(&format!("{one}/duplicate"), &json!({}))
                .expect(201)
                .id()
        })
        .collect();
    assert_eq!(copies[0], copies[1]);
    let mailed = server
        .as_center()
        .with("idempotency-key", "a-key-of-a-test");
    for _ in 0..2 {
        mailed
            .post(
                &format!("{one}/test_mail"),
                &document("newsletters", json!({})),
            )
            .expect(204);
    }
    let tests = sent(&server)
        .into_iter()
        .filter(|(kind, _)| kind == "newsletter");
    assert_eq!(tests.count(), 1);
}

#[test]
fn the_audience_is_counted_with_who_is_left_out_and_why() {
    let server = Server::start();
    let client = server.as_center();
    willing(
        &server,
        &[
            "joke@example.nl",
            "samira@example.nl",
            "wim@example.nl",
            "student@example.nl",
        ],
    );
    server.arrange(|tx| {
        tx.execute_batch(
            "update users set birth_date = '2015-01-01' where email = 'student@example.nl';
             insert into mail_bounces (email, count, last_error, bounced_at) values ('wim@example.nl', 3, 'x', '2026-11-01T00:00:00Z');
             insert into newsletter_subscribers (volunteer_center_id, email, first_name, locale, status, created_at, updated_at)
             select id, 'gast@example.nl', 'Gerda', 'en', 'active', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' from volunteer_centers where is_default = 1;
             insert into newsletter_subscribers (volunteer_center_id, email, locale, status, created_at, updated_at)
             select id, 'wacht@example.nl', 'nl', 'pending', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' from volunteer_centers where is_default = 1;",
        )?;
        Ok(())
    });
    let id = write(&client, &letter());
    let count = |segment: Value| {
        change(&client, &id, &json!({ "segment": segment })).expect(200);
        client
            .get(&format!("{LIST}/{id}/audience"))
            .expect(200)
            .at("/data/attributes")
    };
    let all = count(json!({}));
    assert_eq!(
        (all["willing"].as_i64(), all["recipients"].as_i64()),
        (Some(5), Some(3)),
        "{all}"
    );
    assert_eq!(
        all["skipped"],
        json!([{ "reason": "bounced", "count": 1 }, { "reason": "under_16", "count": 1 }])
    );
    assert_eq!(
        count(json!({ "audience": "organizations" }))["recipients"],
        1
    );
    assert_eq!(count(json!({ "language": "en" }))["recipients"], 1);
    let volunteers = count(json!({ "audience": "volunteers" }));
    assert_eq!(
        volunteers["sample"][0]["name"], "Joke Vermeer",
        "{volunteers}"
    );
    // Whoever took it back is not asked about again.
    server.arrange(|tx| {
        tx.execute(
            "insert into consents (user_id, kind, is_given, created_at, updated_at)
             select id, 'newsletter', 0, ?1, ?1 from users where email = 'joke@example.nl'",
            [tx.now()],
        )?;
        Ok(())
    });
    assert_eq!(count(json!({}))["recipients"], 2);
}

#[test]
fn a_preview_is_the_mail_of_a_reader_and_a_test_comes_each_time() {
    let server = Server::start();
    let client = server.as_center();
    willing(&server, &["joke@example.nl"]);
    let id = write(&client, &letter());
    let audience = client.get(&format!("{LIST}/{id}/audience")).expect(200);
    let reader = audience.at("/data/attributes/sample/0/id");
    let preview = |attributes: Value| {
        client.post(
            &format!("{LIST}/{id}/preview"),
            &document("newsletter_previews", attributes),
        )
    };
    let of_joke = preview(json!({ "subscriber_id": reader })).expect(200);
    assert_eq!(
        of_joke.at("/data/attributes/subject"),
        "December: kom je ook?"
    );
    let text = of_joke.at("/data/attributes/text");
    let text = text.as_str().unwrap();
    assert!(text.starts_with("Voor elkaar\n\nDag Joke,"), "{text}");
    assert!(text.contains("elders (https://nov.example/a)"), "{text}");
    assert!(text.contains("/nieuwsbrief/voorkeuren?token="), "{text}");
    assert!(text.contains("/unsubscribe/"), "{text}");
    let html = of_joke.at("/data/attributes/html");
    assert!(
        html.as_str().unwrap().contains("Van alles te doen"),
        "the preheader"
    );
    let of_nobody = preview(json!({ "locale": "en" })).expect(200);
    let text = of_nobody.at("/data/attributes/text");
    assert!(
        text.as_str().unwrap().contains("Dag,"),
        "no English version: {text}"
    );
    preview(json!({ "subscriber_id": "user-99999" })).expect(422);

    for _ in 0..2 {
        client
            .post(
                &format!("{LIST}/{id}/test_mail"),
                &document("newsletters", json!({})),
            )
            .expect(204);
        server.clock.advance(jiff::SignedDuration::from_secs(30));
        server.arrange(|tx| {
            tx.execute(
                "update outbox set status = 'sent' where kind = 'newsletter'",
                [],
            )?;
            Ok(())
        });
    }
    let tests = sent(&server)
        .into_iter()
        .filter(|(kind, to)| kind == "newsletter" && to == "marieke@example.nl");
    assert_eq!(tests.count(), 2, "the same test again is sent again");
    let tested = || {
        client
            .get(&format!("{LIST}/{id}"))
            .expect(200)
            .at("/data/attributes/tested_at")
    };
    assert!(tested().is_string());
    change(&client, &id, &json!({ "subject": "Anders" })).expect(200);
    assert_eq!(
        tested(),
        Value::Null,
        "what was tested is not what stands there"
    );
}

#[test]
fn a_newsletter_that_is_not_ready_is_not_scheduled() {
    let server = Server::start();
    let client = server.as_center();
    let id = write(&client, &json!({ "title": "Leeg" }));
    let schedule = |attributes: Value| {
        client.put(
            &format!("{LIST}/{id}/schedule"),
            &document("newsletters", attributes),
        )
    };
    let missing = || {
        let reply = schedule(json!({})).expect(422);
        assert_eq!(reply.at("/errors/0/meta/rule"), "not_ready");
        reply.at("/errors/0/meta/check")
    };
    assert_eq!(missing(), "subject");
    change(&client, &id, &json!({ "subject": "Hallo" })).expect(200);
    assert_eq!(missing(), "content");
    let blocks = json!([{ "type": "text", "text": "Lees [dit](/nergens-te-vinden)" }]);
    change(&client, &id, &json!({ "blocks": blocks })).expect(200);
    assert_eq!(missing(), "recipients");
    willing(&server, &["joke@example.nl"]);
    assert_eq!(missing(), "links");
    change(
        &client,
        &id,
        &json!({ "blocks": [{ "type": "text", "text": "Dag" }] }),
    )
    .expect(200);
    assert_eq!(missing(), "tested");
    client
        .post(
            &format!("{LIST}/{id}/test_mail"),
            &document("newsletters", json!({})),
        )
        .expect(204);
    let past = schedule(json!({ "send_at": "2020-01-01T10:00:00Z" })).expect(422);
    assert_eq!(past.at("/errors/0/meta/rule"), "past");
    let later = server.clock.text().replace("2026", "2027");
    assert_eq!(
        schedule(json!({ "send_at": later }))
            .expect(200)
            .at("/data/attributes/status"),
        "scheduled"
    );
    change(&client, &id, &json!({ "subject": "Te laat" })).expect(403);
    client
        .put(&format!("{LIST}/{id}/unschedule"), &json!({}))
        .expect(200);
    change(&client, &id, &json!({ "subject": "Op tijd" })).expect(200);
    let copy = client
        .post(&format!("{LIST}/{id}/duplicate"), &json!({}))
        .expect(201);
    assert_eq!(copy.at("/data/attributes/status"), "draft");
    client.delete(&format!("{LIST}/{}", copy.id())).expect(204);
}

#[test]
fn the_mail_of_newsletters_cannot_be_switched_off_unseen() {
    let server = Server::start();
    let reply = server
        .as_center()
        .patch(
            "/api/v1/notification_templates/newsletter?locale=nl",
            &document("notification_templates", json!({ "is_active": false })),
        )
        .expect(422);
    assert_eq!(reply.at("/errors/0/meta/rule"), "newsletter_off");
}
