//! The kinds, groups and tags of an activity that visitors see: other ones wait for the centre as its words do.

use serde_json::{Value, json};

use super::states::require_review;
use super::{LIST, make, take};
use crate::organizations::moves::two_centers;
use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server, document};

const TERMS: &str = "/api/v1/taxonomies";

/// One that visitors see, of an organisation that the centre reads first; its path.
fn published(server: &Server) -> String {
    require_review(server);
    let path = make(server, &json!({}));
    take(&server.as_superuser(), &path, "submit", None).expect(200);
    take(&server.as_center(), &path, "approve", None).expect(200);
    path
}

fn change(client: &Client, path: &str, attributes: Value) -> Reply {
    client.patch(path, &document("activities", attributes))
}

fn term(server: &Server, kind: &str, key: &str) -> String {
    let attributes =
        json!({ "kind": kind, "key": key, "name_nl": "Breien", "name_en": "Knitting" });
    let marieke = server.as_center();
    let made = marieke.post(TERMS, &document("taxonomies", attributes));
    made.expect(201).id()
}

fn at(client: &Client, path: &str, name: &str) -> Value {
    let shown = client.get(path).expect(200);
    shown.at(&format!("/data/attributes/{name}"))
}

#[test]
fn other_kinds_groups_and_tags_wait_and_visitors_find_it_by_the_old_ones_until_then() {
    let server = Server::start();
    let path = published(&server);
    let (samira, marieke, nobody) = (
        server.as_superuser(),
        server.as_center(),
        server.as_nobody(),
    );
    let lists = json!({ "activity_categories": ["language", "meet"], "target_groups": ["children"], "tags": ["regularly"] });
    // The dates, the place and the numbers are told at once: who comes has to know.
    let mut sent = lists.clone();
    sent["capacity"] = 9.into();
    sent["starts_at"] = "2026-12-08T11:00".into();
    let reply = change(&samira, &path, sent).expect(200);
    assert_eq!(reply.at("/data/attributes/revision"), lists);
    assert_eq!(reply.at("/data/attributes/revision_state"), "submitted");
    assert_eq!(reply.at("/data/attributes/capacity"), 9);
    assert_eq!(reply.at("/data/attributes/starts_at"), "2026-12-08T11:00");

    let found = |filter: &str| {
        nobody
            .get(&format!("{LIST}?filter{filter}"))
            .expect(200)
            .ids()
            .len()
    };
    let by_date = |filter: &str| {
        let listed = nobody.get(&format!("{}?filter{filter}", super::DATES));
        !listed.expect(200).ids().is_empty()
    };
    assert_eq!(at(&nobody, &path, "activity_categories"), json!(["meet"]));
    assert_eq!(at(&nobody, &path, "target_groups"), json!(["everyone"]));
    assert_eq!(at(&nobody, &path, "tags"), json!([]));
    assert_eq!(
        (
            found("[category_in]=language"),
            by_date("[category_in]=language")
        ),
        (0, false)
    );
    assert!(by_date("[target_group_in]=everyone"));

    let sequence = || at(&samira, &path, "sequence").as_i64().unwrap();
    let before = sequence();
    take(&marieke, &path, "approve", None).expect(200);
    for (name, value) in lists.as_object().unwrap() {
        assert_eq!(at(&nobody, &path, name), *value, "{name}");
    }
    assert_eq!(at(&samira, &path, "revision"), json!(null));
    assert!(by_date("[category_in]=language") && by_date("[target_group_in]=children"));
    assert!(!by_date("[target_group_in]=everyone"));
    // Calendars that follow it have its kinds.
    assert_eq!(sequence(), before + 1);

    // What the centre chooses itself, and what is chosen as it was, waits for nobody.
    change(&samira, &path, json!({ "tags": [] })).expect(200);
    change(&samira, &path, json!({ "tags": ["regularly"] })).expect(200);
    assert_eq!(at(&samira, &path, "revision_state"), json!(null));
    let own = change(&marieke, &path, json!({ "target_groups": ["everyone"] })).expect(200);
    assert_eq!(
        own.at("/data/attributes/target_groups"),
        json!(["everyone"])
    );
    assert_eq!(own.at("/data/attributes/revision"), json!(null));
}

#[test]
fn an_approved_draft_with_other_choices_is_read_again() {
    let server = Server::start();
    let path = published(&server);
    let samira = server.as_superuser();
    take(&samira, &path, "unpublish", None).expect(200);
    assert_eq!(at(&samira, &path, "moderation_state"), "approved");
    change(&samira, &path, json!({ "capacity": 7 })).expect(200);
    assert_eq!(at(&samira, &path, "moderation_state"), "approved");
    change(&samira, &path, json!({ "target_groups": ["children"] })).expect(200);
    assert_eq!(at(&samira, &path, "moderation_state"), "none");
    take(&samira, &path, "publish", None).expect(422);
}

#[test]
fn a_term_that_waits_is_kept_follows_a_merge_and_stops_no_decision_when_it_is_archived() {
    let server = Server::start();
    let path = published(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let (knitting, wool) = (
        term(&server, "tags", "knitting"),
        term(&server, "tags", "wool"),
    );
    let kind = term(&server, "activity_categories", "craft");
    let sent = json!({ "tags": ["knitting", "wool"], "activity_categories": ["craft"] });
    change(&samira, &path, sent).expect(200);
    let refused = marieke.delete(&format!("{TERMS}/{kind}")).expect(422);
    assert_eq!(refused.code(), "term_in_use");
    let into = json!({ "data": { "attributes": { "into": wool } } });
    let merge = format!("{TERMS}/{knitting}/merge");
    marieke.post(&merge, &into).expect(200);
    assert_eq!(
        at(&samira, &path, "revision"),
        json!({ "tags": ["wool"], "activity_categories": ["craft"] })
    );

    let archived = document("taxonomies", json!({ "archived": true }));
    marieke
        .patch(&format!("{TERMS}/{kind}"), &archived)
        .expect(200);
    // Who wrote it can go on, and the centre can say yes.
    let again = json!({ "summary": "Breien met wol", "activity_categories": ["craft"] });
    change(&samira, &path, again).expect(200);
    take(&marieke, &path, "approve", None).expect(200);
    assert_eq!(at(&samira, &path, "activity_categories"), json!(["craft"]));
    // Chosen anew it is by nobody.
    let other = make(&server, &json!({}));
    let refused = change(&samira, &other, json!({ "activity_categories": ["craft"] })).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/activity_categories/0");
}

#[test]
fn a_term_of_the_old_centre_alone_does_not_wait_on_at_the_new_one() {
    let server = Server::start();
    let path = published(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    term(&server, "tags", "knitting");
    let sent = json!({ "tags": ["knitting", "regularly"] });
    change(&samira, &path, sent).expect(200);
    let otto = two_centers(&server);
    let (own, other) = (server.people.own, server.people.other_center);
    let organization = format!("/api/v1/organizations/{own}");
    let put = |client: &Client, path: &str, attributes: Value| {
        client.decide(path, &json!({ "data": { "attributes": attributes } }))
    };
    let wanted = json!({ "volunteer_center_id": other.to_string() });
    put(&marieke, &format!("{organization}/move"), wanted).expect(200);
    put(
        &otto,
        &format!("{organization}/move/confirm"),
        json!({ "event": "accept" }),
    )
    .expect(200);
    let mut samira = server
        .as_nobody()
        .with("volunteer-center-id", &other.to_string());
    samira.sign_in("samira@example.nl", fixtures::PASSWORD);
    assert_eq!(
        at(&samira, &path, "revision"),
        json!({ "tags": ["regularly"] })
    );
}
