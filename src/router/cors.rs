//! Cross-origin requests (the Fetch standard's CORS protocol): what scripts of other sites may read.
//!
//! A public read is open to any origin, without credentials: it holds what every visitor of the site may read.
//! Everything else is open to the configured origins only (`cors_origins`), which may send credentials. An app whose
//! pages come from such an origin reads the content of the site's pages as well (`web::is_data`).

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
    ACCESS_CONTROL_REQUEST_METHOD, ALLOW, CONTENT_LENGTH, CONTENT_TYPE, ORIGIN, VARY,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;

use super::is_api;
use crate::app::auth::session;
use crate::web;

/// Request headers of a public read.
const PUBLIC_HEADERS: &str = "accept, accept-language, app-context, content-type, if-none-match, volunteer-center-id, x-tenant";
/// Request headers of a configured origin: also the credentials and the preconditions.
const ALL_HEADERS: &str = "accept, accept-language, access-token, app-context, client, content-type, current-organization-id, \
     device-token, idempotency-key, if-match, if-none-match, last-event-id, uid, volunteer-center-id, x-tenant";
/// Response headers that a script may read beside those that browsers always show.
const EXPOSED: &str = "access-token, client, content-disposition, device-token, etag, idempotent-replayed, location, retry-after, uid, \
     www-authenticate, x-request-id";
/// How long a browser remembers the answer to a preflight request, in seconds.
const MAX_AGE: &str = "7200";

/// The properties of a request that its cross-origin headers depend on.
#[derive(Debug)]
pub struct CrossOrigin {
    is_covered: bool,
    is_options: bool,
    is_preflight: bool,
    is_public_read: bool,
    /// The request's origin, if it is a configured one.
    origin: Option<HeaderValue>,
    /// True if the response depends on the origin.
    has_origins: bool,
}

impl CrossOrigin {
    pub fn of(parts: &Parts, origins: &[String]) -> Self {
        let path = parts.uri.path();
        let is_read = matches!(parts.method, Method::GET | Method::HEAD);
        let origin = parts.headers.get(ORIGIN);
        let is_listed = |origin: &&HeaderValue| {
            origin.to_str().is_ok_and(|origin| {
                origins
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(origin))
            })
        };
        Self {
            is_covered: is_api(path, &parts.method)
                || path.starts_with("/feeds/")
                || path == "/branding.json"
                || web::is_data(path),
            is_options: parts.method == Method::OPTIONS,
            is_preflight: parts.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD),
            is_public_read: is_read && !session::carries_credentials(parts),
            origin: origin.filter(is_listed).cloned(),
            has_origins: !origins.is_empty(),
        }
    }

    /// Adds the headers; turns the router's answer to OPTIONS, which names the methods of the path, into a success.
    pub fn settle(&self, mut response: Response) -> Response {
        if !self.is_covered {
            return response;
        }
        let is_answered = self.is_options && response.status() == StatusCode::METHOD_NOT_ALLOWED;
        if is_answered {
            let (mut parts, _) = response.into_parts();
            parts.status = StatusCode::NO_CONTENT;
            parts.headers.remove(CONTENT_TYPE);
            parts.headers.remove(CONTENT_LENGTH);
            response = Response::from_parts(parts, Body::empty());
        }
        let headers = response.headers_mut();
        if self.has_origins {
            headers.append(VARY, HeaderValue::from_static("origin"));
        }
        let methods = headers.get(ALLOW).cloned();
        let reads = || {
            let allowed = methods.as_ref().and_then(|allowed| allowed.to_str().ok());
            allowed.is_some_and(|allowed| allowed.split(',').any(|method| method.trim() == "GET"))
        };
        if let Some(origin) = &self.origin {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(
                ACCESS_CONTROL_ALLOW_CREDENTIALS,
                HeaderValue::from_static("true"),
            );
            self.describe(headers, is_answered, methods, ALL_HEADERS);
        } else if self.is_public_read || (is_answered && reads()) {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            let methods = is_answered.then(|| HeaderValue::from_static("GET,HEAD"));
            self.describe(headers, is_answered, methods, PUBLIC_HEADERS);
        }
        response
    }

    fn describe(
        &self,
        headers: &mut HeaderMap,
        is_answered: bool,
        methods: Option<HeaderValue>,
        accepted: &'static str,
    ) {
        if !is_answered {
            headers.insert(
                ACCESS_CONTROL_EXPOSE_HEADERS,
                HeaderValue::from_static(EXPOSED),
            );
        } else if self.is_preflight {
            if let Some(methods) = methods {
                headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
            }
            headers.insert(
                ACCESS_CONTROL_ALLOW_HEADERS,
                HeaderValue::from_static(accepted),
            );
            headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(MAX_AGE));
        }
    }
}
