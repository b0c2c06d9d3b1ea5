//! Full disk, simulated by a limit on file size: the operating system rejects writes.

use std::time::{Duration, Instant};

use rlimit::Resource;
use serde_json::json;

use super::serving::{Serving, sign_up};
use super::*;
use crate::support::server::Client;

/// Of the running program. `None` lifts the limit.
pub fn limit(serving: &Serving, bytes: Option<u64>) {
    let limits = (bytes.unwrap_or(rlimit::INFINITY), rlimit::INFINITY);
    let pid = i32::try_from(serving.child.id()).unwrap();
    rlimit::prlimit(pid, Resource::FSIZE, Some(limits), None).unwrap();
}

/// `serve` that gets an error for a file that is too large, and not the signal that ends it.
pub fn deaf(machine: &Machine) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell
        .args([
            "-c",
            "trap '' XFSZ; exec \"$0\" serve --demo --listen 127.0.0.1:0",
        ])
        .arg(env!("CARGO_BIN_EXE_voluntr"))
        .current_dir(machine.folder.path())
        .env_clear()
        .env("VOLUNTR_DATA", machine.data());
    shell
}

#[test]
fn a_full_disk_refuses_writes_with_507_answers_reads_and_recovers_without_a_restart() {
    let machine = Machine::new();
    let mut serving = Serving::start(deaf(&machine));
    serving.lines_until("vrijwilliger@demo.voluntr.example");
    assert_eq!(serving.get("/api/v1/vacancies").0, 200);
    assert_eq!(serving.get("/health/ready").0, 200);

    // Nothing that exists may grow, in the log or in the file.
    limit(&serving, Some(4_096));
    let (status, text) = sign_up(&serving, 1);
    assert_eq!(status, 507, "{text}");
    assert!(text.contains("\"insufficient_storage\""), "{text}");
    assert!(text.contains("Dat ligt niet aan jou"), "{text}");
    assert_eq!(serving.get("/api/v1/vacancies?page[number]=2").0, 200);
    let (status, text) = serving.get("/health/ready");
    assert_eq!(status, 503, "{text}");
    let ready: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(ready["parts"]["storage"]["status"], "failing", "{text}");
    assert_eq!(ready["parts"]["tenants"]["down"][0]["why"], "out_of_room");
    // The jobs look whether there is room again; each look is quiet, and nothing spins.
    std::thread::sleep(Duration::from_secs(6));
    assert_eq!(serving.get("/health/ready").0, 503);

    limit(&serving, None);
    let until = Instant::now() + Duration::from_secs(20);
    while serving.get("/health/ready").0 != 200 {
        assert!(Instant::now() < until, "it does not see that there is room");
        std::thread::sleep(Duration::from_millis(100));
    }
    let (status, text) = sign_up(&serving, 2);
    assert!((200..300).contains(&status), "{status} {text}");
    assert_eq!(serving.stop(), Some(0));
    let log = serving.log();
    let about: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("the disk has no room"))
        .collect();
    assert_eq!(about.len(), 1, "{log}");
    assert!(log.lines().count() < 12, "{log}");
}

/// Begins a bulk edit of everything that is online; from then on the disk takes nothing. Returns where it is.
fn edit_on_a_full_disk(serving: &Serving, client: &Client, what: &str) -> String {
    let edit = json!({ "filter": { "status_eq": "published" }, "attributes": { what: ["once"] } });
    let begun = client.post("/api/v1/vacancy_bulk_edits", &edit);
    limit(serving, Some(4_096));
    assert_eq!(begun.status, 202, "{}", begun.text);
    format!("/api/v1/vacancy_bulk_edits/{}", begun.id())
}

#[test]
fn a_bulk_edit_that_meets_a_full_disk_goes_on_when_there_is_room() {
    let machine = Machine::new();
    let mut serving = Serving::start(deaf(&machine));
    serving.lines_until("vrijwilliger@demo.voluntr.example");
    let address = serving.address.trim_start_matches("http://");
    let mut client = Client::new(address.trim_end_matches('/').parse().unwrap());
    client.sign_in("centrum@demo.voluntr.example", "welkom-in-lindewaard");
    let look = |path: &str, name: &str| {
        let found = client.get(path);
        found.at(&format!("/data/attributes/{name}"))
    };
    // One may be done before the disk is full.
    let path = (0..5)
        .find_map(|number| {
            let what = if number % 2 == 0 {
                "tags_add"
            } else {
                "tags_remove"
            };
            let path = edit_on_a_full_disk(&serving, &client, what);
            std::thread::sleep(Duration::from_secs(1));
            let is_broken_off = look(&path, "state") == "waiting";
            if !is_broken_off {
                limit(&serving, None);
            }
            is_broken_off.then_some(path)
        })
        .expect("each edit was done before the disk was full");
    limit(&serving, None);
    let until = Instant::now() + Duration::from_secs(40);
    while look(&path, "state") != "done" {
        assert!(Instant::now() < until, "it is {}", look(&path, "state"));
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(look(&path, "failed"), 0);
    assert_eq!(look(&path, "processed"), look(&path, "total"));
    assert_eq!(serving.stop(), Some(0));
    assert!(serving.log().contains("a bulk edit waits for the disk"));
}
