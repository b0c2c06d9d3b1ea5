//! Figures of a centre: what they are made of, who sees which, and that no answer tells of a small group.

mod small_groups;
mod year_report;

use rusqlite::named_params;
use serde_json::{Value, json};
use voluntr::db::Tx;

use crate::support::fixtures;
use crate::support::server::{Client, Server, document};

pub const PATH: &str = "/api/v1/analytics";

/// Counts everything anew.
pub fn count(server: &Server) {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(voluntr::jobs::rebuild_analytics(tenant.unguarded("a job")))
        .unwrap();
}

/// Runs the job that counts, as the server does each minute when it is due.
fn count_changes(server: &Server) {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(voluntr::jobs::count_analytics(tenant.unguarded("a job")))
        .unwrap();
}

/// An application of somebody new, of a day, and after how many days it was answered.
pub fn apply(
    tx: &Tx,
    (vacancy_id, n): (i64, i64),
    day: &str,
    waited: Option<i64>,
) -> rusqlite::Result<i64> {
    tx.execute(
        "insert into users (email, first_name, status, locale, volunteer_center_id, birth_date, created_at, updated_at)
         select 'mens' || :n || '@example.org', 'Mens', 'active', 'nl', v.volunteer_center_id, '1970-05-05', :at, :at
           from vacancies v where v.id = :vacancy_id",
        named_params! {":n": n, ":at": format!("{day}T10:00:00Z"), ":vacancy_id": vacancy_id},
    )?;
    let user_id = tx.last_insert_rowid();
    tx.execute(
        "insert into applications (vacancy_id, organization_id, volunteer_center_id, user_id, first_name, email, message, locale, status, stage, source, responded_at, created_at, updated_at)
         select v.id, v.organization_id, v.volunteer_center_id, :user_id, 'Mens', 'mens' || :n || '@example.org', 'Ik help graag mee.', 'nl', null,
                iif(:waited is null, 'new', 'in_contact'), 'web',
                iif(:waited is null, null, strftime('%Y-%m-%dT%H:%M:%SZ', :at, '+' || :waited || ' days')), :at, :at
           from vacancies v where v.id = :vacancy_id",
        named_params! {":user_id": user_id, ":n": n, ":waited": waited, ":at": format!("{day}T10:00:00Z"), ":vacancy_id": vacancy_id},
    )?;
    Ok(tx.last_insert_rowid())
}

pub fn figure(answer: &Value, key: &str) -> Value {
    answer
        .pointer("/data/attributes/figures")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .find(|figure| figure["key"] == key)
        .cloned()
        .unwrap_or(Value::Null)
}

fn key_number(answer: &Value, key: &str) -> Value {
    answer
        .pointer("/data/attributes/key_numbers")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .find(|number| number["key"] == key)
        .map_or(Value::Null, |number| number["text"].clone())
}

pub fn ask(client: &Client, path: &str) -> Value {
    client.get(&format!("{PATH}/{path}")).expect(200).json()
}

/// Two vacancies: of the own organisation and of the foreign one.
pub fn vacancies(server: &Server) -> (i64, i64) {
    let own = fixtures::published(&server.as_superuser(), server.people.own, "Taalmaatje");
    let foreign = fixtures::published(
        &server.as_center(),
        server.people.foreign,
        "Pakketten inpakken",
    );
    (own.parse().unwrap(), foreign.parse().unwrap())
}

