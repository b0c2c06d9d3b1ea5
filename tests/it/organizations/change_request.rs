//! Changes of name, type and trade-register number of an approved organisation, which the centre decides on
//! (docs/domain/rights.md#organisations).

use serde_json::{Value, json};

use crate::applications::stages::letters;
use crate::support::server::{Client, Reply, Server, document};

fn change(client: &Client, path: &str, attributes: Value) -> Reply {
    client.patch(path, &document("organizations", attributes))
}

fn decide(client: &Client, path: &str, event: &str, message: Option<&str>) -> Reply {
    let body = json!({ "data": { "attributes": { "event": event, "message": message } } });
    client.decide(&format!("{path}/requested_change"), &body)
}

#[test]
fn a_manager_asks_for_another_name_and_the_centre_decides() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let asked = json!({ "name": "Taalhuis Rivierenland", "kvk_number": "12345678", "organization_type": "School", "website": "https://taalhuis.example" });
    let saved = change(&samira, &path, asked).expect(200);
    // What is asked for waits; the rest is saved at once.
    assert_eq!(saved.at("/data/attributes/name"), "Taalhuis Lindewaard");
    assert_eq!(saved.at("/data/attributes/organization_type"), "NonProfit");
    assert_eq!(
        saved.at("/data/attributes/website"),
        "https://taalhuis.example"
    );
    assert_eq!(
        saved.at("/data/attributes/requested_change"),
        json!({ "name": "Taalhuis Rivierenland", "kvk_number": "12345678", "organization_type": "School" })
    );
    assert_eq!(letters(&server, "org_to_review"), ["marieke@example.nl"]);
    let visitor = server.as_nobody().get(&path).expect(200);
    assert_eq!(visitor.at("/data/attributes/name"), "Taalhuis Lindewaard");
    assert_eq!(visitor.at("/data/attributes/requested_change"), Value::Null);
    let waiting = marieke.get("/api/v1/organizations?filter[change_requested_eq]=true");
    assert_eq!(waiting.expect(200).ids(), [server.people.own.to_string()]);
    // What the rules refuse is refused at once; what is shown takes the wish back.
    let refused = change(&samira, &path, json!({ "kvk_number": "123" })).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/kvk_number");
    let back = change(&samira, &path, json!({ "organization_type": "NonProfit" })).expect(200);
    assert_eq!(
        back.at("/data/attributes/requested_change/organization_type"),
        Value::Null
    );

    decide(&samira, &path, "approve", None).expect(403);
    let done = decide(&marieke, &path, "approve", None).expect(200);
    assert_eq!(done.at("/data/attributes/name"), "Taalhuis Rivierenland");
    assert_eq!(done.at("/data/attributes/kvk_number"), "12345678");
    assert_eq!(done.at("/data/attributes/requested_change"), Value::Null);
    assert_eq!(
        letters(&server, "org_change_decided"),
        ["samira@example.nl"]
    );
    decide(&marieke, &path, "approve", None).expect(422);

    change(&samira, &path, json!({ "name": "Iets anders" })).expect(200);
    let unexplained = decide(&marieke, &path, "refuse", None).expect(422);
    assert_eq!(unexplained.pointer(), "/data/attributes/message");
    let refused = decide(
        &marieke,
        &path,
        "refuse",
        Some("Zo heet je niet bij de KvK."),
    )
    .expect(200);
    assert_eq!(refused.at("/data/attributes/name"), "Taalhuis Rivierenland");
    assert_eq!(refused.at("/data/attributes/requested_change"), Value::Null);
}
