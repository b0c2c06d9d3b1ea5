//! SQL conditions over `t` used by the policy's rules.

pub(super) mod api_keys;
pub(super) mod applications;
pub(super) mod audit_log;
pub(super) mod content;
pub(super) mod conversations;
pub(crate) mod lifecycle;
pub(super) mod newsletter_subscribers;
pub(super) mod people;
pub(super) mod places;
