//! From resources to HTTP: the generic routes, own actions and the OpenAPI document.

pub mod openapi;
pub mod routes;
