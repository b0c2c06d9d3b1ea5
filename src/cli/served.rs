//! Where the server of a data folder listens: it notes so, and the commands that show letters make their links lead there.
//! What the settings say comes first.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::config::Config;

#[derive(Serialize, Deserialize)]
struct Served {
    listen: SocketAddr,
    public_scheme: Option<String>,
    public_port: Option<u16>,
}

fn file(config: &Config) -> PathBuf {
    config.data.join("served.json")
}

#[expect(
    clippy::disallowed_methods,
    reason = "a note in the data folder, written once at the start"
)]
/// Notes where the server listens. Without the note links are those of the settings.
pub fn note(config: &Config) {
    let served = Served {
        listen: config.listen,
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
