//! What is recommended to somebody, why, and to whom a person is shown.

use serde_json::{Value, json};

use super::answers::{CURRENT, answer};
use crate::support::fixtures;
use crate::support::server::{Client, Server, document};

const RECOMMENDED: &str = "/api/v1/vacancies/recommended";

/// An open vacancy with these columns, beside those of every vacancy.
pub(crate) fn publish(
    server: &Server,
    title: &str,
    organization: i64,
    more: &[(&str, &str)],
) -> i64 {
    let (title, now) = (title.to_owned(), server.clock.text());
    let names = more
        .iter()
        .map(|(name, _)| format!(", {name}"))
        .collect::<Vec<_>>()
        .concat();
    let values = more
        .iter()
        .map(|(_, value)| format!(", {value}"))
        .collect::<Vec<_>>()
        .concat();
    let center = server.people.center;
    server.arrange(move |tx| {
        tx.execute(
            &format!(
                "insert into vacancies (title, status, published_at, expires_at, organization_id, volunteer_center_id,
                     created_at, updated_at{names})
                 values (?1, 'published', ?2, '2027-05-01T09:00:00Z', ?3, {center}, ?2, ?2{values})"
            ),
            (&title, &now, organization),
        )?;
        Ok(tx.last_insert_rowid())
    })
}

fn titles(client: &Client) -> Vec<String> {
    let reply = client.get(RECOMMENDED).expect(200);
    reply
        .at("/data")
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["attributes"]["title"].as_str().unwrap().to_owned())
        .collect()
}

