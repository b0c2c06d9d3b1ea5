//! Preconditions of approval and denial (docs/domain/states.md#organisations): a registration, and a written reason.

use serde_json::json;

use crate::applications::stages::letters;
use crate::support::fixtures::{self, PASSWORD};
use crate::support::server::{Client, Reply, Server, document};

/// The organisation waits, and has neither a number nor the tick of a neighbourhood initiative.
fn unregistered(server: &Server) -> String {
    let own = server.people.own;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set status = 'pending', kvk_number = null, neighbourhood_initiative = 0 where id = ?1",
            [own],
        )?)
    });
    format!("/api/v1/organizations/{own}")
}

fn change(client: &Client, path: &str, attributes: serde_json::Value) -> Reply {
    client.put(path, &document("organizations", attributes))
}

#[test]
fn nobody_is_approved_without_a_registration() {
    let server = Server::start();
    let path = unregistered(&server);
    let center = server.as_center();
    let approve = || {
        change(
            &center,
            &format!("{path}/approve"),
            json!({ "status": "approved" }),
        )
    };
    let refused = approve().expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/kvk_number");
    assert_eq!(
        refused.at("/errors/0/meta/rule"),
        "kvk_or_initiative",
        "and not that the number has too few digits"
    );
    // What it never had does not keep anybody from mending something else; what it has is not taken away.
    change(&center, &path, json!({ "contact_name": "Els Kuiper" })).expect(200);
    change(&center, &path, json!({ "kvk_number": "12345678" })).expect(200);
    let emptied = change(&center, &path, json!({ "kvk_number": null })).expect(422);
    assert_eq!(emptied.pointer(), "/data/attributes/kvk_number");
    approve().expect(200);
}

#[test]
fn what_is_denied_for_the_first_time_hears_why_in_words_and_what_is_revoked_a_reason() {
    let server = Server::start();
    let path = unregistered(&server);
    let center = server.as_center();
    let deny = |attributes| change(&center, &format!("{path}/approve"), attributes);
    let silent = deny(json!({ "status": "denied", "reason_code": "for_profit" })).expect(422);
    assert_eq!(silent.pointer(), "/data/attributes/reason_text");
    server.arrange(|tx| Ok(tx.execute("update organizations set status = 'approved'", [])?));
    deny(json!({ "status": "denied", "reason_code": "against_rules" })).expect(200);
}

#[test]
fn a_step_that_is_not_possible_points_at_what_was_sent() {
    let server = Server::start();
    unregistered(&server);
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let refused = change(
        &server.as_superuser(),
        &path,
        json!({ "status": "archived" }),
    )
    .expect(422);
    assert_eq!(refused.code(), "invalid_transition");
    assert_eq!(refused.pointer(), "/data/attributes/status");
}

/// A visitor signs an organisation up; gives its id.
fn signed_up(server: &Server) -> String {
    let sent = document(
        "organizations",
        json!({
            "name": "Buurttuin De Es",
            "neighbourhood_initiative": true,
            "address": { "street": "Kerkstraat", "house_number": "1", "postal_code": "5310 AB", "city": "Lindewaard" },
            "contact": {
                "first_name": "Els", "last_name": "Kuiper", "email": "els@example.nl",
                "password": PASSWORD, "password_confirmation": PASSWORD,
            },
            "accept_terms": true,
        }),
    );
    server
        .as_nobody()
        .post("/api/v1/organizations/signup", &sent)
        .expect(201)
        .id()
}

#[test]
fn who_signed_up_hears_of_an_approval_after_a_denial_too() {
    let server = Server::start();
    let center = server.as_center();
    let deny = json!({ "status": "denied", "reason_code": "other", "reason_text": "Wie beheert de tuin?" });
    let decide = |id: &str, decision: serde_json::Value| {
        let path = format!("/api/v1/organizations/{id}/approve");
        change(&center, &path, decision).expect(200);
    };
    // The address of the contact was never confirmed.
    let id = signed_up(&server);
    decide(&id, deny.clone());
    assert_eq!(letters(&server, "org_denied"), ["els@example.nl"]);
    decide(&id, json!({ "status": "approved" }));
    assert_eq!(letters(&server, "org_approved"), ["els@example.nl"]);
    // And its account is gone since: the address that the organisation signed up with is left.
    let number: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        tx.execute("delete from outbox", [])?;
        tx.execute(
            "delete from roles where scope_type = 'organization' and scope_id = ?1",
            [number],
        )?;
        tx.execute("delete from tokens", [])?;
        Ok(tx.execute(
            "update organizations set status = 'denied' where id = ?1",
            [number],
        )?)
    });
    decide(&id, json!({ "status": "approved" }));
    assert_eq!(letters(&server, "org_approved"), ["els@example.nl"]);
}

