//! The list behind the screen of the audit log: whose rows it has, what it is narrowed by, and the file of it
//! (docs/domain/rights.md#audit-log).

use serde_json::{Value, json};
use voluntr::tabular::Sheet;

use super::audit_log::{actions, settle};
use crate::applications::stages::{apply, letters};
use crate::organizations::moves::two_centers;
use crate::support::fixtures::{self, published};
use crate::support::server::{Client, Reply, Server, document};

const LOG: &str = "/api/v1/audit_events";

fn change(client: &Client, path: &str, of: &str, attributes: Value) {
    client.patch(path, &document(of, attributes)).expect(200);
}

fn menu(client: &Client) -> Vec<String> {
    let meta = client
        .get("/api/v1/current_user")
        .expect(200)
        .at("/meta/menu");
    let keys = meta.as_array().unwrap().iter();
    keys.filter_map(|key| key.as_str().map(str::to_owned))
        .collect()
}

fn ids(client: &Client, question: &str) -> Vec<String> {
    client.get(&format!("{LOG}?{question}")).expect(200).ids()
}

#[test]
fn each_role_has_its_own_rows_and_the_screen_is_for_who_sees_more_than_their_own() {
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
    let (ada, marieke, samira, joke) = (
        server.as_admin(),
        server.as_center(),
        server.as_superuser(),
        server.as_volunteer(),
    );
    let vacancy = published(&samira, people.own, "Taalmaatje");
    let application = apply(&joke, &vacancy).expect(201).id();
    let locale = || json!({ "locale": "en" });
    change(
        &ada,
        &format!("/api/v1/users/{elsewhere}"),
        "user",
        locale(),
    );
    change(
        &ada,
        &format!("/api/v1/users/{}", people.superuser),
        "user",
        locale(),
    );
    let there = format!("update users {elsewhere}");
    let here = format!("update users {}", people.superuser);
    let applied = format!("apply applications {application}");
    let seen = |client: &Client| -> Vec<bool> {
        let all = actions(client, "filter[is_reading_eq]=false");
        [&there, &here, &applied]
            .map(|one| all.contains(one))
            .to_vec()
    };
    assert_eq!(seen(&ada), [true, true, true], "an admin all");
    assert_eq!(seen(&marieke), [false, true, true], "a centre its own");
    assert_eq!(
        seen(&samira),
        [false, true, true],
        "what was sent to it, and herself"
    );
    assert_eq!(seen(&joke), [false, false, true], "her own");
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    assert_eq!(
        seen(&wim),
        [false, false, false],
        "another organisation nothing of it"
    );
    for other in [
        server.as_mentor(),
        server.as_content_manager(),
        server.as_student(),
    ] {
        assert_eq!(seen(&other), [false, false, false]);
        assert!(!menu(&other).contains(&"audit_log".to_owned()));
    }
    assert!(!menu(&joke).contains(&"audit_log".to_owned()));
    let places = |client: &Client| -> Vec<String> {
        let keys = menu(client).into_iter();
        keys.filter(|key| {
            ["audit_log", "administration", "organization_log"].contains(&key.as_str())
        })
        .collect()
    };
    assert_eq!(places(&ada), ["audit_log", "administration"]);
    assert_eq!(places(&marieke), ["audit_log", "organization_log"]);
    assert_eq!(places(&samira), ["audit_log", "organization_log"]);

    // Who has lost the role has their own trail left, without the names of others.
    let superuser = people.superuser;
    server.arrange(move |tx| {
        tx.execute(
            "delete from roles where user_id = ?1 and name = 'organization_superuser'",
            [superuser],
        )?;
        Ok(())
    });
    let former = server.as_superuser();
    assert_eq!(seen(&former), [false, true, false]);
    assert!(!menu(&former).contains(&"audit_log".to_owned()));
    let published = format!("publish vacancies {vacancy}");
    assert!(
        actions(&former, "").contains(&published),
        "what she did herself"
    );
}

