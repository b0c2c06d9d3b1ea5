//! What stands beside the calendar: the way to an activity of one's own, following it, the block on other pages; and what
//! the page of an activity says of withdrawing.

use serde_json::{Value, json};

use super::calendar::{CALENDAR, html, publish};
use crate::support::server::{Client, Server, document};

#[test]
fn the_calendar_leads_to_making_an_activity() {
    let server = Server::start();
    let nobody = server.as_nobody();
    for (prefix, words) in [
        (
            "",
            [
                "Activiteit doorgeven",
                "Zelf iets organiseren?",
                "Organisatie registreren",
            ],
        ),
        (
            "/en",
            [
                "Add an activity",
                "Organising something yourself?",
                "Register your organisation",
            ],
        ),
    ] {
        let page = html(&nobody, &format!("{prefix}{CALENDAR}"));
        let sign_in = format!(
            "href=\"{prefix}/auth/login-1?next=%2Factiviteitenkalender%2Foverzicht%2Fnieuw\""
        );
        let sign_up = format!("href=\"{prefix}/organizations/signup\"");
        for piece in words.iter().copied().chain([sign_in.as_str(), &sign_up]) {
            assert!(page.contains(piece), "{piece}\n{page}");
        }
    }
    // The address to copy, with the filters that a calendar is followed by.
    let page = html(&nobody, &format!("{CALENDAR}?gratis=1&plek=1"));
    let (_, copy) = page.split_once("data-address=\"").unwrap();
    let address = copy.split('"').next().unwrap();
    assert!(address.starts_with("http"), "{address}");
    assert!(
        address.ends_with("/feeds/activities.ics?filter%5Bis_free_eq%5D=true"),
        "{address}"
    );
}

#[test]
fn who_follows_under_places_left_is_told_that_full_dates_stay() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    publish(
        &center,
        &json!({ "title": "Vol huis", "registration": "occurrence", "capacity": 0 }),
    );
    let (told, narrowed) = (
        "je volgt ook wat vol is",
        "Je filters gaan mee: je volgt alleen",
    );
    for (query, is_told, is_narrowed) in [
        ("", false, false),
        ("?plek=1", true, false),
        ("?gratis=1", false, true),
        ("?gratis=1&plek=1", true, true),
    ] {
        let page = html(&nobody, &format!("/agenda/abonneren{query}"));
        assert_eq!(page.contains(told), is_told, "{query}");
        assert_eq!(page.contains(narrowed), is_narrowed, "{query}");
        let calendar = html(&nobody, &format!("{CALENDAR}{query}"));
        assert_eq!(calendar.contains(told), is_told, "{query}");
    }
    let english = html(&nobody, "/en/agenda/abonneren?plek=1");
    assert!(english.contains("you follow what is full too"), "{english}");
    // The address on that page has what is full.
    let page = html(&nobody, "/agenda/abonneren?plek=1");
    let (_, rest) = page.split_once("id=\"address\"").unwrap();
    let (_, rest) = rest.split_once("value=\"").unwrap();
    let address = rest.split('"').next().unwrap();
    let (_, path) = address.split_once("/feeds/").unwrap();
    let feed = nobody.get(&format!("/feeds/{path}")).expect(200);
    assert!(feed.text.contains("SUMMARY:Vol huis"), "{}", feed.text);
}

fn blocks_of(center: &Client, slug: &str, about: &Value) -> Value {
    let fields = json!({ "title": "Binnenkort", "slug": slug });
    let id = center
        .post("/api/v1/pages", &document("pages", fields))
        .expect(201)
        .id();
    let block = json!({ "block_type": "ActivityCalendar", "content": { "title": "Binnenkort", "which": "free", "about": about } });
    let path = format!("/api/v1/pages/{id}/content_blocks");
    let saved = center.put(&path, &json!({ "blocks": [block] }));
    if saved.status == 200 {
        center
            .decide(&format!("/api/v1/pages/{id}/publish"), &json!({}))
            .expect(200);
    }
    json!({ "status": saved.status, "text": saved.text })
}

