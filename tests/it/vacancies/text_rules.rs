//! Vacancy rules on text, duration and location.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::fixtures::{event, published};
use crate::support::server::{Client, Server, document};
use crate::vacancies::states::{LIST, state, take};

#[test]
fn what_is_not_whole_stays_a_draft() {
    let server = Server::start();
    let samira = server.as_superuser();
    let mut body = fixtures::vacancy(server.people.own, "Taalmaatje gezocht");
    body["data"]["attributes"]["description"] = "<p>Kort.</p><p><br></p>".into();
    let id = samira.post(LIST, &body).expect(201).id();
    let refused = take(&samira, &id, "publish").expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/description");
    assert_eq!(state(&server, &id).0, "draft");
    server.as_nobody().get(&format!("{LIST}/{id}")).expect(404);
    server
        .as_volunteer()
        .get(&format!("{LIST}/{id}/similar"))
        .expect(404);
}

#[test]
fn markup_that_could_do_harm_does_not_get_in() {
    let server = Server::start();
    let samira = server.as_superuser();
    let mut body = fixtures::vacancy(server.people.own, "Taalmaatje <b>gezocht</b>");
    body["data"]["attributes"]["description"] =
        "<p onclick=\"x()\">Hallo <script>alert(1)</script><a href=\"javascript:x()\">daar</a> <strong>vet</strong><img src=x onerror=y></p>".into();
    let made = samira.post(LIST, &body).expect(201);
    let text = made.at("/data/attributes/description");
    let text = text.as_str().unwrap();
    for harm in ["script", "onclick", "onerror", "javascript", "alert"] {
        assert!(!text.contains(harm), "{text}");
    }
    assert!(text.contains("<strong>vet</strong>"), "{text}");
    for url in [
        "javascript:alert(1)",
        "http://example.org/a.png",
        "//evil.example/a.png",
    ] {
        body["data"]["attributes"]["image_url"] = url.into();
        assert_eq!(
            samira.post(LIST, &body).expect(422).pointer(),
            "/data/attributes/image_url"
        );
    }
}

#[test]
fn a_vacancy_lasts_from_tomorrow_to_a_year() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = samira
        .post(
            LIST,
            &fixtures::vacancy(server.people.own, "Taalmaatje gezocht"),
        )
        .expect(201);
    assert_eq!(
        id.at("/data/attributes/expires_at"),
        "2027-05-20T09:00:00Z",
        "half a year where nothing is said"
    );
    let path = format!("{LIST}/{}", id.id());
    let until =
        |day: &str| samira.patch(&path, &document("vacancies", json!({ "expires_at": day })));
    assert_eq!(
        until("2026-12-01")
            .expect(200)
            .at("/data/attributes/expires_at"),
        "2026-12-01T22:59:59Z",
        "the end of the day, in winter"
    );
    assert_eq!(
        until("2027-07-01")
            .expect(200)
            .at("/data/attributes/expires_at"),
        "2027-07-01T21:59:59Z",
        "and in summer"
    );
    for day in [
        "2026-11-20",
        "2026-11-21T08:00:00Z",
        "2028-01-01",
        "morgen",
        "2026-02-30",
    ] {
        assert_eq!(
            until(day).expect(422).pointer(),
            "/data/attributes/expires_at",
            "{day}"
        );
    }
    assert_eq!(
        samira.get(&path).at("/data/attributes/expires_at"),
        "2027-07-01T21:59:59Z"
    );
}

#[test]
fn what_has_run_out_is_shown_for_ninety_days() {
    let server = Server::start();
    let id = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    server.arrange(|tx| {
        Ok(tx.execute(
            "update vacancies set status = 'expired', expires_at = '2026-11-20T00:00:00Z'",
            [],
        )?)
    });
    let nobody = server.as_nobody();
    let path = format!("{LIST}/{id}");
    nobody.get(&path).expect(200);
    assert_eq!(nobody.get(LIST).at("/meta/total"), 0);
    server.clock.advance(SignedDuration::from_hours(24 * 92));
    server.as_nobody().get(&path).expect(404);
    server.as_superuser().get(&path).expect(200);
}

