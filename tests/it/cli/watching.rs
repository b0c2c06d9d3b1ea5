//! What the server logs is changed while it runs, slow statements are logged, and a bundle for who helps tells of no person.

use std::io::Read as _;
use std::time::{Duration, Instant};

use super::serving::Serving;
use super::*;

const HOST: &str = "oldebroek.example.nl";

fn machine() -> Machine {
    let machine = Machine::new();
    machine
        .run(&format!("tenant add oldebroek --domain {HOST}"))
        .done();
    machine
}

#[test]
fn what_is_logged_is_changed_while_the_server_runs_and_goes_back() {
    let machine = machine();
    machine
        .run("log 'voluntr=no level'")
        .failed(1, "write for example");
    machine
        .run("log debug --data nowhere")
        .failed(1, "name the right one");
    let mut serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    let chosen = machine
        .run("--json log voluntr=trace,debug --minutes 5")
        .done();
    assert_eq!(chosen.json()["log"], "voluntr=trace,debug");
    std::thread::sleep(Duration::from_secs(5));
    let told = machine.run("log").done();
    assert!(
        told.stdout.contains("'voluntr=trace,debug' until"),
        "{}",
        told.stdout
    );
    machine.run("log --reset").done();
    std::thread::sleep(Duration::from_secs(5));
    let told = machine.run("log").done();
    assert!(
        told.stdout.contains("as its settings say"),
        "{}",
        told.stdout
    );
    let _ = serving.child.kill();
    let log = serving.log();
    let changed: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("what is logged was changed"))
        .collect();
    assert_eq!(changed.len(), 2, "{log}");
    assert!(changed[0].contains("voluntr=trace,debug"), "{log}");
    assert!(changed[1].contains(r#""log":"info""#), "{log}");
}

#[test]
fn a_slow_statement_is_logged_without_the_values_it_was_run_with() {
    let machine = machine();
    let mut command = machine.command("serve --listen 127.0.0.1:0");
    // A commit takes longer where the disk is slow; here everything does that takes a millisecond.
    command.env("VOLUNTR_SLOW_QUERY_MILLISECONDS", "1");
    let mut serving = Serving::start(command);
    let until = Instant::now() + Duration::from_mins(1);
    let mut number = 0;
    while Instant::now() < until && number < 40 {
        let body = serde_json::json!({ "email": format!("geheim{number}@example.nl") });
        serving.post("/auth/password", &body);
        serving.status_at(
            HOST,
            &format!("/api/v1/vacancies?filter%5Bq%5D=geheimwoord{number}"),
        );
        number += 1;
    }
    let _ = serving.child.kill();
    let log = serving.log();
    assert!(log.contains("a slow statement"), "{log}");
    assert!(log.contains(r#""tenant":"oldebroek""#), "{log}");
    assert!(!log.contains("geheim"), "{log}");
}

#[test]
fn a_bundle_has_findings_settings_and_figures_and_nobody_in_it() {
    let machine = machine();
    machine
        .run_with_input(
            "user add --email geheim@example.nl --first-name Geheim --last-name Persoon --password-stdin",
            PASSWORD,
        )
        .done();
    std::fs::write(
        machine.folder.path().join("log"),
        "a letter to geheim@example.nl did not go\nfrom 192.0.2.7\n",
    )
    .unwrap();
    machine.run("support bundle x.tar.gz --dry-run").done();
    assert!(!machine.folder.path().join("x.tar.gz").exists());
    let mut command = machine.command("support bundle x.tar.gz --log log");
    command.env("VOLUNTR_SMTP_URL", "smtp://geheim:geheim@mail.example.nl");
    Answer::of(&command.output().unwrap()).done();
    machine
        .run("support bundle x.tar.gz")
        .failed(1, "is there already");
    let packed = std::fs::File::open(machine.folder.path().join("x.tar.gz")).unwrap();
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed));
    let mut parts = BTreeMap::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().display().to_string();
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        assert!(!text.to_lowercase().contains("geheim"), "{name}: {text}");
        assert!(!text.contains("192.0.2.7"), "{name}: {text}");
        parts.insert(name, text);
    }
    let names: Vec<&str> = parts.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "findings.json",
            "log.txt",
            "machine.json",
            "program.json",
            "settings.json",
            "tenants.json"
        ]
    );
    assert!(parts["settings.json"].contains("(set)"));
    let tenants: Value = serde_json::from_str(&parts["tenants.json"]).unwrap();
    assert_eq!(tenants[0]["rows"]["users"], 1);
    assert!(parts["findings.json"].contains("the database is sound"));
}
