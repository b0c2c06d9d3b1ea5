//! Renewal by the link of a mail, without signing in (docs/domain/states.md#vacancies).

use jiff::SignedDuration;
use voluntr::jobs::expire_vacancies;

use serde_json::json;

use crate::support::fixtures;
use crate::support::outbox::last;
use crate::support::server::Server;
use crate::vacancies::states::{LIST, state};

fn run(server: &Server) {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(expire_vacancies(tenant.unguarded("a job")))
        .unwrap();
}

#[test]
fn one_press_on_the_link_of_the_mail_renews_and_opening_it_does_not() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Soep koken");
    server.clock.advance(SignedDuration::from_hours(167 * 24));
    run(&server);
    let told = last(&server, "vacancy_expires_14d", "samira@example.nl");
    let link = told["renew_path"].as_str().unwrap().to_owned();
    server.clock.advance(SignedDuration::from_hours(20 * 24));
    run(&server);
    assert_eq!(state(&server, &id).0, "expired");

    let nobody = server.as_nobody();
    for address in [link.clone(), format!("/en{link}")] {
        let page = nobody.get(&address).expect(200);
        assert!(page.text.contains("method=\"post\""), "{}", page.text);
        assert!(page.text.contains("Soep koken"));
    }
    assert_eq!(state(&server, &id).0, "expired", "a scanner follows links");
    nobody.post(&link, &json!({})).expect(200);
    assert_eq!(state(&server, &id).0, "published");
    let until = |server: &Server| {
        let seen = server.as_nobody().get(&format!("{LIST}/{id}")).expect(200);
        seen.at("/data/attributes/expires_at")
    };
    let once = until(&server);
    nobody.post(&link, &json!({})).expect(200);
    assert_eq!(until(&server), once, "pressed twice");

    // The mail in the app has no secret, and a person who left the organisation has no right.
    let notes: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from notifications where data like '%/renew/%'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(notes, 0);
    let samira = server.people.superuser;
    server.arrange(move |tx| Ok(tx.execute("delete from roles where user_id = ?1", [samira])?));
    nobody.get(&link).expect(410);
    nobody.post(&link, &json!({})).expect(410);
    nobody.get("/renew/1.geraden").expect(410);
}

#[test]
fn a_vacancy_without_a_free_place_says_why_it_is_not_renewed() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Soep koken");
    server.clock.advance(SignedDuration::from_hours(167 * 24));
    run(&server);
    let told = last(&server, "vacancy_expires_14d", "samira@example.nl");
    let link = told["renew_path"].as_str().unwrap().to_owned();
    let number: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancies set capacity = 1, places_taken = 1 where id = ?1",
            [number],
        )?)
    });
    let page = server.as_nobody().post(&link, &json!({})).expect(200);
    assert!(
        page.text.contains("Alle plekken zijn bezet"),
        "{}",
        page.text
    );
}
