//! Files of earlier programs: each released schema is kept as a backup in `schemas/`, named VERSION-SCHEMA, and is restored,
//! brought up to date and served here. Before a release, the one of its schema is added: `backup create --to FILE` of a
//! tenant `roermond` with a few rows of demo data.

use std::time::{Duration, Instant};

use super::serving::Serving;
use super::*;

const HOST: &str = "roermond.example.nl";
/// Tables of which an upgrade loses and gains no row.
const SAME: [&str; 6] = [
    "users",
    "organizations",
    "vacancies",
    "applications",
    "volunteer_centers",
    "roles",
];

fn kept_backups() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/cli/schemas");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// The backup that was kept of a schema, such as `V497`.
pub(super) fn kept_backup(schema: &str) -> PathBuf {
    let is_it = |path: &PathBuf| {
        path.to_string_lossy()
            .ends_with(&format!("-{schema}.tar.gz"))
    };
    kept_backups().into_iter().find(is_it).unwrap()
}

fn file(machine: &Machine, tenant: &str) -> PathBuf {
    machine
        .data()
        .join("tenants")
        .join(tenant)
        .join("tenant.db")
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test looks into files that nobody has open"
)]
fn open(path: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(path).unwrap()
}

fn schema(path: &Path) -> i64 {
    open(path)
        .query_row("pragma user_version", [], |row| row.get(0))
        .unwrap()
}

fn counts(path: &Path) -> Vec<i64> {
    let connection = open(path);
    SAME.iter()
        .map(|table| {
            let sql = format!("select count(*) from {table}");
            connection.query_row(&sql, [], |row| row.get(0)).unwrap()
        })
        .collect()
}

fn copies(machine: &Machine, tenant: &str) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(file(machine, tenant).parent().unwrap()).unwrap();
    folder
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().contains("before-upgrade"))
        .collect()
}

fn outcomes(answer: &Answer) -> Vec<(String, String)> {
    let tenants = answer.json()["tenants"].as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    tenants
        .iter()
        .map(|one| (text(&one["tenant"]), text(&one["outcome"])))
        .collect()
}

fn pair(tenant: &str, outcome: &str) -> (String, String) {
    (tenant.to_owned(), outcome.to_owned())
}

#[test]
fn every_released_schema_is_brought_up_to_date_with_all_that_is_in_it() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        kept_backups().iter().any(|path| path
            .file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with(&format!("{version}-V"))),
        "there is no backup of {version} in tests/it/cli/schemas: add one before it is released"
    );
    for backup in kept_backups() {
        let machine = Machine::new();
        machine
            .run(&format!("backup restore {}", backup.display()))
            .done();
        let path = file(&machine, "roermond");
        let (before, rows) = (schema(&path), counts(&path));
        assert!(rows.iter().all(|count| *count > 0), "{rows:?}");

        let bytes = std::fs::read(&path).unwrap();
        let checked = machine.run("--json upgrade --check").done();
        assert_eq!(outcomes(&checked), [pair("roermond", "would_succeed")]);
        assert_eq!(checked.json()["tenants"][0]["schema"], before);
        assert!(bytes == std::fs::read(&path).unwrap());
        assert_eq!(copies(&machine, "roermond"), Vec::<PathBuf>::new());

        // The server does it at the first visit, and `upgrade` finds it done.
        let serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
        assert_eq!(serving.status_at(HOST, "/api/v1/vacancies"), 200);
        assert_eq!(serving.status_at(HOST, "/"), 200);
        drop(serving);
        assert!(schema(&path) > before);
        assert_eq!(counts(&path), rows);
        let done = machine.run("--json upgrade").done();
        assert_eq!(outcomes(&done), [pair("roermond", "current")]);

        let [copy] = copies(&machine, "roermond").try_into().unwrap();
        assert_eq!((schema(&copy), counts(&copy)), (before, rows));
        let found = machine.run("doctor").stdout;
        assert!(found.contains("the database is sound"), "{found}");
    }
}

