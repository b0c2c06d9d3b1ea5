//! Private addresses of neighbourhood initiatives: visible to the initiative and to centre staff, absent from all
//! public output.

use serde_json::{Value, json};
use voluntr::http::routes::{OperationKind, Right};
use voluntr::{policy, resources};

use crate::support::fixtures;
use crate::support::fixtures::published;
use crate::support::server::{Client, Server, document};

const STREET: &str = "Geheimstraatje";
const NUMBER: &str = "73bis";
const CODE: &str = "5311";

struct Initiative {
    server: Server,
    vacancies: Vec<String>,
}

/// An initiative at somebody's home with an open vacancy there (by the organisation's address), one that names the same
/// place itself, and one somewhere else.
fn start() -> Initiative {
    let server = Server::start();
    let own = server.people.own;
    let home = json!({ "neighbourhood_initiative": true, "address": {
        "street": STREET, "house_number": NUMBER, "postal_code": format!("{CODE} ZZ"), "city": "Lindewaard",
    } });
    let path = format!("/api/v1/organizations/{own}");
    let marieke = server.as_center();
    marieke
        .patch(&path, &document("organizations", home))
        .expect(200);
    let samira = server.as_superuser();
    let at_home = published(&samira, own, "Breien bij de buren");
    let same = published(&samira, own, "Koken bij de buren");
    let elsewhere = published(&samira, own, "Wandelen in het park");
    let change = |id: &str, address: Value| {
        let body = document("vacancies", json!({ "address": address }));
        let path = format!("/api/v1/vacancies/{id}");
        samira.patch(&path, &body).expect(200);
    };
    change(
        &same,
        json!({ "street": STREET.to_uppercase(), "house_number": NUMBER, "postal_code": format!("{CODE} ZZ"), "city": "Lindewaard" }),
    );
    change(
        &elsewhere,
        json!({ "street": "Parkweg", "house_number": "1", "postal_code": "5310 AB", "city": "Lindewaard" }),
    );
    Initiative {
        server,
        vacancies: vec![at_home, same, elsewhere],
    }
}

fn tells(text: &str) -> bool {
    let text = text.to_lowercase();
    [STREET, NUMBER, &format!("{CODE} ZZ"), &format!("{CODE}ZZ")]
        .iter()
        .any(|marker| text.contains(&marker.to_lowercase()))
}

/// Every answer that the public can get of an initiative: each call without a right, each page, each feed.
fn addresses(initiative: &Initiative) -> Vec<String> {
    let own = initiative.server.people.own;
    let ids = initiative.server.arrange(|tx| {
        let mut statement = tx.prepare("select id from addresses")?;
        let ids = statement.query_map([], |row| row.get::<_, i64>(0))?;
        Ok(ids.collect::<Result<Vec<_>, _>>()?)
    });
    let mut paths: Vec<String> = ids
        .iter()
        .map(|id| format!("/api/v1/addresses/{id}"))
        .collect();
    let tables = resources::tables();
    for operation in resources::routes().operations {
        let is_open = match operation.right {
            Right::Unguarded(_) => true,
            Right::Verb(verb) => policy::is_open_to_anyone(operation.type_name, verb),
        };
        if operation.method != axum::http::Method::GET || !is_open {
            continue;
        }
        let table = tables
            .iter()
            .find(|table| table.type_name == operation.type_name);
        let names: Vec<&str> = table
            .iter()
            .flat_map(|table| table.relations.iter().map(|relation| relation.name))
            .collect();
        let include = match (names.is_empty(), operation.kind) {
            (false, OperationKind::List | OperationKind::Find) => {
                format!("?include={}", names.join(","))
            }
            _ => String::new(),
        };
        let rows: Vec<String> = match operation.type_name {
            "vacancies" => initiative.vacancies.clone(),
            "organizations" => vec![own.to_string()],
            _ => vec!["1".to_owned(), "2".to_owned()],
        };
        for row in rows {
            paths.push(format!("{}{include}", operation.path.replace("{id}", &row)));
        }
    }
    for filter in [
        format!("filter[q]={STREET}"),
        format!("filter[q]={CODE}+ZZ"),
        format!("filter[near]={CODE}+ZZ&filter[radius_km]=5&sort=distance"),
    ] {
        paths.push(format!(
            "/api/v1/vacancies?include=organization,address&{filter}"
        ));
        paths.push(format!(
            "/api/v1/organizations?include=address&{}",
            filter.replace("&sort=distance", "")
        ));
    }
    for page in [
        "/",
        "/vacancies/search",
        "/organizations",
        "/social-map",
        "/sitemap.xml",
        "/feeds/vacancies.rss",
        "/feeds/vacancies.atom",
        "/feeds/vacancies.json",
    ] {
        paths.push(page.to_owned());
    }
    paths.push(format!("/organizations/{own}"));
    paths.push(format!("/en/organizations/{own}"));
    paths.extend(
        initiative
            .vacancies
            .iter()
            .map(|id| format!("/vacancies/{id}")),
    );
    paths
}

