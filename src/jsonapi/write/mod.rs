//! Write path: input, text rules, preconditions and storage.

pub mod input;
pub mod precondition;
pub mod store;
pub mod text_rules;
pub mod versions;
