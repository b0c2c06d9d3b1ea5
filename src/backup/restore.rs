//! Brings back a backup of a store: everything into an empty data folder, or one tenant beside the others.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::files::{bring_in, open, settle};
use super::make::broken;
use super::scratch::Scratch;
use super::store::{Snapshot, Store};
use super::verify::{Drill, verify};
use super::{Told, is_database};
use crate::base::clock::instant;
use crate::config::{Config, make_private};
use crate::db::offline_file;
use crate::db::registry::{Entry, Registry};
use crate::error::{Error, Result};

/// How long a server has to close a tenant that was put away.
const CLOSES_WITHIN: Duration = Duration::from_secs(90);
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Restores everything into a data folder. The caller has checked that it is empty. The store is only read from.
pub fn everything(
    config: &Config,
    (store, snapshot): (&Store, &Snapshot),
    now: &str,
    told: Told,
) -> Result<()> {
    config.prepare_data()?;
    // Next to its target, so that the rename is atomic.
    let scratch = Scratch::beside(&config.registry_path())?;
    write_files(&scratch.0, (store, snapshot), "", told)?;
    bring_in(config, &scratch.0, &snapshot.manifest, now)
}

fn write_files(
    into: &Path,
    (store, snapshot): (&Store, &Snapshot),
    below: &str,
    told: Told,
) -> Result<()> {
    let drill = Drill { store, snapshot };
    let files = snapshot.manifest.files.keys();
    for file in files.filter(|file| file.starts_with(below)) {
        let to = into.join(inside(file, &snapshot.name)?);
        if is_database(file) {
            drill.database(file, &to, told)?;
            if file != "registry.db" {
                drill.is_known(file, &to)?;
            }
        } else {
            drill.write(file, &to, told)?;
        }
    }
    Ok(())
}

/// The path of a file, if it is one inside the folder that is restored into.
fn inside<'f>(file: &'f str, name: &str) -> Result<&'f Path> {
    let path = Path::new(file);
    let is_inside = path
        .components()
        .all(|part| matches!(part, std::path::Component::Normal(_)));
    if is_inside {
        Ok(path)
    } else {
        Err(broken(name, format!("it holds {file}")))
    }
}

/// One tenant of a backup, to be restored beside the others.
#[derive(Debug)]
pub struct OneTenant {
    /// As it was, in the registry of the backup.
    entry: Entry,
    /// What it is called from now on.
    pub name: String,
    /// Its folder, which is moved aside.
    pub replaces: Option<PathBuf>,
    /// Hosts that led to it, and that lead to no other tenant now.
    pub hosts: Vec<String>,
}

impl OneTenant {
    /// Looks whether a tenant can be restored: under another name, or in place of one that is archived, damaged or gone.
    pub fn plan(
        config: &Config,
        (store, snapshot): (&Store, &Snapshot),
        (tenant, name): (&str, Option<&str>),
        now: &str,
    ) -> Result<Self> {
        if !snapshot.manifest.tenants.iter().any(|one| one == tenant) {
            return Err(Error::internal(format!(
                "there is no tenant '{tenant}' in {}; it has {}",
                snapshot.name,
                snapshot.manifest.tenants.join(", ")
            )));
        }
        let entry = entry_in(config, (store, snapshot), tenant)?;
        let registry = Registry::open(&config.registry_path())?;
        let folder = config.tenant_folder(name.unwrap_or(tenant));
        let there = registry.find(name.unwrap_or(tenant))?;
        if let Some(name) = name {
            if there.is_some() || folder.exists() {
                return Err(Error::internal(format!(
                    "there is a tenant '{name}' already; choose another name"
                )));
            }
            return Ok(Self {
                entry,
                name: name.to_owned(),
                replaces: None,
                hosts: Vec::new(),
            });
        }
        let is_whole =
            || offline_file::inspect(&folder.join("tenant.db")).is_ok_and(|found| found.is_whole());
        if there
            .as_ref()
            .is_some_and(|there| there.archived_at.is_none())
            && is_whole()
        {
            return Err(Error::internal(format!(
                "'{tenant}' is on the air; put it away first with 'voluntr tenant archive {tenant}', or restore it beside that one with --as NAME"
            )));
        }
        let mut hosts = Vec::new();
        for host in &entry.domains {
            if registry.holder(host)?.is_none_or(|holder| holder == tenant) {
                hosts.push(host.clone());
            }
        }
        let aside = format!(".{tenant}-{}", now.replace(':', "-"));
        Ok(Self {
            entry,
            name: tenant.to_owned(),
            replaces: folder.exists().then(|| folder.with_file_name(aside)),
            hosts,
        })
    }

