//! Vacancy digest: schedule, selection with reasons, and no duplicates.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::{is_vacancy_digest_due, vacancy_digest};

use crate::activities::signing_up::made;
use crate::support::outbox;
use crate::support::server::Server;

const ME: &str = "/api/v1/current_user";
const JOKE: &str = "joke@example.nl";
/// From Saturday at ten to Monday at half past seven, by the Dutch clock.
const TO_MONDAY: i64 = 45 * 60 + 30;

/// Only Joke wants the letter, on Mondays; nothing is new yet.
fn start() -> Server {
    let server = Server::start();
    sql(
        &server,
        "update users set digest_days = iif(email = 'joke@example.nl', '[1]', '[]'),
                created_at = '2026-11-01T09:00:00Z'",
    );
    server
}

fn sql(server: &Server, text: &str) {
    let text = text.to_owned();
    server.arrange(move |tx| Ok(tx.execute_batch(&text)?));
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
        .block_on(vacancy_digest(tenant.unguarded("test")))
        .unwrap()
}

fn is_due(server: &Server) -> bool {
    let now = server.clock.text();
    server.arrange(move |tx| is_vacancy_digest_due(tx, &now))
}

/// An open vacancy that goes online now; `more` is further columns and their values.
fn publish(server: &Server, title: &str, organization: i64, more: &[(&str, &str)]) -> i64 {
    let (title, now) = (title.to_owned(), server.clock.text());
    let list =
        |pick: fn(&(&str, &str)) -> String| more.iter().map(pick).collect::<Vec<_>>().concat();
    let names = list(|(name, _)| format!(", {name}"));
    let values = list(|(_, value)| format!(", {value}"));
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
        let id = tx.last_insert_rowid();
        // What was published once and is no more.
        tx.execute("update vacancies set status = coalesce(offer, status) where id = ?1", [id])?;
        Ok(id)
    })
}

fn told(server: &Server) -> Vec<Value> {
    let data = outbox::last(server, "digest_volunteer", JOKE);
    data["vacancies"].as_array().unwrap().clone()
}

fn titles(server: &Server) -> Vec<String> {
    let told = told(server);
    let titles = told.iter().map(|line| line["title"].as_str().unwrap());
    titles.map(str::to_owned).collect()
}

#[test]
fn it_comes_on_somebodys_days_at_half_past_seven_and_once() {
    let server = start();
    publish(&server, "Koken", server.people.foreign, &[]);
    assert!(!is_due(&server), "it is Saturday");
    assert_eq!(run(&server), 0);
    pass(&server, TO_MONDAY - 1);
    assert!(!is_due(&server), "a minute before half past seven");
    assert_eq!(run(&server), 0);
    pass(&server, 1);
    assert!(is_due(&server));
    assert_eq!(run(&server), 1);
    assert_eq!(titles(&server), ["Koken"]);
    assert!(!is_due(&server));
    assert_eq!(run(&server), 0, "once");
    pass(&server, 24 * 60);
    assert_eq!(run(&server), 0, "Tuesday is not chosen");
}

#[test]
fn only_what_is_new_since_the_last_time_and_nothing_when_there_is_nothing() {
    let server = start();
    publish(&server, "Koken", server.people.foreign, &[]);
    pass(&server, TO_MONDAY);
    assert_eq!(run(&server), 1);
    pass(&server, 7 * 24 * 60);
    assert_eq!(run(&server), 0, "nothing new");
    assert!(!is_due(&server), "and that was looked at once");
    publish(&server, "Tuinieren", server.people.foreign, &[]);
    assert_eq!(run(&server), 0, "it waits for the next Monday");
    pass(&server, 7 * 24 * 60);
    assert_eq!(run(&server), 1);
    assert_eq!(titles(&server), ["Tuinieren"]);
}

#[test]
fn activities_stand_below_the_vacancies_and_nothing_is_told_twice_within_sixty_days() {
    let server = start();
    let organization = server.people.own;
    let id = publish(&server, "Taalmaatje", organization, &[]);
    made(&server, 240, json!({}));
    made(&server, 24 * 30, json!({ "title": "Over een maand" }));
    pass(&server, TO_MONDAY);
    assert_eq!(run(&server), 1);
    assert_eq!(titles(&server), ["Taalmaatje"]);
    let activities = || outbox::last(&server, "digest_volunteer", JOKE)["activities"].clone();
    assert_eq!(activities()[0]["title"], "Koffieochtend");
    assert_eq!(activities().as_array().unwrap().len(), 1);

    // It went offline and came back: no news.
    let now = server.clock.text();
    sql(
        &server,
        &format!("update vacancies set published_at = '{now}' where id = {id}"),
    );
    publish(&server, "Tuinhulp", organization, &[]);
    pass(&server, 7 * 24 * 60);
    assert_eq!(run(&server), 1);
    assert_eq!(titles(&server), ["Tuinhulp"]);
    assert_eq!(activities(), json!([]));

    // A centre without activities.
    sql(
        &server,
        "update volunteer_centers set activities = 0; delete from told_in_digests;",
    );
    publish(&server, "Klusser", organization, &[]);
    pass(&server, 7 * 24 * 60);
    made_after_all(&server);
    assert_eq!(run(&server), 1);
    assert_eq!(activities(), json!([]));
}

