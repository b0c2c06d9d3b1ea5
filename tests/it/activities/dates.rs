//! The dates of an activity: from its rule, changed one by one, and with those after them.

use serde_json::{Value, json};

use super::{DATES, LIST, coffee, dates, make, take};
use crate::support::server::{Server, document};

fn starts(dates: &[(String, String)]) -> Vec<&str> {
    dates.iter().map(|(start, _)| start.as_str()).collect()
}

/// Path of the date that begins then.
fn date_at(server: &Server, path: &str, start: &str) -> String {
    let id = path.rsplit('/').next().unwrap();
    let listed = server
        .as_superuser()
        .get(&format!("{DATES}?filter[activity_id_eq]={id}"))
        .expect(200)
        .json();
    let rows = listed["data"].as_array().unwrap();
    let row = rows
        .iter()
        .find(|row| row["attributes"]["starts_local"] == start)
        .unwrap();
    format!("{DATES}/{}", row["id"].as_str().unwrap())
}

#[test]
fn the_rule_is_written_out_with_the_days_that_are_left_out() {
    let server = Server::start();
    let path = make(&server, &json!({ "excluded_days": ["2026-12-22"] }));
    let samira = server.as_superuser();
    assert_eq!(
        starts(&dates(&samira, &path)),
        ["2026-12-08T10:00", "2026-12-15T10:00", "2026-12-29T10:00"]
    );
    // 10:00 in winter is 09:00 in UTC, and stays 10:00 when the clock goes forward.
    let spring = make(
        &server,
        &json!({ "starts_at": "2027-03-23T10:00", "ends_at": "2027-03-23T12:00", "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=2" }),
    );
    let id = spring.rsplit('/').next().unwrap();
    let listed = samira
        .get(&format!("{DATES}?filter[activity_id_eq]={id}"))
        .expect(200)
        .json();
    let moments: Vec<&Value> = listed["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["attributes"]["starts_at"])
        .collect();
    assert_eq!(moments, ["2027-03-23T09:00:00Z", "2027-03-30T08:00:00Z"]);
}

#[test]
fn a_rule_that_cannot_be_is_refused_at_its_field() {
    let server = Server::start();
    let samira = server.as_superuser();
    let own = server.people.own.to_string();
    for (more, field) in [
        (
            json!({ "recurrence": "FREQ=DAILY;COUNT=201" }),
            "recurrence",
        ),
        (json!({ "recurrence": "FREQ=DAILY" }), "recurrence"),
        (json!({ "recurrence": "FREQ=HOURLY;COUNT=3" }), "recurrence"),
        (
            json!({ "recurrence": "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261001" }),
            "recurrence",
        ),
        (json!({ "ends_at": "2026-12-08T09:00" }), "ends_at"),
        (
            json!({ "ends_at": "2026-12-30T09:00", "recurrence": null }),
            "ends_at",
        ),
        (json!({ "starts_at": "dinsdag" }), "starts_at"),
        (json!({ "excluded_days": ["22-12"] }), "excluded_days/0"),
        (
            json!({ "activity_categories": ["onbekend"] }),
            "activity_categories/0",
        ),
        (json!({ "place_id": "99", "online": false }), "place_id"),
    ] {
        let mut more = more;
        more["organization_id"] = own.clone().into();
        let refused = samira.post(LIST, &coffee(&more)).expect(422);
        assert_eq!(
            refused.pointer(),
            format!("/data/attributes/{field}"),
            "{more}"
        );
    }
}

#[test]
fn one_date_moves_or_lapses_alone_and_comes_back() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = make(&server, &json!({}));
    take(&samira, &path, "publish", None).expect(200);
    let date = date_at(&server, &path, "2026-12-15T10:00");
    let change = json!({ "day": "2026-12-16", "from": "19:00", "until": "20:30", "reason": "In verband met de kerstmarkt" });
    let moved = samira.put(&format!("{date}/change"), &change).expect(200);
    let at = |name: &str| moved.at(&format!("/data/attributes/{name}"));
    assert_eq!(at("starts_at"), "2026-12-16T18:00:00Z");
    assert_eq!(at("original_start"), "2026-12-15T10:00");
    assert_eq!(at("is_changed"), true);
    // Visitors read when and why.
    let seen = server.as_nobody().get(&date).expect(200);
    assert_eq!(
        seen.at("/data/attributes/reason"),
        "In verband met de kerstmarkt"
    );
    // The rule changes, and what was moved by itself stays there.
    let later = json!({ "starts_at": "2026-12-08T11:00", "ends_at": "2026-12-08T13:00" });
    samira
        .patch(&path, &document("activities", later))
        .expect(200);
    assert_eq!(
        starts(&dates(&samira, &path)),
        [
            "2026-12-08T11:00",
            "2026-12-16T19:00",
            "2026-12-22T11:00",
            "2026-12-29T11:00"
        ]
    );
    samira
        .put(&format!("{date}/restore"), &json!({}))
        .expect(200);
    samira
        .put(
            &format!("{}/cancel", date_at(&server, &path, "2026-12-22T11:00")),
            &json!({ "reason": "Kerst" }),
        )
        .expect(200);
    let all = dates(&server.as_nobody(), &path);
    assert_eq!(
        starts(&all),
        [
            "2026-12-08T11:00",
            "2026-12-15T11:00",
            "2026-12-22T11:00",
            "2026-12-29T11:00"
        ]
    );
    assert_eq!(all[2].1, "cancelled");
    // Nobody else changes one.
    for (client, status) in [(server.as_nobody(), 401), (server.as_volunteer(), 403)] {
        client
            .put(&format!("{date}/change"), &change)
            .expect(status);
    }
    let refused = samira
        .put(
            &format!("{date}/change"),
            &json!({ "from": "12:00", "until": "11:00" }),
        )
        .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/until");
}

