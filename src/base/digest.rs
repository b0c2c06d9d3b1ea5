//! SHA-256 over several parts, for keys that must not collide.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use sha2::{Digest, Sha256};

/// One digest of several parts, each behind its length: no other parts have the same, whatever characters they hold.
pub fn digest_of(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// `sha256(text)`: hash of a link's token, for a migration.
pub fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("sha256", 1, flags, |arguments| {
        let text: String = arguments.get(0)?;
        Ok(<[u8; 32]>::from(Sha256::digest(text.as_bytes())))
    })
}