#[test]
fn a_copy_is_a_draft_of_ones_own() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let copy = samira
        .post(&format!("{LIST}/{id}/duplicate"), &json!({}))
        .expect(201);
    assert_ne!(copy.id(), id);
    assert_eq!(copy.at("/data/attributes/status"), "draft");
    assert_eq!(copy.at("/data/attributes/published_at"), Value::Null);
    assert!(copy.header("location").ends_with(&copy.id()));
}

#[test]
fn an_address_of_its_own_leaves_the_organizations_alone() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = published(&samira, server.people.own, "Taalmaatje gezocht");
    let path = format!("{LIST}/{id}");
    let elsewhere = document(
        "vacancies",
        json!({ "address": { "postal_code": "3511 AB", "city": "Utrecht" } }),
    );
    let moved = samira.patch(&path, &elsewhere).expect(200);
    assert_eq!(moved.at("/data/attributes/city"), "Utrecht");
    assert_eq!(moved.at("/data/attributes/postal_code"), "3511 AB");
    let organization = samira
        .get(&format!(
            "/api/v1/organizations/{}?include=address",
            server.people.own
        ))
        .expect(200);
    assert_eq!(organization.at("/included/0/attributes/city"), "Lindewaard");
}

#[test]
fn a_kept_vacancy_is_found_among_ones_own() {
    let server = Server::start();
    let id = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    let path = format!("{LIST}/{id}/favorite");
    let (joke, mentor) = (server.as_volunteer(), server.as_mentor());
    for _ in 0..2 {
        joke.put(&path, &json!({})).expect(204);
    }
    let own = |client: &Client| {
        client
            .get(&format!("{LIST}?filter[favorite_eq]=true"))
            .expect(200)
            .ids()
    };
    assert_eq!((own(&joke), own(&mentor)), (vec![id.clone()], Vec::new()));
    assert_eq!(
        joke.get(&format!("{LIST}/{id}"))
            .at("/data/attributes/is_favorite"),
        true
    );
    assert_eq!(
        mentor
            .get(&format!("{LIST}/{id}"))
            .at("/data/attributes/is_favorite"),
        false
    );
    joke.delete(&path).expect(204);
    assert_eq!(own(&joke), Vec::<String>::new());
    server.as_nobody().put(&path, &json!({})).expect(401);
}

#[test]
fn what_was_approved_is_read_again_when_it_says_something_else() {
    let server = Server::start();
    let own = server.people.own;
    server.arrange(move |tx| {
        Ok(tx.execute("update organizations set trusted = 0 where id = ?1", [own])?)
    });
    let samira = server.as_superuser();
    let words = fixtures::vacancy(own, "Taalmaatje: oefen samen Nederlands");
    let id = samira.post(LIST, &words).expect(201).id();
    let path = format!("{LIST}/{id}");
    event(&samira, &format!("{path}/transition"), "submit").expect(200);
    let approve = json!({ "data": { "attributes": { "event": "approve" } } });
    server
        .as_center()
        .decide(&format!("{path}/moderate"), &approve)
        .expect(200);
    event(&samira, &format!("{path}/transition"), "unpublish").expect(200);
    let other = document("vacancies", json!({ "capacity": 7 }));
    let kept = samira.patch(&path, &other).expect(200);
    assert_eq!(kept.at("/data/attributes/moderation_state"), "approved");
    let other = document(
        "vacancies",
        json!({ "title": "Iets heel anders dan er stond" }),
    );
    let changed = samira.patch(&path, &other).expect(200);
    assert_eq!(changed.at("/data/attributes/moderation_state"), "none");
    event(&samira, &format!("{path}/transition"), "publish").expect(422);
}
