//! Resource declarations, and the schemas derived from them.

pub mod id;
pub mod lifecycle;
pub mod resource;
pub mod table;
