//! Being found: by an explicit consent, until a day, with a question by mail, and never under sixteen.

use serde_json::json;

use super::{POOL, follow, joke_is_found};
use crate::matching::answers::{CURRENT, answer};
use crate::support::outbox::{last, sent};
use crate::support::server::Server;

const DAY: i64 = 24;

#[test]
fn an_empty_profile_is_not_shown_and_a_day_bounds_it() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let path = format!("{CURRENT}/visibility");
    let refused = joke.put(&path, &json!({ "visible": true })).expect(422);
    assert_eq!(refused.at("/errors/0/meta/rule"), json!("profile_empty"));
    answer(&joke, json!({ "headline": "Kook graag" })).expect(200);
    for until in ["2020-01-01", "2030-01-01", "morgen"] {
        let refused = joke
            .put(&path, &json!({ "visible": true, "until": until }))
            .expect(422);
        assert_eq!(refused.pointer(), "/data/attributes/until", "{until}");
    }
    let today = server.clock.text();
    let until = voluntr::base::clock::later(&today, jiff::SignedDuration::from_hours(DAY * 30));
    let shown = joke
        .put(&path, &json!({ "visible": true, "until": &until[..10] }))
        .expect(200);
    assert_eq!(shown.at("/data/attributes/visibility"), json!("visible"));
    assert!(
        shown
            .at("/data/attributes/visible_until")
            .as_str()
            .unwrap()
            .starts_with(&until[..10])
    );
    assert_eq!(shown.at("/data/attributes/consented_at"), json!(today));
}

#[test]
fn a_pause_hides_and_leaves_the_consent() {
    let server = Server::start();
    let joke = joke_is_found(&server);
    let path = format!("{CURRENT}/visibility");
    let paused = joke
        .put(&path, &json!({ "visible": false, "paused": true }))
        .expect(200);
    assert_eq!(paused.at("/data/attributes/visibility"), json!("paused"));
    assert_ne!(paused.at("/data/attributes/consented_at"), json!(null));
    assert_eq!(
        server
            .as_superuser()
            .get(POOL)
            .expect(200)
            .at("/meta/total"),
        json!(0)
    );
    joke.put(&path, &json!({ "visible": true })).expect(200);
    assert_eq!(
        server
            .as_superuser()
            .get(POOL)
            .expect(200)
            .at("/meta/total"),
        json!(1)
    );
    let hidden = joke.put(&path, &json!({ "visible": false })).expect(200);
    assert_eq!(hidden.at("/data/attributes/consented_at"), json!(null));
    // Who is hidden has nothing to pause.
    let still = joke
        .put(&path, &json!({ "visible": false, "paused": true }))
        .expect(200);
    assert_eq!(still.at("/data/attributes/visibility"), json!("hidden"));
}

#[test]
fn nobody_under_sixteen_is_shown() {
    let server = Server::start();
    let joke = server.as_volunteer();
    answer(&joke, json!({ "headline": "Kook graag" })).expect(200);
    let volunteer = server.people.volunteer;
    server.arrange(move |tx| {
        Ok(tx.execute(
            "update users set birth_date = '2012-01-01' where id = ?1",
            [volunteer],
        )?)
    });
    let refused = joke
        .put(
            &format!("{CURRENT}/visibility"),
            &json!({ "visible": true }),
        )
        .expect(403);
    assert!(
        ["under_age", "consent_missing"].contains(&refused.code().as_str()),
        "{}",
        refused.text
    );
    assert_eq!(
        server
            .as_superuser()
            .get(POOL)
            .expect(200)
            .at("/meta/total"),
        json!(0)
    );
}

#[test]
fn ways_to_be_reached_are_refused_in_what_everybody_reads() {
    let server = Server::start();
    let joke = server.as_volunteer();
    let refused = answer(
        &joke,
        json!({ "about": "Bel me op 06 12 34 56 90, of kijk op hanneke.nl" }),
    )
    .expect(422);
    assert_eq!(refused.pointer(), "/data/attributes/about");
    assert_eq!(refused.at("/errors/0/meta/rule"), json!("contact_details"));
    assert!(
        refused
            .at("/errors/0/detail")
            .as_str()
            .unwrap()
            .contains("06 12 34 56 90, hanneke.nl")
    );
    assert_eq!(
        refused.at("/errors/0/meta/passages"),
        json!(["06 12 34 56 90", "hanneke.nl"])
    );
    answer(&joke, json!({ "headline": "Te vinden op Instagram" })).expect(422);
    let long = "a".repeat(81);
    answer(&joke, json!({ "headline": long })).expect(422);
    // A level of a language that somebody does not speak is nobody's.
    let levels = answer(
        &joke,
        json!({ "languages": ["nl"], "language_levels": { "nl": "fluent", "ar": "basic" } }),
    )
    .expect(200);
    assert_eq!(
        levels.at("/data/attributes/language_levels"),
        json!({ "nl": "fluent" })
    );
}

#[test]
fn somebody_is_asked_once_and_a_click_keeps_them_while_opening_the_link_does_nothing() {
    let server = Server::start();
    joke_is_found(&server);
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(DAY * 116));
    assert_eq!(follow(&server), 1);
    assert_eq!(follow(&server), 0, "asked once");
    let data = last(&server, "profile_visible_check_4m", "joke@example.nl");
    let link = data["renew_path"].as_str().unwrap().to_owned();
    let until = || {
        let joke = server.as_volunteer();
        joke.get(CURRENT)
            .expect(200)
            .at("/data/attributes/visible_until")
    };
    let before = until();
    let nobody = server.as_nobody();
    for _ in 0..3 {
        let page = nobody.get(&format!("/nl{link}")).expect(200);
        assert!(
            page.text.contains("Ja, laat mij zichtbaar"),
            "{}",
            page.text
        );
        assert!(!page.text.contains("Vermeer"));
    }
    assert_eq!(until(), before);
    // The app keeps no copy of the link.
    assert!(
        !server
            .as_volunteer()
            .get("/api/v1/notifications")
            .expect(200)
            .text
            .contains("profile-visible")
    );
    let done = nobody.send("POST", &format!("/nl{link}"), None).expect(200);
    assert!(done.text.contains("Je blijft zichtbaar"));
    assert!(until().as_str() > before.as_str());
    let again = nobody.send("POST", &format!("/nl{link}"), None).expect(200);
    assert!(again.text.contains("Je blijft zichtbaar"));
    nobody.get("/profile-visible/1.geraden").expect(410);
    assert_eq!(
        sent(&server)
            .iter()
            .filter(|(kind, _)| kind == "profile_visible_check_4m")
            .count(),
        1
    );
}

#[test]
fn a_link_does_not_undo_that_somebody_took_the_consent_back() {
    let server = Server::start();
    joke_is_found(&server);
    server
        .clock
        .advance(jiff::SignedDuration::from_hours(DAY * 116));
    follow(&server);
    let data = last(&server, "profile_visible_check_4m", "joke@example.nl");
    let link = data["renew_path"].as_str().unwrap().to_owned();
    let joke = server.as_volunteer();
    joke.put(
        &format!("{CURRENT}/visibility"),
        &json!({ "visible": false }),
    )
    .expect(200);
    server.as_nobody().send("POST", &link, None).expect(410);
    assert_eq!(
        joke.get(CURRENT)
            .expect(200)
            .at("/data/attributes/visibility"),
        json!("hidden")
    );
}