#[test]
fn the_block_of_the_calendar_has_a_kind_and_who_it_is_for() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    publish(
        &center,
        &json!({ "title": "Koffie", "target_groups": ["carers"] }),
    );
    publish(
        &center,
        &json!({ "title": "Soep", "activity_categories": ["eat"], "target_groups": ["carers"] }),
    );
    publish(
        &center,
        &json!({ "title": "Taart", "activity_categories": ["eat"] }),
    );
    let about = json!({ "activity_categories": ["eat"], "target_groups": ["carers"] });
    assert_eq!(blocks_of(&center, "binnenkort", &about)["status"], 200);
    let page = html(&nobody, "/binnenkort");
    for (title, is_shown) in [("Koffie", false), ("Soep", true), ("Taart", false)] {
        assert_eq!(
            page.contains(&format!(">{title}</a>")),
            is_shown,
            "{title}\n{page}"
        );
    }
    let whole = "href=\"/activiteitenkalender?gratis=1&amp;soort=eat&amp;voor=carers\"";
    assert!(page.contains(whole), "{page}");
    // It takes no lists of vacancies, and no words that could change the address.
    for (slug, wrong) in [
        ("eerste", json!({ "tags": ["once"] })),
        (
            "tweede",
            json!({ "activity_categories": ["eat&filter[status_eq]=cancelled"] }),
        ),
        ("derde", json!({ "activity_categories": "eat" })),
    ] {
        assert_eq!(blocks_of(&center, slug, &wrong)["status"], 422, "{wrong}");
    }
}

#[test]
fn the_page_of_an_activity_has_its_tags_and_until_when_one_can_withdraw() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    for (minutes, nl, en) in [
        (
            0,
            "Meld je dan af voordat het begint.",
            "Please withdraw before it starts.",
        ),
        (
            45,
            "Meld je dan uiterlijk 45 minuten van tevoren af.",
            "Please withdraw at least 45 minutes before it starts.",
        ),
        (
            180,
            "Meld je dan uiterlijk 3 uur van tevoren af.",
            "Please withdraw at least 3 hours before it starts.",
        ),
        (
            1440,
            "Meld je dan uiterlijk 1 dag van tevoren af.",
            "Please withdraw at least 1 day before it starts.",
        ),
        (
            10080,
            "Meld je dan uiterlijk een week van tevoren af.",
            "Please withdraw at least a week before it starts.",
        ),
    ] {
        let id = publish(
            &center,
            &json!({ "registration": "occurrence", "withdraw_minutes": minutes, "tags": ["weekend"] }),
        );
        let path = format!("{CALENDAR}/{}-koffieochtend", id.split('-').next().unwrap());
        let page = html(&nobody, &path);
        assert!(page.contains(nl), "{minutes}\n{page}");
        assert!(
            page.contains("<span class=\"tag\">In het weekend</span>"),
            "{page}"
        );
        // Who reads English once is led to it again.
        let english = html(&server.as_nobody(), &format!("/en{path}"));
        assert!(english.contains(en), "{minutes}\n{english}");
    }
    // Who walks in has nothing to withdraw from.
    let id = publish(&center, &json!({ "registration": "none" }));
    let page = html(
        &nobody,
        &format!("{CALENDAR}/{}-koffieochtend", id.split('-').next().unwrap()),
    );
    assert!(!page.contains("Meld je dan"), "{page}");
}

#[test]
fn more_than_four_at_once_are_three_and_a_link_to_the_day() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    let week = format!("{CALENDAR}?weergave=week&week=2026-W48");
    for number in 1..=4 {
        publish(&center, &json!({ "title": format!("Nummer {number}") }));
    }
    let page = html(&nobody, &week);
    assert!(
        page.contains("has-lanes-4") && page.contains("lane-3 lanes-4"),
        "{page}"
    );
    assert!(!page.contains("is-more"));
    publish(&center, &json!({ "title": "Nummer 5" }));
    publish(&center, &json!({ "title": "Nummer 6" }));
    let page = html(&nobody, &week);
    assert_eq!(page.matches(" is-over\"").count(), 3, "{page}");
    let link = "is-more\"><a class=\"week-event is-link\" href=\"/activiteitenkalender?van=2026-11-24&amp;tot=2026-11-24\"><b>+3</b>";
    assert!(page.contains(link), "{page}");
}
