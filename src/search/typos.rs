//! Words with a typing error: whether a text has a word that resembles another.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

use super::letters::distance;

/// Letters of the shortest word in which an error is forgiven, and of the shortest in which two are.
const ONE_ERROR: usize = 4;
const TWO_ERRORS: usize = 8;
/// Letters of a word that are compared.
const LONGEST: usize = 32;

/// Registers `resembles(text, words)`: true if the text has, for each of the words, one that contains or resembles it.
/// Both are folded.
pub fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function("resembles", 2, flags, |arguments| {
        let (text, words): (Option<String>, Option<String>) =
            (arguments.get(0)?, arguments.get(1)?);
        Ok(resembles(
            &text.unwrap_or_default(),
            &words.unwrap_or_default(),
        ))
    })
}

pub fn resembles(text: &str, words: &str) -> bool {
    words.split_whitespace().all(|word| {
        let letters: Vec<char> = word.chars().take(LONGEST).collect();
        text.contains(word)
            || text.split_whitespace().any(|other| {
                let other: Vec<char> = other.chars().take(LONGEST).collect();
                is_like(&letters, &other)
            })
    })
}

/// Compares a word with another, and with its beginning, as people stop typing half-way.
fn is_like(word: &[char], other: &[char]) -> bool {
    let errors = match word.len() {
        0..ONE_ERROR => return false,
        ONE_ERROR..TWO_ERRORS => 1,
        _ => 2,
    };
    if other.len() + errors < word.len() {
        return false;
    }
    let beginning = other.get(..word.len()).unwrap_or(other);
    let is_near_in_length = other.len() <= word.len() + errors;
    distance(word, beginning) <= errors || is_near_in_length && distance(word, other) <= errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_with_a_typing_error_is_recognised_and_another_word_is_not() {
        for (text, words) in [
            ("taalhuis wezep", "taalhius"),
            ("taalhuis wezep", "talhuis"),
            ("repair cafe hattem", "reapir hatem"),
            ("voedselbank lindewaard", "voedsebank"),
            ("voedselbank lindewaard", "voetselbnk"),
            ("stichting fietsmaatjes", "fietsmatje"),
            ("de huiskamer", "huiskamer de"),
        ] {
            assert!(resembles(text, words), "{text}: {words}");
        }
        for (text, words) in [
            ("taalhuis wezep", "taxi"),
            ("taalhuis wezep", "tal"),
            ("repair cafe", "reapir zwolle"),
            ("bank", "bonk de"),
        ] {
            assert!(!resembles(text, words), "{text}: {words}");
        }
    }
}
