//! Regressions: each reproduces a defect of the prototype.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use voluntr::resources;

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, event, published};
use crate::support::server::{Server, document};

fn signup(extra: &Value) -> Value {
    let mut attributes = json!({
        "name": "Buurttuin",
        "neighbourhood_initiative": true,
        "accept_terms": true,
        "address": { "postal_code": "5310 AB" },
        "contact": { "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": "vier losse woorden" },
    });
    for (name, value) in extra.as_object().unwrap() {
        attributes[name] = value.clone();
    }
    document("organizations", attributes)
}

fn status_of(server: &Server, organization: i64) -> String {
    server.arrange(move |tx| {
        Ok(tx.query_row(
            "select status from organizations where id = ?1",
            [organization],
            |row| row.get(0),
        )?)
    })
}

#[test]
fn a_visitor_who_signs_an_organization_up_chooses_no_status_no_trust_and_no_centre() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let path = "/api/v1/organizations/signup";
    for chosen in [
        json!({ "status": "approved" }),
        json!({ "volunteer_center_id": server.people.other_center.to_string() }),
        json!({ "approved_at": "2026-01-01T00:00:00Z" }),
    ] {
        nobody.post(path, &signup(&chosen)).expect(422);
    }
    let made = nobody.post(path, &signup(&json!({}))).expect(201);
    assert_eq!(made.at("/data/attributes/status"), "pending");
    assert_eq!(
        made.at("/data/attributes/volunteer_center_id"),
        server.people.center.to_string()
    );
    assert_eq!(made.at("/data/attributes/approved_at"), Value::Null);
    for trust in [
        json!({ "trusted": true }),
        json!({ "anbi": true }),
        json!({ "organization_type": "School" }),
    ] {
        let refused = nobody.post(path, &signup(&trust));
        assert_eq!(
            (refused.status, refused.code()),
            (403, "forbidden".to_owned()),
            "{trust}"
        );
    }
    // What it would be anyway may be said.
    let said = json!({ "name": "Tweede tuin", "trusted": false, "organization_type": "NonProfit" });
    nobody.post(path, &signup(&said)).expect(201);
}

#[test]
fn a_volunteer_who_signs_up_chooses_no_status_and_no_role() {
    let server = Server::start();
    let form = |extra: Value| {
        let mut attributes = json!({ "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": PASSWORD, "accept_terms": true });
        for (name, value) in extra.as_object().unwrap() {
            attributes[name] = value.clone();
        }
        document("user", attributes)
    };
    for extra in [
        json!({ "status": "active" }),
        json!({ "roles": ["admin"] }),
        json!({ "volunteer_center_id": "2" }),
    ] {
        server
            .as_nobody()
            .post("/api/v1/users/sign_up", &form(extra))
            .expect(422);
    }
    server
        .as_nobody()
        .post("/api/v1/users/sign_up", &form(json!({})))
        .expect(202);
    let signed_in = server.as_nobody().post(
        "/auth/sign_in",
        &json!({ "email": "els@example.com", "password": PASSWORD }),
    );
    assert_eq!(signed_in.expect(401).code(), "unconfirmed");
    let joke = server.as_volunteer();
    let raised = json!({ "user": { "status": "archived", "email": "ander@example.nl", "volunteer_center_id": "2" } });
    joke.patch("/api/v1/current_user", &raised).expect(422);
    let after = joke.get("/api/v1/current_user").expect(200);
    assert_eq!(after.at("/data/attributes/email"), "joke@example.nl");
    assert_eq!(after.at("/data/attributes/status"), "active");
}

