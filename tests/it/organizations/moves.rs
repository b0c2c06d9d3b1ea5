//! Moves of organisations between centres, and merges of two that are the same (docs/domain/states.md#moves).

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::applications::stages::{PATH, apply, letters};
use crate::forms::{answers, open, send};
use crate::support::fixtures::{self, published, role_of};
use crate::support::server::{Client, Reply, Server, document};

fn put(client: &Client, path: &str, attributes: Value) -> Reply {
    client.decide(path, &json!({ "data": { "attributes": attributes } }))
}

fn post(client: &Client, path: &str, attributes: Value) -> Reply {
    client.post(path, &json!({ "data": { "attributes": attributes } }))
}

/// Both centres have the flag, and the other one has a superuser.
pub fn two_centers(server: &Server) -> Client {
    let other = server.people.other_center;
    server.arrange(move |tx| {
        let hash: String = tx.query_row(
            "select password_hash from users where email = 'marieke@example.nl'",
            [],
            |row| row.get(0),
        )?;
        let id = fixtures::user(tx, "otto@example.nl", "Otto Elders", other, &hash)?;
        role_of(tx, id, "center_superuser", "volunteer_center", other)?;
        tx.execute(
            "insert into themes (created_at, updated_at) select ?1, ?1 where exists (select 1 from volunteer_centers where id = ?2 and theme_id is null)",
            (tx.now(), other),
        )?;
        tx.execute(
            "update volunteer_centers set theme_id = (select max(id) from themes) where id = ?1 and theme_id is null",
            [other],
        )?;
        Ok(tx.execute("update themes set enable_moving_organizations = 1", [])?)
    });
    let mut otto = server
        .as_nobody()
        .with("volunteer-center-id", &other.to_string());
    otto.sign_in("otto@example.nl", fixtures::PASSWORD);
    otto
}

#[test]
fn an_organisation_moves_when_both_centres_agree_and_takes_everything_along() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let (own, other) = (server.people.own, server.people.other_center);
    let path = format!("/api/v1/organizations/{own}");
    let vacancy = published(&samira, own, "Taalmaatje");
    let wanted = json!({ "volunteer_center_id": other.to_string() });
    // Switched off, nothing moves.
    let off = put(&marieke, &format!("{path}/move"), wanted.clone()).expect(403);
    assert_eq!(off.code(), "feature_disabled");
    let otto = two_centers(&server);
    put(&samira, &format!("{path}/move"), wanted.clone()).expect(403);
    otto.get(&path).expect(404);
    put(&marieke, &format!("{path}/move"), wanted).expect(200);
    assert_eq!(letters(&server, "org_move_asked"), ["otto@example.nl"]);

    // The centre that asked cannot say yes for the other.
    let yes = json!({ "event": "accept" });
    put(&marieke, &format!("{path}/move/confirm"), yes.clone()).expect(403);
    let preview = otto.get(&format!("{path}/move")).expect(200);
    assert_eq!(preview.at("/data/attributes/vacancies"), 1);
    assert_eq!(preview.at("/data/attributes/members"), 1);
    let incoming = otto.get("/api/v1/organizations?filter[incoming_eq]=true");
    assert_eq!(incoming.expect(200).ids(), [own.to_string()]);
    let unread = json!({ "data": { "attributes": &yes } });
    let unread = otto
        .put(&format!("{path}/move/confirm"), &unread)
        .expect(428);
    assert_eq!(unread.code(), "precondition_required");
    put(&otto, &format!("{path}/move/confirm"), yes).expect(200);

    assert_eq!(letters(&server, "org_moved"), ["samira@example.nl"]);
    assert_eq!(letters(&server, "org_move_decided"), ["marieke@example.nl"]);
    marieke.get(&path).expect(410);
    let here = otto.get(&path).expect(200);
    assert_eq!(here.at("/data/attributes/move_to_id"), Value::Null);
    let visitor = server
        .as_nobody()
        .with("volunteer-center-id", &other.to_string());
    visitor
        .get(&format!("/api/v1/vacancies/{vacancy}"))
        .expect(200);
    // Her account went along: she signs in there, with all her rights.
    let mut samira = server
        .as_nobody()
        .with("volunteer-center-id", &other.to_string());
    samira.sign_in("samira@example.nl", fixtures::PASSWORD);
    let website = document(
        "organizations",
        json!({ "website": "https://taal.example" }),
    );
    samira.patch(&path, &website).expect(200);
    let history = otto.get("/api/v1/audit_events?filter[action_eq]=move");
    assert_eq!(history.expect(200).ids().len(), 1);
}

