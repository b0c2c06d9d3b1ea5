//! Rows out of scope, lists that need a right of their own, and what a centre's site shows to an admin.

use serde_json::{Value, json};

use crate::applications::stages::apply;
use crate::support::fixtures::{PASSWORD, organization, published, user, vacancy};
use crate::support::server::{Client, Server, document};

fn signed_in(server: &Server, email: &str) -> Client {
    let mut client = server.as_nobody();
    client.sign_in(email, PASSWORD);
    client
}

#[test]
fn only_who_manages_people_lists_them() {
    let server = Server::start();
    let list = "/api/v1/users?filter[organization_id_eq]=1&page[size]=1000";
    assert_eq!(
        server.as_nobody().get(list).expect(401).code(),
        "not_signed_in"
    );
    for client in [
        server.as_volunteer(),
        server.as_student(),
        server.as_page_manager(),
        server.as_content_manager(),
    ] {
        assert_eq!(client.get(list).expect(403).code(), "forbidden");
        // One's own account stays where it is.
        let me = client.get("/api/v1/current_user").expect(200).id();
        client.get(&format!("/api/v1/users/{me}")).expect(200);
    }
    for client in [
        server.as_mentor(),
        server.as_superuser(),
        server.as_center(),
        server.as_admin(),
    ] {
        client.get("/api/v1/users").expect(200);
    }
}

#[test]
fn a_page_manager_is_offered_pages_and_pictures_and_nothing_else() {
    let server = Server::start();
    let me = server
        .as_page_manager()
        .get("/api/v1/current_user?include=roles")
        .expect(200);
    assert_eq!(
        me.at("/meta/menu"),
        json!(["my_applications", "pages", "stock_images"])
    );
    assert_eq!(me.at("/meta/grantable"), json!([]));
    let as_anybody = server
        .as_volunteer()
        .get("/api/v1/current_user")
        .expect(200);
    assert_eq!(me.at("/data/meta/can"), as_anybody.at("/data/meta/can"));
    server.as_page_manager().get("/api/v1/pages").expect(200);
    server.as_page_manager().get("/api/v1/forms").expect(403);
}

/// Reads and writes of one row: method, path after the type, body.
fn calls(type_name: &str) -> Vec<(&'static str, &'static str, Value)> {
    let event = |event: &str| {
        document(
            "rows",
            json!({ "event": event, "reason_code": "other", "message": "Weg" }),
        )
    };
    let mut calls = vec![("GET", "", Value::Null)];
    match type_name {
        "vacancies" => calls.extend([
            (
                "PATCH",
                "",
                document("vacancies", json!({ "title": "Van een ander" })),
            ),
            (
                "PUT",
                "",
                document("vacancies", json!({ "title": "Van een ander" })),
            ),
            ("DELETE", "", Value::Null),
            ("PUT", "/transition", event("archive")),
            ("POST", "/duplicate", json!({})),
            ("GET", "/history", Value::Null),
        ]),
        "applications" => calls.extend([
            ("PUT", "/transition", event("withdraw")),
            ("GET", "/history", Value::Null),
        ]),
        "organizations" => calls.extend([
            (
                "PATCH",
                "",
                document("organizations", json!({ "description": "Van een ander" })),
            ),
            (
                "PUT",
                "",
                document("organizations", json!({ "description": "Van een ander" })),
            ),
            ("GET", "/members", Value::Null),
        ]),
        _ => calls.push((
            "PATCH",
            "",
            document("users", json!({ "job_title": "Directeur" })),
        )),
    }
    calls
}

