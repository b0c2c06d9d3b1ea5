//! Resource declarations, and the schemas derived from them.

pub mod facts;
pub mod id;
pub mod lifecycle;
pub mod nested;
pub mod relation;
pub mod resource;
pub mod table;
pub mod union;
