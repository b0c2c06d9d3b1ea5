//! What waits, by what somebody is here.

use serde_json::{Value, json};

use crate::applications::stages::apply;
use crate::support::fixtures;
use crate::support::school::{asks_first, class, link};
use crate::support::server::{Client, Server, document};

const PATH: &str = "/api/v1/dashboard";

fn todos(client: &Client, part: &str) -> Value {
    let reply = client.get(PATH).expect(200);
    let todos = reply.at(&format!("/data/attributes/{part}/todos"));
    let counted = todos.as_array().map(|todos| {
        let pair = |todo: &Value| {
            (
                todo["key"].as_str().unwrap().to_owned(),
                todo["count"].clone(),
            )
        };
        todos.iter().map(pair).collect::<serde_json::Map<_, _>>()
    });
    json!(counted)
}

#[test]
fn each_sees_what_waits_for_them_and_nothing_of_others() {
    let server = Server::start();
    let samira = server.as_superuser();
    let joke = server.as_volunteer();
    let id = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    samira
        .post(
            "/api/v1/vacancies",
            &fixtures::vacancy(server.people.own, "Nog niet af"),
        )
        .expect(201);
    joke.put(&format!("/api/v1/vacancies/{id}/favorite"), &json!({}))
        .expect(204);
    joke.post(
        "/api/v1/applications",
        &document(
            "applications",
            json!({ "vacancy_id": id, "message": "Ik doe graag boodschappen voor de buurt." }),
        ),
    )
    .expect(201);
    assert_eq!(todos(&joke, "own"), json!({ "open": 1, "saved": 1 }));
    assert_eq!(todos(&joke, "organization"), json!(null));
    assert_eq!(todos(&joke, "centre"), json!(null));
    assert_eq!(
        todos(&samira, "organization"),
        json!({ "unanswered": 1, "drafts": 1 })
    );
    assert_eq!(todos(&samira, "own"), json!({}));
    assert_eq!(todos(&samira, "centre"), json!(null));
    assert_eq!(
        todos(&server.as_center(), "centre"),
        json!({}),
        "nobody waits for a week yet"
    );
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 8));
    assert_eq!(todos(&server.as_center(), "centre"), json!({ "silent": 1 }));
    let figures = server
        .as_center()
        .get(PATH)
        .expect(200)
        .at("/data/attributes/centre/figures");
    assert_eq!(
        figures[0],
        json!({ "key": "applications", "count": 0, "before": 1 })
    );
    assert_eq!(
        figures[3],
        json!({ "key": "vacancies", "count": 0, "before": 1 })
    );
    assert_eq!(figures.as_array().unwrap().len(), 5);
    server.as_nobody().get(PATH).expect(401);
}

#[test]
fn another_centre_and_another_organization_count_their_own() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    server
        .as_volunteer()
        .post(
            "/api/v1/applications",
            &document(
                "applications",
                json!({ "vacancy_id": id, "message": "Ik doe graag boodschappen voor de buurt." }),
            ),
        )
        .expect(201);
    let (own, center) = (server.people.own, server.people.other_center);
    // All of it goes to the other centre.
    server.arrange(move |tx| {
        tx.execute("update applications set volunteer_center_id = ?1", [center])?;
        tx.execute(
            "update vacancies set volunteer_center_id = ?1 where organization_id = ?2",
            (center, own),
        )?;
        tx.execute(
            "update organizations set volunteer_center_id = ?1 where id = ?2",
            (center, own),
        )?;
        Ok(())
    });
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 8));
    assert_eq!(todos(&server.as_center(), "centre"), json!({}));
    let figures = server
        .as_center()
        .get(PATH)
        .expect(200)
        .at("/data/attributes/centre/figures");
    assert_eq!(figures[0]["count"], json!(0));
    // A chosen organisation narrows what is about organisations.
    let chosen = server
        .as_superuser()
        .with("current-organization-id", &own.to_string());
    assert_eq!(todos(&chosen, "organization"), json!({ "unanswered": 1 }));
}

