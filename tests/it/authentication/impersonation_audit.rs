//! Audit of impersonation: changes are attributed to the admin, and forbidden actions are not offered.

use serde_json::{Value, json};

use crate::authentication::impersonation::AS;
use crate::support::fixtures::{event, published};
use crate::support::server::{Client, Server};

const REASON: &str = "Samira vroeg waarom haar vacature niet online komt.";

/// The admin, signed in as the superuser of an organisation.
fn as_samira(server: &Server, admin: &Client) -> Client {
    let wish = json!({ "user_id": server.people.superuser.to_string(), "reason": REASON });
    let begun = admin.post(AS, &wish).expect(200);
    ["access-token", "client", "uid"]
        .iter()
        .fold(server.as_nobody(), |client, name| {
            client.with(name, begun.header(name))
        })
}

#[test]
fn a_step_taken_as_somebody_is_told_with_both_names() {
    let server = Server::start();
    let center = server.as_center();
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    let theirs = as_samira(&server, &server.as_admin());
    let path = format!("/api/v1/vacancies/{vacancy}/transition");
    event(&theirs, &path, "archive").expect(200);

    let history = center
        .get(&format!("/api/v1/vacancies/{vacancy}/history"))
        .expect(200);
    let steps = history.at("/data");
    let steps = steps.as_array().unwrap();
    let last = &steps.last().unwrap()["attributes"];
    assert_eq!(last["event"], "archive");
    assert_eq!(last["is_impersonation"], true);
    assert_eq!(last["impersonator_name"], "Ada Beheer");
    assert_ne!(last["actor_name"], "Ada Beheer");
    // Every other step is only its actor's.
    for step in &steps[..steps.len() - 1] {
        assert_eq!(step["attributes"]["is_impersonation"], false);
        assert_eq!(step["attributes"]["impersonator_name"], Value::Null);
    }

    let trail = server
        .as_admin()
        .get(&format!(
            "/api/v1/audit_events?filter[subject_type_eq]=vacancies&filter[subject_id_eq]={vacancy}&filter[action_eq]=archive&include=actor,impersonator"
        ))
        .expect(200);
    let event = trail.at("/data/0");
    assert_eq!(event["attributes"]["is_impersonation"], true);
    let admin = &event["relationships"]["impersonator"]["data"]["id"];
    let named = trail.at("/included");
    let named = named
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["id"] == *admin)
        .unwrap();
    assert_eq!(named["attributes"]["full_name"], "Ada Beheer");
}

#[test]
fn what_is_closed_to_who_is_signed_in_as_somebody_is_not_offered() {
    let server = Server::start();
    let own = server.as_superuser();
    let theirs = as_samira(&server, &server.as_admin());
    let vacancy = published(&own, server.people.own, "Taalmaatje gezocht");
    let can = |client: &Client, path: &str| -> Vec<String> {
        let reply = client.get(path).expect(200);
        let found = match reply.at("/data/meta/can") {
            Value::Null => reply.at("/meta/can"),
            found => found,
        };
        serde_json::from_value(found).unwrap()
    };
    let me = "/api/v1/current_user";
    assert!(can(&own, me).contains(&"own".to_owned()));
    assert_eq!(can(&theirs, me), ["read_contact"]);
    // The person's own row in the list of people: changing it there is refused, so it is not offered there.
    let id = theirs.get(me).expect(200).id();
    let row = format!("/api/v1/users/{id}");
    assert!(can(&own, &row).contains(&"update".to_owned()));
    assert_eq!(can(&theirs, &row), ["read_contact"]);
    let change = json!({ "data": { "type": "users", "attributes": { "job_title": "Baas" } } });
    theirs.patch(&row, &change).expect(403);
    assert!(can(&own, "/api/v1/users").contains(&"create".to_owned()));
    assert_eq!(can(&theirs, "/api/v1/users"), [""; 0]);
    // What is open is offered as to the person.
    for path in [
        format!("/api/v1/vacancies/{vacancy}"),
        format!("/api/v1/organizations/{}", server.people.own),
        "/api/v1/vacancies".to_owned(),
    ] {
        // But for putting somebody down as a volunteer, which goes out in the person's own name.
        let mut as_the_person = can(&own, &path);
        as_the_person.retain(|verb| verb != "register");
        assert_eq!(can(&theirs, &path), as_the_person, "{path}");
    }
    // And whom one may look at still stands in the menu.
    let menu = theirs.get(me).expect(200).at("/meta/menu");
    assert!(menu.as_array().unwrap().contains(&json!("users")), "{menu}");
}
