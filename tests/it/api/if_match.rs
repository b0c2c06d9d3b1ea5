//! `If-Match` preconditions against lost updates (docs/api.md). One test covers every operation that changes one row.

use std::collections::BTreeSet;

use serde_json::json;
use voluntr::http::routes::Operation;
use voluntr::resources;

use crate::data::uploads::{VACANCY, jpeg};
use crate::rights::matrix::arrange;
use crate::rights::permissions::{ASKERS, DECISIONS, ask, name, sign_in};
use crate::support::fixtures;
use crate::support::server::{Client, Server, document};

/// A tag that looks like one of ours and that no row ever had.
const INVENTED: &str = "\"999999-00112233aabbccdd\"";

/// Calls that nobody of the matrix can make with the rows it arranges: they are made below, or where their resource is
/// tested.
const ELSEWHERE: [&str; 120] = [
    // It changes nothing of the report.
    "PUT /api/v1/abuse_reports/{id}/read_conversation",
    // Who appeals reads the outcome, not the report.
    "PUT /api/v1/abuse_reports/{id}/appeal",
    "PUT /api/v1/push_subscriptions/{id}/try",
    "PUT /api/v1/conversations/{id}/typing",
    "PUT /api/v1/conversations/{id}/archive",
    "PUT /api/v1/conversations/{id}/block",
    "PUT /api/v1/conversations/{id}/mute",
    "PUT /api/v1/conversations/{id}/read",
    "PUT /api/v1/conversations/{id}/release",
    "PUT /api/v1/conversations/{id}/take",
    "PUT /api/v1/conversations/{id}/unarchive",
    "PUT /api/v1/conversations/{id}/unblock",
    "PUT /api/v1/conversations/{id}/unmute",
    "PUT /api/v1/conversations/{id}/unread",
    "POST /api/v1/conversations/{id}/messages",
    "DELETE /api/v1/messages/{id}",
    "DELETE /api/v1/pool_shares/{id}",
    "POST /api/v1/users/{id}/desk/invite",
    "PATCH /api/v1/hours_entries/{id}",
    "PUT /api/v1/hours_entries/{id}",
    "DELETE /api/v1/hours_entries/{id}",
    "PUT /api/v1/hours_entries/{id}/transition",
    "PUT /api/v1/hours_entries/{id}/correct",
    "PUT /api/v1/proofs/{id}/withdraw",
    "PUT /api/v1/checks/{id}/see",
    "PUT /api/v1/checks/{id}/transition",
    "PUT /api/v1/volunteer_profile_replies/{id}/answer",
    "POST /api/v1/volunteer_profile_replies/{id}/messages",
    "POST /api/v1/activities/{id}/registrations",
    "POST /api/v1/activities/{id}/messages",
    "POST /api/v1/activities/{id}/walk_ins",
    "POST /api/v1/activity_registrations/{id}/check_in",
    "POST /api/v1/activity_registrations/{id}/hand_over",
    "PUT /api/v1/activity_registrations/{id}/transition",
    "DELETE /api/v1/activities/{id}",
    "PATCH /api/v1/activities/{id}",
    "PUT /api/v1/activities/{id}",
    "PUT /api/v1/activities/{id}/moderate",
    "PUT /api/v1/activities/{id}/transition",
    "POST /api/v1/activities/{id}/duplicate",
    "PUT /api/v1/activity_occurrences/{id}/change",
    "PUT /api/v1/activity_occurrences/{id}/cancel",
    "PUT /api/v1/activity_occurrences/{id}/restore",
    "DELETE /api/v1/places/{id}",
    "PATCH /api/v1/places/{id}",
    "PUT /api/v1/places/{id}",
    "DELETE /api/v1/menu_items/{id}",
    "PATCH /api/v1/menu_items/{id}",
    "PUT /api/v1/menu_items/{id}",
    "DELETE /api/v1/stock_images/{id}",
    "PATCH /api/v1/stock_images/{id}",
    "PUT /api/v1/stock_images/{id}",
    "POST /api/v1/uploads/{id}/file",
    // It stores nothing.
    "POST /api/v1/pages/{id}/render",
    "POST /api/v1/pages/{id}/versions/{number}/restore",
    "POST /api/v1/applications/{id}/messages",
    "POST /api/v1/form_submissions/{id}/reply",
    "POST /api/v1/forms/{id}/invitations",
    "POST /api/v1/forms/{id}/invitations/remind",
    "POST /api/v1/forms/{id}/submissions",
    "DELETE /api/v1/message_snippets/{id}",
    "PATCH /api/v1/message_snippets/{id}",
    "PUT /api/v1/message_snippets/{id}",
    "DELETE /api/v1/changelog_entries/{id}",
    "PATCH /api/v1/changelog_entries/{id}",
    "PUT /api/v1/changelog_entries/{id}",
    "DELETE /api/v1/search_synonyms/{id}",
    "PATCH /api/v1/search_synonyms/{id}",
    "PUT /api/v1/search_synonyms/{id}",
    "DELETE /api/v1/year_reports/{id}",
    "PATCH /api/v1/year_reports/{id}",
    "PUT /api/v1/year_reports/{id}",
    "PUT /api/v1/applications/{id}/step_preview",
    "DELETE /api/v1/organization_suggestions/{id}",
    "PATCH /api/v1/organization_suggestions/{id}",
    "PUT /api/v1/organization_suggestions/{id}",
    "DELETE /api/v1/uploads/{id}",
    "DELETE /api/v1/volunteer_centers/{id}",
    "DELETE /auth/second_factor/passkeys/{id}",
    "PATCH /api/v1/notification_templates/{id}",
    "PATCH /api/v1/volunteer_centers/{id}/profile",
    "PATCH /api/v1/volunteer_centers/{id}/theme",
    "POST /api/v1/notification_templates/{id}/preview",
    "POST /api/v1/notification_templates/{id}/test_mail",
    "POST /api/v1/notification_templates/{id}/versions/{number}/restore",
    "POST /api/v1/organizations/{id}/merge",
    "POST /api/v1/organizations/{id}/merge/undo",
    "POST /api/v1/organizations/{id}/question",
    "POST /api/v1/taxonomies/{id}/merge",
    "POST /api/v1/themes/{id}/versions/{number}/restore",
    "POST /api/v1/vacancies/{id}/applications/walk_in",
    "POST /api/v1/volunteer_center_profiles/{id}/versions/{number}/restore",
    "POST /api/v1/volunteer_centers/{id}/versions/{number}/restore",
    "PUT /api/v1/notification_templates/{id}",
    "PUT /api/v1/notification_templates/{id}/reset",
    "PUT /api/v1/organizations/{id}/decision_preview",
    "PUT /api/v1/vacancies/{id}/moderation_preview",
    "PUT /api/v1/organizations/{id}/move/confirm",
    "PUT /api/v1/themes/{id}/preview",
    "PUT /api/v1/vacancies/{id}/dismissal",
    "DELETE /api/v1/activity_templates/{id}",
    "PATCH /api/v1/activity_templates/{id}",
    "PUT /api/v1/activity_templates/{id}",
    "DELETE /api/v1/vacancy_templates/{id}",
    "PATCH /api/v1/vacancy_templates/{id}",
    "PUT /api/v1/vacancy_bulk_edits/{id}/undo",
    "PUT /api/v1/vacancy_templates/{id}",
    "PUT /api/v1/volunteer_centers/{id}/profile",
    "PUT /api/v1/volunteer_centers/{id}/theme",
    "DELETE /api/v1/newsletters/{id}",
    "PATCH /api/v1/newsletters/{id}",
    "PUT /api/v1/newsletters/{id}",
    "POST /api/v1/newsletters/{id}/duplicate",
    "POST /api/v1/newsletters/{id}/preview",
    "POST /api/v1/newsletters/{id}/test_mail",
    "PUT /api/v1/newsletters/{id}/pause",
    "PUT /api/v1/newsletters/{id}/resume",
    "PUT /api/v1/newsletters/{id}/schedule",
    "PUT /api/v1/newsletters/{id}/stop",
    "PUT /api/v1/newsletters/{id}/unschedule",
];

