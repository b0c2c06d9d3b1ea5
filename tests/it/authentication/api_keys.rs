//! Keys of other programs (docs/domain/rights.md#api-keys): what each scope opens and what it does not, when a key counts,
//! and what the audit log says of it.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::db::text_enum::TextEnum as _;
use voluntr::policy::key_scopes::KeyScope;
use voluntr::policy::{Verb, is_open_to_anyone};

use crate::applications::stages::apply;
use crate::support::fixtures::{self, PASSWORD, published};
use crate::support::server::{Client, Reply, Server, document};

const KEYS: &str = "/api/v1/api_keys";
const VACANCIES: &str = "/api/v1/vacancies";
const APPLICATIONS: &str = "/api/v1/applications";

fn wanted(scopes: &[&str], organization: Option<i64>) -> Value {
    json!({
        "name": "Nachtelijke import",
        "scopes": scopes,
        "organization_id": organization.map(|id| id.to_string()),
        "expires_on": "2027-11-21",
    })
}

fn make(client: &Client, attributes: Value) -> Reply {
    client.post(KEYS, &document("api_key_forms", attributes))
}

/// A key of the centre, and a program that has it.
fn program(server: &Server, scopes: &[&str], organization: Option<i64>) -> (String, Client) {
    let made = make(&server.as_center(), wanted(scopes, organization)).expect(201);
    let secret = made.at("/meta/secret");
    (made.id(), with_key(server, secret.as_str().unwrap()))
}

fn with_key(server: &Server, secret: &str) -> Client {
    server
        .as_nobody()
        .with("authorization", &format!("Bearer {secret}"))
}

fn as_wim(server: &Server) -> Client {
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", PASSWORD);
    wim
}

