//! Exports of applications (docs/domain/rights.md#exports), and files left by an interrupted export.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::jobs::resume_exports;
use voluntr::tabular::Sheet;

use crate::applications::stages::{MESSAGE, apply, as_guest, letters, take};
use crate::support::fixtures::published;
use crate::support::server::{Client, Reply, Server, document};

const LIST: &str = "/api/v1/exports";

fn make(client: &Client, filter: Value) -> Reply {
    let attributes = json!({ "resource": "applications", "format": "xlsx", "filter": filter });
    client.post(LIST, &document("exports", attributes))
}

fn sheet(client: &Client, made: &Reply) -> Sheet {
    let file = client
        .get(&format!("{LIST}/{}/file", made.id()))
        .expect(200);
    let name = file.header("content-disposition");
    assert!(name.contains("applications-2026-11-21.xlsx"), "{name}");
    Sheet::read(&file.bytes).unwrap()
}

fn allow(server: &Server) {
    server.arrange(|tx| {
        tx.execute(
            "update users set can_export = 1 where email = 'marieke@example.nl'",
            [],
        )?;
        Ok(())
    });
}

fn cells(sheet: &Sheet, column: &str) -> Vec<String> {
    let at = sheet.headers.iter().position(|name| name == column);
    let at = at.unwrap_or_else(|| panic!("{column} in {:?}", sheet.headers));
    sheet.rows().map(|row| row.cell(at).to_owned()).collect()
}

#[test]
fn an_organization_takes_out_what_it_was_sent_and_nothing_else() {
    let server = Server::start();
    let samira = server.as_superuser();
    let mut wim = server.as_nobody();
    wim.sign_in("wim@example.nl", crate::support::fixtures::PASSWORD);
    let own = published(&samira, server.people.own, "Taalmaatje gezocht");
    let foreign = published(&wim, server.people.foreign, "Pakketten inpakken");
    let first = apply(&server.as_volunteer(), &own).expect(201).id();
    apply(&server.as_mentor(), &own).expect(201);
    apply(&server.as_volunteer(), &foreign).expect(201);
    as_guest(&server.as_nobody(), &own, "gast@example.com").expect(202);
    take(&samira, &first, "reject").expect(200);

    let made = make(&samira, json!({})).expect(201);
    assert_eq!(made.at("/data/attributes/rows"), 2);
    let all = sheet(&samira, &made);
    assert_eq!(
        cells(&all, "E-mailadres"),
        ["mentor@example.nl", "joke@example.nl"]
    );
    assert_eq!(cells(&all, "Vacature"), ["Taalmaatje gezocht"; 2]);
    assert_eq!(cells(&all, "Stap"), ["new", "rejected"]);
    assert_eq!(cells(&all, "Reden"), ["", "not_a_fit"]);
    assert_eq!(cells(&all, "Bericht"), [MESSAGE; 2]);
    let fresh = make(
        &samira,
        json!({ "stage_in": "new,in_contact", "vacancy_id_eq": own }),
    );
    assert_eq!(
        cells(&sheet(&samira, &fresh.expect(201)), "Voornaam"),
        ["Mia"]
    );

    // Its own list is nothing that the centre has to be told of; that it was taken out is written down.
    assert_eq!(
        letters(&server, "applications_exported"),
        Vec::<String>::new()
    );
    let trail: String = server.arrange(|tx| {
        let sql = "select group_concat(action || ' ' || coalesce(json_extract(data, '$.rows'), '-'), ', ')
                     from (select * from audit_events where subject_type = 'exports' order by id)";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(
        trail,
        "export_applications 2, fetch_export -, export_applications 1, fetch_export -"
    );
    // Nobody else fetches it, and people are not the organisation's to take out.
    wim.get(&format!("{LIST}/{}/file", made.id())).expect(404);
    let people = document("exports", json!({ "resource": "users", "format": "csv" }));
    samira.post(LIST, &people).expect(403);
}

#[test]
fn a_file_goes_with_the_role_that_it_was_made_with() {
    let server = Server::start();
    let samira = server.as_superuser();
    let made = make(&samira, json!({})).expect(201);
    samira
        .get(&format!("{LIST}/{}/file", made.id()))
        .expect(200);
    let (user, own, foreign) = (
        server.people.superuser,
        server.people.own,
        server.people.foreign,
    );
    // She looks after another one now.
    server.arrange(move |tx| {
        tx.execute(
            "insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
             select user_id, name, scope_type, ?3, granted_at, accepted_at, created_at, updated_at from roles
              where user_id = ?1 and scope_type = 'organization' and scope_id = ?2",
            (user, own, foreign),
        )?;
        Ok(tx.execute(
            "delete from roles where user_id = ?1 and scope_type = 'organization' and scope_id = ?2",
            (user, own),
        )?)
    });
    samira
        .get(&format!("{LIST}/{}/file", made.id()))
        .expect(404);
    make(&samira, json!({})).expect(201);
}

#[test]
fn who_runs_the_centre_needs_the_leave_also_with_an_organization_besides() {
    let server = Server::start();
    let own = server.people.own;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "insert into roles (user_id, name, scope_type, scope_id, granted_at, accepted_at, created_at, updated_at)
             select id, 'organization_superuser', 'organization', ?1, ?2, ?2, ?2, ?2 from users where email = 'marieke@example.nl'",
            (own, tx.now()),
        )?)
    });
    let centre = server.as_center();
    make(&centre, json!({})).expect(403);
    allow(&server);
    make(&centre, json!({})).expect(201);
}

