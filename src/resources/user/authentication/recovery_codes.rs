//! Recovery codes for a person who has lost phone and passkeys. Each works once.

use axum::http::Method;
use rusqlite::named_params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::second_factor::{PasswordForm, Proof, asker, require_password};
use super::second_factor_notice::{FactorChange, tell};
use super::session::Session;
use crate::app::access::{Access, action};
use crate::app::auth::session::Principal;
use crate::app::auth::token;
use crate::db::Tx;
use crate::error::{Code, Error, Result};
use crate::http::routes::{Described, Input, OneOf, Routes, Typed};
use crate::jsonapi::Document;
use crate::model::state_history::audit;

/// Alphabet without characters that look alike, readable from paper.
const SIGNS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// New recovery codes; the earlier ones are worth nothing any more.
#[derive(Serialize, Deserialize, JsonSchema)]
struct RecoveryCodesAttributes {
    recovery_codes: Vec<String>,
}

impl Typed for RecoveryCodesAttributes {
    const TYPE: &'static str = "recovery_codes";
}

pub fn routes() -> Routes {
    Routes::new()
        .action(
            Method::POST,
            "//auth/second_factor/recovery_codes",
            show_new,
        )
        .named("renewRecoveryCodes", "Shows new recovery codes, once")
        .answers(Described::json::<OneOf<RecoveryCodesAttributes>>(200))
        .refuses(&[404, 422])
        .answering_anew()
}

async fn show_new(
    access: Access<Session, action::Update>,
    (): (),
    input: Input<PasswordForm>,
) -> Result<Document> {
    if !asker(access.ctx())?.factor.is_set_up {
        return Err(Code::NotFound.into());
    }
    require_password(&access, input.body.current_password).await?;
    let codes = access
        .write(|tx, rows| {
            let user_id = asker(rows.ctx())?.user_id;
            tell(tx, user_id, FactorChange::CodesRenewed)?;
            renew(tx, user_id)
        })
        .await?;
    Ok(Document::of(
        &json!({ "data": { "type": "recovery_codes", "id": "current", "attributes": { "recovery_codes": codes } } }),
    ))
}

/// Redeems a code; each works once.
pub(in crate::resources::user) fn redeem(
    tx: &Tx,
    principal: &Principal,
    code: &str,
) -> Result<Proof> {
    if !principal.factor.is_set_up {
        return Ok(Proof::Wrong);
    }
    let used = tx.execute(
        "update recovery_codes set used_at = :now where user_id = :user_id and code_hash = :hash and used_at is null",
        named_params! {":user_id": principal.user_id, ":hash": hash_of(principal.user_id, code), ":now": tx.now()},
    )?;
    if used == 0 {
        return Ok(Proof::Wrong);
    }
    audit(
        tx,
        Some(principal.user_id),
        "recovery_code_used",
        ("users", principal.user_id),
    )?;
    Ok(Proof::Right)
}

/// Hashes a code as typed, normalised: `O` is read as zero, `l` as one.
fn hash_of(user_id: i64, code: &str) -> [u8; 32] {
    let plain: String = code
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            c => c,
        })
        .collect();
    token::digest(&format!("{user_id}|{plain}"))
}

/// Generates ten codes of sixty random bits each. The previous ones are revoked.
pub(in crate::resources::user) fn renew(tx: &Tx, user_id: i64) -> Result<Vec<String>> {
    tx.execute("delete from recovery_codes where user_id = ?1", [user_id])?;
    (0..10)
        .map(|_| {
            let mut bytes = [0_u8; 12];
            getrandom::fill(&mut bytes)
                .map_err(|error| Error::internal(format!("randomness: {error}")))?;
            let characters: Vec<char> = bytes
                .iter()
                .filter_map(|byte| SIGNS.get(usize::from(byte & 31)))
                .map(|c| char::from(*c))
                .collect();
            let groups: Vec<String> = characters
                .chunks(4)
                .map(|group| group.iter().collect())
                .collect();
            let code = groups.join("-");
            tx.execute(
                "insert into recovery_codes (user_id, code_hash, created_at) values (?1, ?2, ?3)",
                (user_id, hash_of(user_id, &code), tx.now()),
            )?;
            Ok(code)
        })
        .collect()
}
