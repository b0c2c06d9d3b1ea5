//! Delivery of credentials: in response headers, or for the app in an `HttpOnly` cookie (docs/decisions/0006).

use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};

use crate::app::auth::known_devices;
use crate::app::auth::session::{COOKIE, Credentials};
use crate::app::tenancy::request_target::Site;

/// Builds the response document with the credentials in headers. The app requests a cookie, which is then the only
/// place that holds the token.
pub fn hand_out(
    document: impl IntoResponse,
    credentials: &Credentials,
    site: &Site,
    asked: &HeaderMap,
) -> Response {
    let mut response = document.into_response();
    let out = response.headers_mut();
    if wants_cookie(asked) {
        let cookie = cookie((COOKIE, &credentials.token, "/"), site, 90 * 24 * 3600);
        set(out, SET_COOKIE, &cookie);
    } else {
        let name = HeaderName::from_static("access-token");
        set(out, name, &credentials.token);
    }
    set(out, HeaderName::from_static("client"), &credentials.client);
    set(out, HeaderName::from_static("uid"), &credentials.uid);
    let expiry = credentials.expiry.to_string();
    set(out, HeaderName::from_static("expiry"), &expiry);
    set(out, HeaderName::from_static("token-type"), "Bearer");
    response
}

/// Adds the secret that identifies the device at the next sign-in.
pub fn hand_out_device(response: &mut Response, tokens: &str, site: &Site, asked: &HeaderMap) {
    let out = response.headers_mut();
    if wants_cookie(asked) {
        let cookie = cookie(
            (known_devices::COOKIE, tokens, "/auth"),
            site,
            known_devices::SECONDS,
        );
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            out.append(SET_COOKIE, cookie);
        }
    } else {
        set(out, HeaderName::from_static(known_devices::HEADER), tokens);
    }
}

/// Removes the session cookie. The device cookie stays: it is the same device.
pub fn take_back(response: &mut Response, site: &Site) {
    let cookie = cookie((COOKIE, "", "/"), site, 0);
    set(response.headers_mut(), SET_COOKIE, &cookie);
}

fn wants_cookie(asked: &HeaderMap) -> bool {
    asked
        .get("app-session")
        .is_some_and(|wanted| wanted == "cookie")
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn cookie((name, value, path): (&str, &str, &str), site: &Site, seconds: u32) -> String {
    let secure = if site.is_secure { "; Secure" } else { "" };
    format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}
