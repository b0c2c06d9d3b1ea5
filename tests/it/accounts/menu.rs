//! Metadata for the client's user screens: menu permissions and who granted which role (docs/domain/rights.md#users).

use serde_json::{Value, json};

use crate::support::server::{Client, Server};

fn menu(client: &Client) -> Vec<Value> {
    let found = client
        .get("/api/v1/current_user")
        .expect(200)
        .at("/meta/menu");
    found.as_array().unwrap().clone()
}

#[test]
fn only_who_may_take_in_a_list_of_people_is_offered_it() {
    let server = Server::start();
    for client in [server.as_center(), server.as_admin(), server.as_mentor()] {
        assert!(menu(&client).contains(&json!("users_import")));
    }
    for client in [server.as_superuser(), server.as_volunteer()] {
        assert!(!menu(&client).contains(&json!("users_import")));
    }
}

#[test]
fn a_role_says_who_gave_it() {
    let server = Server::start();
    let (marieke, joke) = (server.as_center(), server.people.volunteer);
    let role = json!({
        "role": "content_manager",
        "scope_type": "volunteer_center",
        "scope_id": server.people.center.to_string(),
    });
    let path = format!("/api/v1/users/{joke}");
    marieke.put(&format!("{path}/add_role"), &role).expect(200);
    let found = marieke.get(&format!("{path}?include=roles")).expect(200);
    let included = found.at("/included");
    let given = included
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["attributes"]["name"] == "content_manager")
        .unwrap();
    assert_eq!(given["attributes"]["granted_by_name"], "Marieke Bos");
}
