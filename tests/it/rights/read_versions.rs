//! Whoever decides on what somebody else wrote decides on what was read: the version is demanded, and one that has
//! changed since is refused (docs/security.md).

use serde_json::{Value, json};
use voluntr::model::state_machine::{By, Machine, MachineRow};
use voluntr::resources;

use crate::activities;
use crate::applications::stages::apply;
use crate::content::{blocks, page, save};
use crate::support::fixtures::{self, published, vacancy};
use crate::support::server::{Reply, Server, document};
use crate::vacancies::revision::reviewed;
use crate::vacancies::states::{LIST, state, take};

const OLD: &str = "\"999999\"";

fn version(reply: &Reply) -> String {
    format!("\"{}\"", reply.at("/data/meta/version"))
}

/// Puts a vacancy that waits for the centre into a state of one of its machines; gives its id.
fn vacancy_in(server: &Server, column: &'static str, from: &str) -> String {
    let id = server
        .as_superuser()
        .post(LIST, &vacancy(server.people.own, "Soep koken"))
        .expect(201)
        .id();
    let (number, from): (i64, String) = (id.parse().unwrap(), from.to_owned());
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute(
            "update volunteer_centers set review_vacancies = 1 where id = (select volunteer_center_id from organizations where id = ?1)",
            [own],
        )?;
        tx.execute("update organizations set trusted = 0 where id = ?1", [own])?;
        let status = if column == "revision_state" { "published" } else { "draft" };
        tx.execute(
            "update vacancies set status = ?2, published_at = iif(?2 = 'published', created_at, null) where id = ?1",
            (number, status),
        )?;
        tx.execute(
            "update vacancies set revision = '{\"title\":\"Soep koken voor de buurt\"}' where id = ?1 and ?2 = 'revision_state'",
            (number, column),
        )?;
        tx.execute(
            &format!("update vacancies set {column} = ?2 where id = ?1"),
            (number, from),
        )?;
        Ok(())
    });
    id
}

fn activity_in(server: &Server, column: &'static str, from: &str) -> String {
    let path = activities::make(server, &json!({}));
    let id = path.rsplit('/').next().unwrap().to_owned();
    let (number, from): (i64, String) = (id.parse().unwrap(), from.to_owned());
    server.arrange(move |tx| {
        tx.execute(
            &format!("update activities set {column} = ?2, deleted_at = iif(?2 = 'deleted', updated_at, null) where id = ?1"),
            (number, from),
        )?;
        Ok(())
    });
    id
}

/// An entry in this state; one that is disputed was sent back to its writer.
fn hours_in(server: &Server, from: &str) -> String {
    use crate::hours::{correct, log, step};
    let (joke, samira) = (server.as_volunteer(), server.as_superuser());
    let day = server.arrange(|tx| {
        Ok(tx.query_row(
            "select date('2026-11-20', '-' || count(*) || ' days') from hours_entries",
            [],
            |row| row.get::<_, String>(0),
        )?)
    });
    let work = json!({
        "organization_id": server.people.own.to_string(), "description": "Helpen", "day": day,
    });
    let id = log(&joke, work).expect(201).id();
    match from {
        "disputed" => drop(step(&samira, &id, "return", Some("Klopt dit?")).expect(200)),
        "corrected" => drop(correct(&samira, &id, 1.0, "Je ging eerder weg.").expect(200)),
        _ => {}
    }
    id
}

/// What a step of a machine is asked with: its call and its body.
fn call(server: &Server, machine: &Machine, row: &MachineRow, from: &str) -> (String, Value) {
    let (list, id) = match machine.type_name {
        "vacancies" => (LIST, vacancy_in(server, machine.column, from)),
        "activities" => (activities::LIST, activity_in(server, machine.column, from)),
        "hours_entries" => (crate::hours::HOURS, hours_in(server, from)),
        other => panic!("{other}: say here how `{}` is asked for", row.event),
    };
    let step = match row.event {
        _ if machine.type_name == "hours_entries" => "transition",
        "approve" | "request_changes" | "refuse" => "moderate",
        _ => "transition",
    };
    let body = json!({ "data": { "attributes": { "event": row.event, "message": "Graag iets concreter." } } });
    (format!("{list}/{id}/{step}"), body)
}

