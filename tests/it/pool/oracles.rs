//! Surname, address, number and date of birth come out by no answer, filter, order, id or count.

use serde_json::json;

use super::{POOL, joke_is_found, many_are_found};
use crate::matching::recommended::publish;
use crate::support::server::Server;

#[test]
fn no_answer_and_no_header_holds_a_secret() {
    let server = Server::start();
    joke_is_found(&server);
    many_are_found(&server, 12);
    let vacancy = publish(
        &server,
        "Tuin",
        server.people.own,
        &[("skills", "'[\"gardening\"]'")],
    );
    for client in [server.as_superuser(), server.as_center(), server.as_admin()] {
        let card = client.get(POOL).expect(200).ids().remove(0);
        for path in [
            POOL.to_owned(),
            format!("{POOL}?page[size]=100&sort=-confirmed"),
            format!("{POOL}?filter[match_vacancy_id]={vacancy}&sort=distance"),
            format!("{POOL}/{card}"),
            format!("/api/v1/vacancies/{vacancy}/matches"),
        ] {
            let reply = client.get(&path).expect(200);
            let headers = format!("{:?}", reply.headers);
            for secret in [
                "Geheim",
                "Vermeer",
                "verborgen",
                "joke@",
                "61234",
                "birth",
                "street",
                "user_id",
                "1957",
            ] {
                assert!(!reply.text.contains(secret), "{path}: {secret}");
                assert!(!headers.contains(secret), "{path}: {secret}");
            }
        }
    }
}

#[test]
fn no_parameter_asks_for_a_secret() {
    let server = Server::start();
    joke_is_found(&server);
    let samira = server.as_superuser();
    for field in [
        "last_name",
        "email",
        "phone_number",
        "birth_date",
        "street",
        "user_id",
        "id",
        "visible_until",
        "gains",
    ] {
        for parameter in [
            format!("filter[{field}_eq]=x"),
            format!("filter[{field}_cont]=x"),
            format!("sort={field}"),
            format!("sort=-{field}"),
            format!("include={field}"),
            format!("fields[pool_profiles]={field}"),
        ] {
            samira.get(&format!("{POOL}?{parameter}")).expect(400);
        }
    }
}

#[test]
fn the_order_and_the_ids_say_nothing_of_accounts() {
    let server = Server::start();
    let people = many_are_found(&server, 30);
    let names = |order: &str| -> Vec<String> {
        let found = server
            .as_superuser()
            .get(&format!("{POOL}?page[size]=100{order}"))
            .expect(200);
        let rows = found.at("/data");
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["attributes"]["first_name"].as_str().unwrap().to_owned())
            .collect()
    };
    let made: Vec<String> = (0..people.len())
        .map(|number| format!("Mens{number}"))
        .collect();
    let mut backwards = made.clone();
    backwards.reverse();
    for order in ["", "&filter[near]=5310&sort=distance"] {
        let shown = names(order);
        assert_eq!(shown.len(), made.len());
        assert!(
            shown != made && shown != backwards,
            "equals stand in the order of their accounts"
        );
    }
    // Another surname, address, number or date of birth changes nothing that is answered.
    let before = server
        .as_superuser()
        .get(&format!("{POOL}?page[size]=100"))
        .expect(200)
        .text;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update users set last_name = 'G' || id || 'eheim', email = 'ander' || id || '@example.nl', phone_number = '+3168888' || (1000 + id),
                    birth_date = '1961-01-01'
              where email like 'verborgen%'",
            [],
        )?)
    });
    let after = server
        .as_superuser()
        .get(&format!("{POOL}?page[size]=100"))
        .expect(200)
        .text;
    assert_eq!(before, after);
    assert_eq!(json!(before).as_str().map(str::len), Some(after.len()));
}

#[test]
fn a_minimum_age_that_is_tried_tells_no_more_than_who_is_grown_up() {
    let server = Server::start();
    many_are_found(&server, 10);
    let samira = server.as_superuser();
    let counts: Vec<_> = [18, 30, 45, 60, 75, 90]
        .into_iter()
        .map(|age| {
            let text = age.to_string();
            let vacancy = publish(
                &server,
                &format!("Vanaf {age}"),
                server.people.own,
                &[("skills", "'[\"gardening\"]'"), ("min_age", &text)],
            );
            samira
                .get(&format!("{POOL}?filter[match_vacancy_id]={vacancy}"))
                .expect(200)
                .at("/meta/total")
        })
        .collect();
    assert!(counts.iter().all(|count| *count == json!(10)), "{counts:?}");
}