fn hats(client: &Client) -> Vec<(String, Value, Value)> {
    let reply = client.get(PATH).expect(200);
    let hats = reply.at("/data/attributes/hats");
    hats.as_array()
        .unwrap()
        .iter()
        .map(|hat| {
            let text = |name: &str| hat[name].as_str().unwrap_or_default().to_owned();
            (
                format!("{} {}", text("kind"), text("name"))
                    .trim()
                    .to_owned(),
                hat["first"]["key"].clone(),
                hat["count"].clone(),
            )
        })
        .collect()
}

#[test]
fn every_hat_says_what_waits_under_it_whichever_is_worn() {
    let server = Server::start();
    let class = class(&server);
    asks_first(&server, class);
    let mia = server.as_mentor();
    link(&mia, class, class.sem, None).expect(201);
    assert_eq!(hats(&mia), []);
    let samira = server.as_superuser();
    let vacancy = fixtures::published(&samira, server.people.own, "Taalmaatje gezocht");
    apply(&server.as_student(), &vacancy).expect(201);
    let school = mia
        .clone()
        .with("current-organization-id", &class.school.to_string());
    for worn in [&mia, &school] {
        assert_eq!(todos(worn, "mentor"), json!({ "to_approve": 1 }));
        assert_eq!(
            hats(worn),
            [(
                "organization Lyceum Lindewaard".to_owned(),
                json!("to_approve"),
                json!(1)
            )]
        );
    }
    // Samira works for one organisation and does not hear of the school's.
    apply(&server.as_volunteer(), &vacancy).expect(201);
    let found = hats(&samira);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (&found[0].1, &found[0].2),
        (&json!("unanswered"), &json!(1))
    );
    assert_eq!(hats(&server.as_volunteer()), []);
}

fn steps(client: &Client, part: &str) -> Value {
    let reply = client.get(PATH).expect(200);
    let steps = reply.at(&format!("/data/attributes/{part}/steps"));
    let told = steps.as_array().map(|steps| {
        steps
            .iter()
            .map(|step| {
                (
                    step["key"].as_str().unwrap().to_owned(),
                    step["is_done"].clone(),
                )
            })
            .collect::<serde_json::Map<_, _>>()
    });
    json!(told)
}

#[test]
fn who_has_just_begun_is_told_what_comes_first_and_how_far_they_are() {
    let server = Server::start();
    let own = server.people.own;
    let approval = |client: &Client| {
        client
            .get(PATH)
            .expect(200)
            .at("/data/attributes/organization/approval")
    };
    server.arrange(move |tx| {
        tx.execute("delete from vacancies", [])?;
        tx.execute(
            "update organizations set status = 'pending', description = null, logo_url = null, photo_url = null where id = ?1",
            [own],
        )?;
        Ok(())
    });
    let samira = server.as_superuser();
    let nothing = json!({ "approval": false, "vacancy": false, "profile": false, "photo": false });
    assert_eq!(steps(&samira, "organization"), nothing);
    let waits = approval(&samira);
    assert_eq!(waits["status"], "pending");
    assert_eq!(waits["waiting_days"], 0);
    assert_eq!(waits["term_days"], 3);
    assert_eq!(waits["draft_id"], json!(null));
    // A draft may be written while it waits.
    let draft = samira
        .post("/api/v1/vacancies", &fixtures::vacancy(own, "Nog niet af"))
        .expect(201)
        .id();
    assert_eq!(steps(&samira, "organization")["vacancy"], true);
    assert_eq!(approval(&samira)["draft_id"], draft);
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(24 * 14));
    let samira = server.as_superuser();
    assert!(approval(&samira)["waiting_days"].as_i64().unwrap() > 3);
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'approved', photo_url = '/uploads/x.webp',
               description = 'Wij helpen mensen met boodschappen, koken en een praatje in de buurt.' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    assert_eq!(steps(&samira, "organization"), json!({}), "all is done");
    // A volunteer, until they have applied somewhere.
    let joke = server.as_volunteer();
    assert_eq!(steps(&joke, "own")["apply"], false);
    let vacancy = fixtures::published(&samira, own, "Boodschappen doen");
    apply(&joke, &vacancy).expect(201);
    assert_eq!(steps(&joke, "own"), json!({}));
    // A centre, until it has an organisation and a vacancy.
    assert_eq!(steps(&server.as_center(), "centre"), json!({}));
    server.arrange(|tx| {
        tx.execute("delete from applications", [])?;
        tx.execute("delete from vacancies", [])?;
        Ok(())
    });
    assert_eq!(steps(&server.as_center(), "centre")["vacancy"], false);
    assert_eq!(steps(&server.as_mentor(), "mentor")["students"], false);
}

