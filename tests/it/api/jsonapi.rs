//! JSON:API engine over HTTP: queries, documents, writes and versions. Undeclared input is rejected with a reason.

use serde_json::json;

use crate::support::fixtures;
use crate::support::fixtures::published;
use crate::support::server::{Client, Server, document};

const LIST: &str = "/api/v1/vacancies";

fn with_three(server: &Server) -> (Client, [String; 3]) {
    let samira = server.as_superuser();
    let titles = ["Boodschappen doen", "Appels plukken", "100% inzet_nodig"];
    let ids = titles.map(|title| {
        server.clock.advance(jiff::SignedDuration::from_mins(1));
        published(&samira, server.people.own, title)
    });
    (samira, ids)
}

#[test]
fn lists_are_filtered_by_what_is_declared_and_nothing_else() {
    let server = Server::start();
    let (_, [first, second, third]) = with_three(&server);
    let nobody = server.as_nobody();
    let ids = |query: &str| nobody.get(&format!("{LIST}?{query}")).expect(200).ids();
    assert_eq!(ids("filter[title_cont]=pluk"), [second.clone()]);
    assert_eq!(ids("filter[title_cont]=PLUK"), [second.clone()]);
    assert_eq!(
        ids(&format!("filter[id_in]={first},{third}")),
        [third.clone(), first.clone()]
    );
    assert_eq!(
        ids("filter[vacancy_type_not_eq]=volunteering"),
        Vec::<String>::new()
    );
    assert_eq!(
        ids("filter[vacancy_type_in]=volunteering,language").len(),
        3
    );
    assert_eq!(ids("filter[online_eq]=true"), Vec::<String>::new());
    assert_eq!(
        ids("filter[published_at_lteq]=2026-11-21T09:01:00Z"),
        [first]
    );
    assert_eq!(ids("filter[tags_in]=regularly").len(), 3);
    for query in [
        "filter[bestaat_niet]=1",
        "filter[title]=x",
        "filter[title_eq]=x",
        "filter[password_hash_eq]=x",
        "bestaat=1",
        "filter=1",
        "filter[x",
    ] {
        let refused = nobody.get(&format!("{LIST}?{query}")).expect(400);
        assert_eq!(refused.code(), "invalid_filter", "{query}");
        assert!(refused.at("/errors/0/meta/allowed").is_array(), "{query}");
    }
    for query in [
        "filter[online_eq]=misschien",
        "filter[organization_id_eq]=x",
        "filter[near]=51,5&filter[radius_km]=ver",
    ] {
        assert_eq!(
            nobody.get(&format!("{LIST}?{query}")).expect(400).code(),
            "invalid_filter",
            "{query}"
        );
    }
}

#[test]
fn signs_that_mean_something_to_like_mean_themselves() {
    let server = Server::start();
    let (_, [.., third]) = with_three(&server);
    let nobody = server.as_nobody();
    for (asked, found) in [
        ("100%25", 1),
        ("%25", 1),
        ("_", 1),
        ("inzet_nodig", 1),
        ("inzetXnodig", 0),
        ("%5C", 0),
        ("'", 0),
        ("%25%25", 0),
    ] {
        let reply = nobody
            .get(&format!("{LIST}?filter[title_cont]={asked}"))
            .expect(200);
        assert_eq!(reply.at("/meta/total"), found, "{asked}");
        assert!(found == 0 || reply.ids() == [third.clone()]);
    }
}

