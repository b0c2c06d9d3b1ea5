//! The numbers beside the filters of the calendar: what is found when a choice is made.

use serde_json::{Value, json};

use super::calendar::{CALENDAR, html, publish};
use crate::support::server::{Client, Server, document};

const API: &str = "/api/v1/activity_occurrences/calendar";

fn meta(client: &Client, query: &[&str]) -> Value {
    let reply = client
        .get(&format!("{API}?{}", query.join("&")))
        .expect(200);
    reply.at("/meta")
}

fn total(client: &Client, query: &[&str]) -> i64 {
    meta(client, query)["total"].as_i64().unwrap()
}

/// Activities that differ in every filter, one with a cancelled date, and some that visitors do not see.
fn publish_some(center: &Client) {
    for (title, more) in [
        (
            "Koffie",
            json!({ "target_groups": ["carers"], "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=3" }),
        ),
        (
            "Soep",
            json!({ "activity_categories": ["eat", "meet"], "is_free": false, "cost": "3 euro",
            "registration": "occurrence", "capacity": 0 }),
        ),
        (
            "Taal",
            json!({ "activity_categories": ["learn"], "target_groups": ["newcomers", "carers"],
            "registration": "occurrence", "capacity": 5 }),
        ),
        (
            "Lezen",
            json!({ "activity_categories": ["learn", "eat"], "is_free": false, "cost": "1 euro" }),
        ),
        (
            "Bestuur",
            json!({ "is_workshop": true, "only_for_organizations": true }),
        ),
        (
            "Later",
            json!({ "starts_at": "2027-03-02T10:00", "ends_at": "2027-03-02T11:00" }),
        ),
    ] {
        let mut attributes = more;
        attributes["title"] = title.into();
        publish(center, &attributes);
    }
    let draft = json!({ "title": "Concept", "description": "<p>Nog niet af, maar al wel bedacht.</p>",
        "activity_categories": ["learn"], "online": true, "online_url": "https://bellen.example/x",
        "starts_at": "2026-11-24T10:00", "ends_at": "2026-11-24T11:30" });
    center
        .post("/api/v1/activities", &document("activities", draft))
        .expect(201);
    let dates = center
        .get("/api/v1/activity_occurrences?filter[day_eq]=2026-12-01")
        .expect(200);
    let date = dates.ids()[0].clone();
    center
        .put(
            &format!("/api/v1/activity_occurrences/{date}/cancel"),
            &document("activity_occurrence_changes", json!({ "scope": "one" })),
        )
        .expect(200);
}

#[test]
fn a_number_is_what_is_found_when_its_choice_is_made() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    publish_some(&center);
    let filters = [
        "filter[is_free_eq]=true",
        "filter[online_eq]=true",
        "filter[has_places_eq]=true",
        "filter[category_in]=eat,learn",
        "filter[target_group_in]=carers",
    ];
    let mut asked = 0;
    for chosen in 0..1_u32 << filters.len() {
        for period in ["view=list", "view=month&at=2026-11"] {
            for more in ["", "filter[q]=o"] {
                let kept = |own: usize| -> Vec<&str> {
                    let is_kept = |at: &usize| chosen & (1 << at) != 0 && *at != own;
                    let others = (0..filters.len()).filter(is_kept).map(|at| filters[at]);
                    others.chain([period, more]).collect()
                };
                let found = meta(&nobody, &kept(filters.len()));
                let facets = &found["facets"];
                for (own, facet) in ["is_free", "online", "has_places"].into_iter().enumerate() {
                    let query = [kept(own), vec![filters[own]]].concat();
                    assert_eq!(facets[facet], total(&nobody, &query), "{facet} {query:?}");
                }
                for (own, facet, name, choices) in [
                    (
                        3,
                        "activity_categories",
                        "category_in",
                        ["meet", "eat", "learn"],
                    ),
                    (
                        4,
                        "target_groups",
                        "target_group_in",
                        ["carers", "newcomers", "young_people"],
                    ),
                ] {
                    for choice in choices {
                        let one = format!("filter[{name}]={choice}");
                        let query = [kept(own), vec![one.as_str()]].concat();
                        let count = facets[facet][choice].as_i64().unwrap_or_default();
                        assert_eq!(count, total(&nobody, &query), "{query:?}");
                        asked += count;
                    }
                }
            }
        }
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn numbers_leave_out_what_the_asker_does_not_see() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    publish_some(&center);
    let found = meta(&nobody, &["view=list"]);
    // Two dates of the coffee are left, and neither the draft, the workshop nor next year's are counted.
    assert_eq!(found["total"], 5);
    assert_eq!(
        found["facets"],
        json!({
            "is_free": 3, "online": 5, "has_places": 4,
            "activity_categories": { "eat": 2, "learn": 2, "meet": 3 },
            "target_groups": { "carers": 3, "newcomers": 1 },
        })
    );
    let of_center = meta(&center, &["view=list"]);
    assert_eq!(of_center["facets"]["activity_categories"]["learn"], 3);
    assert_eq!(of_center["total"], 7);
    // What is not chosen is a choice of the API too.
    let paid = meta(&nobody, &["filter[is_free_eq]=false"]);
    assert_eq!(
        (&paid["total"], &paid["facets"]["is_free"]),
        (&json!(2), &json!(3))
    );
    assert_eq!(paid["facets"]["online"], 2);
    let wrong = nobody.get(&format!("{API}?filter[is_free_eq]=maybe"));
    assert_eq!(wrong.status, 400, "{}", wrong.text);
}

#[test]
fn the_page_writes_the_numbers_beside_the_filters() {
    let server = Server::start();
    publish_some(&server.as_center());
    let nobody = server.as_nobody();
    for (path, free, learn) in [
        (
            CALENDAR.to_owned(),
            "Gratis</span><span>3</span>",
            "value=\"learn\"><span>Leren</span><span>2</span>",
        ),
        (
            format!("{CALENDAR}?soort=eat"),
            "Gratis</span><span>0</span>",
            "value=\"learn\"><span>Leren</span><span>2</span>",
        ),
        (
            format!("/en{CALENDAR}?gratis=1"),
            "Free</span><span>3</span>",
            "value=\"learn\"><span>Learning</span><span>1</span>",
        ),
    ] {
        let page = html(&nobody, &path);
        assert!(page.contains(free), "{path}\n{page}");
        assert!(page.contains(learn), "{path}\n{page}");
    }
}
