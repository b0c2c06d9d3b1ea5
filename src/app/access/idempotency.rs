//! Idempotent execution of POST requests.

use axum::http::StatusCode;
use rusqlite::{OptionalExtension, named_params};

use crate::app::access::RequestContext;
use crate::db::Tx;
use crate::error::{Code, Result};
use crate::jsonapi::Answer;
use crate::jsonapi::extractors::Key;

/// Whose keys they are: nobody sees what another one sent under the same key.
#[derive(Debug, Clone, Copy)]
pub enum Sender {
    Visitor,
    Account(i64),
    ApiKey(i64),
}

impl Sender {
    pub(in crate::app) fn of(ctx: &RequestContext) -> Self {
        match (ctx.user_id(), ctx.api_key_id()) {
            (Some(id), _) => Self::Account(id),
            (None, Some(id)) => Self::ApiKey(id),
            (None, None) => Self::Visitor,
        }
    }
}

/// Runs `job` once per key and sender: a repeated request gets the stored response, in the transaction of the job. Without
/// a key it runs each time. An error if the key was used for another request.
pub fn idempotent(
    tx: &Tx,
    key: Option<&Key>,
    who: Sender,
    job: impl FnOnce(&Tx) -> Result<Answer>,
) -> Result<Answer> {
    let Some(key) = key else {
        return job(tx);
    };
    let who = match who {
        Sender::Visitor => String::new(),
        Sender::Account(id) => id.to_string(),
        Sender::ApiKey(id) => format!("key {id}"),
    };
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
