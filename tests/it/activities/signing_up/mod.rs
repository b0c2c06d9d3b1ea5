//! Activities: signing up, places, the waiting list, checking in, and what is told.

mod calendars;
mod check_in;
mod guests;
mod handing_over;
mod messages;
mod own_calendar;
mod places;
mod telling;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use voluntr::base::working_days::amsterdam;
use voluntr::jobs::follow_activities;

use crate::support::fixtures::{PASSWORD, user};
use crate::support::server::{Client, Reply, Server, document};

pub const REGISTRATIONS: &str = "/api/v1/activity_registrations";

/// An activity of the centre that everybody can sign up for, and its dates.
pub struct Made {
    pub id: String,
    pub dates: Vec<String>,
}

/// Local time of a moment that is so many hours from now.
pub fn local(server: &Server, hours: i64) -> String {
    let at: Timestamp = server.clock.now() + SignedDuration::from_hours(hours);
    at.to_zoned_datetime(amsterdam())
        .strftime("%Y-%m-%dT%H:%M")
        .to_string()
}

/// Publishes one that begins in so many hours and takes two.
pub fn made(server: &Server, hours: i64, more: Value) -> Made {
    let mut attributes = json!({
        "title": "Koffieochtend", "description": "<p>Koffie, thee en een praatje in de bibliotheek.</p>",
        "activity_categories": ["meet"], "online": true, "online_url": "https://meet.example.org/koffie",
        "starts_at": local(server, hours), "ends_at": local(server, hours + 2), "registration": "occurrence",
    });
    let fields = attributes.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    let center = server.as_center();
    let id = center
        .post("/api/v1/activities", &document("activities", attributes))
        .expect(201)
        .id();
    let path = format!("/api/v1/activities/{id}");
    let publish = json!({ "data": { "attributes": { "event": "publish" } } });
    center
        .decide(&format!("{path}/transition"), &publish)
        .expect(200);
    let dates = center
        .get(&format!(
            "/api/v1/activity_occurrences?filter[activity_id_eq]={id}&page[size]=200"
        ))
        .expect(200)
        .ids();
    Made { id, dates }
}

pub fn person(server: &Server, name: &'static str) -> Client {
    let center = server.people.center;
    server.arrange(move |tx| {
        let hash = voluntr::app::auth::password_hash::hash(PASSWORD).unwrap();
        let email = format!("{name}@example.nl");
        user(tx, &email, &format!("{name} Wacht"), center, &hash)
    });
    let mut client = server.as_nobody();
    client.sign_in(&format!("{name}@example.nl"), PASSWORD);
    client
}

/// Signs up for the first date, of an activity of dates.
pub fn sign_up(client: &Client, made: &Made, more: Value) -> Reply {
    let mut body = json!({ "occurrence_id": made.dates[0] });
    let fields = body.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    fields.retain(|_, value| !value.is_null());
    let path = format!("/api/v1/activities/{}/registrations", made.id);
    client.post(&path, &body)
}

pub fn take(client: &Client, id: &str, event: &str) -> Reply {
    let body = json!({ "data": { "attributes": { "event": event } } });
    client.put(&format!("{REGISTRATIONS}/{id}/transition"), &body)
}

pub fn status(client: &Client, id: &str) -> String {
    let reply = client.get(&format!("{REGISTRATIONS}/{id}")).expect(200);
    reply
        .at("/data/attributes/status")
        .as_str()
        .unwrap()
        .to_owned()
}

/// Taken, offered and waiting of a date.
pub fn counts(server: &Server, date: &str) -> (i64, i64, i64) {
    let date = date.to_owned();
    server.arrange(move |tx| {
        Ok(tx.query_row(
            "select places_taken, places_offered, people_waiting from activity_occurrences where id = ?1",
            [date],
            |row| row.try_into(),
        )?)
    })
}

pub fn follow(server: &Server) -> usize {
    let tenant = server.app.tenants().get("demo").unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(follow_activities(tenant.unguarded("a job")))
        .unwrap()
}

pub fn change(server: &Server, made: &Made, attributes: Value) {
    let path = format!("/api/v1/activities/{}", made.id);
    server
        .as_center()
        .patch(&path, &document("activities", attributes))
        .expect(200);
}
