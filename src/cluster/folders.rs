//! The folders of tenants on a node: the one that is served (`tenants/NAME`), one that arrives (`incoming/NAME-GENERATION`)
//! and one that was left (`tenants/.NAME-…`). A number in the folder says which generation it is.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::config::{Config, make_private};
use crate::error::{Error, Result};

/// The number of a tenant's generation, in its folder.
const GENERATION: &str = "generation";
/// In a folder that arrives: all of it is there.
const COMPLETE: &str = "complete";
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
    for mark in [COMPLETE, BY_MOVE] {
        let _ = fs::remove_file(config.tenant_folder(tenant).join(mark));
    }
    File::open(&tenants)?.sync_all()?;
    Ok(())
}

/// Puts the folder of a tenant aside that another node serves; nothing is deleted. `None` where there is none.
pub fn put_aside(config: &Config, tenant: &str, now: &str) -> Result<Option<PathBuf>> {
    let folder = config.tenant_folder(tenant);
    if !folder.exists() {
        return Ok(None);
    }
    let number = noted(&folder).unwrap_or_default();
    let aside = folder.with_file_name(format!(".{tenant}-{number}-{}", now.replace(':', "-")));
    fs::rename(&folder, &aside)?;
    File::open(config.data.join("tenants"))?.sync_all()?;
    Ok(Some(aside))
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
