//! Many people for one place while the process is killed and started again: nobody gets the place twice, nobody is lost
//! from the line.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use jiff::SignedDuration;
use serde_json::{Value, json};
use voluntr::base::clock::Clock;
use voluntr::base::working_days::amsterdam;

use super::serving::Serving;
use super::*;
use crate::support::server::{Client, document};

const PEOPLE: usize = 64;

fn serve(machine: &Machine) -> (Serving, Client) {
    let serving = Serving::start(machine.command("serve --demo --listen 127.0.0.1:0"));
    let address = serving
        .address
        .trim_start_matches("http://")
        .trim_end_matches('/');
    let mut client = Client::new(address.parse().unwrap());
    client.sign_in("centrum@demo.voluntr.example", "welkom-in-lindewaard");
    (serving, client)
}

/// Takes a step; what a dying server does not answer counts as not taken.
fn step(client: &Client, id: &str, event: &str) -> Option<(u16, String)> {
    let body = json!({ "data": { "attributes": { "event": event } } });
    let path = format!("/api/v1/applications/{id}/transition");
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let reply = client.put(&path, &body);
        let code = if reply.status == 200 {
            String::new()
        } else {
            reply.code()
        };
        (reply.status, code)
    }))
    .ok()
}

/// Accepts, or puts in line where no place is left.
fn decide(client: &Client, id: &str) -> bool {
    match step(client, id, "accept") {
        Some((200, _)) => true,
        Some((422, code)) if code == "vacancy_full" => {
            matches!(step(client, id, "waitlist"), Some((200, _)))
        }
        _ => false,
    }
}

#[test]
fn sixty_four_people_for_one_place_and_the_power_goes() {
    let machine = Machine::new();
    let (mut serving, client) = serve(&machine);
    let organization = client
        .get("/api/v1/organizations?filter[status_eq]=approved&page[size]=1")
        .expect(200)
        .at("/data/0/id");
    let vacancy = client
        .post(
            "/api/v1/vacancies",
            &document(
                "vacancies",
                json!({
                    "title": "Eén plek op de boot", "organization_id": organization, "capacity": 1, "online": true,
                    "description": "<p>Je vaart een dag mee op de boot met kinderen die nooit varen. Je helpt bij het instappen en bij de lunch.</p>",
                }),
            ),
        )
        .expect(201)
        .id();
    let path = format!("/api/v1/vacancies/{vacancy}");
    client
        .decide(
            &format!("{path}/transition"),
            &json!({ "data": { "attributes": { "event": "publish" } } }),
        )
        .expect(200);
    let ids: Vec<String> = (0..PEOPLE)
        .map(|number| {
            let person = json!({ "first_name": format!("Mens {}", "i".repeat(number % 9 + 1)), "consent": true });
            client.post(&format!("{path}/applications/walk_in"), &person).expect(201).id()
        })
        .collect();

    for round in 1..=3 {
        let (_, client) = (round, &client_of(&serving, &client));
        let done = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for id in &ids {
                let done = &done;
                scope.spawn(move || {
                    decide(client, id);
                    done.fetch_add(1, Ordering::SeqCst);
                });
            }
            while done.load(Ordering::SeqCst) < round * PEOPLE / 8 {
                std::thread::sleep(Duration::from_millis(1));
            }
            // SIGKILL: no handler runs, nothing is finished.
            serving.child.kill().unwrap();
        });
        serving.child.wait().unwrap();
        serving = serve(&machine).0;
    }
    let client = client_of(&serving, &client);
    for id in &ids {
        decide(&client, id);
    }
    let list = client
        .get(&format!("/api/v1/applications?filter[vacancy_id_eq]={vacancy}&page[size]=100&fields[applications]=stage,waitlist_position"))
        .expect(200);
    let mut positions = BTreeSet::new();
    let mut accepted = 0;
    for at in 0..PEOPLE {
        match list.at(&format!("/data/{at}/attributes/stage")).as_str() {
            Some("accepted") => accepted += 1,
            Some("waitlisted") => {
                let position = list.at(&format!("/data/{at}/attributes/waitlist_position"));
                assert!(
                    positions.insert(position.as_u64().unwrap()),
                    "twice at {position}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((accepted, positions), (1, (1..=63).collect()));
    let shown = client.get(&path).expect(200);
    assert_eq!(
        (
            shown.at("/data/attributes/status"),
            shown.at("/data/attributes/places_taken")
        ),
        (json!("filled"), json!(1))
    );
}

const SEATS: usize = 5;

/// Signs up a colleague by name; what a dying server does not answer counts as not done. A second time is refused where the
/// first one was done.
fn sign_up(client: &Client, activity: &Value, date: &Value, number: usize) -> bool {
    let (activity, organization) = (&activity["id"], &activity["organization"]);
    let person = json!({
        "occurrence_id": date,
        "organization_id": organization,
        "first_name": "Mens",
        "last_name": "i".repeat(number % 9 + 1),
        "email": format!("mens-{number}@example.nl"),
    });
    let path = format!(
        "/api/v1/activities/{}/registrations",
        activity.as_str().unwrap()
    );
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let reply = client.post(&path, &person);
        reply.status == 201 || (reply.status == 422 && reply.code() == "already_registered")
    }))
    .unwrap_or(false)
}

