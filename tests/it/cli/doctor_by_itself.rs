//! The server looks by itself whether everything is in order, and tells the admins of faults that are new to them.

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use super::serving::Serving;
use super::*;

fn machine(tenant: &str) -> Machine {
    let machine = Machine::new();
    machine.run(&format!("tenant add {tenant}")).done();
    for (email, role) in [
        ("admin@example.nl", "--role admin"),
        ("piet@example.nl", ""),
    ] {
        machine
            .run_with_input(
                &format!("user add --tenant {tenant} --email {email} {role} --password-stdin"),
                PASSWORD,
            )
            .done();
    }
    machine
}

fn note(machine: &Machine) -> Value {
    std::fs::read(machine.data().join("last-look.json"))
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default()
}

/// Serves until the server has looked; what it logged.
fn look(machine: &Machine) -> String {
    let before = note(machine)["at"].clone();
    let mut serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    let until = Instant::now() + Duration::from_mins(1);
    while note(machine)["at"] == before {
        assert!(Instant::now() < until, "it does not look");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(serving.stop(), Some(0));
    serving.log()
}

/// The mails about what was found, newest first, as whoever gets them reads them.
fn mails(machine: &Machine) -> Vec<Value> {
    let listed = machine.run("--json mail outbox").done().json();
    let letters = listed["letters"].as_array().unwrap().clone();
    letters
        .into_iter()
        .filter(|letter| letter["kind"] == "doctor_found")
        .map(|letter| {
            machine
                .run(&format!("--json mail show {}", letter["id"]))
                .done()
                .json()
        })
        .collect()
}

fn open(machine: &Machine, tenant: &str) {
    let folder = machine.data().join("tenants").join(tenant);
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// As on a later day: of letters, one a minute is kept of those that wait.
#[expect(
    clippy::disallowed_methods,
    reason = "a test arranges what no request can, on a file that nobody has open"
)]
fn pass_a_day(machine: &Machine) {
    let mut noted = note(machine);
    noted["mailed_at"] = "2026-01-01T05:30:00Z".into();
    std::fs::write(
        machine.data().join("last-look.json"),
        serde_json::to_vec(&noted).unwrap(),
    )
    .unwrap();
    let file = machine.data().join("tenants/almelo/tenant.db");
    let connection = rusqlite::Connection::open(file).unwrap();
    connection
        .execute("update outbox set created_at = '2026-01-01T05:30:00Z'", [])
        .unwrap();
}

#[test]
fn the_admins_hear_of_a_fault_once_and_again_when_it_comes_back() {
    let machine = machine("almelo");
    let log = look(&machine);
    assert_eq!(note(&machine)["faults"], 0, "{log}");
    assert_eq!(mails(&machine), Vec::<Value>::new());

    open(&machine, "almelo");
    let log = look(&machine);
    assert_eq!(note(&machine)["faults"], 1, "{log}");
    let found = log
        .lines()
        .find(|line| line.contains("doctor found a fault"));
    assert!(
        found.is_some_and(|line| line.contains("others may enter")),
        "{log}"
    );
    assert!(!log.contains("@example.nl"), "{log}");
    let told = mails(&machine);
    assert_eq!(told.len(), 1, "only the admin hears of it");
    let text = told[0].to_string();
    for said in [
        "admin@example.nl",
        "Er is iets mis met de server",
        "Anderen op de server kunnen bestanden lezen",
        "tenant almelo",
        "chmod 700",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    // Not on another day either.
    pass_a_day(&machine);
    look(&machine);
    assert_eq!(mails(&machine).len(), 1);

    machine.run("doctor --fix");
    look(&machine);
    assert_eq!(note(&machine)["faults"], 0);
    open(&machine, "almelo");
    look(&machine);
    assert_eq!(mails(&machine).len(), 2);
    // A new fault on the same day waits for the next.
    let other = machine.data().join("tenants/almelo/uploads");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o500)).unwrap();
    look(&machine);
    assert_eq!(note(&machine)["faults"], 2);
    assert_eq!(mails(&machine).len(), 2);
    pass_a_day(&machine);
    look(&machine);
    assert_eq!(mails(&machine).len(), 3);
}

#[test]
fn of_backups_there_is_one_mail_and_nobody_is_mailed_about_a_demo() {
    let backups = machine("almelo");
    std::fs::write(
        backups.data().join("last-backup.json"),
        r#"{"tried_at":"2026-01-01T02:00:00Z","error":"no room"}"#,
    )
    .unwrap();
    let log = look(&backups);
    assert_eq!(note(&backups)["faults"], 1, "{log}");
    assert_eq!(mails(&backups), Vec::<Value>::new());

    let demo = machine("demo");
    open(&demo, "demo");
    let log = look(&demo);
    assert_eq!(note(&demo)["faults"], 1, "{log}");
    assert!(log.contains("doctor found a fault"), "{log}");
    assert_eq!(mails(&demo), Vec::<Value>::new());
}

#[test]
fn where_nobody_can_be_told_the_log_says_so_and_who_comes_later_hears() {
    let machine = Machine::new();
    machine.run("tenant add almelo").done();
    open(&machine, "almelo");
    let log = look(&machine);
    assert!(log.contains("nobody is told of what doctor found"), "{log}");
    machine
        .run_with_input(
            "user add --email admin@example.nl --role admin --password-stdin",
            PASSWORD,
        )
        .done();
    look(&machine);
    assert_eq!(mails(&machine).len(), 1);
}
