//! Resource documents: id, parent relationships and server-set fields (docs/decisions/0023).

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::server::{Client, Server, document};

const LIST: &str = "/api/v1/vacancies";

fn vacancy(server: &Server) -> (Client, String) {
    let samira = server.as_superuser();
    let made = samira.post(
        LIST,
        &fixtures::vacancy(server.people.own, "Boodschappen doen"),
    );
    (samira, format!("{LIST}/{}", made.expect(201).id()))
}

#[test]
fn a_document_about_another_row_changes_neither() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let (samira, vacancy) = vacancy(&server);
    server.arrange(move |tx| {
        tx.execute(
            "update organizations set status = 'pending' where id = ?1",
            [own],
        )?;
        Ok(())
    });
    let marieke = server.as_center();
    let path = format!("/api/v1/organizations/{own}");
    let said = |type_name: &str, id: Value, attributes: Value| json!({ "data": { "type": type_name, "id": id, "attributes": attributes } });
    let deny =
        json!({ "status": "denied", "reason_code": "other", "reason_text": "Past hier niet." });
    let other = said("organizations", foreign.to_string().into(), deny.clone());
    let refused = marieke.put(&format!("{path}/approve"), &other).expect(422);
    assert_eq!(refused.pointer(), "/data/id");
    assert_eq!(marieke.get(&path).at("/data/attributes/status"), "pending");
    // Either spelling of the type, the id as text or as a number.
    let same = said("organization", own.into(), deny);
    marieke.put(&format!("{path}/approve"), &same).expect(200);

    let path = vacancy;
    let change = json!({ "schedule": "Maandag" });
    for method in ["PUT", "PATCH"] {
        for type_name in ["vacancies", "vacancy"] {
            let body = said(type_name, "999".into(), change.clone());
            let refused = samira.send(method, &path, Some(&body)).expect(422);
            assert_eq!(refused.pointer(), "/data/id", "{method} {type_name}");
        }
    }
    let read = samira.get(&path).json();
    samira.put(&path, &read).expect(200);
    // A new row has no id yet.
    let mut new = fixtures::vacancy(foreign, "Samen wandelen");
    new["data"]["id"] = "77".into();
    assert_eq!(samira.post(LIST, &new).expect(422).pointer(), "/data/id");

    let joke = server.as_volunteer();
    let body = said("users", "1".into(), json!({ "job_title": "Baas" }));
    let refused = joke.patch("/api/v1/current_user", &body).expect(422);
    assert_eq!(refused.pointer(), "/data/id");
    let own_id = server.people.volunteer.to_string();
    let body = said("user", own_id.into(), json!({ "job_title": "Baas" }));
    joke.patch("/api/v1/current_user", &body).expect(200);
    joke.patch(
        "/api/v1/current_user",
        &json!({ "user": { "job_title": "Bediende" } }),
    )
    .expect(200);
}

#[test]
fn a_relation_is_to_what_it_says_or_refused() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = server.people.own;
    let with = |relationships: Value| {
        let mut body = fixtures::vacancy(own, "Boodschappen doen");
        let attributes = body["data"]["attributes"].as_object_mut().unwrap();
        attributes.remove("organization_id");
        body["data"]["relationships"] = relationships;
        samira.post(LIST, &body)
    };
    let to = |type_name: &str| json!({ "organization": { "data": { "type": type_name, "id": own.to_string() } } });
    with(to("organizations")).expect(201);
    with(to("organization")).expect(201);
    let at = "/data/relationships";
    assert_eq!(
        with(to("users")).expect(422).pointer(),
        format!("{at}/organization/data/type")
    );
    let mut strange = to("organizations");
    strange["boss"] = json!({ "data": { "type": "users", "id": "1" } });
    assert_eq!(with(strange).expect(422).pointer(), format!("{at}/boss"));
    let nameless = json!({ "organization": { "data": { "type": "organizations" } } });
    assert_eq!(
        with(nameless).expect(422).pointer(),
        format!("{at}/organization/data/id")
    );
    let path = format!("/api/v1/organizations/{own}");
    let many = json!({ "data": { "type": "organizations", "relationships": { "vacancies": { "data": [{ "type": "vacancies", "id": "1" }] } } } });
    assert_eq!(
        samira.patch(&path, &many).expect(422).pointer(),
        format!("{at}/vacancies")
    );
    // Said twice, it is said the same.
    let (samira, path) = vacancy(&server);
    let mut read = samira.get(&path).json();
    read["data"]["relationships"]["organization"]["data"]["id"] = "999".into();
    assert_eq!(
        samira.put(&path, &read).expect(422).pointer(),
        format!("{at}/organization/data/id")
    );
}