/// The next one is within two weeks again.
fn made_after_all(server: &Server) {
    sql(
        server,
        "update activity_occurrences set starts_at = '2026-12-09T10:00:00Z' where status = 'planned'",
    );
}

#[test]
fn somebody_hears_only_of_what_they_could_take() {
    let server = start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let away = server.people.other_center.to_string();
    let joke = server.people.volunteer.to_string();
    let organization = |status: &str| {
        let status = status.to_owned();
        server.arrange(move |tx| {
            crate::support::fixtures::organization(tx, "Elders", 1, &status, false)
        })
    };
    // One an organisation, or the rule of two would hide what should not be there.
    let approved = || organization("approved");
    publish(&server, "Zichtbaar", foreign, &[]);
    publish(&server, "Van mijn eigen organisatie", own, &[]);
    publish(&server, "Van een ander centrum", approved(), &[]);
    publish(
        &server,
        "Organisatie wacht nog",
        organization("pending"),
        &[],
    );
    publish(
        &server,
        "Vol",
        approved(),
        &[("capacity", "1"), ("places_taken", "1")],
    );
    publish(
        &server,
        "Pas vanaf achttien",
        approved(),
        &[("min_age", "18")],
    );
    publish(&server, "Vanaf zestien", approved(), &[("min_age", "16")]);
    publish(
        &server,
        "Ik ben contactpersoon",
        approved(),
        &[("contact_person_id", &joke)],
    );
    for state in ["draft", "filled", "expired", "archived"] {
        publish(
            &server,
            state,
            approved(),
            &[("offer", &format!("'{state}'"))],
        );
    }
    let over = publish(&server, "Net voorbij", approved(), &[]);
    let applied = publish(&server, "Al aangemeld", approved(), &[]);
    let as_guest = publish(&server, "Als gast aangemeld", approved(), &[]);
    sql(
        &server,
        &format!(
            "update vacancies set volunteer_center_id = {away} where title = 'Van een ander centrum';
             update vacancies set expires_at = '2026-11-23T06:30:00Z' where id = {over};
             update users set birth_date = '2010-01-05' where email = '{JOKE}';
             insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
             values ({joke}, 'organization_superuser', 'organization', {own}, '2026-11-01', '2026-11-01', '2026-11-01', '2026-11-01');
             insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, email, stage, created_at, updated_at)
             values ({applied}, {foreign}, 1, {joke}, '{JOKE}', 'withdrawn', '2026-11-21', '2026-11-21'),
                    ({as_guest}, {foreign}, 1, null, '{JOKE}', 'new', '2026-11-21', '2026-11-21');"
        ),
    );
    pass(&server, TO_MONDAY);
    assert_eq!(run(&server), 1);
    let mut titles = titles(&server);
    titles.sort();
    assert_eq!(titles, ["Vanaf zestien", "Zichtbaar"]);
}

#[test]
fn each_has_its_reason_in_the_persons_language() {
    let server = start();
    let nature: i64 = server.arrange(|tx| {
        tx.execute(
            "insert into taxonomies (kind, key, name_nl, name_en, created_at, updated_at)
             values ('activity_types', 'buiten', 'Buiten bezig', 'Being outdoors', ?1, ?1)",
            [tx.now()],
        )?;
        Ok(tx.last_insert_rowid())
    });
    let outdoors = format!("'[{nature}]'");
    let organization = |name: &'static str| {
        server.arrange(move |tx| {
            crate::support::fixtures::organization(tx, name, 1, "approved", false)
        })
    };
    let kept = publish(
        &server,
        "Bewaard",
        server.people.own,
        &[
            ("activity_type_ids", &outdoors),
            ("latitude", "51.80"),
            ("longitude", "5.25"),
        ],
    );
    let client = server.as_volunteer();
    client
        .put(&format!("/api/v1/vacancies/{kept}/favorite"), &json!({}))
        .expect(204);
    sql(
        &server,
        "update vacancies set published_at = '2026-11-01T09:00:00Z'",
    );
    publish(&server, "Zomaar", organization("Buurthuis"), &[]);
    publish(
        &server,
        "Dichtbij",
        organization("Dorpshuis"),
        &[("latitude", "51.81"), ("longitude", "5.25")],
    );
    publish(
        &server,
        "Buiten",
        organization("Tuin"),
        &[("activity_type_ids", &outdoors)],
    );
    pass(&server, TO_MONDAY);
    assert_eq!(run(&server), 1);
    assert_eq!(titles(&server), ["Buiten", "Dichtbij", "Zomaar"]);
    let lines = told(&server);
    let reasons: Vec<&str> = lines
        .iter()
        .map(|line| line["reason"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["theme", "near", "new"]);
    assert_eq!(lines[0]["theme"], "Buiten bezig");
    assert_eq!(lines[1]["km"], "2");

    sql(
        &server,
        "update users set locale = 'en' where email = 'joke@example.nl'; delete from vacancy_digests; delete from told_in_digests",
    );
    assert_eq!(run(&server), 1);
    assert_eq!(told(&server)[0]["theme"], "Being outdoors");
}