fn changes_one_row(operation: &Operation) -> bool {
    operation.method.as_str() != "GET" && operation.path.contains("{id}")
}

/// The version of the row that the path names, after `arrange`.
fn version(server: &Server, operation: &Operation, asker: &str) -> i64 {
    let rows = arrange(server, &name(operation), asker, true);
    let id: i64 = rows
        .id(operation.type_name, &operation.path)
        .parse()
        .unwrap();
    let before = operation.path.split("/{id}").next().unwrap_or_default();
    let table = before.rsplit('/').next().unwrap_or_default().to_owned();
    server.arrange(move |tx| {
        let sql = format!("select version from {table} where id = ?1");
        Ok(tx.query_row(&sql, [id], |row| row.get(0))?)
    })
}

#[test]
fn no_call_changes_a_row_that_the_asker_has_not_read() {
    let server = Server::start_with(|config| config.changes_per_minute = 100_000);
    let clients: Vec<(&str, Client)> = ASKERS
        .iter()
        .rev()
        .map(|(asker, email)| (*asker, sign_in(&server, email)))
        .collect();
    let mut unasked = BTreeSet::new();
    for operation in resources::routes()
        .operations
        .iter()
        .filter(|operation| changes_one_row(operation))
    {
        let name = name(operation);
        if ELSEWHERE.contains(&name.as_str()) {
            unasked.insert(name);
            continue;
        }
        // Some steps are not possible now: who may take them hears so with the right tag too.
        let plainly = |(asker, client): &(&str, Client)| {
            let status = ask(&server, client, operation, true, asker);
            ((200..300).contains(&status) || status == 422).then_some(status)
        };
        let found = clients
            .iter()
            .find_map(|who| plainly(who).map(|status| (who.0, &who.1, status)));
        let Some((asker, client, status)) = found else {
            unasked.insert(name);
            continue;
        };
        let with = |tags: &str| {
            let client = client.clone().with("if-match", tags);
            ask(&server, &client, operation, true, asker)
        };
        assert_eq!(with(INVENTED), 412, "{name} as {asker}");
        assert_eq!(with("\"onzin\", W/\"\""), 412, "{name} as {asker}");
        let right = format!("\"77-x\", \"{}\"", version(&server, operation, asker));
        assert_eq!(with(&right), status, "{name} as {asker} with {right}");
        // A star says nothing of what was read.
        let is_decided = DECISIONS.contains(&name.as_str()) && status < 300;
        let unread = if is_decided { 428 } else { status };
        assert_eq!(with("*"), unread, "{name} as {asker} with a star");
        let unless = |tags: &str| {
            let client = client.clone().with("if-none-match", tags);
            ask(&server, &client, operation, true, asker)
        };
        assert_eq!(unless("*"), 412, "{name} as {asker} unless there is one");
        assert_eq!(
            unless(INVENTED),
            status,
            "{name} as {asker} unless {INVENTED}"
        );
        let present = format!("\"{}\"", version(&server, operation, asker));
        assert_eq!(unless(&present), 412, "{name} as {asker} unless {present}");
    }
    assert_eq!(unasked, ELSEWHERE.map(str::to_owned).into());
}