#[test]
fn who_does_more_at_the_old_centre_keeps_the_account_there_and_the_organisation() {
    let server = Server::start();
    let (own, other) = (server.people.own, server.people.other_center);
    let (samira, foreign) = (server.people.superuser, server.people.foreign);
    let otto = two_centers(&server);
    server.arrange(move |tx| {
        role_of(tx, samira, "organization_superuser", "organization", foreign)?;
        tx.execute(
            "insert into taxonomies (kind, key, name_nl, name_en, volunteer_center_id, created_at, updated_at)
             select 'tags', 'swimming', 'Zwemmen', 'Swimming', volunteer_center_id, ?1, ?1 from organizations where id = ?2",
            (tx.now(), own),
        )?;
        Ok(())
    });
    let vacancy = published(&server.as_superuser(), own, "Taalmaatje");
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update vacancies set tags = '[\"regularly\",\"swimming\"]' where id = ?1",
            [&vacancy],
        )?)
    });
    let path = format!("/api/v1/organizations/{own}");
    let wanted = json!({ "volunteer_center_id": other.to_string() });
    put(&server.as_center(), &format!("{path}/move"), wanted).expect(200);
    let preview = otto.get(&format!("{path}/move")).expect(200);
    assert_eq!(preview.at("/data/attributes/members_staying"), 1);
    assert_eq!(
        preview.at("/data/attributes/lost_terms"),
        json!(["Zwemmen"])
    );
    put(
        &otto,
        &format!("{path}/move/confirm"),
        json!({ "event": "accept" }),
    )
    .expect(200);
    let tags: String = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select tags from vacancies where organization_id = ?1",
            [own],
            |row| row.get(0),
        )?)
    });
    assert_eq!(tags, "[\"regularly\"]");
    let edited = document(
        "organizations",
        json!({ "website": "https://taal.example" }),
    );
    server.as_superuser().patch(&path, &edited).expect(200);
}

#[test]
fn a_centre_says_no_in_words_and_everything_stays() {
    let server = Server::start();
    let otto = two_centers(&server);
    let path = format!("/api/v1/organizations/{}", server.people.own);
    let marieke = server.as_center();
    let wanted = json!({ "volunteer_center_id": server.people.other_center.to_string() });
    put(&marieke, &format!("{path}/move"), wanted.clone()).expect(200);
    let no = |message: Option<&str>| {
        let answer = json!({ "event": "refuse", "message": message });
        put(&otto, &format!("{path}/move/confirm"), answer)
    };
    assert_eq!(no(None).expect(422).pointer(), "/data/attributes/message");
    no(Some("Niet ons gebied.")).expect(200);
    otto.get(&path).expect(404);
    marieke.get(&path).expect(200);
    // Taken back by the centre that asked, nobody answers any more.
    put(&marieke, &format!("{path}/move"), wanted).expect(200);
    let nothing = json!({ "volunteer_center_id": null });
    put(&marieke, &format!("{path}/move"), nothing).expect(200);
    no(Some("Te laat.")).expect(404);
}