#[test]
fn a_superuser_cannot_approve_its_own_organization() {
    let server = Server::start();
    let own = server.people.own;
    let samira = server.as_superuser();
    let path = format!("/api/v1/organizations/{own}");
    for status in ["pending", "denied", "archived"] {
        server.arrange(move |tx| {
            tx.execute(
                "update organizations set status = ?2, archived_at = ?3 where id = ?1",
                (own, status, tx.now()),
            )?;
            Ok(())
        });
        let approved = document("organizations", json!({ "status": "approved" }));
        samira
            .put(&format!("{path}/approve"), &approved)
            .expect(403);
        for method in ["PUT", "PATCH"] {
            let reply = samira.send(method, &path, Some(&approved));
            assert!(
                matches!(reply.status, 403 | 422),
                "{method} from {status}: {}",
                reply.text
            );
            assert_eq!(status_of(&server, own), status);
        }
        let through = json!({ "data": { "type": "organizations", "id": own.to_string(), "relationships": { "volunteer_center": { "data": { "type": "volunteer_centers", "id": server.people.other_center.to_string() } } } } });
        samira.patch(&path, &through).expect(422);
        let beside = json!({ "data": { "type": "organizations", "attributes": {} }, "included": [{ "type": "organizations", "id": own.to_string(), "attributes": { "status": "approved" } }] });
        samira.patch(&path, &beside).expect(200);
        assert_eq!(status_of(&server, own), status);
        let center: i64 = server.arrange(move |tx| {
            Ok(tx.query_row(
                "select volunteer_center_id from organizations where id = ?1",
                [own],
                |row| row.get(0),
            )?)
        });
        assert_eq!(center, server.people.center, "moved by a relationship");
    }
}

#[test]
fn a_superuser_changes_neither_trust_nor_what_was_approved() {
    let server = Server::start();
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let samira = server.as_superuser();
    for attributes in [
        json!({ "trusted": false }),
        json!({ "anbi": true }),
        json!({ "organization_type": "School" }),
        json!({ "name": "Een andere naam" }),
        json!({ "kvk_number": "12345678" }),
    ] {
        let is_identity = attributes
            .get("trusted")
            .or(attributes.get("anbi"))
            .is_none();
        let before = samira.get(&path).expect(200);
        let asked = samira.patch(&path, &document("organizations", attributes.clone()));
        if is_identity {
            // It is asked for, and nothing of it is seen.
            let shown = asked.expect(200);
            for name in attributes.as_object().unwrap().keys() {
                let pointer = format!("/data/attributes/{name}");
                assert_eq!(shown.at(&pointer), before.at(&pointer));
            }
        } else {
            asked.expect(403);
        }
        server
            .as_center()
            .patch(&path, &document("organizations", attributes))
            .expect(200);
    }
}

#[test]
fn a_centre_does_not_switch_what_is_the_tenants() {
    let server = Server::start();
    let theme: i64 = server.arrange(|tx| {
        tx.execute("update themes set staging = 1", [])?;
        Ok(tx.query_row(
            "select theme_id from volunteer_centers where is_default = 1",
            [],
            |row| row.get(0),
        )?)
    });
    let path = format!("/api/v1/themes/{theme}");
    for attributes in [
        json!({ "allow_inactive_users": true }),
        json!({ "staging": false }),
    ] {
        let change = document("themes", attributes);
        server.as_center().patch(&path, &change).expect(403);
        server.as_admin().patch(&path, &change).expect(200);
    }
    let host = document("volunteer_centers", json!({ "host": "kaping.example" }));
    server
        .as_center()
        .patch(
            &format!("/api/v1/volunteer_centers/{}", server.people.center),
            &host,
        )
        .expect(403);
}

#[test]
fn no_row_is_written_outside_the_askers_own() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let samira = server.as_superuser();
    samira
        .post(
            "/api/v1/vacancies",
            &fixtures::vacancy(foreign, "Niet van ons"),
        )
        .expect(403);
    let count: i64 = server
        .arrange(|tx| Ok(tx.query_row("select count(*) from vacancies", [], |row| row.get(0))?));
    assert_eq!(count, 0, "the refused one is gone");

    let id = published(&samira, own, "Wel van ons");
    let path = format!("/api/v1/vacancies/{id}");
    for method in ["PUT", "PATCH"] {
        let moved = document(
            "vacancies",
            json!({ "organization_id": foreign.to_string() }),
        );
        assert_eq!(
            samira
                .send(method, &path, Some(&moved))
                .expect(422)
                .pointer(),
            "/data/attributes/organization_id"
        );
        let related = json!({ "data": { "type": "vacancies", "relationships": { "organization": { "data": { "type": "organizations", "id": foreign.to_string() } } } } });
        samira.send(method, &path, Some(&related)).expect(422);
    }
    let borrowed = document(
        "vacancies",
        json!({ "contact_person_id": server.people.volunteer.to_string() }),
    );
    samira.patch(&path, &borrowed).expect(422);
    let copy = samira
        .post(&format!("{path}/duplicate"), &json!({}))
        .expect(201);
    assert_eq!(copy.at("/data/attributes/organization_id"), own.to_string());
}

