//! Placement of fields in documents and forms.

use serde_json::json;

use crate::support::fixtures::PASSWORD;
use crate::support::outbox::token;
use crate::support::server::{Server, document};

#[test]
fn who_signs_up_is_listed_among_the_volunteers_once() {
    let server = Server::start();
    let form = json!({ "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": PASSWORD, "accept_terms": true });
    server.as_nobody().post("/auth", &form).expect(202);
    server.as_nobody().post("/auth", &form).expect(202);
    let link = token(&server, "account_confirm", "els@example.com");
    server
        .as_nobody()
        .post("/api/v1/confirm", &json!({ "confirmation_token": link }))
        .expect(200);
    let found = server
        .as_center()
        .get("/api/v1/users?filter[with_role]=volunteer&include=roles")
        .expect(200);
    assert_eq!(found.at("/data/0/attributes/full_name"), "Els Kuiper");
    let roles = found.at("/included");
    assert_eq!(roles.as_array().unwrap().len(), 1, "{roles}");
    assert_eq!(roles[0]["attributes"]["name"], "volunteer");
}

#[test]
fn an_organisation_says_its_city_and_takes_its_type_by_either_name() {
    let server = Server::start();
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let seen = server.as_nobody().get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/city"), "Lindewaard");
    let change = document("organizations", json!({ "type": "School" }));
    let changed = server.as_center().patch(&path, &change).expect(200);
    assert_eq!(changed.at("/data/attributes/organization_type"), "School");
    // Its manager asks for another one.
    let asked = document("organizations", json!({ "type": "NonProfit" }));
    let asked = server.as_superuser().patch(&path, &asked).expect(200);
    assert_eq!(asked.at("/data/attributes/organization_type"), "School");
}

#[test]
fn a_person_says_where_they_belong_to_who_may_know_and_a_profile_whose_it_is() {
    let server = Server::start();
    let path = format!("/api/v1/users/{}", server.people.superuser);
    let seen = server.as_center().get(&path).expect(200);
    assert_eq!(
        seen.at("/data/attributes/organization_id"),
        server.people.own.to_string()
    );
    let center = server
        .as_nobody()
        .get("/api/v1/volunteer_centers/current?include=profile")
        .expect(200);
    assert_eq!(
        center.at("/included/0/attributes/name"),
        center.at("/data/attributes/name")
    );
}
