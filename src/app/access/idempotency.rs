//! Idempotent execution of POST requests.

use axum::http::StatusCode;
use rusqlite::{OptionalExtension, named_params};

use crate::db::Tx;
use crate::error::{Code, Result};
use crate::jsonapi::Answer;
use crate::jsonapi::extractors::Key;

/// Runs `job` once per key and user: a repeated request gets the stored response, in the transaction of the job. Without
/// a key it runs each time. An error if the key was used for another request.
pub fn idempotent(
    tx: &Tx,
    key: Option<&Key>,
    who: Option<i64>,
    job: impl FnOnce(&Tx) -> Result<Answer>,
) -> Result<Answer> {
    let Some(key) = key else {
        return job(tx);
    };
    let who = who.map_or_else(String::new, |user_id| user_id.to_string());
    let hash = crate::base::digest::digest_of(&[key.name.as_bytes(), who.as_bytes()]);
    let kept = tx
        .prepare_cached(
            "select fingerprint, status, location, body from idempotency_keys where key_hash = ?1",
        )?
        .query_row([hash], |row| {
            Ok((
                row.get::<_, Vec<u8>>(0)?,
                Answer {
                    status: StatusCode::from_u16(row.get(1)?).unwrap_or_default(),
                    location: row.get(2)?,
                    body: row.get(3)?,
                    is_replay: true,
                },
            ))
        })
        .optional()?;
    if let Some((fingerprint, answer)) = kept {
        return if fingerprint == key.fingerprint {
            Ok(answer)
        } else {
            Err(Code::IdempotencyKeyReused.into())
        };
    }
    let answer = job(tx)?;
    tx.prepare_cached(
        "insert into idempotency_keys (key_hash, fingerprint, status, location, body, created_at)
         values (:key_hash, :fingerprint, :status, :location, :body, :now)",
    )?
    .execute(named_params! {
        ":key_hash": hash,
        ":fingerprint": key.fingerprint,
        ":status": answer.status.as_u16(),
        ":location": answer.location,
        ":body": answer.body,
        ":now": tx.now(),
    })?;
    Ok(answer)
}
