//! What becomes of an activity: drafts, review, publication, cancelling, and who sees it when.

use serde_json::json;

use super::{DATES, LIST, coffee, dates, make, take};
use crate::support::server::Server;

fn require_review(server: &Server) {
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
    let refused = samira.patch(&path, &change("Iets heel anders")).expect(422);
    assert_eq!(refused.at("/errors/0/code"), "review_needed");
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