#[test]
fn what_it_was_about_is_named_only_to_who_may_read_it() {
    let server = Server::start();
    let (samira, joke) = (server.as_superuser(), server.as_volunteer());
    let vacancy = published(&samira, server.people.own, "Taalmaatje");
    apply(&joke, &vacancy).expect(201);
    let path = format!(
        "{LOG}?include=subject&fields[vacancies]=title&filter[subject_type_eq]=vacancies&filter[action_eq]=publish"
    );
    let named = samira.get(&path).expect(200);
    assert_eq!(
        named.at("/data/0/relationships/subject/data/id"),
        json!(vacancy)
    );
    assert_eq!(named.at("/included/0/attributes/title"), "Taalmaatje");
    assert_eq!(named.at("/data/0/attributes/kind"), "step");
    server.arrange(|tx| Ok(tx.execute("update vacancies set status = 'deleted'", [])?));
    let gone = server.as_superuser().get(&path).expect(200);
    assert_eq!(gone.at("/included"), json!([]));
    // Found by its name while it is there, and by its number.
    let number = format!("filter[q]={vacancy}&filter[subject_type_eq]=vacancies");
    assert!(!ids(&server.as_superuser(), &number).is_empty());
    assert!(
        ids(
            &server.as_superuser(),
            "filter[q]=taalmaatje&filter[subject_type_eq]=vacancies"
        )
        .is_empty()
    );
    let by_name = ids(&server.as_center(), "filter[q]=joke&filter[kind_eq]=step");
    assert_eq!(by_name.len(), 1, "the application of Joke");
    assert_eq!(
        ids(&server.as_center(), "filter[q]=nobody-of-that-name"),
        Vec::<String>::new()
    );
}