#[test]
fn managers_and_the_contact_hear_of_an_approval_once_each() {
    let server = Server::start();
    let own = server.people.own;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set status = 'denied', email = 'samira@example.nl' where id = ?1",
            [own],
        )?)
    });
    change(
        &server.as_center(),
        &format!("/api/v1/organizations/{own}/approve"),
        json!({ "status": "approved" }),
    )
    .expect(200);
    assert_eq!(letters(&server, "org_approved"), ["samira@example.nl"]);
}

#[test]
fn what_looks_like_an_organisation_of_the_centre_is_shown_with_the_reason() {
    let server = Server::start();
    let center = server.people.center;
    let id = server.arrange(move |tx| {
        let id = fixtures::organization(
            tx,
            "Stichting Taalhuis Lindenwaard",
            center,
            "pending",
            false,
        )?;
        tx.execute(
            "update organizations set email = 'els@taalhuis.example' where id = ?1",
            [id],
        )?;
        Ok(id)
    });
    let found = server
        .as_center()
        .get(&format!("/api/v1/organizations/{id}/duplicates"))
        .expect(200);
    let reasons = |id: i64| {
        let data = found.at("/data");
        let rows = data.as_array().unwrap().clone();
        let row = rows.into_iter().find(|row| row["id"] == id.to_string());
        row.map(|row| row["meta"]["reasons"].clone())
            .unwrap_or_default()
    };
    assert_eq!(
        reasons(server.people.own),
        json!(["similar_name", "address"])
    );
    assert_eq!(reasons(server.people.foreign), json!(["address"]));
}

#[test]
fn the_mail_of_a_denial_is_shown_before_it_is_sent_and_a_question_is_asked() {
    let server = Server::start();
    let center = server.as_center();
    let id = signed_up(&server);
    let path = format!("/api/v1/organizations/{id}");
    let ask = |client: &Client, call: &str, attributes: serde_json::Value| {
        client.post(
            &format!("{path}/{call}"),
            &json!({ "data": { "attributes": attributes } }),
        )
    };
    let draft = json!({ "status": "denied", "reason_code": "for_profit", "reason_text": "Je vraagt geld voor de lessen." });
    let preview = |client: &Client| {
        let body = json!({ "data": { "attributes": draft } });
        client.put(&format!("{path}/decision_preview"), &body)
    };
    let mail = preview(&center).expect(200);
    let text = mail.at("/data/attributes/text");
    assert!(
        text.as_str()
            .unwrap()
            .contains("Je vraagt geld voor de lessen.")
    );
    preview(&server.as_volunteer()).expect(403);
    assert_eq!(letters(&server, "org_denied"), Vec::<String>::new());
    let waiting = center.get(&path).expect(200);
    assert_eq!(waiting.at("/data/attributes/status"), "pending");
    assert_eq!(waiting.at("/data/attributes/waiting_days"), 0);

    let question = json!({ "message": "Op welke dagen zijn jullie open?" });
    ask(&server.as_superuser(), "question", question.clone()).expect(403);
    ask(&center, "question", question).expect(200);
    assert_eq!(letters(&server, "org_question"), ["els@example.nl"]);
}

#[test]
fn the_centre_says_whether_an_organisation_is_trusted() {
    let server = Server::start();
    let own = server.people.own;
    let path = format!("/api/v1/organizations/{own}/trust");
    let (marieke, samira) = (server.as_center(), server.as_superuser());
    let is_trusted = || {
        let found = marieke
            .get(&format!("/api/v1/organizations/{own}"))
            .expect(200);
        found.at("/data/attributes/trusted")
    };
    let taken_back = marieke
        .put(&path, &serde_json::json!({ "trusted": false }))
        .expect(200);
    assert_eq!(taken_back.at("/data/attributes/trusted"), false);
    assert_eq!(is_trusted(), false);
    // Its own manager may not, and a visitor learns nothing.
    samira
        .put(&path, &serde_json::json!({ "trusted": true }))
        .expect(403);
    server
        .as_nobody()
        .put(&path, &serde_json::json!({ "trusted": true }))
        .expect(401);
    assert_eq!(is_trusted(), false);
    // Without a word it is a yes.
    marieke.put(&path, &serde_json::json!({})).expect(200);
    assert_eq!(is_trusted(), true);
    let history = marieke.get(&format!(
        "/api/v1/audit_events?filter[subject_id_eq]={own}&filter[action_eq]=update"
    ));
    assert!(history.expect(200).text.contains("trusted"));
}
