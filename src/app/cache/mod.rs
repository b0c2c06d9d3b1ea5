//! Caches of one tenant: whole responses, counts, and which tables each cached read depends on.

pub mod cache_control;
pub(super) mod count_cache;
pub(super) mod dependencies;
pub(super) mod matching_cache;
pub mod presence;
pub mod response_cache;
pub mod view_counts;
pub mod visitors;
