//! After a restore nothing that waited leaves until somebody says so.

use std::time::{Duration, Instant};

use voluntr::base::clock::{Clock, later};
use voluntr::mail::{EmailMessage, MailKind, enqueue};

use super::serving::Serving;
use super::upgrading::kept_backup;
use super::*;

#[expect(
    clippy::disallowed_methods,
    reason = "a test writes letters that no request can"
)]
fn write(machine: &Machine, data: &str, kind: MailKind, (to, at): (&str, &str)) {
    let file = machine
        .folder
        .path()
        .join(data)
        .join("tenants/roermond/tenant.db");
    let connection = rusqlite::Connection::open(file).unwrap();
    let letter = EmailMessage {
        kind,
        to_email: to.to_owned(),
        to_name: String::new(),
        locale: "nl".to_owned(),
        data: serde_json::json!({ "path": "/auth/reset?token=1" }),
        subject_type: "users",
        subject_id: 1,
        volunteer_center_id: None,
    };
    enqueue(&connection, at, &letter).unwrap();
}

const EARLIER: &str = "earlier@example.org";
const WAITED: &str = "waited@example.org";
const NEWS: &str = "news@example.org";
const NEW: &str = "new@example.org";

/// A machine whose backup holds two mails that wait, one of them of an hour before, restored into `second`.
fn restored() -> Machine {
    let machine = Machine::new();
    machine.run("tenant add roermond --preset roermond").done();
    let now = Clock::system().text();
    let before = later(&now, -jiff::SignedDuration::from_hours(2));
    write(
        &machine,
        "data",
        MailKind::PasswordReset,
        (EARLIER, &before),
    );
    let before = later(&now, -jiff::SignedDuration::from_secs(60));
    write(&machine, "data", MailKind::PasswordReset, (WAITED, &before));
    machine.run("backup create --to all.tar.gz").done();
    let said = machine
        .run("--data second backup restore all.tar.gz")
        .done();
    assert!(
        said.stdout.contains("voluntr mail release"),
        "{}",
        said.stdout
    );
    machine
}

fn with_mail(machine: &Machine, peer: &SmtpPeer, line: &str) -> Command {
    let mut command = machine.command(line);
    command.env("VOLUNTR_SMTP_URL", peer.url());
    command
}

fn statuses(machine: &Machine) -> Vec<(String, String)> {
    let list = machine.run("--json --data second mail outbox").done();
    let list = list.json();
    let letters = list["letters"].as_array().unwrap();
    let word = |letter: &Value, field: &str| letter[field].as_str().unwrap().to_owned();
    let mut found: Vec<(String, String)> = letters
        .iter()
        .map(|letter| (word(letter, "to_email"), word(letter, "status")))
        .collect();
    found.sort();
    found
}

fn status_of(machine: &Machine, email: &str) -> Option<String> {
    let found = statuses(machine).into_iter().find(|(to, _)| to == email);
    found.map(|(_, status)| status)
}