#[test]
fn two_that_are_the_same_become_one_and_can_be_taken_apart_for_thirty_days() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let vacancy = published(&samira, own, "Taalmaatje");
    let path = format!("/api/v1/organizations/{own}/merge");
    let into = |dry_run: bool| json!({ "into": foreign.to_string(), "dry_run": dry_run });
    post(&samira, &path, into(true)).expect(403);
    let preview = post(&marieke, &path, into(true)).expect(200);
    assert_eq!(preview.at("/data/attributes/vacancies"), 1);
    assert_eq!(preview.at("/data/attributes/members"), 1);
    let itself = json!({ "into": own.to_string() });
    post(&marieke, &path, itself).expect(422);
    let late = marieke
        .clone()
        .with("if-match", "\"999999-00112233aabbccdd\"");
    assert_eq!(
        post(&late, &path, into(false)).expect(412).code(),
        "stale_resource"
    );

    post(&marieke, &path, into(false)).expect(200);
    let target = format!("/api/v1/organizations/{foreign}");
    let owner = |id: &str| {
        let found = server
            .as_nobody()
            .get(&format!("/api/v1/vacancies/{id}?include=organization"));
        found.expect(200).at("/data/attributes/organization_id")
    };
    assert_eq!(owner(&vacancy), foreign.to_string());
    let count = |path: &str| {
        let found = marieke.get(path).expect(200);
        found.at("/data/attributes/vacancies_count")
    };
    assert_eq!(count(&target), 1);
    // Samira manages the other now, and the first is gone.
    let website = document("organizations", json!({ "website": "https://een.example" }));
    samira.patch(&target, &website).expect(200);
    let gone = marieke
        .get(&format!("/api/v1/organizations/{own}"))
        .expect(410);
    assert_eq!(gone.at("/errors/0/meta/moved_to/id"), foreign.to_string());
    assert_eq!(
        letters(&server, "org_merged"),
        ["samira@example.nl", "wim@example.nl"]
    );
    let merges = marieke.get(&format!("{target}/merges")).expect(200);
    assert_eq!(merges.ids(), [own.to_string()]);

    let undo = json!({ "organization_id": own.to_string() });
    let undo_path = format!("{target}/merge/undo");
    post(&samira, &undo_path, undo.clone()).expect(403);
    post(&marieke, &undo_path, undo.clone()).expect(200);
    assert_eq!(owner(&vacancy), own.to_string());
    assert_eq!(count(&format!("/api/v1/organizations/{own}")), 1);
    samira.patch(&target, &website).expect(403);

    // A month later it is too late.
    post(&marieke, &path, into(false)).expect(200);
    server.clock.advance(SignedDuration::from_hours(31 * 24));
    let marieke = server.as_center();
    post(&marieke, &undo_path, undo).expect(422);
}

#[test]
fn an_undone_merge_gives_back_what_came_for_its_rows_and_nothing_that_came_later() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let vacancy = published(&samira, own, "Taalmaatje");
    let merge = json!({ "into": foreign.to_string() });
    let path = format!("/api/v1/organizations/{own}/merge");
    post(&marieke, &path, merge).expect(200);
    server.clock.advance(SignedDuration::from_hours(1));
    let role = server.arrange(move |tx| {
        let role: i64 = tx.query_row(
            "delete from roles where scope_type = 'organization' and scope_id = ?1
                and user_id = (select id from users where email = 'samira@example.nl') returning id",
            [foreign],
            |row| row.get(0),
        )?;
        let volunteer: i64 = tx.query_row(
            "select id from users where email = 'joke@example.nl'",
            [],
            |row| row.get(0),
        )?;
        role_of(
            tx,
            volunteer,
            "organization_superuser",
            "organization",
            foreign,
        )?;
        let sql = "update roles set id = ?1 where user_id = ?2 and scope_id = ?3 and scope_type = 'organization'";
        tx.execute(sql, (role, volunteer, foreign))?;
        Ok(role)
    });
    let guest = document(
        "applications",
        json!({ "first_name": "Gerrit", "email": "gerrit@example.com", "consent": true }),
    );
    let desk = format!("/api/v1/vacancies/{vacancy}/applications/walk_in");
    let application = marieke.post(&desk, &guest).expect(201).id();

    let undo = json!({ "organization_id": own.to_string() });
    let undo_path = format!("/api/v1/organizations/{foreign}/merge/undo");
    // Of another centre by now, it gives nothing back.
    let other = server.people.other_center;
    let center = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select volunteer_center_id from organizations where id = ?1",
            [foreign],
            |row| row.get::<_, i64>(0),
        )?)
    });
    let stands_at = |center: i64| {
        server.arrange(move |tx| {
            let sql = "update organizations set volunteer_center_id = ?2 where id = ?1";
            Ok(tx.execute(sql, (foreign, center))?)
        });
    };
    stands_at(other);
    let there = server
        .as_admin()
        .with("volunteer-center-id", &other.to_string());
    post(&there, &undo_path, undo.clone()).expect(422);
    stands_at(center);

    post(&marieke, &undo_path, undo).expect(200);
    let (scope, organization): (i64, i64) = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select (select scope_id from roles where id = ?1), (select organization_id from applications where id = ?2)",
            (role, application),
            |row| row.try_into(),
        )?)
    });
    assert_eq!((scope, organization), (foreign, own));
}

