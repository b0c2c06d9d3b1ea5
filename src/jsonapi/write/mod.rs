//! Write path: input, text rules, preconditions and storage.

pub mod input;
pub(in crate::jsonapi) mod nested;
pub mod precondition;
mod references;
pub mod store;
pub mod text_rules;
pub mod versions;
