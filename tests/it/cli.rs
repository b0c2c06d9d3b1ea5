//! The real binary, as an operator types it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::smtp_peer::SmtpPeer;

const PASSWORD: &str = "paard batterij nietje\n";

struct Machine {
    folder: tempfile::TempDir,
}

struct Answer {
    exit: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Answer {
    fn of(output: &Output) -> Self {
        Self {
            exit: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    #[track_caller]
    fn done(self) -> Self {
        assert_eq!(self.exit, Some(0), "{}{}", self.stdout, self.stderr);
        self
    }

    /// Failed with exactly one sentence on stderr that says this, and nothing on stdout.
    #[track_caller]
    fn failed(self, exit: i32, saying: &str) {
        assert_eq!(self.exit, Some(exit), "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "");
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.contains(saying), "{}", self.stderr);
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!(
                "not one JSON document ({error}): {}{}",
                self.stdout, self.stderr
            )
        })
    }
}

impl Machine {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_voluntr"));
        command
            .args(words(line))
            .current_dir(self.folder.path())
            .env_clear()
            .env("VOLUNTR_DATA", self.data());
        command
    }

    fn run(&self, line: &str) -> Answer {
        Answer::of(&self.command(line).stdin(Stdio::null()).output().unwrap())
    }

    fn run_with_input(&self, line: &str, input: &str) -> Answer {
        let mut command = self.command(line);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that refuses before it reads closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Answer::of(&child.wait_with_output().unwrap())
    }

    /// Every folder and file, and every row of every database: what a dry run must not change.
    fn everything(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(self.folder.path(), &mut found);
        found.sort();
        found
    }
}

fn collect(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = path.display().to_string();
        if path.is_dir() {
            collect(&path, found);
            found.push(name);
        } else if path.extension().is_some_and(|end| end == "db") {
            // Not its bytes: SQLite moves rows from its log into the file when it likes.
            found.extend(rows_of(&path));
        } else if !name.ends_with("-wal") && !name.ends_with("-shm") {
            found.push(name);
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test looks at a file that no server of its own has open"
)]
fn rows_of(path: &Path) -> Vec<String> {
    let connection = rusqlite::Connection::open(path).unwrap();
    let mut tables = connection
        .prepare(
            "select name from sqlite_schema where type = 'table' and name not like '%_search%'",
        )
        .unwrap();
    let tables: Vec<String> = tables
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut found = Vec::new();
    for table in tables {
        let mut statement = connection
            .prepare(&format!("select * from {table}"))
            .unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<_> = (0..columns)
                .map(|index| format!("{:?}", row.get_ref(index).unwrap()))
                .collect();
            found.push(format!("{} {table}: {}", path.display(), values.join(" ")));
        }
    }
    found
}

/// Splits like a shell, with single quotes.
fn words(line: &str) -> Vec<String> {
    line.split('\'')
        .enumerate()
        .flat_map(|(index, part)| {
            if index % 2 == 1 {
                vec![part.to_owned()]
            } else {
                part.split_whitespace().map(str::to_owned).collect()
            }
        })
        .collect()
}

#[test]
fn a_tenant_is_made_while_nothing_runs_and_only_once() {
    let machine = Machine::new();
    let made = machine
        .run("--json tenant add oldebroek --domain Vrijwilligers.Example.nl")
        .done()
        .json();
    assert_eq!(made["tenant"], "oldebroek");
    assert_eq!(made["dry_run"], false);
    assert_eq!(made["domains"][0], "vrijwilligers.example.nl");
    machine
        .run("tenant add oldebroek")
        .failed(1, "choose another name");
    let again = machine.run("--json tenant add oldebroek");
    assert_eq!((again.exit, again.stderr.as_str()), (Some(1), ""));
    assert_eq!(again.json()["error"]["exit"], 1);

    let listed = machine.run("--json tenant list").done().json();
    assert_eq!(listed["tenants"][0]["name"], "oldebroek");
    assert_eq!(listed["tenants"][0]["is_default"], true);
    let shown = machine.run("--json tenant show oldebroek").done().json();
    assert_eq!(
        shown["centres"][0]["name"],
        "Vrijwilligerscentrum Oldebroek"
    );
    assert_eq!(shown["counts"]["users"], 0);
    machine
        .run("tenant show nergens")
        .failed(1, "see 'voluntr tenant list'");
}

