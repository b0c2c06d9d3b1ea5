//! `voluntr doctor`: read-only diagnosis of the installation, with a remedy for each finding.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::context::{Context, DryRun};
use super::report::{Done, Report, count};
use super::{doctor_certificates, doctor_machine, doctor_tenant};
use crate::backup::last::LastBackup;
use crate::backup::schedule::{Trouble, next_due, trouble};
use crate::base::clock::{Clock, days, later, seconds_until};
use crate::config::Config;
use crate::db::registry::{Entry, Registry};
use crate::db::{HEAD_ROOM, free_bytes, offline_file};
use crate::error::{Error, Result};
use crate::mail::outbox::{find_hold, held_since, may_leave};
use crate::mail::{OUR_SETTINGS, is_quiet};

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Fine,
    Warning,
    Fault,
}

#[derive(Debug, serde::Serialize)]
struct Finding {
    about: String,
    verdict: Verdict,
    text: String,
    /// What `--fix` does about it.
    #[serde(skip)]
    fix: Option<Fix>,
    /// Whether `--fix` can do something about it, or has.
    #[serde(skip_serializing_if = "Option::is_none")]
    mended: Option<bool>,
}

/// What `--fix` may do: nothing that loses a row or a file that is in use.
#[derive(Debug, Clone)]
pub(super) enum Fix {
    /// Takes the rights of everybody but owner and group.
    CloseToOthers(PathBuf),
    /// Takes the rights of everybody but the owner.
    CloseToAll(PathBuf),
    /// Removes what nothing refers to.
    Remove(PathBuf),
}

impl Fix {
    fn carry_out(&self) -> std::io::Result<()> {
        let close = |path: &Path, closed: u32| {
            let mut rights = std::fs::metadata(path)?.permissions();
            rights.set_mode(rights.mode() & !closed);
            std::fs::set_permissions(path, rights)
        };
        match self {
            Self::CloseToOthers(path) => close(path, 0o007),
            Self::CloseToAll(path) => close(path, 0o077),
            Self::Remove(path) if path.is_dir() => std::fs::remove_dir_all(path),
            Self::Remove(path) => std::fs::remove_file(path),
        }
    }
}

#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Doctor {
    /// Mend what can be mended without losing anything: rights of files, what was left behind
    #[arg(long)]
    fix: bool,
    /// Also ask the network: whether hosts have addresses and the mail server answers
    #[arg(long)]
    online: bool,
    #[command(flatten)]
    dry: DryRun,
}

#[derive(Default)]
pub(super) struct Findings(Vec<Finding>);

impl Findings {
    pub(super) fn add(
        &mut self,
        about: impl Into<String>,
        verdict: Verdict,
        text: impl Into<String>,
    ) {
        self.0.push(Finding {
            about: about.into(),
            verdict,
            text: text.into(),
            fix: None,
            mended: None,
        });
    }

    /// Like `add`, of what `--fix` can mend.
    pub(super) fn add_mendable(
        &mut self,
        about: impl Into<String>,
        verdict: Verdict,
        text: impl Into<String>,
        fix: Fix,
    ) {
        self.0.push(Finding {
            about: about.into(),
            verdict,
            text: text.into(),
            fix: Some(fix),
            mended: Some(false),
        });
    }

    /// Carries out what `--fix` may do; what fails stays as it was found.
    fn mend(&mut self) {
        for finding in &mut self.0 {
            let Some(fix) = &finding.fix else { continue };
            match fix.carry_out() {
                Ok(()) => finding.mended = Some(true),
                Err(error) => {
                    let _ = write!(finding.text, " (it could not be mended: {error})");
                }
            }
        }
    }
}

fn look(context: &Context, is_online: bool) -> Result<Findings> {
    let config = context.config()?;
    let mut findings = Findings::default();
    findings.add("settings", Verdict::Fine, "they can be read");
    let file = context.flags.config.as_deref();
    look_at_data(&config, (file, is_online), &mut findings);
    Ok(findings)
}

/// The findings as JSON, for a bundle.
pub(super) fn findings(context: &Context) -> Result<Value> {
    Ok(json!(look(context, false)?.0))
}

pub fn run(options: Doctor, context: &Context) -> Done {
    let mut findings = look(context, options.online)?;
    if options.fix && !options.dry.dry_run {
        findings.mend();
    }
    let is_open = |finding: &Finding| finding.mended != Some(true);
    let has_fault = findings
        .0
        .iter()
        .any(|finding| finding.verdict == Verdict::Fault && is_open(finding));
    let mut text = String::new();
    for Finding {
        about,
        verdict,
        text: found,
        mended,
        ..
    } in &findings.0
    {
        let mark = match verdict {
            _ if *mended == Some(true) => "mended",
            _ if *mended == Some(false) && options.fix => "would",
            Verdict::Fine => "ok",
            Verdict::Warning => "note",
            Verdict::Fault => "FAULT",
        };
        let _ = writeln!(text, "{mark:<6} {about}: {found}");
    }
    let data = json!({ "ok": !has_fault, "findings": findings.0 });
    Ok(Report::new(text, data).bad_if(has_fault))
}