#[test]
fn a_refused_change_leaves_the_row_as_it_was_and_who_may_not_change_it_hears_that_instead() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    let path = format!("/api/v1/vacancies/{id}");
    let read = samira.get(&path).header("etag").to_owned();
    samira
        .patch(
            &path,
            &document("vacancies", json!({ "schedule": "Maandag" })),
        )
        .expect(200);
    let late = samira.clone().with("if-match", &read);
    let step = json!({ "data": { "attributes": { "event": "fill" } } });
    let refused = late.put(&format!("{path}/transition"), &step).expect(412);
    assert_eq!(refused.code(), "stale_resource");
    late.delete(&path).expect(403);
    assert_eq!(samira.get(&path).at("/data/attributes/status"), "published");
    let joke = server.as_volunteer().with("if-match", &read);
    joke.put(&format!("{path}/transition"), &step).expect(403);
    let now = samira.get(&path).header("etag").to_owned();
    samira
        .with("if-match", &format!("{read}, W/{now}"))
        .put(&format!("{path}/transition"), &step)
        .expect(200);
}

#[test]
fn a_change_that_is_wanted_only_if_there_is_nothing_yet_is_not_made() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    let path = format!("/api/v1/vacancies/{id}");
    let before = samira.get(&path).expect(200);
    let change = document("vacancies", json!({ "schedule": "Maandag" }));
    for tags in ["*", before.header("etag")] {
        let unless = samira.clone().with("if-none-match", tags);
        let refused = unless.patch(&path, &change).expect(412);
        assert_eq!(refused.code(), "already_there");
        let new = fixtures::vacancy(server.people.own, "Soep koken");
        unless.post("/api/v1/vacancies", &new).expect(412);
        // Neither is one that is signed in with a credential of its own.
        let form = json!({ "email": "joke@example.nl", "password": fixtures::PASSWORD });
        unless.post("/auth/sign_in", &form).expect(412);
    }
    let after = samira.get(&path).expect(200);
    assert_eq!(after.text, before.text);
    assert_eq!(samira.get("/api/v1/vacancies").at("/meta/total"), 1);
    // Of a read it asks for nothing but what has changed.
    let unless = samira.clone().with("if-none-match", before.header("etag"));
    unless.get(&path).expect(304);
    let other = samira.with("if-none-match", INVENTED);
    other.patch(&path, &change).expect(200);
}