#[test]
fn names_hosts_and_presets_that_cannot_be_leave_nothing_behind() {
    let machine = Machine::new();
    machine
        .run("tenant add Oldebroek")
        .failed(1, "small letters");
    machine
        .run("tenant add aa --preset nergens")
        .failed(1, "choose one of oldebroek");
    machine
        .run("tenant add aa --domain https://x.nl")
        .failed(1, "without scheme");
    machine.run("tenant add aa").done();
    machine.run("tenant domain add aa www.a.nl").done();
    machine
        .run("tenant add bb --domain www.a.nl")
        .failed(1, "belongs to tenant 'aa'");
    let listed = machine.run("--json tenant list").done().json();
    assert_eq!(listed["tenants"].as_array().unwrap().len(), 1);
    assert!(!machine.data().join("tenants/bb").exists());
}

#[test]
fn a_dry_run_changes_nothing() {
    let machine = Machine::new();
    let said = machine.run("tenant add oldebroek --dry-run").done();
    assert!(said.stdout.starts_with("Dry run"), "{}", said.stdout);
    assert!(!machine.data().exists());
    machine.run("demo seed --dry-run").done();
    assert!(!machine.data().exists());

    machine
        .run("demo seed --organisations 8 --vacancies 6 --volunteers 4 --applications 3")
        .done();
    machine
        .run("tenant add oldebroek --domain old.example.nl")
        .done();
    let before = machine.everything();
    for line in [
        "tenant add roermond --dry-run",
        "tenant domain add demo www.demo.nl --dry-run",
        "tenant domain remove oldebroek old.example.nl --dry-run",
        "tenant archive demo --dry-run",
        "tenant remove demo --dry-run",
        "theme seed --tenant demo --preset roermond --dry-run",
        "organisation approve --tenant demo --all-pending --dry-run",
        "organisation deny --tenant demo 1 --reason for_profit --dry-run",
        "user role add --tenant demo --email vrijwilliger@demo.voluntr.example --role admin --dry-run",
        "mail retry --tenant demo --dry-run",
        "backup create --dry-run",
        "man pages --dry-run",
    ] {
        let said = machine.run(&format!("--json {line}")).done().json();
        assert_eq!(said["dry_run"], true, "{line}");
    }
    for line in [
        "user add --tenant demo --email new@example.nl --role admin --password-stdin --dry-run",
        "user password --tenant demo --email admin@demo.voluntr.example --password-stdin --dry-run",
    ] {
        let said = machine
            .run_with_input(&format!("--json {line}"), PASSWORD)
            .done()
            .json();
        assert_eq!(said["dry_run"], true, "{line}");
    }
    // A dry run finds the faults that the real one would.
    let taken =
        "user add --tenant demo --email admin@demo.voluntr.example --password-stdin --dry-run";
    machine
        .run_with_input(taken, PASSWORD)
        .failed(1, "has an account already");
    let after = machine.everything();
    let new: Vec<_> = after.iter().filter(|line| !before.contains(line)).collect();
    assert_eq!(new, Vec::<&String>::new());
    assert_eq!(before.len(), after.len());
}

