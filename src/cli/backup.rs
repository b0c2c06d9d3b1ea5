//! `voluntr backup`: creates, lists, verifies and restores backups while the server runs.

use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::PathBuf;

use clap::Subcommand;
use serde_json::json;

use super::context::{Context, DryRun, is_ours};
use super::report::{Done, Failure, Report, count, table};
use crate::backup::{self, Missing, Step, Verified};
use crate::base::clock::Clock;

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
                let verified = backup::verify(&context.config()?, &file)?;
                Ok(Report::new(
                    format!("{} is whole: {}", file.display(), contents(&verified)),
                    json!({ "file": file, "manifest": verified.manifest }),
                )
                .then(&missing(&verified.manifest.missing)))
            }
            Self::Restore { file, dry } => restore(context, &file, dry),
        }
    }
}

fn create(context: &Context, to: Option<PathBuf>, dry: DryRun) -> Done {
    // Opening the app checks that there are tenants, and that the files will have the right owner.
    let app = context.app()?;
    let now = app.clock().text();
    let to = to.unwrap_or_else(|| {
        let name = format!("voluntr-{}.tar.gz", now.replace(':', "-"));
        app.config().data.join("backups").join(name)
    });
    let mut names: Vec<_> = app
        .tenants()
        .registry()
        .list()?
        .into_iter()
        .map(|entry| entry.name)
        .collect();
    let mut left_out = Vec::new();
    if !dry.dry_run {
        let mut steps = Steps::start(context);
        let manifest = backup::create(app.config(), &now, &to, &mut |step| steps.show(step))?;
        steps.end();
        names = manifest.tenants;
        left_out = manifest.missing;
    }
    let bytes = std::fs::metadata(&to)
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
        json!({ "file": to, "tenants": names, "bytes": bytes, "missing": left_out }),
    )
    .then(&missing(&left_out))
    .bad_if(!left_out.is_empty()))
}

/// The tenants that are not in a backup, each on a line of its own.
fn missing(missing: &[Missing]) -> String {
    missing.iter().fold(String::new(), |mut text, one| {
        let _ = writeln!(text, "NOT in it: {}: {}", one.tenant, one.why);
        text
    })
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
    let verified = if dry.dry_run {
        backup::verify(&config, file)?
    } else {
        backup::restore(&config, file, &Clock::system().text())?
    };
    Ok(Report::change(
        dry.dry_run,
        format!(
            "restored {} into {}",
            contents(&verified),
            config.data.display()
        ),
        json!({ "file": file, "data": config.data, "manifest": verified.manifest }),
    )
    .then(&missing(&verified.manifest.missing))
    .then(HELD))
}

/// What is waiting in a backup may have gone before the one that it replaces was lost.
pub(super) const HELD: &str = "Its mail is held, so that nothing goes twice: 'voluntr mail release' says what waits and lets it go, with --drop it deletes what waited. What people need to sign in goes.";

fn contents(verified: &Verified) -> String {
    format!(
        "{} of {} ({})",
        verified.manifest.tenants.join(", "),
        verified.manifest.created_at,
        count(verified.manifest.files.len(), "file", "files")
    )
}

/// Progress output: a bar on a terminal, else a line per phase and per quarter of it.
pub(super) struct Steps<'c> {
    context: &'c Context,
    bar: Option<indicatif::ProgressBar>,
    last: (String, u64),
}

impl<'c> Steps<'c> {
    pub(super) fn start(context: &'c Context) -> Self {
        let is_shown = !context.is_json && !context.is_quiet;
        let style = indicatif::ProgressStyle::with_template("{msg} {wide_bar} {percent} %");
        let bar = (is_shown && std::io::stderr().is_terminal())
            .then(|| indicatif::ProgressBar::new(1))
            .zip(style.ok())
            .map(|(bar, style)| bar.with_style(style));
        Self {
            context,
            bar,
            last: (String::new(), 0),
        }
    }

    pub(super) fn show(&mut self, step: &Step) {
        let text = format!("{} {}", step.verb, step.name);
        if let Some(bar) = &self.bar {
            bar.set_length(step.total.max(1));
            bar.set_position(step.done);
            bar.set_message(text);
            return;
        }
        let quarter = step.done * 4 / step.total.max(1);
        // All packed files share one line: there may be thousands of pictures.
        let key = if step.verb == "Packing" {
            step.verb.to_owned()
        } else {
            text
        };
        if (&key, quarter) != (&self.last.0, self.last.1) {
            self.context
                .note(&format!("{} … {} %", key.trim_end(), quarter * 25));
            self.last = (key, quarter);
        }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