/// The other centre gets a site of its own.
fn with_a_host(server: &Server) -> String {
    let other = server.people.other_center;
    server.arrange(move |tx| {
        let sql = "update volunteer_centers set host = 'ander.example' where id = ?1";
        Ok(tx.execute(sql, [other])?)
    });
    "ander.example".to_owned()
}

#[test]
fn the_old_address_of_one_that_moved_or_was_merged_leads_to_the_new_one() {
    let server = Server::start();
    let (own, foreign, other) = (
        server.people.own,
        server.people.foreign,
        server.people.other_center,
    );
    let otto = two_centers(&server);
    let host = with_a_host(&server);
    let (marieke, nobody) = (server.as_center(), server.as_nobody());
    let page = |path: &str| {
        let reply = nobody.get(path);
        (reply.status, reply.header("location").to_owned())
    };
    // What never was at this centre is not told of.
    let stranger =
        server.arrange(move |tx| fixtures::organization(tx, "Van elders", other, "approved", true));
    nobody
        .get(&format!("/api/v1/organizations/{stranger}"))
        .expect(404);
    assert_eq!(page(&format!("/organizations/{stranger}")).0, 404);

    // Merged: on the same site, in the language of the reader.
    post(
        &marieke,
        &format!("/api/v1/organizations/{own}/merge"),
        json!({ "into": foreign.to_string() }),
    )
    .expect(200);
    let gone = nobody
        .get(&format!("/api/v1/organizations/{own}"))
        .expect(410);
    assert_eq!(gone.code(), "gone");
    assert_eq!(gone.at("/errors/0/meta/moved_to/id"), foreign.to_string());
    let (status, place) = page(&format!("/en/organizations/{own}"));
    assert_eq!(status, 302);
    assert!(
        place.ends_with(&format!("/en/organizations/{foreign}")),
        "{place}"
    );

    // Then moved: both old addresses lead to the other centre's site.
    let path = format!("/api/v1/organizations/{foreign}");
    let wanted = json!({ "volunteer_center_id": other.to_string() });
    put(&marieke, &format!("{path}/move"), wanted).expect(200);
    put(
        &otto,
        &format!("{path}/move/confirm"),
        json!({ "event": "accept" }),
    )
    .expect(200);
    for id in [own, foreign] {
        let gone = nobody
            .get(&format!("/api/v1/organizations/{id}"))
            .expect(410);
        let origin = gone.at("/errors/0/meta/moved_to/origin");
        assert!(origin.as_str().unwrap().contains(&host), "{origin}");
        let (status, place) = page(&format!("/organizations/{id}"));
        assert_eq!(status, 302);
        assert!(
            place.contains(&host) && place.ends_with(&format!("/organizations/{foreign}")),
            "{place}"
        );
    }
    // One that does not take part any more leads nowhere.
    server.arrange(move |tx| {
        let sql = "update organizations set status = 'archived' where id = ?1";
        Ok(tx.execute(sql, [foreign])?)
    });
    assert_eq!(page(&format!("/organizations/{own}")).0, 404);
}

