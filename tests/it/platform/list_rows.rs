//! Rows of lists: equal to the row alone for each actor, and current after each change.

use std::time::Duration;

use serde_json::{Value, json};
use voluntr::base::clock::Clock;
use voluntr::db::Db;

use crate::applications::stages::apply;
use crate::support::fixtures::published;
use crate::support::server::{Client, NOW, Server, document};

/// Each with what may be included.
const LISTS: [(&str, &str); 4] = [
    ("vacancies", "contact_person,organization"),
    ("organizations", "address"),
    ("users", "roles"),
    ("applications", "vacancy,user"),
];

/// A list, none where the asker may not have it.
fn listed(client: &Client, path: &str) -> Option<Value> {
    let answer = client.get(path);
    match answer.status {
        200 => Some(answer.json()),
        401 | 403 => None,
        status => panic!("{path}: {status}"),
    }
}

fn rows<'d>(document: &'d Value, member: &str) -> &'d [Value] {
    document[member].as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn a_list_shows_of_a_row_what_the_row_alone_shows_whoever_asked_before() {
    let server = Server::start();
    let samira = server.as_superuser();
    let vacancy = published(&samira, server.people.own, "Koffie schenken");
    let contact = json!({ "contact_person_id": server.people.superuser.to_string() });
    samira
        .patch(
            &format!("/api/v1/vacancies/{vacancy}"),
            &document("vacancies", contact),
        )
        .expect(200);
    apply(&server.as_volunteer(), &vacancy).expect(201);
    let mut askers = [
        server.as_admin(),
        server.as_center(),
        samira,
        server.as_volunteer(),
        server.as_nobody(),
    ];
    let mut compared = 0;
    for size in [30, 31] {
        for (client, (type_name, include)) in askers
            .iter()
            .flat_map(|client| LISTS.map(|list| (client, list)))
        {
            let path = format!("/api/v1/{type_name}");
            let Some(list) = listed(
                client,
                &format!("{path}?include={include}&page[size]={size}"),
            ) else {
                continue;
            };
            let mut included: Vec<Value> = Vec::new();
            for row in rows(&list, "data") {
                let path = format!("{path}/{}?include={include}", row["id"].as_str().unwrap());
                let alone = client.get(&path).expect(200).json();
                assert_eq!(*row, alone["data"], "{path}");
                for row in rows(&alone, "included") {
                    if !included.contains(row) {
                        included.push(row.clone());
                    }
                }
                compared += 1;
            }
            let of_list = rows(&list, "included");
            assert_eq!(of_list.len(), included.len(), "{path}");
            for row in of_list {
                assert!(included.contains(row), "{path}: {row}");
            }
        }
        // Those who may see least come first now, after everything has been kept for the others. Visitors ask for another
        // page, so that they are not given their whole answer of before.
        askers.reverse();
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn a_list_follows_each_change_of_its_rows() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Koffie schenken");
    let title = || {
        let lists = ["/api/v1/vacancies", "/api/v1/vacancies?page[size]=3"];
        let titles = lists.map(|path| {
            let list = listed(&samira, path).unwrap();
            let mut found = rows(&list, "data").iter();
            let row = found.find(|row| row["id"] == id.as_str()).unwrap();
            row["attributes"]["title"].as_str().unwrap().to_owned()
        });
        assert_eq!(titles[0], titles[1]);
        titles[0].clone()
    };
    assert_eq!(title(), "Koffie schenken");

    let thee = document("vacancies", json!({ "title": "Thee schenken" }));
    samira
        .patch(&format!("/api/v1/vacancies/{id}"), &thee)
        .expect(200);
    assert_eq!(title(), "Thee schenken");

    // The version stays in these two.
    let sql = "update vacancies set title = ?1 where id = ?2";
    let row = id.clone();
    server.arrange(move |tx| Ok(tx.execute(sql, ["Soep koken", &row])?));
    assert_eq!(title(), "Soep koken");

    let path = server.folder.path().join("tenants/demo/tenant.db");
    let other = Db::open(&path, Clock::fixed(NOW.parse().unwrap())).unwrap();
    let row = id.clone();
    other
        .write_blocking(move |tx| Ok(tx.execute(sql, ["Brood bakken", &row])?))
        .unwrap();
    // A look at the file is believed for five milliseconds.
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(title(), "Brood bakken");
}

#[test]
fn a_list_read_past_the_caches_is_the_same_list() {
    let server = Server::start();
    let samira = server.as_superuser();
    for title in ["Koffie schenken", "Thee \"schenken\""] {
        published(&samira, server.people.own, title);
    }
    let path = "/api/v1/vacancies?include=organization";
    for client in [samira, server.as_nobody()] {
        let usual = client.get(path).expect(200).json();
        let fresh = client.with("cache-control", "no-store").get(path);
        assert_eq!(usual, fresh.expect(200).json());
    }
}

/// A page is put together from the rows of several rules, some of which are the same.
#[test]
fn the_pages_of_a_list_hold_each_row_once_and_as_many_as_the_total_says() {
    let server = Server::start();
    let samira = server.as_superuser();
    for title in ["Koffie schenken", "Thee schenken", "Soep koken"] {
        let vacancy = published(&samira, server.people.own, title);
        apply(&server.as_volunteer(), &vacancy).expect(201);
        apply(&server.as_center(), &vacancy).expect(201);
    }
    let ids = |client: &Client, path: &str| -> (Vec<String>, u64) {
        let list = client.get(path).expect(200).json();
        let rows = rows(&list, "data").iter();
        let ids = rows.map(|row| row["id"].as_str().unwrap().to_owned());
        (ids.collect(), list["meta"]["total"].as_u64().unwrap())
    };
    let lists = [
        "applications?sort=-created_at",
        "applications?sort=vacancy_title,-stage",
        "applications?filter[mine_eq]=false",
        "applications?filter[q]=schenken",
        "users?sort=last_name,first_name",
        "users?sort=-status",
        "vacancies?filter[mine_eq]=true&sort=title",
        "vacancies?filter[mine_eq]=false&sort=-title",
        "organizations?filter[status_in]=approved,pending",
    ];
    let mut several = 0;
    for client in [
        server.as_admin(),
        server.as_center(),
        samira,
        server.as_volunteer(),
    ] {
        for list in lists {
            let path = format!("/api/v1/{list}");
            if !matches!(client.get(&path).status, 200) {
                continue;
            }
            let (whole, total) = ids(&client, &format!("{path}&page[size]=90"));
            assert_eq!(whole.len() as u64, total, "{list}");
            let mut pages = Vec::new();
            for number in 1..=total.div_ceil(2).max(1) {
                let (page, same) = ids(
                    &client,
                    &format!("{path}&page[size]=2&page[number]={number}"),
                );
                assert_eq!(same, total, "{list}");
                pages.extend(page);
            }
            assert_eq!(pages, whole, "{list}");
            several += usize::from(total > 2);
        }
    }
    assert!(several > 10, "{several}");
}
