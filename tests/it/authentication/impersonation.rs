//! Impersonation by an admin: requires a reason, expires after an hour, and is reported to the user.

use serde_json::{Value, json};
use voluntr::resources;

use crate::authentication::second_factor::{set_up, sign_in, strict};
use crate::support::fixtures;
use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Reply, Server};

pub const AS: &str = "/api/v1/sign_in_as_user";
const ME: &str = "/api/v1/current_user";
const REASON: &str = "Joke vroeg waarom haar aanmelding niet verstuurd wordt.";

fn ask(client: &Client, user_id: i64, reason: &str) -> Reply {
    client.post(
        AS,
        &json!({ "user_id": user_id.to_string(), "reason": reason }),
    )
}

fn with(server: &Server, reply: &Reply) -> Client {
    ["access-token", "client", "uid"]
        .iter()
        .fold(server.as_nobody(), |client, name| {
            client.with(name, reply.header(name))
        })
}

pub fn as_joke(server: &Server, admin: &Client) -> Client {
    with(
        server,
        &ask(admin, server.people.volunteer, REASON).expect(200),
    )
}

fn id_of(server: &Server, email: &'static str) -> i64 {
    server.arrange(move |tx| {
        Ok(
            tx.query_row("select id from users where email = ?1", [email], |row| {
                row.get(0)
            })?,
        )
    })
}

