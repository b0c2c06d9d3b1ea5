//! Folder of another machine, through the `sftp` program of this one: keys and known hosts are those that it has.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

use super::place::{Folder, Place, UNFINISHED};
use crate::error::{Error, Result};
use crate::object_storage::Object;

pub struct Sftp {
    /// `user@host`.
    target: String,
    port: Option<u16>,
    folder: String,
    session: RefCell<Option<Session>>,
    /// Of this machine, for what is on its way.
    scratch: PathBuf,
    number: RefCell<u64>,
    /// Folders that are there.
    made: RefCell<HashSet<String>>,
}

/// A running program, which is told one command after another.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Reads what it complains of, so that it never waits for that; the last of it is why it ended.
    complaints: JoinHandle<Option<String>>,
}

impl Sftp {
    /// `sftp://user@host:port/path`; what is on its way lies in `scratch`.
    pub fn open(address: &str, scratch: PathBuf) -> Result<Self> {
        let wrong = |why: &str| {
            Error::internal(format!(
                "'{address}' is no place for backups: {why}; write sftp://user@host/path"
            ))
        };
        let url: url::Url = address.parse().map_err(|_| wrong("it is no address"))?;
        let host = url.host_str().ok_or_else(|| wrong("it names no host"))?;
        let is_plain = |text: &str| {
            !text.is_empty()
                && !text.starts_with('-')
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_./@:[]".contains(&byte))
        };
        let target = match url.username() {
            "" => host.to_owned(),
            user => format!("{user}@{host}"),
        };
        let folder = url.path().trim_end_matches('/').to_owned();
        if url.password().is_some() {
            return Err(wrong("it has a password in it, use a key"));
        }
        if !is_plain(&target) || !is_plain(&folder) {
            return Err(wrong(
                "it names no folder, or has signs beside letters, digits and -_./",
            ));
        }
        Ok(Self {
            target,
            port: url.port(),
            folder,
            session: RefCell::default(),
            scratch,
            number: RefCell::default(),
            made: RefCell::default(),
        })
    }

    fn start(&self) -> Result<Session> {
        let mut command = Command::new("sftp");
        command.args(["-q", "-b", "-", "-o", "BatchMode=yes"]);
        if let Some(port) = self.port {
            command.arg("-P").arg(port.to_string());
        }
        let mut child = command
            .arg(&self.target)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| {
                Error::internal(format!(
                    "the program sftp cannot be started: {error}; install the client of OpenSSH"
                ))
            })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(Error::internal("the program sftp has no input"));
        };
        let complaints = std::thread::spawn(move || {
            let lines = BufReader::new(errors).lines().map_while(Result::ok);
            lines.filter(|line| !line.trim().is_empty()).last()
        });
        Ok(Session {
            child,
            input,
            output: BufReader::new(output),
            complaints,
        })
    }

    /// Runs commands and gives what they print. One that fails ends the program, which says why.
    fn run(&self, commands: &str) -> Result<String> {
        let mut kept = self.session.borrow_mut();
        let mut session = match kept.take() {
            Some(session) => session,
            None => self.start()?,
        };
        let number = {
            let mut number = self.number.borrow_mut();
            *number += 1;
            *number
        };
        let done = format!("voluntr-done-{number}");
        let told = session
            .input
            .write_all(format!("{commands}\n!echo {done}\n").as_bytes())
            .and_then(|()| session.input.flush());
        let mut printed = String::new();
        loop {
            let mut line = String::new();
            if told.is_err() || session.output.read_line(&mut line).unwrap_or(0) == 0 {
                return Err(self.failed(session));
            }
            if line.trim() == done {
                break;
            }
            // What it was told is printed too.
            if !line.starts_with("sftp> ") {
                printed += &line;
            }
        }
        *kept = Some(session);
        Ok(printed)
    }

    fn failed(&self, mut session: Session) -> Error {
        drop(session.input);
        let _ = session.child.wait();
        let why = session.complaints.join().ok().flatten();
        Error::internal(format!(
            "{}: {}; see that 'sftp {}' connects without a question",
            self.shown(),
            why.unwrap_or_else(|| "the program sftp ended".to_owned()),
            self.target
        ))
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    fn passing(&self) -> PathBuf {
        self.scratch.join(format!("sftp-{}", std::process::id()))
    }
}

impl Place for Sftp {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>> {
        if !self.has(name)? {
            return Ok(None);
        }
        let passing = self.passing();
        self.run(&format!("get {} {}", self.path(name), passing.display()))?;
        let bytes = fs::read(&passing)?;
        fs::remove_file(&passing)?;
        Ok(Some(bytes))
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let passing = self.passing();
        let own = Folder(self.scratch.clone());
        own.put(
            &passing.file_name().unwrap_or_default().to_string_lossy(),
            bytes,
        )?;
        let target = self.path(name);
        let (folder, file) = target.rsplit_once('/').unwrap_or(("", &target));
        // A folder that is there is no fault.
        let mut commands = String::new();
        let mut made = self.folder.clone();
        for part in folder
            .strip_prefix(&self.folder)
            .unwrap_or_default()
            .split('/')
            .filter(|part| !part.is_empty())
        {
            made = format!("{made}/{part}");
            if self.made.borrow_mut().insert(made.clone()) {
                let _ = writeln!(commands, "-mkdir {made}");
            }
        }
        let unfinished = format!("{folder}/{UNFINISHED}{file}");
        let _ = write!(
            commands,
            "put {} {unfinished}\n-rm {target}\nrename {unfinished} {target}",
            passing.display()
        );
        let outcome = self.run(&commands);
        let _ = fs::remove_file(&passing);
        outcome.map(|_| ())
    }

    fn has(&self, name: &str) -> Result<bool> {
        let path = self.path(name);
        Ok(self
            .run(&format!("-ls -1 {path}"))?
            .lines()
            .any(|line| line.trim() == path))
    }

    fn list(&self, folder: &str) -> Result<Vec<Object>> {
        let folder = folder.trim_end_matches('/');
        let mut found = Vec::new();
        // As deep as a store is.
        for pattern in ["*", "*/*"] {
            let printed = self.run(&format!("-ls -ln {}/{pattern}", self.path(folder)))?;
            found.extend(printed.lines().filter_map(|line| self.listed(line)));
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found.dedup_by(|a, b| a.name == b.name);
        Ok(found)
    }

    fn remove(&self, name: &str) -> Result<()> {
        self.run(&format!("-rm {}", self.path(name))).map(|_| ())
    }

    fn shown(&self) -> String {
        format!("sftp://{}{}", self.target, self.folder)
    }
}

impl Sftp {
    /// A line of `ls -ln`: rights, links, owner, group, size, three words of a date, path.
    fn listed(&self, line: &str) -> Option<Object> {
        let mut words = line.split_whitespace();
        let rights = words.next()?;
        let size = words.nth(3)?.parse().ok()?;
        let path = words.nth(3)?;
        let name = path.strip_prefix(&self.folder)?.strip_prefix('/')?;
        rights.starts_with('-').then(|| Object {
            name: name.to_owned(),
            bytes: size,
            // To the minute at most, and of that machine.
            modified: 0,
        })
    }
}
