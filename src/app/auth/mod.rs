//! Authentication: sessions, passwords, second factors, single-use tokens, known devices.

pub mod api_key;
pub(super) mod effective_roles;
pub mod known_devices;
pub mod password_hash;
pub(super) mod password_policy;
pub mod second_factor_policy;
pub mod session;
pub(super) mod session_restrictions;
pub mod token;
