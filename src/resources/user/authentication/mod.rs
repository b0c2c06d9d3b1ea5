//! Sign-in, credentials and second factors.

pub(super) mod challenge;
pub mod credentials;
pub mod impersonation;
pub mod passkey;
pub mod password;
pub(super) mod recovery_codes;
pub mod second_factor;
pub(super) mod second_factor_notice;
pub mod session;
pub mod sign_in;
pub(super) mod totp;
