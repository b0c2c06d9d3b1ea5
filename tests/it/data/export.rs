//! Exports of users: require export permission, contain only fields visible to the requester, reported to all who run
//! the centre (docs/domain/rights.md#exports).

use std::thread;
use std::time::Duration;

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::tabular::Sheet;

use crate::support::server::{Client, Reply, Server, document};

const LIST: &str = "/api/v1/exports";

fn make(client: &Client, format: &str, filter: Value) -> Reply {
    let attributes = json!({ "resource": "users", "format": format, "filter": filter });
    client.post(LIST, &document("exports", attributes))
}

fn allow(server: &Server, email: &'static str) {
    server.arrange(move |tx| {
        tx.execute("update users set can_export = 1 where email = ?1", [email])?;
        Ok(())
    });
}

#[test]
fn a_centre_with_leave_fetches_its_people_as_a_file_for_a_day() {
    let server = Server::start();
    allow(&server, "marieke@example.nl");
    let centre = server.as_center();
    for format in ["csv", "xlsx", "ods"] {
        let made = make(&centre, format, json!({})).expect(201);
        let file = centre
            .get(&format!("{LIST}/{}/file", made.id()))
            .expect(200);
        let sheet = Sheet::read(&file.bytes).unwrap();
        let kind = file.header("content-type").to_owned();
        let word = match format {
            "csv" => "text/csv",
            "xlsx" => "spreadsheetml",
            _ => "opendocument.spreadsheet",
        };
        assert!(kind.contains(word), "{kind}");
        assert_eq!(sheet.headers[3], "E-mailadres", "{format}");
        assert_eq!(
            i64::try_from(sheet.count()).ok(),
            made.at("/data/attributes/rows").as_i64()
        );
        let samira = sheet
            .rows()
            .find(|row| row.cell(3) == "samira@example.nl")
            .unwrap();
        assert_eq!(samira.cell(9), "organization_superuser");
        assert_eq!(samira.cell(10), "Taalhuis Lindewaard");
    }
    // The columns are named in the language of who asks; programs read the names of the API.
    let english = server.as_center().with("accept-language", "en");
    for (format, name) in [
        ("csv", "Email address"),
        ("xlsx", "Email address"),
        ("json", "\"email\""),
    ] {
        let made = make(&english, format, json!({})).expect(201);
        let path = format!("{LIST}/{}/file", made.id());
        let file = english.get(&path).expect(200);
        let text = String::from_utf8_lossy(&file.bytes).into_owned();
        let is_named = match format {
            "xlsx" => Sheet::read(&file.bytes)
                .unwrap()
                .headers
                .contains(&name.to_owned()),
            _ => text.contains(name),
        };
        assert!(is_named, "{format}: {text}");
    }
    let made = make(
        &centre,
        "json",
        json!({ "with_role": "organization_superuser" }),
    )
    .expect(201);
    assert_eq!(made.at("/data/attributes/rows"), json!(2));
    assert_eq!(
        make(&centre, "csv", json!({ "shoe_size_eq": 44 })).code(),
        "invalid_filter"
    );
    make(&centre, "pdf", json!({})).expect(422);

    server.clock.advance(SignedDuration::from_hours(25));
    let again = server.as_center();
    let late = again.get(&format!("{LIST}/{}/file", made.id()));
    assert_eq!(late.status, 410);
}

#[test]
fn without_leave_nobody_exports_and_a_centre_hears_of_every_file() {
    let server = Server::start();
    for client in [server.as_center(), server.as_admin()] {
        let refused = make(&client, "csv", json!({})).expect(403);
        assert_eq!(refused.at("/errors/0/meta/needs"), json!("can_export"));
    }
    make(&server.as_superuser(), "csv", json!({})).expect(403);
    allow(&server, "admin@example.nl");
    let id = make(&server.as_admin(), "csv", json!({})).expect(201).id();
    let told: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from outbox where kind = 'users_exported' and to_email = 'marieke@example.nl'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(told, 1);
    // A file belongs to who made it.
    server
        .as_center()
        .get(&format!("{LIST}/{id}/file"))
        .expect(404);
}

