//! States and review of vacancies (docs/domain/states.md#vacancies), their dates, and bookmarks.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::fixtures::{event, published};
use crate::support::server::{Client, Reply, Server};

pub const LIST: &str = "/api/v1/vacancies";

pub fn take(client: &Client, id: &str, name: &str) -> Reply {
    let path = match name {
        "approve" | "request_changes" | "refuse" => format!("{LIST}/{id}/moderate"),
        "delete" => return client.delete(&format!("{LIST}/{id}?reason_code=other")),
        _ => format!("{LIST}/{id}/transition"),
    };
    let body = json!({ "data": { "attributes": { "event": name, "message": "Graag iets meer uitleg.", "reason_code": "other" } } });
    client.decide(&path, &body)
}

pub fn state(server: &Server, id: &str) -> (String, String) {
    let id: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        Ok(tx.query_row(
            "select status, moderation_state from vacancies where id = ?1",
            [id],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?)
    })
}

const STATES: [(&str, &str); 8] = [
    ("draft", "none"),
    ("draft", "submitted"),
    ("draft", "needs_work"),
    ("draft", "refused"),
    ("published", "none"),
    ("filled", "none"),
    ("expired", "none"),
    ("archived", "none"),
];

const EVENTS: [&str; 13] = [
    "submit",
    "withdraw",
    "publish",
    "unpublish",
    "fill",
    "reopen",
    "renew",
    "archive",
    "restore",
    "approve",
    "request_changes",
    "refuse",
    "delete",
];

/// By whom, from which state and review, which step, and what both become. `trusted` manages an organisation that
/// publishes without review, `reviewed` one that does not.
#[rustfmt::skip]
const ALLOWED: &[(&str, (&str, &str), &str, (&str, &str))] = &[
    ("trusted", ("draft", "none"), "submit", ("draft", "submitted")),
    ("trusted", ("draft", "needs_work"), "submit", ("draft", "submitted")),
    ("trusted", ("draft", "submitted"), "withdraw", ("draft", "none")),
    ("trusted", ("draft", "none"), "publish", ("published", "none")),
    ("trusted", ("draft", "submitted"), "publish", ("published", "submitted")),
    ("trusted", ("draft", "needs_work"), "publish", ("published", "needs_work")),
    ("trusted", ("draft", "refused"), "publish", ("published", "refused")),
    ("reviewed", ("draft", "none"), "submit", ("draft", "submitted")),
    ("reviewed", ("draft", "needs_work"), "submit", ("draft", "submitted")),
    ("reviewed", ("draft", "submitted"), "withdraw", ("draft", "none")),
    ("both", ("published", "none"), "unpublish", ("draft", "none")),
    ("both", ("published", "none"), "fill", ("filled", "none")),
    ("both", ("published", "none"), "renew", ("published", "none")),
    ("both", ("filled", "none"), "reopen", ("published", "none")),
    ("both", ("filled", "none"), "renew", ("published", "none")),
    ("both", ("expired", "none"), "renew", ("published", "none")),
    ("both", ("archived", "none"), "restore", ("draft", "none")),
    ("both", ("draft", "none"), "archive", ("archived", "none")),
    ("both", ("draft", "submitted"), "archive", ("archived", "submitted")),
    ("both", ("draft", "needs_work"), "archive", ("archived", "needs_work")),
    ("both", ("draft", "refused"), "archive", ("archived", "refused")),
    ("both", ("published", "none"), "archive", ("archived", "none")),
    ("both", ("filled", "none"), "archive", ("archived", "none")),
    ("both", ("expired", "none"), "archive", ("archived", "none")),
    ("both", ("draft", "none"), "delete", ("deleted", "none")),
    ("both", ("draft", "submitted"), "delete", ("deleted", "submitted")),
    ("both", ("draft", "needs_work"), "delete", ("deleted", "needs_work")),
    ("both", ("draft", "refused"), "delete", ("deleted", "refused")),
    ("center", ("draft", "none"), "submit", ("draft", "submitted")),
    ("center", ("draft", "needs_work"), "submit", ("draft", "submitted")),
    ("center", ("draft", "submitted"), "withdraw", ("draft", "none")),
    ("center", ("draft", "none"), "publish", ("published", "none")),
    ("center", ("draft", "submitted"), "publish", ("published", "submitted")),
    ("center", ("draft", "needs_work"), "publish", ("published", "needs_work")),
    ("center", ("draft", "refused"), "publish", ("published", "refused")),
    ("center", ("draft", "submitted"), "approve", ("published", "approved")),
    ("center", ("draft", "needs_work"), "approve", ("published", "approved")),
    ("center", ("draft", "refused"), "approve", ("published", "approved")),
    ("center", ("draft", "submitted"), "request_changes", ("draft", "needs_work")),
    ("center", ("draft", "submitted"), "refuse", ("draft", "refused")),
    ("center", ("expired", "none"), "delete", ("deleted", "none")),
    ("center", ("archived", "none"), "delete", ("deleted", "none")),
    ("center", ("published", "none"), "delete", ("deleted", "none")),
];

