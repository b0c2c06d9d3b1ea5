//! Effects and output of each command.

use super::*;

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
    let text = machine.run("tenant show oldebroek").done().stdout;
    assert!(text.contains("Holds: 0 users, 0 organisations"), "{text}");
    let copied = machine.run("backup create").done().stdout;
    assert!(copied.starts_with("Copied 1 tenant to "), "{copied}");
    let shown = machine.run("--json tenant show oldebroek").done().json();
    assert_eq!(
        shown["centres"][0]["name"],
        "Vrijwilligerscentrum Oldebroek"
    );
    assert_eq!(shown["counts"]["users"], 0);
    assert_eq!(shown["second_factor"], "required");
    machine.run("second-factor rule optional").done();
    let shown = machine.run("--json tenant show oldebroek").done().json();
    assert_eq!(shown["second_factor"], "optional");
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
    machine.run("backup create --to all.tar.gz").done();
    machine.run("backup create").done();
    std::fs::write(
        machine.folder.path().join("m.csv"),
        "E-mailadres;Telefoon\ncas@example.nl;0612345678\nda@example.nl;bel maar\n",
    )
    .unwrap();
    std::fs::write(machine.folder.path().join("theme.json"), "{}").unwrap();
    let rows = machine.everything();
    let before = machine.bytes();
    for line in [
        "tenant add roermond --dry-run",
        "tenant domain add demo www.demo.nl --dry-run",
        "tenant domain remove oldebroek old.example.nl --dry-run",
        "tenant pages demo --dry-run",
        "tenant archive demo --dry-run",
        "tenant remove demo --dry-run",
        "theme seed --tenant demo --preset roermond --dry-run",
        "theme import --tenant demo theme.json --dry-run",
        "organisation approve --tenant demo --all-pending --dry-run",
        "organisation deny --tenant demo 1 --reason for_profit --dry-run",
        "user add --tenant demo --email new@example.nl --invite --dry-run",
        "user role add admin --tenant demo --email vrijwilliger@demo.voluntr.example --dry-run",
        "user role remove volunteer --tenant demo --email vrijwilliger@demo.voluntr.example --dry-run",
        "user import m.csv --tenant oldebroek --skip-faulty --dry-run",
        "user import m.csv --tenant oldebroek --skip-faulty --faulty wrong.csv --invite --dry-run",
        "demo seed --tenant oldebroek --organisations 4 --vacancies 3 --dry-run",
        "second-factor rule --tenant demo required --dry-run",
        "second-factor forget --tenant demo --email admin@demo.voluntr.example --dry-run",
        "mail retry --tenant demo --dry-run",
        "mail hold --tenant demo --dry-run",
        "mail release --tenant demo --dry-run",
        "backup create --dry-run",
        "backup prune --dry-run",
        "backup restore --tenant oldebroek --as nieuw --dry-run",
        "--data elsewhere backup restore --from data/backups --dry-run",
        "backup create --to other.tar.gz --dry-run",
        "backup restore all.tar.gz --data elsewhere --dry-run",
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
    let peer = SmtpPeer::start();
    let tried = machine
        .command("--json mail test --tenant demo a@example.nl --dry-run")
        .env("VOLUNTR_SMTP_URL", peer.url())
        .output()
        .unwrap();
    assert_eq!(Answer::of(&tried).done().json()["dry_run"], true);
    // A dry run finds the faults that the real one would.
    let taken =
        "user add --tenant demo --email admin@demo.voluntr.example --password-stdin --dry-run";
    machine
        .run_with_input(taken, PASSWORD)
        .failed(1, "has an account already");
    let faulty = machine.run("user import m.csv --tenant oldebroek --dry-run");
    assert_eq!(faulty.exit, Some(1));
    assert!(
        faulty.stdout.contains("m-faulty.csv"),
        "{}{}",
        faulty.stdout,
        faulty.stderr
    );
    // The log of the commands before it is written into a tenant's file at any time: there the rows are compared.
    let kept = |mut files: BTreeMap<PathBuf, Vec<u8>>| {
        files.retain(|path, _| !path.ends_with("tenant.db"));
        files
    };
    let (before, after) = (kept(before), kept(machine.bytes()));
    let changed: Vec<_> = after
        .iter()
        .filter(|(path, bytes)| before.get(*path) != Some(bytes))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(changed, Vec::<&PathBuf>::new());
    assert_eq!(before.len(), after.len());
    assert!(rows == machine.everything());
}

