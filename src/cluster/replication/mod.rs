//! Copies of what a node serves, in the place of the directory, and what is restored from them. Litestream copies the
//! databases (`litestream`); their uploads are copied beside it (`uploads`).
//!
//! A copy lies below node, epoch, tenant and generation: what a node still writes that has lost its lease lands where nobody
//! reads. Uploads lie by tenant and name alone, since a file of that name never has another content: they are copied
//! once, whichever node serves the tenant after that.

mod litestream;
mod uploads;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

pub use litestream::fault;
use litestream::{Copied, Copies};

use super::folders;
use crate::app::App;
use crate::base::clock::uptime;
use crate::config::{Config, make_private};
use crate::db::offline_file;
use crate::error::{Error, Result};
use crate::nodes::Nodes;
use crate::nodes::directory::{self, Replica};
use crate::object_storage::s3::Patience;

/// Between two looks at the lease and at the processes.
const PAUSE: Duration = Duration::from_millis(100);
/// Between two looks at what is served here.
const EVERY: Duration = Duration::from_secs(1);
/// Between two looks at uploads.
const UPLOADS_EVERY: Duration = Duration::from_secs(3);
/// Between two looks at copies that nobody needs any more, and the first of them.
const PRUNE_EVERY: Duration = Duration::from_hours(6);
const PRUNE_FIRST: Duration = Duration::from_mins(10);
/// How long the last writes may take to be copied when the server stops.
const LAST: Duration = Duration::from_secs(5);

/// Starts to copy what this node serves, as `nodes.litestream` says.
///
/// # Errors
/// That is no Litestream, or one that loses data.
pub fn start(
    app: &Arc<App>,
    nodes: &Arc<Nodes>,
    is_stopping: &Arc<AtomicBool>,
) -> Result<Vec<thread::JoinHandle<()>>> {
    let place = nodes.settings.directory.clone().unwrap_or_default();
    let Some(program) = nodes.settings.litestream.clone() else {
        tracing::warn!(
            node = nodes.name,
            "nodes.litestream is not set: nothing that this node serves is copied, and no other one can take it over"
        );
        return Ok(Vec::new());
    };
    if let Some(why) = fault(&program) {
        return Err(Error::internal(format!(
            "settings: nodes.litestream: {why}"
        )));
    }
    let copies = Copies::new(app.config(), program, &place)?;
    let parts = || (Arc::clone(app), Arc::clone(nodes), Arc::clone(is_stopping));
    let databases = {
        let ((app, nodes, is_stopping), place) = (parts(), place.clone());
        move || keep_copied(&app, &nodes, (&place, copies), &is_stopping)
    };
    let files = {
        let (app, nodes, is_stopping) = parts();
        move || keep_uploads(&app, &nodes, &place, &is_stopping)
    };
    let named = |name: &str| thread::Builder::new().name(name.to_owned());
    Ok(vec![
        named("replicas").spawn(databases)?,
        named("uploads").spawn(files)?,
    ])
}

/// The tenants that this node serves now, as the directory and the folder agree.
fn served(config: &Config, nodes: &Nodes) -> Vec<(String, u64)> {
    let directory = nodes.directory();
    let own = directory
        .tenants
        .into_iter()
        .filter(|(_, record)| record.node == nodes.name);
    own.map(|(name, record)| (name, record.generation))
        .filter(|(name, generation)| folders::generation(config, name) == Some(*generation))
        .filter(|(name, _)| config.tenant_folder(name).join("tenant.db").exists())
        .collect()
}

fn keep_copied(
    app: &App,
    nodes: &Nodes,
    (place, mut copies): (&str, Copies),
    is_stopping: &AtomicBool,
) {
    let mut looked = None;
    while !is_stopping.load(Ordering::Relaxed) {
        let now = uptime();
        if !nodes.is_valid() {
            copies.kill();
            looked = None;
        } else if looked.is_none_or(|looked| now.saturating_sub(looked) >= EVERY) {
            looked = Some(now);
            let epoch = nodes.epoch();
            let wanted = served(app.config(), nodes);
            let wanted = wanted.into_iter().map(|(tenant, generation)| Copied {
                tenant,
                replica: Replica {
                    node: nodes.name.clone(),
                    epoch,
                    generation,
                },
            });
            copies.follow(wanted.collect());
            if let Err(error) = forget_former(nodes, place) {
                tracing::warn!(node = nodes.name, %error, "it is not known whether a tenant that was taken over is copied from here");
            }
        }
        copies.look_after();
        thread::sleep(PAUSE);
    }
    copies.end(LAST);
}

