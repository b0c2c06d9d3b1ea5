//! The organisation that a request is made for (docs/domain/rights.md#the-chosen-organisation).

use serde_json::json;

use crate::applications::stages::apply;
use crate::support::fixtures::{PASSWORD, event, published, role_of, vacancy};
use crate::support::school::{MENTOR, STUDENT, class};
use crate::support::server::{Client, Server};

const HEADER: &str = "current-organization-id";

fn signed_in(server: &Server, email: &str) -> Client {
    let mut client = server.as_nobody();
    client.sign_in(email, PASSWORD);
    client
}

/// Calls that are not about an organisation.
const REGARDLESS: [&str; 8] = [
    "/api/v1/current_user?include=roles",
    "/api/v1/current_organizations",
    "/auth/validate_token",
    "/api/v1/volunteer_centers/current?include=profile,theme",
    "/api/v1/volunteer_centers",
    "/api/v1/vacancies",
    "/api/v1/vacancies/facets",
    "/api/v1/organizations",
];

#[test]
fn who_has_left_an_organisation_is_not_locked_out() {
    let server = Server::start();
    let (own, superuser) = (server.people.own, server.people.superuser);
    let id = published(&server.as_superuser(), own, "Taalmaatje gezocht");
    server.arrange(move |tx| {
        let hash: String = tx.query_row(
            "select password_hash from users where id = ?1",
            [superuser],
            |row| row.get(0),
        )?;
        let center = tx.query_row(
            "select volunteer_center_id from users where id = ?1",
            [superuser],
            |row| row.get(0),
        )?;
        let second =
            crate::support::fixtures::user(tx, "els@example.nl", "Els Kuiper", center, &hash)?;
        role_of(tx, second, "organization_superuser", "organization", own)
    });
    let samira = server.as_superuser().with(HEADER, &own.to_string());
    for path in REGARDLESS {
        let told = samira
            .get(path)
            .expect(200)
            .at("/meta/organization_ignored");
        assert!(told.is_null(), "{path}: it is hers");
    }
    let leave = format!("/api/v1/organizations/{own}/members?user_id={superuser}");
    samira.delete(&leave).expect(204);
    for path in REGARDLESS {
        let reply = samira.get(path).expect(200);
        assert_eq!(reply.at("/meta/organization_ignored"), true, "{path}");
    }
    let one = samira.get(&format!("/api/v1/vacancies/{id}")).expect(200);
    assert_eq!(one.at("/meta/organization_ignored"), true);
    assert_eq!(one.at("/data/attributes/title"), "Taalmaatje gezocht");
    let me = json!({ "user": { "job_title": "Vrijwilliger" } });
    samira.patch("/api/v1/current_user", &me).expect(200);
    // What is about an organisation is refused as before.
    for path in [
        "/api/v1/applications",
        "/api/v1/notifications",
        "/api/v1/current_organization",
    ] {
        assert_eq!(
            samira.get(path).expect(403).code(),
            "organization_not_yours",
            "{path}"
        );
    }
    let attempt = samira.post("/api/v1/vacancies", &vacancy(own, "Niet meer van mij"));
    assert_eq!(attempt.expect(403).code(), "organization_not_yours");
    samira.delete("/auth/sign_out").expect(204);
    assert_eq!(
        samira.get("/api/v1/current_user").expect(401).code(),
        "session_expired"
    );
    // Signing in again carries the old choice as well.
    let again = json!({ "email": "samira@example.nl", "password": PASSWORD });
    samira.post("/auth/sign_in", &again).expect(200);
}

#[test]
fn an_ignored_choice_changes_the_entity_tag_and_not_the_version() {
    let server = Server::start();
    let id = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    let path = format!("/api/v1/vacancies/{id}");
    let joke = server.as_volunteer();
    let plain = joke.get(&path).expect(200);
    let choosing = joke.with(HEADER, "999999");
    let ignored = choosing.get(&path).expect(200);
    let version = |tag: &str| tag.split('-').next().unwrap_or_default().to_owned();
    assert_ne!(plain.header("etag"), ignored.header("etag"));
    assert_eq!(
        version(plain.header("etag")),
        version(ignored.header("etag"))
    );
    let again = choosing.with("if-none-match", ignored.header("etag"));
    again.get(&path).expect(304);
}

