//! The centre's work with vacancies: what waits, what to look at, and what a vacancy brings.

use serde_json::json;

use crate::applications::stages::letters;
use crate::support::fixtures;
use crate::support::server::{Reply, Server, document};
use crate::vacancies::revision::{NEW, change, reviewed};
use crate::vacancies::states::{LIST, take};

fn kinds(list: &Reply) -> Vec<String> {
    let rows = list.at("/data");
    let rows = rows.as_array().unwrap();
    let mut kinds: Vec<String> = rows
        .iter()
        .map(|row| row["meta"]["common"]["kind"].as_str().unwrap().to_owned())
        .collect();
    kinds.sort();
    kinds
}

#[test]
fn one_list_has_all_that_waits_for_the_centre() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    change(&samira, &path, json!({ "title": NEW })).expect(200);
    let draft = samira
        .post(LIST, &fixtures::vacancy(server.people.own, "Soep koken"))
        .expect(201)
        .id();
    take(&samira, &draft, "submit").expect(200);
    let foreign = server.people.foreign;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set status = 'pending' where id = ?1",
            [foreign],
        )?)
    });
    let marieke = server.as_center();
    let list = marieke.get("/api/v1/moderation").expect(200);
    assert_eq!(kinds(&list), ["organization", "revision", "vacancy"]);
    let found = marieke
        .get("/api/v1/moderation?filter[kind_eq]=revision")
        .expect(200);
    assert_eq!(kinds(&found), ["revision"]);
    for (stranger, status) in [
        (server.as_nobody(), 401),
        (server.as_volunteer(), 403),
        (server.as_content_manager(), 403),
    ] {
        stranger.get("/api/v1/moderation").expect(status);
    }
    take(&marieke, &draft, "approve").expect(200);
    let list = marieke.get("/api/v1/moderation").expect(200);
    assert_eq!(kinds(&list), ["organization", "revision"]);
}

#[test]
fn all_that_waits_is_counted_in_working_days() {
    let server = Server::start();
    let draft = server
        .as_superuser()
        .post(LIST, &fixtures::vacancy(server.people.own, "Soep koken"))
        .expect(201)
        .id();
    take(&server.as_superuser(), &draft, "submit").expect(200);
    let foreign = server.people.foreign;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set status = 'pending', created_at = ?2 where id = ?1",
            (foreign, tx.now()),
        )?)
    });
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(7 * 24));
    let marieke = server.as_center();
    let list = marieke.get("/api/v1/moderation").expect(200);
    let rows = list.at("/data");
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 2);
    let of_organization = rows
        .iter()
        .find(|row| row["type"] == "organizations")
        .map(|row| row["attributes"]["waiting_days"].as_i64().unwrap())
        .unwrap();
    assert!((2..=5).contains(&of_organization), "{of_organization}");
    for row in rows {
        assert_eq!(row["meta"]["common"]["waiting_days"], of_organization);
    }
    for (condition, found) in [
        (format!("gteq]={of_organization}"), 2),
        (format!("gteq]={}", of_organization + 1), 0),
        (format!("lteq]={}", of_organization - 1), 0),
        (format!("eq]={of_organization}"), 2),
    ] {
        let list = marieke
            .get(&format!(
                "/api/v1/moderation?filter[waiting_days_{condition}"
            ))
            .expect(200);
        assert_eq!(kinds(&list).len(), found, "{condition}");
    }
}

