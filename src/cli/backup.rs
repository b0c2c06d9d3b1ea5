//! `voluntr backup`: creates, lists, verifies, restores and prunes backups while the server runs.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::{Value, json};

use super::backup_restore::Restore;
use super::backup_steps::Steps;
use super::context::{Context, DryRun};
use super::report::{Done, Report, count, table};
use crate::app::App;
use crate::backup::last::{Elsewhere, LastBackup};
use crate::backup::prune::prune;
use crate::backup::schedule::next_due;
use crate::backup::sealed::Identities;
use crate::backup::send::send;
use crate::backup::store::{Snapshot, Store, folder_of};
use crate::backup::verify::verify_and_note;
use crate::backup::{self, Manifest, Missing, make};
use crate::base::clock::Clock;
use crate::error::Result;

#[derive(Debug, Subcommand)]
pub enum Backup {
    /// Copy all tenants into the store DATA/backups; what it has already is not written again
    Create {
        /// Write one file with everything instead
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// The backups, the newest first
    List {
        #[command(flatten)]
        from: From,
    },
    /// Whether a backup is whole: every file is read, every database restored on trial
    Verify {
        /// Its time or its file; the newest one where it is left out
        #[arg(value_name = "TIME|FILE")]
        backup: Option<String>,
        #[command(flatten)]
        from: From,
    },
    /// Put a backup into a data folder that holds no tenants yet, or one tenant beside the others
    Restore(Restore),
    /// When the server makes backups by itself, and how the last one went
    Schedule,
    /// Remove backups that are older than the setting says, and what only they need
    Prune {
        #[command(flatten)]
        dry: DryRun,
    },
}

/// Where the backups are.
#[derive(Debug, Clone, clap::Args)]
pub struct From {
    /// Not in the data folder: FOLDER/backups of another one, or where backup.to leads
    #[arg(long, value_name = "PLACE")]
    from: Option<String>,
    /// The file of 'age-keygen' whose public key they were encrypted for
    #[arg(long, value_name = "FILE", requires = "from")]
    identity: Option<PathBuf>,
}

impl From {
    pub fn store(&self, context: &Context) -> Result<Store> {
        let config = context.config()?;
        let Some(address) = &self.from else {
            return Ok(Store::of(&config));
        };
        let identities = self.identity.as_deref().map(Identities::read);
        Store::elsewhere(&config, address, identities.transpose()?)
    }
}

impl Backup {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Create { to: Some(to), dry } => pack(context, &to, dry),
            Self::Create { to: None, dry } => create(context, dry),
            Self::List { from } => list(context, &from),
            Self::Verify { backup, from } => match backup {
                Some(file) if is_file(&file) => verify_file(context, Path::new(&file)),
                backup => verify(context, backup.as_deref(), &from),
            },
            Self::Restore(command) => command.run(context),
            Self::Schedule => schedule(context),
            Self::Prune { dry } => remove_old(context, dry),
        }
    }
}

/// Whether this names a backup in one file rather than one of a store.
pub fn is_file(backup: &str) -> bool {
    let path = Path::new(backup);
    backup.contains('/') || path.extension().is_some_and(|end| end == "gz") || path.is_file()
}

fn tenants_of(app: &App) -> Result<Vec<String>> {
    let entries = app.tenants().registry().list()?;
    Ok(entries.into_iter().map(|entry| entry.name).collect())
}

fn create(context: &Context, dry: DryRun) -> Done {
    // Opening the app checks that there are tenants, and that the files will have the right owner.
    let app = context.app()?;
    let folder = folder_of(app.config());
    if dry.dry_run {
        let names = tenants_of(&app)?;
        return Ok(Report::change(
            true,
            format!(
                "copied {} to {}",
                count(names.len(), "tenant", "tenants"),
                folder.display()
            ),
            json!({ "backup": null, "store": folder, "tenants": names, "missing": [] }),
        ));
    }
    let mut steps = Steps::start(context);
    let made = make::create(app.config(), &app.clock().text(), &mut |step| {
        steps.show(step);
    })?;
    let clock = app.clock();
    let sent = send(app.config(), clock, &mut |step| steps.show(step));
    steps.end();
    let Manifest {
        tenants, missing, ..
    } = &made.manifest;
    let mut text = format!(
        "copied {} to {} as {}: {}, of which {} is new\nIt has been restored on trial and is whole. Bring it back with: voluntr backup restore {}",
        count(tenants.len(), "tenant", "tenants"),
        folder.display(),
        made.name,
        size(made.bytes),
        size(made.new_bytes),
        made.name,
    );
    let is_elsewhere = match &sent {
        None => true,
        Some(Ok(sent)) => {
            let _ = write!(
                text,
                "\nIt is in {} too: {} was sent",
                sent.to,
                size(sent.bytes)
            );
            true
        }
        Some(Err(error)) => {
            let _ = write!(text, "\nIt is NOT elsewhere: {error}");
            false
        }
    };
    let sent = match sent {
        None => Value::Null,
        Some(Ok(sent)) => json!(sent),
        Some(Err(error)) => json!({ "error": error.to_string() }),
    };
    let data = json!({
        "backup": made.name, "store": folder, "tenants": tenants, "bytes": made.bytes, "new_bytes": made.new_bytes,
        "missing": missing, "elsewhere": sent,
    });
    Ok(Report::change(false, text, data)
        .then(&left_out(missing))
        .bad_if(!missing.is_empty() || !is_elsewhere))
}

