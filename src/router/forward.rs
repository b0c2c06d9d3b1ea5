//! Requests for what another node serves (docs/scale.md).

use axum::http::HeaderName;

/// How often a request was passed on between nodes. Only nodes are believed.
pub const HOPS: HeaderName = HeaderName::from_static("voluntr-hops");

/// Extension of a request that another node passed on.
#[derive(Debug, Clone, Copy)]
pub struct PassedOn {
    pub hops: u32,
}