#[test]
fn the_reviewer_is_told_what_to_look_at_of_the_words_that_wait() {
    let server = Server::start();
    let path = reviewed(&server);
    let samira = server.as_superuser();
    let words = json!({
        "description": "<p>Je faciliteert een laagdrempelig gesprek. Een hbo diploma is nodig. Bel 0612345678 of mail jan@example.nl voor meer.</p>",
        "offer": "Je bent verzekerd en krijgt je reiskosten terug.",
    });
    change(&samira, &path, words).expect(200);
    let marieke = server.as_center();
    let hints = marieke.get(&format!("{path}/review_hints")).expect(200);
    let hint = |code: &str| {
        let hints = hints.at("/meta/hints");
        let hints = hints.as_array().unwrap().clone();
        hints.into_iter().find(|hint| hint["code"] == code)
    };
    assert_eq!(
        hint("contact_in_text").unwrap()["values"],
        json!(["0612345678", "jan@example.nl"])
    );
    let hard = hint("hard_words").unwrap();
    assert!(
        hard["values"].to_string().contains("faciliteert → leidt"),
        "{hard}"
    );
    assert!(hint("many_places").is_none());
    let criterion = |code: &str| {
        let criteria = hints.at("/meta/criteria");
        let criteria = criteria.as_array().unwrap().clone();
        criteria
            .into_iter()
            .find(|each| each["code"] == code)
            .unwrap()
    };
    assert_eq!(criterion("no_diploma")["state"], "broken");
    assert_eq!(criterion("insurance")["state"], "met");
    assert_eq!(criterion("expenses")["state"], "met");
    assert_eq!(criterion("hours")["state"], "met");
    samira.get(&format!("{path}/review_hints")).expect(403);
    server
        .as_nobody()
        .get(&format!("{path}/review_hints"))
        .expect(401);
}

#[test]
fn whoever_manages_a_vacancy_sees_what_it_brings() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Soep koken");
    let path = format!("{LIST}/{id}");
    let visitor = server.as_nobody();
    let count_views = || {
        let tenant = server.app.tenants().get("demo").unwrap();
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(tenant.write_views())
            .unwrap();
    };
    let by = |browser: u8| {
        visitor
            .clone()
            .with("user-agent", &format!("Firefox/{browser}"))
    };
    for browser in 0..4 {
        by(browser).get(&path).expect(200);
        by(browser).get(&format!("/vacancies/{id}")).expect(200);
    }
    by(4).get(&format!("/vacancies/{id}")).expect(200);
    samira.get(&path).expect(200);
    let apply = document(
        "applications",
        json!({ "vacancy_id": id, "message": "Ik help graag mee, elke dinsdag.", "consent": true }),
    );
    server
        .as_volunteer()
        .post("/api/v1/applications", &apply)
        .expect(201);
    count_views();
    let seen = samira.get(&format!("{path}/statistics")).expect(200);
    assert_eq!(seen.at("/meta/views"), 5);
    assert_eq!(seen.at("/meta/applications"), 1);
    assert_eq!(
        seen.at("/meta/conversion"),
        json!(null),
        "of five a share says nothing"
    );
    for browser in 5..10 {
        by(browser).get(&path).expect(200);
    }
    count_views();
    let told = samira.get(&format!("{path}/statistics")).expect(200);
    assert_eq!(told.at("/meta/conversion"), 10.0);
    assert_eq!(seen.at("/meta/by_stage/new"), 1);
    assert_eq!(seen.at("/meta/days/29/views"), 5);
    server
        .as_volunteer()
        .get(&format!("{path}/statistics"))
        .expect(403);
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    wim.get(&format!("{path}/statistics")).expect(403);
}

#[test]
fn an_organisation_keeps_templates_that_no_other_one_sees() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = server.people.own.to_string();
    let template = |name: &str| {
        document(
            "vacancy_templates",
            json!({
                "organization_id": own,
                "name": name,
                "content": { "title": "Taalmaatje", "tags": ["regularly"], "status": "published", "contact_person_id": "1" },
            }),
        )
    };
    let made = samira
        .post("/api/v1/vacancy_templates", &template("Taal"))
        .expect(201);
    assert_eq!(
        made.at("/data/attributes/content"),
        json!({ "title": "Taalmaatje", "tags": ["regularly"] })
    );
    samira
        .post("/api/v1/vacancy_templates", &template("taal"))
        .expect(422);
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    assert!(
        wim.get("/api/v1/vacancy_templates")
            .expect(200)
            .ids()
            .is_empty()
    );
    let path = format!("/api/v1/vacancy_templates/{}", made.id());
    wim.delete(&path).expect(404);
    wim.post("/api/v1/vacancy_templates", &template("Van een ander"))
        .expect(403);
    server
        .as_volunteer()
        .get("/api/v1/vacancy_templates")
        .expect(403);
    samira.delete(&path).expect(204);
}

