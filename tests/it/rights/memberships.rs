//! Who belongs to which organisation is told as far as the roles are: in relations, attributes and filters.

use serde_json::json;

use crate::support::fixtures::{published, role_of};
use crate::support::server::{Client, Server, document};

/// A published vacancy of Samira, who works for the other organisation too.
fn with_contact(server: &Server) -> String {
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let contact = json!({ "contact_person_id": server.people.superuser.to_string() });
    samira
        .patch(
            &format!("/api/v1/vacancies/{id}"),
            &document("vacancies", contact),
        )
        .expect(200);
    let (person, other) = (server.people.superuser, server.people.foreign);
    server.arrange(move |tx| role_of(tx, person, "organization_superuser", "organization", other));
    id
}

fn included(client: &Client, path: &str) -> Vec<String> {
    let found = client.get(path).expect(200).json();
    let rows = found["included"].as_array().cloned().unwrap_or_default();
    rows.iter()
        .filter(|row| row["type"] == "organizations")
        .map(|row| row["id"].as_str().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_visitor_learns_no_membership_of_a_contact_person() {
    let server = Server::start();
    let id = with_contact(&server);
    let path = format!("/api/v1/vacancies/{id}?include=contact_person.organizations");
    let visitor = server.as_nobody();
    let seen = visitor.get(&path).expect(200);
    let people = seen.json()["included"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    assert!(
        people.iter().any(|row| row["type"] == "users"),
        "{}",
        seen.text
    );
    for client in [visitor, server.as_volunteer()] {
        assert_eq!(included(&client, &path), [""; 0]);
    }
    // Who sees the roles sees what follows from them.
    assert_eq!(
        included(&server.as_center(), &path).len(),
        2,
        "the centre sees both"
    );
}

#[test]
fn a_manager_learns_memberships_of_the_own_organisation_alone() {
    let server = Server::start();
    with_contact(&server);
    let (own, foreign) = (
        server.people.own.to_string(),
        server.people.foreign.to_string(),
    );
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", crate::support::fixtures::PASSWORD);
    let person = format!("/api/v1/users/{}", server.people.superuser);
    let seen = wim
        .get(&format!("{person}?include=organizations"))
        .expect(200);
    // Samira manages both; Wim knows of his own.
    assert_eq!(
        seen.at("/data/relationships/organizations/data/0/id"),
        foreign
    );
    assert_eq!(seen.at("/data/relationships/organizations/meta/total"), 1);
    assert_eq!(seen.at("/data/attributes/organization_id"), foreign);
    let ids = |query: &str| wim.get(&format!("/api/v1/users?{query}")).expect(200).ids();
    let samira = server.people.superuser.to_string();
    for filter in ["organization_id_eq", "member_of_eq"] {
        assert_eq!(ids(&format!("filter[{filter}]={own}")), [""; 0], "{filter}");
        assert!(ids(&format!("filter[{filter}]={foreign}")).contains(&samira));
    }
    let managers = "filter[with_role]=organization_superuser";
    assert_eq!(
        ids(&format!("{managers}&filter[organization_id_eq]={own}")),
        [""; 0]
    );
    assert!(ids(managers).contains(&samira));
    // A role that he does not see: she is an admin of the centre as well.
    let (id, center) = (server.people.superuser, server.people.center);
    server.arrange(move |tx| role_of(tx, id, "content_manager", "volunteer_center", center));
    assert_eq!(ids("filter[with_role]=content_manager"), [""; 0]);
    assert_eq!(
        server
            .as_center()
            .get("/api/v1/users?filter[with_role]=content_manager")
            .expect(200)
            .ids()
            .len(),
        2
    );
    let of_person = format!("/api/v1/organizations?filter[user_id_eq]={samira}");
    assert_eq!(wim.get(&of_person).expect(200).ids(), [foreign.clone()]);
    assert_eq!(
        server.as_nobody().get(&of_person).expect(200).ids(),
        [""; 0]
    );
    assert_eq!(
        server.as_center().get(&of_person).expect(200).ids().len(),
        2
    );
    // What is one's own is known in full.
    let own_view = server.as_superuser();
    assert_eq!(
        included(&own_view, &format!("{person}?include=organizations")).len(),
        2
    );
}
