//! Sign-in, credentials and second factors.

pub(in crate::resources::user) mod challenge;
pub mod credentials;
pub mod impersonation;
pub mod passkey;
pub mod password;
pub(in crate::resources::user) mod recovery_codes;
pub mod second_factor;
pub(in crate::resources::user) mod second_factor_notice;
pub mod session;
pub mod sign_in;
pub(in crate::resources::user) mod totp;