/// A row of hours that wait, of a person at an organisation.
fn log_hours(server: &Server, user: i64, organization: Option<i64>) {
    let center = server.people.center;
    server.arrange(move |tx| {
        tx.execute(
            "insert into hours_entries (user_id, organization_id, volunteer_center_id, work, day, hours, logged_hours, status, source, waits_since, created_at, updated_at)
             values (?1, ?2, ?3, 'Voorlezen', '2026-11-20', 2, 2, 'logged', 'own', ?4, ?4, ?4)",
            (user, organization, center, tx.now().to_owned()),
        )?;
        Ok(())
    });
}

#[test]
fn hours_wait_for_who_confirms_them_and_for_nobody_else() {
    let server = Server::start();
    let (own, foreign, joke) = (
        server.people.own,
        server.people.foreign,
        server.people.volunteer,
    );
    log_hours(&server, joke, Some(own));
    log_hours(&server, joke, Some(foreign));
    log_hours(&server, joke, None);
    let samira = server.as_superuser();
    assert_eq!(todos(&samira, "organization"), json!({ "hours": 1 }));
    assert_eq!(todos(&server.as_center(), "centre")["hours"], 1);
    assert_eq!(todos(&server.as_volunteer(), "own"), json!({}));
    // Nobody confirms their own.
    log_hours(&server, server.people.superuser, Some(own));
    assert_eq!(todos(&samira, "organization"), json!({ "hours": 1 }));
    // In the name of an organisation that is not approved any more nothing is confirmed.
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'archived' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    assert_eq!(
        todos(&server.as_superuser(), "organization")["hours"],
        json!(null)
    );
}

