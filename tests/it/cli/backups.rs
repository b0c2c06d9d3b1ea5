//! Backups in the store of a data folder.

use std::time::{Duration, Instant, SystemTime};

use super::serving::Serving;
use super::*;

pub(super) fn seeded() -> Machine {
    let machine = Machine::new();
    machine
        .run("demo seed --organisations 8 --vacancies 6 --volunteers 4 --applications 3")
        .done();
    machine
}

pub(super) fn add_user(machine: &Machine, tenant: &str, email: &str) {
    machine
        .run(&format!(
            "user add --tenant {tenant} --email {email} --invite"
        ))
        .done();
}

pub(super) fn users_of(machine: &Machine, flags: &str, tenant: &str) -> i64 {
    let shown = machine
        .run(&format!("--json {flags} tenant show {tenant}"))
        .done()
        .json();
    shown["counts"]["users"].as_i64().unwrap()
}

pub(super) fn create(machine: &Machine) -> Value {
    machine.run("--json backup create").done().json()
}

pub(super) fn name(made: &Value) -> &str {
    made["backup"].as_str().unwrap()
}

pub(super) fn listed(machine: &Machine) -> Vec<Value> {
    let listed = machine.run("--json backup list").done().json();
    listed["backups"].as_array().unwrap().clone()
}

/// The chunks of the store.
pub(super) fn chunks(machine: &Machine) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(machine.data().join("backups/chunks")).unwrap();
    let mut found: Vec<_> = folders
        .flatten()
        .flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten())
        .map(|file| file.path())
        .collect();
    found.sort();
    found
}

