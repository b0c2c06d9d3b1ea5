//! What a cache may keep of an answer, settled for every answer in one place, after all that made it: nothing that depends
//! on who asks, no error, no answer to a change.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};

/// What else than its address an answer may depend on: the site, its language, who asks and as what.
const VARY: &str = "accept-encoding, accept-language, cookie, access-token, client, uid, current-organization-id, volunteer-center-id, x-tenant";

/// What is the same for everybody who asks at one site.
const VARY_PUBLIC: &str = "accept-encoding, accept-language, cookie, volunteer-center-id, x-tenant";

/// What caching needs of a request that is gone by then.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub is_read: bool,
    /// Whether it carries any credential, valid or not.
    pub has_credentials: bool,
}

impl Asked {
    pub fn of(method: &Method, has_credentials: bool) -> Self {
        Self {
            is_read: matches!(*method, Method::GET | Method::HEAD),
            has_credentials,
        }
    }

    /// `public` is what a handler says of an answer that is the same for everybody: it stays. Everything else is kept by
    /// nobody, but for what a visitor reads: their browser may hold that and ask whether it still stands.
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
        // A file of the program itself is the same everywhere, and says so.
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
