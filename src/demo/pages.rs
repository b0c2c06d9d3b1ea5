//! Pages and news of the demo, besides the home page that every centre begins with.

use rusqlite::{Connection, Error, Result};

use crate::db::Tx;
use crate::resources::page::seed::{plant, read};

const FILES: [&str; 2] = [
    include_str!("content/pages.toml"),
    include_str!("content/news.toml"),
];

pub fn seed(connection: &Connection, now: &str, center_id: i64) -> Result<()> {
    let tx = Tx::new(connection, now);
    for file in FILES {
        read(file)
            .and_then(|pages| plant(&tx, center_id, &pages))
            .map_err(|error| Error::UserFunctionError(Box::new(error)))?;
    }
    Ok(())
}
