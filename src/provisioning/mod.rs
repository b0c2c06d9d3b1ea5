//! Provisioning of a tenant: its directory, database, first volunteer centre and registry entry, all or nothing.

pub mod account;

use std::fs;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use crate::app::App;
use crate::config::make_private;
use crate::db::Tx;
use crate::db::registry::Entry;
use crate::error::{Error, Result};
use crate::presets;
use crate::presets::Preset;

pub use crate::resources::center_defaults::{found, write_theme};

/// Validated plan of a tenant. Nothing is written before `create`.
#[derive(Debug, Clone)]
pub struct Provisioning {
    pub name: String,
    pub preset: Preset,
    pub domains: Vec<String>,
}

/// Options of a new tenant; omitted values come from the preset.
#[derive(Debug, Clone, Default)]
pub struct TenantOptions {
    pub preset: Option<String>,
    pub domains: Vec<String>,
    pub center_name: Option<String>,
}

impl Provisioning {
    /// Validates the options; writes nothing.
    pub fn plan(app: &App, name: &str, options: &TenantOptions) -> Result<Self> {
        validate_name(name)?;
        let mut preset = match options.preset.as_deref() {
            Some(wanted) => presets::find(wanted)
                .cloned()
                .ok_or_else(|| no_preset(wanted))?,
            // A tenant uses the preset of the same name, or else the plain one.
            None => presets::find_or_plain(name),
        };
        if let Some(center_name) = &options.center_name {
            preset.centre.name.clone_from(center_name);
        }
        if preset.centre.name.is_empty() {
            preset.centre.name = capitalised(name);
        }
        let length = preset.centre.name.trim().chars().count();
        if !(2..=60).contains(&length) {
            return Err(Error::internal(
                "the name of a centre has 2 to 60 characters; choose another with --centre",
            ));
        }
        let registry = app.tenants().registry();
        if registry.find(name)?.is_some() {
            return Err(Error::internal(format!(
                "there is a tenant '{name}' already; choose another name"
            )));
        }
        let mut domains = Vec::new();
        for host in &options.domains {
            let host = validate_host(host)?;
            if let Some(holder) = registry.holder(&host)? {
                return Err(Error::internal(format!(
                    "{host} belongs to tenant '{holder}'; remove it there first"
                )));
            }
            domains.push(host);
        }
        // A preset's own hosts are optional: a host that is already taken stays with its owner.
        for host in preset.hosts(app.config().wildcard_suffix.as_deref()) {
            if registry.holder(&host)?.is_none() && !domains.contains(&host) {
                domains.push(host);
            }
        }
        Ok(Self {
            name: name.to_owned(),
            preset,
            domains,
        })
    }

    /// Creates the tenant. `fill` runs in the transaction that creates the centre and receives the centre's id. The
    /// registry entry is written last: until then the tenant is unreachable, and a failure removes its directory.
    pub fn create<T: Send + 'static>(
        &self,
        app: &App,
        fill: impl FnOnce(&Tx, i64) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let folder = app.tenants().folder(&self.name);
        make_folder(&folder)?;
        let made = self.fill(app, fill);
        if made.is_err() {
            // `doctor` reports what cannot be removed; the first error is the one to return.
            let _ = fs::remove_dir_all(&folder);
        }
        made
    }

    fn fill<T: Send + 'static>(
        &self,
        app: &App,
        fill: impl FnOnce(&Tx, i64) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let now = app.clock().text();
        let tenant = app.tenants().open_file(&Entry {
            name: self.name.clone(),
            preset: self.preset.name.clone(),
            domains: self.domains.clone(),
            center_hosts: Vec::new(),
            is_default: false,
            archived_at: None,
            created_at: now.clone(),
        })?;
        let preset = self.preset.clone();
        let filled = tenant
            .unguarded("a tenant is founded before anybody has rights in it")
            .write_blocking(move |tx| {
                let center_id = found(tx, &preset)?;
                fill(tx, center_id)
            })?;
        app.tenants()
            .registry()
            .add_whole(&self.name, &self.preset.name, &self.domains, &now)?;
        Ok(filled)
    }
}

fn make_folder(folder: &Path) -> Result<()> {
    if let Some(parent) = folder.parent() {
        make_private(parent)?;
    }
    fs::DirBuilder::new().mode(0o700).create(folder).map_err(|error| {
        let shown = folder.display();
        Error::internal(match error.kind() {
            std::io::ErrorKind::AlreadyExists => format!(
                "there is a folder {shown} already, though no tenant of that name is known; move it away or choose another name"
            ),
            _ => format!("cannot make the folder {shown}: {error}; look at who owns it"),
        })
    })
}

/// Validates a tenant name, which serves as directory name, host label and command-line argument.
pub fn validate_name(name: &str) -> Result<()> {
    let is_fine = (1..=40).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !name.starts_with('-')
        && !name.ends_with('-');
    if is_fine {
        Ok(())
    } else {
        Err(Error::internal(format!(
            "'{name}' cannot name a tenant; use 1 to 40 small letters, digits and hyphens, as in 'oldebroek'"
        )))
    }
}

/// Normalises a host as stored: lower case, without scheme, port or path.
pub fn validate_host(host: &str) -> Result<String> {
    let tidy = host.trim().trim_end_matches('.').to_ascii_lowercase();
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    if tidy.len() <= 253 && tidy.split('.').all(is_label) {
        Ok(tidy)
    } else {
        Err(Error::internal(format!(
            "'{host}' is no host; give it without scheme, port and path, as in 'vrijwilligers.example.nl'"
        )))
    }
}

pub fn no_preset(wanted: &str) -> Error {
    let known: Vec<_> = presets::list()
        .iter()
        .map(|preset| preset.name.as_str())
        .collect();
    Error::internal(format!(
        "there is no preset '{wanted}'; choose one of {}",
        known.join(", ")
    ))
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect::<String>())
        .unwrap_or_default()
        .replace('-', " ")
}

#[cfg(test)]
mod tests;