#[test]
fn a_person_is_added_and_given_roles_without_a_password_on_the_command_line() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    machine
        .run("user add --email a@example.nl")
        .failed(2, "--password-stdin");
    machine
        .run_with_input("user add --email a@example.nl --password-stdin", "kort\n")
        .failed(1, "12 to 128");
    let add = "--json user add --email a@example.nl --first-name Sanne --last-name 'de Vries' --role admin --password-stdin";
    let added = machine.run_with_input(add, PASSWORD).done().json();
    assert_eq!(added["roles"][0]["scope_type"], "tenant");
    assert!(!added.to_string().contains("nietje"));
    machine
        .run_with_input(add.trim_start_matches("--json "), PASSWORD)
        .failed(1, "has an account already");

    std::fs::write(machine.folder.path().join("secret"), PASSWORD).unwrap();
    let mut command = machine.command("user add --email b@example.nl --role center_superuser");
    let second = Answer::of(
        &command
            .env("VOLUNTR_PASSWORD_FILE", "secret")
            .output()
            .unwrap(),
    );
    second.done();

    machine
        .run("user role add --email b@example.nl --role koning")
        .failed(2, "choose one of");
    machine
        .run("user role add --email b@example.nl --role organization_superuser")
        .failed(2, ":ID");
    machine
        .run("user role add --email b@example.nl --role organization_superuser:7")
        .failed(1, "no organisation 7");
    machine
        .run("user role remove --email a@example.nl --role admin")
        .failed(1, "last admin");
    machine
        .run("user role add --email b@example.nl --role admin")
        .done();
    let removed = machine
        .run("--json user role remove --email a@example.nl --role admin")
        .done()
        .json();
    assert_eq!(removed["changed"], true);
    let people = machine.run("--json user list --role admin").done().json();
    assert_eq!(people["users"].as_array().unwrap().len(), 1);
    assert_eq!(people["users"][0]["email"], "b@example.nl");
}

#[test]
fn the_demo_waits_for_decisions_and_gets_them() {
    let machine = Machine::new();
    let seeded = machine.run("--json demo seed").done().json();
    assert_eq!(seeded["accounts"].as_array().unwrap().len(), 4);
    assert!(seeded["vacancies"].as_u64().unwrap() >= 214);
    machine
        .run("-q demo seed")
        .failed(1, "already has organisations");

    let waiting = machine
        .run("--json organization list --status pending")
        .done()
        .json();
    let waiting = waiting["organisations"].as_array().unwrap().clone();
    assert!(waiting.len() >= 2, "{waiting:?}");
    let (first, last) = (&waiting[0]["id"], &waiting[waiting.len() - 1]["id"]);
    let denied = machine.run(&format!(
        "--json organisation deny {last} --reason for_profit --text 'Dit is een bedrijf.'"
    ));
    assert_eq!(denied.done().json()["denied"]["id"], *last);
    machine
        .run(&format!("organisation deny {first} --reason zomaar"))
        .refused();
    // All or none: the one that is denied already can still be approved, the one that is not there cannot.
    machine
        .run(&format!("organisation approve {first} 999999"))
        .failed(1, "no organisation 999999");
    let approved = machine
        .run(&format!("--json organisation approve {first}"))
        .done()
        .json();
    assert_eq!(approved["approved"][0]["id"], *first);
    machine
        .run(&format!("organisation approve {first}"))
        .failed(1, "from the state it is in");
    machine.run("organisation approve --all-pending").done();
    let nothing = machine
        .run("--json organisation approve --all-pending")
        .done()
        .json();
    assert_eq!(nothing["approved"].as_array().unwrap().len(), 0);
    let letters = machine.run("--json mail outbox").done().json();
    assert!(
        letters["letters"]
            .as_array()
            .unwrap()
            .iter()
            .any(|letter| letter["kind"] == "org_approved")
    );
    machine
        .run("mail test a@example.nl")
        .failed(1, "VOLUNTR_SMTP_URL");
}

impl Answer {
    /// Refused by the command line itself.
    #[track_caller]
    fn refused(self) {
        assert_eq!(self.exit, Some(2), "{}{}", self.stdout, self.stderr);
        assert!(self.stdout.is_empty() && !self.stderr.is_empty());
    }
}

#[test]
fn wrong_use_is_2_and_help_is_0() {
    let machine = Machine::new();
    for line in [
        "",
        "frob",
        "tenant",
        "tenant add",
        "serve --listen here",
        "user list --tenant",
        "-q -v doctor",
    ] {
        machine.run(line).refused();
    }
    let wrong = machine.run("--json frob");
    assert_eq!(wrong.exit, Some(2));
    assert_eq!(wrong.json()["error"]["code"], "wrong_use");
    for line in [
        "--help",
        "tenant --help",
        "help-me-not --help",
        "--version",
        "version",
    ] {
        let answer = machine.run(line);
        if line.starts_with("help-me-not") {
            answer.refused();
        } else {
            answer.done();
        }
    }
    machine
        .run("user list")
        .failed(1, "voluntr tenant add NAME");
    machine.run("tenant list").done();
    assert!(
        machine
            .run("completions bash")
            .done()
            .stdout
            .contains("voluntr")
    );
    machine.run("man pages").done();
    assert!(
        machine
            .folder
            .path()
            .join("pages/voluntr-tenant.1")
            .exists()
    );
}