#[test]
fn a_centre_takes_applications_out_with_leave_only_and_all_who_run_it_hear_of_it() {
    let server = Server::start();
    let vacancy = published(
        &server.as_superuser(),
        server.people.own,
        "Taalmaatje gezocht",
    );
    apply(&server.as_volunteer(), &vacancy).expect(201);
    let centre = server.as_center();
    let refused = make(&centre, json!({})).expect(403);
    assert_eq!(refused.at("/errors/0/meta/needs"), "can_export");
    let list = "/api/v1/applications";
    let may = |client: &Client| {
        let seen = client.get(list).expect(200).at("/data/0/meta/can");
        seen.as_array().unwrap().contains(&json!("export"))
    };
    assert!(!may(&centre));
    assert!(may(&server.as_superuser()));
    allow(&server);
    assert!(may(&centre));
    let made = make(&centre, json!({})).expect(201);
    assert_eq!(
        cells(&sheet(&centre, &made), "Organisatie"),
        ["Taalhuis Lindewaard"]
    );
    assert_eq!(
        letters(&server, "applications_exported"),
        ["admin@example.nl", "marieke@example.nl"]
    );
    for client in [
        server.as_volunteer(),
        server.as_mentor(),
        server.as_content_manager(),
    ] {
        make(&client, json!({})).expect(403);
    }
}

/// Lets a stopped server's rows be found by the next one, and waits until nothing is being made.
fn next_start(server: &Server) {
    server.clock.advance(SignedDuration::from_mins(2));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let tenant = server.app.tenants().get("demo").unwrap();
        resume_exports(&server.app, &tenant).await.unwrap();
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            let waits = tenant
                .unguarded("a test")
                .read(|connection| {
                    Ok(connection
                        .prepare("select 1 from exports where state = 'waiting'")?
                        .exists([])?)
                })
                .await
                .unwrap();
            if !waits {
                return;
            }
        }
        panic!("a file is still being made");
    });
}

fn cut_off(server: &Server) {
    server.arrange(|tx| {
        tx.execute(
            "update exports set state = 'waiting', maker = 'a run that was stopped', content = null",
            [],
        )?;
        Ok(())
    });
}

#[test]
fn a_file_that_a_stop_cut_off_is_made_at_the_next_start() {
    let server = Server::start();
    let samira = server.as_superuser();
    let vacancy = published(&samira, server.people.own, "Taalmaatje gezocht");
    apply(&server.as_volunteer(), &vacancy).expect(201);
    let made = make(&samira, json!({ "q": "joke" })).expect(201);
    let path = format!("{LIST}/{}", made.id());
    cut_off(&server);
    samira.get(&format!("{path}/file")).expect(404);
    next_start(&server);
    let again = samira.get(&path).expect(200);
    assert_eq!(again.at("/data/attributes/state"), "ready");
    assert_eq!(
        cells(&sheet(&samira, &made), "E-mailadres"),
        ["joke@example.nl"]
    );
    assert_eq!(letters(&server, "export_ready"), ["samira@example.nl"]);

    // What stops the server each time is not begun for ever.
    for state in ["ready", "failed"] {
        cut_off(&server);
        next_start(&server);
        assert_eq!(
            samira.get(&path).expect(200).at("/data/attributes/state"),
            state
        );
    }
}

#[test]
fn what_was_cut_off_is_not_made_for_who_may_no_more() {
    let server = Server::start();
    let samira = server.as_superuser();
    let vacancy = published(&samira, server.people.own, "Taalmaatje gezocht");
    apply(&server.as_volunteer(), &vacancy).expect(201);
    make(&samira, json!({})).expect(201);
    cut_off(&server);
    server.arrange(|tx| {
        Ok(tx.execute(
            "delete from roles where name = 'organization_superuser'",
            [],
        )?)
    });
    next_start(&server);
    let left: i64 = server.arrange(|tx| {
        let sql = "select count(*) from exports";
        Ok(tx.query_row(sql, [], |row| row.get(0))?)
    });
    assert_eq!(left, 0);
    assert_eq!(letters(&server, "export_ready"), Vec::<String>::new());
}
