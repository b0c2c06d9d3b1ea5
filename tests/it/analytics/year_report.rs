//! The yearly report: who reads and writes it, what stands in it, and what it is on paper.

use serde_json::{Value, json};

use super::{PATH, apply, count, figure, vacancies};
use crate::support::server::{Client, Server, document};

const TEXTS: &str = "/api/v1/year_reports";

/// Twelve people who started in 2025 after two days, and seven who applied in 2026.
fn two_years() -> Server {
    let server = Server::start();
    let (own, _) = vacancies(&server);
    server.arrange(move |tx| {
        for n in 0..12 {
            let id = apply(tx, (own, n), "2025-06-10", Some(2))?;
            tx.execute(
                "update applications set stage = 'started' where id = ?1",
                [id],
            )?;
        }
        for n in 12..19 {
            apply(tx, (own, n), "2026-05-10", None)?;
        }
        Ok(())
    });
    count(&server);
    server
}

fn report(client: &Client, query: &str) -> Value {
    client
        .get(&format!("{PATH}/year_report{query}"))
        .expect(200)
        .json()
}

fn of(report: &Value, name: &str) -> Value {
    report["data"]["attributes"][name].clone()
}

fn texts(year: i64) -> Value {
    document(
        "year_reports",
        json!({
            "year": year,
            "recipient_nl": "de gemeente Lindewaard",
            "intro_en": "A good year.",
            "setbacks_nl": "Niet iedereen kreeg antwoord.",
            "goals": [
                { "measure": "started", "target": 13 },
                { "measure": "days_to_answer", "target": 4 },
                { "measure": "under_27", "target": 5 },
            ],
            "stories": [{ "quote_nl": "Ik leer koken.", "quote_en": null, "by_nl": "Joke", "by_en": null }],
        }),
    )
}

#[test]
fn a_year_that_is_over_stands_beside_the_year_before() {
    let server = two_years();
    let centre = server.as_center();
    let last = report(&centre, "");
    assert_eq!(of(&last, "year"), 2025);
    assert_eq!(of(&last, "years"), json!([2026, 2025]));
    assert_eq!(of(&last, "is_running"), false);
    assert_eq!(
        of(&last, "title"),
        "12 mensen vonden een plek om te helpen."
    );
    assert_eq!(of(&last, "report_id"), Value::Null);
    assert_eq!(of(&last, "is_editable"), true);
    assert_eq!(of(&last, "goals"), json!([]));
    let numbers = of(&last, "key_numbers");
    assert_eq!(numbers[0]["text"], "12");
    assert_eq!(numbers[0]["before"], "2024: 0");
    assert_eq!(
        figure(&last, "started_ages")["rows"][0]["cells"][1]["text"],
        "12"
    );
    for key in ["applications_by_month", "started_themes", "funnel", "homes"] {
        assert_ne!(figure(&last, key), Value::Null, "{key}");
    }
    let running = report(&centre, "?year=2026");
    assert_eq!(of(&running, "is_running"), true);
    assert_eq!(of(&running, "title"), "Vrijwilligerswerk in 2026");
    assert!(
        of(&running, "method")[0]
            .as_str()
            .unwrap()
            .contains("tot en met 21 november 2026")
    );
    centre
        .get(&format!("{PATH}/year_report?year=1999"))
        .expect(404);
    centre
        .get(&format!("{PATH}/year_report?year=99999"))
        .expect(400);
}

#[test]
fn what_a_centre_writes_stands_in_both_languages_and_is_kept_by_year() {
    let server = two_years();
    let centre = server.as_center();
    let made = centre.post(TEXTS, &texts(2025)).expect(201);
    assert_eq!(
        centre.post(TEXTS, &texts(2025)).expect(422).pointer(),
        "/data/attributes/year"
    );
    let dutch = report(&centre, "?year=2025");
    assert_eq!(of(&dutch, "report_id"), made.id().as_str());
    assert_eq!(of(&dutch, "recipient"), "de gemeente Lindewaard");
    // One language is better than none.
    assert_eq!(of(&dutch, "intro"), "A good year.");
    assert_eq!(
        of(&dutch, "stories"),
        json!([{ "quote": "Ik leer koken.", "by": "Joke" }])
    );
    let goals = of(&dutch, "goals");
    let states: Vec<&Value> = (0..3).map(|index| &goals[index]["state"]).collect();
    assert_eq!(states, ["almost", "reached", "missed"]);
    assert_eq!(goals[1]["target"], "4 dagen");
    // Of another year there are none yet.
    assert_eq!(of(&report(&centre, "?year=2026"), "goals"), json!([]));
    let english = server.as_center().with("accept-language", "en");
    assert_eq!(
        of(&report(&english, "?year=2025"), "setbacks"),
        "Niet iedereen kreeg antwoord."
    );
}