#[test]
fn every_step_that_judges_demands_the_version_that_was_read() {
    let server = Server::start();
    let marieke = server.as_center();
    let mut demanded = 0;
    for machine in resources::machines() {
        for row in machine.rows.iter().filter(|row| row.by.judges()) {
            let name = format!("{}.{} {}", machine.type_name, machine.column, row.event);
            assert_ne!(row.demands_version, row.open.is_some(), "{name}");
            if !row.demands_version {
                assert!(
                    row.open.unwrap().len() > 20,
                    "{name}: open without a reason"
                );
                continue;
            }
            // An operation of its own runs the step as the program, which the machine cannot ask.
            assert!(matches!(row.by, By::Verb(_)), "{name}: asks nothing");
            for from in &row.from {
                demanded += 1;
                let (path, body) = call(&server, &machine, row, from);

                let of_row = path.rsplit_once('/').unwrap().0.to_owned();
                let before = marieke.get(&of_row).expect(200);
                let unread = marieke.put(&path, &body).expect(428);
                assert_eq!(unread.code(), "precondition_required", "{name} from {from}");
                assert_eq!(unread.at("/errors/0/source/header"), "If-Match");
                let with = |tag: &str| marieke.clone().with("if-match", tag).put(&path, &body);
                with("*").expect(428);
                assert_eq!(
                    with(OLD).expect(412).code(),
                    "stale_resource",
                    "{name} from {from}"
                );
                let after = marieke.get(&of_row).expect(200);
                assert_eq!(before.text, after.text, "{name} from {from}");
                with(&version(&before)).expect(200);
            }
        }
    }
    assert!(demanded >= 8, "only {demanded} steps were asked for");
}

#[test]
fn words_that_were_swapped_after_the_centre_read_them_are_not_approved() {
    let server = Server::start();
    let path = reviewed(&server);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let rename = |title: &str| {
        let changed = document("vacancies", json!({ "title": title }));
        samira.patch(&path, &changed).expect(200)
    };
    rename("Soep koken voor de buurt");
    let read = marieke.get(&path).expect(200);
    rename("Beleg nu in deze munt");
    let approve = json!({ "data": { "attributes": { "event": "approve" } } });
    let moderate = format!("{path}/moderate");
    let late = marieke.clone().with("if-match", &version(&read));
    assert_eq!(
        late.put(&moderate, &approve).expect(412).code(),
        "stale_resource"
    );
    let shown = server.as_nobody().get(&path).expect(200);
    assert!(!shown.text.contains("Beleg"));
    marieke.decide(&moderate, &approve).expect(200);
    let shown = server.as_nobody().get(&path).expect(200);
    assert!(shown.text.contains("Beleg"));
}

#[test]
fn a_requested_name_that_was_swapped_is_not_agreed_to() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let ask = |name: &str| {
        let asked = document(
            "organizations",
            json!({ "name": name, "kvk_number": "12345678" }),
        );
        samira.patch(&path, &asked).expect(200);
    };
    ask("Taalhuis Rivierenland");
    let read = marieke.get(&path).expect(200);
    ask("Bank van Nederland");
    let body = json!({ "data": { "attributes": { "event": "approve" } } });
    let decide = format!("{path}/requested_change");
    assert_eq!(
        marieke.put(&decide, &body).expect(428).code(),
        "precondition_required"
    );
    let late = marieke.clone().with("if-match", &version(&read));
    late.put(&decide, &body).expect(412);
    samira.put(&decide, &body).expect(403);
    assert_eq!(
        marieke.get(&path).at("/data/attributes/name"),
        "Taalhuis Lindewaard"
    );
    marieke.decide(&decide, &body).expect(200);
}

