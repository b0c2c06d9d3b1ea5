//! Unsupported filters are rejected with an error that lists the supported ones (docs/api.md).

use crate::support::fixtures;
use crate::support::server::{Client, Server};

fn refused(client: &Client, address: &str) -> (String, Vec<String>) {
    let answer = client.get(address).expect(400);
    assert_eq!(answer.code(), "invalid_filter", "{address}");
    let allowed = answer.at("/errors/0/meta/allowed");
    let allowed: Vec<String> = serde_json::from_value(allowed).unwrap();
    assert!(!allowed.is_empty(), "{address}");
    (
        answer
            .at("/errors/0/meta/name")
            .as_str()
            .unwrap()
            .to_owned(),
        allowed,
    )
}

#[test]
fn a_value_that_cannot_be_is_refused_with_those_that_can() {
    let server = Server::start();
    let marieke = server.as_center();
    for (query, expected) in [
        ("vacancies?filter[expires_at_gteq]=banana", "2026-11-21"),
        (
            "vacancies?filter[published_at_lteq]=gisteren",
            "2026-11-21T09:30:00Z",
        ),
        ("vacancies?filter[status_eq]=banana", "published"),
        ("vacancies?filter[status_in]=draft,banana", "archived"),
        ("vacancies?filter[vacancy_type_not_eq]=banana", "one-on-one"),
        ("vacancies?filter[online_eq]=misschien", "false"),
        ("vacancies?filter[mine_eq]=misschien", "true"),
        ("vacancies?filter[organization_id_in]=1,x", "1, 2, 3 …"),
        ("vacancies?filter[id_in]=x", "1, 2, 3 …"),
        ("vacancies?filter[radius_km]=10", "filter[near]"),
        (
            "vacancies?filter[near]=5310&filter[radius_km]=ver",
            "0.1 … 500",
        ),
        ("vacancies?fields[banana]=title", "fields[vacancies]"),
        ("applications?filter[stage_in]=new,banana", "waitlisted"),
        ("applications?filter[status_eq]=banana", "accepted"),
        ("applications?filter[status_null]=banana", "true"),
        (
            "applications?filter[waiting_longer_than_days]=lang",
            "3, 7, 14 …",
        ),
        ("organizations?filter[type_eq]=banana", "School"),
        ("users?filter[with_role]=nope", "center_superuser"),
        (
            "users?filter[organization_id_eq]=x&filter[with_role]=admin",
            "1, 2, 3 …",
        ),
        ("users?filter[status_in]=banana", "archived"),
    ] {
        let (name, allowed) = refused(&marieke, &format!("/api/v1/{query}"));
        assert!(
            allowed.iter().any(|value| value == expected),
            "{query}: {allowed:?}"
        );
        let asked = query.split(['?', '&']).next_back().unwrap();
        let asked = asked.split('=').next().unwrap();
        assert!(
            name.starts_with(asked) || query.contains(&name),
            "{query}: {name}"
        );
    }
}

#[test]
fn a_value_that_can_be_is_not_refused() {
    let server = Server::start();
    let marieke = server.as_center();
    for query in [
        "vacancies?filter[expires_at_gteq]=2026-11-21",
        "vacancies?filter[published_at_lteq]=2026-11-21T10:00:00%2B01:00",
        "vacancies?filter[status_in]=draft,published",
        "vacancies?filter[vacancy_type_in]=p2p",
        "vacancies?filter[near]=zzzzz&filter[radius_km]=10",
        "vacancies?fields[vacancies]=title&fields[organizations]=name",
        "applications?filter[status_eq]=accepted",
        "applications?filter[stage_not_eq]=closed",
        "users?filter[with_role]=admin&page[size]=1000",
        "users?filter[with_role]=volunteer",
        "organizations?filter[type_eq]=School&filter[mine_eq]=false",
    ] {
        marieke.get(&format!("/api/v1/{query}")).expect(200);
    }
}

#[test]
fn an_order_that_is_not_possible_now_is_not_offered() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let (_, allowed) = refused(&nobody, "/api/v1/vacancies?sort=relevance");
    assert!(allowed.contains(&"published_at".to_owned()), "{allowed:?}");
    assert!(!allowed.contains(&"relevance".to_owned()), "{allowed:?}");
    assert!(!allowed.contains(&"distance".to_owned()), "{allowed:?}");
    let (_, allowed) = refused(&nobody, "/api/v1/vacancies?sort=banana&filter[q]=taal");
    assert!(allowed.contains(&"relevance".to_owned()), "{allowed:?}");
}

#[test]
fn a_hand_typed_kind_shows_a_page_all_the_same() {
    let server = Server::start();
    let page = server.as_nobody().get("/vacancies/search?kind=banana");
    assert_eq!(page.status, 200);
}

#[test]
fn organisations_are_found_around_a_place() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    server.arrange(move |tx| {
        for (organization, latitude) in [(own, 51.8), (foreign, 53.2)] {
            tx.execute(
                "insert into addresses (city, latitude, longitude, created_at, updated_at) values ('Ergens', ?1, 5.25, ?2, ?2)",
                (latitude, tx.now()),
            )?;
            let address = tx.last_insert_rowid();
            tx.execute(
                "update organizations set address_id = ?2, status = 'approved' where id = ?1",
                (organization, address),
            )?;
        }
        Ok(())
    });
    let nobody = server.as_nobody();
    let found = |query: &str| {
        nobody
            .get(&format!("/api/v1/organizations?{query}"))
            .expect(200)
            .ids()
    };
    assert_eq!(
        found("filter[near]=51.8,5.2&filter[radius_km]=20"),
        [own.to_string()]
    );
    assert_eq!(
        found("filter[near]=51.8,5.2&filter[radius_km]=300").len(),
        2
    );
    assert_eq!(found("filter[near]=zzzzz").len(), 0);
}

#[test]
fn a_vacancy_is_found_by_its_name_in_addresses_by_who_may_see_it() {
    let server = Server::start();
    let samira = server.as_superuser();
    let first = fixtures::published(&samira, server.people.own, "3 talen leren");
    let nobody = server.as_nobody();
    let slug = nobody
        .get(&format!("/api/v1/vacancies/{first}"))
        .at("/data/attributes/slug");
    let by_name = format!("/api/v1/vacancies/{}", slug.as_str().unwrap());
    assert_eq!(nobody.get(&by_name).expect(200).id(), first);
    assert_eq!(
        nobody
            .get(&format!("/api/v1/vacancies/{first}-wat-dan-ook"))
            .expect(200)
            .id(),
        first
    );
    // A draft of the same name is found by those who may read it.
    let draft = samira.post(
        "/api/v1/vacancies",
        &fixtures::vacancy(server.people.own, "3 talen leren"),
    );
    let draft = draft.expect(201).id();
    assert_eq!(nobody.get(&by_name).expect(200).id(), first);
    assert_eq!(samira.get(&by_name).expect(200).id(), draft);
    nobody.get("/api/v1/vacancies/dit-is-er-niet").expect(404);
    nobody
        .get("/api/v1/organizations/dit-is-er-niet")
        .expect(404);
}

#[test]
fn of_a_very_long_text_the_beginning_is_looked_for() {
    let server = Server::start();
    let long = "taalmaatje ".repeat(200).replace(' ', "+");
    server
        .as_nobody()
        .get(&format!("/api/v1/vacancies?filter[title_cont]={long}"))
        .expect(200);
    for list in ["users", "applications"] {
        let path = format!("/api/v1/{list}?filter[q]={long}");
        server.as_center().get(&path).expect(200);
    }
}
