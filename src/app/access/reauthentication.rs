//! Reauthentication before sensitive changes: new password, new address, closing the account.

use std::sync::Arc;

use jiff::SignedDuration;

use crate::app::App;
use crate::app::access::request_context::RequestContext;
use crate::app::limits::rate_limits::PASSWORD_TRIES;
use crate::base::clock::later;
use crate::error::{Code, Error, FieldFault, Result};

/// Maximum age of a session that counts as reauthenticated.
const FRESH: SignedDuration = SignedDuration::from_mins(15);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The password, whatever the age of the session.
    Password,
    /// The password, or a session that began less than fifteen minutes ago.
    PasswordOrFreshSession,
}

/// Verifies the proof. 422 on `current_password` if it is wrong, or missing and required; 429 after too many
/// attempts.
pub async fn prove(
    app: &App,
    ctx: &RequestContext,
    given: Option<String>,
    proof: Proof,
) -> Result<()> {
    let principal = ctx.principal.as_ref().ok_or(Code::NotSignedIn)?;
    let (user_id, session_id) = (principal.user_id, principal.session_id);
    let ctx = Arc::new(ctx.clone());
    let (hash, began): (Option<String>, String) = ctx
        .read(move |connection| {
            Ok(connection
                .prepare_cached(
                    "select u.password_hash, s.created_at
                       from sessions s
                       join users u on u.id = s.user_id
                      where s.id = ?1 and u.id = ?2",
                )?
                .query_row((session_id, user_id), |row| Ok((row.get(0)?, row.get(1)?)))?)
        })
        .await?;
    let is_fresh = later(&began, FRESH).as_str() > ctx.now.as_str();
    let Some(given) = given else {
        return if is_fresh && proof == Proof::PasswordOrFreshSession {
            Ok(())
        } else {
            Err(FieldFault::attribute("current_password", "required").into())
        };
    };
    // Counted before verification, so that concurrent attempts count.
    let counted = user_id.to_string();
    ctx.write(move |tx, _| PASSWORD_TRIES.keep(tx, &counted))
        .await?;
    if app.hasher().verify(given, hash.clone()).await? {
        ctx.proved_by(hash);
        let counted = user_id.to_string();
        ctx.write(move |tx, _| PASSWORD_TRIES.forgive(tx, &counted))
            .await
    } else {
        Err(Error::from(FieldFault::attribute(
            "current_password",
            "current_password",
        )))
    }
}
