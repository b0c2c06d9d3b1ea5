//! Command line: runs the real binary as an operator does.

mod backups;
mod backups_elsewhere;
mod broken_log;
mod certificates;
mod commands;
mod disk_errors;
mod doctor;
mod doctor_by_itself;
mod error_reports;
mod figures;
mod full_disk;
mod held_mail;
mod importing;
mod killed;
mod letters;
mod mail_in;
mod mail_records;
mod moving;
mod nodes;
mod people;
mod places_killed;
mod ready;
mod serving;
mod sockets;
mod streams_killed;
mod upgrading;
mod upkeep;
mod watching;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::support::smtp_peer::SmtpPeer;

pub(super) const PASSWORD: &str = "paard batterij nietje\n";

pub(super) struct Machine {
    pub(super) folder: tempfile::TempDir,
}

pub(super) struct Answer {
    pub(super) exit: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Answer {
    pub(super) fn of(output: &Output) -> Self {
        Self {
            exit: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    #[track_caller]
    pub(super) fn done(self) -> Self {
        assert_eq!(self.exit, Some(0), "{}{}", self.stdout, self.stderr);
        self
    }

    /// Failed with exactly one sentence on stderr that says this, and nothing on stdout.
    #[track_caller]
    pub(super) fn failed(self, exit: i32, saying: &str) {
        assert_eq!(self.exit, Some(exit), "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "");
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.contains(saying), "{}", self.stderr);
    }

    #[track_caller]
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!(
                "not one JSON document ({error}): {}{}",
                self.stdout, self.stderr
            )
        })
    }
}

impl Machine {
    pub(super) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(super) fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    pub(super) fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_voluntr"));
        command
            .args(words(line))
            .current_dir(self.folder.path())
            .env_clear()
            .env("VOLUNTR_DATA", self.data());
        command
    }

    pub(super) fn run(&self, line: &str) -> Answer {
        Answer::of(&self.command(line).stdin(Stdio::null()).output().unwrap())
    }

    pub(super) fn run_with_input(&self, line: &str, input: &str) -> Answer {
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

    /// Every folder and file with its bytes: what a dry run must not change. Not the log of a database and its index: a
    /// program that ends leaves them or takes them away, as its threads happen to end.
    pub(super) fn bytes(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.to_string_lossy().contains(".db-") {
                    let bytes = std::fs::read(&path).unwrap();
                    found.insert(path, bytes);
                }
            }
            found.insert(folder, Vec::new());
        }
        found
    }

    /// Every folder and file, and every row of every database.
    pub(super) fn everything(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(self.folder.path(), &mut found);
        found.sort();
        found
    }
}

pub(super) fn collect(folder: &Path, found: &mut Vec<String>) {
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
pub(super) fn rows_of(path: &Path) -> Vec<String> {
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
pub(super) fn words(line: &str) -> Vec<String> {
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

impl Answer {
    /// Refused by the command line itself.
    #[track_caller]
    pub(super) fn refused(self) {
        assert_eq!(self.exit, Some(2), "{}{}", self.stdout, self.stderr);
        assert!(self.stdout.is_empty() && !self.stderr.is_empty());
    }
}
