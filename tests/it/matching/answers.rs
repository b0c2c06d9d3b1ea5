//! The answers: one's own, all optional, from fixed lists.

use serde_json::{Value, json};

use crate::support::server::{Client, Reply, Server, document};

pub const CURRENT: &str = "/api/v1/volunteer_profiles/current";

pub fn answer(client: &Client, attributes: Value) -> Reply {
    client.patch(CURRENT, &document("volunteer_profiles", attributes))
}

#[test]
fn everybody_has_a_profile_that_is_empty_at_first_and_answers_are_kept_one_by_one() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let empty = joke.get(CURRENT).expect(200);
    assert_eq!(empty.at("/data/attributes/skills"), json!([]));
    assert_eq!(empty.at("/data/attributes/visibility"), json!("hidden"));
    answer(&joke, json!({ "skills": ["gardening", "cooking"] })).expect(200);
    answer(
        &joke,
        json!({ "postal_code_4": "5310", "transport": "bike" }),
    )
    .expect(200);
    let kept = answer(&joke, json!({ "availability": ["tue_evening"] })).expect(200);
    assert_eq!(
        kept.at("/data/attributes/skills"),
        json!(["gardening", "cooking"])
    );
    assert_eq!(kept.at("/data/attributes/postal_code_4"), json!("5310"));
    let cleared = answer(&joke, json!({ "skills": [], "postal_code_4": null })).expect(200);
    assert_eq!(cleared.at("/data/attributes/skills"), json!([]));
    assert_eq!(cleared.at("/data/attributes/postal_code_4"), json!(null));
    for other in [server.as_superuser(), server.as_center(), server.as_admin()] {
        assert_eq!(
            other
                .get(CURRENT)
                .expect(200)
                .at("/data/attributes/availability"),
            json!([])
        );
    }
    server.as_nobody().get(CURRENT).expect(401);
    answer(&server.as_nobody(), json!({ "skills": [] })).expect(401);
}

#[test]
fn an_answer_outside_the_lists_is_named() {
    let server = Server::start();
    let joke = server.as_volunteer();
    for (field, value, pointer) in [
        ("skills", json!(["gardening", "flying"]), "skills/1"),
        ("skills", json!(["gardening", "gardening"]), "skills/1"),
        ("gains", json!(["money"]), "gains/0"),
        ("availability", json!(["mon_night"]), "availability/0"),
        ("theme_ids", json!(["99999"]), "theme_ids/0"),
        ("languages", json!(["klingon"]), "languages/0"),
        ("postal_code_4", json!("0001"), "postal_code_4"),
        ("postal_code_4", json!("53"), "postal_code_4"),
        ("hours_per_week", json!(30), "hours_per_week"),
        ("max_distance_km", json!(1), "max_distance_km"),
        ("transport", json!("rocket"), "transport"),
    ] {
        let refused = answer(&joke, json!({ field: value })).expect(422);
        assert_eq!(refused.pointer(), format!("/data/attributes/{pointer}"));
    }
    // Who sees it is not an answer.
    let before = joke.get(CURRENT).expect(200);
    answer(&joke, json!({ "visibility": "visible" }));
    assert_eq!(
        joke.get(CURRENT)
            .expect(200)
            .at("/data/attributes/visibility"),
        before.at("/data/attributes/visibility")
    );
}

#[test]
fn recommendations_are_counted_by_day_and_centre_and_of_nobody() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let count = |event: &str, count: i64| {
        joke.put(
            "/api/v1/match_counts",
            &json!({ "event": event, "count": count }),
        )
    };
    count("shown", 3).expect(204);
    count("shown", 2).expect(204);
    count("opened", 1).expect(204);
    count("applied", 1).expect(204);
    count("shown", 51).expect(422);
    count("seen", 1).expect(422);
    let body = json!({ "event": "shown", "count": 1 });
    server
        .as_nobody()
        .put("/api/v1/match_counts", &body)
        .expect(401);
    let kept: (String, i64, i64, i64) = server.arrange(|tx| {
        let sql = "select day, shown, opened, applied from match_counts";
        Ok(tx.query_row(sql, [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })?)
    });
    assert_eq!(kept, ("2026-11-21".to_owned(), 5, 1, 1));
}
