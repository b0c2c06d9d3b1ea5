//! One search over everything: what visitors find, what staff find of their work, and what nobody finds.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::content::{blocks, online, page, publish, save};
use crate::support::fixtures::{self, organization, published};
use crate::support::server::{Client, Server, document};

/// Type and titles of each group, in order.
fn found(client: &Client, query: &str) -> Vec<(String, Vec<String>)> {
    let reply = client.get(&format!("/api/v1/search?{query}")).expect(200);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    list(&reply.at("/data"))
        .iter()
        .map(|group| {
            let titles = list(&group["attributes"]["results"])
                .iter()
                .map(|result| result["title"].as_str().unwrap().to_owned())
                .collect();
            (group["id"].as_str().unwrap().to_owned(), titles)
        })
        .collect()
}

fn group(name: &str, titles: &[&str]) -> (String, Vec<String>) {
    let titles = titles.iter().map(|title| (*title).to_owned());
    (name.to_owned(), titles.collect())
}

fn news(client: &Client, title: &str, text: &str) -> String {
    let fields = json!({ "title": title, "page_type": "news", "summary": "Kort gezegd." });
    let id = client
        .post("/api/v1/pages", &document("pages", fields))
        .expect(201)
        .id();
    save(client, &id, &blocks(text)).expect(200);
    publish(client, &id).expect(200);
    id
}

#[test]
fn a_visitor_finds_vacancies_organizations_pages_and_news_each_in_its_group() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    online(&marieke, "Leren lezen", "Hulp van een taalmaatje");
    news(&marieke, "Feest bij de taalmaatjes", "Kom je ook?");
    let all = found(&nobody, "q=taalmaatje");
    assert_eq!(
        all,
        [
            group("vacancies", &["Taalmaatje gezocht"]),
            group("pages", &["Leren lezen"]),
            group("news_items", &["Feest bij de taalmaatjes"]),
        ]
    );
    assert_eq!(
        found(&nobody, "q=taalhuis").first(),
        Some(&group("vacancies", &["Taalmaatje gezocht"])),
        "by its organisation"
    );
    assert!(
        found(&nobody, "q=taalhuis").contains(&group("organizations", &["Taalhuis Lindewaard"]))
    );
    // What is called so comes before what only speaks of it.
    server.arrange(|tx| {
        tx.execute(
            "update organizations set name = 'Bakkerij', description = 'Bij het taalhuis om de hoek' where name like 'Voedselbank%'",
            [],
        )?;
        Ok(())
    });
    assert_eq!(
        found(&nobody, "q=taalhuis&types=organizations"),
        [group("organizations", &["Taalhuis Lindewaard", "Bakkerij"])]
    );
    let told = nobody.get("/api/v1/search?q=taalmaatje").expect(200);
    let first = "/data/0/attributes";
    assert_eq!(told.at(&format!("{first}/total")), 1);
    assert_eq!(
        told.at(&format!("{first}/path")),
        "/vacancies/search?q=taalmaatje"
    );
    assert_eq!(
        told.at(&format!("{first}/results/0/path")),
        format!("/vacancies/{vacancy}")
    );
    assert_eq!(
        told.at(&format!("{first}/results/0/hint")),
        "Taalhuis Lindewaard, Lindewaard"
    );
    assert_eq!(
        told.at("/data/1/attributes/results/0/excerpt"),
        "Hulp van een taalmaatje Een zin. Vet en verder.",
    );
    assert_eq!(
        told.at("/data/2/attributes/results/0/path"),
        "/nieuws/feest-bij-de-taalmaatjes"
    );
    assert_eq!(
        told.at("/data/2/attributes/results/0/excerpt"),
        "Kort gezegd."
    );
    assert!(
        told.at("/data/2/attributes/results/0/published_at")
            .is_string()
    );
    // Whoever asks, the site is the site.
    for client in [server.as_volunteer(), server.as_admin()] {
        assert_eq!(found(&client, "q=taalmaatje"), all);
    }
    assert_eq!(
        found(&nobody, "q=taalmaatje&types=news_items,pages"),
        [
            group("pages", &["Leren lezen"]),
            group("news_items", &["Feest bij de taalmaatjes"]),
        ]
    );
}

