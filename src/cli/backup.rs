//! `voluntr backup`: one file with everything, made while the server runs.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use super::context::{Context, DryRun, is_ours};
use super::demo::Progress;
use super::report::{Done, Failure, Report, table};
use crate::backup::{self, Verified};

#[derive(Debug, Subcommand)]
pub enum Backup {
    /// Copy all tenants into one file under DATA/backups
    Create {
        /// Where to write it instead
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
        #[command(flatten)]
        dry: DryRun,
    },
    /// The backups under DATA/backups
    List,
    /// Whether a backup is whole and its databases are sound
    Verify { file: PathBuf },
    /// Put a backup into a data folder that holds no tenants yet
    Restore {
        file: PathBuf,
        #[command(flatten)]
        dry: DryRun,
    },
}

impl Backup {
    pub fn run(self, context: &Context) -> Done {
        match self {
            Self::Create { to, dry } => create(context, to, dry),
            Self::List => list(context),
            Self::Verify { file } => {
                let verified = backup::verify(&file)?;
                Ok(Report::new(
                    format!("{} is whole: {}", file.display(), contents(&verified)),
                    json!({ "file": file, "manifest": verified.manifest }),
                ))
            }
            Self::Restore { file, dry } => restore(context, &file, dry),
        }
    }
}

fn create(context: &Context, to: Option<PathBuf>, dry: DryRun) -> Done {
    // For what `app` checks: that there is something to copy, and that the files will be ours.
    let app = context.app()?;
    let now = app.clock().text();
    let to = to.unwrap_or_else(|| {
        let name = format!("voluntr-{}.tar.gz", now.replace(':', "-"));
        app.config().data.join("backups").join(name)
    });
    let names: Vec<_> = app
        .tenants()
        .registry()
        .list()?
        .into_iter()
        .map(|entry| entry.name)
        .collect();
    if !dry.dry_run {
        let progress = Progress::start(context, "Copying");
        backup::create(app.config(), &names, &now, &to)?;
        drop(progress);
    }
    let bytes = std::fs::metadata(&to)
        .map(|metadata| metadata.len())
        .unwrap_or_default();
    let mut text = format!("copied {} tenants to {}", names.len(), to.display());
    if !dry.dry_run {
        let _ = write!(
            text,
            "\nSee whether it is whole: voluntr backup verify {}",
            to.display()
        );
    }
    Ok(Report::change(
        dry.dry_run,
        text,
        json!({ "file": to, "tenants": names, "bytes": bytes }),
    ))
}

fn list(context: &Context) -> Done {
    let folder = context.config()?.data.join("backups");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|file| file.file_name().to_string_lossy().ends_with(".tar.gz"))
        .filter_map(|file| Some((file.path(), file.metadata().ok()?.len())))
        .collect();
    files.sort();
    let lines = files
        .iter()
        .map(|(path, bytes)| {
            vec![
                path.display().to_string(),
                format!("{} kB", bytes.div_ceil(1024)),
            ]
        })
        .collect();
    let found: Vec<_> = files
        .iter()
        .map(|(path, bytes)| json!({ "file": path, "bytes": bytes }))
        .collect();
    let empty = format!(
        "There are no backups in {}; make one with 'voluntr backup create'.",
        folder.display()
    );
    Ok(Report::new(
        table(&["file", "size"], lines, &empty),
        json!({ "backups": found }),
    ))
}

fn restore(context: &Context, file: &std::path::Path, dry: DryRun) -> Done {
    let config = context.config()?;
    if config.registry_path().exists() {
        return Err(Failure::new(format!(
            "{} holds tenants already; stop the server, move that folder away and repeat this, or name an empty one with --data",
            config.data.display()
        )));
    }
    is_ours(&config)?;
    let verified = backup::verify(file)?;
    if !dry.dry_run {
        backup::restore(&config, file)?;
    }
    Ok(Report::change(
        dry.dry_run,
        format!(
            "restored {} into {}",
            contents(&verified),
            config.data.display()
        ),
        json!({ "file": file, "data": config.data, "manifest": verified.manifest }),
    ))
}

fn contents(verified: &Verified) -> String {
    format!(
        "{} of {} ({} files)",
        verified.manifest.tenants.join(", "),
        verified.manifest.created_at,
        verified.manifest.files.len()
    )
}
