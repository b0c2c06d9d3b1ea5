//! HTTP layer for resources: generic routes, actions and the OpenAPI document.

pub(crate) mod body_limits;
pub mod bulk;
pub mod description;
mod endpoint;
pub mod event_stream;
pub mod form;
pub mod openapi;
pub mod order;
pub mod pdf_file;
pub mod routes;
pub mod singleton;
pub mod union;
pub mod uploads;
pub mod versions;
