//! SQL conditions over `t` that the policy's rules refer to.

pub(super) mod applications;
pub(super) mod audit_log;
pub(super) mod people;