#[test]
fn an_admin_sees_what_the_person_sees_and_the_person_is_told() {
    let server = Server::start();
    let admin = server.as_admin();
    let begun = ask(&admin, server.people.volunteer, REASON).expect(200);
    assert_eq!(begun.at("/data/attributes/email"), "joke@example.nl");
    assert_eq!(begun.header("uid"), "joke@example.nl");
    let joke = with(&server, &begun);
    let me = joke.get(ME).expect(200);
    assert_eq!(me.at("/data/attributes/email"), "joke@example.nl");
    assert_eq!(
        me.at("/meta/impersonation"),
        json!({ "by": "Ada Beheer", "until": "2026-11-21T10:00:00Z", "reason": REASON })
    );
    // No rights of the admin.
    joke.get("/api/v1/users").expect(403);
    assert_eq!(
        admin.get(ME).expect(200).at("/meta/impersonation"),
        Value::Null
    );

    let own = server.as_volunteer();
    let told = own.get("/api/v1/notifications").expect(200);
    assert_eq!(told.at("/data/0/attributes/kind"), "impersonated");
    assert_eq!(told.at("/data/0/attributes/data/reason"), REASON);
    let sessions = own.get("/api/v1/sessions").expect(200);
    let list = sessions.at("/data");
    assert!(
        list.as_array()
            .unwrap()
            .iter()
            .any(|row| row["attributes"]["is_impersonation"] == true)
    );
    let (letters, audit): (i64, (i64, String, String)) = server.arrange(|tx| {
        Ok((
            tx.query_row("select count(*) from outbox where kind = 'impersonated' and to_email = 'joke@example.nl'", [], |row| row.get(0))?,
            tx.query_row("select subject_id, data ->> 'reason', (select email from users where id = actor_id) from audit_events where action = 'sign_in_as_user'", [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?,
        ))
    });
    assert_eq!(letters, 1);
    assert_eq!(
        audit,
        (
            server.people.volunteer,
            REASON.to_owned(),
            "admin@example.nl".to_owned()
        )
    );

    // Back again, with new credentials; the old ones of both open nothing.
    let back = joke.delete(AS).expect(200);
    assert_eq!(back.at("/data/attributes/email"), "admin@example.nl");
    joke.get(ME).expect(401);
    admin.get(ME).expect(401);
    with(&server, &back).get("/api/v1/users").expect(200);
    with(&server, &back).delete(AS).expect(403);
}

#[test]
fn the_app_changes_its_cookie_and_gets_its_own_back() {
    let server = Server::start();
    let app = |reply: &Reply| {
        assert_eq!(reply.header("access-token"), "");
        let pair = reply
            .header("set-cookie")
            .split(';')
            .next()
            .unwrap()
            .to_owned();
        server
            .as_nobody()
            .with("app-session", "cookie")
            .with("cookie", &pair)
            .with("client", reply.header("client"))
            .with("uid", reply.header("uid"))
    };
    let body = json!({ "email": "admin@example.nl", "password": PASSWORD });
    let admin = app(&server
        .as_nobody()
        .with("app-session", "cookie")
        .post("/auth/sign_in", &body)
        .expect(200));
    let joke = app(&ask(&admin, server.people.volunteer, REASON).expect(200));
    assert_eq!(
        joke.get(ME).expect(200).at("/data/attributes/email"),
        "joke@example.nl"
    );
    let back = app(&joke.delete(AS).expect(200));
    assert_eq!(
        back.get(ME).expect(200).at("/data/attributes/email"),
        "admin@example.nl"
    );
}

#[test]
fn nobody_but_an_admin_does_and_never_into_an_admin() {
    let server = Server::start();
    let (admin_id, marieke) = (
        id_of(&server, "admin@example.nl"),
        id_of(&server, "marieke@example.nl"),
    );
    for client in [
        server.as_center(),
        server.as_superuser(),
        server.as_content_manager(),
        server.as_volunteer(),
    ] {
        for target in [server.people.volunteer, admin_id] {
            assert_eq!(ask(&client, target, REASON).expect(403).code(), "forbidden");
        }
    }
    assert_eq!(
        ask(&server.as_nobody(), marieke, REASON).expect(401).code(),
        "not_signed_in"
    );
    let admin = server.as_admin();
    ask(&admin, admin_id, REASON).expect(403);
    let second = server.arrange(|tx| {
        let center = tx.query_row(
            "select id from volunteer_centers where is_default = 1",
            [],
            |row| row.get(0),
        )?;
        let id = fixtures::user(tx, "tweede@example.nl", "Tweede Beheer", center, "")?;
        fixtures::role_of(tx, id, "admin", "tenant", 0)?;
        Ok(id)
    });
    ask(&admin, second, REASON).expect(403);
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update roles set accepted_at = null where user_id = ?1",
            [second],
        )?)
    });
    ask(&admin, second, REASON).expect(403);
    ask(&admin, 999_999, REASON).expect(404);
    server.arrange(|tx| {
        Ok(tx.execute(
            "update users set status = 'archived' where email = 'wim@example.nl'",
            [],
        )?)
    });
    ask(&admin, id_of(&server, "wim@example.nl"), REASON).expect(403);
    ask(&admin, marieke, REASON).expect(200);
    let can = |id: i64| {
        admin
            .get(&format!("/api/v1/users/{id}"))
            .expect(200)
            .at("/data/meta/can")
    };
    assert!(
        can(marieke)
            .as_array()
            .unwrap()
            .contains(&json!("impersonate"))
    );
    assert!(
        !can(admin_id)
            .as_array()
            .unwrap()
            .contains(&json!("impersonate"))
    );
    let seen = server
        .as_center()
        .get(&format!("/api/v1/users/{marieke}"))
        .expect(200);
    assert!(
        !seen
            .at("/data/meta/can")
            .as_array()
            .unwrap()
            .contains(&json!("impersonate"))
    );
}

#[test]
fn a_reason_is_needed() {
    let server = Server::start();
    let admin = server.as_admin();
    let joke = server.people.volunteer;
    for (body, pointer) in [
        (json!({ "user_id": joke }), "reason"),
        (json!({ "user_id": joke, "reason": "  kort   " }), "reason"),
        (
            json!({ "user_id": joke, "reason": "x".repeat(501) }),
            "reason",
        ),
        (
            json!({ "user_id": joke, "reason": "Met een \u{7} bel erin" }),
            "reason",
        ),
        (json!({ "reason": REASON }), "user_id"),
        (json!({ "user_id": "Joke", "reason": REASON }), "user_id"),
    ] {
        let refused = admin.post(AS, &body).expect(422);
        assert_eq!(
            refused.pointer(),
            format!("/data/attributes/{pointer}"),
            "{body}"
        );
    }
    let document =
        json!({ "data": { "type": "user", "attributes": { "user_id": joke, "reason": REASON } } });
    admin.post(AS, &document).expect(200);
}

