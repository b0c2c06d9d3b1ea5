//! SHA-256 over several parts, for keys that must not collide.

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
