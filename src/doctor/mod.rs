//! Diagnosis of the installation, with a remedy for each finding: read-only, but for what [`Findings::mend`] does. A folder a
//! subject: the machine, the data folder, backups, and of each tenant its rows, its mail and its certificates.

mod backups;
mod certificates;
mod files;
mod machine;
mod mail_records;
mod outbox;
mod tenant;
pub mod told;

use std::cell::Cell;
use std::fmt::{Display, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};

use crate::backup::last::LastBackup;
use crate::base::clock::Clock;
use crate::base::english::count;
use crate::config::Config;
use crate::db::registry::Registry;

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Fine,
    Warning,
    Fault,
}

#[derive(Debug, serde::Serialize)]
pub struct Finding {
    pub about: String,
    pub verdict: Verdict,
    pub text: String,
    #[serde(skip)]
    pub fault: Option<Fault>,
    /// What `--fix` does about it.
    #[serde(skip)]
    fix: Option<Fix>,
    /// Whether `--fix` can do something about it, or has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mended: Option<bool>,
}

/// By which a fault is known again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub kind: Kind,
    subject: String,
}

impl Fault {
    pub fn key(&self) -> String {
        format!("{} {}", self.kind.as_str(), self.subject)
    }
}

/// What kind of fault it is; the mail about it has a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Backup,
    Certificate,
    Clock,
    /// The file of a tenant is damaged, gone, or cannot be read.
    Database,
    DemoAccounts,
    Disk,
    Host,
    /// What the DNS holds about the sender of mail.
    MailRecords,
    MailServer,
    NewerSchema,
    /// A file or folder that the server cannot use.
    NoAccess,
    OpenToOthers,
    Outbox,
    Registry,
    Room,
    Settings,
    Uploads,
}

impl Kind {
    pub const ALL: [Self; 17] = [
        Self::Backup,
        Self::Certificate,
        Self::Clock,
        Self::Database,
        Self::DemoAccounts,
        Self::Disk,
        Self::Host,
        Self::MailRecords,
        Self::MailServer,
        Self::NewerSchema,
        Self::NoAccess,
        Self::OpenToOthers,
        Self::Outbox,
        Self::Registry,
        Self::Room,
        Self::Settings,
        Self::Uploads,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Backup => "backup",
            Self::Certificate => "certificate",
            Self::Clock => "clock",
            Self::Database => "database",
            Self::DemoAccounts => "demo_accounts",
            Self::Disk => "disk",
            Self::Host => "host",
            Self::MailRecords => "mail_records",
            Self::MailServer => "mail_server",
            Self::NewerSchema => "newer_schema",
            Self::NoAccess => "no_access",
            Self::OpenToOthers => "open_to_others",
            Self::Outbox => "outbox",
            Self::Registry => "registry",
            Self::Room => "room",
            Self::Settings => "settings",
            Self::Uploads => "uploads",
        }
    }
}

impl Finding {
    /// Found, and not mended since.
    pub fn is_open(&self) -> bool {
        self.mended != Some(true)
    }
}

/// What may be done about a finding: nothing that loses a row or a file that is in use.
#[derive(Debug, Clone)]
enum Fix {
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

/// Bytes of databases that the server reads whole in one look of its own.
const READ_AT_ONCE: u64 = 256 * 1024 * 1024;
/// A backup that was restored on trial within this time has read the databases that are in it.
const TRIED: SignedDuration = SignedDuration::from_hours(26);

/// How closely databases are looked at.
#[derive(Debug)]
pub enum Depth {
    /// Every page of each is read.
    Whole,
    /// Only those are read whole that no trial of a backup has read lately, up to so many bytes; the others are opened.
    Cheap(Cell<u64>),
}

impl Depth {
    pub fn cheap() -> Self {
        Self::Cheap(Cell::new(READ_AT_ONCE))
    }
}

/// What is asked of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    Nothing,
    /// What the DNS holds about the sender of mail, where mail goes to the world.
    Sender,
    /// Also whether hosts have addresses and the mail server answers.
    All,
}

/// What is looked at, and how closely.
#[derive(Debug)]
pub struct Scope<'s> {
    pub config: &'s Config,
    /// The file with settings that was named.
    pub file: Option<&'s Path>,
    pub clock: &'s Clock,
    pub network: Network,
    pub depth: Depth,
    /// Since when the server has run that looks; none where somebody else does.
    pub serving_since: Option<Timestamp>,
}

impl Scope<'_> {
    /// Whether what waits has had the time to leave.
    fn serves_for_an_hour(&self) -> bool {
        let now = self.clock.now();
        self.serving_since
            .is_none_or(|since| since + SignedDuration::from_hours(1) <= now)
    }

    /// Whether a tenant's database of so many bytes is read whole.
    fn reads_whole(&self, tenant: &str, bytes: u64) -> bool {
        let Depth::Cheap(left) = &self.depth else {
            return true;
        };
        let last = LastBackup::read(self.config);
        let tried: Option<Timestamp> = last.verified_at.and_then(|at| at.parse().ok());
        let was_tried = tried.is_some_and(|tried| self.clock.now() < tried + TRIED)
            && !last.missing.iter().any(|missing| missing == tenant);
        if was_tried || bytes > left.get() {
            return false;
        }
        left.set(left.get() - bytes);
        true
    }
}

