//! Each fault that `doctor` looks for is made, and found by its words; `--fix` mends what it may.

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, SystemTime};

use super::*;

fn machine() -> Machine {
    let machine = Machine::new();
    machine
        .run("tenant add oldebroek --domain oldebroek.example.nl")
        .done();
    machine
}

fn folder(machine: &Machine) -> PathBuf {
    machine.data().join("tenants/oldebroek")
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test arranges what no request can, on a file that nobody has open"
)]
fn change(machine: &Machine, sql: &str) {
    let connection = rusqlite::Connection::open(folder(machine).join("tenant.db")).unwrap();
    connection.execute_batch(sql).unwrap();
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn make_old(path: &Path, days: u64) {
    let long_ago = SystemTime::now() - Duration::from_hours(24 * days);
    let times = std::fs::FileTimes::new().set_modified(long_ago);
    let opened = if path.is_dir() {
        std::fs::File::open(path)
    } else {
        std::fs::OpenOptions::new().write(true).open(path)
    };
    opened.unwrap().set_times(times).unwrap();
}

/// What is found, each as `verdict about: text`.
pub(super) fn findings(answer: &Answer) -> Vec<String> {
    let findings = answer.json()["findings"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    findings
        .iter()
        .map(|one| {
            format!(
                "{} {}: {}",
                text(&one["verdict"]),
                text(&one["about"]),
                text(&one["text"])
            )
        })
        .collect()
}

#[track_caller]
pub(super) fn finds(answer: &Answer, begin: &str, words: &str) {
    let found = findings(answer);
    assert!(
        found
            .iter()
            .any(|one| one.starts_with(begin) && one.contains(words)),
        "{begin} … {words}: {found:#?}"
    );
}

#[track_caller]
pub(super) fn finds_nothing(answer: &Answer, words: &str) {
    let found = findings(answer);
    assert!(!found.iter().any(|one| one.contains(words)), "{found:#?}");
}

#[test]
fn settings_that_betray_a_secret_or_lead_letters_astray_are_found() {
    let machine = machine();
    let file = machine.folder.path().join("voluntr.toml");
    std::fs::write(
        &file,
        "smtp_url = \"smtp://user:word@mail.example.nl:587\"\ndefault_tenant = \"elsewhere\"\npublic_scheme = \"http\"\n",
    )
    .unwrap();
    set_mode(&file, 0o644);
    let found = machine.run("--json doctor");
    finds(&found, "fault settings", "which holds a secret");
    finds(&found, "warning mail", "example address");
    finds(&found, "warning mail", "?tls=required");
    finds(&found, "fault settings", "names 'elsewhere'");
    finds(&found, "warning settings", "http://oldebroek.example.nl");
    assert_eq!(found.exit, Some(1));
    assert!(!found.stdout.contains("word@"), "{}", found.stdout);

    let planned = machine.run("doctor --fix --dry-run");
    assert!(planned.stdout.contains("would "), "{}", planned.stdout);
    assert_eq!(mode(&file), 0o644);
    let mended = machine.run("doctor --fix");
    assert!(
        mended.stdout.contains("mended settings"),
        "{}",
        mended.stdout
    );
    assert_eq!(mode(&file), 0o640);
    finds_nothing(&machine.run("--json doctor"), "which holds a secret");
}

#[test]
fn what_others_may_enter_and_what_was_left_behind_is_mended() {
    let machine = machine();
    set_mode(&machine.data(), 0o755);
    set_mode(&folder(&machine), 0o750);
    let left = machine.data().join(".voluntr-backup-99-0");
    std::fs::create_dir_all(left.join("files")).unwrap();
    std::fs::write(left.with_extension("lock"), "").unwrap();
    let copy = folder(&machine).join("before-upgrade-V400.db");
    std::fs::write(&copy, "a copy").unwrap();
    make_old(&copy, 31);
    let found = machine.run("--json doctor");
    finds(&found, "fault data", "others may enter");
    finds(&found, "fault tenant oldebroek", "others may enter");
    finds(&found, "warning data", "broken off");
    finds(&found, "warning tenant oldebroek", "older than thirty days");

    machine.run("doctor --fix").done();
    assert_eq!(
        (mode(&machine.data()), mode(&folder(&machine))),
        (0o700, 0o700)
    );
    assert!(!left.exists() && !copy.exists());
    let after = machine.run("--json doctor").done();
    for words in ["others may enter", "broken off", "thirty days"] {
        finds_nothing(&after, words);
    }
}

#[test]
fn a_clock_that_is_wrong_and_a_backup_from_the_future_are_found() {
    let machine = machine();
    machine.run("backup create --to b.tar.gz").done();
    finds_nothing(&machine.run("--json doctor"), "timedatectl");
    #[expect(clippy::disallowed_methods, reason = "a test sets the moment back")]
    rusqlite::Connection::open(machine.data().join("registry.db"))
        .unwrap()
        .execute("update tenants set created_at = '2999-01-01T00:00:00Z'", [])
        .unwrap();
    finds(&machine.run("--json doctor"), "fault clock", "timedatectl");
}

#[test]
fn a_tenant_without_admins_hosts_or_files_is_found() {
    let machine = machine();
    machine.run("tenant add lost").done();
    let found = machine.run("--json doctor");
    finds(
        &found,
        "warning tenant oldebroek",
        "nobody may change its settings",
    );
    finds(&found, "warning tenant lost", "no host leads to it");

    machine
        .run_with_input(
            "user add --tenant oldebroek --email a@example.nl --role admin --password-stdin",
            PASSWORD,
        )
        .done();
    machine
        .run_with_input(
            "user add --tenant lost --email x@demo.voluntr.example --password-stdin",
            PASSWORD,
        )
        .done();
    change(
        &machine,
        "insert into uploads (kind, url, content_type, size, volunteer_center_id, created_at, updated_at, file)
         select 'document', '/uploads/1', 'application/pdf', 1, id, '', '', '0123456789abcdef01234567.pdf' from volunteer_centers limit 1;
         update volunteer_centers set host = 'centrum.example.org';",
    );
    let uploads = folder(&machine).join("uploads");
    std::fs::create_dir_all(&uploads).unwrap();
    let nobodys = uploads.join("fedcba9876543210fedcba98.webp");
    std::fs::write(&nobodys, "a picture").unwrap();
    make_old(&nobodys, 2);
    let found = machine.run("--json doctor");
    let is_without_admins = |one: &String| {
        one.starts_with("warning tenant oldebroek") && one.contains("nobody may change")
    };
    assert!(!findings(&found).iter().any(is_without_admins));
    finds(&found, "warning tenant oldebroek", "no second factor");
    finds(
        &found,
        "fault tenant lost",
        "a password that everybody knows",
    );
    finds(
        &found,
        "fault tenant oldebroek",
        "0123456789abcdef01234567.pdf",
    );
    finds(&found, "warning tenant oldebroek", "belongs to no row");
    finds(&found, "warning tenant oldebroek", "centrum.example.org");

    change(&machine, "delete from uploads");
    let found = machine.run("--json doctor");
    finds_nothing(&found, "0123456789abcdef01234567.pdf");
}

#[test]
fn free_pages_and_a_large_log_are_found() {
    let machine = machine();
    change(
        &machine,
        "create table filling (bytes blob); insert into filling values (zeroblob(90000000)); drop table filling;",
    );
    let log = std::fs::File::create(folder(&machine).join("tenant.db-wal")).unwrap();
    let found = machine.run("--json doctor");
    finds(&found, "warning tenant oldebroek", "free pages");
    // As long as a log of that size; no byte of it is a page.
    log.set_len(300 * 1024 * 1024).unwrap();
    let found = machine.run("--json doctor");
    finds(&found, "warning tenant oldebroek", "its log is 300 MB");
}

#[test]
fn only_when_it_is_asked_for_the_network_is_asked() {
    let machine = Machine::new();
    machine
        .run("tenant add oldebroek --domain oldebroek.invalid")
        .done();
    let mut closed = machine.command("--json doctor --online");
    // A port that nobody listens on.
    closed.env("VOLUNTR_SMTP_URL", "smtp://127.0.0.1:1");
    closed.env("VOLUNTR_MAIL_FROM", "centrum@example.nl");
    let found = Answer::of(&closed.output().unwrap());
    finds(&found, "fault dns", "oldebroek.invalid");
    finds(
        &found,
        "fault mail",
        "no mail server answers at 127.0.0.1:1",
    );

    let peer = SmtpPeer::start();
    let mut open = machine.command("--json doctor --online");
    open.env("VOLUNTR_SMTP_URL", peer.url());
    open.env("VOLUNTR_MAIL_FROM", "centrum@example.nl");
    let found = Answer::of(&open.output().unwrap());
    finds(&found, "fine mail", "the mail server answers");

    let found = machine.run("--json doctor").done();
    finds_nothing(&found, "oldebroek.invalid has no address");
}
