//! Authentication: sign-in, sessions, second factors, passkeys and impersonation.

pub(crate) mod api_keys;
pub(crate) mod devices;
pub(crate) mod enumeration;
pub(crate) mod half_session;
pub(crate) mod held_requests;
pub(crate) mod impersonation;
pub(crate) mod impersonation_audit;
pub(crate) mod impersonation_ends;
pub(crate) mod impersonation_limits;
pub(crate) mod inactive;
pub(crate) mod passkeys;
pub(crate) mod password;
pub(crate) mod second_factor;
pub(crate) mod second_factor_notices;
pub(crate) mod session;
pub(crate) mod sign_in_races;
pub(crate) mod token_faults;
pub(crate) mod wrong_center;
