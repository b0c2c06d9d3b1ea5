//! Mail of saved searches: how often, what is in it, nothing twice, and the link that stops it.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::{is_saved_search_due, mail_saved_searches};

use crate::support::fixtures::{self, event};
use crate::support::outbox;
use crate::support::server::{Client, Server, document};

const PATH: &str = "/api/v1/saved_searches";
const KIND: &str = "saved_search_new";
const JOKE: &str = "joke@example.nl";

fn save(client: &Client, filters: &str, mail: &str) -> String {
    let attributes = json!({ "name": "Taal", "filters": filters, "mail": mail });
    client
        .post(PATH, &document("saved_searches", attributes))
        .expect(201)
        .id()
}

fn publish(server: &Server, title: &str) {
    let samira = server.as_superuser();
    let id = samira
        .post(
            "/api/v1/vacancies",
            &fixtures::vacancy(server.people.own, title),
        )
        .expect(201)
        .id();
    event(
        &samira,
        &format!("/api/v1/vacancies/{id}/transition"),
        "publish",
    )
    .expect(200);
}

fn pass(server: &Server, minutes: i64) {
    server.clock.advance(SignedDuration::from_mins(minutes));
}

fn run(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime
        .block_on(mail_saved_searches(tenant.unguarded("test")))
        .unwrap()
}

fn is_due(server: &Server) -> bool {
    let now = server.clock.text();
    server.arrange(move |tx| is_saved_search_due(tx, &now))
}

fn last(server: &Server) -> Value {
    outbox::last(server, KIND, JOKE)
}

#[test]
fn what_is_new_in_a_search_is_mailed_once_and_only_that() {
    let server = Server::start();
    publish(&server, "Taalmaatje van vroeger");
    pass(&server, 1);
    save(&server.as_volunteer(), "filter[q]=taalmaatje", "at_once");
    assert!(!is_due(&server), "nothing is new");
    pass(&server, 1);
    publish(&server, "Taalmaatje in de wijk");
    publish(&server, "Chauffeur op de bus");
    assert_eq!(run(&server), 0, "it waits for more");
    pass(&server, 15);
    assert!(is_due(&server));
    assert_eq!(run(&server), 1);
    let data = last(&server);
    assert_eq!(data["count"], 1);
    assert_eq!(data["vacancies"][0]["title"], "Taalmaatje in de wijk");
    assert_eq!(data["path"], "/vacancies/search?q=taalmaatje&sort=newest");
    assert_eq!(run(&server), 0);
    pass(&server, 15);
    assert!(!is_due(&server));
}

#[test]
fn daily_comes_in_the_morning_and_weekly_on_monday() {
    // It is Saturday, ten o'clock.
    let server = Server::start();
    let joke = server.as_volunteer();
    save(&joke, "filter[q]=taalmaatje", "daily");
    save(&joke, "filter[q]=chauffeur", "weekly");
    pass(&server, 1);
    publish(&server, "Taalmaatje in de wijk");
    publish(&server, "Chauffeur op de bus");
    pass(&server, 59);
    assert!(!is_due(&server));
    pass(&server, 20 * 60 + 20);
    assert!(!is_due(&server), "before half past seven");
    pass(&server, 10);
    assert_eq!(run(&server), 1, "on Sunday the daily one");
    assert_eq!(
        last(&server)["vacancies"][0]["title"],
        "Taalmaatje in de wijk"
    );
    pass(&server, 24 * 60);
    assert_eq!(run(&server), 1, "on Monday the weekly one");
    assert_eq!(
        last(&server)["vacancies"][0]["title"],
        "Chauffeur op de bus"
    );
}

#[test]
fn the_link_in_the_letter_stops_all_and_a_new_choice_starts_again() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let id = save(&joke, "filter[q]=taalmaatje", "at_once");
    pass(&server, 1);
    publish(&server, "Taalmaatje in de wijk");
    pass(&server, 15);
    assert_eq!(run(&server), 1);
    let token: String = server.arrange(|tx| {
        let sql = "select unsubscribe_token from outbox where kind = 'saved_search_new'";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    let nobody = server.as_nobody();
    nobody.get(&format!("/unsubscribe/{token}")).expect(200);
    let rate = || {
        joke.get(&format!("{PATH}/{id}"))
            .expect(200)
            .at("/data/attributes/mail")
    };
    assert_eq!(
        rate(),
        "at_once",
        "a mail program that follows the link changes nothing"
    );
    nobody
        .post(&format!("/unsubscribe/{token}"), &json!({}))
        .expect(200);
    assert_eq!(rate(), "never");
    joke.patch(
        &format!("{PATH}/{id}"),
        &document("saved_searches", json!({ "mail": "at_once" })),
    )
    .expect(200);
    pass(&server, 1);
    publish(&server, "Taalmaatje voor vrouwen");
    pass(&server, 15);
    assert_eq!(run(&server), 1);
    assert_eq!(last(&server)["vacancies"].as_array().unwrap().len(), 1);
}

#[test]
fn a_search_tells_nothing_that_its_vacancies_do_not_show() {
    let server = Server::start();
    for filter in ["filter[to_review_eq]=true", "filter[q]=taalmaatje"] {
        save(&server.as_volunteer(), filter, "at_once");
    }
    pass(&server, 1);
    publish(&server, "Taalmaatje in de wijk");
    server.arrange(|tx| {
        let sql = "update vacancies set revision_state = 'submitted', revision = '{}'";
        Ok(tx.execute(sql, [])?)
    });
    pass(&server, 15);
    assert_eq!(run(&server), 1, "that it waits for review is not told");
    assert_eq!(
        last(&server)["path"],
        "/vacancies/search?q=taalmaatje&sort=newest"
    );
}
