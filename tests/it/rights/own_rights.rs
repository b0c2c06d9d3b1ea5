//! Permissions nobody can grant themselves, and effects of others' actions on a user: roles, export permission and
//! emails.

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::provisioning::account;

use crate::applications::stages::letters;
use crate::data::retention::text;
use crate::support::fixtures::PASSWORD;
use crate::support::school::{STUDENT, class};
use crate::support::server::{Client, Server};

fn signed_in(server: &Server, email: &str) -> Client {
    let mut client = server.as_nobody();
    client.sign_in(email, PASSWORD);
    client
}

#[test]
fn a_student_does_not_leave_the_school_that_has_a_say_and_a_mentor_may() {
    let server = Server::start();
    let class = class(&server);
    let sem = signed_in(&server, STUDENT);
    let members = |id: i64| {
        format!(
            "/api/v1/organizations/{}/members?user_id={id}",
            class.school
        )
    };
    let role = format!(
        "/api/v1/users/{}/remove_role?role=student&scope_type=school&scope_id={}",
        class.sem, class.school
    );
    sem.delete(&members(class.sem)).expect(403);
    sem.delete(&role).expect(403);
    let me = sem.get("/api/v1/current_user").expect(200);
    let can = me.at("/data/meta/can");
    assert!(
        !can.as_array().unwrap().contains(&json!("remove_role")),
        "{can}"
    );
    // Who manages something else besides leaves that, and stays a student.
    let (own, id) = (server.people.own, class.sem);
    server.arrange(move |tx| {
        crate::support::fixtures::role_of(tx, id, "organization_superuser", "organization", own)
    });
    sem.delete(&role).expect(403);
    sem.delete(&members(class.sem)).expect(403);
    sem.delete(&format!("/api/v1/organizations/{own}/members?user_id={id}"))
        .expect(204);
    let left = text(
        &server,
        "select group_concat(name || ' ' || scope_type) from roles r where scope_type <> 'volunteer_center' and user_id = (select id from users where email = 'student@example.nl')",
    );
    assert_eq!(left, "student school");
    // The School lets go; and a mentor leaves as any member does.
    signed_in(&server, crate::support::school::MENTOR)
        .delete(&members(class.mia))
        .expect(204);
    signed_in(&server, crate::support::school::MANAGER)
        .delete(&members(class.sem))
        .expect(204);
}

#[test]
fn an_admin_does_not_give_themselves_leave_to_export_and_all_superusers_hear_of_it() {
    let server = Server::start();
    let admin = server.as_admin();
    let me = admin.get("/api/v1/current_user").expect(200).id();
    let leave = json!({ "user": { "can_export": true } });
    admin.patch("/api/v1/current_user", &leave).expect(403);
    admin
        .put("/auth", &json!({ "can_export": true }))
        .expect(403);
    admin
        .patch(&format!("/api/v1/users/{me}"), &leave)
        .expect(403);
    assert_eq!(
        text(&server, "select sum(can_export) || '' from users"),
        "0"
    );
    // Given by an admin to another, as it is meant.
    let marieke = server
        .as_center()
        .get("/api/v1/current_user")
        .expect(200)
        .id();
    admin
        .patch(&format!("/api/v1/users/{marieke}"), &leave)
        .expect(200);
    let wanted = json!({ "data": { "type": "exports", "attributes": { "resource": "users", "format": "csv" } } });
    server
        .as_center()
        .post("/api/v1/exports", &wanted)
        .expect(201);
    let mut told = letters(&server, "users_exported");
    told.sort();
    assert_eq!(told, ["admin@example.nl", "marieke@example.nl"]);
}

