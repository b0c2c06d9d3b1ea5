//! Generated files for other programs: shell completions and manual pages.

use std::path::{Path, PathBuf};

use clap_complete::Shell;
use serde_json::json;

use super::report::{Done, Failure, Report, count};

#[derive(Debug, clap::Args)]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn report(self, mut command: clap::Command) -> Report {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "voluntr", &mut script);
        let script = String::from_utf8_lossy(&script).into_owned();
        let data = json!({ "shell": self.shell.to_string(), "script": script });
        Report::new(script, data)
    }
}

#[derive(Debug, clap::Args)]
pub struct Man {
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    dry: super::context::DryRun,
}

impl Man {
    pub fn run(self, command: &clap::Command) -> Done {
        let pages = pages(command);
        if !self.dry.dry_run {
            write(&self.folder, &pages).map_err(|error| {
                Failure::new(format!(
                    "cannot write to {}: {error}",
                    self.folder.display()
                ))
            })?;
        }
        let names: Vec<_> = pages.iter().map(|(name, _)| name).collect();
        Ok(Report::change(
            self.dry.dry_run,
            format!(
                "wrote {} to {}",
                count(names.len(), "manual page", "manual pages"),
                self.folder.display()
            ),
            json!({ "folder": self.folder, "pages": names }),
        ))
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the command's work is to write these files"
)]
fn write(folder: &Path, pages: &[(String, Vec<u8>)]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, page) in pages {
        std::fs::write(folder.join(name), page)?;
    }
    Ok(())
}

/// Manual pages: one for the program and one for each command.
fn pages(command: &clap::Command) -> Vec<(String, Vec<u8>)> {
    let mut pages = Vec::new();
    let mut render = |command: clap::Command, name: String| {
        let mut page = Vec::new();
        if clap_mangen::Man::new(command).render(&mut page).is_ok() {
            pages.push((format!("{name}.1"), page));
        }
    };
    render(command.clone(), "voluntr".to_owned());
    for sub in command.get_subcommands() {
        let name = format!("voluntr-{}", sub.get_name());
        render(sub.clone().name(name.clone()), name);
    }
    pages
}