#[test]
fn the_mail_of_a_decision_is_shown_before_it_is_taken() {
    let server = Server::start();
    server.arrange(|tx| Ok(tx.execute("update organizations set trusted = 0", [])?));
    let samira = server.as_superuser();
    let id = samira
        .post(LIST, &fixtures::vacancy(server.people.own, "Soep koken"))
        .expect(201)
        .id();
    take(&samira, &id, "submit").expect(200);
    let path = format!("{LIST}/{id}/moderation_preview");
    let marieke = server.as_center();
    let ask = |event: &str, message: Option<&str>| {
        let body = json!({ "event": event, "message": message });
        marieke.put(&path, &body)
    };
    let words = "Schrijf erbij hoe laat het begint.";
    for event in ["request_changes", "refuse"] {
        let mail = ask(event, Some(words)).expect(200);
        let text = mail.at("/data/attributes/text");
        assert!(text.as_str().unwrap().contains(words), "{event}: {text}");
        assert_eq!(
            ask(event, None).expect(422).pointer(),
            "/data/attributes/message"
        );
    }
    let yes = ask("approve", None).expect(200);
    assert!(
        yes.at("/data/attributes/subject")
            .as_str()
            .unwrap()
            .contains("Soep koken")
    );
    ask("publish", None).expect(422);
    // Nothing of it stays.
    for kind in ["vacancy_needs_work", "vacancy_refused", "vacancy_approved"] {
        assert_eq!(letters(&server, kind), Vec::<String>::new());
    }
    let waits = marieke.get(&format!("{LIST}/{id}")).expect(200);
    assert_eq!(waits.at("/data/attributes/moderation_state"), "submitted");
    let body = json!({ "event": "approve" });
    samira.put(&path, &body).expect(403);
    server.as_nobody().put(&path, &body).expect(401);
    take(&marieke, &id, "approve").expect(200);
    ask("refuse", Some(words)).expect(422);
}

#[test]
fn what_waits_is_approved_together_each_in_the_version_that_the_list_showed() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let mut body = fixtures::vacancy(server.people.own, "Soep koken");
    let mut drafts = Vec::new();
    for title in ["Soep koken", "Brood bakken", "Taart bakken"] {
        body["data"]["attributes"]["title"] = title.into();
        let id = samira.post(LIST, &body).expect(201).id();
        take(&samira, &id, "submit").expect(200);
        drafts.push(id);
    }
    let foreign = server.people.foreign;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set status = 'pending' where id = ?1",
            [foreign],
        )?)
    });
    let list = marieke.get("/api/v1/moderation").expect(200);
    let rows = list.at("/data").as_array().unwrap().clone();
    assert_eq!(rows.len(), 4);
    // Somebody writes on while the list is open.
    let title = document("vacancies", json!({ "title": "Taart met slagroom" }));
    samira
        .patch(&format!("{LIST}/{}", drafts[2]), &title)
        .expect(200);
    let mut answers = Vec::new();
    for row in &rows {
        let (kind, id) = (row["type"].as_str().unwrap(), row["id"].as_str().unwrap());
        let (path, step) = if kind == "vacancies" {
            (
                format!("{LIST}/{id}/moderate"),
                json!({ "event": "approve" }),
            )
        } else {
            let path = format!("/api/v1/organizations/{id}/approve");
            (
                path,
                document("organizations", json!({ "status": "approved" })),
            )
        };
        let read = format!("\"{}\"", row["meta"]["version"]);
        let client = marieke.clone().with("if-match", &read);
        answers.push((id.to_owned(), client.put(&path, &step).status));
    }
    answers.sort();
    let mut expected = vec![
        (drafts[0].clone(), 200),
        (drafts[1].clone(), 200),
        (drafts[2].clone(), 412),
        (foreign.to_string(), 200),
    ];
    expected.sort();
    assert_eq!(answers, expected);
    let left = marieke.get("/api/v1/moderation").expect(200);
    assert_eq!(left.ids(), [drafts[2].clone()]);
    let nobody = server.as_nobody();
    nobody.get(&format!("{LIST}/{}", drafts[0])).expect(200);
    nobody.get(&format!("{LIST}/{}", drafts[2])).expect(404);
    assert_eq!(letters(&server, "vacancy_approved").len(), 2);
}
