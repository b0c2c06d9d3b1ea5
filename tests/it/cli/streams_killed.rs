//! A live stream of the real program: it goes on after the process was killed, and ends when another process takes the
//! right away.

use std::time::{Duration, Instant};

use serde_json::json;

use super::serving::Serving;
use super::*;
use crate::support::event_stream::EventStream;
use crate::support::server::{Client, document};

const DEMO_PASSWORD: &str = "welkom-in-lindewaard";
const MESSAGE: &str = "Ik wil graag helpen en heb op dinsdag tijd.";

fn serve(machine: &Machine) -> (Serving, Client) {
    let serving = Serving::start(machine.command("serve --demo --listen 127.0.0.1:0"));
    let address = serving
        .address
        .trim_start_matches("http://")
        .trim_end_matches('/');
    let client = Client::new(address.parse().unwrap());
    (serving, client)
}

fn signed_in(nobody: &Client, who: &str) -> Client {
    let mut client = nobody.clone();
    client.sign_in(&format!("{who}@demo.voluntr.example"), DEMO_PASSWORD);
    client
}

/// The same person at the next process.
fn again(nobody: &Client, before: &Client) -> Client {
    let headers = before.headers().iter();
    headers.fold(nobody.clone(), |client, (name, value)| {
        client.with(name, value)
    })
}

#[test]
fn a_stream_goes_on_after_a_kill_and_hears_of_what_another_process_does() {
    let machine = Machine::new();
    let (mut serving, nobody) = serve(&machine);
    let center = signed_in(&nobody, "centrum");
    let volunteer = signed_in(&nobody, "vrijwilliger");
    let organisation = signed_in(&nobody, "organisatie");
    let mine = organisation
        .get("/api/v1/vacancies?filter[mine_eq]=true&page[size]=100")
        .expect(200)
        .json();
    let published = mine["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["attributes"]["status"] == "published");
    let vacancies: Vec<String> = published
        .map(|row| row["id"].as_str().unwrap().to_owned())
        .collect();
    // Where they have applied already, or would have to say their age, they take the next.
    let apply = |client: &Client| {
        let is_sent = vacancies.iter().any(|id| {
            let attributes = json!({ "vacancy_id": id, "message": MESSAGE, "consent": true });
            let body = document("applications", attributes);
            client.post("/api/v1/applications", &body).status == 201
        });
        assert!(is_sent);
    };

    let mut stream = EventStream::open(&organisation);
    stream.expect("counters");
    apply(&volunteer);
    let first = stream.expect("notification")["id"].clone();
    stream.expect("counters");
    let last = stream.last_id.clone();
    serving.child.kill().unwrap();
    serving.child.wait().unwrap();
    stream.until_end(Duration::from_secs(2));

    let (_serving, nobody) = serve(&machine);
    apply(&again(&nobody, &volunteer));
    let mut stream = EventStream::resume(&again(&nobody, &organisation), last.as_deref());
    let second = stream.next();
    assert_eq!(second.name, "notification");
    assert_ne!(second.data["id"], first);
    assert_eq!(stream.next().name, "counters");

    // By the command line, while the server runs.
    let mut stream = EventStream::open(&again(&nobody, &center));
    stream.expect("counters");
    let begun = Instant::now();
    machine
        .run_with_input(
            "user password --tenant demo --email centrum@demo.voluntr.example --password-stdin",
            PASSWORD,
        )
        .done();
    let took = begun.elapsed();
    let (came, ended) = stream.until_end(Duration::from_secs(10));
    assert_eq!(came.last().unwrap().name, "end");
    assert!(
        ended - begun < took + Duration::from_millis(1_500),
        "{:?}",
        ended - begun
    );
}
