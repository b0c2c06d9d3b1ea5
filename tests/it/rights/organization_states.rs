//! What a manager's organisation may do in each of its states: every operation × state, and what goes out by it. Nothing
//! does of one that is pending, denied, archived, deleted, merged, or of another centre by now.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::json;
use voluntr::http::routes::Operation;
use voluntr::resources;

use crate::forms::{answers, open, send};
use crate::rights::permissions::{name, request, sign_in};
use crate::support::outbox;
use crate::support::server::{Client, Server, document};

const STATES: [&str; 7] = [
    "approved", "pending", "denied", "archived", "deleted", "merged", "moved",
];

/// Whose calls are not about an organisation.
const OWN: [&str; 12] = [
    "/auth",
    "/api/v1/users/sign_up",
    "/api/v1/me/",
    "/api/v1/current_user",
    "/api/v1/sign_in_as_user",
    "/api/v1/locations",
    "/api/v1/taxonomies",
    "/api/v1/page",
    "/api/v1/content_block",
    "/api/v1/news_item",
    "/api/v1/volunteer_center",
    "/api/v1/notification",
];

/// The row as it is in a state: what an organisation had published went offline when it was archived or denied.
fn set(server: &Server, state: &str) {
    let (state, people) = (state.to_owned(), server.people);
    server.arrange(move |tx| {
        let (status, into, center) = match state.as_str() {
            "merged" => ("deleted", Some(people.foreign), people.center),
            "moved" => ("approved", None, people.other_center),
            state => (state, None, people.center),
        };
        tx.execute(
            "update organizations set status = ?2, merged_into_id = ?3, volunteer_center_id = ?4 where id = ?1",
            (people.own, status, into, center),
        )?;
        tx.execute(
            "update vacancies set volunteer_center_id = ?2 where organization_id = ?1",
            (people.own, center),
        )?;
        let vacancies = match status {
            "approved" => return Ok(()),
            "pending" => "draft",
            _ => "archived",
        };
        tx.execute(
            "update vacancies set status = ?2 where organization_id = ?1",
            (people.own, vacancies),
        )?;
        // Somebody who helped until then: the thread is still there.
        tx.execute(
            "update applications set stage = 'completed' where organization_id = ?1",
            [people.own],
        )?;
        Ok(())
    });
}

