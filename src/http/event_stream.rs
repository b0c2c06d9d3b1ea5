//! Answers that never end: server-sent events (HTML Living Standard, section 9.2).

use std::convert::Infallible;
use std::fmt::Write as _;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use futures_util::Stream;
use futures_util::StreamExt as _;
use serde_json::Value;

pub const MEDIA_TYPE: &str = "text/event-stream";

/// Extension of a response that goes on until somebody ends it. When the server stops it is ended at once.
#[derive(Debug, Clone, Copy)]
pub struct Endless;

/// A comment, by which proxies and clients see that the stream is alive.
pub const HEARTBEAT: &str = ":\n\n";

/// Appends an event. Its data is one line: JSON without line breaks.
pub fn push(text: &mut String, id: Option<&str>, event: &str, data: &Value) {
    if let Some(id) = id {
        let _ = writeln!(text, "id: {id}");
    }
    let _ = write!(text, "event: {event}\ndata: {data}\n\n");
}

/// The response. It holds what one person may read, and neither a cache nor a proxy may keep, gather or change it.
pub fn response(texts: impl Stream<Item = String> + Send + 'static) -> Response {
    let chunks = texts.map(|text| Ok::<_, Infallible>(Bytes::from(text)));
    let mut response = Response::new(Body::from_stream(chunks));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("no-store, no-transform"),
    );
    headers.insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    response.extensions_mut().insert(Endless);
    response
}
