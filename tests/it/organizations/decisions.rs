//! Preconditions of approval and denial (docs/domain/states.md#organisations): a registration, and a written reason.

use serde_json::json;

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
