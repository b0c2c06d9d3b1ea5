//! HTTP layer for resources: generic routes, actions and the OpenAPI document.

pub(crate) mod body_limits;
pub mod openapi;
pub mod routes;
pub mod uploads;
pub mod versions;
