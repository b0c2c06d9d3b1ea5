//! States of organisations (docs/domain/states.md#organisations), and the effects of closing one.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures::{event, published};
use crate::support::server::{Client, Reply, Server, document};

const STATES: [&str; 5] = ["pending", "approved", "denied", "archived", "deleted"];

fn set(server: &Server, status: &'static str) {
    let own = server.people.own;
    server.arrange(move |tx| {
        let long_ago = "2026-11-01T09:00:00Z";
        tx.execute(
            "update organizations set status = ?2, denials = 1, denied_at = ?3, archived_at = ?3, deleted_at = ?3, updated_at = ?4 where id = ?1",
            (own, status, long_ago, tx.now()),
        )?;
        Ok(())
    });
}

/// Asks for a state the way the app does: decisions through `approve`, the rest through the plain update.
fn ask(client: &Client, organization: i64, to: &str) -> Reply {
    let path = format!("/api/v1/organizations/{organization}");
    match to {
        "approve" => client.put(&format!("{path}/approve"), &document("organizations", json!({ "status": "approved" }))),
        "deny" => client.put(
            &format!("{path}/approve"),
            &document("organizations", json!({ "status": "denied", "reason_code": "outside_area", "reason_text": "Niet in onze gemeente." })),
        ),
        "delete" => client.delete(&path),
        status => client.put(&path, &document("organizations", json!({ "status": status }))),
    }
}

/// What each may ask in each state, and what it becomes. Everything else is refused and changes nothing.
#[rustfmt::skip]
const ALLOWED: &[(&str, &str, &str, &str)] = &[
    ("center", "pending", "approve", "approved"),
    ("center", "pending", "deny", "denied"),
    ("center", "pending", "deleted", "deleted"),
    ("center", "pending", "delete", "deleted"),
    ("center", "pending", "pending", "pending"),
    ("center", "approved", "deny", "denied"),
    ("center", "approved", "archived", "archived"),
    ("center", "approved", "approved", "approved"),
    ("center", "denied", "approve", "approved"),
    ("center", "denied", "pending", "pending"),
    ("center", "denied", "deleted", "deleted"),
    ("center", "denied", "delete", "deleted"),
    ("center", "archived", "approved", "approved"),
    ("center", "archived", "pending", "pending"),
    ("center", "archived", "deleted", "deleted"),
    ("center", "archived", "delete", "deleted"),
    ("center", "archived", "archived", "archived"),
    ("superuser", "pending", "pending", "pending"),
    ("superuser", "approved", "archived", "archived"),
    ("superuser", "approved", "approved", "approved"),
    ("superuser", "denied", "pending", "pending"),
    ("superuser", "archived", "pending", "pending"),
    ("superuser", "archived", "archived", "archived"),
    ("admin", "deleted", "archived", "archived"),
    ("admin", "deleted", "deleted", "deleted"),
];

#[test]
fn an_organization_takes_the_steps_of_the_table_and_no_other() {
    let server = Server::start();
    let own = server.people.own;
    let askers = [
        ("superuser", server.as_superuser()),
        ("center", server.as_center()),
        ("admin", server.as_admin()),
    ];
    for (asker, client) in &askers {
        for from in STATES {
            for to in [
                "approve", "deny", "delete", "approved", "archived", "pending", "deleted",
            ] {
                set(&server, from);
                let reply = ask(client, own, to);
                let now: String = server.arrange(move |tx| {
                    Ok(tx.query_row(
                        "select status from organizations where id = ?1",
                        [own],
                        |row| row.get(0),
                    )?)
                });
                let row = |name: &str| {
                    ALLOWED
                        .iter()
                        .find(|row| row.0 == name && row.1 == from && row.2 == to)
                };
                // An admin may what a centre may.
                let allowed = row(asker).or_else(|| row("center").filter(|_| *asker == "admin"));
                match allowed {
                    Some((.., becomes)) => {
                        assert!(reply.status < 300, "{asker}: {from}, {to}: {}", reply.text);
                        assert_eq!(now, *becomes, "{asker}: {from}, {to}");
                    }
                    None => {
                        assert!(
                            matches!(reply.status, 403 | 404 | 422),
                            "{asker}: {from}, {to}: {}",
                            reply.text
                        );
                        assert_eq!(now, from, "{asker}: {from}, {to}");
                    }
                }
            }
        }
    }
}

