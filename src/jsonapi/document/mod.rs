//! Serialized response document with its `ETag`, and replayable response to a POST.

pub mod json;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use xxhash_rust::xxh3::xxh3_64;

use crate::db::TableVersion;

/// Path under which the API is served.
pub const API: &str = "/api/v1";

pub const CONTENT_TYPE: &str = "application/vnd.api+json";

/// A serialized document. Its `ETag` consists of the row's version (for `If-Match`) and a hash of the text (for
/// `If-None-Match`).
#[derive(Debug, Clone)]
pub struct Document {
    pub body: Bytes,
    pub etag: String,
    pub keep: Option<CachePolicy>,
}

/// Validity of a visitor's cached response: until the version of these tables changes, or until a point in time.
#[derive(Debug, Clone)]
pub struct CachePolicy {
    /// Tables and their version, read before the query.
    pub table_versions: Vec<(Vec<&'static str>, TableVersion)>,
    /// Seconds since the Unix epoch.
    pub until: Option<i64>,
}

impl CachePolicy {
    /// Combines two policies: valid only while both are. Versions of the same file are added.
    pub fn join(&mut self, other: Self) {
        self.table_versions.extend(other.table_versions);
        self.until = [self.until, other.until].into_iter().flatten().min();
    }
}

impl Document {
    pub fn new(body: Vec<u8>, version: Option<i64>) -> Self {
        let hash = xxh3_64(&body);
        let version = version.map_or_else(String::new, |version| format!("{version}-"));
        Self {
            etag: format!("\"{version}{hash:016x}\""),
            body: body.into(),
            keep: None,
        }
    }

    #[must_use]
    pub fn keep(mut self, keep: Option<CachePolicy>) -> Self {
        self.keep = keep;
        self
    }

    /// Adds a top-level `meta`, which the document must not have yet.
    #[must_use]
    pub fn with_meta(self, meta: &serde_json::Value) -> Self {
        let version = version_of(&self.etag).filter(|_| self.etag.contains('-'));
        let mut body = self.body.to_vec();
        body.pop();
        body.extend_from_slice(b",\"meta\":");
        body.extend_from_slice(meta.to_string().as_bytes());
        body.push(b'}');
        Self::new(body, version).keep(self.keep)
    }

    /// Adds a dependency on further tables, and on the clock at `until`.
    #[must_use]
    pub fn also_keep(mut self, other: CachePolicy, until: Option<i64>) -> Self {
        if let Some(keep) = &mut self.keep {
            keep.join(other);
            keep.until = [keep.until, until].into_iter().flatten().min();
        }
        self
    }

    /// A list that is whole, with its total.
    pub fn of_all(data: &[serde_json::Value]) -> Self {
        Self::of(&serde_json::json!({ "meta": { "total": data.len() }, "data": data }))
    }

    pub fn of(value: &serde_json::Value) -> Self {
        Self::new(value.to_string().into_bytes(), None)
    }
}

/// The row version in an entity tag; `None` if it is not one of this server. The version is accepted without the
/// hash.
pub fn version_of(tag: &str) -> Option<i64> {
    let tag = tag.trim().trim_start_matches("W/").trim_matches('"');
    let (version, hash) = tag
        .split_once('-')
        .map_or((tag, None), |(version, hash)| (version, Some(hash)));
    let is_ours =
        |hash: &str| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    hash.is_none_or(is_ours)
        .then(|| version.parse().ok())
        .flatten()
}

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE));
        if let Ok(etag) = HeaderValue::from_str(&self.etag) {
            headers.insert(header::ETAG, etag);
        }
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        );
        if let Some(keep) = self.keep {
            response.extensions_mut().insert(keep);
        }
        response
    }
}

/// Response to a POST, as stored under its `Idempotency-Key`.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub location: Option<String>,
    pub body: String,
    /// True for a stored response of an earlier request.
    pub is_replay: bool,
}

impl Answer {
    pub fn created(location: String, body: String) -> Self {
        Self {
            status: StatusCode::CREATED,
            location: Some(location),
            body,
            is_replay: false,
        }
    }

    pub fn ok(body: impl Into<String>) -> Self {
        Self {
            status: StatusCode::OK,
            location: None,
            body: body.into(),
            is_replay: false,
        }
    }

    pub fn accepted(body: impl Into<String>) -> Self {
        Self {
            status: StatusCode::ACCEPTED,
            ..Self::ok(body)
        }
    }

    pub fn empty() -> Self {
        Self {
            status: StatusCode::NO_CONTENT,
            ..Self::ok("")
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        if self.status != StatusCode::NO_CONTENT {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE));
        }
        if let Some(location) = self
            .location
            .and_then(|location| HeaderValue::from_str(&location).ok())
        {
            headers.insert(header::LOCATION, location);
        }
        if self.is_replay {
            headers.insert(
                HeaderName::from_static("idempotent-replayed"),
                HeaderValue::from_static("true"),
            );
        }
        response
    }
}
