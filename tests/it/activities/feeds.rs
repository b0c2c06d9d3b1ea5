//! Activities as calendar files.

use serde_json::json;

use super::{DATES, make, take};
use crate::support::server::{Server, document};

fn lines(server: &Server, path: &str) -> Vec<String> {
    let reply = server.as_nobody().get(path).expect(200);
    assert_eq!(reply.header("content-type"), "text/calendar; charset=utf-8");
    let text = reply.text.replace("\r\n ", "");
    assert!(text.ends_with("END:VCALENDAR\r\n"), "{text}");
    text.split("\r\n").map(str::to_owned).collect()
}

fn has(lines: &[String], line: &str) -> bool {
    lines.iter().any(|one| one == line)
}

#[test]
fn a_series_is_one_event_and_what_was_moved_one_beside_it() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = make(&server, &json!({ "excluded_days": ["2026-12-22"] }));
    let id = path.rsplit('/').next().unwrap();
    let own = format!("/activities/{id}.ics");
    server.as_nobody().get(&own).expect(404);
    take(&samira, &path, "publish", None).expect(200);
    let before = lines(&server, &own);
    assert!(has(
        &before,
        "DTSTART;TZID=Europe/Amsterdam:20261208T100000"
    ));
    assert!(has(&before, "RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=TU"));
    assert!(has(&before, "EXDATE;TZID=Europe/Amsterdam:20261222T100000"));
    assert!(has(&before, "SUMMARY:Koffieochtend"));
    // Nobody reads in the feed where it is online.
    assert!(
        !before
            .iter()
            .any(|line| line.contains("voorbeeld.nl/koffie"))
    );
    let uid = before
        .iter()
        .find(|line| line.starts_with("UID:"))
        .unwrap()
        .clone();
    let listed = samira
        .get(&format!("{DATES}?filter[activity_id_eq]={id}"))
        .expect(200);
    let (moved, cancelled) = (listed.at("/data/0/id"), listed.at("/data/1/id"));
    let change = json!({ "from": "19:00", "until": "20:30" });
    let at =
        |id: &serde_json::Value, verb: &str| format!("{DATES}/{}/{verb}", id.as_str().unwrap());
    samira.put(&at(&moved, "change"), &change).expect(200);
    samira
        .put(&at(&cancelled, "cancel"), &json!({}))
        .expect(200);
    for feed in [own.as_str(), "/feeds/activities.ics"] {
        let after = lines(&server, feed);
        assert_eq!(
            after.iter().filter(|line| **line == uid).count(),
            3,
            "{feed}"
        );
        assert!(has(
            &after,
            "RECURRENCE-ID;TZID=Europe/Amsterdam:20261208T100000"
        ));
        assert!(has(&after, "DTSTART;TZID=Europe/Amsterdam:20261208T190000"));
        assert!(has(&after, "STATUS:CANCELLED"));
    }
    // Whoever has it already is told that nothing is new.
    let reply = server.as_nobody().get(&own).expect(200);
    let again = server
        .as_nobody()
        .with("if-none-match", reply.header("etag"));
    again.get(&own).expect(304);
    // A change makes the number of the version grow.
    let sequence = |lines: &[String]| -> u32 {
        let line = lines
            .iter()
            .find(|line| line.starts_with("SEQUENCE:"))
            .unwrap();
        line["SEQUENCE:".len()..].parse().unwrap()
    };
    let was = sequence(&lines(&server, &own));
    let longer = json!({ "ends_at": "2026-12-08T12:30" });
    samira
        .patch(&path, &document("activities", longer))
        .expect(200);
    assert!(sequence(&lines(&server, &own)) > was);
}