#[test]
fn lists_are_sorted_and_cut_into_pages_with_links() {
    let server = Server::start();
    let (_, [first, second, third]) = with_three(&server);
    let nobody = server.as_nobody();
    let ids = |query: &str| nobody.get(&format!("{LIST}?{query}")).expect(200).ids();
    assert_eq!(
        ids(""),
        [third.clone(), second.clone(), first.clone()],
        "the newest first"
    );
    assert_eq!(
        ids("sort=title"),
        [third.clone(), second.clone(), first.clone()]
    );
    assert_eq!(
        ids("sort=-title,id"),
        [first.clone(), second.clone(), third.clone()]
    );
    assert_eq!(
        ids("sort=published_at"),
        [first.clone(), second.clone(), third.clone()]
    );
    for query in [
        "sort=password_hash",
        "sort=relevance",
        "sort=distance",
        "sort=title;drop",
    ] {
        assert_eq!(
            nobody.get(&format!("{LIST}?{query}")).expect(400).code(),
            "invalid_filter",
            "{query}"
        );
    }
    let page = nobody
        .get(&format!("{LIST}?page[size]=1&page[number]=2&sort=title"))
        .expect(200);
    assert_eq!(page.ids(), [second]);
    assert_eq!(
        page.at("/meta"),
        json!({ "total": 3, "page": 2, "size": 1, "pages": 3 })
    );
    for (name, number) in [
        ("self", 2),
        ("first", 1),
        ("prev", 1),
        ("next", 3),
        ("last", 3),
    ] {
        let link = page.at(&format!("/links/{name}"));
        let link = link.as_str().unwrap();
        assert!(
            link.starts_with(LIST)
                && link.contains("sort=title")
                && link.contains(&format!("page[number]={number}")),
            "{link}"
        );
        nobody.get(link).expect(200);
    }
    assert_eq!(page.at("/links").as_object().unwrap().len(), 5);
    let beyond = nobody.get(&format!("{LIST}?page[number]=9")).expect(200);
    assert_eq!(beyond.at("/data"), json!([]));
    assert_eq!(beyond.at("/meta/total"), json!(3));
    assert_eq!(beyond.at("/meta/pages"), json!(1));
    for (name, number) in [("self", 9), ("prev", 1), ("last", 1)] {
        let link = beyond.at(&format!("/links/{name}")).to_string();
        assert!(link.contains(&format!("number]={number}")), "{link}");
    }
    assert_eq!(
        nobody
            .get(&format!("{LIST}?page[size]=5000"))
            .at("/meta/size"),
        100
    );
    for query in [
        "page[number]=0",
        "page[number]=-1",
        "page[size]=0",
        "page[size]=x",
        "page[number]=99999999999",
    ] {
        nobody.get(&format!("{LIST}?{query}")).expect(400);
    }
    nobody
        .get(&format!("{LIST}?page[number]=4294967295&page[size]=100"))
        .expect(200);
}

#[test]
fn relations_and_fields_come_when_they_are_asked_for() {
    let server = Server::start();
    let (_, [first, ..]) = with_three(&server);
    let nobody = server.as_nobody();
    let plain = nobody.get(LIST).expect(200);
    assert!(plain.json().get("included").is_none());
    let with = nobody
        .get(&format!(
            "{LIST}?include=organization,address,contact_person"
        ))
        .expect(200)
        .json();
    let types: Vec<_> = with["included"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["type"].clone())
        .collect();
    assert_eq!(types, ["organizations", "addresses"], "each once");
    for query in [
        "include=password",
        "include=organization.vacancies.address",
        "include=organization.password",
        "include=applications",
    ] {
        let refused = nobody.get(&format!("{LIST}/{first}?{query}")).expect(400);
        assert_eq!(refused.code(), "invalid_include", "{query}");
        assert!(
            refused
                .at("/errors/0/meta/allowed")
                .as_array()
                .unwrap()
                .contains(&json!("organization"))
        );
    }
    let sparse = nobody.get(&format!("{LIST}?fields[vacancies]=title,organization&include=organization&fields[organizations]=name")).expect(200).json();
    assert_eq!(
        sparse["data"][0]["attributes"].as_object().unwrap().len(),
        1
    );
    assert_eq!(
        sparse["data"][0]["relationships"]
            .as_object()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        sparse["included"][0]["attributes"],
        json!({ "name": "Taalhuis Lindewaard" })
    );
}

