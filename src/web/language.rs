//! Language negotiation of pages, and the cookies for the chosen language and centre.

use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method};
use axum::response::Response;

use crate::app::tenancy::request_target::{Site, cookie};
use crate::base::locale::Locale;

const COOKIE: &str = "language";
const CENTER_COOKIE: &str = "volunteerCenterId";
const YEAR: u32 = 365 * 24 * 60 * 60;

/// Splits the language prefix off a path: `/en/vacancies/1` is `/vacancies/1` in English. `None` without a prefix.
pub fn split(path: &str) -> (Option<Locale>, &str) {
    let rest = path.strip_prefix('/').unwrap_or(path);
    let (first, rest) = rest.split_once('/').map_or((rest, ""), |(first, _)| {
        (first, rest.get(first.len()..).unwrap_or_default())
    });
    match Locale::parse(first) {
        Some(locale) => (Some(locale), if rest.is_empty() { "/" } else { rest }),
        None => (None, path),
    }
}

/// Language of a page: the path's prefix, else the language cookie, else Dutch.
pub fn language(parts: &Parts) -> Locale {
    split(parts.uri.path())
        .0
        .or_else(|| chosen(parts))
        .unwrap_or_default()
}

fn chosen(parts: &Parts) -> Option<Locale> {
    Locale::parse(cookie(parts, COOKIE)?)
}

/// Path of the same page in the given language. Dutch has no prefix.
pub fn path_in(locale: Locale, path: &str) -> String {
    locale.path(path)
}

/// `Set-Cookie` headers for choices that the browser does not hold yet. Computed outside the response cache, which is
/// shared between visitors.
pub fn choices(parts: &Parts, site: &Site) -> Vec<HeaderValue> {
    let path = parts.uri.path();
    // What stands in a frame of another site is no visit of this one.
    if parts.method != Method::GET || path.starts_with("/api/") || path.starts_with("/embed/") {
        return Vec::new();
    }
    let mut choices = Vec::new();
    let center = site.center_id.to_string();
    if cookie(parts, CENTER_COOKIE) != Some(center.as_str()) {
        choices.push(format!(
            "{CENTER_COOKIE}={center}; Path=/; Max-Age={YEAR}; SameSite=Lax; Secure"
        ));
    }
    if let (Some(locale), _) = split(parts.uri.path())
        && chosen(parts) != Some(locale)
    {
        let secure = if site.is_secure { "; Secure" } else { "" };
        choices.push(format!(
            "{COOKIE}={}; Path=/; Max-Age={YEAR}; SameSite=Lax{secure}",
            locale.as_str()
        ));
    }
    choices
        .into_iter()
        .filter_map(|choice| HeaderValue::from_str(&choice).ok())
        .collect()
}

/// Adds the cookies to HTML pages only, not to images or feeds.
pub fn with_choices(mut response: Response, choices: Vec<HeaderValue>) -> Response {
    let is_page = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if is_page && response.status().is_success() {
        for choice in choices {
            response.headers_mut().append(SET_COOKIE, choice);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn parts(path: &str, cookies: &str) -> Parts {
        Request::builder()
            .uri(path)
            .header("cookie", cookies)
            .body(())
            .unwrap()
            .into_parts()
            .0
    }

    #[test]
    fn the_prefix_says_the_language_and_is_no_part_of_the_page() {
        assert_eq!(split("/en/vacancies/1"), (Some(Locale::En), "/vacancies/1"));
        assert_eq!(split("/nl"), (Some(Locale::Nl), "/"));
        assert_eq!(split("/en/"), (Some(Locale::En), "/"));
        assert_eq!(split("/english"), (None, "/english"));
        assert_eq!(split("/nieuws/nl"), (None, "/nieuws/nl"));
    }

    #[test]
    fn prefix_then_cookie_then_dutch() {
        assert_eq!(language(&parts("/en/x", "language=nl")), Locale::En);
        assert_eq!(language(&parts("/x", "a=b; language=en")), Locale::En);
        assert_eq!(language(&parts("/x", "language=xx")), Locale::Nl);
        assert_eq!(language(&parts("/x", "")), Locale::Nl);
    }

    #[test]
    fn dutch_has_no_prefix() {
        assert_eq!(path_in(Locale::Nl, "/vacancies/1"), "/vacancies/1");
        assert_eq!(path_in(Locale::En, "/vacancies/1"), "/en/vacancies/1");
        assert_eq!(path_in(Locale::En, "/"), "/en");
    }
}