fn look_at_data(
    config: &Config,
    (file, is_online): (Option<&Path>, bool),
    findings: &mut Findings,
) {
    if !config.registry_path().exists() {
        let shown = config.data.display();
        findings.add(
            "data",
            Verdict::Warning,
            format!("{shown} holds no tenants yet; 'voluntr tenant add NAME' makes one"),
        );
        return;
    }
    look_at_folder(&config.data, "data", findings);
    look_at_room(config, findings);
    if config.smtp_url.is_none() {
        findings.add(
            "mail",
            Verdict::Warning,
            "there is no mail server; set VOLUNTR_SMTP_URL, until then letters wait",
        );
    }
    let entries = match Registry::open(&config.registry_path()).and_then(|registry| registry.list())
    {
        Ok(entries) => entries,
        Err(error) => {
            findings.add(
                "registry",
                Verdict::Fault,
                format!("it cannot be read: {error}; restore it with 'voluntr backup restore'"),
            );
            return;
        }
    };
    findings.add(
        "registry",
        Verdict::Fine,
        count(entries.len(), "tenant", "tenants"),
    );
    look_at_backup(config, &entries, findings);
    doctor_machine::look(config, file, &entries, findings);
    if is_online {
        doctor_machine::look_online(config, &entries, findings);
    }
    for entry in &entries {
        look_at_tenant(config, entry, findings);
    }
    look_for_strangers(config, &entries, findings);
    doctor_certificates::look(config, &entries, findings);
}

fn look_at_tenant(config: &Config, entry: &Entry, findings: &mut Findings) {
    let folder = config.tenant_folder(&entry.name);
    let about = format!("tenant {}", entry.name);
    let path = folder.join("tenant.db");
    if !path.exists() {
        let text = format!(
            "{} is not there; restore it, or 'voluntr tenant remove {}'",
            path.display(),
            entry.name
        );
        findings.add(about, Verdict::Fault, text);
        return;
    }
    look_at_folder(&folder, &about, findings);
    for file in ["tenant.db", "tenant.db-wal", "tenant.db-shm", "uploads"] {
        look_at_access(&folder.join(file), config, &about, findings);
    }
    match offline_file::inspect(&path) {
        Err(error @ Error::Damaged(_)) => findings.add(
            about.as_str(),
            Verdict::Fault,
            format!("the database is damaged: {error}; restore it from a backup"),
        ),
        // A disk that cannot be read says nothing of the database: a backup over it may be older than what is there.
        Err(error) => findings.add(
            about.as_str(),
            Verdict::Fault,
            format!("the database cannot be read: {error}"),
        ),
        Ok(condition) if condition.is_newer() => {
            findings.add(
                about.as_str(),
                Verdict::Fault,
                "its schema is newer than this program; install a newer voluntr",
            );
        }
        Ok(condition) if !condition.is_whole() => {
            let text = format!(
                "the database is damaged ({}); restore it from a backup",
                condition.damage()
            );
            findings.add(about.as_str(), Verdict::Fault, text);
        }
        Ok(condition) if condition.schema < condition.known_schema => {
            findings.add(
                about.as_str(),
                Verdict::Warning,
                "its schema is brought up to date when it is next visited",
            );
            look_at_hold(&path, &about, findings);
        }
        Ok(_) => {
            findings.add(about.as_str(), Verdict::Fine, "the database is sound");
            doctor_tenant::look(config, entry, &about, findings);
            look_at_outbox(&path, &about, config, findings);
            look_at_hold(&path, &about, findings);
            look_at_held(&path, &about, findings);
        }
    }
}

/// What does not leave a tenant's outbox.
struct Outbox {
    /// Due for an hour, or tried in vain for as long; mandatory or not.
    stuck: i64,
    /// Of these, kept back by our own settings, with what the mail server says.
    by_settings: i64,
    why: Option<String>,
    failed: i64,
}

