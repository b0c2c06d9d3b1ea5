//! What becomes of an activity: drafts, review, publication, cancelling, and who sees it when.

use serde_json::json;

use super::{DATES, LIST, coffee, dates, make, take};
use crate::support::server::{Client, Reply, Server};

pub(super) fn require_review(server: &Server) {
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute("update volunteer_centers set review_vacancies = 1", [])?;
        tx.execute("update organizations set trusted = 0 where id = ?1", [own])?;
        Ok(())
    });
}

#[test]
fn a_draft_is_seen_by_its_organisation_and_in_the_calendar_by_everybody() {
    let server = Server::start();
    let (samira, nobody) = (server.as_superuser(), server.as_nobody());
    let path = make(&server, &json!({}));
    nobody.get(&path).expect(404);
    server.as_volunteer().get(&path).expect(404);
    samira.get(&path).expect(200);
    assert!(dates(&nobody, &path).is_empty());
    take(&samira, &path, "publish", None).expect(200);
    let seen = nobody.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/status"), "published");
    // Where it is online is told to those who sign up, and review to nobody.
    for hidden in ["online_url", "moderation_state", "is_reviewed"] {
        assert!(
            seen.at(&format!("/data/attributes/{hidden}")).is_null(),
            "{hidden}"
        );
    }
    assert_eq!(dates(&nobody, &path).len(), 4);
    let listed = nobody.get(LIST).expect(200);
    assert_eq!(listed.at("/meta/total"), 1);
}

#[test]
fn an_incomplete_activity_says_what_is_missing() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = make(
        &server,
        &json!({ "description": "", "activity_categories": [], "online": false, "online_url": null, "is_free": false }),
    );
    let refused = take(&samira, &path, "publish", None).expect(422);
    let errors = refused.at("/errors");
    let mut pointers: Vec<&str> = errors
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["source"]["pointer"].as_str().unwrap())
        .collect();
    pointers.sort_unstable();
    assert_eq!(
        pointers,
        [
            "/data/attributes/activity_categories",
            "/data/attributes/cost",
            "/data/attributes/description",
            "/data/attributes/place_id",
        ]
    );
}

