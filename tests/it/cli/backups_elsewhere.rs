//! Copies of backups elsewhere, encrypted for the owner of a key.

use age::secrecy::ExposeSecret as _;
use age::x25519::Identity;

use super::backups::{
    add_user, chunks, create, listed, make_old, name, seeded, two_tenants, users_of,
};
use super::*;

/// A key, and the file that `age-keygen` writes for it.
fn key(machine: &Machine, file: &str) -> String {
    let identity = Identity::generate();
    let text = format!(
        "# created: 2026-11-29T12:00:00Z\n# public key: {}\n{}\n",
        identity.to_public(),
        identity.to_string().expose_secret()
    );
    std::fs::write(machine.folder.path().join(file), text).unwrap();
    identity.to_public().to_string()
}

fn made_with(machine: &Machine, settings: &[(&str, &str)]) -> Answer {
    let mut command = machine.command("--json backup create");
    command.envs(settings.iter().copied());
    Answer::of(&command.output().unwrap())
}

/// Every file below a folder, with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.clone(), std::fs::read(path).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_copy_elsewhere_opens_for_the_owner_of_the_key_alone() {
    let machine = seeded();
    let place = machine.folder.path().join("mounted");
    let to = place.to_str().unwrap();
    let public = key(&machine, "right.key");
    let other = key(&machine, "wrong.key");
    let settings = [("VOLUNTR_BACKUP_TO", to), ("VOLUNTR_BACKUP_KEY", &public)];

    // One that is not mounted is not made, and the one here stays.
    let made = made_with(&machine, &settings);
    assert_eq!(made.exit, Some(1));
    assert!(
        made.json()["elsewhere"]["error"]
            .as_str()
            .unwrap()
            .contains("is mounted")
    );
    assert_eq!(listed(&machine).len(), 1);
    let mut doctor = machine.command("doctor");
    doctor.envs(settings);
    let told = Answer::of(&doctor.output().unwrap());
    assert_eq!(told.exit, Some(1));
    assert!(
        told.stdout.contains("its copy did not go to"),
        "{}",
        told.stdout
    );

    std::fs::create_dir(&place).unwrap();
    let made = made_with(&machine, &settings).done().json();
    let sent = made["elsewhere"]["objects"].as_u64().unwrap();
    // Both backups: each has a manifest and the names of its chunks.
    assert_eq!(sent, chunks(&machine).len() as u64 + 4);
    let there = files(&place);
    let own: Vec<String> = chunks(&machine)
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    for (path, bytes) in &there {
        let is_list = path.to_string_lossy().ends_with(".chunks");
        assert!(
            is_list || bytes.starts_with(b"age-encryption.org/v1"),
            "{path:?}"
        );
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(!own.contains(&file), "{file} is named by what it holds");
    }
    // Only what is new goes.
    add_user(&machine, "demo", "later@example.nl");
    let made = made_with(&machine, &settings).done().json();
    assert!(
        made["elsewhere"]["objects"].as_u64().unwrap() < sent / 2,
        "{made}"
    );

    let restore = |data: &str, more: &str| {
        machine.run(&format!(
            "-q --data {data} backup restore --from {to} {more}"
        ))
    };
    restore("none", "").failed(1, "with --identity FILE");
    restore("none", "--identity wrong.key").failed(1, "encrypted for another key");
    restore("none", "--identity nothing.key").failed(1, "cannot be read");
    std::fs::write(machine.folder.path().join("public.key"), &other).unwrap();
    restore("none", "--identity public.key").failed(1, "no identity of age");
    assert!(!machine.folder.path().join("none/registry.db").exists());
    restore("second", "--identity right.key").done();
    assert_eq!(
        users_of(&machine, "--data second", "demo"),
        users_of(&machine, "", "demo")
    );
    machine
        .run(&format!("backup verify --from {to} --identity right.key"))
        .done();

    // A byte that flips there.
    let (path, mut bytes) = files(&place)
        .into_iter()
        .find(|(path, _)| path.to_string_lossy().contains("/chunks/"))
        .unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(path, bytes).unwrap();
    let mut is_found = false;
    for backup in listed(&machine) {
        let verified = machine.run(&format!(
            "-q backup verify --from {to} --identity right.key {}",
            backup["backup"].as_str().unwrap()
        ));
        is_found |= verified.exit == Some(1) && verified.stderr.contains("it is damaged");
    }
    assert!(is_found);
}

#[test]
fn nothing_leaves_unencrypted_unless_somebody_says_so() {
    let machine = two_tenants();
    let place = machine.folder.path().join("mounted");
    std::fs::create_dir(&place).unwrap();
    let to = place.to_str().unwrap();
    let made = made_with(&machine, &[("VOLUNTR_BACKUP_TO", to)]);
    assert_eq!(made.exit, Some(1));
    assert!(
        made.json()["elsewhere"]["error"]
            .as_str()
            .unwrap()
            .contains("VOLUNTR_BACKUP_KEY")
    );
    assert!(files(&place).is_empty());
    let wrong = [
        ("VOLUNTR_BACKUP_TO", to),
        ("VOLUNTR_BACKUP_KEY", "AGE-SECRET-KEY-1ABC"),
    ];
    let refused = made_with(&machine, &wrong);
    assert!(
        refused.stdout.contains("not a public key"),
        "{}",
        refused.stdout
    );
    assert!(!refused.stdout.contains("1ABC"), "{}", refused.stdout);
    let nowhere = made_with(&machine, &[("VOLUNTR_BACKUP_TO", "ftp://example.nl")]);
    assert!(
        nowhere.stdout.contains("no place for backups"),
        "{}",
        nowhere.stdout
    );

    let plain = [("VOLUNTR_BACKUP_TO", to), ("VOLUNTR_BACKUP_PLAIN", "true")];
    made_with(&machine, &plain).done();
    machine
        .run(&format!("--data second backup restore --from {to}"))
        .done();
    machine.run("--data second tenant show borne").done();
}

#[test]
fn what_is_too_old_goes_elsewhere_too() {
    let machine = two_tenants();
    let place = machine.folder.path().join("mounted");
    std::fs::create_dir(&place).unwrap();
    let public = key(&machine, "right.key");
    let settings = [
        ("VOLUNTR_BACKUP_TO", place.to_str().unwrap()),
        ("VOLUNTR_BACKUP_KEY", &public),
    ];
    let first = create(&machine);
    make_old(&machine, name(&first));
    made_with(&machine, &settings).done();
    let manifests = || {
        let names = files(&place.join("manifests")).into_keys();
        names
            .filter(|path| path.to_string_lossy().ends_with(".json.age"))
            .count()
    };
    assert_eq!(manifests(), 2);
    // As long as it is here, it is there.
    machine.run("backup prune").done();
    made_with(&machine, &settings).done();
    assert_eq!(manifests(), 2, "the one of long ago is gone, two are new");
    let to = place.to_str().unwrap();
    machine
        .run(&format!("backup verify --from {to} --identity right.key"))
        .done();
}
