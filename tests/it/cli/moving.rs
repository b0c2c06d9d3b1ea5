//! A tenant goes from one machine to another as one file.

use super::serving::Serving;
use super::upgrading::kept_backup;
use super::*;

fn upload(machine: &Machine, tenant: &str) -> PathBuf {
    let folder = machine.data().join("tenants").join(tenant).join("uploads");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("picture.webp")
}

fn users(machine: &Machine, tenant: &str) -> usize {
    let list = machine
        .run(&format!("--json user list --tenant {tenant}"))
        .done();
    list.json()["users"].as_array().unwrap().len()
}

/// A tenant with rows and a file, and another machine.
fn machines() -> (Machine, Machine) {
    let (here, there) = (Machine::new(), Machine::new());
    here.run("tenant add oldebroek --domain oldebroek.example.nl")
        .done();
    here.run("demo seed --tenant oldebroek --organisations 2 --vacancies 2 --volunteers 3 --applications 2")
        .done();
    std::fs::write(upload(&here, "oldebroek"), b"a picture").unwrap();
    here.run(&format!(
        "tenant export oldebroek {}",
        there.folder.path().join("oldebroek.tar.gz").display()
    ))
    .done();
    (here, there)
}

#[test]
fn a_tenant_arrives_with_its_rows_its_files_and_its_hosts_while_both_servers_run() {
    let (here, there) = machines();
    there
        .run("tenant add other --domain other.example.nl")
        .done();
    let before = there.bytes();
    let planned = there
        .run("--json tenant import oldebroek.tar.gz --dry-run")
        .done()
        .json();
    assert_eq!(planned["tenant"], "oldebroek");
    assert!(before == there.bytes());

    let serving = Serving::start(there.command("serve --listen 127.0.0.1:0"));
    let imported = there
        .run("--json tenant import oldebroek.tar.gz")
        .done()
        .json();
    assert_eq!(
        imported["domains"],
        serde_json::json!(["oldebroek.example.nl"])
    );
    let until = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while serving.status_at("oldebroek.example.nl", "/api/v1/vacancies") != 200 {
        assert!(std::time::Instant::now() < until);
    }
    assert_eq!(users(&there, "oldebroek"), users(&here, "oldebroek"));
    assert_eq!(
        std::fs::read(upload(&there, "oldebroek")).unwrap(),
        b"a picture"
    );
    let held = there
        .run("--json mail release --tenant oldebroek --dry-run")
        .done();
    assert!(held.json()["held_since"].is_string());
    drop(serving);

    // Once more, beside the first: under another name, and its host stays where it is.
    there
        .run("-q tenant import oldebroek.tar.gz")
        .failed(1, "choose another name with --as");
    let again = there
        .run("--json tenant import oldebroek.tar.gz --as oefening")
        .done()
        .json();
    assert_eq!(again["taken"], serde_json::json!(["oldebroek.example.nl"]));
    assert_eq!(users(&there, "oefening"), users(&there, "oldebroek"));
    let found = there.run("doctor").stdout;
    assert_eq!(found.matches("the database is sound").count(), 3, "{found}");
}

#[test]
fn what_is_no_whole_export_is_refused_and_leaves_nothing() {
    let (here, there) = machines();
    let file = there.folder.path().join("oldebroek.tar.gz");
    here.run(&format!("tenant export oldebroek {}", file.display()))
        .failed(1, "is there already");
    here.run("tenant export nowhere x.tar.gz")
        .failed(1, "nowhere");

    there
        .run(&format!(
            "-q tenant import {}",
            kept_backup("V497").display()
        ))
        .failed(1, "voluntr backup restore");
    there
        .run("-q tenant import oldebroek.tar.gz --as '../x'")
        .failed(1, "name");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xFF;
    std::fs::write(&file, &bytes).unwrap();
    there
        .run("-q tenant import oldebroek.tar.gz")
        .failed(1, "no whole backup");
    bytes.truncate(middle);
    std::fs::write(&file, &bytes).unwrap();
    there
        .run("-q tenant import oldebroek.tar.gz")
        .failed(1, "no whole backup");
    let tenants = there.run("--json tenant list").done().json();
    assert_eq!(tenants["tenants"], serde_json::json!([]));
    let left: Vec<_> = std::fs::read_dir(there.data().join("tenants"))
        .into_iter()
        .flatten()
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
