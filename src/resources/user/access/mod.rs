//! Roles of a person: granting, offering and taking them.

pub mod grantable;
pub mod granting;
pub mod offer;
pub mod role;
pub mod role_invitation;