#[test]
fn a_secret_is_shown_once_and_stored_as_a_hash() {
    let server = Server::start();
    let center = server.as_center();
    let made = make(&center, wanted(&["read_public"], None)).expect(201);
    let secret = made.at("/meta/secret").as_str().unwrap().to_owned();
    assert!(secret.starts_with("vk_") && secret.len() == 46, "{secret}");
    assert_eq!(made.at("/data/attributes/prefix"), secret[..11]);
    assert_eq!(made.at("/data/attributes/state"), "active");
    assert_eq!(
        made.at("/data/attributes/expires_at"),
        "2027-11-21T22:59:59Z"
    );
    assert_eq!(made.header("location"), format!("{KEYS}/{}", made.id()));
    for path in [format!("{KEYS}/{}", made.id()), KEYS.to_owned()] {
        assert!(!center.get(&path).expect(200).text.contains(&secret[11..]));
    }
    let stored: (Vec<u8>, String) = server.arrange(|tx| {
        Ok(
            tx.query_row("select token_hash, prefix from api_keys", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?,
        )
    });
    assert_eq!(stored.0.len(), 32);
    assert_ne!(&stored.0, &secret.as_bytes()[..32]);
}

#[test]
fn what_a_key_is_to_be_is_checked() {
    let server = Server::start();
    let (center, own) = (server.as_center(), server.people.own);
    let elsewhere = {
        let other = server.people.other_center;
        server
            .arrange(move |tx| fixtures::organization(tx, "Elders thuis", other, "approved", true))
    };
    let pending = {
        let here = server.people.center;
        server.arrange(move |tx| fixtures::organization(tx, "Wacht nog", here, "pending", true))
    };
    let with = |name: &str, value: Value| {
        let mut attributes = wanted(&["write_vacancies"], Some(own));
        attributes[name] = value;
        attributes
    };
    for (attributes, field, rule) in [
        (with("name", "".into()), "name", "required"),
        (with("scopes", json!([])), "scopes", "items"),
        (with("scopes", json!(["export"])), "scopes/0", "type"),
        (
            with("organization_id", Value::Null),
            "organization_id",
            "required",
        ),
        (
            with("organization_id", elsewhere.to_string().into()),
            "organization_id",
            "unknown_organization",
        ),
        (
            with("organization_id", pending.to_string().into()),
            "organization_id",
            "unknown_organization",
        ),
        (
            with("expires_on", "2026-11-21".into()),
            "expires_on",
            "future",
        ),
        (
            with("expires_on", "2028-11-22".into()),
            "expires_on",
            "within_two_years",
        ),
    ] {
        let refused = make(&center, attributes).expect(422);
        assert!(
            refused.pointer().starts_with(&format!(
                "/data/attributes/{}",
                field.split('/').next().unwrap()
            )),
            "{field}: {}",
            refused.text
        );
        assert_eq!(refused.at("/errors/0/meta/rule"), rule, "{field}");
    }
    // A session older than fifteen minutes proves itself with the password.
    server.clock.advance(SignedDuration::from_mins(20));
    let old = make(&center, with("name", "Later".into())).expect(422);
    assert_eq!(old.pointer(), "/data/attributes/current_password");
    make(&center, with("current_password", "fout".into())).expect(422);
    make(&center, with("current_password", PASSWORD.into())).expect(201);
}

#[test]
fn only_a_centre_makes_keys_and_only_of_itself() {
    let server = Server::start();
    let form = || wanted(&["read_public"], None);
    for client in [
        server.as_volunteer(),
        server.as_superuser(),
        server.as_content_manager(),
    ] {
        make(&client, form()).expect(403);
        client.get(KEYS).expect(403);
    }
    make(&server.as_nobody(), form()).expect(401);
    let (id, key) = program(&server, &["read_public"], None);
    // Keys make no keys.
    assert_eq!(make(&key, form()).expect(403).code(), "api_key_scope");
    // Those of another centre are an admin's alone.
    let other = server.people.other_center;
    let away = {
        let there = server
            .as_admin()
            .with("volunteer-center-id", &other.to_string());
        make(&there, form()).expect(201).id()
    };
    let center = server.as_center();
    assert_eq!(center.get(KEYS).expect(200).ids(), [id.clone()]);
    center
        .put(&format!("{KEYS}/{away}/revoke"), &json!({}))
        .expect(404);
    assert_eq!(server.as_admin().get(KEYS).expect(200).ids().len(), 2);
    server
        .as_admin()
        .put(&format!("{KEYS}/{away}/revoke"), &json!({}))
        .expect(200);
}

#[test]
fn the_calls_that_scopes_list_exist_and_public_ones_are_open_to_everybody() {
    let routes = voluntr::resources::routes();
    for scope in KeyScope::ALL {
        for (method, path) in scope.calls() {
            let operation = routes
                .operations
                .iter()
                .find(|one| one.method.as_str() == *method && one.path == *path)
                .unwrap_or_else(|| panic!("{method} {path} is no call"));
            if *scope == KeyScope::ReadPublic {
                let read = Verb::Read.as_str();
                assert!(is_open_to_anyone(operation.type_name, read), "{path}");
            }
        }
    }
}

#[test]
fn a_key_for_what_is_public_reads_what_visitors_read_and_nothing_else() {
    let server = Server::start();
    let samira = server.as_superuser();
    let shown = published(&samira, server.people.own, "Taalmaatje gezocht");
    let draft = fixtures::vacancy(server.people.own, "Nog een concept");
    let draft = samira.post(VACANCIES, &draft).expect(201).id();
    let (_, key) = program(&server, &["read_public"], None);
    let visitor = server.as_nobody();
    for path in [
        format!("{VACANCIES}?include=organization,contact_person&sort=title"),
        format!("{VACANCIES}/{shown}"),
        "/api/v1/organizations".to_owned(),
        "/api/v1/taxonomies".to_owned(),
        "/api/v1/activities".to_owned(),
        format!("{VACANCIES}/facets"),
    ] {
        // Kept for visitors, and made anew for a key: the same.
        let seen = visitor.get(&path).expect(200);
        let again = key.get(&path).expect(200);
        assert_eq!(seen.text, again.text, "{path}");
        assert_eq!(again.header("cache-control"), "no-store", "{path}");
        assert_eq!(visitor.get(&path).expect(200).text, seen.text, "{path}");
    }
    key.get(&format!("{VACANCIES}/{draft}")).expect(404);
    for (method, path) in [
        ("GET", APPLICATIONS),
        ("GET", "/api/v1/users"),
        ("GET", "/api/v1/current_user"),
        ("GET", "/api/v1/sessions"),
        ("GET", "/api/v1/exports"),
        ("GET", "/api/v1/audit_events"),
        ("GET", "/api/v1/conversations"),
        ("GET", "/api/v1/no_such_thing"),
        ("GET", "/"),
        ("GET", "/feeds/vacancies.json"),
        ("POST", VACANCIES),
        ("POST", APPLICATIONS),
        ("POST", "/auth/sign_in"),
        ("DELETE", "/auth/sign_out"),
    ] {
        let body = (method == "POST").then(|| json!({}));
        let refused = key.send(method, path, body.as_ref()).expect(403);
        if path.starts_with("/api/") {
            assert_eq!(refused.code(), "api_key_scope", "{method} {path}");
        }
    }
}

#[test]
fn a_key_reads_vacancies_and_applications_of_its_organisation_alone() {
    let server = Server::start();
    let (samira, wim, joke) = (
        server.as_superuser(),
        as_wim(&server),
        server.as_volunteer(),
    );
    let (own, foreign) = (server.people.own, server.people.foreign);
    let mine = published(&samira, own, "Taalmaatje gezocht");
    let theirs = published(&wim, foreign, "Voedselpakketten inpakken");
    let draft = |client: &Client, organization| {
        let sent = fixtures::vacancy(organization, "Nog een concept");
        client.post(VACANCIES, &sent).expect(201).id()
    };
    let (my_draft, their_draft) = (draft(&samira, own), draft(&wim, foreign));
    let sent_to_me = apply(&joke, &mine).expect(201).id();
    let sent_to_them = apply(&joke, &theirs).expect(201).id();
    let (key_id, key) = program(&server, &["read_organization"], Some(own));

    let applications = key.get(APPLICATIONS).expect(200);
    assert_eq!(applications.ids(), [sent_to_me.clone()]);
    assert_eq!(
        applications.at("/data/0/attributes/email"),
        "joke@example.nl"
    );
    assert_eq!(
        applications
            .json()
            .pointer("/data/0/attributes/missing_checks"),
        None
    );
    key.get(&format!("{APPLICATIONS}/{sent_to_me}")).expect(200);
    key.get(&format!("{APPLICATIONS}/{sent_to_them}"))
        .expect(404);
    for filter in [
        format!("filter[organization_id_eq]={foreign}"),
        format!("filter[vacancy_id_eq]={theirs}"),
        "filter[q]=Voedselpakketten".to_owned(),
        "filter[mine_eq]=true".to_owned(),
    ] {
        let found = key.get(&format!("{APPLICATIONS}?{filter}")).expect(200);
        assert_eq!(found.at("/meta/total"), 0, "{filter}");
    }
    // Who applied is known by what they sent, not by their account.
    let included = key
        .get(&format!("{APPLICATIONS}?include=user,vacancy.organization"))
        .expect(200);
    let included = included.json()["included"].clone();
    let types: Vec<&str> = included
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["type"].as_str().unwrap())
        .collect();
    assert!(!types.contains(&"users"), "{included}");

    key.get(&format!("{VACANCIES}/{my_draft}")).expect(200);
    key.get(&format!("{VACANCIES}/{their_draft}")).expect(404);
    let drafts = format!("{VACANCIES}?filter[status_eq]=draft");
    assert_eq!(key.get(&drafts).expect(200).ids(), [my_draft.clone()]);
    let counts = |id: &str| {
        let one = key.get(&format!("{VACANCIES}/{id}")).expect(200);
        one.json()
            .pointer("/data/attributes/applications_count")
            .cloned()
    };
    assert_eq!((counts(&mine), counts(&theirs)), (Some(1.into()), None));

    let change = document("vacancies", json!({ "title": "Anders" }));
    let refused = key
        .patch(&format!("{VACANCIES}/{my_draft}"), &change)
        .expect(403);
    assert_eq!(refused.code(), "api_key_scope");
    for path in [
        format!("{APPLICATIONS}/{sent_to_me}/transition"),
        format!("{VACANCIES}/{mine}/transition"),
    ] {
        key.put(&path, &json!({ "event": "accept" })).expect(403);
    }
    key.get(&format!("{APPLICATIONS}/{sent_to_me}/history"))
        .expect(403);

    // Each reading of applications is in the audit log, in the name of the key.
    let log = server
        .as_center()
        .get(&format!(
            "/api/v1/audit_events?filter[api_key_id_eq]={key_id}&filter[is_reading_eq]=true&include=api_key"
        ))
        .expect(200);
    assert!(log.at("/meta/total").as_i64().unwrap() >= 3, "{}", log.text);
    assert_eq!(log.at("/data/0/attributes/actor_kind"), "program");
    assert_eq!(log.at("/data/0/attributes/subject_type"), "applications");
    assert_eq!(log.at("/included/0/attributes/name"), "Nachtelijke import");
    let about_joke = joke
        .get("/api/v1/audit_events?filter[about_me_eq]=true&filter[action_eq]=read")
        .expect(200);
    assert_eq!(about_joke.at("/data/0/attributes/actor_kind"), "program");
}