#[test]
fn an_include_reaches_two_levels_and_tells_how_many_rows_there_are() {
    let server = Server::start();
    let (_, [first, ..]) = with_three(&server);
    let nobody = server.as_nobody();
    let one = nobody
        .get(&format!("{LIST}/{first}?include=organization.vacancies"))
        .expect(200);
    let included = one.at("/included");
    let organization = included
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["type"] == "organizations")
        .unwrap();
    let vacancies = &organization["relationships"]["vacancies"];
    assert_eq!(vacancies["data"].as_array().unwrap().len(), 3);
    assert_eq!(vacancies["meta"]["total"], 3);
    let related = vacancies["links"]["related"].as_str().unwrap();
    assert_eq!(nobody.get(related).expect(200).at("/meta/total"), 3);
    assert_eq!(
        included.as_array().unwrap().len(),
        3,
        "the organisation and its other vacancies; the requested one is not repeated"
    );
}

#[test]
fn an_include_is_cut_per_parent_and_says_so() {
    let server = Server::start();
    let own = server.people.own;
    server.arrange(move |tx| {
        for number in 0..130 {
            tx.execute(
                "insert into vacancies (title, description, status, published_at, expires_at, organization_id, volunteer_center_id, created_at, updated_at)
                 select 'Vacature ' || ?2, 'x', 'published', ?1, '2027-01-01T00:00:00Z', o.id, o.volunteer_center_id, ?1, ?1
                   from organizations o where o.id = ?3",
                (tx.now(), number, own),
            )?;
        }
        Ok(())
    });
    let one = server
        .as_nobody()
        .get(&format!("/api/v1/organizations/{own}?include=vacancies"))
        .expect(200);
    let vacancies = one.at("/data/relationships/vacancies");
    assert_eq!(vacancies["data"].as_array().unwrap().len(), 100);
    assert_eq!(one.at("/included").as_array().unwrap().len(), 100);
    assert_eq!(vacancies["meta"]["total"], 130);
    let related = vacancies["links"]["related"].as_str().unwrap();
    let list = server.as_nobody().get(related).expect(200);
    assert_eq!(list.at("/meta/total"), 130);
}

#[test]
fn put_is_patch_and_both_spellings_of_a_type_are_read() {
    let server = Server::start();
    let (samira, [first, ..]) = with_three(&server);
    let path = format!("{LIST}/{first}");
    for (method, type_name, text) in [
        ("PUT", "vacancies", "Maandag"),
        ("PATCH", "vacancy", "Dinsdag"),
        ("PUT", "vacancy", "Woensdag"),
    ] {
        let reply = samira
            .send(
                method,
                &path,
                Some(&document(type_name, json!({ "schedule": text }))),
            )
            .expect(200);
        assert_eq!(reply.at("/data/attributes/schedule"), text);
        assert_eq!(
            reply.at("/data/attributes/title"),
            "Boodschappen doen",
            "nothing else changes"
        );
        assert_eq!(reply.at("/data/type"), "vacancies", "the answer is plural");
    }
    let without = json!({ "data": { "attributes": { "schedule": "Donderdag" } } });
    samira.patch(&path, &without).expect(200);
    for type_name in ["user", "users", "organizations"] {
        let wrong = samira
            .patch(&path, &document(type_name, json!({})))
            .expect(422);
        assert_eq!(wrong.pointer(), "/data/type");
    }
}

#[test]
fn what_is_made_has_a_location_and_what_is_gone_has_no_body() {
    let server = Server::start();
    let samira = server.as_superuser();
    let made = samira
        .post(LIST, &fixtures::vacancy(server.people.own, "Nieuw en leeg"))
        .expect(201);
    assert_eq!(made.header("location"), format!("{LIST}/{}", made.id()));
    assert_eq!(
        samira.get(made.header("location")).expect(200).id(),
        made.id()
    );
    let gone = samira.delete(made.header("location")).expect(204);
    assert_eq!((gone.text.as_str(), gone.header("content-type")), ("", ""));
    samira.get(made.header("location")).expect(404);
    samira.delete(made.header("location")).expect(404);
}

