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