#[test]
fn a_key_writes_vacancies_of_its_organisation_alone() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let (key_id, key) = program(&server, &["write_vacancies"], Some(own));
    let theirs = published(&as_wim(&server), foreign, "Voedselpakketten inpakken");

    let sent = fixtures::vacancy(own, "Taalmaatje gezocht");
    let keyed = key.clone().with("idempotency-key", "taalmaatje-1");
    let made = keyed.post(VACANCIES, &sent).expect(201);
    let id = made.id();
    assert_eq!(made.header("location"), format!("{VACANCIES}/{id}"));
    let again = keyed.post(VACANCIES, &sent).expect(201);
    assert_eq!(
        (again.id(), again.header("idempotent-replayed")),
        (id.clone(), "true")
    );
    // Another key, and a visitor, with the same words are others.
    let (_, other) = program(&server, &["write_vacancies"], Some(foreign));
    other
        .with("idempotency-key", "taalmaatje-1")
        .post(VACANCIES, &sent)
        .expect(403);

    let path = format!("{VACANCIES}/{id}");
    let change = document("vacancies", json!({ "title": "Taalmaatje voor Amal" }));
    let changed = key.patch(&path, &change).expect(200);
    assert_eq!(changed.at("/data/attributes/title"), "Taalmaatje voor Amal");
    key.clone()
        .with("if-match", "\"1\"")
        .patch(&path, &change)
        .expect(412);
    let step = |id: &str, event: &str| {
        key.put(
            &format!("{VACANCIES}/{id}/transition"),
            &json!({ "event": event }),
        )
    };
    assert_eq!(
        step(&id, "publish")
            .expect(200)
            .at("/data/attributes/status"),
        "published"
    );
    step(&theirs, "unpublish").expect(403);
    key.patch(&format!("{VACANCIES}/{theirs}"), &change)
        .expect(403);
    key.delete(&format!("{VACANCIES}/{theirs}")).expect(403);
    key.delete(&path).expect(403);
    key.post(VACANCIES, &fixtures::vacancy(foreign, "Voor een ander"))
        .expect(403);
    // Nobody whom a visitor does not see becomes its contact, and it stays where it is.
    for attributes in [
        json!({ "contact_person_id": server.people.superuser.to_string() }),
        json!({ "organization_id": foreign.to_string() }),
    ] {
        key.patch(&path, &document("vacancies", attributes))
            .expect(422);
    }
    // Deciding, and deleting what others have seen, is the centre's.
    key.put(&format!("{path}/moderate"), &json!({ "event": "approve" }))
        .expect(403);
    key.get(APPLICATIONS).expect(403);

    let audited: Vec<(String, Option<i64>, Option<i64>)> = server.arrange(move |tx| {
        let mut statement = tx.prepare(
            "select action, actor_id, api_key_id from audit_events where subject_type = 'vacancies' and subject_id = ?1 order by id",
        )?;
        let rows = statement.query_map([&id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    });
    assert!(audited.len() >= 3, "{audited:?}");
    let number: i64 = key_id.parse().unwrap();
    for (action, actor, by) in audited {
        assert_eq!((actor, by), (None, Some(number)), "{action}");
    }
}

#[test]
fn a_vacancy_of_a_key_waits_for_review_as_that_of_its_organisation_does() {
    let server = Server::start();
    let own = server.people.own;
    server.arrange(move |tx| {
        tx.execute("update volunteer_centers set review_vacancies = 1", [])?;
        Ok(tx.execute("update organizations set trusted = 0 where id = ?1", [own])?)
    });
    let (_, key) = program(&server, &["write_vacancies"], Some(own));
    let id = key
        .post(VACANCIES, &fixtures::vacancy(own, "Taalmaatje gezocht"))
        .expect(201)
        .id();
    let step = |event: &str| {
        key.put(
            &format!("{VACANCIES}/{id}/transition"),
            &json!({ "event": event }),
        )
    };
    assert_eq!(step("publish").expect(422).code(), "invalid_transition");
    let sent = step("submit").expect(200);
    assert_eq!(sent.at("/data/attributes/moderation_state"), "submitted");
    let letters: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from outbox where to_email in ('samira@example.nl', 'marieke@example.nl')",
            [],
            |row| row.get(0),
        )?)
    });
    let told: i64 = server.arrange(|tx| {
        Ok(tx.query_row("select count(*) from notifications", [], |row| row.get(0))?)
    });
    assert!(
        letters + told >= 2,
        "{letters} letters, {told} notifications"
    );
}

