//! Organisations created by the centre.

use serde_json::json;

use crate::support::server::{Server, document};

#[test]
fn the_centre_makes_organizations_that_need_no_approval() {
    let server = Server::start();
    let made = document(
        "organizations",
        json!({ "name": "Buurthuis De Brug", "neighbourhood_initiative": true }),
    );
    let center = server.as_center();
    let reply = center.post("/api/v1/organizations", &made).expect(201);
    assert_eq!(reply.at("/data/attributes/status"), "approved");
    let path = format!("/api/v1/organizations/{}", reply.id());
    server.as_nobody().get(&path).expect(200);
}