/// Letters so far to people who belong neither to the organisation nor to who runs the centre.
fn to_others(server: &Server) -> Vec<(i64, String)> {
    let own = server.people.own;
    server.arrange(move |tx| {
        Ok(tx
            .prepare(
                "select id, kind || ' ' || to_email from outbox
                  where kind <> 'new_device'
                    and to_email not in (select u.email from users u join roles r on r.user_id = u.id
                                          where r.scope_id = ?1 and r.scope_type = 'organization'
                                             or r.name in ('center_superuser', 'admin'))
                  order by id",
            )?
            .query_map([own], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?)
    })
}

/// The letters of `to_others` after one of them.
fn to_others_after(server: &Server, last: i64) -> Vec<String> {
    let letters = to_others(server).into_iter();
    letters
        .filter(|(id, _)| *id > last)
        .map(|(_, letter)| letter)
        .collect()
}

/// What visitors reach of the organisation: its own page, its vacancies, its forms.
fn shown(server: &Server) -> Vec<String> {
    let (own, center) = (server.people.own, server.people.center);
    let paths: Vec<String> = server.arrange(move |tx| {
        Ok(tx
            .prepare(
                "select '/api/v1/organizations/' || ?1
                 union all select '/api/v1/vacancies/' || id from vacancies where organization_id = ?1
                 union all select '/api/v1/forms/by_token/' || token from forms where organization_id = ?1 and volunteer_center_id = ?2
                 union all select '/forms/' || token from forms where organization_id = ?1 and volunteer_center_id = ?2",
            )?
            .query_map([own, center], |row| row.get(0))?
            .collect::<Result<_, _>>()?)
    });
    let nobody = server.as_nobody();
    paths
        .into_iter()
        .filter(|path| nobody.get(path).status == 200)
        .collect()
}

fn ask(server: &Server, client: &Client, operation: &Operation, state: &str) -> u16 {
    let (path, body) = request(server, operation, true, "superuser");
    set(server, state);
    client
        .send(operation.method.as_str(), &path, body.as_ref())
        .status
}

#[test]
fn every_operation_answers_a_manager_as_the_state_of_the_organisation_says() {
    let server = Server::start_with(|config| config.changes_per_minute = 100_000);
    let samira = sign_in(&server, "samira@example.nl");
    let mut lines = Vec::new();
    let mut faults = BTreeSet::new();
    for operation in resources::routes().operations {
        if OWN.iter().any(|path| operation.path.starts_with(path)) {
            continue;
        }
        let mut line = format!(
            "{:<6} {:<48}",
            operation.method.as_str(),
            operation.path.replace("/api/v1", "")
        );
        for state in STATES {
            let last: i64 = server.arrange(|tx| {
                Ok(
                    tx.query_row("select coalesce(max(id), 0) from outbox", [], |row| {
                        row.get(0)
                    })?,
                )
            });
            let _ = write!(line, " {}", ask(&server, &samira, &operation, state));
            if matches!(state, "approved" | "moved") {
                continue;
            }
            for letter in to_others_after(&server, last) {
                faults.insert(format!(
                    "{} of a {state} one mails {letter}",
                    name(&operation)
                ));
            }
            for path in shown(&server) {
                faults.insert(format!(
                    "{} of a {state} one shows {path}",
                    name(&operation)
                ));
            }
        }
        lines.push(line);
    }
    lines.sort();
    let head = format!("{:<55} {}", "", STATES.join(" "));
    insta::assert_snapshot!(
        "organization_states",
        format!("{head}\n{}", lines.join("\n"))
    );
    assert_eq!(faults, BTreeSet::new());
}

/// Brings the organisation into a state through the calls that do so.
fn bring(server: &Server, state: &str) {
    let (marieke, id) = (server.as_center(), server.people.own);
    let path = format!("/api/v1/organizations/{id}");
    let status = |status: &str| document("organizations", json!({ "status": status }));
    match state {
        "denied" => {
            let denial = document(
                "organizations",
                json!({ "status": "denied", "reason_code": "other", "reason_text": "Past niet bij ons." }),
            );
            marieke.put(&format!("{path}/approve"), &denial).expect(200);
        }
        "archived" => {
            marieke.put(&path, &status("archived")).expect(200);
        }
        "deleted" => {
            bring(server, "archived");
            marieke.put(&path, &status("deleted")).expect(200);
        }
        "pending" => {
            bring(server, "archived");
            marieke.put(&path, &status("pending")).expect(200);
        }
        other => panic!("no way to {other}"),
    }
}

#[test]
fn a_form_goes_offline_with_its_organisation_and_writes_to_nobody() {
    for state in ["pending", "denied", "archived", "deleted"] {
        let server = Server::start();
        let samira = server.as_superuser();
        let form = json!({
            "title": "Wie helpt er mee?",
            "access_permission": "token_holder",
            "organization_id": server.people.own.to_string(),
            "questions": [{ "key": "mail", "text": "Je e-mailadres?", "question_type": "email" }],
        });
        let (id, _, ids) = open(&samira, form);
        let invitations = format!("/api/v1/forms/{id}/invitations");
        samira
            .post(&invitations, &json!({ "emails": ["noor@example.org"] }))
            .expect(200);
        let link = outbox::last(&server, "form_invitation", "noor@example.org")["path"]
            .as_str()
            .unwrap()
            .to_owned();
        let token = link.rsplit('/').next().unwrap().to_owned();
        send(
            &server,
            &token,
            &answers(&ids, json!({ "mail": "noor@example.org" })),
        )
        .expect(201);
        let sent = samira
            .get(&format!("/api/v1/forms/{id}/submissions"))
            .expect(200)
            .ids()
            .remove(0);
        bring(&server, state);
        let before = to_others(&server).len();
        let refused = if state == "deleted" { 404 } else { 403 };
        for (path, body) in [
            (
                invitations.clone(),
                json!({ "emails": ["gast@example.org"] }),
            ),
            (format!("{invitations}/remind"), json!({})),
            (
                format!("/api/v1/form_submissions/{sent}/reply"),
                json!({ "message": "Klik hier." }),
            ),
        ] {
            let answer = samira.post(&path, &body).expect(refused);
            if refused == 403 {
                assert_eq!(answer.code(), "organization_not_approved", "{state} {path}");
            }
            // The centre does not write for it either.
            server.as_center().post(&path, &body).expect(403);
        }
        assert_eq!(to_others(&server).len(), before, "{state}");
        let nobody = server.as_nobody();
        nobody.get(&link).expect(404);
        nobody
            .get(&format!("/api/v1/forms/by_token/{token}"))
            .expect(404);
    }
}

#[test]
fn a_form_of_an_organisation_that_waits_is_made_and_not_opened() {
    let server = Server::start();
    bring(&server, "pending");
    let samira = server.as_superuser();
    let form = document(
        "forms",
        json!({
            "title": "Wie helpt er mee?",
            "organization_id": server.people.own.to_string(),
            "questions": [{ "key": "name", "text": "Hoe heet je?", "question_type": "text" }],
        }),
    );
    let made = samira.post("/api/v1/forms", &form).expect(201);
    let transition = format!("/api/v1/forms/{}/transition", made.id());
    for client in [&samira, &server.as_center()] {
        client
            .put(&transition, &json!({ "event": "open" }))
            .expect(422);
    }
}

#[test]
fn an_organisation_that_waits_invites_nobody() {
    let server = Server::start();
    bring(&server, "pending");
    let path = format!("/api/v1/organizations/{}/members", server.people.own);
    let body = document("user", json!({ "email": "nieuw@example.org" }));
    let answer = server.as_superuser().post(&path, &body).expect(403);
    assert_eq!(answer.code(), "organization_not_approved");
    // A centre may: it knows whom it asks.
    server.as_center().post(&path, &body).expect(201);
}

#[test]
fn expired_vacancies_go_with_the_organisation() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = crate::support::fixtures::published(&samira, server.people.own, "Koffie schenken");
    let number: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancies set status = 'expired', expires_at = strftime('%Y-%m-%dT%H:%M:%SZ', ?2, '-1 day') where id = ?1",
            (number, tx.now()),
        )?)
    });
    let path = format!("/api/v1/vacancies/{id}");
    server.as_nobody().get(&path).expect(200);
    bring(&server, "archived");
    server.as_nobody().get(&path).expect(404);
}
