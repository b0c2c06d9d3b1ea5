//! Finding and updating users (docs/domain/rights.md#users).

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::{Client, Server, document};

const USERS: &str = "/api/v1/users";

pub fn id_of(server: &Server, email: &'static str) -> String {
    server.arrange(move |tx| {
        let sql = "select cast(id as text) from users where email = ?1";
        Ok(tx.query_row(sql, [email], |row| row.get(0))?)
    })
}

pub fn found(client: &Client, question: &str) -> Vec<String> {
    let reply = client.get(&format!("{USERS}?{question}")).expect(200);
    let people = reply.at("/data");
    people
        .as_array()
        .unwrap()
        .iter()
        .map(|person| {
            person["attributes"]["email"]
                .as_str()
                .unwrap_or("?")
                .to_owned()
        })
        .collect()
}

fn change(attributes: Value) -> Value {
    document("user", attributes)
}

#[test]
fn people_are_found_by_what_is_known_of_them() {
    let server = Server::start();
    let people = server.people;
    server.arrange(move |tx| {
        let hash = "";
        let gone = fixtures::user(tx, "weg@example.nl", "Wout Weg", people.center, hash)?;
        tx.execute("update users set status = 'archived', created_at = '2025-01-01T09:00:00Z' where id = ?1", [gone])?;
        let other = fixtures::user(tx, "elders@example.nl", "Eli Elders", people.other_center, hash)?;
        tx.execute("update users set signup_method = 'imported', last_sign_in_at = '2026-01-01T09:00:00Z' where id = ?1", [other])?;
        role_of(tx, other, "admin", "tenant", 0)
    });
    let (marieke, ada) = (server.as_center(), server.as_admin());
    let own = people.own;
    assert_eq!(
        found(&marieke, "filter[status_eq]=archived"),
        ["weg@example.nl"]
    );
    assert_eq!(
        found(&ada, "filter[signup_method_eq]=imported"),
        ["elders@example.nl"]
    );
    assert_eq!(found(&marieke, "filter[q]=vermeer"), ["joke@example.nl"]);
    assert_eq!(found(&marieke, "filter[q]=PIET p"), ["pages@example.nl"]);
    assert_eq!(
        found(&marieke, "filter[created_at_lteq]=2025-12-31"),
        ["weg@example.nl"]
    );
    assert!(
        !found(
            &marieke,
            "filter[created_at_gteq]=2025-12-31&page[size]=100"
        )
        .contains(&"weg@example.nl".to_owned())
    );
    let elsewhere = format!("filter[volunteer_center_id_eq]={}", people.other_center);
    assert_eq!(found(&ada, &elsewhere), ["elders@example.nl"]);
    assert_eq!(found(&marieke, &elsewhere), Vec::<String>::new());
    // The admins of an organisation are its managers; without one they are the tenant's.
    assert_eq!(
        found(
            &marieke,
            &format!("filter[organization_id_eq]={own}&filter[with_role]=admin&page[size]=1000")
        ),
        ["samira@example.nl"]
    );
    assert_eq!(
        found(&marieke, &format!("filter[organization_id_eq]={own}")),
        ["samira@example.nl"]
    );
    assert_eq!(
        found(&marieke, "filter[with_role]=admin"),
        ["admin@example.nl"]
    );
    assert_eq!(
        found(&ada, "filter[with_role]=admin&sort=-last_sign_in_at").len(),
        2
    );
    assert_eq!(
        found(
            &marieke,
            &format!("filter[organization_id_eq]={own}&filter[with_role]=mentor")
        ),
        Vec::<String>::new()
    );
    for sort in ["last_name", "first_name", "created_at", "last_sign_in_at"] {
        let up = found(&ada, &format!("sort={sort},id&page[size]=100"));
        let mut down = found(&ada, &format!("sort=-{sort},-id&page[size]=100"));
        down.reverse();
        assert_eq!(up, down, "{sort}");
    }
    let whole = marieke
        .get(&format!(
            "{USERS}/{}?include=roles,organizations",
            people.superuser
        ))
        .expect(200);
    let types: Vec<_> = whole
        .at("/included")
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["type"].clone())
        .collect();
    assert_eq!(types, ["roles", "organizations"]);
    marieke
        .get(&format!("{USERS}?include=organizations&page[size]=1000"))
        .expect(200);
    assert_eq!(
        marieke
            .get(&format!("{USERS}?page[size]=1001"))
            .at("/meta/size"),
        1000
    );
    marieke
        .get(&format!("{USERS}?filter[email_eq]=joke@example.nl"))
        .expect(400);
}

