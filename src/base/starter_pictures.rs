//! The pictures that every centre begins with. They are files of the app (`ui/public/img/starter`), drawn by
//! `scripts/starter-pictures.mjs`, which writes the list too.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

/// JSON list of `{url, name, shows, keywords}`.
const PICTURES: &str = include_str!("starter_pictures.json");

/// Registers `starter_pictures()` on a connection: the list, for migrations and new centres.
pub fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("starter_pictures", 0, flags, |_| Ok(PICTURES))
}
