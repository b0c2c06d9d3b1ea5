//! Requests with a delayed body: permissions are checked when the change is written, not when the headers arrive.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use base64::Engine as _;
use serde_json::{Value, json};

use crate::authentication::impersonation::as_joke;
use crate::authentication::second_factor::{set_up, sign_in};
use crate::support::fixtures;
use crate::support::fixtures::PASSWORD;
use crate::support::server::{Client, Server, document};

/// Longer than rights that were read are believed.
const HELD: Duration = Duration::from_millis(1200);
const NEXT: &str = "eland fietst naar zee";

/// A request of which the headers and half the body were sent.
struct Held {
    what: String,
    stream: TcpStream,
    rest: String,
}

impl Held {
    fn begin(server: &Server, client: &Client, (method, path, body): (&str, &str, &Value)) -> Self {
        let body = body.to_string();
        let (half, rest) = body.split_at(body.len() / 2);
        let headers: Vec<String> = client
            .headers()
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let headers = headers.concat();
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream
            .write_all(
                format!(
                    "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{half}",
                    body.len()
                )
                .as_bytes(),
            )
            .unwrap();
        Self {
            what: format!("{method} {path}"),
            stream,
            rest: rest.to_owned(),
        }
    }

    /// Sends the rest; the status and the answer.
    fn end(mut self) -> (String, u16, String) {
        let mut text = String::new();
        self.stream.write_all(self.rest.as_bytes()).unwrap();
        self.stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        self.stream.read_to_string(&mut text).unwrap();
        let status = text.get(9..12).unwrap_or_default().parse().unwrap_or(0);
        (self.what, status, text)
    }
}

