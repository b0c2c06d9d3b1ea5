//! End of unaccepted invitations: expiry, withdrawal and archiving delete all personal data at once
//! (docs/domain/states.md#accounts).

use serde_json::{Value, json};

use crate::data::privacy::left_after_scrub;
use crate::data::retention::{run, set, start, text};
use crate::support::server::{Client, Server};

const EMAIL: &str = "wilgenkatje@spoor.example";

/// Asks somebody in; gives the account's id.
fn ask(client: &Client, attributes: Value) -> String {
    let mut person =
        json!({ "first_name": "Wilgenkatje", "last_name": "Rietgors", "email": EMAIL });
    for (name, value) in attributes.as_object().unwrap() {
        person[name] = value.clone();
    }
    client
        .post("/api/v1/users", &json!({ "user": person }))
        .expect(201)
        .id()
}

fn traces(server: &Server) -> Vec<String> {
    left_after_scrub(server, &["wilgenkatje", "rietgors"])
}

const KEPT: &str = "select (select count(*) from users where id > 9) || ' ' || (select group_concat(kind, ' ') from erasures)
                           || ' ' || (select group_concat(coalesce(subject_id, '-'), ' ') from audit_events where action = 'archive_invited')";

#[test]
fn an_invited_person_whose_account_is_closed_is_erased_at_once() {
    for close in [
        |center: &Client, id: &str| {
            center
                .put(&format!("/api/v1/users/{id}/archive"), &json!({}))
                .status
        },
        |center: &Client, id: &str| center.delete(&format!("/api/v1/users/{id}")).status,
        |center: &Client, id: &str| {
            let body = json!({ "ids": [id], "event": "archive" });
            match center
                .patch("/api/v1/users/bulk", &body)
                .expect(200)
                .at("/meta/done")
                .as_u64()
            {
                Some(1) => 204,
                _ => 0,
            }
        },
    ] {
        let server = Server::start();
        let center = server.as_center();
        let id = ask(&center, json!({}));
        assert!(!traces(&server).is_empty());
        let dry = json!({ "ids": [id], "event": "archive", "dry_run": true });
        center.patch("/api/v1/users/bulk", &dry).expect(200);
        center.get(&format!("/api/v1/users/{id}")).expect(200);
        assert_eq!(close(&center, &id), 204);
        assert_eq!(traces(&server), Vec::<String>::new());
        assert_eq!(text(&server, KEPT), "0 invited_account -");
        center.get(&format!("/api/v1/users/{id}")).expect(404);
        // The address is free: somebody else's history does not come with it.
        let again = ask(&center, json!({}));
        let history = center
            .get(&format!("/api/v1/users/{again}/history"))
            .expect(200);
        assert_eq!(history.at("/meta/total"), 0);
    }
}

#[test]
fn two_hundred_invited_people_go_in_one_call_and_each_is_told_of() {
    let server = Server::start();
    let center = server.as_center();
    let mut ids: Vec<String> = server.arrange(|tx| {
        tx.execute(
            "with recursive n(i) as (values (1) union all select i + 1 from n where i < 198)
             insert into users (email, first_name, status, signup_method, volunteer_center_id, created_at, updated_at)
             select 'rietgors' || i || '@spoor.example', 'Wilgenkatje', 'invited', 'imported', 1, ?1, ?1 from n",
            [tx.now()],
        )?;
        let mut found = tx.prepare("select id from users where status = 'invited' order by id")?;
        let found = found.query_map([], |row| row.get::<_, i64>(0))?;
        Ok(found.map(|id| id.unwrap().to_string()).collect())
    });
    assert_eq!(ids.len(), 198);
    // One who is not there, in the midst, and one who is asked for twice, in parts far from each other.
    ids.insert(95, "99999".to_owned());
    ids.push(ids[0].clone());
    let body = json!({ "ids": ids, "event": "archive" });
    let done = center.patch("/api/v1/users/bulk", &body).expect(200);
    assert_eq!(
        done.at("/meta"),
        json!({ "done": 198, "failed": 2, "dry_run": false })
    );
    assert_eq!(done.ids(), ids);
    for (index, _) in ids.iter().enumerate() {
        let is_done = done.at(&format!("/data/{index}/meta/is_done"));
        assert_eq!(is_done, json!(index != 95 && index != 199), "{index}");
    }
    assert_eq!(
        done.at("/data/199/meta/error/code"),
        json!("not_found"),
        "gone by the first time"
    );
    let counts = "select (select count(*) from users where status = 'invited') || ' ' ||
                         (select count(*) from erasures where kind = 'invited_account') || ' ' ||
                         (select count(*) from audit_events where action = 'archive_invited')";
    assert_eq!(text(&server, counts), "0 198 198");
    assert_eq!(traces(&server), Vec::<String>::new());
}

