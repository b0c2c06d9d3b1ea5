//! Exports of people: only with leave, only what the asker sees, told to all who run the centre (decisions 1.3 row 33).

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::importing::Sheet;

use crate::server::{Client, Reply, Server, document};

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
    for format in ["csv", "xlsx"] {
        let made = make(&centre, format, json!({})).expect(201);
        let file = centre
            .get(&format!("{LIST}/{}/file", made.id()))
            .expect(200);
        let sheet = Sheet::read(&file.bytes).unwrap();
        assert_eq!(sheet.headers[3], "email", "{format}");
        assert_eq!(
            i64::try_from(sheet.rows.len()).ok(),
            made.at("/data/attributes/rows").as_i64()
        );
        let samira = sheet
            .rows
            .iter()
            .find(|row| row.cells[3] == "samira@example.nl")
            .unwrap();
        assert_eq!(samira.cells[9], "organization_superuser");
        assert_eq!(samira.cells[10], "Taalhuis Lindewaard");
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
