//! What stands on the port without TLS when certificates are ours: answers to their authority, and for everybody else
//! the way to TLS.

use axum::body::Body;
use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::certificates::HostCertificates;

const QUESTIONS: &str = "/.well-known/acme-challenge/";
const HTTPS: u16 = 443;

pub fn answer<B>(hosts: &HostCertificates, port: u16, request: &Request<B>) -> Response {
    let path = request.uri().path();
    if let Some(token) = path.strip_prefix(QUESTIONS) {
        return match hosts.token(token) {
            Some(answer) => {
                let plain = HeaderValue::from_static("application/octet-stream");
                ([(header::CONTENT_TYPE, plain)], answer).into_response()
            }
            None => StatusCode::NOT_FOUND.into_response(),
        };
    }
    match destination(request, port) {
        Some(there) => (
            StatusCode::PERMANENT_REDIRECT,
            [(header::LOCATION, there)],
            Body::empty(),
        )
            .into_response(),
        None => StatusCode::BAD_REQUEST.into_response(),
    }
}

/// The same address over TLS, where the request names a host.
fn destination<B>(request: &Request<B>, port: u16) -> Option<HeaderValue> {
    let named = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .or_else(|| request.uri().host())?;
    let authority: Authority = named.parse().ok()?;
    let host = authority.host();
    if host.is_empty() || named.contains('@') {
        return None;
    }
    let path = request
        .uri()
        .path_and_query()
        .map_or("/", PathAndQuery::as_str);
    let there = if port == HTTPS {
        format!("https://{host}{path}")
    } else {
        format!("https://{host}:{port}{path}")
    };
    HeaderValue::try_from(there).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn led_to(host: &str, path: &str, port: u16) -> Option<String> {
        let request = Request::get(path).header("host", host).body(()).unwrap();
        let response = answer(&HostCertificates::default(), port, &request);
        let there = response.headers().get(header::LOCATION)?.to_str().unwrap();
        assert_eq!(response.status(), StatusCode::PERMANENT_REDIRECT);
        Some(there.to_owned())
    }

    #[test]
    fn everybody_is_led_to_the_same_address_over_tls() {
        assert_eq!(
            led_to("helpt.nl", "/vacatures?a=1&b=%20", 443).as_deref(),
            Some("https://helpt.nl/vacatures?a=1&b=%20")
        );
        assert_eq!(
            led_to("helpt.nl:8080", "/", 8443).as_deref(),
            Some("https://helpt.nl:8443/")
        );
        assert_eq!(
            led_to("[::1]:80", "/", 443).as_deref(),
            Some("https://[::1]/")
        );
    }

    #[test]
    fn a_host_that_is_none_leads_nowhere() {
        for host in ["", "a b", "helpt.nl/..", "somebody@helpt.nl"] {
            assert_eq!(led_to(host, "/", 443), None, "{host}");
        }
    }

    #[test]
    fn a_question_that_nobody_asked_for_has_no_answer() {
        let request = Request::get(format!("{QUESTIONS}abc"))
            .header("host", "helpt.nl")
            .body(())
            .unwrap();
        let response = answer(&HostCertificates::default(), 443, &request);
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
    }
}