#[test]
fn a_coordinator_keeps_the_centres_own_work_with_an_organisation_chosen() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let center = server.as_center();
    let first = published(&center, own, "Van de een");
    let second = published(&center, foreign, "Van de ander");
    for id in [&first, &second] {
        apply(&server.as_volunteer(), id).expect(201);
    }
    let mut waiting = Vec::new();
    for (organization, title) in [(own, "Wacht bij de een"), (foreign, "Wacht bij de ander")] {
        let id = center
            .post("/api/v1/vacancies", &vacancy(organization, title))
            .expect(201)
            .id();
        event(
            &center,
            &format!("/api/v1/vacancies/{id}/transition"),
            "submit",
        )
        .expect(200);
        waiting.push(id);
    }
    server.arrange(move |tx| {
        let marieke = tx.query_row(
            "select id from users where email = 'marieke@example.nl'",
            [],
            |row| row.get(0),
        )?;
        role_of(tx, marieke, "organization_superuser", "organization", own)
    });
    let all = server.as_center();
    let chosen = all.clone().with(HEADER, &own.to_string());
    let ids = |client: &Client, path: &str| {
        let mut ids = client.get(&format!("/api/v1/{path}")).expect(200).ids();
        ids.sort();
        ids
    };
    for path in [
        "vacancies?filter[to_review_eq]=true",
        "vacancies?filter[mine_eq]=true&filter[to_review_eq]=true",
        "vacancies",
        "vacancies?filter[q]=ander",
        "organizations?filter[status_in]=approved,pending",
        "applications",
        "applications?filter[mine_eq]=false",
        "users",
        "role_invitations",
        "audit_events?filter[subject_type_eq]=vacancies",
        "imports",
    ] {
        assert_eq!(ids(&chosen, path), ids(&all, path), "{path}");
    }
    assert_eq!(
        ids(
            &chosen,
            "vacancies?filter[mine_eq]=true&filter[to_review_eq]=true"
        ),
        waiting
    );
    // 'Mine' is that of the organisation whose hat is worn.
    assert_eq!(
        ids(&chosen, "vacancies?filter[mine_eq]=true"),
        [first.clone(), waiting[0].clone()]
    );
    assert_eq!(ids(&all, "vacancies?filter[mine_eq]=true").len(), 4);
    // The centre's work is done with it as well.
    let approve = json!({ "data": { "attributes": { "event": "approve" } } });
    chosen
        .decide(
            &format!("/api/v1/vacancies/{}/moderate", waiting[1]),
            &approve,
        )
        .expect(200);
    // Who manages two organisations sees those of the chosen one to review.
    let samira_id = server.people.superuser;
    server.arrange(move |tx| {
        role_of(
            tx,
            samira_id,
            "organization_superuser",
            "organization",
            foreign,
        )
    });
    let samira = server.as_superuser().with(HEADER, &foreign.to_string());
    assert!(
        ids(
            &samira,
            "vacancies?filter[mine_eq]=true&filter[to_review_eq]=true"
        )
        .is_empty()
    );
    assert_eq!(ids(&samira, "applications?filter[mine_eq]=false").len(), 1);
}

#[test]
fn mentors_and_students_have_a_current_organisation_without_choosing() {
    let server = Server::start();
    let class = class(&server);
    let path = "/api/v1/current_organization?include=address,profile";
    for email in [MENTOR, STUDENT] {
        let reply = signed_in(&server, email).get(path).expect(200);
        assert_eq!(reply.id(), class.school.to_string(), "{email}");
    }
    // A School goes before an organisation that came first.
    let (sem, own) = (class.sem, server.people.own);
    server.arrange(move |tx| {
        role_of(tx, sem, "organization_superuser", "organization", own)?;
        Ok(tx.execute(
            "update roles set id = -id where user_id = ?1 and scope_id = ?2",
            (sem, own),
        )?)
    });
    assert_eq!(
        signed_in(&server, STUDENT).get(path).expect(200).id(),
        class.school.to_string()
    );
    assert_eq!(
        server.as_superuser().get(path).expect(200).id(),
        server.people.own.to_string()
    );
    server.as_volunteer().get(path).expect(404);
    // A role that has ended is none.
    server.arrange(move |tx| {
        Ok(tx.execute("update roles set expires_at = '2026-11-20T09:00:00Z' where user_id = ?1 and name = 'student'", [sem])?)
    });
    let sem = signed_in(&server, STUDENT);
    assert_eq!(sem.get(path).expect(200).id(), own.to_string());
    let school = class.school.to_string();
    sem.with(HEADER, &school).get(path).expect(403);
}
