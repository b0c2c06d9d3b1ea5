//! The vacancies beside one: like it, or for a person those of them that fit them best.

use serde_json::{Value, json};

use super::answers::answer;
use super::recommended::publish;
use crate::applications::stages::{apply, take};
use crate::support::fixtures;
use crate::support::server::{Client, Server};

const GARDEN: &[(&str, &str)] = &[
    ("skills", "'[\"gardening\"]'"),
    ("tags", "'[\"regularly\"]'"),
    ("availability", "'[\"tue_morning\"]'"),
    ("latitude", "51.81"),
    ("longitude", "5.25"),
];

struct Town {
    server: Server,
    garden: i64,
}

/// A garden, and, from old to new: one like it, one like it in the evening and farther away, and two that are not.
fn town() -> Town {
    let server = Server::start();
    let minute = || server.clock.advance(jiff::SignedDuration::from_mins(1));
    let organization = |name: &'static str| {
        server.arrange(move |tx| fixtures::organization(tx, name, 1, "approved", false))
    };
    let garden = publish(&server, "Tuin", server.people.own, GARDEN);
    minute();
    publish(&server, "Nog een tuin", organization("A"), GARDEN);
    minute();
    publish(
        &server,
        "Tuin in de avond",
        organization("B"),
        &[
            ("skills", "'[\"gardening\"]'"),
            ("tags", "'[\"regularly\"]'"),
            ("availability", "'[\"wed_evening\"]'"),
            ("latitude", "51.95"),
            ("longitude", "5.25"),
        ],
    );
    minute();
    publish(
        &server,
        "Kantoor",
        organization("C"),
        &[
            ("skills", "'[\"administration\"]'"),
            ("tags", "'[\"once\"]'"),
        ],
    );
    minute();
    publish(&server, "Iets", organization("D"), &[]);
    Town { server, garden }
}

fn titles(client: &Client, id: i64) -> Vec<String> {
    let reply = client
        .get(&format!("/api/v1/vacancies/{id}/similar"))
        .expect(200);
    let rows = reply.at("/data");
    let each = rows.as_array().unwrap().iter();
    each.map(|row| row["attributes"]["title"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_is_most_like_it_comes_first() {
    let Town { server, garden } = town();
    let found = titles(&server.as_nobody(), garden);
    assert_eq!(found[..2], ["Nog een tuin", "Tuin in de avond"]);
    assert_eq!(found.len(), 3);
}

#[test]
fn of_one_organisation_there_are_at_most_two() {
    let Town { server, garden } = town();
    for title in ["Tuin twee", "Tuin drie", "Tuin vier"] {
        publish(&server, title, server.people.own, GARDEN);
    }
    let found = titles(&server.as_nobody(), garden);
    assert_eq!(found, ["Tuin vier", "Tuin drie", "Nog een tuin"]);
}

#[test]
fn somebody_is_shown_what_fits_them_and_not_what_they_applied_for() {
    let Town { server, garden } = town();
    let joke = server.as_volunteer();
    assert_eq!(titles(&joke, garden)[0], "Nog een tuin");
    answer(
        &joke,
        json!({ "skills": ["administration"], "frequency": "once" }),
    )
    .expect(200);
    assert_eq!(titles(&joke, garden)[0], "Kantoor");
    let (user, second) = (server.people.volunteer, garden + 1);
    server.arrange(move |tx| {
        Ok(tx.execute(
            "insert into vacancy_dismissals (user_id, vacancy_id, reason, created_at)
             values (?1, ?2, 'too_far', '2026-11-01T09:00:00Z')",
            (user, second),
        )?)
    });
    assert!(!titles(&joke, garden).contains(&"Nog een tuin".to_owned()));
    // Others see them as before.
    assert_eq!(titles(&server.as_nobody(), garden)[0], "Nog een tuin");
}

#[test]
fn the_mail_about_a_refusal_names_what_fits_the_applicant() {
    let Town { server, garden } = town();
    let joke = server.as_volunteer();
    answer(
        &joke,
        json!({ "skills": ["administration"], "frequency": "once" }),
    )
    .expect(200);
    let id = apply(&joke, &garden.to_string()).expect(201).id();
    take(&server.as_superuser(), &id, "reject").expect(200);
    let data: String = server.arrange(|tx| {
        Ok(tx.query_row(
            "select data from notifications where kind = 'application_rejected'",
            [],
            |row| row.get(0),
        )?)
    });
    let data: Value = serde_json::from_str(&data).unwrap();
    let named = data["similar"].as_array().unwrap();
    assert_eq!(named[0]["title"], "Kantoor");
    assert_eq!(named.len(), 3);
}