fn codes(facts: &Value) -> Vec<String> {
    let facts = facts.as_array().unwrap().iter();
    facts
        .map(|fact| fact["code"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_fits_best_comes_first_and_says_why() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    publish(
        &server,
        "Op kantoor",
        foreign,
        &[("skills", "'[\"administration\"]'")],
    );
    publish(
        &server,
        "In de tuin",
        own,
        &[
            ("skills", "'[\"gardening\"]'"),
            ("availability", "'[\"tue_evening\"]'"),
            ("latitude", "51.81"),
            ("longitude", "5.25"),
            ("required_checks", "'[\"vog\"]'"),
        ],
    );
    let joke = server.as_volunteer();
    let before = joke.get(RECOMMENDED).expect(200);
    assert_eq!(before.at("/meta/has_wishes"), json!(false));
    answer(
        &joke,
        json!({ "skills": ["gardening"], "availability": ["tue_evening", "wed_evening"], "postal_code_4": "5310", "transport": "bike" }),
    )
    .expect(200);
    let found = joke.get(RECOMMENDED).expect(200);
    assert_eq!(found.at("/meta/has_wishes"), json!(true));
    assert_eq!(found.at("/data/0/attributes/title"), json!("In de tuin"));
    assert_eq!(found.at("/data/0/meta/match/misses/0/code"), json!("check"));
    assert_eq!(
        codes(&found.at("/data/0/meta/match/reasons")),
        ["skill", "time", "distance"]
    );
    assert_eq!(
        found.at("/data/0/meta/match/reasons/1/values"),
        json!(["tue_evening"])
    );
    assert_eq!(found.at("/data/0/meta/match/reasons/2/number"), json!(2.0));
    assert!(found.at("/included/0/type") == json!("organizations"));
    server.as_nobody().get(RECOMMENDED).expect(401);
    joke.get(&format!("{RECOMMENDED}?page[size]=51"))
        .expect(400);
}

#[test]
fn what_is_closed_to_somebody_is_not_recommended() {
    let server = Server::start();
    let organization = |name: &'static str, status: &'static str| {
        server.arrange(move |tx| fixtures::organization(tx, name, 1, status, false))
    };
    let approved = |name| organization(name, "approved");
    publish(&server, "Zichtbaar", server.people.foreign, &[]);
    publish(
        &server,
        "Vol",
        approved("A"),
        &[("capacity", "1"), ("places_taken", "1")],
    );
    publish(&server, "Volwassen", approved("B"), &[("min_age", "18")]);
    publish(&server, "Wacht nog", organization("C", "pending"), &[]);
    publish(
        &server,
        "In het Engels",
        approved("D"),
        &[("languages", "'[\"en\"]'")],
    );
    publish(
        &server,
        "Te ver",
        approved("E"),
        &[("latitude", "52.9"), ("longitude", "5.9")],
    );
    publish(&server, "Van mij", server.people.own, &[]);
    let applied = publish(&server, "Al aangemeld", approved("F"), &[]);
    let joke = server.people.volunteer;
    let (own, foreign) = (server.people.own, server.people.foreign);
    server.arrange(move |tx| {
        tx.execute_batch(&format!(
            "update users set birth_date = '2010-01-05' where id = {joke};
             insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
             values ({joke}, 'organization_superuser', 'organization', {own}, '2026-11-01T09:00:00Z', '2026-11-01T09:00:00Z', '2026-11-01T09:00:00Z', '2026-11-01T09:00:00Z');
             insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, email, stage, created_at, updated_at)
             values ({applied}, {foreign}, 1, {joke}, 'joke@example.nl', 'new', '2026-11-21T08:00:00Z', '2026-11-21T08:00:00Z')"
        ))?;
        Ok(())
    });
    let client = server.as_volunteer();
    answer(
        &client,
        json!({ "languages": ["nl"], "postal_code_4": "5310", "transport": "bike" }),
    )
    .expect(200);
    assert_eq!(titles(&client), ["Zichtbaar"]);
}

#[test]
fn what_is_not_for_me_goes_and_comes_back() {
    let server = Server::start();
    let id = publish(&server, "In de tuin", server.people.foreign, &[]);
    let joke = server.as_volunteer();
    assert_eq!(titles(&joke), ["In de tuin"]);
    let path = format!("/api/v1/vacancies/{id}/dismissal");
    joke.put(&path, &json!({ "reason": "boring" })).expect(422);
    joke.put(&path, &json!({ "reason": "too_far" })).expect(204);
    joke.put(&path, &json!({ "reason": "wrong_time" }))
        .expect(204);
    assert!(titles(&joke).is_empty());
    assert_eq!(titles(&server.as_superuser()), ["In de tuin"]);
    joke.delete(&path).expect(204);
    assert_eq!(titles(&joke), ["In de tuin"]);
    server
        .as_nobody()
        .put(&path, &json!({ "reason": "other" }))
        .expect(401);
    joke.put(
        "/api/v1/vacancies/99999/dismissal",
        &json!({ "reason": "other" }),
    )
    .expect(404);
}

#[test]
fn a_vacancy_says_to_a_person_why_it_fits_and_to_a_visitor_nothing() {
    let server = Server::start();
    let id = publish(
        &server,
        "In de tuin",
        server.people.foreign,
        &[("skills", "'[\"gardening\"]'")],
    );
    let path = format!("/api/v1/vacancies/{id}");
    let joke = server.as_volunteer();
    assert_eq!(joke.get(&path).expect(200).at("/meta/match"), json!(null));
    answer(&joke, json!({ "skills": ["gardening"] })).expect(200);
    let found = joke.get(&path).expect(200);
    assert_eq!(codes(&found.at("/meta/match/reasons")), ["skill"]);
    assert_eq!(
        server.as_nobody().get(&path).expect(200).at("/meta"),
        json!(null)
    );
}

#[test]
fn an_organization_sees_which_of_its_wishes_an_applicant_meets_and_nothing_else() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = publish(
        &server,
        "In de tuin",
        server.people.own,
        &[
            ("skills", "'[\"gardening\"]'"),
            ("gains", "'[\"meet_people\"]'"),
            ("latitude", "51.81"),
            ("longitude", "5.25"),
        ],
    );
    let joke = server.as_volunteer();
    answer(
        &joke,
        json!({ "skills": ["gardening", "music"], "gains": ["meet_people"], "postal_code_4": "5310", "transport": "walk", "hours_per_week": 1 }),
    )
    .expect(200);
    let application = joke
        .post(
            "/api/v1/applications",
            &document(
                "applications",
                json!({ "vacancy_id": id.to_string(), "message": "Ik werk graag in de tuin, elke dinsdag." }),
            ),
        )
        .expect(201)
        .id();
    let path = format!("/api/v1/applications/{application}");
    let own = joke.get(&path).expect(200);
    assert_eq!(
        codes(&own.at("/meta/match/reasons")),
        ["skill", "gain", "distance"]
    );
    let theirs = samira.get(&path).expect(200);
    assert_eq!(codes(&theirs.at("/meta/match/reasons")), ["skill"]);
    assert_eq!(
        theirs.at("/meta/match/reasons/0/values"),
        json!(["gardening"])
    );
    assert_eq!(theirs.at("/meta/match/misses"), json!([]));
    assert!(!theirs.text.contains("5310"));
}