#[test]
fn a_part_of_a_centre_is_changed_as_it_was_read() {
    let server = Server::start();
    let marieke = server.as_center();
    for (part, type_name, attributes) in [
        (
            "profile",
            "volunteer_center_profiles",
            json!({ "footer_column_1_title": "Contact" }),
        ),
        ("theme", "themes", json!({ "header_sticky": false })),
    ] {
        let path = format!("/api/v1/volunteer_centers/{}/{part}", server.people.center);
        let read = marieke.get(&path).expect(200);
        assert_eq!(read.at("/data/type"), type_name);
        let mut body = document(type_name, attributes.clone());
        body["data"]["id"] = read.id().into();
        for method in ["PATCH", "PUT"] {
            let now = marieke.get(&path).header("etag").to_owned();
            let tagged = marieke.clone().with("if-match", &now);
            let done = tagged.send(method, &path, Some(&body)).expect(200);
            assert_eq!(done.id(), read.id());
            let invented = marieke.clone().with("if-match", INVENTED);
            invented.send(method, &path, Some(&body)).expect(412);
        }
        let name = attributes.as_object().unwrap().keys().next().unwrap();
        let own = format!("/api/v1/{type_name}/{}", read.id());
        let stored = marieke.get(&own).at(&format!("/data/attributes/{name}"));
        assert_eq!(stored, attributes[name]);
        body["data"]["id"] = "99999".into();
        marieke.patch(&path, &body).expect(422);
        server.as_volunteer().patch(&path, &body).expect(403);
        server.as_nobody().patch(&path, &body).expect(401);
        marieke
            .get("/api/v1/volunteer_centers/99999/profile")
            .expect(404);
    }
}

#[test]
fn a_repeated_post_gets_its_first_answer_though_it_changed_the_row_itself() {
    let server = Server::start();
    let samira = server.as_superuser();
    let id = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    let read = samira
        .get(&format!("/api/v1/vacancies/{id}"))
        .header("etag")
        .to_owned();
    let once = samira
        .clone()
        .with("idempotency-key", "een-keer")
        .with("if-match", &read);
    let path = format!("/api/v1/vacancies/{id}/duplicate");
    let first = once.post(&path, &json!({})).expect(201).id();
    samira
        .patch(
            &format!("/api/v1/vacancies/{id}"),
            &document("vacancies", json!({ "schedule": "Maandag" })),
        )
        .expect(200);
    assert_eq!(once.post(&path, &json!({})).expect(201).id(), first);
}

#[test]
fn nobody_is_registered_for_a_vacancy_that_changed_and_no_centre_goes_that_was_changed() {
    let server = Server::start();
    let samira = server.as_superuser();
    let vacancy = fixtures::published(&samira, server.people.own, "Boodschappen doen");
    let path = format!("/api/v1/vacancies/{vacancy}");
    let read = samira.get(&path).header("etag").to_owned();
    let gerrit = document(
        "applications",
        json!({ "first_name": "Gerrit", "email": "gerrit@example.com", "consent": true }),
    );
    let desk = format!("{path}/applications/walk_in");
    let invented = samira.clone().with("if-match", INVENTED);
    assert_eq!(
        invented.post(&desk, &gerrit).expect(412).code(),
        "stale_resource"
    );
    samira
        .with("if-match", &read)
        .post(&desk, &gerrit)
        .expect(201);
    let admin = server.as_admin();
    let made = admin.post(
        "/api/v1/volunteer_centers",
        &document(
            "volunteer_centers",
            json!({ "name": "Nieuw", "host": "nieuw.demo.localhost" }),
        ),
    );
    let path = format!("/api/v1/volunteer_centers/{}", made.expect(201).id());
    let read = admin.get(&path).header("etag").to_owned();
    admin
        .clone()
        .with("if-match", INVENTED)
        .delete(&path)
        .expect(412);
    admin.with("if-match", &read).delete(&path).expect(204);
}