#[test]
fn six_at_most_and_two_of_one_organization() {
    let server = start();
    for organization in 0..4 {
        let organization = server.arrange(move |tx| {
            crate::support::fixtures::organization(
                tx,
                &format!("Huis {organization}"),
                1,
                "approved",
                false,
            )
        });
        for number in 0..3 {
            publish(
                &server,
                &format!("{organization} {number}"),
                organization,
                &[],
            );
        }
    }
    pass(&server, TO_MONDAY);
    assert_eq!(run(&server), 1);
    let lines = told(&server);
    assert_eq!(lines.len(), 6);
    for organization in 0..4 {
        let name = format!("Huis {organization}");
        let of_it = lines
            .iter()
            .filter(|line| line["organization_name"] == name.as_str());
        assert!(of_it.count() <= 2);
    }
}

#[test]
fn a_job_that_breaks_off_halfway_tells_nobody_twice_and_forgets_nobody() {
    let server = start();
    publish(&server, "Koken", server.people.foreign, &[]);
    sql(
        &server,
        "update users set digest_days = '[1]' where email in ('pages@example.nl', 'content@example.nl', 'mentor@example.nl');
         create trigger broken before insert on outbox when new.to_email = 'mentor@example.nl' begin
           select raise(abort, 'the disk is gone');
         end;",
    );
    pass(&server, TO_MONDAY);
    assert_eq!(run(&server), 3);
    assert!(is_due(&server));
    sql(&server, "drop trigger broken");
    assert_eq!(run(&server), 1, "the one that was left");
    let mut people: Vec<String> = outbox::sent(&server)
        .into_iter()
        .map(|(_, to)| to)
        .collect();
    people.sort();
    assert_eq!(
        people,
        [
            "content@example.nl",
            JOKE,
            "mentor@example.nl",
            "pages@example.nl"
        ]
    );
}

#[test]
fn the_link_in_the_letter_and_the_days_are_one_switch() {
    let server = start();
    publish(&server, "Koken", server.people.foreign, &[]);
    pass(&server, TO_MONDAY);
    assert_eq!(run(&server), 1);
    let token: String = server.arrange(|tx| {
        let sql = "select unsubscribe_token from outbox where kind = 'digest_volunteer'";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    let page = format!("/unsubscribe/{token}");
    assert!(
        server
            .as_nobody()
            .get(&page)
            .expect(200)
            .text
            .contains("/profile-edit/periodieke-mail")
    );
    server
        .as_nobody()
        .send_text("POST", &page, Some("List-Unsubscribe=One-Click"))
        .expect(200);
    let client = server.as_volunteer();
    assert_eq!(client.get(ME).at("/data/attributes/digest_days"), json!([]));
    publish(&server, "Tuinieren", server.people.foreign, &[]);
    pass(&server, 7 * 24 * 60);
    assert_eq!(run(&server), 0);
    client
        .patch(ME, &json!({ "user": { "digest_days": [2] } }))
        .expect(200);
    pass(&server, 24 * 60);
    assert_eq!(run(&server), 1, "Tuesday, as they chose anew");
    assert_eq!(titles(&server), ["Tuinieren"]);
}

#[test]
fn it_comes_neither_at_night_nor_in_somebodys_own_quiet_hours() {
    let server = start();
    publish(&server, "Koken", server.people.foreign, &[]);
    // The program stood still until nine in the evening.
    pass(&server, TO_MONDAY + 13 * 60 + 30);
    assert!(!is_due(&server));
    assert_eq!(run(&server), 0, "that Monday is left out");
    sql(
        &server,
        "update users set quiet_from = '06:00', quiet_until = '10:00' where email = 'joke@example.nl'",
    );
    pass(&server, 7 * 24 * 60 - 13 * 60 - 30);
    sql(
        &server,
        "update vacancies set published_at = '2026-11-28T09:00:00Z'",
    );
    assert_eq!(run(&server), 1);
    let due: String = server.arrange(|tx| {
        let sql = "select next_attempt_at from outbox where kind = 'digest_volunteer'";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(due, "2026-11-30T09:00:00Z");
}

#[test]
fn who_came_today_or_has_left_gets_none() {
    let server = start();
    publish(&server, "Koken", server.people.foreign, &[]);
    pass(&server, TO_MONDAY + 60);
    sql(
        &server,
        "update users set created_at = '2026-11-23T07:00:00Z' where email = 'joke@example.nl';
         update users set digest_days = '[1]', status = 'inactive' where email = 'pages@example.nl';
         update users set digest_days = '[1]', status = 'archived' where email = 'content@example.nl'",
    );
    assert_eq!(run(&server), 0);
}
