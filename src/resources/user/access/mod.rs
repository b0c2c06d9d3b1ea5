//! Roles of a person: granting, offering and revoking.

pub mod grantable;
pub mod granting;
pub mod offer;
pub mod role;
pub mod role_invitation;