#[test]
fn a_key_counts_until_it_ends_is_revoked_or_its_organisation_stops() {
    let server = Server::start();
    let own = server.people.own;
    let center = server.as_center();
    let (id, key) = program(&server, &["read_organization"], Some(own));
    let path = "/api/v1/applications";
    let state = || {
        let one = center.get(&format!("{KEYS}/{id}")).expect(200);
        one.at("/data/attributes/state")
            .as_str()
            .unwrap()
            .to_owned()
    };
    key.get(path).expect(200);
    assert_eq!(state(), "active");
    for change in [
        "update organizations set status = 'archived' where id = ?1",
        "update organizations set status = 'pending' where id = ?1",
        "update organizations set status = 'approved', volunteer_center_id = (select id from volunteer_centers where name = 'Elders') where id = ?1",
    ] {
        server.arrange(move |tx| Ok(tx.execute(change, [own])?));
        let refused = key.get(path).expect(401);
        assert_eq!(refused.code(), "api_key_suspended", "{change}");
        assert!(refused.header("www-authenticate").starts_with("Bearer "));
        assert_eq!(state(), "suspended");
    }
    let here = server.people.center;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set volunteer_center_id = ?2 where id = ?1",
            [own, here],
        )?)
    });
    key.get(path).expect(200);
    // It is the centre's, whoever made it.
    server.arrange(|tx| {
        Ok(tx.execute(
            "delete from roles where user_id = (select id from users where email = 'marieke@example.nl')",
            [],
        )?)
    });
    key.get(path).expect(200);
    let admin = server.as_admin();
    let shown = admin
        .get(&format!("{KEYS}/{id}?include=created_by"))
        .expect(200);
    assert_eq!(shown.at("/included/0/attributes/full_name"), "Marieke Bos");
    assert_eq!(
        shown.at("/data/attributes/last_used_at"),
        "2026-11-21T09:00:00Z"
    );

    admin
        .put(&format!("{KEYS}/{id}/revoke"), &json!({}))
        .expect(200);
    assert_eq!(key.get(path).expect(401).code(), "api_key_revoked");
    let again = admin
        .put(&format!("{KEYS}/{id}/revoke"), &json!({}))
        .expect(200);
    assert_eq!(
        again.at("/data/attributes/revoked_at"),
        "2026-11-21T09:00:00Z"
    );

    let made = make(&admin, wanted(&["read_organization"], Some(own))).expect(201);
    let late = with_key(&server, made.at("/meta/secret").as_str().unwrap());
    late.get(path).expect(200);
    server.clock.advance(SignedDuration::from_hours(24 * 366));
    assert_eq!(late.get(path).expect(401).code(), "api_key_expired");
}