/// Once a tenant that was taken over has a copy of this node, that of the former one is needed no more.
fn forget_former(nodes: &Nodes, place: &str) -> Result<()> {
    let directory = nodes.directory();
    let mut taken = directory
        .tenants
        .iter()
        .filter(|(_, record)| record.node == nodes.name && record.taken_from.is_some())
        .peekable();
    if taken.peek().is_none() {
        return Ok(());
    }
    let objects = directory::open(place, Patience::LONG)?;
    let epoch = nodes.epoch();
    let mut copied = Vec::new();
    for (name, record) in taken {
        let own = Replica {
            node: nodes.name.clone(),
            epoch,
            generation: record.generation,
        };
        // The first file holds all pages.
        if !objects.list(&format!("{}/", own.prefix(name)))?.is_empty() {
            copied.push((name.clone(), record.generation));
        }
    }
    if copied.is_empty() {
        return Ok(());
    }
    let found = directory::change(objects.as_ref(), |directory| {
        let mut is_changed = false;
        for (name, generation) in &copied {
            if let Some(record) = directory.tenants.get_mut(name)
                && record.node == nodes.name
                && record.generation == *generation
            {
                is_changed |= record.taken_from.take().is_some();
            }
        }
        Ok(is_changed)
    })?;
    nodes.learn(found.directory);
    Ok(())
}

fn keep_uploads(app: &App, nodes: &Nodes, place: &str, is_stopping: &AtomicBool) {
    let mut copies = uploads::Copies::default();
    let (mut looked, mut prune_at) = (None, uptime() + PRUNE_FIRST);
    while !is_stopping.load(Ordering::Relaxed) {
        let now = uptime();
        if nodes.is_valid()
            && looked.is_none_or(|looked| now.saturating_sub(looked) >= UPLOADS_EVERY)
        {
            looked = Some(now);
            let done = directory::open(place, Patience::LONG).and_then(|objects| {
                copies.follow(
                    app.config(),
                    nodes,
                    (objects.as_ref(), served(app.config(), nodes)),
                )?;
                if now >= prune_at {
                    prune_at = now + PRUNE_EVERY;
                    uploads::prune(app, nodes, objects.as_ref())?;
                }
                Ok(())
            });
            if let Err(error) = done {
                tracing::warn!(node = nodes.name, %error, "uploads were not copied; this is tried again");
            }
        }
        thread::sleep(PAUSE);
    }
}

/// Restores a tenant from another node's replica into the folder where it arrives, ready to be served. Its uploads follow while
/// it is served (`uploads`).
///
/// Mail that waits is not held: what the former node sent in the last second or two goes once more. See `docs/scale.md`.
pub fn restore(app: &App, tenant: &str, generation: u64, replica: &Replica) -> Result<()> {
    let config = app.config();
    let begun = uptime();
    let Some(program) = &config.nodes.litestream else {
        return Err(Error::internal(format!(
            "there is nothing to restore '{tenant}' with: node {} served it and is gone, and nodes.litestream is not set here; set it, or put its folder in place by hand",
            replica.node
        )));
    };
    let place = config.nodes.directory.as_deref().unwrap_or_default();
    let folder = folders::incoming(config, tenant, generation);
    folders::discard(&folder)?;
    make_private(&folder)?;
    let file = folder.join("tenant.db");
    let copied = Copied {
        tenant: tenant.to_owned(),
        replica: replica.clone(),
    };
    litestream::restore((config, program), place, &copied, &file)?;
    fs::set_permissions(&file, Permissions::from_mode(0o600))?;
    let restored = uptime();
    let condition = offline_file::inspect(&file)?;
    if !condition.is_whole() {
        return Err(Error::internal(format!(
            "what was restored of '{tenant}' from {} is damaged: {}",
            replica.prefix(tenant),
            condition.damage()
        )));
    }
    folders::complete(&folder, generation)?;
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    tracing::warn!(
        tenant,
        generation,
        from = replica.prefix(tenant),
        bytes = size(&file),
        restored_ms = milliseconds(restored.saturating_sub(begun)),
        checked_ms = milliseconds(uptime().saturating_sub(restored)),
        "restored what another node served; what it wrote in the second before it was gone may be missing"
    );
    Ok(())
}

fn size(file: &Path) -> u64 {
    fs::metadata(file)
        .map(|data| data.len())
        .unwrap_or_default()
}
