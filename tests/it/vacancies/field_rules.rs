//! Field validation of vacancies (docs/domain/limits.md#vacancies): each error points at its field and is worded for
//! users.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Client, Reply, Server};

const LIST: &str = "/api/v1/vacancies";

fn with(server: &Server, field: &str, value: Value) -> Value {
    let mut body = fixtures::vacancy(server.people.own, "Taalmaatje gezocht");
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
            &fixtures::vacancy(server.people.own, "Taalmaatje gezocht"),
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
    let publish = fixtures::event(&samira, &step, "publish").expect(403);
    assert_eq!(publish.code(), "feature_disabled");

    server.arrange(|tx| Ok(tx.execute("update tenant_settings set peer_to_peer = 1", [])?));
    fixtures::event(&samira, &step, "publish").expect(200);
    samira
        .post(LIST, &with(&server, "vacancy_type", json!("p2p")))
        .expect(201);
}

#[test]
fn a_fault_speaks_of_what_is_wrong_in_the_readers_numbers() {
    let server = Server::start();
    let samira = server.as_superuser();
    let six = json!(["a", "b", "c", "d", "e", "f"]);
    let eleven = json!(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
    for (field, value, nl, en) in [
        ("requirements", six, "niet meer dan 5", "no more than 5"),
        ("tags", eleven, "niet meer dan 10", "no more than 10"),
        (
            "hours_per_week",
            json!(0.4),
            "van 0,5 tot en met 20.",
            "from 0.5 to 20.",
        ),
        (
            "hours_per_week",
            json!(20.5),
            "niet meer dan 20 uur",
            "no more than 20 hours",
        ),
    ] {
        let found = refused(&samira, &with(&server, field, value));
        assert_eq!(found.0, format!("/data/attributes/{field}"));
        assert!(found.1.contains(nl) && found.2.contains(en), "{found:?}");
    }
}

#[test]
fn a_vacancy_runs_from_tomorrow_to_a_year_from_now_by_the_days_of_its_centre() {
    let server = Server::start();
    // Half past midnight in the Netherlands is still yesterday elsewhere.
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(14) + jiff::SignedDuration::from_mins(30));
    let samira = server.as_superuser();
    for (day, rule) in [
        ("2026-11-21", "future"),
        ("2026-11-22", "future"),
        ("2026-11-22T22:59:00Z", "future"),
        ("2027-11-23", "within_year"),
    ] {
        let body = with(&server, "expires_at", json!(day));
        let found = samira.post(LIST, &body).expect(422);
        assert_eq!(found.pointer(), "/data/attributes/expires_at");
        assert_eq!(found.at("/errors/0/meta/rule"), rule, "{day}");
    }
    for day in ["2026-11-23", "2026-11-22T23:01:00Z", "2027-11-22"] {
        samira
            .post(LIST, &with(&server, "expires_at", json!(day)))
            .expect(201);
    }
}

#[test]
fn a_field_of_one_line_takes_no_line_break_wherever_it_is_filled_in() {
    let server = Server::start();
    let (samira, center) = (server.as_superuser(), server.as_center());
    for (field, value, pointer, rule) in [
        ("title", json!("Taalmaatje\ngezocht"), "title", "one_line"),
        (
            "title",
            json!("Taalmaatje\u{7}"),
            "title",
            "control_characters",
        ),
        (
            "schedule",
            json!("dinsdag\tochtend"),
            "schedule",
            "one_line",
        ),
        (
            "requirements",
            json!(["geduld", "tijd\nen zin"]),
            "requirements/1",
            "one_line",
        ),
        (
            "address",
            json!({ "street": "Kerk\nstraat" }),
            "address/street",
            "one_line",
        ),
    ] {
        let found = samira.post(LIST, &with(&server, field, value)).expect(422);
        assert_eq!(found.pointer(), format!("/data/attributes/{pointer}"));
        assert_eq!(found.at("/errors/0/meta/rule"), rule);
    }
    samira
        .post(LIST, &with(&server, "offer", json!("Koffie\nen taart")))
        .expect(201);
    let person = json!({ "data": { "attributes": { "email": "els@example.com", "first_name": "Els\nKuiper" } } });
    let found = center.post("/api/v1/users", &person).expect(422);
    assert_eq!(found.pointer(), "/data/attributes/first_name");
    let account = json!({ "first_name": "Els", "last_name": "Kui\nper", "email": "els@example.com", "password": "vier losse woorden", "accept_terms": true });
    let found = server.as_nobody().post("/api/v1/signup", &account);
    if found.status != 404 {
        assert_eq!(found.expect(422).pointer(), "/data/attributes/last_name");
    }
}

#[test]
fn a_picture_is_one_of_ours_and_a_page_loads_no_other() {
    let server = Server::start();
    let samira = server.as_superuser();
    for wrong in [
        "https://evil.example/x.png",
        "/img/../secret",
        "//evil.example/x.png",
        "/img/a b.svg",
    ] {
        let found = refused(&samira, &with(&server, "image_url", json!(wrong)));
        assert_eq!(found.0, "/data/attributes/image_url");
        assert!(!found.1.contains("https://"), "{}", found.1);
    }
    samira
        .post(LIST, &with(&server, "image_url", json!("/img/koffie.svg")))
        .expect(201);
    let policy = || {
        server
            .as_nobody()
            .get("/")
            .header("content-security-policy")
            .to_owned()
    };
    assert!(policy().contains("img-src 'self' data:;"), "{}", policy());
    server.arrange(|tx| {
        Ok(tx.execute(
            "update volunteer_center_profiles set website_logo_url = 'https://logo.example/a.svg'",
            [],
        )?)
    });
    assert!(
        policy().contains("img-src 'self' data: https://logo.example;"),
        "{}",
        policy()
    );
}

#[test]
fn help_from_person_to_person_goes_by_the_name_that_the_tenant_gives_it() {
    let server = Server::start();
    let samira = server.as_superuser();
    let offered = || {
        let centre = server.as_nobody().get("/api/v1/volunteer_centers/current");
        centre.expect(200).at("/meta/vacancy_types")
    };
    let expect = |of_person: &[&str]| {
        for kind in ["p2p", "one-on-one", "neighbour-help"] {
            let made = samira.post(LIST, &with(&server, "vacancy_type", json!(kind)));
            if of_person.contains(&kind) {
                made.expect(201);
            } else {
                assert_eq!(made.expect(403).code(), "feature_disabled", "{kind}");
            }
        }
        let all: Vec<&str> = ["volunteering", "language", "activity"]
            .into_iter()
            .chain(of_person.iter().copied())
            .collect();
        assert_eq!(offered(), json!(all));
    };
    expect(&[]);
    for (wording, other) in [
        ("one_on_one", "one-on-one"),
        ("neighbour", "neighbour-help"),
    ] {
        server.arrange(move |tx| {
            let sql = "update tenant_settings set peer_to_peer = 1, wording = ?1";
            Ok(tx.execute(sql, [wording])?)
        });
        expect(&["p2p", other]);
    }
}

#[test]
fn a_requirement_says_something() {
    let server = Server::start();
    let body = with(&server, "requirements", json!(["Geduld", "  "]));
    let (pointer, nl, _) = refused(&server.as_superuser(), &body);
    assert_eq!(pointer, "/data/attributes/requirements/1");
    assert_eq!(nl, "Vul dit in.");
}
