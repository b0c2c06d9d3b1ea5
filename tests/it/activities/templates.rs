//! Templates of activities, of organisations and of the centre.

use serde_json::{Value, json};

use super::{LIST, coffee};
use crate::support::fixtures;
use crate::support::server::{Server, document};

const TEMPLATES: &str = "/api/v1/activity_templates";

fn template(organization: Option<i64>, name: &str, content: &Value) -> Value {
    document(
        "activity_templates",
        json!({
            "organization_id": organization.map(|id| id.to_string()),
            "name": name,
            "content": content,
        }),
    )
}

#[test]
fn an_organisation_begins_from_its_templates_and_sees_no_other() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = server.people.own;
    let content = json!({
        "title": "Koffieochtend",
        "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=4",
        "registration": "occurrence",
        "status": "published",
        "starts_at": "2026-12-08T10:00",
        "contact_person_id": "1",
    });
    let made = samira
        .post(TEMPLATES, &template(Some(own), "Koffie", &content))
        .expect(201);
    let stored = made.at("/data/attributes/content");
    assert_eq!(
        stored,
        json!({
            "title": "Koffieochtend",
            "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=4",
            "registration": "occurrence",
        })
    );
    samira
        .post(TEMPLATES, &template(Some(own), "koffie", &json!({})))
        .expect(422);
    samira
        .post(TEMPLATES, &template(None, "Van het centrum", &json!({})))
        .expect(403);
    // The organiser writes no more than the dates.
    samira
        .post(
            LIST,
            &coffee(&json!({ "organization_id": own.to_string(), "title": stored["title"] })),
        )
        .expect(201);

    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    assert!(wim.get(TEMPLATES).expect(200).ids().is_empty());
    let path = format!("{TEMPLATES}/{}", made.id());
    wim.delete(&path).expect(404);
    wim.post(TEMPLATES, &template(Some(own), "Van een ander", &json!({})))
        .expect(403);
    server.as_volunteer().get(TEMPLATES).expect(403);
    server.as_nobody().get(TEMPLATES).expect(401);
    samira.delete(&path).expect(204);
}

#[test]
fn a_centre_has_templates_of_its_own_and_sees_those_of_its_organisations() {
    let server = Server::start();
    let own = server.people.own;
    let center = server.as_center();
    let ours = center
        .post(
            TEMPLATES,
            &template(None, "Inloop", &json!({ "title": "Inloop" })),
        )
        .expect(201)
        .id();
    let theirs = server
        .as_superuser()
        .post(TEMPLATES, &template(Some(own), "Inloop", &json!({})))
        .expect(201)
        .id();
    let listed = |query: &str| center.get(&format!("{TEMPLATES}{query}")).expect(200).ids();
    assert_eq!(listed("").len(), 2);
    assert_eq!(listed("?filter[organization_id_null]=true"), [ours.clone()]);
    assert_eq!(
        listed(&format!("?filter[organization_id_eq]={own}")),
        [theirs]
    );
    assert!(
        server
            .as_superuser()
            .get(TEMPLATES)
            .expect(200)
            .ids()
            .iter()
            .all(|id| *id != ours)
    );
}

#[test]
fn an_organisation_has_no_more_than_thirty() {
    let server = Server::start();
    let own = server.people.own;
    let samira = server.as_superuser();
    for number in 0..30 {
        samira
            .post(
                TEMPLATES,
                &template(Some(own), &format!("Sjabloon {number}"), &json!({})),
            )
            .expect(201);
    }
    let refused = samira
        .post(TEMPLATES, &template(Some(own), "Een te veel", &json!({})))
        .expect(422);
    assert_eq!(refused.code(), "limit_reached");
}
