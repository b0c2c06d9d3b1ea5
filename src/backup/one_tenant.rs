//! A tenant as one file, to take to another machine: its database, its uploads and its entry in the registry, packed and
//! checked like a backup. Server and commands may use it meanwhile.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::archive::{copy_tenant, pack, read_back, unpack};
use super::files::{files_in, hash, name_in, open, settle};
use super::scratch::Scratch;
use super::{MANIFEST, Manifest, Step, Told};
use crate::config::{Config, make_private};
use crate::db::registry::{Entry, Registry};
use crate::error::{Error, Result};

const ENTRY: &str = "tenant.json";

/// What the registry knows of a tenant, as it goes along.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Exported {
    name: String,
    preset: String,
    domains: Vec<String>,
    center_hosts: Vec<String>,
}

/// A tenant that was taken in.
#[derive(Debug, Clone, Serialize)]
pub struct Imported {
    pub tenant: String,
    /// The name that it had.
    pub exported_as: String,
    pub exported_at: String,
    /// Version of the program that wrote the file.
    pub version: String,
    pub domains: Vec<String>,
    /// Hosts that lead to another tenant here, and stay with that one.
    pub taken: Vec<String>,
    pub files: usize,
}

/// Writes a tenant to a file that is not there yet. It appears under that name after it has been read back.
///
/// # Errors
/// The file is there, or the tenant's database is damaged.
pub fn export(
    config: &Config,
    entry: &Entry,
    to: &Path,
    now: &str,
    told: Told,
) -> Result<Manifest> {
    if to.exists() {
        return Err(Error::internal(format!(
            "{} is there already; name another file",
            to.display()
        )));
    }
    let scratch = Scratch::beside(to)?;
    let copies = scratch.0.join("files");
    make_private(&copies)?;
    let into = copies.join("tenants").join(&entry.name);
    let rows = copy_tenant(&config.tenant_folder(&entry.name), &into, &entry.name, told)?;
    let exported = Exported {
        name: entry.name.clone(),
        preset: entry.preset.clone(),
        domains: entry.domains.clone(),
        center_hosts: entry.center_hosts.clone(),
    };
    fs::write(copies.join(ENTRY), serde_json::to_vec_pretty(&exported)?)?;
    let mut files = std::collections::BTreeMap::new();
    for path in files_in(&copies)? {
        files.insert(name_in(&copies, &path)?, hash(&mut open(&path)?)?);
    }
    let manifest = Manifest {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: now.to_owned(),
        tenants: vec![entry.name.clone()],
        files,
        rows: [(format!("tenants/{}/tenant.db", entry.name), rows)].into(),
        missing: Vec::new(),
    };
    fs::write(copies.join(MANIFEST), serde_json::to_vec_pretty(&manifest)?)?;
    let packed = scratch.0.join("packed");
    pack(&copies, &packed, told)?;
    read_back(&packed, &manifest, told)?;
    fs::rename(&packed, to)?;
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        open(folder)?.sync_all()?;
    }
    Ok(manifest)
}

/// Takes a tenant in, under its own name or another one. Its mail is held: the machine that it comes from may have sent it.
/// With `is_dry` it is only checked.
///
/// # Errors
/// The file is no exported tenant or is damaged, it is of a newer program, or the name is taken.
pub fn import(
    config: &Config,
    registry: Option<&Registry>,
    file: &Path,
    (name, now, is_dry): (Option<&str>, &str, bool),
    told: Told,
) -> Result<Imported> {
    open(file)?;
    if !is_dry {
        config.prepare_data()?;
    }
    let beside = if is_dry && !config.data.is_dir() {
        file.to_owned()
    } else {
        config.registry_path()
    };
    let scratch = Scratch::beside(&beside)?;
    told(&Step {
        verb: "Unpacking",
        name: "",
        done: 0,
        total: 0,
    });
    let manifest = unpack(file, &scratch.0)?.manifest;
    let exported: Exported = fs::read(scratch.0.join(ENTRY))
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .ok_or_else(|| {
            Error::internal(format!(
                "{} holds no exported tenant; a backup of all goes in with 'voluntr backup restore'",
                file.display()
            ))
        })?;
    let name = name.unwrap_or(&exported.name).to_owned();
    crate::provisioning::validate_name(&name)?;
    let holder = |host: &str| registry.map_or(Ok(None), |registry| registry.holder(host));
    let is_known = registry.map_or(Ok(None), |registry| registry.find(&name))?;
    let target = config.tenant_folder(&name);
    if is_known.is_some() || target.exists() {
        return Err(Error::internal(format!(
            "there is a tenant '{name}' already; choose another name with --as"
        )));
    }
    let (mut domains, mut taken) = (Vec::new(), Vec::new());
    for host in &exported.domains {
        match holder(host)? {
            None => domains.push(host.clone()),
            Some(_) => taken.push(host.clone()),
        }
    }
    let mut center_hosts = Vec::new();
    for host in exported.center_hosts {
        match holder(&host)? {
            None => center_hosts.push(host),
            Some(_) => taken.push(host),
        }
    }
    let imported = Imported {
        tenant: name,
        exported_as: exported.name.clone(),
        exported_at: manifest.created_at,
        version: manifest.version,
        domains,
        taken,
        files: manifest.files.len(),
    };
    if let (false, Some(registry)) = (is_dry, registry) {
        let folder = scratch.0.join("tenants").join(&exported.name);
        place(&folder, &target, now)?;
        let entered = registry
            .add_whole(&imported.tenant, &exported.preset, &imported.domains, now)
            .and_then(|()| Ok(registry.claim(&imported.tenant, &center_hosts)?.ok()));
        if let Err(error) = entered {
            let _ = fs::remove_dir_all(&target);
            return Err(error);
        }
    }
    Ok(imported)
}

/// Makes an unpacked folder the one of a tenant.
fn place(folder: &Path, target: &PathBuf, now: &str) -> Result<()> {
    settle(folder, now)?;
    if let Some(parent) = target.parent() {
        make_private(parent)?;
    }
    fs::rename(folder, target).map_err(|error| {
        Error::internal(format!(
            "{} cannot be made: {error}; look at who owns it",
            target.display()
        ))
    })
}
