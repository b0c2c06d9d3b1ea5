//! The calendar as visitors see it: a list, a month and a week, and the page of one activity.

use serde_json::{Value, json};

use crate::support::server::{Client, Server, document};

pub const CALENDAR: &str = "/activiteitenkalender";

/// Makes an activity and publishes it. Returns its id.
pub fn publish(center: &Client, more: &Value) -> String {
    let mut attributes = json!({
        "title": "Koffieochtend", "description": "<p>Schuif aan voor een praatje met de buren.</p>",
        "activity_categories": ["meet"], "online": true, "online_url": "https://bellen.example/koffie",
        "starts_at": "2026-11-24T10:00", "ends_at": "2026-11-24T11:30",
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        attributes[key] = value.clone();
    }
    let made = center
        .post("/api/v1/activities", &document("activities", attributes))
        .expect(201);
    let id = made.id();
    take(center, &id, &json!({ "event": "publish" }));
    id
}

pub fn take(center: &Client, id: &str, event: &Value) {
    let path = format!("/api/v1/activities/{id}/transition");
    let body = json!({ "data": { "attributes": event } });
    center.decide(&path, &body).expect(200);
}

pub fn html(client: &Client, path: &str) -> String {
    client.get(path).expect(200).text
}

/// The dates of an activity, by time.
fn dates(client: &Client, id: &str) -> Vec<Value> {
    let number = id.split('-').next().unwrap();
    let path = format!("/api/v1/activity_occurrences?filter[activity_id_eq]={number}");
    let listed = client.get(&path).expect(200).json();
    listed["data"].as_array().unwrap().clone()
}

#[test]
fn a_list_has_the_days_of_four_weeks_and_leads_to_more() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    assert!(html(&nobody, CALENDAR).contains("Er staat nog niets in de agenda"));
    publish(
        &center,
        &json!({ "recurrence": "FREQ=WEEKLY;BYDAY=TU;COUNT=8", "excluded_days": ["2026-12-01"] }),
    );
    let page = html(&nobody, CALENDAR);
    for day in ["2026-11-24", "2026-12-08", "2026-12-15"] {
        assert!(page.contains(&format!("id=\"dag-{day}\"")), "{day}");
    }
    for day in ["2026-12-01", "2026-12-22"] {
        assert!(!page.contains(&format!("id=\"dag-{day}\"")), "{day}");
    }
    assert!(page.contains("3 activiteiten tot en met 19 december"));
    assert!(page.contains("Dinsdag<small>24 november</small>"));
    assert!(page.contains("<link rel=\"canonical\""));
    assert!(page.contains("href=\"/activiteitenkalender?weken=6\""));
    assert!(html(&nobody, "/activiteitenkalender?weken=6").contains("id=\"dag-2026-12-22\""));
    let english = html(&nobody, "/en/activiteitenkalender");
    assert!(english.contains("Tuesday<small>24 November</small>"));
    // One day by itself.
    let day = html(
        &nobody,
        "/nl/activiteitenkalender?van=2026-12-08&tot=2026-12-08",
    );
    assert!(day.contains("1 activiteit op 8 december"), "{day}");
    // It stands in the menu and in the sitemap.
    assert!(html(&nobody, "/").contains("href=\"/activiteitenkalender\""));
    let sitemap = html(&nobody, "/sitemap.xml");
    assert!(sitemap.contains("/activiteitenkalender</loc>"));
    assert!(sitemap.contains("-koffieochtend</loc>"));
}

#[test]
fn filters_narrow_what_is_shown() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    publish(&center, &json!({}));
    let paid = json!({ "title": "Soep eten", "activity_categories": ["eat"], "target_groups": ["carers"],
        "is_free": false, "cost": "3 euro", "registration": "occurrence", "capacity": 0 });
    publish(&center, &paid);
    let (coffee, soup) = (">Koffieochtend</a>", ">Soep eten</a>");
    for (query, has_coffee, has_soup) in [
        ("", true, true),
        ("q=soep", false, true),
        ("soort=meet", true, false),
        ("soort=meet,eat", true, true),
        ("soort=meet&soort=eat", true, true),
        ("voor=carers", false, true),
        ("gratis=1", true, false),
        ("online=1", true, true),
        ("plek=1", true, false),
        ("van=2026-11-25", false, false),
        ("tot=2026-11-24", true, true),
        ("near=5310", false, false),
        ("organisatie=999", false, false),
    ] {
        let page = html(&nobody, &format!("{CALENDAR}?{query}"));
        assert_eq!(page.contains(coffee), has_coffee, "{query}");
        assert_eq!(page.contains(soup), has_soup, "{query}");
    }
    // A narrowed list is not for search engines.
    assert!(html(&nobody, "/activiteitenkalender?q=soep").contains("noindex"));
    // The filters stay where one looks on.
    let month = html(
        &nobody,
        "/activiteitenkalender?weergave=maand&maand=2026-11&gratis=1",
    );
    assert!(
        month.contains(
            "href=\"/activiteitenkalender?weergave=maand&amp;maand=2026-12&amp;gratis=1\""
        )
    );
}

