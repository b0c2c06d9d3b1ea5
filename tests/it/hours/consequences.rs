//! The table of consequences (decisions about hours): what happens to hours that were confirmed, and to those that were
//! not, when the volunteer, the organisation or the centre does something.

use super::*;

/// An entry of each kind: confirmed, and waiting.
fn two(server: &Server) -> (String, String, String) {
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let application = helping(server, &joke);
    let one = |day: &str| {
        log(&joke, json!({ "application_id": application, "day": day }))
            .expect(201)
            .id()
    };
    let (confirmed, waiting) = (one("2026-11-17"), one("2026-11-18"));
    step(&samira, &confirmed, "confirm", None).expect(200);
    (application, confirmed, waiting)
}

/// State, hours and whether there is a person, of every entry, by day.
fn table(server: &Server) -> Vec<(String, f64, bool)> {
    server.arrange(|tx| {
        let mut statement = tx
            .prepare("select status, hours, user_id is not null from hours_entries order by day")?;
        let rows = statement
            .query_map([], |row| row.try_into())?
            .collect::<Result<_, _>>()?;
        Ok(rows)
    })
}

fn stays() -> Vec<(String, f64, bool)> {
    vec![
        ("confirmed".to_owned(), 1.5, true),
        ("logged".to_owned(), 1.5, true),
    ]
}

#[test]
fn who_withdraws_or_is_ended_keeps_what_was_helped() {
    for who in ["volunteer", "organization"] {
        let server = Server::start();
        let (application, _, waiting) = two(&server);
        if who == "volunteer" {
            take(&server.as_volunteer(), &application, "withdraw").expect(200);
        } else {
            take(&server.as_superuser(), &application, "complete");
            take(&server.as_superuser(), &application, "reject");
        }
        assert_eq!(table(&server), stays(), "{who}");
        // Goes to confirmation as before.
        step(&server.as_superuser(), &waiting, "confirm", None).expect(200);
    }
}

#[test]
fn of_an_archived_organization_the_centre_confirms() {
    let server = Server::start();
    let (_, _, waiting) = two(&server);
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let body = document("organizations", json!({ "status": "archived" }));
    server.as_center().decide(&path, &body).expect(200);
    assert_eq!(table(&server), stays());
    step(&server.as_superuser(), &waiting, "confirm", None).expect(422);
    server.clock.advance(SignedDuration::from_hours(32 * 24));
    follow(&server);
    assert_eq!(table(&server), stays());
    step(&server.as_center(), &waiting, "confirm", None).expect(200);
}

#[test]
fn of_a_merged_organization_they_go_along() {
    let server = Server::start();
    let (_, confirmed, waiting) = two(&server);
    let foreign = server.people.foreign;
    let path = format!("/api/v1/organizations/{}/merge", server.people.own);
    let body = json!({ "data": { "attributes": { "into": foreign.to_string() } } });
    server.as_center().post(&path, &body).expect(200);
    assert_eq!(table(&server), stays());
    for id in [confirmed, waiting] {
        assert_eq!(
            read(&server.as_center(), &id)["organization_id"],
            foreign.to_string()
        );
    }
}

#[test]
fn of_an_erased_volunteer_the_confirmed_count_without_a_name() {
    let server = Server::start();
    two(&server);
    let joke = server.people.volunteer;
    let body = json!({ "ids": [joke.to_string()], "event": "archive" });
    server
        .as_center()
        .patch("/api/v1/users/bulk", &body)
        .expect(200);
    // A closed account may be opened again.
    assert_eq!(table(&server), stays());
    server.clock.advance(SignedDuration::from_hours(24 * 40));
    crate::data::retention::run(&server.app);
    assert_eq!(table(&server), [("confirmed".to_owned(), 1.5, false)]);
    let words: String = server
        .arrange(|tx| Ok(tx.query_row("select work from hours_entries", [], |row| row.get(0))?));
    assert_eq!(words, "");
}
