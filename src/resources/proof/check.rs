//! The code on a paper, and what who checks it reads: real, unknown or withdrawn.

use rusqlite::{Connection, OptionalExtension as _};

use super::ProofKind;
use super::content::ProofContent;
use crate::app::access::{Reason, Unguarded};
use crate::app::limits::rate_limits::PROOF_CHECKS;
use crate::base::locale::Locale;
use crate::error::{Error, Result};

/// Letters and digits of Crockford's base 32: without those that are taken for others.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 8;

/// Whoever holds a paper checks it, without a sign-in.
pub struct ProofCheck;

impl Reason for ProofCheck {
    const WHY: &'static str =
        "the code on the paper is the credential, and shows what the paper says";
}

/// What the code says.
pub enum Checked {
    Real {
        kind: ProofKind,
        locale: Locale,
        content: Box<ProofContent>,
        created_at: String,
    },
    /// When, where that is known.
    Withdrawn(Option<String>),
    Unknown,
}

/// Eight letters and digits, about 10^12 of them.
pub(super) fn new_code() -> Result<String> {
    let mut bytes = [0_u8; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| Error::internal(format!("randomness: {error}")))?;
    Ok(bytes
        .iter()
        .filter_map(|byte| LETTERS.get(usize::from(byte % 32)))
        .map(|letter| char::from(*letter))
        .collect())
}

/// A code as people write it: with spaces or hyphens, in small letters, O for 0 and I or L for 1. None: no code.
pub fn read_code(text: &str) -> Option<String> {
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

/// Counts a look at a code: guessing takes many.
pub fn count(door: &Unguarded<ProofCheck>) -> Result<()> {
    let ctx = door.ctx();
    let limits = door.app().rate_limits();
    limits.count_address(&PROOF_CHECKS, ctx.site.caller(), ctx.second())
}

/// What a code says at this centre. Who looks is not remembered.
pub fn checked(connection: &Connection, code: &str, center_id: i64) -> Result<Checked> {
    let found: Option<(bool, ProofKind, String, String, String, Option<String>)> = connection
        .prepare_cached(
            "select user_id is null, kind, locale, content, created_at, withdrawn_at from proofs where code = ?1 and volunteer_center_id = ?2",
        )?
        .query_row((code, center_id), |row| row.try_into())
        .optional()?;
    Ok(match found {
        None => Checked::Unknown,
        Some((is_gone, _, _, _, _, withdrawn_at)) if is_gone || withdrawn_at.is_some() => {
            Checked::Withdrawn(withdrawn_at)
        }
        Some((_, kind, locale, content, created_at, _)) => Checked::Real {
            kind,
            locale: Locale::parse(&locale).unwrap_or_default(),
            content: Box::new(serde_json::from_str(&content).map_err(Error::internal)?),
            created_at,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        for text in ["7K4M92QX", "7k4m-92qx", " 7K4M – 92QX ", "7k4m 92qx"] {
            assert_eq!(read_code(text).as_deref(), Some("7K4M92QX"), "{text}");
        }
        assert_eq!(read_code("oil0-1111").as_deref(), Some("01101111"));
        for text in ["", "7K4M92Q", "7K4M92QXX", "7K4M92QU", "../../etc"] {
            assert_eq!(read_code(text), None, "{text}");
        }
        let code = new_code().unwrap();
        assert_eq!(read_code(&written(&code)), Some(code));
    }
}
