//! Application stages (docs/domain/states.md#applications), for signed-in users and guests, and the count of places.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures::{event, published};
use crate::support::server::{Client, Reply, Server, document};

pub const MESSAGE: &str = "Ik wil graag helpen en heb op dinsdag tijd.";
pub const PATH: &str = "/api/v1/applications";

pub fn apply(client: &Client, vacancy: &str) -> Reply {
    client.post(
        PATH,
        &document(
            "applications",
            json!({ "vacancy_id": vacancy, "message": MESSAGE, "consent": true }),
        ),
    )
}

pub fn as_guest(client: &Client, vacancy: &str, email: &str) -> Reply {
    let attributes = json!({ "vacancy_id": vacancy, "message": MESSAGE, "first_name": "Gerrit", "last_name": "Bakker", "email": email, "consent": true });
    client.post(PATH, &document("applications", attributes))
}

pub fn take(client: &Client, application: &str, name: &str) -> Reply {
    let reason = match name {
        "reject" => json!("not_a_fit"),
        "withdraw" => json!("distance"),
        _ => Value::Null,
    };
    let body = json!({ "data": { "attributes": { "event": name, "reason_code": reason } } });
    client.put(&format!("{PATH}/{application}/transition"), &body)
}

pub fn letters(server: &Server, kind: &'static str) -> Vec<String> {
    server.arrange(move |tx| {
        let mut statement =
            tx.prepare("select to_email from outbox where kind = ?1 order by id")?;
        let found = statement
            .query_map([kind], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        Ok(found)
    })
}

pub fn with_capacity(server: &Server, capacity: i64) -> String {
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let change = document("vacancies", json!({ "capacity": capacity }));
    samira
        .patch(&format!("/api/v1/vacancies/{id}"), &change)
        .expect(200);
    id
}

/// A server with one vacancy of our own organisation to apply for.
pub fn with_vacancy() -> (Server, String) {
    let server = Server::start();
    let id = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    (server, id)
}

/// Opens the link of the letter that a guest got.
pub fn confirm(server: &Server, token: &str) -> Reply {
    let body = json!({ "token": token });
    server.as_nobody().post(&format!("{PATH}/confirm"), &body)
}

pub fn confirm_last(server: &Server) -> Reply {
    confirm(server, &guest_token(server))
}

pub fn guest_token(server: &Server) -> String {
    server.arrange(|tx| {
        let data: String = tx.query_row(
            "select data from outbox where kind = 'application_confirm_guest' order by id desc",
            [],
            |row| row.get(0),
        )?;
        Ok(data
            .split("application=")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned())
    })
}

/// Who may take which step from which stage, and where it leads.
#[rustfmt::skip]
const ALLOWED: &[(&str, &str, &str, &str)] = &[
    ("organization", "new", "contact", "in_contact"),
    ("organization", "new", "accept", "accepted"),
    ("organization", "new", "reject", "rejected"),
    ("organization", "in_contact", "accept", "accepted"),
    ("organization", "in_contact", "reject", "rejected"),
    ("organization", "waitlisted", "reject", "rejected"),
    ("organization", "new", "waitlist", "waitlisted"),
    ("organization", "in_contact", "waitlist", "waitlisted"),
    ("organization", "waitlisted", "offer", "offered"),
    ("organization", "accepted", "confirm_match", "started"),
    ("organization", "started", "complete", "completed"),
    ("volunteer", "accepted", "confirm_match", "started"),
    ("volunteer", "offered", "decline_offer", "withdrawn"),
    ("organization", "rejected", "reopen", "in_contact"),
    ("center", "mentor_review", "approve_as_mentor", "new"),
    ("center", "mentor_review", "reject", "rejected"),
    ("volunteer", "mentor_review", "withdraw", "withdrawn"),
    ("volunteer", "new", "withdraw", "withdrawn"),
    ("volunteer", "in_contact", "withdraw", "withdrawn"),
    ("volunteer", "waitlisted", "withdraw", "withdrawn"),
    ("volunteer", "offered", "withdraw", "withdrawn"),
    ("volunteer", "accepted", "withdraw", "withdrawn"),
    ("volunteer", "withdrawn", "reapply", "new"),
];

const STAGES: [&str; 11] = [
    "mentor_review",
    "new",
    "in_contact",
    "waitlisted",
    "offered",
    "accepted",
    "started",
    "completed",
    "rejected",
    "withdrawn",
    "closed",
];

#[test]
fn an_application_takes_the_steps_of_the_table_and_no_other() {
    let (server, id) = with_vacancy();
    let joke = server.as_volunteer();
    let application = apply(&joke, &id).expect(201).id();
    let number: i64 = application.parse().unwrap();
    let askers = [
        ("organization", server.as_superuser()),
        ("center", server.as_center()),
        ("volunteer", joke),
    ];
    for (asker, client) in &askers {
        for from in STAGES {
            let mut open = Vec::new();
            for name in [
                "contact",
                "accept",
                "reject",
                "approve_as_mentor",
                "reopen",
                "withdraw",
                "reapply",
                "close",
                "waitlist",
                "offer",
                "accept_offer",
                "decline_offer",
                "miss_offer",
                "confirm_match",
                "complete",
                "confirm",
                "bestaat_niet",
            ] {
                server.arrange(move |tx| {
                    Ok(tx.execute(
                        "update applications set stage = ?2, withdrawals = 0 where id = ?1",
                        (number, from),
                    )?)
                });
                let shown = client
                    .get(&format!("{PATH}/{application}"))
                    .expect(200)
                    .at("/data/meta/transitions");
                let reply = match name {
                    // A reason that organisations and mentors both have.
                    "reject" => client.put(
                        &format!("{PATH}/{application}/transition"),
                        &json!({ "event": "reject", "reason_code": "other" }),
                    ),
                    _ => take(client, &application, name),
                };
                // A centre decides on an organisation's behalf, and on a School's.
                let actor = if *asker == "center" && from != "mentor_review" {
                    "organization"
                } else {
                    asker
                };
                let allowed = ALLOWED
                    .iter()
                    .find(|row| (row.0, row.1, row.2) == (actor, from, name));
                match allowed {
                    Some((.., to)) => {
                        assert_eq!(
                            reply.expect(200).at("/data/attributes/stage"),
                            *to,
                            "{asker}: {from}, {name}"
                        );
                        open.push(name);
                    }
                    None => {
                        let refused = reply.expect(422);
                        assert_eq!(
                            refused.code(),
                            "invalid_transition",
                            "{asker}: {from}, {name}"
                        );
                        assert_eq!(
                            refused.at("/errors/0/meta/allowed"),
                            shown,
                            "{asker}: {from}, {name}"
                        );
                    }
                }
                if name == "bestaat_niet" {
                    let mut shown: Vec<String> = serde_json::from_value(shown).unwrap();
                    shown.sort();
                    open.sort_unstable();
                    assert_eq!(shown, open, "{asker}: {from}");
                }
            }
        }
    }
}

#[test]
fn an_answer_is_told_and_a_refusal_has_a_reason() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let joke = server.as_volunteer();
    let application = apply(&joke, &id).expect(201).id();
    assert_eq!(letters(&server, "application_new"), ["samira@example.nl"]);
    assert_eq!(
        letters(&server, "application_received"),
        ["joke@example.nl"]
    );
    let without = event(
        &samira,
        &format!("{PATH}/{application}/transition"),
        "reject",
    )
    .expect(422);
    assert_eq!(without.pointer(), "/data/attributes/reason_code");
    take(&samira, &application, "reject").expect(200);
    assert_eq!(
        letters(&server, "application_rejected"),
        ["joke@example.nl"]
    );
    let seen = joke.get(&format!("{PATH}/{application}")).expect(200);
    for (field, value) in [
        ("status", "rejected"),
        ("closed_by", "organization"),
        ("reason_code", "not_a_fit"),
    ] {
        assert_eq!(seen.at(&format!("/data/attributes/{field}")), value);
    }
    take(&server.as_center(), &application, "reopen").expect(200);
    let history = samira
        .get(&format!("{PATH}/{application}/history"))
        .expect(200)
        .json();
    let last = history["data"].as_array().unwrap().last().unwrap();
    assert_eq!(
        last["attributes"]["on_behalf"], true,
        "the centre acted for the organisation"
    );
}