#[test]
fn a_change_can_be_for_a_date_and_all_after_it() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = make(&server, &json!({}));
    let date = date_at(&server, &path, "2026-12-22T10:00");
    let change = json!({ "scope": "later", "from": "14:00", "until": "15:00" });
    samira.put(&format!("{date}/change"), &change).expect(200);
    assert_eq!(
        starts(&dates(&samira, &path)),
        [
            "2026-12-08T10:00",
            "2026-12-15T10:00",
            "2026-12-22T14:00",
            "2026-12-29T14:00"
        ]
    );
}

#[test]
fn the_dates_of_a_rule_can_be_asked_for_before_it_is_saved() {
    let server = Server::start();
    let asked = json!({
        "starts_at": "2026-12-08T13:30", "ends_at": "2026-12-08T15:00",
        "recurrence": "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222", "excluded_days": ["2026-12-15"],
    });
    let preview = server
        .as_superuser()
        .put(&format!("{LIST}/preview_dates"), &asked)
        .expect(200);
    assert_eq!(preview.at("/meta/dates/1/starts"), "2026-12-22T13:30");
    let words = preview.at("/meta/words_nl");
    assert!(
        words
            .as_str()
            .unwrap()
            .starts_with("elke dinsdag van 13.30 tot 15.00 uur"),
        "{words}"
    );
    server
        .as_volunteer()
        .put(&format!("{LIST}/preview_dates"), &asked)
        .expect(403);
    // Hours that no clock shows are said.
    let night = json!({
        "starts_at": "2027-03-21T02:30", "ends_at": "2027-03-21T03:30", "recurrence": "FREQ=WEEKLY;BYDAY=SU;COUNT=3",
    });
    let preview = server
        .as_superuser()
        .put(&format!("{LIST}/preview_dates"), &night)
        .expect(200);
    assert_eq!(preview.at("/meta/skipped_days"), json!(["2027-03-28"]));
}

#[test]
fn the_calendar_is_filtered_by_day_kind_and_place() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = make(&server, &json!({}));
    take(&samira, &path, "publish", None).expect(200);
    let nobody = server.as_nobody();
    let count = |query: &str| {
        nobody
            .get(&format!("{DATES}?{query}"))
            .expect(200)
            .at("/meta/total")
    };
    assert_eq!(count("filter[from]=2026-12-15&filter[to]=2026-12-22"), 2);
    assert_eq!(count("filter[category_in]=meet,eat"), 4);
    assert_eq!(count("filter[category_in]=eat"), 0);
    assert_eq!(
        count("filter[target_group_in]=everyone&filter[online_eq]=true&filter[is_free_eq]=true"),
        4
    );
    assert_eq!(count("filter[has_places_eq]=true"), 4);
    assert_eq!(count("filter[q]=koffie"), 4);
    assert_eq!(count("filter[q]=thee"), 0);
    nobody
        .get(&format!("{DATES}?filter[from]=morgen"))
        .expect(400);
    assert_eq!(
        nobody
            .get(&format!("{LIST}?filter[from]=2026-12-30"))
            .expect(200)
            .at("/meta/total"),
        0
    );
}