/// Whether a call is open to an admin who is signed in as somebody. A session of its own each time: some calls end it.
fn is_open(server: &Server, admin: &Client, method: &str, path: &str) -> bool {
    let joke = as_joke(server, admin);
    let body = (method != "GET").then(|| json!({}));
    let reply = joke.send(method, &path.replace("{id}", "1"), body.as_ref());
    let is_refused = reply.status == 403 && reply.at("/errors/0/meta/reason") == "impersonating";
    assert!(!is_refused || reply.code() == "forbidden");
    !is_refused
}

/// Read the difference before you accept it: what is open here, an admin does in somebody else's name
/// (docs/domain/rights.md#impersonation). A call that is new stands here as closed until `app::confined` names it.
#[test]
fn every_call_is_open_or_closed_to_who_is_signed_in_as_somebody() {
    let server = Server::start();
    let mut admin = server.as_admin();
    let mut lines: Vec<String> = Vec::new();
    for operation in resources::routes().operations {
        let (method, path) = (operation.method.as_str(), operation.path.as_str());
        let word = match (method, path) {
            // Takes no session, half or whole: another one begins.
            ("POST", "/auth/sign_in") => "anew",
            _ if is_open(&server, &admin, method, path) => "open",
            _ => "closed",
        };
        lines.push(format!("{word:<6}  {method:<6}  {path}"));
        if ["/auth/sign_out", AS].contains(&path) {
            admin = server.as_admin();
        }
    }
    lines.sort_by_key(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[2].to_owned(), words[1].to_owned())
    });
    insta::assert_snapshot!("impersonating", lines.join("\n"));
}

#[test]
fn who_is_signed_in_as_somebody_changes_nothing_of_how_they_get_in() {
    let server = Server::start();
    let admin = server.as_admin();
    let joke = as_joke(&server, &admin);
    let body = json!({ "password": "vier losse woorden", "password_confirmation": "vier losse woorden", "current_password": PASSWORD });
    joke.put("/auth/password", &body).expect(403);
    // What is written to the person is theirs: how many messages there are, not what they say.
    let refused = joke.get("/api/v1/notifications").expect(403);
    assert_eq!(
        refused.at("/errors/0/detail"),
        "Dit kan niet zolang je bent ingelogd als iemand anders."
    );
    joke.get("/api/v1/notifications/unread_count").expect(200);
    // A leave to take lists out is the person's own.
    joke.post("/api/v1/exports", &json!({})).expect(403);
    // However the address is written, and what there is no such call for.
    for path in [
        "/api/v1/current_user/",
        "/api/v1//users",
        "/api/v1/%75sers",
        "/api/v1/conversations",
    ] {
        let refused = joke.get(path);
        assert!(
            [403, 404].contains(&refused.status),
            "{path}: {}",
            refused.status
        );
    }
    sign_in(&server, "joke@example.nl");
    joke.get("/auth/validate_token").expect(200);
    joke.patch(ME, &json!({ "user": { "job_title": "Coördinator" } }))
        .expect(200);
}

#[test]
fn the_admins_second_factor_is_enough() {
    let server = strict();
    let (half, _) = sign_in(&server, "admin@example.nl");
    assert_eq!(
        ask(&half, server.people.volunteer, REASON)
            .expect(403)
            .code(),
        "second_factor_needed"
    );
    set_up(&server, &half);
    let (marieke, _) = sign_in(&server, "marieke@example.nl");
    set_up(&server, &marieke);
    let as_marieke = ask(&half, id_of(&server, "marieke@example.nl"), REASON).expect(200);
    with(&server, &as_marieke).get(ME).expect(200);
}

#[test]
fn somebody_of_another_centre_is_signed_in_as_there() {
    let server = Server::start();
    let away = server.people.other_center;
    let id =
        server.arrange(move |tx| fixtures::user(tx, "elders@example.nl", "Eli Elders", away, ""));
    let refused = ask(&server.as_admin(), id, REASON).expect(403);
    assert_eq!(refused.code(), "wrong_center");
    assert_eq!(
        refused.at("/errors/0/meta/url"),
        format!("http://elders.localhost:{}/", server.address.port())
    );
}
