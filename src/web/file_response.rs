//! A small file that is made for the request, such as a feed or a sitemap.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::assets;

/// Text response with media type, `Cache-Control` and `ETag`.
pub fn file(kind: &'static str, cache: &'static str, text: String) -> Response {
    let etag = assets::etag_of(text.as_bytes());
    let mut response = Body::from(text).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::ETAG, etag);
    response
}
