//! The folders of tenants on a node: the one that is served (`tenants/NAME`), one that arrives (`incoming/NAME-GENERATION`)
//! and one that was left (`tenants/.NAME-…`). A number in the folder says which generation it is.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use jiff::SignedDuration;

use crate::base::clock::later;
use crate::config::{Config, make_private};
use crate::error::{Error, Result};

/// The number of a tenant's generation, in its folder.
const GENERATION: &str = "generation";
/// In a folder that arrives: all of it is there.
const COMPLETE: &str = "complete";
/// When a folder was put aside.
const LEFT: &str = "left";
/// How long a folder that was put aside is kept: as long as the file before an upgrade.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// In a folder that arrives: the node sends it that serves the tenant.
const BY_MOVE: &str = "by-move";
/// Id of the data folder.
const INSTANCE: &str = "node.id";

/// The id of the data folder, made on first use. Two nodes never have the same, whatever they are called.
pub fn instance(config: &Config) -> Result<String> {
    config.prepare_data()?;
    let path = config.data.join(INSTANCE);
    if let Ok(text) = fs::read_to_string(&path)
        && !text.trim().is_empty()
    {
        return Ok(text.trim().to_owned());
    }
    let id = crate::app::auth::token::random()?;
    write(&path, id.as_bytes())?;
    Ok(id)
}

/// The generation of the folder that is served; `None` where none is noted, or no such tenant is here.
pub fn generation(config: &Config, tenant: &str) -> Option<u64> {
    noted(&config.tenant_folder(tenant))
}

fn noted(folder: &Path) -> Option<u64> {
    let text = fs::read_to_string(folder.join(GENERATION)).ok()?;
    text.trim().parse().ok()
}

/// Notes the generation in a folder.
pub fn note(folder: &Path, generation: u64) -> Result<()> {
    write(&folder.join(GENERATION), generation.to_string().as_bytes())
}

/// Where a tenant of this generation arrives.
pub fn incoming(config: &Config, tenant: &str, generation: u64) -> PathBuf {
    config
        .data
        .join("incoming")
        .join(format!("{tenant}-{generation}"))
}

/// All of it has arrived: from now on it may become the one that is served.
pub fn complete(folder: &Path, generation: u64) -> Result<()> {
    note(folder, generation)?;
    write(&folder.join(COMPLETE), b"")
}

/// Notes that the node sends it that serves the tenant. After a move that came to nothing that node goes on: where it is
/// taken over later, this is not what it had.
pub fn comes_by_move(folder: &Path, id: &str) -> Result<()> {
    write(&folder.join(BY_MOVE), id.as_bytes())
}

/// The id of the move that a folder comes by, if it comes by one.
pub fn move_of(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join(BY_MOVE)).ok()
}

pub fn is_complete(folder: &Path) -> bool {
    folder.join(COMPLETE).exists()
}

/// Makes what arrived the folder that is served. What stood there is put aside.
pub fn promote(config: &Config, tenant: &str, generation: u64, now: &str) -> Result<()> {
    let from = incoming(config, tenant, generation);
    if !is_complete(&from) {
        return Err(Error::internal(format!(
            "{} is not complete",
            from.display()
        )));
    }
    put_aside(config, tenant, now)?;
    let tenants = config.data.join("tenants");
    make_private(&tenants)?;
    fs::rename(&from, config.tenant_folder(tenant))?;
    for mark in [COMPLETE, BY_MOVE, LEFT] {
        let _ = fs::remove_file(config.tenant_folder(tenant).join(mark));
    }
    File::open(&tenants)?.sync_all()?;
    Ok(())
}

/// Puts the folder of a tenant aside that another node serves; it is deleted thirty days later. `None` where there is none.
pub fn put_aside(config: &Config, tenant: &str, now: &str) -> Result<Option<PathBuf>> {
    let folder = config.tenant_folder(tenant);
    if !folder.exists() {
        return Ok(None);
    }
    let number = noted(&folder).unwrap_or_default();
    write(&folder.join(LEFT), now.as_bytes())?;
    let aside = folder.with_file_name(format!(".{tenant}-{number}-{}", now.replace(':', "-")));
    fs::rename(&folder, &aside)?;
    File::open(config.data.join("tenants"))?.sync_all()?;
    Ok(Some(aside))
}

/// Deletes what was put aside long ago: people were erased since, whom it still has. How many folders.
pub fn forget(config: &Config, now: &str) -> Result<usize> {
    let before = later(now, -KEPT);
    let mut count = 0;
    for entry in fs::read_dir(config.data.join("tenants"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let is_aside = entry.file_name().to_string_lossy().starts_with('.');
        let left = fs::read_to_string(entry.path().join(LEFT)).unwrap_or_default();
        if is_aside && !left.is_empty() && left.as_str() < before.as_str() {
            discard(&entry.path())?;
            count += 1;
        }
    }
    Ok(count)
}

/// Removes what arrived for a tenant, whole or in part.
pub fn discard(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// What arrived here and nobody asks for any more: tenant, generation and folder.
pub fn arrived(config: &Config) -> Vec<(String, u64, PathBuf)> {
    let entries = fs::read_dir(config.data.join("incoming"));
    let found = entries.into_iter().flatten().flatten().filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (tenant, generation) = name.rsplit_once('-')?;
        Some((tenant.to_owned(), generation.parse().ok()?, entry.path()))
    });
    found.collect()
}

/// Writes a small file so that it is there whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut file = File::create(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)?;
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_aside_goes_after_thirty_days_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            data: folder.path().to_owned(),
            ..Config::default()
        };
        for tenant in ["almelo", "borne", "dalen"] {
            make_private(&config.tenant_folder(tenant)).unwrap();
            note(&config.tenant_folder(tenant), 3).unwrap();
        }
        let old = put_aside(&config, "almelo", "2026-10-30T09:00:00Z").unwrap();
        let recent = put_aside(&config, "borne", "2026-11-01T09:00:00Z").unwrap();
        // As a restore puts it aside, which somebody asked for by hand.
        let by_hand = config.data.join("tenants/.emmen-2026-01-01");
        make_private(&by_hand).unwrap();
        assert_eq!(forget(&config, "2026-11-30T09:00:00Z").unwrap(), 1);
        assert!(!old.unwrap().exists());
        assert!(recent.unwrap().exists() && by_hand.exists());
        assert!(config.tenant_folder("dalen").exists());
    }
}