#[test]
fn figures_are_those_of_the_rows_and_stay_when_rows_go() {
    let server = Server::start();
    let (own, foreign) = vacancies(&server);
    server.arrange(move |tx| {
        for n in 0..12 {
            apply(tx, (own, n), "2026-06-10", (n < 10).then_some(2))?;
        }
        for n in 12..20 {
            apply(tx, (foreign, n), "2026-09-01", Some(6))?;
        }
        // At half past midnight in the Netherlands the day is another than in Greenwich.
        let late = apply(tx, (own, 30), "2025-12-31", Some(1))?;
        tx.execute(
            "update applications set created_at = '2025-12-31T23:30:00Z' where id = ?1",
            [late],
        )?;
        Ok(())
    });
    count(&server);
    let centre = server.as_center();
    let answer = ask(&centre, "overview");
    let counted: i64 = server.arrange(|tx| {
        Ok(tx.query_row(
            "select count(*) from applications where datetime(created_at, '+1 hour') >= '2026-01-01'",
            [],
            |row| row.get(0),
        )?)
    });
    assert_eq!(counted, 21);
    assert_eq!(key_number(&answer, "applications"), "21");
    let months = figure(&answer, "applications_by_month");
    assert_eq!(months["rows"][5]["cells"][1]["text"], "12");
    // One person in January is not told apart, so that neither is the quarter, nor another beside it.
    assert_eq!(months["rows"][8]["cells"][1]["text"], "niet getoond");
    assert_eq!(months["rows"][0]["cells"][1]["text"], "< 5");
    assert_eq!(months["has_hidden"], true);
    assert!(
        months["charts"][0]["svg"]
            .as_str()
            .unwrap()
            .starts_with("<svg")
    );
    // Half of nineteen answers within some days.
    assert_ne!(key_number(&answer, "days_to_answer"), "geen");

    // Deleted rows stay counted, also when everything is counted anew, and are counted once.
    server.arrange(|tx| {
        tx.execute(
            "delete from applications where created_at < '2026-07-01'",
            [],
        )?;
        Ok(())
    });
    for _ in 0..2 {
        count(&server);
        let answer = ask(&centre, "overview");
        assert_eq!(key_number(&answer, "applications"), "21");
        assert_eq!(
            figure(&answer, "applications_by_month")["rows"][5]["cells"][1]["text"],
            "12"
        );
    }
}

#[test]
fn what_changes_is_counted_within_ten_minutes_and_the_same_again() {
    let server = Server::start();
    let (own, _) = vacancies(&server);
    server.arrange(move |tx| {
        for n in 0..8 {
            apply(tx, (own, n), "2026-10-10", None)?;
        }
        Ok(())
    });
    count_changes(&server);
    let centre = server.as_center();
    let text =
        |client: &Client| key_number(&ask(client, "overview?period=2026-10"), "applications");
    assert_eq!(text(&centre), "8");
    let is_due = |server: &Server| -> bool {
        server.arrange(|tx| voluntr::resources::analytics::count::is_due(tx, tx.now()))
    };
    assert!(!is_due(&server), "counted a moment ago");
    server.clock.advance(jiff::SignedDuration::from_mins(11));
    assert!(is_due(&server));
    server.arrange(move |tx| {
        let id = apply(tx, (own, 9), "2026-10-11", None)?;
        tx.execute(
            "update applications set updated_at = ?1 where id = ?2",
            (tx.now(), id),
        )?;
        Ok(())
    });
    count_changes(&server);
    count_changes(&server);
    assert_eq!(text(&centre), "9");
}

#[test]
fn each_sees_their_own_part_and_nobody_else_any() {
    let server = Server::start();
    let (own, foreign) = vacancies(&server);
    server.arrange(move |tx| {
        for n in 0..7 {
            apply(tx, (own, n), "2026-05-10", Some(1))?;
        }
        for n in 7..40 {
            apply(tx, (foreign, n), "2026-05-10", Some(1))?;
        }
        Ok(())
    });
    count(&server);
    server
        .as_nobody()
        .get(&format!("{PATH}/overview"))
        .expect(401);
    for client in [
        server.as_volunteer(),
        server.as_student(),
        server.as_mentor(),
        server.as_page_manager(),
    ] {
        client.get(&format!("{PATH}/overview")).expect(403);
    }
    // An organisation: of itself, whatever it asks for.
    let samira = server.as_superuser();
    for query in ["", &format!("?organization_id={}", server.people.foreign)] {
        let answer = ask(&samira, &format!("overview{query}"));
        assert_eq!(key_number(&answer, "applications"), "7");
        assert_eq!(answer.pointer("/data/attributes/is_own").unwrap(), true);
        assert_eq!(figure(&answer, "waits"), Value::Null);
    }
    samira.get(&format!("{PATH}/organizations")).expect(403);
    samira
        .get(&format!(
            "{PATH}/overview?center_id={}",
            server.people.other_center
        ))
        .expect(403);
    // Who writes the pages: the website alone.
    server
        .as_content_manager()
        .get(&format!("{PATH}/content"))
        .expect(200);
    server
        .as_content_manager()
        .get(&format!("{PATH}/overview"))
        .expect(403);
    // A centre: all of it, one organisation of it, and no other centre.
    let centre = server.as_center();
    assert_eq!(key_number(&ask(&centre, "overview"), "applications"), "40");
    let one = ask(
        &centre,
        &format!("overview?organization_id={}", server.people.own),
    );
    assert_eq!(key_number(&one, "applications"), "7");
    centre
        .get(&format!(
            "{PATH}/overview?center_id={}",
            server.people.other_center
        ))
        .expect(403);
    let admin = server.as_admin();
    let other = ask(
        &admin,
        &format!("overview?center_id={}", server.people.other_center),
    );
    assert_eq!(key_number(&other, "applications"), "0");
    for wrong in [
        "overview?period=2026-13",
        "overview?period=2026-01-01",
        "overview?period=2030",
        "overview?compare=ever",
        "overview?organization_id=1&theme_id=1",
        "overview?organization_id=x",
    ] {
        centre.get(&format!("{PATH}/{wrong}")).expect(400);
    }
    centre.get(&format!("{PATH}/nothing")).expect(404);
}

