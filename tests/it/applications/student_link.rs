//! Links between students and mentors of a School, and who may change them (docs/domain/rights.md#schools).

use serde_json::{Value, json};

use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::school::{
    COLLEAGUE, Class, LINKS, LOT, MANAGER, MENTOR, OTHER_MANAGER, OTHER_MENTOR, STUDENT, class,
    link, signed_in,
};
use crate::support::server::{Client, Server, document};

fn total(client: &Client) -> Value {
    client.get(LINKS).expect(200).at("/meta/total")
}

fn change(client: &Client, id: &str, attributes: Value) -> crate::support::server::Reply {
    client.patch(
        &format!("{LINKS}/{id}"),
        &document("student_links", attributes),
    )
}

#[test]
fn a_mentor_takes_a_student_of_the_own_school_and_agrees_on_hours() {
    let server = Server::start();
    let class = class(&server);
    let mia = server.as_mentor();
    let made = link(&mia, class, class.sem, None).expect(201);
    assert_eq!(made.at("/data/attributes/student_name"), "Sem Student");
    assert_eq!(made.at("/data/attributes/mentor_name"), "Mia Mentor");
    assert_eq!(
        made.at("/data/attributes/organization_name"),
        "Lyceum Lindewaard"
    );
    assert_eq!(made.at("/data/attributes/hour_target"), 30);
    let id = made.id();

    assert_eq!(
        change(&mia, &id, json!({ "hour_target": 500 }))
            .expect(200)
            .at("/data/attributes/hour_target"),
        500
    );
    assert_eq!(
        change(&mia, &id, json!({ "hour_target": null }))
            .expect(200)
            .at("/data/attributes/hour_target"),
        Value::Null
    );
    for wrong in [json!(501), json!(-1)] {
        let refused = change(&mia, &id, json!({ "hour_target": wrong })).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/hour_target");
    }
    for (field, other) in [
        ("student_id", class.lot),
        ("organization_id", class.elsewhere),
    ] {
        let mut attributes = json!({});
        attributes[field] = other.to_string().into();
        let refused = change(&mia, &id, attributes).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{field}"));
    }
    let twice = link(&mia, class, class.sem, None).expect(422);
    assert_eq!(twice.pointer(), "/data/attributes/student_id");
    mia.delete(&format!("{LINKS}/{id}")).expect(204);
    assert_eq!(total(&mia), 0);
    let written: Vec<String> = server.arrange(|tx| {
        let mut found =
            tx.prepare("select action from audit_events where action like '%link%' order by id")?;
        Ok(found
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?)
    });
    assert_eq!(written, ["link_student", "unlink_student"]);
}

#[test]
fn a_link_is_read_by_those_of_the_school_and_changed_by_whose_it_is() {
    let server = Server::start();
    let class = class(&server);
    let id = link(&server.as_mentor(), class, class.sem, None)
        .expect(201)
        .id();
    // Who reads it, and the answer to a change of the target.
    for (who, seen, changed) in [
        (signed_in(&server, MENTOR), 200, 200),
        (signed_in(&server, COLLEAGUE), 200, 403),
        (signed_in(&server, STUDENT), 200, 403),
        (signed_in(&server, LOT), 404, 403),
        (signed_in(&server, MANAGER), 200, 200),
        (signed_in(&server, OTHER_MENTOR), 404, 404),
        (signed_in(&server, OTHER_MANAGER), 404, 404),
        (server.as_superuser(), 404, 404),
        (server.as_volunteer(), 404, 403),
        (server.as_center(), 200, 200),
        (server.as_admin(), 200, 200),
        (server.as_nobody(), 401, 401),
    ] {
        let path = format!("{LINKS}/{id}");
        assert_eq!(who.get(&path).status, seen);
        let reply = change(&who, &id, json!({ "hour_target": 40 }));
        assert_eq!(reply.status, changed, "{}", reply.text);
        if seen == 200 {
            assert_eq!(total(&who), 1);
        }
    }
    // Another centre of the same tenant has Schools of its own.
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update organizations set volunteer_center_id = ?1 where id = ?2",
            (server.people.other_center, class.school),
        )?)
    });
    server.as_center().get(&format!("{LINKS}/{id}")).expect(404);
}

