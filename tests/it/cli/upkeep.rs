//! Maintenance commands: `config`, `backup` and `doctor`.

use super::*;

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

    let proxies = |given: &str| {
        let mut command = machine.command("--json config show");
        Answer::of(
            &command
                .env("VOLUNTR_TRUSTED_PROXIES", given)
                .output()
                .unwrap(),
        )
    };
    for (given, read) in [
        ("127.0.0.1, ::1", serde_json::json!(["127.0.0.1", "::1"])),
        ("127.0.0.1", serde_json::json!(["127.0.0.1"])),
        ("[127.0.0.1]", serde_json::json!(["127.0.0.1"])),
    ] {
        let shown = proxies(given).done().json();
        assert_eq!(shown["settings"]["trusted_proxies"], read, "{given}");
    }
    let refused = proxies("dichtbij");
    assert_eq!(refused.exit, Some(1));
    assert!(
        refused.stdout.contains("'dichtbij' is not an address"),
        "{}",
        refused.stdout
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

/// What a folder holds, hidden files too.
fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_backup_that_is_killed_leaves_nothing_that_counts_and_the_next_one_tidies_up() {
    let machine = Machine::new();
    machine
        .run("demo seed --organisations 40 --vacancies 200 --volunteers 200 --applications 100")
        .done();
    let backups = machine.data().join("backups");
    for part in ["files", "packed"] {
        let mut child = machine
            .command("backup create")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
        let is_there = || {
            names_in(&backups)
                .iter()
                .any(|name| backups.join(name).join(part).exists())
        };
        while !is_there() {
            assert!(std::time::Instant::now() < until, "{part} does not come");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(names_in(&backups).iter().all(|name| name.starts_with('.')));
        let listed = machine.run("--json backup list").done().json();
        assert_eq!(listed["backups"].as_array().unwrap().len(), 0);
    }
    let made = machine.run("backup create").done();
    for verb in [
        "Copying registry.db",
        "Checking tenants/demo/tenant.db",
        "Packing",
        "Verifying",
    ] {
        assert!(made.stderr.contains(verb), "{}", made.stderr);
    }
    assert!(
        made.stdout.contains("It has been read back"),
        "{}",
        made.stdout
    );
    let left = names_in(&backups);
    assert!(left.len() == 1 && left[0].ends_with(".tar.gz"), "{left:?}");
}
