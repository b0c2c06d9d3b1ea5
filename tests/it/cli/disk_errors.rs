//! A disk that breaks (EIO), which is not full and says nothing of what a file holds. A small library between the program
//! and the system gives the errors, as long as a file is there.

use std::time::{Duration, Instant};

use super::serving::{Serving, sign_up};
use super::*;

const BREAKER: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether the file behind a descriptor is a tenant's, and its reads or writes break now. */
static int breaks(int fd, const char *what) {
    char name[4096], link[64], path[4096];
    int before = errno;
    const char *folder = getenv("BREAKER");
    if (!folder) return 0;
    snprintf(name, sizeof name, "%s/%s", folder, what);
    int is_on = access(name, F_OK) == 0;
    errno = before;
    if (!is_on) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length <= 0) return 0;
    path[length] = 0;
    return strstr(path, "/tenant.db") != NULL;
}

#define BREAKS(what, result, name, parameters, arguments)                                   \
    result name parameters {                                                                \
        static result (*real) parameters;                                                   \
        if (!real) real = (result (*) parameters)dlsym(RTLD_NEXT, #name);                   \
        if (breaks(fd, what)) { errno = EIO; return -1; }                                   \
        return real arguments;                                                              \
    }

BREAKS("write", ssize_t, write, (int fd, const void *bytes, size_t count), (fd, bytes, count))
BREAKS("write", ssize_t, pwrite, (int fd, const void *bytes, size_t count, off_t at), (fd, bytes, count, at))
BREAKS("write", ssize_t, pwrite64, (int fd, const void *bytes, size_t count, off64_t at), (fd, bytes, count, at))
BREAKS("write", int, fsync, (int fd), (fd))
BREAKS("write", int, fdatasync, (int fd), (fd))
BREAKS("read", ssize_t, read, (int fd, void *bytes, size_t count), (fd, bytes, count))
BREAKS("read", ssize_t, pread, (int fd, void *bytes, size_t count, off_t at), (fd, bytes, count, at))
BREAKS("read", ssize_t, pread64, (int fd, void *bytes, size_t count, off64_t at), (fd, bytes, count, at))
"#;

/// The compiled library; whoever builds the program has a C compiler.
fn breaker(machine: &Machine) -> PathBuf {
    let folder = machine.folder.path();
    let (source, library) = (folder.join("breaker.c"), folder.join("breaker.so"));
    std::fs::write(&source, BREAKER).unwrap();
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([&library, &source])
        .arg("-ldl")
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{compiled:?}");
    library
}

fn under(machine: &Machine, line: &str) -> Command {
    let mut command = machine.command(line);
    command
        .env("LD_PRELOAD", breaker(machine))
        .env("BREAKER", machine.folder.path());
    command
}

fn until_ready(serving: &Serving) {
    let until = Instant::now() + Duration::from_secs(20);
    while serving.get("/health/ready").0 != 200 {
        assert!(Instant::now() < until, "{}", serving.get("/health/ready").1);
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_disk_that_breaks_is_not_full_and_what_it_does_not_read_is_not_damaged() {
    let machine = Machine::new();
    let switch = |what: &str| machine.folder.path().join(what);
    let mut serving = Serving::start(under(&machine, "serve --demo --listen 127.0.0.1:0"));
    serving.lines_until("vrijwilliger@demo.voluntr.example");
    assert_eq!(serving.get("/api/v1/vacancies").0, 200);

    std::fs::write(switch("write"), "").unwrap();
    let (status, text) = sign_up(&serving, 1);
    assert_eq!(status, 500, "{text}");
    assert!(
        !text.contains("ruimte") && !text.contains("SQLite"),
        "{text}"
    );
    let (status, text) = serving.get("/health/ready");
    assert_eq!(status, 503);
    let ready: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(ready["parts"]["storage"]["status"], "ok", "{text}");
    assert_eq!(ready["parts"]["tenants"]["down"][0]["tenant"], "demo");
    assert_eq!(ready["parts"]["tenants"]["down"][0]["why"], "unreadable");
    assert_eq!(serving.get("/api/v1/vacancies?page[number]=2").0, 200);
    std::fs::remove_file(switch("write")).unwrap();
    until_ready(&serving);
    let (status, text) = sign_up(&serving, 2);
    assert!((200..300).contains(&status), "{status} {text}");

    std::fs::write(switch("read"), "").unwrap();
    let mut seen: Vec<u16> = (0..6)
        .map(|number| {
            serving
                .get(&format!("/api/v1/vacancies?filter[q]=taal{number}"))
                .0
        })
        .collect();
    seen.sort_unstable();
    assert_eq!(*seen.last().unwrap(), 500, "{seen:?}");
    std::fs::remove_file(switch("read")).unwrap();
    assert_eq!(serving.get("/api/v1/vacancies?filter[q]=hond").0, 200);
    until_ready(&serving);
    assert_eq!(serving.stop(), Some(0));
    let log = serving.log();
    assert!(log.contains("SQLite code"), "{log}");
    for wrong in ["no room", "damaged", "did nothing wrong"] {
        assert!(!log.contains(wrong), "{wrong}: {log}");
    }
}

#[test]
fn doctor_and_backup_do_not_call_a_file_damaged_that_the_disk_does_not_give() {
    let machine = Machine::new();
    machine.run("tenant add roermond").done();
    machine.run("tenant add oldebroek").done();
    std::fs::write(machine.folder.path().join("read"), "").unwrap();
    let found = Answer::of(&under(&machine, "doctor").output().unwrap());
    assert_eq!(found.exit, Some(1));
    assert!(found.stdout.contains("cannot be read"), "{}", found.stdout);
    assert!(
        found.stdout.contains("look at the disk"),
        "{}",
        found.stdout
    );
    for wrong in ["damaged", "restore"] {
        assert!(!found.stdout.contains(wrong), "{}", found.stdout);
    }
    let made = Answer::of(&under(&machine, "backup create").output().unwrap());
    assert_eq!(made.exit, Some(1), "{}{}", made.stdout, made.stderr);
    assert!(
        made.stdout.contains("NOT in it: roermond: "),
        "{}",
        made.stdout
    );
    assert!(!made.stdout.contains("damaged"), "{}", made.stdout);
}

/// Nothing is acknowledged that would be lost with a file which no longer has a name.
#[test]
fn a_file_that_was_moved_away_is_not_written_to_and_is_served_again_when_it_is_back() {
    let machine = Machine::new();
    machine
        .run("tenant add oldebroek --domain oldebroek.example.nl")
        .done();
    let mut serving = Serving::start(machine.command("serve --demo --listen 127.0.0.1:0"));
    serving.lines_until("vrijwilliger@demo.voluntr.example");
    let (status, text) = sign_up(&serving, 1);
    assert!((200..300).contains(&status), "{status} {text}");
    assert_eq!(
        serving.status_at("oldebroek.example.nl", "/api/v1/vacancies"),
        200
    );

    let (folder, away) = (
        machine.data().join("tenants/demo"),
        machine.folder.path().join("away"),
    );
    std::fs::rename(&folder, &away).unwrap();
    let (status, text) = sign_up(&serving, 2);
    assert_eq!(status, 503, "{text}");
    assert!(!text.contains("tenant.db"), "{text}");
    let (status, text) = serving.get("/health/ready");
    assert_eq!(status, 503);
    let ready: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(ready["parts"]["tenants"]["down"][0]["tenant"], "demo");
    assert_eq!(
        ready["parts"]["tenants"]["down"][0]["why"], "gone",
        "{text}"
    );
    // No empty site takes its place, and nobody else notices.
    assert_eq!(serving.get("/api/v1/vacancies").0, 503);
    assert!(!folder.join("tenant.db").exists());
    assert_eq!(
        serving.status_at("oldebroek.example.nl", "/api/v1/vacancies"),
        200
    );

    let _ = std::fs::remove_dir_all(&folder);
    std::fs::rename(&away, &folder).unwrap();
    until_ready(&serving);
    let (status, text) = sign_up(&serving, 3);
    assert!((200..300).contains(&status), "{status} {text}");
    assert_eq!(serving.stop(), Some(0));
    let users = machine.run("--json user list --tenant demo").done().json();
    let has = |email: &str| {
        users["users"]
            .as_array()
            .unwrap()
            .iter()
            .any(|user| user["email"] == email)
    };
    assert!(has("nieuw1@example.nl") && has("nieuw3@example.nl") && !has("nieuw2@example.nl"));
    let log = serving.log();
    assert!(log.contains("was moved away, removed or replaced"), "{log}");
}