#[test]
fn each_asker_is_shown_the_steps_that_are_open_to_them() {
    let server = Server::start();
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    for (state, superuser, center) in [
        ("pending", json!([]), json!(["approve", "deny", "delete"])),
        ("approved", json!(["archive"]), json!(["deny", "archive"])),
        (
            "denied",
            json!(["resubmit"]),
            json!(["approve", "resubmit", "delete"]),
        ),
        (
            "archived",
            json!(["resubmit"]),
            json!(["resubmit", "restore", "delete"]),
        ),
    ] {
        set(&server, state);
        assert_eq!(
            samira.get(&path).expect(200).at("/data/meta/transitions"),
            superuser,
            "{state}"
        );
        assert_eq!(
            marieke.get(&path).expect(200).at("/data/meta/transitions"),
            center,
            "{state}"
        );
        assert_eq!(server.as_nobody().get(&path).at("/data/meta"), Value::Null);
    }
    set(&server, "pending");
    let refused = ask(&samira, server.people.own, "archived").expect(422);
    assert_eq!(
        (refused.code(), refused.at("/errors/0/meta/allowed")),
        ("invalid_transition".to_owned(), json!([]))
    );
}

#[test]
fn a_denial_has_a_reason_and_is_told() {
    let server = Server::start();
    set(&server, "pending");
    let path = format!("/api/v1/organizations/{}/approve", server.people.own);
    let center = server.as_center();
    for (attributes, pointer) in [
        (
            json!({ "status": "denied" }),
            "/data/attributes/reason_code",
        ),
        (
            json!({ "status": "denied", "reason_code": "zomaar" }),
            "/data/attributes/reason_code",
        ),
        (
            json!({ "status": "denied", "reason_code": "for_profit", "reason_text": " " }),
            "/data/attributes/reason_text",
        ),
        (json!({ "status": "archived" }), "/data/attributes/status"),
        (json!({}), "/data/attributes/status"),
    ] {
        assert_eq!(
            center
                .put(&path, &document("organizations", attributes))
                .expect(422)
                .pointer(),
            pointer
        );
    }
    let denied = ask(&center, server.people.own, "deny").expect(200);
    assert_eq!(denied.at("/data/attributes/denial_reason"), "outside_area");
    let letters: i64 = server.arrange(|tx| {
        Ok(tx.query_row("select count(*) from outbox where kind = 'org_denied' and to_email = 'samira@example.nl'", [], |row| row.get(0))?)
    });
    assert_eq!(letters, 1);
    let own = server
        .as_superuser()
        .get(&format!("/api/v1/organizations/{}", server.people.own))
        .expect(200);
    assert_eq!(
        own.at("/data/attributes/denial_text"),
        "Niet in onze gemeente."
    );
}

#[test]
fn a_denied_organization_asks_again_three_times_at_most_and_not_within_a_day() {
    let server = Server::start();
    let own = server.people.own;
    set(&server, "denied");
    let samira = server.as_superuser();
    for (sql, status) in [
        (
            "update organizations set denied_at = '2026-11-21T08:00:00Z' where id = ?1",
            422,
        ),
        (
            "update organizations set denied_at = '2026-11-10T08:00:00Z', updated_at = '2026-11-10T08:00:00Z' where id = ?1",
            422,
        ),
        (
            "update organizations set denials = 3, updated_at = '2026-11-20T08:00:00Z' where id = ?1",
            422,
        ),
        ("update organizations set denials = 2 where id = ?1", 200),
    ] {
        server.arrange(move |tx| Ok(tx.execute(sql, [own])?));
        ask(&samira, own, "pending").expect(status);
    }
}

#[test]
fn what_was_deleted_or_archived_long_ago_stays_so() {
    let server = Server::start();
    let own = server.people.own;
    set(&server, "deleted");
    server.clock.advance(SignedDuration::from_hours(11 * 24));
    ask(&server.as_admin(), own, "archived").expect(422);
    set(&server, "archived");
    server.clock.advance(SignedDuration::from_hours(24 * 740));
    ask(&server.as_center(), own, "approved").expect(422);
}