#[test]
fn a_move_takes_suggestions_along_but_neither_trust_nor_members_whose_role_has_ended() {
    let server = Server::start();
    let (own, other) = (server.people.own, server.people.other_center);
    let otto = two_centers(&server);
    let marieke = server.as_center();
    let suggestion = json!({ "organization_id": own.to_string(), "message": "Jullie zijn verhuisd, klopt dat?" });
    server
        .as_nobody()
        .post(
            "/api/v1/organization_suggestions",
            &document("organization_suggestions", suggestion),
        )
        .expect(204);
    let trusted = document("organizations", json!({ "trusted": true }));
    let path = format!("/api/v1/organizations/{own}");
    marieke.patch(&path, &trusted).expect(200);
    let former = server.arrange(move |tx| {
        let (hash, center): (String, i64) = tx.query_row(
            "select password_hash, volunteer_center_id from users where email = 'samira@example.nl'",
            [],
            |row| row.try_into(),
        )?;
        let id = fixtures::user(tx, "fien@example.nl", "Fien Foppe", center, &hash)?;
        role_of(tx, id, "organization_superuser", "organization", own)?;
        tx.execute(
            "update roles set expires_at = '2020-01-01T00:00:00Z' where user_id = ?1 and scope_type = 'organization'",
            [id],
        )?;
        Ok(id)
    });
    let wanted = json!({ "volunteer_center_id": other.to_string() });
    put(&marieke, &format!("{path}/move"), wanted).expect(200);
    // A manager is not told what a centre keeps of it.
    let told = |client: &Client| {
        let found = client.get(&format!("{path}/move")).expect(200);
        found.at("/data/attributes/internal_notes")
    };
    assert_eq!(told(&server.as_superuser()), Value::Null);
    assert_eq!(told(&marieke), 0);
    put(
        &otto,
        &format!("{path}/move/confirm"),
        json!({ "event": "accept" }),
    )
    .expect(200);
    let moved = otto.get(&path).expect(200);
    assert_eq!(moved.at("/data/attributes/trusted"), false);
    let (center, suggested): (i64, i64) = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select (select volunteer_center_id from users where id = ?1),
                    (select volunteer_center_id from organization_suggestions where organization_id = ?2)",
            (former, own),
            |row| row.try_into(),
        )?)
    });
    assert_ne!(
        center, other,
        "a former member keeps the account where it is"
    );
    assert_eq!(suggested, other);
    assert_eq!(letters(&server, "org_moved"), ["samira@example.nl"]);
}

#[test]
fn an_offer_that_was_accepted_at_one_is_accepted_at_both_and_only_until_it_is_undone() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let samira = server.people.superuser;
    let marieke = server.as_center();
    server.arrange(move |tx| {
        role_of(tx, samira, "organization_superuser", "organization", foreign)?;
        tx.execute(
            "insert into exports (resource, format, filter, rows, content, volunteer_center_id, organization_id, created_by_id, expires_at, created_at, updated_at)
             select 'applications', 'csv', '{}', 1, x'00', volunteer_center_id, id, ?2, '2099-01-01T00:00:00Z', ?3, ?3 from organizations where id = ?1",
            (foreign, samira, tx.now()),
        )?;
        Ok(tx.execute(
            "update roles set accepted_at = null where user_id = ?1 and scope_id = ?2 and scope_type = 'organization'",
            (samira, foreign),
        )?)
    });
    let accepted = || {
        server.arrange(move |tx| {
            Ok(tx.query_row(
                "select accepted_at is not null from roles where user_id = ?1 and scope_id = ?2 and scope_type = 'organization'",
                (samira, foreign),
                |row| row.get::<_, bool>(0),
            )?)
        })
    };
    let merge = |dry_run: bool| {
        let body = json!({ "into": foreign.to_string(), "dry_run": dry_run });
        post(
            &marieke,
            &format!("/api/v1/organizations/{own}/merge"),
            body,
        )
        .expect(200)
    };
    let preview = merge(true);
    assert_eq!(preview.at("/data/attributes/managers"), 1);
    assert!(!accepted());
    merge(false);
    assert!(accepted());
    let target = format!("/api/v1/organizations/{foreign}");
    let undo = json!({ "organization_id": own.to_string() });
    post(&marieke, &format!("{target}/merge/undo"), undo).expect(200);
    assert!(!accepted());
    let files: i64 = server
        .arrange(|tx| Ok(tx.query_row("select count(*) from exports", [], |row| row.get(0))?));
    assert_eq!(
        files, 0,
        "files of people of both are made anew by whoever may"
    );
}

