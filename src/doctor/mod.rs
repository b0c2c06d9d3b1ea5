//! Diagnosis of the installation, with a remedy for each finding: read-only, but for what [`Findings::mend`] does. A folder a
//! subject: the machine, the data folder, backups, and of each tenant its rows, its mail and its certificates.

mod backups;
mod certificates;
mod files;
mod machine;
mod outbox;
mod tenant;

use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

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
    /// What `--fix` does about it.
    #[serde(skip)]
    fix: Option<Fix>,
    /// Whether `--fix` can do something about it, or has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mended: Option<bool>,
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

/// What is looked at, and how closely.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'s> {
    pub config: &'s Config,
    /// The file with settings that was named.
    pub file: Option<&'s Path>,
    pub clock: &'s Clock,
    /// Whether the network is asked too.
    pub is_online: bool,
}

#[derive(Debug, Default, serde::Serialize)]
#[serde(transparent)]
pub struct Findings(Vec<Finding>);

impl Findings {
    pub fn all(&self) -> &[Finding] {
        &self.0
    }

    fn add(&mut self, about: impl Into<String>, verdict: Verdict, text: impl Into<String>) {
        self.0.push(Finding {
            about: about.into(),
            verdict,
            text: text.into(),
            fix: None,
            mended: None,
        });
    }

    /// Like `add`, of what can be mended.
    fn add_mendable(
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

    /// Mends what can be mended; what fails stays as it was found.
    pub fn mend(&mut self) {
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

/// Looks at an installation whose settings can be read.
pub fn look(scope: &Scope) -> Findings {
    let mut findings = Findings::default();
    findings.add("settings", Verdict::Fine, "they can be read");
    look_at_data(scope, &mut findings);
    findings
}

fn look_at_data(scope: &Scope, findings: &mut Findings) {
    let config = scope.config;
    if !config.registry_path().exists() {
        let shown = config.data.display();
        findings.add(
            "data",
            Verdict::Warning,
            format!("{shown} holds no tenants yet; 'voluntr tenant add NAME' makes one"),
        );
        return;
    }
    files::look(config, findings);
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
    backups::look(scope, &entries, findings);
    machine::look(scope, &entries, findings);
    backups::look_for_leftovers(&config.data, findings);
    if scope.is_online {
        machine::look_online(config, &entries, findings);
    }
    for entry in &entries {
        tenant::look(scope, entry, findings);
    }
    files::look_for_strangers(config, &entries, findings);
    certificates::look(scope, &entries, findings);
}
