//! Tags and other lists to choose from: whose they are, and what becomes of one that is in use.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Server, document};

const LIST: &str = "/api/v1/taxonomies";

fn tag(key: &str) -> Value {
    document(
        "taxonomies",
        json!({ "kind": "tags", "key": key, "name_nl": "Zwemmen", "name_en": "Swimming" }),
    )
}

#[test]
fn a_tag_in_use_is_archived_and_not_deleted() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let id = marieke.post(LIST, &tag("swimming")).expect(201).id();
    let path = format!("{LIST}/{id}");
    let mut body = fixtures::vacancy(server.people.own, "Zwemmen met kinderen");
    body["data"]["attributes"]["tags"] = json!(["swimming"]);
    let vacancy = samira.post("/api/v1/vacancies", &body).expect(201).id();

    let refused = marieke.delete(&path).expect(422);
    assert_eq!(refused.code(), "term_in_use");
    assert!(
        refused
            .at("/errors/0/detail")
            .as_str()
            .unwrap()
            .contains("Archiveer")
    );
    let archived = document("taxonomies", json!({ "archived": true }));
    marieke.patch(&path, &archived).expect(200);
    // What has it keeps it; nobody else chooses it.
    let title = document("vacancies", json!({ "title": "Zwemmen met ouderen" }));
    let kept = samira
        .patch(&format!("/api/v1/vacancies/{vacancy}"), &title)
        .expect(200);
    assert_eq!(kept.at("/data/attributes/tags"), json!(["swimming"]));
    samira.post("/api/v1/vacancies", &body).expect(422);

    let unused = marieke.post(LIST, &tag("diving")).expect(201).id();
    marieke.delete(&format!("{LIST}/{unused}")).expect(204);
}

#[test]
fn what_one_centre_adds_does_not_show_at_another() {
    let server = Server::start();
    let other = server.people.other_center.to_string();
    let id = server
        .as_center()
        .post(LIST, &tag("swimming"))
        .expect(201)
        .id();
    let shows = |centre: Option<&str>| {
        let client = server.as_nobody();
        let client = match centre {
            Some(centre) => client.with("volunteer-center-id", centre),
            None => client,
        };
        client
            .get(&format!("{LIST}/tags"))
            .expect(200)
            .ids()
            .contains(&id)
    };
    assert!(shows(None));
    assert!(!shows(Some(&other)));
    // The tenant's own list is the admin's where there are several centres; the key is taken for one centre only.
    let admin = server.as_admin();
    let everywhere = admin.post(LIST, &tag("diving")).expect(201);
    assert_eq!(
        everywhere.at("/data/attributes/volunteer_center_id"),
        Value::Null
    );
    let path = format!("{LIST}/{}", everywhere.id());
    let icon = document("taxonomies", json!({ "icon": "star" }));
    server.as_center().patch(&path, &icon).expect(403);
    admin.patch(&path, &icon).expect(200);
    let twice = server.as_center().post(LIST, &tag("diving")).expect(422);
    assert_eq!(twice.pointer(), "/data/attributes/key");
}

#[test]
fn a_term_goes_up_in_another_and_what_has_it_keeps_one() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let make = |key: &str| marieke.post(LIST, &tag(key)).expect(201).id();
    let (one, other) = (make("swimming"), make("swim"));
    let mut body = fixtures::vacancy(server.people.own, "Zwemmen met kinderen");
    body["data"]["attributes"]["tags"] = json!(["swimming", "regularly", "swim"]);
    let vacancy = samira.post("/api/v1/vacancies", &body).expect(201).id();
    let merge = |from: &str, into: &str| {
        let body = json!({ "data": { "attributes": { "into": into } } });
        marieke.post(&format!("{LIST}/{from}/merge"), &body)
    };
    merge(&one, &one).expect(422);
    merge(&one, &other).expect(200);
    let found = samira.get(&format!("/api/v1/vacancies/{vacancy}"));
    assert_eq!(
        found.expect(200).at("/data/attributes/tags"),
        json!(["swim", "regularly"])
    );
    let list = marieke.get(&format!("{LIST}/tags")).expect(200).ids();
    assert!(list.contains(&other) && !list.contains(&one));
    // The tenant's own go up in nothing that one centre has, and a centre does not decide on them.
    let admin = server.as_admin();
    let everywhere = admin.post(LIST, &tag("diving")).expect(201).id();
    merge(&everywhere, &other).expect(403);
    let body = json!({ "data": { "attributes": { "into": other } } });
    admin
        .post(&format!("{LIST}/{everywhere}/merge"), &body)
        .expect(422);
    merge(&other, &everywhere).expect(200);
}