#[test]
fn who_comes_along_with_a_merge_is_named_and_an_organisation_left_without_a_manager_too() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let marieke = server.as_center();
    let path = format!("/api/v1/organizations/{own}/merge");
    let body = |dry_run: bool| json!({ "into": foreign.to_string(), "dry_run": dry_run });
    let preview = post(&marieke, &path, body(true)).expect(200);
    let names = preview.at("/data/attributes/member_names");
    assert_eq!(names.as_array().map(Vec::len), Some(1), "{names}");
    post(&marieke, &path, body(false)).expect(200);
    let managers = || {
        let merges = marieke.get(&format!("/api/v1/organizations/{foreign}/merges"));
        merges.expect(200).at("/data/0/attributes/managers")
    };
    assert_eq!(managers(), 1);
    let samira = server.people.superuser;
    server.arrange(move |tx| {
        let sql = "delete from roles where user_id = ?1 and scope_id = ?2 and scope_type = 'organization'";
        Ok(tx.execute(sql, (samira, foreign))?)
    });
    assert_eq!(managers(), 0);
}

/// A form of the organisation that is open; its id, its address and the ids of its questions.
fn form_of(by: &Client, organization: i64) -> (String, String, Value) {
    let question = json!({ "key": "name", "text": "Hoe heet je?", "question_type": "text" });
    open(
        by,
        json!({ "title": "Aanmelden", "organization_id": organization.to_string(), "questions": [question] }),
    )
}

fn answer_of(ids: &Value, name: &str) -> Value {
    answers(ids, json!({ "name": name }))
}

#[test]
fn after_a_move_answers_to_forms_are_read_at_the_new_centre_alone() {
    let server = Server::start();
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let (own, other) = (server.people.own, server.people.other_center);
    let otto = two_centers(&server);
    let vacancy = published(&samira, own, "Taalmaatje");
    let application = apply(&server.as_volunteer(), &vacancy).expect(201).id();
    let said = json!({ "body": "Kom je dinsdag?" });
    samira
        .post(&format!("{PATH}/{application}/messages"), &said)
        .expect(201);
    let (form, token, ids) = form_of(&samira, own);
    send(&server, &token, &answer_of(&ids, "Noor")).expect(201);
    let list = format!("/api/v1/forms/{form}/submissions");
    let first = marieke.get(&list).expect(200).ids().remove(0);

    let path = format!("/api/v1/organizations/{own}");
    let wanted = json!({ "volunteer_center_id": other.to_string() });
    put(&marieke, &format!("{path}/move"), wanted).expect(200);
    let yes = json!({ "event": "accept" });
    put(&otto, &format!("{path}/move/confirm"), yes).expect(200);

    marieke.get(&format!("/api/v1/forms/{form}")).expect(404);
    marieke.get(&list).expect(404);
    marieke
        .get(&format!("/api/v1/form_submissions/{first}"))
        .expect(404);
    // One that is sent afterwards, at the site of the new centre.
    server
        .as_nobody()
        .with("volunteer-center-id", &other.to_string())
        .post(
            &format!("/api/v1/forms/{token}/submissions"),
            &answer_of(&ids, "Bram"),
        )
        .expect(201);
    assert_eq!(otto.get(&list).expect(200).ids().len(), 2);
    let left: i64 = server.arrange(move |tx| {
        Ok(tx.query_row(
            "select (select count(*) from forms where organization_id = ?1 and volunteer_center_id <> ?2)
                  + (select count(*) from form_submissions where organization_id = ?1 and volunteer_center_id <> ?2)
                  + (select count(*) from conversations where organization_id = ?1 and volunteer_center_id <> ?2)",
            (own, other),
            |row| row.get(0),
        )?)
    });
    assert_eq!(left, 0, "rows that name the old centre");
}

