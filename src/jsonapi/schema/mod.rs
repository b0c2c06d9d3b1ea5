//! Resource declarations, and the schemas derived from them.

pub mod id;
pub mod resource;
pub mod table;