fn leads_to(asker: &str, from: (&str, &str), name: &str) -> Option<(&'static str, &'static str)> {
    ALLOWED
        .iter()
        .find(|row| (row.0 == asker || row.0 == "both") && row.1 == from && row.2 == name)
        .map(|row| row.3)
}

#[test]
fn a_vacancy_takes_the_steps_of_the_table_and_no_other() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = samira
        .post(
            LIST,
            &fixtures::vacancy(server.people.own, "Taalmaatje gezocht"),
        )
        .expect(201)
        .id();
    let number: i64 = id.parse().unwrap();
    for (asker, client, trusted) in [
        ("trusted", samira.clone(), 1),
        ("reviewed", samira, 0),
        ("center", server.as_center(), 0),
    ] {
        server
            .arrange(move |tx| Ok(tx.execute("update organizations set trusted = ?1", [trusted])?));
        for from in STATES {
            for name in EVENTS {
                server.arrange(move |tx| {
                    tx.execute(
                        "update vacancies set status = ?2, moderation_state = ?3 where id = ?1",
                        (number, from.0, from.1),
                    )?;
                    Ok(())
                });
                let reply = take(&client, &id, name);
                let now = state(&server, &id);
                let now = (now.0.as_str(), now.1.as_str());
                if let Some(to) = leads_to(asker, from, name) {
                    assert!(
                        reply.status < 300,
                        "{asker}: {from:?}, {name}: {}",
                        reply.text
                    );
                    assert_eq!(now, to, "{asker}: {from:?}, {name}");
                } else {
                    assert!(
                        matches!(reply.status, 403 | 422),
                        "{asker}: {from:?}, {name}: {} {}",
                        reply.status,
                        reply.text
                    );
                    assert_eq!(now, from, "{asker}: {from:?}, {name}");
                }
            }
        }
    }
}

#[test]
fn what_may_be_done_is_shown_and_named_in_a_refusal() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let seen = samira.get(&format!("{LIST}/{id}")).expect(200);
    assert_eq!(
        seen.at("/data/meta/transitions"),
        json!(["unpublish", "fill", "renew", "archive"])
    );
    let refused = take(&samira, &id, "restore").expect(422);
    assert_eq!(
        refused.at("/errors/0/meta/allowed"),
        json!(["unpublish", "fill", "renew", "archive"])
    );
    assert_eq!(
        server
            .as_volunteer()
            .get(&format!("{LIST}/{id}"))
            .at("/data/meta/transitions"),
        json!([])
    );
    assert_eq!(
        server
            .as_volunteer()
            .get(&format!("{LIST}/{id}"))
            .at("/data/meta/can"),
        json!(["favorite"])
    );
}

#[test]
fn a_vacancy_is_reviewed_with_words_and_put_right() {
    let server = Server::start();
    server.arrange(|tx| Ok(tx.execute("update organizations set trusted = 0", [])?));
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let id = samira
        .post(
            LIST,
            &fixtures::vacancy(server.people.own, "Taalmaatje gezocht"),
        )
        .expect(201)
        .id();
    take(&samira, &id, "submit").expect(200);
    assert_eq!(
        marieke
            .get(&format!("{LIST}?filter[moderation_state_eq]=submitted"))
            .expect(200)
            .ids(),
        [id.clone()]
    );
    let silent = event(
        &marieke,
        &format!("{LIST}/{id}/moderate"),
        "request_changes",
    )
    .expect(422);
    assert_eq!(silent.pointer(), "/data/attributes/message");
    take(&marieke, &id, "request_changes").expect(200);
    let seen = samira.get(&format!("{LIST}/{id}")).expect(200);
    assert_eq!(
        seen.at("/data/attributes/moderation_message"),
        "Graag iets meer uitleg."
    );
    take(&samira, &id, "submit").expect(200);
    take(&marieke, &id, "approve").expect(200);
    let public = server.as_nobody().get(&format!("{LIST}/{id}")).expect(200);
    assert_eq!(
        public.at("/data/attributes/moderation_message"),
        Value::Null
    );
    let kinds: Vec<String> = server.arrange(|tx| {
        let mut statement = tx.prepare(
            "select kind || ' ' || to_email from outbox where kind like 'vacancy%' order by id",
        )?;
        let rows = statement
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        Ok(rows)
    });
    assert!(
        kinds.contains(&"vacancy_to_review marieke@example.nl".to_owned()),
        "{kinds:?}"
    );
    assert!(
        kinds.contains(&"vacancy_approved samira@example.nl".to_owned()),
        "{kinds:?}"
    );
}

#[test]
fn a_full_vacancy_is_put_online_again_once_it_has_a_place() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    for status in ["filled", "expired"] {
        let sql =
            format!("update vacancies set status = '{status}', capacity = 2, places_taken = 2");
        server.arrange(move |tx| Ok(tx.execute(&sql, [])?));
        let refused = take(&samira, &id, "renew").expect(422);
        assert_eq!(refused.code(), "vacancy_full");
        assert_eq!(refused.pointer(), "/data/attributes/capacity");
        assert_eq!(state(&server, &id).0, status);
    }
    let more = json!({ "data": { "attributes": { "capacity": 3 } } });
    samira.patch(&format!("{LIST}/{id}"), &more).expect(200);
    take(&samira, &id, "renew").expect(200);
}
