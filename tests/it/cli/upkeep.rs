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

    let fingerprint = ["0a"; 32].join(":");
    for (name, given, is_read) in [
        ("CORS_ORIGINS", "capacitor://localhost", true),
        ("CORS_ORIGINS", "https://localhost, http://localhost", true),
        ("CORS_ORIGINS", "app://localhost", false),
        ("NATIVE_ANDROID_PACKAGE", "org.example.voluntr", true),
        ("NATIVE_ANDROID_PACKAGE", "voluntr", false),
        ("NATIVE_ANDROID_FINGERPRINTS", &fingerprint, true),
        ("NATIVE_ANDROID_FINGERPRINTS", "0a:0b", false),
        ("NATIVE_IOS_APP_IDS", "A1B2C3D4E5.org.example.app", true),
        ("NATIVE_IOS_APP_IDS", "org.example.app", false),
    ] {
        let variable = format!("VOLUNTR_{name}");
        let mut command = machine.command("--json config show");
        let shown = Answer::of(&command.env(&variable, given).output().unwrap());
        assert_eq!(
            shown.exit == Some(0),
            is_read,
            "{name} {given}: {}",
            shown.stdout
        );
        let names_variable = shown.stdout.contains(&variable);
        assert!(is_read || names_variable, "{}", shown.stdout);
    }

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
    let made = machine
        .run("--json backup create --to data/backups/all.tar.gz")
        .done()
        .json();
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

    let path = machine.folder.path().join(&file);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    std::fs::write(&path, bytes).unwrap();
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
            .command("backup create --to data/backups/all.tar.gz")
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
    let made = machine
        .run("backup create --to data/backups/all.tar.gz")
        .done();
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

#[expect(
    clippy::disallowed_methods,
    reason = "a test makes a file that is newer than this program"
)]
fn make_newer(machine: &Machine, tenant: &str) {
    let file = machine
        .data()
        .join("tenants")
        .join(tenant)
        .join("tenant.db");
    let connection = rusqlite::Connection::open(file).unwrap();
    connection
        .pragma_update(None, "user_version", 9_999)
        .unwrap();
}

#[test]
fn a_backup_goes_on_without_a_damaged_tenant_names_it_and_ends_with_1() {
    let machine = Machine::new();
    for name in ["almelo", "borne", "coevorden"] {
        machine.run(&format!("tenant add {name}")).done();
    }
    let file = machine.data().join("tenants/borne/tenant.db");
    let mut bytes = std::fs::read(&file).unwrap();
    for byte in bytes.iter_mut().skip(8_192) {
        *byte = 0xA5;
    }
    std::fs::write(&file, bytes).unwrap();
    let made = machine.run("backup create --to kept/all.tar.gz");
    assert_eq!(made.exit, Some(1), "{}{}", made.stdout, made.stderr);
    assert!(made.stdout.contains("opied 2 tenants"), "{}", made.stdout);
    assert!(
        made.stdout.contains("NOT in it: borne: "),
        "{}",
        made.stdout
    );
    let named = machine.run("--json backup create --to kept/again.tar.gz");
    assert_eq!(named.json()["missing"][0]["tenant"], "borne");
    assert_eq!(
        named.json()["tenants"],
        serde_json::json!(["almelo", "coevorden"])
    );
    let found = machine.run("doctor");
    assert!(
        found.stdout.contains("and has not borne"),
        "{}",
        found.stdout
    );

    let verified = machine.run("backup verify kept/all.tar.gz").done();
    assert!(
        verified.stdout.contains("NOT in it: borne"),
        "{}",
        verified.stdout
    );
    let restored = machine
        .run("--data elsewhere backup restore kept/all.tar.gz")
        .done();
    assert!(
        restored.stdout.contains("NOT in it: borne"),
        "{}",
        restored.stdout
    );
    machine.run("--data elsewhere tenant show almelo").done();
    // It is not served as an empty site.
    let serving = super::serving::Serving::start(
        machine.command("--data elsewhere serve --listen 127.0.0.1:0"),
    );
    assert_eq!(serving.get("/health/ready").0, 200);
    assert!(
        !machine
            .folder
            .path()
            .join("elsewhere/tenants/borne")
            .exists()
    );
}

#[test]
fn a_tenant_that_is_newer_than_the_program_is_copied_and_not_called_damaged() {
    let machine = Machine::new();
    machine.run("tenant add almelo").done();
    machine.run("tenant add borne").done();
    make_newer(&machine, "borne");
    machine.run("backup create --to all.tar.gz").done();
    for line in [
        "backup verify all.tar.gz",
        "--data elsewhere backup restore all.tar.gz",
    ] {
        let refused = machine.run(line);
        assert!(!refused.stderr.contains("is damaged"), "{}", refused.stderr);
        refused.failed(1, "is newer (schema 9999) than this program");
    }
    let found = machine.run("doctor");
    assert_eq!(found.exit, Some(1));
    assert!(
        found.stdout.contains("newer than this program"),
        "{}",
        found.stdout
    );
    assert!(!found.stdout.contains("damaged"), "{}", found.stdout);
}

/// A folder that nobody may write to while this is held: mounted so for root, by its mode for anybody else.
struct ReadOnly(PathBuf, bool);

impl ReadOnly {
    fn make(folder: &Path) -> Self {
        use std::os::unix::fs::PermissionsExt as _;
        let mount = |options: &[&str]| {
            let done = Command::new("mount").args(options).arg(folder).output();
            done.is_ok_and(|done| done.status.success())
        };
        let path = folder.to_string_lossy().into_owned();
        let is_mounted = mount(&["--bind", &path]) && mount(&["-o", "remount,ro,bind"]);
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o555)).ok();
        Self(folder.to_owned(), is_mounted)
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        use std::os::unix::fs::PermissionsExt as _;
        if self.1 {
            let _ = Command::new("umount").arg("-l").arg(&self.0).status();
        }
        std::fs::set_permissions(&self.0, std::fs::Permissions::from_mode(0o755)).ok();
    }
}

#[test]
fn a_backup_on_a_medium_that_may_only_be_read_is_verified_and_restored() {
    let machine = Machine::new();
    machine.run("tenant add almelo").done();
    let medium = machine.folder.path().join("medium");
    machine.run("backup create --to medium/all.tar.gz").done();
    let sealed = ReadOnly::make(&medium);
    assert!(
        std::fs::write(medium.join("file"), "").is_err(),
        "it can be written to"
    );
    machine.run("backup verify medium/all.tar.gz").done();
    // On a machine that has no data yet.
    machine
        .run("--data none backup verify medium/all.tar.gz")
        .done();
    assert!(!machine.folder.path().join("none").exists());
    machine
        .run("--data none backup restore medium/all.tar.gz --dry-run")
        .done();
    machine
        .run("--data elsewhere backup restore medium/all.tar.gz")
        .done();
    assert_eq!(names_in(&medium), ["all.tar.gz"]);
    let left = names_in(&machine.data());
    assert!(left.iter().all(|name| !name.starts_with('.')), "{left:?}");
    drop(sealed);
    machine.run("--data elsewhere doctor").done();
}
