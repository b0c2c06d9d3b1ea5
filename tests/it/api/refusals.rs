//! Refusals say which part of the request they are about, what is possible instead, and why, in the reader's language;
//! and queries that are understood.

use serde_json::json;
use voluntr::resources;

use crate::support::fixtures;
use crate::support::server::{Reply, Server, document};

fn names(reply: &Reply) -> Vec<String> {
    serde_json::from_value(reply.at("/errors/0/meta/allowed")).unwrap_or_default()
}

#[test]
fn a_query_that_is_refused_says_which_parameter_and_what_is_possible() {
    let server = Server::start();
    let marieke = server.as_center();
    for (query, parameter, allowed) in [
        ("vacancies?filter[banana]=1", "filter[banana]", "title_cont"),
        (
            "vacancies?filter[status_eq]=banana",
            "filter[status_eq]",
            "published",
        ),
        (
            "vacancies?filter[expires_at_gteq]=banana",
            "filter[expires_at_gteq]",
            "2026-11-21",
        ),
        ("vacancies?sort=banana", "sort", "title"),
        ("vacancies?include=banana", "include", "organization"),
        (
            "vacancies?fields[banana]=title",
            "fields[banana]",
            "fields[vacancies]",
        ),
        (
            "vacancies?fields[vacancies]=banana",
            "fields[vacancies]",
            "title",
        ),
        ("vacancies?page[size]=banana", "page[size]", "1, 2, 3 …"),
        ("vacancies?page[number]=0", "page[number]", "1, 2, 3 …"),
        ("vacancies?banana=1", "banana", "title_cont"),
        ("vacancies?filter[near]=51.8", "filter[near]", "51.82,5.25"),
        ("notification_templates?locale=fr", "locale", "nl"),
    ] {
        let refused = marieke.get(&format!("/api/v1/{query}")).expect(400);
        assert_eq!(
            refused.at("/errors/0/source/parameter"),
            parameter,
            "{query}"
        );
        let names = names(&refused);
        assert!(
            names.iter().any(|name| name == allowed),
            "{query}: {names:?}"
        );
    }
    let many = format!("vacancies?{}", vec!["filter[online_eq]=true"; 41].join("&"));
    let refused = marieke.get(&format!("/api/v1/{many}")).expect(400);
    assert_eq!(
        refused.at("/errors/0/source/parameter"),
        "filter[online_eq]"
    );
    let refused = marieke.get("/api/v1/vacancies?access-token=x").expect(400);
    assert_eq!(refused.at("/errors/0/source/parameter"), "access-token");
}

#[test]
fn a_request_that_cannot_be_read_says_where_and_why_in_the_readers_language() {
    let server = Server::start();
    let samira = server.as_superuser();
    let english = samira.clone().with("accept-language", "en");
    let long = format!("/api/v1/vacancies?filter[q]={}", "a".repeat(9000));
    let no_data =
        |client: &crate::support::server::Client| client.post("/api/v1/vacancies", &json!({}));
    let long_key = |client: &crate::support::server::Client| {
        let client = client.clone().with("idempotency-key", &"k".repeat(256));
        client.post(
            "/api/v1/vacancies",
            &fixtures::vacancy(server.people.own, "Soep"),
        )
    };
    for (nl, en, source, dutch, said) in [
        (
            no_data(&samira),
            no_data(&english),
            json!({ "pointer": "/data" }),
            "het document heeft geen object 'data'",
            "the document has no object 'data'",
        ),
        (
            long_key(&samira),
            long_key(&english),
            json!({ "header": "Idempotency-Key" }),
            "1 tot 255 tekens",
            "1 to 255 characters",
        ),
        (
            samira.get(&long),
            english.get(&long),
            json!(null),
            "het adres is langer dan 8192 tekens",
            "the address is longer than 8192 characters",
        ),
        (
            samira.get("/api/v1/vacancies?page[size]=x"),
            english.get("/api/v1/vacancies?page[size]=x"),
            json!({ "parameter": "page[size]" }),
            "page[size] is een getal vanaf 1",
            "page[size] is a number from 1",
        ),
    ] {
        let (nl, en) = (nl.expect(400), en.expect(400));
        let detail = |reply: &Reply| reply.at("/errors/0/detail").as_str().unwrap().to_owned();
        assert!(detail(&nl).contains(dutch), "{}", detail(&nl));
        assert!(detail(&en).contains(said), "{}", detail(&en));
        assert_eq!(nl.at("/errors/0/source"), source);
        assert_eq!(
            nl.at("/errors/0/meta/reason"),
            en.at("/errors/0/meta/reason")
        );
    }
    let other = samira
        .with("x-tenant", "roermond")
        .get("/api/v1/vacancies")
        .expect(400);
    assert_eq!(other.at("/errors/0/source/header"), "X-Tenant");
}