#[test]
fn a_superuser_publishes_past_no_review() {
    let server = Server::start();
    server.arrange(|tx| {
        tx.execute("update organizations set trusted = 0", [])?;
        Ok(())
    });
    let samira = server.as_superuser();
    let mut body = fixtures::vacancy(server.people.own, "Taalmaatje gezocht");
    for (field, value) in [
        ("status", "published"),
        ("moderation_state", "approved"),
        ("published_at", "2026-01-01T00:00:00Z"),
    ] {
        body["data"]["attributes"][field] = value.into();
        let refused = samira.post("/api/v1/vacancies", &body).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{field}"));
        body["data"]["attributes"]
            .as_object_mut()
            .unwrap()
            .remove(field);
    }
    let made = samira.post("/api/v1/vacancies", &body).expect(201);
    assert_eq!(made.at("/data/attributes/status"), "draft");
    assert_eq!(made.at("/data/attributes/moderation_state"), "none");
    let path = format!("/api/v1/vacancies/{}", made.id());
    let refused = event(&samira, &format!("{path}/transition"), "publish").expect(422);
    assert_eq!(refused.code(), "invalid_transition");
    assert_eq!(
        refused.at("/errors/0/meta/allowed"),
        json!(["submit", "archive"])
    );
    event(&samira, &format!("{path}/moderate"), "approve").expect(403);
    event(&samira, &format!("{path}/transition"), "approve").expect(422);
}

#[test]
fn a_panic_costs_no_reader_and_no_writer() {
    let server = Server::start();
    let tenant = server.app.tenants().get("demo").unwrap();
    let db = tenant.unguarded("a test panics on purpose");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    for _ in 0..8 {
        assert!(
            runtime
                .block_on(db.read::<(), _>(|_| panic!("on purpose")))
                .is_err()
        );
        assert!(
            runtime
                .block_on(db.write::<(), _>(|_| panic!("on purpose")))
                .is_err()
        );
    }
    published(&server.as_superuser(), server.people.own, "Nog altijd open");
    assert_eq!(
        server
            .as_nobody()
            .get("/api/v1/vacancies")
            .expect(200)
            .at("/meta/total"),
        1
    );
}

#[test]
fn type_names_on_the_wire_are_unique() {
    let names: Vec<&str> = resources::tables()
        .iter()
        .map(|table| table.type_name)
        .collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[test]
fn a_partial_update_skips_no_rule() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Een goede titel");
    let path = format!("/api/v1/vacancies/{id}");
    for (attributes, pointer) in [
        (json!({ "title": "" }), "/data/attributes/title"),
        (json!({ "title": null }), "/data/attributes/title"),
        (json!({ "title": "   kort   " }), "/data/attributes/title"),
        (
            json!({ "hours_per_week": 40 }),
            "/data/attributes/hours_per_week",
        ),
        (json!({ "capacity": 0 }), "/data/attributes/capacity"),
        (
            json!({ "bestaat_niet": 1 }),
            "/data/attributes/bestaat_niet",
        ),
        (json!({ "title": 12 }), "/data/attributes/title"),
    ] {
        let refused = samira
            .patch(&path, &document("vacancies", attributes.clone()))
            .expect(422);
        assert_eq!(refused.pointer(), pointer, "{attributes}");
    }
    assert_eq!(
        samira.get(&path).at("/data/attributes/title"),
        "Een goede titel"
    );
}