#[test]
fn only_who_wants_to_be_found_is_shown_for_a_vacancy_without_name() {
    let server = Server::start();
    let id = publish(
        &server,
        "In de tuin",
        server.people.own,
        &[("skills", "'[\"gardening\"]'")],
    );
    let path = format!("/api/v1/vacancies/{id}/matches");
    let visibility = format!("{CURRENT}/visibility");
    let joke = server.as_volunteer();
    answer(
        &joke,
        json!({ "skills": ["gardening"], "postal_code_4": "5310" }),
    )
    .expect(200);
    let samira = server.as_superuser();
    let total = |client: &Client| client.get(&path).expect(200).at("/meta/total");
    assert_eq!(total(&samira), json!(0));
    let said = joke
        .put(&visibility, &json!({ "visible": true }))
        .expect(200);
    assert_eq!(said.at("/data/attributes/visibility"), json!("visible"));
    let shown = samira.get(&path).expect(200);
    assert_eq!(shown.at("/meta/total"), json!(1));
    assert_eq!(shown.at("/data/0/attributes/initials"), json!("J.V."));
    assert_eq!(codes(&shown.at("/data/0/attributes/reasons")), ["skill"]);
    for secret in ["Joke", "Vermeer", "joke@"] {
        assert!(!shown.text.contains(secret), "{secret}");
    }
    assert_eq!(total(&server.as_center()), json!(1));
    // Not for another organisation's vacancy, not for who manages none, not for a visitor.
    let foreign = publish(&server, "Elders", server.people.foreign, &[]);
    samira
        .get(&format!("/api/v1/vacancies/{foreign}/matches"))
        .expect(403);
    joke.get(&path).expect(403);
    server.as_nobody().get(&path).expect(401);
    // Who takes the consent back is hidden at once; who forgets about it after four months.
    joke.post(
        "/api/v1/consents",
        &json!({ "kind": "pool", "is_given": false }),
    )
    .expect(201);
    assert_eq!(total(&samira), json!(0));
    assert_eq!(
        joke.get(CURRENT)
            .expect(200)
            .at("/data/attributes/visibility"),
        json!("hidden")
    );
    joke.put(&visibility, &json!({ "visible": true }))
        .expect(200);
    assert_eq!(total(&samira), json!(1));
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 123));
    assert_eq!(total(&server.as_superuser()), json!(0));
}

/// People who can be found, all alike but for their ages.
fn found(server: &Server, ages: &[i64]) -> Vec<i64> {
    let (center, ages) = (server.people.center, ages.to_vec());
    server.arrange(move |tx| {
        let mut people = Vec::new();
        for age in &ages {
            let id = fixtures::user(tx, &format!("mens{age}@example.nl"), "Robin Vos", center, "x")?;
            tx.execute(
                "update users set birth_date = (2026 - ?2) || '-01-05' where id = ?1",
                (id, age),
            )?;
            tx.execute(
                "update volunteer_profiles set visibility = 'visible', visible_until = '2027-03-01T00:00:00Z', skills = '[\"gardening\"]',
                        languages = '[\"nl\"]', practises_dutch = 1, gains = '[\"practise_dutch\"]'
                  where user_id = ?1",
                [id],
            )?;
            tx.execute(
                "insert into consents (user_id, kind, is_given, created_at, updated_at) values (?1, 'pool', 1, ?2, ?2)",
                (id, tx.now()),
            )?;
            people.push(id);
        }
        Ok(people)
    })
}