#[test]
fn where_the_centre_reviews_it_reads_an_activity_first_and_again_when_its_words_change() {
    let server = Server::start();
    require_review(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let path = make(&server, &json!({}));
    take(&samira, &path, "publish", None).expect(422);
    take(&samira, &path, "submit", None).expect(200);
    let waiting = marieke
        .get("/api/v1/moderation?filter[kind_eq]=activity")
        .expect(200);
    assert_eq!(waiting.at("/data/0/attributes/title"), "Koffieochtend");
    // It can be decided on by the centre alone, with what was read.
    take(&samira, &path, "approve", None).expect(403);
    take(&marieke, &path, "request_changes", None).expect(422);
    take(&marieke, &path, "request_changes", Some("Is er een lift?")).expect(200);
    take(&samira, &path, "submit", None).expect(200);
    take(&marieke, &path, "approve", None).expect(200);
    let seen = server.as_nobody().get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/status"), "published");
    let change =
        |title: &str| crate::support::server::document("activities", json!({ "title": title }));
    // Its dates are its own affair, and the centre's words are its own.
    let later = json!({ "starts_at": "2026-12-08T11:00", "ends_at": "2026-12-08T12:00" });
    samira
        .patch(
            &path,
            &crate::support::server::document("activities", later),
        )
        .expect(200);
    marieke.patch(&path, &change("Koffie en thee")).expect(200);
    take(&samira, &path, "unpublish", None).expect(200);
    samira.patch(&path, &change("Iets heel anders")).expect(200);
    take(&samira, &path, "publish", None).expect(422);
}

/// One that visitors see, of an organisation whose words are read first; what the change of its title was answered.
fn changed(server: &Server) -> (String, Reply) {
    require_review(server);
    let path = make(server, &json!({}));
    take(&server.as_superuser(), &path, "submit", None).expect(200);
    take(&server.as_center(), &path, "approve", None).expect(200);
    let more = json!({ "title": "Koffie en taart", "capacity": 12 });
    let sent = crate::support::server::document("activities", more);
    let reply = server.as_superuser().patch(&path, &sent).expect(200);
    (path, reply)
}

fn title(client: &Client, path: &str) -> String {
    let shown = client.get(path).expect(200);
    shown
        .at("/data/attributes/title")
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn other_words_wait_for_the_centre_and_visitors_read_the_old_ones_until_then() {
    let server = Server::start();
    let (path, reply) = changed(&server);
    let (samira, marieke, nobody) = (
        server.as_superuser(),
        server.as_center(),
        server.as_nobody(),
    );
    // The number of places is the organiser's own affair.
    assert_eq!(
        [
            reply.at("/data/attributes/title"),
            reply.at("/data/attributes/revision"),
            reply.at("/data/attributes/revision_state"),
            reply.at("/data/attributes/capacity"),
        ],
        [
            json!("Koffieochtend"),
            json!({ "title": "Koffie en taart" }),
            json!("submitted"),
            json!(12),
        ]
    );
    let seen = nobody.get(&path).expect(200);
    assert!(!seen.text.contains("taart"), "{}", seen.text);
    let waiting = marieke
        .get("/api/v1/moderation?filter[kind_eq]=activity")
        .expect(200);
    assert_eq!(waiting.ids().len(), 1);

    take(&samira, &path, "approve", None).expect(403);
    take(
        &marieke,
        &path,
        "request_changes",
        Some("Wie bakt de taart?"),
    )
    .expect(200);
    let asked = samira.get(&path).expect(200);
    assert_eq!(
        asked.at("/data/attributes/revision_message"),
        "Wie bakt de taart?"
    );
    take(&samira, &path, "submit", None).expect(200);
    let sequence = |client: &Client| {
        client
            .get(&path)
            .expect(200)
            .at("/data/attributes/sequence")
    };
    let before = sequence(&samira).as_i64().unwrap();
    take(&marieke, &path, "approve", None).expect(200);
    assert_eq!(title(&nobody, &path), "Koffie en taart");
    // Calendars that follow it hear of it.
    assert_eq!(sequence(&samira).as_i64(), Some(before + 1));
    let shown = samira.get(&path).expect(200);
    assert_eq!(
        [
            shown.at("/data/attributes/revision"),
            shown.at("/data/attributes/slug")
        ],
        [json!(null), json!("koffie-en-taart")]
    );
    let letters: String = server.arrange(|tx| {
        Ok(tx.query_row(
            "select group_concat(distinct kind || ':' || (data ->> 'is_change')) from notifications where kind like 'activity_%' order by 1",
            [],
            |row| row.get(0),
        )?)
    });
    for expected in [
        "activity_to_review:0",
        "activity_to_review:1",
        "activity_needs_work:1",
        "activity_approved:0",
        "activity_approved:1",
    ] {
        assert!(letters.contains(expected), "{expected}: {letters}");
    }
}

#[test]
fn words_that_wait_are_refused_taken_back_or_become_those_of_a_draft() {
    let server = Server::start();
    let (path, _) = changed(&server);
    let (samira, marieke, nobody) = (
        server.as_superuser(),
        server.as_center(),
        server.as_nobody(),
    );
    let change =
        |title: &str| crate::support::server::document("activities", json!({ "title": title }));
    let state = || {
        samira
            .get(&path)
            .expect(200)
            .at("/data/attributes/revision_state")
    };
    take(&marieke, &path, "refuse", Some("Taart is te duur.")).expect(200);
    assert_eq!(
        (state(), title(&nobody, &path)),
        (json!(null), "Koffieochtend".to_owned())
    );

    samira.patch(&path, &change("Koffie en cake")).expect(200);
    assert_eq!(state(), "submitted");
    // As it reads already: nothing is left to wait.
    samira.patch(&path, &change("Koffieochtend")).expect(200);
    assert_eq!(state(), json!(null));

    samira.patch(&path, &change("Koffie en cake")).expect(200);
    take(&samira, &path, "withdraw", None).expect(200);
    assert_eq!(
        (state(), title(&samira, &path)),
        (json!(null), "Koffieochtend".to_owned())
    );

    samira.patch(&path, &change("Koffie en cake")).expect(200);
    take(&samira, &path, "unpublish", None).expect(200);
    assert_eq!(
        (state(), title(&samira, &path)),
        (json!(null), "Koffie en cake".to_owned())
    );
    take(&samira, &path, "publish", None).expect(422);
    nobody.get(&path).expect(404);
}

#[test]
fn what_the_centre_writes_stays_and_what_waits_beside_it_goes_with_a_cancelled_activity() {
    let server = Server::start();
    let (path, _) = changed(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let summary = json!({ "summary": "Elke dinsdag, met taart" });
    marieke
        .patch(
            &path,
            &crate::support::server::document("activities", summary),
        )
        .expect(200);
    let shown = samira.get(&path).expect(200);
    assert_eq!(
        [
            shown.at("/data/attributes/summary"),
            shown.at("/data/attributes/revision")
        ],
        [
            json!("Elke dinsdag, met taart"),
            json!({ "title": "Koffie en taart" })
        ]
    );
    take(&samira, &path, "cancel", Some("De zaal is dicht.")).expect(200);
    let shown = samira.get(&path).expect(200);
    assert_eq!(shown.at("/data/attributes/revision"), json!(null));
    assert!(
        marieke
            .get("/api/v1/moderation?filter[kind_eq]=activity")
            .expect(200)
            .ids()
            .is_empty()
    );
}

#[test]
fn a_cancelled_activity_stays_with_its_reason_and_its_dates_are_off() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = make(&server, &json!({}));
    take(&samira, &path, "publish", None).expect(200);
    take(&samira, &path, "cancel", None).expect(422);
    take(&samira, &path, "cancel", Some("De zaal is dicht.")).expect(200);
    let nobody = server.as_nobody();
    assert_eq!(
        nobody.get(&path).expect(200).at("/data/attributes/status"),
        "cancelled"
    );
    let all = dates(&nobody, &path);
    assert!(
        all.iter().all(|(_, status)| status == "cancelled"),
        "{all:?}"
    );
    samira.delete(&path).expect(403);
    server.as_center().delete(&path).expect(204);
    nobody.get(&path).expect(410);
}

#[test]
fn an_organisation_makes_activities_of_its_own_and_the_centre_its_own() {
    let server = Server::start();
    let samira = server.as_superuser();
    let foreign = json!({ "organization_id": server.people.foreign.to_string() });
    samira.post(LIST, &coffee(&foreign)).expect(403);
    samira.post(LIST, &coffee(&json!({}))).expect(403);
    server
        .as_nobody()
        .post(LIST, &coffee(&json!({})))
        .expect(401);
    server
        .as_volunteer()
        .post(LIST, &coffee(&json!({})))
        .expect(403);
    let made = server
        .as_content_manager()
        .post(LIST, &coffee(&json!({})))
        .expect(201);
    assert!(made.at("/data/attributes/organization_id").is_null());
    let path = format!("{LIST}/{}", made.id());
    take(&server.as_content_manager(), &path, "publish", None).expect(200);
    // Another organisation may look at it, and change nothing.
    samira.get(&path).expect(200);
    take(&samira, &path, "cancel", Some("Dicht")).expect(403);
    // A workshop for organisations is for those who manage one.
    let workshop = json!({ "is_workshop": true, "only_for_organizations": true, "title": "Vrijwilligers vinden" });
    let made = server
        .as_content_manager()
        .post(LIST, &coffee(&workshop))
        .expect(201);
    let path = format!("{LIST}/{}", made.id());
    take(&server.as_content_manager(), &path, "publish", None).expect(200);
    server.as_nobody().get(&path).expect(404);
    server.as_volunteer().get(&path).expect(404);
    samira.get(&path).expect(200);
    assert_eq!(dates(&server.as_volunteer(), &path), []);
    assert_eq!(dates(&samira, &path).len(), 4);
}

#[test]
fn what_an_organisation_planned_is_off_when_it_closes() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = make(&server, &json!({}));
    take(&samira, &path, "publish", None).expect(200);
    let organization = format!("/api/v1/organizations/{}", server.people.own);
    let marieke = server.as_center();
    let archived =
        crate::support::server::document("organizations", json!({ "status": "archived" }));
    marieke.put(&organization, &archived).expect(200);
    server.as_nobody().get(&path).expect(404);
    let seen = marieke.get(&path).expect(200);
    assert_eq!(seen.at("/data/attributes/status"), "cancelled");
    assert_eq!(
        server.as_nobody().get(DATES).expect(200).at("/meta/total"),
        0
    );
}