#[test]
fn a_mentor_hears_of_the_hours_of_the_students_whom_they_guide() {
    let server = Server::start();
    let class = class(&server);
    let mia = server.as_mentor();
    link(&mia, class, class.sem, None).expect(201);
    log_hours(&server, class.sem, Some(server.people.own));
    log_hours(&server, server.people.volunteer, Some(server.people.own));
    assert_eq!(todos(&mia, "mentor"), json!({ "hours": 1 }));
    let figures = |client: &Client| {
        let figures = client
            .get(PATH)
            .expect(200)
            .at("/data/attributes/mentor/figures");
        let counts = figures.as_array().unwrap().iter();
        counts
            .map(|figure| figure["count"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(figures(&mia), [1, 0, 1], "students, with a place, without");
    let vacancy = fixtures::published(&server.as_superuser(), server.people.own, "Taalmaatje");
    apply(&server.as_student(), &vacancy).expect(201);
    server.arrange(|tx| {
        tx.execute("update applications set stage = 'started'", [])?;
        Ok(())
    });
    assert_eq!(figures(&mia), [1, 1, 0]);
}

/// A conversation of a person with an organisation, or with the centre, in which the person wrote.
fn converse(server: &Server, organization: Option<i64>) {
    let (center, joke) = (server.people.center, server.people.volunteer);
    server.arrange(move |tx| {
        let now = tx.now().to_owned();
        tx.execute(
            "insert into conversations (about_type, about_id, organization_id, volunteer_center_id, last_message_at, created_at, updated_at)
             values ('users', ?1, ?2, ?3, ?4, ?4, ?4)",
            (joke, organization, center, &now),
        )?;
        let id = tx.last_insert_rowid();
        let other = if organization.is_some() { "organization" } else { "center" };
        tx.execute(
            "insert into conversation_sides (conversation_id, side, user_id) values (?1, 'person', ?2), (?1, ?3, null)",
            (id, joke, other),
        )?;
        tx.execute(
            "insert into messages (conversation_id, author_id, side, body, created_at, updated_at) values (?1, ?2, 'person', 'Hallo', ?3, ?3)",
            (id, joke, &now),
        )?;
        Ok(())
    });
}

#[test]
fn what_is_unread_is_counted_on_the_side_that_has_not_read_it() {
    let server = Server::start();
    converse(&server, Some(server.people.own));
    converse(&server, Some(server.people.foreign));
    converse(&server, None);
    assert_eq!(
        todos(&server.as_superuser(), "organization"),
        json!({ "unread": 1 })
    );
    assert_eq!(todos(&server.as_center(), "centre"), json!({ "unread": 1 }));
    assert_eq!(todos(&server.as_volunteer(), "own"), json!({}));
    server.arrange(|tx| {
        tx.execute("update messages set side = 'center' where side = 'person' and conversation_id in (select conversation_id from conversation_sides where side = 'center')", [])?;
        Ok(())
    });
    assert_eq!(todos(&server.as_volunteer(), "own"), json!({ "unread": 1 }));
    assert_eq!(todos(&server.as_center(), "centre"), json!({}));
    assert_eq!(hats(&server.as_volunteer()).len(), 1);
}

#[test]
fn a_centre_hears_of_reports_activities_and_silent_organisations_of_its_own() {
    let server = Server::start();
    let (own, center, other) = (
        server.people.own,
        server.people.center,
        server.people.other_center,
    );
    server.arrange(move |tx| {
        let now = tx.now().to_owned();
        for center in [center, other] {
            tx.execute(
                "insert into abuse_reports (volunteer_center_id, subject_type, subject_id, category, body, snapshot, status, created_at, updated_at)
                 values (?1, 'vacancies', 1, 'spam', '', '{}', 'new', ?2, ?2)",
                (center, &now),
            )?;
            tx.execute(
                "insert into activities (volunteer_center_id, title, slug, status, moderation_state, starts_at, ends_at, created_at, updated_at)
                 values (?1, 'Koffie', 'koffie-' || ?1, 'draft', 'submitted', '2027-03-02T10:00', '2027-03-02T12:00', ?2, ?2)",
                (center, &now),
            )?;
        }
        Ok(())
    });
    let id = fixtures::published(&server.as_superuser(), own, "Boodschappen doen");
    assert_eq!(
        todos(&server.as_center(), "centre"),
        json!({ "reports": 1, "activities": 1 })
    );
    server.arrange(move |tx| {
        tx.execute("update users set last_sign_in_at = '2026-01-01T09:00:00Z'", [])?;
        tx.execute("update vacancies set expires_at = '2028-01-01T09:00:00Z' where id = ?1", [id])?;
        tx.execute(
            "update organizations set organization_type = 'NonProfit', approved_at = '2026-01-01T09:00:00Z' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    let marieke = server.as_center();
    assert_eq!(todos(&marieke, "centre")["quiet"], 1);
    let quiet = marieke
        .get("/api/v1/organizations?filter[quiet_eq]=true")
        .expect(200);
    assert_eq!(quiet.at("/data/0/id"), own.to_string());
    assert_eq!(quiet.at("/meta/total"), 1);
    // Who signs in is silent no longer.
    let samira = server.as_superuser();
    assert_eq!(todos(&marieke, "centre")["quiet"], json!(null));
    // That somebody does not sign in is no business of others.
    let listed = samira
        .get("/api/v1/organizations?filter[quiet_eq]=true")
        .expect(200);
    assert_eq!(listed.at("/meta/total"), 0);
}

#[test]
fn who_makes_the_site_hears_of_drafts_what_is_planned_and_what_is_not_translated() {
    let server = Server::start();
    let (center, other) = (server.people.center, server.people.other_center);
    server.arrange(move |tx| {
        tx.execute("update pages set deleted_at = ?1", [tx.now().to_owned()])?;
        let now = tx.now().to_owned();
        for (center, slug, kind, number, changed) in [
            (center, "concept", "default", None, 1),
            (center, "nieuws", "news", None, 1),
            (center, "online", "default", Some(1), 0),
            (center, "anders", "default", Some(1), 1),
            (other, "elders", "default", None, 1),
        ] {
            tx.execute(
                "insert into pages (volunteer_center_id, title, slug, locale, page_type, published_number, published_at, has_unpublished_changes, created_at, updated_at)
                 values (?1, ?2, ?2, 'nl', ?3, ?4, iif(?4, ?5, null), ?6, ?5, ?5)",
                (center, slug, kind, number, &now, changed),
            )?;
        }
        tx.execute(
            "insert into newsletters (volunteer_center_id, title, created_at, updated_at) values (?1, 'December', ?2, ?2)",
            (center, &now),
        )?;
        Ok(())
    });
    let cora = server.as_content_manager();
    assert_eq!(
        todos(&cora, "content"),
        json!({ "drafts": 2, "changes": 1, "untranslated": 2, "newsletters": 1 })
    );
    // A page manager has no news and no newsletters.
    assert_eq!(
        todos(&server.as_page_manager(), "content"),
        json!({ "drafts": 1, "changes": 1, "untranslated": 2 })
    );
    for client in [server.as_center(), server.as_volunteer()] {
        assert_eq!(todos(&client, "content"), json!(null));
    }
}

#[test]
fn what_cannot_be_counted_is_named_and_the_rest_answers() {
    let server = Server::start();
    log_hours(&server, server.people.volunteer, Some(server.people.own));
    let samira = server.as_superuser();
    let reply = samira.get(PATH).expect(200);
    assert_eq!(reply.at("/data/attributes/failed"), json!([]));
    server.arrange(|tx| {
        tx.execute_batch(
            "drop table conversation_marks; alter table conversation_sides rename to gone_sides;",
        )?;
        Ok(())
    });
    let reply = samira.get(PATH).expect(200);
    let failed = reply.at("/data/attributes/failed");
    let failed: Vec<&str> = failed
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    assert_eq!(failed, ["own.unread", "organization.unread"]);
    assert_eq!(todos(&samira, "organization"), json!({ "hours": 1 }));
    let figures = reply.at("/data/attributes/organization/figures");
    assert_eq!(figures.as_array().unwrap().len(), 5);
}

#[test]
fn the_order_of_the_cards_is_kept_per_account_and_can_be_put_back() {
    let server = Server::start();
    let cards = |client: &Client| client.get(PATH).expect(200).at("/data/attributes/cards");
    let arrange = |client: &Client, cards: Value| client.patch(PATH, &json!({ "cards": cards }));
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    assert_eq!(cards(&joke), json!([]));
    let wanted = json!([
        { "key": "own_messages", "is_hidden": false },
        { "key": "own_applications", "is_hidden": true },
    ]);
    let changed = arrange(&joke, wanted.clone()).expect(200);
    assert_eq!(changed.at("/data/attributes/cards"), wanted);
    // It is of the account, not of the session.
    assert_eq!(cards(&server.as_volunteer()), wanted);
    assert_eq!(cards(&samira), json!([]));
    // A card is one that there is, once.
    arrange(&joke, json!([{ "key": "own_weather" }])).expect(422);
    let twice = json!([{ "key": "own_hours" }, { "key": "own_hours" }]);
    let refused = arrange(&joke, twice).expect(422);
    assert_eq!(
        refused.at("/errors/0/source/pointer"),
        "/data/attributes/cards/1/key"
    );
    assert_eq!(cards(&joke), wanted);
    joke.put(PATH, &json!({ "cards": [] })).expect(200);
    assert_eq!(cards(&joke), json!([]));
    server
        .as_nobody()
        .patch(PATH, &json!({ "cards": [] }))
        .expect(401);
}