#[test]
fn a_month_is_a_table_and_a_week_has_seven_days() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    for title in ["Eerste", "Tweede", "Derde", "Vierde", "Vijfde"] {
        publish(&center, &json!({ "title": title }));
    }
    let month = html(&nobody, "/activiteitenkalender?weergave=maand");
    assert!(month.contains("<table class=\"month\"><caption"));
    assert_eq!(month.matches("<td").count(), 42);
    assert_eq!(month.matches("class=\"month-event\"").count(), 3);
    assert!(month.contains("nog 2</a>"));
    assert!(month.contains("weergave=maand&amp;maand=2026-10"));
    assert!(month.contains("weergave=maand&amp;maand=2026-12"));
    let week = html(&nobody, "/activiteitenkalender?weergave=week&week=2026-W48");
    assert_eq!(week.matches("class=\"week-day").count(), 7);
    assert_eq!(week.matches("class=\"week-event\"").count(), 5);
    assert!(week.contains("23 tot en met 29 november"));
    assert!(week.contains("weergave=week&amp;week=2026-W49"));
    // What is no month is this one.
    html(
        &nobody,
        "/activiteitenkalender?weergave=maand&maand=2026-99",
    );
    let refused = nobody.get("/api/v1/activity_occurrences/calendar?view=month&at=2026-99");
    assert_eq!(refused.status, 400, "{}", refused.text);
}

#[test]
fn the_page_of_an_activity_says_when_it_is_in_words_and_in_dates() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    let series = json!({ "title": "Taalcafé", "recurrence": "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215",
        "excluded_days": ["2026-12-01"], "registration": "occurrence", "capacity": 12 });
    let id = publish(&center, &series);
    let all = dates(&center, &id);
    assert_eq!(all.len(), 3);
    let at = |index: usize| {
        format!(
            "/api/v1/activity_occurrences/{}",
            all[index]["id"].as_str().unwrap()
        )
    };
    let moved =
        json!({ "scope": "one", "from": "19:00", "until": "20:30", "reason": "Er is markt." });
    center
        .put(
            &format!("{}/change", at(1)),
            &document("activity_occurrence_changes", moved),
        )
        .expect(200);
    let cancelled = json!({ "scope": "one", "reason": "De zaal is dicht." });
    center
        .put(
            &format!("{}/cancel", at(2)),
            &document("activity_occurrence_changes", cancelled),
        )
        .expect(200);
    let number = id.split('-').next().unwrap();
    let path = format!("{CALENDAR}/{number}-taalcafe");
    let page = html(&nobody, &path);
    assert!(page.contains(
        "Elke dinsdag van 10.00 tot 11.30 uur</b>, tot en met 15 december. Niet op 1 december."
    ));
    assert!(page.contains("Deze keer van 19.00 tot 20.30 uur"));
    assert!(page.contains("Er is markt.") && page.contains("De zaal is dicht."));
    assert!(page.contains("Nog 12 plekken"));
    assert!(
        !page.contains("bellen.example"),
        "where it is online is told to who signed up"
    );
    let english = html(&nobody, &format!("/en{path}"));
    assert!(
        english.contains("Every Tuesday from 10:00 to 11:30</b>, up to and including 15 December.")
    );
    // An event for each date.
    let (_, rest) = page.split_once("application/ld+json\">").unwrap();
    let told: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let events = told["@graph"].as_array().unwrap();
    assert_eq!(events.len(), 3);
    let status = |index: usize| {
        events[index]["eventStatus"]
            .as_str()
            .unwrap()
            .rsplit('/')
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        [status(0), status(1), status(2)],
        ["EventScheduled", "EventRescheduled", "EventCancelled"]
    );
    assert_eq!(events[0]["startDate"], "2026-11-24T10:00:00+01:00");
    assert_eq!(events[1]["previousStartDate"], "2026-12-08T10:00:00+01:00");
    assert_eq!(events[0]["location"]["@type"], "VirtualLocation");
    assert_eq!(events[0]["offers"]["price"], "0");
    // One of the dates.
    let one = html(&nobody, &format!("/nl{path}?datum=2026-12-15"));
    assert!(one.contains("Dinsdag 15 december gaat niet door"), "{one}");
    assert!(html(&nobody, "/nl/activiteitenkalender").contains("Gaat niet door"));
    let fragment = nobody.get(&format!("{path}/_fragment.json")).expect(200);
    assert!(fragment.text.contains("Taalcaf"));
}

#[test]
fn what_is_cancelled_says_so_and_what_is_not_public_is_not_there() {
    let server = Server::start();
    let (center, nobody) = (server.as_center(), server.as_nobody());
    let id = publish(&center, &json!({}));
    let number = id.split('-').next().unwrap().to_owned();
    let path = format!("{CALENDAR}/{number}-koffieochtend");
    html(&nobody, &path);
    let asked =
        json!({ "event": "cancel", "reason_code": "other", "message": "De gastheer is ziek." });
    take(&center, &number, &asked);
    let page = html(&nobody, &path);
    assert!(page.contains("Deze activiteit gaat niet door") && page.contains("noindex"));
    for missing in ["/activiteitenkalender/999-x", "/activiteitenkalender/x"] {
        assert_eq!(nobody.get(missing).status, 404, "{missing}");
    }
    // A workshop that is for organisations alone.
    let workshop = json!({ "title": "Besloten workshop", "is_workshop": true, "only_for_organizations": true });
    let hidden = publish(&center, &workshop);
    let hidden = hidden.split('-').next().unwrap();
    assert_eq!(
        nobody
            .get(&format!("{CALENDAR}/{hidden}-besloten-workshop"))
            .status,
        404
    );
    assert!(!html(&nobody, CALENDAR).contains("Besloten workshop"));
}

#[test]
fn where_activities_are_off_there_is_no_calendar() {
    let server = Server::start();
    let id = publish(&server.as_center(), &json!({}));
    let number = id.split('-').next().unwrap();
    let nobody = server.as_nobody().with("app-context", "meedoen");
    for path in [
        CALENDAR.to_owned(),
        format!("{CALENDAR}/{number}-koffieochtend"),
        format!("{CALENDAR}/_fragment.json"),
    ] {
        assert_eq!(nobody.get(&path).status, 404, "{path}");
    }
    for path in ["/", "/sitemap.xml"] {
        assert!(
            !html(&nobody, path).contains("activiteitenkalender"),
            "{path}"
        );
    }
}
