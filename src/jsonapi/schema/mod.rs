//! Resource declarations, and the schemas derived from them.

pub mod facts;
pub mod id;
pub mod resource;
pub mod table;
