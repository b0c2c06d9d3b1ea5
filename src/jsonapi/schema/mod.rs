//! What a resource declares, and the OpenAPI document made from it.

pub mod id;
pub mod resource;
pub mod table;
