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