#[test]
fn an_etag_saves_a_transfer_and_guards_a_change() {
    let server = Server::start();
    let (samira, [first, ..]) = with_three(&server);
    let path = format!("{LIST}/{first}");
    for client in [server.as_nobody(), samira.clone()] {
        let seen = client.get(&path).expect(200);
        let etag = seen.header("etag").to_owned();
        assert!(etag.starts_with('"'), "{etag}");
        for known in [
            etag.clone(),
            format!("W/{etag}"),
            format!("\"x\", {etag}"),
            "*".to_owned(),
        ] {
            let same = client
                .clone()
                .with("if-none-match", &known)
                .get(&path)
                .expect(304);
            assert_eq!(
                (same.text.as_str(), same.header("etag")),
                ("", etag.as_str())
            );
        }
        client
            .clone()
            .with("if-none-match", "\"ander\"")
            .get(&path)
            .expect(200);
    }
    let etag = samira.get(&path).header("etag").to_owned();
    let change = |text: &str| document("vacancies", json!({ "schedule": text }));
    let guarded = samira.clone().with("if-match", &etag);
    let changed = guarded.patch(&path, &change("Maandag")).expect(200);
    assert_ne!(changed.header("etag"), etag);
    let stale = guarded.patch(&path, &change("Dinsdag")).expect(412);
    assert_eq!(stale.code(), "stale_resource");
    assert_eq!(samira.get(&path).at("/data/attributes/schedule"), "Maandag");
    samira
        .clone()
        .with("if-match", changed.header("etag"))
        .put(&path, &change("Dinsdag"))
        .expect(200);
    samira
        .clone()
        .with("if-match", "\"onzin\"")
        .put(&path, &change("Zondag"))
        .expect(412);
    samira
        .clone()
        .with("if-match", "*")
        .put(&path, &change("Zondag"))
        .expect(200);
}

#[test]
fn a_post_with_the_same_key_makes_one_thing() {
    let server = Server::start();
    let samira = server.as_superuser().with("idempotency-key", "een-sleutel");
    let body = fixtures::vacancy(server.people.own, "Maar een keer");
    let first = samira.post(LIST, &body).expect(201);
    let second = samira.post(LIST, &body).expect(201);
    assert_eq!(
        (first.id(), first.text.as_str()),
        (second.id(), second.text.as_str())
    );
    assert_eq!(second.header("idempotent-replayed"), "true");
    assert_eq!(second.header("location"), first.header("location"));
    let other = samira
        .post(LIST, &fixtures::vacancy(server.people.own, "Iets anders"))
        .expect(422);
    assert_eq!(other.code(), "idempotency_key_reused");
    // The same key of somebody else is another key.
    let center = server.as_center().with("idempotency-key", "een-sleutel");
    assert_ne!(center.post(LIST, &body).expect(201).id(), first.id());
    // What failed was not done, and may be tried again.
    let bad = samira.clone().with("idempotency-key", "nog-een");
    bad.post(
        LIST,
        &fixtures::vacancy(server.people.foreign, "Niet van ons"),
    )
    .expect(403);
    bad.post(LIST, &body).expect(201);
    for key in [String::new(), "x".repeat(256)] {
        let status = samira
            .clone()
            .with("idempotency-key", &key)
            .post(LIST, &body)
            .status;
        assert_eq!(status, 400, "a key of {} characters", key.len());
    }
}

#[test]
fn a_post_with_the_same_key_from_eight_sides_at_once_makes_one_thing() {
    let server = Server::start();
    let samira = server.as_superuser().with("idempotency-key", "tegelijk");
    let body = fixtures::vacancy(server.people.own, "Maar een keer");
    let ids: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| samira.post(LIST, &body).expect(201).id()))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    let count: i64 = server
        .arrange(|tx| Ok(tx.query_row("select count(*) from vacancies", [], |row| row.get(0))?));
    assert_eq!(count, 1);
}