#[test]
fn only_people_of_the_school_are_linked_and_only_a_mentor_guides() {
    let server = Server::start();
    let class = class(&server);
    let (mia, rector) = (server.as_mentor(), signed_in(&server, MANAGER));
    // A mentor takes students for herself; who manages the School divides them.
    let bas = server.arrange(|tx| {
        Ok(tx.query_row(
            "select id from users where email = ?1",
            [COLLEAGUE],
            |row| row.get::<_, i64>(0),
        )?)
    });
    // A colleague is nobody whom she sees.
    let colleague = link(&mia, class, class.sem, Some(bas)).expect(422);
    assert_eq!(colleague.pointer(), "/data/attributes/mentor_id");
    let id = link(&rector, class, class.sem, Some(bas)).expect(201).id();
    let moved = change(&rector, &id, json!({ "mentor_id": class.mia.to_string() })).expect(200);
    assert_eq!(moved.at("/data/attributes/mentor_name"), "Mia Mentor");
    change(&mia, &id, json!({ "mentor_id": bas.to_string() })).expect(422);

    for (student, mentor, pointer) in [
        (class.stranger, class.mia, "student_id"),
        (server.people.volunteer, class.mia, "student_id"),
        (class.lot, class.sem, "mentor_id"),
        (class.lot, class.lot, "mentor_id"),
        (class.lot, server.people.volunteer, "mentor_id"),
    ] {
        let refused = link(&rector, class, student, Some(mentor)).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{pointer}"));
    }
    let of = |organization: i64| {
        let body = json!({ "student_id": class.lot.to_string(), "mentor_id": class.mia.to_string(), "organization_id": organization.to_string() });
        server
            .as_admin()
            .post(LINKS, &document("student_links", body))
    };
    assert_eq!(
        of(server.people.own).expect(422).pointer(),
        "/data/attributes/organization_id"
    );
    assert_eq!(
        of(class.elsewhere).expect(422).pointer(),
        "/data/attributes/student_id"
    );
}

#[test]
fn a_student_who_says_yes_to_a_mentor_begins_with_that_mentor() {
    let server = Server::start();
    let class = class(&server);
    let (mia, rector) = (server.as_mentor(), signed_in(&server, MANAGER));
    let joke = server.people.volunteer;
    let ask = |client: &Client, email: &str| {
        let person =
            json!({ "email": email, "first_name": "Noor", "school_id": class.school.to_string() });
        client
            .post("/api/v1/users", &document("user", person))
            .expect(202);
    };
    ask(&mia, "noor@example.org");
    ask(&mia, "joke@example.nl");
    // Who was asked belongs to nobody yet, with an account or without.
    for id in [
        joke,
        server.arrange(|tx| Ok(tx.query_row("select max(id) from users", [], |row| row.get(0))?)),
    ] {
        let refused = link(&mia, class, id, None).expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/student_id");
    }
    let token: String = server.arrange(|tx| {
        let sql = "select data ->> '$.path' from outbox where kind = 'invitation'";
        let path: String = tx.query_row(sql, [], |row| row.get(0))?;
        Ok(path.rsplit('=').next().unwrap().to_owned())
    });
    let form = json!({ "invitation_token": token, "first_name": "Noor", "last_name": "Nieuw", "password": "paarse fiets zingt onder water", "accept_terms": true });
    server
        .as_nobody()
        .post("/api/v1/invitations/accept", &form)
        .expect(200);
    let as_joke = server.as_volunteer();
    let offers = as_joke.get("/api/v1/role_invitations?filter[mine_eq]=true");
    let yes = format!(
        "/api/v1/role_invitations/{}/accept",
        offers.expect(200).ids()[0]
    );
    as_joke.put(&yes, &json!({})).expect(200);
    let links = mia.get(LINKS).expect(200);
    assert_eq!(links.ids().len(), 2);
    assert!(!links.text.contains("hour_target\":3"));
    for row in ["/data/0", "/data/1"] {
        let name = links.at(&format!("{row}/attributes/mentor_name"));
        assert_eq!(name, "Mia Mentor");
    }
    let mentors = format!("/api/v1/users?filter[mentor_at_eq]={}", class.school);
    assert_eq!(mia.get(&mentors).expect(200).ids(), [class.mia.to_string()]);
    let all = rector.get(&mentors).expect(200).ids();
    assert_eq!(all.len(), 2, "who manages the School sees both");
    // A question of who manages the School gives nobody a mentor.
    ask(&rector, "wim@example.nl");
    let wim = signed_in(&server, "wim@example.nl");
    let offers = wim.get("/api/v1/role_invitations?filter[mine_eq]=true");
    let yes = format!(
        "/api/v1/role_invitations/{}/accept",
        offers.expect(200).ids()[0]
    );
    wim.put(&yes, &json!({})).expect(200);
    assert_eq!(total(&rector), 2);
}