#[test]
fn drafts_scheduled_and_withdrawn_pages_are_not_found() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let draft = page(&marieke, "Zonnebloem concept");
    save(&marieke, &draft, &blocks("Zonnebloem")).expect(200);
    let id = online(&marieke, "Tuin", "Tulpen");
    save(&marieke, &id, &blocks("Zonnebloem")).expect(200);
    assert_eq!(found(&nobody, "q=zonnebloem"), []);
    assert_eq!(found(&nobody, "q=tulpen"), [group("pages", &["Tuin"])]);
    publish(&marieke, &id).expect(200);
    assert_eq!(found(&nobody, "q=zonnebloem"), [group("pages", &["Tuin"])]);
    assert_eq!(found(&nobody, "q=tulpen"), []);
    let at = "2026-12-24T08:00:00Z";
    marieke
        .decide(
            &format!("/api/v1/pages/{draft}/schedule"),
            &json!({ "publish_at": at }),
        )
        .expect(200);
    assert_eq!(found(&nobody, "q=zonnebloem"), [group("pages", &["Tuin"])]);
    let at: jiff::Timestamp = at.parse().unwrap();
    let wait = at.duration_since(server.clock.now());
    server.clock.advance(wait + SignedDuration::from_mins(1));
    assert_eq!(
        found(&nobody, "q=zonnebloem"),
        [group("pages", &["Zonnebloem concept", "Tuin"])]
    );
    // Weeks later.
    let marieke = server.as_center();
    marieke
        .put(&format!("/api/v1/pages/{id}/unpublish"), &json!({}))
        .expect(200);
    marieke
        .delete(&format!("/api/v1/pages/{draft}"))
        .expect(204);
    assert_eq!(found(&nobody, "q=zonnebloem"), []);
    let left: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from published_pages_search where published_pages_search match 'zonnebloem'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(left, 0);
}

#[test]
fn typing_errors_inflections_and_other_spellings_are_forgiven() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    published(
        &server.as_superuser(),
        server.people.own,
        "Boodschappen doen",
    );
    online(&marieke, "Mantelzorgers", "Voor wie zorgt");
    for (asked, wanted) in [
        ("boodschapen", group("vacancies", &["Boodschappen doen"])),
        (
            "voedsebank",
            group("organizations", &["Voedselbank De Schakel"]),
        ),
        ("mantelzorger", group("pages", &["Mantelzorgers"])),
        ("mantelzogers", group("pages", &["Mantelzorgers"])),
        ("MANTELZÓRGERS!", group("pages", &["Mantelzorgers"])),
        ("mantelz", group("pages", &["Mantelzorgers"])),
    ] {
        let all = found(&nobody, &format!("q={asked}"));
        assert!(all.contains(&wanted), "{asked}: {all:?}");
    }
    assert_eq!(found(&nobody, "q=qwxzvk"), []);
}

#[test]
fn each_language_has_its_own_pages_and_titles_come_before_texts() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    online(&marieke, "Over ons", "Wij zijn er voor jouw stage");
    online(&marieke, "Stage lopen", "Zo werkt dat");
    let fields = json!({ "title": "Internship or stage", "locale": "en" });
    let id = marieke
        .post("/api/v1/pages", &document("pages", fields))
        .expect(201)
        .id();
    save(&marieke, &id, &blocks("How it works")).expect(200);
    publish(&marieke, &id).expect(200);
    assert_eq!(
        found(&nobody, "q=stage&types=pages"),
        [group("pages", &["Stage lopen", "Over ons"])]
    );
    assert_eq!(
        found(&nobody, "q=stage&types=pages&locale=en"),
        [group("pages", &["Internship or stage"])]
    );
}

#[test]
fn another_centre_and_another_tenant_show_nothing_here() {
    let server = Server::start();
    let marieke = server.as_center();
    online(&marieke, "Regenboog", "Alleen hier");
    published(
        &server.as_superuser(),
        server.people.own,
        "Regenboog schilderen",
    );
    let other_center = server.people.other_center;
    server.arrange(move |tx| organization(tx, "Regenboog Elders", other_center, "approved", true));
    let nobody = server.as_nobody();
    let here = [
        group("vacancies", &["Regenboog schilderen"]),
        group("pages", &["Regenboog"]),
    ];
    assert_eq!(found(&nobody, "q=regenboog"), here);
    let elsewhere = nobody
        .clone()
        .with("volunteer-center-id", &other_center.to_string());
    assert_eq!(
        found(&elsewhere, "q=regenboog"),
        [group("organizations", &["Regenboog Elders"])]
    );
    server.found_one_more("ander", &["ander.localhost"]);
    let tenant = nobody.clone().with("host", "ander.localhost");
    assert_eq!(found(&tenant, "q=regenboog"), []);
    // Again, now that all of it may come from the cache.
    assert_eq!(found(&nobody, "q=regenboog"), here);
    // A centre's staff work in their own centre.
    let work = found(&marieke, "q=regenboog&scope=work");
    assert!(!format!("{work:?}").contains("Elders"), "{work:?}");
}