#[test]
fn the_list_is_narrowed_by_kind_and_paged_by_key() {
    let server = Server::start();
    let (ada, marieke) = (server.as_admin(), server.as_center());
    let people = server.people;
    for _ in 0..3 {
        marieke
            .get(&format!("/api/v1/users/{}", people.volunteer))
            .expect(200);
    }
    let path = format!("/api/v1/users/{}", people.volunteer);
    change(&marieke, &path, "user", json!({ "locale": "en" }));
    settle(&server);
    let kinds = |of: &str| -> Vec<String> {
        let list = ada
            .get(&format!(
                "{LOG}?filter[kind_in]={of}&filter[action_in]=read,update&page[size]=100"
            ))
            .expect(200)
            .at("/data");
        let list = list.as_array().unwrap().clone();
        list.iter()
            .map(|one| one["attributes"]["kind"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(kinds("reading").len(), 3);
    assert_eq!(kinds("change"), ["change"]);
    assert_eq!(kinds("reading,change").len(), 4);
    ada.get(&format!("{LOG}?filter[kind_eq]=anything"))
        .expect(400);

    // Reading the log stands in it: what was there at a moment is compared.
    let newest = ids(&ada, "page[size]=1").remove(0);
    let all = ids(&ada, &format!("page[size]=100&filter[before_eq]={newest}"));
    assert!(all.len() > 4, "{all:?}");
    let (mut paged, mut last) = (Vec::new(), newest.clone());
    loop {
        let next = ids(&ada, &format!("page[size]=2&filter[before_eq]={last}"));
        let Some(id) = next.last() else { break };
        last.clone_from(id);
        paged.extend(next);
    }
    assert_eq!(paged, all, "each once, in the same order");
    // What the program did has nobody's name.
    let count = |of: &str| {
        ids(
            &ada,
            &format!("page[size]=100&filter[before_eq]={newest}&{of}"),
        )
        .len()
    };
    assert_eq!(
        count("filter[actor_id_null]=true") + count("filter[actor_id_null]=false"),
        all.len()
    );
}

#[test]
fn the_log_of_an_organisation_goes_with_it_to_another_centre() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let (own, other) = (server.people.own, server.people.other_center);
    let otto = two_centers(&server);
    let vacancy = published(&samira, own, "Taalmaatje");
    let publishing = format!("publish vacancies {vacancy}");
    let is_seen =
        |client: &Client| actions(client, "filter[action_eq]=publish").contains(&publishing);
    assert!(is_seen(&marieke) && !is_seen(&otto));
    let path = format!("/api/v1/organizations/{own}/move");
    let wanted = json!({ "data": { "attributes": { "volunteer_center_id": other.to_string() } } });
    marieke.decide(&path, &wanted).expect(200);
    let yes = json!({ "data": { "attributes": { "event": "accept" } } });
    otto.decide(&format!("{path}/confirm"), &yes).expect(200);
    assert!(!is_seen(&marieke) && is_seen(&otto));
}

fn make(client: &Client, format: &str, filter: Value) -> Reply {
    let attributes = json!({ "resource": "audit_events", "format": format, "filter": filter });
    client.post("/api/v1/exports", &document("exports", attributes))
}

#[test]
fn what_is_filtered_comes_as_a_file_that_stands_in_the_log_itself() {
    let server = Server::start();
    let (samira, joke) = (server.as_superuser(), server.as_volunteer());
    let vacancy = published(&samira, server.people.own, "Taalmaatje");
    let application = apply(&joke, &vacancy).expect(201).id();
    // A volunteer has no file of it: what is known of them is in the copy of their data.
    make(&joke, "csv", json!({})).expect(403);
    // A centre needs the permission that another admin gives.
    let refused = make(&server.as_center(), "csv", json!({})).expect(403);
    assert_eq!(refused.at("/errors/0/meta/needs"), "can_export");

    let made = make(&samira, "csv", json!({ "subject_type_in": "applications" })).expect(201);
    let file = samira
        .get(&format!("/api/v1/exports/{}/file", made.id()))
        .expect(200);
    let sheet = Sheet::read(&file.bytes).unwrap();
    assert_eq!(
        sheet.headers[..4],
        ["Nummer", "Gemaakt op", "Wie", "Namens"]
    );
    let subjects: Vec<String> = sheet.rows().map(|row| row.cell(6).to_owned()).collect();
    assert!(
        !subjects.is_empty() && subjects.iter().all(|of| of == "applications"),
        "{subjects:?}"
    );
    assert!(
        sheet
            .rows()
            .any(|row| row.cell(5) == "apply" && row.cell(7) == application)
    );

    server.arrange(|tx| Ok(tx.execute("update users set can_export = 1", [])?));
    let marieke = server.as_center();
    change(
        &marieke,
        &format!("/api/v1/users/{}", server.people.volunteer),
        "user",
        json!({ "locale": "en", "phone_number": "0612345678" }),
    );
    let made = make(&marieke, "csv", json!({ "kind_eq": "change" })).expect(201);
    let file = marieke
        .get(&format!("/api/v1/exports/{}/file", made.id()))
        .expect(200);
    let sheet = Sheet::read(&file.bytes).unwrap();
    let changed: Vec<String> = sheet
        .rows()
        .filter(|row| row.cell(6) == "users")
        .map(|row| format!("{}: {}", row.cell(2), row.cell(8)))
        .collect();
    assert_eq!(changed, ["Marieke Bos: locale: nl > en, phone_number"]);
    assert_eq!(
        letters(&server, "audit_log_exported")
            .first()
            .map(String::as_str),
        Some("admin@example.nl")
    );
    let noted = actions(&server.as_admin(), "filter[kind_eq]=export");
    assert!(
        noted
            .iter()
            .any(|one| one.starts_with("export_audit_events exports")),
        "{noted:?}"
    );
    assert!(
        noted
            .iter()
            .any(|one| one.starts_with("fetch_export exports")),
        "{noted:?}"
    );
}
