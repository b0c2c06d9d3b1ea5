//! JSON:API: documents, filters, caching, preconditions, limits and the contract.

pub(crate) mod cache_control;
pub(crate) mod cache_dependencies;
pub(crate) mod cache_property;
pub(crate) mod contract;
pub(crate) mod cross_origin;
pub(crate) mod documents;
pub(crate) mod fields;
pub(crate) mod filters;
pub(crate) mod hidden_characters;
pub(crate) mod http;
pub(crate) mod if_match;
pub(crate) mod journey;
pub(crate) mod jsonapi;
pub(crate) mod operation_limits;
pub(crate) mod query_plans;
pub(crate) mod refusals;
pub(crate) mod regressions;
pub(crate) mod response_cache;
pub(crate) mod tenants;
pub(crate) mod writes;
