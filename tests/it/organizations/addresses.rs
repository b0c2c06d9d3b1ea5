//! Addresses of organisations and vacancies: partial changes, countries, and what is no address.

use serde_json::{Value, json};

use crate::support::fixtures::published;
use crate::support::server::{Client, Server, document};

fn address(client: &Client, path: &str) -> Value {
    let found = client.get(&format!("{path}?include=address")).expect(200);
    found.at("/included/0/attributes")
}

#[test]
fn a_part_of_an_address_changes_and_the_rest_stays() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = server.people.own;
    let organization = format!("/api/v1/organizations/{own}");
    let vacancy = published(&samira, own, "Taalmaatje gezocht");
    let vacancy = format!("/api/v1/vacancies/{vacancy}");
    for (path, kind) in [(&organization, "organizations"), (&vacancy, "vacancies")] {
        let part = json!({ "address": { "street": "Dorpsstraat" } });
        samira.patch(path, &document(kind, part)).expect(200);
        let found = address(&samira, path);
        assert_eq!(
            ["street", "house_number", "postal_code", "city", "country"]
                .map(|name| found[name].clone()),
            ["Dorpsstraat", "18", "5310 AB", "Lindewaard", "NL"].map(Value::from),
        );
        // What is emptied by name is empty.
        let part = json!({ "address": { "street": "" } });
        samira.patch(path, &document(kind, part)).expect(200);
        assert_eq!(address(&samira, path)["street"], Value::Null);
    }
    // So is a part of the profile: what it does not name stays.
    let shown = json!({ "profile": { "show_on_social_map": true, "activity_type_ids": [] } });
    samira
        .patch(&organization, &document("organizations", shown))
        .expect(200);
    let part = json!({ "profile": { "activity_type_ids": [] } });
    samira
        .patch(&organization, &document("organizations", part))
        .expect(200);
    let profile = samira
        .get(&format!("{organization}?include=profile"))
        .expect(200);
    assert_eq!(
        profile.at("/included/0/attributes/show_on_social_map"),
        true
    );
}

#[test]
fn a_country_is_one_that_exists_and_an_address_names_a_place() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = format!("/api/v1/organizations/{}", server.people.own);
    for wrong in ["zz", "XX", "N"] {
        let body = document("organizations", json!({ "address": { "country": wrong } }));
        let refused = samira.patch(&path, &body).expect(422);
        assert_eq!(
            refused.pointer(),
            "/data/attributes/address/country",
            "{wrong}"
        );
    }
    let body = document(
        "organizations",
        json!({ "address": { "country": "be", "postal_code": "2387" } }),
    );
    samira.patch(&path, &body).expect(200);
    assert_eq!(address(&samira, &path)["country"], "BE");

    for empty in [
        json!({}),
        json!({ "city": "  ", "postal_code": "" }),
        json!({ "country": "NL" }),
    ] {
        let form = json!({ "name": "Buurtmoestuin", "neighbourhood_initiative": true, "accept_terms": true, "address": empty });
        let refused = samira.post(
            "/api/v1/organizations/signup",
            &document("organizations", form),
        );
        assert_eq!(
            refused.expect(422).pointer(),
            "/data/attributes/address/postal_code"
        );
    }
}