fn pack(context: &Context, to: &Path, dry: DryRun) -> Done {
    let app = context.app()?;
    let mut names = tenants_of(&app)?;
    let mut missing = Vec::new();
    if !dry.dry_run {
        let mut steps = Steps::start(context);
        let manifest = backup::pack(app.config(), &app.clock().text(), to, &mut |step| {
            steps.show(step);
        })?;
        steps.end();
        names = manifest.tenants;
        missing = manifest.missing;
    }
    let bytes = std::fs::metadata(to)
        .map(|metadata| metadata.len())
        .unwrap_or_default();
    let mut text = format!(
        "copied {} to {}",
        count(names.len(), "tenant", "tenants"),
        to.display()
    );
    if !dry.dry_run {
        let _ = write!(
            text,
            "\nIt has been read back and is whole. Look at it again at any time: voluntr backup verify {}",
            to.display()
        );
    }
    Ok(Report::change(
        dry.dry_run,
        text,
        json!({ "file": to, "tenants": names, "bytes": bytes, "missing": missing }),
    )
    .then(&left_out(&missing))
    .bad_if(!missing.is_empty()))
}

/// The tenants that are not in a backup, each on a line of its own.
pub fn left_out(missing: &[Missing]) -> String {
    missing.iter().fold(String::new(), |mut text, one| {
        let _ = writeln!(text, "NOT in it: {}: {}", one.tenant, one.why);
        text
    })
}

/// An amount of bytes, for people.
pub fn size(bytes: u64) -> String {
    const MB: u64 = 1024 * 1024;
    if bytes < MB {
        return format!("{} kB", bytes.div_ceil(1024));
    }
    format!("{}.{} MB", bytes / MB, bytes % MB * 10 / MB)
}

fn list(context: &Context, from: &From) -> Done {
    let store = from.store(context)?;
    let (mut lines, mut found) = (Vec::new(), Vec::new());
    for name in store.names()?.into_iter().rev() {
        let (line, data) = match store.read(&name) {
            Ok(snapshot) => listed(&snapshot),
            Err(error) => (
                vec![name.clone(), error.to_string()],
                json!({ "backup": name, "fault": error.to_string() }),
            ),
        };
        lines.push(line);
        found.push(data);
    }
    let mut files: Vec<_> = std::fs::read_dir(store.shown())
        .into_iter()
        .flatten()
        .flatten()
        .filter(|file| file.file_name().to_string_lossy().ends_with(".tar.gz"))
        .filter_map(|file| Some((file.path(), file.metadata().ok()?.len())))
        .collect();
    files.sort();
    for (path, bytes) in files {
        lines.push(vec![
            path.display().to_string(),
            String::new(),
            String::new(),
            size(bytes),
        ]);
        found.push(json!({ "file": path, "bytes": bytes }));
    }
    let empty = format!(
        "There are no backups in {}; make one with 'voluntr backup create'.",
        store.shown()
    );
    let headings = ["backup", "version", "tenants", "size", "new", "verified"];
    Ok(Report::new(
        table(&headings, lines, &empty),
        json!({ "backups": found }),
    ))
}

fn listed(snapshot: &Snapshot) -> (Vec<String>, Value) {
    let Manifest {
        version,
        created_at,
        tenants,
        missing,
        ..
    } = &snapshot.manifest;
    let without = if missing.is_empty() {
        String::new()
    } else {
        format!(", {} missing", missing.len())
    };
    let verified = match (&snapshot.fault, &snapshot.verified_at) {
        (Some(fault), _) => fault.clone(),
        (None, Some(at)) => at.clone(),
        (None, None) => "never".to_owned(),
    };
    let line = vec![
        snapshot.name.clone(),
        version.clone(),
        format!("{}{without}", tenants.len()),
        size(snapshot.bytes),
        size(snapshot.new_bytes),
        verified,
    ];
    let data = json!({
        "backup": snapshot.name, "created_at": created_at, "version": version, "tenants": tenants, "missing": missing,
        "bytes": snapshot.bytes, "new_bytes": snapshot.new_bytes, "verified_at": snapshot.verified_at,
        "fault": snapshot.fault,
    });
    (line, data)
}