#[derive(Debug, Default)]
pub struct Findings {
    all: Vec<Finding>,
    /// Kinds of faults that could not be judged this time.
    open: Vec<Kind>,
}

impl Findings {
    pub fn all(&self) -> &[Finding] {
        &self.all
    }

    /// Whether it could not be told this time if there are faults of a kind.
    pub fn leaves_open(&self, kind: Kind) -> bool {
        self.open.contains(&kind)
    }

    fn leave_open(&mut self, kind: Kind) {
        self.open.push(kind);
    }

    fn add(
        &mut self,
        about: impl Into<String>,
        verdict: Verdict,
        text: impl Into<String>,
    ) -> &mut Self {
        self.all.push(Finding {
            about: about.into(),
            verdict,
            text: text.into(),
            fault: None,
            fix: None,
            mended: None,
        });
        self
    }

    fn fine(&mut self, about: impl Into<String>, text: impl Into<String>) {
        self.add(about, Verdict::Fine, text);
    }

    fn warn(&mut self, about: impl Into<String>, text: impl Into<String>) {
        self.add(about, Verdict::Warning, text);
    }

    /// Of a kind, and of what: the same fault tomorrow, whatever the numbers in its text.
    fn fault(
        &mut self,
        about: impl Into<String>,
        (kind, subject): (Kind, impl Display),
        text: impl Into<String>,
    ) -> &mut Self {
        self.add(about, Verdict::Fault, text);
        if let Some(last) = self.all.last_mut() {
            last.fault = Some(Fault {
                kind,
                subject: subject.to_string(),
            });
        }
        self
    }

    /// What was found last can be mended.
    fn mendable(&mut self, fix: Fix) {
        if let Some(last) = self.all.last_mut() {
            last.fix = Some(fix);
            last.mended = Some(false);
        }
    }

    /// Mends what can be mended; what fails stays as it was found.
    pub fn mend(&mut self) {
        for finding in &mut self.all {
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

/// Looks at an installation whose settings can be read.
pub fn look(scope: &Scope) -> Findings {
    let mut findings = Findings::default();
    findings.fine("settings", "they can be read");
    look_at_data(scope, &mut findings);
    findings
}

fn look_at_data(scope: &Scope, findings: &mut Findings) {
    let config = scope.config;
    if !config.registry_path().exists() {
        let shown = config.data.display();
        findings.warn(
            "data",
            format!("{shown} holds no tenants yet; 'voluntr tenant add NAME' makes one"),
        );
        return;
    }
    files::look(config, findings);
    if config.smtp_url.is_none() {
        findings.warn(
            "mail",
            "there is no mail server; set VOLUNTR_SMTP_URL, until then letters wait",
        );
    }
    let entries = match Registry::open(&config.registry_path()).and_then(|registry| registry.list())
    {
        Ok(entries) => entries,
        Err(error) => {
            findings.fault(
                "registry",
                (Kind::Registry, ""),
                format!("it cannot be read: {error}; restore it with 'voluntr backup restore'"),
            );
            return;
        }
    };
    findings.fine("registry", count(entries.len(), "tenant", "tenants"));
    backups::look(scope, &entries, findings);
    machine::look(scope, &entries, findings);
    backups::look_for_leftovers(&config.data, findings);
    if scope.network == Network::All {
        machine::look_online(config, &entries, findings);
    }
    let goes_out = || mail_records::goes_to_the_world(config, &entries);
    if scope.network == Network::All || scope.network == Network::Sender && goes_out() {
        mail_records::look(scope, &entries, findings);
    }
    for entry in &entries {
        tenant::look(scope, entry, findings);
    }
    files::look_for_strangers(config, &entries, findings);
    certificates::look(scope, &entries, findings);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "a test makes the note of a backup"
    )]
    fn what_a_trial_of_a_backup_has_read_is_not_read_again_and_the_rest_up_to_a_bound() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            data: folder.path().to_owned(),
            ..Config::default()
        };
        let clock = Clock::fixed("2026-11-21T05:30:00Z".parse().unwrap());
        let scope = |depth| Scope {
            config: &config,
            file: None,
            clock: &clock,
            network: Network::Nothing,
            depth,
            serving_since: None,
        };
        let (cheap, whole) = (scope(Depth::cheap()), scope(Depth::Whole));
        assert!(cheap.reads_whole("almelo", READ_AT_ONCE - 10));
        assert!(!cheap.reads_whole("borne", 11));
        assert!(cheap.reads_whole("borne", 10));
        assert!(!cheap.reads_whole("borne", 1));
        assert!(whole.reads_whole("borne", READ_AT_ONCE * 2));

        let tried = |at: &str| {
            let note = format!(r#"{{"verified_at":"{at}","missing":["borne"]}}"#);
            std::fs::write(folder.path().join("last-backup.json"), note).unwrap();
        };
        tried("2026-11-21T02:00:00Z");
        let cheap = scope(Depth::cheap());
        assert!(!cheap.reads_whole("almelo", 1));
        assert!(cheap.reads_whole("borne", 1));
        assert!(whole.reads_whole("almelo", 1));
        tried("2026-11-20T03:00:00Z");
        assert!(cheap.reads_whole("almelo", 1));
    }
}