#[test]
fn the_last_place_is_given_once_however_many_hands_reach_for_it() {
    for _ in 0..3 {
        let server = Server::start();
        let id = with_capacity(&server, 1);
        let applications: Vec<String> = [
            server.as_volunteer(),
            server.as_student(),
            server.as_mentor(),
            server.as_content_manager(),
        ]
        .iter()
        .map(|client| apply(client, &id).expect(201).id())
        .collect();
        let samira = server.as_superuser();
        let mut statuses: Vec<u16> = std::thread::scope(|scope| {
            let threads: Vec<_> = applications
                .iter()
                .map(|id| scope.spawn(|| take(&samira, id, "accept").status))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422, 422, 422]);
        let accepted: i64 = server.arrange(|tx| {
            Ok(tx.query_row(
                "select count(*) from applications where stage = 'accepted'",
                [],
                |row| row.get(0),
            )?)
        });
        assert_eq!(accepted, 1);
    }
}

#[test]
fn a_vacancy_fills_itself_and_opens_again_when_somebody_withdraws() {
    let server = Server::start();
    let id = with_capacity(&server, 1);
    let (samira, joke) = (server.as_superuser(), server.as_volunteer());
    let (first, second) = (
        apply(&joke, &id).expect(201).id(),
        apply(&server.as_mentor(), &id).expect(201).id(),
    );
    let status = || {
        let seen = server
            .as_nobody()
            .get(&format!("/api/v1/vacancies/{id}"))
            .expect(200);
        (
            seen.at("/data/attributes/status"),
            seen.at("/data/attributes/spots_left"),
        )
    };
    assert_eq!(status(), (json!("published"), json!(1)));
    take(&samira, &first, "accept").expect(200);
    assert_eq!(status(), (json!("filled"), json!(0)));
    assert_eq!(
        server
            .as_nobody()
            .get("/api/v1/vacancies")
            .at("/meta/total"),
        0
    );
    assert_eq!(
        take(&samira, &second, "accept").expect(422).code(),
        "vacancy_full"
    );
    assert_eq!(
        apply(&server.as_student(), &id).expect(422).code(),
        "vacancy_full"
    );
    take(&joke, &first, "withdraw").expect(200);
    assert_eq!(status(), (json!("published"), json!(1)));
    assert_eq!(
        letters(&server, "application_withdrawn"),
        ["samira@example.nl"]
    );
    take(&samira, &second, "accept").expect(200);
    assert_eq!(status(), (json!("filled"), json!(0)));
    assert_eq!(
        take(&joke, &first, "reapply").expect(422).code(),
        "invalid_transition",
        "no place is left"
    );
}

