//! `voluntr support bundle`: what somebody who helps needs to know, in one file that tells of no person.

#![expect(
    clippy::disallowed_methods,
    reason = "the bundle is a file of its own, made of small ones that are read whole"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::{Value, json};

use super::context::{Context, DryRun};
use super::report::{Done, Failure, Report};
use super::{config, doctor};
use crate::backup::create_private;
use crate::base::clock::Clock;
use crate::base::masking::masked;
use crate::config::Config;
use crate::db::registry::Registry;
use crate::db::{free_bytes, offline_file};
use crate::error::{Error, Result};

/// Lines of a log that go along, the last ones.
const LOG_LINES: usize = 5_000;

#[derive(Debug, Subcommand)]
pub enum Support {
    /// Write what somebody who helps needs to know to a file: settings without secrets, findings, figures. No rows
    Bundle {
        /// Such as voluntr-support.tar.gz
        file: PathBuf,
        /// A file with the log, for instance of 'journalctl -u voluntr -o cat'; its last lines go along
        #[arg(long, value_name = "FILE")]
        log: Option<PathBuf>,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl Support {
    pub fn run(self, context: &Context) -> Done {
        let Self::Bundle { file, log, dry } = self;
        if file.exists() {
            return Err(Failure::new(format!(
                "{} is there already; name another file",
                file.display()
            )));
        }
        let parts = collect(context, log.as_deref())?;
        if !dry.dry_run {
            pack(&parts, &file)?;
        }
        let names: Vec<&String> = parts.keys().collect();
        let mut text = format!("wrote {} with", file.display());
        for (name, part) in &parts {
            let _ = write!(text, "\n  {name} ({} bytes)", part.len());
        }
        Ok(Report::change(
            dry.dry_run,
            text,
            json!({ "file": file, "parts": names }),
        )
        .then(&format!(
            "E-mail and network addresses and long numbers are masked; names of tenants and folders are in it. Read it before you send it: tar -xzOf {}",
            file.display()
        )))
    }
}

/// The parts of a bundle by name.
fn collect(context: &Context, log: Option<&Path>) -> Result<BTreeMap<String, String>> {
    let config = context.config()?;
    let mut parts = BTreeMap::new();
    let mut add = |name: &str, value: &Value| -> Result<()> {
        let text = serde_json::to_string_pretty(value)?;
        parts.insert(name.to_owned(), masked(&text));
        Ok(())
    };
    add(
        "program.json",
        &json!({
            "version": env!("CARGO_PKG_VERSION"),
            "made_at": Clock::system().text(),
            "known_schema": offline_file::known_schema(),
            "sqlite": rusqlite::version(),
        }),
    )?;
    add("settings.json", &config::settings(&context.flags, true)?)?;
    add("findings.json", &doctor::findings(context)?)?;
    add("machine.json", &machine(&config))?;
    add("tenants.json", &tenants(&config))?;
    if let Some(path) = log {
        let text = std::fs::read(path).map_err(|error| {
            Error::internal(format!("{} cannot be read: {error}", path.display()))
        })?;
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        let last = lines.get(lines.len().saturating_sub(LOG_LINES)..);
        parts.insert(
            "log.txt".to_owned(),
            masked(&last.unwrap_or_default().join("\n")),
        );
    }
    Ok(parts)
}

fn machine(config: &Config) -> Value {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let lines = |path: &str, most: usize| -> Vec<String> {
        read(path).lines().take(most).map(str::to_owned).collect()
    };
    json!({
        "kernel": read("/proc/sys/kernel/osrelease").trim(),
        "system": lines("/etc/os-release", 4),
        "memory": lines("/proc/meminfo", 3),
        "load": read("/proc/loadavg").trim(),
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "free_megabytes": free_bytes(&config.data).ok().map(|free| free / 1024 / 1024),
    })
}

/// Sizes and schemas of the tenants' files, and the number of rows of each table.
fn tenants(config: &Config) -> Value {
    let entries = Registry::open(&config.registry_path()).and_then(|registry| registry.list());
    let entries = match entries {
        Ok(entries) if config.registry_path().exists() => entries,
        Ok(_) => return json!([]),
        Err(error) => return json!({ "error": error.to_string() }),
    };
    let one = |name: &str| -> Value {
        let path = config.tenant_folder(name).join("tenant.db");
        let bytes = |end: &str| std::fs::metadata(path.with_extension(end)).map(|file| file.len());
        let rows = offline_file::count_rows(&path);
        json!({
            "name": name,
            "bytes": bytes("db").ok(),
            "log_bytes": bytes("db-wal").ok(),
            "schema": offline_file::schema(&path).ok(),
            "error": rows.as_ref().err().map(ToString::to_string),
            "rows": rows.ok(),
        })
    };
    entries.iter().map(|entry| one(&entry.name)).collect()
}

fn pack(parts: &BTreeMap<String, String>, to: &Path) -> Result<()> {
    let mut archive = create_private(to)?;
    for (name, text) in parts {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o600);
        archive.append_data(&mut header, name, text.as_bytes())?;
    }
    archive.into_inner()?.finish()?.sync_all()?;
    Ok(())
}
