//! The rules of a vacancy's fields (decisions 3): each fault is said at its own field, in words.

use serde_json::{Value, json};

use crate::build;
use crate::server::{Client, Reply, Server};

const LIST: &str = "/api/v1/vacancies";

fn with(server: &Server, field: &str, value: Value) -> Value {
    let mut body = build::vacancy(server.people.own, "Taalmaatje gezocht");
    body["data"]["attributes"][field] = value;
    body
}

/// The sentence in Dutch and in English, and where it stands.
fn refused(client: &Client, body: &Value) -> (String, String, String) {
    let said = |language: &str| -> Reply {
        client
            .clone()
            .with("accept-language", language)
            .post(LIST, body)
            .expect(422)
    };
    let (nl, en) = (said("nl"), said("en"));
    let detail = |reply: &Reply| reply.at("/errors/0/detail").as_str().unwrap().to_owned();
    (nl.pointer(), detail(&nl), detail(&en))
}

#[test]
fn what_is_in_no_list_of_the_tenant_cannot_be_chosen() {
    let server = Server::start();
    let samira = server.as_superuser();
    for (field, value) in [
        ("tags", "bestaat_niet"),
        ("age_group_ids", "999"),
        ("activity_type_ids", "999"),
        ("languages", "klingon"),
        ("required_checks", "zzz"),
    ] {
        let (pointer, nl, en) = refused(&samira, &with(&server, field, json!([value])));
        assert_eq!(pointer, format!("/data/attributes/{field}/0"));
        assert!(!nl.contains("niet geldig") && nl != en, "{nl} {en}");
    }
    // A tag is no age group: the id of one kind is nothing in another.
    let tag: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select id from taxonomies where kind = 'tags' limit 1",
            [],
            |row| row.get(0),
        )?)
    });
    let (pointer, ..) = refused(
        &samira,
        &with(&server, "age_group_ids", json!([tag.to_string()])),
    );
    assert_eq!(pointer, "/data/attributes/age_group_ids/0");
    for (field, value) in [
        ("languages", "nl"),
        ("languages", "zgh"),
        ("required_checks", "vog"),
    ] {
        samira
            .post(LIST, &with(&server, field, json!([value])))
            .expect(201);
    }
}

#[test]
fn a_tag_that_left_the_list_stays_where_it_was_and_comes_nowhere_new() {
    let server = Server::start();
    let samira = server.as_superuser();
    let one = samira
        .post(LIST, &with(&server, "tags", json!(["weekend"])))
        .expect(201)
        .id();
    server.arrange(|tx| Ok(tx.execute("delete from taxonomies where key = 'weekend'", [])?));
    let attributes = json!({ "title": "Een andere titel", "tags": ["weekend", "once"] });
    let path = format!("{LIST}/{one}");
    samira
        .patch(&path, &json!({ "data": { "attributes": attributes } }))
        .expect(200);
    let copy = samira
        .post(&format!("{path}/duplicate"), &json!({}))
        .expect(201);
    assert_eq!(copy.at("/data/attributes/tags"), json!(["once"]));
}

#[test]
fn an_organisation_chooses_its_kinds_from_the_lists_too() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = format!("/api/v1/organizations/{}", server.people.own);
    for (profile, field) in [
        (
            json!({ "activity_type_ids": ["999"] }),
            "activity_type_ids/0",
        ),
        (json!({ "non_profit_type_id": "999" }), "non_profit_type_id"),
    ] {
        let body = json!({ "data": { "attributes": { "profile": profile } } });
        let refused = samira.patch(&path, &body).expect(422);
        assert_eq!(
            refused.pointer(),
            format!("/data/attributes/profile/{field}")
        );
    }
}

#[test]
fn where_people_do_not_help_each_other_directly_there_is_no_such_vacancy() {
    let server = Server::start();
    let samira = server.as_superuser();
    let refused = samira
        .post(LIST, &with(&server, "vacancy_type", json!("p2p")))
        .expect(403);
    assert_eq!(refused.code(), "feature_disabled");
    assert_eq!(refused.pointer(), "/data/attributes/vacancy_type");
    let id = samira
        .post(
            LIST,
            &build::vacancy(server.people.own, "Taalmaatje gezocht"),
        )
        .expect(201)
        .id();
    let path = format!("{LIST}/{id}");
    let change = json!({ "data": { "attributes": { "vacancy_type": "p2p" } } });
    assert_eq!(
        samira.patch(&path, &change).expect(403).code(),
        "feature_disabled"
    );
    // One from before the feature was switched off may be mended, and does not go out as it is.
    server.arrange(|tx| Ok(tx.execute("update vacancies set vacancy_type = 'p2p'", [])?));
    let words = json!({ "data": { "attributes": { "title": "Een andere titel" } } });
    samira.patch(&path, &words).expect(200);
    let step = format!("{path}/transition");
    let publish = build::event(&samira, &step, "publish").expect(403);
    assert_eq!(publish.code(), "feature_disabled");

    server.arrange(|tx| {
        let on = json!({ "peer_to_peer": true }).to_string();
        Ok(tx.execute(
            "update settings set value = ?1 where name = 'features'",
            [on],
        )?)
    });
    build::event(&samira, &step, "publish").expect(200);
    samira
        .post(LIST, &with(&server, "vacancy_type", json!("p2p")))
        .expect(201);
}
