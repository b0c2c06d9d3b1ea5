//! A log that cannot be written: standard error on a full disk, or a pipe that nobody reads any more. The server serves.

use std::fs::File;
use std::time::{Duration, Instant};

use serde_json::json;

use super::full_disk::{deaf, limit};
use super::serving::{Serving, sign_up};
use super::*;

/// `serve` that logs all it does there, and that gets an error for a file that is too large instead of a signal.
fn serving(machine: &Machine, log: Stdio) -> Serving {
    let mut shell = deaf(machine);
    shell.env("VOLUNTR_LOG", "debug");
    let mut serving = Serving::start_logging_to(shell, log);
    serving.lines_until("vrijwilliger@demo.voluntr.example");
    serving
}

/// Everything that logs in the threads of a tenant is logged once, and everybody is answered before, meanwhile and after.
fn stands(mut serving: Serving) {
    for number in 0..5 {
        let (status, text) = sign_up(&serving, number);
        assert!((200..300).contains(&status), "{status} {text}");
    }
    // The writer says that there is no room.
    limit(&serving, Some(4_096));
    for number in 5..10 {
        assert_eq!(sign_up(&serving, number).0, 507);
        assert_eq!(serving.get("/api/v1/vacancies?page[number]=2").0, 200);
    }
    limit(&serving, None);
    let until = Instant::now() + Duration::from_secs(20);
    let has_room = || {
        let ready: Value = serde_json::from_str(&serving.get("/health/ready").1).unwrap();
        ready["parts"]["storage"]["status"] == "ok"
    };
    while !has_room() {
        assert!(Instant::now() < until, "nothing is written any more");
        std::thread::sleep(Duration::from_millis(100));
    }
    for number in 10..15 {
        let (status, text) = sign_up(&serving, number);
        assert!((200..300).contains(&status), "{status} {text}");
    }
    let (status, text) = serving.get("/health/ready");
    assert_eq!(status, 503, "{text}");
    let ready: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(ready["parts"]["log"]["status"], "failing", "{text}");
    assert!(
        ready["parts"]["log"]["dropped"].as_u64() > Some(0),
        "{text}"
    );
    assert_eq!(
        ready["parts"]["threads"],
        json!({ "status": "ok", "restarted": 0 })
    );
    assert_eq!(ready["parts"]["tenants"]["status"], "ok", "{text}");
    assert_eq!(serving.stop(), Some(0));
}

#[test]
fn a_log_on_a_full_disk_costs_lines_and_nothing_else() {
    let machine = Machine::new();
    let full = File::options().write(true).open("/dev/full").unwrap();
    stands(serving(&machine, full.into()));
}

#[test]
fn a_log_that_nobody_reads_any_more_costs_lines_and_nothing_else() {
    let machine = Machine::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    stands(serving(&machine, writer.into()));
}