#[test]
fn a_key_of_one_centre_or_tenant_is_nothing_at_another() {
    let server = Server::start();
    let (_, key) = program(&server, &["read_public"], None);
    key.get(VACANCIES).expect(200);
    let other = server.people.other_center.to_string();
    let away = key.clone().with("volunteer-center-id", &other);
    assert_eq!(away.get(VACANCIES).expect(401).code(), "api_key_invalid");
    server.found_one_more("roermond", &["roermond.localhost"]);
    let abroad = key.with("host", "roermond.localhost");
    assert_eq!(abroad.get(VACANCIES).expect(401).code(), "api_key_invalid");
}

#[test]
fn wrong_keys_are_refused_and_limited_and_other_credentials_beside_a_key_are_ignored() {
    let server = Server::start();
    let (id, key) = program(&server, &["read_organization"], Some(server.people.own));
    // A session beside a key opens nothing more, and a choice of an organisation moves nothing.
    let mut both = key.clone();
    for (name, value) in server.as_admin().headers() {
        both = both.with(name, value);
    }
    let both = both.with("cookie", "voluntr-token=x").with(
        "current-organization-id",
        &server.people.foreign.to_string(),
    );
    both.get("/api/v1/users").expect(403);
    both.get(APPLICATIONS).expect(200);
    let prefix = server
        .as_center()
        .get(&format!("{KEYS}/{id}"))
        .expect(200)
        .at("/data/attributes/prefix");
    let prefix = prefix.as_str().unwrap();
    let mut refused = 0;
    for (number, wrong) in [
        format!("{prefix}{}", "A".repeat(35)),
        "vk_".to_owned(),
        prefix.to_owned(),
        "eyJhbGciOiJub25lIn0".to_owned(),
    ]
    .iter()
    .cycle()
    .take(61)
    .enumerate()
    {
        let reply = with_key(&server, wrong).get(VACANCIES);
        if number < 60 {
            assert_eq!(reply.expect(401).code(), "api_key_invalid", "{wrong}");
        } else {
            let reply = reply.expect(429);
            assert!(reply.header("retry-after").parse::<i64>().unwrap() > 0);
            refused += 1;
        }
    }
    assert_eq!(refused, 1);
    // Right ones from the same address go on.
    key.get(APPLICATIONS).expect(200);
}