#[test]
fn a_feed_is_narrowed_by_filters_and_says_what_was_cancelled() {
    let server = Server::start();
    let samira = server.as_superuser();
    let path = make(&server, &json!({}));
    take(&samira, &path, "publish", None).expect(200);
    let count = |feed: &str| {
        let lines = lines(&server, feed);
        lines.iter().filter(|line| *line == "BEGIN:VEVENT").count()
    };
    assert_eq!(count("/feeds/activities.ics?filter[category_in]=meet"), 1);
    assert_eq!(count("/feeds/activities.ics?filter[category_in]=eat"), 0);
    server
        .as_nobody()
        .get("/feeds/activities.ics?colour=red")
        .expect(400);
    server
        .as_nobody()
        .get("/feeds/activities.ics?filter[colour]=red")
        .expect(400);
    server.as_nobody().get("/activities/999.ics").expect(404);
    take(&samira, &path, "cancel", Some("De zaal is dicht.")).expect(200);
    let after = lines(&server, "/feeds/activities.ics");
    assert!(has(&after, "STATUS:CANCELLED"));
}

#[test]
fn how_to_follow_the_calendar_is_a_page_that_keeps_the_filters() {
    let server = Server::start();
    let path = make(&server, &json!({}));
    take(&server.as_superuser(), &path, "publish", None).expect(200);
    let nobody = server.as_nobody();
    let page = nobody
        .get("/agenda/abonneren?soort=meet&gratis=1&weergave=maand")
        .expect(200)
        .text;
    let feed = "/feeds/activities.ics?filter%5Bcategory_in%5D=meet&amp;filter%5Bis_free_eq%5D=true";
    let found = page.find("webcal://").unwrap();
    let address = &page[found + "webcal://".len()..];
    assert!(
        address[address.find('/').unwrap()..].starts_with(&format!("{feed}\"")),
        "{address:.200}"
    );
    for part in [
        "Je filters gaan mee",
        "<h1>Volg deze agenda</h1>",
        "https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2F",
        "https://outlook.live.com/calendar/0/addfromweb?url=http",
        "role=\"img\"",
        "<svg ",
        "noindex",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let fragment = nobody.get("/agenda/abonneren/_fragment.json").expect(200);
    assert!(fragment.text.contains("webcal://"));
    // The address gives what the page says.
    let file = nobody.get(&feed.replace("&amp;", "&")).expect(200).text;
    assert!(file.contains("SUMMARY:Koffieochtend"));
    let all = nobody.get("/en/agenda/abonneren").expect(200).text;
    assert!(all.contains("<h1>Follow this calendar</h1>") && !all.contains("Your filters"));
    let calendar = server
        .as_nobody()
        .get("/activiteitenkalender?soort=meet")
        .expect(200)
        .text;
    assert!(
        calendar.contains("href=\"/agenda/abonneren?soort=meet\""),
        "{calendar}"
    );
}

#[test]
fn the_dates_to_come_stand_in_a_frame_of_another_site() {
    let server = Server::start();
    let path = make(
        &server,
        &json!({ "title": "Koffieochtend", "recurrence": null }),
    );
    take(&server.as_superuser(), &path, "publish", None).expect(200);
    let other =
        json!({ "title": "Leeskring", "recurrence": null, "activity_categories": ["learn"] });
    let path = make(&server, &other);
    take(&server.as_superuser(), &path, "publish", None).expect(200);
    let nobody = server.as_nobody();
    let page = nobody
        .get("/embed/activities?soort=meet&lang=en")
        .expect(200);
    assert!(page.text.contains("Koffieochtend") && !page.text.contains("Leeskring"));
    assert!(
        page.text.contains("<html lang=\"en\"") && page.text.contains("/en/activiteitenkalender/")
    );
    assert!(
        page.header("content-security-policy")
            .contains("frame-ancestors *")
    );
    assert_eq!(page.header("set-cookie"), "");
    let none = nobody
        .get("/embed/activities?organisatie=999999")
        .expect(200);
    assert!(none.text.contains("Er staat nu niets in de agenda"));
    assert!(
        nobody
            .get("/embed.js")
            .expect(200)
            .text
            .contains("data-voluntr-activities")
    );
}