#[test]
fn a_fault_has_the_number_of_its_item_and_the_name_that_people_know() {
    let server = Server::start();
    let samira = server.as_superuser();
    let mut new = fixtures::vacancy(server.people.own, "Soep koken");
    new["data"]["attributes"]["requirements"] = json!(["Een", "x".repeat(101)]);
    let refused = samira.post("/api/v1/vacancies", &new).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/requirements/1");
    assert_eq!(refused.at("/errors/0/meta/field"), "Wat we vragen (2)");
    new["data"]["attributes"]["requirements"] = json!(["Een", 2]);
    let refused = samira.post("/api/v1/vacancies", &new).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/requirements/1");
    assert_eq!(refused.at("/errors/0/meta/reason"), json!(null));
    let wish =
        json!({ "preferences": [{ "kind": "application_new", "channel": "post", "rate": "off" }] });
    let refused = samira
        .patch("/api/v1/notification_preferences", &wish)
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/preferences/0/channel");
    assert_eq!(names(&refused), ["app", "email", "push"]);
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let address = document(
        "organizations",
        json!({ "address": { "house_number": "x".repeat(30) } }),
    );
    let refused = samira.patch(&path, &address).expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/address/house_number");
    assert_eq!(refused.at("/errors/0/meta/field"), "Huisnummer");
    let english = samira.with("accept-language", "en").patch(&path, &address);
    assert_eq!(english.at("/errors/0/meta/field"), "House number");
}

#[test]
fn a_place_by_numbers_needs_two_of_them_on_earth() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for near in [
        "51.8",
        "51.8,",
        ",5.2",
        "91,5.2",
        "51.8,181",
        "nan,nan",
        "51.8,5.2,7",
        "inf,5",
        "12",
    ] {
        let refused = nobody
            .get(&format!("/api/v1/vacancies?filter[near]={near}"))
            .expect(400);
        assert_eq!(refused.code(), "invalid_filter", "{near}");
        nobody
            .get(&format!("/api/v1/organizations?filter[near]={near}"))
            .expect(400);
    }
    for near in [
        "51.8,5.2",
        "-51.8, 5.2",
        "51.8;5.2",
        "5310",
        "5310 AB",
        "Nergenshuizen",
    ] {
        nobody
            .get(&format!("/api/v1/vacancies?filter[near]={near}"))
            .expect(200);
    }
}