#[test]
fn a_table_is_given_as_a_file_with_the_same_cells() {
    let server = Server::start();
    let (own, foreign) = vacancies(&server);
    server.arrange(move |tx| {
        for n in 0..3 {
            apply(tx, (own, n), "2026-05-10", Some(1))?;
        }
        for n in 3..1240 {
            apply(tx, (foreign, n), "2026-05-10", Some(1))?;
        }
        Ok(())
    });
    count(&server);
    let centre = server.as_center();
    let (status, headers, bytes) = centre.download(&format!(
        "{PATH}/applications/applications_by_organization?format=csv"
    ));
    assert_eq!(status, 200);
    assert!(
        headers["content-disposition"]
            .to_str()
            .unwrap()
            .contains("applications_by_organization-2026.csv")
    );
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("< 5"), "{text}");
    // The total is told: the other organisation would give away the three.
    assert!(
        text.contains("niet getoond") && !text.contains("1237"),
        "{text}"
    );
    let (status, _, bytes) = centre.download(&format!(
        "{PATH}/applications/applications_by_month?format=xlsx"
    ));
    assert_eq!(status, 200);
    assert!(bytes.starts_with(b"PK"));
    centre
        .get(&format!("{PATH}/applications/nothing"))
        .expect(404);
    centre
        .get(&format!("{PATH}/applications/waits?format=ods"))
        .expect(400);
}

#[test]
fn everybody_reads_years_in_fives() {
    let server = Server::start();
    let (own, _) = vacancies(&server);
    server.arrange(move |tx| {
        for n in 0..13 {
            apply(tx, (own, n), "2026-05-10", (n < 3).then_some(1))?;
        }
        Ok(())
    });
    count(&server);
    let nobody = server.as_nobody();
    let answer = nobody.get(&format!("{PATH}/public")).expect(200);
    let rows = answer.at("/data/attributes/rows");
    let of = |measure: &str| {
        rows.as_array()
            .unwrap()
            .iter()
            .find(|row| row["measure"] == measure && row["year"] == "2026")
            .map(|row| row["number"].clone())
    };
    assert_eq!(of("applications"), Some(Value::from(15)));
    // Two vacancies: fewer than ten.
    assert_eq!(of("published"), Some(Value::Null));
    assert!(answer.header("cache-control").contains("public"));
    let (status, _, bytes) = nobody.download(&format!("{PATH}/public?format=csv"));
    assert_eq!(status, 200);
    let text = String::from_utf8(bytes).unwrap();
    assert!(
        text.contains("applications") && text.contains("publicdomain"),
        "{text}"
    );
}

#[test]
fn a_centre_that_is_deleted_leaves_no_figures_to_the_next() {
    let server = Server::start();
    let admin = server.as_admin();
    let center = document("volunteer_centers", json!({ "name": "Nieuw punt" }));
    let id: i64 = admin
        .post("/api/v1/volunteer_centers", &center)
        .expect(201)
        .id()
        .parse()
        .unwrap();
    server.arrange(move |tx| {
        tx.execute(
            "insert into search_counts (volunteer_center_id, day, words, has_results, count) values (?1, '2026-11-01', 'taal', 0, 9)",
            [id],
        )?;
        Ok(())
    });
    count(&server);
    let left = move |server: &Server| -> i64 {
        server.arrange(move |tx| {
            let sql = "select (select count(*) from analytics_days where volunteer_center_id = ?1)
                            + (select count(*) from analytics_cells where volunteer_center_id = ?1)";
            Ok(tx.query_row(sql, [id], |row| row.get(0))?)
        })
    };
    assert!(left(&server) > 0);
    admin
        .delete(&format!("/api/v1/volunteer_centers/{id}"))
        .expect(204);
    assert_eq!(left(&server), 0);
}
