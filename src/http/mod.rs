//! HTTP layer for resources: generic routes, actions and the OpenAPI document.

pub(crate) mod body_limits;
pub mod description;
pub mod openapi;
pub mod routes;
