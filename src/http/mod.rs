//! HTTP layer for resources: generic routes, actions and the OpenAPI document.

pub mod openapi;
pub mod routes;