#[test]
fn a_link_goes_with_either_role_and_with_the_account() {
    let server = Server::start();
    let class = class(&server);
    let (mia, rector) = (server.as_mentor(), signed_in(&server, MANAGER));
    let leave = |user: i64, role: &str| {
        let path = format!(
            "/api/v1/users/{user}/remove_role?role={role}&scope_type=organization&scope_id={}",
            class.school
        );
        rector.delete(&path).expect(200);
    };
    let again = |user: i64, role: &'static str| {
        server.arrange(move |tx| role_of(tx, user, role, "school", class.school));
    };
    link(&mia, class, class.sem, None).expect(201);
    leave(class.sem, "student");
    assert_eq!(total(&rector), 0);
    again(class.sem, "student");
    link(&mia, class, class.sem, None).expect(201);
    leave(class.mia, "mentor");
    assert_eq!(total(&rector), 0);
    again(class.mia, "mentor");
    link(&mia, class, class.sem, None).expect(201);
    link(&mia, class, class.lot, None).expect(201);
    server
        .as_center()
        .put(&format!("/api/v1/users/{}/archive", class.sem), &json!({}))
        .expect(200);
    assert_eq!(total(&rector), 1);
    server
        .as_center()
        .put(&format!("/api/v1/users/{}/archive", class.mia), &json!({}))
        .expect(200);
    assert_eq!(total(&rector), 0);
}

#[test]
fn a_link_that_is_asked_for_twice_is_made_once_and_not_in_another_tenant() {
    let server = Server::start();
    let class = class(&server);
    let mia = server.as_mentor().with("idempotency-key", "eenmaal");
    let first = link(&mia, class, class.sem, None).expect(201);
    let second = link(&mia, class, class.sem, None).expect(201);
    assert_eq!(
        (first.id(), second.header("idempotent-replayed")),
        (second.id(), "true")
    );
    server.found_one_more("ander", &["ander.localhost"]);
    let mut other = server.as_nobody().with("host", "ander.localhost");
    other.sign_in("admin@example.nl", PASSWORD);
    assert_eq!(total(&other), 0);
    other.get(&format!("{LINKS}/{}", first.id())).expect(404);
}

#[test]
fn the_menu_shows_a_class_to_who_has_one() {
    let server = Server::start();
    let _: Class = class(&server);
    for (who, class, applications) in [
        (signed_in(&server, MENTOR), true, true),
        (signed_in(&server, MANAGER), true, true),
        (server.as_superuser(), false, true),
        (signed_in(&server, STUDENT), false, false),
        (server.as_volunteer(), false, false),
    ] {
        let menu = who.get("/api/v1/current_user").expect(200).at("/meta/menu");
        let has = |key: &str| menu.as_array().unwrap().contains(&key.into());
        assert_eq!(
            (has("students"), has("applications")),
            (class, applications),
            "{menu}"
        );
    }
}