/// Files that a restored backup brought, and a file of an older program, which another command brings up to date.
#[test]
fn a_dry_run_leaves_restored_and_older_files_as_they_are() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    machine.run("backup create --to all.tar.gz").done();
    machine
        .run("backup restore all.tar.gz --data second")
        .done();
    let before = machine.bytes();
    machine
        .run("second-factor rule optional --data second --dry-run")
        .done();
    assert!(before == machine.bytes());

    let file = machine.data().join("tenants/oldebroek/tenant.db");
    set_schema(&file, 100);
    let before = machine.bytes();
    machine
        .run("second-factor rule optional --dry-run")
        .failed(1, "voluntr backup create");
    assert!(before == machine.bytes());
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test changes a file that no server of its own has open"
)]
fn set_schema(path: &std::path::Path, version: i64) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection
        .pragma_update(None, "user_version", version)
        .unwrap();
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
        .failed(1, "at least 12");
    machine
        .run_with_input(
            "user add --email a@example.nl --password-stdin",
            "Qwerty123456\n",
        )
        .failed(1, "list of leaked passwords");
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
    assert_eq!(seeded["accounts"].as_array().unwrap().len(), 6);
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
    machine
        .run(&format!("organisation deny {last} --reason for_profit"))
        .failed(1, "--text");
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
    let letters = letters["letters"].as_array().unwrap();
    let told = letters
        .iter()
        .find(|letter| letter["kind"] == "org_approved")
        .unwrap();
    let letter = machine.run(&format!("mail show {}", told["id"])).done();
    let to = told["to_email"].as_str().unwrap();
    assert!(letter.stdout.contains(to), "{}", letter.stdout);
    assert!(
        letter.stdout.contains("Subject: ") && letter.stdout.contains("http"),
        "{}",
        letter.stdout
    );
    machine
        .run("mail show 999999")
        .failed(1, "there is no letter 999999");
    machine
        .run("mail test a@example.nl")
        .failed(1, "VOLUNTR_SMTP_URL");
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
        "help",
        "help user add",
        "tenant --help",
        "tenant help",
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
    machine.run("--config weg.toml tenant list").failed(
        1,
        "there is no file weg.toml (--config); name the one you mean",
    );
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
fn a_person_is_invited_from_the_command_line_and_the_password_rule_is_the_same_there() {
    let machine = Machine::new();
    machine.run("tenant add oldebroek").done();
    let invite = "--json user add --email noor@example.nl --first-name Noor --role center_superuser --invite";
    let both = machine.run("user add --email noor@example.nl --invite --password-stdin");
    assert_eq!(both.exit, Some(2));
    assert!(
        both.stderr.contains("cannot be used with"),
        "{}",
        both.stderr
    );
    let said = machine.run(invite).done().json();
    assert_eq!(said["invited"], true);
    let people = machine.run("--json user list").done().json();
    assert_eq!(people["users"][0]["status"], "invited");
    assert_eq!(people["users"][0]["roles"], serde_json::json!([]));
    let letters = machine.run("mail outbox").done();
    assert!(letters.stdout.contains("invitation"), "{}", letters.stdout);
    // Without a mail server this is how a letter is read, with the link that it is about.
    let letter = machine.run("mail show 1").done().stdout;
    assert!(
        letter.starts_with("To: noor@example.nl\nSubject: "),
        "{letter}"
    );
    assert!(letter.contains("/confirm?invitation_token="), "{letter}");
    let set = "user password --email noor@example.nl --password-stdin";
    for (password, saying) in [
        ("kort\n", "at least 12"),
        ("Qwerty123456\n", "list of leaked passwords"),
        ("noor fietst naar zee\n", "name or email address"),
        ("vrijwilligers2026!\n", "too easy to guess"),
    ] {
        machine.run_with_input(set, password).failed(1, saying);
    }
    machine.run_with_input(set, PASSWORD).done();
    let people = machine.run("--json user list").done().json();
    assert_eq!(people["users"][0]["status"], "active");
}

#[test]
fn a_theme_is_written_to_a_file_and_given_to_another_centre_after_the_checks_of_the_editor() {
    let machine = Machine::new();
    machine.run("tenant add roermond --preset roermond").done();
    machine
        .run("tenant add oldebroek --preset oldebroek")
        .done();
    machine
        .run("theme export --tenant roermond theme.json")
        .done();
    machine
        .run("theme import --tenant oldebroek theme.json")
        .done();
    let exported = |tenant: &str| {
        let line = format!("--json theme export --tenant {tenant}");
        machine.run(&line).done().json()["theme"].clone()
    };
    assert_eq!(exported("oldebroek"), exported("roermond"));
    assert_eq!(exported("oldebroek")["default_shape"], "straight");
    let file = machine.folder.path().join("theme.json");
    std::fs::write(&file, r##"{"text_color": "#eeeeee"}"##).unwrap();
    machine
        .run("theme import --tenant oldebroek theme.json")
        .failed(1, "does not read well");
    std::fs::write(&file, r#"{"kleur": "rood"}"#).unwrap();
    machine
        .run("theme import --tenant oldebroek theme.json")
        .failed(1, "'kleur' is no part of a theme");
    machine
        .run("theme export --tenant roermond --centre 99")
        .failed(1, "no such centre");
    assert_eq!(exported("oldebroek"), exported("roermond"));
}