#[test]
fn closing_an_organization_closes_all_that_is_open_and_tells_who_waits() {
    for to in ["archived", "deny"] {
        let server = Server::start();
        let samira = server.as_superuser();
        let id = published(&samira, server.people.own, "Taalmaatje gezocht");
        let apply = document(
            "applications",
            json!({ "vacancy_id": id, "message": "Ik wil graag helpen op dinsdag.", "consent": true }),
        );
        let joke = server.as_volunteer();
        let application = joke.post("/api/v1/applications", &apply).expect(201).id();
        ask(&server.as_center(), server.people.own, to).expect(200);
        let seen = joke
            .get(&format!("/api/v1/applications/{application}"))
            .expect(200);
        assert_eq!(seen.at("/data/attributes/stage"), "closed");
        assert_eq!(
            seen.at("/data/attributes/reason_code"),
            "organization_closed"
        );
        assert_eq!(seen.at("/data/attributes/closed_by"), "system");
        assert!(
            joke.get("/api/v1/notifications")
                .text
                .contains("application_closed")
        );
        server
            .as_nobody()
            .get(&format!("/api/v1/vacancies/{id}"))
            .expect(404);
        assert_eq!(
            server
                .as_nobody()
                .get("/api/v1/vacancies")
                .at("/meta/total"),
            0
        );
        let late = server
            .as_mentor()
            .post("/api/v1/applications", &apply)
            .expect(422);
        assert_eq!(late.code(), "vacancy_closed");
        let draft = samira.post(
            "/api/v1/vacancies",
            &crate::support::fixtures::vacancy(server.people.own, "Nog een"),
        );
        assert_eq!(draft.expect(403).code(), "organization_not_approved");
    }
}

#[test]
fn an_organization_is_not_deleted_while_somebody_waits_for_an_answer() {
    let server = Server::start();
    let own = server.people.own;
    let id = published(&server.as_superuser(), own, "Taalmaatje gezocht");
    let apply = document(
        "applications",
        json!({ "vacancy_id": id, "message": "Ik wil graag helpen op dinsdag.", "consent": true }),
    );
    server
        .as_volunteer()
        .post("/api/v1/applications", &apply)
        .expect(201);
    set(&server, "archived");
    ask(&server.as_center(), own, "delete").expect(422);
    ask(&server.as_center(), own, "deleted").expect(422);
}

#[test]
fn two_approved_organizations_are_not_the_same_legal_person() {
    let server = Server::start();
    set(&server, "pending");
    server.arrange(|tx| Ok(tx.execute("update organizations set kvk_number = '12345678'", [])?));
    let refused = ask(&server.as_center(), server.people.own, "approve").expect(422);
    assert_eq!(refused.code(), "duplicate_organization");
    let likely = server
        .as_center()
        .get(&format!(
            "/api/v1/organizations/{}/duplicates",
            server.people.own
        ))
        .expect(200);
    assert_eq!(likely.at("/data/0/id"), server.people.foreign.to_string());
    assert_eq!(
        likely.at("/data/0/meta/reasons"),
        json!(["kvk_number", "address"])
    );
}

#[test]
fn drafts_that_wait_for_approval_go_out_with_it() {
    for (trusted, status, moderation) in [(1, "published", "none"), (0, "draft", "submitted")] {
        let server = Server::start();
        set(&server, "pending");
        let own = server.people.own;
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update organizations set trusted = ?2 where id = ?1",
                (own, trusted),
            )?)
        });
        let samira = server.as_superuser();
        let mut body = crate::support::fixtures::vacancy(own, "Taalmaatje gezocht");
        body["data"]["attributes"]["publish_after_approval"] = true.into();
        let id = samira.post("/api/v1/vacancies", &body).expect(201).id();
        event(
            &samira,
            &format!("/api/v1/vacancies/{id}/transition"),
            "submit",
        )
        .expect(422);
        ask(&server.as_center(), own, "approve").expect(200);
        let seen = samira.get(&format!("/api/v1/vacancies/{id}")).expect(200);
        assert_eq!(seen.at("/data/attributes/status"), status);
        assert_eq!(seen.at("/data/attributes/moderation_state"), moderation);
    }
}