fn wait_until_sent(machine: &Machine, email: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    while status_of(machine, email).as_deref() != Some("sent") {
        assert!(Instant::now() < until, "{:?}", statuses(machine));
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn what_waited_at_a_restore_leaves_when_somebody_says_so_and_what_people_need_goes() {
    let machine = restored();
    let peer = SmtpPeer::start();
    let serve = "--data second serve --listen 127.0.0.1:0";
    let mut serving = Serving::start(with_mail(&machine, &peer, serve));
    let found = Answer::of(
        &with_mail(&machine, &peer, "--data second doctor")
            .output()
            .unwrap(),
    )
    .done();
    assert!(
        found.stdout.contains("mail is held since the restore of")
            && found.stdout.contains("2 letters wait")
            && found.stdout.contains("'voluntr mail release'")
            && !found.stdout.contains("FAULT"),
        "{}",
        found.stdout
    );
    // Asked for now, by somebody on the site: it goes. What the program writes by itself waits.
    assert_eq!(serving.get("/").0, 200);
    let now = Clock::system().text();
    write(&machine, "second", MailKind::PasswordReset, (NEW, &now));
    write(&machine, "second", MailKind::AccountWelcome, (NEWS, &now));
    wait_until_sent(&machine, NEW);
    for email in [EARLIER, WAITED, NEWS] {
        assert_eq!(status_of(&machine, email).as_deref(), Some("waiting"));
    }

    let dry = machine.run("--json --data second mail release --dry-run");
    let dry = dry.done().json();
    assert_eq!(dry["dry_run"], true);
    assert_eq!(
        dry["waiting"],
        serde_json::json!([{ "kind": "account_welcome", "count": 1 }, { "kind": "password_reset", "count": 2 }])
    );
    assert_eq!(status_of(&machine, WAITED).as_deref(), Some("waiting"));

    // What was written before a moment; the rest stays held.
    let hour_ago = later(&now, -jiff::SignedDuration::from_hours(1));
    let part = machine
        .run(&format!(
            "--json --data second mail release --before {hour_ago}"
        ))
        .done()
        .json();
    assert_eq!((&part["released"], &part["left"]), (&1.into(), &2.into()));
    wait_until_sent(&machine, EARLIER);
    assert_eq!(status_of(&machine, WAITED).as_deref(), Some("waiting"));

    let all = machine.run("--data second mail release").done();
    assert!(
        all.stdout.contains("Dropped 0 and released 2") && all.stdout.contains("password_reset"),
        "{}",
        all.stdout
    );
    wait_until_sent(&machine, WAITED);
    let none = machine.run("--data second mail release").done();
    assert!(none.stdout.contains("No mail is held"), "{}", none.stdout);
    let found = machine.run("--data second doctor").done();
    assert!(!found.stdout.contains("mail is held"), "{}", found.stdout);
    assert_eq!(serving.stop(), Some(0));
    let log = serving.log();
    let told = log
        .lines()
        .find(|line| line.contains("mail is held since a backup was restored"))
        .unwrap_or_else(|| panic!("{log}"));
    assert!(
        told.contains("roermond") && told.contains("voluntr mail release"),
        "{told}"
    );
}

#[test]
fn what_waited_at_a_restore_is_dropped_and_what_came_after_it_goes() {
    let machine = restored();
    let now = later(&Clock::system().text(), jiff::SignedDuration::from_secs(1));
    write(&machine, "second", MailKind::AccountWelcome, (NEWS, &now));
    let refused = machine.run("--data second mail release --drop --before gisteren");
    assert_eq!(refused.exit, Some(2));
    assert!(
        refused.stderr.contains("with its time zone"),
        "{}",
        refused.stderr
    );
    let hour_ago = later(&now, -jiff::SignedDuration::from_hours(1));
    let part = machine
        .run(&format!(
            "--json --data second mail release --drop --before {hour_ago}"
        ))
        .done()
        .json();
    assert_eq!(
        part["dropped"],
        serde_json::json!([{ "kind": "password_reset", "count": 1 }])
    );
    assert_eq!((&part["released"], &part["left"]), (&0.into(), &2.into()));
    assert_eq!(status_of(&machine, EARLIER), None);

    let rest = machine
        .run("--json --data second mail release --drop")
        .done()
        .json();
    assert_eq!(
        rest["dropped"],
        serde_json::json!([{ "kind": "password_reset", "count": 1 }])
    );
    assert_eq!((&rest["released"], &rest["left"]), (&1.into(), &0.into()));
    assert_eq!(status_of(&machine, WAITED), None);
    assert_eq!(status_of(&machine, NEWS).as_deref(), Some("waiting"));
    let none = machine.run("--json --data second mail release").done();
    assert!(none.json()["held_since"].is_null());
}

/// A backup of a program that knew no holds: its file is marked all the same, and then brought up to date.
#[test]
fn a_backup_of_an_older_program_is_held_too() {
    let machine = Machine::new();
    machine
        .run(&format!("backup restore {}", kept_backup("V497").display()))
        .done();
    let found = machine.run("doctor").done();
    for said in ["its schema is brought up to date", "mail is held since"] {
        assert!(found.stdout.contains(said), "{}", found.stdout);
    }
    let held = machine.run("--json mail release").done();
    assert!(held.json()["held_since"].is_string());
}

/// A database that another program put back: somebody says so, and what waited is held as after a restore of our own.
#[test]
fn mail_is_held_where_somebody_says_so() {
    let machine = Machine::new();
    machine.run("tenant add roermond --preset roermond").done();
    let now = Clock::system().text();
    let before = later(&now, -jiff::SignedDuration::from_secs(60));
    write(&machine, "data", MailKind::PasswordReset, (WAITED, &before));
    let dry = machine.run("--json mail hold --dry-run").done().json();
    assert_eq!(dry["waiting"][0]["count"], 1, "{dry}");
    let none = machine.run("--json mail release --dry-run").done();
    assert!(
        none.json()["held_since"].is_null(),
        "a dry run holds nothing"
    );

    let held = machine.run("mail hold").done();
    assert!(
        held.stdout
            .contains("Held the mail of roermond: 1 letter waits"),
        "{}",
        held.stdout
    );
    let again = machine.run("mail hold").done();
    assert!(
        again
            .stdout
            .contains("Mail is held already: 1 letter waits"),
        "{}",
        again.stdout
    );
    let dropped = machine.run("--json mail release --drop").done().json();
    assert_eq!(dropped["dropped"][0]["count"], 1, "{dropped}");
}
