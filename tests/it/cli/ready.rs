//! `/health/ready` and `doctor`: each state of a tenant and of the disk.

use std::time::{Duration, Instant};

use serde_json::json;

use super::serving::Serving;
use super::*;

const NAMES: [&str; 6] = ["whole", "spoilt", "newer", "locked", "sealed", "later"];

fn host(name: &str) -> String {
    format!("{name}.example.nl")
}

fn file(machine: &Machine, name: &str) -> PathBuf {
    machine.data().join("tenants").join(name).join("tenant.db")
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test arranges what no request can, on files that nobody has open"
)]
fn open(path: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(path).unwrap()
}

/// The byte of the header beyond which this program may only read (`sqlite.org/fileformat2.html`).
fn seal(path: &Path, version: u8) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[18] = version;
    std::fs::write(path, bytes).unwrap();
}

fn spoil(path: &Path) -> Vec<u8> {
    let whole = std::fs::read(path).unwrap();
    let mut spoilt = whole.clone();
    for byte in spoilt.iter_mut().skip(100) {
        *byte = 0xA5;
    }
    std::fs::write(path, spoilt).unwrap();
    whole
}

fn ready(serving: &Serving) -> (u16, Value) {
    let (status, text) = serving.get("/health/ready");
    (status, serde_json::from_str(&text).unwrap())
}

/// The tenants that are down, each with the cause.
fn down(ready: &Value) -> Vec<(String, String)> {
    let down = ready["parts"]["tenants"]["down"].as_array().unwrap();
    let mut down: Vec<_> = down
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap().to_owned();
            assert!(text("what_to_do").len() > 10);
            (text("tenant"), text("why"))
        })
        .collect();
    down.sort();
    down
}

