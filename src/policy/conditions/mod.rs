//! SQL conditions over `t` that the policy's rules refer to.

pub(in crate::policy) mod applications;
pub(in crate::policy) mod audit_log;
pub(in crate::policy) mod people;