#[test]
fn what_is_out_of_reach_is_not_there_for_reads_and_writes_alike() {
    let server = Server::start();
    let samira = server.as_superuser();
    let (own, other_center) = (server.people.own, server.people.other_center);
    let draft = samira
        .post("/api/v1/vacancies", &vacancy(own, "Nog niet af"))
        .expect(201)
        .id();
    let open = published(&samira, own, "Taalmaatje gezocht");
    let application = apply(&server.as_volunteer(), &open).expect(201).id();
    let (pending, abroad, stranger) = server.arrange(move |tx| {
        let pending = organization(tx, "Wacht nog", 1, "pending", false)?;
        let abroad = organization(tx, "Van elders", other_center, "pending", false)?;
        let stranger = user(tx, "elders@example.nl", "Eva Elders", other_center, "")?;
        Ok((
            pending.to_string(),
            abroad.to_string(),
            stranger.to_string(),
        ))
    });
    let wim = || signed_in(&server, "wim@example.nl");
    for (client, type_name, id) in [
        (wim(), "vacancies", &draft),
        (wim(), "applications", &application),
        (wim(), "organizations", &pending),
        (server.as_center(), "organizations", &abroad),
        (server.as_admin(), "organizations", &abroad),
        (server.as_center(), "users", &stranger),
        (
            signed_in(&server, "mentor@example.nl"),
            "applications",
            &application,
        ),
    ] {
        for (method, action, body) in calls(type_name) {
            let body = (!body.is_null()).then_some(&body);
            let ask = |id: &str| {
                let reply = client.send(method, &format!("/api/v1/{type_name}/{id}{action}"), body);
                (reply.status, reply.code())
            };
            let what = format!("{method} {type_name}{action}");
            assert_eq!(
                ask(id),
                ask("987654"),
                "{what}: nobody learns that it is there"
            );
            assert_eq!(ask(id), (404, "not_found".to_owned()), "{what}");
        }
    }
    // What may be read and not changed is 403.
    let seen = wim().patch(
        &format!("/api/v1/vacancies/{open}"),
        &document("vacancies", json!({ "title": "Niet van mij" })),
    );
    seen.expect(403);
}

#[test]
fn a_centres_site_shows_its_own_lists_to_an_admin_too() {
    let server = Server::start();
    let (own, other_center) = (server.people.own, server.people.other_center);
    let admin = server.as_admin();
    let there = admin
        .clone()
        .with("volunteer-center-id", &other_center.to_string());
    let abroad = server
        .arrange(move |tx| organization(tx, "Buurthuis Elders", other_center, "approved", true));
    let here = published(&admin, own, "Taalmaatje in Lindewaard");
    let far = published(&there, abroad, "Taalmaatje in Elders");
    for (client, id, hidden) in [(&admin, &here, &far), (&there, &far, &here)] {
        for path in [
            "vacancies",
            "vacancies?filter[q]=taalmaatje",
            "vacancies?filter[q]=taalmaatje&sort=relevance",
            "vacancies?filter[mine_eq]=true",
            "vacancies?filter[status_in]=draft,published",
        ] {
            let list = client.get(&format!("/api/v1/{path}")).expect(200);
            assert_eq!(list.ids(), [id.clone()], "{path}");
            assert_eq!(list.at("/meta/total"), 1, "{path}");
        }
        for path in ["facets", "facets?filter[q]=taalmaatje"] {
            let facets = client.get(&format!("/api/v1/vacancies/{path}")).expect(200);
            assert_eq!(facets.at("/meta/total"), 1, "{path}");
            assert_eq!(facets.at("/meta/facets/tags/regularly"), 1, "{path}");
        }
        client.get(&format!("/api/v1/vacancies/{id}")).expect(200);
        client
            .get(&format!("/api/v1/vacancies/{hidden}"))
            .expect(404);
        let change = document("vacancies", json!({ "schedule": "Vrijdag" }));
        client
            .patch(&format!("/api/v1/vacancies/{hidden}"), &change)
            .expect(404);
        client
            .patch(&format!("/api/v1/vacancies/{id}"), &change)
            .expect(200);
    }
    let named = |client: &Client| {
        client
            .get("/api/v1/organizations?filter[q]=elders")
            .expect(200)
            .ids()
    };
    assert!(named(&admin).is_empty());
    assert_eq!(named(&there), [abroad.to_string()]);
    admin
        .get(&format!("/api/v1/organizations/{abroad}"))
        .expect(404);
    there
        .get(&format!("/api/v1/organizations/{abroad}"))
        .expect(200);
}
