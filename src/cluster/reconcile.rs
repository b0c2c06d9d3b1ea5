//! Makes the folder of a node what the directory says: what it has to serve is there and in its registry, what another
//! node serves is put aside, and what is new here stands in the directory.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::folders;
use crate::app::App;
use crate::db::registry::Entry;
use crate::error::{Error, Result};
use crate::nodes::Nodes;
use crate::nodes::directory::{self, Directory, TenantRecord};
use crate::object_storage::Objects;

/// Tenants that are fetched at once.
const AT_ONCE: usize = 4;

/// One round; what fails is logged, and tried again in the next one.
pub fn reconcile(app: &Arc<App>, nodes: &Nodes, objects: &dyn Objects) -> Result<()> {
    let _alone = nodes.reconciling();
    let directory = nodes.directory();
    let registry = app.tenants().registry();
    let here = registry.list()?;
    for entry in &here {
        match directory.tenants.get(&entry.name) {
            Some(record) if record.node != nodes.name => {
                if let Err(error) = leave(app, entry) {
                    tracing::error!(tenant = entry.name, %error, "a tenant that another node serves was not put aside");
                }
            }
            _ => {}
        }
    }
    have_all(app, nodes, &directory);
    for (tenant, generation, folder) in folders::arrived(app.config()) {
        let is_over = directory.tenants.get(&tenant).is_none_or(|record| {
            record.generation > generation
                || (record.generation == generation && record.node != nodes.name)
        });
        if is_over {
            tracing::info!(
                tenant,
                generation,
                "what arrived of a tenant and came to nothing is removed"
            );
            folders::discard(&folder)?;
        }
    }
    publish(app, nodes, objects, &directory)
}

/// Another node serves it: it goes from the registry at once, its folder once nobody has it open.
fn leave(app: &App, entry: &Entry) -> Result<()> {
    app.tenants().registry().remove(&entry.name)?;
    app.tenants().close(&entry.name);
    folders::put_aside(app.config(), &entry.name, &app.clock().text())?;
    tracing::info!(
        tenant = entry.name,
        "another node serves this tenant from now on"
    );
    Ok(())
}

/// What this node serves is here. Several at once are fetched of those that are not: after a takeover many wait.
fn have_all(app: &App, nodes: &Nodes, directory: &Directory) {
    let own = directory.tenants.iter();
    let own = Mutex::new(own.filter(|(_, record)| record.node == nodes.name));
    let work = || {
        loop {
            let next = own.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((name, record)) = next else { return };
            match have(app, name, record) {
                Ok(()) => nodes.is_had(name),
                Err(error) if nodes.is_missed(name, &error.to_string()) => {
                    tracing::error!(tenant = name, %error, "a tenant that this node has to serve is not here");
                }
                Err(_) => {}
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..AT_ONCE {
            scope.spawn(work);
        }
        work();
    });
}

/// This node serves it: its folder is of the right generation, and the registry knows it.
fn have(app: &App, name: &str, record: &TenantRecord) -> Result<()> {
    let (config, registry) = (app.config(), app.tenants().registry());
    let folder = config.tenant_folder(name);
    let noted = folders::generation(config, name);
    if noted.is_none() && folder.join("tenant.db").exists() && registry.find(name)?.is_some() {
        // Put there by whoever runs the node, from a backup: what another node had always has its number.
        folders::note(&folder, record.generation)?;
        return Ok(());
    }
    if noted != Some(record.generation) {
        let arriving = folders::incoming(config, name, record.generation);
        if folders::move_of(&arriving).is_some_and(|id| Some(id) != record.arrival) {
            // Left of a move that came to nothing: the node that it was taken from wrote more after it.
            folders::discard(&arriving)?;
        }
        if folders::is_complete(&arriving) {
            folders::promote(config, name, record.generation, &app.clock().text())?;
        } else if let Some(replica) = &record.taken_from {
            super::replication::restore(app, name, record.generation, replica)?;
            folders::promote(config, name, record.generation, &app.clock().text())?;
        } else {
            return Err(Error::internal(format!(
                "generation {} of it never arrived, and {} is here",
                record.generation,
                noted.map_or_else(|| "none".to_owned(), |number| number.to_string())
            )));
        }
        app.tenants().close(name);
    }
    if registry.find(name)?.is_none() {
        let now = app.clock().text();
        registry.add_whole(name, &record.preset, &record.domains, &now)?;
        if let Err(host) = registry.claim(name, &record.center_hosts)? {
            tracing::warn!(tenant = name, host, "this host leads to another tenant");
        }
        registry.set_archived(name, record.archived_at.as_deref())?;
        tracing::info!(
            tenant = name,
            generation = record.generation,
            "this node serves this tenant from now on"
        );
    }
    Ok(())
}

/// What the registry says of the tenants of this node becomes known to the others.
fn publish(app: &App, nodes: &Nodes, objects: &dyn Objects, known: &Directory) -> Result<()> {
    let registry = app.tenants().registry();
    let differs = |entry: &Entry, directory: &Directory| {
        directory.tenants.get(&entry.name).is_none_or(|record| {
            record.node == nodes.name
                && (record.domains != entry.domains
                    || record.center_hosts != entry.center_hosts
                    || record.archived_at != entry.archived_at)
        })
    };
    let mut changed: Vec<_> = registry.list()?;
    changed.retain(|entry| differs(entry, known));
    if changed.is_empty() {
        return Ok(());
    }
    for entry in &changed {
        let folder = app.config().tenant_folder(&entry.name);
        if !known.tenants.contains_key(&entry.name)
            && folders::generation(app.config(), &entry.name).is_none()
        {
            folders::note(&folder, 1)?;
        }
    }
    let found = directory::change(objects, |directory| {
        let mut is_changed = false;
        for entry in &changed {
            if !differs(entry, directory) {
                continue;
            }
            let hosts: Vec<_> = entry.hosts().map(str::to_owned).collect();
            if let Some((holder, host)) = directory.holder(&hosts, &entry.name) {
                tracing::error!(
                    tenant = entry.name,
                    host,
                    holder,
                    "another tenant has this host at another node; what is new of this tenant is not told to the others"
                );
                continue;
            }
            let record = directory.tenants.entry(entry.name.clone());
            let record = record.or_insert_with(|| TenantRecord {
                node: nodes.name.clone(),
                generation: folders::generation(app.config(), &entry.name).unwrap_or(1),
                preset: entry.preset.clone(),
                domains: Vec::new(),
                center_hosts: Vec::new(),
                archived_at: None,
                taken_from: None,
                arrival: None,
            });
            record.domains.clone_from(&entry.domains);
            record.center_hosts.clone_from(&entry.center_hosts);
            record.archived_at.clone_from(&entry.archived_at);
            is_changed = true;
        }
        Ok(is_changed)
    })?;
    nodes.learn(found.directory);
    Ok(())
}
