//! `Cache-Control` and `Vary` headers, set for every response in one place, after the handler. Responses that depend
//! on the actor, errors, and responses to changes are never cacheable.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};

/// Request headers that a response may depend on: site, language, credentials and selected roles.
const VARY: &str = "accept-encoding, accept-language, cookie, authorization, access-token, client, uid, current-organization-id, volunteer-center-id, x-tenant";

/// The same for responses that are equal for everyone on a site.
const VARY_PUBLIC: &str = "accept-encoding, accept-language, cookie, volunteer-center-id, x-tenant";

/// Properties of the request that are needed after it has been consumed.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub is_read: bool,
    /// True if it carries any credential, valid or not.
    pub has_credentials: bool,
}

impl Asked {
    pub fn of(method: &Method, has_credentials: bool) -> Self {
        Self {
            is_read: matches!(*method, Method::GET | Method::HEAD),
            has_credentials,
        }
    }

    /// Sets the headers. `public`, set by a handler for a response that is equal for everyone, is kept. Everything
    /// else is `no-store`, except responses to anonymous reads: the browser may store these and revalidate.
    pub fn settle(self, status: StatusCode, headers: &mut HeaderMap) {
        let told = headers
            .get(header::CACHE_CONTROL)
            .and_then(|told| told.to_str().ok())
            .unwrap_or_default();
        let is_whole = matches!(status, StatusCode::OK | StatusCode::NOT_MODIFIED);
        let is_public = told.starts_with("public")
            && self.is_read
            && is_whole
            && !headers.contains_key(header::SET_COOKIE);
        let is_visitors = !self.has_credentials && self.is_read && is_whole && !told.is_empty();
        if !is_public && !told.contains("no-store") && (!is_visitors || told.starts_with("public"))
        {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        // The program's own assets are the same on every site, and set this themselves.
        if !is_public {
            headers.insert(header::VARY, HeaderValue::from_static(VARY));
        } else if !headers.contains_key(header::VARY) {
            headers.insert(header::VARY, HeaderValue::from_static(VARY_PUBLIC));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(asked: Asked, status: u16, told: Option<&'static str>) -> (String, String) {
        let mut headers = HeaderMap::new();
        if let Some(told) = told {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(told));
        }
        asked.settle(StatusCode::from_u16(status).unwrap(), &mut headers);
        let text = |name| headers[name].to_str().unwrap().to_owned();
        (text(header::CACHE_CONTROL), text(header::VARY))
    }

    #[test]
    fn only_what_a_visitor_reads_or_everybody_shares_is_kept() {
        let visitor = Asked::of(&Method::GET, false);
        let person = Asked::of(&Method::GET, true);
        let change = Asked::of(&Method::POST, false);
        for (asked, status, told, expected) in [
            (visitor, 200, Some("private, no-cache"), "private, no-cache"),
            (visitor, 304, Some("private, no-cache"), "private, no-cache"),
            (
                visitor,
                200,
                Some("public, max-age=300"),
                "public, max-age=300",
            ),
            (visitor, 200, None, "no-store"),
            (visitor, 302, Some("no-cache"), "no-store"),
            (visitor, 404, Some("private, no-cache"), "no-store"),
            (visitor, 404, Some("public, max-age=300"), "no-store"),
            (visitor, 503, None, "no-store"),
            (person, 200, Some("private, no-cache"), "no-store"),
            (person, 304, Some("private, no-cache"), "no-store"),
            (person, 200, Some("private, no-store"), "private, no-store"),
            (
                person,
                200,
                Some("public, max-age=300"),
                "public, max-age=300",
            ),
            (person, 200, None, "no-store"),
            (change, 200, Some("private, no-cache"), "no-store"),
            (change, 200, Some("public, max-age=300"), "no-store"),
            (change, 204, None, "no-store"),
        ] {
            let (cache, vary) = settled(asked, status, told);
            assert_eq!(cache, expected, "{asked:?} {status} {told:?}");
            assert_eq!(
                vary.contains("access-token"),
                !expected.starts_with("public")
            );
        }
    }

    #[test]
    fn what_sets_a_cookie_is_shared_with_nobody() {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("public, max-age=300"),
        );
        headers.insert(header::SET_COOKIE, HeaderValue::from_static("a=b"));
        Asked::of(&Method::GET, false).settle(StatusCode::OK, &mut headers);
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
    }
}
