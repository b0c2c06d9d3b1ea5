//! Account invitations: the account opens when the invitee sets a password, and grants nothing before.

use jiff::SignedDuration;
use rusqlite::named_params;
use serde_json::{Value, json};
use voluntr::resources::user::management::invitation;

use crate::support::fixtures::PASSWORD;
use crate::support::server::{Reply, Server};

const SHOW: &str = "/api/v1/invitations/show";
const ACCEPT: &str = "/api/v1/invitations/accept";

/// Somebody whose account was made by Samira, with an offered role at her organisation.
fn invited(server: &Server) -> i64 {
    let (center, own, samira) = (
        server.people.center,
        server.people.own,
        server.people.superuser,
    );
    server.arrange(move |tx| {
        tx.execute(
            "insert into users (email, first_name, status, signup_method, volunteer_center_id, created_at, updated_at)
             values ('nieuw@example.org', 'Noor', 'invited', 'createdByUser', :center, :now, :now)",
            named_params! {":center": center, ":now": tx.now()},
        )?;
        let id = tx.last_insert_rowid();
        tx.execute(
            "insert into roles (user_id, name, scope_type, scope_id, granted_by_id, granted_at, created_at, updated_at)
             values (:id, 'organization_superuser', 'organization', :own, :samira, :now, :now, :now)",
            named_params! {":id": id, ":own": own, ":samira": samira, ":now": tx.now()},
        )?;
        Ok(id)
    })
}

fn send(server: &Server, user_id: i64) {
    let (samira, center) = (server.people.superuser, server.people.center);
    server.arrange(move |tx| invitation::send(tx, user_id, Some(samira), center));
}

fn letters(server: &Server) -> Vec<Value> {
    server.arrange(|tx| {
        let mut statement =
            tx.prepare("select data from outbox where kind = 'invitation' order by id")?;
        let letters = statement
            .query_map([], |row| row.get::<_, String>(0))?
            .collect::<Result<Vec<_>, _>>()?;
        Ok(letters
            .iter()
            .map(|data| serde_json::from_str(data).unwrap())
            .collect())
    })
}

fn token_of(letter: &Value) -> String {
    let path = letter["path"].as_str().unwrap();
    path.strip_prefix("/confirm?invitation_token=")
        .unwrap()
        .to_owned()
}

fn accept(server: &Server, token: &str, password: &str) -> Reply {
    server.as_nobody().post(
        ACCEPT,
        &json!({ "invitation_token": token, "first_name": "Noor", "last_name": "de Wit", "password": password, "password_confirmation": password, "accept_terms": true }),
    )
}

#[test]
fn an_invited_person_reads_who_asks_and_gets_in_with_a_password_of_their_own() {
    let server = Server::start();
    let id = invited(&server);
    send(&server, id);
    let letter = letters(&server).remove(0);
    assert_eq!(letter["inviter_name"], "Samira Haddou");
    assert_eq!(letter["organization_name"], "Taalhuis Lindewaard");
    let token = token_of(&letter);
    let nobody = server.as_nobody();
    for _ in 0..2 {
        let shown = nobody
            .post(SHOW, &json!({ "invitation_token": token }))
            .expect(200);
        let attributes = shown.at("/data/attributes");
        assert_eq!(attributes["email"], "nieuw@example.org");
        assert_eq!(attributes["first_name"], "Noor");
        assert_eq!(attributes["invited_by"], "Samira Haddou");
        assert_eq!(attributes["organization_name"], "Taalhuis Lindewaard");
        assert_eq!(attributes["center_name"], "Meedoen in Lindewaard");
    }
    let opened = accept(&server, &token, PASSWORD).expect(200);
    assert_eq!(opened.at("/data/attributes/status"), "active");
    let mut noor = server.as_nobody();
    noor.sign_in("nieuw@example.org", PASSWORD);
    let organizations = noor.get("/api/v1/current_organizations").expect(200);
    assert_eq!(organizations.ids(), [server.people.own.to_string()]);
    assert_eq!(
        accept(&server, &token, PASSWORD).expect(410).code(),
        "link_used"
    );
    let shown = nobody.post(SHOW, &json!({ "invitation_token": token }));
    assert_eq!(shown.expect(410).code(), "link_used");
}

