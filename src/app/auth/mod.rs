//! Authentication: sessions, passwords, second factors, single-use tokens, known devices.

pub(in crate::app) mod effective_roles;
pub mod known_devices;
pub mod password_hash;
pub(in crate::app) mod password_policy;
pub mod reauthentication;
pub mod second_factor_policy;
pub mod session;
pub(in crate::app) mod session_restrictions;
pub mod token;
