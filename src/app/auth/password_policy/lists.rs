//! The lists that are built into the program, as hashes: see `scripts/password-lists.mjs`, which makes them.

use sha2::{Digest, Sha256};

static LEAKED: &[u8] = include_bytes!("leaked.bin");
static WORDS: &[u8] = include_bytes!("words.bin");

/// One count for each value of the first two bytes.
const PLACES: usize = 65_536;

/// Whether `lower`, a text in lower case, is a password that is known from leaks.
pub fn leaked(lower: &str) -> bool {
    holds(LEAKED, lower)
}

/// Whether it is a Dutch word.
pub fn word(lower: &str) -> bool {
    holds(WORDS, lower)
}

fn holds(list: &[u8], text: &str) -> bool {
    let hash: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let [high, low, rest_of_hash @ ..] = hash;
    let place = usize::from(u16::from_be_bytes([high, low]));
    let Some((counts, rest)) = list.split_at_checked(PLACES) else {
        return false;
    };
    let before: usize = counts
        .iter()
        .take(place)
        .map(|count| usize::from(*count))
        .sum();
    let count = counts.get(place).copied().map_or(0, usize::from);
    rest.chunks_exact(3)
        .skip(before)
        .take(count)
        .any(|entry| rest_of_hash.starts_with(entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_long_and_knows_what_is_on_it() {
        let entries = (LEAKED.len() - PLACES) / 3;
        assert!(entries >= 100_000, "{entries}");
        for known in ["123456", "welkom01", "wachtwoord", "1qaz2wsx3edc"] {
            assert!(leaked(known), "{known}");
        }
        assert!(!leaked("paard batterij nietje"));
        assert!(word("vrijwilligers") && !word("lindewaard"));
    }
}
