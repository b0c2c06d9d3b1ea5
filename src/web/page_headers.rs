//! The headers of every HTML page.

use axum::http::{HeaderMap, HeaderValue, header};

use super::csp;
use crate::base::locale::Locale;

/// Sets the headers common to all HTML pages.
pub fn describe(headers: &mut HeaderMap, locale: Locale, has_analytics: bool, pictures: &[String]) {
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(
        header::CONTENT_LANGUAGE,
        HeaderValue::from_static(locale.as_str()),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-cache"),
    );
    if let Ok(policy) =
        HeaderValue::from_str(&csp::content_security_policy(has_analytics, pictures))
    {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}