fn verify_file(context: &Context, file: &Path) -> Done {
    let verified = backup::verify_file(&context.config()?, file)?;
    Ok(Report::new(
        format!(
            "{} is whole: {}",
            file.display(),
            contents(&verified.manifest)
        ),
        json!({ "file": file, "manifest": verified.manifest }),
    )
    .then(&left_out(&verified.manifest.missing)))
}

fn verify(context: &Context, backup: Option<&str>, from: &From) -> Done {
    let store = from.store(context)?;
    let mut snapshot = match backup {
        Some(time) => store.find(time)?,
        None => store.latest(None)?,
    };
    let mut steps = Steps::start(context);
    let now = Clock::system().text();
    let told = &mut |step: &backup::Step| steps.show(step);
    verify_and_note(&context.config()?, &store, &mut snapshot, (&now, told))?;
    steps.end();
    Ok(Report::new(
        format!(
            "{} is whole: {}",
            snapshot.name,
            contents(&snapshot.manifest)
        ),
        json!({ "backup": snapshot.name, "manifest": snapshot.manifest }),
    )
    .then(&left_out(&snapshot.manifest.missing)))
}

fn schedule(context: &Context) -> Done {
    let config = context.config()?;
    let last = LastBackup::read(&config);
    let next = next_due(&config, Clock::system().now());
    let at = config.backup.at.map(|at| at.strftime("%H:%M").to_string());
    let mut text = match (&at, next) {
        (Some(at), Some(next)) => format!(
            "The server makes a backup every day at {at} in the Netherlands; the next one at {next}.\nThey are kept for {} days.",
            config.backup.keep_days
        ),
        _ => "The server makes no backups by itself; set backup.at (VOLUNTR_BACKUP_AT), such as 03:00.".to_owned(),
    };
    let _ = match &last.at {
        Some(at) => write!(text, "\nThe last one is of {at} ({}).", last.file.display()),
        None => write!(text, "\nNone was made yet."),
    };
    if let Some(at) = &last.verified_at {
        let _ = write!(text, "\nIt was restored on trial at {at}.");
    }
    if let (Some(error), Some(at)) = (&last.error, &last.tried_at) {
        let _ = write!(text, "\nThe attempt of {at} failed: {error}");
    }
    if let Some(to) = &config.backup.to {
        let to = to.split('?').next().unwrap_or_default();
        let _ = match &last.elsewhere {
            None => write!(text, "\nEach is copied to {to}; none was yet."),
            Some(Elsewhere {
                at, error: None, ..
            }) => write!(text, "\nEach is copied to {to}, the last time at {at}."),
            Some(Elsewhere {
                at,
                error: Some(error),
                ..
            }) => write!(
                text,
                "\nEach is copied to {to}; that of {at} failed: {error}"
            ),
        };
    }
    Ok(Report::new(
        text,
        json!({
            "to": config.backup.to, "is_encrypted": !config.backup.key.is_empty(), "at": at, "keep_days": config.backup.keep_days, "next": next.map(|next| next.to_string()), "last": last,
        }),
    ))
}

fn remove_old(context: &Context, dry: DryRun) -> Done {
    let config = context.config()?;
    let pruned = prune(&config, Clock::system().now(), dry.dry_run)?;
    let mut text = format!(
        "removed {} older than {} days and {} that none needs any more, {} in all",
        count(pruned.backups.len(), "backup", "backups"),
        config.backup.keep_days,
        count(pruned.chunks, "chunk", "chunks"),
        size(pruned.bytes),
    );
    for name in &pruned.unreadable {
        let _ = write!(
            text,
            "\nThe manifest of {name} cannot be read, so no chunks go: remove {}/manifests/{name}.json if nobody can mend it",
            folder_of(&config).display()
        );
    }
    let is_bad = !pruned.unreadable.is_empty();
    Ok(Report::change(
        dry.dry_run,
        text,
        serde_json::to_value(pruned).unwrap_or_default(),
    )
    .bad_if(is_bad))
}

pub fn contents(manifest: &Manifest) -> String {
    format!(
        "{} of {} ({})",
        manifest.tenants.join(", "),
        manifest.created_at,
        count(manifest.files.len(), "file", "files")
    )
}
