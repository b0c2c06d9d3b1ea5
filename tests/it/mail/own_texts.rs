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
    server
        .as_content_manager()
        .patch(ONE, &sent(&json!({ "subject": "  " })))
        .expect(403);
    center.put(&format!("{ONE}/reset"), &json!({})).expect(200);
    assert_eq!(text(&center, "locale=nl")["subject"], "Van ons allen");
    admin
        .put(&format!("{ONE}/reset?scope=tenant"), &json!({}))
        .expect(200);
    let mut as_before = text(&center, "locale=nl");
    // The version goes on.
    as_before["version"] = built_in["version"].clone();
    assert_eq!(as_before, built_in);
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
    // No words are no text of one's own, so that no email is without a subject.
    center
        .patch(ONE, &sent(&json!({ "subject": "  ", "body": "\n" })))
        .expect(200);
    let blank = text(&center, "locale=nl");
    assert_eq!(blank["origins"]["subject"], "built_in");
    assert_eq!(blank["origins"]["body"], "built_in");
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

/// Texts and whether they are sent, as the list says.
fn listed(client: &Client, kind: &str) -> Value {
    let list = client.get(LIST).expect(200);
    let found = list.at("/data");
    let found = found.as_array().unwrap();
    found.iter().find(|item| item["id"] == kind).unwrap()["attributes"].clone()
}

#[test]
fn a_kind_that_is_switched_off_is_not_sent() {
    let server = Server::start();
    let (center, admin) = (server.as_center(), server.as_admin());
    let off = sent(&json!({ "is_active": false }));
    server.as_content_manager().patch(ONE, &off).expect(403);
    let refused = center
        .patch("/api/v1/notification_templates/account_confirm", &off)
        .expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), "mandatory");

    let letter = |server: &Server| {
        server.arrange(|tx| {
            let letter = voluntr::mail::EmailMessage {
                kind: voluntr::mail::MailKind::OrgToReview,
                to_email: "centrum@voorbeeld.nl".to_owned(),
                to_name: String::new(),
                locale: "nl".to_owned(),
                data: voluntr::mail::sample(
                    voluntr::mail::MailKind::OrgToReview,
                    voluntr::base::locale::Locale::Nl,
                ),
                subject_type: "organizations",
                subject_id: 1,
                volunteer_center_id: Some(1),
            };
            Ok(voluntr::mail::enqueue(tx, tx.now(), &letter)?)
        })
    };
    center.patch(ONE, &off).expect(200);
    assert_eq!(listed(&center, "org_to_review")["is_active"], false);
    assert_eq!(text(&center, "locale=en")["is_active"], false);
    assert_eq!(letter(&server), voluntr::mail::Enqueued::Unwanted);
    center
        .patch(ONE, &sent(&json!({ "is_active": true })))
        .expect(200);
    assert!(matches!(
        letter(&server),
        voluntr::mail::Enqueued::Waiting(_)
    ));
    // Of the tenant: of all its centres.
    admin
        .patch(&format!("{ONE}?scope=tenant"), &off)
        .expect(200);
    assert_eq!(listed(&center, "org_to_review")["is_active"], false);
}

#[test]
fn an_earlier_text_is_found_and_put_back() {
    let server = Server::start();
    let center = server.as_center();
    center
        .patch(ONE, &sent(&json!({ "subject": "De eerste" })))
        .expect(200);
    let first = center.get(ONE).header("etag").to_owned();
    server
        .as_content_manager()
        .with("if-match", &first)
        .patch(ONE, &sent(&json!({ "subject": "De tweede" })))
        .expect(200);
    // Who read the first does not write over the second.
    center
        .clone()
        .with("if-match", &first)
        .patch(ONE, &sent(&json!({ "subject": "Te laat" })))
        .expect(412);
    center.put(&format!("{ONE}/reset"), &json!({})).expect(200);
    let versions = center.get(&format!("{ONE}/versions")).expect(200);
    let subjects: Vec<Value> = versions
        .at("/data")
        .as_array()
        .unwrap()
        .iter()
        .map(|version| version["attributes"]["subject"].clone())
        .collect();
    assert_eq!(
        subjects,
        [
            Value::Null,
            json!("De tweede"),
            json!("De eerste"),
            Value::Null
        ]
    );
    let number = versions.at("/data/1/attributes/number");
    let restored = center
        .post(&format!("{ONE}/versions/{number}/restore"), &json!({}))
        .expect(200);
    assert_eq!(restored.at("/data/attributes/subject"), "De tweede");
    assert_eq!(
        restored.at("/data/attributes/built_in/subject"),
        text(&center, "locale=nl")["built_in"]["subject"]
    );
    assert!(listed(&center, "org_to_review")["updated_by_name"].is_string());
    assert_eq!(
        listed(&center, "org_to_review")["is_missing_translation"],
        true
    );
    // The other kinds have no text of their own.
    assert_eq!(listed(&center, "org_received")["updated_at"], Value::Null);
}

#[test]
fn a_test_goes_to_who_asks_for_it_at_once_and_ten_times_an_hour() {
    let server = Server::start();
    let manager = server.as_content_manager();
    let words = sent(&json!({ "subject": "Proef {{ organization_name }}" }));
    let path = format!("{ONE}/test_mail");
    manager
        .post(&path, &sent(&json!({ "body": "Geen link" })))
        .expect(422);
    manager.post(&path, &words).expect(204);
    let rows: Vec<(String, String, bool, Option<String>)> = server.arrange(|tx| {
        Ok(tx
            .prepare(
                "select to_email, json_extract(data, '$.own_text.subject'), mandatory, unsubscribe_token
                   from outbox where subject_type = 'notification_templates'",
            )?
            .query_map([], |row| row.try_into())?
            .collect::<rusqlite::Result<_>>()?)
    });
    let [(to, subject, is_at_once, unsubscribe)] = rows.as_slice() else {
        panic!("{rows:?}");
    };
    assert!(to.contains('@'));
    assert_eq!(subject, "Proef {{ organization_name }}");
    assert!(*is_at_once && unsubscribe.is_none());
    for _ in 0..9 {
        manager.post(&path, &words).expect(204);
    }
    manager.post(&path, &words).expect(429);
    server.as_volunteer().post(&path, &words).expect(403);
    // Nothing of it is in force.
    assert_eq!(
        text(&manager, "locale=nl")["origins"]["subject"],
        "built_in"
    );
}