/// Reports emails that have not left for an hour although they might have, and failed ones.
fn look_at_outbox(path: &Path, about: &str, config: &Config, findings: &mut Findings) {
    let now = Clock::system().text();
    let before = later(&now, -jiff::SignedDuration::from_hours(1));
    // In the evening and the night what is not mandatory waits.
    let is_day = !is_quiet(&now) && !is_quiet(&before);
    let found: Result<Outbox> =
        offline_file::peek(path, |connection| {
            Ok(connection.query_row(
            concat!(
            "with stuck as (
               select last_error
                 from outbox
                where status in ('waiting', 'sending')
                  and ", may_leave!(), "
                  and ((mandatory or :is_day) and next_attempt_at < :before
                       or last_error is not null and created_at < :before
                       or last_error like :ours || '%')
             )
             select (select count(*) from stuck),
                    (select count(*) from stuck where last_error like :ours || '%'),
                    (select max(last_error) from stuck where last_error like :ours || '%'),
                    (select count(*) from outbox where status = 'failed')"),
            rusqlite::named_params! {":before": before, ":is_day": is_day, ":ours": OUR_SETTINGS},
            |row| {
                Ok(Outbox {
                    stuck: row.get(0)?,
                    by_settings: row.get(1)?,
                    why: row.get(2)?,
                    failed: row.get(3)?,
                })
            },
        )?)
        });
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            let text = format!("the outbox cannot be read: {error}");
            return findings.add(about, Verdict::Fault, text);
        }
    };
    let waiting = count(found.stuck, "letter waits", "letters wait");
    if found.stuck > 0 && config.smtp_url.is_none() {
        let text = format!("{waiting} for more than an hour: there is no mail server");
        findings.add(about, Verdict::Warning, text);
    } else if found.by_settings > 0 {
        let why = found.why.unwrap_or_default();
        let why = why.trim_start_matches(OUR_SETTINGS);
        let text = format!(
            "{} until the settings are mended: {why}; the letters go by themselves after that",
            count(found.by_settings, "letter waits", "letters wait")
        );
        findings.add(about, Verdict::Fault, text);
    } else if found.stuck > 0 {
        findings.add(about, Verdict::Fault, format!("{waiting} for more than an hour; look whether 'voluntr serve' runs, and try 'voluntr mail test'"));
    }
    if found.failed > 0 {
        findings.add(
            about,
            Verdict::Warning,
            format!(
                "{} did not go; see 'voluntr mail outbox --status failed'",
                count(found.failed, "letter", "letters")
            ),
        );
    }
}

/// Reports that mail is held since a backup was restored.
fn look_at_hold(path: &Path, about: &str, findings: &mut Findings) {
    // A file that was not restored, of an older program, has no such table.
    let since = offline_file::peek(path, |connection| Ok(held_since(connection)?));
    let Ok(Some(since)) = since else { return };
    let found = offline_file::peek(path, |connection| Ok(find_hold(connection, None)?));
    let waiting = match found {
        Ok(Some(hold)) => count(hold.count(), "letter waits", "letters wait"),
        _ => "letters wait".to_owned(),
    };
    let text = format!(
        "mail is held since the restore of {since}: {waiting}; 'voluntr mail release' says which and lets it go, with --drop it deletes what waited then"
    );
    findings.add(about, Verdict::Warning, text);
}

/// Reports mail that came in from another sender than who was asked, and waits for somebody to look.
fn look_at_held(path: &Path, about: &str, findings: &mut Findings) {
    let held: Result<i64> = offline_file::peek(path, |connection| {
        let sql = "select count(*) from received_mails where state = 'held'";
        Ok(connection.query_row(sql, [], |row| row.get(0))?)
    });
    // A file of an older program has no such table yet.
    if let Ok(held) = held
        && held > 0
    {
        let text = format!(
            "{} held: from another address than that of who was asked; see 'voluntr mail held list'",
            count(held, "mail is", "mails are")
        );
        findings.add(about, Verdict::Warning, text);
    }
}

/// Free bytes below which there should soon be more: a backup and a picture fit in it.
const LITTLE_ROOM: u64 = 16 * HEAD_ROOM;

fn look_at_room(config: &Config, findings: &mut Findings) {
    let shown = config.data.display();
    let free = match free_bytes(&config.data) {
        Ok(free) => free,
        Err(error) => {
            let text = format!("the disk of {shown} cannot be asked for its room: {error}");
            return findings.add("room", Verdict::Fault, text);
        }
    };
    let left = format!("{} MB free for {shown}", free / 1024 / 1024);
    if free < HEAD_ROOM {
        let text = format!(
            "{left}, where {} MB are needed; make room: writes are refused when there is none",
            HEAD_ROOM / 1024 / 1024
        );
        findings.add("room", Verdict::Fault, text);
    } else if free < LITTLE_ROOM {
        findings.add(
            "room",
            Verdict::Warning,
            format!("{left}; make more room in time"),
        );
    } else {
        findings.add("room", Verdict::Fine, left);
    }
    for path in [
        config.data.clone(),
        config.registry_path(),
        config.data.join("tenants"),
    ] {
        look_at_access(&path, config, "data", findings);
    }
}

