//! The code on a paper, and what who checks it reads: real, unknown or withdrawn.

use rusqlite::{Connection, OptionalExtension as _};

use super::ProofKind;
use super::content::ProofContent;
use crate::app::access::{Reason, Unguarded};
use crate::app::limits::rate_limits::PROOF_CHECKS;
use crate::base::locale::Locale;
use crate::error::{Error, Result};

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