#[test]
fn students_and_mentors_belong_to_a_school_also_for_who_runs_the_tenant() {
    let server = Server::start();
    let people = server.people;
    let path = format!("/api/v1/users/{}/add_role", people.volunteer);
    for role in ["student", "mentor"] {
        let sent = json!({ "role": role, "scope_type": "organization", "scope_id": people.own.to_string() });
        for client in [server.as_admin(), server.as_center()] {
            let refused = client.put(&path, &sent).expect(403);
            assert_eq!(refused.at("/errors/0/meta/reason"), "not_a_school");
            assert_eq!(
                refused.at("/errors/0/detail"),
                "Leerlingen en mentoren horen bij een school. Deze organisatie is geen school."
            );
        }
        let refused = server.arrange(move |tx| {
            let grant = account::grant_of(tx, &format!("{role}:{}", people.own), people.center)?;
            Ok(account::change_role(tx, people.volunteer, &grant, true, people.center).is_err())
        });
        assert!(refused, "{role} over the command line");
    }
}

#[test]
fn a_manager_of_an_organization_is_out_after_twelve_idle_hours_too() {
    let server = Server::start();
    let (samira, joke) = (server.as_superuser(), server.as_volunteer());
    for _ in 0..3 {
        server.clock.advance(SignedDuration::from_hours(11));
        samira.get("/api/v1/current_user").expect(200);
    }
    server.clock.advance(SignedDuration::from_hours(12));
    assert_eq!(
        samira.get("/api/v1/current_user").expect(401).code(),
        "session_expired"
    );
    joke.get("/api/v1/current_user").expect(200);
}

#[test]
fn who_reads_somebodys_history_and_roles_is_written_down_also_where_there_is_nothing() {
    let server = Server::start();
    let joke = server.people.volunteer;
    let center = server.as_center();
    center
        .get(&format!("/api/v1/users/{joke}/history"))
        .expect(200);
    center
        .get(&format!("/api/v1/roles?filter[user_id_eq]={joke}"))
        .expect(200);
    let own = center.get("/api/v1/current_user").expect(200).id();
    center
        .get(&format!("/api/v1/roles?filter[user_id_eq]={own}"))
        .expect(200);
    let client = server.as_volunteer();
    client
        .get(&format!("/api/v1/roles?filter[user_id_eq]={joke}"))
        .expect(200);
    client.delete("/api/v1/current_user/email").expect(204);
    let rows: Value = serde_json::from_str(&text(
        &server,
        "select json_group_array(action || ' ' || subject_type || ' ' || coalesce(subject_id, '-')) from
         (select * from audit_events where action in ('read_history', 'read_roles', 'withdraw_new_email', 'update') order by id)",
    ))
    .unwrap();
    assert_eq!(
        rows,
        json!([
            format!("read_history users {joke}"),
            format!("read_roles users {joke}"),
            format!("withdraw_new_email users {joke}"),
        ])
    );
}

#[test]
fn a_question_that_is_taken_back_and_put_again_is_one_letter_a_day() {
    let server = Server::start();
    let center = server.as_center();
    let joke = server.people.volunteer;
    let (add, remove) = (
        format!("/api/v1/users/{joke}/add_role"),
        format!("/api/v1/users/{joke}/remove_role?role=content_manager"),
    );
    let asked = json!({ "role": "content_manager" });
    for _ in 0..12 {
        center.put(&add, &asked).expect(200);
        center.delete(&remove).expect(200);
        server.clock.advance(SignedDuration::from_mins(2));
    }
    center.put(&add, &asked).expect(200);
    assert_eq!(letters(&server, "role_offered"), ["joke@example.nl"]);
    // The link in that one letter is good.
    let client = server.as_volunteer();
    let waiting = client
        .get("/api/v1/role_invitations?filter[waits_eq]=true")
        .expect(200)
        .ids();
    let [id] = waiting.as_slice() else {
        panic!("{waiting:?}")
    };
    let letter = crate::support::outbox::last(&server, "role_offered", "joke@example.nl");
    assert_eq!(letter["path"], format!("/account/roles?invitation={id}"));
    client
        .put(&format!("/api/v1/role_invitations/{id}/accept"), &json!({}))
        .expect(200);
    center.delete(&remove).expect(200);
    // The next day it is a question of its own.
    server.clock.advance(SignedDuration::from_hours(25));
    server.as_center().put(&add, &asked).expect(200);
    assert_eq!(letters(&server, "role_offered").len(), 2);
}