#[test]
fn texts_that_cannot_be_are_refused_at_their_field() {
    let server = two_years();
    let centre = server.as_center();
    let refused = |attributes: Value| {
        centre
            .post(TEXTS, &document("year_reports", attributes))
            .expect(422)
            .pointer()
    };
    let twice = json!([{ "measure": "hours", "target": 10 }, { "measure": "hours", "target": 20 }]);
    assert_eq!(
        refused(json!({ "year": 2025, "goals": twice })),
        "/data/attributes/goals/1/measure"
    );
    let nobody_says =
        json!([{ "quote_nl": " ", "quote_en": null, "by_nl": "Joke", "by_en": null }]);
    assert_eq!(
        refused(json!({ "year": 2025, "stories": nobody_says })),
        "/data/attributes/stories/0/quote_nl"
    );
    assert_eq!(refused(json!({ "year": 1812 })), "/data/attributes/year");
    let id = centre.post(TEXTS, &texts(2025)).expect(201).id();
    let moved = document("year_reports", json!({ "year": 2026 }));
    assert_eq!(
        centre
            .patch(&format!("{TEXTS}/{id}"), &moved)
            .expect(422)
            .pointer(),
        "/data/attributes/year"
    );
}

#[test]
fn only_who_sees_the_figures_of_a_centre_reads_or_writes_its_report() {
    let server = two_years();
    let id = server
        .as_center()
        .post(TEXTS, &texts(2025))
        .expect(201)
        .id();
    server
        .as_nobody()
        .get(&format!("{PATH}/year_report"))
        .expect(401);
    for client in [
        server.as_volunteer(),
        server.as_student(),
        server.as_mentor(),
        server.as_superuser(),
        server.as_page_manager(),
        server.as_content_manager(),
    ] {
        client.get(&format!("{PATH}/year_report")).expect(403);
        assert_eq!(client.download(&format!("{PATH}/year_report/pdf")).0, 403);
        assert!(matches!(
            client.get(&format!("{TEXTS}/{id}")).status,
            403 | 404
        ));
        client.post(TEXTS, &texts(2026)).expect(403);
    }
    // Another centre is for an admin alone, and without its name nobody learns of it.
    let other = format!(
        "{PATH}/year_report?center_id={}",
        server.people.other_center
    );
    server.as_center().get(&other).expect(403);
    let seen = report(
        &server.as_admin(),
        &format!("?center_id={}", server.people.other_center),
    );
    assert_eq!(of(&seen, "is_editable"), false);
    assert_eq!(of(&seen, "report_id"), Value::Null);
}

#[test]
fn the_paper_is_a_pdf_of_the_year_in_the_reader_s_language() {
    let server = two_years();
    let centre = server.as_center();
    centre.post(TEXTS, &texts(2025)).expect(201);
    let (status, headers, bytes) = centre.download(&format!("{PATH}/year_report/pdf?year=2025"));
    assert_eq!(status, 200);
    assert_eq!(headers["content-type"], "application/pdf");
    assert_eq!(
        headers["content-disposition"],
        "attachment; filename=\"jaarverslag-2025.pdf\""
    );
    assert!(
        bytes.starts_with(b"%PDF-1.") && bytes.len() < 400_000,
        "{}",
        bytes.len()
    );
    let english = server.as_center().with("accept-language", "en");
    let (_, headers, _) = english.download(&format!("{PATH}/year_report/pdf?year=2026"));
    assert_eq!(
        headers["content-disposition"],
        "attachment; filename=\"yearly-report-2026.pdf\""
    );
}