#[test]
fn what_only_the_server_sets_is_sent_back_as_it_was_read_or_refused() {
    let server = Server::start();
    let (samira, path) = vacancy(&server);
    let refused = |client: &Client, path: &str, type_name: &str, field: &str, value: Value| {
        let attributes = Value::Object([(field.to_owned(), value)].into_iter().collect());
        let answer = client.patch(path, &document(type_name, attributes));
        let answer = answer.expect(422);
        assert_eq!(answer.pointer(), format!("/data/attributes/{field}"));
        assert_eq!(answer.at("/errors/0/meta/rule"), "read_only");
    };
    refused(&samira, &path, "vacancies", "status", json!("published"));
    refused(&samira, &path, "vacancies", "view_count", json!(5000));
    refused(
        &samira,
        &path,
        "vacancies",
        "organization_name",
        json!("Wij"),
    );
    let own = format!("/api/v1/organizations/{}", server.people.own);
    let elsewhere = json!(server.people.other_center.to_string());
    refused(
        &samira,
        &own,
        "organizations",
        "volunteer_center_id",
        elsewhere,
    );
    let joke = format!("/api/v1/users/{}", server.people.volunteer);
    let marieke = server.as_center();
    refused(&marieke, &joke, "users", "email", json!("ander@example.nl"));
    refused(&marieke, &joke, "users", "status", json!("archived"));
    // Nor does a new one begin with it.
    let mut new = fixtures::vacancy(server.people.own, "Samen wandelen");
    new["data"]["attributes"]["status"] = "published".into();
    let answer = samira.post(LIST, &new).expect(422);
    assert_eq!(answer.pointer(), "/data/attributes/status");
    new["data"]["attributes"]["status"] = "draft".into();
    samira.post(LIST, &new).expect(201);
}

#[test]
fn a_whole_document_that_was_read_can_be_sent_back() {
    let server = Server::start();
    let (samira, vacancy) = vacancy(&server);
    let marieke = server.as_center();
    let own = server.people.own;
    let joke = format!("/api/v1/users/{}", server.people.volunteer);
    let organization = format!("/api/v1/organizations/{own}");
    let center = format!("/api/v1/volunteer_centers/{}", server.people.center);
    for (client, path) in [
        (&samira, &vacancy),
        (&samira, &organization),
        (&marieke, &organization),
        (&marieke, &joke),
        (&marieke, &center),
    ] {
        for method in ["PUT", "PATCH"] {
            let read = client.get(path).expect(200).json();
            client.send(method, path, Some(&read)).expect(200);
        }
    }
    // Nor is it a fault that something else happened meanwhile: another save, or that the person signed in.
    let (read, person) = (samira.get(&vacancy).json(), marieke.get(&joke).json());
    server.clock.advance(jiff::SignedDuration::from_mins(5));
    let change = document("vacancies", json!({ "schedule": "Vrijdag" }));
    samira.patch(&vacancy, &change).expect(200);
    server.as_volunteer();
    samira.put(&vacancy, &read).expect(200);
    marieke.put(&joke, &person).expect(200);
    // Somebody has looked at it in between: that is nobody's change.
    let mut read = samira.get(&vacancy).json();
    server.arrange(|tx| {
        tx.execute("update vacancies set view_count = view_count + 3", [])?;
        Ok(())
    });
    read["data"]["attributes"]["schedule"] = "Maandag".into();
    let saved = samira.put(&vacancy, &read).expect(200);
    assert_eq!(saved.at("/data/attributes/schedule"), "Maandag");
    assert_eq!(saved.at("/data/attributes/view_count"), 3);
}

#[test]
fn two_roles_at_one_organisation_are_one_included_organisation() {
    let server = Server::start();
    let (own, superuser) = (server.people.own, server.people.superuser);
    server.arrange(move |tx| {
        tx.execute(
            "insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
             values (?1, 'mentor', 'organization', ?2, ?3, ?3, ?3, ?3)",
            (superuser, own, tx.now()),
        )?;
        Ok(())
    });
    let path = format!("/api/v1/users/{superuser}?include=organizations");
    let read = server.as_center().get(&path).expect(200);
    assert_eq!(
        read.at("/data/relationships/organizations/data"),
        json!([{ "type": "organizations", "id": own.to_string() }])
    );
    assert_eq!(read.at("/data/relationships/organizations/meta/total"), 1);
}