#[test]
fn a_cell_that_would_run_is_made_harmless() {
    let server = Server::start();
    allow(&server, "marieke@example.nl");
    server.arrange(|tx| {
        tx.execute(
            "update users set job_title = '=HYPERLINK(1)' where email = 'joke@example.nl'",
            [],
        )?;
        Ok(())
    });
    let centre = server.as_center();
    let id = make(&centre, "csv", json!({ "q": "joke" }))
        .expect(201)
        .id();
    let file = centre.get(&format!("{LIST}/{id}/file")).expect(200);
    assert!(file.text.contains(";'=HYPERLINK(1);"), "{}", file.text);
}

#[test]
fn an_opendocument_keeps_every_sign_as_it_was_typed() {
    let server = Server::start();
    allow(&server, "marieke@example.nl");
    let typed = "=1+1 <b> & \"é\" ]]>";
    server.arrange(move |tx| {
        tx.execute(
            "update users set job_title = ?1 where email = 'joke@example.nl'",
            [typed],
        )?;
        Ok(())
    });
    let centre = server.as_center();
    let id = make(&centre, "ods", json!({ "q": "joke" }))
        .expect(201)
        .id();
    let file = centre.get(&format!("{LIST}/{id}/file")).expect(200);
    // Office programs know the kind by the first entry, which is not packed.
    assert_eq!(&file.bytes[30..38], b"mimetype");
    let sheet = Sheet::read(&file.bytes).unwrap();
    assert_eq!(sheet.count(), 1);
    assert_eq!(sheet.rows().next().unwrap().cell(5), typed);
}

#[test]
fn more_than_a_thousand_are_made_while_nobody_waits() {
    let server = Server::start();
    allow(&server, "marieke@example.nl");
    let center = server.people.center;
    server.arrange(move |tx| {
        tx.execute(
            "with recursive n(i) as (select 1 union all select i + 1 from n where i < 2100)
             insert into users (email, first_name, last_name, status, volunteer_center_id, created_at, updated_at)
             select 'p' || i || '@example.nl', 'Pien', 'Nummer ' || i, 'active', ?1, ?2, ?2 from n",
            (center, tx.now()),
        )?;
        Ok(())
    });
    let centre = server.as_center();
    let made = make(&centre, "ods", json!({ "q": "Nummer" })).expect(202);
    assert_eq!(made.at("/data/attributes/state"), "waiting");
    assert_eq!(made.at("/data/attributes/rows"), json!(2100));
    let path = format!("{LIST}/{}", made.id());
    let ready = (0..300).any(|_| {
        thread::sleep(Duration::from_millis(100));
        centre.get(&path).at("/data/attributes/state") == "ready"
    });
    assert!(ready);
    let file = centre.get(&format!("{path}/file")).expect(200);
    let sheet = Sheet::read(&file.bytes).unwrap();
    assert_eq!(sheet.count(), 2100);
    assert_eq!(sheet.rows().next().unwrap().cell(2), "Nummer 1");
    // Who asked is told where it is; who runs the centre, that it was made.
    let told: String = server.arrange(|tx| {
        let sql = "select group_concat(kind, ' ') from (select distinct kind from outbox where kind like '%export%' order by 1)";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(told, "export_ready users_exported");
    let trail: String = server.arrange(|tx| {
        let sql = "select group_concat(action, ' ') from (select action from audit_events where subject_type = 'exports' order by id)";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(trail, "export_users fetch_export");
}

#[test]
fn who_lost_the_leave_fetches_nothing_any_more() {
    let server = Server::start();
    allow(&server, "marieke@example.nl");
    let centre = server.as_center();
    let id = make(&centre, "csv", json!({})).expect(201).id();
    server.arrange(|tx| Ok(tx.execute("update users set can_export = 0", [])?));
    centre.get(&format!("{LIST}/{id}/file")).expect(404);
    // The file is gone; a leave that comes back opens new ones only.
    allow(&server, "marieke@example.nl");
    centre.get(&format!("{LIST}/{id}/file")).expect(404);
    make(&centre, "csv", json!({})).expect(201);
}