#[test]
fn a_picture_is_deleted_as_it_was_read() {
    let server = Server::start();
    let samira = server.as_superuser();
    let made = samira.upload(VACANCY, "image/jpeg", &jpeg(300, 200));
    let path = format!("/api/v1/uploads/{}", made.expect(201).id());
    let read = samira.get(&path).expect(200).header("etag").to_owned();
    for (name, tags, code) in [
        ("if-match", INVENTED, "stale_resource"),
        ("if-none-match", "*", "already_there"),
    ] {
        let unwanted = samira.clone().with(name, tags);
        assert_eq!(unwanted.delete(&path).expect(412).code(), code);
        samira.get(&path).expect(200);
    }
    let as_read = samira.clone().with("if-match", &read);
    as_read.delete(&path).expect(204);
    samira.get(&path).expect(404);
}

#[test]
fn ones_own_account_is_changed_as_it_was_read() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let read = joke.get("/api/v1/current_user").header("etag").to_owned();
    let body = json!({ "user": { "job_title": "Coördinator" } });
    let guarded = joke.clone().with("if-match", &read);
    guarded.patch("/api/v1/current_user", &body).expect(200);
    guarded.patch("/api/v1/current_user", &body).expect(412);
    guarded
        .put("/auth", &json!({ "job_title": "Beheerder" }))
        .expect(412);
    let move_to = json!({ "email": "joke@example.com", "current_password": fixtures::PASSWORD });
    guarded
        .put("/api/v1/current_user/email", &move_to)
        .expect(412);
    // A passkey has no version: no tag is its.
    let user = server.people.volunteer;
    let passkey: i64 = server.arrange(move |tx| {
        let sql = "insert into second_factors (user_id, kind, name, created_at) values (?1, 'passkey', 'Telefoon', ?2) returning id";
        Ok(tx.query_row(sql, (user, tx.now()), |row| row.get(0))?)
    });
    let path = format!("/auth/second_factor/passkeys/{passkey}");
    let proof = json!({ "current_password": fixtures::PASSWORD });
    let refused = guarded.send("DELETE", &path, Some(&proof)).expect(412);
    assert_eq!(refused.code(), "stale_resource");
    joke.send("DELETE", &path, Some(&proof)).expect(204);
}

#[test]
fn the_texts_of_a_mail_have_a_version_for_each_level() {
    let server = Server::start();
    let marieke = server.as_center();
    let path = "/api/v1/notification_templates/account_confirm";
    let text = document(
        "notification_templates",
        json!({ "subject": "Bevestig je adres" }),
    );
    let tagged = marieke.clone().with("if-match", INVENTED);
    tagged.patch(path, &text).expect(412);
    tagged.put(&format!("{path}/reset"), &json!({})).expect(412);
    let subject = || marieke.get(path).at("/data/attributes/subject");
    assert_ne!(subject(), "Bevestig je adres");
    let read = marieke.get(path).header("etag").to_owned();
    let tagged = marieke.clone().with("if-match", &read);
    tagged.patch(path, &text).expect(200);
    assert_eq!(subject(), "Bevestig je adres");
    tagged.put(&format!("{path}/reset"), &json!({})).expect(412);
    let any = marieke.clone().with("if-match", "*");
    any.put(&format!("{path}/reset"), &json!({})).expect(200);
    assert_ne!(subject(), "Bevestig je adres");
    // A preview stores nothing: there is nothing to lose.
    let preview = format!("{path}/preview");
    let tagged = marieke.clone().with("if-match", INVENTED);
    tagged.post(&preview, &text).expect(200);
}
