//! Audit log (docs/domain/rights.md#audit-log): which changes are recorded, and who may read them.

use serde_json::{Value, json};

use crate::applications::stages::apply;
use crate::support::fixtures;
use crate::support::fixtures::published;
use crate::support::server::{Client, Server, document};

const TRAIL: &str = "/api/v1/audit_events";

pub fn actions(client: &Client, question: &str) -> Vec<String> {
    let list = client
        .get(&format!("{TRAIL}?{question}&page[size]=100"))
        .expect(200)
        .at("/data");
    let list = list.as_array().unwrap();
    let text = |event: &Value, name: &str| {
        let value = &event["attributes"][name];
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    list.iter()
        .map(|event| {
            format!(
                "{} {} {}",
                text(event, "action"),
                text(event, "subject_type"),
                text(event, "subject_id")
            )
        })
        .collect()
}

/// Who reads does not wait long for a busy disk, but the row is in the writer's queue: a write after it comes after it.
pub fn settle(server: &Server) {
    server
        .as_center()
        .put("/api/v1/notifications/read_all", &json!({}))
        .expect(204);
}

fn application(server: &Server) -> String {
    let vacancy = published(&server.as_superuser(), server.people.own, "Taalmaatje");
    apply(&server.as_volunteer(), &vacancy).expect(201).id()
}

#[test]
fn who_runs_a_centre_reads_applications_under_watch() {
    let server = Server::start();
    let id = application(&server);
    let (marieke, ada) = (server.as_center(), server.as_admin());
    let read = "filter[is_reading_eq]=true&filter[subject_type_eq]=applications";
    for client in [&marieke, &ada, &marieke] {
        client
            .get(&format!("/api/v1/applications/{id}"))
            .expect(200);
    }
    settle(&server);
    let one = || format!("read applications {id}");
    assert_eq!(
        actions(&ada, read),
        [one(), one(), one()],
        "one for each request"
    );
    marieke.get("/api/v1/applications").expect(200);
    settle(&server);
    let found = ada.get(&format!("{TRAIL}?{read}&page[size]=1")).expect(200);
    assert_eq!(found.at("/data/0/attributes/action"), "list");
    assert_eq!(found.at("/data/0/attributes/data/count"), 1);
    assert_eq!(found.at("/meta/total"), 4);

    // Nobody's contact data: a count on a button, a list of titles.
    marieke
        .get("/api/v1/applications?fields[applications]=vacancy_title&page[size]=1")
        .expect(200);
    // One's own, and those of one's own organisation, are no strangers' here.
    server
        .as_volunteer()
        .get(&format!("/api/v1/applications/{id}"))
        .expect(200);
    server
        .as_superuser()
        .get(&format!("/api/v1/applications/{id}"))
        .expect(200);
    marieke.get("/api/v1/applications/999999").expect(404);
    settle(&server);
    assert_eq!(actions(&ada, read).len(), 4);
}

#[test]
fn everybody_sees_their_own_trail_and_nobody_elses() {
    let server = Server::start();
    let id = application(&server);
    let (joke, samira, marieke) = (
        server.as_volunteer(),
        server.as_superuser(),
        server.as_center(),
    );
    let people = server.people;
    marieke
        .get(&format!("/api/v1/users/{}", people.volunteer))
        .expect(200);
    marieke
        .get(&format!("/api/v1/applications/{id}"))
        .expect(200);
    marieke
        .get(&format!("/api/v1/users/{}", people.superuser))
        .expect(200);
    settle(&server);

    server.as_nobody().get(TRAIL).expect(401);
    let mine = actions(&joke, "filter[about_me_eq]=true");
    assert_eq!(
        mine,
        [
            format!("read applications {id}"),
            format!("read users {}", people.volunteer),
            format!("apply applications {id}"),
        ],
        "the latest first"
    );
    assert_eq!(actions(&joke, ""), mine);
    for stranger in [
        server.as_student(),
        server.as_mentor(),
        server.as_content_manager(),
    ] {
        assert_eq!(actions(&stranger, ""), Vec::<String>::new());
    }
    // A person who is not to be known is not named; whose work it was is said.
    let event = joke
        .get(&format!("{TRAIL}?include=actor&page[size]=1"))
        .expect(200);
    assert_eq!(event.at("/data/0/attributes/actor_kind"), "center");
    assert_eq!(event.at("/included"), json!([]));
    let named = marieke
        .get(&format!("{TRAIL}?include=actor&page[size]=1"))
        .expect(200);
    assert_eq!(named.at("/included/0/attributes/full_name"), "Marieke Bos");

    // A manager sees what happened to the organisation, its vacancies and what was sent to it, and to nobody else.
    let theirs = actions(
        &samira,
        &format!("filter[actor_id_eq]={}", people.volunteer),
    );
    assert_eq!(theirs, [format!("apply applications {id}")]);
    assert_eq!(
        actions(
            &samira,
            &format!(
                "filter[subject_id_eq]={}&filter[subject_type_eq]=users",
                people.volunteer
            )
        ),
        Vec::<String>::new()
    );
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    assert_eq!(
        actions(&wim, "filter[subject_type_eq]=applications"),
        Vec::<String>::new()
    );
}

#[test]
fn a_centre_sees_its_own_trail_and_an_admin_all() {
    let server = Server::start();
    let people = server.people;
    let elsewhere = server.arrange(move |tx| {
        fixtures::user(
            tx,
            "elders@example.nl",
            "Eli Elders",
            people.other_center,
            "",
        )
    });
    let (marieke, ada) = (server.as_center(), server.as_admin());
    let path = format!("/api/v1/users/{elsewhere}");
    ada.patch(&path, &document("user", json!({ "job_title": "Kok" })))
        .expect(200);
    let about = format!("filter[subject_type_eq]=users&filter[subject_id_eq]={elsewhere}");
    assert_eq!(actions(&ada, &about), [format!("update users {elsewhere}")]);
    assert_eq!(actions(&marieke, &about), Vec::<String>::new());
}

#[test]
fn every_change_leaves_a_row_that_says_which_fields_and_nothing_personal() {
    let server = Server::start();
    let (marieke, ada) = (server.as_center(), server.as_admin());
    let joke = server.people.volunteer;
    let path = format!("/api/v1/users/{joke}");
    let sent = json!({ "phone_number": "0612345678", "locale": "en" });
    marieke.patch(&path, &document("user", sent)).expect(200);
    let question = format!("{TRAIL}?filter[subject_type_eq]=users&filter[subject_id_eq]={joke}");
    let data = ada.get(&question).expect(200).at("/data/0/attributes/data");
    assert_eq!(
        data,
        json!({ "fields": ["phone_number", "locale"], "changes": [{ "field": "locale", "from": "nl", "to": "en" }] })
    );
    // Own account, a tag, an organisation, a vacancy, a state: each by whoever did it.
    server
        .as_volunteer()
        .patch(
            "/api/v1/current_user",
            &json!({ "user": { "job_title": "Kok" } }),
        )
        .expect(200);
    let tag = json!({ "kind": "tags", "key": "tuin", "name_nl": "Tuin", "name_en": "Garden" });
    let tag = marieke
        .post("/api/v1/taxonomies", &document("taxonomies", tag))
        .expect(201)
        .id();
    marieke
        .patch(
            &format!("/api/v1/taxonomies/{tag}"),
            &document("taxonomies", json!({ "icon": "star" })),
        )
        .expect(200);
    marieke
        .delete(&format!("/api/v1/taxonomies/{tag}"))
        .expect(204);
    let vacancy = published(&server.as_superuser(), server.people.own, "Taalmaatje");
    let own = server.people.own;
    marieke
        .patch(
            &format!("/api/v1/organizations/{own}"),
            &document("organizations", json!({ "trusted": false })),
        )
        .expect(200);
    let all = actions(&ada, "filter[is_reading_eq]=false");
    for expected in [
        format!("update users {joke}"),
        format!("create taxonomies {tag}"),
        format!("update taxonomies {tag}"),
        format!("delete taxonomies {tag}"),
        format!("create vacancies {vacancy}"),
        format!("publish vacancies {vacancy}"),
        format!("update organizations {own}"),
    ] {
        assert!(all.contains(&expected), "{expected}: {all:?}");
    }
}

#[test]
fn a_read_is_found_by_who_what_and_when() {
    let server = Server::start();
    let (marieke, ada) = (server.as_center(), server.as_admin());
    let people = server.people;
    marieke
        .get(&format!("/api/v1/users/{}", people.volunteer))
        .expect(200);
    server.clock.advance(jiff::SignedDuration::from_hours(2));
    let since = server.clock.text();
    let marieke = server.as_center();
    marieke
        .get(&format!("/api/v1/users/{}", people.superuser))
        .expect(200);
    let later = format!("read users {}", people.superuser);
    let earlier = format!("read users {}", people.volunteer);
    assert_eq!(
        actions(
            &ada,
            &format!("filter[action_in]=read,update&filter[created_at_gteq]={since}")
        ),
        [later.clone()]
    );
    assert_eq!(
        actions(
            &ada,
            &format!("filter[action_eq]=read&filter[created_at_lteq]={since}&sort=created_at")
        )[0],
        earlier
    );
    assert_eq!(actions(&ada, "filter[action_eq]=read"), [later, earlier]);
    ada.get(&format!("{TRAIL}?filter[detail_eq]=x")).expect(400);
    ada.post(TRAIL, &json!({})).expect(405);
}

#[test]
fn people_who_come_along_with_something_else_are_noted_too() {
    let server = Server::start();
    let (marieke, ada) = (server.as_center(), server.as_admin());
    let noted = || {
        actions(
            &ada,
            "filter[is_reading_eq]=true&filter[subject_type_eq]=roles",
        )
    };
    marieke.get("/api/v1/roles").expect(200);
    assert!(noted().is_empty(), "which roles there are is no detail");
    marieke.get("/api/v1/roles?include=user").expect(200);
    assert_eq!(noted(), ["list roles null"]);
}