fn made(client: &Client, type_name: &str, attributes: Value) -> String {
    let path = format!("/api/v1/{type_name}");
    client
        .post(&path, &document(type_name, attributes))
        .expect(201)
        .id()
}

#[test]
fn a_merge_takes_forms_messages_and_templates_along_and_its_undo_gives_them_back() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let (samira, marieke) = (server.as_superuser(), server.as_center());
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    let vacancy = published(&samira, own, "Taalmaatje");
    let application = apply(&server.as_volunteer(), &vacancy).expect(201).id();
    let thread = format!("{PATH}/{application}/messages");
    let say = |by: &Client, text: &str| by.post(&thread, &json!({ "body": text }));
    say(&samira, "Kom je dinsdag?").expect(201);
    let (form, token, ids) = form_of(&samira, own);
    send(&server, &token, &answer_of(&ids, "Noor")).expect(201);
    let template = |of: i64, hours: i64| json!({ "organization_id": of.to_string(), "name": "Maatje", "content": { "hours_per_week": hours } });
    let ours = made(&samira, "vacancy_templates", template(own, 2));
    made(&wim, "vacancy_templates", template(foreign, 3));
    let snippet = |of: i64, text: &str| json!({ "organization_id": of.to_string(), "text": text });
    let kept = made(
        &samira,
        "message_snippets",
        snippet(own, "Je hoort snel van ons."),
    );
    let twice = made(&samira, "message_snippets", snippet(own, "Welkom bij ons!"));
    made(
        &wim,
        "message_snippets",
        snippet(foreign, "Welkom bij ons!"),
    );

    let merge = json!({ "into": foreign.to_string() });
    post(
        &marieke,
        &format!("/api/v1/organizations/{own}/merge"),
        merge,
    )
    .expect(200);
    // Wim answers what was begun, and reads what was sent.
    wim.get(&thread).expect(200);
    say(&wim, "Je bent welkom.").expect(201);
    let list = format!("/api/v1/forms/{form}/submissions");
    assert_eq!(wim.get(&list).expect(200).ids().len(), 1);
    send(&server, &token, &answer_of(&ids, "Bram")).expect(201);
    assert_eq!(wim.get(&list).expect(200).ids().len(), 2);
    let of = |type_name: &str, organization: i64| {
        let filter = format!("/api/v1/{type_name}?filter[organization_id_eq]={organization}");
        wim.get(&filter).expect(200)
    };
    let templates = of("vacancy_templates", foreign);
    assert!(templates.ids().contains(&ours), "{}", templates.text);
    assert!(templates.text.contains("Maatje (Taalhuis Lindewaard)"));
    let snippets = of("message_snippets", foreign).ids();
    assert!(snippets.contains(&kept) && !snippets.contains(&twice));

    server.clock.advance(SignedDuration::from_hours(1));
    let marieke = server.as_center();
    let undo = json!({ "organization_id": own.to_string() });
    let undo_path = format!("/api/v1/organizations/{foreign}/merge/undo");
    post(&marieke, &undo_path, undo).expect(200);
    let (samira, mut wim) = (server.as_superuser(), server.as_nobody());
    wim.sign_in("wim@example.nl", fixtures::PASSWORD);
    say(&samira, "Tot dinsdag.").expect(201);
    assert_eq!(samira.get(&list).expect(200).ids().len(), 2);
    wim.get(&list).expect(404);
    assert!(say(&wim, "Hallo?").status >= 403);
    let back = samira
        .get(&format!("/api/v1/vacancy_templates/{ours}"))
        .expect(200);
    assert_eq!(back.at("/data/attributes/name"), "Maatje");
    for id in [kept, twice] {
        samira
            .get(&format!("/api/v1/message_snippets/{id}"))
            .expect(200);
    }
}