#[test]
fn settings_say_where_they_come_from() {
    let machine = Machine::new();
    std::fs::write(
        machine.folder.path().join("voluntr.toml"),
        "listen = \"127.0.0.1:9000\"\nlog = \"warn\"\n",
    )
    .unwrap();
    std::fs::write(
        machine.folder.path().join("smtp"),
        "smtp://u:geheim@mail.example\n",
    )
    .unwrap();
    let mut command = machine.command("--json config show --origin");
    let shown = Answer::of(
        &command
            .env("VOLUNTR_LOG", "debug")
            .env("VOLUNTR_SMTP_URL_FILE", "smtp")
            .output()
            .unwrap(),
    )
    .done();
    assert!(!shown.stdout.contains("geheim"), "{}", shown.stdout);
    let settings = &shown.json()["settings"];
    let of = |name: &str| {
        (
            settings[name]["value"].as_str().unwrap_or("-"),
            settings[name]["origin"].as_str().unwrap(),
        )
    };
    assert_eq!(of("log"), ("debug", "environment VOLUNTR_LOG"));
    assert_eq!(of("smtp_url").0, "(set)");
    assert_eq!(of("tenant_cookie"), ("tenant", "default"));
    assert_eq!(of("listen").0, "127.0.0.1:9000");
    assert!(
        of("listen").1.ends_with("voluntr.toml"),
        "{:?}",
        of("listen")
    );

    std::fs::write(
        machine.folder.path().join("voluntr.toml"),
        "lisen = \"127.0.0.1:9000\"\n",
    )
    .unwrap();
    machine
        .run("config check")
        .failed(1, "did you mean 'listen'?");
    machine.run("serve").failed(1, "did you mean 'listen'?");
    std::fs::write(
        machine.folder.path().join("voluntr.toml"),
        "listen = \"hier\"\n",
    )
    .unwrap();
    machine.run("config check").failed(1, "'listen'");
}

