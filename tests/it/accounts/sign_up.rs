//! Making an account, and registering an organisation: whoever fills in a form hears of all that is wrong at once.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Reply, Server, document};

/// Field and rule of every fault, by field.
fn faults(refused: &Reply) -> BTreeSet<(String, String)> {
    let document = refused.json();
    let errors = document["errors"].as_array().unwrap().clone();
    let found = errors.iter().map(|error| {
        let pointer = error["source"]["pointer"].as_str().unwrap();
        let rule = error["meta"]["rule"].as_str().unwrap();
        (
            pointer.replacen("/data/attributes/", "", 1),
            rule.to_owned(),
        )
    });
    let all: BTreeSet<_> = found.collect();
    assert_eq!(all.len(), errors.len(), "one for each field: {errors:?}");
    all
}

fn set(expected: &[(&str, &str)]) -> BTreeSet<(String, String)> {
    let expected = expected.iter();
    expected
        .map(|(field, rule)| ((*field).to_owned(), (*rule).to_owned()))
        .collect()
}

#[test]
fn whoever_makes_an_account_hears_of_all_faults_at_once() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let ask = |form: Value| nobody.post("/api/v1/users/sign_up", &document("users", form));
    let refused = ask(json!({
        "first_name": "", "last_name": "Kui<per", "email": "els@localhost", "phone_number": "bel mij",
        "password": "kort", "password_confirmation": "anders", "birth_date": "31-02-2001",
    }))
    .expect(422);
    assert_eq!(
        faults(&refused),
        set(&[
            ("accept_terms", "accepted"),
            ("birth_date", "date"),
            ("email", "email"),
            ("first_name", "required"),
            ("last_name", "name"),
            ("password", "too_short"),
            ("phone_number", "phone_number"),
        ])
    );
    // The age and the strength of the password are looked at beside the rest.
    let refused = ask(json!({
        "first_name": "Els", "last_name": "Kuiper", "email": "els", "password": "wachtwoord123456",
        "birth_date": "2012-06-01", "accept_terms": false,
    }))
    .expect(422);
    assert_eq!(
        faults(&refused)
            .into_iter()
            .map(|(field, _)| field)
            .collect::<Vec<_>>(),
        ["accept_terms", "email", "guardian_email", "password"]
    );
    // Nothing at all: what is needed, each once.
    let refused = ask(json!({})).expect(422);
    assert_eq!(
        faults(&refused),
        set(&[
            ("accept_terms", "accepted"),
            ("email", "required"),
            ("first_name", "required"),
            ("last_name", "required"),
            ("password", "required"),
        ])
    );
    ask(json!({ "first_name": "Els", "last_name": "Kuiper", "email": "els@example.com", "password": PASSWORD, "accept_terms": true }))
        .expect(202);
}

#[test]
fn whoever_registers_an_organisation_hears_of_all_faults_at_once() {
    let server = Server::start();
    let nobody = server.as_nobody();
    let count = || {
        server.arrange(|tx| {
            Ok(
                tx.query_row("select count(*) from organizations", [], |row| {
                    row.get::<_, i64>(0)
                })?,
            )
        })
    };
    let before = count();
    let form = json!({
        "name": "B", "website": "geen adres", "address": { "postal_code": "5310 SS" },
        "contact": { "first_name": "Els", "last_name": "", "email": "els@localhost", "password": "kort" },
    });
    let refused = nobody
        .post(
            "/api/v1/organizations/signup",
            &document("organizations", form),
        )
        .expect(422);
    assert_eq!(
        faults(&refused),
        set(&[
            ("accept_terms", "accepted"),
            ("address/postal_code", "postal_code"),
            ("contact/email", "email"),
            ("contact/last_name", "required"),
            ("contact/password", "too_short"),
            ("kvk_number", "kvk_or_initiative"),
            ("name", "length"),
            ("website", "url"),
        ])
    );
    assert_eq!(count(), before);
}

#[test]
fn an_address_of_mail_has_a_dot_in_its_domain_wherever_it_is_given() {
    let server = Server::start();
    let center = server.as_center();
    let own = format!("/api/v1/organizations/{}", server.people.own);
    for wrong in [
        "els@localhost",
        "els@example",
        "els@example.n",
        "els@[127.0.0.1]",
    ] {
        let email = json!({ "email": wrong });
        let changed = center.patch(&own, &document("organizations", email.clone()));
        assert_eq!(
            faults(&changed.expect(422)),
            set(&[("email", "email")]),
            "{wrong}"
        );
        let person = json!({ "first_name": "Els", "last_name": "Kuiper", "email": wrong });
        let made = center.post("/api/v1/users", &document("users", person));
        assert_eq!(
            faults(&made.expect(422)),
            set(&[("email", "email")]),
            "{wrong}"
        );
    }
    let email = json!({ "email": "els@post.example.nl" });
    center
        .patch(&own, &document("organizations", email))
        .expect(200);
    // One of before the rule keeps nobody from another change.
    let id = server.people.own;
    server.arrange(move |tx| {
        let sql = "update organizations set email = 'els@localhost' where id = ?1";
        Ok(tx.execute(sql, [id])?)
    });
    let described = json!({ "description": "Wij leren samen Nederlands." });
    center
        .patch(&own, &document("organizations", described))
        .expect(200);
}