#[test]
fn the_link_of_a_withdrawn_invitation_opens_nothing() {
    let server = Server::start();
    let center = server.as_center();
    let id = ask(&center, json!({}));
    let token = text(
        &server,
        "select substr(json_extract(data, '$.path'), 27) from outbox where kind = 'invitation'",
    );
    center
        .put(&format!("/api/v1/users/{id}/archive"), &json!({}))
        .expect(204);
    let shown = server.as_nobody().post(
        "/api/v1/invitations/show",
        &json!({ "invitation_token": token }),
    );
    assert_eq!(shown.expect(410).code(), "link_expired");
}

#[test]
fn who_takes_back_the_only_offer_takes_back_the_invitation() {
    let server = Server::start();
    let (samira, center) = (server.as_superuser(), server.as_center());
    let own = server.people.own;
    let asked = || {
        let person = json!({ "email": EMAIL, "first_name": "Wilgenkatje", "organization_id": own.to_string() });
        samira
            .post("/api/v1/users", &json!({ "user": person }))
            .expect(202);
        let waiting = samira.get("/api/v1/role_invitations?filter[waits_eq]=true");
        let id = center
            .get("/api/v1/users?filter[status_eq]=invited")
            .ids()
            .remove(0);
        (waiting.ids().remove(0), id)
    };
    let (offer, _) = asked();
    samira
        .delete(&format!("/api/v1/role_invitations/{offer}"))
        .expect(204);
    assert_eq!(traces(&server), Vec::<String>::new());
    // The same where the centre takes the role, or removes the member to be.
    let (_, id) = asked();
    let role = format!("role=organization_superuser&scope_type=organization&scope_id={own}");
    center
        .delete(&format!("/api/v1/users/{id}/remove_role?{role}"))
        .expect(204);
    assert_eq!(traces(&server), Vec::<String>::new());
    let (_, id) = asked();
    center
        .delete(&format!("/api/v1/organizations/{own}/members?user_id={id}"))
        .expect(204);
    assert_eq!(traces(&server), Vec::<String>::new());
    assert_eq!(
        text(&server, KEPT),
        "0 invited_account invited_account invited_account - - -"
    );
}

#[test]
fn who_was_asked_in_for_something_else_too_waits_on() {
    let server = Server::start();
    let (center, own) = (server.as_center(), server.people.own);
    // Brought in by the centre without a role; an offer comes later and is taken back.
    let id = ask(&center, json!({}));
    server.clock.advance(jiff::SignedDuration::from_mins(5));
    let body = json!({ "role": "organization_superuser", "scope_type": "organization", "scope_id": own.to_string() });
    center
        .put(&format!("/api/v1/users/{id}/add_role"), &body)
        .expect(200);
    let offer = center
        .get(&format!("/api/v1/role_invitations?filter[user_id_eq]={id}"))
        .ids()
        .remove(0);
    center
        .delete(&format!("/api/v1/role_invitations/{offer}"))
        .expect(204);
    let found = center.get(&format!("/api/v1/users/{id}")).expect(200);
    assert_eq!(found.at("/data/attributes/status"), "invited");
}

#[test]
fn who_does_not_come_within_ninety_days_goes_at_once_and_who_was_closed_before_does_too() {
    let server = start();
    let center = server.as_center();
    ask(&center, json!({}));
    server.arrange(|tx| {
        tx.execute(
            "insert into users (email, first_name, status, signup_method, volunteer_center_id, erase_after, created_at, updated_at)
             values ('rietgors@spoor.example', 'Oud', 'archived', 'imported', 1, '2026-12-21T09:00:00Z', ?1, ?1)",
            [tx.now()],
        )?;
        Ok(())
    });
    assert_eq!(run(&server.app), 1, "closed by an earlier version");
    set(&server, "2027-02-18");
    run(&server.app);
    assert!(!traces(&server).is_empty());
    set(&server, "2027-02-19");
    run(&server.app);
    assert_eq!(traces(&server), Vec::<String>::new());
    assert_eq!(
        text(
            &server,
            "select count(*) || '' from outbox where kind in ('account_archived', 'erasure_done')"
        ),
        "0",
        "nobody is written to any more"
    );
}