#[test]
fn a_backup_is_whole_and_comes_back() {
    let machine = Machine::new();
    machine
        .run("demo seed --organisations 8 --vacancies 6 --volunteers 4 --applications 3")
        .done();
    let made = machine.run("--json backup create").done().json();
    let file = made["file"].as_str().unwrap().to_owned();
    machine.run(&format!("backup verify {file}")).done();
    assert_eq!(
        machine.run("--json backup list").done().json()["backups"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    machine
        .run(&format!("backup restore {file}"))
        .failed(1, "holds tenants already");
    machine
        .run(&format!("--data elsewhere backup restore {file}"))
        .done();
    let counts = |machine: &Machine, data: &str| {
        machine
            .run(&format!("--json {data} tenant show demo"))
            .done()
            .json()["counts"]
            .clone()
    };
    assert_eq!(counts(&machine, ""), counts(&machine, "--data elsewhere"));
    machine.run("--data elsewhere doctor").done();

    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    std::fs::write(&file, bytes).unwrap();
    machine
        .run(&format!("backup verify {file}"))
        .failed(1, "no whole backup");
    machine
        .run(&format!("--data third backup restore {file}"))
        .failed(1, "no whole backup");
    assert!(!machine.folder.path().join("third/registry.db").exists());
    let left: Vec<_> = std::fs::read_dir(machine.data().join("backups"))
        .unwrap()
        .flatten()
        .collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn doctor_sees_what_is_wrong() {
    use std::os::unix::fs::PermissionsExt as _;
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    machine.run("doctor").done();
    let folder = machine.data().join("tenants/oldebroek");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    let found = machine.run("--json doctor");
    assert_eq!(found.exit, Some(1));
    assert_eq!(found.json()["ok"], false);
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).unwrap();
    for file in ["tenant.db-wal", "tenant.db-shm"] {
        let _ = std::fs::remove_file(folder.join(file));
    }
    std::fs::write(folder.join("tenant.db"), "this was a database").unwrap();
    let found = machine.run("doctor");
    assert_eq!(found.exit, Some(1));
    assert!(
        found.stdout.contains("restore it from a backup"),
        "{}",
        found.stdout
    );
}

/// `serve` under its own feet: stopped by SIGTERM when dropped.
struct Serving {
    child: Child,
    address: String,
    rest: BufReader<std::process::ChildStdout>,
}

impl Serving {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut rest = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        rest.read_line(&mut line).unwrap();
        let address = line
            .trim()
            .strip_prefix("Serving on ")
            .unwrap_or_else(|| panic!("{line}"))
            .to_owned();
        Self {
            child,
            address,
            rest,
        }
    }

    fn get(&self, path: &str) -> (u16, String) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let mut response = agent.get(format!("{}{path}", self.address)).call().unwrap();
        (
            response.status().as_u16(),
            response.body_mut().read_to_string().unwrap(),
        )
    }

    fn lines_until(&mut self, end: &str) -> String {
        let mut text = String::new();
        while !text.contains(end) {
            assert!(self.rest.read_line(&mut text).unwrap() > 0, "{text}");
        }
        text
    }

    fn stop(&mut self) -> Option<i32> {
        Command::new("kill")
            .arg(self.child.id().to_string())
            .status()
            .unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_demo_is_served_under_every_host_and_stops_when_told() {
    let machine = Machine::new();
    let mut serving = Serving::start(machine.command("serve --demo --listen 127.0.0.1:0"));
    let said = serving.lines_until("vrijwilliger@demo.voluntr.example");
    assert!(said.contains("letters stay in the outbox"), "{said}");
    let (status, body) = serving.get("/api/v1/vacancies");
    assert_eq!(status, 200);
    assert!(
        serde_json::from_str::<Value>(&body).unwrap()["meta"]["total"]
            .as_u64()
            .unwrap()
            > 100
    );
    assert_eq!(serving.stop(), Some(0));
    // A second start finds the demo and leaves it as it is.
    let mut again = Serving::start(machine.command("serve --demo --listen 127.0.0.1:0"));
    again.lines_until("vrijwilliger@demo.voluntr.example");
    assert_eq!(again.get("/health/live").0, 200);
}

#[test]
fn a_second_server_on_the_same_address_says_so() {
    let machine = Machine::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    machine
        .run(&format!("serve --listen {address}"))
        .failed(1, "choose another with --listen");
}

#[test]
fn a_running_server_sees_what_commands_do_and_sends_its_mail() {
    let machine = Machine::new();
    let peer = SmtpPeer::start();
    let mut command = machine.command("serve --listen 127.0.0.1:0");
    command.env("VOLUNTR_SMTP_URL", peer.url());
    let serving = Serving::start(command);
    assert_eq!(serving.get("/api/v1/vacancies").0, 404);
    machine
        .run("demo seed --organisations 8 --vacancies 6 --volunteers 4 --applications 3")
        .done();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while serving.get("/api/v1/vacancies").0 != 200 {
        assert!(
            std::time::Instant::now() < until,
            "the server does not see the new tenant"
        );
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    // A mandatory letter goes at any hour; this one is written by the API, as a person would.
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let form = serde_json::json!({ "data": { "type": "users", "attributes": {
        "first_name": "Nieuw", "last_name": "Gezicht", "email": "nieuw@example.nl",
        "password": PASSWORD.trim(), "password_confirmation": PASSWORD.trim(), "accept_terms": true,
    } } });
    let asked = agent
        .post(format!("{}/api/v1/users/sign_up", serving.address))
        .send_json(form)
        .unwrap();
    assert!(asked.status().is_success(), "{}", asked.status());
    let begun = std::time::Instant::now();
    let letter = peer.wait_for("nieuw@example.nl", "");
    assert!(begun.elapsed() < std::time::Duration::from_secs(5));
    assert!(letter.text.contains("http://127.0.0.1"), "{}", letter.text);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(5);
    loop {
        let letters = machine
            .run("--json mail outbox --status sent")
            .done()
            .json();
        if !letters["letters"].as_array().unwrap().is_empty() {
            break;
        }
        assert!(
            std::time::Instant::now() < until,
            "the letter is not marked as sent"
        );
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