#[test]
fn an_invitation_is_taken_whole_or_not_at_all() {
    let server = Server::start();
    let id = invited(&server);
    send(&server, id);
    let token = token_of(&letters(&server)[0]);
    let right = json!({ "invitation_token": token, "first_name": "Noor", "last_name": "de Wit", "password": PASSWORD, "password_confirmation": PASSWORD, "accept_terms": true });
    for (name, value, pointer) in [
        ("first_name", Value::Null, "first_name"),
        ("last_name", json!("<b>"), "last_name"),
        ("password", json!("kort"), "password"),
        (
            "password_confirmation",
            json!("iets anders dan dat"),
            "password_confirmation",
        ),
        ("accept_terms", json!(false), "accept_terms"),
    ] {
        let mut wrong = right.clone();
        wrong[name] = value;
        let refused = server.as_nobody().post(ACCEPT, &wrong).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{pointer}"));
    }
    let status: String = server.arrange(move |tx| {
        Ok(
            tx.query_row("select status from users where id = ?1", [id], |row| {
                row.get(0)
            })?,
        )
    });
    assert_eq!(status, "invited");
    server.as_nobody().post(ACCEPT, &right).expect(200);
}

#[test]
fn an_invitation_accepts_only_what_it_came_with() {
    let server = Server::start();
    let id = invited(&server);
    send(&server, id);
    let token = token_of(&letters(&server)[0]);
    let (foreign, samira) = (server.people.foreign, server.people.superuser);
    server.arrange(move |tx| {
        Ok(tx.execute(
            "insert into roles (user_id, name, scope_type, scope_id, granted_by_id, granted_at, created_at, updated_at)
             values (?1, 'organization_superuser', 'organization', ?2, ?3, ?4, ?4, ?4)",
            (id, foreign, samira, tx.now()),
        )?)
    });
    accept(&server, &token, PASSWORD).expect(200);
    let mut noor = server.as_nobody();
    noor.sign_in("nieuw@example.org", PASSWORD);
    let organizations = noor.get("/api/v1/current_organizations").expect(200);
    assert_eq!(organizations.ids(), [server.people.own.to_string()]);
}

#[test]
fn a_newer_invitation_ends_an_older_one_and_none_outlives_two_weeks() {
    let server = Server::start();
    let id = invited(&server);
    send(&server, id);
    let first = token_of(&letters(&server)[0]);
    server.clock.advance(SignedDuration::from_mins(5));
    send(&server, id);
    let second = token_of(&letters(&server)[1]);
    assert_eq!(
        accept(&server, &first, PASSWORD).expect(410).code(),
        "link_expired"
    );
    server.clock.advance(SignedDuration::from_hours(14 * 24));
    assert_eq!(
        accept(&server, &second, PASSWORD).expect(410).code(),
        "link_expired"
    );
}

#[test]
fn who_does_not_answer_is_reminded_after_three_and_ten_days_with_links_that_all_work() {
    let server = Server::start();
    let id = invited(&server);
    send(&server, id);
    let remind = || server.arrange(invitation::remind);
    let mut sent = Vec::new();
    for _ in 0..14 {
        sent.push(remind());
        assert_eq!(remind(), 0, "once each");
        server.clock.advance(SignedDuration::from_hours(24));
    }
    let expected = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0];
    assert_eq!(sent, expected);
    server.clock.advance(SignedDuration::from_hours(-1));
    let letters = letters(&server);
    let reminders: Vec<_> = letters
        .iter()
        .map(|letter| &letter["is_reminder"])
        .collect();
    assert_eq!(reminders, [false, true, true]);
    let expiries: Vec<_> = letters.iter().map(|letter| &letter["expires_at"]).collect();
    assert_eq!(expiries[0], expiries[2], "a reminder is no extension");
    accept(&server, &token_of(&letters[0]), PASSWORD).expect(200);
    for later in &letters[1..] {
        let used = accept(&server, &token_of(later), PASSWORD).expect(410);
        assert_eq!(used.code(), "link_used");
    }
}

#[test]
fn a_reminder_that_was_late_comes_once() {
    let server = Server::start();
    let id = invited(&server);
    send(&server, id);
    server.clock.advance(SignedDuration::from_hours(11 * 24));
    assert_eq!(server.arrange(invitation::remind), 1);
    assert_eq!(server.arrange(invitation::remind), 0);
    let accepted = accept(&server, &token_of(&letters(&server)[1]), PASSWORD);
    accepted.expect(200);
    assert_eq!(server.arrange(invitation::remind), 0);
}

#[test]
fn nobody_is_invited_who_has_an_account_or_too_often() {
    let server = Server::start();
    let (joke, center) = (server.people.volunteer, server.people.center);
    let tenant = server.app.tenants().get("demo").unwrap();
    let try_to = |user_id: i64| {
        tenant
            .unguarded("a test sends an invitation")
            .write_blocking(move |tx| invitation::send(tx, user_id, None, center))
            .map_err(|error| error.code().as_str())
    };
    assert_eq!(try_to(joke), Err("already_invited"));
    let id = invited(&server);
    for _ in 0..3 {
        assert_eq!(try_to(id), Ok(()));
    }
    assert_eq!(try_to(id), Err("rate_limited"));
}
