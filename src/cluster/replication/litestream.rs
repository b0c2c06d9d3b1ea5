//! Litestream as processes of this one: what they copy, that they run, and that they end with it.
//!
//! Its own watching of a folder is not used: it sees neither a folder that is renamed into place nor one that is renamed away.
//! Each process has a list of databases, and is started anew when that changes.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use metrics::{counter, gauge};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::base::clock::uptime;
use crate::config::{Config, aws_setting, make_private};
use crate::error::{Error, Result};
use crate::nodes::directory::Replica;
use crate::object_storage::s3::Address;

/// Those before lost data.
const OLDEST: [u32; 3] = [0, 5, 17];
/// Databases of one process: of so many the copying stops for a moment when one comes or goes.
const MOST: usize = 100;
/// Of one that ended by itself: before the next start, and after how long it counts as one that runs.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// How long the version may take to be told.
const WITHIN: Duration = Duration::from_secs(10);
const STEP: Duration = Duration::from_millis(20);
/// How often a database is looked at, and how soon after that what is new of it is copied.
const LOOK_EVERY: &str = "1s";
const COPY_EVERY: &str = "250ms";

/// What is wrong with the program, if anything is.
pub fn fault(program: &Path) -> Option<String> {
    let shown = program.display();
    let told = match told(Command::new(program).arg("version")) {
        Ok((_, told)) => told,
        Err(error) => {
            return Some(format!(
                "{shown} cannot be started ({error}); install Litestream 0.5.17 or newer, and name its file"
            ));
        }
    };
    let version = told.trim().trim_start_matches('v');
    match parsed(version) {
        Some(numbers) if numbers >= OLDEST => None,
        Some(_) => Some(format!(
            "{shown} is Litestream {version}, and those before 0.5.17 lost data; install a newer one"
        )),
        None => Some(format!(
            "{shown} does not tell its version as Litestream does; install 0.5.17 or newer"
        )),
    }
}

fn parsed(version: &str) -> Option<[u32; 3]> {
    let mut parts = version.split(['.', '-', '+']).map(str::parse);
    let mut next = || parts.next()?.ok();
    Some([next()?, next()?, next()?])
}

/// Runs a command that ends soon; whether it succeeded, and what it said.
fn told(command: &mut Command) -> std::io::Result<(bool, String)> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let began = uptime();
    while child.try_wait()?.is_none() {
        if uptime().saturating_sub(began) > WITHIN {
            let _ = child.kill();
        }
        thread::sleep(STEP);
    }
    let mut said = String::new();
    if let Some(mut output) = child.stdout.take() {
        let _ = output.read_to_string(&mut said);
    }
    Ok((child.wait()?.success(), said))
}

/// A database that is copied, and where to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    pub tenant: String,
    pub replica: Replica,
}

impl Copied {
    fn prefix(&self) -> String {
        self.replica.prefix(&self.tenant)
    }
}

/// Where replicas lie, as Litestream is told of it.
fn replica_of(place: &str, prefix: &str) -> Result<Value> {
    if !place.starts_with("s3://") {
        return Ok(json!({ "type": "file", "path": Path::new(place).join(prefix) }));
    }
    let address = Address::parse(place)?;
    let path = match address.prefix.as_str() {
        "" => prefix.to_owned(),
        before => format!("{before}/{prefix}"),
    };
    Ok(json!({
        "type": "s3",
        "bucket": address.bucket,
        "path": path,
        "region": address.region,
        "endpoint": address.endpoint.as_str().trim_end_matches('/'),
        "force-path-style": true,
    }))
}

