//! Invisible characters: control characters and bidirectional overrides are rejected by every operation, in every
//! encoding.

use serde_json::{Value, json};

use crate::data::import::upload;
use crate::support::fixtures;
use crate::support::server::{Reply, Server, document};

const OVERRIDE: &str = "Gast\u{202e}vrouw";

#[track_caller]
fn refused(reply: Reply, pointer: &str, rule: &str) {
    let reply = reply.expect(422);
    assert_eq!(reply.pointer(), pointer, "{}", reply.text);
    assert_eq!(reply.at("/errors/0/meta/rule"), json!(rule));
}

#[test]
fn titles_names_reasons_and_file_names_are_refused_with_their_field() {
    let server = Server::start();
    let (centre, superuser) = (server.as_center(), server.as_superuser());
    let organization = server.arrange(|tx| {
        Ok(tx.query_row(
            "select id from organizations where name = 'Taalhuis Lindewaard'",
            [],
            |row| row.get(0),
        )?)
    });
    let vacancy = |title: &str| {
        let mut body = fixtures::vacancy(organization, "Gastvrouw");
        body["data"]["attributes"]["title"] = title.into();
        superuser.post("/api/v1/vacancies", &body)
    };
    let title = "/data/attributes/title";
    refused(vacancy(OVERRIDE), title, "direction_characters");
    refused(vacancy("Gast\u{2066}vrouw"), title, "direction_characters");
    refused(vacancy("Gast\u{7}vrouw"), title, "control_characters");
    vacancy("Gastvrouw 👩\u{200d}🍳 \u{200f}").expect(201);

    let file = |name: &str| json!({ "resource": "users", "file_name": name, "file": "ZW1haWwKYUBleGFtcGxlLm9yZwo=" });
    let named = |name: &str| centre.post("/api/v1/imports", &document("imports", file(name)));
    refused(
        named("mensen\u{202e}vsc.exe"),
        "/data/attributes/file_name",
        "direction_characters",
    );
    named("mensen.csv").expect(201);

    // A call whose body is no resource's document.
    let id = server.arrange(|tx| {
        Ok(tx.query_row(
            "select id from users where email = 'joke@example.nl'",
            [],
            |row| row.get::<_, i64>(0),
        )?)
    });
    let body = json!({ "reason": OVERRIDE });
    let reply = centre.put(&format!("/api/v1/users/{id}/archive"), &body);
    refused(reply, "/data/attributes/reason", "direction_characters");
}

#[test]
fn both_languages_say_what_to_do() {
    let server = Server::start();
    for (language, word) in [("nl", "leesrichting"), ("en", "direction of reading")] {
        let client = server.as_nobody().with("accept-language", language);
        let reply = client
            .post(
                "/auth/sign_in",
                &json!({ "email": OVERRIDE, "password": "x" }),
            )
            .expect(422);
        assert!(
            reply
                .at("/errors/0/detail")
                .as_str()
                .unwrap()
                .contains(word),
            "{}",
            reply.text
        );
    }
}

#[test]
fn rich_text_hides_nothing_behind_an_entity() {
    let server = Server::start();
    let superuser = server.as_superuser();
    let organization = server.arrange(|tx| {
        Ok(tx.query_row(
            "select id from organizations where name = 'Taalhuis Lindewaard'",
            [],
            |row| row.get(0),
        )?)
    });
    let mut body = fixtures::vacancy(organization, "Gastvrouw");
    body["data"]["attributes"]["description"] = "<p>exe&#8238;gpj &#x2067;a&#7;</p>".into();
    let made = superuser.post("/api/v1/vacancies", &body).expect(201);
    let description = made.at("/data/attributes/description");
    assert!(
        description.as_str().unwrap().starts_with("<p>exegpj a"),
        "{description}"
    );
}

#[test]
fn rows_of_a_file_are_checked_as_what_is_typed() {
    let server = Server::start();
    let centre = server.as_center();
    let text = format!(
        "email,voornaam,functie\u{202e}\njan@example.org,Jan,{OVERRIDE}\neva@example.org,Eva,\u{1b}[2J\n"
    );
    let uploaded = upload(&centre, &text).expect(201);
    let rules: Vec<Value> = (0..2)
        .map(|index| uploaded.at(&format!("/data/attributes/report/faults/{index}/rule")))
        .collect();
    assert_eq!(rules, ["direction_characters", "control_characters"]);
    assert!(!uploaded.text.contains('\u{202e}'), "{}", uploaded.text);
}

#[test]
fn a_document_of_very_many_values_is_refused_before_it_is_read() {
    let server = Server::start();
    let many = format!(
        "{{\"data\":{{\"attributes\":{{\"file\":[{}0]}}}}}}",
        "0,".repeat(400_000)
    );
    let reply = server
        .as_center()
        .send_text("POST", "/api/v1/imports", Some(&many));
    assert_eq!((reply.status, reply.code().as_str()), (400, "bad_request"));
    // Signs within a text are no values.
    let text = json!({ "email": ",[{".repeat(100_000), "password": "\\\",[" });
    server.as_nobody().post("/auth/sign_in", &text).expect(401);
}
