//! Codes on paper that people scan, read aloud and type over.

use crate::error::{Error, Result};

/// Letters and digits of Crockford's base 32: without those that are taken for others.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 8;

/// Eight letters and digits, about 10^12 of them.
pub fn new() -> Result<String> {
    let mut bytes = [0_u8; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(format!("randomness: {error}")))?;
    Ok(bytes
        .iter()
        .filter_map(|byte| LETTERS.get(usize::from(byte % 32)))
        .map(|letter| char::from(*letter))
        .collect())
}

/// A code as people write it: with spaces or hyphens, in small letters, O for 0 and I or L for 1. None: no code.
pub fn read(text: &str) -> Option<String> {
    let code: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '–' | '.'))
        .map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte));
    is_code.then_some(code)
}

/// As it is printed: `7K4M-92QX`.
pub fn written(code: &str) -> String {
    match code.split_at_checked(4) {
        Some((first, last)) => format!("{first}-{last}"),
        None => code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        for text in ["7K4M92QX", "7k4m-92qx", " 7K4M – 92QX ", "7k4m 92qx"] {
            assert_eq!(read(text).as_deref(), Some("7K4M92QX"), "{text}");
        }
        assert_eq!(read("oil0-1111").as_deref(), Some("01101111"));
        for text in ["", "7K4M92Q", "7K4M92QXX", "7K4M92QU", "../../etc"] {
            assert_eq!(read(text), None, "{text}");
        }
        let code = new().unwrap();
        assert_eq!(read(&written(&code)), Some(code));
    }
}