/// Whether the server can write to a file or folder: this user, and the owner of the data folder, who runs the server.
fn look_at_access(path: &Path, config: &Config, about: &str, findings: &mut Findings) {
    let (Ok(found), Ok(data)) = (std::fs::metadata(path), std::fs::metadata(&config.data)) else {
        return;
    };
    let shown = path.display();
    let fault = if found.uid() != data.uid() {
        format!(
            "{shown} belongs to user {}, the data folder to user {}; 'chown {} {shown}' gives it to the server",
            found.uid(),
            data.uid(),
            data.uid()
        )
    } else if found.mode() & 0o200 == 0 {
        format!("{shown} may not be written to; 'chmod u+w {shown}' opens it")
    } else if let Err(error) = rustix::fs::access(path, rustix::fs::Access::WRITE_OK) {
        format!(
            "{shown} cannot be written to ({error}); look how its disk is mounted, or run this as the user who runs the server"
        )
    } else {
        return;
    };
    findings.add(about, Verdict::Fault, fault);
}

/// After so many days a backup counts as old.
const OLD_BACKUP: i64 = 2;

fn look_at_backup(config: &Config, entries: &[Entry], findings: &mut Findings) {
    let now = Clock::system().now();
    let last = LastBackup::read(config);
    let how = match next_due(config, now) {
        Some(next) => format!("the server makes the next one at {next}"),
        None => "make one with 'voluntr backup create', every night".to_owned(),
    };
    let made = last.at.as_ref().map(|at| {
        let age = seconds_until(at, &now.to_string()) / 3600;
        let age = if age < 48 {
            count(age, "hour", "hours")
        } else {
            count(age / 24, "day", "days")
        };
        format!("the last one is {age} old ({})", last.file.display())
    });
    let (verdict, text) = match trouble(config, entries, now) {
        Ok(Some(Trouble::Failed { at, why })) => (
            Verdict::Fault,
            format!(
                "that of {at} failed: {why}; {}. Mend that and make one with 'voluntr backup create'",
                made.unwrap_or_else(|| "there is none".to_owned())
            ),
        ),
        Ok(Some(Trouble::Missing(tenants))) => (
            Verdict::Fault,
            format!(
                "{}, and has not {}",
                made.unwrap_or_default(),
                tenants.join(", ")
            ),
        ),
        Ok(Some(Trouble::Elsewhere { to, why })) => (
            Verdict::Fault,
            format!(
                "{}, but its copy did not go to {to}: {why}; the next one is tried with the next backup",
                made.unwrap_or_default()
            ),
        ),
        Ok(Some(Trouble::Late)) if made.is_some() => (
            Verdict::Warning,
            format!(
                "{}, although the server makes one every day; see whether it runs, and make one with 'voluntr backup create'",
                made.unwrap_or_default()
            ),
        ),
        Err(error) => (Verdict::Fault, error.to_string()),
        Ok(_) => match made {
            None => (Verdict::Warning, format!("none was made yet; {how}")),
            Some(made)
                if last
                    .at
                    .is_some_and(|at| later(&at, days(OLD_BACKUP)) < now.to_string()) =>
            {
                (Verdict::Warning, format!("{made}; {how}"))
            }
            Some(made) => (Verdict::Fine, made),
        },
    };
    findings.add("backup", verdict, text);
}

fn look_at_folder(folder: &Path, about: &str, findings: &mut Findings) {
    let shown = folder.display();
    match std::fs::metadata(folder) {
        Ok(metadata) if metadata.mode() & 0o077 != 0 => {
            findings.add_mendable(
                about,
                Verdict::Fault,
                format!("others may enter {shown}; 'chmod 700 {shown}' closes it"),
                Fix::CloseToAll(folder.to_owned()),
            );
        }
        Ok(_) => {}
        Err(error) => findings.add(
            about,
            Verdict::Fault,
            format!("{shown} cannot be looked at: {error}"),
        ),
    }
}

/// Reports folders that belong to no tenant: left behind by an interrupted creation of a tenant.
fn look_for_strangers(config: &Config, entries: &[Entry], findings: &mut Findings) {
    let known: HashSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let folders = std::fs::read_dir(config.data.join("tenants"))
        .into_iter()
        .flatten()
        .flatten();
    for folder in folders {
        if !known.contains(folder.file_name().to_string_lossy().as_ref()) {
            let shown = folder.path();
            findings.add(
                "data",
                Verdict::Warning,
                format!(
                    "{} belongs to no tenant; move it away if nobody needs it",
                    shown.display()
                ),
            );
        }
    }
}