#[test]
fn a_key_has_sixty_requests_a_minute() {
    let server = Server::start();
    let (_, key) = program(&server, &["read_public"], None);
    let (_, other) = program(&server, &["read_public"], None);
    for _ in 0..60 {
        key.get(VACANCIES).expect(200);
    }
    let refused = key.get(VACANCIES).expect(429);
    assert_eq!(refused.code(), "rate_limited");
    assert_eq!(refused.header("retry-after"), "60");
    other.get(VACANCIES).expect(200);
    server.clock.advance(SignedDuration::from_secs(61));
    key.get(VACANCIES).expect(200);
}

#[test]
fn the_nightly_import_of_a_partner_as_the_manual_shows_it() {
    let server = Server::start();
    let own = server.people.own;
    let (_, key) = program(&server, &["write_vacancies"], Some(own));
    let words = include_str!("../../../docs/api.md");
    let part = words
        .split("## Keys for programs")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .unwrap();
    for said in [
        "Authorization: Bearer",
        "Idempotency-Key",
        "/transition",
        "api_key_scope",
    ] {
        assert!(part.contains(said), "the manual says {said}");
    }
    // Makes, changes and takes down, as its script does each night.
    let night = |number: &str, title: &str| {
        key.clone()
            .with("idempotency-key", &format!("partner-{number}"))
            .post(VACANCIES, &fixtures::vacancy(own, title))
            .expect(201)
            .id()
    };
    let id = night("4711", "Taalmaatje gezocht");
    assert_eq!(night("4711", "Taalmaatje gezocht"), id);
    let path = format!("{VACANCIES}/{id}");
    let step = |event: &str| {
        key.put(
            &format!("{path}/transition"),
            &json!({ "data": { "attributes": { "event": event } } }),
        )
    };
    step("publish").expect(200);
    let change =
        json!({ "data": { "type": "vacancies", "id": id, "attributes": { "hours_per_week": 2 } } });
    key.patch(&path, &change).expect(200);
    let list = key
        .get(&format!(
            "{VACANCIES}?filter[organization_id_eq]={own}&fields[vacancies]=title,status"
        ))
        .expect(200);
    assert_eq!(list.ids(), [id.clone()]);
    step("archive").expect(200);
}
