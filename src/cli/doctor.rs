//! `voluntr doctor`: read-only diagnosis of the installation, with a remedy for each finding.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use serde_json::json;

use super::context::Context;
use super::report::{Done, Report, count};
use crate::base::clock::{Clock, later};
use crate::config::Config;
use crate::db::offline_file;
use crate::db::registry::{Entry, Registry};
use crate::error::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Fine,
    Warning,
    Fault,
}

#[derive(Debug, serde::Serialize)]
struct Finding {
    about: String,
    verdict: Verdict,
    text: String,
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, about: impl Into<String>, verdict: Verdict, text: impl Into<String>) {
        self.0.push(Finding {
            about: about.into(),
            verdict,
            text: text.into(),
        });
    }
}

pub fn run(context: &Context) -> Done {
    let config = context.config()?;
    let mut findings = Findings::default();
    findings.add("settings", Verdict::Fine, "they can be read");
    look_at_data(&config, &mut findings);
    let has_fault = findings
        .0
        .iter()
        .any(|finding| finding.verdict == Verdict::Fault);
    let mut text = String::new();
    for Finding {
        about,
        verdict,
        text: found,
    } in &findings.0
    {
        let mark = match verdict {
            Verdict::Fine => "ok",
            Verdict::Warning => "note",
            Verdict::Fault => "FAULT",
        };
        let _ = writeln!(text, "{mark:<6} {about}: {found}");
    }
    let data = json!({ "ok": !has_fault, "findings": findings.0 });
    Ok(Report::new(text, data).bad_if(has_fault))
}

fn look_at_data(config: &Config, findings: &mut Findings) {
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
    for entry in &entries {
        look_at_tenant(config, entry, findings);
    }
    look_for_strangers(config, &entries, findings);
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
    match offline_file::inspect(&path) {
        Err(error) => findings.add(
            about.as_str(),
            Verdict::Fault,
            format!("the database cannot be read: {error}; restore it from a backup"),
        ),
        Ok(condition) if condition.schema > condition.known_schema => {
            findings.add(
                about.as_str(),
                Verdict::Fault,
                "its schema is newer than this program; install a newer voluntr",
            );
        }
        Ok(condition) if !condition.is_sound() => {
            let text = format!(
                "the database is damaged ({}, {}); restore it from a backup",
                condition.faults.join("; "),
                count(condition.loose_ends, "loose end", "loose ends")
            );
            findings.add(about.as_str(), Verdict::Fault, text);
        }
        Ok(condition) if condition.schema < condition.known_schema => {
            findings.add(
                about.as_str(),
                Verdict::Warning,
                "its schema is brought up to date when it is next visited",
            );
        }
        Ok(_) => {
            findings.add(about.as_str(), Verdict::Fine, "the database is sound");
            look_at_outbox(&path, &about, config, findings);
        }
    }
}

/// Reports emails that have been pending for an hour although a mail server is configured, and failed ones.
fn look_at_outbox(path: &Path, about: &str, config: &Config, findings: &mut Findings) {
    let before = later(
        &Clock::system().text(),
        -jiff::SignedDuration::from_hours(1),
    );
    let counted: Result<(i64, i64)> = offline_file::peek(path, |connection| {
        Ok(connection.query_row(
            "select count(*) filter (where status in ('waiting', 'sending') and mandatory and next_attempt_at < ?1),
                    count(*) filter (where status = 'failed')
               from outbox",
            [before],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?)
    });
    match counted {
        Ok((stuck, _)) if stuck > 0 && config.smtp_url.is_some() => {
            findings.add(about, Verdict::Fault, format!("{} for more than an hour; look whether 'voluntr serve' runs, and try 'voluntr mail test'", count(stuck, "letter waits", "letters wait")));
        }
        Ok((_, failed)) if failed > 0 => {
            findings.add(
                about,
                Verdict::Warning,
                format!(
                    "{} did not go; see 'voluntr mail outbox --status failed'",
                    count(failed, "letter", "letters")
                ),
            );
        }
        Ok(_) => {}
        Err(error) => findings.add(
            about,
            Verdict::Fault,
            format!("the outbox cannot be read: {error}"),
        ),
    }
}

fn look_at_folder(folder: &Path, about: &str, findings: &mut Findings) {
    let shown = folder.display();
    match std::fs::metadata(folder) {
        Ok(metadata) if metadata.mode() & 0o077 != 0 => {
            findings.add(
                about,
                Verdict::Fault,
                format!("others may enter {shown}; 'chmod 700 {shown}' closes it"),
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
