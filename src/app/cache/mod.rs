//! Caches of one tenant: whole responses, counts, and which tables each cached read depends on.

pub mod cache_control;
pub(in crate::app) mod count_cache;
pub(in crate::app) mod dependencies;
pub mod response_cache;
pub(in crate::app) mod row_fragments;