fn command(program: &Path, place: &str) -> Result<Command> {
    let mut command = Command::new(program);
    command.env_remove("LOG_LEVEL").stdin(Stdio::null());
    if place.starts_with("s3://") {
        for name in [
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_SESSION_TOKEN",
        ] {
            match aws_setting(name)? {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        // With this one Litestream 0.5.17 ends at its start; that one it reads.
        if let Some(bundle) = aws_setting("AWS_CA_BUNDLE")? {
            command
                .env_remove("AWS_CA_BUNDLE")
                .env("SSL_CERT_FILE", bundle);
        }
    }
    Ok(command)
}

fn own_folder(config: &Config) -> PathBuf {
    config.data.join("litestream")
}

/// Fetches a database whole.
pub fn restore(
    (config, program): (&Config, &Path),
    place: &str,
    copied: &Copied,
    to: &Path,
) -> Result<()> {
    let folder = own_folder(config);
    make_private(&folder)?;
    let settings = folder.join(format!("restore-{}.yml", copied.tenant));
    let replica = replica_of(place, &copied.prefix())?;
    let told =
        json!({ "dbs": [{ "path": to, "replica": replica }], "logging": { "level": "warn" } });
    fs::write(&settings, told.to_string())?;
    let done = command(program, place)?
        .args(["restore", "-no-expand-env", "-config"])
        .arg(&settings)
        .arg(to)
        .output();
    let _ = fs::remove_file(&settings);
    let done = done?;
    if done.status.success() && to.exists() {
        return Ok(());
    }
    let said = [done.stderr, done.stdout].map(|said| String::from_utf8_lossy(&said).into_owned());
    let line = said
        .iter()
        .flat_map(|said| said.lines())
        .rfind(|line| !line.trim().is_empty());
    Err(Error::internal(format!(
        "'{}' was not restored from {}: {}",
        copied.tenant,
        copied.prefix(),
        line.unwrap_or("there is nothing")
    )))
}

/// The processes, each with its databases.
pub struct Copies {
    program: PathBuf,
    place: String,
    data: PathBuf,
    folder: PathBuf,
    groups: Vec<Group>,
}

struct Group {
    number: usize,
    databases: Vec<Copied>,
    process: Option<Child>,
    began: Duration,
    start_at: Duration,
    wait: Duration,
}

impl Copies {
    pub fn new(config: &Config, program: PathBuf, place: &str) -> Result<Self> {
        let folder = own_folder(config);
        make_private(&folder)?;
        end_left_over(&folder);
        Ok(Self {
            program,
            place: place.to_owned(),
            data: config.data.clone(),
            folder,
            groups: Vec::new(),
        })
    }

    /// Copies these, and nothing else any more.
    pub fn follow(&mut self, wanted: Vec<Copied>) {
        let mut is_changed = false;
        let mut touched = BTreeSet::new();
        for group in &mut self.groups {
            let before = group.databases.len();
            group.databases.retain(|copied| wanted.contains(copied));
            if group.databases.len() != before {
                touched.insert(group.number);
            }
        }
        for copied in wanted {
            if self
                .groups
                .iter()
                .any(|group| group.databases.contains(&copied))
            {
                continue;
            }
            touched.insert(self.add(copied));
        }
        for group in &mut self.groups {
            if touched.contains(&group.number) {
                group.kill();
                group.start_at = uptime();
                is_changed = true;
            }
        }
        self.groups.retain(|group| !group.databases.is_empty());
        if is_changed {
            self.forget_state();
        }
    }

    fn add(&mut self, copied: Copied) -> usize {
        if let Some(group) = self
            .groups
            .iter_mut()
            .find(|group| group.databases.len() < MOST)
        {
            group.databases.push(copied);
            return group.number;
        }
        let numbers: BTreeSet<_> = self.groups.iter().map(|group| group.number).collect();
        let number = (0..=numbers.len())
            .find(|number| !numbers.contains(number))
            .unwrap_or_default();
        self.groups.push(Group {
            number,
            databases: vec![copied],
            process: None,
            began: uptime(),
            start_at: uptime(),
            wait: FIRST_WAIT,
        });
        number
    }

    /// Starts those that have to run and do not.
    pub fn look_after(&mut self) {
        let mut running = 0;
        for group in &mut self.groups {
            group.note_end();
            if group.process.is_none() && uptime() >= group.start_at {
                let settings = self.folder.join(format!("{}.yml", group.number));
                let begun = settings_of(group, (&self.data, &self.folder, &self.place))
                    .and_then(|told| Ok(fs::write(&settings, told.to_string())?))
                    .and_then(|()| group.start((&self.program, &self.place), &settings));
                if let Err(error) = begun {
                    tracing::error!(%error, "Litestream does not start; nothing is copied");
                    group.start_at = uptime() + group.wait;
                    group.wait = (group.wait * 2).min(LONGEST_WAIT);
                }
            }
            running += u32::from(group.process.is_some());
        }
        let all = self.groups.len();
        gauge!("voluntr_replica_running").set(f64::from(u8::from(running as usize == all)));
    }

    /// Ends them at once: what they have not copied yet is not copied.
    pub fn kill(&mut self) {
        for group in &mut self.groups {
            group.kill();
        }
        self.groups.clear();
    }

    /// Ends them once the last writes are copied.
    pub fn end(mut self, within: Duration) {
        let began = uptime();
        for group in &self.groups {
            if let Some(child) = &group.process {
                let _ = kill_process(Pid::from_child(child), Signal::TERM);
            }
        }
        for group in &mut self.groups {
            while let Some(child) = &mut group.process {
                if !matches!(child.try_wait(), Ok(None)) {
                    group.process = None;
                } else if uptime().saturating_sub(began) > within {
                    tracing::warn!(
                        "the last writes were not copied in time; the next start copies them"
                    );
                    group.kill();
                } else {
                    thread::sleep(STEP);
                }
            }
        }
        end_left_over(&self.folder);
    }

    /// Removes what Litestream noted of databases that are copied no more.
    fn forget_state(&self) {
        let kept: BTreeSet<_> = self
            .groups
            .iter()
            .flat_map(|group| &group.databases)
            .map(state_name)
            .collect();
        for entry in fs::read_dir(self.folder.join("state"))
            .into_iter()
            .flatten()
            .flatten()
        {
            if !kept.contains(&entry.file_name().to_string_lossy().into_owned()) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

fn state_name(copied: &Copied) -> String {
    format!(
        "{}-{}-{}",
        copied.tenant, copied.replica.epoch, copied.replica.generation
    )
}

fn settings_of(group: &Group, (data, folder, place): (&Path, &Path, &str)) -> Result<Value> {
    let databases: Result<Vec<Value>> = group
        .databases
        .iter()
        .map(|copied| {
            let mut replica = replica_of(place, &copied.prefix())?;
            if let Some(replica) = replica.as_object_mut() {
                replica.insert("sync-interval".to_owned(), json!(COPY_EVERY));
            }
            Ok(json!({
                "path": data.join("tenants").join(&copied.tenant).join("tenant.db"),
                "meta-path": folder.join("state").join(state_name(copied)),
                "monitor-interval": LOOK_EVERY,
                "replica": replica,
            }))
        })
        .collect();
    // JSON is YAML.
    Ok(json!({
        "logging": { "level": "warn", "stderr": true },
        "shutdown-sync-timeout": "3s",
        "dbs": databases?,
    }))
}

impl Group {
    fn start(&mut self, (program, place): (&Path, &str), settings: &Path) -> Result<()> {
        let mut child = command(program, place)?
            .args(["replicate", "-no-expand-env", "-config"])
            .arg(settings)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        fs::write(settings.with_extension("pid"), child.id().to_string())?;
        if let Some(said) = child.stderr.take() {
            thread::Builder::new()
                .name("litestream".to_owned())
                .spawn(move || log(said))?;
        }
        self.began = uptime();
        self.process = Some(child);
        Ok(())
    }

    fn note_end(&mut self) {
        let Some(child) = &mut self.process else {
            return;
        };
        let Ok(Some(status)) = child.try_wait() else {
            return;
        };
        self.process = None;
        counter!("voluntr_replica_restarts_total").increment(1);
        if uptime().saturating_sub(self.began) > LONGEST_WAIT {
            self.wait = FIRST_WAIT;
        }
        tracing::error!(%status, databases = self.databases.len(), again_in_s = self.wait.as_secs(), "Litestream ended; it is started again");
        self.start_at = uptime() + self.wait;
        self.wait = (self.wait * 2).min(LONGEST_WAIT);
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.process.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Puts what Litestream says into the log of this program.
fn log(said: impl Read) {
    for line in BufReader::new(said)
        .lines()
        .map_while(std::result::Result::ok)
    {
        if line.contains("level=ERROR") || line.starts_with("Error:") {
            counter!("voluntr_replica_errors_total").increment(1);
            tracing::error!(line, "litestream");
        } else {
            tracing::warn!(line, "litestream");
        }
    }
}

/// Ends those that a program left running which was killed: two of them would spoil what they copy.
fn end_left_over(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|kind| kind != "pid") {
            continue;
        }
        let settings = path.with_extension("yml").display().to_string();
        let number = fs::read_to_string(&path)
            .ok()
            .and_then(|text| text.trim().parse::<i32>().ok());
        if let Some(pid) = number.and_then(Pid::from_raw) {
            let line = format!("/proc/{}/cmdline", pid.as_raw_nonzero());
            let is_ours = || {
                fs::read(&line).is_ok_and(|line| String::from_utf8_lossy(&line).contains(&settings))
            };
            if is_ours() {
                let _ = kill_process(pid, Signal::KILL);
                while is_ours() {
                    thread::sleep(STEP);
                }
            }
        }
        let _ = fs::remove_file(&path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_that_lost_data_are_refused() {
        assert!(parsed("0.5.16").unwrap() < OLDEST);
        assert!(parsed("0.5.17").unwrap() >= OLDEST);
        assert!(parsed("0.5.17-rc1").unwrap() >= OLDEST);
        assert!(parsed("0.10.0").unwrap() >= OLDEST);
        assert!(parsed("(development build)").is_none());
        let missing = fault(Path::new("/nowhere/litestream")).unwrap();
        assert!(
            missing.starts_with("/nowhere/litestream cannot be started"),
            "{missing}"
        );
        let other = fault(Path::new("/bin/true")).unwrap();
        assert!(other.contains("does not tell its version"), "{other}");
    }

    #[test]
    fn a_bucket_and_a_folder_are_told_with_the_generation_below_the_place() {
        let copied = Copied {
            tenant: "almelo".to_owned(),
            replica: Replica {
                node: "a".to_owned(),
                epoch: 3,
                generation: 7,
            },
        };
        let told = replica_of("/srv/shared", &copied.prefix()).unwrap();
        assert_eq!(told["path"], "/srv/shared/replicas/a/3/almelo/7");
        let told = replica_of(
            "s3://kept/sites?endpoint=http://127.0.0.1:9000&region=eu",
            &copied.prefix(),
        )
        .unwrap();
        assert_eq!(told["path"], "sites/replicas/a/3/almelo/7");
        assert_eq!(told["endpoint"], "http://127.0.0.1:9000");
        assert_eq!(
            (&told["bucket"], &told["region"]),
            (&json!("kept"), &json!("eu"))
        );
    }
}