/// The calls that other programs make today send none: they stay open, but an old one is refused.
#[test]
fn an_organisation_is_approved_as_it_was_read_or_by_who_sends_no_version() {
    let server = Server::start();
    let marieke = server.as_center();
    let (own, center) = (server.people.own, server.people.center);
    let waiting: [i64; 2] = server.arrange(move |tx| {
        Ok([
            fixtures::organization(tx, "Tuin van Noord", center, "pending", false)?,
            fixtures::organization(tx, "Tuin van Zuid", center, "pending", false)?,
        ])
    });
    let approved = document("organizations", json!({ "status": "approved" }));
    let path = format!("/api/v1/organizations/{}", waiting[0]);
    let read = marieke.get(&path).expect(200);
    let late = marieke.clone().with("if-match", &version(&read));
    let renamed = document(
        "organizations",
        json!({ "name": "Casino van Noord", "kvk_number": "12345678" }),
    );
    marieke.patch(&path, &renamed).expect(200);
    late.put(&format!("{path}/approve"), &approved).expect(412);
    late.put(
        &path,
        &document("organizations", json!({ "status": "archived" })),
    )
    .expect(412);
    marieke
        .put(&format!("{path}/approve"), &approved)
        .expect(200);

    // What stands in a row of its own is read with it: the profile, and the address of a vacancy.
    let path = format!("/api/v1/organizations/{own}");
    let read = marieke.get(&path).expect(200);
    let profile = read.at("/data/attributes/profile_id");
    let profile = format!(
        "/api/v1/organization_profiles/{}",
        profile.as_str().unwrap()
    );
    let note = document(
        "organization_profiles",
        json!({ "opening_note": "Bel 0900-1234 (1 euro per minuut)." }),
    );
    server.as_superuser().patch(&profile, &note).expect(200);
    let late = marieke.clone().with("if-match", &version(&read));
    late.put(
        &path,
        &document("organizations", json!({ "status": "archived" })),
    )
    .expect(412);
}

#[test]
fn a_vacancy_at_the_address_of_its_organisation_changes_with_it() {
    let server = Server::start();
    let (samira, own) = (server.as_superuser(), server.people.own);
    let organization = format!("/api/v1/organizations/{own}");
    let address = |street: &str| {
        let place = json!({ "street": street, "house_number": "1", "postal_code": "5316 AB", "city": "Delwijnen" });
        let changed = document("organizations", json!({ "address": place }));
        samira.patch(&organization, &changed).expect(200)
    };
    address("Dorpsstraat");
    let id = published(&samira, own, "Soep koken");
    let number: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancies set address_id = (select address_id from organizations where id = ?2) where id = ?1",
            (number, own),
        )?)
    });
    let path = format!("{LIST}/{id}");
    let before = version(&samira.get(&path).expect(200));
    address("Kerkstraat");
    assert_ne!(version(&samira.get(&path).expect(200)), before);
}

#[test]
fn a_page_is_published_as_it_was_read() {
    let server = Server::start();
    let (marieke, cora) = (server.as_center(), server.as_content_manager());
    let id = page(&cora, "Onze tuin");
    save(&cora, &id, &blocks("Welkom")).expect(200);
    let path = format!("/api/v1/pages/{id}");
    let read = marieke.get(&path).expect(200).header("etag").to_owned();
    save(&cora, &id, &blocks("Beleg nu")).expect(200);
    let when = json!({ "publish_at": "2026-12-24T08:00:00Z" });
    for (step, body) in [("publish", json!({})), ("schedule", when)] {
        let step = format!("{path}/{step}");
        assert_eq!(
            marieke.put(&step, &body).expect(428).code(),
            "precondition_required"
        );
        marieke
            .clone()
            .with("if-match", &read)
            .put(&step, &body)
            .expect(412);
        marieke.decide(&step, &body).expect(200);
    }
    // To take a page offline nothing has to be read.
    marieke
        .put(&format!("{path}/unpublish"), &json!({}))
        .expect(200);
}

fn errors(reply: &Reply, row: usize) -> Value {
    reply.at(&format!("/data/{row}/meta/errors/0/code"))
}