/// A workshop in a month, with few seats, that is published.
fn workshop(client: &Client) -> String {
    let begins = Clock::system().now() + SignedDuration::from_hours(24 * 30);
    let local = |hours: i64| {
        let at = (begins + SignedDuration::from_hours(hours)).to_zoned_datetime(amsterdam());
        at.strftime("%Y-%m-%dT%H:%M").to_string()
    };
    let made = client
        .post(
            "/api/v1/activities",
            &document(
                "activities",
                json!({
                    "title": "Workshop veilig tillen", "is_workshop": true, "capacity": SEATS, "registration": "occurrence",
                    "description": "<p>Je leert iemand helpen bij het opstaan, zonder dat je je rug bezeert.</p>",
                    "activity_categories": ["learn"], "online": true, "online_url": "https://meet.example.org/tillen",
                    "starts_at": local(0), "ends_at": local(2),
                }),
            ),
        )
        .expect(201)
        .id();
    let path = format!("/api/v1/activities/{made}");
    client
        .decide(
            &format!("{path}/transition"),
            &json!({ "data": { "attributes": { "event": "publish" } } }),
        )
        .expect(200);
    made
}

#[test]
fn sixty_four_people_for_five_seats_of_a_workshop_and_the_power_goes() {
    let machine = Machine::new();
    let (mut serving, client) = serve(&machine);
    let organization = client
        .get("/api/v1/organizations?filter[status_eq]=approved&page[size]=1")
        .expect(200)
        .at("/data/0/id");
    let made = workshop(&client);
    let date = client
        .get(&format!(
            "/api/v1/activity_occurrences?filter[activity_id_eq]={made}"
        ))
        .expect(200)
        .at("/data/0/id");
    let activity = json!({ "id": made, "organization": organization });

    for round in 1..=3 {
        let client = &client_of(&serving, &client);
        let done = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for number in 0..PEOPLE {
                let (done, activity, date) = (&done, &activity, &date);
                scope.spawn(move || {
                    sign_up(client, activity, date, number);
                    done.fetch_add(1, Ordering::SeqCst);
                });
            }
            while done.load(Ordering::SeqCst) < round * PEOPLE / 8 {
                std::thread::sleep(Duration::from_millis(1));
            }
            serving.child.kill().unwrap();
        });
        serving.child.wait().unwrap();
        serving = serve(&machine).0;
    }
    let client = client_of(&serving, &client);
    for number in 0..PEOPLE {
        assert!(
            sign_up(&client, &activity, &date, number),
            "person {number}"
        );
    }
    let list = client
        .get(&format!(
            "/api/v1/activity_registrations?filter[activity_id_eq]={made}&page[size]=200"
        ))
        .expect(200)
        .json();
    let rows = list["data"].as_array().unwrap();
    let of = |row: &Value, name: &str| row["attributes"][name].clone();
    let people: BTreeSet<String> = rows
        .iter()
        .map(|row| of(row, "email").to_string())
        .collect();
    assert_eq!((rows.len(), people.len()), (PEOPLE, PEOPLE));
    let (mut taken, mut line) = (Vec::new(), Vec::new());
    for row in rows {
        let number: i64 = row["id"].as_str().unwrap().parse().unwrap();
        match of(row, "status").as_str() {
            Some("registered") => taken.push(number),
            Some("waitlisted") => {
                line.push((number, of(row, "waitlist_position").as_u64().unwrap()));
            }
            other => panic!("{other:?}"),
        }
    }
    line.sort_unstable();
    let positions: Vec<u64> = line.iter().map(|(_, position)| *position).collect();
    let expected: Vec<u64> = (1..=u64::try_from(PEOPLE - SEATS).unwrap()).collect();
    assert_eq!((taken.len(), positions), (SEATS, expected));
    // Who came first has the seats.
    assert!(taken.iter().max().unwrap() < &line.first().unwrap().0);
    let shown = client
        .get(&format!(
            "/api/v1/activity_occurrences/{}",
            date.as_str().unwrap()
        ))
        .expect(200);
    assert_eq!(
        (
            shown.at("/data/attributes/places_taken"),
            shown.at("/data/attributes/people_waiting")
        ),
        (json!(SEATS), json!(PEOPLE - SEATS))
    );
}

/// The same session at the address of the server that runs now.
fn client_of(serving: &Serving, before: &Client) -> Client {
    let address = serving
        .address
        .trim_start_matches("http://")
        .trim_end_matches('/');
    let mut client = Client::new(address.parse().unwrap());
    for (name, value) in before.headers() {
        client = client.with(name, value);
    }
    client
}
