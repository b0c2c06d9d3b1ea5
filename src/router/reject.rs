//! Requests refused before routing and authentication.

use axum::http::request::Parts;
use percent_encoding::percent_decode_str;

use super::is_api;
use crate::error::{Code, Error, Reason};

/// Maximum length of a URL: every part of a query costs work, and the response is cached under it.
const LONGEST_ADDRESS: usize = 8 * 1024;

/// Credentials that are accepted in headers only.
const CREDENTIALS: &[&str] = &["access-token", "access_token", "client", "uid"];

/// Parameters that are accepted in the body of an API call only. The page behind an emailed link necessarily has its
/// token in the URL; the call that redeems the token has not.
const SECRETS: &[&str] = &[
    "password",
    "password_confirmation",
    "current_password",
    "reset_password_token",
    "confirmation_token",
    "invitation_token",
    "email_token",
    "restore_token",
    "guardian_token",
];

/// Refuses overlong URLs, and credentials in URLs, where they would end up in logs and browser histories.
pub fn refuse(parts: &Parts) -> Option<Error> {
    let query = parts.uri.query().unwrap_or_default();
    if parts.uri.path().len() + query.len() > LONGEST_ADDRESS {
        return Some(Error::unreadable(Reason::AddressTooLong).with("max", LONGEST_ADDRESS));
    }
    let refused: &[&[&str]] = if is_api(parts.uri.path(), &parts.method) {
        &[CREDENTIALS, SECRETS]
    } else {
        &[CREDENTIALS]
    };
    let credential_in = |pair: &str| {
        // Decoded first, as whatever reads or logs it later decodes it too.
        let pair = percent_decode_str(pair).decode_utf8_lossy();
        let name = pair.split(['=', '[']).next().unwrap_or_default();
        let name = name.trim_matches(|c: char| c == '+' || c.is_whitespace());
        let mut names = refused.iter().flat_map(|names| names.iter());
        names
            .find(|credential| name.eq_ignore_ascii_case(credential))
            .copied()
    };
    let name = query.split('&').find_map(credential_in)?;
    Some(Error::from(Code::CredentialsInQuery).of_parameter(name))
}
