//! Names of the files of uploads.

use std::fmt::Write as _;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _};
use sha2::{Digest as _, Sha256};

use super::FOLDER;

/// Hexadecimal digits of the hash of the contents, with which a name begins.
pub const KEY: usize = 24;

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

/// Name and content of the file behind an address, that in the place of a document included; `None` if it is gone.
#[expect(
    clippy::disallowed_methods,
    reason = "an upload is a file, apart from the rows"
)]
pub fn content(connection: &Connection, folder: &Path, url: &str) -> Option<(String, Vec<u8>)> {
    let name = file_name(url)?;
    let newer: Option<String> = connection
        .prepare_cached("select file from uploads where url = ?1 and file is not null")
        .and_then(|mut statement| statement.query_row([url], |row| row.get(0)).optional())
        .ok()?;
    let file = folder.join(newer.as_deref().unwrap_or(name));
    Some((name.to_owned(), std::fs::read(file).ok()?))
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
