//! Own texts of emails: of a centre and of the tenant, instead of the built-in ones.

use serde_json::{Value, json};

use crate::support::server::{Client, Server};

const LIST: &str = "/api/v1/notification_templates";
const ONE: &str = "/api/v1/notification_templates/org_to_review";

fn sent(attributes: &Value) -> Value {
    json!({ "data": { "type": "notification_templates", "attributes": attributes } })
}

fn text(client: &Client, query: &str) -> Value {
    client
        .get(&format!("{ONE}?{query}"))
        .expect(200)
        .at("/data/attributes")
}

#[test]
fn a_centres_text_goes_before_the_tenants_and_a_reset_goes_back() {
    let server = Server::start();
    let (center, admin) = (server.as_center(), server.as_admin());
    let built_in = text(&center, "locale=nl");
    assert_eq!(built_in["origins"]["subject"], "built_in");
    assert!(
        built_in["placeholders"]
            .as_array()
            .unwrap()
            .contains(&json!("{{ organization_name }}"))
    );

    let of_tenant = sent(&json!({ "subject": "Van ons allen", "intro": "Dag!" }));
    center
        .patch(&format!("{ONE}?scope=tenant"), &of_tenant)
        .expect(403);
    admin
        .patch(&format!("{ONE}?scope=tenant"), &of_tenant)
        .expect(200);
    server
        .as_content_manager()
        .patch(ONE, &sent(&json!({ "subject": "Van ons centrum" })))
        .expect(200);
    let now = text(&center, "locale=nl");
    assert_eq!(now["subject"], "Van ons centrum");
    assert_eq!(
        now["origins"],
        json!({ "subject": "volunteer_center", "intro": "tenant", "body": "built_in" })
    );
    assert_eq!(text(&center, "locale=en")["origins"]["subject"], "built_in");
    // The preview is the email that is sent.
    let preview = center
        .get("/api/v1/mail_previews/org_to_review?locale=nl")
        .expect(200);
    assert_eq!(preview.at("/data/attributes/subject"), "Van ons centrum");
    let body = preview.at("/data/attributes/text");
    assert!(body.as_str().unwrap().contains("Dag!"));

    // A reset takes more than editing.
    server
        .as_content_manager()
        .put(&format!("{ONE}/reset"), &json!({}))
        .expect(403);
    server
        .as_content_manager()
        .patch(ONE, &sent(&json!({ "subject": null })))
        .expect(403);
    center.put(&format!("{ONE}/reset"), &json!({})).expect(200);
    assert_eq!(text(&center, "locale=nl")["subject"], "Van ons allen");
    admin
        .put(&format!("{ONE}/reset?scope=tenant"), &json!({}))
        .expect(200);
    assert_eq!(text(&center, "locale=nl"), built_in);
}

#[test]
fn a_text_that_could_not_be_sent_is_refused() {
    let server = Server::start();
    let center = server.as_center();
    for (attributes, rule) in [
        (json!({ "body": "Geen link" }), "missing_placeholder"),
        (
            json!({ "body": "{{ path }} {{ password }}" }),
            "unknown_placeholder",
        ),
        (
            json!({ "body": "{{ path }} {{ city }}" }),
            "optional_placeholder",
        ),
        (json!({ "body": "{{ path }} {% if city %}" }), "template"),
        (json!({ "subject": "x".repeat(151) }), "length"),
    ] {
        let refused = center.patch(ONE, &sent(&attributes)).expect(422);
        assert_eq!(refused.at("/errors/0/meta/rule"), rule, "{attributes}");
    }
    let preview = center
        .post(
            &format!("{ONE}/preview"),
            &sent(&json!({ "subject": "Even kijken" })),
        )
        .expect(200);
    assert_eq!(preview.at("/data/attributes/subject"), "Even kijken");
    assert_eq!(text(&center, "locale=nl")["origins"]["subject"], "built_in");
    server.as_volunteer().get(LIST).expect(403);
    assert_eq!(
        server
            .as_content_manager()
            .get(LIST)
            .expect(200)
            .at("/data/0/id"),
        "account_confirm"
    );
}
