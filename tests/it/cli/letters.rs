//! Letters that do not leave: what the log and `doctor` say of them.

use std::time::{Duration, Instant};

use voluntr::base::clock::{Clock, later};
use voluntr::mail::{EmailMessage, MailKind, enqueue, is_quiet};

use super::serving::Serving;
use super::*;

#[expect(
    clippy::disallowed_methods,
    reason = "a test writes letters that no request can"
)]
fn write(machine: &Machine, kind: MailKind, at: &str) {
    let file = machine.data().join("tenants/roermond/tenant.db");
    let connection = rusqlite::Connection::open(file).unwrap();
    let letter = EmailMessage {
        kind,
        to_email: "jan@example.org".to_owned(),
        to_name: String::new(),
        locale: "nl".to_owned(),
        data: serde_json::json!({ "path": "/auth/reset?token=1" }),
        subject_type: "users",
        subject_id: 1,
        volunteer_center_id: None,
    };
    enqueue(&connection, at, &letter).unwrap();
}

#[test]
fn a_sender_that_the_mail_server_refuses_is_told_by_the_log_and_doctor_and_the_letter_waits() {
    let machine = Machine::new();
    machine.run("tenant add roermond --preset roermond").done();
    write(&machine, MailKind::PasswordReset, &Clock::system().text());
    let peer = SmtpPeer::start();
    peer.refuse_senders(Some("550 5.7.1 sender rejected"));
    let with_mail = |line: &str| {
        let mut command = machine.command(line);
        command.env("VOLUNTR_SMTP_URL", peer.url());
        command
    };
    let mut serving = Serving::start(with_mail("serve --listen 127.0.0.1:0"));
    let letter = || {
        let list = machine.run("--json mail outbox").done().json();
        list["letters"][0].clone()
    };
    let until = Instant::now() + Duration::from_secs(20);
    while letter()["last_error"].is_null() {
        assert!(Instant::now() < until, "it is not tried");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(letter()["status"], "waiting");
    let found = Answer::of(&with_mail("doctor").output().unwrap());
    assert_eq!(found.exit, Some(1), "{}", found.stdout);
    for said in [
        "1 letter waits until the settings are mended",
        "VOLUNTR_MAIL_FROM",
    ] {
        assert!(found.stdout.contains(said), "{}", found.stdout);
    }
    peer.refuse_senders(None);
    machine.run("mail retry 1").done();
    peer.wait_for("jan@example.org", "");
    assert_eq!(serving.stop(), Some(0));
    let log = serving.log();
    let about: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("until our settings are mended"))
        .collect();
    assert!(!about.is_empty(), "{log}");
    for line in about {
        assert!(line.contains("\"tenant\":\"roermond\""), "{line}");
        assert!(!line.contains('@'), "{line}");
    }
}

#[test]
fn doctor_sees_mail_of_every_kind_that_has_not_left_for_an_hour() {
    for (kind, is_mandatory) in [
        (MailKind::PasswordReset, true),
        (MailKind::AccountWelcome, false),
    ] {
        let machine = Machine::new();
        machine.run("tenant add roermond --preset roermond").done();
        let now = Clock::system().text();
        let hours = |hours: i64| later(&now, -jiff::SignedDuration::from_hours(hours));
        write(&machine, kind, &hours(2));
        let doctor = || {
            let mut command = machine.command("doctor");
            command.env("VOLUNTR_SMTP_URL", "smtp://127.0.0.1:1");
            Answer::of(&command.output().unwrap())
        };
        let found = doctor();
        // In the evening and the night ordinary mail waits by itself.
        let is_told = is_mandatory || !is_quiet(&now) && !is_quiet(&hours(1));
        assert_eq!(
            found
                .stdout
                .contains("1 letter waits for more than an hour"),
            is_told,
            "{}",
            found.stdout
        );
        assert_eq!(found.exit, Some(i32::from(is_told)));
        // One that was tried in vain is told of at any hour.
        tried(&machine, &hours(-1));
        let found = doctor();
        assert_eq!(found.exit, Some(1), "{}", found.stdout);
        let note = machine.run("doctor").done().stdout;
        assert!(note.contains("there is no mail server"), "{note}");
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test writes what a mail server said"
)]
fn tried(machine: &Machine, next: &str) {
    let file = machine.data().join("tenants/roermond/tenant.db");
    let connection = rusqlite::Connection::open(file).unwrap();
    let sql = "update outbox set attempts = 3, last_error = '451 busy', next_attempt_at = ?1";
    connection.execute(sql, [next]).unwrap();
}

#[test]
fn a_key_for_a_program_is_made_listed_and_revoked() {
    let machine = Machine::new();
    machine.run("tenant add roermond --preset roermond").done();
    let add = "key add --name Import --scope read_public --until";
    let in_a_year = later(
        &Clock::system().text(),
        jiff::SignedDuration::from_hours(24 * 365),
    );
    let day = &in_a_year[..10];
    let dry = machine.run(&format!("{add} {day} --dry-run")).done();
    assert!(!dry.stdout.contains("vk_"), "{}", dry.stdout);
    let made = machine.run(&format!("{add} {day}")).done();
    let secret = made.stdout.trim();
    assert!(secret.starts_with("vk_") && secret.len() == 46, "{secret}");
    let listed = machine.run("--json key list").done().json();
    let key = &listed["keys"][0];
    assert_eq!(
        (&key["name"], &key["prefix"]),
        (&"Import".into(), &secret[..11].into())
    );
    assert_eq!(
        listed["keys"].as_array().unwrap().len(),
        1,
        "a dry run made none"
    );
    let shown = machine.run("key list").done().stdout;
    assert!(!shown.contains(&secret[11..]), "{shown}");
    machine.run(&format!("key revoke {}", &secret[..11])).done();
    let again = machine.run("--json key revoke 1").done().json();
    assert_eq!(again["counted"], false);
    for wrong in [
        format!("{add} 2020-01-01"),
        format!("{add} {day} --organisation 999"),
        format!("key add --name Import --scope write_vacancies --until {day}"),
        "key revoke 7".to_owned(),
    ] {
        assert_eq!(machine.run(&wrong).exit, Some(1), "{wrong}");
    }
}

#[test]
fn a_key_for_signing_is_made_shown_renewed_and_removed() {
    let machine = Machine::new();
    machine.run("tenant add roermond --preset roermond").done();
    let made = machine.run("--json mail dkim Example.org.").done().json();
    assert_eq!(made["is_new"], true);
    assert_eq!(made["name"], "voluntr._domainkey.example.org");
    let again = machine.run("--json mail dkim example.org").done().json();
    assert_eq!(
        (&again["is_new"], &again["value"]),
        (&false.into(), &made["value"])
    );
    let shown = machine.run("mail dkim").done();
    assert!(shown.stdout.contains(made["value"].as_str().unwrap()));
    assert!(!shown.stdout.contains("PRIVATE"));
    let renewed = machine
        .run("--json mail dkim example.org --renew --selector v2")
        .done()
        .json();
    assert_eq!(renewed["name"], "v2._domainkey.example.org");
    assert_ne!(renewed["value"], made["value"]);
    for wrong in [
        "mail dkim nobody@example",
        "mail dkim example.org --selector a.b",
    ] {
        assert_eq!(machine.run(wrong).exit, Some(2), "{wrong}");
    }
    machine.run("mail dkim example.org --remove").done();
    let none = machine.run("--json mail dkim").done().json();
    assert_eq!(none["keys"], serde_json::json!([]));
}