fn is(down: &[(String, String)], expected: &[(&str, &str)]) {
    let found: Vec<_> = down
        .iter()
        .map(|(name, why)| (name.as_str(), why.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn ready_names_every_tenant_that_is_known_to_be_down_and_says_when_it_is_back() {
    let machine = Machine::new();
    for name in NAMES {
        machine
            .run(&format!("tenant add {name} --domain {}", host(name)))
            .done();
    }
    let whole = spoil(&file(&machine, "spoilt"));
    let schema: i64 = {
        let newer = open(&file(&machine, "newer"));
        let schema = newer.query_row("pragma user_version", [], |row| row.get(0));
        newer.pragma_update(None, "user_version", 9_999).unwrap();
        schema.unwrap()
    };
    seal(&file(&machine, "sealed"), 3);
    let locked = open(&file(&machine, "locked"));
    locked
        .execute_batch("pragma locking_mode = exclusive; begin exclusive")
        .unwrap();

    let mut serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    for (name, status) in [
        ("whole", 200),
        ("later", 200),
        ("spoilt", 503),
        ("newer", 503),
        ("locked", 503),
        // It is read.
        ("sealed", 200),
    ] {
        assert_eq!(
            serving.status_at(&host(name), "/api/v1/volunteer_centers/current"),
            status,
            "{name}"
        );
    }
    let (status, told) = ready(&serving);
    assert_eq!(status, 503);
    is(
        &down(&told),
        &[
            ("locked", "in_use"),
            ("newer", "newer_schema"),
            ("sealed", "read_only"),
            ("spoilt", "damaged"),
        ],
    );
    assert_eq!(told["parts"]["migrations"]["status"], "failing");
    for part in ["registry", "storage", "log", "threads"] {
        assert_eq!(told["parts"][part]["status"], "ok", "{part}");
    }

    // One that is damaged while it is open.
    let later = file(&machine, "later");
    let (log, before) = (later.with_extension("db-wal"), spoil(&later));
    let logged = std::fs::read(&log).unwrap();
    std::fs::write(&log, vec![0xA5; logged.len()]).unwrap();
    let until = Instant::now() + Duration::from_secs(10);
    while serving.status_at(&host("later"), "/api/v1/vacancies?filter%5Bq%5D=taal") != 503 {
        assert!(Instant::now() < until);
    }
    assert!(down(&ready(&serving).1).contains(&("later".to_owned(), "damaged".to_owned())));

    // All of them mended, without a visit to any.
    std::fs::write(&later, before).unwrap();
    std::fs::write(&log, logged).unwrap();
    std::fs::write(file(&machine, "spoilt"), whole).unwrap();
    open(&file(&machine, "newer"))
        .pragma_update(None, "user_version", schema)
        .unwrap();
    seal(&file(&machine, "sealed"), 2);
    drop(locked);
    let until = Instant::now() + Duration::from_secs(40);
    while ready(&serving).0 != 200 {
        assert!(Instant::now() < until, "{}", ready(&serving).1);
        std::thread::sleep(Duration::from_millis(200));
    }
    for name in NAMES {
        assert_eq!(
            serving.status_at(&host(name), "/api/v1/volunteer_centers/current"),
            200,
            "{name}"
        );
    }
    assert_eq!(serving.stop(), Some(0));
    let log = serving.log();
    assert!(!log.contains("Try again later"), "{log}");
}

/// A file system of its own, taken away again.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where none may be mounted.
    fn mount(at: &Path, size: &str) -> Option<Self> {
        std::fs::create_dir_all(at).unwrap();
        let mounted = Command::new("mount")
            .args([
                "-t",
                "tmpfs",
                "-o",
                &format!("size={size},mode=700"),
                "tmpfs",
            ])
            .arg(at)
            .output();
        let is_mounted = mounted.is_ok_and(|done| done.status.success());
        is_mounted.then(|| Self(at.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_disk_with_little_room_is_told_before_it_is_full() {
    let machine = Machine::new();
    let Some(_disk) = SmallDisk::mount(&machine.data(), "128m") else {
        eprintln!("no file system may be mounted here");
        return;
    };
    machine.run("tenant add roermond").done();
    let mut serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    let (status, told) = ready(&serving);
    assert_eq!(status, 200, "{told}");
    assert!(
        told["parts"]["storage"]["free_megabytes"].as_u64() > Some(64),
        "{told}"
    );
    let note = machine.run("doctor").done().stdout;
    assert!(note.contains("note   room: "), "{note}");

    std::fs::write(machine.data().join("filler"), vec![0; 70 * 1024 * 1024]).unwrap();
    let (status, told) = ready(&serving);
    assert_eq!(status, 503, "{told}");
    assert_eq!(told["parts"]["storage"]["status"], "failing");
    assert!(
        told["parts"]["storage"]["what_to_do"]
            .as_str()
            .unwrap()
            .contains("room")
    );
    assert_eq!(told["parts"]["tenants"]["down"], json!([]));
    let found = machine.run("doctor");
    assert_eq!(found.exit, Some(1));
    assert!(found.stdout.contains("FAULT  room: "), "{}", found.stdout);
    assert_eq!(serving.stop(), Some(0));
}

#[test]
fn doctor_sees_files_that_the_server_cannot_write_to() {
    use std::os::unix::fs::PermissionsExt as _;
    let machine = Machine::new();
    machine.run("tenant add roermond").done();
    let database = file(&machine, "roermond");
    // With what SQLite keeps beside it, which gets the mode of the database.
    let mode = |mode| {
        for end in ["db", "db-wal", "db-shm"] {
            let path = database.with_extension(end);
            if path.exists() {
                std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            }
        }
    };
    mode(0o400);
    let found = machine.run("doctor");
    assert_eq!(found.exit, Some(1));
    assert!(found.stdout.contains("chmod u+w"), "{}", found.stdout);
    mode(0o600);
    machine.run("doctor").done();
    // Only root may give a file away.
    if std::os::unix::fs::chown(&database, Some(4_321), None).is_ok() {
        let found = machine.run("doctor");
        assert_eq!(found.exit, Some(1));
        assert!(
            found.stdout.contains("belongs to user 4321"),
            "{}",
            found.stdout
        );
    }
}

#[test]
fn doctor_says_how_old_the_last_backup_is_wherever_it_went() {
    let machine = Machine::new();
    machine.run("tenant add roermond").done();
    let note = machine.run("doctor").done().stdout;
    assert!(note.contains("note   backup: none was made yet"), "{note}");
    machine.run("backup create --to elsewhere.tar.gz").done();
    let note = machine.run("doctor").done().stdout;
    assert!(
        note.contains("ok     backup: the last one is 0 hours old"),
        "{note}"
    );
    assert!(note.contains("elsewhere.tar.gz"), "{note}");
    let last = machine.data().join("last-backup.json");
    let text = std::fs::read_to_string(&last).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["at"] = "2026-01-02T03:04:05Z".into();
    std::fs::write(&last, value.to_string()).unwrap();
    let note = machine.run("doctor").done().stdout;
    assert!(note.contains("note   backup: the last one is "), "{note}");
    assert!(note.contains(" days old"), "{note}");
}
