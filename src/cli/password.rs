//! Password input from stdin or a file. Never from arguments: these are visible to all users of the machine.

use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

use super::report::Failure;
use crate::app::auth::password_hash;
use crate::app::auth::password_hash::About;
use crate::base::log_output::tell;
use crate::config;

#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Password {
    /// Read the password from stdin
    #[arg(long)]
    password_stdin: bool,
    /// Read the password from this file; `VOLUNTR_PASSWORD_FILE` does the same
    #[arg(long, value_name = "FILE", conflicts_with = "password_stdin")]
    password_file: Option<PathBuf>,
}

impl Password {
    /// Hashes the password after checking it against the password policy.
    pub fn hash(&self, about: &About) -> Result<String, Failure> {
        let text = self.read()?;
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        Ok(password_hash::accept(text, about)?)
    }

    fn read(&self) -> Result<String, Failure> {
        if self.password_stdin {
            if std::io::stdin().is_terminal() {
                tell("Type the password, then Enter and Ctrl-D. It will be seen while you type.");
            }
            let mut text = String::new();
            return match std::io::stdin().take(4096).read_to_string(&mut text) {
                Ok(_) => Ok(text),
                Err(error) => Err(Failure::new(format!(
                    "the password cannot be read from stdin: {error}"
                ))),
            };
        }
        match self.password_file.clone().or_else(config::password_file) {
            Some(path) => read(&path).map_err(|error| {
                Failure::new(format!(
                    "the password cannot be read from {}: {error}",
                    path.display()
                ))
            }),
            None => Err(Failure::wrong_use(
                "there is no password; give one with --password-stdin, --password-file FILE or VOLUNTR_PASSWORD_FILE",
            )),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "whoever runs the command names the file"
)]
fn read(path: &Path) -> std::io::Result<String> {
    std::fs::read_to_string(path)
}