#[test]
fn everybody_lists_whom_they_manage_and_nobody_else() {
    let server = Server::start();
    let everybody = found(&server.as_admin(), "page[size]=1000");
    assert_eq!(found(&server.as_center(), "page[size]=1000"), everybody);
    for client in [server.as_volunteer(), server.as_content_manager()] {
        client.get(USERS).expect(403);
    }
    assert_eq!(found(&server.as_mentor(), "").len(), 1, "themselves");
    let joke = server.people.volunteer;
    let own = server.people.own;
    server.arrange(move |tx| role_of(tx, joke, "mentor", "organization", own));
    assert_eq!(
        found(&server.as_superuser(), ""),
        ["samira@example.nl", "joke@example.nl"]
    );
    // An offer alone opens nothing of a person who was here already.
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update roles set accepted_at = null where user_id = ?1",
            [joke],
        )?)
    });
    assert_eq!(found(&server.as_superuser(), ""), ["samira@example.nl"]);
}

#[test]
fn a_person_is_changed_in_every_form_and_only_so_far() {
    let server = Server::start();
    let (marieke, joke) = (server.as_center(), server.people.volunteer);
    let path = format!("{USERS}/{joke}");
    for (index, body) in [
        change(json!({ "job_title": "Een" })),
        json!({ "user": { "job_title": "Twee" } }),
        json!({ "job_title": "Drie" }),
    ]
    .iter()
    .enumerate()
    {
        let word = ["Een", "Twee", "Drie"][index];
        assert_eq!(
            marieke
                .patch(&path, body)
                .expect(200)
                .at("/data/attributes/job_title"),
            word
        );
    }
    let mine = server.as_volunteer();
    let whole = json!({ "user": { "first_name": "Jo", "gender": "female", "digest_days": [5, 1], "birth_date": "1984-03-05" } });
    let shown = mine.patch("/api/v1/current_user", &whole).expect(200);
    assert_eq!(shown.at("/data/attributes/digest_days"), json!([1, 5]));
    assert_eq!(shown.at("/data/attributes/birth_date"), "1984-03-05");
    for wrong in ["2026-11-21", "1899-01-01", "5 maart", "1984-02-31"] {
        let refused = marieke
            .patch(&path, &change(json!({ "birth_date": wrong })))
            .expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/birth_date", "{wrong}");
    }
    // What nobody changes like this stays what it was.
    let before = marieke.get(&path).expect(200);
    let sent = change(
        json!({ "email": "ander@example.nl", "status": "archived", "signup_method": "imported", "volunteer_center_id": "2" }),
    );
    marieke.patch(&path, &sent).expect(422);
    let after = marieke.get(&path).expect(200);
    for field in ["email", "status", "signup_method", "volunteer_center_id"] {
        let pointer = format!("/data/attributes/{field}");
        assert_eq!(before.at(&pointer), after.at(&pointer), "{field}");
    }
    marieke
        .patch(&path, &change(json!({ "roles": ["admin"] })))
        .expect(422);
    marieke
        .patch(&path, &change(json!({ "can_export": true })))
        .expect(403);
    assert_eq!(
        server
            .as_admin()
            .patch(&path, &change(json!({ "can_export": true })))
            .expect(200)
            .at("/data/attributes/can_export"),
        true
    );
    let etag = marieke.get(&path).header("etag").to_owned();
    mine.patch(
        "/api/v1/current_user",
        &json!({ "user": { "job_title": "Vier" } }),
    )
    .expect(200);
    marieke
        .clone()
        .with("if-match", &etag)
        .patch(&path, &change(json!({ "job_title": "Vijf" })))
        .expect(412);
    server
        .as_superuser()
        .patch(&path, &change(json!({ "job_title": "Zes" })))
        .expect(404);
    server
        .as_content_manager()
        .patch(&path, &change(json!({ "job_title": "Zes" })))
        .expect(404);
}

