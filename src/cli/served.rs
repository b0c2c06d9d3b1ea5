//! Where the server of a data folder listens: it notes so, and the commands that show letters make their links lead there.
//! What the settings say comes first. Also the lock by which a data folder has one server.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::config::{Config, Listen};
use crate::db::offline_file::{self, Lock};
use crate::error::{Error, Result};

#[derive(Serialize, Deserialize)]
struct Served {
    listen: Listen,
    public_scheme: Option<String>,
    public_port: Option<u16>,
}

fn file(config: &Config) -> PathBuf {
    config.data.join("served.json")
}

/// Holds the data folder until the lock is dropped or the process ends, however it ends. Refuses if another server holds
/// it: two would cache the same rows, and each would send what the other does.
#[expect(
    clippy::disallowed_methods,
    reason = "the lock file has the id of the process that holds it"
)]
pub fn hold(config: &Config) -> Result<Lock> {
    config.prepare_data()?;
    let path = config.data.join("served.lock");
    let Some(lock) = offline_file::lock(&path)? else {
        let holder = std::fs::read_to_string(&path).unwrap_or_default();
        let holder = match holder.trim() {
            "" => String::new(),
            id => format!(" (process {id})"),
        };
        return Err(Error::internal(format!(
            "another server runs on {}{holder}; stop that one first, or give this one a folder of its own with --data",
            config.data.display()
        )));
    };
    std::fs::write(&path, std::process::id().to_string())?;
    Ok(lock)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a note in the data folder, written once at the start"
)]
/// Notes where the server listens. Without the note links are those of the settings.
pub fn note(config: &Config) {
    let served = Served {
        listen: config.listen.clone(),
        public_scheme: config.public_scheme.clone(),
        public_port: config.public_port,
    };
    let written = serde_json::to_vec(&served)
        .map_err(std::io::Error::from)
        .and_then(|text| std::fs::write(file(config), text));
    if let Err(error) = written {
        tracing::warn!(%error, "where the server listens was not noted");
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a small note in the data folder, read before anything runs"
)]
/// Takes over what the server of this data folder noted, where the settings say nothing of their own.
pub fn take_over(config: &mut Config) {
    let noted = std::fs::read(file(config)).ok();
    let Some(served) = noted.and_then(|text| serde_json::from_slice::<Served>(&text).ok()) else {
        return;
    };
    if config.listen == Config::default().listen {
        config.listen = served.listen;
        config.public_scheme = config.public_scheme.take().or(served.public_scheme);
        config.public_port = config.public_port.or(served.public_port);
    }
}
