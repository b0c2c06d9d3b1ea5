//! Last role holder: a tenant keeps an admin, a centre a superuser, an approved organisation a manager, also under
//! concurrent requests.

use std::sync::{Arc, Barrier};

use serde_json::json;

use crate::support::fixtures;
use crate::support::fixtures::{PASSWORD, role_of};
use crate::support::server::Server;

/// Makes one more holder of a role and gives their id.
fn second(server: &Server, role: &'static str, kind: &'static str, id: i64) -> i64 {
    let center = server.people.center;
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    server.arrange(move |tx| {
        let user = fixtures::user(tx, "tweede@example.nl", "Toos Tweede", center, &hash)?;
        role_of(tx, user, role, kind, id)?;
        Ok(user)
    })
}

fn first(server: &Server, role: &'static str, id: i64) -> i64 {
    server.arrange(move |tx| {
        let sql = "select user_id from roles where name = ?1 and scope_id = ?2 order by id";
        Ok(tx.query_row(sql, (role, id), |row| row.get(0))?)
    })
}

#[test]
fn the_last_of_each_kind_stays() {
    let server = Server::start();
    let people = server.people;
    let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
    // Another admin, so that an admin can be asked to go by somebody else.
    let ada = server.as_admin();
    for (role, kind, id) in [
        ("center_superuser", "volunteer_center", people.center),
        ("organization_superuser", "organization", people.own),
    ] {
        let holder = first(&server, role, id);
        let path = format!("/api/v1/users/{holder}/remove_role");
        let body = json!({ "role": role, "scope_type": kind, "scope_id": id });
        let refused = ada.send("DELETE", &path, Some(&body)).expect(422);
        assert_eq!(refused.code(), "last_superuser", "{role}");
        assert_eq!(
            ada.delete(&format!("/api/v1/users/{holder}"))
                .expect(422)
                .code(),
            "last_superuser"
        );
        // Somebody who was only asked, or whose account is closed, is nobody to leave it to.
        let hash = hash.clone();
        let other = server.arrange(move |tx| {
            let user = fixtures::user(
                tx,
                &format!("{role}@example.org"),
                "Olga Ooit",
                people.center,
                &hash,
            )?;
            role_of(tx, user, role, kind, id)?;
            tx.execute(
                "update roles set accepted_at = null where user_id = ?1",
                [user],
            )?;
            Ok(user)
        });
        ada.send("DELETE", &path, Some(&body)).expect(422);
        server.arrange(move |tx| {
            tx.execute(
                "update roles set accepted_at = granted_at where user_id = ?1",
                [other],
            )?;
            Ok(tx.execute(
                "update users set status = 'archived' where id = ?1",
                [other],
            )?)
        });
        ada.send("DELETE", &path, Some(&body)).expect(422);
        server.arrange(move |tx| {
            Ok(tx.execute("update users set status = 'active' where id = ?1", [other])?)
        });
        ada.send("DELETE", &path, Some(&body)).expect(200);
    }
    // An organisation that is not approved needs no manager.
    let wim = first(&server, "organization_superuser", people.foreign);
    server.arrange(move |tx| {
        let sql = "update organizations set status = 'archived' where id = ?1";
        Ok(tx.execute(sql, [people.foreign])?)
    });
    let body = json!({ "role": "organization_superuser", "scope_id": people.foreign });
    ada.send(
        "DELETE",
        &format!("/api/v1/users/{wim}/remove_role"),
        Some(&body),
    )
    .expect(200);
}

#[test]
fn two_who_take_each_others_role_at_once_leave_one() {
    for _ in 0..5 {
        let server = Server::start();
        let own = server.people.own;
        let toos = second(&server, "organization_superuser", "organization", own);
        let mut as_toos = server.as_nobody();
        as_toos.sign_in("tweede@example.nl", PASSWORD);
        let pairs = [
            (server.as_superuser(), toos),
            (as_toos, server.people.superuser),
        ];
        let start = Arc::new(Barrier::new(2));
        let replies: Vec<u16> = pairs
            .map(|(client, other)| {
                let start = Arc::clone(&start);
                std::thread::spawn(move || {
                    start.wait();
                    let path = format!("/api/v1/users/{other}/remove_role?role=organization_superuser&scope_id={own}");
                    client.delete(&path).status
                })
            })
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect();
        let managers: i64 = server.arrange(move |tx| {
            let sql = "select count(*) from roles where name = 'organization_superuser' and scope_id = ?1";
            Ok(tx.query_row(sql, [own], |row| row.get(0))?)
        });
        assert_eq!(managers, 1, "{replies:?}");
        assert_eq!(
            replies.iter().filter(|status| **status == 200).count(),
            1,
            "{replies:?}"
        );
    }
}

#[test]
fn many_who_leave_at_once_leave_one_admin() {
    let server = Server::start();
    let ada = first(&server, "admin", 0);
    let toos = second(&server, "admin", "tenant", 0);
    let mut as_toos = server.as_nobody();
    as_toos.sign_in("tweede@example.nl", PASSWORD);
    let start = Arc::new(Barrier::new(4));
    let asked = [
        (server.as_admin(), toos, true),
        (as_toos.clone(), ada, true),
        (server.as_admin(), toos, false),
        (as_toos, ada, false),
    ];
    let threads = asked.map(|(client, other, by_role)| {
        let start = Arc::clone(&start);
        std::thread::spawn(move || {
            start.wait();
            if by_role {
                client
                    .delete(&format!("/api/v1/users/{other}/remove_role?role=admin"))
                    .status
            } else {
                client.delete(&format!("/api/v1/users/{other}")).status
            }
        })
    });
    let replies = threads.map(|thread| thread.join().unwrap());
    let admins: i64 = server.arrange(|tx| {
        let sql = "select count(*) from roles r join users u on u.id = r.user_id where r.name = 'admin' and u.status = 'active'";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(admins, 1, "{replies:?}");
}

#[test]
fn the_same_person_in_two_tenants_is_two_people() {
    let server = Server::start();
    let people = server.found_one_more("andere", &["andere.localhost"]);
    let mut other = server.as_nobody().with("host", "andere.localhost");
    other.sign_in("marieke@example.nl", PASSWORD);
    let body = json!({ "role": "content_manager" });
    let path = format!("/api/v1/users/{}/add_role", people.volunteer);
    other.put(&path, &body).expect(200);
    let here: i64 = server.arrange(|tx| {
        Ok(
            tx.query_row("select count(*) from role_invitations", [], |row| {
                row.get(0)
            })?,
        )
    });
    assert_eq!(here, 0, "nothing was written in this tenant");
    // Her session there is nobody's here.
    let crossed = other.with("host", "demo.localhost");
    crossed.put(&path, &body).expect(401);
    crossed.get("/api/v1/users").expect(401);
    // Admins count within their own tenant only.
    let ada = first(&server, "admin", 0);
    server
        .as_center()
        .delete(&format!("/api/v1/users/{ada}"))
        .expect(403);
}