#[test]
fn who_runs_a_centre_reads_strangers_under_watch() {
    let server = Server::start();
    let marieke = server.as_center();
    let joke = server.people.volunteer;
    let path = format!("{USERS}/{joke}");
    let trail = || -> Vec<String> {
        server.arrange(|tx| {
            let sql = "select action || ' ' || coalesce(subject_id, '-') || ' ' || coalesce(data, '') from audit_events where subject_type = 'users' order by id";
            let mut statement = tx.prepare(sql)?;
            Ok(statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    };
    marieke.get(&path).expect(200);
    marieke.get(&path).expect(200);
    let listed = marieke.get(USERS).expect(200);
    let count = listed.at("/data").as_array().unwrap().len();
    let read = format!("read {joke} ");
    let list = format!("list - {{\"count\":{count}}}");
    assert_eq!(trail(), [read.clone(), read, list], "one for each request");
    marieke
        .patch(&path, &change(json!({ "job_title": "Tuinman" })))
        .expect(200);
    assert_eq!(
        trail()[3],
        format!("update {joke} {{\"fields\":[\"job_title\"]}}"),
        "fields, never what is in them"
    );
    let me = id_of(&server, "marieke@example.nl");
    marieke.get(&format!("{USERS}/{me}")).expect(200);
    marieke
        .get(&format!("{USERS}?fields[users]=full_name"))
        .expect(200);
    server.as_volunteer().get(&path).expect(200);
    assert_eq!(
        trail().len(),
        4,
        "one's own is nobody's business, nor is a list of names"
    );
}

#[test]
fn the_menu_and_the_chosen_organization_follow_what_somebody_may() {
    let server = Server::start();
    let holds = |client: &Client, word: &str| {
        let menu = client
            .get("/api/v1/current_user?include=roles")
            .expect(200)
            .at("/meta/menu");
        menu.as_array().unwrap().iter().any(|entry| entry == word)
    };
    for client in [
        server.as_superuser(),
        server.as_center(),
        server.as_admin(),
        server.as_mentor(),
    ] {
        assert!(holds(&client, "users"));
    }
    for (client, may) in [
        (server.as_center(), true),
        (server.as_admin(), true),
        (server.as_superuser(), false),
        (server.as_content_manager(), false),
    ] {
        assert_eq!(holds(&client, "centre_settings"), may);
    }
    assert!(!holds(&server.as_volunteer(), "users"));
    assert!(!holds(&server.as_content_manager(), "users"));
    // The chosen organisation narrows whom a manager of two sees; it never opens another's people.
    let (samira, own, foreign, joke) = (
        server.people.superuser,
        server.people.own,
        server.people.foreign,
        server.people.volunteer,
    );
    server.arrange(move |tx| {
        role_of(
            tx,
            samira,
            "organization_superuser",
            "organization",
            foreign,
        )?;
        role_of(tx, joke, "mentor", "organization", own)
    });
    let client = server.as_superuser();
    assert_eq!(
        found(&client, "sort=id"),
        ["samira@example.nl", "wim@example.nl", "joke@example.nl"]
    );
    let chosen = client
        .clone()
        .with("current-organization-id", &foreign.to_string());
    assert_eq!(
        found(&chosen, "sort=id"),
        ["samira@example.nl", "wim@example.nl"]
    );
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", PASSWORD);
    wim.with("current-organization-id", &own.to_string())
        .get(USERS)
        .expect(403);
}

#[test]
fn a_name_is_corrected_and_not_taken_away() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let path = format!("/api/v1/users/{}", server.people.volunteer);
    for (client, path) in [
        (&joke, "/api/v1/current_user"),
        (&server.as_center(), &path),
    ] {
        for field in ["first_name", "last_name"] {
            for nothing in [json!(""), json!("  "), Value::Null] {
                let body = document("users", json!({ field: nothing }));
                let refused = client.patch(path, &body).expect(422);
                assert_eq!(refused.pointer(), format!("/data/attributes/{field}"));
            }
        }
    }
    let body = document("users", json!({ "first_name": "Johanna" }));
    joke.patch("/api/v1/current_user", &body).expect(200);
}
