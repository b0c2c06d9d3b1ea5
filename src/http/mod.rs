//! From resources to HTTP: the generic routes, own actions and the OpenAPI document.

pub(crate) mod body_limits;
pub mod openapi;
pub mod routes;
