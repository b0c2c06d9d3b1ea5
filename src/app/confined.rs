//! What some sessions may not do. This is the one place where it is enforced, for every door at once: a call that is
//! not named here is closed to a session that lacks its second factor, also one that is added tomorrow.

use axum::extract::MatchedPath;
use axum::http::request::Parts;

use super::session::Who;
use crate::error::{Code, Error, Result};

/// What a session may call that still lacks its second factor: look at itself, prove the factor, end.
#[rustfmt::skip]
const HALF_MAY: &[(&str, &str)] = &[
    ("GET", "/auth/validate_token"),
    ("DELETE", "/auth/sign_out"),
    ("GET", "/auth/second_factor"),
    ("POST", "/auth/second_factor"),
    ("PUT", "/auth/second_factor"),
    ("POST", "/auth/second_factor/passkeys/options"),
    ("POST", "/auth/second_factor/passkeys"),
    ("PUT", "/auth/second_factor/passkeys"),
];

/// What an admin may not who is signed in as somebody (decisions 1.3, note 9): change how the person gets in, who they
/// are here, what they decided about their data, and read what was written to them. Method (`*` is any), how the path
/// begins.
#[rustfmt::skip]
const NOT_AS_ANOTHER: &[(&str, &str)] = &[
    ("*", "/auth"),
    ("POST", "/api/v1/sign_in_as_user"),
    ("POST", "/api/v1/sessions"),
    ("DELETE", "/api/v1/sessions"),
    ("*", "/api/v1/current_user/email"),
    ("*", "/api/v1/confirm_email"),
    ("*", "/api/v1/me"),
    ("POST", "/api/v1/users"),
    ("PUT", "/api/v1/users"),
    ("PATCH", "/api/v1/users"),
    ("DELETE", "/api/v1/users"),
    ("POST", "/api/v1/role_invitations"),
    ("PUT", "/api/v1/role_invitations"),
    ("DELETE", "/api/v1/role_invitations"),
    ("*", "/api/v1/invitations"),
    ("POST", "/api/v1/organizations/{id}/members"),
    ("DELETE", "/api/v1/organizations/{id}/members"),
    ("POST", "/api/v1/consents"),
    ("*", "/api/v1/conversations"),
    ("*", "/api/v1/messages"),
    ("*", "/api/v1/volunteer_profile_replies"),
];

/// What is open all the same: to look whether the session holds, and to end it.
const AS_ANOTHER_MAY: &[(&str, &str)] = &[
    ("GET", "/auth/validate_token"),
    ("GET", "/auth/second_factor"),
    ("DELETE", "/auth/sign_out"),
];

/// Refuses what this session may not. A request whose route is unknown is refused to both kinds.
pub(super) fn admit(who: &Who, parts: &Parts) -> Result<()> {
    let path = parts.extensions.get::<MatchedPath>();
    let is_of = |list: &[(&str, &str)], begins: bool| {
        path.is_some_and(|path| {
            list.iter().any(|(method, known)| {
                let is_method = *method == "*" || *method == parts.method.as_str();
                let rest = path.as_str().strip_prefix(known);
                is_method
                    && rest.is_some_and(|rest| rest.is_empty() || begins && rest.starts_with('/'))
            })
        })
    };
    if who.factor.is_missing() && !is_of(HALF_MAY, false) {
        return Err(second_factor_needed(who));
    }
    if who.impersonation.is_some()
        && (path.is_none() || is_of(NOT_AS_ANOTHER, true) && !is_of(AS_ANOTHER_MAY, false))
    {
        return Err(Error::from(Code::Forbidden).with("reason", "impersonating"));
    }
    Ok(())
}

fn second_factor_needed(who: &Who) -> Error {
    Error::from(Code::SecondFactorNeeded)
        .with("is_set_up", who.factor.is_set_up)
        .with("methods", who.factor.methods())
}

/// True for a refusal of the kinds above: who signs in anew or out is not held by what the old session may not.
pub(super) fn is_refusal(error: &Error) -> bool {
    match error {
        Error::Refused(refusal) => {
            refusal.code == Code::SecondFactorNeeded
                || refusal
                    .meta
                    .get("reason")
                    .is_some_and(|reason| reason == "impersonating")
        }
        _ => false,
    }
}