    /// Reads all of it, and changes nothing.
    pub fn on_trial(&self, config: &Config, of: (&Store, &Snapshot), told: Told) -> Result<()> {
        let scratch = Scratch::beside(&config.registry_path())?;
        write_files(&scratch.0, of, &self.below(), told)
    }

    fn below(&self) -> String {
        format!("tenants/{}/", self.entry.name)
    }

    /// Restores it while the server runs. What stood in its place is moved aside and not deleted.
    pub fn restore(
        &self,
        config: &Config,
        (store, snapshot): (&Store, &Snapshot),
        now: &str,
        told: Told,
    ) -> Result<()> {
        let scratch = Scratch::beside(&config.registry_path())?;
        let below = self.below();
        write_files(&scratch.0, (store, snapshot), &below, told)?;
        let restored = scratch.0.join(&below);
        settle(&restored, now)?;
        let registry = Registry::open(&config.registry_path())?;
        let folder = config.tenant_folder(&self.name);
        let there = registry.find(&self.name)?;
        if there.is_some() {
            // A server closes it then.
            registry.set_archived(&self.name, Some(now))?;
        }
        if let Some(aside) = &self.replaces {
            wait_until_closed(&folder, &self.name)?;
            fs::rename(&folder, aside)?;
        }
        let tenants = config.data.join("tenants");
        make_private(&tenants)?;
        fs::rename(&restored, &folder)?;
        open(&tenants)?.sync_all()?;
        // Registry last: it makes the tenant visible.
        if there.is_none() {
            registry.add(&self.name, &self.entry.preset, now)?;
        }
        for host in &self.hosts {
            registry.add_domain(&self.name, host)?;
        }
        if self.name == self.entry.name {
            for host in &self.entry.center_hosts {
                // One that leads to another tenant by now stays there.
                let _ = registry.claim(&self.name, std::slice::from_ref(host))?;
            }
        }
        registry.set_archived(&self.name, None)?;
        Ok(())
    }
}

fn entry_in(
    config: &Config,
    (store, snapshot): (&Store, &Snapshot),
    tenant: &str,
) -> Result<Entry> {
    let scratch = Scratch::beside(&config.registry_path())?;
    let registry = scratch.0.join("registry.db");
    let drill = Drill { store, snapshot };
    drill.database("registry.db", &registry, &mut |_| {})?;
    Registry::open(&registry)?.find(tenant)?.ok_or_else(|| {
        broken(
            &snapshot.name,
            format!("its registry does not know '{tenant}'"),
        )
    })
}

/// Waits until no program has the database of a tenant open.
fn wait_until_closed(folder: &Path, name: &str) -> Result<()> {
    let Ok(folder) = folder.canonicalize() else {
        return Ok(());
    };
    let since = instant();
    while is_open(&folder) {
        if since.elapsed() > CLOSES_WITHIN {
            return Err(Error::internal(format!(
                "a program still has '{name}' open, which is archived now; stop the server and repeat this"
            )));
        }
        std::thread::sleep(LOOK_EVERY);
    }
    Ok(())
}

/// Whether a program of this user has a database file in a folder open.
fn is_open(folder: &Path) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter(|process| {
            let name = process.file_name();
            name.to_string_lossy()
                .bytes()
                .all(|byte| byte.is_ascii_digit())
        })
        .flat_map(|process| {
            fs::read_dir(process.path().join("fd"))
                .into_iter()
                .flatten()
                .flatten()
        })
        .filter_map(|file| fs::read_link(file.path()).ok())
        .any(|file| file.starts_with(folder))
}

/// A restore that is not carried out: everything is read, nothing is written beside the scratch folder.
pub fn on_trial(config: &Config, of: (&Store, &Snapshot), told: Told) -> Result<()> {
    verify(config, of.0, of.1, told)
}