/// How many rows each table has, and the sum of their versions; not what is counted of tries.
fn written(server: &Server) -> Vec<(String, i64, i64)> {
    server.arrange(|tx| {
        let mut tables = tx.prepare(
            "select m.name, exists (select 1 from pragma_table_info(m.name) where name = 'version')
               from sqlite_master m
              where m.type = 'table' and m.name not like 'sqlite%' and m.sql not like 'create virtual%'
                and m.name <> 'attempts'",
        )?;
        let tables: Vec<(String, bool)> = tables
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let mut all = Vec::new();
        for (name, has_version) in tables {
            let version = if has_version { "total(version)" } else { "0" };
            let (count, versions): (i64, f64) = tx.query_row(
                &format!("select count(*), {version} from \"{name}\""),
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            #[expect(clippy::cast_possible_truncation, reason = "versions are whole and small")]
            all.push((name, count, versions as i64));
        }
        Ok(all)
    })
}

const MANAGER: &str = "samira@example.nl";
const CENTRE: &str = "marieke@example.nl";

/// Calls of all kinds by a manager of an organisation and by a centre; each would succeed.
fn hold_all(server: &Server) -> (Vec<Held>, [(Client, &'static str); 2]) {
    let own = server.people.own;
    let manager = server
        .as_superuser()
        .with("current-organization-id", &own.to_string());
    let centre = server.as_center();
    let ids = ["een", "twee"]
        .map(|word| fixtures::published(&manager, own, &format!("Taalmaatje {word}")));
    let draft = manager
        .post("/api/v1/vacancies", &fixtures::vacancy(own, "Taalmaatje"))
        .expect(201)
        .id();
    let file =
        base64::engine::general_purpose::STANDARD.encode("Naam;E-mail\nJan Bos;jan@example.org\n");
    let sheet = json!({ "resource": "users", "file_name": "mensen.csv", "file": file });
    let import = centre
        .post("/api/v1/imports", &document("imports", sheet.clone()))
        .expect(201)
        .id();
    let event = |event: &str| json!({ "data": { "attributes": { "event": event } } });
    let volunteer = server.people.volunteer.to_string();
    let calls = [
        (
            &manager,
            "POST",
            "/api/v1/vacancies".to_owned(),
            fixtures::vacancy(own, "Taalmaatje vier"),
        ),
        (
            &manager,
            "PATCH",
            format!("/api/v1/vacancies/{}", ids[0]),
            document("vacancies", json!({ "title": "Anders" })),
        ),
        (
            &manager,
            "PUT",
            format!("/api/v1/vacancies/{}/transition", ids[1]),
            event("unpublish"),
        ),
        (
            &manager,
            "DELETE",
            format!("/api/v1/vacancies/{draft}"),
            json!({}),
        ),
        (
            &manager,
            "PATCH",
            "/api/v1/current_user".to_owned(),
            document("users", json!({ "job_title": "Spion" })),
        ),
        (
            &manager,
            "GET",
            "/api/v1/current_user".to_owned(),
            Value::Null,
        ),
        (
            &centre,
            "PATCH",
            "/api/v1/users/bulk".to_owned(),
            json!({ "ids": [volunteer], "event": "archive", "reason_code": "other", "reason": "Dubbel account." }),
        ),
        (
            &centre,
            "POST",
            "/api/v1/imports".to_owned(),
            document("imports", sheet),
        ),
        (
            &centre,
            "POST",
            format!("/api/v1/imports/{import}/run"),
            json!({}),
        ),
        (
            &manager,
            "PUT",
            "/auth/password".to_owned(),
            json!({ "password": "kastanje fiets woensdag" }),
        ),
    ];
    let held = calls
        .iter()
        .map(|(client, method, path, body)| Held::begin(server, client, (method, path, body)))
        .collect();
    (held, [(manager, MANAGER), (centre, CENTRE)])
}

type Loss = (&'static str, fn(&Server, &Client, &'static str));

fn of(sql: &'static str) -> impl Fn(&Server, &'static str) {
    move |server, email| {
        assert!(
            server.arrange(move |tx| Ok(tx.execute(sql, [email])?)) > 0,
            "{sql}"
        );
    }
}

const LOSSES: [Loss; 8] = [
    ("signed out", |_, client, _| {
        client.delete("/auth/sign_out").expect(204);
    }),
    ("session ended from another device", |server, _, email| {
        sign_in(server, email)
            .0
            .delete("/api/v1/sessions")
            .expect(204);
    }),
    ("role taken away", |server, _, email| {
        of("delete from roles where user_id = (select id from users where email = ?1)")(
            server, email,
        );
    }),
    ("role expired", |server, _, email| {
        of(
            "update roles set expires_at = '2026-11-21T08:00:00Z' where user_id = (select id from users where email = ?1)",
        )(server, email);
    }),
    ("archived", |server, _, email| {
        of("update users set status = 'archived' where email = ?1")(server, email);
    }),
    ("moved to another centre", |server, _, email| {
        // Who still works here would still sign in here.
        server.arrange(|tx| {
            Ok(tx.execute(
                "delete from roles where scope_type = 'volunteer_center'",
                [],
            )?)
        });
        of(
            "update users set volunteer_center_id = (select max(id) from volunteer_centers) where email = ?1",
        )(server, email);
    }),
    ("password changed", |server, _, email| {
        let form = json!({ "password": NEXT, "current_password": PASSWORD });
        sign_in(server, email)
            .0
            .put("/auth/password", &form)
            .expect(200);
    }),
    ("second factor set up", |server, _, email| {
        set_up(server, &sign_in(server, email).0);
    }),
];

/// What was held, by who loses nothing of what it takes.
fn is_kept(loss: &str, what: &str) -> bool {
    // What is somebody's own takes no role, and ignores the organisation that the manager's calls name.
    ["role expired", "role taken away"].contains(&loss)
        && ["/current_user", "/auth/password"]
            .iter()
            .any(|own| what.ends_with(own))
}

#[test]
fn what_is_held_succeeds_while_its_rights_last() {
    let server = Server::start();
    let (held, _) = hold_all(&server);
    std::thread::sleep(HELD);
    for held in held {
        let (what, status, text) = held.end();
        assert!((200..300).contains(&status), "{what}: {text}");
    }
}

#[test]
fn what_is_held_is_refused_once_its_rights_are_lost_and_writes_nothing() {
    for (loss, lose) in LOSSES {
        let server = Server::start();
        let (held, people) = hold_all(&server);
        std::thread::sleep(HELD);
        for (client, email) in &people {
            lose(&server, client, email);
        }
        for held in held {
            if is_kept(loss, &held.what) {
                continue;
            }
            let before = written(&server);
            let (what, status, text) = held.end();
            assert!(matches!(status, 401 | 403 | 404), "{loss}, {what}: {text}");
            assert_eq!(written(&server), before, "{loss}, {what}");
        }
    }
}

#[test]
fn a_second_factor_that_is_demanded_meanwhile_is_asked_of_what_is_held() {
    let server = Server::start();
    let centre = server.as_center();
    let body = json!({ "ids": [server.people.volunteer.to_string()], "event": "archive", "reason_code": "other", "reason": "Dubbel." });
    let held = Held::begin(&server, &centre, ("PATCH", "/api/v1/users/bulk", &body));
    std::thread::sleep(HELD);
    server.arrange(|tx| {
        Ok(tx.execute(
            "update settings set value = 'required' where name = 'second_factor'",
            [],
        )?)
    });
    let before = written(&server);
    let (_, status, text) = held.end();
    assert_eq!(status, 403, "{text}");
    assert!(text.contains("second_factor_needed"), "{text}");
    assert_eq!(written(&server), before);
}

#[test]
fn what_is_held_in_somebodys_name_ends_with_the_admins_session() {
    for end in ["/auth/sign_out", "/api/v1/sign_in_as_user"] {
        let server = Server::start();
        let vacancy = fixtures::published(&server.as_superuser(), server.people.own, "Taalmaatje");
        let admin = server.as_admin();
        let joke = as_joke(&server, &admin);
        let held = [
            Held::begin(
                &server,
                &joke,
                (
                    "PATCH",
                    "/api/v1/current_user",
                    &document("users", json!({ "job_title": "Spion" })),
                ),
            ),
            Held::begin(
                &server,
                &joke,
                (
                    "PUT",
                    &format!("/api/v1/vacancies/{vacancy}/favorite"),
                    &json!({}),
                ),
            ),
        ];
        std::thread::sleep(HELD);
        if end == "/auth/sign_out" {
            admin.delete(end).expect(204);
        } else {
            joke.delete(end).expect(200);
        }
        let before = written(&server);
        for held in held {
            let (what, status, text) = held.end();
            assert_eq!(status, 401, "{end}, {what}: {text}");
        }
        assert_eq!(written(&server), before, "{end}");
    }
}

#[test]
fn a_right_that_is_held_in_another_way_is_enough() {
    let server = Server::start();
    let (own, foreign) = (server.people.own, server.people.foreign);
    let manager = server.as_superuser();
    let id = fixtures::published(&manager, own, "Taalmaatje");
    let path = format!("/api/v1/vacancies/{id}");
    let change = document("vacancies", json!({ "title": "Anders" }));
    let held = [
        Held::begin(&server, &manager, ("PATCH", &path, &change)),
        Held::begin(
            &server,
            &manager,
            (
                "POST",
                "/api/v1/vacancies",
                &fixtures::vacancy(own, "Nog een"),
            ),
        ),
    ];
    std::thread::sleep(HELD);
    let who = server.people.superuser;
    server.arrange(move |tx| {
        tx.execute(
            "update roles set scope_id = ?2 where user_id = ?1",
            [who, foreign],
        )?;
        let center: i64 = tx.query_row(
            "select volunteer_center_id from users where id = ?1",
            [who],
            |row| row.get(0),
        )?;
        fixtures::role_of(tx, who, "center_superuser", "volunteer_center", center)
    });
    for held in held {
        let (what, status, text) = held.end();
        assert!((200..300).contains(&status), "{what}: {text}");
    }
}
