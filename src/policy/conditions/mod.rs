//! SQL conditions over `t` used by the policy's rules.

pub(in crate::policy) mod applications;
pub(in crate::policy) mod audit_log;
pub(in crate::policy) mod people;
