//! Files of uploads on disk: their names, and the sweep that removes those of which no row is left.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

use super::FOLDER;
use crate::db::Db;
use crate::db::offline_file::remove_upload;
use crate::error::{Error, Result};

/// Hexadecimal digits of the hash of the contents, with which a name begins.
const KEY: usize = 24;
/// Age from which a file without a row is left over: no upload takes that long.
const LEFT_OVER: Duration = Duration::from_hours(1);

pub(super) fn key_of(contents: &[u8]) -> String {
    let hash = Sha256::digest(contents);
    hash.iter()
        .take(KEY / 2)
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// `KEY-1920x1280-a1b2c3-50-40.webp`: all that a page has to know to show a picture without a shift.
pub(super) fn picture_name(
    key: &str,
    (width, height): (u32, u32),
    [red, green, blue]: [u8; 3],
    (x, y): (i64, i64),
) -> String {
    format!("{key}-{width}x{height}-{red:02x}{green:02x}{blue:02x}-{x}-{y}.webp")
}

/// The file behind an address.
pub fn file_name(url: &str) -> Option<&str> {
    let name = url.strip_prefix(FOLDER)?.split('/').next()?;
    is_file_name(name).then_some(name)
}

/// Whether a name is one of those that are given here: nothing else in the directory is served or swept.
pub fn is_file_name(name: &str) -> bool {
    let (Some(key), Some(rest)) = (name.get(..KEY), name.get(KEY..)) else {
        return false;
    };
    let is_hash = key
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_plain = rest.bytes().all(|byte| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'.'
    });
    is_hash
        && is_plain
        && rest.starts_with(['-', '.'])
        && rest.matches('.').count() == 1
        && media_type(name).is_some()
}

/// Media type by extension, and whether the file is downloaded and not shown.
pub fn media_type(name: &str) -> Option<(&'static str, bool)> {
    Some(match name.rsplit_once('.')?.1 {
        "webp" => ("image/webp", false),
        "svg" => ("image/svg+xml", false),
        "pdf" => ("application/pdf", true),
        "txt" => ("text/plain; charset=utf-8", true),
        "docx" => (
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            true,
        ),
        "xlsx" => (
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            true,
        ),
        "odt" => ("application/vnd.oasis.opendocument.text", true),
        "ods" => ("application/vnd.oasis.opendocument.spreadsheet", true),
        _ => return None,
    })
}

/// Removes the files whose rows were deleted, and those of uploads that never got a row because the process was
/// killed. Returns their number.
pub async fn sweep(db: &Db, now: SystemTime) -> Result<usize> {
    let folder = db.uploads();
    let old = tokio::task::spawn_blocking(move || by_key(&folder, now))
        .await
        .map_err(Error::internal)?;
    let mut count = 0;
    for (key, files) in old {
        // In the writer's transaction, so that no upload of the same contents is stored meanwhile.
        count += db
            .write(move |tx| {
                let start = format!("{FOLDER}{key}");
                let is_owned: bool = tx
                    .prepare_cached(
                        "select exists (select 1 from uploads where url >= ?1 and url < ?1 || '~')",
                    )?
                    .query_row([start], |row| row.get(0))?;
                if is_owned {
                    return Ok(0);
                }
                for file in &files {
                    remove_upload(file)?;
                }
                Ok(files.len())
            })
            .await?;
    }
    Ok(count)
}

fn by_key(folder: &std::path::Path, now: SystemTime) -> HashMap<String, Vec<PathBuf>> {
    let mut found: HashMap<String, Vec<PathBuf>> = HashMap::new();
    for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name();
        let Some(name) = name.to_str().filter(|name| is_file_name(name)) else {
            continue;
        };
        let changed = file.metadata().and_then(|data| data.modified());
        if changed.is_ok_and(|at| now.duration_since(at).is_ok_and(|age| age >= LEFT_OVER)) {
            let key = name.get(..KEY).unwrap_or_default().to_owned();
            found.entry(key).or_default().push(file.path());
        }
    }
    found
}