#[test]
fn who_withdraws_may_come_back_once() {
    let (server, id) = with_vacancy();
    let joke = server.as_volunteer();
    let application = apply(&joke, &id).expect(201).id();
    take(&joke, &application, "withdraw").expect(200);
    take(&joke, &application, "reapply").expect(200);
    take(&joke, &application, "withdraw").expect(200);
    take(&joke, &application, "reapply").expect(422);
}

#[test]
fn lists_of_applications_are_filtered_as_the_work_asks() {
    let server = Server::start();
    let samira = server.as_superuser();
    let (first, second) = (
        published(&samira, server.people.own, "Eerste vacature"),
        published(&samira, server.people.own, "Tweede vacature"),
    );
    let joke = server.as_volunteer();
    let old = apply(&joke, &first).expect(201).id();
    server.clock.advance(SignedDuration::from_hours(24 * 5));
    let (samira, joke) = (server.as_superuser(), joke);
    let new = apply(&joke, &second).expect(201).id();
    take(&samira, &new, "accept").expect(200);
    let ids = |query: &str| samira.get(&format!("{PATH}?{query}")).expect(200).ids();
    assert_eq!(ids("filter[stage_in]=new,in_contact"), [old.clone()]);
    assert_eq!(ids("filter[status_eq]=accepted"), [new.clone()]);
    assert_eq!(ids("filter[status_null]=true"), [old.clone()]);
    assert_eq!(ids("filter[waiting_longer_than_days]=3"), [old.clone()]);
    assert_eq!(
        ids("filter[waiting_longer_than_days]=7"),
        Vec::<String>::new()
    );
    assert_eq!(
        ids(&format!("filter[vacancy_id_eq]={second}")),
        [new.clone()]
    );
    assert_eq!(ids("filter[q]=tweede"), [new.clone()]);
    assert_eq!(ids("filter[q]=vermeer&sort=created_at"), [old, new]);
    assert_eq!(
        server.as_mentor().get(PATH).expect(200).at("/meta/total"),
        0
    );
}
