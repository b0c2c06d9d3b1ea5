//! What `doctor` says of the data folder: the room on its disk, who may enter and write, what belongs to nothing.

use std::collections::HashSet;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use super::{Findings, Fix, Kind};
use crate::config::Config;
use crate::db::registry::Entry;
use crate::db::{HEAD_ROOM, free_bytes};

/// Free bytes below which there should soon be more: a backup and a picture fit in it.
const LITTLE_ROOM: u64 = 16 * HEAD_ROOM;

pub(super) fn look(config: &Config, findings: &mut Findings) {
    look_at_folder(&config.data, "data", findings);
    look_at_room(config, findings);
}

fn look_at_room(config: &Config, findings: &mut Findings) {
    let shown = config.data.display();
    let free = match free_bytes(&config.data) {
        Ok(free) => free,
        Err(error) => {
            let text = format!("the disk of {shown} cannot be asked for its room: {error}");
            findings.fault("room", (Kind::Room, ""), text);
            return;
        }
    };
    let left = format!("{} MB free for {shown}", free / 1024 / 1024);
    if free < HEAD_ROOM {
        let text = format!(
            "{left}, where {} MB are needed; make room: writes are refused when there is none",
            HEAD_ROOM / 1024 / 1024
        );
        findings.fault("room", (Kind::Room, ""), text);
    } else if free < LITTLE_ROOM {
        findings.warn("room", format!("{left}; make more room in time"));
    } else {
        findings.fine("room", left);
    }
    for path in [
        config.data.clone(),
        config.registry_path(),
        config.data.join("tenants"),
    ] {
        look_at_access(&path, config, "data", findings);
    }
}

/// Whether the server can write to a file or folder: this user, and the owner of the data folder, who runs the server.
pub(super) fn look_at_access(path: &Path, config: &Config, about: &str, findings: &mut Findings) {
    let (Ok(found), Ok(data)) = (std::fs::metadata(path), std::fs::metadata(&config.data)) else {
        return;
    };
    let shown = path.display();
    let fault = if found.uid() != data.uid() {
        format!(
            "{shown} belongs to user {}, the data folder to user {}; 'chown {} {shown}' gives it to the server",
            found.uid(),
            data.uid(),
            data.uid()
        )
    } else if found.mode() & 0o200 == 0 {
        format!("{shown} may not be written to; 'chmod u+w {shown}' opens it")
    } else if let Err(error) = rustix::fs::access(path, rustix::fs::Access::WRITE_OK) {
        format!(
            "{shown} cannot be written to ({error}); look how its disk is mounted, or run this as the user who runs the server"
        )
    } else {
        return;
    };
    findings.fault(about, (Kind::NoAccess, shown), fault);
}

pub(super) fn look_at_folder(folder: &Path, about: &str, findings: &mut Findings) {
    let shown = folder.display();
    match std::fs::metadata(folder) {
        Ok(metadata) if metadata.mode() & 0o077 != 0 => {
            let text = format!("others may enter {shown}; 'chmod 700 {shown}' closes it");
            findings
                .fault(about, (Kind::OpenToOthers, shown), text)
                .mendable(Fix::CloseToAll(folder.to_owned()));
        }
        Ok(_) => {}
        Err(error) => {
            let text = format!("{shown} cannot be looked at: {error}");
            findings.fault(about, (Kind::NoAccess, shown), text);
        }
    }
}

/// Reports folders that belong to no tenant: left behind by an interrupted creation of a tenant.
pub(super) fn look_for_strangers(config: &Config, entries: &[Entry], findings: &mut Findings) {
    let known: HashSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let folders = std::fs::read_dir(config.data.join("tenants"))
        .into_iter()
        .flatten()
        .flatten();
    for folder in folders {
        if !known.contains(folder.file_name().to_string_lossy().as_ref()) {
            let shown = folder.path();
            findings.warn(
                "data",
                format!(
                    "{} belongs to no tenant; move it away if nobody needs it",
                    shown.display()
                ),
            );
        }
    }
}