#[test]
fn staff_find_the_records_that_they_work_with_and_others_do_not() {
    let server = Server::start();
    let (marieke, samira) = (server.as_center(), server.as_superuser());
    let draft = samira
        .post(
            "/api/v1/vacancies",
            &fixtures::vacancy(server.people.own, "Jokes vertellen"),
        )
        .expect(201)
        .id();
    let open = published(&samira, server.people.own, "Koffie schenken");
    server
        .as_volunteer()
        .post(
            "/api/v1/applications",
            &document(
                "applications",
                json!({ "vacancy_id": open, "message": "Ik kom graag elke week een uur helpen." }),
            ),
        )
        .expect(201);
    page(&marieke, "Jokes en grappen");
    let form = json!({ "title": "Jokes inzenden" });
    marieke
        .post("/api/v1/forms", &document("forms", form))
        .expect(201);
    let names = |client: &Client| -> Vec<String> {
        let all = found(client, "q=joke&scope=work");
        all.into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(
        names(&marieke),
        ["users", "applications", "vacancies", "pages", "forms"]
    );
    assert_eq!(names(&samira), ["applications", "vacancies"]);
    assert_eq!(names(&server.as_page_manager()), ["pages"]);
    assert_eq!(names(&server.as_content_manager()), ["pages", "forms"]);
    assert_eq!(names(&server.as_volunteer()), Vec::<String>::new());
    assert_eq!(names(&server.as_student()), Vec::<String>::new());
    let nobody = server.as_nobody();
    nobody.get("/api/v1/search?q=joke&scope=work").expect(401);
    assert_eq!(found(&nobody, "q=joke"), []);
    let told = samira
        .get("/api/v1/search?q=joke&scope=work&types=vacancies")
        .expect(200);
    let first = "/data/0/attributes/results/0";
    assert_eq!(
        told.at(&format!("{first}/path")),
        format!("/vacancies/{draft}/edit")
    );
    assert!(told.at("/data/0/attributes/path").is_null());
    assert!(
        found(&marieke, "q=taalhuis&scope=work")
            .contains(&group("organizations", &["Taalhuis Lindewaard"]))
    );
    // Somebody else's organisation is not among those of an organisation.
    assert_eq!(found(&samira, "q=schakel&scope=work"), []);
}

#[test]
fn a_question_is_bounded_and_what_cannot_be_asked_is_refused() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for empty in ["", "q=", "q=%20%3F%21", "q=%22"] {
        assert_eq!(found(&nobody, empty), [], "{empty}");
    }
    for hostile in [
        "%22%20OR%20%22",
        "a*",
        "NEAR(a%20b)",
        "title%3Aa",
        "%00",
        "%EF%BB%BF",
        "-",
        "a%20AND%20NOT%20b",
        "%27%3B--",
    ] {
        found(&nobody, &format!("q={hostile}"));
        found(&server.as_center(), &format!("scope=work&q={hostile}"));
    }
    found(&nobody, &format!("q={}", "a%20".repeat(99)));
    found(&nobody, &format!("q={}", "ﷺ".repeat(200)));
    for (query, parameter) in [
        (format!("q={}", "a".repeat(201)), None),
        ("q=a&types=users".to_owned(), Some("types")),
        ("q=a&types=".to_owned(), Some("types")),
        ("q=a&types=vacancies,activiteiten".to_owned(), Some("types")),
        ("q=a&scope=all".to_owned(), Some("scope")),
        ("q=a&locale=de".to_owned(), Some("locale")),
        ("q=a&page[size]=0".to_owned(), Some("page[size]")),
        ("q=a&page[size]=51".to_owned(), Some("page[size]")),
    ] {
        let refused = nobody.get(&format!("/api/v1/search?{query}")).expect(400);
        assert_eq!(refused.at("/errors/0/code"), "bad_request", "{query}");
        if let Some(parameter) = parameter {
            assert_eq!(
                refused.at("/errors/0/source/parameter"),
                parameter,
                "{query}"
            );
        }
    }
    let marieke = server.as_center();
    for number in 1..=7 {
        online(&marieke, &format!("Wandeling {number}"), "Loop mee");
    }
    let told = nobody.get("/api/v1/search?q=wandeling").expect(200);
    let results = |reply: &crate::support::server::Reply| {
        reply
            .at("/data/0/attributes/results")
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(
        (results(&told), told.at("/data/0/attributes/total")),
        (5, json!(7))
    );
    let more = nobody
        .get("/api/v1/search?q=wandeling&page[size]=20")
        .expect(200);
    assert_eq!(results(&more), 7);
}

#[test]
fn an_answer_from_the_cache_follows_what_changes() {
    let server = Server::start();
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let id = online(&marieke, "Klaverjassen", "Elke week");
    let wanted = [group("pages", &["Klaverjassen"])];
    assert_eq!(found(&nobody, "q=klaverjassen"), wanted);
    assert_eq!(found(&nobody, "q=klaverjassen"), wanted);
    published(
        &server.as_superuser(),
        server.people.own,
        "Klaverjassen met Piet",
    );
    assert_eq!(found(&nobody, "q=klaverjassen").len(), 2);
    marieke
        .put(&format!("/api/v1/pages/{id}/unpublish"), &json!({}))
        .expect(200);
    assert_eq!(
        found(&nobody, "q=klaverjassen"),
        [group("vacancies", &["Klaverjassen met Piet"])]
    );
}
