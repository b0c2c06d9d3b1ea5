//! Privilege escalation: nobody grants themselves permissions or changes users with more.

use serde_json::{Value, json};

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::{Client, Reply, Server};

fn id_of(server: &Server, email: &'static str) -> i64 {
    server.arrange(move |tx| {
        let sql = "select id from users where email = ?1";
        Ok(tx.query_row(sql, [email], |row| row.get(0))?)
    })
}

fn role_count(server: &Server, user_id: i64) -> (i64, i64) {
    server.arrange(move |tx| {
        let sql = "select count(*), count(accepted_at) from roles where user_id = ?1";
        Ok(tx.query_row(sql, [user_id], |row| Ok((row.get(0)?, row.get(1)?)))?)
    })
}

fn add(client: &Client, user_id: i64, role: &Value) -> Reply {
    client.put(&format!("/api/v1/users/{user_id}/add_role"), role)
}

#[test]
fn nobody_gives_themselves_anything() {
    let server = Server::start();
    for (email, role) in [
        ("joke@example.nl", "organization_superuser"),
        ("samira@example.nl", "organization_superuser"),
        ("content@example.nl", "center_superuser"),
        ("marieke@example.nl", "admin"),
        ("marieke@example.nl", "content_manager"),
        ("admin@example.nl", "center_superuser"),
    ] {
        let mut client = server.as_nobody();
        client.sign_in(email, PASSWORD);
        let me = id_of(&server, email);
        let (before, body) = (
            role_count(&server, me),
            json!({ "role": role, "scope_id": server.people.own.to_string() }),
        );
        add(&client, me, &body).expect(403);
        let mut by_address = body.clone();
        by_address["email"] = email.into();
        let asked = client.post(
            "/api/v1/users",
            &crate::support::server::document("user", by_address),
        );
        assert_eq!(asked.status, 403, "{email}: {}", asked.text);
        // Nor through the account itself.
        for field in ["roles", "status", "can_export", "volunteer_center_id"] {
            let value = if field == "can_export" {
                json!(true)
            } else {
                json!("2")
            };
            let changed =
                client.patch("/api/v1/current_user", &json!({ "user": { field: value } }));
            let is_admins = field == "can_export" && email == "admin@example.nl";
            assert!(
                is_admins
                    || changed.status != 200
                    || changed.at(&format!("/data/attributes/{field}")) != value,
                "{email} {field}"
            );
        }
        assert_eq!(role_count(&server, me), before, "{email}");
    }
}

#[test]
fn who_belongs_to_an_organization_may_leave_it_and_nothing_else() {
    let server = Server::start();
    let (own, samira) = (server.people.own, server.people.superuser);
    let me = server.as_superuser();
    let path =
        format!("/api/v1/users/{samira}/remove_role?role=organization_superuser&scope_id={own}");
    assert_eq!(me.delete(&path).expect(422).code(), "last_superuser");
    let joke = server.people.volunteer;
    server.arrange(move |tx| role_of(tx, joke, "organization_superuser", "organization", own));
    me.delete(&path).expect(200);
    me.delete(&path).expect(403);
    let marieke = id_of(&server, "marieke@example.nl");
    let center = format!("/api/v1/users/{marieke}/remove_role?role=center_superuser");
    server.as_center().delete(&center).expect(403);
}

#[test]
fn a_centre_changes_nobody_of_its_own_rank_or_above() {
    let server = Server::start();
    let marieke = server.as_center();
    let (center, own) = (server.people.center, server.people.own);
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    let colleague = server.arrange(move |tx| {
        let id = fixtures::user(tx, "collega@example.nl", "Coen Collega", center, &hash)?;
        role_of(tx, id, "center_superuser", "volunteer_center", center)?;
        Ok(id)
    });
    for above in [id_of(&server, "admin@example.nl"), colleague] {
        let path = format!("/api/v1/users/{above}");
        let seen = marieke.get(&path).expect(200);
        let can = seen.at("/data/meta/can");
        assert!(
            !can.to_string().contains("update") && !can.to_string().contains("role"),
            "{can}"
        );
        assert_eq!(seen.at("/meta/grantable"), json!([]));
        let change = crate::support::server::document("user", json!({ "job_title": "Baas" }));
        marieke.patch(&path, &change).expect(403);
        marieke.put(&path, &change).expect(403);
        marieke.delete(&path).expect(403);
        marieke
            .put(&format!("{path}/archive"), &json!({}))
            .expect(403);
        marieke
            .put(&format!("{path}/reactivate"), &json!({}))
            .expect(403);
        add(
            &marieke,
            above,
            &json!({ "role": "organization_superuser", "scope_id": own }),
        )
        .expect(403);
    }
    // An admin does; and of an organisation's people a manager does, whatever else they are.
    let ada = server.as_admin();
    ada.patch(
        &format!("/api/v1/users/{colleague}"),
        &crate::support::server::document("user", json!({ "job_title": "Baas" })),
    )
    .expect(200);
    ada.delete(&format!(
        "/api/v1/users/{colleague}/remove_role?role=center_superuser&scope_id={center}"
    ))
    .expect(200);
}