#[test]
fn a_moment_with_an_offset_stays_that_moment_and_a_date_lasts_until_its_end_here() {
    let server = Server::start();
    let samira = server.as_superuser();
    let ends = |at: &str| {
        let mut new = fixtures::vacancy(server.people.own, "Soep koken");
        new["data"]["attributes"]["expires_at"] = at.into();
        let made = samira.post("/api/v1/vacancies", &new).expect(201);
        made.at("/data/attributes/expires_at")
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(ends("2026-12-31"), "2026-12-31T22:59:59Z");
    assert_eq!(ends("2026-12-31T10:00:00+01:00"), "2026-12-31T09:00:00Z");
    assert_eq!(ends("2026-12-31T10:00:00Z"), "2026-12-31T10:00:00Z");
    assert_eq!(ends("2026-12-31T10:00:00-05:00"), "2026-12-31T15:00:00Z");
    // Without an offset it is the time here.
    assert_eq!(ends("2026-12-31T10:00:00"), "2026-12-31T09:00:00Z");

    let found = |query: &str| {
        let path = format!("/api/v1/vacancies?filter[mine_eq]=true&{query}");
        samira.get(&path).expect(200).ids().len()
    };
    // A plus sign that no one encoded means an offset all the same.
    assert_eq!(
        found("filter[expires_at_gteq]=2026-12-31T11:00:00+01:00"),
        3
    );
    assert_eq!(
        found("filter[expires_at_gteq]=2026-12-31T11:00:01%2B01:00"),
        2
    );
    assert_eq!(found("filter[expires_at_lteq]=2026-12-31"), 5);
    assert_eq!(found("filter[expires_at_gteq]=2027-01-01"), 0);
    assert_eq!(found("filter[expires_at_lteq]=2026-12-30"), 0);
}

#[test]
fn rows_without_a_value_are_found_by_every_attribute_that_may_be_missing() {
    let server = Server::start();
    let samira = server.as_superuser();
    fixtures::published(&samira, server.people.own, "Boodschappen doen");
    let draft = fixtures::vacancy(server.people.own, "Soep koken");
    samira.post("/api/v1/vacancies", &draft).expect(201);
    let found = |query: &str| {
        samira
            .get(&format!("/api/v1/{query}"))
            .expect(200)
            .ids()
            .len()
    };
    let mine = "vacancies?filter[mine_eq]=true";
    assert_eq!(found(&format!("{mine}&filter[published_at_null]=true")), 1);
    assert_eq!(found(&format!("{mine}&filter[published_at_null]=false")), 1);
    assert_eq!(
        found(&format!("{mine}&filter[contact_person_id_null]=true")),
        2
    );
    assert_eq!(
        found(&format!(
            "{mine}&filter[city_null]=false&filter[expires_at_null]=false"
        )),
        2
    );
    samira
        .get("/api/v1/vacancies?filter[title_null]=true")
        .expect(400);
    samira
        .get("/api/v1/vacancies?filter[city_null]=perhaps")
        .expect(400);
    // An attribute that is hidden from somebody is not found out by this either.
    server
        .as_nobody()
        .get("/api/v1/vacancies?filter[contact_person_id_null]=true")
        .expect(200);
}

#[test]
fn no_relation_to_many_rows_is_without_a_list_of_all_of_them() {
    let mut count = 0;
    for table in resources::tables() {
        for relation in table.relations.iter().filter(|relation| relation.is_many()) {
            assert!(
                !relation.related.is_empty(),
                "{}.{}",
                table.type_name,
                relation.name
            );
            count += 1;
        }
    }
    assert!(count >= 3, "{count}");

    let server = Server::start();
    let samira = server.as_superuser();
    let read = samira
        .get("/api/v1/current_user?include=organizations")
        .expect(200);
    let relation = read.at("/data/relationships/organizations");
    assert_eq!(relation["meta"]["total"], 1);
    let link = relation["links"]["related"].as_str().unwrap();
    assert_eq!(
        samira.get(link).expect(200).ids(),
        [server.people.own.to_string()]
    );
    assert_eq!(server.as_center().get(link).expect(200).ids().len(), 1);
    // Where somebody else belongs is not found out by it.
    assert_eq!(server.as_volunteer().get(link).expect(200).ids().len(), 0);
    assert_eq!(server.as_nobody().get(link).expect(200).ids().len(), 0);
}

#[test]
fn the_data_of_a_page_that_is_not_there_is_a_refusal_that_programs_read() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for path in [
        "/unknown/_payload.json",
        "/en/no/such/page/_payload.json",
        "/unknown/_fragment.json",
        "/vacancies/search/_fragment.json",
    ] {
        let missing = nobody.get(path).expect(404);
        assert_eq!(missing.code(), "not_found", "{path}");
        assert_eq!(missing.header("content-type"), "application/vnd.api+json");
    }
    nobody.get("/vacancies/search/_payload.json").expect(200);
}