#[test]
fn rows_of_a_bulk_decision_carry_their_versions() {
    let server = Server::start();
    let marieke = server.as_center();
    let ids: Vec<String> = (0..3)
        .map(|_| vacancy_in(&server, "status", "draft"))
        .collect();
    let seen = |id: &String| {
        marieke
            .get(&format!("{LIST}/{id}"))
            .expect(200)
            .at("/data/meta/version")
    };
    let versions = json!({ (&ids[0]): seen(&ids[0]), (&ids[1]): 999_999 });
    let body = json!({ "ids": ids, "attributes": { "event": "publish" }, "versions": versions });
    let done = marieke.patch(&format!("{LIST}/bulk"), &body).expect(207);
    assert_eq!(done.at("/data/0/meta/ok"), true);
    assert_eq!(errors(&done, 1), "stale_resource");
    assert_eq!(errors(&done, 2), "precondition_required");
    let states: Vec<String> = ids.iter().map(|id| state(&server, id).0).collect();
    assert_eq!(states, ["published", "draft", "draft"]);

    // The same in the background, where they are kept with the work.
    let tag = marieke
        .get(&format!("{LIST}/{}", ids[1]))
        .header("etag")
        .to_owned();
    let versions = json!({ (&ids[1]): tag, (&ids[2]): 999_999 });
    let body =
        json!({ "ids": &ids[1..], "attributes": { "event": "publish" }, "versions": versions });
    let done = marieke
        .post("/api/v1/vacancy_bulk_edits", &body)
        .expect(201);
    assert_eq!(done.at("/data/attributes/changed"), 1);
    let failed = marieke
        .get("/api/v1/vacancy_bulk_items?filter[state_eq]=failed")
        .expect(200);
    assert_eq!(failed.at("/data/0/attributes/code"), "stale_resource");
    assert_eq!(state(&server, &ids[1]).0, "published");

    // Where none is demanded one that is sent is compared all the same.
    let body = json!({ "ids": [&ids[0]], "attributes": { "tags_add": ["once"] }, "versions": { (&ids[0]): 999_999 } });
    let refused = marieke.patch(&format!("{LIST}/bulk"), &body).expect(207);
    assert_eq!(errors(&refused, 0), "stale_resource");
}

#[test]
fn people_and_applications_are_decided_on_as_they_were_read() {
    let server = Server::start();
    let (samira, joke, marieke) = (
        server.as_superuser(),
        server.as_volunteer(),
        server.as_center(),
    );
    let id = published(&samira, server.people.own, "Soep koken");
    let application = apply(&joke, &id).expect(201).id();
    let list = samira.get("/api/v1/applications").expect(200);
    let read = list.at("/data/0/meta/version");
    let bulk = |version: &Value| {
        let body = json!({ "ids": [&application], "attributes": { "event": "contact" }, "versions": { (&application): version } });
        samira.post("/api/v1/applications/bulk_transition", &body)
    };
    assert_eq!(
        errors(&bulk(&json!(999_999)).expect(207), 0),
        "stale_resource"
    );
    bulk(&read).expect(200);

    let volunteer = server.people.volunteer.to_string();
    let body =
        json!({ "ids": [&volunteer], "event": "archive", "versions": { (&volunteer): 999_999 } });
    let refused = marieke.patch("/api/v1/users/bulk", &body).expect(200);
    assert_eq!(refused.at("/data/0/meta/error/code"), "stale_resource");
}

#[test]
fn a_mail_is_shown_before_a_decision_without_a_version() {
    let server = Server::start();
    let id = server
        .as_superuser()
        .post(LIST, &vacancy(server.people.own, "Soep koken"))
        .expect(201)
        .id();
    let number: i64 = id.parse().unwrap();
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancies set moderation_state = 'submitted' where id = ?1",
            [number],
        )?)
    });
    let body = json!({ "event": "approve" });
    let marieke = server.as_center();
    marieke
        .put(&format!("{LIST}/{id}/moderation_preview"), &body)
        .expect(200);
    marieke
        .put(&format!("{LIST}/{id}/moderate"), &body)
        .expect(428);
    take(&marieke, &id, "approve").expect(200);
}