fn sees_nothing(initiative: &Initiative, client: &Client, who: &str) {
    let mut answered = 0;
    for path in addresses(initiative) {
        let answer = client.get(&path);
        answered += usize::from(answer.status == 200);
        // A page repeats what somebody searches for.
        let asked = path.contains(STREET) || path.contains("ZZ");
        let text = if asked {
            answer.text.split("\"links\"").next().unwrap()
        } else {
            &answer.text
        };
        assert!(!tells(text), "{who} reads it at {path}: {text}");
    }
    assert!(answered >= 25, "{answered}");
}

#[test]
fn no_public_answer_names_the_street_of_an_initiative() {
    let initiative = start();
    let server = &initiative.server;
    sees_nothing(&initiative, &server.as_nobody(), "a visitor");
    sees_nothing(&initiative, &server.as_volunteer(), "a volunteer");
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    sees_nothing(&initiative, &wim, "another organisation");
    // Elsewhere is told, as it is nobody's home.
    let park = format!(
        "/api/v1/vacancies/{}?include=address",
        initiative.vacancies[2]
    );
    assert!(
        server
            .as_nobody()
            .get(&park)
            .expect(200)
            .text
            .contains("Parkweg")
    );
    // Whose it is reads it all, and so do those who run the centre.
    let path = format!(
        "/api/v1/organizations/{}?include=address",
        server.people.own
    );
    for client in [server.as_superuser(), server.as_center(), server.as_admin()] {
        assert!(tells(&client.get(&path).expect(200).text));
    }
    let seen = server.as_nobody().get(&path).expect(200);
    assert_eq!(seen.at("/included/0/attributes/city"), "Lindewaard");
    let vacancy = format!("/api/v1/vacancies/{}", initiative.vacancies[0]);
    let seen = server.as_nobody().get(&vacancy).expect(200);
    assert_eq!(seen.at("/data/attributes/postal_code"), CODE);
}

#[test]
fn where_an_initiative_was_before_is_not_told_either() {
    let initiative = start();
    let server = &initiative.server;
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let moved = json!({ "address": { "street": "Nieuweweg", "house_number": "8", "postal_code": "5310 AB", "city": "Lindewaard" } });
    let samira = server.as_superuser();
    samira
        .patch(&path, &document("organizations", moved))
        .expect(200);
    // A form that is saved again with the place that it showed.
    let same = json!({ "address": { "street": STREET.to_uppercase(), "house_number": NUMBER, "postal_code": format!("{CODE} ZZ"), "city": "Lindewaard" } });
    let vacancy = format!("/api/v1/vacancies/{}", initiative.vacancies[1]);
    samira
        .patch(&vacancy, &document("vacancies", same))
        .expect(200);
    sees_nothing(&initiative, &server.as_nobody(), "a visitor");
    let shown = format!("{path}?include=address");
    let seen = server.as_nobody().get(&shown).expect(200);
    assert!(!seen.text.contains("Nieuweweg"), "{}", seen.text);
    // With a number in the trade register it is a business, whose address is public; its former home stays nobody's.
    let registered = json!({ "neighbourhood_initiative": false, "kvk_number": "12345678" });
    server
        .as_center()
        .patch(&path, &document("organizations", registered))
        .expect(200);
    let seen = server.as_nobody().get(&shown).expect(200);
    assert!(seen.text.contains("Nieuweweg"), "{}", seen.text);
    sees_nothing(&initiative, &server.as_nobody(), "a visitor");
}

#[test]
fn an_address_is_public_no_longer_than_what_names_it() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Wandelen in het park");
    let place = json!({ "address": { "street": "Parkweg", "house_number": "1", "postal_code": "5310 AB", "city": "Lindewaard" } });
    let path = format!("/api/v1/vacancies/{id}");
    samira
        .patch(&path, &document("vacancies", place))
        .expect(200);
    let address = server.arrange(|tx| {
        Ok(tx.query_row("select max(id) from addresses", [], |row| {
            row.get::<_, i64>(0)
        })?)
    });
    let address = format!("/api/v1/addresses/{address}");
    let nobody = server.as_nobody();
    assert!(nobody.get(&address).expect(200).text.contains("Parkweg"));
    server.arrange(|tx| {
        Ok(tx.execute(
            "update vacancies set status = 'expired', expires_at = '2026-08-01T00:00:00Z'",
            [],
        )?)
    });
    nobody.get(&path).expect(404);
    nobody.get(&address).expect(404);
}