#[test]
fn an_old_link_to_a_vacancy_leads_along_when_its_organisation_moved() {
    let server = Server::start();
    let (own, other) = (server.people.own, server.people.other_center);
    let (samira, marieke, nobody) = (
        server.as_superuser(),
        server.as_center(),
        server.as_nobody(),
    );
    let vacancy = published(&samira, own, "Taalmaatje bij het buurthuis");
    let shown = nobody
        .get(&format!("/api/v1/vacancies/{vacancy}"))
        .expect(200);
    let slug = shown
        .at("/data/attributes/slug")
        .as_str()
        .unwrap()
        .to_owned();
    let otto = two_centers(&server);
    let host = with_a_host(&server);
    let path = format!("/api/v1/organizations/{own}");
    let wanted = json!({ "volunteer_center_id": other.to_string() });
    put(&marieke, &format!("{path}/move"), wanted).expect(200);
    let yes = json!({ "event": "accept" });
    put(&otto, &format!("{path}/move/confirm"), yes).expect(200);

    for address in [vacancy.clone(), slug.clone()] {
        let gone = nobody
            .get(&format!("/api/v1/vacancies/{address}"))
            .expect(410);
        assert_eq!(gone.at("/errors/0/meta/moved_to/id"), vacancy.clone());
        let origin = gone.at("/errors/0/meta/moved_to/origin");
        assert!(origin.as_str().unwrap().contains(&host), "{origin}");
    }
    let page = nobody.get(&format!("/en/vacancies/{vacancy}"));
    assert_eq!(page.status, 302);
    let place = page.header("location").to_owned();
    assert!(
        place.contains(&host) && place.ends_with(&format!("/en/vacancies/{vacancy}")),
        "{place}"
    );
    // A draft was never there for others, and at a centre where it never was nothing is told of it.
    server.arrange(move |tx| {
        let sql = "update vacancies set status = 'draft' where organization_id = ?1";
        Ok(tx.execute(sql, [own])?)
    });
    for address in [vacancy.clone(), slug] {
        nobody
            .get(&format!("/api/v1/vacancies/{address}"))
            .expect(404);
    }
}

#[test]
fn a_letter_that_waits_while_its_organisation_moves_stays_that_of_its_centre() {
    let server = Server::start();
    let (own, other) = (server.people.own, server.people.other_center);
    let center = server.people.center;
    let marieke = server.as_center();
    let otto = two_centers(&server);
    server.arrange(move |tx| {
        tx.execute(
            "insert into outbox (kind, to_email, to_name, locale, data, fingerprint, subject_type, subject_id, volunteer_center_id, status, next_attempt_at, created_at)
             select 'org_question', 'samira@example.nl', 'Samira', 'nl', '{}', '', 'organizations', ?1, ?2, 'waiting', ?3, ?3",
            (own, center, tx.now()),
        )?;
        Ok(())
    });
    let path = format!("/api/v1/organizations/{own}");
    let wanted = json!({ "volunteer_center_id": other.to_string() });
    put(&marieke, &format!("{path}/move"), wanted).expect(200);
    let yes = json!({ "event": "accept" });
    put(&otto, &format!("{path}/move/confirm"), yes).expect(200);
    let of_the_letter: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select volunteer_center_id from outbox where kind = 'org_question'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(of_the_letter, center);
}