/// The history of the file says that its last migration is to come, while what it makes is there.
fn make_unable(path: &Path) -> i64 {
    let connection = open(path);
    let newest: i64 = connection
        .query_row(
            "select max(version) from refinery_schema_history",
            [],
            |row| row.get(0),
        )
        .unwrap();
    connection
        .execute_batch(&format!(
            "delete from refinery_schema_history where version = {newest};
             pragma user_version = {};",
            newest - 1
        ))
        .unwrap();
    newest - 1
}

#[test]
fn a_tenant_that_can_not_be_brought_up_to_date_stays_as_it_was_and_the_others_are_served() {
    let machine = Machine::new();
    for name in ["able", "unable"] {
        machine
            .run(&format!("tenant add {name} --domain {name}.example.nl"))
            .done();
    }
    let path = file(&machine, "unable");
    let before = make_unable(&path);
    let rows = counts(&path);

    for (line, able) in [
        ("--json upgrade --check", "current"),
        ("--json upgrade", "current"),
    ] {
        let answer = machine.run(line);
        assert_eq!(answer.exit, Some(1), "{}", answer.stdout);
        assert_eq!(
            outcomes(&answer),
            [pair("able", able), pair("unable", "failed")]
        );
        let why = answer.json()["tenants"][1]["why"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(why.contains("already exists"), "{why}");
        assert!(why.len() < 300, "{why}");
    }
    let told = machine.run("upgrade");
    assert!(
        told.stdout.contains("Install the earlier program again"),
        "{}",
        told.stdout
    );

    let serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    let address = "/api/v1/volunteer_centers/current";
    assert_eq!(serving.status_at("unable.example.nl", address), 503);
    assert_eq!(serving.status_at("able.example.nl", address), 200);
    let (_, ready) = serving.get("/health/ready");
    let ready: Value = serde_json::from_str(&ready).unwrap();
    assert_eq!(ready["parts"]["tenants"]["down"][0]["why"], "not_migrated");
    drop(serving);
    assert_eq!((schema(&path), counts(&path)), (before, rows));
}

#[test]
fn a_program_that_is_killed_while_it_upgrades_leaves_a_file_that_is_old_or_new() {
    let backup = kept_backup("V497");
    let machine = Machine::new();
    machine
        .run(&format!("backup restore {}", backup.display()))
        .done();
    let path = file(&machine, "roermond");
    let (old, rows) = (std::fs::read(&path).unwrap(), counts(&path));
    let before = schema(&path);
    let began = Instant::now();
    machine.run("upgrade").done();
    let (new, whole) = (schema(&path), began.elapsed());
    let mut found = Vec::new();
    for eighth in 1..=8 {
        for end in ["db", "db-wal", "db-shm"] {
            let _ = std::fs::remove_file(path.with_extension(end));
        }
        std::fs::write(&path, &old).unwrap();
        let mut child = machine
            .command("upgrade")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(whole * eighth / 9);
        let _ = child.kill();
        child.wait().unwrap();
        found.push(schema(&path));
        assert_eq!(counts(&path), rows);
        machine.run("upgrade").done();
        assert_eq!((schema(&path), counts(&path)), (new, rows.clone()));
        assert_eq!(copies(&machine, "roermond").len(), 1);
    }
    assert!(
        found.iter().all(|one| [before, new].contains(one)),
        "{found:?}"
    );
    assert!(
        found.contains(&before),
        "none was killed in time: {found:?} in {whole:?}"
    );
}

#[test]
fn the_copy_of_before_an_upgrade_is_deleted_after_thirty_days() {
    let machine = Machine::new();
    machine.run("tenant add roermond").done();
    let folder = file(&machine, "roermond");
    let (old, fresh) = (
        folder.with_file_name("before-upgrade-V400.db"),
        folder.with_file_name("before-upgrade-V401.db"),
    );
    for path in [&old, &fresh] {
        std::fs::write(path, "a copy").unwrap();
    }
    let long_ago = std::time::SystemTime::now() - Duration::from_hours(31 * 24);
    let times = std::fs::FileTimes::new().set_modified(long_ago);
    let opened = std::fs::OpenOptions::new().write(true).open(&old).unwrap();
    opened.set_times(times).unwrap();
    let _serving = Serving::start(machine.command("serve --listen 127.0.0.1:0"));
    let until = Instant::now() + Duration::from_mins(1);
    while old.exists() {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(fresh.exists());
}