#[test]
fn a_match_tells_no_account_and_no_age() {
    let server = Server::start();
    let people = found(&server, &[16, 17, 18, 25, 40, 63]);
    let samira = server.as_superuser();
    let garden: [(&str, &str); 2] = [
        ("skills", "'[\"gardening\"]'"),
        ("gains", "'[\"practise_dutch\"]'"),
    ];
    let ids_of = |id: i64| {
        let answer = samira
            .get(&format!("/api/v1/vacancies/{id}/matches"))
            .expect(200);
        for hidden in ["practise", "gain", "birth", "user_id"] {
            assert!(!answer.text.contains(hidden), "{hidden}: {}", answer.text);
        }
        answer.ids()
    };
    let mut seen: Vec<Vec<String>> = Vec::new();
    for number in 0..4 {
        let vacancy = publish(
            &server,
            &format!("Tuin {number}"),
            server.people.own,
            &garden,
        );
        let ids = ids_of(vacancy);
        assert_eq!(ids.len(), people.len());
        assert_eq!(
            ids,
            ids_of(vacancy),
            "the same as long as the vacancy is there"
        );
        for id in &ids {
            assert!(
                id.len() == 32 && id.chars().all(|digit| digit.is_ascii_hexdigit()),
                "{id}"
            );
            assert!(
                seen.iter().flatten().all(|other| other != id),
                "the same in two vacancies"
            );
        }
        // Equals stand in the order of their ids, which is another in each vacancy.
        let mut sorted = ids.clone();
        sorted.sort();
        assert_eq!(ids, sorted);
        seen.push(ids);
    }
    // Whatever minimum age is tried, no more comes out than who is grown up.
    let mut counts: Vec<usize> = Vec::new();
    let vacancy = publish(&server, "Tuin met leeftijd", server.people.own, &garden);
    for age in 12..=99 {
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update vacancies set min_age = ?2 where id = ?1",
                (vacancy, age),
            )?)
        });
        counts.push(ids_of(vacancy).len());
    }
    counts.dedup();
    assert_eq!(counts, [6, 4]);
}

#[test]
fn people_are_shown_for_what_is_published_as_it_was_approved() {
    let server = Server::start();
    found(&server, &[16, 40]);
    let samira = server.as_superuser();
    let id: i64 = fixtures::published(&samira, server.people.own, "In de tuin")
        .parse()
        .unwrap();
    server.arrange(move |tx| {
        tx.execute("update organizations set trusted = 0", [])?;
        Ok(tx.execute("update volunteer_centers set review_vacancies = 1", [])?)
    });
    let path = format!("/api/v1/vacancies/{id}");
    let matches = || samira.get(&format!("{path}/matches"));
    let before = matches().expect(200).text;
    assert_eq!(matches().at("/meta/total"), json!(2));
    // What waits for the centre decides nothing.
    samira
        .patch(&path, &document("vacancies", json!({ "min_age": 18 })))
        .expect(200);
    assert_eq!(matches().expect(200).text, before);
    for status in ["draft", "filled", "archived"] {
        server.arrange(move |tx| {
            Ok(tx.execute(
                "update vacancies set status = ?2 where id = ?1",
                (id, status),
            )?)
        });
        let refused = matches().expect(422);
        assert_eq!(refused.code(), "not_published", "{status}");
        assert!(
            refused
                .at("/errors/0/detail")
                .to_string()
                .contains("online")
        );
    }
    server
        .as_center()
        .get(&format!("{path}/matches"))
        .expect(422);
}