fn manifest(machine: &Machine, name: &str) -> Value {
    let path = machine
        .data()
        .join(format!("backups/manifests/{name}.json"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The ids of the chunks that a backup refers to.
fn referenced(machine: &Machine, name: &str) -> Vec<String> {
    let files = manifest(machine, name)["chunks"].clone();
    let mut ids: Vec<String> = files
        .as_object()
        .unwrap()
        .values()
        .flat_map(|ids| ids.as_array().unwrap())
        .map(|id| id.as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    ids.dedup();
    ids
}

fn next_second() {
    std::thread::sleep(Duration::from_millis(1_100));
}

#[test]
fn a_second_backup_of_an_unchanged_folder_adds_next_to_nothing() {
    let machine = seeded();
    let upload = machine.data().join("tenants/demo/uploads/a/photo.webp");
    std::fs::create_dir_all(upload.parent().unwrap()).unwrap();
    // Cut in two, and no two bytes alike for long.
    let bytes: Vec<u8> = (0..5_000_000_u32)
        .map(|index| index.wrapping_mul(2_654_435_761).to_le_bytes()[1])
        .collect();
    std::fs::write(&upload, &bytes).unwrap();

    let first = create(&machine);
    assert!(first["new_bytes"].as_u64().unwrap() > 500_000, "{first:?}");
    let ids = referenced(&machine, name(&first));
    assert_eq!(chunks(&machine).len(), ids.len());
    let parts = &manifest(&machine, name(&first))["chunks"]["tenants/demo/uploads/a/photo.webp"];
    assert_eq!(parts.as_array().unwrap().len(), 2);

    let second = create(&machine);
    assert_ne!(name(&first), name(&second));
    assert_eq!(second["bytes"], first["bytes"]);
    // A database's header at most.
    assert!(second["new_bytes"].as_u64().unwrap() < 100_000, "{second}");

    let found = listed(&machine);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0]["backup"], second["backup"]);
    assert_eq!(found[0]["tenants"], serde_json::json!(["demo"]));
    assert!(found[0]["verified_at"].is_string());
    for made in [&first, &second] {
        machine.run(&format!("backup verify {}", name(made))).done();
    }

    machine
        .run("--data elsewhere backup restore --from data/backups")
        .done();
    let restored = machine.folder.path().join("elsewhere/tenants/demo/uploads");
    assert_eq!(std::fs::read(restored.join("a/photo.webp")).unwrap(), bytes);
    assert_eq!(
        users_of(&machine, "", "demo"),
        users_of(&machine, "--data elsewhere", "demo")
    );
    machine.run("--data elsewhere doctor").done();
    machine
        .run("backup restore")
        .failed(1, "holds tenants already");
    let held = machine
        .run("--data elsewhere --json mail release --dry-run")
        .done()
        .json();
    assert!(held["held_since"].is_string(), "{held}");
}

#[test]
fn a_byte_that_flips_in_a_chunk_is_found_named_and_mended_by_the_next_backup() {
    let machine = seeded();
    let made = create(&machine);
    let of_database = manifest(&machine, name(&made))["chunks"]["tenants/demo/tenant.db"].clone();
    let id = of_database[0].as_str().unwrap();
    let path = machine
        .data()
        .join(format!("backups/chunks/{}/{id}", &id[..2]));
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    std::fs::write(&path, bytes).unwrap();

    let said = machine.run("-q backup verify");
    assert!(
        said.stderr.contains("tenants/demo/tenant.db"),
        "{}",
        said.stderr
    );
    said.failed(1, &format!("chunk {id} is damaged"));
    assert!(
        listed(&machine)[0]["fault"]
            .as_str()
            .unwrap()
            .contains("is damaged")
    );
    machine
        .run("-q --data elsewhere backup restore --from data/backups")
        .failed(1, "is no whole backup");
    assert!(!machine.folder.path().join("elsewhere/registry.db").exists());

    // The database has not changed, so its chunks are the same.
    create(&machine);
    machine
        .run(&format!("backup verify {}", name(&made)))
        .done();

    std::fs::remove_file(&path).unwrap();
    machine
        .run(&format!("-q backup verify {}", name(&made)))
        .failed(1, &format!("chunk {id} is not there"));
}

#[test]
fn the_state_of_a_moment_comes_back() {
    let machine = seeded();
    let before = users_of(&machine, "", "demo");
    let first = create(&machine);
    let moment = listed(&machine)[0]["created_at"]
        .as_str()
        .unwrap()
        .to_owned();
    next_second();
    add_user(&machine, "demo", "later@example.nl");
    create(&machine);

    machine
        .run(&format!(
            "--data then backup restore --from data/backups --at {moment}"
        ))
        .done();
    assert_eq!(users_of(&machine, "--data then", "demo"), before);
    machine
        .run("--data now backup restore --from data/backups")
        .done();
    assert_eq!(users_of(&machine, "--data now", "demo"), before + 1);
    // As it is shown in the list of those who restored before, with colons.
    machine
        .run(&format!(
            "--data named backup restore --from data/backups {moment}"
        ))
        .done();
    assert_eq!(users_of(&machine, "--data named", "demo"), before);
    machine
        .run("--data none backup restore --from data/backups --at 2020-01-01T00:00:00Z")
        .failed(1, "made before 2020-01-01T00:00:00Z");
    machine
        .run("--data none backup verify --from data/backups 2020-01-01T00:00:00Z")
        .failed(1, "voluntr backup list");
    assert!(!machine.folder.path().join("none").exists());
    assert!(name(&first) < name(&create(&machine)));
}

pub(super) fn two_tenants() -> Machine {
    let machine = Machine::new();
    for tenant in ["almelo", "borne"] {
        machine
            .run(&format!("tenant add {tenant} --domain {tenant}.example.nl"))
            .done();
    }
    machine
}

#[track_caller]
fn until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

const SITE: &str = "/api/v1/volunteer_centers";

#[test]
fn one_tenant_of_two_comes_back_while_the_server_runs() {
    let machine = two_tenants();
    add_user(&machine, "borne", "first@example.nl");
    create(&machine);
    let mut command = machine.command("serve --listen 127.0.0.1:0");
    command.env("VOLUNTR_DEFAULT_TENANT", "");
    let serving = Serving::start(command);
    let status = |tenant: &str| serving.status_at(&format!("{tenant}.example.nl"), SITE);
    assert_eq!((status("almelo"), status("borne")), (200, 200));
    add_user(&machine, "borne", "second@example.nl");

    machine
        .run("backup restore --tenant borne")
        .failed(1, "voluntr tenant archive borne");
    machine
        .run("backup restore --tenant coevorden")
        .failed(1, "it has almelo, borne");

    // Beside the one that there is.
    machine
        .run("backup restore --tenant borne --as almelo")
        .failed(1, "choose another name");
    machine
        .run("backup restore --tenant borne --as borne-toen")
        .done();
    assert_eq!(users_of(&machine, "", "borne-toen"), 1);
    assert_eq!(users_of(&machine, "", "borne"), 2);
    assert_eq!(status("borne"), 200);

    // In its place.
    machine.run("tenant archive borne").done();
    until("it is not off the air", || status("borne") == 404);
    assert_eq!(status("almelo"), 200);
    let restored = machine
        .run("--json backup restore --tenant borne")
        .done()
        .json();
    assert_eq!(restored["hosts"], serde_json::json!(["borne.example.nl"]));
    until("it is not back", || status("borne") == 200);
    assert_eq!(users_of(&machine, "", "borne"), 1);
    let aside = PathBuf::from(restored["moved_aside"].as_str().unwrap());
    assert!(aside.join("tenant.db").exists(), "{}", aside.display());
    assert!(
        aside
            .file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with(".borne-")
    );
    assert_eq!(status("almelo"), 200);
    let held = machine
        .run("--json mail release --tenant borne --dry-run")
        .done()
        .json();
    assert!(held["held_since"].is_string(), "{held}");
    let untouched = machine
        .run("--json mail release --tenant almelo --dry-run")
        .done()
        .json();
    assert!(untouched["held_since"].is_null(), "{untouched}");
}

#[test]
fn a_damaged_tenant_and_a_removed_one_come_back_with_their_hosts() {
    let machine = two_tenants();
    add_user(&machine, "borne", "first@example.nl");
    create(&machine);
    let file = machine.data().join("tenants/borne/tenant.db");
    let mut bytes = std::fs::read(&file).unwrap();
    for byte in bytes.iter_mut().skip(8_192) {
        *byte = 0xA5;
    }
    std::fs::write(&file, bytes).unwrap();
    // The others are kept all the same.
    let made = machine.run("backup create");
    assert_eq!(made.exit, Some(1), "{}{}", made.stdout, made.stderr);
    assert!(
        made.stdout.contains("NOT in it: borne: "),
        "{}",
        made.stdout
    );
    let newest = &listed(&machine)[0];
    assert_eq!(newest["tenants"], serde_json::json!(["almelo"]));
    assert!(
        referenced(&machine, newest["backup"].as_str().unwrap()).len() < chunks(&machine).len()
    );
    let first = listed(&machine)[1]["backup"].as_str().unwrap().to_owned();
    machine
        .run(&format!("backup restore --tenant borne {first}"))
        .done();
    assert_eq!(users_of(&machine, "", "borne"), 1);
    // All of them are in the next one.
    create(&machine);
    machine.run("doctor").done();

    machine.run("tenant remove borne --yes").done();
    machine
        .run(&format!("backup restore --tenant borne {first}"))
        .done();
    assert_eq!(users_of(&machine, "", "borne"), 1);
    let shown = machine.run("--json tenant show borne").done().json();
    assert_eq!(
        shown["tenant"]["domains"],
        serde_json::json!(["borne.example.nl"])
    );
}

/// Makes a backup one of long ago.
pub(super) fn make_old(machine: &Machine, name: &str) -> String {
    let old = "2020-01-01T00-00-00Z";
    let folder = machine.data().join("backups/manifests");
    std::fs::rename(
        folder.join(format!("{name}.json")),
        folder.join(format!("{old}.json")),
    )
    .unwrap();
    old.to_owned()
}

fn age_chunks(machine: &Machine) {
    let yesterday = SystemTime::now() - Duration::from_hours(25);
    for chunk in chunks(machine) {
        let file = std::fs::File::options().write(true).open(chunk).unwrap();
        file.set_modified(yesterday).unwrap();
    }
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a test makes files older than they are"
)]
fn old_backups_go_and_what_the_others_need_stays() {
    let machine = seeded();
    let first = create(&machine);
    let old = make_old(&machine, name(&first));
    // The only one stays, however old.
    let pruned = machine.run("--json backup prune").done().json();
    assert_eq!(pruned["backups"], serde_json::json!([]));

    add_user(&machine, "demo", "later@example.nl");
    let second = create(&machine);
    let all = chunks(&machine).len();
    let needed = referenced(&machine, name(&second));
    assert!(needed.len() < all, "nothing has changed");
    let planned = machine.run("--json backup prune --dry-run").done().json();
    assert_eq!(planned["backups"], serde_json::json!([old]));
    assert_eq!(listed(&machine).len(), 2);

    // A backup that is being made may need what is young.
    let pruned = machine.run("--json backup prune").done().json();
    assert_eq!(pruned["backups"], serde_json::json!([old]));
    assert_eq!(pruned["chunks"], 0);
    age_chunks(&machine);
    let pruned = machine.run("--json backup prune").done().json();
    assert_eq!(pruned["chunks"], all - needed.len());
    let left: Vec<String> = chunks(&machine)
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut left_ids = left.clone();
    left_ids.sort();
    assert_eq!(left_ids, needed);
    machine.run("backup verify").done();

    // Where a manifest cannot be read it is not known what it needs.
    age_chunks(&machine);
    let path = machine
        .data()
        .join(format!("backups/manifests/{}.json", name(&second)));
    std::fs::write(path, "{").unwrap();
    let refused = machine.run("backup prune");
    assert_eq!(refused.exit, Some(1));
    assert!(
        refused.stdout.contains("so no chunks go"),
        "{}",
        refused.stdout
    );
    assert_eq!(chunks(&machine).len(), left.len());
}

#[test]
fn a_backup_that_is_killed_leaves_the_earlier_ones_whole() {
    let machine = Machine::new();
    machine
        .run("demo seed --organisations 40 --vacancies 200 --volunteers 200 --applications 100")
        .done();
    let first = create(&machine);
    for number in 0..3 {
        add_user(&machine, "demo", &format!("new{number}@example.nl"));
    }
    let before = chunks(&machine).len();
    // Once as soon as the first chunk is written, once in the middle of the copying.
    for is_late in [true, false] {
        let mut child = machine
            .command("backup create")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let scratch = || {
            std::fs::read_dir(machine.data().join("backups"))
                .unwrap()
                .flatten()
                .any(|entry| {
                    entry.file_name().to_string_lossy().starts_with(".voluntr-")
                        && entry.path().join("registry.db").exists()
                })
        };
        until("it does not begin", || {
            if is_late {
                chunks(&machine).len() > before
            } else {
                scratch()
            }
        });
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(listed(&machine).len(), 1);
        machine
            .run(&format!("backup verify {}", name(&first)))
            .done();
    }
    let made = create(&machine);
    machine
        .run(&format!("backup verify {}", name(&made)))
        .done();
    let left: Vec<String> = std::fs::read_dir(machine.data().join("backups"))
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(".voluntr-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test makes tenants older than they are"
)]
fn make_tenants_old(machine: &Machine) {
    let registry = rusqlite::Connection::open(machine.data().join("registry.db")).unwrap();
    registry
        .execute("update tenants set created_at = '2026-01-01T00:00:00Z'", [])
        .unwrap();
}

fn schedule(machine: &Machine) -> Value {
    machine.run("--json backup schedule").done().json()
}

#[test]
fn the_server_makes_a_backup_once_when_its_time_has_passed() {
    let machine = two_tenants();
    let listening = "serve --listen 127.0.0.1:0";
    assert_eq!(schedule(&machine)["at"], "03:00");
    assert!(schedule(&machine)["next"].is_string());
    // A time of the day that is some hours away, whichever the season: the tenants are younger than when it last came.
    let in_hours = |hours: i64| {
        let now = jiff::Timestamp::from_second(
            SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap()
                .as_secs()
                .cast_signed(),
        )
        .unwrap();
        (now + jiff::SignedDuration::from_hours(hours))
            .strftime("%H:%M")
            .to_string()
    };
    let serve = |at: &str| {
        let mut command = machine.command(listening);
        command.env("VOLUNTR_BACKUP_AT", at);
        Serving::start(command)
    };
    let in_six_hours = in_hours(6);
    let serving = serve(&in_six_hours);
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(listed(&machine).len(), 0);
    drop(serving);

    make_tenants_old(&machine);
    let serving = serve("");
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(listed(&machine).len(), 0, "it is switched off");
    drop(serving);

    let serving = serve(&in_six_hours);
    // It is noted after it is made.
    until("there is no backup", || {
        schedule(&machine)["last"]["at"].is_string()
    });
    drop(serving);
    // Not a second time after a restart.
    let serving = serve(&in_six_hours);
    std::thread::sleep(Duration::from_secs(5));
    let made = listed(&machine);
    assert_eq!(made.len(), 1);
    drop(serving);
    let last = schedule(&machine)["last"].clone();
    assert_eq!(last["at"], made[0]["created_at"]);
    assert_eq!(last["verified_at"], made[0]["verified_at"]);
    assert_eq!(last["error"], Value::Null);
    machine.run("backup verify").done();

    // As on a later day. The old one goes once there is a new one.
    make_old(&machine, made[0]["backup"].as_str().unwrap());
    let serving = serve(&in_six_hours);
    until("there is no other backup", || {
        let listed = listed(&machine);
        listed.len() == 1 && !listed[0]["backup"].as_str().unwrap().starts_with("2020")
    });
    drop(serving);
}

#[test]
fn a_backup_that_fails_is_told_by_doctor_and_by_a_mail_to_the_admins() {
    let machine = two_tenants();
    machine
        .run_with_input(
            "user add --tenant almelo --email admin@example.nl --role admin --password-stdin",
            PASSWORD,
        )
        .done();
    make_tenants_old(&machine);
    // In the way of the store.
    std::fs::write(machine.data().join("backups"), "").unwrap();
    let doctor = || {
        let found = machine.run("--json doctor").json();
        let findings = found["findings"].as_array().unwrap().clone();
        findings
            .into_iter()
            .find(|finding| finding["about"] == "backup")
            .unwrap()
    };
    let told = || {
        let listed = machine
            .run("--json mail outbox --tenant almelo")
            .done()
            .json();
        listed.to_string().matches("backup_failed").count()
    };
    let serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    until("nobody is told", || told() == 1);
    drop(serving);
    assert_eq!(doctor()["verdict"], "fault", "{}", doctor());
    let last = schedule(&machine)["last"].clone();
    assert!(last["error"].is_string(), "{last}");
    assert!(last["mailed_at"].is_string(), "{last}");
    // Once a day.
    let serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(told(), 1);
    drop(serving);

    std::fs::remove_file(machine.data().join("backups")).unwrap();
    create(&machine);
    assert_eq!(doctor()["verdict"], "fine", "{}", doctor());
}

#[test]
fn a_second_backup_at_the_same_time_is_refused() {
    let machine = two_tenants();
    create(&machine);
    let lock = std::fs::File::options()
        .write(true)
        .open(machine.data().join("backups/.lock"))
        .unwrap();
    lock.lock().unwrap();
    machine
        .run("backup create")
        .failed(1, "another program is making or pruning backups");
    machine
        .run("backup prune")
        .failed(1, "another program is making or pruning backups");
    // Reading needs no lock.
    machine.run("backup verify").done();
    drop(lock);
    create(&machine);
}

/// A restore that was killed when the tenants were in their place, and their registry was not.
#[test]
fn a_restore_that_was_broken_off_can_be_repeated_and_what_it_did_not_bring_stays() {
    let machine = seeded();
    create(&machine);
    let tenants = machine.folder.path().join("second/tenants");
    std::fs::create_dir_all(tenants.join("demo")).unwrap();
    std::fs::write(tenants.join("demo/tenant.db"), "half").unwrap();
    machine
        .run("--data second -q backup restore --from data/backups")
        .failed(1, "is in the way");
    assert!(tenants.join("demo/tenant.db").exists());

    std::fs::write(tenants.join(".half-restored"), "").unwrap();
    machine
        .run("--data second backup restore --from data/backups")
        .done();
    let name = machine.run("--json tenant list").done().json()["tenants"][0]["name"].clone();
    let name = name.as_str().unwrap();
    assert_eq!(
        users_of(&machine, "--data second", name),
        users_of(&machine, "", name)
    );
    assert!(!tenants.join(".half-restored").exists());
}
